//! What cannot be seen from outside, or only by waiting.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use tokio::sync::watch;

use crate::{
    ledger::Ledger,
    ports::{
        Answer, Chat, DrawError, Drawer, Event, EventId, Listener, Message, Place, Platform,
        Recipe, Said, Speaker,
    },
    store::MemoryStore,
};

use super::{
    Playground,
    guard::check,
    names::{NameError, clean, fold},
    parse,
    people::PersonId,
    requests::{Patience, Server},
    server::closing,
};

#[test]
fn what_is_said_of_a_damaged_entry_tells_nothing_of_it() {
    let damaged =
        parse::<u64>(b"play/people", br#""banana:e7""#).map_err(|trouble| trouble.to_string());
    let told = damaged.expect_err("a text is no number");
    assert!(
        told.contains("play/people") && !told.contains("banana"),
        "{told}"
    );
}

#[track_caller]
fn check_name(text: &str, expected: Result<&str, NameError>) {
    assert_eq!(clean(text), expected.map(str::to_owned), "{text:?}");
}

#[test]
fn names_are_shown_trimmed_and_composed() {
    check_name("Anna", Ok("Anna"));
    check_name("  Anna   Maria ", Ok("Anna Maria"));
    check_name("e\u{301}", Ok("é"));
    check_name("<b>&amp;", Ok("<b>&amp;"));
    check_name("🦊", Ok("🦊"));
    check_name(&"é".repeat(32), Ok(&"é".repeat(32)));
}

#[test]
fn names_that_deceive_are_refused() {
    check_name("", Err(NameError::Empty));
    check_name(" \u{a0}\u{3000} ", Err(NameError::Empty));
    check_name("\u{200d}", Err(NameError::Empty));
    check_name(&"é".repeat(33), Err(NameError::Long));
    check_name(&"x".repeat(100_000), Err(NameError::Long));
    check_name("An\u{0}na", Err(NameError::Invisible));
    check_name("An\nna", Err(NameError::Invisible));
    check_name("\u{202e}annA", Err(NameError::Invisible));
    check_name("Anna\u{2066}", Err(NameError::Invisible));
    check_name("Anna\u{200b}", Err(NameError::Invisible));
    check_name("Anna\u{3164}", Err(NameError::Invisible));
    check_name("oddBOARD", Err(NameError::Bot));
    check_name("0ddboard", Err(NameError::Bot));
    check_name("\u{41e}ddb\u{43e}ard", Err(NameError::Bot));
    check_name(&"\u{fdfa}".repeat(32), Err(NameError::Long));
    check_name("@Anna", Err(NameError::Sign));
    check_name("/help", Err(NameError::Sign));
    check_name("An\"na", Err(NameError::Sign));
    check_name("\u{335}", Err(NameError::Marks));
    check_name(&format!("Z{}", "\u{335}".repeat(4)), Err(NameError::Marks));
    check_name("Odd\u{200d}board", Err(NameError::Bot));
}

#[track_caller]
fn check_same(a: &str, b: &str) {
    assert_eq!(fold(a), fold(b));
}

#[test]
fn names_that_look_the_same_are_the_same() {
    check_same("Anna", "aNNA");
    check_same("STRASSE", "straße");
    check_same("ΟΔΥΣΣΕΥΣ", "οδυσσευς");
    check_same("ａｎｎａ", "Anna");
    check_same("e\u{301}", "É");
    check_same("An\u{200d}na\u{fe0f}", "Anna");
    check_same("\u{410}nn\u{430}", "Anna");
    check_same("B0b", "bob");
    check_same("Tom", "Torn");
    assert_ne!(fold("Anna"), fold("Anne"));
}

/// Whether a request may pass on port 8640, by its method, path, and headers Host, Origin and Authorization.
#[track_caller]
fn check_guard(
    method: Method,
    path: &str,
    host: &'static str,
    origin: Option<&'static str>,
    secret: bool,
    expected: bool,
) {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, HeaderValue::from_static(host));
    if let Some(origin) = origin {
        headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
    }
    if secret {
        headers.insert(
            header::AUTHORIZATION,
            HeaderValue::from_static("Bearer 1-a"),
        );
    }
    let uri = path.parse().expect("a path is a URI");
    let passed = check(8640, &method, &uri, &headers);
    assert_eq!(
        passed.is_ok(),
        expected,
        "{method} {path} {host} {origin:?}"
    );
}

#[test]
fn only_this_machine_is_called_by_its_own_name() {
    for host in [
        "127.0.0.1:8640",
        "localhost:8640",
        "LOCALHOST:8640",
        "[::1]:8640",
        "127.1.2.3:8640",
    ] {
        check_guard(Method::GET, "/", host, None, false, true);
    }
    for host in [
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8641",
        "evil.example:8640",
        "localhost.evil.example:8640",
        "127.0.0.1.evil.example:8640",
        "evil@localhost:8640",
        "192.168.1.2:8640",
        "[::]:8640",
        "",
        "localhost:8640:8640",
    ] {
        check_guard(Method::GET, "/", host, None, false, false);
    }
}

