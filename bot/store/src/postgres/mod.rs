//! A store in a database with the PostgreSQL protocol, which several processes may share.
//!
//! All entries are rows of one table. A batch is one statement and one commit, at the isolation level SERIALIZABLE, and a
//! read is one statement. Each takes one round trip. The requirements on the database are listed in `docs/deploy.md`.

mod address;
mod commit;
mod dialer;
mod failure;
mod line;
mod pooler;
mod reading;
mod schema;
mod snapshot;
mod tls;

use std::{
    collections::BTreeMap,
    io, iter,
    path::PathBuf,
    sync::{Arc, Mutex, RwLock},
    time::Duration,
};

use futures_util::future::try_join_all;
use rand::{TryRng, rngs::SysRng};
use secrecy::{ExposeSecret, SecretString};

use self::{
    address::DatabaseAddress,
    commit::{Changes, WriterId},
    dialer::{ConnectionPool, Dialer, PooledConnection},
    failure::DatabaseFailure,
    line::{ConnectionPurpose, DatabaseLines, LIMIT, within},
    reading::Question,
    snapshot::Snapshot,
};
use super::backup::UNFINISHED;
use api::{Batch, Entry, KeysToRead, ReadTogether, Rows, Store, StoreError, Timestamp};
use kit::{lock, unpoisoned};

/// The timeout of making the tables, including the wait for another process that makes them.
const PREPARING: Duration = Duration::from_secs(60);

/// The timeout of the cleanup at the end.
const LEAVING: Duration = Duration::from_secs(1);

/// The longest pause before a retry of a commit that collided, in milliseconds.
const LONGEST_PAUSE: u32 = 100;

/// The settings of a database.
#[derive(Clone, Debug)]
pub struct DatabaseSettings {
    /// The URL, with the password.
    pub url: SecretString,
    /// The file of the authority that signed the server's certificate, if browsers do not trust it.
    pub ca_file: Option<PathBuf>,
    /// The largest number of connections, not counting those of snapshots.
    pub n_connections: usize,
}

/// Checks that a URL names a database to which the bot can connect.
///
/// # Errors
///
/// The correct form, without any part of the URL.
pub fn check_database_url(url: &str) -> Result<(), String> {
    url.parse::<DatabaseAddress>().map(drop)
}

/// Opens the store in a database and makes its tables if needed.
///
/// # Errors
///
/// [`StoreError::Database`].
pub fn open_database(settings: &DatabaseSettings) -> Result<Box<dyn Store>, StoreError> {
    let database = Database::of(settings)?;
    let store = PostgresStore::open(database, settings.n_connections)?;
    check_finished(&store, &store.database.name)?;
    Ok(Box::new(store))
}

/// Opens a snapshot of a database. Writes nothing: a replica or a read-only role suffices.
///
/// # Errors
///
/// [`StoreError::Database`], also for a database without data yet.
pub fn open_database_to_read(settings: &DatabaseSettings) -> Result<Box<dyn Rows>, StoreError> {
    let mut database = Database::of(settings)?;
    database.dialer.allow_replicas();
    let dialer = &database.dialer;
    database.wait(PREPARING, async {
        let client = dialer.connect(ConnectionPurpose::Schema).await?;
        pooler::check(&client, dialer).await
    })?;
    let snapshot = database.snapshot()?;
    check_finished(&snapshot, &database.name)?;
    Ok(Box::new(snapshot))
}

/// Refuses the data of an unfinished restore.
fn check_finished(rows: &dyn Rows, name: &str) -> Result<(), StoreError> {
    match rows.get(UNFINISHED)? {
        None => Ok(()),
        Some(_) => Err(StoreError::Database {
            database: name.to_owned(),
            problem: "holds a backup that was not restored to its end".to_owned(),
            advice: "empty it (DROP SCHEMA oddboard CASCADE), and restore again",
        }),
    }
}

/// The means to connect to a database.
struct Database {
    lines: Arc<DatabaseLines>,
    dialer: Dialer,
    name: String,
}

impl Database {
    fn of(settings: &DatabaseSettings) -> Result<Database, StoreError> {
        let wrong = |database: &str, problem, advice| StoreError::Database {
            database: database.to_owned(),
            problem,
            advice,
        };
        let address: DatabaseAddress = settings.url.expose_secret().parse().map_err(|reason| {
            wrong(
                "of [store] url",
                format!("is not named as it should be ({reason})"),
                "correct the URL",
            )
        })?;
        let name = address.name.clone();
        let tls = tls::connector(settings.ca_file.as_deref()).map_err(|reason| {
            wrong(
                &name,
                format!("is not to be trusted without [store] ca_file ({reason})"),
                "name a file of certificates that can be read",
            )
        })?;
        Ok(Database {
            lines: Arc::new(DatabaseLines::new().map_err(StoreError::Io)?),
            dialer: Dialer::new(address, tls),
            name,
        })
    }

