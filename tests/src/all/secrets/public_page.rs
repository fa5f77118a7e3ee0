//! The laws over all data that the public page sends of a match on Discord: to both players and another person, who have signed
//! in with their accounts of Discord, and to a stranger.

use std::{
    cell::OnceCell,
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::Duration,
};
use tests::user_input::UserInput;

use api::{EventId, Listener, MatchId, Place, Speaker};
use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use page::{Access, PublicAccess, PushSettings};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, header};
use runtime::Parts;
use serde_json::{Value, json};
use store::writer::Writer;
use testkit::quick_or_long;
use tests::{
    fake_chat::SteppingClock,
    page::{ServedPage, playground},
};
use tokio::{net::TcpStream, sync::broadcast};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Bytes, Message as Frame, Utf8Bytes, client::IntoClientRequest},
};

use super::{
    NAMES, PEOPLE, block_on,
    discord::{DiscordParticipants, DiscordRun},
    laws::{check_pairs, finds_leak},
    leaky_page::{LeakyCore, PageLeak},
    page::{ask, board_uses, plain, read, reply_to, request_of, the_match},
    run::{Participants, Prepare, ReceivedMessage, Run, Step, StepMessages},
    twin_runs::WATCHER,
};
use crate::time;

const HOST: &str = "play.example.org";
const ORIGIN: &str = "https://play.example.org";

/// People of Discord who read a public page, which may have a leak.
struct PublicParticipants {
    discord: DiscordParticipants,
    leak: Option<PageLeak>,
}

impl PublicParticipants {
    async fn gather(leak: Option<PageLeak>) -> PublicParticipants {
        PublicParticipants {
            discord: DiscordParticipants::gather().await,
            leak,
        }
    }
}

#[async_trait(?Send)]
impl Participants for PublicParticipants {
    fn writer(&self) -> &Writer {
        self.discord.writer()
    }

    fn speaker(&self, name: &str) -> Speaker {
        self.discord.speaker(name)
    }

    fn place(&self, name: &str) -> Place {
        self.discord.place(name)
    }

    fn event(&self, name: &str) -> EventId {
        self.discord.event(name)
    }

    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run> {
        let insider = self.speaker(NAMES.white).id;
        let leak = self.leak.map(|leak| (leak, insider));
        let made = OnceCell::new();
        let prepare = |parts: &mut Parts| {
            // The runs show the same times, however often each reads the clock.
            parts.clock = Arc::new(SteppingClock::by(Duration::ZERO));
            let playground = playground(parts, PushSettings::default());
            parts.chats.push(Arc::clone(&playground) as _);
            assert!(made.set(playground).is_ok(), "the bot starts once");
            prepare(parts);
        };
        let discord = DiscordRun::open(Some(ORIGIN), writer.clone(), &prepare).await;
        let playground = made.into_inner().expect("the bot has started");
        let core = Arc::clone(discord.bot.core());
        let changes = core.changes();
        let served = match leak {
            None => ServedPage::open(playground, access(), core).await,
            Some((leak, insider)) => {
                let core = LeakyCore::new(core, writer, leak, insider);
                ServedPage::open(playground, access(), core).await
            }
        };
        let mut run = PublicRun {
            discord,
            served,
            readers: Vec::new(),
            changes,
            n_heard: 0,
        };
        run.welcome().await;
        Box::new(run)
    }
}

/// Returns the way to a public page, whose proxy is on this machine.
fn access() -> Access {
    Access::Public(PublicAccess {
        url: ORIGIN.parse().expect("a URL"),
        trusted_proxies: vec!["127.0.0.0/8".parse().expect("a network")],
        guests: false,
    })
}

/// A browser behind the proxy of the page.
struct Browser {
    client: Client,
    page: String,
    /// The address that the proxy sees. Each browser has its own, so that none spends the budget of another.
    address: String,
    /// The cookie of a session; empty for a stranger.
    cookie: String,
}

impl Browser {
    fn new(client: &Client, page: &str, n: usize) -> Browser {
        Browser {
            client: client.clone(),
            page: page.to_owned(),
            address: format!("203.0.113.{n}"),
            cookie: String::new(),
        }
    }

    /// Returns the headers of each request.
    fn headers(&self) -> [(&'static str, &str); 4] {
        [
            ("origin", ORIGIN),
            ("cookie", &self.cookie),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-for", &self.address),
        ]
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}{path}", self.page);
        let request = self.client.request(method, url).header(header::HOST, HOST);
        let headers = self.headers().into_iter();
        headers.fold(request, |request, (name, value)| {
            request.header(name, value)
        })
    }

