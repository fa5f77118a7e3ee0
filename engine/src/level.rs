//! The strength of an engine.

use core::fmt;

use rules::Variant;

/// The strength of an engine: a level from 1 to 8, or full strength. A level is a number of nodes and a rate of oversights, so
/// it plays the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level.
    pub const WEAKEST: Level = Level(1);
    /// Full strength without a level: only the budget limits it.
    pub const STRONGEST: Level = Level(9);

    /// Returns the level with a number from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=8 => Some(Level(number)),
            _ => None,
        }
    }

    /// Returns all levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Returns the number, from 1 to 8; 9 for full strength.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the maximum number of nodes for a move; for full strength, the number that fits into about a second.
    pub fn nodes(self, variant: Variant) -> u64 {
        match self {
            Level::STRONGEST => 1_000_000,
            _ => {
                let strength = self.strength(variant);
                strength.nodes + strength.proof
            }
        }
    }

    /// Returns the parameters of the level.
    pub(crate) fn strength(self, variant: Variant) -> Strength {
        match GRADES.iter().find(|(of, _)| *of == variant) {
            Some((_, grades)) if self < Level::STRONGEST => {
                let strength = Strength::of_grade(grades[usize::from(self.0) - 1]);
                let proof = if self.0 == 8 { PROOF } else { 0 };
                Strength { proof, ..strength }
            }
            _ => Strength::FULL,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The parameters of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// The number of nodes for a move.
    pub(crate) nodes: u64,
    /// The number of additional nodes to find a sure win.
    pub(crate) proof: u64,
    /// The maximum error of the static evaluation, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// The rate of oversights among replies that are hard to see, in thousandths.
    pub(crate) overlooked: u32,
}

impl Strength {
    /// Full strength: no oversights, and no limit except the budget.
    const FULL: Strength = Strength {
        nodes: u64::MAX,
        proof: u64::MAX,
        noise: 0,
        overlooked: 0,
    };

    /// Returns the parameters of a grade. Each grade searches more nodes than the one before, and overlooks less.
    const fn of_grade(grade: u8) -> Strength {
        let (mut nodes, mut noise, mut overlooked) = (1200, 30_000, 85_000);
        let mut at = 0;
        while at < grade {
            nodes = nodes * 19 / 15;
            noise = noise * 17 / 19;
            overlooked = overlooked * 12 / 13;
            at += 1;
        }
        Strength {
            nodes: nodes / 100,
            proof: 0,
            noise: noise / 100,
            overlooked: (overlooked / 100) as u32,
        }
    }
}

/// The number of nodes that level 8 spends on a sure win.
const PROOF: u64 = 300_000;

/// The grades of the levels. Each wins 65 to 80 % against the one before it (`gauntlet`). The first is about as strong as a
/// player with random moves, apart from safe captures, which it always makes.
const GRADES: [(Variant, [u8; 8]); 4] = [
    (Variant::Berolina, [0, 2, 4, 6, 8, 10, 12, 14]),
    (Variant::Baroque, [6, 9, 12, 14, 16, 18, 20, 22]),
    (Variant::Bario, [0, 2, 4, 6, 8, 10, 12, 14]),
    (Variant::Chakart, [0, 4, 7, 10, 14, 20, 28, 48]),
];
