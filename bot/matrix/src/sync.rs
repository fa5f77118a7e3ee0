//! The sync loop: receives all events after the last answered one, in order.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use matrix_sdk::{
    Room,
    config::{SyncSettings, SyncToken},
    deserialized_responses::{TimelineEvent, TimelineEventKind},
    room::MessagesOptions,
    ruma::{
        EventId, UInt, UserId,
        api::client::{filter::FilterDefinition, sync::sync_events::v3::Filter},
        events::room::member::MembershipState,
    },
    sync::{JoinedRoomUpdate, SyncResponse},
};
use tokio::{task::JoinSet, time::Instant};
use tracing::{error, info, warn};

use super::{
    adapter::Matrix,
    failure::{Failure, failure},
    identity,
    meaning::intent_key,
    progress::{Advance, Progress},
    room_queues::{Added, Gap, Undecryptable, Update},
    settings::SessionError,
    stored::key,
    timeline::{self, RoomEvent, RoomEventKind},
};
use api::{Batch, Listener};
use kit::{Pauses, lock, panics::caught, pauses, retry};

/// The time for which the homeserver waits for events before it responds.
const LONG_POLL: Duration = Duration::from_secs(30);

/// The same while an event waits to be decrypted or handled.
const SHORT_POLL: Duration = Duration::from_secs(1);

/// The time in which a key can follow its event.
const KEY_PATIENCE: Duration = Duration::from_secs(10);

/// The pauses before the homeserver is tried again.
const PAUSES: Pauses = pauses(Duration::from_millis(500), Duration::from_secs(30));

/// The attempts to load the missed events of a room.
const MOST_QUESTIONS: usize = 10;

/// The largest number of events of a room in one response.
const AT_ONCE: u32 = 100;

/// The largest number of events that are loaded for one room after the bot was away.
const MOST_MISSED: usize = 10_000;

/// Handles the events of Matrix until `shutdown`. Calls `connected` with the bot's account after the first sync.
///
/// # Errors
///
/// The homeserver does not know the session any more.
pub async fn serve(
    matrix: Arc<Matrix>,
    listener: Arc<dyn Listener>,
    connected: impl Fn(&str) + Send + Sync + 'static,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), SessionError> {
    matrix.listener.get_or_init(|| Arc::downgrade(&listener));
    matrix.handle_verifications();
    let mut room_tasks = RoomTasks::new();
    let served = tokio::select! {
        // A shutdown handles no further event, even if one has come.
        biased;
        () = shutdown => Ok(()),
        served = matrix.handle_all(&mut room_tasks, &connected) => served,
        never = matrix.retouch() => match never {},
    };
    // The end of the program would not wait for the effects of events that are handled after this function.
    room_tasks.shutdown().await;
    served
}

/// The tasks that handle events, one for each room with waiting events.
type RoomTasks = JoinSet<()>;

impl Matrix {
    async fn handle_all(
        self: &Arc<Matrix>,
        room_tasks: &mut RoomTasks,
        connected: &(impl Fn(&str) + Send + Sync),
    ) -> Result<(), SessionError> {
        // The position after the events that were answered before the last stop.
        let mut since = self.kept_text(&self.since_key()).ok().flatten();
        if let Err(failure) = self.take_up_meanings() {
            warn!(?failure, "cannot clear the choices from before the start");
        }
        let mut is_connected = false;
        loop {
            let next = || self.next(since.as_deref(), is_connected);
            let response = retry("to receive events", PAUSES, next).await;
            let response = response
                .map_err(|_| SessionError::LoggedOut(self.settings.store.display().to_string()))?;
            let next = response.next_batch.clone();
            self.read(room_tasks, since.as_deref(), response).await;
            // Forgets the tasks that have ended. A panic was logged by its hook.
            while room_tasks.try_join_next().is_some() {}
            since = Some(next);
            if !is_connected {
                is_connected = true;
                self.tell_fingerprint().await;
                self.tell_signed().await;
                self.show_profile().await;
                self.learn_name().await;
                for room in self.client.joined_rooms() {
                    self.follow_upgrade(room.room_id()).await;
                }
                connected(self.account.as_str());
                let matrix = Arc::clone(self);
                room_tasks.spawn(async move { matrix.update_commands().await });
            }
            self.answer_invitations().await;
            self.mend_verifications().await;
        }
    }

    /// Returns the key of the sync token from which this session continues.
    fn since_key(&self) -> Vec<u8> {
        let device = self.client.device_id().map_or("", |device| device.as_str());
        key("since", device)
    }

    /// Stores the progress, together with these changes.
    async fn advance(&self, mut batch: Batch, step: impl FnOnce(&mut Progress) -> Advance) {
        let kept = {
            // Held until the store has the change, so that the store gets all changes in order.
            let mut progress = lock(&self.progress);
            let advance = step(&mut progress);
            if advance == Advance::default() {
                return;
            }
            if let Some(since) = advance.token {
                batch.put(self.since_key(), since);
                // All earlier events without an answer were repeated before this point.
                for key in std::mem::take(&mut *lock(&self.intents_before)) {
                    batch.remove(key);
                }
            }
            if let Some(event) = advance.remember {
                batch.put(key("answered", &event), "");
            }
            for event in advance.forget {
                batch.remove(key("answered", &event));
            }
            self.writer.commit(batch)
        };
        if let Err(error) = kept.await {
            warn!(%error, "cannot store the position in a room; some events will repeat after a restart");
        }
    }