    async fn get(&self, path: &str) -> Response {
        ask(self.request(Method::GET, path)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        ask(self.request(Method::POST, path).json(body)).await
    }

    /// Signs in by the token of a link.
    async fn enter(&mut self, token: &str) {
        let entered = self.post("/api/enter", &json!({ "token": token })).await;
        assert_eq!(entered.status(), StatusCode::OK);
        let cookie = entered.headers()[header::SET_COOKIE].to_str();
        let cookie = cookie.expect("a text").split(';').next();
        cookie.expect("a value").clone_into(&mut self.cookie);
    }

    /// Opens the live board of the match.
    async fn watch(&self) -> LiveLine {
        let url = format!("ws://{HOST}/api/match/{}/live", the_match());
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in self.headers() {
            let value = value.parse().expect("a header");
            request.headers_mut().insert(name, value);
        }
        let stream = TcpStream::connect(&self.page).await;
        let opened = client_async(request, stream.expect("the page listens")).await;
        let (mut socket, _) = opened.expect("the page opens lines");
        socket.send(Frame::text("{}")).await.expect("it is open");
        LiveLine(socket)
    }
}

/// The line of a live board.
struct LiveLine(WebSocketStream<TcpStream>);

impl LiveLine {
    /// Returns the next frame with a board, or `None` for the answer to a ping.
    async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            match self.0.next().await {
                Some(Ok(Frame::Text(text))) => return Some(text),
                Some(Ok(Frame::Pong(_))) => return None,
                Some(Ok(Frame::Ping(_))) => {}
                end => panic!("the line stays open, and not {end:?}"),
            }
        }
    }

    /// Returns the frames since the last call: one for each change, and all others until the page has nothing more to send.
    async fn frames(&mut self, n_changes: usize) -> Vec<Utf8Bytes> {
        let mut frames = Vec::new();
        for _ in 0..n_changes {
            frames.push(self.next().await.expect("a frame for each change"));
        }
        let ping = self.0.send(Frame::Ping(Bytes::new())).await;
        ping.expect("the line stays open");
        while let Some(frame) = self.next().await {
            frames.push(frame);
        }
        frames
    }
}

/// A reader of the page, with the match open.
struct Reader {
    /// A person; a stranger counts as a watcher.
    name: &'static str,
    browser: Browser,
    line: LiveLine,
}

impl Reader {
    /// Opens the match in a browser, and returns its board too.
    async fn open(name: &'static str, browser: Browser) -> (Reader, Value) {
        let mut line = browser.watch().await;
        let first = line.next().await.expect("a board");
        let mut first: Value = first.parse().expect("frames are JSON");
        let reader = Reader {
            name,
            browser,
            line,
        };
        (reader, first["board"].take())
    }

    /// Returns the frames since the last call, and the uses of the last board.
    async fn frames(&mut self, n_changes: usize) -> (ReceivedMessage, Vec<UserInput>) {
        let frames = self.line.frames(n_changes).await;
        let last = frames.last().and_then(|last| last.parse::<Value>().ok());
        let uses = last.map(|last| board_uses(&last["board"]));
        let text = format!("{} frames\n{}", frames.len(), frames.join("\n"));
        (plain(text), uses.unwrap_or_default())
    }

    /// Requests all that the page shows of the match; the answers to the nth step.
    async fn requests(&self, n: usize) -> Vec<ReceivedMessage> {
        let (id, nothing) = (the_match(), json!({}));
        let api = format!("/api/match/{id}");
        let screen = format!("{}/match/{id}", ["", "/framed"][n % 2]);
        let picture = format!("/match/{id}/board.png");
        let mut answers = vec![
            self.browser.get(&screen).await,
            self.browser.get(&picture).await,
            self.browser.post(&api, &nothing).await,
        ];
        for shown in &answers {
            assert_eq!(shown.status(), StatusCode::OK, "{}", shown.url());
        }
        let eyes = ["everything", "everybody", "white", "black"][n % 4];
        let wish = json!({ "ply": n % 20, "eyes": eyes, "dark": n.is_multiple_of(5) });
        answers.push(self.browser.post(&api, &wish).await);
        // The page allows few of these in a second.
        answers.push(match n % 3 {
            0 => self.browser.post("/api/games", &nothing).await,
            1 => self.browser.post(&format!("{api}/review"), &nothing).await,
            _ => self.browser.get(&format!("{api}/replay.gif")).await,
        });
        let mut received = Vec::new();
        for answer in answers {
            received.push(private(answer).await);
        }
        received
    }
}

/// Reads an answer that depends on the session of its reader or on the present of the match. Checks that nothing between the
/// page and the reader keeps it, and that no other site learns its address.
async fn private(answer: Response) -> ReceivedMessage {
    let path = answer.url().path().to_owned();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        assert_eq!(answer.headers()[&name], value, "{path}");
    }
    let (head, body) = read(answer).await;
    let body = String::from_utf8(body).unwrap_or_else(|file| {
        let mut hasher = DefaultHasher::new();
        file.as_bytes().hash(&mut hasher);
        format!("{} bytes of {}", file.as_bytes().len(), hasher.finish())
    });
    plain(format!("{path} {head}{body}"))
}

