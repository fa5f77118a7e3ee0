//! The power fails while the program starts, plays, stops, writes a backup or restores one. The next start finds all
//! confirmed changes, in order, and no partial change.

use std::{collections::HashMap, fs, path::Path, process::Command};

use tests::{
    crash::{Event, FailingCalls, Image, Shim},
    program::{self, Program},
};

use super::{
    content::Content,
    cuts::{DiskMoment, PowerCut, check_cuts},
    recording::{RecordedFolder, Recording, played, run},
};
use crate::players::Players;

const SEED: u64 = 20_261_121;

/// The beginning of the page's answer to a confirmed request.
const ANSWER: &str = "HTTP/1.1 200";

/// The numbers of matches and moves acknowledged after this many events.
pub(super) struct AcknowledgedCounts {
    n_events: usize,
    n_matches: usize,
    n_moves: usize,
}

/// Records a start on an empty folder, a match of this many steps, and the end.
async fn record_play(
    shim: &Shim,
    n_steps: usize,
) -> (RecordedFolder, Recording, Vec<AcknowledgedCounts>) {
    let folder = RecordedFolder::new(Image::default());
    let command = folder.command(shim);
    record_play_by(command, folder, n_steps).await
}

/// Records a start by this command, a match of this many steps, and the end. Repeats unconfirmed requests as often as
/// necessary.
async fn record_play_by(
    command: Command,
    folder: RecordedFolder,
    n_steps: usize,
) -> (RecordedFolder, Recording, Vec<AcknowledgedCounts>) {
    let program = Program::start_by(command, "127.0.0.1:0", &folder.data());
    let mut players = Players::sign_in(&program.address, SEED).await;
    let said = play_answered(&mut players, &program.address, &folder, n_steps).await;
    let (_, status) = program.stop();
    assert!(status.success(), "{status}");
    let recording = folder.recorded();
    let acknowledged = acknowledged(&recording, said);
    (folder, recording, acknowledged)
}

/// The length of the record, and the numbers of matches and moves acknowledged by then.
type RecordedCounts = (u64, (usize, usize));

/// Plays this many steps, each as often as necessary, and returns the time of each confirmation.
pub(super) async fn play_answered(
    players: &mut Players,
    address: &str,
    folder: &RecordedFolder,
    n_steps: usize,
) -> Vec<RecordedCounts> {
    let mut said = Vec::new();
    for _ in 0..n_steps {
        let step = players.step();
        let mut is_done = false;
        while !is_done {
            let done = players.attempt(address, &step).await;
            is_done = done.expect("the program is there");
        }
        said.push((folder.length(), players.acknowledged()));
    }
    said
}

/// Returns the acknowledged matches and moves by the events of a recording.
pub(super) fn acknowledged(
    recording: &Recording,
    said: Vec<RecordedCounts>,
) -> Vec<AcknowledgedCounts> {
    let acknowledged = said.into_iter().map(|(length, (n_matches, n_moves))| {
        let n_events = recording.trace.n_until_output(ANSWER, length);
        AcknowledgedCounts {
            n_events,
            n_matches,
            n_moves,
        }
    });
    acknowledged.collect()
}

/// The data that the program finds at moments of a recording; each is opened at most once.
#[derive(Default)]
pub(super) struct FoundContents(HashMap<usize, Result<Content, String>>);

impl FoundContents {
    fn at(&mut self, moment: &DiskMoment) -> &Result<Content, String> {
        let found = self.0.entry(moment.n_events);
        found.or_insert_with(|| opened(&moment.seen))
    }
}

/// Returns the content that the program finds in the data folder of an image.
pub(super) fn opened(image: &Image) -> Result<Content, String> {
    opened_at(image, "data")
}

/// Returns the content that the program finds in a folder of an image.
fn opened_at(image: &Image, data: &str) -> Result<Content, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    image.write(folder.path());
    Content::of(&folder.path().join(data)).map_err(|error| error.to_string())
}

/// Checks that confirmed matches and moves are there.
pub(super) fn check_answered(
    answered: &[AcknowledgedCounts],
    n_events: usize,
    left: Content,
) -> Result<(), String> {
    let n_answered = answered.partition_point(|answered| answered.n_events <= n_events);
    let (n_matches, n_moves) = answered[..n_answered]
        .last()
        .map_or((0, 0), |last| (last.n_matches, last.n_moves));
    if left.n_matches >= n_matches && left.n_moves >= n_moves {
        return Ok(());
    }
    let Content {
        n_matches: matches,
        n_moves: moves,
        ..
    } = left;
    Err(format!(
        "{n_matches} matches and {n_moves} moves were answered, {matches} and {moves} are there"
    ))
}

