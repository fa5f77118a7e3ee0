//! The data in a database, in place of a folder: what was answered is there after whatever ends a process, several processes
//! serve together, and what is wrong with the database is told.

use std::{
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use bot::{
    ports::{Nonce, Store},
    service::read_match,
    store::open_database,
    writer::Writer,
};
use tempfile::TempDir;
use tests::{
    fleet::Fleet,
    guest::{Guest, text},
    postgres::{Postgres, settings},
    program::{self, Program},
    scene::Said,
    skip::skips_postgres,
    venue::{Answered, Venue},
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
    let mut command = Command::new("bash");
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

#[test]
fn what_is_wrong_with_a_database_is_told_at_the_start() {
    if skips_postgres() {
        return;
    }
    let folder = folder();
    let url = Postgres::database();
    let newer = Postgres::database();
    drop(open_database(&settings(&newer)).expect("a new database"));
    let read_only = Postgres::database();
    let name = |url: &str| url.rsplit('/').next().expect("it has a name").to_owned();
    let shared = Postgres::shared();
    shared.sql(&name(&newer), "update oddboard.schema set version = 99");
    shared.sql(
        "postgres",
        &format!(
            "alter database {} set default_transaction_read_only = on",
            name(&read_only)
        ),
    );
    let cases = [
        (
            "mysql://a@b/c".to_owned(),
            "write an address such as postgres://",
        ),
        (
            url.replace("secret", "wrong"),
            "correct user and password in [store] url",
        ),
        (format!("{url}none"), "make that database: CREATE DATABASE"),
        (
            "postgres://odd:secret@127.0.0.1:1/odd".to_owned(),
            "cannot be reached",
        ),
        (format!("{url}?sslmode=require"), "does not speak TLS"),
        (newer, "holds data of version 99"),
        (read_only, "name the primary in [store] url"),
    ];
    for (url, expected) in cases {
        let started = Program::try_start_by(on(&url), &folder.path().join("data"));
        let Err((said, status)) = started else {
            panic!("it serves on {url}");
        };
        assert_eq!(status.code(), Some(2), "{url}: {said}");
        assert!(said.contains(expected), "{url}: {said}");
        assert!(
            !said.contains("secret") && !said.contains("wrong"),
            "{said}"
        );
    }
}

#[tokio::test]
async fn several_processes_serve_on_one_database_and_each_board_is_said_once() {
    if skips_postgres() {
        return;
    }
    let url = Postgres::database();
    let open = || -> Arc<dyn Store> {
        let opened = open_database(&settings(&url));
        Arc::from(opened.expect("the database is there"))
    };
    let mut fleet = Fleet::new(&["Ann", "Bob"], 3, open);
    let id = fleet.begin("berolina @Bob color:white").await;
    fleet.play(&GAME).await;
    let n_posts = |fleet: &Fleet| {
        let said = fleet.scene.said();
        let posts = said.iter().filter(|said| matches!(said, Said::Post(..)));
        posts.count()
    };
    // The challenge, the start and each move.
    while n_posts(&fleet) < GAME.len() + 2 {
        let n_said = fleet.scene.said().len();
        if n_posts(&fleet) < GAME.len() + 2 {
            fleet.scene.until_said(n_said + 1).await;
        }
    }
    fleet.idle().await;
    assert_eq!(n_posts(&fleet), GAME.len() + 2);
    assert_eq!(fleet.scene.repeated(), Vec::<Nonce>::new());
    let writer = Writer::new(open());
    let (_, record) = read_match(&writer, id)
        .expect("the database can be read")
        .expect("there is the match");
    let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
    assert_eq!(played, GAME);
}
