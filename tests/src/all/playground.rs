//! The playground's server over its socket as a page uses it, with a small bot behind it.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use api::{
    Answer, Attachment, Batch, Button, ChannelId, Chat, ChatError, Choice, Completions, Component,
    DrawError, Drawer, Drawing, Emphasis, Event, EventId, Format, Listener, Menu, Message,
    MessageId, Nonce, Picture, Place, Platform, Private, Public, Recipe, Rows, Store, UserId,
};
use async_trait::async_trait;
use command::{Control, Intent};
use futures_util::{SinkExt, StreamExt};
use page::{BindError, Playground};
use rules::Game;
use serde_json::{Value, json};
use store::{MemoryStore, writer::Writer};
use tests::{Fault, FaultyStore, PATIENCE, store::fresh_writer};
use tokio::{net::TcpStream, sync::oneshot, task::JoinHandle};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{self, client::IntoClientRequest, protocol::frame::coding::CloseCode},
};

/// A bot that answers each command with its text, and completes each text with a period.
struct EchoListener {
    playground: Arc<Playground>,
    heard: Mutex<Vec<Event>>,
}

#[async_trait]
impl Listener for EchoListener {
    async fn hear(&self, event: Event) {
        let text = match &event.intent {
            Intent::Complete(text) => return self.complete(&event.id, text).await,
            Intent::Press(button) => format!("pressed {button}"),
            Intent::Choose(menu, value) => format!("chose {value} of {menu}"),
            Intent::Fill(form, text) => format!("wrote {text} into {form}"),
            _ => event.text.clone().expect("a command is typed"),
        };
        let id = event.id.clone();
        self.heard.lock().expect("no test panics here").push(event);
        let mut message = Message::text(text.clone());
        if text == "/picture" {
            message.picture = Some(Picture::private(
                &game().seat_view(rules::Color::White),
                |_| drawing("mine"),
            ));
        }
        self.playground
            .answer(
                &id,
                &Answer {
                    message,
                    replaces: false,
                    is_evident: false,
                    about: None,
                },
            )
            .await
            .expect("the store works");
    }
}

impl EchoListener {
    async fn complete(&self, event: &EventId, text: &str) {
        let offered = Completions {
            choices: vec![Choice::new("period", format!("{text}."))],
            rest: None,
        };
        self.playground
            .complete(event, &offered)
            .await
            .expect("completions need no store");
    }
}

fn game() -> Game {
    Game::new(&"berolina".parse().expect("a variant is a setup"))
}

/// Returns a drawing whose file is its recipe.
fn drawing(recipe: &str) -> Drawing {
    Drawing {
        name: "board.png".to_owned(),
        format: Format::Png,
        extent: (258, 772),
        recipe: Recipe(recipe.to_owned()),
        bytes: Vec::new(),
        alt: "a board".to_owned(),
    }
}

fn with_picture(text: &str, recipe: &str) -> Message<Public> {
    let mut message = Message::text(text);
    message.picture = Some(Picture::public(&game().public_view(), |_| drawing(recipe)));
    message
}

/// A drawer that returns the recipe as the picture, unless it is `gone` or cannot be drawn `now`.
struct RecipeDrawer;

#[async_trait]
impl Drawer for RecipeDrawer {
    async fn draw(&self, recipe: &Recipe) -> Result<Arc<[u8]>, DrawError> {
        match &*recipe.0 {
            "gone" => Err(DrawError::Gone),
            "now" => Err(DrawError::Later("the paint is wet".to_owned())),
            paint => Ok(paint.as_bytes().into()),
        }
    }
}

/// A running playground.
struct TestPage {
    playground: Arc<Playground>,
    listener: Arc<EchoListener>,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
    client: reqwest::Client,
}

impl TestPage {
    async fn open(writer: &Writer) -> TestPage {
        let playground = Playground::new(writer.clone(), Arc::new(RecipeDrawer));
        let listener = Arc::new(EchoListener {
            playground: Arc::clone(&playground),
            heard: Mutex::default(),
        });
        let socket = page::bind(([127, 0, 0, 1], 0).into())
            .await
            .expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        };
        let serving = tokio::spawn(page::serve(
            Arc::clone(&playground),
            Arc::clone(&listener) as Arc<dyn Listener>,
            socket,
            shutdown,
        ));
        TestPage {
            playground,
            listener,
            address,
            stop,
            serving,
            client: reqwest::Client::new(),
        }
    }

    async fn new() -> TestPage {
        TestPage::open(&writer()).await
    }

    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.client
            .request(method, format!("http://{}{path}", self.address))
            .header("Origin", format!("http://{}", self.address))
    }

    async fn ask(&self, path: &str, secret: &str, body: &Value) -> (u16, Value) {
        let mut request = self.request(reqwest::Method::POST, path).json(body);
        if !secret.is_empty() {
            request = request.bearer_auth(secret);
        }
        let response = request.send().await.expect("the server answers");
        (
            response.status().as_u16(),
            response.json().await.expect("answers are JSON"),
        )
    }

    async fn sign_in(&self, name: &str) -> Person {
        let (status, person) = self.ask("/api/sign-in", "", &json!({ "name": name })).await;
        assert_eq!(status, 200, "{person}");
        Person {
            user: UserId::new(Platform::Playground, person["id"].to_string()),
            secret: person["secret"]
                .as_str()
                .expect("a secret is text")
                .to_owned(),
        }
    }

    async fn say(&self, person: &Person, id: &str, place: &str, text: &str) -> (u16, Value) {
        self.ask(
            "/api/say",
            &person.secret,
            &json!({ "id": id, "place": place, "text": text }),
        )
        .await
    }

    async fn post(&self, nonce: &str, message: &Message<Public>) -> Result<MessageId, ChatError> {
        self.playground
            .post(&Nonce(nonce.to_owned()), &lobby(), message)
            .await
    }

    async fn whisper(&self, nonce: &str, person: &Person, text: &str) -> MessageId {
        let message = Message::<Private>::text(text);
        let said = self
            .playground
            .whisper(&Nonce(nonce.to_owned()), &person.user, &message)
            .await;
        said.expect("a person can be whispered to")
    }

    async fn picture(&self, secret: &str, path: &str) -> (u16, Vec<u8>) {
        let mut request = self.request(reqwest::Method::GET, path);
        if !secret.is_empty() {
            request = request.bearer_auth(secret);
        }
        let response = request.send().await.expect("the server answers");
        (
            response.status().as_u16(),
            response.bytes().await.expect("a body").to_vec(),
        )
    }

    /// Returns the frames that a new connection of a person receives, without those known.
    async fn catch_up(&self, person: &Person, since: Value) -> Vec<Value> {
        Line::open(self.address, &person.secret, since)
            .await
            .until_caught_up()
            .await
    }

    /// Returns the places, numbers and texts of all posts that a new connection receives.
    async fn past(&self, person: &Person) -> Vec<String> {
        self.catch_up(person, json!({}))
            .await
            .iter()
            .filter_map(told)
            .collect()
    }

    async fn close(self) {
        self.stop.send(()).expect("the server runs");
        let served = tokio::time::timeout(PATIENCE, self.serving).await;
        served
            .expect("the server stops")
            .expect("the server does not panic")
            .expect("the socket works");
    }
}

