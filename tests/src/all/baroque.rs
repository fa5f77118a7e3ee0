//! Baroque: against outside answers, and what holds for every game of it.

use std::collections::BTreeMap;

use rules::{Action, ChanceOutcome, Game, Input, Next, Record, Setup, Square, Status, Variant};
use tests::{fixtures, random::Random};

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
            assert!(after.act(action).is_ok(), "{about}: {action} is listed and refused");
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
        assert_eq!(!view.marks.check.is_empty(), fixture.check, "{about}: check");
        assert_eq!(score, fixture.over.as_deref(), "{about}: result");
    }
}

/// A random game of each setup, again and again, with its record.
fn games(seed: u64, count: usize) -> impl Iterator<Item = (Record, Game)> {
    let mut random = Random::new(seed);
    let setups = ["baroque", "baroque setup=symmetric", "baroque setup=asymmetric"];
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
                Input::Outcome(outcome) => game.roll(outcome).expect("a listed outcome is possible"),
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
            assert_eq!(game.why_not(action).is_none(), is_listed, "{action} in {position}");
            assert_eq!(game.clone().act(action).is_ok(), is_listed, "{action} in {position}");
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
        assert_eq!(captions.len(), n_captions, "two actions have one caption in {position}");
    }
}

#[test]
fn games_replay_and_their_texts_come_back() {
    for (record, game) in games(3, 300) {
        let read: Record = record.to_string().parse().expect("a record reads its own text");
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
            game.roll(ChanceOutcome::Start(step)).expect("there are thousands");
        }
        assert!(matches!(game.next(), Next::Decision(_)));
        assert!(game.roll(ChanceOutcome::Start(0)).is_err());
    }
}
