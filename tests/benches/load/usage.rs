//! What bots and their database have used so far.

use std::fs;

use tests::postgres::Postgres;

/// In what the system counts the time of processors, in seconds.
const TICK: f64 = 0.01;

/// What was used.
pub(crate) struct Usage {
    /// Seconds of processors that this process has used, in which the bots are.
    pub(crate) bots: f64,
    /// The same of the database.
    pub(crate) database: f64,
    /// How often the database was asked for something.
    pub(crate) round_trips: i64,
    /// How many transactions have changed something.
    pub(crate) writes: i64,
    /// How many bytes were written to its log, which replicas read too.
    pub(crate) log_bytes: i64,
}

impl Usage {
    /// So far.
    pub(crate) fn now(postgres: &Postgres, database: &str) -> Usage {
        // Each statement is a transaction, and what was counted is told a second later at most.
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

/// The fields of what the system tells of a process, from its state on.
fn fields(process: &str) -> Option<Vec<String>> {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Its name may hold anything, and ends with the last bracket.
    let (_, fields) = told.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}

/// The ticks in some of these fields, in seconds.
fn seconds(fields: &[String], which: std::ops::Range<usize>) -> f64 {
    let ticks = fields[which]
        .iter()
        .filter_map(|field| field.parse::<f64>().ok());
    TICK * ticks.sum::<f64>()
}

fn own_seconds() -> f64 {
    fields("self").map_or(f64::NAN, |fields| seconds(&fields, 11..13))
}

/// A process, its children, and those that have ended.
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