/// Returns `place number: text` of a post.
fn told(frame: &Value) -> Option<String> {
    let text = |name: &str| frame[name].as_str().map(str::to_owned);
    (frame["type"] == "post").then(|| {
        let (place, text) = (
            text("place").expect("a place"),
            text("text").expect("a text"),
        );
        format!("{place} {}: {text}", frame["number"])
    })
}

struct Person {
    user: UserId,
    secret: String,
}

/// An open line.
struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn open(address: SocketAddr, secret: &str, since: Value) -> Line {
        let mut request = format!("ws://{address}/api/live")
            .into_client_request()
            .expect("an address");
        let origin = format!("http://{address}").parse().expect("an origin");
        request.headers_mut().insert("Origin", origin);
        let (mut socket, _) = tokio_tungstenite::connect_async(request)
            .await
            .expect("the server upgrades");
        let hello = json!({ "secret": secret, "since": since });
        socket
            .send(tungstenite::Message::text(hello.to_string()))
            .await
            .expect("the server listens");
        Line(socket)
    }

    /// Returns the next frame, or the code with which the line was closed (0 without one).
    async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let frame = tokio::time::timeout(PATIENCE, self.0.next()).await;
            return match frame.expect("the server says something or hangs up") {
                Some(Ok(tungstenite::Message::Text(text))) => {
                    Ok(serde_json::from_str(&text).expect("frames are JSON"))
                }
                Some(Ok(tungstenite::Message::Close(Some(close)))) => Err(u16::from(close.code)),
                // The library answers it by itself.
                Some(Ok(tungstenite::Message::Ping(_))) => continue,
                _ => Err(0),
            };
        }
    }

    async fn until_caught_up(&mut self) -> Vec<Value> {
        let mut frames = Vec::new();
        loop {
            let frame = self.next().await.expect("the server catches us up");
            if frame["type"] == "caught-up" {
                return frames;
            }
            frames.push(frame);
        }
    }

    /// Returns the next frame of news, skipping arrivals and departures.
    async fn news(&mut self) -> Value {
        loop {
            let frame = self.next().await.expect("the line stays open");
            if frame["type"] != "person" {
                return frame;
            }
        }
    }

    /// Returns the next post.
    async fn post(&mut self) -> Value {
        loop {
            let frame = self.next().await.expect("the line stays open");
            if frame["type"] == "post" {
                return frame;
            }
        }
    }
}

fn writer() -> Writer {
    fresh_writer()
}

fn lobby() -> ChannelId {
    ChannelId::new(Platform::Playground, "lobby")
}

#[tokio::test]
async fn nobody_signs_in_by_a_name_that_is_shown_like_that_of_somebody_else() {
    let house = TestPage::new().await;
    house.sign_in("Ann").await;
    for (name, status) in [
        ("Ann\u{fdd0}", 422),
        ("A\u{fdd1}nn", 422),
        ("An\u{35f}n", 409),
        ("An\u{1abf}n", 409),
        ("Ann\u{20dd}", 409),
        ("An\u{200d}n", 409),
        ("Ann \u{20dd}", 409),
    ] {
        let request = json!({ "name": name });
        let (got, answer) = house.ask("/api/sign-in", "", &request).await;
        assert_eq!(got, status, "{name:?}: {answer}");
    }
}

#[tokio::test]
async fn a_name_belongs_to_who_has_its_secret() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let ben = house.sign_in("Ben").await;
    let cases = [
        (json!({ "name": "Anna" }), 409, "already called Anna"),
        (json!({ "name": " ANNA " }), 409, "already called ANNA"),
        (
            json!({ "name": "Anna", "secret": ben.secret }),
            409,
            "already called",
        ),
        (
            json!({ "name": "Anna", "secret": "1-0000" }),
            409,
            "already called",
        ),
        (
            json!({ "name": "Anna", "secret": "" }),
            409,
            "already called",
        ),
        (
            json!({ "name": "\u{410}nna" }),
            409,
            "a name that looks the same",
        ),
        (json!({ "name": "\u{fdfa}".repeat(32) }), 422, "too long"),
        (json!({ "name": "Anna\u{202e}" }), 422, "invisible"),
        (json!({ "name": "Eve\nAnna" }), 422, "invisible"),
        (json!({ "name": "Eve\u{0}" }), 422, "invisible"),
        (json!({ "name": "\u{200b}" }), 422, "invisible"),
        (json!({ "name": " " }), 422, "at least one letter"),
        (
            json!({ "name": "x".repeat(33) }),
            422,
            "at most 32 characters",
        ),
        (json!({ "name": "oddboard" }), 422, "bot's own name"),
        (json!({ "names": [] }), 422, "Reload"),
    ];
    for (request, status, error) in cases {
        let (got, answer) = house.ask("/api/sign-in", "", &request).await;
        assert_eq!(got, status, "{request}");
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|text| text.contains(error)),
            "{request} {answer}"
        );
    }
    let (status, again) = house
        .ask(
            "/api/sign-in",
            "",
            &json!({ "name": "anna", "secret": anna.secret }),
        )
        .await;
    assert_eq!(
        (status, again["name"].as_str(), again["secret"].as_str()),
        (200, Some("Anna"), Some(&*anna.secret))
    );
}

#[tokio::test]
async fn names_survive_a_restart() {
    let writer = writer();
    let before = TestPage::open(&writer).await;
    let anna = before.sign_in("<i>Anna</i>").await;
    before.close().await;
    let after = TestPage::open(&writer).await;
    assert_eq!(
        after
            .ask("/api/sign-in", "", &json!({ "name": "<I>ANNA</I>" }))
            .await
            .0,
        409
    );
    assert_eq!(after.say(&anna, "a", "lobby", "back").await.0, 200);
    let ben = after.sign_in("Ben").await;
    assert_ne!(ben.user, anna.user);
}

#[tokio::test]
async fn people_are_found_by_what_others_write() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna Maria").await;
    house.sign_in("Annabel").await;
    house.sign_in("Ben").await;
    let person = async |written: &str| {
        house
            .playground
            .person(&Place::Direct, written)
            .await
            .expect("memory can be read")
    };
    let people = async |beginning: &str| {
        house
            .playground
            .people(beginning)
            .await
            .expect("memory can be read")
    };
    let found = person("@ANNA maria").await.expect("she is here");
    assert_eq!((found.id, &*found.name), (anna.user, "Anna Maria"));
    assert_eq!(person("Anna").await, None);
    assert_eq!(people("anNA").await, ["Anna Maria", "Annabel"]);
    assert_eq!(people("").await.len(), 3);
}

