//! The account on the homeserver, and what is done by it.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroUsize,
    sync::{
        Arc, Mutex, OnceLock, Weak,
        atomic::{AtomicBool, AtomicU64},
    },
    time::Duration,
};

use matrix_sdk::{
    Client, Room, RoomState,
    ruma::{OwnedEventId, OwnedRoomId, OwnedUserId, RoomId, UserId as MatrixUser},
};
use serde_json::{Map, Value};
use tokio::sync::{OwnedMutexGuard, RwLock, Semaphore};

use super::{
    events::{LIFE, OpenEvent},
    failure::{Failure, failure},
    ids::{self, Location},
    invitations::Invitations,
    lanes::{RoomLanes, Undecryptable},
    pace::SpeakingPace,
    progress::Progress,
    session,
    settings::{MatrixSettings, SessionError},
    shared_session,
    touches::Touches,
};
use api::{Capabilities, Listener, Speaker, Tenure};
use kit::{Keyed, Memory};
use store::writer::Writer;
use text::Language;

/// How many messages are remembered as they were said, because they may be changed.
const SAID: NonZeroUsize = NonZeroUsize::new(1000).expect("1,000 is not 0");

/// In how many rooms at once it is asked what happened meanwhile.
const MOST_CATCHING_UP: usize = 4;

/// With how many people at once it refuses to verify; others get no answer.
const MOST_REFUSING: usize = 4;

/// What can be done there; `threads` is whether matches get threads.
pub(super) fn capabilities(threads: bool) -> Capabilities {
    Capabilities {
        edits: true,
        pictures: true,
        threads,
        replaces_posts: false,
        posts_are_few: true,
        ..Capabilities::default()
    }
}

/// Matrix.
pub struct Matrix {
    pub(super) settings: MatrixSettings,
    pub(super) client: Client,
    pub(super) account: OwnedUserId,
    /// Whether sessions that their owners have not signed get no keys to what the bot says.
    pub(super) withholds: bool,
    /// The name that people see.
    pub(super) name: Mutex<String>,
    pub(super) writer: Writer,
    /// That this process is the one that is there.
    pub(super) tenure: Tenure,
    /// Who hears what people do, once there is somebody.
    pub(super) listener: OnceLock<Weak<dyn Listener>>,
    /// Whether the homeserver answered when it was asked last what happens.
    pub(super) is_connected: AtomicBool,
    pub(super) progress: Mutex<Progress>,
    /// The keys of what was meant before the start, until all of that is answered.
    pub(super) meant_before: Mutex<Vec<Vec<u8>>>,
    /// The number of the event that is heard next, and for each person that of the last one whose answer was begun.
    pub(super) order: AtomicU64,
    pub(super) answered_last: Memory<OwnedUserId, u64>,
    /// Held while somebody is answered, so that what is said last is what they choose from.
    pub(super) answering: Keyed<OwnedUserId, tokio::sync::Mutex<()>>,
    /// What can still be answered.
    pub(super) open: Memory<OwnedEventId, Arc<OpenEvent>>,
    pub(super) names: Memory<OwnedUserId, Speaker>,
    /// Who opens a room for direct messages waits for their turn, so that there is one for each person.
    pub(super) doors: Keyed<OwnedUserId, tokio::sync::Mutex<()>>,
    /// Held while something is posted, so that nobody answers a post that is not remembered yet.
    pub(super) gates: Keyed<OwnedRoomId, RwLock<()>>,
    /// Who says something in an encrypted room waits for their turn: the library panics where many do so while the key of
    /// the room is changed.
    turns: Keyed<OwnedRoomId, tokio::sync::Mutex<()>>,
    /// What was said, as it was said.
    pub(super) said: Memory<OwnedEventId, Map<String, Value>>,
    pub(super) sealed: Mutex<Vec<Undecryptable>>,
    pub(super) lanes: RoomLanes,
    /// Held while what happened in a room meanwhile is asked for and heard: it may be much.
    pub(super) catching_up: Semaphore,
    /// Who refuses to verify with somebody holds a permit.
    pub(super) refusing: Semaphore,
    pub(super) invitations: Invitations,
    /// The rooms that the bot leaves by itself, until it is told that it has.
    pub(super) leaving: Mutex<BTreeSet<OwnedRoomId>>,
    pub(super) pace: SpeakingPace,
    pub(super) touches: Touches,
    /// The rooms of people who were deleted and are still to be answered.
    pub(super) farewells: Mutex<BTreeMap<OwnedUserId, OwnedRoomId>>,
    /// The rooms that went on as others which the bot has tried to enter.
    pub(super) upgrades: Memory<(OwnedRoomId, OwnedRoomId), ()>,
}

