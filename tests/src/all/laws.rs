//! What holds for every game: texts come back, records replay, refusals change nothing, games end.

use std::fmt::Debug;

use proptest::{
    prelude::*,
    test_runner::{RngSeed, TestRunner},
};
use rules::{
    Action, ChanceOutcome, Color, Conclusion, Game, Input, Next, ReadActionError, Record, Setup,
    Status, Variant,
};
use tests::random::Random;

use crate::{
    pair::{actions_of, game_at},
    placements,
};

/// Checks a property on the same generated values everywhere; a failure is shrunk and printed.
#[track_caller]
pub(crate) fn check_property<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    };
    let outcome = TestRunner::new(config).run(&strategy, |value| {
        property(value);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// A game as the choice made at each ply; shorter and smaller is simpler.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..80)
}

/// The record of the game that the choices make; it stops where the game is over.
fn record_of(setup: &Setup, choices: &[u8]) -> Record {
    let mut record = Record::new(setup.clone());
    let mut game = Game::new(setup);
    for choice in choices {
        let actions = actions_of(&game);
        if actions.is_empty() {
            break;
        }
        let action = actions[usize::from(*choice) % actions.len()];
        game.act(action).expect("a listed action is legal");
        record.inputs.push(Input::Action(action));
    }
    record
}

/// Games that are about to begin, from the start or from random placements.
fn setups(seed: u64, count: usize) -> impl Iterator<Item = Setup> {
    let mut random = Random::new(seed);
    let placements = std::iter::repeat_with(move || {
        Setup::with_position(Variant::Berolina, "", &placements::random(&mut random))
            .expect("it is a position")
    });
    std::iter::once(Setup::new(Variant::Berolina))
        .chain(placements)
        .take(count)
}

#[test]
fn action_texts_come_back() {
    let squares = (0..64_u8, 0..64_u8).prop_map(|(from, to)| {
        let name = |index: u8| format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1);
        name(from) + &name(to)
    });
    let promotions = prop::sample::select(vec!["", "=Q", "=R", "=B", "=N"]);
    check_property(2000, (squares, promotions), |(squares, promotion)| {
        let text = squares + promotion;
        let action: Action = text.parse().expect("it is an action");
        assert_eq!(action.to_string(), text);
    });
}

#[test]
fn texts_of_positions_and_setups_come_back() {
    for setup in setups(11, 300) {
        let again: Setup = setup
            .to_string()
            .parse()
            .expect("a setup reads its own text");
        assert!(again == setup, "{setup}");
        let mut game = Game::new(&setup);
        let mut random = Random::new(12);
        for _ in 0..20 {
            let position = game.truth().as_view().position.clone();
            assert_eq!(game_at(&position).truth().as_view().position, position);
            let actions = actions_of(&game);
            if actions.is_empty() {
                break;
            }
            game.act(*random.pick(&actions))
                .expect("a listed action is legal");
        }
    }
}

#[test]
fn a_record_replays_to_the_same_views_from_every_prefix() {
    check_property(60, choices(), |choices| {
        for setup in setups(13, 3) {
            let mut record = record_of(&setup, &choices);
            record
                .headers
                .push(("white".into(), "Ann: the <first> & only".into()));
            record.headers.push(("black".into(), "Böb".into()));
            let read: Record = record
                .to_string()
                .parse()
                .expect("a record reads its own text");
            assert!(read == record, "{record}");

            let mut game = Game::new(&setup);
            for (ply, input) in record.inputs.iter().enumerate() {
                let replayed = read.replay_to(ply).expect("a game that was played replays");
                assert_eq!(replayed.ply(), ply);
                assert!(
                    replayed.public_view() == game.public_view(),
                    "ply {ply} of {record}"
                );
                let Input::Action(action) = input else {
                    panic!("only actions were played");
                };
                game.act(*action).expect("it was played before");
            }
            let end = read.replay().expect("a game that was played replays");
            assert!(
                end.public_view() == game.public_view(),
                "the end of {record}"
            );
        }
    });
}

#[test]
fn no_header_can_break_a_record() {
    let setup = Setup::new(Variant::Berolina);
    let text = prop_oneof![
        any::<String>(),
        "[ -~]{0,20}",
        "(setup|white|oddboard record 1)?[:\n\r ]{0,3}[a-h1-8]{0,9}"
    ];
    let headers = prop::collection::vec((text.clone(), text), 0..5);
    check_property(1000, (headers, choices()), |(headers, choices)| {
        let mut record = record_of(&setup, &choices);
        record.headers = headers;
        let text = record.to_string();
        let read: Record = text.parse().expect("a record reads its own text");
        assert!(
            read.setup == record.setup && read.inputs == record.inputs,
            "{text}"
        );
        assert_eq!(read.headers.len(), record.headers.len(), "{text}");
        assert_eq!(read.to_string(), text);
    });
}

