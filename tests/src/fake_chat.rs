//! A chat platform of paper: it keeps what was said, so that a test can read it.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};

use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Clock, Completions, Dice, Event,
    EventId, Finding, Form, Listener, MatchId, Message, MessageId, Nonce, PersonalEntry, Place,
    Platform, Private, Public, Said as Heard, Secret, Speaker, Timestamp, UserId, mentioned,
};
use async_trait::async_trait;
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

use crate::{PATIENCE, store::fresh_writer, venue::Venue};

/// What one person was told in answer to an event.
pub enum Told {
    /// An answer.
    Answer(Answer),
    /// Completions.
    Choices(Completions),
    /// A form to fill in.
    Form(Form),
}

/// Something said in a channel, or a change of it.
#[derive(Clone, PartialEq)]
pub enum Said {
    /// A new post; its number is its place among all posts, from 1.
    Post(ChannelId, Message<Public>),
    /// The post of this number reads like this now.
    Edit(usize, Message<Public>),
    /// The post of this number shows this now, too.
    Replacement(usize, Message<Public>),
    /// The post of this number is gone.
    Removal(usize),
}

/// Something said to one person in direct messages, or a change of it.
#[derive(Clone, PartialEq)]
pub struct Whispered {
    /// To whom.
    pub user: UserId,
    /// Its place among all that was said to this person, from 1.
    pub number: usize,
    /// Whether it takes the place of what this message said before.
    pub is_edit: bool,
    /// What it says now.
    pub message: Message<Private>,
}

/// The platform.
pub struct FakeChat {
    platform: Platform,
    people: Vec<Speaker>,
    told: mpsc::UnboundedSender<(EventId, Told)>,
    said: watch::Sender<Vec<Said>>,
    whispered: Mutex<Vec<Whispered>>,
    /// What was said to one person and taken away again.
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
}

/// What the platform's people are told.
pub type AnswerReceiver = mpsc::UnboundedReceiver<(EventId, Told)>;

/// A person of the platform, by name.
pub fn person(name: &str) -> Speaker {
    Speaker {
        id: UserId::new(Platform::Playground, name.to_lowercase()),
        name: name.to_owned(),
    }
}

/// A channel of the platform, by name.
pub fn channel(name: &str) -> ChannelId {
    ChannelId::new(Platform::Playground, name)
}

impl FakeChat {
    /// A platform with these people, and where they hear.
    pub fn new(names: &[&str]) -> (Arc<FakeChat>, AnswerReceiver) {
        FakeChat::on(Platform::Playground, names)
    }

    /// The same in place of another platform.
    pub fn on(platform: Platform, names: &[&str]) -> (Arc<FakeChat>, AnswerReceiver) {
        let (told, ears) = mpsc::unbounded_channel();
        let on_platform = |name: &&str| Speaker {
            id: UserId::new(platform, name.to_lowercase()),
            name: (*name).to_owned(),
        };
        let people = names.iter().map(on_platform).collect();
        let scene = FakeChat {
            platform,
            people,
            told,
            said: watch::Sender::default(),
            whispered: Mutex::default(),
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
        };
        (Arc::new(scene), ears)
    }

    /// All that was said in channels, in order.
    pub fn said(&self) -> Vec<Said> {
        self.said.borrow().clone()
    }

    /// All that was said in direct messages, in order for each person.
    pub fn whispered(&self) -> Vec<Whispered> {
        hold(&self.whispered).clone()
    }

    /// What was said to one person and taken away again, as the person and the number of what was said to them.
    pub fn unsaid(&self) -> Vec<MessageId> {
        hold(&self.unsaid).clone()
    }

    /// What was posted again under the name of an earlier post, in order.
    pub fn repeated(&self) -> Vec<Nonce> {
        hold(&self.repeated).clone()
    }

    /// Has all people of a channel read what one of them writes there, from now on.
    pub fn overhear(&self) {
        self.is_overheard.store(true, Ordering::Relaxed);
    }

    /// What was taken back of what people wrote, in order.
    pub fn redacted(&self) -> Vec<EventId> {
        hold(&self.redacted).clone()
    }

    /// Has the platform neither tell nor delete what it keeps of people, or again do so.
    pub fn cling(&self, is_clinging: bool) {
        self.is_clinging.store(is_clinging, Ordering::Relaxed);
    }