    /// Requests the sync after `since`.
    async fn next(&self, since: Option<&str>, is_patient: bool) -> Result<SyncResponse, Failure> {
        // The order matters, because an event that leaves its queue can turn out to be undecryptable.
        let is_idle = self.room_queues.is_empty() && lock(&self.undecryptable).is_empty();
        let poll = match (is_patient, is_idle) {
            (false, _) => Duration::ZERO,
            (true, true) => LONG_POLL,
            (true, false) => SHORT_POLL,
        };
        let mut filter = FilterDefinition::empty();
        filter.room.timeline.limit = Some(UInt::from(AT_ONCE));
        filter.presence.types = Some(Vec::new());
        filter.room.ephemeral.types = Some(Vec::new());
        let since = since.map_or(SyncToken::NoToken, SyncToken::from);
        let settings = SyncSettings::new()
            .timeout(poll)
            .filter(Filter::FilterDefinition(filter))
            .token(since);
        let response = self.client.sync_once(settings).await;
        self.is_connected.store(response.is_ok(), Ordering::Relaxed);
        match response.map_err(failure) {
            // Only the end of the session stops the sync.
            Err(Failure::Refused(reason)) => Err(Failure::Later(reason)),
            response => response,
        }
    }

    /// Hands the events of a sync to the queues of their rooms, without waiting until they are handled.
    async fn read(
        self: &Arc<Matrix>,
        room_tasks: &mut RoomTasks,
        since: Option<&str>,
        response: SyncResponse,
    ) {
        let batch = lock(&self.progress).begin(&response.next_batch);
        // Messages after a room upgrade belong to the matches of the old room, whatever comes first.
        for id in response.rooms.joined.keys() {
            self.follow_upgrade(id).await;
        }
        for (id, joined) in response.rooms.joined {
            // Messages from before the login were not for the bot.
            let (Some(room), Some(since)) = (self.client.get_room(&id), since) else {
                continue;
            };
            let whole = Gap {
                since: since.to_owned(),
                until: response.next_batch.clone(),
            };
            let update = self.update(batch, since, joined);
            self.hand_over(room_tasks, room, update, Some(whole)).await;
        }
        for id in response.rooms.left.keys() {
            self.forget_left(id).await;
        }
        self.decrypt_waiting(room_tasks).await;
        self.end(batch).await;
    }

    /// Hands the update of a room to the task that handles it.
    async fn hand_over(
        self: &Arc<Matrix>,
        room_tasks: &mut RoomTasks,
        room: Room,
        update: Update,
        whole: Option<Gap>,
    ) {
        let batch = update.batch;
        lock(&self.progress).keep_open(batch);
        match self.room_queues.add(room.room_id(), update, whole) {
            Added::First => {
                let matrix = Arc::clone(self);
                room_tasks.spawn(async move {
                    let handle = |update| matrix.handle_update(&room, update);
                    let end = |batch| matrix.end(batch);
                    matrix
                        .room_queues
                        .handle_all(room.room_id(), handle, end)
                        .await;
                });
            }
            Added::Behind => {}
            Added::Joined => self.end(batch).await,
        }
    }

    async fn handle_update(self: &Arc<Matrix>, room: &Room, Update { batch, gap, events }: Update) {
        if let Some(gap) = gap {
            let permit = self.catching_up.acquire().await;
            let _permit = permit.expect("it is never closed");
            for event in self.missed(room, &gap).await {
                self.take(batch, room, &event).await;
            }
        }
        for event in events {
            self.take(batch, room, &event).await;
        }
    }

    /// Ends the reading of a batch.
    pub(super) async fn end(&self, batch: u64) {
        self.advance(Batch::default(), |progress| progress.read(batch))
            .await;
    }

    /// Records that an event of a person is answered.
    pub(super) async fn close(&self, event: &EventId, by: &UserId) {
        let mut batch = Batch::default();
        batch.remove(intent_key(event, by));
        self.advance(batch, |progress| progress.answered(event))
            .await;
    }

    /// Tells whether an event was answered, although the homeserver repeats it.
    pub(super) fn is_answered(&self, event: &EventId) -> Result<bool, Failure> {
        Ok(self.writer.get(&key("answered", event))?.is_some())
    }

    /// Builds the update of a room from the events since `since` and since the bot joined.
    fn update(&self, batch: u64, since: &str, joined: JoinedRoomUpdate) -> Update {
        let timeline = joined.timeline;
        let mut events = timeline.events;
        let arrival = events.iter().rposition(|event| self.is_own_arrival(event));
        let before = timeline.prev_batch.filter(|_| timeline.limited);
        let gap = match arrival {
            Some(at) => {
                events.drain(..=at);
                None
            }
            None => before.map(|until| Gap {
                since: since.to_owned(),
                until,
            }),
        };
        Update { batch, gap, events }
    }

