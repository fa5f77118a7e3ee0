//! Tests of the program from outside: arguments and standard input in, standard output, standard error and exit code
//! out. What one command prints is in the texts of `scenes`.

#[cfg(unix)]
mod scenes;

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use api::Batch;
use serde_json::{Value, json};
use store::Engine;
use tempfile::TempDir;

const COMMANDS: [&str; 12] = [
    "serve", "moves", "perft", "render", "replay", "review", "engine", "arena", "check", "backup",
    "restore", "salvage",
];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Creates an empty folder to run in, so that the program finds no configuration.
fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// Returns the command of the program with no setting in its environment.
fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddboard"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ODDBOARD_") {
            command.env_remove(name);
        }
    }
    command
}

/// Starts the program in a folder.
fn start(folder: &TempDir, args: &[&str]) -> Child {
    spawn(program().args(args).current_dir(folder))
}

fn spawn(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[derive(Debug)]
struct ProgramRun {
    code: Option<i32>,
    output: Vec<u8>,
    messages: String,
}

impl ProgramRun {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.output).expect("the output is text")
    }

    fn lines(&self) -> Vec<Value> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).expect("each line is JSON"))
            .collect()
    }
}

fn run_in(folder: &TempDir, args: &[&str], input: &[u8]) -> ProgramRun {
    finish(start(folder, args), input)
}

/// Feeds a process and waits until it ends.
fn finish(mut child: Child, input: &[u8]) -> ProgramRun {
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let ran = thread::scope(|scope| {
        // A program that refuses its arguments does not read its input.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().expect("the program ends")
    });
    ProgramRun {
        code: ran.status.code(),
        output: ran.stdout,
        messages: String::from_utf8(ran.stderr).expect("messages are text"),
    }
}

fn run(args: &[&str], input: &str) -> ProgramRun {
    run_in(&folder(), args, input.as_bytes())
}

#[track_caller]
fn check_good(args: &[&str], input: &str) -> ProgramRun {
    let ran = run(args, input);
    assert_eq!((ran.code, ran.messages.as_str()), (Some(0), ""), "{args:?}");
    ran
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in COMMANDS {
        let help = check_good(&[command, "--help"], "");
        assert!(
            help.text().contains(&format!("\n  oddboard {command}")),
            "{}",
            help.text()
        );
    }
    let help = check_good(&["--help"], "");
    for command in COMMANDS {
        assert!(
            help.text().contains(&format!("\n  {command} ")),
            "{}",
            help.text()
        );
    }
}

