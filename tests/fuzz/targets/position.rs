//! Setups with their positions: `chakart position=...`.

#![no_main]

use fuzz::{Picks, actions_of, check_action, check_game, check_position_text, some_input};
use libfuzzer_sys::fuzz_target;
use rules::{Game, GameInput, Setup};

/// How many actions are tried at first.
const ACTIONS: usize = 64;
/// How far each game is played.
const PLIES: usize = 6;

fuzz_target!(|text: &str| {
    let setup = match text.parse::<Setup>() {
        Ok(setup) => setup,
        Err(error) => {
            assert!(!error.flaws().is_empty());
            // What is wrong is told in a message, however wrong it is.
            assert!(
                error.to_string().len() < 100 * (text.len() + 10),
                "{} bytes of reasons",
                error.to_string().len()
            );
            return;
        }
    };
    let again: Setup = setup
        .to_string()
        .parse()
        .expect("a setup reads its own text");
    assert!(again == setup, "{setup}");
    let mut game = Game::new(&setup);
    for action in actions_of(&game).into_iter().take(ACTIONS) {
        let mut after = game.clone();
        after.act(action).expect("a listed action is legal");
        check_position_text(&after, &setup);
    }
    let mut picks = Picks::of(text);
    for _ in 0..PLIES {
        check_game(&game);
        check_position_text(&game, &setup);
        let Some(input) = some_input(&game, &mut picks) else {
            return;
        };
        if let GameInput::Action(action) = input {
            check_action(&game, action);
        }
        assert!(
            game.play(input).is_some(),
            "{setup}: {input} is listed and refused"
        );
    }
});
