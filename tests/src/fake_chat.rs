//! A fake chat platform. It keeps all messages so that a test can read them.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};

use api::{
    Answer, BoardQuery, Capabilities, ChannelId, Chat, ChatError, Checkup, Clock, Completions,
    Dice, Event, EventId, Finding, Form, Listener, LiveBoard, MatchId, Message, MessageId, Nonce,
    PageReach, PersonalEntry, Place, Platform, Private, Public, Secret, Speaker, Timestamp,
    TurnPush, UserId, mentioned,
};
use async_trait::async_trait;
use kit::lock;
use present::Studio;
use render::{Size, Theme};
use rules::Record;
use runtime::{Core, Parts, Snapshots, ThinkingParts, Thinks};
use service::{EngineMove, EngineQuestion, Limits, Match, read_match};
use store::writer::Writer;
use text::{Language, Part, Text};
use tokio::{
    sync::{mpsc, watch},
    time::timeout,
};

use crate::{PATIENCE, store::fresh_writer, user_input::UserInput, venue::Venue};

/// A reply to the event of one person.
pub enum ChatReply {
    /// An answer.
    Answer(Box<Answer>),
    /// Completions.
    Choices(Completions),
    /// A form to fill in.
    Form(Form),
}

/// A post in a channel, or a change of one.
#[derive(Clone, PartialEq)]
pub enum ChatPost {
    /// A new post. Its number counts all posts, from 1.
    Post(ChannelId, Message<Public>),
    /// An edit of the text of the post with this number.
    Edit(usize, Message<Public>),
    /// An edit of the text and the picture of the post with this number.
    Replacement(usize, Message<Public>),
    /// The removal of the post with this number.
    Removal(usize),
}

/// A direct message to one person, or an edit of one.
#[derive(Clone, PartialEq)]
pub struct DirectPost {
    /// The recipient.
    pub user: UserId,
    /// The number of the message among all direct messages to this person, from 1.
    pub number: usize,
    /// True if it replaces the earlier text of this message.
    pub is_edit: bool,
    /// The current message.
    pub message: Message<Private>,
}

/// The fake platform.
pub struct FakeChat {
    platform: Platform,
    people: Vec<Speaker>,
    replies: mpsc::UnboundedSender<(EventId, ChatReply)>,
    posts: watch::Sender<Vec<ChatPost>>,
    direct_posts: Mutex<Vec<DirectPost>>,
    /// Direct messages that were deleted.
    unsaid: Mutex<Vec<MessageId>>,
    closed: Mutex<HashSet<UserId>>,
    stumbling: Mutex<HashSet<UserId>>,
    is_away: AtomicBool,
    is_elsewhere: AtomicBool,
    lost: Mutex<HashSet<ChannelId>>,
    slow: watch::Sender<HashSet<ChannelId>>,
    is_broken: AtomicBool,
    has_threads: AtomicBool,
    replaces_posts: AtomicBool,
    draws_later: AtomicBool,
    nonces: Mutex<HashMap<Nonce, MessageId>>,
    repeated: Mutex<Vec<Nonce>>,
    is_overheard: AtomicBool,
    redacted: Mutex<Vec<EventId>>,
    is_clinging: AtomicBool,
    forgotten: Mutex<Vec<UserId>>,
    has_devices: AtomicBool,
    pushes: Mutex<Vec<TurnPush>>,
}

/// The receiver of all replies to events.
pub type AnswerReceiver = mpsc::UnboundedReceiver<(EventId, ChatReply)>;

/// Returns the speaker with this name.
pub fn person(name: &str) -> Speaker {
    Speaker {
        id: UserId::new(Platform::Playground, name.to_lowercase()),
        name: name.to_owned(),
    }
}

/// Returns the channel with this name.
pub fn channel(name: &str) -> ChannelId {
    ChannelId::new(Platform::Playground, name)
}

impl FakeChat {
    /// Creates a platform with these people, and the receiver of its replies.
    pub fn new(names: &[&str]) -> (Arc<FakeChat>, AnswerReceiver) {
        FakeChat::on(Platform::Playground, names)
    }

