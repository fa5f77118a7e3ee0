//! Speed of the bot. It measures the latency of a move from the request to the board in the chat. It also measures durable moves
//! per second in many matches, and starts with many stored matches.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

#[path = "load/disk.rs"]
mod disk;
mod load;
#[path = "load/play.rs"]
mod play;
#[path = "load/start.rs"]
mod start;
#[path = "load/table.rs"]
mod table;

use std::{fs, os::unix::fs::MetadataExt, path::Path, sync::Arc, time::Instant};
use tests::user_input::UserInput;

use api::{Chat, EventId, Listener, MatchId, Place, Platform, Speaker, UserId};
use handbook::{Handbook, Spot};
use page::{Playground, PushSettings};
use rules::{Color, Variant};
use runtime::{Core, Gallery};
use store::{Engine, writer::Writer};
use tests::{
    bench::{self, resident_mib},
    fake_chat::{AnswerReceiver, CountingDice, FakeChat, channel, person},
    program::Program,
    venue::challenged,
};
use tokio::runtime::Runtime;

use crate::{
    disk::{OF_THE_DISK, disk},
    load::{Load, compare, folder, load},
    play::Play,
    start::median_start,
    table::{Example, Table, command},
};

/// The number of moves in the latency measurement.
const N_MOVES: usize = 2000;

/// The number of concurrent matches on the page, and of moves in each.
const N_CROWDED: u64 = 2000;
const N_CROWDED_MOVES: usize = 10;

/// The number of matches in the store at the start of the program.
const N_STORED: u64 = 10_000;

/// The number of finished matches in the store at the start of the program.
const N_FINISHED: u32 = 100_000;

fn main() {
    let latency = Runtime::new().expect("a runtime").block_on(latency());
    println!(
        "a move, from the request to its board in the chat, 720 px, on the disk: p50 {:.3} ms, p99 {:.3} ms",
        latency.percentile_ms(50),
        latency.percentile_ms(99)
    );
    let handbook = Runtime::new().expect("a runtime").block_on(handbook());
    println!(
        "an answer of the handbook with its picture, 720 px, warm: p50 {:.3} ms, p99 {:.3} ms, longest {:.3} ms; {} answers",
        handbook.percentile_ms(50),
        handbook.percentile_ms(99),
        handbook.percentile_ms(100),
        handbook.nanoseconds.len()
    );
    println!("\nservice and commit, without deliveries and pictures");
    compare("moves/s", OF_THE_DISK, disk, moves);
    start_with_many_matches();
    start_with_many_finished();
    let (crowd, lag) = Runtime::new().expect("a runtime").block_on(crowd());
    println!(
        "{N_CROWDED} matches at the page, each move sent when the one before it is taken up: {:.0} moves/s, taken up after \
         p50 {:.3} ms, p99 {:.3} ms, at most {:.0} ms; the last board {:.2} s after the last move; {:.0} MiB resident",
        crowd.per_second(),
        crowd.percentile_ms(50),
        crowd.percentile_ms(99),
        crowd.percentile_ms(100),
        lag,
        resident_mib(std::process::id())
    );
}

struct BotClient {
    core: Arc<Core>,
    ears: AnswerReceiver,
    n_events: u64,
}

impl BotClient {
    async fn send(&mut self, who: &str, said: UserInput) -> String {
        self.n_events += 1;
        let id = EventId::new(Platform::Playground, self.n_events.to_string());
        let event = said.event(id, person(who), Place::Channel(channel("lobby")));
        self.core.hear(event).await;
        let (_, told) = self.ears.recv().await.expect("an answer");
        match told {
            tests::fake_chat::ChatReply::Answer(answer) => answer.message.text,
            tests::fake_chat::ChatReply::Choices(_) | tests::fake_chat::ChatReply::Form(_) => {
                String::new()
            }
        }
    }
}

/// Measures the moves of one user, each until its board has reached the chat.
async fn latency() -> Load {
    let folder = folder();
    let (mut client, scene) = table(folder.path());
    let start = Instant::now();
    let mut nanoseconds = Vec::new();
    while nanoseconds.len() < N_MOVES {
        let opened = client
            .send(
                "Ann",
                UserInput::Text("/challenge berolina @Bob white".to_owned()),
            )
            .await;
        let id = challenged(&opened);
        client
            .send("Bob", UserInput::Press(format!("accept:{id}")))
            .await;
        client.core.idle().await;
        let mut play = Play::new(nanoseconds.len() as u64);
        while let Some((color, text)) = play.next() {
            let who = if color == Color::White { "Ann" } else { "Bob" };
            client.core.idle().await;
            let n_posted = scene.posted().len();
            let start = Instant::now();
            client
                .send(who, UserInput::Text(format!("/move {text} match:{id}")))
                .await;
            // The board is the first post after a move.
            scene.until_posted(n_posted + 1).await;
            nanoseconds.push(start.elapsed().as_nanos() as u64);
        }
    }
    Load {
        seconds: start.elapsed().as_secs_f64(),
        nanoseconds,
    }
}

