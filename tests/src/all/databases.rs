//! The real program with its data in a database, in place of a folder.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;
use tests::{
    guest::{Guest, text},
    postgres::Postgres,
    program::{self, Program},
    skip::skips_postgres,
    venue::Answered,
};

const GAME: [&str; 6] = ["e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6"];

fn on(url: &str) -> Command {
    let mut command = program::command();
    command.env("ODDBOARD_STORE_URL", url);
    command
}

/// A program on a database, with a folder of its own for the rest.
fn start(url: &str, folder: &TempDir, name: &str) -> Program {
    Program::start_by(on(url), "127.0.0.1:0", &folder.path().join(name))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Plays moves of the game, each by whose turn it is; events are named after the number of the move.
async fn play(address: &str, people: &[Guest; 2], moves: std::ops::Range<usize>) {
    for n in moves {
        let deed = text(&format!("/move {}", GAME[n]));
        let id = format!("move-{n}");
        let answer = people[n % 2].say(address, "lobby", &id, &deed).await;
        let told = answer.text();
        assert!(told.starts_with("You played"), "{told}");
    }
}

async fn record(address: &str, who: &Guest, id: &str) -> String {
    let event = format!("record-{}", address.replace(['.', ':'], "-"));
    let deed = text(&format!("/export {id}"));
    let answer = who.say(address, "lobby", &event, &deed).await;
    answer.file().expect("a record comes as a file").to_owned()
}

#[tokio::test]
async fn what_was_answered_is_there_when_the_process_is_killed_and_its_folder_lost() {
    if skips_postgres() {
        return;
    }
    let (url, folder) = (Postgres::database(), folder());
    let first = start(&url, &folder, "first");
    let people = [
        Guest::sign_in(&first.address, "Ann").await,
        Guest::sign_in(&first.address, "Bob").await,
    ];
    let terms = "berolina @Bob color:white";
    let id = people[0].begin(&first.address, &people[1], terms).await;
    play(&first.address, &people, 0..3).await;
    first.kill();
    let second = start(&url, &folder, "second");
    // What was answered is answered so again, and counts once.
    play(&second.address, &people, 0..6).await;
    let record = record(&second.address, &people[0], &id.to_string()).await;
    for action in GAME {
        assert!(record.contains(action), "{record}");
    }
    let (_, status) = second.stop();
    assert!(status.success());
}

/// Moves all data from one place to another; each is what the program's commands are told by the environment or options.
fn move_over(from: &[&str], to: &[&str], folder: &Path) {
    let script = format!(
        r#"{} "$0" backup {} - | {} "$0" restore {} -"#,
        from[0], from[1], to[0], to[1]
    );
    let mut command = program::wrapped(Command::new("bash"));
    command
        .args(["-o", "pipefail", "-c", &script])
        .arg(program::path())
        .current_dir(folder)
        .stderr(Stdio::piped());
    let moved = command.output().expect("a shell runs");
    assert!(
        moved.status.success(),
        "{}",
        String::from_utf8_lossy(&moved.stderr)
    );
}

#[tokio::test]
async fn data_move_between_a_folder_and_a_database_both_ways() {
    if skips_postgres() {
        return;
    }
    let (url, folder) = (Postgres::database(), folder());
    let in_folder = Program::start(&folder.path().join("before"));
    let people = [
        Guest::sign_in(&in_folder.address, "Ann").await,
        Guest::sign_in(&in_folder.address, "Bob").await,
    ];
    let terms = "chakart @Bob color:white";
    let id = people[0].begin(&in_folder.address, &people[1], terms).await;
    let before = record(&in_folder.address, &people[0], &id.to_string()).await;
    in_folder.stop();
    let database = format!("ODDBOARD_STORE_URL={url}");
    move_over(&["", "--data before"], &[&database, ""], folder.path());
    let in_database = start(&url, &folder, "rest");
    let meanwhile = record(&in_database.address, &people[0], &id.to_string()).await;
    assert_eq!(meanwhile, before);
    // The database tells what it holds while a bot uses it.
    move_over(&[&database, ""], &["", "--data after"], folder.path());
    in_database.stop();
    let again = Program::start(&folder.path().join("after"));
    assert_eq!(
        record(&again.address, &people[0], &id.to_string()).await,
        before
    );
}