#[tokio::test]
async fn strangers_may_do_nothing() {
    let house = TestPage::new().await;
    let stranger = Person {
        user: UserId::new(Platform::Playground, "7"),
        secret: "7-00".to_owned(),
    };
    let text = json!({ "id": "a", "place": "lobby", "text": "/" });
    // Strangers receive no other errors.
    for body in [text, json!([]), json!({ "id": 1 }), json!("")] {
        for secret in [
            &*stranger.secret,
            "",
            "7",
            "1-0000",
            "9999-abcdef",
            "Bearer",
        ] {
            for path in ["/api/say", "/api/complete"] {
                let (status, answer) = house.ask(path, secret, &body).await;
                assert_eq!(status, 401, "{path} {secret:?} {body}");
                let error = answer["error"].as_str().unwrap_or_default();
                assert!(error.contains("Sign in first"), "{answer}");
            }
        }
    }
    assert_eq!(house.picture("", "/api/picture/lobby/1/00").await.0, 401);
    let mut line = Line::open(house.address, &stranger.secret, json!({})).await;
    assert_eq!(line.next().await, Err(4401));
    let whispered = house
        .playground
        .whisper(
            &Nonce("n".to_owned()),
            &stranger.user,
            &Message::text("psst"),
        )
        .await;
    assert!(matches!(whispered, Err(ChatError::Refused(_))));
    let nowhere = ChannelId::new(Platform::Playground, "direct-1");
    let posted = house
        .playground
        .post(&Nonce("n".to_owned()), &nowhere, &Message::text("hello"))
        .await;
    assert!(matches!(posted, Err(ChatError::Refused(_))));
}

#[tokio::test]
async fn other_hosts_and_other_pages_are_refused() {
    let house = TestPage::new().await;
    let foreign_host = house
        .request(reqwest::Method::GET, "/")
        .header("Host", "evil.example");
    let response = foreign_host.send().await.expect("the server answers");
    assert_eq!(response.status().as_u16(), 421);
    let told = response.text().await.expect("the answer is text");
    assert!(told.contains(&house.address.to_string()), "{told}");

    let sign_in = json!({ "name": "Anna" });
    let url = format!("http://{}/api/sign-in", house.address);
    for origin in [Some("http://evil.example"), Some("null"), None] {
        let mut request = house.client.post(&url).json(&sign_in);
        if let Some(origin) = origin {
            request = request.header("Origin", origin);
        }
        let response = request.send().await.expect("the server answers");
        assert_eq!(response.status().as_u16(), 403, "{origin:?}");
        let told = response.text().await.expect("the answer is text");
        assert!(told.contains("own page"), "{told}");
    }
    let anna = house.sign_in("Anna").await;
    let program = house
        .client
        .post(format!("http://{}/api/say", house.address))
        .bearer_auth(&anna.secret);
    let said = program
        .json(&json!({ "id": "a", "place": "lobby", "text": "hello" }))
        .send()
        .await;
    assert_eq!(said.expect("the server answers").status().as_u16(), 200);

    let form = house
        .request(reqwest::Method::POST, "/api/sign-in")
        .header("Content-Type", "text/plain");
    let response = form
        .body(r#"{"name":"Eve"}"#)
        .send()
        .await
        .expect("the server answers");
    assert_eq!(response.status().as_u16(), 415);

    let mut upgrade = format!("ws://{}/api/live", house.address)
        .into_client_request()
        .expect("an address");
    assert!(
        tokio_tungstenite::connect_async(upgrade.clone())
            .await
            .is_err()
    );
    upgrade
        .headers_mut()
        .insert("Origin", "http://evil.example".parse().expect("an origin"));
    assert!(tokio_tungstenite::connect_async(upgrade).await.is_err());
}

#[tokio::test]
async fn the_page_comes_whole_and_bound_to_this_server() {
    let house = TestPage::new().await;
    let get = async |path: &str| {
        house
            .request(reqwest::Method::GET, path)
            .send()
            .await
            .expect("the server answers")
    };
    let page = get("/chat").await;
    assert_eq!(page.status().as_u16(), 200);
    let header = |name: &str| {
        page.headers()[name]
            .to_str()
            .expect("headers are text")
            .to_owned()
    };
    let policy = header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && !policy.contains("unsafe"),
        "{policy}"
    );
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("referrer-policy"), "no-referrer");
    let html = page.text().await.expect("a text");
    for file in ["/style.css", "/app.js", "/icon.svg"] {
        assert!(html.contains(&format!("\"{file}\"")), "{file}");
    }
    let scripts = ["/app.js", "/home.js", "/match.js"];
    let mut wanted: Vec<_> = scripts.map(str::to_owned).into();
    while let Some(path) = wanted.pop() {
        let script = get(&path).await;
        assert_eq!(script.status().as_u16(), 200, "{path}");
        assert!(
            script.headers()["content-type"]
                .to_str()
                .is_ok_and(|kind| kind.starts_with("text/javascript"))
        );
        let script = script.text().await.expect("a text");
        assert!(!script.contains("innerHTML"), "{path}");
        // Imports in comments are types.
        let code = script
            .lines()
            .filter(|line| !line.trim_start().starts_with(['/', '*']));
        let code = code.collect::<Vec<_>>().join("\n");
        let imports = code
            .split("from \"./")
            .skip(1)
            .filter_map(|rest| rest.split('"').next());
        wanted.extend(imports.map(|name| format!("/{name}")));
    }
    for nothing in [
        "/api",
        "/page",
        "/index.html",
        "/..%2f",
        "/.git/config",
        "/api/picture",
    ] {
        assert_eq!(get(nothing).await.status().as_u16(), 404, "{nothing}");
    }
    // A mistyped address leads to a page with a correct one.
    for mistyped in ["/rules/chess", "/index.html"] {
        let page = get(mistyped).await.text().await.expect("a text");
        assert!(page.contains("<a href=\"/rules\">"), "{mistyped}: {page}");
    }
}

/// Returns the values of an attribute in our HTML.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    let rest = html.split(begin.as_str()).skip(1);
    rest.filter_map(|rest| rest.split('"').next()).collect()
}

