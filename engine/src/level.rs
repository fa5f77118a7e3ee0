//! How well an engine plays.

use core::fmt;

use rules::Variant;

/// How well an engine plays, from 1 to 8. A level is a number of positions to look at and how much is overlooked in them, so
/// it plays alike on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest.
    pub const WEAKEST: Level = Level(1);
    /// The highest: nothing is overlooked on purpose.
    pub const STRONGEST: Level = Level(8);

    /// The level of a number from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        match number {
            1..=8 => Some(Level(number)),
            _ => None,
        }
    }

    /// All levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Its number, from 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at for a move.
    pub fn nodes(self, variant: Variant) -> u64 {
        self.strength(variant).nodes
    }

    /// What it is made of.
    pub(crate) fn strength(self, _: Variant) -> Strength {
        STRENGTHS[usize::from(self.0) - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What a level is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// How many positions are looked at for a move.
    pub(crate) nodes: u64,
    /// How far an evaluation is off at most, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// How many of a thousand replies that are hard to see are overlooked.
    pub(crate) overlooked: u32,
}

const STRENGTHS: [Strength; 8] = [
    strength(60, 200, 700),
    strength(150, 140, 550),
    strength(400, 90, 400),
    strength(1_200, 60, 250),
    strength(4_000, 30, 120),
    strength(14_000, 10, 40),
    strength(60_000, 0, 0),
    strength(800_000, 0, 0),
];

const fn strength(nodes: u64, noise: i32, overlooked: u32) -> Strength {
    Strength {
        nodes,
        noise,
        overlooked,
    }
}
