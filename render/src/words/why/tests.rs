use rules::{Game, Setup, Variant};

use super::why;

/// Each line of `tests/words/reasons` is a decision and why it is illegal in the position above it.
#[test]
fn reasons_read_as_they_are_written_down() {
    for variant in Variant::ALL {
        let file = testkit::read(format!("render/tests/words/reasons/{variant}.txt"));
        for paragraph in file.split("\n\n") {
            let (setup, cases) = paragraph.split_once('\n').expect("cases stand below");
            let setup: Setup = setup
                .parse()
                .unwrap_or_else(|flaws| panic!("{setup}: {flaws}"));
            let game = Game::new(&setup);
            for case in cases.lines() {
                let (action, _) = case.split_once(": ").expect("an action and why not");
                let why_not = game.why_not(action.parse().expect("it is an action"));
                let why_not = why_not.unwrap_or_else(|| panic!("{setup}: {action} is legal"));
                let found = format!("{action}: {} ({})", why(&why_not), why_not.law);
                assert_eq!(found, case, "{setup}");
            }
        }
    }
}