#[tokio::test]
async fn the_handbook_is_there_without_javascript() {
    let house = TestPage::new().await;
    let get = async |path: &str| {
        house
            .request(reqwest::Method::GET, path)
            .send()
            .await
            .expect("the server answers")
    };
    let contents = get("/rules").await.text().await.expect("a text");
    for variant in rules::Variant::ALL {
        let path = format!("/rules/{variant}");
        assert!(contents.contains(&format!("href=\"{path}\"")), "{path}");
        let page = get(&path).await;
        assert_eq!(page.status().as_u16(), 200, "{path}");
        let html = page.text().await.expect("a text");
        let ids = values(&html, "id");
        for href in values(&html, "href") {
            if let Some(anchor) = href.strip_prefix('#') {
                assert!(ids.contains(&anchor), "{path}#{anchor}");
            } else if href.starts_with('/') {
                assert_eq!(get(href).await.status().as_u16(), 200, "{href}");
            } else {
                assert!(href.starts_with("https://"), "{href}");
            }
        }
        let pictures = values(&html, "src");
        assert_eq!(values(&html, "alt").len() + 1, pictures.len(), "{path}");
        let dark = values(&html, "srcset");
        assert_eq!(dark.len() + 1, pictures.len(), "{path}");
        for picture in pictures.into_iter().chain(dark) {
            assert_eq!(get(picture).await.status().as_u16(), 200, "{picture}");
        }
        assert!(ids.contains(&"end"), "{path}");
    }
    let bytes = async |path: &str| get(path).await.bytes().await.expect("a picture");
    // The knight on b1, by its name and by a point of its square.
    let plain = bytes("/rules/berolina/Q1-0.png").await;
    let plain_start = bytes("/rules/berolina/O1-0.png").await;
    let named = bytes("/rules/berolina/O1-0.png?b1").await;
    let pointed = bytes("/rules/berolina/O1-0.png?75,330").await;
    assert!(
        plain.starts_with(b"<!doctype"),
        "there is no such paragraph"
    );
    assert!(plain_start.starts_with(b"\x89PNG"));
    assert!(named != plain_start && named == pointed);
    let dark = bytes("/rules/berolina/O1-0.dark.png").await;
    assert!(dark.starts_with(b"\x89PNG") && dark != plain_start);
    // No piece moves from an empty square, and a malformed query has no effect.
    for query in ["?e5", "?x", "?1,1", "?9999,9999", "?-1,7"] {
        let path = format!("/rules/berolina/O1-0.png{query}");
        assert!(bytes(&path).await == plain_start, "{query}");
    }
    let alone = get("/rules/berolina/O1-0?b1").await;
    let alone = alone.text().await.expect("a text");
    assert!(alone.contains("From b1: a3, c3"), "{alone}");
    for nothing in [
        "/rules/go",
        "/rules/baroque/Q27-99",
        "/rules/baroque/Q27-99.png",
        "/rules/baroque/-0",
        "/rules/baroque/%3Cb%3E-0",
    ] {
        let response = get(nothing).await;
        assert_eq!(response.status().as_u16(), 404, "{nothing}");
        let text = response.text().await.expect("a text");
        assert!(!text.contains("<b>"), "{text}");
    }
}

#[tokio::test]
async fn what_is_too_long_is_refused_and_the_rest_reaches_the_bot() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let command = |n: usize| format!("/move {}", "e".repeat(n));
    let (status, answer) = house.say(&anna, "a", "lobby", &command(10_000)).await;
    assert_eq!(
        (status, answer["answer"]["text"].as_str()),
        (200, Some(&*command(10_000)))
    );
    let (status, answer) = house.say(&anna, "b", "lobby", &command(20_000)).await;
    assert_eq!(
        (status, &answer["error"]),
        (
            413,
            &json!("That is far too long for a message or a command. Shorten it and try again.")
        )
    );
    let (status, answer) = house.say(&anna, "c", "lobby", &"x".repeat(2001)).await;
    assert_eq!(status, 422);
    assert!(
        answer["error"]
            .as_str()
            .is_some_and(|error| error.contains("at most 2000 characters")),
        "{answer}"
    );
    assert_eq!(
        house.say(&anna, "d", "lobby", " \u{7}\u{202e} ").await.0,
        422
    );
    assert_eq!(house.say(&anna, "not an id", "lobby", "x").await.0, 422);
    assert_eq!(house.say(&anna, &"x".repeat(41), "lobby", "x").await.0, 422);
    assert_eq!(house.say(&anna, "e", "attic", "x").await.0, 404);
    let press = json!({ "id": "f", "place": "lobby", "press": "x".repeat(300) });
    assert_eq!(house.ask("/api/say", &anna.secret, &press).await.0, 422);
    assert_eq!(
        house.say(&anna, "g", "lobby", "still here").await,
        (200, json!({ "posted": 1 }))
    );
    assert_eq!(house.past(&anna).await, ["lobby 1: still here"]);
}

#[tokio::test]
async fn chat_is_shown_and_commands_are_heard() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let ben = house.sign_in("Ben").await;
    house.say(&anna, "a", "lobby", " <b>hi</b>\u{202e} ").await;
    let answers = [
        house.say(&anna, "b", "lobby", "\u{200b}/move e4").await.1,
        house.say(&anna, "c", "direct", "e4").await.1,
        house
            .ask(
                "/api/say",
                &anna.secret,
                &json!({ "id": "d", "place": "games", "press": "accept" }),
            )
            .await
            .1,
        house
            .ask(
                "/api/say",
                &anna.secret,
                &json!({ "id": "e", "place": "games", "choose": { "menu": "m", "value": "v" } }),
            )
            .await
            .1,
        house
            .ask(
                "/api/say",
                &anna.secret,
                &json!({ "id": "f", "place": "games", "fill": { "form": "m", "text": "e4" } }),
            )
            .await
            .1,
    ];
    let texts = answers.map(|answer| answer["answer"]["text"].clone());
    assert_eq!(
        texts,
        [
            "\u{200b}/move e4",
            "e4",
            "pressed accept",
            "chose v of m",
            "wrote e4 into m"
        ]
    );
    let heard = house
        .listener
        .heard
        .lock()
        .expect("no test panics here")
        .clone();
    let games = Place::Channel(ChannelId::new(Platform::Playground, "games"));
    let places: Vec<_> = heard.iter().map(|event| event.place.clone()).collect();
    assert_eq!(
        places,
        [
            Place::Channel(lobby()),
            Place::Direct,
            games.clone(),
            games.clone(),
            games
        ]
    );
    assert!(
        heard
            .iter()
            .all(|event| event.speaker.id == anna.user && event.speaker.name == "Anna")
    );
    for person in [&anna, &ben] {
        assert_eq!(house.past(person).await, ["lobby 1: <b>hi</b>"]);
    }
    let typed = json!({ "id": "f", "place": "lobby", "text": "/mo" });
    let (_, completions) = house.ask("/api/complete", &anna.secret, &typed).await;
    let offered = json!({ "choices": [{ "label": "period", "value": "/mo." }], "rest": null });
    assert_eq!(completions, offered);
}