    /// Creates the same for another platform.
    pub fn on(platform: Platform, names: &[&str]) -> (Arc<FakeChat>, AnswerReceiver) {
        let (replies, ears) = mpsc::unbounded_channel();
        let on_platform = |name: &&str| Speaker {
            id: UserId::new(platform, name.to_lowercase()),
            name: (*name).to_owned(),
        };
        let people = names.iter().map(on_platform).collect();
        let scene = FakeChat {
            platform,
            people,
            replies,
            posts: watch::Sender::default(),
            direct_posts: Mutex::default(),
            unsaid: Mutex::default(),
            closed: Mutex::default(),
            stumbling: Mutex::default(),
            is_away: AtomicBool::new(false),
            is_elsewhere: AtomicBool::new(false),
            lost: Mutex::default(),
            slow: watch::Sender::default(),
            is_broken: AtomicBool::new(false),
            has_threads: AtomicBool::new(false),
            replaces_posts: AtomicBool::new(false),
            draws_later: AtomicBool::new(false),
            nonces: Mutex::default(),
            repeated: Mutex::default(),
            is_overheard: AtomicBool::new(false),
            redacted: Mutex::default(),
            is_clinging: AtomicBool::new(false),
            forgotten: Mutex::default(),
            has_devices: AtomicBool::new(false),
            pushes: Mutex::default(),
        };
        (Arc::new(scene), ears)
    }

    /// Gives people devices, on which the platform announces their turns.
    pub fn give_devices(&self) {
        self.has_devices.store(true, Ordering::Relaxed);
    }

    /// Returns all announced turns, in order.
    pub fn pushes(&self) -> Vec<TurnPush> {
        lock(&self.pushes).clone()
    }

    /// Returns all posts and edits in channels, in order.
    pub fn posted(&self) -> Vec<ChatPost> {
        self.posts.borrow().clone()
    }

    /// Returns all direct messages, in order for each person.
    pub fn direct_posts(&self) -> Vec<DirectPost> {
        lock(&self.direct_posts).clone()
    }

    /// Returns the deleted direct messages, each as the person and the number of the message.
    pub fn unsaid(&self) -> Vec<MessageId> {
        lock(&self.unsaid).clone()
    }

    /// Returns the nonces under which a post was sent more than once, in order.
    pub fn repeated(&self) -> Vec<Nonce> {
        lock(&self.repeated).clone()
    }

    /// Declares the platform to have no ephemeral messages: from now on all people of a channel read each message there.
    pub fn overhear(&self) {
        self.is_overheard.store(true, Ordering::Relaxed);
    }

    /// Returns the events of people that the bot redacted, in order.
    pub fn redacted(&self) -> Vec<EventId> {
        lock(&self.redacted).clone()
    }

    /// Makes the platform refuse to export and delete personal data, or accept it again.
    pub fn cling(&self, is_clinging: bool) {
        self.is_clinging.store(is_clinging, Ordering::Relaxed);
    }

    /// Returns the users whose data was deleted, in order.
    pub fn forgotten(&self) -> Vec<UserId> {
        lock(&self.forgotten).clone()
    }

    fn look_up(&self) -> Result<(), ChatError> {
        if self.is_clinging.load(Ordering::Relaxed) {
            Err(ChatError::Outage("a test has it so".to_owned()))
        } else {
            Ok(())
        }
    }

    /// Closes or opens a user's direct messages.
    pub fn close(&self, user: &UserId, is_closed: bool) {
        let mut closed = lock(&self.closed);
        if is_closed {
            closed.insert(user.clone());
        } else {
            closed.remove(user);
        }
    }

    /// Makes the platform unavailable, or available again. While it is unavailable, only answers arrive.
    pub fn go_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    /// Lets another process serve the platform, or the bot itself again.
    pub fn be_elsewhere(&self, is_elsewhere: bool) {
        self.is_elsewhere.store(is_elsewhere, Ordering::Relaxed);
    }

    /// Makes a channel permanently unreachable as far as the bot can tell, or reachable again.
    pub fn lose(&self, channel: &ChannelId, is_lost: bool) {
        let mut lost = lock(&self.lost);
        if is_lost {
            lost.insert(channel.clone());
        } else {
            lost.remove(channel);
        }
    }

    /// Stops or resumes the arrival of posts in a channel.
    pub fn slow_down(&self, channel: &ChannelId, is_slow: bool) {
        self.slow.send_modify(|slow| {
            if is_slow {
                slow.insert(channel.clone())
            } else {
                slow.remove(channel)
            };
        });
    }

    /// Makes the platform open threads from now on: the channel `thread-N` begins with post N.
    pub fn open_threads(&self) {
        self.has_threads.store(true, Ordering::Relaxed);
    }

    /// Makes the platform edit posts with their pictures, and delete posts, from now on.
    pub fn replace_posts(&self) {
        self.replaces_posts.store(true, Ordering::Relaxed);
    }

