//! The power fails while a bot that plays makes its backups. A file with the name of a backup is whole, and none is
//! removed except for a newer one.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    io::{BufRead, BufReader, PipeReader, pipe},
    path::Path,
    process::Command,
};

use store::{MemoryStore, restore};
use tests::{
    crash::{Event, Image, Shim, Trace},
    program::{self, Program},
};

use super::{
    cuts::check_cuts,
    power::{FoundContents, acknowledged, check_answered, check_whole, play_answered},
    recording::RecordedFolder,
};
use crate::players::Players;

const SEED: u64 = 20_261_126;

/// The number of backups kept.
const N_KEPT: usize = 2;

/// The number of days on which the bot runs; on each it makes a backup.
const N_DAYS: usize = 4;

/// The log line of a backup.
const MADE: &str = "made a backup";

/// Starts a program that is to make a backup on a day, and returns it with its log.
fn on_day(day: usize, shim: &Shim, mut command: Command) -> (Command, BufReader<PipeReader>) {
    let (log, said) = pipe().expect("a pipe");
    command
        .env("ODDBOARD_BACKUP_EVERY", "1d")
        .env("ODDBOARD_BACKUP_KEEP", N_KEPT.to_string())
        .stderr(said);
    shim.delay(&mut command, day);
    (command, BufReader::new(log))
}

/// Waits until the log reports a backup.
fn wait_for_backup(log: BufReader<PipeReader>) {
    let mut lines = log.lines().map(|line| line.expect("a log is text"));
    assert!(lines.any(|line| line.contains(MADE)), "none was made");
}

/// Returns the backups in a disk image with their content.
fn backups(left: &Image) -> BTreeMap<&OsStr, &[u8]> {
    let backups = left.0.iter().filter_map(|(path, bytes)| {
        let name = path.strip_prefix("data/backups").ok()?;
        let is_backup = name.extension() == Some(OsStr::new("jsonl"));
        is_backup.then(|| Some((name.as_os_str(), &bytes.as_ref()?[..])))?
    });
    backups.collect()
}

/// Checks that every backup is whole.
fn check_restorable(backups: &BTreeMap<&OsStr, &[u8]>) -> Result<(), String> {
    for (name, text) in backups {
        let restored = restore(&MemoryStore::new(), *text);
        restored.map_err(|error| format!("{}: {error}", name.display()))?;
    }
    Ok(())
}

/// Returns the numbers of trace events after which the bot had made backups, starting after the first of these.
fn made(trace: &Trace) -> Vec<usize> {
    let is_made = |event: &Event| matches!(event, Event::Output(output) if String::from_utf8_lossy(output).contains(MADE));
    let events = trace.events.iter().enumerate();
    let made = events.filter(|(_, event)| is_made(event));
    made.map(|(n, _)| n + 1).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_loses_neither_backups_nor_moves_made_during_a_backup() {
    let (shim, folder) = (Shim::build(), RecordedFolder::new(Image::default()));
    let mut players: Option<Players> = None;
    let mut said = Vec::new();
    for day in 0..N_DAYS {
        let (command, log) = on_day(day, &shim, folder.command(&shim));
        let program = Program::start_by(command, "127.0.0.1:0", &folder.data());
        let players = match &mut players {
            Some(players) => players,
            none => none.insert(Players::sign_in(&program.address, SEED).await),
        };
        said.extend(play_answered(players, &program.address, &folder, 10).await);
        wait_for_backup(log);
        program.stop();
    }
    let recording = folder.recorded();
    let answered = acknowledged(&recording, said);
    let made = made(&recording.trace);
    assert_eq!(made.len(), N_DAYS);
    let mut found = FoundContents::default();
    let mut lefts = Vec::new();
    check_cuts(&recording, 100, SEED, |cut| {
        let backups = backups(&cut.left);
        check_restorable(&backups)?;
        let n_made = made.partition_point(|n_events| *n_events <= cut.n_events);
        if backups.len() < n_made.min(N_KEPT) {
            return Err(format!("of {n_made} backups {:?} are left", backups.keys()));
        }
        lefts.push(cut.left.clone());
        let left = check_whole(cut, &mut found)?;
        check_answered(&answered, cut.n_events, left)
    });
    for left in lefts.into_iter().step_by(12) {
        check_next_backup(&shim, left);
    }
}

/// Checks that after a power cut the bot makes its next backup and keeps only whole ones.
fn check_next_backup(shim: &Shim, left: Image) {
    let n_left = backups(&left).len();
    let folder = RecordedFolder::new(left);
    let (command, log) = on_day(N_DAYS, shim, program::command());
    let program = Program::start_by(command, "127.0.0.1:0", &folder.data());
    wait_for_backup(log);
    program.stop();
    let after = Image::read(&folder.path());
    let backups = backups(&after);
    assert_eq!(check_restorable(&backups), Ok(()));
    assert_eq!(
        backups.len(),
        N_KEPT.min(n_left + 1),
        "{:?}",
        backups.keys()
    );
    let folder = Path::new("data/backups");
    let is_backup = |path: &&std::path::PathBuf| path.parent() == Some(folder);
    let n_files = after.0.keys().filter(is_backup).count();
    assert_eq!(n_files, backups.len(), "something else was left there");
}
