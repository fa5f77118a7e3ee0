//! Positions with moves, successors, checks and results from outside programs.

use std::collections::BTreeMap;

use rules::{Fraction, Game, Setup, Variant};
use serde::{Deserialize, Deserializer, de::Error};

/// A line of a file in `fixtures`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fixture {
    /// A name for messages.
    pub(crate) id: String,
    /// The variant's name.
    variant: String,
    /// The options of the variant, as in a setup.
    #[serde(default)]
    pub(crate) options: String,
    /// The position text.
    pub(crate) position: String,
    /// The result if the game is over: `1-0`, `0-1` or `1/2-1/2`.
    pub(crate) over: Option<String>,
    /// True if the side to move is in check; absent where the variant has no check.
    #[serde(default)]
    pub(crate) check: bool,
    moves: BTreeMap<String, Outcomes>,
    /// Rulings that the answers follow, for readers.
    #[serde(default, rename = "doubt")]
    _doubt: BTreeMap<String, Vec<String>>,
    /// The position texts made for each audience, where they differ.
    pub(crate) seat: Option<AudienceTexts>,
}

/// The outcomes of a move.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Outcomes {
    Certain(String),
    Chance(Vec<MoveOutcome>),
}

/// An outcome of a move.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveOutcome {
    #[serde(deserialize_with = "fraction")]
    p: Fraction,
    /// One sequence of chance outcomes that leads there, for readers.
    #[serde(rename = "outcome")]
    _outcome: Vec<String>,
    to: String,
}

/// The texts made for each audience.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AudienceTexts {
    pub(crate) w: String,
    pub(crate) b: String,
    pub(crate) public: String,
}

/// Reads `1/4`, or `1` for a certain outcome.
fn fraction<'de, D: Deserializer<'de>>(text: D) -> Result<Fraction, D::Error> {
    let text = String::deserialize(text)?;
    let (over, under) = text.split_once('/').unwrap_or((&text, "1"));
    let number = |text: &str| text.parse().map_err(D::Error::custom);
    Ok(Fraction::new(number(over)?, number(under)?))
}

impl Fixture {
    /// Returns the game that starts from the position.
    pub(crate) fn game(&self, variant: Variant) -> Game {
        Game::new(&self.setup(variant))
    }

    /// Returns the setup of a game that starts from the position.
    pub(crate) fn setup(&self, variant: Variant) -> Setup {
        assert_eq!(self.variant, variant.name(), "{}", self.id);
        Setup::with_position(variant, &self.options, &self.position)
            .unwrap_or_else(|error| panic!("{}: {error}", self.id))
    }

    /// Returns every legal decision with its possible positions and their chances.
    pub(crate) fn moves(&self) -> BTreeMap<String, BTreeMap<String, Fraction>> {
        let moves = self.moves.iter().map(|(action, outcomes)| {
            let outcomes = match outcomes {
                Outcomes::Certain(to) => BTreeMap::from([(to.clone(), Fraction::ONE)]),
                Outcomes::Chance(outcomes) => outcomes
                    .iter()
                    .map(|outcome| (outcome.to.clone(), outcome.p))
                    .collect(),
            };
            (action.clone(), outcomes)
        });
        moves.collect()
    }
}

/// Returns all fixtures of a variant.
///
/// # Panics
///
/// A file or one of its lines cannot be read, or it has none.
pub(crate) fn of(variant: Variant) -> Vec<Fixture> {
    let files: &[&str] = match variant {
        Variant::Baroque => &["baroque", "baroque-pure"],
        Variant::Chakart => &["chakart", "chakart-hidden"],
        _ => &[variant.name()],
    };
    files.iter().copied().flat_map(of_file).collect()
}

/// Returns the fixtures of one file.
///
/// # Panics
///
/// The file or one of its lines cannot be read, or it has none.
pub(crate) fn of_file(file: &str) -> Vec<Fixture> {
    let path = format!("fixtures/{file}.jsonl");
    let text = crate::read(&path);
    assert!(!text.is_empty(), "{path} is empty");
    let lines = text.lines().zip(1..).map(|(line, at)| {
        serde_json::from_str::<Fixture>(line).unwrap_or_else(|error| panic!("{path}:{at}: {error}"))
    });
    lines.collect()
}
