//! Joins and leaves rooms, and follows room upgrades.

use std::{sync::Arc, time::Duration};

use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    deserialized_responses::RawSyncOrStrippedState,
    ruma::{
        OwnedRoomId, OwnedUserId, RoomId, UserId,
        api::client::{membership::leave_room, state::get_state_event_for_key},
        events::{StateEventType, room::tombstone::RoomTombstoneEventContent},
    },
};
use serde_json::{Value, json};
use tracing::{info, warn};

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    room_state::state_content,
    stored::key,
};
use api::Batch;
use kit::{Pauses, lock, pauses, retry};

/// The pauses between attempts to join the room that replaces another.
const PAUSES: Pauses =
    pauses(Duration::from_millis(500), Duration::from_secs(60)).with_max_times(7);

/// The pauses between attempts to answer an invitation, about two hours in all.
const INVITATION_PAUSES: Pauses =
    pauses(Duration::from_secs(4), Duration::from_secs(64 * 60)).with_max_times(11);

/// The number of upgrades that a room may have had.
const MOST_UPGRADES: usize = 20;

impl Matrix {
    /// Answers every waiting invitation, each in a task of its own.
    pub(super) async fn answer_invitations(self: &Arc<Matrix>) {
        let rooms = self.client.invited_rooms();
        let waiting = rooms.iter().map(|room| room.room_id()).collect();
        self.invitations.keep(&waiting);
        for room in rooms {
            if self.invitations.is_full() {
                return;
            }
            if self.invitations.is_open(room.room_id()) {
                continue;
            }
            let inviter = self.inviter(&room).await;
            if !self.invitations.begin(room.room_id(), inviter.as_deref()) {
                continue;
            }
            let matrix = Arc::clone(self);
            tokio::spawn(async move {
                // Another person may have invited the bot in the meantime.
                let invited = room.invite_details().await.map_err(failure);
                let by = invited.map(|invited| invited.inviter_id);
                matrix.come_or_decline(&room, by).await;
                matrix.invitations.end(room.room_id());
            });
        }
    }

    /// Returns the inviter to a room, looked up once for as long as the invitation waits; none if the lookup fails.
    async fn inviter(&self, room: &Room) -> Option<OwnedUserId> {
        if let Some(by) = self.invitations.inviter(room.room_id()) {
            return Some(by);
        }
        let by = room.invite_details().await.ok()?.inviter_id;
        self.invitations.remember(room.room_id(), &by);
        Some(by)
    }

    /// Joins a room on an invitation, or declines. Without an answer the homeserver would repeat the invitation forever.
    async fn come_or_decline(&self, room: &Room, by: Result<OwnedUserId, Failure>) {
        let answered = match by.map(|by| (self.settings.accepts(&by), by)) {
            Ok((false, by)) => {
                info!(%by, "declined an invitation: the inviter is not in [matrix] inviters");
                Ok(())
            }
            Ok((true, by)) if self.invitations.takes(&by) => {
                let is_direct = room.is_direct().await.unwrap_or(false);
                let direct_with = is_direct.then_some(&*by);
                let coming = || self.invitations.work(self.come(room, direct_with));
                let come = retry("to answer an invitation", INVITATION_PAUSES, coming).await;
                if room.state() == RoomState::Joined && self.settings.commands {
                    // The bot does not know its permissions there yet.
                    self.publish_commands(room).await;
                }
                come
            }
            Ok((true, _)) => {
                info!("declined an invitation: too many rooms");
                Ok(())
            }
            Err(failure) => Err(failure),
        };
        if let Err(failure) = &answered {
            warn!(?failure, "cannot answer an invitation");
        }
        if room.state() == RoomState::Invited {
            let declining = || self.invitations.work(self.leave(room.room_id()));
            // The homeserver repeats it.
            let _ = retry("to decline an invitation", INVITATION_PAUSES, declining).await;
        }
    }