#[test]
fn a_record_with_an_impossible_input_says_which() {
    for setup in setups(14, 40) {
        let mut record = record_of(&setup, &[7; 12]);
        let end = record.replay().expect("it was played");
        let at = record.inputs.len();
        record
            .inputs
            .push(Input::Action("a1a1".parse().expect("it is an action")));
        assert_eq!(record.replay().map_err(|error| error.at).err(), Some(at));
        assert!(
            record
                .replay_to(at)
                .expect("the input is not reached")
                .public_view()
                == end.public_view()
        );
    }
}

#[test]
fn captions_and_coordinates_are_read_as_what_they_say() {
    for setup in setups(15, 150) {
        for ply in 0..3 {
            let record = record_of(&setup, &vec![29; ply * 9]);
            let game = record.replay().expect("it was played");
            let position = game.truth().as_view().position.clone();
            let mut captions = Vec::new();
            for action in actions_of(&game) {
                let caption = game.caption(action);
                let coordinates = action.to_string();
                for text in [
                    &caption,
                    &coordinates,
                    &coordinates.to_lowercase(),
                    &coordinates.to_uppercase(),
                ] {
                    let read = game.read_action(text);
                    assert!(
                        read == Ok(action),
                        "{text} for {action} in {position}: {read:?}"
                    );
                }
                // In another case a bishop may look like a pawn; then both are offered.
                for text in [
                    coordinates.to_uppercase(),
                    caption.to_uppercase(),
                    caption.to_lowercase(),
                ] {
                    let is_read = match game.read_action(&text) {
                        Ok(read) => read == action || text.parse() == Ok(read),
                        Err(ReadActionError::Ambiguous(offered)) => offered.contains(&action),
                        Err(_) => false,
                    };
                    assert!(is_read, "{text} for {action} in {position}");
                }
                captions.push(caption);
            }
            let n_captions = captions.len();
            captions.sort_unstable();
            captions.dedup();
            assert_eq!(
                captions.len(),
                n_captions,
                "two actions have one caption in {position}: {captions:?}"
            );
        }
    }
}

#[test]
fn games_count_their_inputs_and_end() {
    for setup in setups(16, 60) {
        let mut random = Random::new(17);
        let mut game = Game::new(&setup);
        let mut plies = 0;
        while let Next::Decision(color) = game.next() {
            assert_eq!(game.ply(), plies);
            for view in [
                game.public_view().as_view(),
                game.seat_view(Color::White).as_view(),
                game.truth().as_view(),
            ] {
                assert_eq!(view.ply, plies);
                assert!(view.status == Status::ToDecide(color));
            }
            game.act(*random.pick(&actions_of(&game)))
                .expect("a listed action is legal");
            plies += 1;
            // Sixteen pawns of six steps and thirty captures, each within a hundred half-moves of the other.
            assert!(plies <= 100 * (16 * 6 + 30 + 1), "{setup} does not end");
        }
        check_over(game, plies);
    }
}

/// A game that is over takes nothing more, and nothing changes it.
#[track_caller]
fn check_over(mut game: Game, plies: usize) {
    let view = game.public_view();
    assert_eq!((game.ply(), view.as_view().ply), (plies, plies));
    assert!(matches!(view.as_view().status, Status::Over(_)));
    assert_eq!(actions_of(&game), vec![]);
    for from_to in ["e2g4", "e7g5", "e1e2", "e8e7", "a1a1"] {
        let action = from_to.parse().expect("it is an action");
        assert!(game.act(action).is_err() && game.why_not(action).is_some());
    }
    assert!(game.conclude(Conclusion::DrawAgreed).is_err());
    assert!(game.conclude(Conclusion::Resigned(Color::White)).is_err());
    assert!(game.roll(ChanceOutcome::Start(0)).is_err());
    assert!(game.public_view() == view);
    assert_eq!(game.ply(), plies);
}

#[test]
fn a_turn_is_finished_when_the_other_side_is_to_decide() {
    let setups = [
        "berolina",
        "baroque setup=asymmetric",
        "bario",
        "bario rules=classic",
        "chakart",
        "chakart objects=open setup=standard",
    ];
    let mut random = Random::new(4);
    for setup in setups {
        for _ in 0..20 {
            let mut game = Game::new(&setup.parse().expect("a setup"));
            let (mut decider, mut turns) = (Color::White, 0);
            while game.ply() < 300 {
                match game.next() {
                    Next::Over(_) => break,
                    Next::Chance(chance) => game
                        .roll(*random.pick(chance.outcomes()))
                        .expect("a possible outcome"),
                    Next::Decision(color) => {
                        turns += u32::from(color != decider);
                        decider = color;
                        assert_eq!(game.turns(), turns, "{setup}, ply {}", game.ply());
                        game.act(*random.pick(&actions_of(&game)))
                            .expect("a listed action is legal");
                    }
                }
            }
        }
    }
}

