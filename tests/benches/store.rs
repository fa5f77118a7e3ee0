//! Durable commits per second, and the time to open a store.
//!
//! A commit contains the changes of a move: an input of the record, the head of the match, an outbox row and an inbox row. The
//! floor is the speed of the disk in the same minutes. One thread appends records of 1 KiB to a file and fdatasyncs all waiting
//! ones at once, like our own.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

#[path = "load/disk.rs"]
mod disk;
mod load;

use std::{
    env, fs,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use api::Batch;
use store::{Engine, writer::Writer};
use tests::bench::resident_mib;

use crate::{
    disk::{OF_THE_DISK, disk, text},
    load::{Load, compare, folder, load},
};

fn main() {
    let args: Vec<_> = env::args().collect();
    if let [_, command, folder] = &args[..]
        && command == "open"
    {
        return open(Path::new(folder));
    }
    compare("commits/s", OF_THE_DISK, disk, commits);
    println!("\n matches  keys each  folder MiB   load s  first open ms  open ms  resident MiB");
    for (n_matches, n_inputs) in [(10_000, 80), (10_000, 0), (100_000, 0)] {
        openings(n_matches, n_inputs);
    }
}

/// Measures commits of moves.
fn commits(n_clients: u64) -> Load {
    let folder = folder();
    let writer = Writer::new(Arc::from(
        store::open(Engine::default(), folder.path()).expect("a new store"),
    ));
    load(n_clients, move |client, n| {
        let writer = writer.clone();
        async move { writer.commit(a_move(client, n)).await.expect("a commit") }
    })
}

/// Returns the changes of a move.
fn a_move(client: u64, n: u64) -> Batch {
    static EVENT: AtomicU64 = AtomicU64::new(0);
    // A match ends at some time and another one begins.
    let (id, n_inputs) = ((client << 16) | (n / 80), n % 80);
    let event = EVENT.fetch_add(1, Ordering::Relaxed);
    let mut batch = Batch::default();
    batch.put(format!("input/{id:06x}/{n_inputs:05}"), "e2e4 12345");
    batch.put(format!("head/{id:06x}"), text(event, 100));
    batch.put(format!("outbox/{event:012}"), text(event, 60));
    batch.put(format!("inbox/playground/{event:012}"), text(event, 40));
    batch
}

/// Stores matches of 2 KiB with all their inputs, and opens the store a few times in new processes.
fn openings(n_matches: u64, n_inputs: u64) {
    let folder = folder();
    let start = Instant::now();
    let store = store::open(Engine::default(), folder.path()).expect("a new store");
    let mut batch = Batch::default();
    for n in 0..n_matches {
        // Identifiers are random, so matches are in no order.
        let id = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
        batch.put(
            format!("match/{id:010x}"),
            text(n, if n_inputs == 0 { 2048 } else { 500 }),
        );
        for n_inputs in 0..n_inputs {
            batch.put(
                format!("input/{id:010x}/{n_inputs:05}"),
                "e2e4 1234567890 n_inputs",
            );
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
    println!(
        "{n_matches:8}  {n_keys:9}  {mib:10.1}  {load:7.1}  {first:13.1}  {open:7.1}  {resident:12.1}"
    );
}

/// Opens the store in its own process, and returns the time in milliseconds and the memory in MiB.
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
    let store = store::open(Engine::default(), folder).expect("the store opens");
    store.get(b"match/").expect("a read");
    let ms = start.elapsed().as_secs_f64() * 1e3;
    println!("{ms} {}", resident_mib(std::process::id()));
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| entry.metadata().expect("its size").len())
        .sum()
}
