//! Relays the durable posts of all processes to the listeners of this one.

use std::{collections::HashSet, convert::Infallible, time::Duration};

use tokio::time::{MissedTickBehavior, interval, sleep};

use super::{
    adapter::Playground,
    frame::LiveEvent,
    live::LISTED_PEOPLE,
    places::Room,
    posts::Counters,
    rooms::counters_key,
    stored::{StoreFailure, parse},
};
use api::StoreError;

/// The pause between two checks for changes of other processes.
const LOOK: Duration = Duration::from_millis(200);

/// The pause after a failed check.
const PAUSE: Duration = Duration::from_secs(1);

/// The number of these checks between two checks for new and deleted people.
const ROLL_CALL: u32 = 25;

impl Playground {
    /// Relays new posts to the listeners, for as long as the future is polled. Relays posts of this process at once.
    pub(super) async fn relay(&self) -> Infallible {
        let mut n_known = self.n_people(&mut self.proposal()).ok();
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut n_looks = 0;
        loop {
            tokio::select! {
                changed = self.hub.changed() => self.relay_changed(changed).await,
                _ = looks.tick(), if self.writer.is_shared() => {
                    note(self.relay_posts(|_| true).await);
                    n_looks += 1;
                    if n_looks % ROLL_CALL == 0 {
                        note(self.call_roll(&mut n_known));
                    }
                }
            }
        }
    }

    /// Relays the posts in rooms that have changed; requests another check if they cannot be read.
    async fn relay_changed(&self, changed: HashSet<Room>) {
        let relayed = self.relay_posts(|room| changed.contains(room)).await;
        if relayed.is_err() {
            note(relayed);
            sleep(PAUSE).await;
            let rooms = changed.into_iter();
            rooms.for_each(|room| self.hub.has_changed(room));
        }
    }

    /// Sends the durable posts in these rooms that the listeners lack.
    async fn relay_posts(&self, is_meant: impl Fn(&Room) -> bool) -> Result<(), StoreFailure> {
        let mut followed: Vec<_> = self.hub.followed().into_iter().collect();
        followed.retain(|(room, _)| is_meant(room));
        match self.look_up(followed.iter().map(|(room, _)| counters_key(*room))) {
            // Only a read of the room shows whether it has changed.
            Err(StoreError::Damaged { .. }) => {}
            counters => {
                let mut counters = counters?.into_iter();
                followed
                    .retain(|(_, known)| has_news(counters.next().flatten().as_deref(), *known));
            }
        }
        for (room, known) in followed {
            self.hub.send_missed(&self.posts_since(room, known).await?);
        }
        Ok(())
    }

    /// Announces the people after `n_known` who signed up elsewhere. Closes the connections of people that another process has
    /// deleted.
    fn call_roll(&self, n_known: &mut Option<u32>) -> Result<(), StoreFailure> {
        let here = self.hub.online();
        let people = self.look_up(here.keys().map(|id| id.key()))?;
        for (id, person) in here.keys().zip(people) {
            if person.is_none() {
                self.hub.hang_up(*id);
            }
        }
        let n_people = self.n_people(&mut self.proposal())?;
        let n_new = n_people.saturating_sub(n_known.unwrap_or(n_people));
        let new = self.newest_people(n_new.min(LISTED_PEOPLE))?;
        for person in new.iter().filter(|person| !here.contains_key(&person.id)) {
            self.hub.publish(None, &LiveEvent::person(person, false));
        }
        *n_known = Some(n_people);
        Ok(())
    }
}

/// Logs a failed read; the next check repeats it.
fn note(looked: Result<(), StoreFailure>) {
    if let Err(error) = looked {
        tracing::debug!(%error, "cannot read new posts; retrying");
    }
}

/// Tells whether a room has changed after `known`; also true if only a read of the room can show it.
fn has_news(counters: Option<&[u8]>, known: u64) -> bool {
    let Some(counters) = counters else {
        return false;
    };
    let counters = parse::<Counters>(b"", counters);
    counters.map_or(true, |counters| counters.change > known)
}
