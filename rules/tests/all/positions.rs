//! Checks the public positions of every variant under all its options, on random walks.

use rules::Variant;
use testkit::{Random, check_positions, quick_or_long, setups};

#[test]
fn positions_agree_with_themselves_and_their_texts() {
    let mut random = Random::new(15);
    for setup in Variant::ALL.into_iter().flat_map(setups) {
        for _ in 0..quick_or_long(40, 1000) {
            check_positions(&setup, 60, &mut |bound| random.below(bound));
        }
    }
}
