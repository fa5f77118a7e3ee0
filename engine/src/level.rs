//! How well an engine plays.

use core::fmt;

use rules::Variant;

/// How well an engine plays: a level from 1 to 8, or as well as it can. A level is a number of positions to look at and how
/// much is overlooked in them, so it plays alike on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level.
    pub const WEAKEST: Level = Level(1);
    /// No level at all: it plays as well as its budget lets it.
    pub const STRONGEST: Level = Level(9);

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

    /// Its number, from 1 to 8; 9 for the strongest.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many positions it looks at for a move at most; for the strongest, how many are enough for a second.
    pub fn nodes(self, variant: Variant) -> u64 {
        match self {
            Level::STRONGEST => 1_000_000,
            _ => {
                let strength = self.strength(variant);
                strength.nodes + strength.proof
            }
        }
    }

    /// What it is made of.
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

/// What a level is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// How many positions are looked at for a move.
    pub(crate) nodes: u64,
    /// How many more are looked at for a sure win.
    pub(crate) proof: u64,
    /// How far an evaluation is off at most, in hundredths of a pawn.
    pub(crate) noise: i32,
    /// How many of a thousand replies that are hard to see are overlooked.
    pub(crate) overlooked: u32,
}

impl Strength {
    /// Nothing is overlooked, and only the budget counts.
    const FULL: Strength = Strength {
        nodes: u64::MAX,
        proof: u64::MAX,
        noise: 0,
        overlooked: 0,
    };

    /// Each grade looks at more than the one before, and overlooks less.
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

/// How many positions level 8 looks at for a sure win.
const PROOF: u64 = 300_000;

/// The grades of the levels, found so that each wins 65 to 80 % against the one before it (`gauntlet`), and that the first is
/// about as good as a player who takes whatever can be taken safely and plays at random else.
const GRADES: [(Variant, [u8; 8]); 4] = [
    (Variant::Berolina, [0, 2, 4, 6, 8, 10, 12, 14]),
    (Variant::Baroque, [6, 9, 12, 14, 16, 18, 20, 22]),
    (Variant::Bario, [0, 2, 4, 6, 8, 10, 12, 14]),
    (Variant::Chakart, [0, 4, 7, 10, 14, 20, 28, 48]),
];
