//! The purposes of database connections, and blocking on them.

use std::{panic::resume_unwind, thread, time::Duration};

use tokio::{
    runtime::{Builder, Handle, Runtime, RuntimeFlavor},
    task::block_in_place,
    time::timeout,
};

use super::failure::DatabaseFailure;

/// The timeout of operations that people wait for.
pub(super) const LIMIT: Duration = Duration::from_secs(5);

/// The purpose of a connection.
#[derive(Clone, Copy)]
pub(super) enum ConnectionPurpose {
    /// A sequence of single writing statements.
    Commits,
    /// A sequence of single reading statements.
    Reads,
    /// Many reads of one snapshot.
    Snapshot,
    /// The creation of the tables.
    Schema,
}

impl ConnectionPurpose {
    /// Returns the session settings. The server cancels a commit sooner than its caller gives up.
    pub(super) fn settings(self) -> &'static str {
        match self {
            ConnectionPurpose::Commits => {
                "set default_transaction_isolation = 'serializable'; set statement_timeout = '4s'"
            }
            ConnectionPurpose::Reads | ConnectionPurpose::Schema => "set statement_timeout = '60s'",
            ConnectionPurpose::Snapshot => {
                "set statement_timeout = '60s'; set idle_in_transaction_session_timeout = '600s'; \
                 begin isolation level repeatable read read only"
            }
        }
    }
}

/// Session settings that apply if the database knows them. The first three keep PostgreSQL from scanning a small table,
/// which under SERIALIZABLE counts as reading every entry. The next keeps it from planning a statement again. The last
/// makes CockroachDB accept a statement that both removes and puts, never for the same key.
pub(super) const TUNING: &str = "select set_config(known.name, wanted.value, false) from pg_catalog.pg_settings known join (values \
    ('enable_seqscan', 'off'), ('enable_bitmapscan', 'off'), ('jit', 'off'), ('plan_cache_mode', 'force_generic_plan'), \
    ('enable_multiple_modifications_of_table', 'on')) wanted (name, value) on known.name = wanted.name";

/// The runtime thread of the connections, whichever thread waits for them.
pub(super) struct DatabaseLines(Option<Runtime>);

impl DatabaseLines {
    pub(super) fn new() -> std::io::Result<DatabaseLines> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("database")
            .enable_all()
            .build()?;
        Ok(DatabaseLines(Some(runtime)))
    }

    /// Blocks until the work ends. Can be called on any thread, even on a thread of another runtime.
    pub(super) fn wait<T: Send>(&self, work: impl Future<Output = T> + Send) -> T {
        let runtime = self.0.as_ref().expect("it is there until it is dropped");
        let lines = runtime.handle();
        match Handle::try_current().map(|here| here.runtime_flavor()) {
            Err(_) => lines.block_on(work),
            Ok(RuntimeFlavor::CurrentThread) => thread::scope(|scope| {
                let waiting = scope.spawn(|| lines.block_on(work));
                waiting.join().unwrap_or_else(|panic| resume_unwind(panic))
            }),
            Ok(_) => block_in_place(|| lines.block_on(work)),
        }
    }
}

/// Runs work with a timeout.
pub(super) async fn within<T, E: Into<DatabaseFailure>>(
    longest: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, DatabaseFailure> {
    match timeout(longest, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(DatabaseFailure::Slow),
    }
}

impl Drop for DatabaseLines {
    fn drop(&mut self) {
        // Dropping a runtime blocks, which is not allowed on a thread of another one.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
