//! Positions whose moves, successors, checks and results outside programs have given.

use std::collections::BTreeMap;

use rules::{Next, Variant};
use tests::{
    fixtures::{self, Fixture},
    witness::berolina::{End, Game, Position},
};

use crate::pair::{actions_of, game_at};

/// What a fixture says of a position.
type Answer = (BTreeMap<String, String>, bool, Option<&'static str>);

#[track_caller]
fn check(fixture: &Fixture, (moves, is_check, score): Answer) {
    assert_eq!(moves, fixture.moves, "{}: {}", fixture.id, fixture.position);
    assert_eq!(
        is_check, fixture.check,
        "{}: check in {}",
        fixture.id, fixture.position
    );
    assert_eq!(
        score,
        fixture.over.as_deref(),
        "{}: result of {}",
        fixture.id,
        fixture.position
    );
}

#[test]
fn the_rules_agree_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Berolina) {
        assert_eq!(fixture.variant, Variant::Berolina.name(), "{}", fixture.id);
        let game = game_at(&fixture.position);
        let moves = actions_of(&game).into_iter().map(|action| {
            let mut after = game.clone();
            assert!(
                after.act(action).is_ok(),
                "{}: {action} is listed and refused",
                fixture.id
            );
            (action.to_string(), after.truth().as_view().position.clone())
        });
        let score = match game.next() {
            Next::Over(outcome) => Some(outcome.score()),
            _ => None,
        };
        check(
            &fixture,
            (
                moves.collect(),
                !game.truth().as_view().marks.check.is_empty(),
                score,
            ),
        );
    }
}

#[test]
fn the_witness_agrees_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Berolina) {
        let position = Position::read(&fixture.position)
            .unwrap_or_else(|flaw| panic!("{}: {flaw}", fixture.id));
        assert_eq!(position.write(), fixture.position, "{}", fixture.id);
        let game = Game::new(position);
        let moves = game
            .moves
            .iter()
            .map(|(action, after)| (action.clone(), after.write()));
        let score = match (&game.ends()[..], position.is_white_to_move()) {
            ([], _) => None,
            ([End::Mate], true) => Some("0-1"),
            ([End::Mate], false) => Some("1-0"),
            _ => Some("1/2-1/2"),
        };
        check(
            &fixture,
            (moves.collect(), position.check().is_some(), score),
        );
    }
}