    /// Makes the platform draw pictures only on demand from now on.
    pub fn draw_later(&self) {
        self.draws_later.store(true, Ordering::Relaxed);
    }

    /// Makes each send panic on the way, or stops that.
    pub fn break_down(&self, is_broken: bool) {
        self.is_broken.store(is_broken, Ordering::Relaxed);
    }

    fn reach(&self) -> Result<(), ChatError> {
        let is_broken = self.is_broken.load(Ordering::Relaxed);
        assert!(!is_broken, "a test has this break down");
        if self.is_away.load(Ordering::Relaxed) || self.is_elsewhere() {
            return Err(ChatError::Unavailable("the platform is away".to_owned()));
        }
        Ok(())
    }

    /// Makes the next direct message to a user fail, but not the one after it.
    pub fn stumble(&self, user: &UserId) {
        lock(&self.stumbling).insert(user.clone());
    }

    /// Sends a direct message to a user. `edited` is the number of the message if it is an edit.
    fn hear(
        &self,
        user: &UserId,
        edited: Option<usize>,
        message: &Message<Private>,
    ) -> Result<usize, ChatError> {
        self.reach()?;
        if lock(&self.closed).contains(user) {
            let reason = "the person is closed to direct messages";
            return Err(ChatError::Refused(reason.to_owned()));
        }
        if lock(&self.stumbling).remove(user) {
            return Err(ChatError::Unavailable("the platform stumbles".to_owned()));
        }
        let mut direct_posts = lock(&self.direct_posts);
        let n_before = direct_posts
            .iter()
            .filter(|one| one.user == *user && !one.is_edit)
            .count();
        let number = edited.unwrap_or(n_before + 1);
        direct_posts.push(DirectPost {
            user: user.clone(),
            number,
            is_edit: edited.is_some(),
            message: message.clone(),
        });
        Ok(number)
    }

    /// Waits until this number of posts and edits were made in channels.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer within the time limit.
    pub async fn until_posted(&self, n_posted: usize) {
        let mut posts = self.posts.subscribe();
        let enough = timeout(PATIENCE, posts.wait_for(|posts| posts.len() >= n_posted)).await;
        drop(
            enough
                .expect("all is said in time")
                .expect("the sender is at hand"),
        );
    }

    fn n_posts(&self) -> usize {
        let posts = self.posts.borrow();
        let posts = posts
            .iter()
            .filter(|post| matches!(post, ChatPost::Post(..)));
        posts.count()
    }

    /// Returns the posts as they read now.
    pub fn posts(&self) -> Vec<Message<Public>> {
        let mut posts = Vec::new();
        for post in self.posted() {
            match post {
                ChatPost::Post(_, message) => posts.push(message),
                ChatPost::Edit(number, message) => {
                    let picture = posts[number - 1].picture.take();
                    posts[number - 1] = Message { picture, ..message };
                }
                ChatPost::Replacement(number, message) => posts[number - 1] = message,
                ChatPost::Removal(number) => posts[number - 1] = Message::text(""),
            }
        }
        posts
    }

    fn send_reply(&self, event: &EventId, reply: ChatReply) {
        // The receiver is gone.
        let _ = self.replies.send((event.clone(), reply));
    }
}

/// Renders a text with its markup written out: `<t:1767225600:R>`, `[board](17)`.
pub fn shown(text: &str) -> String {
    let part = |part| match part {
        Part::Plain(text) => text.to_owned(),
        Part::Time(seconds) => format!("<t:{seconds}:R>"),
        Part::Link { address, label, .. } => format!("[{label}]({address})"),
        Part::Channel(id) => format!("<#{id}>"),
    };
    text::parts(text).map(part).collect()
}

#[async_trait]
impl Chat for FakeChat {
    fn platform(&self) -> Platform {
        self.platform
    }

    fn is_connected(&self) -> bool {
        !self.is_away.load(Ordering::Relaxed)
    }

