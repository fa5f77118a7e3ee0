use rules::{Game, Setup, Variant};

use super::why;
use crate::Language;

/// Tests each line of `tests/reasons`: a decision, and the reason why it is illegal in the position above it.
#[test]
fn reasons_read_as_they_are_written_down() {
    for variant in Variant::ALL {
        let path = testkit::path(format!("bot/tests/reasons/{variant}.txt"));
        let paragraphs: Vec<String> = testkit::read(&path).split("\n\n").map(paragraph).collect();
        testkit::check_golden(&path, &(paragraphs.join("\n\n") + "\n"));
    }
}

/// Renders the setup and the decisions of a paragraph, each with the reason why it is illegal.
fn paragraph(paragraph: &str) -> String {
    let (setup, cases) = paragraph.split_once('\n').expect("cases stand below");
    let position: Setup = setup
        .parse()
        .unwrap_or_else(|flaws| panic!("{setup}: {flaws}"));
    let game = Game::new(&position);
    let cases = cases.lines().map(|case| {
        let (action, _) = case.split_once(": ").expect("an action and why not");
        let why_not = game.why_not(action.parse().expect("it is an action"));
        let why_not = why_not.unwrap_or_else(|| panic!("{setup}: {action} is legal"));
        let text = Language::ENGLISH.localize(&why(&why_not));
        format!("{action}: {text} ({})", why_not.law)
    });
    let cases: Vec<String> = cases.collect();
    format!("{setup}\n{}", cases.join("\n"))
}
