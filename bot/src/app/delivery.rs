//! Says what the outbox holds: to the channel and to each seat of a match in order, once each, however often it takes.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use rules::Color;
use tokio::sync::{Semaphore, watch};
use tracing::{debug, error, warn};

use super::gate::Place;
use crate::{
    ports::{
        Batch, ChannelId, Chat, ChatError, MatchId, Message, MessageId, Nonce, Picture, Platform,
        Private, Public, StoreError, UserId,
    },
    present::{self, Studio, Viewer},
    service::{
        Absence, Delivery, DeliveryId, Illustration, Kind, Lens, Look, Match, Moment, Readers,
        Seen, Sent, Settings, Shown, Thread, came_back, given_up, is_said, left, published_secret,
        read_absence, read_delivery, read_match, read_sent, read_settings, read_thread, said,
        said_again, settled, thread_lost, thread_opened,
    },
    writer::Writer,
};

/// How many pictures are drawn at the same time.
const AT_ONCE: usize = 16;

/// How many animations are drawn at the same time, so that boards need not wait for them.
const ANIMATIONS_AT_ONCE: usize = 2;

/// The first pause after a failure; it doubles up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);

const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A handle of what makes deliveries.
#[derive(Clone)]
pub(super) struct Deliveries {
    desk: Arc<Desk>,
}

/// What is delivered in order: a match, and who reads it.
type Lane = (MatchId, Readers);

/// What waits in a lane.
#[derive(Default)]
struct Queue {
    rows: VecDeque<(DeliveryId, Option<Place>)>,
    /// Whether what is delivered now has failed before. As long as that takes, what waits behind it counts no more as under
    /// way, so that others are not kept waiting by a place that cannot be written to.
    is_stuck: bool,
}

struct Desk {
    writer: Writer,
    chats: Arc<BTreeMap<Platform, Arc<dyn Chat>>>,
    studio: Studio,
    /// What waits, for each lane that has a task at work.
    waiting: Mutex<HashMap<Lane, Queue>>,
    /// How many lanes have one.
    n_busy: watch::Sender<usize>,
    at_once: Semaphore,
    animations: Semaphore,
    /// Held while what is noted of somebody's absence is read and changed.
    absences: Mutex<()>,
    /// See [`super::Parts`].
    patience: Duration,
}

/// Why a delivery was not made.
enum Failure {
    /// It may work later.
    Later(String),
    /// The store as a whole does not work, which is logged where that begins; it may work later.
    Outage(String),
    /// It is not to be made any more.
    Never(String),
}

impl From<StoreError> for Failure {
    /// What is damaged stays so.
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Damaged { .. } => Failure::Never(error.to_string()),
            error => Arc::new(error).into(),
        }
    }
}

impl From<Arc<StoreError>> for Failure {
    fn from(error: Arc<StoreError>) -> Failure {
        let later = if error.is_outage() {
            Failure::Outage
        } else {
            Failure::Later
        };
        later(error.to_string())
    }
}

impl From<ChatError> for Failure {
    fn from(error: ChatError) -> Failure {
        match error {
            ChatError::Unavailable(_) => Failure::Later(error.to_string()),
            ChatError::Outage(_) => Failure::Outage(error.to_string()),
            ChatError::Refused(_) => Failure::Never(error.to_string()),
        }
    }
}

/// Nothing, if it is not to be made any more.
fn unless_never<T>(row: DeliveryId, said: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match said {
        Err(Failure::Never(reason)) => {
            warn!(id = %row.id, row = row.n, reason, "a message could not be said");
            Ok(None)
        }
        said => said.map(Some),
    }
}

impl Deliveries {
    pub(super) fn new(
        writer: Writer,
        chats: Arc<BTreeMap<Platform, Arc<dyn Chat>>>,
        studio: Studio,
        patience: Duration,
    ) -> Deliveries {
        let desk = Desk {
            writer,
            chats,
            studio,
            waiting: Mutex::default(),
            n_busy: watch::Sender::new(0),
            at_once: Semaphore::new(AT_ONCE),
            animations: Semaphore::new(ANIMATIONS_AT_ONCE),
            absences: Mutex::default(),
            patience,
        };
        Deliveries {
            desk: Arc::new(desk),
        }
    }

