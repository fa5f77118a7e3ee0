//! Computes all rolls of a match again.

use std::fmt;

use rules::{ChanceOutcome, Color, Game, GameInput, Next, Record};

use super::{Commitment, Proof, RollName, Rolls};
use api::{MatchId, Secret, SideChoice};

/// The result of checking the dice of a record.
pub struct Verification {
    /// The match, if the record names one.
    pub id: Option<MatchId>,
    /// The commitment that the challenge published, if the record has it.
    pub commitment: Option<Commitment>,
    /// The secret, if the record has it.
    pub secret: Option<Secret>,
    /// The origin of the sides.
    pub sides: Sides,
    /// True if the game may have rolls.
    pub has_rolls: bool,
    /// The number of rolls of the game that were computed again.
    pub n_rolls: u32,
    /// All flaws, in the order in which they were found.
    pub flaws: Vec<DiceFlaw>,
}

/// The origin of the sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The choice of the challenger.
    Chosen,
    /// A lot, which gave this side to the challenger.
    Drawn(Color),
}

/// A flaw of the dice of a record. Inputs are counted from 1.
///
/// It can contain a move, so `Debug` does not print it.
#[derive(Clone, PartialEq, Eq)]
pub enum DiceFlaw {
    /// A required header is missing.
    NoHeader(&'static str),
    /// The secret is missing.
    NoSecret,
    /// A header occurs more than once.
    HeaderTwice(&'static str),
    /// A header cannot be read.
    BadHeader(&'static str),
    /// The secret does not fit the commitment.
    OtherSecret {
        /// The commitment of the challenge.
        commitment: Commitment,
        /// The commitment that would fit this secret.
        fitting: Commitment,
    },
    /// The challenger plays another side than the one asked for or drawn.
    OtherSide {
        /// The origin of the sides.
        sides: Sides,
        /// The right side.
        right: Color,
    },
    /// A roll differs from the one that follows from the secret.
    Changed {
        /// The number of the roll.
        n: u32,
        /// The number of the input.
        at: usize,
        /// The outcome in the record.
        found: ChanceOutcome,
        /// The right outcome.
        right: ChanceOutcome,
    },
    /// A roll that is due is missing.
    Removed {
        /// The number of the roll.
        n: u32,
        /// The number that the input would have.
        at: usize,
        /// The right outcome, if the secret is known.
        right: Option<ChanceOutcome>,
    },
    /// A roll stands where none is due.
    Added {
        /// The number of the input.
        at: usize,
        /// The outcome in the record.
        found: ChanceOutcome,
    },
    /// An input is illegal at its place.
    Impossible {
        /// The number of the input.
        at: usize,
        /// The input in the record.
        input: GameInput,
    },
    /// The game is not over at the end of the record.
    Unfinished,
}

impl fmt::Debug for DiceFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DiceFlaw")
    }
}

/// Checks the dice of a record against its headers.
pub fn verify(record: &Record) -> Verification {
    let mut check = Check {
        rolls: None,
        report: Verification {
            id: None,
            commitment: None,
            secret: None,
            sides: Sides::Chosen,
            has_rolls: record.setup.has_chance(),
            n_rolls: 0,
            flaws: Vec::new(),
        },
    };
    match Proof::read(record) {
        Ok(proof) => {
            check.report.id = Some(proof.id);
            check.report.commitment = Some(proof.commitment);
            check.secret(&proof);
            check.report.sides = check.sides(&proof);
            check.report.secret = proof.secret;
        }
        Err(flaws) => check.report.flaws = flaws,
    }
    check.replay(record);
    check.report
}

/// A check in progress.
struct Check {
    /// The right rolls, if the secret is known.
    rolls: Option<Rolls>,
    report: Verification,
}

impl Check {
    fn secret(&mut self, proof: &Proof) {
        let Some(secret) = &proof.secret else {
            return;
        };
        let fitting = Commitment::to(secret);
        if fitting == proof.commitment {
            self.rolls = Some(Rolls::new(secret, proof.id, &proof.accepted));
        } else {
            self.report.flaws.push(DiceFlaw::OtherSecret {
                commitment: proof.commitment,
                fitting,
            });
        }
    }

    fn sides(&mut self, proof: &Proof) -> Sides {
        let (sides, right) = match (proof.side_choice, &self.rolls) {
            (SideChoice::Fixed(color), _) => (Sides::Chosen, color),
            (SideChoice::Random, Some(rolls)) => (Sides::Drawn(rolls.sides()), rolls.sides()),
            (SideChoice::Random, None) => return Sides::Drawn(proof.challenger),
        };
        if proof.challenger != right {
            self.report.flaws.push(DiceFlaw::OtherSide { sides, right });
        }
        sides
    }

    /// Replays the record. After a wrong roll it continues with the right one, so that one change is one flaw.
    fn replay(&mut self, record: &Record) {
        let mut game = Game::new(&record.setup);
        // The inputs so far, with the right rolls.
        let mut line = Vec::new();
        let mut inputs = (1..).zip(record.inputs.iter().copied()).peekable();
        loop {
            let at = inputs.peek().map_or(record.inputs.len() + 1, |(at, _)| *at);
            match game.next() {
                Next::Over(_) => {
                    self.report
                        .flaws
                        .extend(inputs.next().map(|(at, input)| match input {
                            GameInput::Outcome(found) => DiceFlaw::Added { at, found },
                            _ => DiceFlaw::Impossible { at, input },
                        }));
                    return;
                }
                Next::Chance(chance) => {
                    let name = RollName::after(&line);
                    let right = self.rolls.as_ref().map(|rolls| rolls.pick(name, &chance));
                    self.report.n_rolls += 1;
                    let n = self.report.n_rolls;
                    let found = inputs
                        .next_if(|(_, input)| is_one_of(*input, chance.outcomes()))
                        .and_then(|(_, input)| outcome(input));
                    match (found, right) {
                        (Some(found), Some(right)) if found != right => {
                            self.report.flaws.push(DiceFlaw::Changed {
                                n,
                                at,
                                found,
                                right,
                            });
                        }
                        (Some(_), _) => {}
                        (None, right) => self.report.flaws.push(DiceFlaw::Removed { n, at, right }),
                    }
                    let Some(outcome) = right.or(found) else {
                        return;
                    };
                    game.roll(outcome)
                        .expect("the outcome is one of those that may happen");
                    line.push(GameInput::Outcome(outcome));
                }
                Next::Decision(_) => match inputs.next() {
                    None => return self.report.flaws.push(DiceFlaw::Unfinished),
                    Some((at, GameInput::Outcome(found))) => {
                        self.report.flaws.push(DiceFlaw::Added { at, found })
                    }
                    Some((_, input)) if game.apply(input).is_ok() => input.enter(&mut line),
                    Some((at, input)) => {
                        return self.report.flaws.push(DiceFlaw::Impossible { at, input });
                    }
                },
            }
        }
    }
}

fn outcome(input: GameInput) -> Option<ChanceOutcome> {
    match input {
        GameInput::Outcome(outcome) => Some(outcome),
        GameInput::Action(_) | GameInput::Conclusion(_) | GameInput::Takeback(_) => None,
    }
}

fn is_one_of(input: GameInput, outcomes: &[ChanceOutcome]) -> bool {
    outcome(input).is_some_and(|outcome| outcomes.contains(&outcome))
}