impl Matrix {
    /// The platform, logged in; it hears nothing until it is [served](super::serve). `writer` remembers what was heard and where
    /// people are alone with the bot; for as long as `tenure` goes on no other process is there.
    ///
    /// # Errors
    ///
    /// There is no session and none can be had.
    pub async fn open(
        settings: MatrixSettings,
        writer: Writer,
        tenure: Tenure,
    ) -> Result<Arc<Matrix>, SessionError> {
        let client = shared_session::open(&settings, &writer).await?;
        let account = client.user_id().map(MatrixUser::to_owned);
        let account = account.ok_or(SessionError::Password)?;
        let withholds = session::withholds(&settings, &client);
        Ok(Arc::new(Matrix {
            withholds,
            settings,
            client,
            name: Mutex::new(account.localpart().to_owned()),
            account,
            writer,
            tenure,
            listener: OnceLock::new(),
            is_connected: AtomicBool::default(),
            progress: Mutex::default(),
            meant_before: Mutex::default(),
            order: AtomicU64::new(1),
            answered_last: Memory::default(),
            answering: Keyed::default(),
            open: Memory::lasting(LIFE),
            names: Memory::default(),
            doors: Keyed::default(),
            gates: Keyed::default(),
            turns: Keyed::default(),
            said: Memory::of(SAID, Duration::MAX),
            sealed: Mutex::default(),
            lanes: RoomLanes::default(),
            catching_up: Semaphore::new(MOST_CATCHING_UP),
            refusing: Semaphore::new(MOST_REFUSING),
            invitations: Invitations::default(),
            leaving: Mutex::default(),
            pace: SpeakingPace::default(),
            touches: Touches::default(),
            farewells: Mutex::default(),
            upgrades: Memory::default(),
        }))
    }

    /// That this process is the one that is there.
    pub fn tenure(&self) -> Tenure {
        self.tenure.clone()
    }

    /// The language of one person.
    pub(super) fn language_of(&self, user: &MatrixUser) -> Language {
        let listener = self.listener.get().and_then(Weak::upgrade);
        let chosen = listener.and_then(|listener| listener.chosen_language(&ids::user_id(user)));
        chosen.unwrap_or(self.settings.language)
    }

    /// A room that the bot is in.
    pub(super) fn joined(&self, room: &RoomId) -> Result<Room, Failure> {
        let room = self.client.get_room(room);
        room.filter(|room| room.state() == RoomState::Joined)
            .ok_or_else(|| Failure::Refused("the bot is not in that room any more".to_owned()))
    }

    /// The room where something is to be said that belongs there.
    pub(super) fn room_at(&self, spot: &Location) -> Result<Room, Failure> {
        let last = self.last_of(&spot.room)?;
        if let Some(root) = &spot.root
            && self.room_of_thread(root)?.as_ref() != Some(&last)
        {
            return Err(Failure::Refused(
                "the room of that thread has gone on as another".to_owned(),
            ));
        }
        self.joined(&last)
    }

    /// Waits for the turn to say something in an encrypted room.
    pub(super) async fn turn(&self, room: &Room) -> Result<Option<OwnedMutexGuard<()>>, Failure> {
        if !room
            .latest_encryption_state()
            .await
            .map_err(failure)?
            .is_encrypted()
        {
            return Ok(None);
        }
        let turn = self.turns.get(room.room_id().to_owned());
        Ok(Some(turn.lock_owned().await))
    }
}