#[tokio::test]
async fn an_event_told_twice_is_one_event() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let ben = house.sign_in("Ben").await;
    for _ in 0..2 {
        assert_eq!(
            house.say(&anna, "a", "lobby", "hello").await.1,
            json!({ "posted": 1 })
        );
        assert_eq!(
            house.say(&anna, "b", "lobby", "/help").await.1["answer"]["text"],
            "/help"
        );
    }
    assert_eq!(
        house.say(&ben, "a", "lobby", "another event").await.1,
        json!({ "posted": 2 })
    );
    house.say(&ben, "b", "lobby", "/help").await;
    let heard: Vec<_> = house
        .listener
        .heard
        .lock()
        .expect("no test panics here")
        .iter()
        .map(|event| event.id.to_string())
        .collect();
    let (annas, bens) = (
        format!("playground:{}.b", anna.user.id),
        format!("playground:{}.b", ben.user.id),
    );
    assert_eq!(heard, [annas.clone(), annas, bens]);
}

#[tokio::test]
async fn a_nonce_is_said_once_even_over_a_restart() {
    let writer = writer();
    let before = TestPage::open(&writer).await;
    let anna = before.sign_in("Anna").await;
    let first = before
        .post("n-1", &Message::text("once"))
        .await
        .expect("it is said");
    assert_eq!(
        before
            .post("n-1", &Message::text("twice"))
            .await
            .expect("it was said"),
        first
    );
    let whispered = before.whisper("n-1", &anna, "psst").await;
    before.close().await;
    let after = TestPage::open(&writer).await;
    assert_eq!(
        after
            .post("n-1", &Message::text("thrice"))
            .await
            .expect("it was said"),
        first
    );
    assert_eq!(after.whisper("n-1", &anna, "psst again").await, whispered);
    assert_ne!(
        after
            .post("n-2", &Message::text("next"))
            .await
            .expect("it is said"),
        first
    );
    assert_eq!(
        after.past(&anna).await,
        ["lobby 1: once", "lobby 2: next", "direct 1: psst"]
    );
}

#[tokio::test]
async fn what_the_disk_did_not_confirm_is_settled_by_the_same_nonce() {
    for fault in [Fault::Written, Fault::NotWritten] {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let house = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
        let anna = house.sign_in("Anna").await;
        let mut line = Line::open(house.address, &anna.secret, json!({})).await;
        line.until_caught_up().await;

        store.fail_commit(fault);
        let failed = house.post("n", &Message::text("once")).await;
        assert!(matches!(failed, Err(ChatError::Outage(_))), "{fault:?}");
        while house.post("n", &Message::text("once")).await.is_err() {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            told(&line.post().await).as_deref(),
            Some("lobby 1: once"),
            "{fault:?}"
        );
        assert_eq!(house.past(&anna).await, ["lobby 1: once"], "{fault:?}");

        store.fail_commit(fault);
        let (status, answer) = house.say(&anna, "a", "lobby", "hello").await;
        assert_eq!(status, 503, "{fault:?}");
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|error| error.contains("nothing is confirmed")),
            "{answer}"
        );
        while house.say(&anna, "a", "lobby", "hello").await.0 != 200 {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            house.past(&anna).await,
            ["lobby 1: once", "lobby 2: hello"],
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn what_was_said_though_nobody_knew_is_told_before_what_comes_next() {
    for fault in [Fault::Written, Fault::NotWritten] {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let house = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
        let anna = house.sign_in("Anna").await;
        let mut line = Line::open(house.address, &anna.secret, json!({})).await;
        line.until_caught_up().await;
        house
            .post("0", &Message::text("zero"))
            .await
            .expect("it is said");
        assert_eq!(line.post().await["change"], json!(1));

        store.fail_commit(fault);
        let failed = house.post("1", &Message::text("one")).await;
        assert!(matches!(failed, Err(ChatError::Outage(_))), "{fault:?}");
        while house.post("2", &Message::text("two")).await.is_err() {
            tokio::task::yield_now().await;
        }
        if fault == Fault::NotWritten {
            assert_eq!(told(&line.post().await).as_deref(), Some("lobby 2: two"));
            continue;
        }
        let mut said = Vec::new();
        while let Ok(frame) = line.next().await {
            said.extend(told(&frame));
        }
        let missed = house.catch_up(&anna, json!({ "lobby": 1 })).await;
        said.extend(missed.iter().filter_map(told));
        assert_eq!(said, ["lobby 2: one", "lobby 3: two"]);
    }
}

#[tokio::test]
async fn who_comes_back_hears_what_was_missed_and_nothing_else() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let first = house
        .post("1", &Message::text("one"))
        .await
        .expect("it is said");
    for text in ["two", "three"] {
        house
            .post(text, &Message::text(text))
            .await
            .expect("it is said");
    }
    house.whisper("w", &anna, "psst").await;
    let missed = async |since: Value| -> Vec<String> {
        house
            .catch_up(&anna, since)
            .await
            .iter()
            .filter_map(told)
            .collect()
    };
    assert_eq!(
        missed(json!({ "lobby": 2 })).await,
        ["lobby 3: three", "direct 1: psst"]
    );
    house
        .playground
        .edit(&first, &Message::text("ONE"))
        .await
        .expect("it is there");
    assert_eq!(
        missed(json!({ "lobby": 3, "direct": 1 })).await,
        ["lobby 1: ONE"]
    );
    assert!(missed(json!({ "lobby": 4, "direct": 1 })).await.is_empty());
    assert_eq!(missed(json!({})).await.len(), 4);

    // Posts come by their numbers, so only the end shows up to which change all of them have come.
    let mut line = Line::open(house.address, &anna.secret, json!({ "lobby": 2 })).await;
    let end = loop {
        let frame = line.next().await.expect("the server catches us up");
        if frame["type"] == "caught-up" {
            break frame;
        }
    };
    assert_eq!(
        end["changes"],
        json!({ "lobby": 4, "games": 0, "direct": 1 })
    );
}

#[tokio::test]
async fn an_edit_is_told_once_and_of_what_is_there_only() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let message = house
        .post("1", &with_picture("one", "first"))
        .await
        .expect("it is said");
    let mut line = Line::open(house.address, &anna.secret, json!({})).await;
    let before = line.until_caught_up().await.pop().expect("there is a post");
    let new = with_picture("two", "second");
    house
        .playground
        .edit(&message, &new)
        .await
        .expect("it is there");
    house
        .playground
        .edit(&message, &new)
        .await
        .expect("it is there");
    let edited = line.post().await;
    assert_eq!(
        (&edited["number"], &edited["text"], &edited["edited"]),
        (&json!(1), &json!("two"), &json!(true))
    );
    assert_eq!(line.post().await["change"], edited["change"]);
    house
        .post("2", &Message::text("next"))
        .await
        .expect("it is said");
    assert_eq!(line.post().await["change"], json!(3));

    let path = |post: &Value| {
        format!(
            "/api/picture/lobby/1/{}",
            post["picture"]["digest"].as_str().expect("a picture")
        )
    };
    assert_eq!(
        house.picture(&anna.secret, &path(&edited)).await,
        (200, b"first".to_vec()),
        "the picture of a post stays"
    );
    assert_eq!(path(&edited), path(&before));

    for gone in ["lobby.3", "lobby.0", "attic.1", "direct-9.1", "lobby", "1"] {
        let edited = house
            .playground
            .edit(&MessageId::new(Platform::Playground, gone), &new)
            .await;
        assert!(matches!(edited, Err(ChatError::Refused(_))), "{gone}");
    }
}