    fn is_elsewhere(&self) -> bool {
        self.is_elsewhere.load(Ordering::Relaxed)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            links_to_page: false,
            widgets: false,
            marked_times: true,
            ephemeral: !self.is_overheard.load(Ordering::Relaxed),
            draws_later: self.draws_later.load(Ordering::Relaxed),
            threads: self.has_threads.load(Ordering::Relaxed),
            replaces_posts: self.replaces_posts.load(Ordering::Relaxed),
            posts_are_few: false,
        }
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        let mut slow = self.slow.subscribe();
        drop(slow.wait_for(|slow| !slow.contains(channel)).await);
        self.reach()?;
        if lock(&self.lost).contains(channel) {
            return Err(ChatError::Refused("the channel is closed".to_owned()));
        }
        let mut nonces = lock(&self.nonces);
        if let Some(id) = nonces.get(nonce) {
            lock(&self.repeated).push(nonce.clone());
            return Ok(id.clone());
        }
        self.posts
            .send_modify(|posts| posts.push(ChatPost::Post(channel.clone(), message.clone())));
        let number = self.n_posts();
        let id = MessageId::new(self.platform, number.to_string());
        nonces.insert(nonce.clone(), id.clone());
        Ok(id)
    }

    fn has_devices(&self) -> Result<bool, ChatError> {
        Ok(self.has_devices.load(Ordering::Relaxed))
    }

    async fn push_turn(&self, turn: &TurnPush) -> Result<(), ChatError> {
        let mut pushes = lock(&self.pushes);
        if pushes.iter().all(|known| known.nonce != turn.nonce) {
            pushes.push(turn.clone());
        }
        Ok(())
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let mut nonces = lock(&self.nonces);
        if let Some(id) = nonces.get(nonce) {
            return Ok(id.clone());
        }
        let number = self.hear(user, None, message)?;
        let id = MessageId::new(self.platform, format!("{}.{number}", user.id));
        nonces.insert(nonce.clone(), id.clone());
        Ok(id)
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        self.reach()?;
        // It is a direct message: the ids of posts contain no dot.
        if let Some((user, number)) = message.id.split_once('.') {
            let user = UserId::new(self.platform, user);
            let number = number.parse().expect("ids of whispers have numbers");
            return self
                .hear(&user, Some(number), &new.clone().into())
                .map(|_| ());
        }
        let number = message.id.parse().expect("ids are numbers of posts");
        if number > self.n_posts() {
            let reason = "the message was said on another platform of paper";
            return Err(ChatError::Refused(reason.to_owned()));
        }
        self.posts
            .send_modify(|posts| posts.push(ChatPost::Edit(number, new.clone())));
        Ok(())
    }

    async fn replace(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        self.reach()?;
        let number = message.id.parse().expect("ids are numbers of posts");
        let is_removal =
            |post: &ChatPost| matches!(post, ChatPost::Removal(gone) if *gone == number);
        if self.posts.borrow().iter().any(is_removal) {
            return Err(ChatError::Refused("the message is gone".to_owned()));
        }
        self.posts
            .send_modify(|posts| posts.push(ChatPost::Replacement(number, new.clone())));
        Ok(())
    }

    async fn remove(&self, message: &MessageId) -> Result<(), ChatError> {
        self.reach()?;
        if message.id.contains('.') {
            lock(&self.unsaid).push(message.clone());
            return Ok(());
        }
        let number = message.id.parse().expect("ids are numbers of posts");
        self.posts
            .send_modify(|posts| posts.push(ChatPost::Removal(number)));
        Ok(())
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        if user.id.starts_with("deleted-") {
            return Err(ChatError::Refused("nobody is there any more".to_owned()));
        }
        let number = message.id.strip_prefix(&format!("{}.", user.id));
        let number = number.and_then(|number| number.parse().ok());
        let number = number.expect("only what was said to somebody is edited for them");
        self.hear(user, Some(number), new).map(|_| ())
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        _: &str,
        _: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        Ok(Some(ChannelId::new(
            self.platform,
            format!("thread-{}", message.id),
        )))
    }

    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        self.send_reply(event, ChatReply::Form(form.clone()));
        Ok(())
    }

    async fn examine(&self, event: &Event, _: Checkup) -> Result<Vec<Finding>, ChatError> {
        let is_closed = lock(&self.closed).contains(&event.speaker.id);
        Ok(vec![if is_closed {
            Finding::bad(Text::verbatim(
                "I cannot write to you directly. Open your direct messages.",
            ))
        } else {
            Finding::writes()
        }])
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        self.send_reply(event, ChatReply::Answer(Box::new(answer.clone())));
        Ok(())
    }

    async fn redact(&self, event: &EventId) -> Result<(), ChatError> {
        lock(&self.redacted).push(event.clone());
        Ok(())
    }

    async fn kept_of(&self, _: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        self.look_up()?;
        Ok(Vec::new())
    }

    async fn forget(&self, user: &UserId) -> Result<(), ChatError> {
        self.look_up()?;
        lock(&self.forgotten).push(user.clone());
        Ok(())
    }

    async fn person(&self, _: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        self.reach()?;
        if let Some(id) = mentioned(written) {
            let found = self.people.iter().find(|person| *person.id.id == *id);
            return Ok(found.cloned());
        }
        let name = written.trim_start_matches('@');
        Ok(self
            .people
            .iter()
            .find(|person| person.name.eq_ignore_ascii_case(name))
            .cloned())
    }

    async fn people(&self, beginning: &str) -> Result<Vec<String>, ChatError> {
        let inside = format!(" {}", beginning.to_lowercase());
        let fits = |name: &&String| format!(" {}", name.to_lowercase()).contains(&inside);
        Ok(self
            .people
            .iter()
            .map(|person| &person.name)
            .filter(fits)
            .cloned()
            .collect())
    }

    async fn complete(&self, event: &EventId, offered: &Completions) -> Result<(), ChatError> {
        self.send_reply(event, ChatReply::Choices(offered.clone()));
        Ok(())
    }
}

