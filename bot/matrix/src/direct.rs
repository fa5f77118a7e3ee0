//! Direct rooms, in which the bot and one person are alone.
//!
//! A room is a direct room only if the bot opened it as one, or the invitation marks it as one. It stays one while no other
//! person is in it or invited.

use matrix_sdk::{
    Room, RoomMemberships,
    ruma::{
        OwnedRoomId, OwnedUserId, RoomId, UserId,
        events::room::{
            history_visibility::HistoryVisibility, join_rules::JoinRule, member::MembershipState,
        },
    },
};

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    stored::key,
};
use api::Batch;
use kit::lock;

/// The reason that a message for one person is not sent.
const OTHERS_CAME: &str = "others have come to the room for direct messages";

/// The cause of a message: the person asked for it, or the bot sends it on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Requested {
    Yes,
    No,
}

impl Matrix {
    /// Returns the person of a direct room, if no other person reads it.
    pub(super) async fn person_of(&self, room: &Room) -> Result<Option<OwnedUserId>, Failure> {
        let Some(user) = self.kept_person(room)? else {
            return Ok(None);
        };
        if self.are_alone(room, &user).await? {
            return Ok(Some(user));
        }
        self.forget_direct(room, &user, Batch::default()).await?;
        Ok(None)
    }

    /// Checks that the bot can edit a message. If others have come to the room since, an edit would show them a message for one
    /// person.
    pub(super) async fn check_readers(&self, room: &Room) -> Result<(), Failure> {
        let is_alone = match self.kept_person(room)? {
            Some(user) => self.person_of(room).await? == Some(user),
            None => self.writer.get(&key("former", room.room_id()))?.is_none(),
        };
        if is_alone {
            return Ok(());
        }
        Err(Failure::Refused(OTHERS_CAME.to_owned()))
    }

    /// Returns the person of a direct room as it was last stored.
    fn kept_person(&self, room: &Room) -> Result<Option<OwnedUserId>, Failure> {
        let user = self.kept_text(&key("person", room.room_id()))?;
        let user = user.and_then(|user| UserId::parse(user).ok());
        let of_farewell = || {
            let farewells = lock(&self.farewells);
            let mut found = farewells.iter();
            let found = found.find(|(_, farewell)| **farewell == room.room_id());
            found.map(|(user, _)| user.clone())
        };
        Ok(user.or_else(of_farewell))
    }

    /// Returns the direct room of a person as it was last stored.
    fn kept_direct(&self, user: &UserId) -> Result<Option<OwnedRoomId>, Failure> {
        let room = self.kept_room(&key("direct", user))?;
        Ok(room.or_else(|| lock(&self.farewells).get(user).cloned()))
    }

    /// Tells whether a room is the direct room of this person.
    fn is_direct(&self, room: &Room, user: &UserId) -> Result<bool, Failure> {
        let current = self.kept_direct(user)?;
        Ok(current.as_deref() == Some(room.room_id()))
    }

    /// Tells whether only the bot and this person are in a room, and no other person can join immediately.
    async fn are_alone(&self, room: &Room, user: &UserId) -> Result<bool, Failure> {
        let is_closed = matches!(
            room.join_rule(),
            None | Some(JoinRule::Invite | JoinRule::Knock)
        );
        if !is_closed || room.history_visibility_or_default() == HistoryVisibility::WorldReadable {
            return Ok(false);
        }
        let members = room.members(RoomMemberships::ACTIVE).await;
        let members = members.map_err(failure)?;
        let mut people = members.iter().map(|member| member.user_id());
        Ok(people.all(|person| [&*self.account, user].contains(&person)))
    }

    /// Checks, directly before a private message, that no other person has come since the lookup of the room. A retry looks up
    /// another room.
    pub(super) async fn check_alone(&self, room: &Room, user: &UserId) -> Result<(), Failure> {
        if self.person_of(room).await?.as_deref() == Some(user) {
            return Ok(());
        }
        Err(Failure::Later(OTHERS_CAME.to_owned()))
    }

    /// Stores that a room is the direct room of a person.
    pub(super) async fn remember_direct(
        &self,
        room: &RoomId,
        user: &UserId,
    ) -> Result<(), Failure> {
        let mut batch = Batch::default();
        batch.put(key("direct", user), room.as_str());
        batch.put(key("person", room), user.as_str());
        batch.remove(key("gone", user));
        batch.remove(key("former", room));
        batch.remove(key("opening", user));
        self.keep(batch).await
    }

    /// Stores that a person wants no messages, if the room that they left or declined was their direct room.
    pub(super) async fn take_leave(&self, room: &Room, user: &UserId) -> Result<(), Failure> {
        if self.kept_person(room)?.as_deref() != Some(user) {
            return Ok(());
        }
        let mut batch = Batch::default();
        if self.is_direct(room, user)? {
            batch.put(key("gone", user), Vec::new());
        }
        self.forget_direct(room, user, batch).await
    }

    /// Stores that a room is no longer the direct room of a person, together with these changes.
    async fn forget_direct(
        &self,
        room: &Room,
        user: &UserId,
        mut batch: Batch,
    ) -> Result<(), Failure> {
        batch.remove(key("person", room.room_id()));
        batch.put(key("former", room.room_id()), Vec::new());
        if self.is_direct(room, user)? {
            batch.remove(key("direct", user));
        }
        self.keep(batch).await
    }

    /// Returns the direct room of a person; opens one if there is none.
    pub(super) async fn direct(
        &self,
        user: &UserId,
        requested: Requested,
    ) -> Result<Room, Failure> {
        let door = self.doors.get(user.to_owned());
        let _turn = door.lock().await;
        let left = || Failure::Refused("they left the room for direct messages".to_owned());
        if let Some(room) = self.known_direct(user).await? {
            match membership(&room, user).await? {
                MembershipState::Join | MembershipState::Invite => return Ok(room),
                // After a person has left, the bot sends them messages only on request.
                _ if requested == Requested::No => return Err(left()),
                MembershipState::Leave if room.invite_user_by_id(user).await.is_ok() => {
                    return Ok(room);
                }
                _ => {}
            }
        }
        if requested == Requested::No && self.writer.get(&key("gone", user))?.is_some() {
            return Err(left());
        }
        self.open_direct(user).await
    }

    async fn known_direct(&self, user: &UserId) -> Result<Option<Room>, Failure> {
        let room = self.kept_direct(user)?;
        let Some(room) = room.and_then(|id| self.joined(&id).ok()) else {
            return Ok(None);
        };
        let person = self.person_of(&room).await?;
        Ok((person.as_deref() == Some(user)).then_some(room))
    }

    /// Stores a room as direct, to which a person has invited the bot for that purpose.
    pub(super) async fn take_direct(&self, room: &Room, user: &UserId) -> Result<(), Failure> {
        if self.are_alone(room, user).await? {
            self.remember_direct(room.room_id(), user).await?;
        }
        Ok(())
    }
}

/// Returns the membership of a person in a room.
pub(super) async fn membership(room: &Room, user: &UserId) -> Result<MembershipState, Failure> {
    let member = room.get_member(user).await.map_err(failure)?;
    Ok(member.map_or(MembershipState::Leave, |member| member.membership().clone()))
}
