//! Checks that every variant has its test data.

use rules::Variant;

#[test]
fn every_variant_has_fixtures_counts_and_playthroughs() {
    for variant in Variant::ALL {
        assert!(
            crate::data(format!("fixtures/{variant}.jsonl")).is_file(),
            "{variant} has no fixtures"
        );
        assert!(
            crate::data(format!("perft/{variant}.perft")).is_file(),
            "{variant} has no perft table"
        );
        for name in crate::playthroughs::required(variant) {
            let path = format!("playthroughs/{variant}/{name}.txt");
            assert!(crate::data(&path).is_file(), "{path} is missing");
        }
    }
}
