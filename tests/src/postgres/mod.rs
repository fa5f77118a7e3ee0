//! PostgreSQL, as `postgres.sh` beside this file runs it.

mod folder;
mod held;
mod pooler;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use store::DatabaseSettings;
use tempfile::TempDir;

use crate::{data, port::ReservedPort};

use self::held::HeldScript;
pub use self::{
    folder::ClusterFolder,
    pooler::{PoolMode, Pooler},
};

/// The cluster that the tests of a process share.
static SHARED: OnceLock<Postgres> = OnceLock::new();

/// The number of databases created so far.
static N_DATABASES: AtomicUsize = AtomicUsize::new(0);

/// A cluster of its own. It is stopped and removed when it is dropped, or when this process ends in any way.
pub struct Postgres {
    /// The script whose end stops the cluster. It is dropped before its folder is removed.
    _held: HeldScript,
    folder: TempDir,
    port: ReservedPort,
}

impl Postgres {
    /// Starts a cluster on a port that the system chooses.
    ///
    /// # Panics
    ///
    /// Panics if PostgreSQL is not installed or does not start.
    pub fn start() -> Postgres {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = ReservedPort::new();
        let held = HeldScript::start("hold", folder.path(), &[&port.number().to_string()]);
        Postgres {
            _held: held,
            folder,
            port,
        }
    }

    /// Creates a fresh database in the cluster that the tests of this process share, and returns its URL.
    ///
    /// # Panics
    ///
    /// Panics if PostgreSQL is not installed or does not start.
    pub fn database() -> String {
        Postgres::shared().make_database()
    }

    /// Returns the cluster that the tests of this process share.
    ///
    /// # Panics
    ///
    /// Panics if PostgreSQL is not installed or does not start.
    pub fn shared() -> &'static Postgres {
        SHARED.get_or_init(Postgres::start)
    }

    /// Creates a fresh database in this cluster, and returns its URL.
    ///
    /// # Panics
    ///
    /// Panics if the cluster fails to create it.
    pub fn make_database(&self) -> String {
        let name = format!("test{}", N_DATABASES.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("create database {name}"));
        self.url(&name)
    }

    /// Returns the URL of a database for the superuser.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://odd:secret@{}/{database}", self.address())
    }

    /// Returns the address of the cluster.
    pub fn address(&self) -> String {
        self.port.address()
    }

    /// Returns the folder of the cluster.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs SQL on a database and returns the output.
    ///
    /// # Panics
    ///
    /// Panics if the cluster refuses.
    pub fn sql(&self, database: &str, text: &str) -> String {
        self.order("sql", &[database, text])
    }

    /// Returns how often a second this number of clients complete the same script. It runs in a fresh database with two tables:
    /// `records`, whose `data` is text, and `counters` with an `n` for each client.
    ///
    /// # Panics
    ///
    /// Panics if the cluster fails.
    pub fn pgbench(&self, n_clients: u64, length: Duration, work: &str) -> f64 {
        let told = self.have_clients("pgbench", n_clients, length, work, &[]);
        told.trim().parse().expect("pgbench tells a number")
    }

    /// Runs the same script at a fixed rate per second. Returns the latency from the due time of each run to its completion: the
    /// median and the 99th percentile.
    ///
    /// # Panics
    ///
    /// Panics if the cluster fails.
    pub fn paced_pgbench(
        &self,
        n_clients: u64,
        length: Duration,
        work: &str,
        per_second: f64,
    ) -> [Duration; 2] {
        let rate = per_second.to_string();
        let told = self.have_clients("paced", n_clients, length, work, &[&rate]);
        let mut took = told.split_whitespace().map(|number| {
            let microseconds = number.parse().expect("the script tells numbers");
            Duration::from_micros(microseconds)
        });
        [(); 2].map(|()| took.next().expect("the script tells two numbers"))
    }

    fn have_clients(
        &self,
        what: &str,
        n_clients: u64,
        length: Duration,
        work: &str,
        more: &[&str],
    ) -> String {
        let url = self.make_database();
        let (_, database) = url.rsplit_once('/').expect("a URL names a database");
        let tables = "create table records (id bigint generated always as identity primary key, data text); \
                      create table counters (id int primary key, n bigint);";
        self.sql(database, tables);
        let counters = "insert into counters select client, 0 from generate_series(0, ";
        self.sql(database, &format!("{counters}{}) client", n_clients - 1));
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        fs::write(file.path(), work).expect("the file is there");
        let path = file.path().display().to_string();
        let (n_clients, seconds) = (n_clients.to_string(), length.as_secs().to_string());
        let arguments = [&[database, &path, &n_clients, &seconds], more].concat();
        self.order(what, &arguments)
    }

    /// Returns the id of the cluster's main process.
    ///
    /// # Panics
    ///
    /// Panics if the cluster is not running.
    pub fn process(&self) -> u32 {
        let told = fs::read_to_string(self.folder.path().join("data/postmaster.pid"));
        let told = told.expect("the cluster runs");
        let first = told.lines().next().and_then(|line| line.parse().ok());
        first.expect("it begins with a number")
    }

    /// Returns a `psql` session with a database, which reads standard input.
    pub fn psql(&self, database: &str) -> Command {
        let mut command = script();
        command.arg("session").arg(self.folder.path()).arg(database);
        command
    }

    /// Enables TLS with this certificate and this key, as PEM.
    ///
    /// # Panics
    ///
    /// Panics if the cluster refuses.
    pub fn speak_tls(&self, certificate: &str, key: &str) {
        self.order("tls", &[certificate, key]);
    }

    /// Adds lines to the cluster's configuration.
    ///
    /// # Panics
    ///
    /// Panics if the cluster refuses.
    pub fn set(&self, lines: &[&str]) {
        self.order("set", lines);
    }

    /// Stops the cluster. With `at_once` it stops as by a loss of power, except that the system still writes its buffers;
    /// otherwise it shuts down cleanly.
    ///
    /// # Panics
    ///
    /// Panics if it does not stop.
    pub fn stop(&self, at_once: bool) {
        self.order("stop", &[if at_once { "immediate" } else { "fast" }]);
    }

    /// Starts the cluster after a stop.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub fn start_again(&self) {
        self.order("start", &[&self.port.number().to_string()]);
    }

    /// Stops the cluster at once and starts it again.
    ///
    /// # Panics
    ///
    /// Panics if it does not start again.
    pub fn restart(&self) {
        self.order("restart", &[]);
    }

    /// Starts a synchronous replica: from now on it has each commit that the cluster confirms.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub fn replica(&self) -> Replica<'_> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = ReservedPort::new();
        let path = folder.path().display().to_string();
        self.order("replica", &[&path, &port.number().to_string()]);
        Replica {
            folder,
            port,
            _primary: self,
        }
    }

    fn order(&self, what: &str, arguments: &[&str]) -> String {
        order(what, self.folder.path(), arguments)
    }
}

