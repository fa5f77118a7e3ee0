//! No variant without its data.

use rules::Variant;

#[test]
fn every_variant_has_fixtures_counts_and_playthroughs() {
    for variant in Variant::ALL {
        assert!(
            tests::data(format!("fixtures/{variant}.jsonl")).is_file(),
            "{variant} has no fixtures"
        );
        assert!(
            tests::data(format!("perft/{variant}.perft")).is_file(),
            "{variant} has no perft table"
        );
        for name in crate::playthroughs::wanted(variant) {
            let path = format!("playthroughs/{variant}/{name}.txt");
            assert!(tests::data(&path).is_file(), "{path} is missing");
        }
    }
}