#[test]
fn the_version_flag_prints_the_version() {
    assert_eq!(
        check_good(&["--version"], "").text(),
        format!("oddboard {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn moves_answers_every_fixture() {
    let fixtures = testkit::read("rules/tests/fixtures/berolina.jsonl");
    let answers = check_good(&["moves"], &fixtures).lines();
    assert_eq!(answers.len(), fixtures.lines().count());
    for (line, answer) in fixtures.lines().zip(answers) {
        let fixture: Value = serde_json::from_str(line).expect("a fixture is JSON");
        let expected =
            ["id", "over", "check", "moves"].map(|key| (key.to_string(), fixture[key].clone()));
        assert_eq!(
            answer,
            Value::Object(expected.into_iter().collect()),
            "{}",
            fixture["id"]
        );
    }
}

#[test]
fn each_question_is_answered_before_the_next_one_comes() {
    let folder = folder();
    let mut child = start(&folder, &["moves"]);
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let mut answers =
        BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
    for id in 0..3 {
        writeln!(
            stdin,
            "{}",
            json!({"id": id, "variant": "berolina", "position": START})
        )
        .expect("it listens");
        let answer = answers
            .next()
            .expect("it answers")
            .expect("the answer is text");
        assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = folder();
    let mut child = start(&folder, &["moves"]);
    let mut stdin = child.stdin.take().expect("standard input is piped");
    drop(child.stdout.take());
    let line = json!({"id": 1, "variant": "berolina", "position": START});
    // More than any pipe holds, so that the program meets the closed pipe. It may end before it has read everything.
    for _ in 0..10_000 {
        if writeln!(stdin, "{line}").is_err() {
            break;
        }
    }
    drop(stdin);
    let mut messages = String::new();
    child
        .stderr
        .take()
        .expect("standard error is piped")
        .read_to_string(&mut messages)
        .expect("messages are text");
    assert_eq!(
        (
            child.wait().expect("the program ends").code(),
            messages.as_str()
        ),
        (Some(0), "")
    );
}

#[cfg(not(feature = "matrix"))]
#[test]
fn check_names_the_platforms_that_the_program_lacks() {
    let with_matrix =
        "[matrix]\nhomeserver = 'https://matrix.example.org'\nuser = '@odd:example.org'";
    let missing = "this program was built without Matrix; build it with --features matrix";
    let rest = "This program was built for Discord and the local page, without Matrix";
    for (config, code, part) in [(with_matrix, 1, missing), ("", 0, rest)] {
        let folder = folder();
        fs::write(folder.path().join("config.toml"), config).expect("the file is written");
        let ran = run_in(&folder, &["check"], b"");
        assert_eq!(ran.code, Some(code), "{}", ran.messages);
        assert!(
            ran.messages.contains(part) || ran.text().contains(part),
            "{part}: {ran:?}"
        );
    }
}

/// Creates a folder with data in `data`.
fn folder_with_data() -> TempDir {
    let folder = folder();
    let store = store::open(Engine::Redb, &folder.path().join("data")).expect("a new store opens");
    let mut batch = Batch::default();
    batch.put("a/key", "with a value");
    batch.put([0, 255], [1, 2, 3]);
    store.commit(&batch).expect("the store takes the entries");
    folder
}

/// A running bot in a folder.
struct RunningBot {
    child: Child,
    address: String,
}

impl RunningBot {
    /// Starts the bot and waits until it is ready.
    fn start(folder: &TempDir) -> RunningBot {
        RunningBot::start_with(folder, &[])
    }

    fn start_with(folder: &TempDir, options: &[&str]) -> RunningBot {
        let args = [&["--listen", "127.0.0.1:0"], options].concat();
        RunningBot::started(program().args(args).current_dir(folder))
    }

    fn started(command: &mut Command) -> RunningBot {
        let mut bot = RunningBot {
            child: spawn(command),
            address: String::new(),
        };
        let mut line = String::new();
        let stdout = bot.child.stdout.as_mut().expect("standard output is piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("the line is text");
        let address = line
            .trim_end()
            .strip_prefix("Playground: http://")
            .and_then(|rest| rest.strip_suffix('/'));
        bot.address = address.unwrap_or_else(|| panic!("{line:?}")).to_string();
        bot
    }
}

impl Drop for RunningBot {
    fn drop(&mut self) {
        // Some tests have ended the process already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the lines of a backup that hold entries.
fn entries(backup: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(backup).expect("a backup is text");
    let entries = text.lines().filter(|line| line.starts_with("{\"key"));
    entries.map(str::to_owned).collect()
}

/// Checks the backup of a bot whose data folder has this name, and the options that request it.
#[cfg(unix)]
fn check_backup_of_a_running_bot(data: &str) {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};

    let folder = folder();
    let bot = RunningBot::start_with(&folder, &["--data", data]);
    let socket = fs::symlink_metadata(folder.path().join(data).join("oddboard.sock"));
    let socket = socket.expect("there is a socket");
    assert!(socket.file_type().is_socket());
    assert_eq!(socket.permissions().mode() & 0o777, 0o600);

    let mut asking: Vec<_> = (0..6)
        .map(|n| start(&folder, &["backup", "--data", data, &format!("{n}.jsonl")]))
        .collect();
    for child in &mut asking {
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
    let running = run_in(&folder, &["backup", "--data", data, "-"], b"");
    assert_eq!(running.code, Some(0), "{}", running.messages);
    drop(bot);
    // The socket is still there, but no process answers.
    let stopped = run_in(&folder, &["backup", "--data", data, "-"], b"");
    assert_eq!(stopped.code, Some(0), "{}", stopped.messages);
    assert_eq!(entries(&running.output), entries(&stopped.output));
    for n in 0..6 {
        let saved = fs::read(folder.path().join(format!("{n}.jsonl"))).expect("it is there");
        assert!(saved == running.output, "{n}");
    }
    let again = RunningBot::start_with(&folder, &["--data", data]);
    let ran = run_in(&folder, &["backup", "--data", data, "-"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    drop(again);
}

#[cfg(unix)]
#[test]
fn a_bot_that_runs_is_asked_for_the_backup() {
    check_backup_of_a_running_bot("data");
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_that_runs_deep_down_is_asked_for_the_backup() {
    check_backup_of_a_running_bot(&["deep"; 40].join("/"));
}

/// Sends malformed and interrupted requests over the socket, which must do no harm.
#[cfg(unix)]
#[test]
fn malformed_requests_to_a_running_bot_do_no_harm() {
    use std::os::unix::net::UnixStream;

    let folder = folder_with_data();
    let bot = RunningBot::start(&folder);
    let connect = || UnixStream::connect(folder.path().join("data/oddboard.sock"));
    let asked = |line: &[u8]| {
        let mut stream = connect().expect("somebody listens");
        stream.write_all(line).expect("it is taken");
        stream
    };
    let silent = connect().expect("somebody listens");
    // The connection closes before the answer.
    drop(asked(b"backup\n"));
    for wrong in [
        &b"restore\n"[..],
        b"\n",
        b"backup\0\n",
        &[b'x'; 64],
        b"\xff\n",
    ] {
        let mut answer = Vec::new();
        let mut stream = asked(wrong);
        // Unread input makes the connection end with an error.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"ok"), "{wrong:?}");
    }
    let ran = run_in(&folder, &["backup", "-"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    drop((silent, bot));
}

/// Returns a backup with twelve matches.
fn stored() -> String {
    testkit::read("tests/stored/twelve-matches.jsonl")
}

/// Creates a folder with those matches in `data`.
fn folder_with_matches() -> TempDir {
    let folder = folder();
    let backup = stored();
    let ran = run_in(&folder, &["restore", "-"], backup.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    folder
}

/// Returns the paths of all files below a folder with their content.
fn content(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(content(&path));
        } else {
            files.push((path.clone(), fs::read(&path).expect("it can be read")));
        }
    }
    files.sort();
    files
}

/// Returns all files below a folder and the folders themselves, with their permissions.
#[cfg(unix)]
fn rights(folder: &Path) -> Vec<(PathBuf, u32)> {
    use std::os::unix::fs::PermissionsExt;

    let mut all = vec![folder.to_owned()];
    all.extend(content(folder).into_iter().map(|(path, _)| path));
    let mode = |path: PathBuf| {
        let mode = fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode();
        (path, mode & 0o777)
    };
    all.into_iter().map(mode).collect()
}

#[cfg(unix)]
fn set_rights(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;

    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("it is ours");
}

#[cfg(unix)]
#[test]
fn serving_takes_the_rights_to_the_data_and_to_nothing_else() {
    let folder = folder_with_matches();
    check_rights(&folder, 0o700);
    let data = folder.path().join("data");
    fs::create_dir_all(data.join("config")).expect("the folder is made");
    for name in ["config.toml", "dbdump.sql", "config/token", "journalist"] {
        fs::write(data.join(name), "mine").expect("the file is written");
    }
    // Such as a home folder.
    check_rights(&folder, 0o755);
}

/// Gives others all permissions on a data folder. Checks which permissions a start leaves on its files and on the
/// folder itself.
#[cfg(unix)]
#[track_caller]
fn check_rights(folder: &TempDir, expected: u32) {
    let data = folder.path().join("data");
    for (path, _) in rights(&data) {
        set_rights(&path, 0o644);
    }
    set_rights(&data, 0o755);
    drop(RunningBot::start(folder));
    fs::remove_file(data.join("oddboard.sock")).expect("it is left behind");
    for (path, mode) in rights(&data) {
        let name = path.strip_prefix(&data).expect("it is in there");
        let name = name.to_str().expect("names are text");
        let expected = match name {
            "" => expected,
            "config.toml" | "dbdump.sql" | "config/token" | "journalist" => 0o644,
            _ => 0o600,
        };
        assert_eq!(mode, expected, "{name:?}");
    }
}

/// Waits for a backup in a folder besides the known ones, and returns the names of all.
fn backups_beside(folder: &Path, known: &[String]) -> Vec<String> {
    loop {
        let names = fs::read_dir(folder).into_iter().flatten();
        let names = names.map(|entry| entry.expect("an entry").file_name());
        let names = names.map(|name| name.into_string().expect("a name is text"));
        let mut names: Vec<_> = names.filter(|name| name.ends_with(".jsonl")).collect();
        names.sort();
        if names.iter().any(|name| !known.contains(name)) {
            return names;
        }
        thread::yield_now();
    }
}

#[test]
fn a_bot_that_runs_makes_backups_when_they_are_due() {
    let folder = folder_with_data();
    let config = "[backup]\nevery = '365d'\nkeep = 1";
    fs::write(folder.path().join("config.toml"), config).expect("the file is written");
    let kept = folder.path().join("data/backups");
    drop(RunningBot::start(&folder));
    // A bot that is stopped at once may have made none.
    let bot = RunningBot::start(&folder);
    let first = backups_beside(&kept, &[]);
    drop(bot);
    assert_eq!(first.len(), 1);
    let restored = [
        "restore",
        "--data",
        "new",
        &format!("data/backups/{}", first[0]),
    ];
    assert_eq!(run_in(&folder, &restored, b"").code, Some(0));
    // A new backup is due only when the latest is a year old.
    let old = "oddboard-2020-01-01T00-00-00Z.jsonl".to_owned();
    fs::rename(kept.join(&first[0]), kept.join(&old)).expect("it can be named anew");
    let bot = RunningBot::start(&folder);
    let second = backups_beside(&kept, std::slice::from_ref(&old));
    assert!(!second.is_empty());
    drop(bot);
}

/// Lets the program open almost no files. It cannot start, and fails in more ways than one.
#[cfg(unix)]
#[test]
fn internal_failures_are_reported_without_raw_panics() {
    for n_files in 4..8 {
        let folder = folder();
        let script = format!("ulimit -n {n_files}; exec \"$@\"");
        let ran = Command::new("sh")
            .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_oddboard")])
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env_clear()
            .env("RUST_BACKTRACE", "1")
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output();
        let ran = ran.expect("a shell can be run");
        let messages = String::from_utf8_lossy(&ran.stderr);
        assert!(!ran.status.success(), "{n_files}: {messages}");
        for raw in ["panicked at", "stack backtrace", "RUST_BACKTRACE"] {
            assert!(!messages.contains(raw), "{n_files}: {messages}");
        }
        assert!(messages.contains("ddboard"), "{n_files}: {messages}");
    }
}

/// Lets the process open few files, so that it has few connections. Idle connections must make room.
#[cfg(unix)]
#[test]
fn idle_connections_make_room_where_few_files_may_be_open() {
    let folder = folder();
    let mut bot = RunningBot::started(
        Command::new("sh")
            .args(["-c", "ulimit -n 64; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_oddboard"))
            .args(["--listen", "127.0.0.1:0"])
            .env_clear()
            .current_dir(&folder),
    );
    let connect = || std::net::TcpStream::connect(&bot.address).expect("somebody listens");
    let _idle: Vec<_> = (0..200).map(|_| connect()).collect();
    let mut visitor = connect();
    let head = format!("GET /chat.css HTTP/1.1\r\nHost: {}\r\n\r\n", bot.address);
    visitor.write_all(head.as_bytes()).expect("it is taken");
    // The server closes idle connections after half a minute by itself.
    let moment = Some(Duration::from_secs(20));
    visitor
        .set_read_timeout(moment)
        .expect("a socket can be told");
    let mut line = String::new();
    let read = BufReader::new(visitor).read_line(&mut line);
    assert!(read.is_ok() && line.contains("200"), "{read:?} {line}");
    bot.child.kill().expect("it runs");
    let mut told = String::new();
    let mut log = bot.child.stderr.take().expect("it is piped");
    log.read_to_string(&mut told).expect("the log is text");
    assert!(told.lines().count() < 5, "{told}");
}

#[cfg(unix)]
#[test]
fn a_closed_log_does_no_harm() {
    let folder = folder();
    fs::write(folder.path().join("config.toml"), "[log]\nlevel = 'trace'")
        .expect("the file is written");
    let mut bot = RunningBot::start(&folder);
    drop(bot.child.stderr.take());
    // The program logs the request.
    let ran = run_in(&folder, &["backup", "-"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    let sent = Command::new("kill")
        .arg(bot.child.id().to_string())
        .status();
    assert!(sent.expect("kill can be run").success());
    assert_eq!(bot.child.wait().expect("the program ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_serve_well() {
    for signal in ["TERM", "INT"] {
        let folder = folder();
        let mut bot = RunningBot::start(&folder);
        std::net::TcpStream::connect(&bot.address).expect("somebody listens");
        let sent = Command::new("kill")
            .args(["-s", signal, &bot.child.id().to_string()])
            .status();
        assert!(sent.expect("kill can be run").success());
        assert_eq!(
            bot.child.wait().expect("the program ends").code(),
            Some(0),
            "{signal}"
        );
    }
}