/// Returns all requests to the handbook: every page by its button and by its name, and every answer to a task by menu. They
/// include the explanation of each page on the board of a match of its variant.
async fn questions(client: &mut BotClient) -> Vec<UserInput> {
    let mut questions = vec![UserInput::Text("/rules".to_owned())];
    for variant in Variant::ALL {
        let challenge = format!("/challenge {variant} @Bob white");
        let opened = client.send("Ann", UserInput::Text(challenge)).await;
        let id = challenged(&opened);
        client
            .send("Bob", UserInput::Press(format!("accept:{id}")))
            .await;
        let book = Handbook::of(variant);
        for (section, told) in book.sections().iter().enumerate() {
            for picture in 0..book.pictures(section).len().max(1) {
                let spot = Spot {
                    variant,
                    section,
                    picture,
                };
                questions.push(UserInput::Press(format!("page:{spot}")));
            }
            let name = &told.id;
            questions.push(UserInput::Text(format!("/rules {variant} {name}")));
            let here = format!("/rules {variant} {name} here:yes match:{id}");
            questions.push(UserInput::Text(here));
            let moves = told.tasks.iter().flat_map(|task| task.moves());
            questions.extend(moves.map(|action| UserInput::Choose {
                menu: format!("try:{}:0", Spot::new(variant, section)),
                value: action.to_string(),
            }));
        }
    }
    client.core.idle().await;
    questions
}

/// Sends all requests to the handbook twice for one user, and measures the second pass.
async fn handbook() -> Load {
    let folder = folder();
    let (mut client, _) = table(folder.path());
    let questions = questions(&mut client).await;
    let mut nanoseconds = Vec::new();
    let mut start = Instant::now();
    for is_warm in [false, true] {
        start = Instant::now();
        for question in &questions {
            let asked = Instant::now();
            client.send("Ann", question.clone()).await;
            if is_warm {
                nanoseconds.push(asked.elapsed().as_nanos() as u64);
            }
        }
    }
    Load {
        seconds: start.elapsed().as_secs_f64(),
        nanoseconds,
    }
}

/// Starts the bot on this folder with two people.
fn table(folder: &Path) -> (BotClient, Arc<FakeChat>) {
    let (scene, ears) = FakeChat::new(&["Ann", "Bob"]);
    let writer = Writer::new(Arc::from(
        store::open(Engine::default(), folder).expect("a new store"),
    ));
    let chats = vec![Arc::clone(&scene) as Arc<dyn Chat>];
    let core = runtime::start(bench::parts(writer, chats));
    let client = BotClient {
        core: core.expect("an empty store"),
        ears,
        n_events: 0,
    };
    (client, scene)
}

/// Overloads one channel of the page with many matches. Returns the time that each move waits for its processing, and the seconds
/// from the last move to the last board.
async fn crowd() -> (Load, f64) {
    let folder = folder();
    let writer = Writer::new(Arc::from(
        store::open(Engine::default(), folder.path()).expect("a new store"),
    ));
    let mut parts = bench::parts(writer.clone(), Vec::new());
    // Matches get the names that their people know.
    parts.dice = Box::new(CountingDice::default());
    let gallery = Gallery::new(Arc::clone(&parts.snapshots), parts.studio.clone());
    parts.chats = vec![Playground::new(writer, gallery, PushSettings::default())];
    let core = runtime::start(parts);
    let core = core.expect("an empty store");
    let send = async |core: &Core, who: u64, n: usize, said: UserInput| {
        let user = UserId::new(Platform::Playground, who.to_string());
        let event = said.event(
            EventId::new(Platform::Playground, format!("{who}.{n}")),
            Speaker {
                id: user,
                name: format!("Guest {who}"),
            },
            Place::Channel(channel("lobby")),
        );
        core.hear(event).await;
    };
    for n in 0..N_CROWDED {
        let challenge = UserInput::Text("/challenge berolina color:white".to_owned());
        send(&core, 2 * n + 1, 0, challenge).await;
        core.finish().await;
        let id = MatchId::from_number(n as u32 + 1);
        send(
            &core,
            2 * n + 2,
            0,
            UserInput::Press(format!("accept:{id}")),
        )
        .await;
    }
    core.finish().await;
    let start = Instant::now();
    let matches = (0..N_CROWDED).map(|n| {
        let core = Arc::clone(&core);
        tokio::spawn(async move {
            let mut play = Play::new(n);
            let id = MatchId::from_number(n as u32 + 1);
            let mut nanoseconds = Vec::new();
            for (color, text) in std::iter::from_fn(|| play.next()).take(N_CROWDED_MOVES) {
                let who = 2 * n + 1 + color as u64;
                let sent = Instant::now();
                let said = UserInput::Text(format!("/move {text} match:{id}"));
                send(&core, who, nanoseconds.len() + 1, said).await;
                nanoseconds.push(sent.elapsed().as_nanos() as u64);
            }
            nanoseconds
        })
    });
    let matches: Vec<_> = matches.collect();
    let mut nanoseconds = Vec::new();
    for one in matches {
        nanoseconds.extend(one.await.expect("a match"));
    }
    let last = Instant::now();
    let seconds = start.elapsed().as_secs_f64();
    core.finish().await;
    let load = Load {
        seconds,
        nanoseconds,
    };
    (load, last.elapsed().as_secs_f64())
}

