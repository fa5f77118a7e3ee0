//! Checks the public positions of every variant under all its options, on random walks.

use rules::Variant;
use testkit::{Random, check_positions, quick_or_long, setups};

use crate::{fixtures, placements};

#[test]
fn positions_agree_with_themselves_and_their_texts() {
    let mut random = Random::new(15);
    for setup in Variant::ALL.into_iter().flat_map(setups) {
        for _ in 0..quick_or_long(40, 1000) {
            check_positions(&setup, 60, &mut |bound| random.below(bound));
        }
    }
}

#[test]
fn positions_with_rare_cases_agree_with_themselves() {
    let mut random = Random::new(16);
    for (variant, options) in placements::THROWN {
        for _ in 0..quick_or_long(2000, 50_000) {
            let setup = placements::setup(variant, options, &mut random);
            check_positions(&setup, 4, &mut |bound| random.below(bound));
        }
    }
}

#[test]
fn positions_of_the_fixtures_agree_with_themselves() {
    let mut random = Random::new(17);
    for variant in Variant::ALL {
        for fixture in fixtures::of(variant) {
            let setup = fixture.setup(variant);
            check_positions(&setup, 4, &mut |bound| random.below(bound));
        }
    }
}
