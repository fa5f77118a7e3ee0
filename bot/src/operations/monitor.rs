//! The monitoring endpoint for an operator: metrics for Prometheus, and the health and readiness checks.
//!
//! The metrics count and time the program itself, see [`kit::meter`].

use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, Weak},
    time::Duration,
};

use anyhow::Context;
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use hyper::server::conn::http1;
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::{
    net::TcpListener,
    sync::Semaphore,
    task::JoinSet,
    time::{sleep, timeout},
};
use tracing::warn;

use super::backups;
use crate::config::Config;
use api::{Clock, Roles, Store, StoreError};
use kit::meter;
use runtime::{Core, Processes, SystemClock};
use service::census;
use store::writer::Writer;

/// The number of requests that are answered at a time.
const MOST: usize = 8;

/// The time in which a client has to send its request and read the response.
const LONGEST: Duration = Duration::from_secs(20);

/// The time in which the store has to show that it can be read.
const PROMPT: Duration = Duration::from_secs(1);

/// The time for metrics that need more reading; after it the rest is sent without them.
const LOOK: Duration = Duration::from_secs(5);

/// The interval at which timings are summed up, with or without requests.
const UPKEEP: Duration = Duration::from_secs(10);

/// The pause after the system refuses a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// The bounds of the histogram buckets, in seconds.
const CLASSES: [f64; 14] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0,
];

const DELIVERY_QUEUES: &str = "oddboard_lanes";
const PLAYING: &str = "oddboard_matches_playing";
const DEAD_LETTERS: &str = "oddboard_dead_letters";
const STORE_BYTES: &str = "oddboard_store_bytes";
const STORE_READABLE: &str = "oddboard_store_readable";
const CONNECTED: &str = "oddboard_platform_connected";
const PROCESSES: &str = "oddboard_processes";
const PROCESS_LOST: &str = "oddboard_process_lost_total";
const BACKUP_TIME: &str = "oddboard_backup_last_success_timestamp_seconds";
const BACKUP_AGE: &str = "oddboard_backup_age_seconds";
const BACKUP_BYTES: &str = "oddboard_backup_bytes";

/// The sources of the metrics and checks.
pub(super) struct Monitor {
    metrics: PrometheusHandle,
    store: Arc<dyn Store>,
    writer: Writer,
    /// The processes that serve together, if several can.
    processes: Option<Arc<Processes>>,
    /// The bot, once it has started.
    running: Arc<OnceLock<Weak<Core>>>,
    data: PathBuf,
    backups: PathBuf,
    /// The queue of checks that the store can be read.
    readers: InTurn,
    /// The queue of counts in the store.
    lookers: InTurn,
}

/// A queue of work on the store: one job waits on a thread of its own, and the others wait for their turn. So a store that does
/// not answer takes one thread, regardless of the number of requests.
#[derive(Clone)]
struct InTurn(Arc<Semaphore>);

impl InTurn {
    fn new() -> InTurn {
        InTurn(Arc::new(Semaphore::new(1)))
    }

    /// Runs work that may block; returns none if turn and work together take longer than `patience`.
    async fn take<T: Send + 'static>(
        &self,
        patience: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let turns = Arc::clone(&self.0);
        let worked = async {
            let turn = turns.acquire_owned().await.ok()?;
            let worked = tokio::task::spawn_blocking(move || {
                // Held until the work ends, even if its caller has given up.
                let _turn = turn;
                work()
            });
            // A panic was logged by its hook.
            worked.await.ok()
        };
        timeout(patience, worked).await.ok().flatten()
    }
}

impl Monitor {
    /// Creates a monitor of a store, and of the bot that runs on it. From now on events are counted.
    ///
    /// # Errors
    ///
    /// Another part of this process counts already.
    pub(super) fn new(
        config: &Config,
        store: Arc<dyn Store>,
        writer: Writer,
        processes: Option<Arc<Processes>>,
        running: Arc<OnceLock<Weak<Core>>>,
    ) -> anyhow::Result<Monitor> {
        let metrics = PrometheusBuilder::new()
            .set_buckets(&CLASSES)
            .and_then(PrometheusBuilder::install_recorder)
            .context("what the bot does cannot be counted")?;
        describe();
        Ok(Monitor {
            metrics,
            store,
            writer,
            processes,
            running,
            data: config.store.path.clone(),
            backups: config.backup_folder(),
            readers: InTurn::new(),
            lookers: InTurn::new(),
        })
    }

    /// Returns the bot, if it has started.
    fn core(&self) -> Option<Arc<Core>> {
        self.running.get().and_then(Weak::upgrade)
    }

    /// Tells whether the store can be read, and shows so soon.
    async fn is_readable(&self) -> bool {
        self.reading_trouble().await.is_none()
    }

