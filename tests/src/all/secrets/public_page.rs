//! The laws over all data that the public page sends of a match on Discord: to both players and another person, who have signed
//! in with their accounts of Discord, in a window and in a frame, and to a stranger; and over the pushes to their devices.

use std::{
    cell::OnceCell,
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::Duration,
};
use tests::user_input::UserInput;

use api::{ActivityProvider, ActivityVisitor, ChannelId, Chat, EventId, Listener, Place, Speaker};
use async_trait::async_trait;
use futures_util::{SinkExt, StreamExt};
use page::{Access, Providers, PublicAccess};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, header};
use runtime::Parts;
use serde_json::{Value, json};
use store::writer::Writer;
use testkit::quick_or_long;
use tests::{
    fake_chat::SteppingClock,
    page::{ServedPage, playground},
    proxied::{HOST, ORIGIN, dial},
};
use text::Text;
use tokio::{net::TcpStream, sync::broadcast};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Bytes, Message as Frame, Utf8Bytes},
};

use super::{
    NAMES, PEOPLE, block_on,
    devices::Devices,
    discord::{DiscordParticipants, DiscordRun},
    laws::{check_pairs, finds_leak},
    leaks::LeakyChat,
    leaky_page::{LeakyCore, PageLeak},
    page::{ask, board_uses, plain, read, reply_to, request_of, the_match},
    run::{Participants, Prepare, ReceivedMessage, Run, Step, StepMessages},
    twin_runs::WATCHER,
};
use crate::time;

/// The id of the application that shows the page inside Discord.
const APPLICATION: &str = "123";

/// The origin of the page inside Discord.
const FRAME_ORIGIN: &str = "https://123.discordsays.com";