/// A studio for small pictures, shared by all tests of a process because the first drawing is the slowest.
static STUDIO: LazyLock<Studio> = LazyLock::new(|| Studio::new(Size::MIN, Theme::default()));

/// The usual limits of a bot in tests.
pub const LIMITS: Limits = Limits {
    matches: 3,
    challenges: 10,
    challenge: Duration::from_secs(7 * 24 * 3600),
    turns: 500,
};

/// Returns the parts of a bot on a platform: small pictures, counting dice, and a stepping clock.
pub fn parts(scene: &Arc<FakeChat>, writer: Writer) -> Parts {
    Parts {
        snapshots: Snapshots::new(writer.clone()),
        writer,
        chats: vec![Arc::clone(scene) as Arc<dyn Chat>],
        clock: Arc::new(SteppingClock::default()),
        dice: Box::new(CountingDice::default()),
        thinking: thinking(|| Box::new(FirstMove)),
        studio: STUDIO.clone(),
        language: Language::ENGLISH,
        limits: LIMITS,
        processes: None,
        patience: Duration::MAX,
    }
}

/// Returns parts that use this thinker on one thread and play without delay.
pub fn thinking(thinker: impl Fn() -> Box<dyn Thinks> + Send + Sync + 'static) -> ThinkingParts {
    ThinkingParts {
        threads: 1,
        thinker: Arc::new(thinker),
        pace: (Duration::ZERO, Duration::ZERO),
        dice: Box::new(CountingDice::default()),
    }
}

/// A thinker that plays the first legal action and reports a fixed expectation.
pub struct FirstMove;

impl Thinks for FirstMove {
    fn answer(&mut self, question: &EngineQuestion, _: u64, _: &AtomicBool) -> Option<EngineMove> {
        Some(question.answered(question.any(0)?, Some(0.5)))
    }
}

/// A bot on a platform, with the receiver of its replies.
pub struct TestBot {
    /// The platform.
    pub scene: Arc<FakeChat>,
    /// The bot.
    pub core: Arc<Core>,
    /// The writer of the bot's store.
    pub writer: Writer,
    ears: AnswerReceiver,
    n_events: usize,
}

impl TestBot {
    /// Returns the live board of a match, as this person sees it on the page.
    ///
    /// # Panics
    ///
    /// Panics if they see none.
    pub async fn live_board(&self, name: &str, id: MatchId) -> LiveBoard {
        let query = BoardQuery {
            viewer: Some(person(name).id),
            ..BoardQuery::of_stranger(id, PageReach::Machine, Language::ENGLISH)
        };
        let drawn = self.core.board(query).await;
        drawn.expect("they see it").board.clone()
    }

    /// Starts a bot for these people. `prepare` may replace its parts.
    ///
    /// # Panics
    ///
    /// Panics if the writer cannot be read.
    pub fn new(names: &[&str], writer: Writer, prepare: impl FnOnce(&mut Parts)) -> TestBot {
        let (scene, ears) = FakeChat::new(names);
        let mut parts = parts(&scene, writer.clone());
        prepare(&mut parts);
        let core = runtime::start(parts).expect("the writer can be read");
        TestBot {
            scene,
            core,
            writer,
            ears,
            n_events: 0,
        }
    }

