//! The real program with its data in a database instead of a folder.

use std::{
    collections::BTreeSet,
    path::Path,
    process::{Command, Stdio},
};

use api::MatchId;
use serde_json::Value;
use tempfile::TempDir;
use tests::{
    page_user::{PageUser, text},
    page_users::PageUsers,
    postgres::Postgres,
    program::{self, Program},
    skip::skips_postgres,
    venue::{BotAnswer, Venue},
};

const GAME: [&str; 6] = ["e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6"];

fn on(url: &str) -> Command {
    let mut command = program::command();
    command.env("ODDBOARD_STORE_URL", url);
    command
}

/// Starts a program on a database, with its own folder for the rest.
fn start(url: &str, folder: &TempDir, name: &str) -> Program {
    Program::start_by(on(url), "127.0.0.1:0", &folder.path().join(name))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Plays moves of the game, each as the player to move; events are named after the number of the move.
async fn play(address: &str, people: &[PageUser; 2], moves: std::ops::Range<usize>) {
    for n in moves {
        let input = text(&format!("/move {}", GAME[n]));
        let id = format!("move-{n}");
        let answer = people[n % 2].send(address, "lobby", &id, &input).await;
        let told = answer.text();
        assert!(told.starts_with("You played"), "{told}");
    }
}

async fn record(address: &str, who: &PageUser, id: &str) -> String {
    let event = format!("record-{}", address.replace(['.', ':'], "-"));
    let input = text(&format!("/export {id}"));
    let answer = who.send(address, "lobby", &event, &input).await;
    answer.file().expect("a record comes as a file").to_owned()
}

#[tokio::test]
async fn answered_moves_survive_a_kill_and_the_loss_of_the_folder() {
    if skips_postgres() {
        return;
    }
    let (url, folder) = (Postgres::database(), folder());
    let first = start(&url, &folder, "first");
    let people = [
        PageUser::sign_in(&first.address, "Ann").await,
        PageUser::sign_in(&first.address, "Bob").await,
    ];
    let terms = "berolina @Bob color:white";
    let id = people[0].begin(&first.address, &people[1], terms).await;
    play(&first.address, &people, 0..3).await;
    first.kill();
    let second = start(&url, &folder, "second");
    // A confirmed event has the same reply again, and counts once.
    play(&second.address, &people, 0..6).await;
    let record = record(&second.address, &people[0], &id.to_string()).await;
    for action in GAME {
        assert!(record.contains(action), "{record}");
    }
    let (_, status) = second.stop();
    assert!(status.success());
}

/// A place of data: the options that select it, before its name and after a command of it.
type DataPlace<'a> = [&'a str; 2];

/// Runs a shell script in a folder, where `"$0"` stands for the program, and returns its output.
fn in_shell(script: &str, folder: &Path) -> String {
    let mut command = program::wrapped(Command::new("bash"));
    command
        .args(["-o", "pipefail", "-c", script])
        .arg(program::path())
        .current_dir(folder)
        .stderr(Stdio::piped());
    let done = command.output().expect("a shell runs");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).expect("the program prints text")
}

/// Moves all data from one place to another.
fn move_over(from: DataPlace<'_>, to: DataPlace<'_>, folder: &Path) {
    let script = format!(
        r#"{} "$0" backup {} - | {} "$0" restore {} -"#,
        from[0], from[1], to[0], to[1]
    );
    in_shell(&script, folder);
}

