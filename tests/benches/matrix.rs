//! Speed of the bot in a Matrix room with many people and concurrent matches. It measures the latency from a move to its board,
//! as a spectator receives it. Homeserver, bot and people share this machine.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use rules::{Action, Game, Next, Setup, Variant};
use serde_json::{Value, json};
use testkit::Random;
use tests::{bench::percentile, matrix::Homeserver, program::Program};
use tokio::sync::mpsc;

/// The number of people in each room. Half of them play one match each against the other half. The first room is the largest.
const ROOMS: [usize; 2] = [200, 6];

/// The number of measured moves at each rate.
const MOVES: usize = 200;

/// The rates in moves per second: in the larger room each match has one move in 100 seconds, or two.
const RATES: [u32; 2] = [1, 2];

/// The interval between the starts of matches: a higher rate in one room meets a rate limit.
const BEGIN_EVERY: Duration = Duration::from_secs(2);

/// The number of measured messages between people alone.
const ECHOES: usize = 50;

/// A sync filter that returns every event of a person: `{"room":{"timeline":{"limit":500}}}`.
const FILTER: &str = "%7B%22room%22%3A%7B%22timeline%22%3A%7B%22limit%22%3A500%7D%7D%7D";

/// The number of measured moves on a homeserver with rate limits, and of turns by menus.
const LIMITED_MOVES: usize = 24;
const LIMITED_TURNS: usize = 6;

/// The interval between such moves, or such turns.
const MOVE_EVERY: Duration = Duration::from_secs(10);
const TURN_EVERY: Duration = Duration::from_secs(40);

