//! Tests of internals, which a test from outside cannot see, or only by waiting.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use rules::Variant;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

use api::{
    Answer, Batch, Chat, DrawError, Drawer, Entry, Event, EventId, Listener, Message, PageAccounts,
    Place, Platform, Recipe, Rows, Speaker, Store,
};
use command::Intent;
use store::{
    MemoryStore,
    testing::HarmedStore,
    writer::{Writer, parse},
};
use text::{Language, PROGRAM, Text};

use super::{
    Playground,
    access::{Access, PageHost},
    assets::{Screen, file},
    closing::closing,
    connections::{lines, share},
    decode,
    embedding::FramePolicy,
    guard::{self, check},
    names::{MAX_CHARS, clean, fold},
    page::{ScreenReader, activity, analysis, chat, home, learn, of_everybody},
    people::SignInError,
    person::PersonId,
    places::{CHANNELS, Room},
    posts::{Author, NewPost},
    push::PushSettings,
    requests::router,
    rooms::KEPT_POSTS,
    scripts::MODULES,
    server::{Bounds, accept_all},
    state::{Patience, Providers, RateLimits, Server},
    wire::Body,
};

mod devices;
mod races;
mod relay;
mod responses;
mod strangers;

#[test]
fn an_error_about_a_damaged_entry_shows_none_of_its_value() {
    let damaged =
        parse::<u64>(b"play/people", br#""banana:e7""#).map_err(|trouble| trouble.to_string());
    let problem = damaged.expect_err("a text is no number");
    assert!(
        problem.contains("play/people") && !problem.contains("banana"),
        "{problem}"
    );
}

#[track_caller]
fn check_name(text: &str, expected: Result<&str, Text>) {
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
    check_name("", Err(text::page_name_empty()));
    check_name(" \u{a0}\u{3000} ", Err(text::page_name_empty()));
    check_name("\u{200d}", Err(text::page_name_empty()));
    check_name(&"é".repeat(33), Err(text::page_name_long(MAX_CHARS)));
    check_name(&"x".repeat(100_000), Err(text::page_name_long(MAX_CHARS)));
    check_name("An\u{0}na", Err(text::page_name_invisible()));
    check_name("An\nna", Err(text::page_name_invisible()));
    check_name("\u{202e}annA", Err(text::page_name_invisible()));
    check_name("Anna\u{2066}", Err(text::page_name_invisible()));
    check_name("Anna\u{200b}", Err(text::page_name_invisible()));
    check_name("Anna\u{3164}", Err(text::page_name_invisible()));
    check_name("oddBOARD", Err(text::page_name_bot(PROGRAM)));
    check_name("0ddboard", Err(text::page_name_bot(PROGRAM)));
    check_name("\u{41e}ddb\u{43e}ard", Err(text::page_name_bot(PROGRAM)));
    check_name(&"\u{fdfa}".repeat(32), Err(text::page_name_long(MAX_CHARS)));
    check_name("@Anna", Err(text::page_name_sign()));
    check_name("/help", Err(text::page_name_sign()));
    check_name("An\"na", Err(text::page_name_sign()));
    for name in [
        "“Bob”",
        "„Bob“",
        "«Bob»",
        "＠Bob",
        "／help",
        "<@1>",
        "<@*>",
        "<!@2>",
        "Ann [Discord]",
    ] {
        check_name(name, Err(text::page_name_sign()));
    }
    check_name("\u{335}", Err(text::page_name_marks()));
    check_name(
        &format!("Z{}", "\u{335}".repeat(4)),
        Err(text::page_name_marks()),
    );
    check_name("Odd\u{200d}board", Err(text::page_name_bot(PROGRAM)));
    for name in [
        "Oddboard 3",
        "Oddboard1",
        "oddboard3",
        "0DDBOARD \u{ff13}",
        "Oddboard (level 3)",
        "\u{41e}ddboard (niveau 8)",
        "Oddboard l2",
    ] {
        check_name(name, Err(text::page_name_bot(PROGRAM)));
    }
    check_name("Oddboardist", Ok("Oddboardist"));
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
    check_same("علی\u{200c}رضا", "علیرضا");
    for name in [
        "Ann\u{fdd0}",
        "A\u{fdd1}nn",
        "An\u{35f}n",
        "An\u{1abf}n",
        "Ann\u{20dd}",
    ] {
        check_same(name, "Ann");
    }
}

#[test]
fn names_that_are_shown_the_same_are_the_same_name() {
    let mut known = BTreeMap::<String, String>::new();
    let mut check = |name: &str| {
        let Ok(clean) = clean(name) else {
            return;
        };
        let folded = fold(&clean);
        for shown in [command::name_of_player(&clean, false), clean] {
            let first = known.entry(shown).or_insert_with(|| folded.clone());
            assert_eq!(*first, folded, "{name:?}");
        }
    };
    // Ranges of characters that are invisible, stack, compose or look like others; of the rest one is like another.
    let ranges = [
        '\0'..='\u{2fff}',
        '\u{fb00}'..='\u{ffff}',
        '\u{1d100}'..='\u{1d1ff}',
        '\u{e0000}'..='\u{e01ff}',
    ];
    for c in ranges.into_iter().flatten() {
        for name in ["An{}n", "{}Ann", "Ann{}", "An {} n", "Ann {}"] {
            let name = name.replace("{}", &c.to_string());
            check(&name);
        }
    }
    // Marks that compose, marks that do not, joiners, and letters that join.
    let letters = [
        'a',
        'e',
        '\u{301}',
        '\u{323}',
        '\u{35f}',
        '\u{200c}',
        '\u{200d}',
        'ب',
        'ක',
        '\u{dca}',
        '👩',
        '🏴',
        '\u{e0067}',
        '\u{e007f}',
    ];
    for a in letters {
        for b in letters {
            for c in letters {
                for d in letters {
                    check(&String::from_iter([a, b, c, d]));
                }
            }
        }
    }
}

#[test]
fn a_name_is_kept_as_it_is_shown() {
    check_name("علی\u{200c}رضا", Ok("علی\u{200c}رضا"));
    check_name("👩\u{200d}👧", Ok("👩\u{200d}👧"));
    check_name("An\u{200d}n", Ok("Ann"));
    check_name("An\u{35f}n", Ok("Ann"));
    check_name("A\u{fdd1}nn", Err(text::page_name_invisible()));
    let england = "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
    check_name(&format!("{england} Ann"), Ok(&format!("{england} Ann")));
    check_same(&format!("{england} Ann"), "🏴 Ann");
    check_same(&england.replace('\u{e0065}', "\u{e0077}"), england);
    // Tags of no flag are invisible.
    for name in ["Ann\u{e0067}", "🏴\u{e0067}Ann", "\u{e0001}Ann"] {
        check_name(name, Err(text::page_name_invisible()));
    }
}

#[test]
fn the_cookie_of_a_reader_names_their_language() {
    for (cookie, language) in [
        ("language=fr", Some("fr")),
        ("theme=dark; language=es", Some("es")),
        ("language=", None),
        ("language=de", None),
        ("mylanguage=fr", None),
        ("", None),
    ] {
        let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookie))]);
        let found = guard::chosen_language(&headers).map(Language::tag);
        assert_eq!(found, language, "{cookie}");
    }
}

