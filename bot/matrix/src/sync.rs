//! Hearing what happens on Matrix: everything after what was answered last, in order.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use matrix_sdk::{
    Room,
    config::SyncSettings,
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
    lanes::{Added, Gap, Undecryptable, Update},
    meaning::meant_key,
    progress::{Advance, Progress},
    settings::SessionError,
    stored::key,
    timeline::{self, RoomEvent, RoomEventKind},
};
use api::{Batch, Listener};
use kit::{Pauses, lock, panics::caught, pauses, retry};

/// How long the homeserver may wait for something to happen before it answers.
const LONG_POLL: Duration = Duration::from_secs(30);

/// The same while something waits to be read or heard.
const SHORT_POLL: Duration = Duration::from_secs(1);

/// How long a key may come after what it opens.
const KEY_PATIENCE: Duration = Duration::from_secs(10);

/// The pauses before the homeserver is tried again.
const PAUSES: Pauses = pauses(Duration::from_millis(500), Duration::from_secs(30));

/// How often it is asked again what happened in a room meanwhile.
const MOST_QUESTIONS: usize = 10;

/// How many events of a room come at once.
const AT_ONCE: u32 = 100;

/// How many events are read again that came to one room while the bot was away.
const MOST_MISSED: usize = 10_000;

/// Hears what people do on Matrix until `shutdown`. `connected` is called with the bot's account when it is there.
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
    matrix.hear_verifications();
    let mut ears = RoomTasks {
        listener,
        tasks: JoinSet::new(),
    };
    let served = tokio::select! {
        // Who is to stop hears nothing more, whatever has come.
        biased;
        () = shutdown => Ok(()),
        served = matrix.hear_all(&mut ears, &connected) => served,
        never = matrix.retouch() => match never {},
    };
    // Nothing is heard once this has ended, or the end of the program would not wait for what comes of it.
    ears.tasks.shutdown().await;
    served
}

/// Those who hear what came, a task for each room where something waits.
struct RoomTasks {
    listener: Arc<dyn Listener>,
    tasks: JoinSet<()>,
}

impl RoomTasks {
    /// Forgets the tasks that have ended. A panic was logged by its hook.
    fn tidy(&mut self) {
        while self.tasks.try_join_next().is_some() {}
    }
}