#[tokio::test]
async fn a_whisper_is_seen_by_its_person_and_counted_by_nobody_else() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let ben = house.sign_in("Ben").await;
    let mut annas = Line::open(house.address, &anna.secret, json!({})).await;
    annas.until_caught_up().await;
    let mut bens = Line::open(house.address, &ben.secret, json!({})).await;
    bens.until_caught_up().await;
    for n in 1..=3 {
        house
            .post(&format!("a{n}"), &Message::text("to all"))
            .await
            .expect("it is said");
        house.whisper(&format!("b{n}"), &anna, "to Anna").await;
    }
    house.whisper("c", &ben, "to Ben").await;
    let mut told = Vec::new();
    for _ in 0..4 {
        let post = bens.post().await;
        told.push((
            post["place"].to_string(),
            post["number"].clone(),
            post["change"].clone(),
        ));
    }
    // The posts of one room come in their order, and rooms do not wait for each other.
    told.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let expected = [("direct", 1), ("lobby", 1), ("lobby", 2), ("lobby", 3)];
    assert_eq!(
        told,
        expected.map(|(place, n)| (json!(place).to_string(), json!(n), json!(n)))
    );
    let mut texts = Vec::new();
    for _ in 0..6 {
        texts.push(annas.post().await["text"].to_string());
    }
    texts.sort();
    let expected = ["to Anna"; 3].into_iter().chain(["to all"; 3]);
    assert_eq!(
        texts,
        Vec::from_iter(expected.map(|text| json!(text).to_string()))
    );
    assert_eq!(
        house.past(&ben).await.last().map(String::as_str),
        Some("direct 1: to Ben")
    );
}

#[tokio::test]
async fn the_picture_of_a_direct_message_changes_with_it() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let whisper = |text: &str, recipe: &str| Message::<Private>::from(with_picture(text, recipe));
    let said = house
        .playground
        .whisper(&Nonce("1".to_owned()), &anna.user, &whisper("one", "first"))
        .await
        .expect("it is said");
    let path = async || {
        let post = house.catch_up(&anna, json!({})).await;
        let post = post.into_iter().find(|frame| frame["type"] == "post");
        let digest = post.expect("there is a post")["picture"]["digest"].clone();
        format!(
            "/api/picture/direct/1/{}",
            digest.as_str().expect("a picture")
        )
    };
    let before = path().await;
    house
        .playground
        .edit_whisper(&anna.user, &said, &whisper("two", "second"))
        .await
        .expect("it is there");
    let shown = house.picture(&anna.secret, &path().await).await;
    assert_eq!(shown, (200, b"second".to_vec()));
    assert_eq!(house.picture(&anna.secret, &before).await.0, 404);
}

#[tokio::test]
async fn who_wants_no_direct_messages_gets_none() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let set = async |direct: bool| {
        let settings = json!({ "direct": direct });
        let answer = house.ask("/api/settings", &anna.secret, &settings).await;
        assert_eq!(answer, (200, settings));
        let welcome = house.catch_up(&anna, json!({})).await.swap_remove(0);
        assert_eq!(welcome["direct"], direct);
    };
    let first = house.whisper("1", &anna, "one").await;
    set(false).await;
    let message = Message::<Private>::text("two");
    let nonce = Nonce("2".to_owned());
    let refused = house.playground.whisper(&nonce, &anna.user, &message).await;
    assert!(matches!(refused, Err(ChatError::Refused(_))));
    set(true).await;
    house.whisper("2", &anna, "two").await;
    // An edit of her private message reaches only her.
    let ben = house.sign_in("Ben").await;
    let message = Message::<Private>::text("one, edited");
    let edit = async |person: &Person| {
        let edited = house
            .playground
            .edit_whisper(&person.user, &first, &message);
        edited.await
    };
    assert!(matches!(edit(&ben).await, Err(ChatError::Refused(_))));
    assert!(edit(&anna).await.is_ok());
    let post = house
        .post("3", &Message::text("to all"))
        .await
        .expect("it is said");
    let edited = house
        .playground
        .edit_whisper(&anna.user, &post, &message)
        .await;
    assert!(
        matches!(edited, Err(ChatError::Refused(_))),
        "a post is no whisper"
    );
    assert_eq!(
        house.past(&anna).await,
        ["lobby 1: to all", "direct 1: one, edited", "direct 2: two"]
    );
    for body in [json!({}), json!({ "direct": 1 })] {
        let (status, _) = house.ask("/api/settings", &anna.secret, &body).await;
        assert_eq!(status, 422);
    }
    let (status, _) = house
        .ask("/api/settings", "", &json!({ "direct": true }))
        .await;
    assert_eq!(status, 401);
}

#[tokio::test]
async fn a_picture_is_seen_by_who_may_see_its_message() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let ben = house.sign_in("Ben").await;
    house
        .post("1", &with_picture("to all", "public"))
        .await
        .expect("it is said");
    let private = Message::<Private>::from(with_picture("to Anna", "private"));
    house
        .playground
        .whisper(&Nonce("2".to_owned()), &anna.user, &private)
        .await
        .expect("she is there");
    let (_, answer) = house.say(&anna, "a", "lobby", "/picture").await;
    let posts = house.catch_up(&anna, json!({})).await;
    let digests: Vec<_> = posts
        .iter()
        .filter_map(|post| post["picture"]["digest"].as_str())
        .collect();
    let mine = answer["answer"]["picture"]["digest"]
        .as_str()
        .expect("the answer has a picture");
    assert_eq!(answer["answer"]["picture"]["alt"], "a board");

    let paths = [
        (
            format!("/api/picture/lobby/1/{}", digests[0]),
            200,
            b"public".to_vec(),
        ),
        (
            format!("/api/picture/direct/1/{}", digests[1]),
            404,
            b"private".to_vec(),
        ),
        (
            format!("/api/picture/answer/a/{mine}"),
            404,
            b"mine".to_vec(),
        ),
    ];
    for (path, for_ben, png) in paths {
        assert_eq!(
            house.picture(&anna.secret, &path).await,
            (200, png),
            "{path}"
        );
        assert_eq!(house.picture(&ben.secret, &path).await.0, for_ben, "{path}");
        assert_eq!(house.picture("", &path).await.0, 401, "{path}");
        let guessed = path.rsplit_once('/').expect("a path").0.to_owned() + "/00";
        assert_eq!(
            house.picture(&anna.secret, &guessed).await.0,
            404,
            "{guessed}"
        );
    }
}