    fn snapshot(&self) -> Result<Snapshot, StoreError> {
        Snapshot::take(&self.lines, &self.dialer, &self.name).map_err(|error| error.at(&self.name))
    }

    /// Blocks until the work ends, with a timeout.
    fn wait<T: Send>(
        &self,
        longest: Duration,
        work: impl Future<Output = Result<T, DatabaseFailure>> + Send,
    ) -> Result<T, StoreError> {
        self.wait_for(within(longest, work))
    }

    /// Blocks until the work ends; the work has its own timeout.
    fn wait_for<T: Send>(
        &self,
        work: impl Future<Output = Result<T, DatabaseFailure>> + Send,
    ) -> Result<T, StoreError> {
        let done = self.lines.wait(work);
        done.map_err(|error| error.at(&self.name))
    }
}

/// The id of the store in the database, and a flag that is true while the store is open.
#[derive(Clone, Copy)]
struct Admission {
    id: WriterId,
    is_open: bool,
}

/// Keys and values in a database.
struct PostgresStore {
    database: Database,
    reads: ConnectionPool,
    commits: ConnectionPool,
    writer: RwLock<Admission>,
    /// Held while the store is reopened.
    reopening: Mutex<()>,
}

impl PostgresStore {
    fn open(database: Database, n_connections: usize) -> Result<PostgresStore, StoreError> {
        let n_commits = (n_connections / 2).max(1);
        let n_reads = n_connections.saturating_sub(n_commits).max(1);
        let dialer = &database.dialer;
        database.wait(PREPARING, async {
            let client = dialer.connect(ConnectionPurpose::Schema).await?;
            pooler::check(&client, dialer).await?;
            schema::migrate(&client).await
        })?;
        let store = PostgresStore {
            reads: dialer.pool(ConnectionPurpose::Reads, n_reads),
            commits: dialer.pool(ConnectionPurpose::Commits, n_commits),
            writer: RwLock::new(Admission {
                id: WriterId::default(),
                is_open: false,
            }),
            reopening: Mutex::default(),
            database,
        };
        store.reopen()?;
        Ok(store)
    }

    /// Returns the id of this store in the database, unless the store is closed.
    fn writer(&self) -> Result<WriterId, StoreError> {
        let writer = *unpoisoned(self.writer.read());
        if writer.is_open {
            Ok(writer.id)
        } else {
            Err(StoreError::Closed)
        }
    }

    /// Closes the store, unless it was reopened in the meantime.
    fn close(&self, id: WriterId) {
        let mut writer = unpoisoned(self.writer.write());
        writer.is_open &= writer.id != id;
    }

