//! Messages of the real program when it cannot start. It leaves unusable files alone.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use tests::{
    page_user::{PageUser, text},
    program::{self, Program},
};

/// Starts the program, which must end by itself with the code for "no" and print all of `told` on one line.
#[track_caller]
fn check(listen: &str, data: &Path, told: &[&str]) {
    let mut command = program::command();
    command
        .args(["serve", "--listen", listen, "--data"])
        .arg(data);
    let ended = command
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let message = String::from_utf8(ended.stderr).expect("messages are text");
    assert_eq!(ended.status.code(), Some(1), "{message}");
    assert!(ended.stdout.is_empty(), "it is never ready");
    let last = message.lines().last().unwrap_or_default();
    for told in told {
        assert!(
            last.starts_with("oddboard: ") && last.contains(told),
            "{message:?} does not tell {told:?}"
        );
    }
    assert!(!message.contains("panicked"), "{message}");
}

const FREE: &str = "127.0.0.1:0";

/// Creates a folder with the data of a program that has ended, and a person who has signed in there.
async fn used(folder: &Path) -> (PathBuf, PageUser) {
    let data = folder.join("data");
    let program = Program::start(&data);
    let ann = PageUser::sign_in(&program.address, "Ann").await;
    ann.say(
        &program.address,
        "lobby",
        "first",
        &text("/challenge berolina"),
    )
    .await;
    let (_, status) = program.stop();
    assert!(status.success());
    (data, ann)
}

#[tokio::test]
async fn an_address_that_cannot_be_had_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let other = folder.path().join("other");
    check(
        &program.address,
        &other,
        &[&program.address, "in use", "--listen", "port 0"],
    );
    assert!(!other.exists(), "nothing is left behind");
}

#[tokio::test]
async fn a_folder_in_use_is_told_and_its_owner_is_not_disturbed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let program = Program::start(&data);
    let ann = PageUser::sign_in(&program.address, "Ann").await;
    check(
        FREE,
        &data,
        &["data", "in use by another process", "--data"],
    );
    ann.say(
        &program.address,
        "lobby",
        "first",
        &text("/challenge berolina"),
    )
    .await;
    program.kill();
    let program = Program::start(&data);
    let answer = ann
        .say(&program.address, "lobby", "games", &text("/games"))
        .await;
    assert!(
        answer["text"]
            .as_str()
            .expect("a text")
            .contains("you challenge"),
        "{answer}"
    );
}

#[test]
fn a_folder_that_cannot_be_had_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    fs::write(&file, "mine").expect("a file can be written");
    check(FREE, &file, &["file", "not a directory", "--data"]);
    check(FREE, &file.join("deeper"), &["file/deeper", "--data"]);
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "mine");
    // No user can make a folder there, not even the system's administrator.
    #[cfg(target_os = "linux")]
    check(
        FREE,
        Path::new("/proc/oddboard/data"),
        &["/proc/oddboard/data", "--data"],
    );
}

#[tokio::test]
async fn damaged_data_are_told_and_left_alone() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 4] = [
        ("Not a redb database", |data| {
            fs::write(
                data.join("oddboard.redb"),
                b"this is no data".repeat(100_000),
            )
            .expect("a file can be written");
        }),
        ("Not a redb database", |data| {
            let mut file = fs::read(data.join("oddboard.redb")).expect("there are data");
            let half = file.len() / 2;
            file[..half].fill(0x5a);
            fs::write(data.join("oddboard.redb"), file).expect("a file can be written");
        }),
        ("the file is cut off", |data| {
            fs::write(data.join("oddboard.redb"), "").expect("a file can be written");
        }),
        (
            "are not there (the file oddboard.redb is missing)",
            |data| {
                fs::remove_file(data.join("oddboard.redb")).expect("there are data");
            },
        ),
    ];
    for (told, damage) in damages {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (data, _) = used(folder.path()).await;
        damage(&data);
        // The message is repeated, and the damaged folder is not treated as new.
        for _ in 0..2 {
            check(FREE, &data, &[told, "restore", "backup"]);
        }
    }
}
