//! Tests of the program from outside: arguments and standard input in, standard output, standard error and exit code
//! out.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use api::{Batch, Store};
use serde_json::{Value, json};
use store::Engine;
use tempfile::TempDir;

const COMMANDS: [&str; 11] = [
    "serve", "moves", "perft", "render", "replay", "review", "engine", "check", "backup",
    "restore", "salvage",
];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

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
struct Ran {
    code: Option<i32>,
    output: Vec<u8>,
    messages: String,
}

impl Ran {
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

fn run_in(folder: &TempDir, args: &[&str], input: &[u8]) -> Ran {
    let mut child = start(folder, args);
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let ran = thread::scope(|scope| {
        // A program that refuses its arguments does not read its input.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().expect("the program ends")
    });
    Ran {
        code: ran.status.code(),
        output: ran.stdout,
        messages: String::from_utf8(ran.stderr).expect("messages are text"),
    }
}

fn run(args: &[&str], input: &str) -> Ran {
    run_in(&folder(), args, input.as_bytes())
}

#[track_caller]
fn check_good(args: &[&str], input: &str) -> Ran {
    let ran = run(args, input);
    assert_eq!((ran.code, ran.messages.as_str()), (Some(0), ""), "{args:?}");
    ran
}

/// Runs arguments that must fail and checks the exit code and a part of the message.
#[track_caller]
fn check_fails(args: &[&str], input: &str, code: i32, message: &str) {
    check_fails_in(&folder(), args, input, code, message);
}

/// Does the same in a folder with files in it.
#[track_caller]
fn check_fails_in(folder: &TempDir, args: &[&str], input: &str, code: i32, message: &str) {
    let ran = run_in(folder, args, input.as_bytes());
    assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.messages);
    assert!(ran.messages.contains(message), "{args:?}: {}", ran.messages);
}

