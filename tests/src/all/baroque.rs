//! Baroque: against outside answers, and what holds for every game of it.

use std::collections::BTreeMap;

use rules::{Action, ChanceOutcome, Game, Input, Next, Record, Setup, Square, Status, Variant};
use tests::{fixtures, random::Random, witness::baroque::Position};

use crate::pair::{actions_of, game_of};

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

/// A random game of each setup, again and again, with its record.
fn games(seed: u64, count: usize) -> impl Iterator<Item = (Record, Game)> {
    let mut random = Random::new(seed);
    let setups = [
        "baroque",
        "baroque setup=symmetric",
        "baroque setup=asymmetric",
    ];
    let setups = setups.map(|text| text.parse::<Setup>().expect("a setup"));
    (0..count).map(move |at| {
        let mut record = Record::new(setups[at % setups.len()].clone());
        let mut game = Game::new(&record.setup);
        while record.inputs.len() < LONGEST {
            let input = match game.next() {
                Next::Over(_) => break,
                Next::Decision(_) => Input::Action(*random.pick(&actions_of(&game))),
                Next::Chance(chance) => Input::Outcome(*random.pick(chance.outcomes())),
            };
            match input {
                Input::Action(action) => game.act(action).expect("a listed action is legal"),
                Input::Outcome(outcome) => {
                    game.roll(outcome).expect("a listed outcome is possible")
                }
                Input::Conclusion(_) => unreachable!("nobody concludes"),
            }
            record.inputs.push(input);
        }
        (record, game)
    })
}

/// Every move from square to square.
fn all_moves() -> impl Iterator<Item = Action> {
    Square::all().flat_map(|from| {
        Square::all().map(move |to| Action::Move {
            from,
            to,
            promotion: None,
        })
    })
}

#[test]
fn an_action_is_legal_exactly_when_it_is_listed() {
    for (_, game) in games(1, 300) {
        let listed = actions_of(&game);
        let position = game.truth().as_view().position.clone();
        for action in all_moves() {
            let is_listed = listed.contains(&action);
            assert_eq!(
                game.why_not(action).is_none(),
                is_listed,
                "{action} in {position}"
            );
            assert_eq!(
                game.clone().act(action).is_ok(),
                is_listed,
                "{action} in {position}"
            );
        }
    }
}

#[test]
fn captions_and_coordinates_are_read_as_what_they_say() {
    for (_, game) in games(2, 600) {
        let position = game.truth().as_view().position.clone();
        let mut captions = Vec::new();
        for action in actions_of(&game) {
            let caption = game.caption(action);
            for text in [&caption, &action.to_string()] {
                assert_eq!(game.read_action(text), Ok(action), "{text} in {position}");
            }
            captions.push(caption);
        }
        let n_captions = captions.len();
        captions.sort_unstable();
        captions.dedup();
        assert_eq!(
            captions.len(),
            n_captions,
            "two actions have one caption in {position}"
        );
    }
}

#[test]
fn games_replay_and_their_texts_come_back() {
    for (record, game) in games(3, 300) {
        let read: Record = record
            .to_string()
            .parse()
            .expect("a record reads its own text");
        assert!(read == record, "{record}");
        let again = read.replay().expect("it was played");
        assert!(again.public_view() == game.public_view(), "{record}");
        assert_eq!(again.ply(), record.inputs.len());
        let position = game.truth().as_view().position.clone();
        let from_text = game_of(Variant::Baroque, "", &position);
        assert_eq!(from_text.truth().as_view().position, position);
        if let Next::Decision(_) = game.next() {
            assert_eq!(actions_of(&from_text), actions_of(&game), "{position}");
        }
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
    for (record, _) in games(4, 20) {
        let mut game = Game::new(&record.setup);
        for input in record.inputs {
            match input {
                Input::Action(action) => game.act(action).expect("it was played"),
                Input::Outcome(outcome) => game.roll(outcome).expect("it was drawn"),
                Input::Conclusion(_) => unreachable!("nobody concludes"),
            }
            if let Next::Decision(_) | Next::Over(_) = game.next() {
                let position = game.truth().as_view().position.clone();
                check_pair(&game, &Position::read(&position).expect("a position"));
            }
        }
    }
}

/// Men thrown on the board: few or many, with more immobilizers, chameleons and pincers than a game has.
fn throw(random: &mut Random) -> String {
    let mut board = [['.'; 8]; 8];
    let n_men = 2 + random.below(40);
    for at in 0..n_men {
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