    /// Starts a bot with an empty store in memory.
    pub fn in_memory(names: &[&str], prepare: impl FnOnce(&mut Parts)) -> TestBot {
        let writer = fresh_writer();
        TestBot::new(names, writer, prepare)
    }

    /// Starts a bot on the store of this one, as after a restart.
    pub fn restarted(&self, names: &[&str]) -> TestBot {
        self.restarted_with(names, |_| {})
    }

    /// Starts a bot on the store of this one. `prepare` may replace its parts.
    pub fn restarted_with(&self, names: &[&str], prepare: impl FnOnce(&mut Parts)) -> TestBot {
        TestBot {
            n_events: self.n_events,
            ..TestBot::new(names, self.writer.clone(), prepare)
        }
    }

    /// Creates an event of a person in the channel `lobby`, with an unused id.
    pub fn event(&mut self, name: &str, input: UserInput) -> Event {
        self.n_events += 1;
        event(self.n_events.to_string(), name, input)
    }

    /// Returns a match as the store keeps it.
    ///
    /// # Panics
    ///
    /// Panics if there is none.
    pub fn found(&self, id: MatchId) -> (Match, Record) {
        let found = read_match(&self.writer, id).expect("the store can be read");
        found.expect("there is the match")
    }

    /// Waits for the next reply, and returns it with the id of its event.
    ///
    /// # Panics
    ///
    /// Panics if no reply arrives within the time limit.
    pub async fn next_reply(&mut self) -> (EventId, ChatReply) {
        let reply = timeout(PATIENCE, self.ears.recv()).await;
        reply
            .expect("every event is answered in time")
            .expect("the platform is at hand")
    }

    /// Returns the event of a reply that the test has not awaited, if there is one.
    pub fn overhead(&mut self) -> Option<EventId> {
        self.ears.try_recv().ok().map(|(event, _)| event)
    }

    /// Sends an event and returns its answer.
    ///
    /// # Panics
    ///
    /// Panics if another reply arrives first, or none within the time limit.
    pub async fn ask(&mut self, event: &Event) -> Answer {
        self.core.hear(event.clone()).await;
        match self.next_reply().await {
            (id, ChatReply::Answer(answer)) if id == event.id => *answer,
            (id, _) => panic!("{event:?} was heard and {id} was answered"),
        }
    }
}

#[async_trait]
impl Venue for TestBot {
    type Answer = Answer;

    /// All posts for this event arrive before the next event is sent.
    async fn hear(&mut self, who: &str, input: UserInput) -> Answer {
        let event = self.event(who, input);
        let answer = self.ask(&event).await;
        self.core.idle().await;
        answer
    }
}

/// Creates an event of a person in the channel `lobby`.
pub fn event(id: impl Into<Box<str>>, name: &str, input: UserInput) -> Event {
    let id = EventId::new(Platform::Playground, id);
    let lobby = Place::Channel(channel("lobby"));
    input.event(id, person(name), lobby)
}

/// Dice that count 1, 2, 3, ... reduced to the requested range. Their secrets are all the same.
#[derive(Default)]
pub struct CountingDice(AtomicU32);

impl Dice for CountingDice {
    fn below(&mut self, n: u32) -> u32 {
        (self.0.fetch_add(1, Ordering::Relaxed) + 1) % n
    }

    fn secret(&mut self) -> Secret {
        Secret::new([5; 32])
    }
}

/// A clock that starts at the beginning of 2026 and advances at each reading, by one second by default.
pub struct SteppingClock {
    now: AtomicI64,
    step: i64,
}

impl SteppingClock {
    /// Creates a clock that advances by this step.
    pub fn by(step: Duration) -> SteppingClock {
        SteppingClock {
            now: AtomicI64::new(1_767_225_600_000),
            step: i64::try_from(step.as_millis()).expect("a short time"),
        }
    }
}

impl Default for SteppingClock {
    fn default() -> SteppingClock {
        SteppingClock::by(Duration::from_secs(1))
    }
}

impl SteppingClock {
    /// Moves the clock forward.
    pub fn advance(&self, span: Duration) {
        let span = i64::try_from(span.as_millis()).expect("a span that a clock can show");
        self.now.fetch_add(span, Ordering::Relaxed);
    }

    /// Moves the clock back.
    pub fn set_back(&self, span: Duration) {
        let span = i64::try_from(span.as_millis()).expect("a span that a clock can show");
        self.now.fetch_sub(span, Ordering::Relaxed);
    }
}

impl Clock for SteppingClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.fetch_add(self.step, Ordering::Relaxed))
    }
}