#[test]
fn only_our_own_page_acts() {
    let own = "127.0.0.1:8640";
    check_guard(
        Method::POST,
        "/api/say",
        own,
        Some("http://127.0.0.1:8640"),
        false,
        true,
    );
    check_guard(
        Method::GET,
        "/api/live",
        own,
        Some("http://127.0.0.1:8640"),
        false,
        true,
    );
    for origin in [
        "http://localhost:8640",
        "https://127.0.0.1:8640",
        "http://127.0.0.1:8641",
        "http://127.0.0.1",
        "http://evil.example",
        "null",
        "",
    ] {
        check_guard(Method::POST, "/api/say", own, Some(origin), true, false);
        check_guard(Method::GET, "/api/live", own, Some(origin), true, false);
        check_guard(Method::GET, "/", own, Some(origin), true, false);
    }
    check_guard(Method::POST, "/api/say", own, None, true, true);
    check_guard(Method::POST, "/api/sign-in", own, None, false, false);
    check_guard(Method::GET, "/api/live", own, None, false, false);
    check_guard(Method::GET, "/app.js", own, None, false, true);
}

/// Draws nothing.
struct NoPictures;

#[async_trait]
impl Drawer for NoPictures {
    async fn draw(&self, _: &Recipe) -> Result<Arc<[u8]>, DrawError> {
        Err(DrawError::Gone)
    }
}

/// Answers with the number of times it was asked, unless it is to be silent.
struct Counting {
    playground: Arc<Playground>,
    silent: AtomicBool,
    n_heard: AtomicUsize,
}

#[async_trait]
impl Listener for Counting {
    async fn hear(&self, event: Event) {
        let n = self.n_heard.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.silent.load(Ordering::Relaxed) {
            let message = Message::text(n.to_string());
            let answer = Answer {
                message,
                replaces: false,
                is_evident: false,
            };
            self.playground
                .answer(&event.id, &answer)
                .await
                .expect("the store works");
        }
    }

    async fn overhear(&self, _: Event) {}
}

/// A bot behind a page that waits for answers for as long as it takes, or not at all.
struct Setup {
    server: Server,
    listener: Arc<Counting>,
    /// Held so that the server stays open.
    _close: watch::Sender<bool>,
}

fn setup(ledger: &Ledger) -> Setup {
    let playground = Playground::new(ledger.clone(), Arc::new(NoPictures));
    let listener = Arc::new(Counting {
        playground: Arc::clone(&playground),
        silent: AtomicBool::new(false),
        n_heard: AtomicUsize::new(0),
    });
    let (_close, _, closing) = closing();
    let server = Server::new(
        playground,
        Arc::clone(&listener) as Arc<dyn Listener>,
        1,
        closing,
    );
    let mut setup = Setup {
        server,
        listener,
        _close,
    };
    setup.be_patient(Duration::MAX);
    setup
}

impl Setup {
    fn be_patient(&mut self, patience: Duration) {
        self.server.patience = Patience {
            answer: patience,
            repeat: patience,
            completion: patience,
        };
    }

    fn silence(&mut self) {
        self.listener.silent.store(true, Ordering::Relaxed);
        self.be_patient(Duration::ZERO);
    }
}

async fn ask(server: &Server) -> Result<String, String> {
    let person = PersonId::parse("1").expect("a number");
    let event = Event {
        id: EventId::new(Platform::Playground, "1.a"),
        speaker: Speaker {
            id: person.user(),
            name: "Anna".to_owned(),
        },
        place: Place::Direct,
        said: Said::Text("/help".to_owned()),
    };
    let reply = server.ask(event, person, "a").await;
    reply
        .map(|reply| reply.body.text)
        .map_err(|problem| problem.error)
}

#[tokio::test]
async fn who_asks_a_silent_bot_is_told_to_try_again() {
    let mut setup = setup(&Ledger::new(Arc::new(MemoryStore::new())));
    setup.silence();
    let error = ask(&setup.server).await.expect_err("the bot is silent");
    assert!(error.contains("Try again: it counts only once"), "{error}");
}

#[tokio::test]
async fn who_asks_again_is_heard_again() {
    let setup = setup(&Ledger::new(Arc::new(MemoryStore::new())));
    assert_eq!(ask(&setup.server).await.as_deref(), Ok("1"));
    assert_eq!(ask(&setup.server).await.as_deref(), Ok("2"));
}

#[tokio::test]
async fn the_latest_answer_is_kept_over_a_restart_in_case_the_bot_is_silent() {
    let ledger = Ledger::new(Arc::new(MemoryStore::new()));
    let before = setup(&ledger);
    assert_eq!(ask(&before.server).await.as_deref(), Ok("1"));
    assert_eq!(ask(&before.server).await.as_deref(), Ok("2"));
    let mut after = setup(&ledger);
    after.silence();
    assert_eq!(ask(&after.server).await.as_deref(), Ok("2"));
}

#[tokio::test]
async fn an_answer_that_the_disk_refuses_is_heard_all_the_same() {
    let ledger = Ledger::new(Arc::new(MemoryStore::new()));
    let playground = Playground::new(ledger, Arc::new(NoPictures));
    let event = EventId::new(Platform::Playground, "1.a");
    let mut waiter = playground.answers.wait(event.clone());
    let too_long = "x".repeat(crate::ports::MAX_VALUE + 1);
    let answer = Answer {
        message: Message::text(too_long.clone()),
        replaces: false,
        is_evident: false,
    };
    assert!(playground.answer(&event, &answer).await.is_err());
    assert!(
        waiter
            .value()
            .await
            .is_some_and(|reply| reply.body.text == too_long)
    );
}