    /// Joins a room, if no earlier attempt has done so, and greets its members.
    async fn come(&self, room: &Room, direct_with: Option<&UserId>) -> Result<(), Failure> {
        match room.state() {
            RoomState::Joined => {}
            RoomState::Invited => room.join().await.map_err(failure)?,
            // The bot was removed in the meantime.
            _ => return Ok(()),
        }
        if let Some(person) = direct_with {
            self.take_direct(room, person).await?;
        }
        self.greet_room(room, direct_with).await
    }

    /// Posts a description of the bot in a room, or in a direct room for its person.
    async fn greet_room(&self, room: &Room, direct_with: Option<&UserId>) -> Result<(), Failure> {
        let text = match direct_with {
            Some(person) => self
                .language_of(person)
                .localize(&text::matrix_greeting_direct()),
            None => self.settings.language.localize(&text::matrix_greeting()),
        };
        let name = format!("hello-{}", room.room_id());
        match self.send(room, &name, self.notice(&text)).await {
            // The bot has no permission to send. People notice that at their first request.
            Err(Failure::Refused(_)) => Ok(()),
            sent => sent.map(drop),
        }
    }

    /// Leaves a room without other members.
    pub(super) async fn leave_if_empty(&self, room: &Room) -> Result<(), Failure> {
        // In a large room, members leave all the time.
        if room.active_members_count() > 1 {
            return Ok(());
        }
        let members = room.members(RoomMemberships::ACTIVE).await;
        let members = members.map_err(failure)?;
        let mut people = members.iter().map(|member| member.user_id());
        if people.all(|user| user == self.account) && room.state() == RoomState::Joined {
            info!("left an empty room");
            self.leave(room.room_id()).await?;
        }
        Ok(())
    }

    /// Leaves one room only: the library's own function also leaves the predecessors of the room.
    pub(super) async fn leave(&self, room: &RoomId) -> Result<(), Failure> {
        // The homeserver can report this before it answers.
        lock(&self.leaving).insert(room.to_owned());
        let request = leave_room::v3::Request::new(room.to_owned());
        let left = self.client.send(request).await;
        if left.is_err() {
            lock(&self.leaving).remove(room);
        }
        left.map(drop).map_err(failure)
    }

    /// Forgets a room that the bot has left on its own, once the homeserver has reported that. After a removal, the bot can be
    /// invited again and continues there.
    pub(super) async fn forget_left(&self, id: &RoomId) {
        if !lock(&self.leaving).remove(id) {
            return;
        }
        if let Some(room) = self.client.get_room(id)
            && let Err(error) = room.forget().await
        {
            warn!(%error, "cannot forget a room after leaving it");
        }
        let mut batch = Batch::default();
        for kept in ["former", "person"] {
            batch.remove(key(kept, id));
        }
        if let Err(failure) = self.keep(batch).await {
            warn!(
                ?failure,
                "cannot delete the data of a room after leaving it"
            );
        }
    }

    /// Follows the upgrade of a room, if there is one, from the old or from the new room.
    pub(super) async fn follow_upgrade(self: &Arc<Matrix>, room: &RoomId) {
        let before = self.client.get_room(room).and_then(|room| before(&room));
        for old in before.into_iter().chain([room.to_owned()]) {
            if let Err(failure) = self.move_to_successor(&old).await {
                warn!(?failure, "cannot join the successor of a room yet");
            }
        }
    }

    async fn move_to_successor(self: &Arc<Matrix>, old: &RoomId) -> Result<(), Failure> {
        let old = self.client.get_room(old);
        let Some((old, next)) = old.and_then(|old| Some((old.clone(), old.successor_room()?)))
        else {
            return Ok(());
        };
        if self.kept_room(&key("next", old.room_id()))?.is_some() {
            return Ok(());
        }
        let next = next.room_id;
        match self.client.get_room(&next) {
            Some(next) if next.state() == RoomState::Joined => {
                if before(&next).as_deref() == Some(old.room_id()) {
                    self.link(old.room_id(), next.room_id()).await?;
                }
            }
            // The bot answers that like every invitation.
            Some(next) if next.state() == RoomState::Invited => {}
            _ => self.enter_next(old, next),
        }
        Ok(())
    }

