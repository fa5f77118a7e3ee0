//! Failures of a database, with advice for the operator.

use std::{error::Error as _, io, time::Duration};

use deadpool::managed::PoolError;
use tokio_postgres::{Error, error::SqlState};

use api::StoreError;

/// The failure of a request to the database.
#[derive(Debug)]
pub(super) enum DatabaseFailure {
    /// The database reported an error, or the connection failed.
    Postgres(Error),
    /// The database has not answered in time.
    Slow,
    /// All connections were in use for too long. No request was sent.
    Busy,
    /// The host name could not be resolved, for this reason.
    Away(String),
    /// Connecting took longer than this.
    Silent(Duration),
    /// No host can be used, each for its own reason.
    Hosts(Vec<(String, DatabaseFailure)>),
    /// A pooler in between does not keep session settings.
    Pooled,
    /// The tables were made by a later release.
    Newer { found: i32, known: i32 },
    /// The database has no tables of the bot, and none are to be made.
    Empty,
    /// This writer was removed.
    ShutOut,
}

impl From<Error> for DatabaseFailure {
    fn from(error: Error) -> DatabaseFailure {
        DatabaseFailure::Postgres(error)
    }
}

impl From<PoolError<DatabaseFailure>> for DatabaseFailure {
    fn from(error: PoolError<DatabaseFailure>) -> DatabaseFailure {
        match error {
            PoolError::Backend(failure) => failure,
            // The only timeout of a pool is that for waiting.
            _ => DatabaseFailure::Busy,
        }
    }
}

const AWAY: &str = "see that it runs and can be reached from here, and what [store] url says";
const BUSY: &str = "see what its machine and its log say; what is asked for is tried again";
const READ_ONLY: &str = "it only lets read, as a replica does: name the primary in [store] url, or all hosts with commas \
                         between them, of which the one is taken that can be written";
const POOL_BY_SESSION: &str = "set pool_mode = session there, or name the database itself in [store] url: the bot prepares \
                               statements and sets up its sessions";

impl DatabaseFailure {
    /// Combines the failures of all hosts of a database.
    pub(super) fn of_hosts(mut failures: Vec<(String, DatabaseFailure)>) -> DatabaseFailure {
        match failures.pop() {
            Some((_, failure)) if failures.is_empty() => failure,
            last => {
                failures.extend(last);
                DatabaseFailure::Hosts(failures)
            }
        }
    }

    fn code(&self) -> Option<&SqlState> {
        match self {
            DatabaseFailure::Postgres(error) => error.code(),
            _ => None,
        }
    }

    /// Tells whether a concurrent change prevented the change.
    pub(super) fn is_collision(&self) -> bool {
        let collisions = [
            &SqlState::T_R_SERIALIZATION_FAILURE,
            &SqlState::T_R_DEADLOCK_DETECTED,
        ];
        self.code().is_some_and(|code| collisions.contains(&code))
    }

    /// Tells whether the connection failed, rather than the database.
    pub(super) fn is_of_the_line(&self) -> bool {
        match self {
            DatabaseFailure::Postgres(error) => error
                .code()
                .is_none_or(|code| code.code().starts_with("57P")),
            _ => false,
        }
    }

    /// Tells whether the table or schema does not exist.
    pub(super) fn is_absence(&self) -> bool {
        let absences = [&SqlState::UNDEFINED_TABLE, &SqlState::INVALID_SCHEMA_NAME];
        self.code().is_some_and(|code| absences.contains(&code))
    }

    /// Tells whether the database lacks the requested feature.
    pub(super) fn is_unsupported(&self) -> bool {
        let lacks = [
            &SqlState::FEATURE_NOT_SUPPORTED,
            &SqlState::UNDEFINED_FUNCTION,
            &SqlState::UNDEFINED_OBJECT,
        ];
        self.code().is_some_and(|code| lacks.contains(&code))
    }

    /// Converts the failure into a store error with advice for the operator.
    pub(super) fn at(&self, database: &str) -> StoreError {
        if let DatabaseFailure::Busy = self {
            return StoreError::Busy;
        }
        let (problem, advice) = self.describe();
        StoreError::Database {
            database: database.to_owned(),
            problem,
            advice,
        }
    }

