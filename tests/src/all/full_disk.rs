//! The disk of the real program fills up in the middle of a match. The player to move receives the reply that nothing
//! is confirmed. Once there is room again, the same event settles whether the move counts, with and without a restart.

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use store::{MemoryStore, restore};
use tests::{
    PATIENCE,
    page_user::{PageUser, text},
    program::{self, Program},
};
use tokio::{task::JoinSet, time::timeout};

use crate::players::{Players, Step};

/// The number of unconfirmed steps in a row that show that the disk is full.
const FULL: usize = 5;

/// A part of the message about a full disk.
const FILLED: &str = "check its owner, its rights and the space on the disk";

/// Starts the program so that a file that cannot grow fails its write, instead of a signal that ends the program. It
/// logs beside its data.
fn start(data: &Path) -> Program {
    Program::start_in_shell("trap '' XFSZ; exec \"$@\" 2>> log", data)
}

/// Sets the largest length of the program's files from now on: a number of bytes, or `unlimited`.
fn limit(program: &Program, length: &str) {
    let mut command = Command::new("prlimit");
    let status = command
        .args(["--pid", &program.id().to_string()])
        .arg(format!("--fsize={length}:unlimited"))
        .status();
    assert!(
        status.expect("util-linux is there").success(),
        "a limit of ours can be changed"
    );
}

/// Plays on while the disk fills, and returns the step in doubt.
async fn fill(players: &mut Players, program: &Program, n_bytes: &str) -> Step {
    play_on(players, &program.address).await;
    limit(program, n_bytes);
    let address = &program.address;
    loop {
        let step = players.step();
        let mut n_failed = 0;
        while !players
            .attempt(address, &step)
            .await
            .expect("the program stays up")
        {
            n_failed += 1;
            if n_failed == FULL {
                return step;
            }
        }
    }
}

/// Repeats a step until it counts.
async fn settle(players: &mut Players, address: &str, step: &Step) {
    let settled = timeout(PATIENCE, async {
        while !players
            .attempt(address, step)
            .await
            .expect("the program stays up")
        {}
    });
    settled.await.expect("it counts in time");
}

async fn play_on(players: &mut Players, address: &str) {
    for _ in 0..20 {
        let step = players.step();
        settle(players, address, &step).await;
    }
}

/// Makes a backup where there is room.
fn back_up(data: &Path) {
    let saved = data.with_file_name("saved.jsonl");
    let mut command = program::command();
    command.args(["backup", "--data"]).args([data, &saved]);
    let ran = command.output().expect("the program starts");
    let messages = String::from_utf8_lossy(&ran.stderr);
    let log = data.with_file_name("log");
    let log = fs::read_to_string(log).unwrap_or_default();
    assert!(ran.status.success(), "{messages}{log}");
    let saved = fs::read(saved).expect("the backup is there");
    let n_entries = restore(&MemoryStore::new(), &*saved).expect("it is whole");
    assert!(n_entries > 0);
}

/// Fills the disk, makes room and checks; then fills it once more and ends the program without making room.
async fn check(n_bytes: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let program = start(&data);
    let mut players = Players::sign_in(&program.address, n_bytes.len() as u64).await;
    players.haggle();
    let disputed = fill(&mut players, &program, n_bytes).await;
    back_up(&data);
    limit(&program, "unlimited");
    settle(&mut players, &program.address, &disputed).await;
    play_on(&mut players, &program.address).await;
    players.check(&program.address).await;
    program.kill();

    let program = start(&data);
    players.check(&program.address).await;
    let disputed = fill(&mut players, &program, n_bytes).await;
    program.kill();

    let program = Program::start(&data);
    settle(&mut players, &program.address, &disputed).await;
    play_on(&mut players, &program.address).await;
    players.check(&program.address).await;
    let log = fs::read_to_string(folder.path().join("log")).expect("there is a log");
    // The administrator receives one message at the start with the remedy, and one at the end.
    let is_bad = |line: &&str| line.contains(" WARN ") || line.contains(" ERROR ");
    let told: Vec<_> = log.lines().filter(is_bad).collect();
    let expected = [FILLED, "can be written again", FILLED];
    let is_expected = |(line, words): (&&str, &str)| line.contains(words);
    assert!(
        told.len() == expected.len() && told.iter().zip(expected).all(is_expected),
        "{log}"
    );
    assert!(!log.contains("panicked"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let mut checks = JoinSet::new();
    for n_bytes in ["4096", "65536"] {
        checks.spawn(check(n_bytes));
    }
    checks.join_all().await;
}

/// The number of reads while the disk is full.
const READS: usize = 20;

/// Returns the reply to a reading command under its own event id.
async fn read(reader: &PageUser, address: &str, command: &str, n: usize) -> Value {
    let id = format!("{}-{n}", &command[1..]);
    let heard = reader
        .try_send(address, "direct", &id, &text(command))
        .await;
    let heard = heard.expect("the program stays up");
    heard.unwrap_or_else(|refusal| panic!("{command} is refused: {refusal:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_gets_answers_while_the_disk_is_full() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let program = start(&data);
    let address = &program.address;
    let mut players = Players::sign_in(address, 7).await;
    let reader = PageUser::sign_in(address, "Eve").await;
    let alone = text("/challenge berolina opponent:@Oddboard level:1 color:white");
    reader.send(address, "direct", "alone", &alone).await;
    let commands = ["/games", "/history", "/export"];
    let mut expected = Vec::new();
    for command in commands {
        expected.push(read(&reader, address, command, READS).await);
    }
    let disputed = fill(&mut players, &program, "4096").await;
    for n in 0..READS {
        for (command, expected) in commands.iter().zip(&expected) {
            assert_eq!(read(&reader, address, command, n).await, *expected);
        }
    }
    limit(&program, "unlimited");
    settle(&mut players, address, &disputed).await;
    program.kill();
}