    /// Of whom everything was deleted, in order.
    pub fn forgotten(&self) -> Vec<UserId> {
        hold(&self.forgotten).clone()
    }

    fn look_up(&self) -> Result<(), ChatError> {
        if self.is_clinging.load(Ordering::Relaxed) {
            Err(ChatError::Outage("a test has it so".to_owned()))
        } else {
            Ok(())
        }
    }

    /// Closes somebody's direct messages, or opens them.
    pub fn close(&self, user: &UserId, is_closed: bool) {
        let mut closed = hold(&self.closed);
        if is_closed {
            closed.insert(user.clone());
        } else {
            closed.remove(user);
        }
    }

    /// Takes the platform away, or brings it back: meanwhile nothing that is said arrives but answers.
    pub fn go_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::Relaxed);
    }

    /// Has another process speak there, or the bot itself again.
    pub fn be_elsewhere(&self, is_elsewhere: bool) {
        self.is_elsewhere.store(is_elsewhere, Ordering::Relaxed);
    }

    /// Closes a channel to the bot for good, as far as that can tell, or opens it again.
    pub fn lose(&self, channel: &ChannelId, is_lost: bool) {
        let mut lost = hold(&self.lost);
        if is_lost {
            lost.insert(channel.clone());
        } else {
            lost.remove(channel);
        }
    }

    /// Has nothing arrive in a channel from now on, or again what is said there.
    pub fn slow_down(&self, channel: &ChannelId, is_slow: bool) {
        self.slow.send_modify(|slow| {
            if is_slow {
                slow.insert(channel.clone())
            } else {
                slow.remove(channel)
            };
        });
    }

    /// Has the platform open threads, from now on: the channel `thread-N` begins with the post N.
    pub fn open_threads(&self) {
        self.has_threads.store(true, Ordering::Relaxed);
    }

    /// Has posts be changed with their pictures and taken away, from now on.
    pub fn replace_posts(&self) {
        self.replaces_posts.store(true, Ordering::Relaxed);
    }

    /// Has pictures be drawn only when somebody looks at them, from now on.
    pub fn draw_later(&self) {
        self.draws_later.store(true, Ordering::Relaxed);
    }

    /// Has whatever says something break down on the way, or not any more.
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

    /// The next direct message to somebody fails, and the one after it does not.
    pub fn stumble(&self, user: &UserId) {
        hold(&self.stumbling).insert(user.clone());
    }

    /// Says something to somebody; the number of the message is given if it is an edit.
    fn hear(
        &self,
        user: &UserId,
        edited: Option<usize>,
        message: &Message<Private>,
    ) -> Result<usize, ChatError> {
        self.reach()?;
        if hold(&self.closed).contains(user) {
            let reason = "the person is closed to direct messages";
            return Err(ChatError::Refused(reason.to_owned()));
        }
        if hold(&self.stumbling).remove(user) {
            return Err(ChatError::Unavailable("the platform stumbles".to_owned()));
        }
        let mut whispered = hold(&self.whispered);
        let n_before = whispered
            .iter()
            .filter(|one| one.user == *user && !one.is_edit)
            .count();
        let number = edited.unwrap_or(n_before + 1);
        whispered.push(Whispered {
            user: user.clone(),
            number,
            is_edit: edited.is_some(),
            message: message.clone(),
        });
        Ok(number)
    }

    /// Waits until so many things were said in channels.
    ///
    /// # Panics
    ///
    /// They are not said for too long.
    pub async fn until_said(&self, n_said: usize) {
        let mut said = self.said.subscribe();
        let enough = timeout(PATIENCE, said.wait_for(|said| said.len() >= n_said)).await;
        drop(
            enough
                .expect("all is said in time")
                .expect("the sender is at hand"),
        );
    }

    fn n_posts(&self) -> usize {
        let said = self.said.borrow();
        let posts = said.iter().filter(|said| matches!(said, Said::Post(..)));
        posts.count()
    }

    /// The posts as they read now.
    pub fn posts(&self) -> Vec<Message<Public>> {
        let mut posts = Vec::new();
        for said in self.said() {
            match said {
                Said::Post(_, message) => posts.push(message),
                Said::Edit(number, message) => {
                    let picture = posts[number - 1].picture.take();
                    posts[number - 1] = Message { picture, ..message };
                }
                Said::Replacement(number, message) => posts[number - 1] = message,
                Said::Removal(number) => posts[number - 1] = Message::text(""),
            }
        }
        posts
    }

    fn tell(&self, event: &EventId, told: Told) {
        // A test that no longer listens does not want to know.
        let _ = self.told.send((event.clone(), told));
    }
}

