//! Chance as explicit steps: the caller picks one of a finite list of outcomes.

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use crate::{Role, Square};

/// A step of chance: all possible outcomes, with exact integer weights.
///
/// ```
/// use rules::{Game, Next, Setup};
///
/// let setup: Setup = "baroque setup=symmetric".parse()?;
/// let mut game = Game::new(&setup);
/// let Next::Chance(chance) = game.next() else { panic!("the start is drawn") };
/// assert_eq!((chance.outcomes().len(), chance.total()), (5760, 5760));
/// // The referee draws the ticket.
/// let outcome = chance.pick(17).expect("the ticket is below the total");
/// assert_eq!(outcome.to_string(), "start:17");
/// game.roll(outcome)?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Chance {
    outcomes: Vec<ChanceOutcome>,
    weights: Vec<u32>,
}

impl Chance {
    /// Returns all possible outcomes, in a fixed order.
    pub fn outcomes(&self) -> &[ChanceOutcome] {
        &self.outcomes
    }

    /// Returns the weight of each outcome, at least 1. The probability of an outcome is its weight divided by
    /// [`Chance::total`].
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Returns the sum of all weights.
    pub fn total(&self) -> u64 {
        self.weights.iter().copied().map(u64::from).sum()
    }

    /// Returns the probability of an outcome; 0 if it is impossible.
    pub(crate) fn probability(&self, outcome: ChanceOutcome) -> f64 {
        let at = self.outcomes.iter().position(|&other| other == outcome);
        at.map_or(0.0, |at| f64::from(self.weights[at]) / self.total() as f64)
    }

    /// Returns the outcome of a ticket. The tickets from 0 up to the total, excluded, are dealt in order, to each outcome
    /// as many as its weight. `None` for a ticket beyond them.
    pub fn pick(&self, ticket: u64) -> Option<ChanceOutcome> {
        let mut end = 0;
        let mut outcomes = self.outcomes.iter().zip(&self.weights);
        let found = outcomes.find(|&(_, &weight)| {
            end += u64::from(weight);
            ticket < end
        });
        found.map(|(&outcome, _)| outcome)
    }
}

impl FromIterator<(ChanceOutcome, u32)> for Chance {
    fn from_iter<I: IntoIterator<Item = (ChanceOutcome, u32)>>(outcomes: I) -> Chance {
        let (outcomes, weights) = outcomes.into_iter().unzip();
        Chance { outcomes, weights }
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chance({} outcomes)", self.outcomes.len())
    }
}

/// A chance outcome: the second of the two inputs of a game. It may be secret, so `Debug` prints none of its contents.
///
/// ```
/// use rules::{ChanceOutcome, Effect};
///
/// assert_eq!("egg:koopa".parse(), Ok(ChanceOutcome::Egg(Effect::Koopa)));
/// assert_eq!(ChanceOutcome::Start(17).to_string(), "start:17");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChanceOutcome {
    /// The drawn start array with this index: `start:17`.
    Start(u16),
    /// The square to which a banana or bomb pushes the piece: `to:e5`.
    To(Square),
    /// The effect of an egg: `egg:koopa`.
    Egg(Effect),
    /// The square of a piece that joins the side to move: `luigi:h1`.
    Luigi(Square),
    /// The square of a piece that joins the other side: `waluigi:g8`.
    Waluigi(Square),
    /// The role that Toadette brings: `toadette:n`.
    Toadette(Role),
    /// The square on which a rook drops a banana: `banana:e7`.
    Banana(Square),
    /// The square on which a bishop drops a bomb: `bomb:c4`.
    Bomb(Square),
}

/// An effect of an egg (chakart, section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Two pieces must swap squares.
    KingBoo,
    /// The piece goes back to its origin.
    Koopa,
    /// A new piece is dropped onto the board.
    Toadette,
    /// The piece is eaten.
    Chomp,
    /// The same side decides once more.
    Daisy,
    /// The piece is frozen.
    Bowser,
    /// A piece of the other side changes its color.
    Luigi,
    /// A piece of the same side changes its color.
    Waluigi,
}