#[test]
fn people_end_a_game_at_any_ply() {
    let conclusions = [
        Conclusion::DrawAgreed,
        Conclusion::TurnLimit,
        Conclusion::Resigned(Color::White),
        Conclusion::Resigned(Color::Black),
    ];
    for setup in setups(18, 30) {
        for conclusion in conclusions {
            let mut record = record_of(&setup, &[3; 10]);
            let mut game = record.replay().expect("it was played");
            let position = game.truth().as_view().position.clone();
            if matches!(game.next(), Next::Over(_)) {
                continue;
            }
            assert!(game.conclude(conclusion).is_ok());
            record.inputs.push(Input::Conclusion(conclusion));
            assert_eq!(game.next(), Next::Over(conclusion.outcome()));
            let winner = match conclusion {
                Conclusion::Resigned(loser) => Some(!loser),
                Conclusion::DrawAgreed | Conclusion::TurnLimit => None,
            };
            assert_eq!(conclusion.outcome().winner(), winner);
            assert_eq!(game.truth().as_view().position, position);
            let read: Record = record
                .to_string()
                .parse()
                .expect("a record reads its own text");
            assert!(read == record, "{record}");
            assert!(
                read.replay().expect("it was played").public_view() == game.public_view(),
                "{record}"
            );
            check_over(game, record.inputs.len());
        }
    }
}

#[test]
fn berolina_hides_nothing() {
    for setup in setups(19, 60) {
        let game = record_of(&setup, &[5; 15]).replay().expect("it was played");
        for seat in Color::ALL {
            assert_eq!(game.seat_view(seat).seat(), seat);
            assert!(game.seat_view(seat).as_view() == game.public_view().as_view());
        }
        assert!(game.truth().as_view() == game.public_view().as_view());
    }
}

/// Whether a text names a square, such as `e4` or `E4`.
fn names_a_square(text: &str) -> bool {
    let is_square = |pair: &[u8]| {
        (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase()) && (b'1'..=b'8').contains(&pair[1])
    };
    text.as_bytes().windows(2).any(is_square)
}

#[test]
fn debug_output_is_silent() {
    #[track_caller]
    fn check(value: &dyn Debug) {
        for text in [format!("{value:?}"), format!("{value:#?}")] {
            assert!(!names_a_square(&text), "{text}");
        }
    }
    for setup in setups(20, 40) {
        let record = record_of(&setup, &[11; 20]);
        let game = record.replay().expect("it was played");
        check(&setup);
        check(&record);
        check(&record.inputs);
        check(&game);
        check(&game.public_view());
        check(game.public_view().as_view());
        check(&game.seat_view(Color::Black));
        check(&game.next());
        check(&actions_of(&game));
        check(&game.read_action("Nd4"));
        check(&game.why_not("a1h8".parse().expect("it is an action")));
    }
    let game = game_at("4k3/8/8/8/8/8/8/RR2K2R w - - 0 1");
    check(&ReadActionError::Ambiguous(actions_of(&game)));
    check(&game.read_action("Rb2"));
}

#[test]
fn any_text_is_read_or_refused_and_nothing_panics() {
    let start = Game::new(&Setup::new(Variant::Berolina));
    let texts = prop_oneof![
        any::<String>(),
        "[a-hA-HKQRBNPOox+#=0-9 -]{0,12}",
        "(berolina )?(position=)?[pnbrqkPNBRQK1-8/]{0,40} [wb-] [KQkq-]{1,4} [a-h1-8-]{1,4} [0-9]{1,12} [0-9]{1,12}",
        "oddboard record [0-9]\nsetup: berolina\n([a-z]{0,5}: ?[ -~]{0,9}\n)?\n([a-h][1-8][a-h][1-8] ){0,6}(resign:white)?",
    ];
    check_property(4000, texts, |text: String| {
        let _ = start.read_action(&text);
        if let Ok(action) = text.parse::<Action>() {
            assert!(action.to_string().eq_ignore_ascii_case(&text));
        }
        if let Ok(setup) = text.parse::<Setup>() {
            let again: Setup = setup
                .to_string()
                .parse()
                .expect("a setup reads its own text");
            assert!(again == setup, "{setup}");
        }
        if let Ok(record) = text.parse::<Record>() {
            let again: Record = record
                .to_string()
                .parse()
                .expect("a record reads its own text");
            assert!(again == record, "{record}");
            if let Ok(game) = record.replay() {
                let _ = game.public_view();
            }
        }
    });
}

#[test]
fn a_position_text_with_a_slip_is_refused_or_still_a_position() {
    let slips = (
        0..80_usize,
        prop::sample::select("pPkKqQrRnNbB12345678/ wb-ahx09".chars().collect::<Vec<_>>()),
    );
    let slips = prop::collection::vec(slips, 1..4);
    let mut random = Random::new(21);
    let texts: Vec<String> = (0..20).map(|_| placements::random(&mut random)).collect();
    check_property(
        3000,
        (prop::sample::select(texts), slips),
        |(text, slips)| {
            let mut letters: Vec<char> = text.chars().collect();
            for (at, letter) in slips {
                let n_letters = letters.len();
                letters[at % n_letters] = letter;
            }
            let text = String::from_iter(letters);
            if let Ok(setup) = Setup::with_position(Variant::Berolina, "", &text) {
                let pair = crate::pair::Pair::at(&text);
                assert!(
                    !pair.witness.position.is_impossible(),
                    "{setup}: the side not to move is in check"
                );
                pair.check();
            }
        },
    );
}
