//! A cut connection to the database, and a stopped database. Confirmed changes stay; an unconfirmed batch is made
//! wholly or not at all, from the moment that the store is open again.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Stdio},
    sync::Arc,
    thread,
};

use api::{Batch, Store, StoreError};
use store::open_database;
use tests::{
    postgres::{Postgres, settings},
    skip::skips_postgres,
    weak_line::{LineCondition, WeakLine},
};
use tokio::{runtime::Runtime, task::spawn_blocking};

/// A store on a database of its own, over a connection that can be cut.
struct RemoteStore {
    store: Arc<dyn Store>,
    line: WeakLine,
    /// The name of the database in the cluster.
    database: String,
}

impl RemoteStore {
    async fn open() -> RemoteStore {
        let postgres = Postgres::shared();
        let url = postgres.make_database();
        let database = url.rsplit('/').next().expect("it has a name").to_owned();
        let line = WeakLine::to(&postgres.address()).await;
        let url = url.replace(&postgres.address(), &line.address);
        let store = spawn_blocking(move || open_database(&settings(&url)));
        let store = store.await.expect("opening does not panic");
        RemoteStore {
            store: Arc::from(store.expect("the database opens")),
            line,
            database,
        }
    }

    /// Works with the store as the writer does: on a thread that may block.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Store) -> T + Send + 'static,
    ) -> T {
        let store = Arc::clone(&self.store);
        let done = spawn_blocking(move || work(&*store));
        done.await.expect("the store does not panic")
    }

    async fn value(&self) -> String {
        let found = self.with(|store| [store.get(b"a"), store.get(b"b")]).await;
        let [a, b] = found.map(|found| found.expect("a read"));
        assert_eq!(a, b, "a batch was made in half");
        String::from_utf8(a.unwrap_or_default()).expect("a value is text")
    }

    /// Commits while the connection is cut in this way, as soon as it has lost data.
    async fn cut(&self, condition: LineCondition) {
        self.line.set(condition);
        let store = Arc::clone(&self.store);
        let commit = spawn_blocking(move || store.commit(&both("2")));
        self.line.until_lost().await;
        self.line.set(LineCondition::Down);
        let error = commit.await.expect("a commit does not panic");
        let error = error.expect_err("it was not answered");
        assert!(matches!(error, StoreError::Database { .. }), "{error}");
        let refused = self
            .with(|store| (store.get(b"a"), store.commit(&both("3"))))
            .await;
        assert!(
            matches!(refused, (Err(StoreError::Closed), Err(StoreError::Closed))),
            "{refused:?}"
        );
        let away = self.with(|store| store.reopen()).await;
        assert!(away.is_err_and(|error| error.is_outage()));
        self.line.set(LineCondition::Fine);
        self.reopen().await;
    }

    async fn reopen(&self) {
        let reopened = self.with(|store| store.reopen()).await;
        reopened.expect("the line is mended");
    }
}

/// Returns a batch with the same value for two keys.
fn both(value: &str) -> Batch {
    let mut batch = Batch::default();
    batch.put("a", value);
    batch.put("b", value);
    batch
}

#[test]
fn a_commit_that_did_not_arrive_is_not_made() {
    if skips_postgres() {
        return;
    }
    runtime().block_on(async {
        let remote = RemoteStore::open().await;
        remote
            .with(|store| store.commit(&both("1")))
            .await
            .expect("a commit");
        remote.cut(LineCondition::Silent).await;
        assert_eq!(remote.value().await, "1");
        remote
            .with(|store| store.commit(&both("4")))
            .await
            .expect("a commit");
        assert_eq!(remote.value().await, "4");
    });
}

#[test]
fn a_commit_with_a_lost_answer_is_made_and_stays() {
    if skips_postgres() {
        return;
    }
    runtime().block_on(async {
        let remote = RemoteStore::open().await;
        remote
            .with(|store| store.commit(&both("1")))
            .await
            .expect("a commit");
        remote.cut(LineCondition::Deaf).await;
        assert_eq!(remote.value().await, "2");
        remote
            .with(|store| store.commit(&both("4")))
            .await
            .expect("a commit");
        assert_eq!(remote.value().await, "4");
    });
}

/// A session of another client that holds a lock that a commit needs.
struct LockSession {
    input: Option<ChildStdin>,
    psql: Child,
}