impl Matrix {
    async fn hear_all(
        self: &Arc<Matrix>,
        ears: &mut RoomTasks,
        connected: &(impl Fn(&str) + Send + Sync),
    ) -> Result<(), SessionError> {
        let mut since = self.since();
        if let Err(failure) = self.take_up_meanings() {
            warn!(?failure, "cannot clear the choices from before the start");
        }
        let mut is_connected = false;
        loop {
            let next = || self.next(since.as_deref(), is_connected);
            let response = retry("to hear what happens", PAUSES, next).await;
            let response = response
                .map_err(|_| SessionError::LoggedOut(self.settings.store.display().to_string()))?;
            let next = response.next_batch.clone();
            self.read(ears, since.as_deref(), response).await;
            ears.tidy();
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
                ears.tasks
                    .spawn(async move { matrix.update_commands().await });
            }
            self.answer_invitations().await;
            self.mend_verifications().await;
        }
    }

    /// From where to go on: after what was answered before the last stop, by this session.
    fn since(&self) -> Option<String> {
        self.kept_text(&self.since_key()).ok().flatten()
    }

    fn since_key(&self) -> Vec<u8> {
        let device = self.client.device_id().map_or("", |device| device.as_str());
        key("since", device)
    }

    /// Remembers how far all is answered, and makes these changes with it.
    async fn advance(&self, mut batch: Batch, step: impl FnOnce(&mut Progress) -> Advance) {
        let kept = {
            // Held until the store has the change, so that no earlier one comes after it.
            let mut progress = lock(&self.progress);
            let advance = step(&mut progress);
            if advance == Advance::default() {
                return;
            }
            if let Some(since) = advance.token {
                batch.put(self.since_key(), since);
                // All that was told before the start and is not answered was told again before that.
                for meant in std::mem::take(&mut *lock(&self.meant_before)) {
                    batch.remove(meant);
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

    /// What comes after `since`.
    async fn next(&self, since: Option<&str>, is_patient: bool) -> Result<SyncResponse, Failure> {
        // In this order: what is heard may turn out to be sealed.
        let poll = match self.lanes.is_empty() && lock(&self.sealed).is_empty() {
            _ if !is_patient => Duration::ZERO,
            true => LONG_POLL,
            false => SHORT_POLL,
        };
        let mut filter = FilterDefinition::empty();
        filter.room.timeline.limit = Some(UInt::from(AT_ONCE));
        filter.presence.types = Some(Vec::new());
        filter.room.ephemeral.types = Some(Vec::new());
        let settings = SyncSettings::new()
            .timeout(poll)
            .filter(Filter::FilterDefinition(filter));
        let settings = match since {
            Some(since) => settings.token(since),
            None => settings.token(matrix_sdk::config::SyncToken::NoToken),
        };
        let heard = self.client.sync_once(settings).await;
        self.is_connected.store(heard.is_ok(), Ordering::Relaxed);
        match heard.map_err(failure) {
            // Nothing but the end of the session keeps the bot from asking again.
            Err(Failure::Refused(reason)) => Err(Failure::Later(reason)),
            heard => heard,
        }
    }

    /// Takes what came to where it is heard; nobody waits until it is.
    async fn read(
        self: &Arc<Matrix>,
        ears: &mut RoomTasks,
        since: Option<&str>,
        response: SyncResponse,
    ) {
        let batch = lock(&self.progress).begin(&response.next_batch);
        // What is said where a room goes on belongs to its matches, whatever comes first.
        for id in response.rooms.joined.keys() {
            self.follow_upgrade(id).await;
        }
        for (id, joined) in response.rooms.joined {
            // What was said before the bot logged in was not said to it.
            let (Some(room), Some(since)) = (self.client.get_room(&id), since) else {
                continue;
            };
            let whole = Gap {
                since: since.to_owned(),
                until: response.next_batch.clone(),
            };
            let update = self.update(batch, since, joined);
            self.hand_over(ears, room, update, Some(whole)).await;
        }
        for id in response.rooms.left.keys() {
            self.forget_left(id).await;
        }
        self.open_sealed(ears).await;
        self.end(batch).await;
    }

    /// Hands over what came to a room to who hears it.
    async fn hand_over(
        self: &Arc<Matrix>,
        ears: &mut RoomTasks,
        room: Room,
        update: Update,
        whole: Option<Gap>,
    ) {
        let batch = update.batch;
        lock(&self.progress).hold(batch);
        match self.lanes.add(room.room_id(), update, whole) {
            Added::First => {
                let (matrix, listener) = (Arc::clone(self), Arc::clone(&ears.listener));
                let hearing = async move { matrix.hear_room(&*listener, &room).await };
                ears.tasks.spawn(hearing);
            }
            Added::Behind => {}
            Added::Joined => self.end(batch).await,
        }
    }

    /// Hears all that waits in a room.
    async fn hear_room(self: &Arc<Matrix>, listener: &dyn Listener, room: &Room) {
        let hear = |update| self.hear_update(listener, room, update);
        let end = |batch| self.end(batch);
        self.lanes.hear_all(room.room_id(), hear, end).await;
    }

    async fn hear_update(
        self: &Arc<Matrix>,
        listener: &dyn Listener,
        room: &Room,
        Update { batch, gap, events }: Update,
    ) {
        if let Some(gap) = gap {
            let permit = self.catching_up.acquire().await;
            let _permit = permit.expect("nobody closes it");
            for event in self.missed(room, &gap).await {
                self.take(listener, batch, room, &event).await;
            }
        }
        for event in events {
            self.take(listener, batch, room, &event).await;
        }
    }

    /// Something that was told is read.
    pub(super) async fn end(&self, batch: u64) {
        self.advance(Batch::default(), |progress| progress.read(batch))
            .await;
    }

    /// An event of somebody's is answered.
    pub(super) async fn close(&self, event: &EventId, by: &UserId) {
        let mut batch = Batch::default();
        batch.remove(meant_key(event, by));
        self.advance(batch, |progress| progress.answered(event))
            .await;
    }

    /// Whether an event was answered, though the homeserver tells it again.
    pub(super) fn is_answered(&self, event: &EventId) -> Result<bool, Failure> {
        Ok(self.writer.get(&key("answered", event))?.is_some())
    }

    /// What happened in a room since then and since the bot came.
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

    /// What happened in a gap, oldest first, as far as the homeserver tells it.
    async fn missed(&self, room: &Room, gap: &Gap) -> Vec<TimelineEvent> {
        let pauses = PAUSES.with_max_times(MOST_QUESTIONS);
        let missed = || self.try_missed(room, gap);
        let missed = retry("to hear what happened in a room meanwhile", pauses, missed).await;
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

    /// Whether the bot comes into the room by this event.
    fn is_own_arrival(&self, event: &TimelineEvent) -> bool {
        let Some(RoomEvent {
            deed: RoomEventKind::Membership { of, before, now },
            ..
        }) = timeline::read(event.raw())
        else {
            return false;
        };
        let join = MembershipState::Join;
        of == self.account && now == join && before != Some(join)
    }

    /// Takes an event to where it belongs.
    async fn take(
        self: &Arc<Matrix>,
        listener: &dyn Listener,
        batch: u64,
        room: &Room,
        event: &TimelineEvent,
    ) {
        let Some(heard) = timeline::read(event.raw()) else {
            return;
        };
        if heard.by == self.account {
            return;
        }
        if let TimelineEventKind::UnableToDecrypt { event, .. } = &event.kind {
            if heard.deed == RoomEventKind::Undecryptable {
                lock(&self.progress).hold(batch);
                lock(&self.sealed).push(Undecryptable {
                    room: room.room_id().to_owned(),
                    batch,
                    event: event.clone().cast_unchecked(),
                    since: Instant::now(),
                });
            }
            return;
        }
        let encrypted = event.encryption_info();
        let heard = RoomEvent {
            session: encrypted.and_then(|encrypted| encrypted.sender_device.clone()),
            ..heard
        };
        if caught(self.hear(listener, batch, room, &heard))
            .await
            .is_none()
        {
            let event = &heard.id;
            error!(%event, "dropped an event after a panic");
            lock(&self.progress).open(batch, event);
            self.close(event, &heard.by).await;
        }
    }

    /// Reads what could not be read before, if its key has come; who waits too long is told.
    async fn open_sealed(self: &Arc<Matrix>, ears: &mut RoomTasks) {
        let all = std::mem::take(&mut *lock(&self.sealed));
        for sealed in all {
            let Some(room) = self.client.get_room(&sealed.room) else {
                self.end(sealed.batch).await;
                continue;
            };
            let opened = room.decrypt_event(&sealed.event, None).await;
            let opened = opened
                .ok()
                .filter(|event| matches!(event.kind, TimelineEventKind::Decrypted(_)));
            if let Some(opened) = opened {
                let update = Update {
                    batch: sealed.batch,
                    gap: None,
                    events: vec![opened],
                };
                self.hand_over(ears, room, update, None).await;
                self.end(sealed.batch).await;
            } else if sealed.since.elapsed() < KEY_PATIENCE {
                lock(&self.sealed).push(sealed);
            } else {
                self.tell_sealed(&room, sealed.event.cast_ref_unchecked())
                    .await;
                self.end(sealed.batch).await;
            }
        }
    }

    /// Learns by which name people call the bot.
    async fn learn_name(&self) {
        // Without one it goes by its account.
        if let Ok(Some(name)) = self.client.account().get_display_name().await {
            *lock(&self.name) = name;
        }
    }

    /// Tells whoever runs the bot if people cannot know its session.
    async fn tell_signed(&self) {
        match identity::note(&self.settings.store, &self.client).await {
            Ok(true) => {}
            Ok(false) => warn!(
                "the session of the bot is not signed, so clients warn of it or show nothing of what it says: stop it, and run `oddboard recover`"
            ),
            Err(error) => warn!(%error, "cannot store whether the session is signed"),
        }
    }

    /// Tells the key by which people can see that it is the bot whom they write to.
    async fn tell_fingerprint(&self) {
        let device = self.client.device_id().map_or("", |device| device.as_str());
        let key = self.client.encryption().ed25519_key().await;
        info!(device, key, "the session of the bot");
    }
}