    /// Joins the successor of a room, in a separate task that starts once.
    fn enter_next(self: &Arc<Matrix>, old: Room, next: OwnedRoomId) {
        let pair = (old.room_id().to_owned(), next.clone());
        if self.upgrades.add(pair, ()) {
            let matrix = Arc::clone(self);
            tokio::spawn(async move {
                if let Err(failure) = matrix.try_to_enter(&old, &next).await {
                    warn!(?failure, "no permission to join the successor of a room");
                }
            });
        }
    }

    async fn try_to_enter(&self, old: &Room, next: &RoomId) -> Result<(), Failure> {
        let tombstone = old.get_state_event_static::<RoomTombstoneEventContent>();
        let Some(RawSyncOrStrippedState::Sync(tombstone)) = tombstone.await.map_err(failure)?
        else {
            return Ok(());
        };
        let Ok(Some(by)) = tombstone.get_field::<OwnedUserId>("sender") else {
            return Ok(());
        };
        if !self.settings.accepts(&by) {
            info!(%by, "did not join the successor of a room: its creator is not in [matrix] inviters");
            return Ok(());
        }
        if !self.invitations.takes(&by) {
            info!("did not join the successor of a room: too many rooms");
            return Ok(());
        }
        let entering = || self.enter(old.room_id(), next, &by);
        retry("to enter a room", PAUSES, entering).await
    }

    /// Joins a room by the server of a person, and leaves it again if it does not name the other one as its predecessor.
    async fn enter(&self, old: &RoomId, next: &RoomId, by: &UserId) -> Result<(), Failure> {
        let via = [by.server_name().to_owned()];
        let joined = self.client.join_room_by_id_or_alias(next.into(), &via);
        joined.await.map_err(failure)?;
        let create = self.create_content(next).await?;
        if create.pointer("/predecessor/room_id") == Some(&json!(old)) {
            return self.link(old, next).await;
        }
        info!("left a room that claimed to be a successor");
        self.leave(next).await
    }

    /// Returns the content of the room's creation event.
    pub(super) async fn create_content(&self, id: &RoomId) -> Result<Value, Failure> {
        let kind = StateEventType::RoomCreate;
        if let Some(room) = self.client.get_room(id)
            && let Some(content) = state_content(&room, kind.clone(), "").await?
        {
            return Ok(content);
        }
        let request = get_state_event_for_key::v3::Request::new(id.to_owned(), kind, String::new());
        let create = self.client.send(request).await.map_err(failure)?;
        Ok(serde_json::from_str(create.event_or_content.get()).unwrap_or_default())
    }

    /// Stores the successor of a room. An earlier successor stays.
    async fn link(&self, old: &RoomId, next: &RoomId) -> Result<(), Failure> {
        if self.kept_room(&key("next", old))?.is_some()
            || self.kept_room(&key("first", next))?.is_some()
        {
            return Ok(());
        }
        let mut batch = Batch::default();
        batch.put(key("next", old), next.as_str());
        batch.put(key("first", next), self.first_of(old)?.as_str());
        self.keep(batch).await
    }

    /// Returns the first room in a chain of upgrades; matches know no other.
    pub(super) fn first_of(&self, room: &RoomId) -> Result<OwnedRoomId, Failure> {
        let found = self.kept_room(&key("first", room))?;
        Ok(found.unwrap_or_else(|| room.to_owned()))
    }

    /// Returns the last room in the chain of upgrades from this one.
    pub(super) fn last_of(&self, room: &RoomId) -> Result<OwnedRoomId, Failure> {
        let mut room = room.to_owned();
        for _ in 0..MOST_UPGRADES {
            match self.kept_room(&key("next", &room))? {
                Some(next) if self.joined(&next).is_ok() => room = next,
                _ => break,
            }
        }
        Ok(room)
    }
}

/// Returns the predecessor that a room names.
fn before(room: &Room) -> Option<OwnedRoomId> {
    room.predecessor_room().map(|before| before.room_id)
}