    /// Returns the reason that the store cannot be read, if it cannot. A busy store can.
    async fn reading_trouble(&self) -> Option<&'static str> {
        let writer = self.writer.clone();
        match self.readers.take(PROMPT, move || writer.get(b"")).await {
            Some(Ok(_) | Err(StoreError::Busy)) => None,
            Some(Err(_)) => Some("the store cannot be read"),
            None => Some("the store is slow: it does not answer within a second"),
        }
    }

    /// Returns the reason that the store cannot be used, if it cannot.
    async fn store_trouble(&self) -> Option<String> {
        let trouble = self.reading_trouble().await;
        match self.store.trouble() {
            Some(trouble) => Some(format!("the store cannot be used: {trouble}")),
            None => trouble.map(str::to_owned),
        }
    }

    /// Updates all gauges.
    async fn look(self: &Arc<Monitor>) {
        let is_readable = self.is_readable().await;
        gauge!(STORE_READABLE).set(f64::from(u8::from(is_readable)));
        self.look_around();
        if is_readable {
            let monitor = Arc::clone(self);
            let looked = self
                .lookers
                .take(LOOK, move || monitor.look_into_the_store());
            if looked.await.is_none() {
                warn!("cannot count the entries of the store: it answers too slowly");
            }
        }
    }

    /// Updates the gauges that do not need the store.
    fn look_around(&self) {
        let (n_processes, n_lost) = match &self.processes {
            Some(processes) => (processes.n_processes(), processes.n_lost()),
            None => (1, 0),
        };
        gauge!(PROCESSES).set(n_processes as f64);
        counter!(PROCESS_LOST).absolute(n_lost);
        let Some(core) = self.core() else {
            return;
        };
        let (n_busy, n_waiting) = core.n_delivery_queues();
        gauge!(DELIVERY_QUEUES, "state" => "busy").set(n_busy as f64);
        gauge!(DELIVERY_QUEUES, "state" => "waiting").set(n_waiting as f64);
        for (platform, is_connected) in core.platforms() {
            gauge!(CONNECTED, "platform" => platform.to_string())
                .set(f64::from(u8::from(is_connected)));
        }
    }

    fn look_into_the_store(&self) {
        if let Err(error) = self.count() {
            warn!(%error, "cannot count the entries of the store");
        }
        if let Err(error) = self.measure() {
            warn!(%error, "cannot measure the files of the bot");
        }
    }

    fn count(&self) -> Result<(), StoreError> {
        let census = census(&*self.store)?;
        gauge!(PLAYING).set(census.n_playing as f64);
        gauge!(DEAD_LETTERS).set(census.n_dead_letters as f64);
        Ok(())
    }

    fn measure(&self) -> io::Result<()> {
        gauge!(STORE_BYTES).set(n_bytes_in(&self.data, Some(&self.backups))? as f64);
        let now = SystemClock.now();
        if let Some((moment, file)) = backups::newest(&self.backups, now)? {
            gauge!(BACKUP_BYTES).set(fs::metadata(file)?.len() as f64);
            gauge!(BACKUP_TIME).set(moment.0 as f64 / 1000.0);
            gauge!(BACKUP_AGE).set((now.0 - moment.0) as f64 / 1000.0);
        }
        Ok(())
    }
}

/// Returns the size of the files of a folder in bytes, without those of one folder in it if that is named.
pub(crate) fn n_bytes_in(folder: &Path, but: Option<&Path>) -> io::Result<u64> {
    let mut n_bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A file that was removed in the meantime has no size.
        let Ok(found) = entry.metadata() else {
            continue;
        };
        n_bytes += if !found.is_dir() {
            found.len()
        } else if but == Some(&entry.path()) {
            0
        } else {
            n_bytes_in(&entry.path(), but)?
        };
    }
    Ok(n_bytes)
}

/// Describes all metrics, and sets the counters to 0, so that their growth is visible.
fn describe() {
    describe_counter!(meter::COMMANDS, "Requests, by kind and outcome.");
    describe_histogram!(meter::COMMIT, Unit::Seconds, "Time of a commit.");
    describe_histogram!(
        meter::DELIVERY,
        Unit::Seconds,
        "Time from when a delivery could be made until it was."
    );
    let counters = [
        (meter::COMMIT_FAILURES, "Commits that failed."),
        (meter::DELIVERY_FAILURES, "Deliveries that failed for now."),
        (backups::FAILURES, "Backups that failed."),
        (PROCESS_LOST, "Times others took this process for dead."),
    ];
    for (name, text) in counters {
        describe_counter!(name, text);
        counter!(name).absolute(0);
    }
    let gauges = [
        (
            DELIVERY_QUEUES,
            "Queues of matches and readers with a delivery in progress (busy) or to be retried (waiting).",
        ),
        (meter::SHARDS, "Shards of Discord in this process."),
        (PLAYING, "Matches that are being played."),
        (DEAD_LETTERS, "Failed deliveries: oddboard check --data."),
        (STORE_BYTES, "Bytes in the data folder, without backups."),
        (STORE_READABLE, "1 if the store can be read, else 0."),
        (CONNECTED, "1 if the platform is connected, else 0."),
        (PROCESSES, "Processes that serve together."),
        (BACKUP_TIME, "Time of the newest backup, in Unix seconds."),
        (BACKUP_AGE, "Age of the newest backup, in seconds."),
        (BACKUP_BYTES, "Bytes of the newest backup."),
    ];
    for (name, text) in gauges {
        describe_gauge!(name, text);
    }
}

