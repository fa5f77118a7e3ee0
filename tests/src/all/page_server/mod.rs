//! The page's server over its socket as a browser uses it, with a small bot behind it.

mod live;
mod people;
mod pictures;
mod requests;
mod site;

use std::{
    collections::{BTreeMap, VecDeque},
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use api::{
    Answer, Attachment, Button, ChannelId, Chat, ChatError, Choice, Completions, Component,
    DrawError, Drawer, Drawing, Emphasis, Event, EventId, Format, Listener, Menu, Message,
    MessageId, Nonce, PageAccounts, Picture, Place, Platform, Private, Public, Recipe, Rows, Store,
    UserId,
};
use async_trait::async_trait;
use command::{Control, Intent};
use futures_util::{SinkExt, StreamExt};
use page::{Access, BindError, Playground, Providers, PushSettings};
use rules::Game;
use serde_json::{Value, json};
use store::{MemoryStore, writer::Writer};
use tests::{Fault, FaultyStore, PATIENCE, page_user::single_posts, store::fresh_writer};
use tokio::{net::TcpStream, sync::oneshot, task::JoinHandle};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        self,
        client::IntoClientRequest,
        protocol::{WebSocketConfig, frame::coding::CloseCode},
    },
};

/// A bot that answers each command with its text, and completes each text with a period.
struct EchoListener {
    playground: Arc<Playground>,
    heard: Mutex<Vec<Event>>,
}

impl PageAccounts for EchoListener {}

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
        let playground = Playground::new(
            writer.clone(),
            Arc::new(RecipeDrawer),
            PushSettings::default(),
        );
        let listener = Arc::new(EchoListener {
            playground: Arc::clone(&playground),
            heard: Mutex::default(),
        });
        let socket = page::bind(([127, 0, 0, 1], 0).into(), &Access::Local)
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
            Access::Local,
            Arc::clone(&listener),
            Providers::default(),
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

    async fn send(&self, person: &Person, id: &str, place: &str, text: &str) -> (u16, Value) {
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
            .filter_map(post_line)
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
fn post_line(frame: &Value) -> Option<String> {
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

/// An open line, and the frames that have arrived, each with at most one post.
struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>, VecDeque<Value>);

impl Line {
    async fn open(address: SocketAddr, secret: &str, since: Value) -> Line {
        let mut request = format!("ws://{address}/api/live")
            .into_client_request()
            .expect("an address");
        let origin = format!("http://{address}").parse().expect("an origin");
        request.headers_mut().insert("Origin", origin);
        // Browsers take frames of any size.
        let config = WebSocketConfig::default()
            .max_frame_size(None)
            .max_message_size(None);
        let (mut socket, _) = connect_async_with_config(request, Some(config), false)
            .await
            .expect("the server upgrades");
        let hello = json!({ "secret": secret, "since": since });
        socket
            .send(tungstenite::Message::text(hello.to_string()))
            .await
            .expect("the server listens");
        Line(socket, VecDeque::new())
    }

    /// Returns the next frame, or the code with which the line was closed (0 without one).
    async fn next(&mut self) -> Result<Value, u16> {
        loop {
            if let Some(frame) = self.1.pop_front() {
                return Ok(frame);
            }
            let frame = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match frame.expect("the server says something or hangs up") {
                Some(Ok(tungstenite::Message::Text(text))) => {
                    let frame = serde_json::from_str(&text).expect("frames are JSON");
                    self.1.extend(single_posts(frame));
                }
                Some(Ok(tungstenite::Message::Close(Some(close)))) => {
                    return Err(u16::from(close.code));
                }
                // The library answers it by itself.
                Some(Ok(tungstenite::Message::Ping(_))) => {}
                _ => return Err(0),
            }
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
