//! Speed of bots on PostgreSQL, compared with PostgreSQL alone: a cluster on this machine, which syncs every commit.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

mod load;
#[path = "load/play.rs"]
mod play;
#[path = "load/start.rs"]
mod start;
#[path = "load/table.rs"]
mod table;
#[path = "load/usage.rs"]
mod usage;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tests::user_input::UserInput;

use api::{EventId, Listener};
use rules::Color;
use runtime::{BEAT, Core, Parts, Processes};
use store::writer::Writer;
use tests::{
    bench::LIMITS,
    fake_chat::{ChatReply, FakeChat, event, parts},
    postgres::{self, Postgres},
    program::{self, Program},
    venue::challenged,
};
use tokio::{
    runtime::Runtime,
    sync::{mpsc, oneshot},
    time::{Instant as Moment, sleep_until},
};

use crate::{
    load::{LENGTH, Load, compare, load},
    play::Play,
    start::median_start,
    table::Example,
    usage::Usage,
};

/// The number of clients that saturate the bots.
const MANY: u64 = 256;

/// The minimum throughput of 1, 16 and 256 clients, in percent of that of `pgbench`.
const OF_PGBENCH: [(u64, u32); 3] = [(1, 60), (16, 60), (MANY, 60)];

/// The number of finished matches in the store at the start of the program, and of live ones.
const N_FINISHED: u32 = 100_000;
const N_LIVE: u32 = 10_000;

/// The script of `pgbench`: the minimal work of a move.
const LIKE_A_MOVE: &str = "begin;
insert into records (data) values (repeat('x', 1024));
update counters set n = n + 1 where id = :client_id;
commit;
";

fn main() {
    let postgres = Postgres::start();
    postgres.set(&["max_connections = 400"]);
    postgres.restart();
    println!("moves that are answered, with boards that the platform does not take");
    compare(
        "moves/s",
        OF_PGBENCH,
        |n_clients| postgres.pgbench(n_clients, 3 * LENGTH, LIKE_A_MOVE),
        |n_clients| answers(&postgres, n_clients, 1).load,
    );
    println!(
        "\nclients  processes  moves/s  p50 ms  p99 ms  CPU µs a move: bots  database  round trips  commits  bytes of log"
    );
    let mut peak = 0.0;
    for (n_clients, n_bots, boards) in [
        (1, 1, false),
        (16, 1, false),
        (MANY, 1, false),
        (MANY, 2, false),
        (MANY, 1, true),
        (MANY, 2, true),
    ] {
        let measured = BotFleet::new(&postgres, n_bots, boards).at_work(n_clients);
        print!("{n_clients:7}  ");
        measured.print(n_bots, if boards { "with boards" } else { "" });
        if (n_clients, n_bots, boards) == (MANY, 1, false) {
            peak = measured.load.per_second();
        }
    }
    let calm = BotFleet::new(&postgres, 1, false).paced(MANY, peak / 2.0);
    let [median, slow] = postgres.paced_pgbench(MANY, 3 * LENGTH, LIKE_A_MOVE, peak / 2.0);
    println!(
        "\nat half of that: {:.0} moves/s, answered after p50 {:.1} ms, p99 {:.1} ms; pgbench as often: p50 {:.1} ms, p99 {:.1} ms",
        calm.per_second(),
        calm.percentile_ms(50),
        calm.percentile_ms(99),
        1e3 * median.as_secs_f64(),
        1e3 * slow.as_secs_f64()
    );
    start_with_many(&postgres);
}

/// The results of one measurement.
struct Measurement {
    load: Load,
    usage: Usage,
}

impl Measurement {
    fn print(&self, n_bots: usize, remark: &str) {
        let n = self.load.nanoseconds.len() as f64;
        println!(
            "{n_bots:9}  {:7.0}  {:6.1}  {:6.1}  {:6.0}  {:8.0}  {:11.2}  {:6.2}  {:9.0}  {remark}",
            self.load.per_second(),
            self.load.percentile_ms(50),
            self.load.percentile_ms(99),
            1e6 * self.usage.bots / n,
            1e6 * self.usage.database / n,
            self.usage.round_trips as f64 / n,
            self.usage.writes as f64 / n,
            self.usage.log_bytes as f64 / n,
        );
    }
}