#[test]
fn a_browser_is_spoken_to_in_the_language_that_it_wants_most() {
    for (header_value, language) in [
        ("fr", Some("fr")),
        ("fr-CA, en;q=0.5", Some("fr")),
        ("en;q=0.5, es-MX;q=0.9, fr; q=0.7", Some("es")),
        ("en;q=0.2,fr;q=0.8", Some("fr")),
        ("fr;q=0, en", Some("en")),
        ("fr;q=often, es;q=0.1", Some("es")),
        ("de, *;q=0.5", None),
        ("", None),
    ] {
        let headers = HeaderMap::from_iter([(
            header::ACCEPT_LANGUAGE,
            HeaderValue::from_str(header_value).expect("these are values of a header"),
        )]);
        let found = guard::language(&headers).map(Language::tag);
        assert_eq!(found, language, "{header_value}");
    }
}

/// Returns a local page on this port.
fn local_host(port: u16) -> PageHost {
    PageHost {
        port,
        access: Access::Local,
        frames: FramePolicy::default(),
    }
}

/// Checks whether a request passes on port 8640, by its method, path, and headers Host, Origin and Authorization.
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
    let passed = check(&local_host(8640), &method, &uri, &headers);
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
    check_guard(Method::GET, "/chat.js", own, None, false, true);
}

