//! Automatic backups: one each interval, of which the newest are kept.

#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use jiff::{civil::DateTime, tz::TimeZone};
use metrics::counter;
use tracing::{error, info, warn};

use super::source::Source;
use crate::config::Backup;
use api::{Clock, Roles, Timestamp};
use kit::files::{self, AtomicFile, Relation};
use store::{BackupError, Written};

/// The counter of failed backups.
pub(super) const FAILURES: &str = "oddboard_backup_failures_total";

/// The pause after a failed backup.
const RETRY: Duration = Duration::from_secs(300);

/// The longest time between two reads of the clock, because it can be set, and the machine can sleep.
const GLANCE: Duration = Duration::from_secs(60);

/// The format of the time of a backup in the name of its file. Such names sort by time.
const STAMP: &str = "%Y-%m-%dT%H-%M-%SZ";

/// The role for which one process of several makes the backups.
const ROLE: &str = "backup";

/// Makes backups when they are due, for as long as the bot runs and no other process makes them. Makes a backup that became due
/// while no bot ran at once.
pub(super) async fn keep(
    schedule: Backup,
    source: Source,
    roles: Arc<dyn Roles>,
    clock: Box<dyn Clock>,
) {
    let mut due = first_due(&schedule, clock.now());
    loop {
        let now = clock.now();
        // It is never further away than an interval, unless the clock was set back.
        due = due.min(after(now, schedule.every));
        if let Some(wait) = wait(due, now) {
            tokio::time::sleep(wait.min(GLANCE)).await;
            continue;
        }
        // If the holder of the role is unknown, the attempt reports the reason.
        if let Ok(false) = roles.take(ROLE).await {
            tokio::time::sleep(GLANCE).await;
            continue;
        }
        let made = tokio::task::spawn_blocking({
            let (schedule, source) = (schedule.clone(), source.clone());
            move || make(&schedule, &source, now)
        });
        let pause = match made
            .await
            .map_err(io::Error::other)
            .map_err(BackupError::from)
            .flatten()
        {
            Ok((file, written)) => {
                log_written(&file, written);
                schedule.every
            }
            Err(error) => {
                let retry_s = RETRY.min(schedule.every).as_secs();
                let folder = schedule.folder.display();
                let advice = match error {
                    BackupError::Write(_) => {
                        "; look after the room on its disk and the rights of its folder, or name another one in \
                         [backup] folder"
                    }
                    // The error itself gives the remedy.
                    _ => "",
                };
                counter!(FAILURES).increment(1);
                error!(%folder, %error, retry_s, "a backup failed; retrying{advice}");
                RETRY.min(schedule.every)
            }
        };
        due = after(now, pause);
    }
}

/// Logs that a backup was made.
fn log_written(file: &Path, written: Written) {
    let Written {
        n_entries,
        n_left_out,
    } = written;
    let file = file.display();
    info!(%file, n_entries, "made a backup");
    if n_left_out > 0 {
        warn!(
            n_left_out,
            "the backup lacks damaged entries, so older backups are kept; `oddboard check --data` lists them, and `oddboard \
             salvage FROM TO` saves the intact data into a new folder"
        );
    }
}

/// Returns the time of the first backup. It is now if there is no earlier backup, or if the folder cannot be read, so that the
/// attempt reports the reason.
fn first_due(schedule: &Backup, now: Timestamp) -> Timestamp {
    let moments = moments(&schedule.folder).unwrap_or_default();
    let (past, future): (Vec<_>, Vec<_>) =
        moments.into_iter().partition(|(moment, _)| *moment <= now);
    if let Some((_, file)) = future.first() {
        warn!(
            n_backups = future.len(), file = %file.display(),
            "some backups have a time in the future; keeping them and making new ones; check the clock, and remove files that \
             are not backups"
        );
    }
    let latest = past.last();
    latest.map_or(now, |(latest, _)| after(*latest, schedule.every))
}

/// Returns the time until a backup is due.
fn wait(due: Timestamp, now: Timestamp) -> Option<Duration> {
    let wait = u64::try_from(due.0.saturating_sub(now.0)).ok();
    wait.filter(|wait| *wait > 0).map(Duration::from_millis)
}

fn after(moment: Timestamp, pause: Duration) -> Timestamp {
    let pause = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
    Timestamp(moment.0.saturating_add(pause))
}

/// Makes a backup, and removes the oldest surplus ones, unless they may hold intact values of damaged entries.
fn make(
    schedule: &Backup,
    source: &Source,
    now: Timestamp,
) -> Result<(PathBuf, Written), BackupError> {
    files::make_private_folder(&schedule.folder)?;
    files::keep_private(&schedule.folder, |name, _| {
        if is_ours(name) {
            Relation::Ours
        } else {
            Relation::Foreign
        }
    });
    let file = schedule.folder.join(name(now)?);
    if file.try_exists()? {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
    }
    let draft = AtomicFile::new(&file)?;
    let written = source.back_up(draft.file())?;
    draft.finish()?;
    let n_kept = match written.n_left_out {
        0 => schedule.keep,
        _ => usize::MAX,
    };
    if let Err(error) = rotate(&schedule.folder, n_kept, now) {
        warn!(%error, "cannot remove old backups");
    }
    Ok((file, written))
}

/// Removes the oldest surplus backups, and the parts of interrupted ones. Backups with a time in the future stay, because their
/// age is unknown.
fn rotate(folder: &Path, n_kept: usize, now: Timestamp) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_half(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    let mut past = moments(folder)?;
    past.retain(|(moment, _)| *moment <= now);
    let n_many = past.len().saturating_sub(n_kept);
    past[..n_many]
        .iter()
        .try_for_each(|(_, file)| fs::remove_file(file))
}

/// Tells whether this is the name of a backup, or of a part of one.
fn is_ours(name: &str) -> bool {
    moment_of(name).is_some() || is_half(name)
}

/// Tells whether this is the name of a backup in progress, or of an interrupted one.
fn is_half(name: &str) -> bool {
    let parts = name.split_once(".jsonl");
    parts.is_some_and(|(stem, rest)| rest.ends_with(".part") && moment(stem).is_some())
}

/// Returns the backups in a folder, the oldest first.
fn moments(folder: &Path) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    let mut moments = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let moment = entry.file_name().to_str().and_then(moment_of);
        moments.extend(moment.map(|moment| (moment, entry.path())));
    }
    moments.sort();
    Ok(moments)
}

/// Returns the newest backup in a folder, which need not exist, without those with a time in the future.
pub(super) fn newest(folder: &Path, now: Timestamp) -> io::Result<Option<(Timestamp, PathBuf)>> {
    let mut moments = match moments(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        moments => moments?,
    };
    moments.retain(|(moment, _)| *moment <= now);
    Ok(moments.pop())
}

/// Returns the name of a backup of this time.
fn name(now: Timestamp) -> io::Result<String> {
    let now = jiff::Timestamp::from_millisecond(now.0).map_err(io::Error::other)?;
    Ok(format!("oddboard-{}.jsonl", now.strftime(STAMP)))
}

/// Parses the time of a backup from the name of its file.
fn moment_of(name: &str) -> Option<Timestamp> {
    name.strip_suffix(".jsonl").and_then(moment)
}

/// Does the same for the name without its ending.
fn moment(stem: &str) -> Option<Timestamp> {
    let stamp = stem.strip_prefix("oddboard-")?;
    let moment = DateTime::strptime(STAMP, stamp).ok()?;
    let moment = moment.to_zoned(TimeZone::UTC).ok()?.timestamp();
    Some(Timestamp(moment.as_millisecond()))
}
