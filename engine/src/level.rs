//! The strength of an engine.

use core::fmt;

use rules::Variant;

use crate::random::mixed;

/// The strength of an engine: a level from 1 to 12. A level is a number of nodes, an error of the evaluation and a rate of
/// oversights, so it plays the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level.
    pub const WEAKEST: Level = Level(1);
    /// The highest level, at full strength: only the budget limits it.
    pub const STRONGEST: Level = Level(12);

    /// Returns the level with a number from 1 to 12.
    pub const fn new(number: u8) -> Option<Level> {
        if Level::WEAKEST.0 <= number && number <= Level::STRONGEST.0 {
            Some(Level(number))
        } else {
            None
        }
    }

    /// Returns all levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (Level::WEAKEST.0..=Level::STRONGEST.0).map(Level)
    }

    /// Returns the number, from 1 to 12.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the maximum number of nodes for a move; for the highest level, the number that fits into about a second.
    pub fn nodes(self, variant: Variant) -> u64 {
        self.strength(variant).nodes.min(A_SECOND)
    }

    /// Returns an estimate of its rating, in steps of 50. Level 3, the default, has the rating with which people begin, 1500. In
    /// Berolina and Baroque, and in Bario up to level 6, levels 1 to 8 follow from games between neighboring levels;
    /// `docs/benchmarks.md` has their results. The other ratings are guesses. `None` for a variant without levels.
    pub fn rating(self, variant: Variant) -> Option<u32> {
        Some(Ladder::of(variant)?.ratings[usize::from(self.0 - 1)])
    }

    /// Returns whether it makes errors, as levels 1 to 8 do.
    pub(crate) fn errs(self, variant: Variant) -> bool {
        self.strength(variant).noise > 0
    }

    /// Returns the parameters of the level.
    pub(crate) fn strength(self, variant: Variant) -> Strength {
        let Some(ladder) = Ladder::of(variant) else {
            return Strength::FULL;
        };
        let weak = ladder.grades.into_iter().map(Strength::of_grade);
        let sharp = ladder.nodes.into_iter().map(Strength::of_nodes);
        let mut strengths = weak.chain(sharp);
        strengths
            .nth(usize::from(self.0 - 1))
            .unwrap_or(Strength::FULL)
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
    /// The maximum error of the static evaluation, in hundredths of a pawn.
    noise: i32,
    /// The rate of oversights among actions that are hard to see, in thousandths.
    pub(crate) overlooked: u32,
}

impl Strength {
    /// Full strength: no errors, no oversights, and no limit except the budget.
    const FULL: Strength = Strength {
        nodes: u64::MAX,
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
            noise: noise / 100,
            overlooked: (overlooked / 100) as u32,
        }
    }

    /// Returns full strength within this number of nodes.
    const fn of_nodes(nodes: u64) -> Strength {
        Strength {
            nodes,
            ..Strength::FULL
        }
    }

    /// Returns the error of the static evaluation for a key, in hundredths of a pawn. Over many keys its mean is zero, so no
    /// side gains by it.
    pub(crate) fn error(&self, key: u64) -> i32 {
        match self.noise {
            0 => 0,
            noise => (mixed(key) % (2 * noise as u64 + 1)) as i32 - noise,
        }
    }
}

/// The number of nodes that fits into about a second.
const A_SECOND: u64 = 1_000_000;

/// The levels of a variant.
struct Ladder {
    variant: Variant,
    /// The grades of levels 1 to 8, chosen so that each level wins 65 to 80 % against the one before it; `docs/benchmarks.md` has
    /// the measured figures. Level 1 is about as strong as a player that makes every safe capture, and otherwise moves at random.
    grades: [u8; 8],
    /// The nodes of levels 9 to 11, which make no errors. They grow by one factor from level 8 to [`A_SECOND`].
    nodes: [u64; 3],
    /// The estimated rating of each level.
    ratings: [u32; 12],
}

impl Ladder {
    fn of(variant: Variant) -> Option<&'static Ladder> {
        LADDERS.iter().find(|ladder| ladder.variant == variant)
    }
}

