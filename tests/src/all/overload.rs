//! Backpressure: the queue is bounded, people take turns, and a place without permission to post blocks no other.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tests::user_input::UserInput;

use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Completions, Event, EventId,
    Finding, Form, Listener, MatchId, Message, MessageId, Nonce, Place, Platform, Private, Public,
    Speaker, Store, UserId,
};
use async_trait::async_trait;
use kit::lock;
use runtime::{BEAT, Parts, Processes, UNDER_WAY, UNDER_WAY_IN_CHANNEL};
use store::{MemoryStore, writer::Writer};
use tests::{
    fake_chat::{ChatReply, SteppingClock, TestBot, event},
    logged_store::{StoreRead, logged_store},
    venue::BUSY,
};
use tokio::sync::Semaphore;

/// Returns the message to a user whose event waits in the queue.
fn busy() -> String {
    BUSY.to_owned()
}

/// A platform that posts only with a permit, and refuses to post while it is down.
struct PermitChat {
    chat: Arc<dyn Chat>,
    posts: Semaphore,
    is_down: AtomicBool,
    has_forgotten: AtomicBool,
    n_edits: AtomicUsize,
}

impl PermitChat {
    fn new(chat: Arc<dyn Chat>) -> Arc<PermitChat> {
        Arc::new(PermitChat {
            chat,
            posts: Semaphore::new(0),
            is_down: AtomicBool::new(false),
            has_forgotten: AtomicBool::new(false),
            n_edits: AtomicUsize::new(0),
        })
    }

    fn let_all(&self) {
        self.posts.close();
    }
}

#[async_trait]
impl Chat for PermitChat {
    fn platform(&self) -> Platform {
        self.chat.platform()
    }

    fn capabilities(&self) -> Capabilities {
        self.chat.capabilities()
    }

    async fn post(
        &self,
        nonce: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        if self.is_down.load(Ordering::Relaxed) {
            return Err(ChatError::Unavailable("it is down".to_owned()));
        }
        // A closed semaphore lets all posts pass.
        if let Ok(permit) = self.posts.acquire().await {
            permit.forget();
        }
        self.chat.post(nonce, channel, message).await
    }

    async fn whisper(
        &self,
        nonce: &Nonce,
        user: &UserId,
        message: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        self.chat.whisper(nonce, user, message).await
    }

    fn has_forgotten(&self, _: &MessageId) -> bool {
        self.has_forgotten.load(Ordering::Relaxed)
    }

    async fn edit(&self, message: &MessageId, new: &Message<Public>) -> Result<(), ChatError> {
        self.n_edits.fetch_add(1, Ordering::Relaxed);
        self.chat.edit(message, new).await
    }

    async fn edit_whisper(
        &self,
        user: &UserId,
        message: &MessageId,
        new: &Message<Private>,
    ) -> Result<(), ChatError> {
        self.n_edits.fetch_add(1, Ordering::Relaxed);
        self.chat.edit_whisper(user, message, new).await
    }

    async fn open_thread(
        &self,
        message: &MessageId,
        name: &str,
        people: &[&UserId],
    ) -> Result<Option<ChannelId>, ChatError> {
        self.chat.open_thread(message, name, people).await
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        self.chat.answer(event, answer).await
    }

    async fn redact(&self, event: &EventId) -> Result<(), ChatError> {
        self.chat.redact(event).await
    }

    async fn show_form(&self, event: &EventId, form: &Form) -> Result<(), ChatError> {
        self.chat.show_form(event, form).await
    }

    async fn examine(&self, event: &Event, checkup: Checkup) -> Result<Vec<Finding>, ChatError> {
        self.chat.examine(event, checkup).await
    }

    async fn person(&self, place: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        self.chat.person(place, written).await
    }

    async fn people(&self, beginning: &str) -> Result<Vec<String>, ChatError> {
        self.chat.people(beginning).await
    }

    async fn complete(&self, event: &EventId, offered: &Completions) -> Result<(), ChatError> {
        self.chat.complete(event, offered).await
    }
}

/// A bot under load, on a platform that posts only with permits.
struct LoadedBot {
    stage: TestBot,
    chat: Arc<PermitChat>,
}

impl LoadedBot {
    /// Begins a match between Ann and Bob, and makes all deliveries. A waiting user is notified at once.
    async fn gather(variant: &str) -> LoadedBot {
        LoadedBot::gather_at(Arc::new(MemoryStore::new()), variant, |_| {}).await
    }

