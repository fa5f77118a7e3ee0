//! The real program at work on a folder, recorded.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use store::{Engine, open};
use tempfile::TempDir;
use tests::{
    crash::{Disk, Image, Shim, Trace},
    program::{self, Program},
};

use crate::players::Players;

const SEED: u64 = 20_261_125;

/// A folder that holds a data folder `data`, and beside it the record of the changes that processes make in it.
pub(super) struct RecordedFolder {
    home: TempDir,
    base: Image,
}

/// The changes of a disk over time.
pub(super) struct Recording {
    /// The disk before the recorded events.
    pub(super) disk: Disk,
    pub(super) trace: Trace,
}

impl RecordedFolder {
    /// Creates a folder that holds this image.
    pub(super) fn new(base: Image) -> RecordedFolder {
        let home = tempfile::tempdir().expect("a temporary folder");
        let folder = RecordedFolder { home, base };
        folder.base.write(&folder.path());
        folder
    }

    pub(super) fn path(&self) -> PathBuf {
        let home = self.home.path().canonicalize();
        home.expect("the folder is there").join("world")
    }

    pub(super) fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    pub(super) fn trace(&self) -> PathBuf {
        self.home.path().join("trace")
    }

    /// Returns the command of the recorded program.
    pub(super) fn command(&self, shim: &Shim) -> Command {
        let mut command = program::command();
        shim.record(&mut command, &self.path(), &self.trace());
        command
    }

    /// Returns the present length of the record.
    pub(super) fn length(&self) -> u64 {
        fs::metadata(self.trace()).map_or(0, |found| found.len())
    }

    /// Returns the record, which must cover all changes.
    pub(super) fn recorded(&self) -> Recording {
        let disk = Disk::new(&self.path(), &self.base);
        let trace = Trace::read(&self.trace());
        let mut after = disk.clone();
        for event in &trace.events {
            after.apply(event);
        }
        let seen = after.seen().difference(&Image::read(&self.path()));
        assert_eq!(seen, None, "the shim has not seen all that was done");
        Recording { disk, trace }
    }
}

/// Returns a data folder on which this many steps were played.
pub(super) async fn played(n_steps: usize) -> (RecordedFolder, Players) {
    let folder = RecordedFolder::new(Image::default());
    let program = Program::start(&folder.data());
    let mut players = Players::sign_in(&program.address, SEED).await;
    play(&mut players, &program.address, n_steps).await;
    program.stop();
    while waits_for_delivery(&folder) {
        Program::start(&folder.data()).stop();
    }
    (folder, players)
}

/// True if the program ended before it sent a delivery. The next start would send it and record that.
fn waits_for_delivery(folder: &RecordedFolder) -> bool {
    let store = open(Engine::default(), &folder.data()).expect("it is healthy");
    let waiting = store.scan(b"outbox/", None, 1).expect("a scan");
    !waiting.is_empty()
}

pub(super) async fn play(players: &mut Players, address: &str, n_steps: usize) {
    for _ in 0..n_steps {
        let step = players.step();
        players.finish(address, &step).await;
    }
}

/// Runs a command of the program on a data folder, which must succeed.
pub(super) fn run(command: &mut Command, what: &str, data: &Path, file: &Path) -> Output {
    let output = command.arg(what).arg("--data").arg(data).arg(file).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{what}: {output:?}");
    output
}