/// Measures clients that each play in a match of their own, on `n_bots` bots.
fn answers(postgres: &Postgres, n_clients: u64, n_bots: usize) -> Measurement {
    BotFleet::new(postgres, n_bots, false).at_work(n_clients)
}

type PendingAnswers = Mutex<HashMap<EventId, oneshot::Sender<String>>>;

/// Bots that serve together on one database, and people who wait for answers.
struct BotFleet<'a> {
    postgres: &'a Postgres,
    database: String,
    table: Arc<Bots>,
}

struct Bots {
    cores: Vec<(Arc<Core>, Runtime)>,
    waiting: Arc<PendingAnswers>,
    n_events: AtomicU64,
}

/// The match of a client.
struct Seat {
    play: Play,
    id: String,
}

impl BotFleet<'_> {
    /// Starts `n_bots` bots. With `boards` the platform accepts boards; otherwise it is unreachable during the run.
    fn new(postgres: &Postgres, n_bots: usize, boards: bool) -> BotFleet<'_> {
        let url = postgres.make_database();
        let (scene, mut ears) = FakeChat::new(&[]);
        scene.draw_later();
        scene.go_away(!boards);
        let waiting = Arc::new(PendingAnswers::default());
        let cores: Vec<_> = (0..n_bots).map(|_| bot(&url, &scene)).collect();
        cores[0].1.spawn({
            let waiting = Arc::clone(&waiting);
            async move {
                while let Some((event, reply)) = ears.recv().await {
                    let waits = lock(&waiting).remove(&event);
                    if let (Some(waits), ChatReply::Answer(answer)) = (waits, reply) {
                        // The receiver may be gone.
                        let _ = waits.send(answer.message.text);
                    }
                }
            }
        });
        let (_, database) = url.rsplit_once('/').expect("a URL names a database");
        BotFleet {
            postgres,
            database: database.to_owned(),
            table: Arc::new(Bots {
                cores,
                waiting,
                n_events: AtomicU64::new(0),
            }),
        }
    }

    fn seats(&self, n_clients: u64) -> Arc<Vec<tokio::sync::Mutex<Seat>>> {
        let seat = |client| {
            tokio::sync::Mutex::new(Seat {
                play: Play::new(client),
                id: String::new(),
            })
        };
        let seats: Arc<Vec<_>> = Arc::new((0..n_clients).map(seat).collect());
        let opened = (0..n_clients).map(|client| {
            let (bots, seats) = (Arc::clone(&self.table), Arc::clone(&seats));
            async move {
                let seat = &mut *seats[client as usize].lock().await;
                seat.id = bots.open(client).await;
                // From the second move on, the bot prefetches the data of a move.
                bots.play(client, seat).await;
            }
        });
        let runtime = &self.table.cores[0].1;
        runtime.block_on(futures_util::future::join_all(opened));
        seats
    }

    /// Measures clients that each move as soon as they are answered.
    fn at_work(&self, n_clients: u64) -> Measurement {
        let seats = self.seats(n_clients);
        let before = Usage::now(self.postgres, &self.database);
        let bots = Arc::clone(&self.table);
        let load = load(n_clients, move |client, _| {
            let (bots, seats) = (Arc::clone(&bots), Arc::clone(&seats));
            async move {
                bots.play(client, &mut *seats[client as usize].lock().await)
                    .await
            }
        });
        let usage = Usage::now(self.postgres, &self.database).since(&before);
        Measurement { load, usage }
    }

    /// Measures clients that together move at a fixed rate per second, whether or not the answers are in time. The latency counts
    /// from the due time of each move.
    fn paced(&self, n_clients: u64, per_second: f64) -> Load {
        let seats = self.seats(n_clients);
        let pause = Duration::from_secs_f64(n_clients as f64 / per_second);
        let start = Moment::now() + pause;
        let (measured, mut all) = mpsc::unbounded_channel();
        let clients = (0..n_clients).map(|client| {
            let (bots, seats) = (Arc::clone(&self.table), Arc::clone(&seats));
            let measured = measured.clone();
            async move {
                let begin = start + pause.mul_f64(client as f64 / n_clients as f64);
                let seat = &mut *seats[client as usize].lock().await;
                for n in 0.. {
                    let due = begin + pause * n;
                    if due > start + 3 * LENGTH {
                        return;
                    }
                    sleep_until(due).await;
                    bots.play(client, seat).await;
                    let waited = due.elapsed().as_nanos() as u64;
                    measured.send(waited).expect("they are counted");
                }
            }
        });
        let begun = Instant::now();
        let runtime = &self.table.cores[0].1;
        runtime.block_on(futures_util::future::join_all(clients));
        drop(measured);
        let mut nanoseconds = Vec::new();
        while let Ok(waited) = all.try_recv() {
            nanoseconds.push(waited);
        }
        Load {
            seconds: (begun.elapsed() - pause).as_secs_f64(),
            nanoseconds,
        }
    }
}