#[test]
fn a_request_names_its_origin_once() {
    let own = "http://127.0.0.1:8640";
    for (origins, passes) in [
        (&[own][..], true),
        (&[own, own], false),
        (&[own, "http://evil.example"], false),
        (&["http://evil.example", own], false),
    ] {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:8640"));
        headers.insert(
            header::AUTHORIZATION,
            HeaderValue::from_static("Bearer 1-a"),
        );
        for origin in origins {
            headers.append(header::ORIGIN, HeaderValue::from_static(origin));
        }
        let uri = "/api/say".parse().expect("a path is a URI");
        let passed = check(&local_host(8640), &Method::POST, &uri, &headers);
        assert_eq!(passed.is_ok(), passes, "{origins:?}");
    }
}

#[test]
fn a_request_names_its_host_once_and_no_other() {
    let passes = |uri: &str, hosts: &[&'static str]| {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, HeaderValue::from_static(host));
        }
        let uri = uri.parse().expect("the test has a URI");
        check(&local_host(8640), &Method::GET, &uri, &headers).is_ok()
    };
    let own = "127.0.0.1:8640";
    assert!(passes("/", &[own]));
    assert!(passes("http://127.0.0.1:8640/", &[own]));
    assert!(passes("http://LOCALHOST:8640/", &["localhost:8640"]));
    assert!(!passes("/", &[]));
    assert!(!passes("/", &[own, own]));
    assert!(!passes("/", &[own, "evil.example:8640"]));
    assert!(!passes("http://evil.example:8640/", &[own]));
    assert!(!passes("http://localhost:8640/", &[own]));
    assert!(!passes("https://127.0.0.1:8640/", &[own]));
    assert!(!passes("http://127.0.0.1:8640/", &["evil.example:8640"]));
}

/// Draws nothing.
struct NoPictures;

#[async_trait]
impl Drawer for NoPictures {
    async fn draw(&self, _: &Recipe) -> Result<Arc<[u8]>, DrawError> {
        Err(DrawError::Gone)
    }
}

/// Answers with the number of its events, unless it is to be silent.
struct CountingListener {
    playground: Arc<Playground>,
    silent: AtomicBool,
    n_events: AtomicUsize,
}

impl PageAccounts for CountingListener {}

#[async_trait]
impl Listener for CountingListener {
    async fn hear(&self, event: Event) {
        let n = self.n_events.fetch_add(1, Ordering::Relaxed) + 1;
        if !self.silent.load(Ordering::Relaxed) {
            let message = Message::text(n.to_string());
            let answer = Answer {
                message,
                replaces: false,
                is_evident: false,
                about: None,
            };
            self.playground
                .answer(&event.id, &answer)
                .await
                .expect("the store works");
        }
    }
}

/// A bot behind a page that waits for answers for as long as it takes, or not at all.
struct Setup {
    server: Server,
    listener: Arc<CountingListener>,
    /// Held so that the server stays open.
    _close: watch::Sender<bool>,
}