    fn describe(&self) -> (String, &'static str) {
        match self {
            DatabaseFailure::Postgres(error) => match error.as_db_error() {
                Some(refusal) => (format!("refused ({})", refusal.message()), advice(refusal.code())),
                None => describe_connection_error(error),
            },
            DatabaseFailure::Slow => ("has not answered in time".to_owned(), BUSY),
            DatabaseFailure::Busy => ("is busy".to_owned(), BUSY),
            DatabaseFailure::Away(why) => (format!("cannot be reached ({why})"), AWAY),
            DatabaseFailure::Silent(limit) => (
                format!("cannot be reached (no answer within {} s)", limit.as_secs()),
                AWAY,
            ),
            DatabaseFailure::Hosts(failures) => describe_hosts(failures),
            DatabaseFailure::Pooled => (
                "is reached through a pooler that pools by transaction or by statement, such as PgBouncer".to_owned(),
                POOL_BY_SESSION,
            ),
            DatabaseFailure::Newer { found, known } => (
                format!("holds data of version {found}, and only up to {known} is known here"),
                "run the release that wrote them, or a later one",
            ),
            DatabaseFailure::Empty => (
                "holds no data of Oddboard".to_owned(),
                "name the one that has them by [store] url, or start the bot once, which makes what it needs there",
            ),
            DatabaseFailure::ShutOut => (
                "has shut this process out".to_owned(),
                "its entry in oddboard.writers was removed; it makes another and goes on",
            ),
        }
    }
}

/// Returns advice on an error code of a database.
fn advice(code: &SqlState) -> &'static str {
    match code.code() {
        "28P01" => "correct user and password in [store] url",
        "28000" => {
            "correct user and database in [store] url, see what pg_hba.conf lets in, and write ?sslmode=require where it asks \
             for TLS"
        }
        "3D000" => "correct the name in [store] url, or make that database: CREATE DATABASE",
        "53300" => {
            "make [store] connections smaller, stop what else is connected, or raise max_connections there"
        }
        "53100" => "give it more room on its disk",
        "25006" => READ_ONLY,
        "26000" | "42P05" => POOL_BY_SESSION,
        "42501" => {
            "give the user of [store] url the right to make a schema there (GRANT CREATE ON DATABASE), or make it the owner of \
             the schema oddboard"
        }
        code if code.starts_with("57P") => {
            "it is stopping or starting; what is asked for is tried again"
        }
        _ => BUSY,
    }
}

/// Returns the problem of each host, and the most specific advice. A replica may be read-only for good reason.
fn describe_hosts(failures: &[(String, DatabaseFailure)]) -> (String, &'static str) {
    let weight = |advice: &&'static str| match *advice {
        READ_ONLY => 0,
        AWAY => 1,
        BUSY => 2,
        _ => 3,
    };
    let descriptions = failures
        .iter()
        .map(|(host, failure)| (host, failure.describe()));
    let (problems, advice): (Vec<_>, Vec<_>) = descriptions
        .map(|(host, (problem, advice))| (format!("{host} {problem}"), advice))
        .unzip();
    let problem = format!("has no host that can be used: {}", problems.join(", "));
    (
        problem,
        advice.into_iter().max_by_key(weight).unwrap_or(AWAY),
    )
}

/// Returns the problem and advice for a connection error without an error code.
fn describe_connection_error(error: &Error) -> (String, &'static str) {
    let cause = error.source();
    let io = cause.and_then(|cause| cause.downcast_ref::<io::Error>());
    let kind = io.map(io::Error::kind);
    let text = cause.map_or_else(|| error.to_string(), ToString::to_string);
    let is_certificate = io
        .and_then(io::Error::get_ref)
        .is_some_and(|inner| inner.is::<rustls::Error>());
    if is_certificate {
        return (
            format!("has a certificate that is not trusted ({text})"),
            "name the file of whoever signed it by [store] ca_file, and the host as the certificate names it",
        );
    }
    match kind {
        Some(io::ErrorKind::PermissionDenied) if text.contains("writes") => {
            ("can only be read".to_owned(), READ_ONLY)
        }
        _ if text.contains("does not support TLS") => (
            "does not speak TLS".to_owned(),
            "switch it on there (ssl = on); where the line is safe by itself, write ?sslmode=disable at the end of [store] url",
        ),
        _ if text.contains("password missing") => (
            "asks for a password".to_owned(),
            "write it into [store] url, as in postgres://user:password@host/database",
        ),
        _ if error.is_closed() => ("has closed the connection".to_owned(), BUSY),
        _ => (format!("cannot be reached ({text})"), AWAY),
    }
}
