//! The power fails while the store gives back unused space.

use std::{fs, process::Command};

use api::Batch;
use store::{Engine, open};
use tests::{
    crash::{Event, Image, Shim, Trace},
    program::Program,
};

use super::{
    cuts::{PowerCut, check_cuts},
    power::{check_same, opened},
    recording::{RecordedFolder, played},
};

const SEED: u64 = 20_261_127;

/// The largest unused part of a file, in bytes.
const SLACK: u64 = 4 << 20;

/// Returns the length of the file of the data.
fn length(folder: &RecordedFolder) -> u64 {
    let file = fs::metadata(folder.data().join("oddboard.redb"));
    file.expect("the data").len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_takes_nothing_while_a_start_gives_space_back() {
    let (played, _) = played(20).await;
    let store = open(Engine::default(), &played.data()).expect("it is healthy");
    for value in [Some(vec![0; 1 << 20]), None] {
        let mut batch = Batch::default();
        for n in 0..8 {
            let key = format!("big/{n}").into_bytes();
            batch.changes.push((key, value.clone()));
        }
        store.commit(&batch).expect("a commit");
    }
    drop(store);
    let wasteful = Image::read(&played.path());
    let content = opened(&wasteful);
    let (shim, folder) = (Shim::build(), RecordedFolder::new(wasteful));
    Program::start_by(folder.command(&shim), "127.0.0.1:0", &folder.data()).stop();
    let length = length(&folder);
    assert!(length < SLACK, "{length} bytes were not given back");
    check_cuts(&folder.recorded(), 30, SEED, |cut| {
        check_same(opened(&cut.left), &content)
    });
}

/// Returns the number of events after which each commit was acknowledged.
fn committed(trace: &Trace) -> Vec<usize> {
    let events = trace.events.iter().enumerate();
    let said = events.filter(|(_, event)| matches!(event, Event::Output(_)));
    said.map(|(n, _)| n + 1).collect()
}

/// Checks that a cut has left all acknowledged commits, and no partial one.
fn check_committed(cut: &PowerCut, committed: &[usize]) -> Result<(), String> {
    let n_committed = committed.partition_point(|n_events| *n_events <= cut.n_events);
    let folder = tempfile::tempdir().expect("a temporary folder");
    cut.left.write(folder.path());
    let store = open(Engine::default(), &folder.path().join("data"));
    let entries = store.and_then(|store| store.scan(b"commit/", None, usize::MAX));
    let entries = entries.map_err(|error| error.to_string())?;
    let numbers = entries.iter().map(|(_, number)| &number[..]);
    let expected = (0..entries.len()).map(|n| n.to_string().into_bytes());
    if entries.len() < n_committed || !numbers.eq(expected) {
        let n_left = entries.len();
        return Err(format!(
            "{n_committed} commits were acknowledged, {n_left} are there"
        ));
    }
    Ok(())
}

#[test]
fn a_power_cut_takes_nothing_while_a_running_store_gives_space_back() {
    let (shim, folder) = (Shim::build(), RecordedFolder::new(Image::default()));
    let program = std::env::var_os("CARGO_BIN_EXE_store-under-test");
    let mut command = Command::new(program.expect("cargo has built it for these tests"));
    shim.record(&mut command, &folder.path(), &folder.trace());
    let status = command.arg(folder.data()).status();
    assert!(
        status.as_ref().is_ok_and(|status| status.success()),
        "{status:?}"
    );
    let length = length(&folder);
    assert!(length < SLACK, "{length} bytes were not given back");
    let recording = folder.recorded();
    let committed = committed(&recording.trace);
    assert!(committed.len() > 10, "{committed:?}");
    check_cuts(&recording, 150, SEED, |cut| {
        check_committed(cut, &committed)
    });
}