/// The beginning of the cookie of a session.
const COOKIE: &str = "__Host-session=";

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

    /// Returns the platform of the page, with a leak by its pushes if it has one.
    fn chat(&self, page: Arc<dyn Chat>, writer: Writer) -> Arc<dyn Chat> {
        match self.leak {
            Some(PageLeak::Push(leak)) => Arc::new(LeakyChat::new(page, writer, the_match(), leak)),
            _ => page,
        }
    }

    /// Returns the Activity in which all of them are.
    fn activity(&self) -> Providers {
        let Place::Channel(channel) = self.place(NAMES.white) else {
            unreachable!("the match is in a channel");
        };
        let people = PEOPLE.map(|name| (name, self.speaker(name))).into();
        Providers {
            activity: Some(Arc::new(OpenActivity { people, channel })),
            ..Providers::default()
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
        let devices = Devices::new().await;
        let made = OnceCell::new();
        let prepare = |parts: &mut Parts| {
            // The runs show the same times, however often each reads the clock.
            parts.clock = Arc::new(SteppingClock::by(Duration::ZERO));
            let playground = playground(parts, devices.settings());
            let chat = self.chat(Arc::clone(&playground) as _, parts.writer.clone());
            parts.chats.push(chat);
            assert!(made.set(playground).is_ok(), "the bot starts once");
            prepare(parts);
        };
        let discord = DiscordRun::open(Some(ORIGIN), writer.clone(), &prepare).await;
        let playground = made.into_inner().expect("the bot has started");
        let core = Arc::clone(discord.bot.core());
        let changes = core.watch(the_match()).await;
        let activity = self.activity();
        let served = match self.leak {
            None => ServedPage::open(playground, access(), core, activity).await,
            Some(leak) => {
                let core = LeakyCore::new(core, writer, leak, insider);
                ServedPage::open(playground, access(), core, activity).await
            }
        };
        let mut run = PublicRun {
            discord,
            served,
            readers: Vec::new(),
            devices,
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

/// An Activity in the channel of the match.
struct OpenActivity {
    /// The people there, by their codes.
    people: BTreeMap<&'static str, Speaker>,
    channel: ChannelId,
}

#[async_trait]
impl ActivityProvider for OpenActivity {
    fn application(&self) -> &str {
        APPLICATION
    }

    async fn visitor(&self, code: &str, _: &str) -> Result<ActivityVisitor, Text> {
        let account = self.people.get(code).ok_or_else(text::page_no_game)?;
        Ok(ActivityVisitor {
            account: account.clone(),
            token: code.to_owned().into(),
            channel: self.channel.clone(),
        })
    }
}

/// A browser behind the proxy of the page, or a frame in the client of Discord.
struct Browser {
    client: Client,
    page: String,
    /// The address that the proxy sees. Each person has their own, so that none spends the budget of another.
    address: String,
    is_framed: bool,
    /// The token of a session; empty for a stranger.
    session: String,
}

impl Browser {
    fn new(client: &Client, page: &str, n: usize, is_framed: bool) -> Browser {
        Browser {
            client: client.clone(),
            page: page.to_owned(),
            address: format!("203.0.113.{n}"),
            is_framed,
            session: String::new(),
        }
    }

    /// Returns the headers of each request. A frame has no cookies.
    fn headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = vec![("x-forwarded-for", self.address.clone())];
        if self.is_framed {
            headers.push(("origin", FRAME_ORIGIN.to_owned()));
        } else {
            headers.push(("origin", ORIGIN.to_owned()));
            headers.push(("cookie", format!("{COOKIE}{}", self.session)));
        }
        headers.retain(|(name, _)| *name != "cookie" || !self.session.is_empty());
        headers
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}{path}", self.page);
        let request = self.client.request(method, url).header(header::HOST, HOST);
        let request = request.header("x-forwarded-proto", "https");
        let headers = self.headers().into_iter();
        let request = headers.fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        if self.is_framed && !self.session.is_empty() && path.starts_with("/api/") {
            request.bearer_auth(&self.session)
        } else {
            request
        }
    }

    async fn get(&self, path: &str) -> Response {
        ask(self.request(Method::GET, path)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Response {
        let answer = ask(self.request(Method::POST, path).json(body)).await;
        check_private(&answer);
        answer
    }

    /// Signs in by the token of a link.
    async fn enter(&mut self, token: &str) {
        let entered = self.post("/api/enter", &json!({ "token": token })).await;
        assert_eq!(entered.status(), StatusCode::OK);
        let cookie = entered.headers()[header::SET_COOKIE].to_str();
        let cookie = cookie.expect("a text").strip_prefix(COOKIE);
        let session = cookie.and_then(|cookie| cookie.split(';').next());
        session.expect("a value").clone_into(&mut self.session);
        let (_, body) = read(entered).await;
        let body = String::from_utf8(body).expect("a text");
        assert!(!body.contains(&self.session), "only the cookie has it");
    }

    /// Signs in as a person in the Activity.
    async fn enter_activity(&mut self, name: &str) {
        let visit = json!({ "code": name, "instance": "instance" });
        let entered = self.post("/api/enter/activity", &visit).await;
        assert_eq!(entered.status(), StatusCode::OK);
        assert!(!entered.headers().contains_key(header::SET_COOKIE));
        let entered: Value = entered.json().await.expect("JSON");
        assert_eq!(entered["to"], format!("/match/{}", the_match()));
        let session = entered["secret"].as_str().expect("a secret");
        session.clone_into(&mut self.session);
    }

    /// Lists the sessions of the signed-in person, which tells none of these tokens.
    async fn list_sessions(&self, tokens: [&str; 2]) {
        let listed = self.post("/api/sessions", &json!({})).await;
        assert_eq!(listed.status(), StatusCode::OK);
        let listed = listed.text().await.expect("a text");
        for token in tokens {
            assert!(!listed.contains(token), "the list tells a token");
        }
    }

    /// Adds a device of the signed-in person.
    async fn subscribe(&self, subscription: &Value) {
        for (path, body) in [("/api/push/key", &json!({})), ("/api/push", subscription)] {
            let answer = self.post(path, body).await;
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
        }
    }

    /// Opens the live board of the match, as its page does in this browser.
    async fn watch(&self) -> LiveLine {
        let path = format!("/api/match/{}/live", the_match());
        let headers = self.headers();
        let headers: Vec<_> = headers
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        let session = Some(&self.session).filter(|session| !session.is_empty());
        let hello = if self.is_framed {
            json!({ "secret": session, "framed": true })
        } else {
            json!({})
        };
        LiveLine(dial(&self.page, &path, &headers, &hello).await)
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

/// The match on the screen of a browser.
struct Screen {
    browser: Browser,
    line: LiveLine,
}

impl Screen {
    /// Opens the match in a browser, and returns its board too.
    async fn open(browser: Browser) -> (Screen, Value) {
        let mut line = browser.watch().await;
        let first = line.next().await.expect("a board");
        let mut first: Value = first.parse().expect("frames are JSON");
        (Screen { browser, line }, first["board"].take())
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
        let framed = if self.browser.is_framed {
            "/framed"
        } else {
            ""
        };
        let screen = format!("{framed}/match/{id}");
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
        let wish = json!({ "n_inputs": n % 20, "eyes": eyes, "dark": n.is_multiple_of(5) });
        answers.push(self.browser.post(&api, &wish).await);
        // The page allows few of these in a second.
        answers.push(match n % 3 {
            0 => self.browser.post("/api/games", &nothing).await,
            1 => self.browser.post(&format!("{api}/review"), &nothing).await,
            _ => self.browser.get(&format!("{api}/replay.gif")).await,
        });
        let mut received = Vec::new();
        for answer in answers {
            received.push(self.read(answer).await);
        }
        received
    }

    /// Reads an answer that depends on the session of its reader or on the present of the match.
    async fn read(&self, answer: Response) -> ReceivedMessage {
        check_private(&answer);
        let path = answer.url().path().to_owned();
        let (head, body) = read(answer).await;
        let body = String::from_utf8(body).unwrap_or_else(|file| {
            let mut hasher = DefaultHasher::new();
            file.as_bytes().hash(&mut hasher);
            format!("{} bytes of {}", file.as_bytes().len(), hasher.finish())
        });
        let (session, text) = (&self.browser.session, format!("{path} {head}{body}"));
        assert!(
            session.is_empty() || !text.contains(session),
            "{path} repeats the token of a session"
        );
        plain(text)
    }
}

/// A reader of the page, with the match open in a window and in a frame.
struct Reader {
    /// A person; a stranger counts as a watcher.
    name: &'static str,
    screens: [Screen; 2],
}

impl Reader {
    /// Opens the match on both screens of a reader. The board of a person is that of this seat.
    async fn open(name: &'static str, browsers: [Browser; 2], seat: &Value) -> Reader {
        let [window, frame] = browsers;
        let is_person = !window.session.is_empty();
        let (window, board) = Screen::open(window).await;
        let (frame, framed) = Screen::open(frame).await;
        if is_person {
            assert_eq!([&board["seat"], &framed["seat"]], [seat; 2], "{name}");
        }
        Reader {
            name,
            screens: [window, frame],
        }
    }

    /// Returns the screen that they use in the nth step.
    fn screen(&self, n: usize) -> &Screen {
        // Each screen has all kinds of requests in turn.
        &self.screens[n / 3 % 2]
    }
}

/// Checks that nothing between the page and its reader keeps an answer, and that no other site learns its address.
fn check_private(answer: &Response) {
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        let path = answer.url().path();
        assert_eq!(answer.headers()[&name], value, "{path}");
    }
}

/// A run of a match on Discord, with the readers of its public page.
struct PublicRun {
    discord: DiscordRun,
    served: ServedPage,
    readers: Vec<Reader>,
    devices: Devices,
    changes: broadcast::Receiver<u64>,
    n_heard: usize,
}

impl PublicRun {
    /// Signs people in by the links that the bot gives them and in the Activity, and lets them and a stranger open the match.
    async fn welcome(&mut self) {
        // As those of the proxy, connections are for all readers.
        let client = Client::builder().no_proxy().build();
        let client = client.expect("a client");
        let page = self.served.address.clone();
        let browsers =
            |n| [false, true].map(|is_framed| Browser::new(&client, &page, n, is_framed));
        let mut signed_in = BTreeMap::new();
        for (n, name) in PEOPLE.into_iter().enumerate() {
            let [mut window, mut frame] = browsers(n);
            window.enter(&self.token_for(name).await).await;
            window.subscribe(&self.devices.subscription(name)).await;
            frame.enter_activity(name).await;
            for browser in [&window, &frame] {
                let tokens = [&*window.session, &*frame.session];
                browser.list_sessions(tokens).await;
            }
            signed_in.insert(name, [window, frame]);
        }
        self.discord.listen().await;
        for (name, browsers) in signed_in {
            let seat = match name {
                _ if name == NAMES.white => json!("white"),
                _ if name == NAMES.black => json!("black"),
                _ => Value::Null,
            };
            self.readers.push(Reader::open(name, browsers, &seat).await);
        }
        let strangers = browsers(PEOPLE.len());
        let stranger = Reader::open(WATCHER, strangers, &Value::Null).await;
        self.readers.push(stranger);
        self.n_changes();
        self.devices.pushes(self.discord.writer()).await;
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
        while self.changes.try_recv().is_ok() {
            n_changes += 1;
        }
        n_changes
    }

    /// Returns the browser that a person uses now.
    fn browser_of(&self, name: &str) -> &Browser {
        let mut readers = self.readers.iter();
        let reader = readers.find(|reader| reader.name == name);
        let reader = reader.expect("they have signed in");
        &reader.screen(self.n_heard).browser
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
            let line = heard.lines.entry(reader.name).or_default();
            for screen in &mut reader.screens {
                let (frames, uses) = screen.frames(n_changes).await;
                line.push(frames);
                let uses = uses.into_iter().map(|said| (Some(reader.name), said));
                heard.controls.extend(uses);
            }
            let screen = reader.screen(self.n_heard);
            line.extend(screen.requests(self.n_heard).await);
        }
        for (name, push) in self.devices.pushes(self.discord.writer()).await {
            heard.lines.entry(name).or_default().push(push);
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
fn hidden_facts_of_a_match_on_discord_change_no_byte_of_the_public_page_its_frames_and_pushes_for_the_uninformed()
 {
    let n_pairs = quick_or_long(2, 12);
    block_on(async { check_pairs(&PublicParticipants::gather(None).await, n_pairs, 67).await });
}

#[test]
fn a_page_that_gives_a_secret_away_by_boards_previews_sizes_frames_refusals_or_pushes_is_found_out()
{
    block_on(async {
        for leak in PageLeak::ALL {
            let participants = PublicParticipants::gather(Some(leak)).await;
            let is_found = finds_leak(&participants, None, 68).await;
            assert!(is_found, "{leak:?} is not noticed");
        }
    });
}