/// A text with what is marked in it written out: `<t:1767225600:R>`, `[board](17)`.
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
            marked_times: true,
            buttons: true,
            menus: true,
            completion: true,
            ephemeral: !self.is_overheard.load(Ordering::Relaxed),
            edits: true,
            pictures: true,
            draws_later: self.draws_later.load(Ordering::Relaxed),
            forms: true,
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
        if hold(&self.lost).contains(channel) {
            return Err(ChatError::Refused("the channel is closed".to_owned()));
        }
        let mut nonces = hold(&self.nonces);
        if let Some(id) = nonces.get(nonce) {
            hold(&self.repeated).push(nonce.clone());
            return Ok(id.clone());
        }
        self.said
            .send_modify(|said| said.push(Said::Post(channel.clone(), message.clone())));
        let number = self.n_posts();
        let id = MessageId::new(self.platform, number.to_string());
        nonces.insert(nonce.clone(), id.clone());
        Ok(id)
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        let mut nonces = hold(&self.nonces);
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
        // A post to one person alone; their ids have no dots.
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
        self.said
            .send_modify(|said| said.push(Said::Edit(number, new.clone())));
        Ok(())
    }

    async fn replace(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        self.reach()?;
        let number = message.id.parse().expect("ids are numbers of posts");
        let is_removal = |said: &Said| matches!(said, Said::Removal(gone) if *gone == number);
        if self.said.borrow().iter().any(is_removal) {
            return Err(ChatError::Refused("the message is gone".to_owned()));
        }
        self.said
            .send_modify(|said| said.push(Said::Replacement(number, new.clone())));
        Ok(())
    }

    async fn remove(&self, message: &MessageId) -> Result<(), ChatError> {
        self.reach()?;
        if message.id.contains('.') {
            hold(&self.unsaid).push(message.clone());
            return Ok(());
        }
        let number = message.id.parse().expect("ids are numbers of posts");
        self.said
            .send_modify(|said| said.push(Said::Removal(number)));
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

    async fn ask(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        self.tell(event, Told::Form(form.clone()));
        Ok(())
    }

    async fn examine(&self, event: &Event, _: Checkup) -> Result<Vec<Finding>, ChatError> {
        let is_closed = hold(&self.closed).contains(&event.speaker.id);
        Ok(vec![if is_closed {
            Finding::bad(Text::verbatim(
                "I cannot write to you directly. Open your direct messages.",
            ))
        } else {
            Finding::writes()
        }])
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        self.tell(event, Told::Answer(answer.clone()));
        Ok(())
    }

    async fn redact(&self, event: &EventId) -> Result<(), ChatError> {
        hold(&self.redacted).push(event.clone());
        Ok(())
    }

    async fn kept_of(&self, _: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        self.look_up()?;
        Ok(Vec::new())
    }

    async fn forget(&self, user: &UserId) -> Result<(), ChatError> {
        self.look_up()?;
        hold(&self.forgotten).push(user.clone());
        Ok(())
    }

    async fn person(&self, _: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
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
        self.tell(event, Told::Choices(offered.clone()));
        Ok(())
    }
}

fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws small pictures, for all tests of a process: to draw the first ones takes longest.
static STUDIO: LazyLock<Studio> = LazyLock::new(|| Studio::new(Size::MIN, Theme::default()));

/// What a bot on a platform is made of: small pictures, dice that count, a clock that steps.
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
        limits: Limits {
            matches: 3,
            challenges: 10,
            challenge: std::time::Duration::from_secs(7 * 24 * 3600),
            turns: 500,
        },
        processes: None,
        patience: Duration::MAX,
    }
}

/// Thinks so on one thread, and answers at once.
pub fn thinking(thinker: impl Fn() -> Box<dyn Thinks> + Send + Sync + 'static) -> ThinkingParts {
    ThinkingParts {
        threads: 1,
        thinker: Arc::new(thinker),
        pace: (Duration::ZERO, Duration::ZERO),
        dice: Box::new(CountingDice::default()),
    }
}

