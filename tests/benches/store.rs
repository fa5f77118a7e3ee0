//! Durable commits a second, and how long it takes to open a store.
//!
//! A commit is what a move changes: an input of the record, the row of the match, a row of the outbox, one of the
//! inbox. Beside it stands what the disk can do at all in the same minutes: records of 1 KiB appended to a file and
//! fdatasync'ed by one thread that, like ours, writes all that waits at once.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::{
    env, fs,
    fs::File,
    io::Write,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use bot::{
    ledger::Ledger,
    ports::{Batch, Store},
    store::SledStore,
};
use tokio::{runtime::Runtime, sync::oneshot};

const ROUNDS: usize = 3;
const LENGTH: Duration = Duration::from_secs(2);

fn main() {
    let args: Vec<_> = env::args().collect();
    if let [_, command, folder] = &args[..]
        && command == "open"
    {
        return open(Path::new(folder));
    }
    println!("clients    floor/s  commits/s  ratio  target   p50 ms   p99 ms");
    for (n_clients, target) in [(1, 50), (16, 50), (256, 20)] {
        let mut rounds: Vec<_> = (0..ROUNDS).map(|_| (floor(n_clients), commits(n_clients))).collect();
        let ratio = |(floor, commits): &(Load, Load)| 100.0 * commits.per_second() / floor.per_second();
        rounds.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let median = &rounds[ROUNDS / 2];
        let (floor, commits) = median;
        println!(
            "{n_clients:7}  {:9.0}  {:9.0}  {:4.0}%  {target:5}%  {:7.3}  {:7.3}",
            floor.per_second(),
            commits.per_second(),
            ratio(median),
            commits.percentile_ms(50),
            commits.percentile_ms(99),
        );
    }
    println!("\n matches  keys each  folder MiB   load s  first open ms  open ms  resident MiB");
    for (n_matches, n_inputs) in [(10_000, 80), (10_000, 0), (100_000, 0)] {
        openings(n_matches, n_inputs);
    }
}

/// What one kind of work came to.
struct Load {
    seconds: f64,
    nanoseconds: Vec<u64>,
}

impl Load {
    fn per_second(&self) -> f64 {
        self.nanoseconds.len() as f64 / self.seconds
    }

    fn percentile_ms(&self, percent: usize) -> f64 {
        let mut sorted = self.nanoseconds.clone();
        sorted.sort_unstable();
        sorted[(sorted.len() - 1) * percent / 100] as f64 / 1e6
    }
}

/// Lets clients work, each its pieces one after another, and measures every piece.
fn load<F: Future<Output = ()> + Send>(
    n_clients: u64,
    work: impl Fn(u64, u64) -> F + Clone + Send + Sync + 'static,
) -> Load {
    let runtime = Runtime::new().expect("a runtime");
    let stop = Arc::new(AtomicBool::new(false));
    let start = Instant::now();
    let clients: Vec<_> = (0..n_clients)
        .map(|client| {
            let (work, stop) = (work.clone(), Arc::clone(&stop));
            runtime.spawn(async move {
                let mut nanoseconds = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let start = Instant::now();
                    work(client, nanoseconds.len() as u64).await;
                    nanoseconds.push(start.elapsed().as_nanos() as u64);
                }
                nanoseconds
            })
        })
        .collect();
    thread::sleep(LENGTH);
    stop.store(true, Ordering::Relaxed);
    let nanoseconds = clients
        .into_iter()
        .flat_map(|client| runtime.block_on(client).expect("a client"))
        .collect();
    Load {
        seconds: start.elapsed().as_secs_f64(),
        nanoseconds,
    }
}

/// A folder on the disk that the build uses.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder")
}