/// Binds the address of the endpoint.
///
/// # Errors
///
/// The address is in use, or the system refuses it.
pub(super) async fn bind(listen: SocketAddr) -> anyhow::Result<(TcpListener, SocketAddr)> {
    let socket = TcpListener::bind(listen).await.with_context(|| {
        format!("[admin] listen {listen} cannot be used; choose an address of this machine and a port that is free (port 0 lets the system choose)")
    })?;
    let address = socket.local_addr()?;
    Ok((socket, address))
}

/// Serves the endpoint for as long as the future is polled.
pub(super) async fn serve(monitor: Monitor, socket: TcpListener) {
    let upkeep = monitor.metrics.clone();
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/healthz", get(health))
        .route("/readyz", get(readiness))
        .with_state(Arc::new(monitor));
    let room = Arc::new(Semaphore::new(MOST));
    let mut answering = JoinSet::new();
    answering.spawn(async move {
        loop {
            sleep(UPKEEP).await;
            upkeep.run_upkeep();
        }
    });
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        while answering.try_join_next().is_some() {}
        let Ok((stream, _)) = socket.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        answering.spawn(async move {
            let _place = place;
            let mut http = http1::Builder::new();
            let connection = http
                .keep_alive(false)
                .serve_connection(TokioIo::new(stream), service);
            // A client that disconnects during the response does not need the error.
            let _ = timeout(LONGEST, connection).await;
        });
    }
}

async fn metrics(State(monitor): State<Arc<Monitor>>) -> Response {
    monitor.look().await;
    let text = monitor.metrics.render();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// Serves the liveness probe: a restart may help if it fails. It does not fail while the bot waits for the store, where a restart
/// does not help.
async fn health(State(monitor): State<Arc<Monitor>>) -> (StatusCode, String) {
    let is_alive = match monitor.core() {
        Some(core) if core.is_broken() => false,
        Some(core) => core.is_alive().await || !monitor.is_readable().await,
        None => true,
    };
    problem_lines(
        (!is_alive)
            .then_some("the task that decides does not answer")
            .into_iter(),
    )
}

/// Serves the readiness probe: whether people can be served now.
async fn readiness(State(monitor): State<Arc<Monitor>>) -> (StatusCode, String) {
    let Some(core) = monitor.core() else {
        return problem_lines(["it is only starting, or being stopped"].into_iter());
    };
    let trouble = monitor.store_trouble().await;
    let disabled = core.disabled_platforms();
    let away = core.platforms().filter(|(_, is_connected)| !is_connected);
    let away = away.map(|(platform, _)| match disabled.get(&platform) {
        Some(reason) => format!("{platform} is disabled until the next start: {reason}"),
        None => format!("{platform} is not connected"),
    });
    problem_lines(trouble.into_iter().chain(away))
}

/// Returns `ok`, or a line for each problem.
fn problem_lines(problems: impl Iterator<Item = impl AsRef<str>>) -> (StatusCode, String) {
    let mut text = String::new();
    for problem in problems {
        text.push_str(problem.as_ref());
        text.push('\n');
    }
    if text.is_empty() {
        (StatusCode::OK, "ok\n".to_owned())
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, text)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_store_that_does_not_answer_occupies_one_thread() {
        let turns = InTurn::new();
        let (answer, answered) = mpsc::channel();
        let soon = Duration::from_millis(1);
        let hung = turns.take(soon, move || answered.recv().is_ok()).await;
        assert_eq!(hung, None);
        for _ in 0..100 {
            let answer = turns.take(soon, || panic!("the one before has not ended"));
            assert_eq!(answer.await, None::<()>);
        }
        answer.send(()).expect("the first one still waits");
        assert_eq!(turns.take(LONG, || "read").await, Some("read"));
    }

    #[tokio::test]
    async fn simultaneous_requests_take_turns() {
        let turns = InTurn::new();
        let (one, other) = tokio::join!(turns.take(LONG, || 1), turns.take(LONG, || 2));
        assert_eq!((one, other), (Some(1), Some(2)));
    }

    #[tokio::test]
    async fn a_panic_ends_a_turn() {
        let turns = InTurn::new();
        let broken = turns.take(LONG, || panic!("the store panicked"));
        assert_eq!(broken.await, None::<()>);
        assert_eq!(turns.take(LONG, || 1).await, Some(1));
    }
}