#[tokio::test]
async fn a_later_answer_reaches_who_asked_and_nobody_else() {
    let house = TestPage::new().await;
    let (anna, ben) = (house.sign_in("Anna").await, house.sign_in("Ben").await);
    let mut lines = Vec::new();
    for person in [&anna, &ben] {
        let mut line = Line::open(house.address, &person.secret, json!({})).await;
        line.until_caught_up().await;
        lines.push(line);
    }
    let (_, answer) = house.say(&anna, "a", "lobby", "/picture").await;
    assert_eq!(answer["answer"]["text"], "/picture");

    let file = "GIF89a and so on";
    let mut message = Message::text("later");
    message.picture = Some(Picture::for_one(Drawing {
        name: "game.gif".to_owned(),
        format: Format::Gif,
        ..drawing(file)
    }));
    let event = EventId::new(Platform::Playground, format!("{}.a", anna.user.id));
    let answer = Answer {
        message,
        replaces: false,
        is_evident: false,
        about: None,
    };
    let answered = house.playground.answer(&event, &answer).await;
    answered.expect("it is kept");
    let frame = lines[0].news().await;
    assert_eq!(
        (&frame["type"], &frame["id"]),
        (&json!("answer"), &json!("a"))
    );
    let reply = &frame["reply"];
    assert_eq!(reply["text"], "later");
    let picture = &reply["picture"];
    assert_eq!(
        (&picture["width"], &picture["height"]),
        (&json!(258), &json!(772))
    );
    house
        .post("1", &Message::text("x"))
        .await
        .expect("it is said");
    let next = lines[1].news().await;
    assert_eq!(next["text"], "x", "Ben hears of it");

    let digest = picture["digest"].as_str().expect("a digest");
    let path = format!("/api/picture/answer/a/{digest}");
    let request = house.request(reqwest::Method::GET, &path);
    let response = request.bearer_auth(&anna.secret).send().await;
    let response = response.expect("the server answers");
    assert_eq!(response.headers()["content-type"], "image/gif");
    assert!(response.bytes().await.expect("a body") == file);
    assert_eq!(house.picture(&ben.secret, &path).await.0, 404);

    // The first answer, repeated, has its picture again.
    let (_, answer) = house.say(&anna, "a", "lobby", "/picture").await;
    let digest = answer["answer"]["picture"]["digest"]
        .as_str()
        .expect("a digest");
    let path = format!("/api/picture/answer/a/{digest}");
    assert_eq!(
        house.picture(&anna.secret, &path).await,
        (200, b"mine".to_vec())
    );
}

#[tokio::test]
async fn all_of_a_message_reaches_the_page() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let button = |id: &str, emphasis| Button {
        control: Control::read(id),
        label: id.to_uppercase(),
        emphasis,
        for_whom: match id {
            "b" => vec![anna.user.clone()],
            _ => Vec::new(),
        },
    };
    let message = Message::<Public> {
        text: "line\nline".to_owned(),
        block: Some("a b\nc d".to_owned()),
        picture: None,
        attachment: Some(Attachment {
            name: "game.txt".to_owned(),
            text: "1. e4".to_owned(),
        }),
        controls: vec![
            Component::Buttons(vec![
                button("a", Emphasis::Primary),
                button("b", Emphasis::Neutral),
                button("c", Emphasis::Danger),
            ]),
            Component::Menu(Menu {
                control: Control::read("m"),
                label: "Choose".to_owned(),
                choices: vec![Choice {
                    label: "One".to_owned(),
                    value: "1".to_owned(),
                }],
                people: None,
            }),
        ],
        mentions: vec![anna.user.clone()],
        named: Vec::new(),
        is_silent: false,
    };
    house.post("1", &message).await.expect("it is said");
    let mut post = house
        .catch_up(&anna, json!({}))
        .await
        .pop()
        .expect("there is a post");
    let at = post["at"].take();
    assert!(at.as_i64().is_some_and(|at| at > 1_700_000_000_000));
    let id = anna.user.id.to_string();
    let anna: Value = id.parse().expect("a number");
    let expected = json!({
        "type": "post", "place": "lobby", "number": 1, "change": 1, "at": null, "author": "bot", "edited": false,
        "text": "line\nline", "block": "a b\nc d",
        "attachment": { "name": "game.txt", "text": "1. e4" },
        "controls": [
            { "buttons": [
                { "id": "a", "label": "A", "emphasis": "primary" },
                { "id": "b", "label": "B", "emphasis": "neutral", "for": [{ "platform": "playground", "id": id }] },
                { "id": "c", "label": "C", "emphasis": "danger" },
            ] },
            { "menu": { "id": "m", "label": "Choose", "choices": [{ "label": "One", "value": "1" }] } },
        ],
        "mentions": [anna],
    });
    assert_eq!(post, expected);
}

#[tokio::test]
async fn everyone_sees_who_comes_and_goes() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let ben = house.sign_in("Ben").await;
    let mut line = Line::open(house.address, &anna.secret, json!({})).await;
    let welcome = line.until_caught_up().await.swap_remove(0);
    let people: BTreeMap<_, _> = welcome["people"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|person| {
            (
                person["name"].as_str().expect("a name"),
                person["online"] == true,
            )
        })
        .collect();
    assert_eq!(people, BTreeMap::from([("Anna", true), ("Ben", false)]));
    let mut tabs = Vec::new();
    for _ in 0..2 {
        let mut tab = Line::open(house.address, &ben.secret, json!({})).await;
        tab.until_caught_up().await;
        tabs.push(tab);
    }
    drop(tabs);
    let mut seen = Vec::new();
    while seen.len() < 3 {
        let frame = line.next().await.expect("the line stays open");
        assert_eq!(frame["type"], "person");
        seen.push((frame["name"].clone(), frame["online"].clone()));
    }
    // The first frame is Anna's own arrival.
    assert_eq!(
        seen,
        [("Anna", true), ("Ben", true), ("Ben", false)]
            .map(|(name, online)| (json!(name), json!(online)))
    );
}

#[tokio::test]
async fn only_the_last_posts_are_kept() {
    let store = Arc::new(MemoryStore::new());
    let house = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
    let anna = house.sign_in("Anna").await;
    let first = house
        .post("0", &with_picture("0", "old"))
        .await
        .expect("it is said");
    for n in 1..=505 {
        house
            .post(&n.to_string(), &with_picture(&n.to_string(), "new"))
            .await
            .expect("it is said");
    }
    let past = house.past(&anna).await;
    assert_eq!(
        (past.len(), &*past[0], &*past[499]),
        (500, "lobby 7: 6", "lobby 506: 505")
    );
    for prefix in ["play/post/", "play/nonce/"] {
        let kept = store
            .scan(prefix.as_bytes(), None, 1000)
            .expect("memory can be read");
        assert_eq!(kept.len(), 500, "{prefix}");
    }
    assert!(matches!(
        house.playground.edit(&first, &Message::text("x")).await,
        Err(ChatError::Refused(_))
    ));
    let post = |number: u64| MessageId::new(Platform::Playground, format!("lobby.{number}"));
    for (number, is_forgotten) in [(6, true), (7, false), (506, false), (507, false)] {
        let found = house.playground.has_forgotten(&post(number));
        assert_eq!(found, is_forgotten, "{number}");
    }

    let mut message = Message::<Private>::from(with_picture("answer", "answer"));
    for n in 0..40 {
        message.text = n.to_string();
        let event = EventId::new(Platform::Playground, format!("{}.e{n}", anna.user.id));
        let answer = Answer {
            message: message.clone(),
            replaces: false,
            is_evident: false,
            about: None,
        };
        house
            .playground
            .answer(&event, &answer)
            .await
            .expect("it is kept");
    }
    let kept = store
        .scan(b"play/answer/", None, 1000)
        .expect("memory can be read");
    assert_eq!(kept.len(), 32);
    assert!(
        kept[0].0.ends_with(b"/e10"),
        "the oldest are forgotten first"
    );
}

