//! Every fixture through `oddboard moves`: the program answers what the files say.

use std::{fs, io::Write, process::Stdio, thread};

use serde_json::Value;
use tests::program;

/// What is compared of a fixture or an answer: the end, and all moves with what comes of them. The files also name one
/// way of chance for each position that may come, which is for the reader only.
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
    serde_json::json!({ "id": line["id"], "over": line["over"], "moves": moves })
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"));
    lines.map(essence).collect()
}

fn answers(questions: &str) -> String {
    let mut program = program::command();
    program
        .arg("moves")
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

#[test]
fn the_program_answers_what_the_fixtures_say() {
    for entry in fs::read_dir(tests::data("fixtures")).expect("there are fixtures") {
        let path = entry.expect("the folder can be read").path();
        let fixtures = fs::read_to_string(&path).expect("a fixture can be read");
        let expected = lines(&fixtures);
        let answered = lines(&answers(&fixtures));
        assert_eq!(answered.len(), expected.len(), "{}", path.display());
        for (answer, fixture) in answered.iter().zip(&expected) {
            assert_eq!(answer, fixture, "{}", path.display());
        }
    }
}
