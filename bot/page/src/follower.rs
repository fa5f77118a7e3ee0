//! Relays the durable posts of all processes to the listeners of this one, and closes the connections of deleted people.

use std::{collections::HashSet, convert::Infallible, sync::Arc, time::Duration};

use futures_util::future::join_all;
use tokio::{sync::broadcast, time::sleep};

use super::{
    adapter::Playground, followed::Followed, frame::LiveEvent, live::LISTED_PEOPLE,
    person::PersonId, places::Room, stored::StoreFailure,
};

/// The pause after a failed check.
const PAUSE: Duration = Duration::from_secs(1);

/// Waits for the next change; `None` stands for all.
async fn next(changes: &mut broadcast::Receiver<Option<Followed>>) -> Option<Followed> {
    // A receiver that lags has missed some changes.
    changes.recv().await.unwrap_or_default()
}

impl Playground {
    /// Relays new posts and people to the listeners, for as long as the future is polled.
    pub(super) async fn relay(&self) -> Infallible {
        // The count is older than the watch, so the relay announces a person who signs up between the two.
        let mut n_known = self.n_people(&mut self.proposal()).ok();
        let mut changes = self.watch.changes();
        let _people = self.watch.watch(Followed::People).await;
        // Anything may have changed before.
        let mut changed = HashSet::from([None]);
        loop {
            if changed.contains(&None) {
                changed = self.all().map(Some).collect();
            }
            for changed in changed.drain().flatten() {
                while let Err(error) = self.relay_change(changed, &mut n_known).await {
                    tracing::debug!(%error, "cannot read new posts; retrying");
                    sleep(PAUSE).await;
                }
            }
            changed.insert(next(&mut changes).await);
            // One read serves all changes that wait.
            while !changes.is_empty() {
                changed.insert(next(&mut changes).await);
            }
        }
    }

    /// Returns everything that has listeners.
    fn all(&self) -> impl Iterator<Item = Followed> {
        let rooms = self.hub.followed().into_keys().map(Followed::Room);
        let people = self.hub.online().into_keys().map(Followed::Person);
        rooms.chain(people).chain([Followed::People])
    }

    async fn relay_change(
        &self,
        changed: Followed,
        n_known: &mut Option<u32>,
    ) -> Result<(), StoreFailure> {
        match changed {
            Followed::Room(room) => self.relay_posts(room).await,
            Followed::Person(id) => self.close_if_gone(id),
            Followed::People => self.announce_people(n_known),
        }
    }

    /// Watches everything that a person reads, until the result is dropped.
    pub(super) async fn watch_all_of(&self, person: PersonId) -> Vec<Arc<Followed>> {
        let rooms = Room::all_of(person).map(Followed::Room);
        let all = rooms.chain([Followed::Person(person)]);
        join_all(all.map(|followed| self.watch.watch(followed))).await
    }

    /// Sends the durable posts in a room that its listeners lack.
    pub(super) async fn relay_posts(&self, room: Room) -> Result<(), StoreFailure> {
        if let Some(known) = self.hub.followed().get(&room) {
            self.hub.send_missed(&self.posts_since(room, *known).await?);
        }
        Ok(())
    }

    /// Closes the connections of a person that another process has deleted.
    fn close_if_gone(&self, id: PersonId) -> Result<(), StoreFailure> {
        if self.is_gone(&mut self.proposal(), id)? {
            self.hub.hang_up(id);
        }
        Ok(())
    }

    /// Announces the people after `n_known` who signed up elsewhere.
    fn announce_people(&self, n_known: &mut Option<u32>) -> Result<(), StoreFailure> {
        let here = self.hub.online();
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
