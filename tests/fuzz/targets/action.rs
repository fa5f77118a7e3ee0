//! A setup, and on each line after it something that may be typed as an action.

#![no_main]

use fuzz::{actions_of, check_action};
use libfuzzer_sys::fuzz_target;
use rules::{Action, Game, ReadActionError, Setup};

/// The most lines that are tried.
const LINES: usize = 8;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Some(Ok(setup)) = lines.next().map(str::parse::<Setup>) else {
        return;
    };
    let game = Game::new(&setup);
    for line in lines.take(LINES) {
        if let Ok(action) = line.parse::<Action>() {
            assert!(
                action.to_string().eq_ignore_ascii_case(line),
                "{line} is read as {action}"
            );
            check_action(&game, action);
        }
        match game.read_action(line) {
            Ok(action) => check_action(&game, action),
            Err(ReadActionError::Ambiguous(offered)) => {
                let legal = actions_of(&game);
                assert!(
                    offered.len() > 1 && offered.iter().all(|action| legal.contains(action)),
                    "{line}"
                );
            }
            Err(ReadActionError::Malformed | ReadActionError::NoSuchMove) => {}
        }
    }
});
