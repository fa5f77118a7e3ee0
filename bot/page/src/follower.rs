//! Relays the posts of all processes to the listeners of this one, if several processes share one store.

use std::{convert::Infallible, time::Duration};

use tokio::time::sleep;

use super::{
    adapter::Playground,
    frame::LiveEvent,
    live::LISTED_PEOPLE,
    posts::Counters,
    rooms::counters_key,
    stored::{StoreFailure, parse},
};
use api::StoreError;

/// The pause between two checks for new posts.
const LOOK: Duration = Duration::from_millis(200);

/// The number of checks between two checks for new and deleted people.
const ROLL_CALL: u32 = 25;

impl Playground {
    /// Relays new posts of any process to the listeners, for as long as the future is polled.
    pub(super) async fn relay(&self) -> Infallible {
        let mut n_known = self.n_people(&mut self.proposal()).ok();
        loop {
            for _ in 0..ROLL_CALL {
                tokio::select! {
                    () = self.hub.nudged() => {}
                    () = sleep(LOOK) => {}
                }
                note(self.tell_news().await);
            }
            note(self.call_roll(&mut n_known));
        }
    }

    /// Sends the durable posts that the listeners do not have yet.
    async fn tell_news(&self) -> Result<(), StoreFailure> {
        let followed = self.hub.followed();
        let counters = match self.look_up(followed.keys().map(|room| counters_key(*room))) {
            // Only a closer look can tell.
            Err(StoreError::Damaged { .. }) => None,
            counters => Some(counters?),
        };
        for (n, (room, known)) in followed.into_iter().enumerate() {
            let counters = counters.as_ref().map(|counters| counters[n].as_deref());
            if counters.is_none_or(|counters| has_news(counters, known)) {
                let missed = self.posts_since(room, known).await?;
                self.hub.tell_missed(room, known, missed);
            }
        }
        Ok(())
    }

    /// Announces the people who have signed up elsewhere since `n_known`, and closes the connections of those whom another
    /// process has deleted.
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

/// Logs that a read failed; the next check repeats it.
fn note(looked: Result<(), StoreFailure>) {
    if let Err(error) = looked {
        tracing::debug!(%error, "cannot read new posts; retrying");
    }
}

/// Tells whether a room has changed after `known`; also true if only a closer look can tell.
fn has_news(counters: Option<&[u8]>, known: u64) -> bool {
    let Some(counters) = counters else {
        return false;
    };
    let counters = parse::<Counters>(b"", counters);
    counters.map_or(true, |counters| counters.change > known)
}
