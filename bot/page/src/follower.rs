//! Where several processes serve pages on one store: telling those who listen here what was said there, whoever has said it.

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

/// How often it is looked for what others have said.
const LOOK: Duration = Duration::from_millis(200);

/// After how many looks it is looked who has come, and who is not known any more.
const ROLL_CALL: u32 = 25;

impl Playground {
    /// Tells those who listen what is said, by any process, for as long as this is waited for.
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

    /// Tells what is durable and was not told yet.
    async fn tell_news(&self) -> Result<(), StoreFailure> {
        let followed = self.hub.followed();
        let counters = self.look_up(followed.keys().map(|room| counters_key(*room)))?;
        for ((room, known), counters) in followed.into_iter().zip(counters) {
            if has_news(counters.as_deref(), known) {
                let missed = self.posts_since(room, known).await?;
                self.hub.tell_missed(room, missed);
            }
        }
        Ok(())
    }

    /// Tells who has come elsewhere since so many were known, and hangs up on those whom another process has forgotten.
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

/// Takes note that something could not be read, which is looked for again.
fn note(looked: Result<(), StoreFailure>) {
    if let Err(error) = looked {
        tracing::debug!(%error, "cannot read new posts; retrying");
    }
}

/// Whether something was said in a room after a change, or it takes a closer look to see that.
fn has_news(counters: Option<&[u8]>, known: u64) -> bool {
    let Some(counters) = counters else {
        return false;
    };
    let counters = parse::<Counters>(b"", counters);
    counters.map_or(true, |counters| counters.change > known)
}