/// Messages from before recipes came with a file, which is available as long as its message is stored.
#[tokio::test]
async fn pictures_that_came_as_files_are_shown_and_go_with_their_messages() {
    let store = Arc::new(MemoryStore::new());
    let house = TestPage::open(&Writer::new(Arc::clone(&store) as Arc<dyn Store>)).await;
    let anna = house.sign_in("Anna").await;
    let id = &anna.user.id;
    let picture = json!({ "name": "a.png", "alt": "", "digest": "ab", "width": 9, "height": 9 });
    let post = |number: u64| {
        json!({
            "nonce": format!("bot/{number}"), "number": number, "change": number, "at": 0, "author": "bot",
            "edited": false, "text": "old", "picture": picture,
        })
    };
    let answer = json!({ "replaces": false, "text": "old", "picture": picture });
    let direct = format!("direct-{id}");
    let mut old = Batch::default();
    for (room, n) in [("lobby", 2), (&*direct, 1)] {
        for number in 1..=n {
            old.put(
                format!("play/post/{room}/{number:016}"),
                post(number).to_string(),
            );
            old.put(
                format!("play/picture/{room}/{number:016}"),
                format!("{room} {number}"),
            );
        }
        let counters = json!({ "first": 1, "next": n + 1, "change": n });
        old.put(format!("play/room/{room}"), counters.to_string());
    }
    old.put(format!("play/answer/{id}/a"), answer.to_string());
    old.put(format!("play/answers/{id}"), json!(["a"]).to_string());
    old.put(format!("play/answer-picture/{id}/a"), "an answer");
    store.commit(&old).expect("memory works");

    for (path, file) in [
        ("lobby/1/ab", "lobby 1"),
        ("lobby/2/ab", "lobby 2"),
        ("direct/1/ab", &*format!("{direct} 1")),
        ("answer/a/ab", "an answer"),
    ] {
        let shown = house
            .picture(&anna.secret, &format!("/api/picture/{path}"))
            .await;
        assert_eq!(shown, (200, file.as_bytes().to_vec()), "{path}");
    }

    // A post keeps its picture when its words change, a direct message does not.
    let new = with_picture("new", "new");
    for message in ["lobby.1", &*format!("{direct}.1")] {
        let message = MessageId::new(Platform::Playground, message);
        let edited = if message.id.starts_with("lobby") {
            house.playground.edit(&message, &new).await
        } else {
            let new = Message::<Private>::from(new.clone());
            house
                .playground
                .edit_whisper(&anna.user, &message, &new)
                .await
        };
        edited.expect("it is there");
    }
    house.say(&anna, "a", "lobby", "/help").await;
    let files = |prefix: &str| {
        let files = store.scan(prefix.as_bytes(), None, 1000);
        files.expect("memory can be read").len()
    };
    let old = "/api/picture/lobby/1/ab";
    assert_eq!(house.picture(&anna.secret, old).await.1, b"lobby 1");
    assert_eq!(
        (files("play/picture/"), files("play/answer-picture/")),
        (2, 0)
    );
    for n in 3..=502 {
        let message = Message::text(n.to_string());
        house
            .post(&format!("n{n}"), &message)
            .await
            .expect("it is said");
    }
    assert_eq!(files("play/picture/"), 0);
}

#[tokio::test]
async fn a_picture_that_is_not_drawn_says_why() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    for (number, recipe, status) in [(1, "gone", 404), (2, "now", 503)] {
        let message = with_picture(recipe, recipe);
        house.post(recipe, &message).await.expect("it is said");
        let posts = house.catch_up(&anna, json!({})).await;
        let digest = &posts.last().expect("there is a post")["picture"]["digest"];
        let digest = digest.as_str().expect("a picture");
        let path = format!("/api/picture/lobby/{number}/{digest}");
        assert_eq!(
            house.picture(&anna.secret, &path).await.0,
            status,
            "{recipe}"
        );
    }
}

#[tokio::test]
async fn a_slow_reader_is_cut_off_and_catches_up() {
    const N_POSTS: u64 = 450;
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let mut line = Line::open(house.address, &anna.secret, json!({})).await;
    line.until_caught_up().await;
    // Far more than all buffers on the way hold together.
    let text = "x".repeat(100_000);
    for n in 0..N_POSTS {
        house
            .post(&n.to_string(), &Message::text(&text))
            .await
            .expect("it is said");
    }
    let mut last = 0;
    while let Ok(frame) = line.next().await {
        if frame["type"] == "post" {
            last += 1;
            assert_eq!(frame["number"], last);
        }
    }
    assert!(last < N_POSTS, "the reader was not cut off");
    let rest = house.catch_up(&anna, json!({ "lobby": last })).await;
    let numbers: Vec<_> = rest
        .iter()
        .filter_map(|frame| frame["number"].as_u64())
        .collect();
    assert_eq!(numbers, (last + 1..=N_POSTS).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_stop_tells_the_pages_to_come_back() {
    let house = TestPage::new().await;
    let anna = house.sign_in("Anna").await;
    let mut line = Line::open(house.address, &anna.secret, json!({})).await;
    line.until_caught_up().await;
    house.close().await;
    let end = loop {
        if let Err(code) = line.next().await {
            break code;
        }
    };
    assert_eq!(end, u16::from(CloseCode::Restart));
}

#[tokio::test]
async fn an_address_that_cannot_be_had_is_told_with_the_option_to_change_it() {
    let open = page::bind(([0, 0, 0, 0], 0).into()).await;
    assert!(matches!(&open, Err(BindError::NotLoopback { .. })));
    let first = page::bind(([127, 0, 0, 1], 0).into())
        .await
        .expect("the system has a free port");
    let taken = page::bind(first.local_addr().expect("a bound socket has an address")).await;
    assert!(matches!(&taken, Err(BindError::Taken { .. })));
    for error in [open, taken] {
        let text = error.expect_err("it cannot be had").to_string();
        assert!(
            text.contains("--listen") && text.contains("[playground] listen"),
            "{text}"
        );
    }
}