    /// Loads the events of a gap, oldest first, as far as the homeserver returns them.
    async fn missed(&self, room: &Room, gap: &Gap) -> Vec<TimelineEvent> {
        let pauses = PAUSES.with_max_times(MOST_QUESTIONS);
        let missed = || self.try_missed(room, gap);
        let missed = retry("to load the missed events of a room", pauses, missed).await;
        missed.unwrap_or_else(|failure| {
            warn!(?failure, "cannot load the events that a room missed");
            Vec::new()
        })
    }

    async fn try_missed(&self, room: &Room, gap: &Gap) -> Result<Vec<TimelineEvent>, Failure> {
        let mut missed = Vec::new();
        let mut from = gap.until.clone();
        'all: while missed.len() < MOST_MISSED {
            let mut options = MessagesOptions::backward().from(&*from);
            options.to = Some(gap.since.clone());
            options.limit = UInt::from(AT_ONCE);
            let messages = room.messages(options).await.map_err(failure)?;
            let is_last = messages.chunk.is_empty();
            for event in messages.chunk {
                if self.is_own_arrival(&event) {
                    break 'all;
                }
                missed.push(event);
            }
            match messages.end {
                Some(end) if !is_last => from = end,
                _ => break,
            }
        }
        missed.reverse();
        Ok(missed)
    }

    /// Tells whether this event makes the bot join the room.
    fn is_own_arrival(&self, event: &TimelineEvent) -> bool {
        let Some(RoomEvent {
            kind: RoomEventKind::Membership { of, before, now },
            ..
        }) = timeline::read(event.raw())
        else {
            return false;
        };
        let join = MembershipState::Join;
        of == self.account && now == join && before != Some(join)
    }

    /// Routes an event to its handler.
    async fn take(self: &Arc<Matrix>, batch: u64, room: &Room, event: &TimelineEvent) {
        let Some(room_event) = timeline::read(event.raw()) else {
            return;
        };
        if room_event.by == self.account {
            return;
        }
        if let TimelineEventKind::UnableToDecrypt { event, .. } = &event.kind {
            if room_event.kind == RoomEventKind::Undecryptable {
                lock(&self.progress).keep_open(batch);
                lock(&self.undecryptable).push(Undecryptable {
                    room: room.room_id().to_owned(),
                    batch,
                    event: event.clone().cast_unchecked(),
                    since: Instant::now(),
                });
            }
            return;
        }
        let encrypted = event.encryption_info();
        let room_event = RoomEvent {
            session: encrypted.and_then(|encrypted| encrypted.sender_device.clone()),
            ..room_event
        };
        let handling = self.handle_event(batch, room, &room_event);
        if caught(handling).await.is_none() {
            let event = &room_event.id;
            error!(%event, "dropped an event after a panic");
            lock(&self.progress).open(batch, event);
            self.close(event, &room_event.by).await;
        }
    }

    /// Decrypts the waiting events as soon as their keys come. Notifies the author of an event that waits too long.
    async fn decrypt_waiting(self: &Arc<Matrix>, room_tasks: &mut RoomTasks) {
        let all = std::mem::take(&mut *lock(&self.undecryptable));
        for waiting in all {
            let Some(room) = self.client.get_room(&waiting.room) else {
                self.end(waiting.batch).await;
                continue;
            };
            match room.decrypt_event(&waiting.event, None).await {
                Ok(opened) if matches!(opened.kind, TimelineEventKind::Decrypted(_)) => {
                    let update = Update {
                        batch: waiting.batch,
                        gap: None,
                        events: vec![opened],
                    };
                    self.hand_over(room_tasks, room, update, None).await;
                }
                _ if waiting.since.elapsed() < KEY_PATIENCE => {
                    lock(&self.undecryptable).push(waiting);
                    continue;
                }
                _ => {
                    let event = waiting.event.cast_ref_unchecked();
                    self.tell_undecryptable(&room, event).await;
                }
            }
            self.end(waiting.batch).await;
        }
    }

    /// Loads the display name by which people address the bot.
    async fn learn_name(&self) {
        // Without one its account is its name.
        if let Ok(Some(name)) = self.client.account().get_display_name().await {
            *lock(&self.name) = name;
        }
    }

    /// Warns the operator if the session is not signed, so that people cannot trust it.
    async fn tell_signed(&self) {
        match identity::note(&self.settings.store, &self.client).await {
            Ok(true) => {}
            Ok(false) => warn!(
                "the session of the bot is not signed, so clients warn about its messages or hide them; stop it and run `oddboard recover`"
            ),
            Err(error) => warn!(%error, "cannot store whether the session is signed"),
        }
    }

    /// Logs the key by which people can check that they write to the bot.
    async fn tell_fingerprint(&self) {
        let device = self.client.device_id().map_or("", |device| device.as_str());
        let key = self.client.encryption().ed25519_key().await;
        info!(device, key, "the session of the bot");
    }
}
