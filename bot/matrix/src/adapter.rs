//! The account of the bot on the homeserver, with the state that all of its work shares.

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
    failure::Failure,
    ids::{self, Location},
    invitations::Invitations,
    progress::Progress,
    room_queues::{RoomQueues, Undecryptable},
    room_state::is_encrypted,
    send_limiter::SendLimiter,
    session,
    settings::{MatrixSettings, SessionError},
    shared_session,
    touches::Touches,
};
use api::{Capabilities, Listener, Speaker, Tenure};
use kit::{Keyed, Memory};
use store::writer::Writer;
use text::Language;

/// The number of messages with their content in memory, for later edits.
const MOST_CONTENTS: NonZeroUsize = NonZeroUsize::new(1000).expect("1,000 is not 0");

/// The maximum number of rooms that load their missed events at once.
const MOST_CATCHING_UP: usize = 4;

/// The maximum number of verifications that the bot refuses at once; others get no answer.
const MOST_REFUSING: usize = 4;

/// The capabilities of Matrix; `threads` is true if matches get threads.
pub(super) fn capabilities(threads: bool) -> Capabilities {
    Capabilities {
        threads,
        posts_are_few: true,
        ..Capabilities::default()
    }
}

/// The Matrix platform.
pub struct Matrix {
    pub(super) settings: MatrixSettings,
    pub(super) client: Client,
    pub(super) account: OwnedUserId,
    /// True if sessions that their owners have not signed get no keys to the bot's messages.
    pub(super) withholds: bool,
    /// The display name of the bot.
    pub(super) name: Mutex<String>,
    pub(super) writer: Writer,
    /// The proof that this process owns the session.
    pub(super) tenure: Tenure,
    /// The listener that receives the events, once there is one.
    pub(super) listener: OnceLock<Weak<dyn Listener>>,
    /// True if the last sync request was answered.
    pub(super) is_connected: AtomicBool,
    pub(super) progress: Mutex<Progress>,
    /// The keys of meanings from before the start, until all of those events are answered.
    pub(super) intents_before: Mutex<Vec<Vec<u8>>>,
    /// The number of the next event, and for each person the number of the last event with an answer begun.
    pub(super) order: AtomicU64,
    pub(super) answered_last: Memory<OwnedUserId, u64>,
    /// Held during an answer to a person, so that their choice belongs to the message sent last.
    pub(super) answering: Keyed<OwnedUserId, tokio::sync::Mutex<()>>,
    /// The events that can still be answered.
    pub(super) open: Memory<OwnedEventId, Arc<OpenEvent>>,
    pub(super) names: Memory<OwnedUserId, Speaker>,
    /// One lock for each person, held while the bot opens their direct room, so that it opens only one.
    pub(super) doors: Keyed<OwnedUserId, tokio::sync::Mutex<()>>,
    /// Held during a post, so that an answer to it comes only after its choices are stored.
    pub(super) gates: Keyed<OwnedRoomId, RwLock<()>>,
    /// One lock for each encrypted room, held during a send: the library panics if many sends run while the room key changes.
    turns: Keyed<OwnedRoomId, tokio::sync::Mutex<()>>,
    /// The contents of messages as they were sent.
    pub(super) contents: Memory<OwnedEventId, Map<String, Value>>,
    pub(super) undecryptable: Mutex<Vec<Undecryptable>>,
    pub(super) room_queues: RoomQueues,
    /// Held while a room loads and handles its missed events: there can be many.
    pub(super) catching_up: Semaphore,
    /// One permit for each verification that the bot is refusing.
    pub(super) refusing: Semaphore,
    pub(super) invitations: Invitations,
    /// The rooms that the bot leaves on its own, until the homeserver reports that it has left.
    pub(super) leaving: Mutex<BTreeSet<OwnedRoomId>>,
    pub(super) send_limiter: SendLimiter,
    pub(super) touches: Touches,
    /// The direct rooms of deleted people who still wait for their last answer.
    pub(super) farewells: Mutex<BTreeMap<OwnedUserId, OwnedRoomId>>,
    /// The room upgrades that the bot has tried to follow, as pairs of the old and the new room.
    pub(super) upgrades: Memory<(OwnedRoomId, OwnedRoomId), ()>,
}

impl Matrix {
    /// Opens the session. The platform receives nothing until it is [served](super::serve). `writer` stores the progress and
    /// the direct rooms. While `tenure` lasts, no other process uses the session.
    ///
    /// # Errors
    ///
    /// The session does not exist and cannot be opened.
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
            intents_before: Mutex::default(),
            order: AtomicU64::new(1),
            answered_last: Memory::default(),
            answering: Keyed::default(),
            open: Memory::lasting(LIFE),
            names: Memory::default(),
            doors: Keyed::default(),
            gates: Keyed::default(),
            turns: Keyed::default(),
            contents: Memory::of(MOST_CONTENTS, Duration::MAX),
            undecryptable: Mutex::default(),
            room_queues: RoomQueues::default(),
            catching_up: Semaphore::new(MOST_CATCHING_UP),
            refusing: Semaphore::new(MOST_REFUSING),
            invitations: Invitations::default(),
            leaving: Mutex::default(),
            send_limiter: SendLimiter::default(),
            touches: Touches::default(),
            farewells: Mutex::default(),
            upgrades: Memory::default(),
        }))
    }

    /// Returns the proof that this process owns the session.
    pub fn tenure(&self) -> Tenure {
        self.tenure.clone()
    }

    /// Returns the listener, as long as Matrix is served.
    pub(super) fn listener(&self) -> Option<Arc<dyn Listener>> {
        self.listener.get().and_then(Weak::upgrade)
    }

    /// Returns the language of one person.
    pub(super) fn language_of(&self, user: &MatrixUser) -> Language {
        let of_user = |listener: Arc<dyn Listener>| listener.chosen_language(&ids::user_id(user));
        let chosen = self.listener().and_then(of_user);
        chosen.unwrap_or(self.settings.language)
    }

    /// Returns a room that the bot has joined.
    pub(super) fn joined(&self, room: &RoomId) -> Result<Room, Failure> {
        let room = self.client.get_room(room);
        room.filter(|room| room.state() == RoomState::Joined)
            .ok_or_else(|| Failure::Refused("the bot is not in that room any more".to_owned()))
    }

    /// Returns the room in which a message to a room or a thread is sent.
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

    /// Waits for the lock to send a message in an encrypted room.
    pub(super) async fn turn(&self, room: &Room) -> Result<Option<OwnedMutexGuard<()>>, Failure> {
        if !is_encrypted(room).await? {
            return Ok(None);
        }
        let turn = self.turns.get(room.room_id().to_owned());
        Ok(Some(turn.lock_owned().await))
    }
}