/// Returns all data of a place as backup lines, with a digest of all.
fn kept(place: DataPlace<'_>, folder: &Path) -> Vec<String> {
    let script = format!(r#"{} "$0" backup {} -"#, place[0], place[1]);
    let told = in_shell(&script, folder);
    told.lines().map(str::to_owned).collect()
}

/// Returns the kinds of the entries of a backup.
fn kinds(lines: &[String]) -> BTreeSet<String> {
    let keys = lines.iter().filter_map(|line| {
        let line: Value = serde_json::from_str(line).expect("each line is JSON");
        line["key"].as_str().map(str::to_owned)
    });
    let kind = |key: String| key.split('/').next().unwrap_or_default().to_owned();
    keys.map(kind).collect()
}

/// The kinds of entries stored by [`be_busy`].
const KINDS: [&str; 16] = [
    "blocks",
    "called",
    "dice",
    "followers",
    "follows",
    "head",
    "here",
    "inbox",
    "input",
    "match",
    "mine",
    "past",
    "plan",
    "play",
    "user",
    "version",
];

/// The further kinds that a process stores while several serve.
const OF_PROCESSES: [&str; 4] = ["beat", "claim", "process", "role"];

/// Sends an input, and checks that the reply contains these words.
async fn does(people: &mut PageUsers, who: &str, what: &str, expected: &str) {
    let answer = people.does(who, what).await;
    let told = answer.text();
    assert!(told.contains(expected), "{what}: {told}");
}

/// Plays moves of one match of several in turn, Ann's first.
async fn play_in(people: &mut PageUsers, id: MatchId, moves: &[&str]) {
    for (action, who) in moves.iter().zip(["Ann", "Bob"].into_iter().cycle()) {
        people.plays(who, &format!("{action} match:{id}")).await;
    }
}

/// Lets Ann, Bob and Cid use many features: one finished match and two in play, one with secrets, and several settings.
/// Returns the matches.
async fn be_busy(people: &mut PageUsers) -> [MatchId; 3] {
    let over = people.begin("berolina @Bob color:white").await;
    play_in(people, over, &["e2g4", "d7f5"]).await;
    let resigns = format!("/resign match:{over} confirm:yes");
    does(people, "Bob", &resigns, "You resigned").await;
    let planned = people.begin("berolina @Bob color:white time:1d").await;
    play_in(people, planned, &GAME[..4]).await;
    let plans = format!("/plan {} {} match:{planned}", GAME[4], GAME[5]);
    does(people, "Bob", &plans, "Your plan in match").await;
    let follows = format!("/follow match:{planned}");
    does(people, "Cid", &follows, "You follow match").await;
    let secret = people
        .begin("chakart @Bob setup=standard color:white")
        .await;
    play_in(people, secret, &["a2a4", "h7h5", "a1a2", "h8h7"]).await;
    does(people, "Ann", "/settings theme:dark", "dark").await;
    does(people, "Cid", "/block @Bob", "You blocked").await;
    does(people, "Ann", "/challenge baroque @Cid", "is posted").await;
    [over, planned, secret]
}

/// Returns the records of matches as a program sends them to Ann.
async fn records(people: &mut PageUsers, address: &str, ids: [MatchId; 3]) -> Vec<String> {
    people.goes_to("Ann", address);
    let mut records = Vec::new();
    for id in ids {
        let answer = people.does("Ann", &format!("/export match:{id}")).await;
        let file = answer.file().expect("a record comes as a file");
        records.push(file.to_owned());
    }
    records
}

/// Compares two backups.
#[track_caller]
fn check_same(found: &[String], expected: &[String]) {
    let differing = found
        .iter()
        .zip(expected)
        .find(|(found, expected)| found != expected);
    assert_eq!(differing, None, "the first that differs");
    assert_eq!(found.len(), expected.len());
}

#[tokio::test]
async fn data_move_between_a_folder_and_a_database_both_ways() {
    if skips_postgres() {
        return;
    }
    let (url, folder) = (Postgres::database(), folder());
    let database = format!("ODDBOARD_STORE_URL={url}");
    let within: DataPlace<'_> = [&database, ""];
    let in_folder = Program::start(&folder.path().join("before"));
    let mut people = PageUsers::default();
    for name in ["Ann", "Bob", "Cid"] {
        people.sign_in(name, &in_folder.address).await;
    }
    let ids = be_busy(&mut people).await;
    let before = records(&mut people, &in_folder.address, ids).await;
    in_folder.stop();

    // No process serves meanwhile, so that all entries must be equal.
    let held = kept(["", "--data before"], folder.path());
    let found = kinds(&held);
    for kind in KINDS {
        assert!(found.contains(kind), "{kind} is not in {found:?}");
    }
    move_over(["", "--data before"], within, folder.path());
    check_same(&kept(within, folder.path()), &held);
    move_over(within, ["", "--data after"], folder.path());
    check_same(&kept(["", "--data after"], folder.path()), &held);

    // A backup of a database in use holds a few more entries.
    let in_database = start(&url, &folder, "rest");
    let meanwhile = records(&mut people, &in_database.address, ids).await;
    assert_eq!(meanwhile, before);
    let served = kinds(&kept(within, folder.path()));
    assert!(served.contains("process"), "{served:?}");
    let more: Vec<_> = served.difference(&found).collect();
    assert!(
        more.iter()
            .all(|kind| OF_PROCESSES.contains(&kind.as_str())),
        "{more:?}"
    );
    move_over(within, ["", "--data later"], folder.path());
    in_database.stop();
    for name in ["after", "later"] {
        let again = Program::start(&folder.path().join(name));
        let found = records(&mut people, &again.address, ids).await;
        assert_eq!(found, before, "{name}");
        again.stop();
    }
}