/// Returns the path of a file among the data of the tests, which is beside this crate.
fn data(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../rules/tests")
        .join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
fn the_version_is_told() {
    assert_eq!(
        check_good(&["--version"], "").text(),
        format!("oddboard {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn wrong_usage_is_told_with_what_to_do() {
    for (args, message) in [
        ("mvoes", "a similar subcommand exists: 'moves'"),
        ("perft --variant berolina", "--depth <DEPTH>"),
        ("perft --depth 1", "--variant <VARIANT>"),
        ("perft --variant berolina --depth 21", "21 is not in 0..=20"),
        (
            "moves --variant berlina",
            "a similar value exists: 'berolina'",
        ),
        ("moves --position 8/8/8", "--variant <VARIANT>"),
        (
            "moves --variant berolina --position 8/8/8/8/8/8/8/8_w_-_-_0_1",
            "king",
        ),
        (
            "moves --variant berolina --options king=red",
            "no option \"king\"",
        ),
        (
            "moves --seat green",
            "[possible values: white, black, public, truth]",
        ),
        ("render --variant berolina", "--output <FILE>"),
        ("render -o x --size 3", "such as 720"),
        ("render -o x --theme pink", "no such theme"),
        ("serve --listen 0.0.0.0:80", "write 127.0.0.1:80"),
        ("--listen nowhere", "write one such as 127.0.0.1:8640"),
        ("serve --data=", "write one such as ./data"),
        ("serve --config none.toml", "none.toml: "),
    ] {
        let args: Vec<String> = args.split(' ').map(|arg| arg.replace('_', " ")).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        check_fails(&args, "", 2, message);
    }
}

#[test]
fn moves_answers_every_fixture() {
    let fixtures = data("fixtures/berolina.jsonl");
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
fn moves_answers_one_position() {
    let line = |args: &[&str]| match &check_good(args, "").lines()[..] {
        [line] => line.clone(),
        lines => panic!("{lines:?}"),
    };
    let start = line(&["moves", "--variant", "Berolina"]);
    assert_eq!(
        start["moves"].as_object().map(|moves| moves.len()),
        Some(30)
    );
    assert_eq!(
        start,
        line(&["moves", "--variant", "berolina", "--position", START])
    );
    let mate = line(&[
        "moves",
        "--variant",
        "berolina",
        "--position",
        "k7/P7/K7/1Q6/8/8/8/8 b - - 0 1",
    ]);
    assert_eq!(mate, json!({"over": "1-0", "check": true, "moves": {}}));
    for text in [
        "k7/P7/K7/1Q6/8/8/8/8 b - -",
        "k7/P7/K7/1Q6/8/8/8/8 b - - 0 0",
    ] {
        let answer = line(&["moves", "--variant", "berolina", "--position", text]);
        assert_eq!(answer, mate, "{text}");
    }
}

#[test]
fn moves_tells_a_seat_what_it_may_know_and_do() {
    let position = "k7/8/8/8/8/8/P7/7K b - - 0 1";
    let question = json!({"id": 7, "variant": "berolina", "position": position}).to_string();
    for (seat, moves) in [
        ("black", json!(["a8a7", "a8b7", "a8b8"])),
        ("white", json!([])),
        ("public", json!([])),
    ] {
        let answers = check_good(&["moves", "--seat", seat], &question).lines();
        assert_eq!(
            answers,
            [json!({"id": 7, "position": position, "moves": moves})],
            "{seat}"
        );
    }
}

/// Sends a wrong question between two good ones.
#[track_caller]
fn check_wrong_line(line: &[u8], id: Value, error: &str) {
    let good = json!({"id": "good", "variant": "berolina", "position": START}).to_string();
    let input = [good.as_bytes(), line, good.as_bytes()].join(&b'\n');
    let ran = run_in(&folder(), &["moves"], &input);
    assert_eq!(ran.code, Some(2));
    let [before, answer, after] = &ran.lines()[..] else {
        panic!("{}", ran.text())
    };
    assert_eq!((before, &before["id"]), (after, &json!("good")));
    assert_eq!(answer["id"], id);
    let told = answer["error"]
        .as_str()
        .expect("the answer tells what is wrong");
    assert!(
        told.starts_with("line 2: ") && told.contains(error),
        "{told}"
    );
}

#[test]
fn a_wrong_line_is_answered_and_the_rest_goes_on() {
    check_wrong_line(b"moves", Value::Null, "expected value");
    check_wrong_line(b"\xff\xfe", Value::Null, "expected value");
    check_wrong_line(b"[]", Value::Null, "");
    check_wrong_line(&[b'['; 100_000], Value::Null, "recursion limit");
    check_wrong_line(&[b'x'; 2 << 20], Value::Null, "longer than 1048576 bytes");
    check_wrong_line(br#"{"id":"a"}"#, json!("a"), "missing field `variant`");
    check_wrong_line(
        br#"{"id":"a","variant":"berolina"}"#,
        json!("a"),
        "missing field `position`",
    );
    check_wrong_line(
        br#"{"id":"a","variant":"chess","position":""}"#,
        json!("a"),
        "no such variant",
    );
    check_wrong_line(
        br#"{"id":3,"variant":"berolina","position":"8/8"}"#,
        json!(3),
        "",
    );
    check_wrong_line(
        br#"{"id":"a","variant":"berolina","options":"king=red","position":"k7/8/8/8/8/8/8/QQ5K w - - 0 1"}"#,
        json!("a"),
        "no option",
    );
    for (variant, options, position, errors) in [
        (
            "baroque",
            "setup=round",
            "KK7/8/8/8/8/8/8/8 w 4294967296",
            &["it can be standard", "this one has 9", "4294967295"][..],
        ),
        (
            "bario",
            "",
            r#"P6k/8/8/8/8/8/8/U7 w 20 {"captureUndef":"-","enpassant":"-","reserve":"00000000","x":"é"}"#,
            &[
                "unknown key",
                "0 kings",
                "a pawn cannot stand on a8",
                "reserve of White",
            ],
        ),
        (
            "bario",
            "rules=old",
            "uuuukuuu/8 w 0 {}",
            &[
                "it can be modern, classic",
                "this one has 2",
                "\"reserve\" is missing",
            ],
        ),
        (
            "chakart",
            "objects=few",
            r#"P7/8/8/8/8/8/8/8 w 9 {"seenW":""}"#,
            &[
                "it can be hidden, open",
                "\"flags\" is missing",
                "stand together",
                "last rank",
                "neither side has a king",
            ],
        ),
    ] {
        let line = json!({"id": 5, "variant": variant, "options": options, "position": position});
        for error in errors {
            check_wrong_line(line.to_string().as_bytes(), json!(5), error);
        }
    }
    let bananas = "dddddddd/".repeat(6);
    let position = format!("k7/{bananas}R6K w 9 {{\"flags\":\"0000\"}}");
    check_wrong_line(
        json!({"id": "a", "variant": "chakart", "position": position})
            .to_string()
            .as_bytes(),
        json!("a"),
        "may turn out in more than 100000 ways",
    );
}

#[test]
fn blank_lines_are_no_questions() {
    assert_eq!(check_good(&["moves"], "\n  \n\r\n").text(), "");
}

#[test]
fn what_editors_add_to_json_lines_is_passed_over() {
    let question = json!({"id": 1, "variant": "berolina", "position": START}).to_string();
    let answer = check_good(&["moves"], &question).lines();
    for input in [
        format!("\u{feff}{question}\n"),
        format!("\u{feff}\r\n\n{question} \t\r\n \r\n"),
    ] {
        assert_eq!(check_good(&["moves"], &input).lines(), answer, "{input:?}");
    }
    let ran = run_in(&folder(), &["moves"], "\u{feff}\r\n\r\n{}\r\n".as_bytes());
    assert!(ran.text().contains("line 3: "), "{}", ran.text());
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

#[test]
fn perft_counts_as_the_table_says() {
    // The largest rows are for the release build, which `.ci/run` runs.
    const LARGEST: u64 = 2_000_000;
    let mut position = None;
    let mut n_rows = 0;
    for line in data("perft/berolina.perft").lines() {
        match line.split_once(' ') {
            Some(("position", text)) => position = Some(text.to_string()),
            Some(("perft", row)) => {
                let mut row = row.split(' ');
                let (depth, nodes) = (
                    row.next().expect("a depth"),
                    row.next().expect("a number of nodes"),
                );
                if nodes.parse::<u64>().expect("nodes are a number") > LARGEST {
                    continue;
                }
                let position = position.as_deref().expect("a position stands above");
                let args = [
                    "perft",
                    "--variant",
                    "berolina",
                    "--position",
                    position,
                    "--depth",
                    depth,
                ];
                let counted = check_good(&args, "");
                assert!(
                    counted.text().starts_with(&format!("{nodes} nodes in ")),
                    "{position}: {}",
                    counted.text()
                );
                n_rows += 1;
            }
            _ => {}
        }
    }
    assert!(n_rows > 20, "{n_rows} rows");
}

#[test]
fn perft_divides() {
    let divided = check_good(
        &["perft", "--variant", "berolina", "--depth", "2", "--divide"],
        "",
    );
    let lines: Vec<&str> = divided.text().lines().collect();
    assert_eq!(lines.len(), 31);
    assert!(lines.contains(&"e2g4: 30"), "{}", divided.text());
    assert!(lines[30].starts_with("900 nodes in "), "{}", lines[30]);
}

#[test]
fn perft_of_no_moves_is_one() {
    let args = ["perft", "--variant", "berolina", "--depth", "0", "--divide"];
    assert!(check_good(&args, "").text().starts_with("1 nodes in "));
}

#[test]
fn render_writes_a_file() {
    let folder = folder();
    let args = [
        "render",
        "--variant",
        "berolina",
        "--size",
        "180",
        "-o",
        "start.png",
    ];
    let ran = run_in(&folder, &args, b"");
    assert_eq!(
        (ran.code, ran.output.len()),
        (Some(0), 0),
        "{}",
        ran.messages
    );
    let png = fs::read(folder.path().join("start.png")).expect("the file is there");
    assert!(png.starts_with(PNG));
    let args = [
        "render",
        "--variant",
        "berolina",
        "--size",
        "180",
        "-o",
        "-",
    ];
    assert_eq!(run_in(&folder, &args, b"").output, png);
    let args = [
        "render",
        "--variant",
        "berolina",
        "--size",
        "180",
        "--seat",
        "black",
        "-o",
        "-",
    ];
    assert_ne!(run_in(&folder, &args, b"").output, png);
}

#[test]
fn render_writes_svg_where_the_name_of_the_file_says_so() {
    let folder = folder();
    for (what, name) in [
        (&["--variant", "baroque"][..], "start.svg"),
        (&["--sheet", "--theme", "print"], "sheet.SVG"),
    ] {
        let args = [&["render", "-o", name], what].concat();
        let ran = run_in(&folder, &args, b"");
        assert_eq!(ran.code, Some(0), "{}", ran.messages);
        let svg = fs::read_to_string(folder.path().join(name)).expect("the file is text");
        assert!(svg.starts_with("<svg "), "{name}");
        assert!(svg.contains(r#"id="drawing-white-king""#), "{name}");
        assert!(svg.ends_with("</svg>\n"), "{name}");
    }
}

#[test]
fn render_draws_each_line_to_a_file_of_its_name() {
    let folder = folder();
    let ids = [
        json!("a-1"),
        json!(2),
        json!("../out"),
        json!(".hidden"),
        json!(""),
        json!("a/b"),
        Value::Null,
    ];
    let input: String = ids
        .iter()
        .map(|id| json!({"id": id, "variant": "berolina", "position": START}).to_string() + "\n")
        .collect();
    let ran = run_in(
        &folder,
        &["render", "--size", "180", "-o", "pictures"],
        input.as_bytes(),
    );
    assert_eq!(ran.code, Some(2), "{}", ran.messages);
    let files: Vec<Value> = ran
        .lines()
        .iter()
        .map(|line| line["file"].clone())
        .collect();
    let none = Value::Null;
    assert_eq!(
        files,
        [
            json!("pictures/a-1.png"),
            json!("pictures/2.png"),
            none.clone(),
            none.clone(),
            none.clone(),
            none.clone(),
            none
        ]
    );
    let names = |path: &Path| -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(path)
            .expect("the folder is there")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("a plain name")
            })
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(folder.path()), ["pictures"]);
    assert_eq!(names(&folder.path().join("pictures")), ["2.png", "a-1.png"]);
}

#[test]
fn render_tells_what_it_cannot_write() {
    check_fails(
        &[
            "render",
            "--variant",
            "berolina",
            "-o",
            "no/such/folder.png",
        ],
        "",
        2,
        "no/such/folder.png: ",
    );
}

const RECORD: &str = "oddboard record 1\nsetup: berolina\nwhite: Ann\nblack: Bob\n\ne2g4 d7f5\n";

#[test]
fn render_animates_a_record() {
    let draw = |args: &[&str], record: &str| {
        let args = [
            &["render", "--record", "-", "--size", "180", "-o", "-"],
            args,
        ]
        .concat();
        run(&args, record)
    };
    let ran = draw(&[], RECORD);
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    assert!(ran.output.starts_with(b"GIF89a"));
    assert_ne!(draw(&["--seat", "black"], RECORD).output, ran.output);
    assert_ne!(draw(&[], &RECORD.replace("Ann", "Eve")).output, ran.output);

    let ran = draw(&[], &format!("{RECORD}e2e4\n"));
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.messages.contains("input 3 of the record is impossible"),
        "{}",
        ran.messages
    );
    let ran = draw(&[], "a letter");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.messages.contains("standard input: line 1: "),
        "{}",
        ran.messages
    );
    let ran = draw(&["--variant", "berolina"], RECORD);
    assert_eq!(ran.code, Some(2));
}

#[test]
fn replay_prints_each_position() {
    let ran = check_good(&["replay", "-"], &format!("{RECORD}resign:white\n"));
    let lines: Vec<&str> = ran.text().lines().collect();
    let [start, first, second, resigned, end] = lines[..] else {
        panic!("{}", ran.text())
    };
    assert_eq!(start, format!("   0  start           {START}"));
    assert!(first.starts_with("   1  1. "), "{first}");
    assert!(
        first.ends_with("  rnbqkbnr/pppppppp/8/8/6P1/8/PPPP1PPP/RNBQKBNR b KQkq f3g4 0 1"),
        "{first}"
    );
    assert!(second.starts_with("   2  1... "), "{second}");
    assert!(resigned.starts_with("   3  resign:white "), "{resigned}");
    assert_eq!(end, "Black wins because White resigned (0-1)");
    let edited = format!("\u{feff}\n{RECORD}resign:white\n").replace('\n', " \r\n");
    assert_eq!(check_good(&["replay", "-"], &edited).text(), ran.text());
}

#[test]
fn replay_tells_a_game_through_the_eyes_of_each() {
    const RECORD: &str = "oddboard record 1\nsetup: chakart setup=standard\n\n\
                          d2d4 a7a5 d1~d2 a8a6 e2e3 a6d6 banana:c5 resign:white\n";
    let told = |seat: &str| {
        let ran = check_good(&["replay", "--seat", seat, "-"], RECORD);
        let lines = ran.text().lines().map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let [white, black, public, truth] = ["white", "black", "public", "truth"].map(told);
    assert_eq!(
        truth,
        check_good(&["replay", "-"], RECORD)
            .text()
            .lines()
            .collect::<Vec<_>>()
    );
    for lines in [&white, &black, &public] {
        assert_eq!(
            lines.len(),
            truth.len() - 1,
            "chance has no line of its own"
        );
        assert_eq!(lines[7..], truth[8..], "at the end all is told");
    }
    let ends = |lines: &[String], n: usize, begin: &str, board: &str| {
        let line = &lines[n];
        assert!(line.starts_with(begin) && line.contains(board), "{line}");
    };
    ends(&white, 3, "   3  2. Q~d2 ", "/PPPIPPPP/");
    ends(&black, 3, "   3  2. Qd1~ ", "/PPP1PPPP/");
    ends(&public, 3, "   3  2. Qd1~ ", "/PPP1PPPP/");
    ends(&black, 4, "   4  2... Rxa6 ", "/pd6/");
    ends(&white, 4, "   4  2... Rxa6 ", "/p7/");
    ends(&black, 6, "   7  3... Rd6 ", "/pdd5/");
    ends(&white, 6, "   7  3... Rd6 ", "/p7/");
    ends(&public, 6, "   7  3... Rd6 ", "/p7/");
}

#[test]
fn replay_tells_who_is_to_decide() {
    assert!(
        check_good(&["replay", "-"], RECORD)
            .text()
            .ends_with("\nnot over: White is to decide\n")
    );
}

#[test]
fn replay_names_the_input_that_is_impossible() {
    check_fails(
        &["replay", "-"],
        &format!("{RECORD}e1e3"),
        1,
        "input 3, e1e3, is impossible: ",
    );
    check_fails(
        &["replay", "-"],
        &format!("{RECORD}start:3"),
        1,
        "input 3, start:3, is impossible: ",
    );
    check_fails(
        &["replay", "-"],
        &format!("{RECORD}draw:agreed a2b3"),
        1,
        "input 4, a2b3, is impossible: ",
    );
}

#[test]
fn review_tells_what_turned_a_game_and_draws_it() {
    const TURNED: &str = "oddboard record 1\n\
        setup: berolina position=7k/8/6K1/8/8/8/8/R1n5 w - - 0 1\n\na1a2 c1a2\n";
    let folder = folder();
    let args = ["review", "--nodes", "500", "--picture", "review.png", "-"];
    let ran = run_in(&folder, &args, TURNED.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    let [outcome, accuracy, turning] = ran.text().lines().collect::<Vec<_>>()[..] else {
        panic!("{}", ran.text())
    };
    assert!(outcome.starts_with("drawn "), "{outcome}");
    assert!(accuracy.starts_with("Accuracy: White "), "{accuracy}");
    assert!(
        turning.starts_with("1. Ra2 misses checkmate in 1. Better is Ra8#: "),
        "{turning}"
    );
    let picture = fs::read(folder.path().join("review.png")).expect("a picture is written");
    assert!(picture.starts_with(PNG));
    check_fails(&["review", "-"], RECORD, 1, "the game is not over");
    check_fails(&["review", "-"], "", 2, "standard input: line 1: ");
}

#[test]
fn replay_tells_what_is_no_record() {
    check_fails(&["replay", "-"], "", 2, "standard input: line 1: ");
    check_fails(
        &["replay", "-"],
        &format!("{RECORD}e9e9"),
        2,
        "standard input: line 7: ",
    );
    check_fails(
        &["replay", "-"],
        &"x".repeat(2 << 20),
        2,
        "standard input: it is larger than 1048576 bytes",
    );
    check_fails(&["replay", "no-such-file"], "", 2, "no-such-file: ");
}

/// A record whose rolls were computed with python3's hashlib and hmac.
const ROLLED: &str = "oddboard record 1\nsetup: baroque setup=symmetric\nmatch: 4kq0z\ncolor: random\n\
    challenger: black\n\
    dice-commitment: 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd\n\
    dice-event: playground:7.a-1\n\
    dice-secret: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n\n\
    start:2350\nresign:white\n";

#[test]
fn replay_checks_dice() {
    let ran = check_good(&["replay", "--verify", "-"], ROLLED);
    assert_eq!(
        ran.text(),
        "The dice of match 4kq0z were fair.\n\
         • The secret is 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f.\n\
         • Its SHA-256 is 630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd, \
         which the challenge carried before anybody accepted.\n\
         • Chance gave Black to the challenger, and the match was played that way.\n\
         • The only roll of the game was recomputed and is right.\n"
    );
}

#[test]
fn replay_names_all_that_is_wrong_with_dice() {
    #[track_caller]
    fn check(change: (&str, &str), message: &str) {
        let record = ROLLED.replace(change.0, change.1);
        assert_ne!(record, ROLLED);
        check_fails(&["replay", "--verify", "-"], &record, 1, message);
    }
    check(
        ("start:2350", "start:2349"),
        "\n• Roll 1, input 1, is start:2349 and should be start:2350.\n",
    );
    check(
        ("start:2350\n", ""),
        "\n• Roll 1 is missing: input 1 should be start:2350.\n",
    );
    check(
        ("start:2350", "start:2350 start:1"),
        "\n• Input 2, start:1, is a roll where none is due.\n",
    );
    check(("1e1f", "1e1e"), "\n• The secret is not the one that ");
    check(
        ("challenger: black", "challenger: white"),
        "\n• Chance gave Black to the challenger, who played White.\n",
    );
    check_fails(
        &["replay", "--verify", "-"],
        RECORD,
        1,
        "do not pass the check.\n• The header match is missing.\n",
    );
    check_fails(
        &["replay", "--verify", "-"],
        "",
        2,
        "standard input: line 1: ",
    );
}

/// Runs `oddboard check` on a file.
#[track_caller]
fn check_config(text: &str, code: i32, told: &[&str]) {
    let folder = folder();
    fs::write(folder.path().join("config.toml"), text).expect("the file is written");
    let ran = run_in(&folder, &["check"], b"");
    assert_eq!(ran.code, Some(code), "{}", ran.messages);
    for part in told {
        assert!(
            ran.messages.contains(part) || ran.text().contains(part),
            "{part}: {ran:?}"
        );
    }
}

#[test]
fn check_says_every_problem_at_once() {
    check_config(
        "[store]\npath = 'here'",
        0,
        &["config.toml is good", "Data in here"],
    );
    check_config(
        "[store]\npaht = 'x'\n[playground]\nlisten = 'x'",
        1,
        &["did you mean path?", "127.0.0.1:8640"],
    );
    check_config("[store", 1, &["config.toml: TOML parse error at line 1"]);
}

#[cfg(not(feature = "matrix"))]
#[test]
fn check_says_what_the_program_was_built_without() {
    let config = "[matrix]\nhomeserver = 'https://matrix.example.org'\nuser = '@odd:example.org'";
    check_config(
        config,
        1,
        &["this program was built without Matrix; build it with --features matrix"],
    );
    check_config(
        "",
        0,
        &["This program was built for Discord and the local page, without Matrix"],
    );
}

#[test]
fn check_says_that_all_is_good_only_where_it_is() {
    let folder = folder();
    fs::write(folder.path().join("token"), " \n").expect("the file is written");
    let config = "[discord]\ntoken_file = 'token'\n[pictures]\nsize = 1";
    fs::write(folder.path().join("config.toml"), config).expect("the file is written");
    let ran = run_in(&folder, &["check"], b"");
    assert_eq!((ran.code, ran.text()), (Some(1), ""), "{}", ran.messages);
    for problem in ["there is no token in it", "[pictures] size"] {
        assert!(ran.messages.contains(problem), "{}", ran.messages);
    }
}

/// Puts pipes and folders in the place of a file.
#[cfg(unix)]
#[test]
fn pipes_and_folders_are_refused_and_not_waited_for() {
    let folder = folder_with_data();
    let made = Command::new("mkfifo")
        .arg(folder.path().join("pipe"))
        .status();
    assert!(made.expect("mkfifo can be run").success());
    fs::create_dir(folder.path().join("folder")).expect("the folder is made");
    for name in ["pipe", "folder"] {
        let token = format!("[discord]\ntoken_file = '{name}'");
        fs::write(folder.path().join("token.toml"), token).expect("the file is written");
        let position = [
            "render",
            "--variant",
            "berolina",
            "--position",
            START,
            "-o",
            name,
        ];
        for (code, args) in [
            (2, &["check", "--config", name][..]),
            (1, &["check", "--config", "token.toml"]),
            (2, &["serve", "--config", "token.toml", "--data", "unused"]),
            (2, &["replay", name]),
            (2, &["replay", "--verify", name]),
            (2, &["render", "--record", name, "-o", "out.gif"]),
            (2, &["restore", "--data", "new", name]),
            (1, &["backup", name]),
            (2, &position),
        ] {
            check_fails_in(&folder, args, "", code, name);
            check_fails_in(&folder, args, "", code, "file");
        }
    }
    assert!(
        !folder.path().join("new").exists(),
        "nothing is left behind"
    );
}

#[cfg(unix)]
#[test]
fn what_is_usual_in_place_of_a_file_is_taken() {
    check_good(&["check", "--config", "/dev/null"], "");
    check_good(&["check", "--config", "-"], "[store]\npath = 'here'");
    check_good(
        &[
            "render",
            "--variant",
            "berolina",
            "--position",
            START,
            "-o",
            "/dev/null",
        ],
        "",
    );
}

#[cfg(unix)]
#[test]
fn a_configuration_that_leads_nowhere_is_told() {
    let folder = folder();
    std::os::unix::fs::symlink("none.toml", folder.path().join("config.toml"))
        .expect("the link is made");
    check_fails_in(&folder, &["check"], "", 2, "config.toml: No such file");
}

#[cfg(unix)]
#[test]
fn a_backup_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder_with_data();
    let file = folder.path().join("saved.jsonl");
    fs::write(&file, "an older one").expect("the file is written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let ran = run_in(&folder, &["backup", "saved.jsonl"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    let mode = fs::metadata(&file)
        .expect("the backup is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    let names: Vec<_> = fs::read_dir(folder.path())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn check_needs_no_file_but_one_that_is_named() {
    assert!(check_good(&["check"], "").text().contains("Data in ./data"));
    check_fails(&["check", "--config", "none.toml"], "", 2, "none.toml: ");
}

#[test]
fn the_environment_wins_over_the_file() {
    let folder = folder();
    fs::write(folder.path().join("config.toml"), "[store]\npath = 'file'")
        .expect("the file is written");
    let ran = program()
        .arg("check")
        .current_dir(&folder)
        .env("ODDBOARD_STORE_PATH", "environment")
        .output()
        .expect("the program runs");
    assert!(
        String::from_utf8_lossy(&ran.stdout).contains("Data in environment"),
        "{ran:?}"
    );
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

#[test]
fn what_was_backed_up_is_restored() {
    let folder = folder_with_data();
    let good = |args: &[&str], input: &[u8], told: &str| {
        let ran = run_in(&folder, args, input);
        assert_eq!(
            (ran.code, ran.messages.as_str()),
            (Some(0), told),
            "{args:?}"
        );
        ran.output
    };
    fs::write(folder.path().join("saved.jsonl"), "an older one").expect("the file is written");
    assert_eq!(
        good(
            &["backup", "saved.jsonl"],
            b"",
            "oddboard: 2 entries written\n"
        ),
        b""
    );
    let saved = fs::read(folder.path().join("saved.jsonl")).expect("the backup is there");
    assert_eq!(
        good(&["backup", "-"], b"", "oddboard: 2 entries written\n"),
        saved
    );
    good(
        &["restore", "--data", "b", "saved.jsonl"],
        b"",
        "oddboard: 2 entries restored\n",
    );
    good(
        &["restore", "--data", "c", "-"],
        &saved,
        "oddboard: 2 entries restored\n",
    );
    assert_eq!(
        good(
            &["backup", "--data", "b", "-"],
            b"",
            "oddboard: 2 entries written\n"
        ),
        saved
    );
    assert_eq!(
        good(
            &["backup", "--data", "c", "-"],
            b"",
            "oddboard: 2 entries written\n"
        ),
        saved
    );
}

#[test]
fn a_backup_that_fails_leaves_an_older_one() {
    let folder = folder_with_data();
    check_fails_in(
        &folder,
        &["backup", "no/such/file"],
        "",
        1,
        "no/such/file: its folder is not there; make that first",
    );
    check_fails_in(
        &folder,
        &["backup", "--data", "none", "file"],
        "",
        2,
        "none: there is no such data folder",
    );
    fs::write(folder.path().join("plain"), "").expect("the file is written");
    check_fails_in(
        &folder,
        &["backup", "--data", "plain", "file"],
        "",
        2,
        "plain: it is no folder; move it away, or name another one",
    );
    fs::create_dir(folder.path().join("taken")).expect("the folder is made");
    check_fails_in(
        &folder,
        &["backup", "taken"],
        "",
        1,
        "choose another name; nothing was written",
    );
    assert!(!folder.path().join("taken.part").exists());
    assert!(!folder.path().join("none").exists());
}

#[cfg(unix)]
#[test]
fn a_backup_takes_no_place_among_the_data() {
    let folder = folder_with_data();
    let at = |name: &str| folder.path().join(name);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, at(name));
    link("data", "other-name").expect("the link is made");
    link("data/oddboard.redb", "link.jsonl").expect("the link is made");
    link("../elsewhere.jsonl", "data/out.jsonl").expect("the link is made");
    let database = || fs::read(at("data/oddboard.redb")).expect("it is there");
    let before = database();
    let check_refused = || {
        for target in [
            "data/oddboard.redb",
            "data/oddboard.lock",
            "data/new.jsonl",
            "data/none/new.jsonl",
            "data/../data/new.jsonl",
            "other-name/oddboard.redb",
            "link.jsonl",
            "data/out.jsonl",
        ] {
            let told = "lies in the data folder";
            check_fails_in(&folder, &["backup", target], "", 2, told);
        }
        assert!(database() == before, "the data are as they were");
    };
    check_refused();
    drop(Serving::start(&folder));
    let before = database();
    let serving = Serving::start(&folder);
    check_fails_in(&folder, &["backup", "data/oddboard.redb"], "", 2, "lies in");
    drop(serving);
    assert!(database().len() >= before.len());
    fs::create_dir(at("data/backups")).expect("the folder is made");
    for target in ["data/backups/new.jsonl", "new.jsonl", "data.jsonl"] {
        let ran = run_in(&folder, &["backup", target], b"");
        assert_eq!(ran.code, Some(0), "{}", ran.messages);
    }
}

#[test]
fn restore_tells_what_it_cannot_use() {
    let folder = folder_with_data();
    check_fails_in(
        &folder,
        &["restore", "-"],
        "",
        2,
        "restore into a new folder",
    );
    check_fails_in(&folder, &["restore", "none.jsonl"], "", 2, "none.jsonl: ");
    let args = ["restore", "--data", "new", "-"];
    check_fails_in(
        &folder,
        &args,
        "",
        2,
        "standard input: this is not a backup",
    );
    check_fails_in(
        &folder,
        &args,
        "{\"oddboard\":\"backup\",\"version\":1}\n",
        2,
        "cut off after line 1",
    );
    check_fails_in(
        &folder,
        &args,
        "{\"oddboard\":\"backup\",\"version\":2}\n",
        2,
        "version 2",
    );
}

#[test]
fn what_is_no_whole_backup_makes_no_data_folder() {
    let folder = folder();
    let whole = stored();
    let cut = &whole[..whole.len() / 2];
    for (text, told) in [(cut, "cut off"), ("no backup\n", "this is not a backup")] {
        fs::write(folder.path().join("saved.jsonl"), text).expect("the file is written");
        for (from, input) in [("saved.jsonl", ""), ("-", text)] {
            let args = ["restore", "--data", "new/deep", from];
            check_fails_in(&folder, &args, input, 2, told);
            assert!(!folder.path().join("new").exists(), "{from}: {told}");
        }
    }
}

#[test]
fn a_restore_that_fails_takes_no_folder_that_was_there() {
    let folder = folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).expect("the folder is made");
    fs::write(data.join("config.toml"), "").expect("the file is written");
    let whole = stored();
    let args = ["restore", "-"];
    check_fails_in(&folder, &args, &whole[..whole.len() / 2], 2, "cut off");
    assert!(data.join("config.toml").exists());
    let ran = run_in(&folder, &args, whole.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
}

#[test]
fn what_stands_in_the_place_of_the_folder_of_backups_is_told() {
    let folder = folder();
    fs::write(folder.path().join("kept"), "").expect("the file is written");
    let config = "[backup]\nevery = '1d'\nfolder = 'kept'";
    fs::write(folder.path().join("config.toml"), config).expect("the file is written");
    let told = "[backup] folder kept: it is no folder";
    check_fails_in(&folder, &["check"], "", 1, told);
}

#[test]
fn what_is_no_text_is_told_so() {
    let folder = folder();
    fs::write(folder.path().join("binary"), [0xff, 0]).expect("the file is written");
    let config = "[discord]\ntoken_file = 'binary'";
    fs::write(folder.path().join("token.toml"), config).expect("the file is written");
    for (code, file) in [(2, "binary"), (1, "token.toml")] {
        let args = ["check", "--config", file];
        check_fails_in(&folder, &args, "", code, "it is not a text file");
    }
}

/// A running bot in a folder.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Starts the bot and waits until it is ready.
    fn start(folder: &TempDir) -> Serving {
        Serving::start_with(folder, &[])
    }

    fn start_with(folder: &TempDir, options: &[&str]) -> Serving {
        let args = [&["--listen", "127.0.0.1:0"], options].concat();
        Serving::started(program().args(args).current_dir(folder))
    }

    fn started(command: &mut Command) -> Serving {
        let mut serving = Serving {
            child: spawn(command),
            address: String::new(),
        };
        let mut line = String::new();
        let stdout = serving
            .child
            .stdout
            .as_mut()
            .expect("standard output is piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("the line is text");
        let address = line
            .trim_end()
            .strip_prefix("Playground: http://")
            .and_then(|rest| rest.strip_suffix('/'));
        serving.address = address.unwrap_or_else(|| panic!("{line:?}")).to_string();
        serving
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // Some tests have ended the process already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn serve_tells_what_it_cannot_use() {
    let folder = folder();
    let serving = Serving::start(&folder);
    let refused = |args: &[&str], message: &str| check_fails_in(&folder, args, "", 1, message);
    refused(
        &["--listen", &serving.address, "--data", "other"],
        "choose another port with --listen",
    );
    refused(
        &["--listen", "127.0.0.1:0"],
        "choose another folder with --data",
    );
    fs::write(folder.path().join("file"), "").expect("the file is written");
    refused(
        &["--listen", "127.0.0.1:0", "--data", "file"],
        "the data folder could not be read or written",
    );
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
    let serving = Serving::start_with(&folder, &["--data", data]);
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
    drop(serving);
    // The socket is still there, but no process answers.
    let stopped = run_in(&folder, &["backup", "--data", data, "-"], b"");
    assert_eq!(stopped.code, Some(0), "{}", stopped.messages);
    assert_eq!(entries(&running.output), entries(&stopped.output));
    for n in 0..6 {
        let saved = fs::read(folder.path().join(format!("{n}.jsonl"))).expect("it is there");
        assert!(saved == running.output, "{n}");
    }
    let again = Serving::start_with(&folder, &["--data", data]);
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
fn who_asks_a_running_bot_badly_harms_nobody() {
    use std::os::unix::net::UnixStream;

    let folder = folder_with_data();
    let serving = Serving::start(&folder);
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
    drop((silent, serving));
}

#[cfg(unix)]
#[test]
fn what_stands_in_the_place_of_the_socket_is_left_alone() {
    let folder = folder_with_data();
    let socket = folder.path().join("data/oddboard.sock");
    fs::write(&socket, "mine").expect("the file is written");
    let serving = Serving::start(&folder);
    check_fails_in(
        &folder,
        &["backup", "-"],
        "",
        1,
        "in use by another process",
    );
    assert_eq!(fs::read_to_string(&socket).expect("it is there"), "mine");
    drop(serving);
}

/// Returns a backup with twelve matches.
fn stored() -> String {
    data("../../tests/stored/twelve-matches.jsonl")
}

/// Creates a folder with those matches in `data`.
fn folder_with_matches() -> TempDir {
    let folder = folder();
    let backup = stored();
    let ran = run_in(&folder, &["restore", "-"], backup.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    folder
}

/// Changes or removes an entry in the data files directly.
fn spoil(folder: &TempDir, key: &str, value: Option<&str>) {
    let store = store::open(Engine::Redb, &folder.path().join("data")).expect("the store opens");
    let key = store
        .scan(key.as_bytes(), None, 1)
        .expect("it reads")
        .remove(0)
        .0;
    let mut batch = Batch::default();
    batch.changes.push((key, value.map(Into::into)));
    store.commit(&batch).expect("the store takes the entries");
}

/// Puts an entry into the data files directly.
fn put(folder: &TempDir, key: &str, value: &str) {
    let store = store::open(Engine::Redb, &folder.path().join("data")).expect("the store opens");
    let mut batch = Batch::default();
    batch.put(key, value);
    store.commit(&batch).expect("the store takes the entries");
}

#[test]
fn data_of_a_later_release_are_wrong_input() {
    let folder = folder_with_data();
    put(&folder, "version", "99");
    let args = ["serve", "--listen", "127.0.0.1:0", "--data", "data"];
    check_fails_in(&folder, &args, "", 2, "they are of version 99");
}

#[test]
fn check_reads_all_data_and_names_what_is_damaged() {
    let folder = folder_with_matches();
    let check = |args: &[&str]| run_in(&folder, &[&["check", "--data"], args].concat(), b"");
    let whole = check(&[]);
    assert_eq!(whole.code, Some(0), "{}", whole.messages);
    for told in [
        "All data are whole",
        "matches: 12",
        "5 are being played",
        "3 are over and 2 are open challenges",
        "bytes",
    ] {
        assert!(whole.text().contains(told), "{told}: {}", whole.text());
    }
    assert_eq!(check(&["./data"]).text(), whole.text());
    check_fails_in(
        &folder,
        &["check", "--data", "none"],
        "",
        1,
        "no such data folder",
    );
    assert!(!folder.path().join("none").exists());
    assert!(
        !check(&["data", "--config", "none.toml"])
            .text()
            .contains("good")
    );

    spoil(&folder, "input/00004/", None);
    spoil(&folder, "user/", Some("nothing known"));
    put(&folder, "play/post/lobby/0000000000000300", "nothing known");
    let letter = r#"{"v":1,"delivery":null,"reason":{"failed":"the channel is closed"},"at":0}"#;
    put(&folder, "dead/00003/00000001", letter);
    let check_damaged = |ran: Ran| {
        assert_eq!((ran.code, ran.text()), (Some(1), ""), "{}", ran.messages);
        for told in [
            "match 00004 is damaged",
            "user/",
            "play/post/",
            "oddboard salvage",
            "the channel is closed",
        ] {
            assert!(ran.messages.contains(told), "{told}: {}", ran.messages);
        }
    };
    check_damaged(check(&[]));
    let serving = Serving::start(&folder);
    check_damaged(check(&[]));
    drop(serving);
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

/// Salvages the intact entries of `from` into `new`, and checks the exit and the number of matches there.
#[track_caller]
fn check_salvage(folder: &TempDir, from: &str, lost: &[&str], n_matches: usize) {
    let path = folder.path().join(from);
    let before = if path.is_dir() {
        content(&path)
    } else {
        Vec::new()
    };
    let new = format!("new-{}", from.replace('.', "-"));
    let ran = run_in(folder, &["salvage", from, &new], b"");
    assert_eq!(
        ran.code,
        Some(i32::from(!lost.is_empty())),
        "{}",
        ran.messages
    );
    for lost in lost {
        assert!(ran.messages.contains(lost), "{lost}: {}", ran.messages);
    }
    let after = if path.is_dir() {
        content(&path)
    } else {
        Vec::new()
    };
    assert!(before == after, "what is saved from is not written to");
    let check = run_in(folder, &["check", "--data", &new], b"");
    assert_eq!(check.code, Some(0), "{}", check.messages);
    let told = format!("matches: {n_matches}");
    assert!(
        check.text().contains(&told) && ran.text().contains(&told),
        "{}",
        check.text()
    );
    let again = ["salvage", from, &new];
    check_fails_in(folder, &again, "", 2, "is there already");
}

#[cfg(unix)]
#[test]
fn reading_the_data_needs_no_room_on_their_disk() {
    let folder = folder_with_matches();
    let before = content(&folder.path().join("data"));
    for args in [&["backup", "-"][..], &["check", "--data"]] {
        // The signal would end the program instead of failing its writes.
        let ran = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_oddboard"))
            .args(args)
            .env_clear()
            .current_dir(&folder)
            .output()
            .expect("a shell can be run");
        let messages = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{args:?}: {messages}");
    }
    assert!(
        content(&folder.path().join("data")) == before,
        "nothing is written"
    );
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

/// Reads a folder in both ways, and checks the exit and that all files stay as they were.
#[cfg(unix)]
#[track_caller]
fn check_reading(folder: &TempDir, code: i32, told: &str) {
    let data = folder.path().join("data");
    let before = (content(&data), rights(&data));
    for args in [&["backup", "-"][..], &["check", "--data"]] {
        check_fails_in(folder, args, "", code, told);
        assert!(
            (content(&data), rights(&data)) == before,
            "{args:?} changes something"
        );
    }
}

#[cfg(unix)]
#[test]
fn reading_a_folder_leaves_it_as_it_is() {
    let folder = folder_with_matches();
    let data = folder.path().join("data");
    set_rights(&data, 0o755);
    // Simulates a read-only medium.
    fs::remove_file(data.join("oddboard.lock")).expect("it is there");
    set_rights(&data.join("oddboard.redb"), 0o444);
    check_reading(&folder, 0, "");
    fs::write(
        data.join("oddboard.lock"),
        format!("{0:020} {0:020}\n", 900),
    )
    .expect("a file");
    check_reading(&folder, 1, "commits are missing");
    fs::remove_file(data.join("oddboard.redb")).expect("it is there");
    check_reading(&folder, 1, "oddboard.redb is missing");
}

#[cfg(unix)]
#[test]
fn reading_a_folder_of_sled_leaves_it_as_it_is() {
    let folder = folder_of_sled();
    check_reading(&folder, 0, "");
    let temporary = folder.path().join("temporary");
    fs::create_dir(&temporary).expect("the folder is made");
    for (args, told) in [
        (["backup", "-"], "entries written"),
        (["check", "--data"], "matches: 12"),
    ] {
        let mut command = program();
        let ran = command
            .args(args)
            .env("TMPDIR", &temporary)
            .current_dir(&folder)
            .output()
            .expect("the program runs");
        let said = [ran.stdout, ran.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains(told), "{said}");
        assert_eq!(content(&temporary), [], "a copy of the data is left");
    }
    fs::remove_dir(&temporary).expect("it is empty");
    let ran = program()
        .args(["backup", "-"])
        .env("TMPDIR", &temporary)
        .current_dir(&folder)
        .output();
    let ran = ran.expect("the program runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.code() == Some(1) && said.contains("TMPDIR"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn a_folder_without_data_is_not_taken_for_an_empty_one() {
    let folder = folder();
    let data = folder.path().join("data");
    fs::create_dir(&data).expect("the folder is made");
    fs::write(data.join("config.toml"), "[store]").expect("the file is written");
    set_rights(&data, 0o755);
    set_rights(&data.join("config.toml"), 0o644);
    check_reading(&folder, 1, "there are no data of Oddboard in");
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
    drop(Serving::start(folder));
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

#[test]
fn what_is_whole_is_saved_from_a_folder() {
    let folder = folder_with_matches();
    check_salvage(&folder, "data", &[], 12);
    let same = |data: &str| run_in(&folder, &["backup", "--data", data, "-"], b"").output;
    assert!(same("data") == same("new-data"), "all is saved");
    fs::remove_dir_all(folder.path().join("new-data")).expect("it is removed");
    spoil(&folder, "input/00004/", None);
    spoil(&folder, "user/", Some("nothing known"));
    check_salvage(&folder, "data", &["match 00004 is damaged", "user/"], 11);
    assert!(!folder.path().join("new-data.copy").exists());
}

#[test]
fn what_is_whole_is_saved_from_a_damaged_file() {
    let folder = folder_with_matches();
    let file = folder.path().join("data/oddboard.redb");
    let mut bytes = fs::read(&file).expect("there is a file");
    let input = b"e7e5".as_slice();
    let at = bytes.windows(input.len()).rposition(|found| found == input);
    bytes[at.expect("a move is in it")] ^= 1;
    fs::write(&file, &bytes).expect("it is ours");
    let ran = run_in(&folder, &["salvage", "data", "new"], b"");
    assert_eq!(ran.code, Some(1), "{}", ran.messages);
    assert!(ran.text().contains("saved into new"), "{ran:?}");
    assert!(
        fs::read(&file).expect("it is there") == bytes,
        "it is not written to"
    );
    let check = run_in(&folder, &["check", "--data", "new"], b"");
    assert_eq!(check.code, Some(0), "{}", check.messages);
}

#[test]
fn what_is_whole_is_saved_from_a_backup() {
    let folder = folder();
    let backup = stored();
    let lines: Vec<_> = backup.split_inclusive('\n').collect();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the file is written");
    };
    write("whole.jsonl", &backup);
    check_salvage(&folder, "whole.jsonl", &[], 12);
    write("cut.jsonl", &backup[..backup.len() - 40]);
    check_salvage(&folder, "cut.jsonl", &["cut off"], 12);
    let at = lines.iter().position(|line| line.contains("input/00004/"));
    let mut damaged = lines.clone();
    damaged[at.expect("there is a move")] = "{\"key\":\"inp\n";
    write("damaged.jsonl", &damaged.concat());
    check_salvage(&folder, "damaged.jsonl", &["damaged: ", "match 00004"], 11);
    for (name, text) in [("empty", ""), ("other", "GIF89a"), ("header", lines[0])] {
        write(name, text);
        check_fails_in(
            &folder,
            &["salvage", name, "other-new"],
            "",
            1,
            "not a backup",
        );
    }
    check_fails_in(&folder, &["salvage", "none", "other-new"], "", 2, "none: ");
    assert!(!folder.path().join("other-new").exists());
}

/// Creates a folder in which sled keeps the data of twelve matches.
fn folder_of_sled() -> TempDir {
    let folder = folder();
    let config = "[store]\nengine = 'sled'";
    fs::write(folder.path().join("config.toml"), config).expect("the file is written");
    let ran = run_in(&folder, &["restore", "-"], stored().as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    folder
}

#[test]
fn what_is_whole_is_saved_from_a_folder_of_sled() {
    let folder = folder_of_sled();
    check_salvage(&folder, "data", &[], 12);
}

#[test]
fn a_salvage_that_saves_nothing_says_of_what_and_leaves_nothing() {
    let folder = folder_with_matches();
    let file = folder.path().join("data/oddboard.redb");
    fs::write(&file, "no data").expect("it is ours");
    let ran = run_in(&folder, &["salvage", "data", "new"], b"");
    assert_eq!(ran.code, Some(1), "{}", ran.messages);
    for told in ["nothing of the data in data", "oddboard restore"] {
        assert!(ran.messages.contains(told), "{told}: {}", ran.messages);
    }
    for wrong in ["new", "salvage FROM"] {
        let said = ran.messages.replace("a new folder", "");
        assert!(!said.contains(wrong), "{wrong}: {}", ran.messages);
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn salvage_tells_what_it_cannot_use() {
    let folder = folder_with_matches();
    fs::create_dir(folder.path().join("other")).expect("the folder is made");
    for (from, to, told) in [
        ("none", "new", "none: "),
        ("other", "new", "there are no data"),
        ("data", "data", "is there already"),
        ("data", "data/new", "outside of it"),
        ("data", "data/deep/new", "outside of it"),
    ] {
        check_fails_in(&folder, &["salvage", from, to], "", 2, told);
    }
    assert!(!folder.path().join("new").exists());
}

#[test]
fn what_an_interrupted_restore_has_left_is_saved() {
    let folder = folder_with_matches();
    let data = folder.path().join("data");
    let store = store::open(Engine::Redb, &data).expect("the store opens");
    let mut batch = Batch::default();
    batch.put("\0restoring", "");
    store.commit(&batch).expect("the store takes the entries");
    drop(store);
    check_fails_in(&folder, &["backup", "-"], "", 1, "interrupted");
    check_salvage(&folder, "data", &["was being restored"], 12);
}

#[test]
fn what_is_in_use_is_not_saved_from() {
    let folder = folder_with_matches();
    let serving = Serving::start(&folder);
    check_fails_in(
        &folder,
        &["salvage", "data", "new"],
        "",
        1,
        "in use by another process",
    );
    assert!(!folder.path().join("new").exists());
    drop(serving);
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
    drop(Serving::start(&folder));
    // A bot that is stopped at once may have made none.
    let serving = Serving::start(&folder);
    let first = backups_beside(&kept, &[]);
    drop(serving);
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
    let serving = Serving::start(&folder);
    let second = backups_beside(&kept, std::slice::from_ref(&old));
    assert!(!second.is_empty());
    drop(serving);
}

/// Lets the program open almost no files. It cannot start, and fails in more ways than one.
#[cfg(unix)]
#[test]
fn whatever_goes_wrong_inside_is_told_in_lines_of_our_own() {
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
fn idle_connections_keep_nobody_out_where_few_files_may_be_open() {
    let folder = folder();
    let mut serving = Serving::started(
        Command::new("sh")
            .args(["-c", "ulimit -n 64; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_oddboard"))
            .args(["--listen", "127.0.0.1:0"])
            .env_clear()
            .current_dir(&folder),
    );
    let connect = || std::net::TcpStream::connect(&serving.address).expect("somebody listens");
    let _idle: Vec<_> = (0..200).map(|_| connect()).collect();
    let mut visitor = connect();
    let head = format!(
        "GET /style.css HTTP/1.1\r\nHost: {}\r\n\r\n",
        serving.address
    );
    visitor.write_all(head.as_bytes()).expect("it is taken");
    // The server closes idle connections after half a minute by itself.
    let moment = Some(Duration::from_secs(20));
    visitor
        .set_read_timeout(moment)
        .expect("a socket can be told");
    let mut line = String::new();
    let read = BufReader::new(visitor).read_line(&mut line);
    assert!(read.is_ok() && line.contains("200"), "{read:?} {line}");
    serving.child.kill().expect("it runs");
    let mut told = String::new();
    let mut log = serving.child.stderr.take().expect("it is piped");
    log.read_to_string(&mut told).expect("the log is text");
    assert!(told.lines().count() < 5, "{told}");
}

#[cfg(unix)]
#[test]
fn a_log_that_nobody_takes_harms_nobody() {
    let folder = folder();
    fs::write(folder.path().join("config.toml"), "[log]\nlevel = 'trace'")
        .expect("the file is written");
    let mut serving = Serving::start(&folder);
    drop(serving.child.stderr.take());
    // The program logs the request.
    let ran = run_in(&folder, &["backup", "-"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.messages);
    let sent = Command::new("kill")
        .arg(serving.child.id().to_string())
        .status();
    assert!(sent.expect("kill can be run").success());
    assert_eq!(
        serving.child.wait().expect("the program ends").code(),
        Some(0)
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_serve_well() {
    for signal in ["TERM", "INT"] {
        let folder = folder();
        let mut serving = Serving::start(&folder);
        std::net::TcpStream::connect(&serving.address).expect("somebody listens");
        let sent = Command::new("kill")
            .args(["-s", signal, &serving.child.id().to_string()])
            .status();
        assert!(sent.expect("kill can be run").success());
        assert_eq!(
            serving.child.wait().expect("the program ends").code(),
            Some(0),
            "{signal}"
        );
    }
}
