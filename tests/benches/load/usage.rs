//! The resource usage of bots and their database so far.

use std::fs;

use tests::postgres::Postgres;

/// The unit in which the system counts processor time, in seconds.
const TICK: f64 = 0.01;

/// The resource usage.
pub(crate) struct Usage {
    /// The processor time of this process, which contains the bots, in seconds.
    pub(crate) bots: f64,
    /// The processor time of the database, in seconds.
    pub(crate) database: f64,
    /// The number of requests to the database.
    pub(crate) round_trips: i64,
    /// The number of writing transactions.
    pub(crate) writes: i64,
    /// The number of bytes in the database's log, which replicas read too.
    pub(crate) log_bytes: i64,
}

impl Usage {
    /// Returns the usage so far.
    pub(crate) fn now(postgres: &Postgres, database: &str) -> Usage {
        // Each statement is a transaction, and the statistics are at most one second late.
        let asked = format!(
            "select pg_stat_clear_snapshot(); select pg_stat_force_next_flush(); select xact_commit + xact_rollback from \
             pg_stat_database where datname = '{database}'"
        );
        let number = |text: &str| {
            let told = postgres.sql("postgres", text);
            let last = told
                .lines()
                .last()
                .and_then(|line| line.trim().parse().ok());
            last.expect("the database tells a number")
        };
        Usage {
            bots: own_seconds(),
            database: seconds_below(postgres.process()),
            round_trips: number(&asked),
            writes: number("select txid_snapshot_xmax(txid_current_snapshot())"),
            log_bytes: number("select pg_current_wal_lsn() - '0/0'"),
        }
    }

    pub(crate) fn since(&self, before: &Usage) -> Usage {
        Usage {
            bots: self.bots - before.bots,
            database: self.database - before.database,
            round_trips: self.round_trips - before.round_trips,
            writes: self.writes - before.writes,
            log_bytes: self.log_bytes - before.log_bytes,
        }
    }
}

/// Returns the fields of a process's `stat` file, from its state on.
fn fields(process: &str) -> Option<Vec<String>> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The process name may contain any character, and ends with the last bracket.
    let (_, fields) = told.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// Returns the sum of the ticks in some of these fields, in seconds.
fn seconds(fields: &[String], which: std::ops::Range<usize>) -> f64 {
    let ticks = fields[which]
        .iter()
        .filter_map(|field| field.parse::<f64>().ok());
    TICK * ticks.sum::<f64>()
}

fn own_seconds() -> f64 {
    fields("self").map_or(f64::NAN, |fields| seconds(&fields, 11..13))
}

/// Returns the processor time of a process, its children, and those that have ended, in seconds.
fn seconds_below(parent: u32) -> f64 {
    let parent = parent.to_string();
    let processes = fs::read_dir("/proc").expect("the system tells of processes");
    let names = processes.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let below = names.filter_map(|name| {
        let fields = fields(&name)?;
        match (name == parent, fields.get(1)? == &parent) {
            (true, _) => Some(seconds(&fields, 11..15)),
            (false, true) => Some(seconds(&fields, 11..13)),
            (false, false) => None,
        }
    });
    below.sum()
}
