//! Speed of the bot on Discord with many concurrent matches: the latency from an interaction to its acknowledgment, and the
//! memory of the program. The Discord is our own on this machine, and shares the processor.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::{
    fs,
    sync::Arc,
    time::{Duration, Instant},
};

use rules::{Action, Game, Next, Setup, Variant};
use testkit::Random;
use tests::{
    bench::percentile,
    discord::{Discord, Room, User},
    program::Program,
};
use tokio::task::JoinSet;

/// The number of pairs of people, and of matches of each pair.
const PAIRS: usize = 100;
const MATCHES: usize = 10;

/// The duration of concurrent play, and the thinking time of a player.
const TIME: Duration = Duration::from_secs(60);
const THOUGHT: Duration = Duration::from_secs(10);

/// The interval between the matches that a pair begins; the pairs take turns. A higher rate in one channel or for the whole bot
/// meets a rate limit.
const BEGIN_EVERY: Duration = Duration::from_secs(12);

/// The interval between checks for a posted challenge.
const LOOK_EVERY: Duration = Duration::from_millis(50);

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(measure());
}

async fn measure() {
    let discord = Arc::new(tests::discord::Setup::default().running().start().await);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start_on_discord(&folder.path().join("data"), &discord, &[]);
    discord.registered().await;
    let mut tables = JoinSet::new();
    for n in 0..PAIRS {
        let discord = Arc::clone(&discord);
        tables.spawn(async move { sit_down(&discord, n).await });
    }
    let tables: Vec<Table> = tables.join_all().await.into_iter().flatten().collect();
    println!(
        "{} matches have begun, {}",
        tables.len(),
        memory(program.id())
    );
    let end = Instant::now() + TIME;
    let mut playing = JoinSet::new();
    let n_tables = tables.len() as u32;
    for (n, table) in (0..n_tables).zip(tables) {
        playing.spawn(table.play(THOUGHT * n / n_tables, end));
    }
    let delays: Vec<Duration> = playing.join_all().await.into_iter().flatten().collect();
    let percentile_ms = |percent| percentile(&delays, percent).as_secs_f64() * 1e3;
    println!(
        "{} moves in {} s, acknowledged after p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms; {}",
        delays.len(),
        TIME.as_secs(),
        percentile_ms(50),
        percentile_ms(99),
        percentile_ms(100),
        memory(program.id())
    );
    let problems = discord.take_problems();
    println!("Discord found {} problems", problems.len());
}

/// Returns the memory of a process, as the system reports it.
fn memory(process: u32) -> String {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string())
    };
    format!(
        "resident {} MiB, at most {} MiB",
        field("VmRSS:"),
        field("VmHWM:")
    )
}

/// A match and its players, White first.
struct Table {
    players: [User; 2],
    room: Room,
    game: Game,
    random: Random,
}

/// Lets two people begin all their matches in a channel of their own.
async fn sit_down(discord: &Discord, n: usize) -> Vec<Table> {
    let names = [format!("White{n}"), format!("Black{n}")];
    let players = [0, 1].map(|side| discord.user(&names[side]));
    let lobby = discord.channel(&format!("lobby{n}"));
    lobby.set_readers(&[&players[0], &players[1]]);
    let mut tables = Vec::new();
    let turn = BEGIN_EVERY * n as u32 / PAIRS as u32;
    let mut clock = tokio::time::interval_at(tokio::time::Instant::now() + turn, BEGIN_EVERY);
    for at in 0..MATCHES {
        clock.tick().await;
        let text = format!(
            "/challenge variant:berolina opponent:@{} color:white",
            names[1]
        );
        let said = players[0].types(&lobby, &text).answer().await.text;
        assert!(said.contains("is posted"), "{said}");
        let challenges = async || {
            let posts = lobby.messages().into_iter();
            posts
                .filter(|post| post.text.contains(" challenges "))
                .nth(at)
        };
        let post = loop {
            players[1].reads(&lobby, "challenges").await;
            if let Some(post) = challenges().await {
                break post;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        };
        players[1].presses(&post, "Accept").answer().await;
        let rooms = lobby.until_threads(at + 1).await;
        let room = rooms.into_iter().next_back().expect("a thread was opened");
        players[0].reads(&room, "to move").await;
        tables.push(Table {
            players: players.clone(),
            room,
            game: Game::new(&Setup::new(Variant::Berolina)),
            random: Random::new((n * MATCHES + at) as u64),
        });
    }
    tables
}

impl Table {
    /// Plays until the end, and returns the delay of each acknowledgment.
    async fn play(mut self, start: Duration, end: Instant) -> Vec<Duration> {
        let mut delays = Vec::new();
        let mut clock = tokio::time::interval_at(tokio::time::Instant::now() + start, THOUGHT);
        while Instant::now() < end {
            clock.tick().await;
            let Next::Decision(color) = self.game.next() else {
                break;
            };
            let actions = self.game.legal_list();
            let action: Action = *self.random.pick(&actions);
            let player = &self.players[color as usize];
            let played = player.types(&self.room, &format!("/move move:{action}"));
            delays.push(played.delay().await);
            let answer = played.answer().await.text;
            assert!(answer.starts_with("You played"), "{answer}");
            self.game.act(action).expect("it is legal");
        }
        delays
    }
}
