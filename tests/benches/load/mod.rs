//! Work that many clients do at a time, beside what the disk can do at all.

use std::{
    fs::File,
    future::Future,
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tokio::{runtime::Runtime, sync::oneshot};

const ROUNDS: usize = 3;
const LENGTH: Duration = Duration::from_secs(2);

/// Prints how often a second a piece of work is done by 1, 16 and 256 clients, and in percent of the floor: records of
/// 1 KiB appended and fdatasync'ed in the same minutes by one thread that writes all that waits at once.
pub(crate) fn compare(what: &str, work: impl Fn(u64) -> Load) {
    println!("clients    floor/s  {what:>9}  ratio  target   p50 ms   p99 ms");
    for (n_clients, target) in [(1, 50), (16, 50), (256, 20)] {
        let mut rounds: Vec<_> = (0..ROUNDS)
            .map(|_| (floor(n_clients), work(n_clients)))
            .collect();
        let ratio = |(floor, work): &(Load, Load)| 100.0 * work.per_second() / floor.per_second();
        rounds.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
        let median = &rounds[ROUNDS / 2];
        let (floor, work) = median;
        println!(
            "{n_clients:7}  {:9.0}  {:9.0}  {:4.0}%  {target:5}%  {:7.3}  {:7.3}",
            floor.per_second(),
            work.per_second(),
            ratio(median),
            work.percentile_ms(50),
            work.percentile_ms(99),
        );
    }
}

/// What one kind of work came to.
pub(crate) struct Load {
    pub(crate) seconds: f64,
    pub(crate) nanoseconds: Vec<u64>,
}

impl Load {
    pub(crate) fn per_second(&self) -> f64 {
        self.nanoseconds.len() as f64 / self.seconds
    }

    pub(crate) fn percentile_ms(&self, percent: usize) -> f64 {
        let mut sorted = self.nanoseconds.clone();
        sorted.sort_unstable();
        sorted[(sorted.len() - 1) * percent / 100] as f64 / 1e6
    }
}

/// Lets clients work, each its pieces one after another, and measures every piece.
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

/// A folder on the disk that the build uses.
pub(crate) fn folder() -> tempfile::TempDir {
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

/// Text of this length that differs from place to place.
pub(crate) fn text(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let letters = (0..length).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'a' + state.to_be_bytes()[0] % 26
    });
    letters.collect()
}
