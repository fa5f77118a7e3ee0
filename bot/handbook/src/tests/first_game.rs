//! The first game: a person who knows chess plays White, move by move.

use rules::{Color, Game, GameInput, Next, Variant};

use crate::{Handbook, Level, SearchResult, find};
use text::Language;

/// Returns the position of a game as White sees it.
fn seen(game: &Game) -> String {
    game.seat_view(Color::White).as_view().position.clone()
}

#[test]
fn the_first_game_is_one_game_in_six_to_ten_steps_that_white_wins() {
    for variant in Variant::ALL {
        let handbook = Handbook::of(variant);
        let number = handbook.section("first-game");
        let number = number.unwrap_or_else(|| panic!("{variant} has no first game"));
        assert_eq!(
            handbook.sections()[number].level,
            Level::Chapter,
            "{variant}"
        );
        let steps = handbook.first_game();
        assert!((6..=10).contains(&steps.len()), "{variant}");
        let mut before: Option<&Game> = None;
        for (at, step) in steps.into_iter().enumerate() {
            let step = &handbook.sections()[step];
            let place = format!("{variant} {}", step.id);
            assert_eq!(step.id, format!("first-{}", at + 1), "{variant}");
            let [diagram] = step.diagrams.as_slice() else {
                panic!("{place} has not one diagram");
            };
            let begins = Game::new(&diagram.setup);
            assert_eq!(begins.next(), Next::Decision(Color::White), "{place}");
            let input = diagram.inputs.first();
            assert!(matches!(input, Some(GameInput::Action(_))), "{place}");
            assert!(diagram.claims.after.is_some(), "{place}");
            if let Some(before) = before {
                assert_eq!(seen(&begins), seen(before), "{place}");
            }
            before = Some(diagram.end());
        }
        let winner = before.and_then(|game| match game.next() {
            Next::Over(outcome) => outcome.winner(),
            Next::Decision(_) | Next::Chance(_) => None,
        });
        assert_eq!(winner, Some(Color::White), "{variant}");
    }
}

#[test]
fn no_step_of_the_first_game_is_found_by_the_name_of_a_rule() {
    for (language, variant) in
        Language::all().flat_map(|language| Variant::ALL.map(|variant| (language, variant)))
    {
        let handbook = Handbook::in_language(variant, language);
        let steps = handbook.first_game();
        let sections = handbook.sections().iter().enumerate();
        for (number, section) in sections.filter(|(number, _)| !steps.contains(number)) {
            let SearchResult::Here(spot) = find(variant, &section.title) else {
                panic!("{variant} {language}: {} is not found", section.title);
            };
            let place = format!("{variant} {language}: {number} {}", section.title);
            assert!(!steps.contains(&spot.section), "{place}");
        }
    }
}
