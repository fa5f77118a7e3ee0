//! Coming into rooms and leaving them, and rooms that go on as others.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    num::NonZeroUsize,
    sync::Arc,
    time::Duration,
};

use lru::LruCache;
use matrix_sdk::{
    Room, RoomMemberships, RoomState,
    deserialized_responses::RawSyncOrStrippedState,
    ruma::{
        OwnedRoomId, OwnedServerName, OwnedUserId, RoomId, UserId,
        api::client::{membership::leave_room, state::get_state_event_for_key},
        events::{StateEventType, room::tombstone::RoomTombstoneEventContent},
    },
};
use serde_json::{Value, json};
use tokio::time::Instant;
use tracing::{info, warn};

use super::{Matrix, body::Words, failure::Failure, hold};
use crate::ports::Batch;

/// How many invitations of one person are taken in an hour.
const MOST_INVITATIONS: usize = 20;

/// How many invitations are answered at once.
const MOST_AT_WORK: usize = 8;

/// The pause before the second attempt to answer an invitation; it doubles with each one.
const MINUTE: Duration = Duration::from_secs(60);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// How many people's invitations are counted.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(10_000).expect("10,000 is not 0");

/// How often it is tried to come into a room.
const MOST_ATTEMPTS: u32 = 8;

/// The pause before the second attempt to go on in another room; it doubles with each one.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// How many times a room may have gone on as another.
const MOST_UPGRADES: usize = 20;

/// The invitations that came.
pub(super) struct Invitations {
    /// When those of a person came that were taken within the last hour.
    taken: LruCache<OwnedUserId, VecDeque<Instant>>,
    /// Those that are being answered.
    at_work: HashSet<OwnedRoomId>,
    /// Those that could not be answered, and when they are to be tried again.
    later: HashMap<OwnedRoomId, Later>,
}

/// When something is tried again.
struct Later {
    at: Instant,
    n_attempts: u32,
}

impl Default for Invitations {
    fn default() -> Invitations {
        Invitations {
            taken: LruCache::new(REMEMBERED),
            at_work: HashSet::new(),
            later: HashMap::new(),
        }
    }
}

impl Invitations {
    /// Whether another invitation of this person is taken; if so, it is counted.
    fn takes(&mut self, by: &UserId, now: Instant) -> bool {
        let taken = self.taken.get_or_insert_mut(by.to_owned(), VecDeque::new);
        while taken.front().is_some_and(|at| *at + HOUR <= now) {
            taken.pop_front();
        }
        let is_taken = taken.len() < MOST_INVITATIONS;
        if is_taken {
            taken.push_back(now);
        }
        is_taken
    }

    /// Whether an invitation is to be answered now; if so, it is at work.
    fn begins(&mut self, room: &RoomId, now: Instant) -> bool {
        let is_later = self
            .later
            .get(room)
            .is_some_and(|later| later.at > now || later.n_attempts >= MOST_ATTEMPTS);
        !is_later && self.at_work.len() < MOST_AT_WORK && self.at_work.insert(room.to_owned())
    }

    /// An invitation could not be answered; whether that was the last attempt.
    fn fails(&mut self, room: &RoomId, now: Instant) -> bool {
        let n_attempts = self.later.get(room).map_or(0, |later| later.n_attempts) + 1;
        let at = now + MINUTE * 2_u32.pow(n_attempts.min(MOST_ATTEMPTS) - 1);
        self.later.insert(room.to_owned(), Later { at, n_attempts });
        n_attempts >= MOST_ATTEMPTS
    }
}

impl Matrix {
    /// Answers every invitation that waits, each by a task of its own.
    pub(super) fn answer_invitations(self: &Arc<Matrix>) {
        for room in self.client.invited_rooms() {
            let id = room.room_id().to_owned();
            if !hold(&self.invitations).begins(&id, Instant::now()) {
                continue;
            }
            let matrix = Arc::clone(self);
            tokio::spawn(async move {
                let answered = matrix.answer_invitation(&room).await;
                let is_lost = match &answered {
                    Ok(()) => false,
                    Err(failure) => {
                        warn!(?failure, "an invitation could not be answered");
                        let is_last = hold(&matrix.invitations).fails(&id, Instant::now());
                        (failure.is_refused() || is_last) && room.state() == RoomState::Invited
                    }
                };
                // Without an answer the homeserver would tell of it for ever.
                let is_over = !is_lost || matrix.leave(&id).await.is_ok();
                let mut invitations = hold(&matrix.invitations);
                invitations.at_work.remove(&id);
                if is_over && (is_lost || answered.is_ok()) {
                    invitations.later.remove(&id);
                }
            });
        }
    }

