//! Two programs on one database. One of them is on Matrix at a time, and another takes over with the same session.

use std::{fs::File, process::Command};

use rules::Variant;
use serde_json::Value;
use tempfile::TempDir;
use testkit::Random;
use tests::{
    postgres::Postgres,
    program::{Program, path, wrapped},
    skip::skips_postgres,
};

use super::table::Table;

/// The settings of the bot, common to its processes.
struct Settings {
    all: Vec<(&'static str, String)>,
    /// The folder of its session, and of each process.
    folder: TempDir,
}

impl Settings {
    fn new() -> Settings {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let session = folder.path().join("session").display().to_string();
        Settings {
            all: vec![
                ("ODDBOARD_STORE_URL", Postgres::database()),
                ("ODDBOARD_MATRIX_STORE", session),
            ],
            folder,
        }
    }

    /// Starts a program that waits until no other process is on Matrix. Until then it serves a local page.
    async fn start(&self, table: &Table, name: &str) -> Program {
        let folder = self.folder.path().join(name);
        std::fs::create_dir(&folder).expect("a folder of its own");
        let mut program = Command::new("sh");
        program
            .args(["-c", "exec \"$@\" --playground", "sh"])
            .arg(path());
        let mut program = wrapped(program);
        program
            .env("ODDBOARD_MATRIX_HOMESERVER", table.homeserver.address())
            .env("ODDBOARD_MATRIX_USER", "@odd:localhost")
            .envs(self.all.iter().map(|(name, value)| (*name, value)))
            .stderr(File::create(folder.join("log")).expect("a file for the log"));
        let start = move || Program::start_by(program, "127.0.0.1:0", &folder.join("data"));
        let started = tokio::task::spawn_blocking(start).await;
        started.expect("the program starts")
    }

    fn log(&self, name: &str) -> String {
        let log = self.folder.path().join(name).join("log");
        std::fs::read_to_string(log).expect("the log is a text")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_is_on_matrix_when_one_was_killed_or_stands_still() {
    if skips_postgres() {
        return;
    }
    let settings = Settings::new();
    let homeserver = Table::homeserver().await;
    let mut table = Table::open_at(homeserver, true, Value::Null, settings.all.clone()).await;
    let second = settings.start(&table, "second").await;
    let mut random = Random::new(8);
    let mut played = table.begin(Variant::Chakart, "objects=hidden").await;
    for _ in 0..3 {
        table
            .play(&mut played, &mut random)
            .await
            .expect("it goes on");
    }
    table.kill();
    for _ in 0..3 {
        table
            .play(&mut played, &mut random)
            .await
            .expect("it goes on");
    }
    let third = settings.start(&table, "third").await;
    second.suspend();
    for _ in 0..3 {
        table
            .play(&mut played, &mut random)
            .await
            .expect("it goes on");
    }
    second.go_on();
    for _ in 0..3 {
        table
            .play(&mut played, &mut random)
            .await
            .expect("it goes on");
    }
    table.check_boards(&played);
    for (program, name) in [(second, "second"), (third, "third")] {
        let stopped = tokio::task::spawn_blocking(move || program.stop()).await;
        let (said, status) = stopped.expect("nothing panics");
        assert!(status.success(), "{}", settings.log(name));
        assert!(
            said.contains("Matrix: @odd:localhost is connected"),
            "{said}"
        );
        let log = settings.log(name);
        assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
    }
    let log = settings.log("second");
    assert!(
        log.contains("handed Matrix over to another process"),
        "{log}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_the_keys_of_the_bot_does_not_log_in_again() {
    if skips_postgres() {
        return;
    }
    let settings = Settings::new();
    let homeserver = Table::homeserver().await;
    let mut table = Table::open_at(homeserver, false, Value::Null, settings.all.clone()).await;
    assert!(table.stop().await, "{}", table.log());
    let elsewhere = settings
        .folder
        .path()
        .join("elsewhere")
        .display()
        .to_string();
    table.set(
        "ODDBOARD_MATRIX_STORE",
        Some(("ODDBOARD_MATRIX_STORE", &elsewhere)),
    );
    let ended = table.try_start(&[]).await.expect_err("it does not serve");
    assert_eq!(ended.code(), Some(2));
    let log = table.log();
    assert!(
        log.contains("has to be on storage that all processes reach"),
        "{log}"
    );
}