/// Makes Anna the first person.
fn let_in(writer: &Writer) {
    let mut anna = Batch::default();
    anna.put("play/person/00000001", r#"{"name":"Anna","secret":""}"#);
    // Later reads see it at once.
    drop(writer.commit(anna));
}

fn setup(writer: &Writer) -> Setup {
    let playground = Playground::new(
        writer.clone(),
        Arc::new(NoPictures),
        PushSettings::default(),
    );
    let listener = Arc::new(CountingListener {
        playground: Arc::clone(&playground),
        silent: AtomicBool::new(false),
        n_events: AtomicUsize::new(0),
    });
    let (_close, _, closing) = closing();
    let server = Server::new(
        playground,
        Arc::clone(&listener) as Arc<dyn Listener>,
        Arc::clone(&listener) as Arc<dyn PageAccounts>,
        Providers::default(),
        local_host(1),
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
            body: patience,
            answer: patience,
            repeat: patience,
            completion: patience,
            ping: Duration::from_secs(30),
        };
    }

    fn silence(&mut self) {
        self.listener.silent.store(true, Ordering::Relaxed);
        self.be_patient(Duration::ZERO);
    }
}

async fn ask(server: &Server) -> Result<String, String> {
    let person = PersonId::parse("1").expect("a number");
    let event = Event::new(
        EventId::new(Platform::Playground, "1.a"),
        Speaker {
            id: person.user(),
            name: "Anna".to_owned(),
        },
        Place::Direct,
        Intent::typed("/help"),
    );
    let reply = server.submit(event, person, "a").await;
    reply
        .map(|reply| reply.body.text)
        .map_err(|problem| Language::ENGLISH.localize(&problem.error))
}

#[tokio::test]
async fn an_unanswered_request_asks_for_another_try() {
    let mut setup = setup(&Writer::new(Arc::new(MemoryStore::new())));
    setup.silence();
    let error = ask(&setup.server).await.expect_err("the bot is silent");
    assert!(error.contains("Try again: it counts only once"), "{error}");
}

#[tokio::test]
async fn each_request_gets_its_own_answer() {
    let setup = setup(&Writer::new(Arc::new(MemoryStore::new())));
    assert_eq!(ask(&setup.server).await.as_deref(), Ok("1"));
    assert_eq!(ask(&setup.server).await.as_deref(), Ok("2"));
}

#[tokio::test]
async fn the_latest_answer_is_kept_over_a_restart_in_case_the_bot_is_silent() {
    let writer = Writer::new(Arc::new(MemoryStore::new()));
    let_in(&writer);
    let before = setup(&writer);
    assert_eq!(ask(&before.server).await.as_deref(), Ok("1"));
    assert_eq!(ask(&before.server).await.as_deref(), Ok("2"));
    let mut after = setup(&writer);
    after.silence();
    assert_eq!(ask(&after.server).await.as_deref(), Ok("2"));
}

#[tokio::test]
async fn an_answer_that_the_disk_refuses_is_heard_all_the_same() {
    let writer = Writer::new(Arc::new(MemoryStore::new()));
    let_in(&writer);
    let playground = Playground::new(writer, Arc::new(NoPictures), PushSettings::default());
    let event = EventId::new(Platform::Playground, "1.a");
    let mut waiter = playground.answers.wait(event.clone());
    let too_long = "x".repeat(api::MAX_VALUE + 1);
    let answer = Answer {
        message: Message::text(too_long.clone()),
        replaces: false,
        is_evident: false,
        about: None,
    };
    assert!(playground.answer(&event, &answer).await.is_err());
    assert!(
        waiter
            .value()
            .await
            .is_some_and(|reply| reply.body.text == too_long)
    );
}

/// The time after which an event counts as never.
const NEVER: Duration = Duration::from_secs(60);

/// A page at a socket.
struct TestPage {
    playground: Arc<Playground>,
    address: SocketAddr,
    /// Held so that the page stays open.
    _close: watch::Sender<bool>,
}

impl TestPage {
    /// Opens a page with these bounds and timeouts.
    async fn open(bounds: Bounds, patience: Patience) -> TestPage {
        TestPage::open_within(bounds, patience, RateLimits::default()).await
    }