    /// Does the same on this store, where `prepare` may replace parts of the bot.
    async fn gather_at(
        store: Arc<dyn Store>,
        variant: &str,
        prepare: impl FnOnce(&mut Parts),
    ) -> LoadedBot {
        let mut permit_chat = None;
        let stage = TestBot::new(&["Ann", "Bob"], Writer::new(store), |parts| {
            parts.patience = Duration::ZERO;
            // Boards requested in a row are posted once if little time is between them.
            parts.clock = Arc::new(SteppingClock::by(Duration::from_secs(10)));
            let chat = parts.chats.pop().expect("there is the scene");
            let chat = PermitChat::new(chat);
            permit_chat = Some(Arc::clone(&chat));
            parts.chats = vec![chat];
            prepare(parts);
        });
        let chat = permit_chat.expect("the stage was prepared");
        let mut bot = LoadedBot { stage, chat };
        let challenge = format!("/challenge {variant} @Bob white");
        let accept = format!("accept:{}", MatchId::from_number(1));
        for (name, what) in [("Ann", &*challenge), ("Bob", &accept)] {
            bot.chat.posts.add_permits(1);
            bot.stage
                .ask(&event(name, name, UserInput::short(what)))
                .await;
        }
        bot.stage.core.idle().await;
        bot
    }

    /// Requests the board again, which adds one post.
    async fn ask(&mut self, id: &str, name: &str) {
        let answer = self
            .stage
            .ask(&event(id, name, UserInput::short("/board")))
            .await;
        assert_ne!(answer.message.text, busy(), "{id}");
    }

    /// Does the same where the queue is full.
    async fn wait(&mut self, id: &str, name: &str) {
        let core = Arc::clone(&self.stage.core);
        let event = event(id, name, UserInput::short("/board"));
        tokio::spawn(async move { core.hear(event).await });
        let (told, text) = self.next_answer().await;
        assert_eq!((&*told, &*text), (id, &*busy()));
    }

    /// Returns the event that has the next answer, and the answer.
    async fn next_answer(&mut self) -> (String, String) {
        match self.stage.next_reply().await {
            (event, ChatReply::Answer(answer)) => (event.id.to_string(), answer.message.text),
            (event, _) => panic!("{event} is not answered"),
        }
    }
}

#[tokio::test]
async fn a_request_behind_slow_boards_gets_a_notice_and_then_its_answer() {
    const N_LATE: usize = 30;
    let mut bot = LoadedBot::gather("berolina").await;
    let n_posts = bot.stage.scene.posts().len();
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    for n in 0..N_LATE {
        bot.wait(&format!("late-{n}"), "Bob").await;
    }
    assert_eq!(bot.stage.scene.posts().len(), n_posts);

    bot.chat.let_all();
    for n in 0..N_LATE {
        let (event, text) = bot.next_answer().await;
        assert_eq!(event, format!("late-{n}"));
        assert_ne!(text, busy());
    }
    bot.stage.core.finish().await;
    let n_said = bot.stage.scene.posts().len() - n_posts;
    assert_eq!(n_said, UNDER_WAY_IN_CHANNEL + N_LATE);
}

#[tokio::test]
async fn a_busy_person_does_not_delay_others() {
    let mut bot = LoadedBot::gather("berolina").await;
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    for n in 0..5 {
        bot.wait(&format!("Ann-{n}"), "Ann").await;
    }
    bot.wait("Bob-0", "Bob").await;
    // Two posts are made, so there is room for two.
    bot.chat.posts.add_permits(2);
    let mut answered = [bot.next_answer().await.0, bot.next_answer().await.0];
    answered.sort();
    assert_eq!(answered, ["Ann-0", "Bob-0"]);
}

#[tokio::test]
async fn an_unwritable_channel_delays_no_request() {
    let mut bot = LoadedBot::gather("berolina").await;
    bot.chat.is_down.store(true, Ordering::Relaxed);
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    // A failed delivery blocks no other until its retry.
    bot.stage.core.finish().await;
    for n in UNDER_WAY_IN_CHANNEL..UNDER_WAY_IN_CHANNEL + 30 {
        bot.ask(&n.to_string(), "Ann").await;
    }
}

#[tokio::test]
async fn a_message_forgotten_by_the_platform_is_not_edited() {
    for has_forgotten in [false, true] {
        let mut bot = LoadedBot::gather("chakart setup=standard").await;
        bot.chat.let_all();
        let n_edits = || bot.chat.n_edits.load(Ordering::Relaxed);
        let before = n_edits();
        bot.chat
            .has_forgotten
            .store(has_forgotten, Ordering::Relaxed);
        for (name, what) in [("Ann", "/move d2d4"), ("Bob", "/move e7e5")] {
            let event = event(what, name, UserInput::short(what));
            bot.stage.ask(&event).await;
            bot.stage.core.idle().await;
        }
        let n_posts = bot.stage.scene.posts().len();
        assert_eq!((n_posts, n_edits() == before), (4, has_forgotten));
    }
}