/// A run of a match on Discord, with the readers of its public page.
struct PublicRun {
    discord: DiscordRun,
    served: ServedPage,
    readers: Vec<Reader>,
    changes: broadcast::Receiver<Option<MatchId>>,
    n_heard: usize,
}

impl PublicRun {
    /// Signs people in by the links that the bot gives them, and lets them and a stranger open the match.
    async fn welcome(&mut self) {
        // As those of the proxy, connections are for all readers.
        let client = Client::builder().no_proxy().build();
        let client = client.expect("a client");
        let mut browsers = BTreeMap::new();
        for (n, name) in PEOPLE.into_iter().enumerate() {
            let mut browser = Browser::new(&client, &self.served.address, n);
            browser.enter(&self.token_for(name).await).await;
            browsers.insert(name, browser);
        }
        self.discord.listen().await;
        for (name, browser) in browsers {
            let (reader, board) = Reader::open(name, browser).await;
            let seat = match name {
                _ if name == NAMES.white => json!("white"),
                _ if name == NAMES.black => json!("black"),
                _ => Value::Null,
            };
            assert_eq!(board["seat"], seat, "{name}");
            self.readers.push(reader);
        }
        let stranger = Browser::new(&client, &self.served.address, PEOPLE.len());
        let (stranger, _) = Reader::open(WATCHER, stranger).await;
        self.readers.push(stranger);
        self.n_changes();
    }

    /// Returns the token in the link that the bot gives a person on Discord.
    async fn token_for(&self, name: &str) -> String {
        let bot = &self.discord.bot;
        let typed = format!("/board match:{}", the_match());
        let said = bot.users[name].asks(&bot.lobby, &typed).await;
        let url = said.button("Play on the board").url;
        let token = url.strip_prefix(&format!("{ORIGIN}/enter#"));
        token.unwrap_or_else(|| panic!("{url}")).to_owned()
    }

    /// Returns the number of changes of the match since the last call.
    fn n_changes(&mut self) -> usize {
        let mut n_changes = 0;
        while let Ok(id) = self.changes.try_recv() {
            n_changes += usize::from(id == Some(the_match()));
        }
        n_changes
    }

    fn browser_of(&self, name: &str) -> &Browser {
        let mut readers = self.readers.iter();
        let reader = readers.find(|reader| reader.name == name);
        &reader.expect("they have signed in").browser
    }

    /// Performs a step on the page.
    async fn hear_on_page(&mut self, step: &Step) -> StepMessages {
        let (what, mut body) = request_of(step, "direct");
        body["board"] = json!(the_match().to_string());
        let browser = self.browser_of(step.who);
        let answer = browser.post(&format!("/api/{what}"), &body).await;
        let (reply, uses) = reply_to(step, answer).await;
        let (lines, mut controls) = self.discord.listen().await;
        controls.extend(uses);
        StepMessages {
            reply,
            lines,
            controls,
        }
    }
}

#[async_trait(?Send)]
impl Run for PublicRun {
    fn writer(&self) -> &Writer {
        self.discord.writer()
    }

    async fn close_direct(&self, name: &str) {
        self.discord.close_direct(name).await;
    }

    async fn hear(&mut self, step: &Step) -> StepMessages {
        let mut heard = if step.is_elsewhere {
            self.hear_on_page(step).await
        } else {
            self.discord.hear(step).await
        };
        self.n_heard += 1;
        let n_changes = self.n_changes();
        for reader in &mut self.readers {
            let (frames, uses) = reader.frames(n_changes).await;
            let line = heard.lines.entry(reader.name).or_default();
            line.push(frames);
            line.extend(reader.requests(self.n_heard).await);
            let uses = uses.into_iter().map(|said| (Some(reader.name), said));
            heard.controls.extend(uses);
        }
        heard
    }

    async fn picture(&self, who: &str, name: &str) -> (String, Vec<u8>) {
        let path = format!("/api/picture/{name}");
        read(self.browser_of(who).get(&path).await).await
    }

    async fn close(self: Box<Self>) {
        let PublicRun {
            discord,
            served,
            readers,
            ..
        } = *self;
        drop(readers);
        time::flow(served.close()).await;
        Box::new(discord).close().await;
    }
}

#[test]
fn hidden_facts_of_a_match_on_discord_change_no_byte_of_the_public_page_for_the_uninformed() {
    let n_pairs = quick_or_long(2, 12);
    block_on(async { check_pairs(&PublicParticipants::gather(None).await, n_pairs, 67).await });
}

#[test]
fn a_page_that_gives_a_secret_away_by_boards_previews_sizes_frames_or_refusals_is_found_out() {
    block_on(async {
        for leak in PageLeak::ALL {
            let participants = PublicParticipants::gather(Some(leak)).await;
            let is_found = finds_leak(&participants, None, 68).await;
            assert!(is_found, "{leak:?} is not noticed");
        }
    });
}
