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

/// How many databases were made.
static N_DATABASES: AtomicUsize = AtomicUsize::new(0);

/// A cluster of its own. It is stopped and removed when it is dropped, or when this process ends in whatever way.
pub struct Postgres {
    /// Its end is the end of the cluster. It comes before its folder is removed.
    _held: HeldScript,
    folder: TempDir,
    port: ReservedPort,
}

impl Postgres {
    /// Starts one where the system chooses.
    ///
    /// # Panics
    ///
    /// PostgreSQL is not installed or does not start.
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

    /// A fresh database of the cluster that the tests of this process share: its URL.
    ///
    /// # Panics
    ///
    /// PostgreSQL is not installed or does not start.
    pub fn database() -> String {
        Postgres::shared().make_database()
    }

    /// The cluster that the tests of this process share.
    ///
    /// # Panics
    ///
    /// PostgreSQL is not installed or does not start.
    pub fn shared() -> &'static Postgres {
        SHARED.get_or_init(Postgres::start)
    }

    /// A fresh database of this cluster: its URL.
    ///
    /// # Panics
    ///
    /// The cluster does not make it.
    pub fn make_database(&self) -> String {
        let name = format!("test{}", N_DATABASES.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("create database {name}"));
        self.url(&name)
    }

    /// The URL of a database, by the user who may do everything.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://odd:secret@{}/{database}", self.address())
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        self.port.address()
    }

    /// Where it keeps everything.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Has a database do something; what it answers.
    ///
    /// # Panics
    ///
    /// It refuses.
    pub fn sql(&self, database: &str, text: &str) -> String {
        self.order("sql", &[database, text])
    }

    /// How often a second so many clients do the same, in a database of its own with what that needs: `records`, whose `data` is
    /// text, and `counters` with an `n` for each client.
    ///
    /// # Panics
    ///
    /// The cluster does not do it.
    pub fn pgbench(&self, n_clients: u64, length: Duration, work: &str) -> f64 {
        let told = self.have_clients("pgbench", n_clients, length, work, &[]);
        told.trim().parse().expect("pgbench tells a number")
    }

    /// How long it takes from when each piece of the same work is due until it is done, where it is due so often a second: the
    /// median and the 99th percentile.
    ///
    /// # Panics
    ///
    /// The cluster does not do it.
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

    /// The process that has started all others of the cluster.
    ///
    /// # Panics
    ///
    /// It does not run.
    pub fn process(&self) -> u32 {
        let told = fs::read_to_string(self.folder.path().join("data/postmaster.pid"));
        let told = told.expect("the cluster runs");
        let first = told.lines().next().and_then(|line| line.parse().ok());
        first.expect("it begins with a number")
    }

    /// A session with a database, to which standard input speaks.
    pub fn psql(&self, database: &str) -> Command {
        let mut command = script();
        command.arg("session").arg(self.folder.path()).arg(database);
        command
    }

    /// Has it speak TLS by this certificate and this key, as PEM.
    ///
    /// # Panics
    ///
    /// It refuses.
    pub fn speak_tls(&self, certificate: &str, key: &str) {
        self.order("tls", &[certificate, key]);
    }

    /// Adds lines to its settings.
    ///
    /// # Panics
    ///
    /// It refuses.
    pub fn set(&self, lines: &[&str]) {
        self.order("set", lines);
    }

    /// Stops it at once, as a loss of power would, but for what the system has yet to write; or in good order.
    ///
    /// # Panics
    ///
    /// It does not stop.
    pub fn stop(&self, at_once: bool) {
        self.order("stop", &[if at_once { "immediate" } else { "fast" }]);
    }

    /// Starts it after it was stopped.
    ///
    /// # Panics
    ///
    /// It does not start.
    pub fn start_again(&self) {
        self.order("start", &[&self.port.number().to_string()]);
    }

    /// Stops it at once and starts it again.
    ///
    /// # Panics
    ///
    /// It does not start again.
    pub fn restart(&self) {
        self.order("restart", &[]);
    }

    /// A replica that has heard of whatever this cluster has answered from now on.
    ///
    /// # Panics
    ///
    /// It does not start.
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

/// A cluster that follows another. It is stopped when it is dropped.
pub struct Replica<'a> {
    folder: TempDir,
    port: ReservedPort,
    _primary: &'a Postgres,
}

impl Replica<'_> {
    /// Where it listens.
    pub fn address(&self) -> String {
        self.port.address()
    }

    /// Makes it the one that is written.
    ///
    /// # Panics
    ///
    /// It refuses.
    pub fn promote(&self) {
        order("promote", self.folder.path(), &[]);
    }

    /// Stops it at once and starts it again.
    ///
    /// # Panics
    ///
    /// It does not start again.
    pub fn restart(&self) {
        order("restart", self.folder.path(), &[]);
    }
}

impl Drop for Replica<'_> {
    fn drop(&mut self) {
        // The test may have failed because it does not run.
        let _ = script()
            .arg("stop")
            .arg(self.folder.path())
            .arg("immediate")
            .status();
    }
}

/// The usual settings for a database.
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