impl LockSession {
    /// Runs a statement in a transaction that stays open, and waits until it is done.
    fn hold(database: &str, text: &str) -> LockSession {
        let mut psql = Postgres::shared()
            .psql(database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("psql starts");
        let mut input = psql.stdin.take().expect("standard input is piped");
        writeln!(input, "begin; {text};\n\\echo held").expect("psql listens");
        let output = BufReader::new(psql.stdout.take().expect("standard output is piped"));
        let held = output
            .lines()
            .map_while(Result::ok)
            .any(|line| line == "held");
        assert!(held, "the session does what it is told");
        LockSession {
            input: Some(input),
            psql,
        }
    }

    fn end(mut self) {
        drop(self.input.take());
        self.psql.wait().expect("psql ends");
    }
}

/// Waits until this number of sessions wait for a lock in a database.
fn until_waiting(database: &str, n: usize) {
    let question = format!(
        "select count(*) from pg_stat_activity where datname = '{database}' and wait_event_type = 'Lock'"
    );
    while Postgres::shared().sql(database, &question).trim() != n.to_string() {
        thread::yield_now();
    }
}

/// Waits until all earlier transactions are done.
fn until_all_are_done(database: &str) {
    let text = "begin; lock table oddboard.entries in access exclusive mode; commit";
    Postgres::shared().sql(database, text);
}

/// Cuts the connection during a commit that waits for another client's lock. Once the store is open again, its content
/// is final.
async fn check_under_way(held: &str, condition: LineCondition) {
    let remote = RemoteStore::open().await;
    remote
        .with(|store| store.commit(&both("1")))
        .await
        .expect("a commit");
    let database = remote.database.clone();
    let session = LockSession::hold(&database, held);
    let store = Arc::clone(&remote.store);
    let commit = spawn_blocking(move || store.commit(&both("2")));
    let watched = database.clone();
    let waiting = spawn_blocking(move || until_waiting(&watched, 1));
    waiting.await.expect("the database tells who waits");
    remote.line.set(condition);
    remote.line.set(LineCondition::Down);
    let unanswered = commit.await.expect("a commit does not panic");
    unanswered.expect_err("it was not answered");
    remote.line.set(LineCondition::Fine);
    let store = Arc::clone(&remote.store);
    let reopened = spawn_blocking(move || while store.reopen().is_err() {});
    let end = spawn_blocking(move || session.end());
    end.await.expect("the session ends");
    reopened.await.expect("reopening does not panic");
    let found = remote.value().await;
    let done = spawn_blocking(move || until_all_are_done(&database));
    done.await.expect("all are done");
    assert_eq!(
        remote.value().await,
        found,
        "a commit was made behind our back"
    );
}

#[test]
fn a_commit_that_is_under_way_is_over_when_the_store_is_open_again() {
    if skips_postgres() {
        return;
    }
    let row = "select 1 from oddboard.entries where key = 'a' for update";
    runtime().block_on(check_under_way(row, LineCondition::Silent));
}

#[test]
fn a_commit_that_has_yet_to_begin_is_never_made() {
    if skips_postgres() {
        return;
    }
    let table = "lock table oddboard.entries in exclusive mode";
    runtime().block_on(check_under_way(table, LineCondition::Silent));
}

#[test]
fn a_restarted_database_has_all_answered_commits() {
    if skips_postgres() {
        return;
    }
    let postgres = Postgres::start();
    let store = open_database(&settings(&postgres.make_database())).expect("the database opens");
    for n in 0..3 {
        store.commit(&both(&n.to_string())).expect("a commit");
        postgres.stop(n % 2 == 0);
        let away = store.commit(&both("never")).expect_err("nobody is there");
        assert!(away.to_string().contains("[store] url"), "{away}");
        postgres.start_again();
        store.reopen().expect("it is there again");
        let found = store.get(b"a").expect("a read");
        assert_eq!(found, Some(n.to_string().into_bytes()));
    }
}

/// The store uses the writable host among those of a URL.
#[test]
fn a_promoted_replica_has_all_answered_commits() {
    if skips_postgres() {
        return;
    }
    let postgres = Postgres::start();
    let url = postgres.make_database();
    let replica = postgres.replica();
    let both_hosts = format!("{},{}", replica.address(), postgres.address());
    let url = url.replace(&postgres.address(), &both_hosts);
    let store = open_database(&settings(&url)).expect("the primary is found");
    store.commit(&both("1")).expect("a commit");
    postgres.stop(true);
    store.commit(&both("2")).expect_err("nobody can be written");
    let read_only = store.reopen().expect_err("nobody can be written");
    assert!(read_only.is_outage(), "{read_only}");
    replica.promote();
    store.reopen().expect("the replica has taken over");
    assert_eq!(store.get(b"b").expect("a read"), Some(b"1".to_vec()));
    store.commit(&both("3")).expect("a commit");
    assert_eq!(store.get(b"b").expect("a read"), Some(b"3".to_vec()));
}

fn runtime() -> Runtime {
    Runtime::new().expect("the system has room for some threads")
}