/// Checks that a cut has left the complete data of a recent moment, and returns them.
pub(super) fn check_whole(cut: &PowerCut, found: &mut FoundContents) -> Result<Content, String> {
    let left = opened(&cut.left)?;
    if cut
        .before
        .iter()
        .any(|moment| *found.at(moment) == Ok(left))
    {
        return Ok(left);
    }
    Err(format!("it holds {left:?}, which it never held before"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_takes_nothing_that_was_answered() {
    let (_, recording, answered) = record_play(&Shim::build(), 300).await;
    let mut found = FoundContents::default();
    check_cuts(&recording, 160, SEED, |cut| {
        let left = check_whole(cut, &mut found)?;
        check_answered(&answered, cut.n_events, left)
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_after_a_power_cut_takes_nothing() {
    let shim = Shim::build();
    let (_, recording, answered) = record_play(&shim, 40).await;
    let mut lefts = Vec::new();
    check_cuts(&recording, 10, SEED, |cut| {
        lefts.push((cut.left.clone(), cut.n_events));
        Ok(())
    });
    for (left, n_events) in lefts {
        let folder = RecordedFolder::new(left);
        Program::start_by(folder.command(&shim), "127.0.0.1:0", &folder.data()).stop();
        let mut found = FoundContents::default();
        check_cuts(&folder.recorded(), 5, SEED, |cut| {
            let left = check_whole(cut, &mut found)?;
            check_answered(&answered, n_events, left)
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_takes_nothing_after_a_sync_that_failed() {
    let shim = Shim::build();
    for number in [30, 41, 52] {
        let folder = RecordedFolder::new(Image::default());
        let mut command = folder.command(&shim);
        let failing = FailingCalls {
            kind: "sync",
            error: 5,
            how: "once",
            number,
            seed: SEED,
        };
        shim.fail(&mut command, &folder.path(), failing);
        let (_, recording, answered) = record_play_by(command, folder, 60).await;
        let events = &recording.trace.events;
        let n_failed = events
            .iter()
            .filter(|event| matches!(event, Event::Unsynced { .. }));
        assert_eq!(n_failed.count(), 1, "sync {number} has not failed");
        let mut found = FoundContents::default();
        check_cuts(&recording, 30, SEED, |cut| {
            let left = check_whole(cut, &mut found)?;
            check_answered(&answered, cut.n_events, left)
        });
    }
}

pub(super) fn check_same(
    found: Result<Content, String>,
    expected: &Result<Content, String>,
) -> Result<(), String> {
    if found == *expected {
        return Ok(());
    }
    Err(format!("{found:?} is found instead of {expected:?}"))
}

/// The file of the backups of a recorded folder.
const BACKUP: &str = "backup.jsonl";

/// Returns a folder on which this many steps were played, and its backup.
async fn backed_up(n_steps: usize) -> RecordedFolder {
    let (folder, _) = played(n_steps).await;
    let file = folder.path().join(BACKUP);
    run(&mut program::command(), "backup", &folder.data(), &file);
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_leaves_a_whole_backup() {
    let shim = Shim::build();
    let earlier = backed_up(5).await;
    let earlier = fs::read(earlier.path().join(BACKUP)).expect("a backup");
    let folder = backed_up(40).await;
    let file = folder.path().join(BACKUP);
    let whole = fs::read(&file).expect("a backup");
    fs::write(&file, &earlier).expect("a file");
    let content = Content::of(&folder.data()).map_err(|error| error.to_string());
    let folder = RecordedFolder::new(Image::read(&folder.path()));
    let file = folder.path().join(BACKUP);
    run(&mut folder.command(&shim), "backup", &folder.data(), &file);
    let recording = folder.recorded();
    let answered = recording.trace.n_until_output("oddboard: ", u64::MAX);
    check_cuts(&recording, 30, SEED, |cut| {
        let found = cut.left.0.get(Path::new(BACKUP));
        let found = found.and_then(Option::as_ref).map(|bytes| &bytes[..]);
        let is_answered = cut.n_events >= answered;
        if found != Some(&whole) && (is_answered || found != Some(&earlier)) {
            return Err(format!("the backup is not whole (answered: {is_answered})"));
        }
        check_same(opened(&cut.left), &content)
    });
}

/// A data folder inside folders that the program creates.
const DEEP: &str = "data/deep/down";

/// Checks the data folder after a power cut during a restore. It is complete; or, before the restore was confirmed, it
/// is empty or refused.
fn check_restored(cut: &PowerCut, answered: usize, content: Content) -> Result<(), String> {
    let nothing = |found: &Content| found.n_matches == 0 && found.n_moves == 0;
    let is_answered = cut.n_events >= answered;
    match opened_at(&cut.left, DEEP) {
        Ok(found) if found == content => Ok(()),
        Ok(found) if nothing(&found) && !is_answered => Ok(()),
        Err(why) if why.contains("interrupted") && !is_answered => Ok(()),
        found => Err(format!("{found:?} (answered: {is_answered})")),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_leaves_no_half_restored_data() {
    let shim = Shim::build();
    let played = backed_up(40).await;
    let content = Content::of(&played.data()).expect("it is healthy");
    let folder = RecordedFolder::new(Image::default());
    let file = played.path().join(BACKUP);
    let data = folder.path().join(DEEP);
    run(&mut folder.command(&shim), "restore", &data, &file);
    let recording = folder.recorded();
    let answered = recording.trace.n_until_output("oddboard: ", u64::MAX);
    check_cuts(&recording, 50, SEED, |cut| {
        check_restored(cut, answered, content)
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_leaves_no_half_salvaged_data() {
    let shim = Shim::build();
    let (played, _) = played(40).await;
    let content = Content::of(&played.data()).expect("it is healthy");
    let folder = RecordedFolder::new(Image::default());
    let mut command = folder.command(&shim);
    let to = folder.path().join(DEEP);
    command.arg("salvage").args([played.data(), to]);
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    let recording = folder.recorded();
    let answered = recording.trace.n_until_output("saved into ", u64::MAX);
    check_cuts(&recording, 30, SEED, |cut| {
        check_restored(cut, answered, content)
    });
}