/// The levels of each variant. Level 12 is full strength everywhere.
const LADDERS: [Ladder; 4] = [
    Ladder {
        variant: Variant::Berolina,
        grades: [0, 2, 4, 6, 8, 10, 12, 14],
        nodes: [2_400, 18_000, 130_000],
        ratings: [
            1200, 1350, 1500, 1700, 1850, 2000, 2150, 2350, 2900, 3200, 3400, 3550,
        ],
    },
    Ladder {
        variant: Variant::Baroque,
        grades: [6, 9, 12, 14, 16, 18, 20, 22],
        nodes: [10_000, 46_000, 220_000],
        ratings: [
            1200, 1350, 1500, 1650, 1850, 2050, 2250, 2450, 2900, 3100, 3250, 3400,
        ],
    },
    Ladder {
        variant: Variant::Bario,
        grades: [0, 2, 4, 6, 8, 10, 12, 14],
        nodes: [2_400, 18_000, 130_000],
        ratings: [
            1200, 1350, 1500, 1650, 1850, 2000, 2150, 2300, 2800, 3100, 3300, 3450,
        ],
    },
    Ladder {
        variant: Variant::Chakart,
        grades: [0, 4, 7, 10, 14, 20, 28, 32],
        nodes: [60_000, 150_000, 400_000],
        ratings: [
            1300, 1400, 1500, 1650, 1750, 1850, 1950, 2050, 2100, 2150, 2200, 2250,
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    const VARIANTS: [Variant; 4] = [
        Variant::Chakart,
        Variant::Bario,
        Variant::Baroque,
        Variant::Berolina,
    ];

    #[test]
    fn levels_are_numbered_from_1_to_12() {
        let numbers: Vec<u8> = Level::all().map(Level::number).collect();
        assert_eq!(numbers, (1..=12).collect::<Vec<u8>>());
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(13), None);
    }

    #[test]
    fn each_level_searches_more_and_errs_less_than_the_one_before() {
        for variant in VARIANTS {
            let strengths: Vec<Strength> =
                Level::all().map(|level| level.strength(variant)).collect();
            for pair in strengths.windows(2) {
                assert!(pair[0].nodes < pair[1].nodes, "{variant}: {pair:?}");
                assert!(pair[0].noise >= pair[1].noise, "{variant}: {pair:?}");
                assert!(
                    pair[0].overlooked >= pair[1].overlooked,
                    "{variant}: {pair:?}"
                );
            }
        }
    }

    #[test]
    fn ratings_rise_from_level_to_level_and_level_3_has_that_of_new_people() {
        for variant in VARIANTS {
            let ratings: Vec<u32> = Level::all()
                .map(|level| level.rating(variant).expect("it has levels"))
                .collect();
            assert_eq!(ratings[2], 1500, "{variant}");
            assert!(ratings.is_sorted_by(|a, b| a < b), "{variant}: {ratings:?}");
            let is_rounded = |rating: &u32| rating.is_multiple_of(50);
            assert!(ratings.iter().all(is_rounded), "{variant}: {ratings:?}");
        }
    }

    #[test]
    fn from_level_9_on_nothing_is_overlooked_and_no_error_is_made() {
        for variant in VARIANTS {
            for level in Level::all() {
                let strength = level.strength(variant);
                let errs = strength.noise > 0 && strength.overlooked > 0;
                assert_eq!(errs, level.number() <= 8, "{variant}, level {level}");
            }
        }
    }

    #[test]
    fn the_nodes_of_the_levels_without_errors_grow_evenly_to_a_second_of_thought() {
        for variant in VARIANTS {
            let nodes: Vec<f64> = Level::all()
                .skip(7)
                .map(|level| level.nodes(variant) as f64)
                .collect();
            assert_eq!(nodes.last(), Some(&1e6), "{variant}");
            let factor = (1e6 / nodes[0]).powf(0.25);
            for pair in nodes.windows(2) {
                let ratio = pair[1] / pair[0] / factor;
                assert!((0.9..1.1).contains(&ratio), "{variant}: {pair:?}");
            }
        }
    }

    #[test]
    fn the_errors_of_a_level_have_mean_zero() {
        for noise in [1, 13, 63, 300] {
            let strength = Strength {
                noise,
                ..Strength::FULL
            };
            let n = 100_000;
            let errors = (0..n).map(|key| i64::from(strength.error(key)));
            let (least, most) = (errors.clone().min(), errors.clone().max());
            let mean = errors.sum::<i64>() as f64 / n as f64;
            // Six standard deviations of the mean.
            let tolerance = 6.0 * f64::from(noise + 1) / (3.0 * n as f64).sqrt();
            assert!(mean.abs() < tolerance, "{noise}: {mean}");
            assert_eq!((least, most), (Some(-i64::from(noise)), Some(noise.into())));
        }
    }
}
