//! Positions whose moves, successors, checks and results outside programs have given.

use std::collections::BTreeMap;

use rules::{Next, Variant};
use serde::Deserialize;
use testkit::actions_of;

use crate::{
    pair::game_at,
    witness::berolina::{End, Game, Position},
};

/// One line of `fixtures/<variant>.jsonl`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fixture {
    /// A name for messages.
    pub(crate) id: String,
    /// The variant's name.
    pub(crate) variant: String,
    /// The options of the variant, as in a setup.
    #[serde(default)]
    pub(crate) options: String,
    /// The position text.
    pub(crate) position: String,
    /// The result if the side to move has no move: `1-0`, `0-1` or `1/2-1/2`.
    pub(crate) over: Option<String>,
    /// Whether the side to move is in check.
    pub(crate) check: bool,
    /// Every legal move with the position after it.
    pub(crate) moves: BTreeMap<String, String>,
}

/// All fixtures of a variant.
///
/// # Panics
///
/// The file or one of its lines cannot be read, or it has none.
pub(crate) fn of(variant: Variant) -> Vec<Fixture> {
    let path = format!("fixtures/{variant}.jsonl");
    let fixtures: Vec<Fixture> = crate::read(&path)
        .lines()
        .enumerate()
        .map(|(at, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}:{}: {error}", at + 1))
        })
        .collect();
    assert!(!fixtures.is_empty(), "{path} is empty");
    fixtures
}
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
    for fixture in of(Variant::Berolina) {
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
    for fixture in of(Variant::Berolina) {
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
