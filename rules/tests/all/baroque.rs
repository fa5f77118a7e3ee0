//! Baroque: against outside answers, and what holds for every game of it.

use std::collections::BTreeMap;

use rules::{ChanceOutcome, Game, Next, Setup, Status, Variant};
use testkit::{Random, actions_of, game_of, games_of, stages};

use crate::{fixtures, witness::baroque::Position};

/// How many plies a random game of these tests has at most.
const LONGEST: usize = 200;

#[test]
fn the_rules_agree_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Baroque) {
        let about = format!("{}: {}", fixture.id, fixture.position);
        assert_eq!(fixture.variant, Variant::Baroque.name(), "{about}");
        let game = game_of(Variant::Baroque, "", &fixture.position);
        let moves = actions_of(&game).into_iter().map(|action| {
            let mut after = game.clone();
            assert!(
                after.act(action).is_ok(),
                "{about}: {action} is listed and refused"
            );
            (action.to_string(), after.truth().as_view().position.clone())
        });
        let score = match game.next() {
            Next::Over(outcome) => Some(outcome.score()),
            _ => None,
        };
        let truth = game.truth();
        let view = truth.as_view();
        assert_eq!(moves.collect::<BTreeMap<_, _>>(), fixture.moves, "{about}");
        assert_eq!(view.position, fixture.position, "{about}");
        assert_eq!(
            !view.marks.check.is_empty(),
            fixture.check,
            "{about}: check"
        );
        assert_eq!(score, fixture.over.as_deref(), "{about}: result");
    }
}

#[test]
fn a_drawn_start_is_there_after_one_or_two_steps() {
    for (setup, n_steps) in [("symmetric", 1), ("asymmetric", 2)] {
        let setup: Setup = format!("baroque setup={setup}").parse().expect("a setup");
        let mut game = Game::new(&setup);
        for step in 0..n_steps {
            assert!(game.public_view().as_view().status == Status::ToRoll);
            assert_eq!(actions_of(&game), vec![]);
            game.roll(ChanceOutcome::Start(step))
                .expect("there are thousands");
        }
        assert!(matches!(game.next(), Next::Decision(_)));
        assert!(game.roll(ChanceOutcome::Start(0)).is_err());
    }
}

/// The rules and the witness say the same of a position.
#[track_caller]
fn check_pair(game: &Game, witness: &Position) {
    let position = game.truth().as_view().position.clone();
    assert_eq!(position, witness.write());
    let truth = game.truth();
    let is_check = !truth.as_view().marks.check.is_empty();
    assert_eq!(is_check, witness.is_check(), "check in {position}");
    let moves = witness.moves();
    let score = match game.next() {
        Next::Over(outcome) => Some(outcome.score()),
        _ => None,
    };
    if moves.is_empty() {
        let expected = match (is_check, position.contains(" w ")) {
            (false, _) => "1/2-1/2",
            (true, true) => "0-1",
            (true, false) => "1-0",
        };
        assert_eq!(score, Some(expected), "{position}");
    } else if score.is_some() {
        // The third time is a draw, whatever moves there are.
        assert_eq!(score, Some("1/2-1/2"), "{position}");
        return;
    }
    let successors = actions_of(game).into_iter().map(|action| {
        let mut after = game.clone();
        after.act(action).expect("a listed action is legal");
        (action.to_string(), after.truth().as_view().position.clone())
    });
    let expected = moves
        .iter()
        .map(|(action, after)| (action.clone(), after.write()));
    assert_eq!(
        successors.collect::<BTreeMap<_, _>>(),
        expected.collect::<BTreeMap<_, _>>(),
        "{position}"
    );
}

#[test]
fn the_witness_agrees_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Baroque) {
        let witness = Position::read(&fixture.position).expect("a position");
        let moves = witness.moves().into_iter();
        let moves: BTreeMap<_, _> = moves
            .map(|(action, after)| (action, after.write()))
            .collect();
        assert_eq!(moves, fixture.moves, "{}: {}", fixture.id, fixture.position);
        assert_eq!(
            witness.is_check(),
            fixture.check,
            "{}: {}",
            fixture.id,
            fixture.position
        );
    }
}

#[test]
fn the_witness_agrees_along_random_games() {
    for (record, _) in games_of(Variant::Baroque, 20, LONGEST, 4) {
        for game in stages(&record) {
            if let Next::Decision(_) | Next::Over(_) = game.next() {
                let position = game.truth().as_view().position.clone();
                check_pair(&game, &Position::read(&position).expect("a position"));
            }
        }
    }
}

/// Pieces thrown on the board: few or many, with more immobilizers, chameleons and pincers than a game has.
fn throw(random: &mut Random) -> String {
    let mut board = [['.'; 8]; 8];
    let n_pieces = 2 + random.below(40);
    for at in 0..n_pieces {
        let letter = match at {
            0 => 'K',
            1 => 'k',
            _ => *random.pick(&['P', 'p', 'R', 'r', 'N', 'n', 'B', 'b', 'Q', 'q', 'M', 'm']),
        };
        loop {
            let square = &mut board[random.below(8)][random.below(8)];
            if *square == '.' {
                *square = letter;
                break;
            }
        }
    }
    let rows: Vec<String> = board.iter().map(String::from_iter).collect();
    let turn = random.pick(&["w", "b"]);
    let text = format!(
        "{} {turn} {}",
        rows.join("/").replace('.', "1"),
        random.below(90)
    );
    Position::read(&text).expect("a position").write()
}

#[test]
fn the_witness_agrees_on_random_placements() {
    let mut random = Random::new(5);
    for _ in 0..4000 {
        let text = throw(&mut random);
        let witness = Position::read(&text).expect("a position");
        match Setup::with_position(Variant::Baroque, "", &text) {
            Ok(setup) => {
                assert!(!witness.is_impossible(), "{text} is no position");
                check_pair(&Game::new(&setup), &witness);
            }
            Err(flaws) => assert!(witness.is_impossible(), "{text}: {flaws}"),
        }
    }
}
