//! Runs every fixture through `oddboard moves`: the program's answers must match the files.

use std::{fs, io::Write, process::Stdio, thread};

use serde_json::Value;
use tests::program;

/// Returns the compared parts of a fixture or an answer: the end, check, and all moves with their outcomes. The files
/// also name one way of chance for each possible position, for the reader only.
fn essence(mut line: Value) -> Value {
    let mut moves = line["moves"].take();
    for prospects in moves.as_object_mut().expect("moves are a map").values_mut() {
        let Some(prospects) = prospects.as_array_mut() else {
            continue;
        };
        for prospect in prospects.iter_mut() {
            prospect
                .as_object_mut()
                .expect("a prospect is a map")
                .remove("outcome");
        }
        prospects.sort_by_key(|prospect| prospect["to"].to_string());
    }
    serde_json::json!({ "id": line["id"], "over": line["over"], "check": line["check"], "moves": moves })
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"));
    lines.map(essence).collect()
}

fn answers(args: &[&str], questions: &str) -> String {
    let mut program = program::command();
    program
        .arg("moves")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut program = program.spawn().expect("the program starts");
    let mut input = program.stdin.take().expect("standard input is piped");
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            input
                .write_all(questions.as_bytes())
                .expect("the program reads")
        });
        program.wait_with_output().expect("the program ends")
    });
    assert!(output.status.success(), "the program answers all");
    String::from_utf8(output.stdout).expect("answers are text")
}

/// Returns the texts of all files of fixtures, by name.
fn all_fixtures() -> Vec<(String, String)> {
    let files = fs::read_dir(testkit::path("rules/tests/fixtures")).expect("there are fixtures");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    paths
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a fixture can be read");
            (path.display().to_string(), text)
        })
        .collect()
}

#[test]
fn the_answers_of_the_program_equal_the_fixtures() {
    for (file, fixtures) in all_fixtures() {
        let expected = lines(&fixtures);
        let answered = lines(&answers(&[], &fixtures));
        assert_eq!(answered.len(), expected.len(), "{file}");
        for (mut answer, fixture) in answered.into_iter().zip(expected) {
            // Chakart has no check, and its files have no field for it.
            if fixture["check"].is_null() {
                answer["check"].take();
            }
            assert_eq!(answer, fixture, "{file}");
        }
    }
}

#[test]
fn each_seat_sees_the_position_and_moves_of_the_fixtures() {
    for (file, fixtures) in all_fixtures() {
        for (seat, turn, key) in [
            ("white", Some("w"), "w"),
            ("black", Some("b"), "b"),
            ("public", None, "public"),
        ] {
            let answers = answers(&["--seat", seat], &fixtures);
            assert_eq!(answers.lines().count(), fixtures.lines().count(), "{file}");
            for (answer, fixture) in answers.lines().zip(fixtures.lines()) {
                let [answer, fixture] = [answer, fixture]
                    .map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
                let position = fixture["position"].as_str().expect("a text");
                let moves = fixture["moves"].as_object().expect("moves are a map");
                let decides = position.split(' ').nth(1) == turn;
                let moves: Vec<&String> = moves.keys().filter(|_| decides).collect();
                let expected = match fixture.get("seat") {
                    Some(told) => told[key].clone(),
                    None if file.contains("chakart") => Value::from(unseen(position, seat)),
                    None => Value::from(position),
                };
                let about = format!("{seat} of {file}: {}", fixture["id"]);
                assert_eq!(answer["id"], fixture["id"], "{about}");
                assert_eq!(answer["position"], expected, "{about}");
                assert_eq!(answer["moves"], serde_json::json!(moves), "{about}");
            }
        }
    }
}

/// Returns the text of a position with open objects as a seat sees it, without the other side's hidden queens. The end
/// shows them (chakart H12, H22).
fn unseen(position: &str, seat: &str) -> String {
    let (board, rest) = position.split_once(' ').expect("a position has parts");
    let is_over = ["kl", "KL"]
        .iter()
        .any(|kings| !board.contains(|letter| kings.contains(letter)));
    let hidden: &[char] = match seat {
        _ if is_over => &[],
        "white" => &['i'],
        "black" => &['I'],
        _ => &['i', 'I'],
    };
    let rows = board.split('/').map(|row| {
        let mut cells = String::new();
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(n_empty) => cells.extend(std::iter::repeat_n('.', n_empty as usize)),
                None if hidden.contains(&letter) => cells.push('.'),
                None => cells.push(letter),
            }
        }
        (1..=8).rev().fold(cells, |cells, n_empty| {
            cells.replace(&".".repeat(n_empty), &n_empty.to_string())
        })
    });
    let board: Vec<String> = rows.collect();
    format!("{} {rest}", board.join("/"))
}