    async fn answer_invitation(self: &Arc<Matrix>, room: &Room) -> Result<(), Failure> {
        let by = room.invite_details().await?.inviter_id;
        let is_direct = room.is_direct().await.unwrap_or(false);
        let is_tried_again = hold(&self.invitations).later.contains_key(room.room_id());
        if !is_tried_again && !hold(&self.invitations).takes(&by, Instant::now()) {
            info!("an invitation too many is declined");
            return self.leave(room.room_id()).await;
        }
        room.join().await?;
        if is_direct {
            self.take_direct(room, &by).await;
        }
        self.greet_room(room, is_direct).await
    }

    async fn greet_room(&self, room: &Room, is_direct: bool) -> Result<(), Failure> {
        let text = if is_direct {
            "I referee odd chess variants. Write help to see what I can do; here no prefix is needed."
        } else {
            "I referee odd chess variants. /help tells what I can do, /challenge berolina opens a match."
        };
        let mut content = Words::plain(text, &self.settings.prefix).content(false);
        content.insert("m.mentions".to_owned(), json!({}));
        let name = format!("hello-{}", room.room_id());
        match self.send(room, &name, Value::Object(content)).await {
            // It may not speak there; who asks for something hears that.
            Err(Failure::Refused(_)) => Ok(()),
            said => said.map(|_| ()),
        }
    }

    /// Leaves a room in which nobody else is.
    pub(super) async fn leave_if_empty(&self, room: &Room) -> Result<(), Failure> {
        // In a large room somebody always leaves.
        if room.active_members_count() > 1 {
            return Ok(());
        }
        let members = room.members(RoomMemberships::ACTIVE).await?;
        let is_empty = members
            .iter()
            .all(|member| member.user_id() == self.account);
        if is_empty && room.state() == RoomState::Joined {
            info!("an empty room is left");
            self.leave(room.room_id()).await?;
        }
        Ok(())
    }

    /// Leaves a room and no other: the library's way to leave takes those along that the room says it goes on from.
    async fn leave(&self, room: &RoomId) -> Result<(), Failure> {
        let request = leave_room::v3::Request::new(room.to_owned());
        self.client.send(request).await?;
        Ok(())
    }

    /// Goes on in the room that takes the place of another, if one does, whichever of the two is told of.
    pub(super) async fn follow_upgrade(self: &Arc<Matrix>, room: &RoomId) {
        let before = self.client.get_room(room).and_then(|room| before(&room));
        for old in before.into_iter().chain([room.to_owned()]) {
            if let Err(failure) = self.follow(&old).await {
                warn!(
                    ?failure,
                    "a room that went on as another is not followed yet"
                );
            }
        }
    }

    async fn follow(self: &Arc<Matrix>, old: &RoomId) -> Result<(), Failure> {
        let old = self.client.get_room(old);
        let Some((old, next)) = old.and_then(|old| Some((old.clone(), old.successor_room()?)))
        else {
            return Ok(());
        };
        if self.kept_room(&next_key(old.room_id()))?.is_some() {
            return Ok(());
        }
        let next = next.room_id;
        match self.client.get_room(&next) {
            Some(next) if next.state() == RoomState::Joined => {
                if before(&next).as_deref() == Some(old.room_id()) {
                    self.link(old.room_id(), next.room_id()).await?;
                }
                Ok(())
            }
            // That is answered as every invitation is.
            Some(next) if next.state() == RoomState::Invited => Ok(()),
            _ => {
                self.enter_next(old, next);
                Ok(())
            }
        }
    }