    /// Waits until everything that was added is said.
    pub(super) async fn idle(&self) {
        let mut n_busy = self.desk.n_busy.subscribe();
        n_busy
            .wait_for(|n| *n == 0)
            .await
            .expect("the sender is at hand");
    }

    /// How long somebody waits for a match to be drawn before they hear that it is being done.
    pub(super) fn patience(&self) -> Duration {
        self.desk.patience
    }

    /// What somebody sees of a match, for an answer to them; nothing if it cannot be shown.
    pub(super) async fn look(&self, look: &Look, user: &UserId) -> Option<Message<Private>> {
        match self.desk.look(look, user).await {
            Ok(message) => message,
            Err(Failure::Outage(reason)) => {
                debug!(id = %look.id, reason, "a view could not be shown");
                None
            }
            Err(Failure::Later(reason) | Failure::Never(reason)) => {
                error!(id = %look.id, reason, "a view could not be shown");
                None
            }
        }
    }

    /// Sees whether players of a match are there again who were seen to have left. Where that cannot be told, they are not.
    pub(super) async fn look_again(&self, id: MatchId) {
        if let Err(Failure::Later(reason) | Failure::Never(reason)) = self.desk.look_again(id).await
        {
            warn!(%id, reason, "nobody knows whether a player is there again");
        }
    }

    /// A picture of the handbook, if it has one; an answer is read without it, too.
    pub(super) async fn illustration(
        &self,
        illustration: Illustration,
        platform: Platform,
    ) -> Option<Picture<Private>> {
        let drawn = self.desk.compose(platform, move |studio| {
            present::illustration(studio, illustration)
        });
        match drawn.await {
            Ok(picture) => picture,
            Err(Failure::Later(reason) | Failure::Outage(reason) | Failure::Never(reason)) => {
                error!(reason, "a picture of the handbook could not be drawn");
                None
            }
        }
    }

    /// Takes rows that are durable. Rows of one match for the same readers are delivered in the order in which they are
    /// added; nobody waits for what others are told. The place of the event that they follow from is held until they are
    /// delivered.
    pub(super) fn add(&self, rows: Vec<DeliveryId>, place: Option<Place>) {
        let mut waiting = self
            .desk
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for row in rows {
            let lane = (row.id, row.to);
            if let Some(queue) = waiting.get_mut(&lane) {
                let place = place.clone().filter(|_| !queue.is_stuck);
                queue.rows.push_back((row, place));
                continue;
            }
            let queue = waiting.entry(lane).or_default();
            queue.rows.push_back((row, place.clone()));
            self.desk.n_busy.send_replace(waiting.len());
            let desk = Arc::clone(&self.desk);
            tokio::spawn(async move { desk.deliver_all(lane).await });
        }
    }
}

impl Desk {
    /// Makes the deliveries of a match to the same readers until none waits.
    async fn deliver_all(self: Arc<Desk>, lane: Lane) {
        while let Some((row, place)) = self.next(lane) {
            self.deliver_in_the_end(row, place).await;
        }
    }