impl Effect {
    /// All effects, in the order of the law.
    pub const ALL: [Effect; 8] = [
        Effect::KingBoo,
        Effect::Koopa,
        Effect::Toadette,
        Effect::Chomp,
        Effect::Daisy,
        Effect::Bowser,
        Effect::Luigi,
        Effect::Waluigi,
    ];

    /// Returns the name in lower case, as written in texts: `kingboo`.
    pub const fn name(self) -> &'static str {
        match self {
            Effect::KingBoo => "kingboo",
            Effect::Koopa => "koopa",
            Effect::Toadette => "toadette",
            Effect::Chomp => "chomp",
            Effect::Daisy => "daisy",
            Effect::Bowser => "bowser",
            Effect::Luigi => "luigi",
            Effect::Waluigi => "waluigi",
        }
    }

    /// Returns the letter that captions add: the `W` of `Rxf6*W`.
    pub const fn letter(self) -> char {
        match self {
            Effect::KingBoo => 'B',
            Effect::Koopa => 'K',
            Effect::Toadette => 'T',
            Effect::Chomp => 'C',
            Effect::Daisy => 'D',
            Effect::Bowser => 'M',
            Effect::Luigi => 'L',
            Effect::Waluigi => 'W',
        }
    }
}

impl fmt::Debug for ChanceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChanceOutcome")
    }
}

impl fmt::Display for ChanceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChanceOutcome::Start(index) => write!(f, "start:{index}"),
            ChanceOutcome::To(square) => write!(f, "to:{square}"),
            ChanceOutcome::Egg(effect) => write!(f, "egg:{}", effect.name()),
            ChanceOutcome::Luigi(square) => write!(f, "luigi:{square}"),
            ChanceOutcome::Waluigi(square) => write!(f, "waluigi:{square}"),
            ChanceOutcome::Toadette(role) => {
                write!(f, "toadette:{}", role.letter().to_ascii_lowercase())
            }
            ChanceOutcome::Banana(square) => write!(f, "banana:{square}"),
            ChanceOutcome::Bomb(square) => write!(f, "bomb:{square}"),
        }
    }
}

/// The error for a text that is no chance outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseChanceOutcomeError;

impl fmt::Display for ParseChanceOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "an outcome of chance is written such as start:17, to:e5, egg:koopa or banana:e7",
        )
    }
}

impl core::error::Error for ParseChanceOutcomeError {}

impl FromStr for ChanceOutcome {
    type Err = ParseChanceOutcomeError;

    fn from_str(text: &str) -> Result<ChanceOutcome, ParseChanceOutcomeError> {
        let (kind, what) = text.split_once(':').ok_or(ParseChanceOutcomeError)?;
        let square = || what.parse::<Square>().ok();
        let outcome = match kind {
            "start" => read_index(what).map(ChanceOutcome::Start),
            "to" => square().map(ChanceOutcome::To),
            "egg" => read_effect(what).map(ChanceOutcome::Egg),
            "luigi" => square().map(ChanceOutcome::Luigi),
            "waluigi" => square().map(ChanceOutcome::Waluigi),
            "toadette" => read_role(what).map(ChanceOutcome::Toadette),
            "banana" => square().map(ChanceOutcome::Banana),
            "bomb" => square().map(ChanceOutcome::Bomb),
            _ => None,
        };
        outcome.ok_or(ParseChanceOutcomeError)
    }
}

/// Reads an index of digits only, without a sign.
fn read_index(text: &str) -> Option<u16> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())?
}

fn read_effect(text: &str) -> Option<Effect> {
    Effect::ALL.into_iter().find(|effect| effect.name() == text)
}

fn read_role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = Role::from_letter(letters.next().filter(char::is_ascii_lowercase)?);
    role.filter(|_| letters.next().is_none())
}

/// The error for a chance outcome that is impossible here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpossibleOutcome;

impl fmt::Display for ImpossibleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("chance cannot bring this here")
    }
}

impl core::error::Error for ImpossibleOutcome {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_the_shares_of_the_weights() {
        let [first, second, other] = [1, 2, 3].map(ChanceOutcome::Start);
        let chance: Chance = [(first, 1), (second, 3)].into_iter().collect();
        let found = [first, second, other].map(|outcome| chance.probability(outcome));
        assert_eq!(found, [0.25, 0.75, 0.0]);
    }
}
