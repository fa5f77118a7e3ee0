//! `oddboard engine`: the program as other programs use it, by UCI.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
    thread,
};

use proptest::{collection::vec, prelude::*};
use rules::{Game, GameInput, Next, Setup};
use tests::program;

/// The rule sets by their UCI names, and in the form of a setup.
const RULE_SETS: [(&str, &str); 7] = [
    ("berolina", "berolina"),
    ("baroque", "baroque"),
    ("bario", "bario"),
    ("baroque-pure", "baroque chameleon=pure"),
    ("bario-classic", "bario rules=classic"),
    ("chakart", "chakart"),
    (
        "chakart-open-standard",
        "chakart objects=open setup=standard",
    ),
];

/// A UCI client of the engine.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Client {
        let mut child = program::command()
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("its input is piped");
        let output = child.stdout.take().expect("its output is piped");
        Client {
            child,
            input,
            output: BufReader::new(output),
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// Returns all lines up to one with this beginning, which comes last.
    #[track_caller]
    fn hears(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("it is text");
            assert!(length > 0, "nothing begins with {start}: {heard:#?}");
            heard.push(line.trim_end().to_string());
            if line.starts_with(start) {
                return heard;
            }
        }
    }

    /// Returns the engine's move, and the lines before it.
    #[track_caller]
    fn best_move(&mut self) -> (String, Vec<String>) {
        let mut heard = self.hears("bestmove ");
        let last = heard.pop().expect("a line");
        (last["bestmove ".len()..].to_string(), heard)
    }

    fn quits(mut self) {
        self.send("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// Sends input to an engine at once, and returns all its answers.
fn answers(said: &[u8]) -> String {
    let mut client = Client::start();
    let mut input = client.input;
    let output = thread::scope(|scope| {
        scope.spawn(move || input.write_all(said).expect("it listens"));
        let lines = client.output.lines();
        let lines: Result<Vec<String>, _> = lines.collect();
        lines.expect("it is text").join("\n")
    });
    assert!(client.child.wait().expect("it ends").success(), "{output}");
    output
}

/// Plays a game of each rule set against itself, as a referee program does: all its moves are legal.
#[test]
fn an_engine_plays_games_of_every_rule_set() {
    for (name, setup) in RULE_SETS {
        let setup: Setup = setup.parse().expect("a setup");
        let mut client = Client::start();
        for line in [
            "setoption name Level value 3",
            "setoption name Hash value 1",
        ] {
            client.send(line);
        }
        client.send(&format!("setoption name UCI_Variant value {name}"));
        client.send("ucinewgame");
        let (mut game, mut moves, mut n_draws) = (Game::new(&setup), String::new(), 0);
        while moves.len() < 300 {
            let input = match game.next() {
                Next::Over(_) => break,
                Next::Chance(chance) => {
                    n_draws += 1;
                    GameInput::Outcome(chance.outcomes()[n_draws % chance.outcomes().len()])
                }
                Next::Decision(_) => {
                    client.send(&format!("position startpos moves{moves}"));
                    client.send("go nodes 200");
                    let (found, heard) = client.best_move();
                    let info = heard.last().expect("it tells what it has found");
                    assert!(info.starts_with("info depth "), "{info}");
                    assert!(info.contains(&format!(" pv {found}")), "{info}");
                    let is_told = |word: &str| info.contains(&format!(" {word} "));
                    assert!(["nodes", "nps", "time"].into_iter().all(is_told), "{info}");
                    assert!(is_told("score cp") || is_told("score mate"), "{info}");
                    // In Berolina as other programs write promotions.
                    let (squares, role) = found.split_at(found.len().min(4));
                    let ours = format!("{squares}={}", role.to_ascii_uppercase());
                    found.parse().or_else(|_| ours.parse()).expect(&found)
                }
            };
            game.apply(input).expect("it is legal");
            moves.push_str(&format!(" {input}"));
        }
        client.quits();
    }
}

/// Checks that the engine reads lines while it thinks, and answers on `stop`.
#[test]
fn an_engine_hears_while_it_thinks() {
    let mut client = Client::start();
    client.send("go infinite");
    client.hears("info depth 2 ");
    client.send("isready");
    client.hears("readyok");
    client.send("go nodes 1");
    client.hears("info string still thinking");
    client.send("stop");
    let (found, _) = client.best_move();
    client.send("go depth 2");
    let (_, heard) = client.best_move();
    assert!(heard.iter().any(|line| line.starts_with("info depth 2 ")));
    assert!(!heard.iter().any(|line| line.starts_with("info depth 3 ")));
    assert!(found.parse::<GameInput>().is_ok(), "{found}");
    client.quits();
}

/// Checks that each `go` has one answer in order, so another program knows the position of an answer.
#[test]
fn an_engine_answers_for_the_position_that_came_last() {
    let mate = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for said in [
        vec!["ucinewgame", mate],
        vec![mate],
        vec!["stop", mate],
        vec![mate, "isready", "ucinewgame", mate],
    ] {
        let mut client = Client::start();
        client.send("go infinite");
        client.hears("info depth 2 ");
        for line in &said {
            client.send(line);
        }
        client.send("go depth 1");
        let (found, _) = client.best_move();
        let action = found.parse().expect("a move");
        let mut game = Game::new(&"berolina".parse::<Setup>().expect("a setup"));
        assert!(
            game.apply(GameInput::Action(action)).is_ok(),
            "{found} after {said:?}"
        );
        let (found, heard) = client.best_move();
        assert_eq!(found, "a1a8", "{said:?}: {heard:?}");
        client.send("isready");
        assert_eq!(client.hears("readyok"), ["readyok"], "{said:?}");
        client.quits();
    }
}

/// Checks that an invalid position is reported after the answer for the old one, and that the old one is discarded.
#[test]
fn an_engine_answers_for_no_position_if_the_last_one_made_no_sense() {
    for wrong in ["position", "position startpos e2g4", "position fen 8/8 w"] {
        let mut client = Client::start();
        client.send("go infinite");
        client.hears("info depth 2 ");
        client.send(wrong);
        client.send("go depth 1");
        let (found, heard) = client.best_move();
        assert_ne!(found, "(none)", "{wrong}: {heard:?}");
        let (found, heard) = client.best_move();
        assert_eq!(found, "(none)", "{wrong}: {heard:?}");
        client.quits();
    }
}

/// Checks that an early win is reported on request, and not before.
#[test]
fn an_engine_keeps_its_answer_until_it_is_stopped() {
    let mut client = Client::start();
    client.send("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    client.send("go infinite");
    let info = client.hears("info depth 1 multipv 1 score mate 1 ").pop();
    assert!(info.is_some_and(|info| info.ends_with(" pv a1a8")));
    client.send("isready");
    let heard = client.hears("readyok");
    assert!(
        !heard.iter().any(|line| line.starts_with("bestmove")),
        "{heard:?}"
    );
    client.send("stop");
    assert_eq!(client.best_move().0, "a1a8");
    client.quits();
}

#[test]
fn an_engine_without_time_answers_with_a_legal_move() {
    for (name, setup) in RULE_SETS {
        let setup: Setup = setup.parse().expect("a setup");
        let (mut game, mut moves) = (Game::new(&setup), String::new());
        while let Next::Chance(chance) = game.next() {
            let outcome = chance.outcomes()[7];
            game.roll(outcome).expect("it is possible");
            moves.push_str(&format!(" {outcome}"));
        }
        let legal = game.legal_list();
        for limit in ["nodes 0", "movetime 0", "depth 0", "wtime 0 btime 0"] {
            let said = format!(
                "setoption name UCI_Variant value {name}\nposition startpos moves{moves}\ngo {limit}\n"
            );
            let heard = answers(said.as_bytes());
            let found = heard
                .lines()
                .last()
                .and_then(|line| line.strip_prefix("bestmove "));
            let found = found.expect("it answers").parse().expect("a move");
            assert!(legal.contains(&found), "{name}, {limit}: {heard}");
        }
    }
}

/// Words of UCI, and arguments of its commands.
const WORDS: &str = r#"
    uci isready ucinewgame setoption name value UCI_Variant berolina baroque bario bario-classic
    chakart Hash Level Seed 1 8 -1 position startpos fen moves seat white black go nodes depth
    movetime wtime movestogo infinite stop e2g4 e7e8q d1~ d1~d5 banana: egg:koopa start:17 e2e4
    N@d4 a1<>b2 0 w - 8/8/8/8/8/8/8/8 4k3/8/8/8/8/8/8/4K3 {"flags":"1111","seenW":""}
    {"flags":"0000","seenW":"dd2","seenB":""} 9999999999999999999
"#;

/// Generates words of UCI, and some that are not.
fn words() -> impl Strategy<Value = String> {
    let known = prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>());
    prop_oneof![
        12 => known.prop_map(str::to_string),
        1 => "\\PC{0,12}",
    ]
}

fn lines() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        12 => vec(words(), 1..12).prop_map(|words| words.join(" ").into_bytes()),
        1 => vec(any::<u8>(), 0..80),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Checks that after any input each answer is a line of UCI, and the engine still reads afterwards.
    #[test]
    fn no_input_stops_an_engine(said in vec(lines(), 0..60)) {
        let mut text = b"setoption name Hash value 1\nsetoption name Level value 1\n".to_vec();
        for line in &said {
            text.extend(line);
            // No client waits for a long search.
            text.extend(b"\nstop\n");
        }
        text.extend(b"isready\n");
        let heard = answers(&text);
        let is_uci = |line: &str| {
            let starts = ["info ", "bestmove ", "readyok", "uciok", "id ", "option "];
            starts.iter().any(|start| line.starts_with(start))
        };
        for line in heard.lines() {
            prop_assert!(is_uci(line), "{line:?}");
        }
        let is_quit = said.iter().any(|line| line.trim_ascii_start().starts_with(b"quit"));
        prop_assert!(is_quit || heard.contains("readyok"));
    }
}