    /// The next row; when there is none, its task is over.
    fn next(&self, lane: Lane) -> Option<(DeliveryId, Option<Place>)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let row = waiting.get_mut(&lane).and_then(|queue| {
            queue.is_stuck = false;
            queue.rows.pop_front()
        });
        if row.is_none() {
            waiting.remove(&lane);
            self.n_busy.send_replace(waiting.len());
        }
        row
    }

    /// Gives up the places of what waits in a lane.
    fn stick(&self, lane: Lane) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = waiting.get_mut(&lane) {
            queue.is_stuck = true;
            queue.rows.iter_mut().for_each(|(_, place)| *place = None);
        }
    }

    async fn deliver_in_the_end(self: &Arc<Desk>, row: DeliveryId, mut place: Option<Place>) {
        let mut pause = FIRST_PAUSE;
        let begun = Instant::now();
        loop {
            match self.deliver(row).await {
                Ok(()) => {
                    let elapsed_ms = begun.elapsed().as_millis();
                    debug!(%row, elapsed_ms, "delivered");
                    return;
                }
                Err(Failure::Never(reason)) => {
                    error!(id = %row.id, row = row.n, reason, "a delivery is given up");
                    return;
                }
                Err(Failure::Later(reason)) => {
                    warn!(id = %row.id, row = row.n, reason, "a delivery has to wait");
                }
                Err(Failure::Outage(reason)) => debug!(%row, reason, "a delivery has to wait"),
            }
            drop(place.take());
            self.stick((row.id, row.to));
            tokio::time::sleep(pause).await;
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }

    async fn deliver(self: &Arc<Desk>, row: DeliveryId) -> Result<(), Failure> {
        let delivery = match read_delivery(&self.writer, row) {
            Err(error @ StoreError::Damaged { .. }) => {
                error!(id = %row.id, row = row.n, %error, "a delivery is given up");
                return self.commit(given_up(row)).await;
            }
            delivery => delivery?,
        };
        let Some(delivery) = delivery else {
            return Ok(());
        };
        if delivery.kind == Kind::ViewAgain {
            let message = if self.is_superseded(row) {
                self.earlier_message(row, delivery)?
            } else {
                unless_never(row, self.say_again(row, delivery).await)?.flatten()
            };
            return self.commit(said_again(row, delivery, message)).await;
        }
        if delivery.kind != Kind::Settle && !is_said(&self.writer, row)? {
            let message = unless_never(row, self.say(row, delivery).await)?;
            self.commit(said(row, delivery, message)).await?;
            if matches!(delivery.kind, Kind::Board | Kind::BoardAgain)
                && let Err(Failure::Later(reason) | Failure::Never(reason)) =
                    self.look_for(row, delivery.ply).await
            {
                warn!(id = %row.id, reason, "nobody knows whether a player has left");
            }
        }
        if let Some(n) = delivery.settles {
            let earlier = row.with_number(n);
            unless_never(row, self.settle(earlier).await)?;
            self.commit(settled(row, delivery, earlier)).await?;
        }
        Ok(())
    }

    async fn commit(&self, changes: Batch) -> Result<(), Failure> {
        Ok(self.writer.commit(changes).await?)
    }

    /// Shows the message of an earlier row as settled.
    async fn settle(self: &Arc<Desk>, earlier: DeliveryId) -> Result<(), Failure> {
        let Some(Sent {
            delivery,
            message: Some(message),
        }) = read_sent(&self.writer, earlier)?
        else {
            return Ok(());
        };
        if self.is_gone(&message) {
            return Ok(());
        }
        let (chat, words) = self.words(earlier, delivery, true).await?;
        words.edit(&*chat, &message).await
    }

    /// Says it as a message of its own.
    async fn say(
        self: &Arc<Desk>,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<MessageId, Failure> {
        let (chat, words) = self.words(row, delivery, false).await?;
        match words {
            Words::Post(channel, message) => {
                let post = Post {
                    row,
                    delivery,
                    channel,
                    message,
                };
                self.say_somewhere(&*chat, post).await
            }
            Words::Whisper(user, message) => Ok(chat.whisper(&nonce(row), &user, &message).await?),
        }
    }

    /// Says it in the thread of the match, else in its channel. Where neither takes it, the players are told in direct
    /// messages, so that they can go on there.
    async fn say_somewhere(&self, chat: &dyn Chat, mut post: Post) -> Result<MessageId, Failure> {
        if let Some(thread) = self.thread(chat, &post).await? {
            match post.say(chat, &thread.channel).await {
                Err(ChatError::Refused(reason)) => {
                    warn!(id = %post.row.id, reason, "the thread of a match is out of reach");
                    self.commit(thread_lost(post.row.id, &thread)).await?;
                    post.message = present::thread_lost(post.message);
                }
                said => return Ok(said?),
            }
        }
        let channel = post.channel.clone();
        match post.say(chat, &channel).await {
            Err(ChatError::Refused(reason)) => {
                self.tell_players(chat, &post).await?;
                Err(Failure::Never(reason))
            }
            said => Ok(said?),
        }
    }

    /// Sees whether the player to decide is still there, and tells the other once if not.
    async fn look_for(&self, row: DeliveryId, ply: usize) -> Result<(), Failure> {
        let moment = self.moment_at(row.id, ply)?;
        let found = moment.game_match();
        let (Some(seat), Some(seats)) = (moment.decider(), found.seats()) else {
            return Ok(());
        };
        let Some(chat) = self.chats.get(&found.channel.platform) else {
            return Ok(());
        };
        let has_left = chat.has_left(&seats[seat].id, &found.channel).await?;
        // The button below the notice works from the moment it is shown.
        self.note(row.id, seat, |absence| match (has_left, absence) {
            (false, Some(_)) => Some(came_back(row.id, seat)),
            (true, None) => Some(left(row.id, seat, Absence::Seen)),
            (false, None) | (true, Some(_)) => None,
        })
        .await?;
        if read_absence(&self.writer, row.id, seat)? != Some(Absence::Seen) {
            return Ok(());
        }
        let place = read_thread(&self.writer, row.id)?.map(|thread| thread.channel);
        let nonce = Nonce(format!("{}-left-{}", row.id, row.n));
        let message = present::has_left(&found.public(), seat);
        let channel = place.as_ref().unwrap_or(&found.channel);
        chat.post(&nonce, channel, &message).await?;
        // Unless they came back while it was said.
        self.note(row.id, seat, |absence| match absence {
            Some(Absence::Seen) => Some(left(row.id, seat, Absence::Told)),
            None | Some(Absence::Told) => None,
        })
        .await
    }

    /// Changes what is noted of a player's absence by what is noted now, and nothing is noted in between.
    async fn note(
        &self,
        id: MatchId,
        seat: Color,
        change: impl FnOnce(Option<Absence>) -> Option<Batch>,
    ) -> Result<(), Failure> {
        let changed = {
            let _alone = self.absences.lock().unwrap_or_else(PoisonError::into_inner);
            let generation = self.writer.generation();
            match change(read_absence(&self.writer, id, seat)?) {
                Some(changes) => self.writer.submit(generation, changes),
                None => return Ok(()),
            }
        };
        Ok(changed.await?)
    }

    /// Sees whether players of a match are there again who were seen to have left.
    async fn look_again(&self, id: MatchId) -> Result<(), Failure> {
        let Some((found, _)) = read_match(&self.writer, id)? else {
            return Ok(());
        };
        let (Some(seats), Some(chat)) = (found.seats(), self.chats.get(&found.channel.platform))
        else {
            return Ok(());
        };
        for seat in Color::ALL {
            if read_absence(&self.writer, id, seat)?.is_some()
                && !chat.has_left(&seats[seat].id, &found.channel).await?
            {
                self.note(id, seat, |absence| absence.map(|_| came_back(id, seat)))
                    .await?;
            }
        }
        Ok(())
    }

    /// The thread of a match; where threads are, it is opened with the first board.
    async fn thread(&self, chat: &dyn Chat, post: &Post) -> Result<Option<Thread>, Failure> {
        let id = post.row.id;
        if let Some(thread) = read_thread(&self.writer, id)? {
            return Ok(Some(thread));
        }
        let is_first = post.delivery.kind == Kind::Board && post.delivery.settles == Some(0);
        if !is_first || !chat.capabilities().threads {
            return Ok(None);
        }
        let (Some((row, _)), Some(challenge)) = (
            read_match(&self.writer, id)?,
            self.earlier_message(post.row, post.delivery)?,
        ) else {
            return Ok(None);
        };
        match chat
            .open_thread(
                &challenge,
                &present::thread_name(&row.public()),
                &row.people(),
            )
            .await
        {
            Ok(channel) => {
                let thread = Thread { channel };
                self.commit(thread_opened(id, &thread)).await?;
                Ok(Some(thread))
            }
            Err(ChatError::Refused(reason)) => {
                warn!(%id, reason, "a match has no thread");
                Ok(None)
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Tells both players what their channel does not take.
    async fn tell_players(&self, chat: &dyn Chat, post: &Post) -> Result<(), Failure> {
        let Some((row, _)) = read_match(&self.writer, post.row.id)? else {
            return Ok(());
        };
        for user in row.people() {
            let nonce = Nonce(format!("{}-to-{}", nonce(post.row).0, seat_of(&row, user)));
            let message = present::channel_lost(&row.public(), post.message.clone());
            match chat.whisper(&nonce, user, &message).await {
                Err(ChatError::Refused(reason)) => {
                    warn!(id = %row.id, reason, "a player is out of reach");
                }
                told => {
                    told?;
                }
            }
        }
        Ok(())
    }

    /// Whether what a seat sees is told anew anyway.
    fn is_superseded(&self, row: DeliveryId) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = waiting.get(&(row.id, row.to));
        queue.is_some_and(|queue| !queue.rows.is_empty())
    }

    /// Whether there is nothing left to change where a message was.
    fn is_gone(&self, message: &MessageId) -> bool {
        let chat = self.chats.get(&message.platform);
        chat.is_some_and(|chat| chat.has_forgotten(message))
    }

    /// The message of the row that this one settles.
    fn earlier_message(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Option<MessageId>, Failure> {
        let Some(n) = delivery.settles else {
            return Ok(None);
        };
        let earlier = read_sent(&self.writer, row.with_number(n))?;
        Ok(earlier.and_then(|sent| sent.message))
    }

    /// Says it in place of the message of an earlier row, if there is one.
    async fn say_again(
        self: &Arc<Desk>,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Option<MessageId>, Failure> {
        let Some(message) = self.earlier_message(row, delivery)? else {
            return Ok(None);
        };
        if self.is_gone(&message) {
            return Ok(None);
        }
        let (chat, words) = self.words(row, delivery, false).await?;
        words.edit(&*chat, &message).await?;
        Ok(Some(message))
    }

    /// What is to be said and to whom, made anew from the record.
    async fn words(
        self: &Arc<Desk>,
        id: DeliveryId,
        delivery: Delivery,
        settled: bool,
    ) -> Result<(Arc<dyn Chat>, Words), Failure> {
        let moment = self.moment_at(id.id, delivery.ply)?;
        let game_match = moment.game_match();
        let platform = game_match.channel.platform;
        let chat = self.chats.get(&platform).map(Arc::clone);
        let chat = chat.ok_or_else(|| Failure::Later(format!("{platform} is not switched on")))?;
        let words = match id.to {
            Readers::Channel => {
                let channel = game_match.channel.clone();
                let post = self.post(moment, delivery, settled).await?;
                post.map(|post| Words::Post(channel, post))
            }
            Readers::Seat(seat) => {
                let Some(user) = game_match.seats().map(|seats| seats[seat].id.clone()) else {
                    return Err(Failure::Never("nobody has this seat".to_owned()));
                };
                let settings = read_settings(&self.writer, &user)?;
                let whisper = self
                    .compose(platform, move |studio| {
                        let viewer = Viewer {
                            studio,
                            settings: &settings,
                        };
                        present::whisper(&viewer, &moment.seat(seat), settled)
                    })
                    .await?;
                Some(Words::Whisper(user, whisper))
            }
        };
        let words = words.ok_or_else(|| Failure::Never("there is nothing to say".to_owned()))?;
        Ok((chat, words))
    }

    /// What everyone who follows a match is told; nothing if that is nothing.
    async fn post(
        &self,
        moment: Moment,
        delivery: Delivery,
        settled: bool,
    ) -> Result<Option<Message<Public>>, Failure> {
        let game_match = moment.game_match();
        if !matches!(delivery.kind, Kind::Board | Kind::BoardAgain) {
            return Ok(present::notice(&game_match.public(), delivery, settled));
        }
        let secret = published_secret(&self.writer, game_match)?;
        let board = self.compose(game_match.channel.platform, move |studio| {
            present::board(studio, &moment.public(secret), delivery.kind, settled)
        });
        board.await.map(Some)
    }

    fn moment_at(&self, id: MatchId, ply: usize) -> Result<Moment, Failure> {
        let found = read_match(&self.writer, id)?;
        let (game_match, record) =
            found.ok_or_else(|| Failure::Never("its match is gone".to_owned()))?;
        Moment::replay(game_match, &record, ply).map_err(|error| Failure::Never(error.to_string()))
    }

    /// Composes something for a platform, on a thread that may take its time.
    async fn compose<T: Send + 'static>(
        &self,
        platform: Platform,
        compose: impl FnOnce(&Studio) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let _turn = self
            .at_once
            .acquire()
            .await
            .expect("the semaphore is never closed");
        let chat = self.chats.get(&platform);
        let studio = match chat {
            Some(chat) if chat.capabilities().draws_later => self.studio.deferring(),
            _ => self.studio.clone(),
        };
        let composed = tokio::task::spawn_blocking(move || compose(&studio));
        composed.await.map_err(|error| {
            if error.is_panic() {
                Failure::Never(error.to_string())
            } else {
                // The program is ending.
                Failure::Later(error.to_string())
            }
        })
    }

    /// What somebody sees of a match at a ply; nothing if only a player sees that.
    async fn look(&self, look: &Look, user: &UserId) -> Result<Option<Message<Private>>, Failure> {
        let settings = read_settings(&self.writer, user)?;
        if let Shown::Replay(lens) = look.shown {
            return self.replay(look, lens, user, settings).await.map(Some);
        }
        let moment = self.moment_at(look.id, look.ply)?;
        let Some(seat) = moment.game_match().seat_of(user) else {
            return Ok(None);
        };
        let shown = look.shown.clone();
        let composed = self.compose(user.platform, move |studio| {
            let viewer = Viewer {
                studio,
                settings: &settings,
            };
            let moment = moment.seat(seat);
            match shown {
                Shown::Choice(hints) => present::choice(&viewer, &moment, &hints),
                Shown::View | Shown::Replay(_) => present::own_view(&viewer, &moment),
            }
        });
        composed.await.map(Some)
    }

    /// All that happened in a match up to a ply, as an animation.
    async fn replay(
        &self,
        look: &Look,
        lens: Lens,
        user: &UserId,
        settings: Settings,
    ) -> Result<Message<Private>, Failure> {
        let found = read_match(&self.writer, look.id)?;
        let (row, mut record) =
            found.ok_or_else(|| Failure::Never("its match is gone".to_owned()))?;
        record.inputs.truncate(look.ply);
        let seat = row.seat_of(user);
        let seen = Seen { row, record, lens };
        let _turn = self
            .animations
            .acquire()
            .await
            .expect("the semaphore is never closed");
        let composed = self.compose(user.platform, move |studio| {
            present::replay(studio, &seen, seat, &settings)
        });
        composed
            .await?
            .map_err(|error| Failure::Never(error.to_string()))
    }
}

/// Something to say to everyone who follows a match.
struct Post {
    row: DeliveryId,
    delivery: Delivery,
    channel: ChannelId,
    message: Message<Public>,
}

impl Post {
    async fn say(&self, chat: &dyn Chat, channel: &ChannelId) -> Result<MessageId, ChatError> {
        chat.post(&nonce(self.row), channel, &self.message).await
    }
}

/// Something to say, and to whom.
enum Words {
    Post(ChannelId, Message<Public>),
    Whisper(UserId, Message<Private>),
}

impl Words {
    /// Says it in place of what a message says.
    async fn edit(&self, chat: &dyn Chat, message: &MessageId) -> Result<(), Failure> {
        let edited = match self {
            Words::Post(_, new) => chat.edit(message, new).await,
            Words::Whisper(user, new) => chat.edit_whisper(user, message, new).await,
        };
        Ok(edited?)
    }
}

/// A letter for a person that a match has to do with.
fn seat_of(row: &Match, user: &UserId) -> char {
    match row.seat_of(user) {
        Some(Color::White) => 'w',
        Some(Color::Black) => 'b',
        None => 'c',
    }
}

/// Numbers are given for each reader apart, so that nobody can count what others are told.
fn nonce(row: DeliveryId) -> Nonce {
    Nonce(match row.to {
        Readers::Channel => format!("{}-{}", row.id, row.n),
        Readers::Seat(color) => format!("{}-{color}-{}", row.id, row.n),
    })
}