/// Starts a bot as it serves with others.
fn bot(url: &str, scene: &Arc<FakeChat>) -> (Arc<Core>, Runtime) {
    let runtime = Runtime::new().expect("a runtime");
    let inside = runtime.enter();
    let settings = postgres::settings(url);
    let store = store::open_database(&settings).expect("the database is there");
    let store = Arc::from(store);
    let writer = Writer::new(Arc::clone(&store));
    let processes = Processes::join(store, writer.clone(), BEAT).expect("the database works");
    let core = runtime::start(Parts {
        limits: LIMITS,
        processes: Some(processes),
        ..parts(scene, writer)
    });
    let core = core.expect("the database works");
    drop(inside);
    (core, runtime)
}

impl Bots {
    /// Sends an input to the bot of a client, and returns its answer.
    async fn send(&self, client: u64, who: &str, said: UserInput) -> String {
        let n = self.n_events.fetch_add(1, Ordering::Relaxed);
        let event = event(n.to_string(), who, said);
        let (waits, answer) = oneshot::channel();
        lock(&self.waiting).insert(event.id.clone(), waits);
        let (core, runtime) = &self.cores[client as usize % self.cores.len()];
        let core = Arc::clone(core);
        runtime.spawn(async move { core.hear(event).await });
        answer.await.expect("everybody is answered")
    }

    async fn open(&self, client: u64) -> String {
        let challenge = UserInput::Text("/challenge berolina color:white".to_owned());
        let opened = self.send(client, &format!("w{client}"), challenge).await;
        let id = challenged(&opened);
        let accept = UserInput::Press(format!("accept:{id}"));
        self.send(client, &format!("b{client}"), accept).await;
        id.to_string()
    }

    /// Plays the next move of a client's match, or of a new one if it is over.
    async fn play(&self, client: u64, seat: &mut Seat) {
        let (color, text) = loop {
            match seat.play.next() {
                Some(next) => break next,
                None => {
                    seat.play = Play::new(client);
                    seat.id = self.open(client).await;
                }
            }
        };
        let letter = if color == Color::White { 'w' } else { 'b' };
        let text = format!("/move {text} match:{}", seat.id);
        self.send(client, &format!("{letter}{client}"), UserInput::Text(text))
            .await;
    }
}

fn lock(
    waiting: &PendingAnswers,
) -> std::sync::MutexGuard<'_, HashMap<EventId, oneshot::Sender<String>>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the release program on a database with many matches, of a thousand pairs of people.
fn start_with_many(postgres: &Postgres) {
    let url = postgres.make_database();
    let runtime = Runtime::new().expect("a runtime");
    let finished = runtime.block_on(Example::of(80, true));
    let live = runtime.block_on(Example::of(20, false));
    let store = store::open_database(&postgres::settings(&url)).expect("the database is there");
    finished.multiply(&*store, 0..N_FINISHED);
    let (_, database) = url.rsplit_once('/').expect("a URL names a database");
    postgres.sql(database, "vacuum full");
    let size = format!("select pg_database_size('{database}')");
    let n_bytes: f64 = postgres
        .sql(database, &size)
        .trim()
        .parse()
        .expect("a number");
    live.multiply(&*store, N_FINISHED..N_FINISHED + N_LIVE);
    drop(store);
    let folder = load::folder();
    let (ms, mib) = median_start(|| {
        let mut command = program::command();
        command.env("ODDBOARD_STORE_URL", &url);
        Program::start_by(command, "127.0.0.1:0", &folder.path().join("data"))
    });
    println!(
        "\nstart to ready with {N_FINISHED} finished and {N_LIVE} live matches in the database: {ms:.0} ms, {mib:.0} MiB resident; \
         {:.0} bytes a finished match beside its record of {}",
        n_bytes / f64::from(N_FINISHED) - finished.n_bytes_of_record as f64,
        finished.n_bytes_of_record
    );
}