#[tokio::test]
async fn an_overdue_request_is_reported_and_its_public_move_is_redacted() {
    let mut bot = LoadedBot::gather("berolina").await;
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    bot.stage.scene.overhear();
    // Only the clock advances from here.
    tokio::time::pause();
    let aloud = event("aloud", "Bob", UserInput::Text("/move e7e5".to_owned()));
    bot.stage.core.hear(aloud.clone()).await;
    let in_vain =
        "Too many people are playing right now, so I did nothing. Please try again in a minute.";
    for expected in [busy(), in_vain.to_owned()] {
        assert_eq!(bot.next_answer().await, ("aloud".to_owned(), expected));
    }
    assert_eq!(bot.stage.scene.redacted(), [aloud.id]);
}

#[tokio::test]
async fn a_waiting_request_reads_no_data() {
    let (store, reads) = logged_store(false);
    let n_read_for = |name: &str| {
        let reads = lock(&reads);
        let is_for = |read: &&StoreRead| matches!(read, StoreRead::Get(key) if key.contains(name));
        reads.iter().filter(is_for).count()
    };
    let mut bot = LoadedBot::gather_at(store, "berolina", |_| {}).await;
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    for n in UNDER_WAY_IN_CHANNEL..UNDER_WAY {
        let room = format!("room-{}", n / UNDER_WAY_IN_CHANNEL);
        let elsewhere = Event {
            place: Place::Channel(ChannelId::new(Platform::Playground, room)),
            ..event(n.to_string(), "Ann", UserInput::short("/board match:00001"))
        };
        let core = Arc::clone(&bot.stage.core);
        tokio::spawn(async move { core.hear(elsewhere).await });
    }
    // Each of them takes its place at its first poll, and one poll of this test does not poll all of them.
    for _ in 0..UNDER_WAY {
        tokio::task::yield_now().await;
    }
    assert!(n_read_for("ann") > 0);
    bot.wait("late", "Cid").await;
    let typing = event("typing", "Cid", UserInput::Type("/mo".to_owned()));
    bot.stage.core.hear(typing).await;
    assert_eq!(n_read_for("cid"), 0);
    bot.chat.let_all();
    bot.stage.core.finish().await;
    assert!(n_read_for("cid") > 0);
}

/// Another process may have received the same event, and handled it.
#[tokio::test]
async fn an_overdue_request_to_one_of_several_processes_is_unconfirmed() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let shared = Arc::clone(&store);
    let mut bot = LoadedBot::gather_at(store, "berolina", |parts| {
        let joined = Processes::join(shared, parts.writer.clone(), BEAT);
        parts.processes = Some(joined.expect("the store works"));
    })
    .await;
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    // Only the clock advances from here.
    tokio::time::pause();
    let heard = event("heard", "Bob", UserInput::short("/move e7e5"));
    bot.stage.core.hear(heard).await;
    assert_eq!(bot.next_answer().await, ("heard".to_owned(), busy()));
    let (_, said) = bot.next_answer().await;
    assert!(said.starts_with("Not confirmed: "), "{said}");
}

#[tokio::test]
async fn an_overdue_repeated_request_is_unconfirmed() {
    let mut bot = LoadedBot::gather("berolina").await;
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    // Only the clock advances from here.
    tokio::time::pause();
    let again = event("again", "Bob", UserInput::short("/move e7e5"));
    bot.stage.core.hear_again(again).await;
    assert_eq!(bot.next_answer().await, ("again".to_owned(), busy()));
    let (_, said) = bot.next_answer().await;
    assert!(said.starts_with("Not confirmed: "), "{said}");
}

#[tokio::test]
async fn a_slow_channel_delays_no_request_elsewhere() {
    let mut bot = LoadedBot::gather("berolina").await;
    for n in 0..UNDER_WAY_IN_CHANNEL {
        bot.ask(&n.to_string(), "Ann").await;
    }
    for n in 0..UNDER_WAY {
        bot.wait(&format!("late-{n}"), "Bob").await;
    }
    let elsewhere = Event {
        place: Place::Direct,
        ..event("elsewhere", "Bob", UserInput::short("/games"))
    };
    let answer = bot.stage.ask(&elsewhere).await;
    assert_ne!(answer.message.text, busy());
}
