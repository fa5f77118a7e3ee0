//! Chakart: positions with all outcomes of all decisions, which outside programs have given.

use std::collections::BTreeMap;

use rules::{Color, Game, Next, Setup, Variant};
use serde::Deserialize;
use tests::chance::{Fraction, prospects};

use crate::pair::actions_of;

/// One line of `fixtures/chakart*.jsonl`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    variant: String,
    #[serde(default)]
    options: String,
    position: String,
    over: Option<String>,
    moves: BTreeMap<String, Vec<Way>>,
    /// Rulings that the cases follow; for readers.
    #[serde(default, rename = "doubt")]
    _doubt: BTreeMap<String, Vec<String>>,
    seat: Option<Told>,
}

/// What may come of a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    p: Fraction,
    /// One way to come there; for readers.
    #[serde(rename = "outcome")]
    _outcome: Vec<String>,
    to: String,
}

/// The texts made for each audience.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    w: String,
    b: String,
    public: String,
}

#[track_caller]
fn check(file: &str) {
    let text = tests::read(file);
    assert!(!text.is_empty());
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}: {line}"));
        case.check();
    }
}

impl Case {
    #[track_caller]
    fn check(&self) {
        let Case { id, position, .. } = self;
        assert_eq!(self.variant, Variant::Chakart.name(), "{id}");
        let setup = Setup::with_position(Variant::Chakart, &self.options, position)
            .unwrap_or_else(|error| panic!("{id}: {position}: {error}"));
        let game = Game::new(&setup);
        assert_eq!(&game.truth().as_view().position, position, "{id}");
        let score = match game.next() {
            Next::Over(outcome) => Some(outcome.score()),
            _ => None,
        };
        assert_eq!(score, self.over.as_deref(), "{id}: result of {position}");
        let actions = actions_of(&game);
        let mut names: Vec<String> = actions.iter().map(ToString::to_string).collect();
        names.sort_unstable();
        let expected: Vec<&String> = self.moves.keys().collect();
        assert_eq!(names.iter().collect::<Vec<_>>(), expected, "{id}: {position}");
        for action in actions {
            let ways = &self.moves[&action.to_string()];
            let expected: BTreeMap<String, Fraction> = ways.iter().map(|way| (way.to.clone(), way.p)).collect();
            assert_eq!(prospects(&game, action), expected, "{id}: {action} in {position}");
        }
        if let Some(told) = &self.seat {
            let seat = |color| game.seat_view(color).as_view().position.clone();
            assert_eq!(seat(Color::White), told.w, "{id}: {position}");
            assert_eq!(seat(Color::Black), told.b, "{id}: {position}");
            assert_eq!(game.public_view().as_view().position, told.public, "{id}: {position}");
        }
    }
}

#[test]
fn open_objects_agree_with_the_fixtures() {
    check("fixtures/chakart.jsonl");
}

#[test]
fn hidden_objects_agree_with_the_fixtures() {
    check("fixtures/chakart-hidden.jsonl");
}