    /// Comes into the room that takes the place of another, by a task of its own, which is begun once.
    fn enter_next(self: &Arc<Matrix>, old: Room, next: OwnedRoomId) {
        let pair = (old.room_id().to_owned(), next.clone());
        if hold(&self.upgrades).put(pair, ()).is_some() {
            return;
        }
        let matrix = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(failure) = matrix.try_to_enter(&old, &next).await {
                warn!(?failure, "a room went on as one that the bot may not enter");
            }
        });
    }

    async fn try_to_enter(&self, old: &Room, next: &RoomId) -> Result<(), Failure> {
        let tombstone = old
            .get_state_event_static::<RoomTombstoneEventContent>()
            .await?;
        let Some(RawSyncOrStrippedState::Sync(tombstone)) = tombstone else {
            return Ok(());
        };
        let by: OwnedUserId = match tombstone.get_field("sender") {
            Ok(Some(by)) => by,
            _ => return Ok(()),
        };
        if !hold(&self.invitations).takes(&by, Instant::now()) {
            info!("a room that went on as another is one too many");
            return Ok(());
        }
        let via = [by.server_name().to_owned()];
        let mut pause = FIRST_PAUSE;
        for _ in 1..MOST_ATTEMPTS {
            match self.enter(old.room_id(), next, &via).await {
                Err(Failure::Later(reason)) => {
                    warn!(reason, "a room is entered later");
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
                entered => return entered,
            }
        }
        self.enter(old.room_id(), next, &via).await
    }

    /// Comes into a room, and leaves it again if it does not say itself that it goes on from the other one.
    async fn enter(
        &self,
        old: &RoomId,
        next: &RoomId,
        via: &[OwnedServerName],
    ) -> Result<(), Failure> {
        self.client
            .join_room_by_id_or_alias(next.into(), via)
            .await?;
        let request = get_state_event_for_key::v3::Request::new(
            next.to_owned(),
            StateEventType::RoomCreate,
            String::new(),
        );
        let create = self.client.send(request).await?;
        let create: Value = serde_json::from_str(create.event_or_content.get()).unwrap_or_default();
        if create.pointer("/predecessor/room_id") == Some(&json!(old)) {
            return self.link(old, next).await;
        }
        info!("a room that does not go on from another is left");
        self.leave(next).await
    }

    /// Remembers that a room has gone on as another. What was remembered before stays.
    async fn link(&self, old: &RoomId, next: &RoomId) -> Result<(), Failure> {
        if self.kept_room(&next_key(old))?.is_some() || self.kept_room(&first_key(next))?.is_some()
        {
            return Ok(());
        }
        let mut batch = Batch::default();
        batch.put(next_key(old), next.as_str());
        batch.put(first_key(next), self.first_of(old)?.as_str());
        self.keep(batch).await
    }

    /// The first of the rooms of which this one is the last so far; matches know no other.
    pub(super) fn first_of(&self, room: &RoomId) -> Result<OwnedRoomId, Failure> {
        let found = self.kept_room(&first_key(room))?;
        Ok(found.unwrap_or_else(|| room.to_owned()))
    }

    /// The last of the rooms that this one went on as.
    pub(super) fn last_of(&self, room: &RoomId) -> Result<OwnedRoomId, Failure> {
        let mut room = room.to_owned();
        for _ in 0..MOST_UPGRADES {
            match self.kept_room(&next_key(&room))? {
                Some(next)
                    if self
                        .client
                        .get_room(&next)
                        .is_some_and(|next| next.state() == RoomState::Joined) =>
                {
                    room = next;
                }
                _ => break,
            }
        }
        Ok(room)
    }

    fn kept_room(&self, key: &[u8]) -> Result<Option<OwnedRoomId>, Failure> {
        let found = self.writer.get(key)?;
        let text = found.and_then(|found| String::from_utf8(found).ok());
        Ok(text.and_then(|text| OwnedRoomId::try_from(text).ok()))
    }
}

/// The room that a room says it goes on from.
fn before(room: &Room) -> Option<OwnedRoomId> {
    room.predecessor_room().map(|before| before.room_id)
}

fn next_key(room: &RoomId) -> Vec<u8> {
    format!("matrix/next/{room}").into_bytes()
}

fn first_key(room: &RoomId) -> Vec<u8> {
    format!("matrix/first/{room}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_makes_the_bot_run_from_room_to_room() {
        let mut invitations = Invitations::default();
        let ann = OwnedUserId::try_from("@ann:example.org").expect("an account");
        let bob = OwnedUserId::try_from("@bob:example.org").expect("an account");
        let start = Instant::now();
        for _ in 0..MOST_INVITATIONS {
            assert!(invitations.takes(&ann, start));
        }
        assert!(!invitations.takes(&ann, start + HOUR / 2));
        assert!(invitations.takes(&bob, start));
        assert!(invitations.takes(&ann, start + HOUR));
    }

    #[test]
    fn what_cannot_be_answered_is_given_up() {
        let mut invitations = Invitations::default();
        let room = OwnedRoomId::try_from("!a:example.org").expect("a room");
        let mut now = Instant::now();
        for n in 1..=MOST_ATTEMPTS {
            assert!(invitations.begins(&room, now));
            assert!(!invitations.begins(&room, now), "it is at work");
            assert_eq!(invitations.fails(&room, now), n == MOST_ATTEMPTS);
            invitations.at_work.clear();
            assert!(!invitations.begins(&room, now + MINUTE / 2));
            now += MINUTE * 2_u32.pow(n - 1);
        }
        assert!(!invitations.begins(&room, now + HOUR));
    }
}