/// Appends records.
fn floor(n_clients: u64) -> Load {
    let folder = folder();
    let mut file = File::create(folder.path().join("records")).expect("a file");
    let (sender, receiver) = mpsc::channel::<(Vec<u8>, oneshot::Sender<()>)>();
    let writer = thread::spawn(move || {
        while let Ok((mut records, answer)) = receiver.recv() {
            let mut answers = vec![answer];
            for (record, answer) in receiver.try_iter() {
                records.extend(record);
                answers.push(answer);
            }
            file.write_all(&records).expect("the records are written");
            file.sync_data().expect("the records are on the disk");
            for answer in answers {
                answer.send(()).expect("the client waits");
            }
        }
    });
    let load = load(n_clients, move |client, n| {
        let (answer, answered) = oneshot::channel();
        sender
            .send((text(client << 32 | n, 1024), answer))
            .expect("the writer works");
        async { answered.await.expect("the writer answers") }
    });
    writer.join().expect("the writer ends");
    load
}

/// Commits moves.
fn commits(n_clients: u64) -> Load {
    let folder = folder();
    let ledger = Ledger::new(Arc::new(SledStore::open(folder.path()).expect("a new store")));
    load(n_clients, move |client, n| {
        let ledger = ledger.clone();
        async move { ledger.commit(a_move(client, n)).await.expect("a commit") }
    })
}

/// What a move changes.
fn a_move(client: u64, n: u64) -> Batch {
    static EVENT: AtomicU64 = AtomicU64::new(0);
    // A match ends at some time and another one begins.
    let (id, ply) = ((client << 16) | (n / 80), n % 80);
    let event = EVENT.fetch_add(1, Ordering::Relaxed);
    let mut batch = Batch::default();
    batch.put(format!("input/{id:06x}/{ply:05}"), "e2e4 12345");
    batch.put(format!("match/{id:06x}"), text(event, 500));
    batch.put(format!("outbox/{event:012}"), text(event, 60));
    batch.put(format!("inbox/playground/{event:012}"), text(event, 40));
    batch
}

/// Text of this length that differs from place to place.
fn text(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let letters = (0..length).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'a' + state.to_be_bytes()[0] % 26
    });
    letters.collect()
}

/// Stores matches, of 2 KiB with all their inputs, and opens the store a few times in new processes.
fn openings(n_matches: u64, n_inputs: u64) {
    let folder = folder();
    let start = Instant::now();
    let store = SledStore::open(folder.path()).expect("a new store");
    let mut batch = Batch::default();
    for n in 0..n_matches {
        // Identifiers are drawn, so matches lie in no order.
        let id = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
        batch.put(
            format!("match/{id:010x}"),
            text(n, if n_inputs == 0 { 2048 } else { 500 }),
        );
        for ply in 0..n_inputs {
            batch.put(format!("input/{id:010x}/{ply:05}"), "e2e4 1234567890 ply");
        }
        if batch.changes.len() > 5000 {
            store.commit(&batch).expect("a commit");
            batch = Batch::default();
        }
    }
    store.commit(&batch).expect("a commit");
    drop(store);
    let load = start.elapsed().as_secs_f64();
    let times: Vec<(f64, f64)> = (0..4).map(|_| opened(folder.path())).collect();
    let (first, resident) = times[0];
    let (open, _) = times[1..]
        .iter()
        .copied()
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("three times");
    let mib = size(folder.path()) as f64 / f64::from(1 << 20);
    let n_keys = n_inputs + 1;
    println!("{n_matches:8}  {n_keys:9}  {mib:10.1}  {load:7.1}  {first:13.1}  {open:7.1}  {resident:12.1}");
}

/// Milliseconds and MiB that opening takes in a process of its own.
fn opened(folder: &Path) -> (f64, f64) {
    let output = Command::new(env::current_exe().expect("this program"))
        .arg("open")
        .arg(folder)
        .output();
    let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
    let numbers = text
        .split_once(' ')
        .and_then(|(ms, mib)| Some((ms.parse().ok()?, mib.trim().parse().ok()?)));
    numbers.unwrap_or_else(|| panic!("unexpected output {text:?}"))
}

fn open(folder: &Path) {
    let start = Instant::now();
    let store = SledStore::open(folder).expect("the store opens");
    store.get(b"match/").expect("a read");
    let ms = start.elapsed().as_secs_f64() * 1e3;
    println!("{ms} {}", resident_mib());
}

fn resident_mib() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or(f64::NAN) / 1024.0
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"));
    entries.map(|entry| entry.metadata().expect("its size").len()).sum()
}