    fn ask(&self, question: Question<'_>) -> Result<Vec<Entry>, StoreError> {
        let found = self.ask_all(&[question])?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    fn ask_all(&self, questions: &[Question<'_>]) -> Result<Vec<Vec<Entry>>, StoreError> {
        self.writer()?;
        self.database.wait_for(async {
            match self.ask_once(questions).await {
                // An idle connection may be dead, and the others in the pool too.
                Err(failure) if failure.is_of_the_line() => {
                    self.reads.retain(|_, _| false);
                    self.ask_once(questions).await
                }
                // The other connections may lead to a silent host, too.
                Err(DatabaseFailure::Slow) => {
                    self.reads.retain(|_, _| false);
                    Err(DatabaseFailure::Slow)
                }
                answers => answers,
            }
        })
    }

    /// Sends all queries before the first reply, so that all take as long as one.
    async fn ask_once(
        &self,
        questions: &[Question<'_>],
    ) -> Result<Vec<Vec<Entry>>, DatabaseFailure> {
        let client = self.reads.get().await?;
        let answers = try_join_all(questions.iter().map(|question| question.ask(&client))).await;
        answers.inspect_err(|_| forget(client))
    }

    /// Makes the changes, and retries while they collide with concurrent ones. A collision changes nothing. Returns the key of a
    /// condition that does not hold, if there is one.
    async fn make(
        &self,
        changes: &Changes<'_>,
        writer: &WriterId,
    ) -> Result<Option<Vec<u8>>, DatabaseFailure> {
        let client = self.commits.get().await?;
        let made = within(LIMIT, async {
            let mut longest = 1;
            loop {
                match changes.make(&client, writer).await {
                    Err(failure) if failure.is_collision() => pause(&mut longest).await,
                    made => return made,
                }
            }
        });
        made.await.inspect_err(|_| forget(client))
    }
}

/// Closes a failed connection and removes it from the pool.
fn forget(client: PooledConnection) {
    drop(PooledConnection::take(client));
}

/// Waits for a random time, so that colliding commits do not collide again, and doubles the longest pause.
async fn pause(longest: &mut u32) {
    let chance = SysRng.try_next_u32().unwrap_or_default();
    let pause = Duration::from_millis(u64::from(chance % (*longest + 1)));
    *longest = LONGEST_PAUSE.min(*longest * 2);
    tokio::time::sleep(pause).await;
}

impl Rows for PostgresStore {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let found = self.ask(Question::One(key))?;
        Ok(found.into_iter().next().map(|(_, value)| value))
    }

    fn get_all(&self, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        Ok(values_of(keys, self.ask(Question::of(keys))?))
    }

    fn scan(
        &self,
        prefix: &[u8],
        after: Option<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Entry>, StoreError> {
        self.ask(Question::scan(prefix, after, limit))
    }

    fn read_together(
        &self,
        selection: &KeysToRead,
        limit: usize,
    ) -> Result<ReadTogether, StoreError> {
        let scans = selection.prefixes.iter();
        let scans = scans.map(|prefix| Question::scan(prefix, None, limit));
        let questions: Vec<_> = iter::once(Question::of(&selection.keys))
            .chain(scans)
            .collect();
        let mut found = self.ask_all(&questions)?.into_iter();
        Ok(ReadTogether {
            values: values_of(&selection.keys, found.next().unwrap_or_default()),
            lists: found.collect(),
        })
    }

    fn is_shared(&self) -> bool {
        true
    }
}

impl Store for PostgresStore {
    fn commit(&self, batch: &Batch) -> Result<(), StoreError> {
        batch.check()?;
        let writer = self.writer()?;
        let changes = Changes::of(batch);
        let answer = self.database.wait_for(self.make(&changes, &writer));
        let answer = answer.inspect_err(|error| match error {
            // No request was sent to the database.
            StoreError::Busy => {}
            _ => self.close(writer),
        });
        match answer? {
            None => Ok(()),
            Some(key) => Err(StoreError::Conflict { key }),
        }
    }

    fn reopen(&self) -> Result<(), StoreError> {
        let _turn = lock(&self.reopening);
        // The store refuses reads and commits during this, without a wait.
        let old = {
            let mut writer = unpoisoned(self.writer.write());
            writer.is_open = false;
            writer.id
        };
        self.reads.retain(|_, _| false);
        self.commits.retain(|_, _| false);
        let new = new_id().map_err(StoreError::Io)?;
        // Until this has succeeded, the old id is the one to remove.
        self.database.wait_for(async {
            let client = self.commits.get().await?;
            let replaced = within(LIMIT, async {
                let mut longest = 1;
                loop {
                    match commit::replace_writer(&client, &old, &new).await {
                        Err(failure) if failure.is_collision() => pause(&mut longest).await,
                        replaced => return replaced,
                    }
                }
            });
            replaced.await.inspect_err(|_| forget(client))
        })?;
        *unpoisoned(self.writer.write()) = Admission {
            id: new,
            is_open: true,
        };
        Ok(())
    }

    /// Does nothing: the database compacts itself.
    fn give_back(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn snapshot(&self) -> Result<Box<dyn Rows + '_>, StoreError> {
        self.writer()?;
        Ok(Box::new(self.database.snapshot()?))
    }

    fn now(&self) -> Result<Option<Timestamp>, StoreError> {
        let now = self.database.wait_for(async {
            let client = self.reads.get().await?;
            let now = within(LIMIT, reading::now(&client)).await;
            now.inspect_err(|_| forget(client))
        });
        now.map(Some)
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // A remaining row is harmless.
        if let Ok(writer) = self.writer() {
            let _ = self.database.wait(LEAVING, async {
                commit::remove_writer(&*self.commits.get().await?, &writer).await
            });
        }
    }
}

/// Returns the value of each key among the entries found.
fn values_of(keys: &[Vec<u8>], found: Vec<Entry>) -> Vec<Option<Vec<u8>>> {
    let found: BTreeMap<_, _> = found.into_iter().collect();
    keys.iter().map(|key| found.get(key).cloned()).collect()
}

/// Makes a unique id.
fn new_id() -> io::Result<WriterId> {
    let mut id = WriterId::default();
    SysRng.try_fill_bytes(&mut id).map_err(io::Error::other)?;
    Ok(id)
}