    /// Does the same with these limits.
    async fn open_within(bounds: Bounds, patience: Patience, limits: RateLimits) -> TestPage {
        let Setup {
            mut server, _close, ..
        } = setup(&Writer::new(Arc::new(MemoryStore::new())));
        let socket = TcpListener::bind("127.0.0.1:0").await;
        let socket = socket.expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        server.host = Arc::new(local_host(address.port()));
        server.patience = patience;
        server.limits = Arc::new(limits);
        let (playground, closing) = (Arc::clone(&server.playground), server.closing.clone());
        tokio::spawn(async move { accept_all(&socket, router(server), closing, bounds).await });
        TestPage {
            playground,
            address,
            _close,
        }
    }

    async fn connect(&self) -> RawClient {
        let stream = TcpStream::connect(self.address).await;
        RawClient(stream.expect("the page is there"))
    }

    /// Builds the head of a request.
    fn head(&self, first: &str, rest: &str) -> String {
        let address = self.address;
        format!("{first} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n{rest}\r\n")
    }

    /// Sends half a request.
    async fn begin_to_sign_in(&self) -> RawClient {
        let mut client = self.connect().await;
        let rest = "Content-Type: application/json\r\nContent-Length: 9\r\n";
        let head = self.head("POST /api/sign-in", rest);
        client.write(format!("{head}{{").as_bytes()).await;
        client
    }

    /// Opens a live connection by hand, and does not identify itself.
    async fn dial(&self) -> RawClient {
        self.dial_at("/api/live").await
    }

    /// Does the same at another path.
    async fn dial_at(&self, path: &str) -> RawClient {
        let mut client = self.connect().await;
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        client
            .write(self.head(&format!("GET {path}"), upgrade).as_bytes())
            .await;
        assert!(client.line().await.starts_with("HTTP/1.1 101"));
        client
    }