/// A replica of a cluster. Dropping it stops it.
pub struct Replica<'a> {
    folder: TempDir,
    port: ReservedPort,
    _primary: &'a Postgres,
}

impl Replica<'_> {
    /// Returns the address of the replica.
    pub fn address(&self) -> String {
        self.port.address()
    }

    /// Promotes the replica to primary.
    ///
    /// # Panics
    ///
    /// Panics if the cluster refuses.
    pub fn promote(&self) {
        order("promote", self.folder.path(), &[]);
    }

    /// Stops the replica at once and starts it again.
    ///
    /// # Panics
    ///
    /// Panics if it does not start again.
    pub fn restart(&self) {
        order("restart", self.folder.path(), &[]);
    }
}

impl Drop for Replica<'_> {
    fn drop(&mut self) {
        // The test may have failed because the replica is not running.
        let _ = script()
            .arg("stop")
            .arg(self.folder.path())
            .arg("immediate")
            .status();
    }
}

/// Returns the default settings for a database.
pub fn settings(url: &str) -> DatabaseSettings {
    DatabaseSettings {
        url: url.into(),
        ca_file: None,
        n_connections: 4,
    }
}

fn script() -> Command {
    let mut command = Command::new("sh");
    let script: PathBuf = data("src/postgres/postgres.sh");
    command.arg(script);
    command
}

fn order(what: &str, folder: &Path, arguments: &[&str]) -> String {
    let done = script().arg(what).arg(folder).args(arguments).output();
    let done = done.expect("a shell runs");
    assert!(
        done.status.success(),
        "postgres.sh {what} {}: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).expect("answers are text")
}
