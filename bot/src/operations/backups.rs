//! Backups that are made by themselves: one each interval, of which the newest are kept.

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

/// How often a backup failed, for whoever counts.
pub(super) const FAILURES: &str = "oddboard_backup_failures_total";

/// How long a backup that failed waits for the next try.
const RETRY: Duration = Duration::from_secs(300);

/// How long the clock is trusted: it may be set, and the machine may sleep.
const GLANCE: Duration = Duration::from_secs(60);

/// How the moment of a backup is written in the name of its file. Such names sort by time.
const STAMP: &str = "%Y-%m-%dT%H-%M-%SZ";

/// Has backups be made by one process of several that serve together.
const ROLE: &str = "backup";

/// Makes backups as they fall due, for as long as the bot runs and no other process does. One that fell due while no bot ran is made
/// at once.
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
        // Where nobody knows who has the role, trying tells what is wrong.
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
                    // It tells by itself what to do.
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
            "entries are damaged and not in the backup; older backups are kept for as long as some are: see `oddboard check \
             --data`, and save what is whole into a new folder with `oddboard salvage FROM TO`"
        );
    }
}

/// When the first backup is due. Where there is none it is time for one, and where one cannot look the attempt tells why.
fn first_due(schedule: &Backup, now: Timestamp) -> Timestamp {
    let moments = moments(&schedule.folder).unwrap_or_default();
    let (past, future): (Vec<_>, Vec<_>) =
        moments.into_iter().partition(|(moment, _)| *moment <= now);
    if let Some((_, file)) = future.first() {
        warn!(
            n_backups = future.len(), file = %file.display(),
            "there are backups whose names tell a moment that is still to come; they are left alone and others are made, \
             so look after the clock, and remove those that are none"
        );
    }
    let latest = past.last();
    latest.map_or(now, |(latest, _)| after(*latest, schedule.every))
}

/// How long it is until a backup is due.
fn wait(due: Timestamp, now: Timestamp) -> Option<Duration> {
    let wait = u64::try_from(due.0.saturating_sub(now.0)).ok();
    wait.filter(|wait| *wait > 0).map(Duration::from_millis)
}

fn after(moment: Timestamp, pause: Duration) -> Timestamp {
    let pause = i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
    Timestamp(moment.0.saturating_add(pause))
}

/// Makes a backup, and removes the oldest of those that are too many, unless something is damaged that they may hold.
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

/// Removes the oldest backups that are too many, and what was left of those that were interrupted. Nobody knows how old
/// those are that are still to come.
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

/// Whether this is the name of a backup, or of half of one.
fn is_ours(name: &str) -> bool {
    moment_of(name).is_some() || is_half(name)
}

/// Whether this is the name of a backup that is being made, or was when that was interrupted.
fn is_half(name: &str) -> bool {
    let parts = name.split_once(".jsonl");
    parts.is_some_and(|(stem, rest)| rest.ends_with(".part") && moment(stem).is_some())
}

/// The backups in a folder, the oldest first.
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

/// The newest backup in a folder, which need not be there, that is not still to come.
pub(super) fn newest(folder: &Path, now: Timestamp) -> io::Result<Option<(Timestamp, PathBuf)>> {
    let mut moments = match moments(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        moments => moments?,
    };
    moments.retain(|(moment, _)| *moment <= now);
    Ok(moments.pop())
}

/// What a backup of this moment is called.
fn name(now: Timestamp) -> io::Result<String> {
    let now = jiff::Timestamp::from_millisecond(now.0).map_err(io::Error::other)?;
    Ok(format!("oddboard-{}.jsonl", now.strftime(STAMP)))
}

/// The moment of a backup, of the name of its file.
fn moment_of(name: &str) -> Option<Timestamp> {
    name.strip_suffix(".jsonl").and_then(moment)
}

/// The same of the name without its ending.
fn moment(stem: &str) -> Option<Timestamp> {
    let stamp = stem.strip_prefix("oddboard-")?;
    let moment = DateTime::strptime(STAMP, stamp).ok()?;
    let moment = moment.to_zoned(TimeZone::UTC).ok()?.timestamp();
    Some(Timestamp(moment.as_millisecond()))
}