    /// Opens a live connection by hand, and identifies itself.
    async fn greet(&self, name: &str) -> RawClient {
        let (_, secret) = self.playground.sign_in(name, None).await.expect("a name");
        let mut client = self.dial().await;
        client.send(&format!(r#"{{"secret":"{secret}"}}"#)).await;
        client
    }

    /// Opens a live connection by hand.
    async fn listen(&self, name: &str) -> RawClient {
        let mut client = self.greet(name).await;
        client.until("welcome").await;
        client
    }
}

/// A client that writes raw bytes to the page.
struct RawClient(TcpStream);

impl RawClient {
    async fn write(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.expect("the page listens");
    }

    /// Sends a frame on a live connection.
    async fn send(&mut self, text: &str) {
        let length = u8::try_from(text.len()).expect("it is short");
        // A text frame whose mask changes nothing.
        let frame = [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat();
        self.write(&frame).await;
    }

    /// Reads the first line of a response.
    async fn line(&mut self) -> String {
        self.until("\r\n").await
    }

    /// Reads until the page has sent this.
    async fn until(&mut self, end: &str) -> String {
        let mut response = Vec::new();
        while !response.ends_with(end.as_bytes()) {
            let byte = tokio::time::timeout(NEVER, self.0.read_u8()).await;
            response.push(byte.expect("the page answers").expect("the page answers"));
        }
        String::from_utf8_lossy(&response).into_owned()
    }

    /// Waits until the page closes the connection; returns all until then.
    async fn end(mut self) -> String {
        let mut response = Vec::new();
        // A page that closes with unread data resets the connection.
        let _ = tokio::time::timeout(NEVER, self.0.read_to_end(&mut response))
            .await
            .expect("the page hangs up");
        String::from_utf8_lossy(&response).into_owned()
    }
}

const SOON: Duration = Duration::from_millis(1);

#[tokio::test]
async fn a_connection_without_a_complete_head_is_closed() {
    let bounds = Bounds {
        head: SOON,
        ..Bounds::default()
    };
    let test_page = TestPage::open(bounds, Patience::default()).await;
    for begun in ["", "GET / HTTP/1.1\r\nHost: 127"] {
        let mut client = test_page.connect().await;
        client.write(begun.as_bytes()).await;
        assert!(!client.end().await.contains("200"), "{begun}");
    }
}

#[tokio::test]
async fn an_incomplete_body_gets_a_request_timeout() {
    let patience = Patience {
        body: SOON,
        ..Patience::default()
    };
    let test_page = TestPage::open(Bounds::default(), patience).await;
    let mut client = test_page.begin_to_sign_in().await;
    assert!(client.line().await.contains("408"));
}

#[tokio::test]
async fn idle_connections_make_room_for_new_ones_and_busy_ones_do_not() {
    let bounds = Bounds {
        connections: 2,
        ..Bounds::default()
    };
    let test_page = TestPage::open(bounds, Patience::default()).await;
    let (idle, mut second) = (test_page.connect().await, test_page.connect().await);
    let mut third = test_page.connect().await;
    let request = test_page.head("GET /chat.css", "");
    for client in [&mut third, &mut second] {
        client.write(request.as_bytes()).await;
        assert!(client.line().await.contains("200"));
    }
    assert_eq!(idle.end().await, "");
    // Live connections of known people stay at any load, and leave room for pages.
    let _annas = test_page.listen("Anna").await;
    third.end().await;
    let bens = test_page.greet("Ben").await;
    second.end().await;
    assert!(!bens.end().await.contains("welcome"));
    let mut late = test_page.connect().await;
    late.write(request.as_bytes()).await;
    assert!(late.line().await.contains("200"));
    assert_eq!(test_page.playground.hub.online().len(), 1);
}

#[tokio::test]
async fn incomplete_requests_and_silent_connections_make_room_for_others() {
    let test_page = async || {
        let bounds = Bounds {
            connections: 2,
            ..Bounds::default()
        };
        TestPage::open(bounds, Patience::default()).await
    };
    let is_served = async |test_page: &TestPage| {
        let mut client = test_page.connect().await;
        let request = test_page.head("GET /chat.css", "");
        client.write(request.as_bytes()).await;
        client.line().await.contains("200")
    };
    let halves = test_page().await;
    let _begun = (
        halves.begin_to_sign_in().await,
        halves.begin_to_sign_in().await,
    );
    assert!(is_served(&halves).await);
    let silent = test_page().await;
    let (first, _second) = (silent.dial().await, silent.dial().await);
    assert!(is_served(&silent).await);
    first.end().await;
}

#[test]
fn connections_leave_files_to_open_for_all_else() {
    for (n_files, most, n_lines) in [
        (0, 1, 1),
        (64, 32, 22),
        (256, 128, 91),
        (1024, 512, 365),
        (8192, 4096, 2925),
        (u64::MAX, 4096, 2925),
    ] {
        assert_eq!(share(n_files), most, "{n_files}");
        assert_eq!(lines(most), n_lines, "{most}");
    }
}

#[tokio::test]
async fn a_page_that_is_gone_without_a_word_is_noticed() {
    let patience = Patience {
        ping: Duration::from_millis(200),
        ..Patience::default()
    };
    let test_page = TestPage::open(Bounds::default(), patience).await;
    let silent = test_page.listen("Anna").await;
    assert!(silent.end().await.contains("caught-up"));
    assert!(test_page.playground.hub.online().is_empty());
}

#[tokio::test]
async fn a_page_full_of_names_has_room_for_accounts_of_other_platforms() {
    let store = Arc::new(MemoryStore::new());
    let mut many = Batch::default();
    many.put("play/people", "10000");
    store.commit(&many).expect("memory works");
    let page = Playground::new(
        Writer::new(store),
        Arc::new(NoPictures),
        PushSettings::default(),
    );
    let refused = page.sign_in("Zoe", None).await;
    assert!(matches!(refused, Err(SignInError::Full)));
    let account = Speaker {
        id: api::UserId::new(Platform::Discord, "500"),
        name: "Ann".to_owned(),
    };
    let ann = page.take_in_account(&account).await.expect("there is room");
    assert_eq!(ann.speaker.id, account.id);
}

#[tokio::test]
async fn inactive_people_make_room_for_others() {
    let store = Arc::new(MemoryStore::new());
    let mut many = Batch::default();
    many.put("play/people", "9997");
    store.commit(&many).expect("memory works");
    let page = Playground::new(
        Writer::new(store),
        Arc::new(NoPictures),
        PushSettings::default(),
    );
    let sign_in = async |name: &str| page.sign_in(name, None).await;
    // The manager of the page is never deleted.
    sign_in("Zoe").await.expect("there is room");
    let (first_anna, anna) = sign_in("Anna").await.expect("there is room");
    let (ben, bens) = sign_in("Ben").await.expect("there is room");
    page.count_in(ben.id).await.expect("memory works");
    // Anna is deleted, and Carl when she comes again.
    let (_, carls) = sign_in("Carl").await.expect("Anna never did anything");
    let (anna_again, annas) = sign_in("Anna").await.expect("her name is free");
    let is_known = |secret: &str| {
        let found = page.authenticate(secret).expect("memory works");
        found.is_some()
    };
    assert_eq!(
        [&anna, &bens, &carls, &annas].map(|secret| is_known(secret)),
        [false, true, false, true]
    );
    // No online person is deleted, nor one whom others mention.
    let line = page.hub.open(&anna_again);
    assert!(matches!(sign_in("Dora").await, Err(SignInError::Full)));
    drop(line);
    let called = Chat::person(&*page, &Place::Direct, "@anna").await;
    assert!(called.expect("memory works").is_some());
    assert!(matches!(sign_in("Dora").await, Err(SignInError::Full)));
    assert!(is_known(&annas) && is_known(&bens));
    // A deleted person with an open page is a stranger in each request.
    let forgotten = [
        page.count_in(first_anna.id).await,
        page.set_closed(first_anna.id, true).await,
    ];
    assert!(
        forgotten
            .into_iter()
            .all(|done| !done.expect("memory works"))
    );
    assert!(page.person(first_anna.id).expect("memory works").is_none());
}

/// The lobby.
const LOBBY: Room = Room::Channel(&CHANNELS[0]);

async fn add_post(page: &Playground, nonce: &str) -> u64 {
    let post = NewPost {
        nonce: nonce.to_owned(),
        author: Author::Bot,
        body: Body::text(nonce.to_owned()),
    };
    page.post_once(LOBBY, post).await.expect("it is said")
}

/// Returns the store of a page on which two people met, and the bot has posted and answered.
async fn stored() -> Vec<Entry> {
    let store = Arc::new(MemoryStore::new());
    let setup = setup(&Writer::new(Arc::clone(&store) as Arc<_>));
    let playground = &setup.server.playground;
    let (anna, _) = playground.sign_in("Anna", None).await.expect("a name");
    playground.sign_in("Ben", None).await.expect("a name");
    assert!(playground.count_in(anna.id).await.expect("memory works"));
    for nonce in ["one", "two", "three"] {
        add_post(playground, nonce).await;
    }
    ask(&setup.server).await.expect("the bot answers");
    let mut batch = Batch::default();
    batch.put("play/forgotten", "1");
    store.commit(&batch).expect("memory works");
    store.scan(b"", None, usize::MAX).expect("memory works")
}

/// Checks that people sign in, read and get answers despite damaged entries.
async fn check_goes_on(store: Arc<HarmedStore>, what: &str) {
    let setup = setup(&Writer::new(store));
    let playground = &setup.server.playground;
    for (nonce, number) in [("one", 1), ("two", 2), ("three", 3)] {
        if !what.contains(&format!("play/nonce/lobby/{nonce}")) {
            assert_eq!(
                add_post(playground, nonce).await,
                number,
                "{what}: it is said once"
            );
        }
    }
    let (carl, secret) = playground.sign_in("Carl", None).await.expect(what);
    let known = playground.authenticate(&secret).expect(what);
    assert_eq!(known.expect(what).id, carl.id);
    assert!(carl.id > PersonId::parse("2").expect("a number"), "{what}");
    assert!(playground.count_in(carl.id).await.expect(what));
    let listed = playground.newest_people(100).expect(what);
    let n_listed = 3 - usize::from(what.contains("play/person/"));
    assert_eq!(listed.len(), n_listed, "{what}");
    assert!(playground.names_with("", 25).expect(what).len() >= 2);
    let number = add_post(playground, "four").await;
    assert!(number > 3, "{what}");
    let n_posts = 4 - usize::from(what.contains("play/post/lobby"));
    // The listener gets the new post.
    for (change, n_missed) in [(0, n_posts), (3, 1)] {
        let missed = playground.posts_since(LOBBY, change).await.expect(what);
        assert_eq!(missed.posts.len(), n_missed, "{what}");
    }
    assert!(ask(&setup.server).await.is_ok(), "{what}");
    if n_posts < 4 {
        for n in 0..KEPT_POSTS {
            add_post(playground, &n.to_string()).await;
        }
        let kept = playground
            .writer
            .scan(b"play/post/lobby/", None, usize::MAX);
        assert_eq!(
            kept.expect(what).len() as u64,
            KEPT_POSTS,
            "{what} is forgotten"
        );
    }
}

#[tokio::test]
async fn a_damaged_or_missing_entry_locks_no_one_out() {
    for (key, value) in stored().await {
        let key = str::from_utf8(&key).expect("keys are text");
        if value.is_empty() {
            continue;
        }
        decode(key.as_bytes(), &value).expect("it is what was written");
        decode(key.as_bytes(), b"{").expect_err(key);
        for harm in ["unreadable", "garbled", "dropped by a salvage"] {
            let store = HarmedStore::default();
            let mut batch = Batch::default();
            for (key, value) in stored().await {
                batch.put(key, value);
            }
            match harm {
                "garbled" => batch.put(key, "{"),
                "unreadable" => {}
                _ => batch.remove(key),
            }
            store.commit(&batch).expect("memory works");
            if harm == "unreadable" {
                store.damage(key.as_bytes());
            }
            check_goes_on(Arc::new(store), &format!("{key}, {harm}")).await;
        }
    }
}

#[test]
fn every_page_uses_the_language_of_its_reader() {
    for language in Language::all() {
        let reader = ScreenReader {
            language,
            admits_guests: true,
            has_discord: false,
        };
        let page = chat(reader);
        let learn = learn(Variant::Baroque, "", String::new(), reader);
        let others = [
            home(reader),
            analysis(reader),
            of_everybody(Screen::Enter, language),
            of_everybody(Screen::Sessions, language),
            of_everybody(Screen::Widget, language),
            activity("123", "https://play.example.org", language),
        ];
        for page in [&page, &learn].into_iter().chain(&others) {
            assert!(page.contains(&format!("<html lang=\"{language}\"")));
            assert!(
                !page.contains("{{"),
                "{language}: something stands for nothing"
            );
        }
        let (_, words) = page.split_once("id=\"words\">").expect("the words");
        let (words, _) = words.split_once("</script>").expect("their end");
        let words: BTreeMap<String, String> = serde_json::from_str(words).expect("JSON");
        for name in MODULES
            .iter()
            .flat_map(|(_, text)| text.split("say(\"").skip(1))
        {
            let (name, _) = name.split_once('"').expect("a name ends");
            assert!(words.contains_key(name), "{language}: {name}");
        }
        for channel in &CHANNELS {
            assert!(words.contains_key(&format!("about-{}", channel.name)));
        }
    }
    let french = chat(ScreenReader {
        language: "fr".parse().expect("a language"),
        admits_guests: true,
        has_discord: false,
    });
    assert!(french.contains(">Entrer</button>") && !french.contains(">Sign in<"));
}