fn main() {
    let all = std::env::args().all(|argument| argument != "limited");
    if all {
        without_limits();
    }
    let homeserver = Homeserver::start_with_limits(&["odd"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let _program =
        Program::start_on_matrix(&folder.path().join("data"), &homeserver.address(), &[]);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(measure_limited(&homeserver));
}

fn without_limits() {
    let homeserver = Homeserver::start(&["odd"]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start_on_matrix(&folder.path().join("data"), &homeserver.address(), &[]);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(measure(&homeserver));
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap_or_default();
    let memory = status.lines().find(|line| line.starts_with("VmRSS"));
    println!("{}", memory.unwrap_or("memory unknown"));
}

/// A match, its players, and its place.
struct Table {
    players: [Person; 2],
    id: String,
    root: String,
    game: Game,
    random: Random,
}

async fn measure(homeserver: &Homeserver) {
    let people = register(homeserver, ROOMS[0]).await;
    for n_people in ROOMS {
        measure_room(&people[..n_people]).await;
    }
}

/// Registers this number of people.
async fn register(homeserver: &Homeserver, n_people: usize) -> Vec<Person> {
    let base = format!("{}/_matrix/client/v3", homeserver.address());
    let mut people = Vec::new();
    for n in 0..n_people {
        people.push(Person::register(&base, &format!("person{n}")).await);
    }
    people
}

/// Opens a room, which all these people join.
async fn gather(people: &[Person]) -> String {
    let room = people[0].open_room().await;
    for person in &people[1..] {
        person.join(&room).await;
    }
    room
}

/// Measures moves in a room of these people, of whom the last one spectates.
async fn measure_room(people: &[Person]) {
    let room = gather(people).await;
    let mut posts = Posts::of(&people[people.len() - 1]);
    let mut tables = Vec::new();
    let mut clock = tokio::time::interval(BEGIN_EVERY);
    for pair in people.chunks(2) {
        let [white, black] = pair else { break };
        clock.tick().await;
        tables.push(begin(&room, white, black, &mut posts).await);
    }
    println!(
        "{} matches have begun in a room of {}",
        tables.len(),
        people.len() + 1
    );
    let mut echoes = Vec::new();
    for (n, person) in people.iter().take(ECHOES).enumerate() {
        let text = format!("echo {n}");
        let begun = Instant::now();
        let content = json!({ "msgtype": "m.text", "body": text });
        person.says(&room, content).await;
        let seen = posts.until(|event| event["content"]["body"] == text.as_str());
        echoes.push(seen.await.1.saturating_duration_since(begun));
    }
    print_delays("a message, by the homeserver alone", echoes);
    for rate in RATES {
        let what = format!("{MOVES} moves, {rate} a second, each until its board is there");
        print_delays(&what, play(&room, &mut tables, &mut posts, rate).await);
    }
}

/// Measures typed moves and turns by menus on a homeserver with rate limits. Consecutive moves come from different pairs, because
/// the limits apply to people too.
async fn measure_limited(homeserver: &Homeserver) {
    let people = register(homeserver, 6).await;
    let room = gather(&people).await;
    let mut posts = Posts::of(&people[5]);
    let mut tables = Vec::new();
    for pair in people.chunks(2) {
        let [white, black] = pair else { break };
        tables.push(begin(&room, white, black, &mut posts).await);
    }
    let mut clock = tokio::time::interval(MOVE_EVERY);
    let mut delays = Vec::new();
    for n in 0..LIMITED_MOVES {
        clock.tick().await;
        let at = n % tables.len();
        let (key, begun) = tables[at].play(&room).await;
        loop {
            let (board, seen) = posts.next().await;
            if board == key {
                delays.push(seen.saturating_duration_since(begun));
                break;
            }
        }
    }
    let what = "under Synapse's own limits, a move typed every 10 s, until its board is there";
    print_delays(what, delays);
    by_menus(&people[0].base, &room).await;
}

/// Plays Chakart by menus between two people who answer at once.
async fn by_menus(base: &str, room: &str) {
    let names = ["cora", "dora"];
    let mut players = Vec::new();
    for name in names {
        let person = Person::register(base, name).await;
        person.join(room).await;
        let body = json!({
            "preset": "private_chat", "is_direct": true, "invite": ["@odd:localhost"],
        });
        let direct = person.call(Method::POST, "/createRoom", body).await;
        let direct = direct["room_id"].as_str().expect("a room").to_owned();
        let Posts { posts, .. } = Posts::of(&person);
        players.push((person, direct, posts));
    }
    let mut random = Random::new(7);
    let mut boards = Posts::of(&players[0].0);
    let asked = format!(
        "!odd challenge chakart {} color:white objects=open",
        players[1].0.account
    );
    let table = begin_by(room, &asked, (&players[0].0, &players[1].0), &mut boards).await;
    let mut clock = tokio::time::interval(TURN_EVERY);
    clock.tick().await;
    let mut delays = Vec::new();
    for n in 0..LIMITED_TURNS {
        clock.tick().await;
        let (person, direct, posts) = &mut players[n % 2];
        let begun = Instant::now();
        while posts.try_recv().is_ok() {}
        let text = format!("move match:{}", table.id);
        person
            .says(direct, json!({ "msgtype": "m.text", "body": text }))
            .await;
        loop {
            let (event, seen) = posts.recv().await.expect("they listen");
            let content = &event["content"];
            let body = content["body"].as_str().unwrap_or_default();
            let is_board = content["m.relates_to"]["event_id"] == table.root.as_str()
                && content["msgtype"] == "m.image";
            if is_board {
                delays.push(seen.saturating_duration_since(begun));
                break;
            }
            let n_choices = body
                .lines()
                .filter_map(|line| line.split_once(". "))
                .filter(|(number, label)| number.parse::<usize>().is_ok() && *label != "Start over")
                .count();
            if event["sender"] != "@odd:localhost" || n_choices == 0 {
                continue;
            }
            let answer = (random.below(n_choices) + 1).to_string();
            person
                .says(direct, json!({ "msgtype": "m.text", "body": answer }))
                .await;
        }
    }
    print_delays(
        "a turn of Chakart by menus every 40 s, until its board is there",
        delays,
    );
}

/// Plays moves at this rate, one match after the other. Returns the latency of each move's board.
async fn play(room: &str, tables: &mut [Table], posts: &mut Posts, rate: u32) -> Vec<Duration> {
    let mut clock = tokio::time::interval(Duration::from_secs(1) / rate);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut sent: HashMap<String, Instant> = HashMap::new();
    let mut delays = Vec::new();
    let mut n = 0;
    while delays.len() < MOVES {
        tokio::select! {
            _ = clock.tick(), if n < MOVES => {
                let at = n % tables.len();
                n += 1;
                let table = &mut tables[at];
                let (key, begun) = table.play(room).await;
                sent.insert(key, begun);
            }
            (key, seen) = posts.next() => {
                if let Some(begun) = sent.remove(&key) {
                    delays.push(seen.saturating_duration_since(begun));
                }
            }
        }
    }
    delays
}

fn print_delays(what: &str, delays: Vec<Duration>) {
    let percentile_ms = |percent| percentile(&delays, percent).as_secs_f64() * 1e3;
    println!(
        "{what}: p50 {:.0} ms, p99 {:.0} ms, at most {:.0} ms",
        percentile_ms(50),
        percentile_ms(99),
        percentile_ms(100)
    );
}

/// Begins a match between two people.
async fn begin(room: &str, white: &Person, black: &Person, posts: &mut Posts) -> Table {
    let text = format!("!odd challenge berolina {} color:white", black.account);
    begin_by(room, &text, (white, black), posts).await
}

/// Begins a match by this challenge.
async fn begin_by(
    room: &str,
    text: &str,
    (white, black): (&Person, &Person),
    posts: &mut Posts,
) -> Table {
    white
        .says(room, json!({ "msgtype": "m.text", "body": text }))
        .await;
    let challenge = posts.until(|event| {
        event["content"]["m.mentions"]["user_ids"][0] == black.account.as_str()
            && event["content"]["msgtype"] == "m.text"
    });
    let root = challenge.await.0["event_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let relation = json!({ "m.in_reply_to": { "event_id": root } });
    black
        .says(
            room,
            json!({ "msgtype": "m.text", "body": "accept", "m.relates_to": relation }),
        )
        .await;
    let board = posts.until(|event| {
        event["content"]["m.relates_to"]["event_id"] == root.as_str()
            && event["content"]["msgtype"] == "m.image"
    });
    let (board, _) = board.await;
    let name = board["content"]["filename"].as_str().expect("a name");
    let id = name.split('-').next().expect("a part").to_owned();
    let number = root.len() as u64 + id.bytes().map(u64::from).sum::<u64>();
    Table {
        players: [white.clone(), black.clone()],
        id,
        root,
        game: Game::new(&Setup::new(Variant::Berolina)),
        random: Random::new(number),
    }
}

impl Table {
    /// Plays a move. Returns the name of the expected picture, and the time at which the move was sent.
    async fn play(&mut self, room: &str) -> (String, Instant) {
        let Next::Decision(color) = self.game.next() else {
            panic!("a match is over too soon");
        };
        let actions = self.game.legal_list();
        let action: Action = *self.random.pick(&actions);
        self.game.act(action).expect("it is legal");
        let name = format!(
            "{}-{}.png",
            self.id,
            self.game.public_view().as_view().n_inputs
        );
        let begun = Instant::now();
        let relation = json!({
            "rel_type": "m.thread", "event_id": self.root, "is_falling_back": true,
            "m.in_reply_to": { "event_id": self.root },
        });
        let text = format!("!odd move {action}");
        let player = &self.players[color as usize];
        player
            .says(
                room,
                json!({ "msgtype": "m.text", "body": text, "m.relates_to": relation }),
            )
            .await;
        (name, begun)
    }
}

/// The messages in a room, as one person receives them.
struct Posts {
    posts: mpsc::UnboundedReceiver<(Value, Instant)>,
    boards: HashMap<String, Instant>,
}

impl Posts {
    /// Listens as a person from now on.
    fn of(person: &Person) -> Posts {
        let (told, posts) = mpsc::unbounded_channel();
        let eyes = person.clone();
        tokio::spawn(async move { eyes.watch(told).await });
        Posts {
            posts,
            boards: HashMap::new(),
        }
    }

    /// Waits for the next board. Returns the name of its picture, and its time of arrival.
    async fn next(&mut self) -> (String, Instant) {
        loop {
            if let Some(name) = self.boards.keys().next().cloned()
                && let Some(seen) = self.boards.remove(&name)
            {
                return (name, seen);
            }
            let (event, seen) = self.posts.recv().await.expect("somebody looks on");
            if event["content"]["m.relates_to"]["rel_type"] != "m.replace"
                && let Some(name) = event["content"]["filename"].as_str()
            {
                self.boards.insert(name.to_owned(), seen);
            }
        }
    }

    async fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> (Value, Instant) {
        loop {
            let (event, seen) = self.posts.recv().await.expect("somebody looks on");
            if is_it(&event) {
                return (event, seen);
            }
        }
    }
}

/// A person on the homeserver without a client library.
#[derive(Clone)]
struct Person {
    http: Client,
    base: String,
    account: String,
    token: String,
}

impl Person {
    async fn register(base: &str, name: &str) -> Person {
        let http = Client::builder().no_proxy().build().expect("a client");
        let mut person = Person {
            http,
            base: base.to_owned(),
            account: format!("@{name}:localhost"),
            token: String::new(),
        };
        let body =
            json!({ "username": name, "password": "x", "auth": { "type": "m.login.dummy" } });
        let session = person.call(Method::POST, "/register", body).await;
        person.token = session["access_token"]
            .as_str()
            .expect("a token")
            .to_owned();
        person
    }

    async fn call(&self, method: Method, path: &str, body: Value) -> Value {
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        let request = if body.is_null() {
            request
        } else {
            request.json(&body)
        };
        let answer = request.send().await.expect("the homeserver answers");
        let status = answer.status();
        let answer: Value = answer.json().await.expect("it answers in JSON");
        assert!(status.is_success(), "{path}: {answer}");
        answer
    }

    async fn open_room(&self) -> String {
        let body = json!({ "preset": "public_chat", "invite": ["@odd:localhost"] });
        let room = self.call(Method::POST, "/createRoom", body).await;
        room["room_id"].as_str().expect("a room").to_owned()
    }

    async fn join(&self, room: &str) {
        self.call(Method::POST, &format!("/join/{room}"), json!({}))
            .await;
    }

    async fn says(&self, room: &str, content: Value) {
        let n: u128 = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos());
        let path = format!("/rooms/{room}/send/m.room.message/{n}");
        self.call(Method::PUT, &path, content).await;
    }

    /// Forwards all messages from now on.
    async fn watch(&self, told: mpsc::UnboundedSender<(Value, Instant)>) {
        let mut since = String::new();
        loop {
            let path = format!("/sync?timeout=30000&filter={FILTER}{since}");
            let next = self.call(Method::GET, &path, Value::Null).await;
            let seen = Instant::now();
            let is_first = since.is_empty();
            since = format!("&since={}", next["next_batch"].as_str().expect("a token"));
            let rooms = next["rooms"]["join"].as_object().into_iter().flatten();
            for (_, room) in rooms.filter(|_| !is_first) {
                for event in room["timeline"]["events"].as_array().into_iter().flatten() {
                    if event["type"] == "m.room.message"
                        && told.send((event.clone(), seen)).is_err()
                    {
                        return;
                    }
                }
            }
        }
    }
}
