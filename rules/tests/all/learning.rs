//! Tests the interface for learning programs: indices of actions, returns, tensors, and positions in one step from text.

use std::collections::HashMap;

use rules::{Action, Color, Game, Next, Setup, Variant, VariantPosition, View};
use testkit::{Random, play, quick_or_long, setups, some_input};

/// Calls `check` for each stage of random games of every variant under all its options.
fn for_each_stage(seed: u64, mut check: impl FnMut(&Setup, &Game)) {
    let mut random = Random::new(seed);
    for setup in Variant::ALL.into_iter().flat_map(setups) {
        for _ in 0..quick_or_long(6, 200) {
            let mut game = Game::new(&setup);
            check(&setup, &game);
            while game.n_inputs() < 200
                && let Some(input) = some_input(&game, &mut random)
            {
                play(&mut game, input);
                check(&setup, &game);
            }
        }
    }
}

#[test]
fn legal_actions_have_different_indices_that_lead_back_to_them() {
    let mut seen: HashMap<usize, Action> = HashMap::new();
    for_each_stage(41, |setup, game| {
        for action in game.legal_list() {
            let index = action.index();
            assert!(index < Action::N_INDICES, "{setup}: {action}");
            assert_eq!(Action::from_index(index), Some(action), "{setup}: {action}");
            assert_eq!(
                *seen.entry(index).or_insert(action),
                action,
                "{setup}: {action}"
            );
        }
    });
    assert!(seen.len() > 4_000, "only {} actions", seen.len());
}

#[test]
fn returns_are_there_exactly_when_the_game_is_over_and_sum_to_0() {
    let mut n_over = 0;
    for_each_stage(42, |setup, game| {
        let Next::Over(outcome) = game.next() else {
            assert_eq!(game.returns(), None, "{setup}");
            return;
        };
        n_over += 1;
        let returns = game.returns().expect("the game is over");
        assert_eq!(returns, outcome.returns());
        assert_eq!(returns.iter().sum::<f64>(), 0.0);
        match outcome.winner() {
            Some(winner) => assert_eq!(returns[winner as usize], 1.0),
            None => assert_eq!(returns, [0.0; 2]),
        }
    });
    assert!(n_over > 0, "no game ends");
}

/// Checks that tensors have their shape, and that a tensor tells apart boards and sides to decide.
#[test]
fn a_tensor_has_its_shape_and_shows_the_board() {
    for_each_stage(43, |setup, game| {
        for seat in Color::ALL {
            let view = game.seat_view(seat);
            let tensor = view.as_view().tensor();
            assert_eq!(tensor.len(), View::TENSOR_SHAPE.iter().product::<usize>());
            assert!(
                tensor.iter().all(|number| (0.0..=8.0).contains(number)),
                "{setup}"
            );
            let n_pieces = view.as_view().cells.iter().flatten().count();
            let shown: f32 = tensor[..64 * 22].iter().sum();
            assert_eq!(shown, n_pieces as f32, "{setup}");
        }
    });
}

/// Checks that a position is read from the text of a game in which nothing is hidden, without its options.
#[test]
fn a_position_is_read_from_its_text_in_one_step() {
    fn check<P: VariantPosition>(setup: &Setup, text: &str) {
        let Ok(whole) = Setup::with_position(setup.variant(), &testkit::options_of(setup), text)
        else {
            return;
        };
        let Some(expected) = whole.start_position::<P>() else {
            return;
        };
        let read: P = text.parse().expect("it is a position");
        assert!(read == expected, "{setup}: {text}");
        assert!(format!("{read:?}").contains(text) != setup.variant().has_secrets());
    }
    for_each_stage(44, |setup, game| {
        // The text of a position does not hold this option.
        if testkit::options_of(setup).contains("chameleon=pure") {
            return;
        }
        let truth = game.truth();
        let text = &truth.as_view().position;
        check::<rules::berolina::Position>(setup, text);
        check::<rules::baroque::Position>(setup, text);
        check::<rules::bario::Position>(setup, text);
        check::<rules::chakart::Position>(setup, text);
    });
}

#[test]
fn a_text_that_is_no_position_is_refused_with_every_flaw_and_the_law() {
    let error = "8/8/8/8/8/8/8/8 w".parse::<rules::baroque::Position>();
    let error = error.expect_err("both kings are missing");
    assert_eq!(error.flaws().len(), 2, "{error}");
    assert!(error.to_string().contains("law/baroque.md"), "{error}");
    for text in ["", " ", "nonsense", &"8/".repeat(10_000)] {
        assert!(text.parse::<rules::berolina::Position>().is_err());
        assert!(text.parse::<rules::bario::Position>().is_err());
        assert!(text.parse::<rules::chakart::Position>().is_err());
    }
}