/// Plays the first of all legal moves, and expects what it is told to.
pub struct FirstMove;

impl Thinks for FirstMove {
    fn answer(&mut self, question: &EngineQuestion, _: u64, _: &AtomicBool) -> Option<EngineMove> {
        Some(question.answered(question.any(0)?, Some(0.5)))
    }
}

/// A bot on a platform, and somebody who waits for its answers.
pub struct TestBot {
    /// The platform.
    pub scene: Arc<FakeChat>,
    /// The bot.
    pub core: Arc<Core>,
    /// Where everything is kept.
    pub writer: Writer,
    ears: AnswerReceiver,
    n_events: usize,
}

impl TestBot {
    /// Starts a bot for these people; `prepare` may exchange what it is made of.
    ///
    /// # Panics
    ///
    /// The writer cannot be read.
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

    /// The same with nothing kept yet, in memory.
    pub fn in_memory(names: &[&str], prepare: impl FnOnce(&mut Parts)) -> TestBot {
        let writer = fresh_writer();
        TestBot::new(names, writer, prepare)
    }

    /// A bot that goes on from what this one has kept, as after a restart.
    pub fn restarted(&self, names: &[&str]) -> TestBot {
        self.restarted_with(names, |_| {})
    }

    /// The same, of which `prepare` may exchange what it is made of.
    pub fn restarted_with(&self, names: &[&str], prepare: impl FnOnce(&mut Parts)) -> TestBot {
        TestBot {
            n_events: self.n_events,
            ..TestBot::new(names, self.writer.clone(), prepare)
        }
    }

    /// Something that a person does in the channel `lobby`, under a name that no event has had.
    pub fn event(&mut self, name: &str, said: Heard) -> Event {
        self.n_events += 1;
        event(self.n_events.to_string(), name, said)
    }

    /// A match as it is kept.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn found(&self, id: MatchId) -> (Match, Record) {
        let found = read_match(&self.writer, id).expect("the store can be read");
        found.expect("there is the match")
    }

    /// What is told next, and to which event.
    ///
    /// # Panics
    ///
    /// Nothing is told for too long.
    pub async fn told(&mut self) -> (EventId, Told) {
        let told = timeout(PATIENCE, self.ears.recv()).await;
        told.expect("every event is answered in time")
            .expect("the platform is at hand")
    }

    /// What is told now that nobody has asked for.
    pub fn overhead(&mut self) -> Option<EventId> {
        self.ears.try_recv().ok().map(|(event, _)| event)
    }

    /// The answer to an event.
    ///
    /// # Panics
    ///
    /// Something else is told before, or nothing for too long.
    pub async fn ask(&mut self, event: &Event) -> Answer {
        self.core.hear(event.clone()).await;
        match self.told().await {
            (id, Told::Answer(answer)) if id == event.id => answer,
            (id, _) => panic!("{event:?} was heard and {id} was answered"),
        }
    }
}

#[async_trait]
impl Venue for TestBot {
    type Answer = Answer;

    /// What comes of it is all said before somebody does something else.
    async fn hear(&mut self, who: &str, said: Heard) -> Answer {
        let event = self.event(who, said);
        let answer = self.ask(&event).await;
        self.core.idle().await;
        answer
    }
}

/// Something that a person does in the channel `lobby`.
pub fn event(id: impl Into<Box<str>>, name: &str, said: Heard) -> Event {
    Event {
        id: EventId::new(Platform::Playground, id),
        speaker: person(name),
        place: Place::Channel(channel("lobby")),
        language: None,
        place_language: None,
        server: None,
        said,
    }
}

/// Dice that count: 1, 2, 3, ... each cut to the range that is asked for. Their secrets are all the same.
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

/// A clock that goes on whenever it is looked at, from the start of 2026: by a second, unless it was made otherwise.
pub struct SteppingClock {
    now: AtomicI64,
    step: i64,
}

impl SteppingClock {
    /// One that goes on by so much.
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
    /// Puts it forward.
    pub fn advance(&self, span: Duration) {
        let span = i64::try_from(span.as_millis()).expect("a span that a clock can show");
        self.now.fetch_add(span, Ordering::Relaxed);
    }

    /// Puts it back.
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
