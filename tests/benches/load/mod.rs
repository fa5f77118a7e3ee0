//! Concurrent work of many clients, compared with a floor.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tests::bench::percentile;
use tokio::runtime::Runtime;

const ROUNDS: usize = 3;

/// The duration of the clients' work.
pub(crate) const LENGTH: Duration = Duration::from_secs(2);

/// Prints the throughput of this number of clients, also in percent of a floor that is measured in the same minutes.
pub(crate) fn compare(
    what: &str,
    targets: [(u64, u32); 3],
    floor: impl Fn(u64) -> f64,
    work: impl Fn(u64) -> Load,
) {
    println!("clients    floor/s  {what:>9}  ratio  target   p50 ms   p99 ms");
    for (n_clients, target) in targets {
        let mut rounds: Vec<_> = (0..ROUNDS)
            .map(|_| (floor(n_clients), work(n_clients)))
            .collect();
        let ratio = |(floor, work): &(f64, Load)| 100.0 * work.per_second() / floor;
        rounds.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let median = &rounds[ROUNDS / 2];
        let (floor, work) = median;
        println!(
            "{n_clients:7}  {floor:9.0}  {:9.0}  {:4.0}%  {target:5}%  {:7.3}  {:7.3}",
            work.per_second(),
            ratio(median),
            work.percentile_ms(50),
            work.percentile_ms(99),
        );
    }
}

/// The results of one kind of work.
pub(crate) struct Load {
    pub(crate) seconds: f64,
    pub(crate) nanoseconds: Vec<u64>,
}

impl Load {
    pub(crate) fn per_second(&self) -> f64 {
        self.nanoseconds.len() as f64 / self.seconds
    }

    pub(crate) fn percentile_ms(&self, percent: usize) -> f64 {
        percentile(&self.nanoseconds, percent) as f64 / 1e6
    }
}

/// Runs clients that each work through their pieces in sequence, and measures every piece.
pub(crate) fn load<F: Future<Output = ()> + Send>(
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

/// Creates a folder on the disk that the build uses.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder")
}