/// Starts the service on a new folder.
fn on_disk(folder: &Path) -> Table {
    let store = store::open(Engine::default(), folder).expect("a new store");
    Table::upon(Arc::from(store))
}

/// Measures clients that each play in a match of their own.
fn moves(n_clients: u64) -> Load {
    let folder = folder();
    let table = Arc::new(on_disk(folder.path()));
    let plays: Arc<Vec<_>> = Arc::new(
        (0..n_clients)
            .map(|client| tokio::sync::Mutex::new((Play::new(client), String::new())))
            .collect(),
    );
    load(n_clients, move |client, _| {
        let (table, plays) = (Arc::clone(&table), Arc::clone(&plays));
        async move {
            let (play, id) = &mut *plays[client as usize].lock().await;
            if id.is_empty() {
                *id = table.open(client).await;
            }
            if let Some((color, text)) = play.next() {
                table.play(client, id, color, &text).await;
            } else {
                *play = Play::new(client);
                id.clear();
            }
        }
    })
}

/// Starts the release program on a folder with matches of 20 moves each, half of them finished.
fn start_with_many_matches() {
    let folder = folder();
    let data = folder.path().join("data");
    let table = on_disk(&data);
    Runtime::new().expect("a runtime").block_on(async {
        let tables = &table;
        let fill = (0..16).map(|part| async move {
            for client in (part..N_STORED).step_by(16) {
                let id = tables.open(client).await;
                let mut play = Play::new(client);
                for (color, text) in std::iter::from_fn(|| play.next()).take(40) {
                    tables.play(client, &id, color, &text).await;
                }
                if client % 2 == 0 {
                    let resign = format!("/resign {id} confirm:yes");
                    // Some games are over by then.
                    let white = format!("w{client}");
                    let _ = tables.try_ask(&white, command(&resign), None).await;
                }
            }
        });
        futures_util::future::join_all(fill).await;
    });
    drop(table);
    let (ms, mib) = median_start(|| Program::start(&data));
    println!("\nstart to ready with {N_STORED} matches stored: {ms:.0} ms, {mib:.0} MiB resident");
}

/// Starts the release program on a folder with finished matches of 80 moves each, of a thousand pairs of people.
fn start_with_many_finished() {
    let folder = folder();
    let data = folder.path().join("data");
    let example = Runtime::new()
        .expect("a runtime")
        .block_on(Example::of(80, true));
    let store = store::open(Engine::default(), &data).expect("a new store");
    example.multiply(&*store, 0..N_FINISHED);
    drop(store);
    let (ms, mib) = median_start(|| Program::start(&data));
    let n_bytes = folder_bytes(&data) as f64;
    let mib_on_disk = n_bytes / f64::from(1 << 20);
    let beside = n_bytes / f64::from(N_FINISHED) - example.n_bytes_of_record as f64;
    println!(
        "start to ready with {N_FINISHED} finished matches stored: {ms:.0} ms, {mib:.0} MiB resident, {mib_on_disk:.0} MiB on \
         the disk, {beside:.0} bytes a match beside its record of {}",
        example.n_bytes_of_record
    );
}

/// The unit in which the system counts disk usage, in bytes.
const BLOCK: u64 = 512;

/// Returns the disk usage of the files in a folder, in bytes. Sparse files may be longer.
fn folder_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).expect("a folder");
    let files = entries.map(|entry| entry.expect("a file").metadata().expect("a file"));
    files.map(|file| file.blocks() * BLOCK).sum()
}
