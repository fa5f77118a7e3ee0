//! The program as an opponent: its typed names.

use engine::Level;

use crate::{Platform, Speaker, UserId, mentioned};
use text::{PROGRAM, Text, arg, program_name};

/// The typed name for the program besides its own name.
const BOT: &str = "bot";

/// Returns the program if a text names it, as `@Oddboard` or by its name with its level in the id of a control.
pub fn program_named(written: &str) -> Option<Speaker> {
    let written = written.trim();
    let name = mentioned(written).unwrap_or(written.trim_start_matches('@'));
    let (name, level) = name.split_once('-').unwrap_or((name, ""));
    if !name.eq_ignore_ascii_case(PROGRAM) {
        return None;
    }
    match level {
        "" => Some(Speaker::program()),
        level => level.parse().ok().and_then(Level::new).map(program_at),
    }
}

/// Returns the program if a text that names no person stands for it: `bot`.
pub fn program_meant(written: &str) -> Option<Speaker> {
    let name = written.trim().trim_start_matches('@');
    name.eq_ignore_ascii_case(BOT).then(Speaker::program)
}

/// Returns the program at a level.
pub fn program_at(level: Level) -> Speaker {
    Speaker {
        id: UserId::new(Platform::Engine, level.to_string()),
        name: program_name(level.number()),
    }
}

/// Returns the name of a level, which it shares with a neighbor.
pub fn level_name(level: Level) -> Text {
    name_and_description(level).0
}

/// Describes a level: its number, its name, and how well the program plays.
pub fn level_about(level: Level) -> Text {
    let (name, about) = name_and_description(level);
    text::level_about(
        arg::about(about),
        arg::level(Text::verbatim(level.to_string())),
        arg::name(name),
    )
}

/// Returns the name of a level, and how well the program plays at it.
fn name_and_description(level: Level) -> (Text, Text) {
    match level.number() {
        ..=2 => (text::level_beginner(), text::level_beginner_about()),
        3..=4 => (text::level_casual(), text::level_casual_about()),
        5..=6 => (text::level_club(), text::level_club_about()),
        7..=8 => (text::level_expert(), text::level_expert_about()),
        9..=10 => (text::level_master(), text::level_master_about()),
        11.. => (text::level_grandmaster(), text::level_grandmaster_about()),
    }
}

/// Returns the mention of the program at a level in the id of a control.
pub fn mention_program(level: Level) -> String {
    format!("<@{PROGRAM}-{level}>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use text::Language;

    #[test]
    fn the_program_is_recognized_by_several_names_and_no_others() {
        for name in [
            "@Oddboard",
            "oddboard",
            "ODDBOARD",
            " @oddboard",
            "<@Oddboard>",
        ] {
            assert_eq!(program_named(name), Some(Speaker::program()), "{name}");
        }
        for level in Level::all() {
            assert_eq!(
                program_named(&mention_program(level)),
                Some(program_at(level))
            );
        }
        for name in [
            "bot",
            "Odd",
            "Oddboard-13",
            "Oddboard-0",
            "Oddboard-x",
            "<@17>",
            "",
        ] {
            assert_eq!(program_named(name), None, "{name}");
        }
        assert_eq!(program_meant("@Bot"), Some(Speaker::program()));
        assert_eq!(program_meant("Bob"), None);
    }

    #[test]
    fn the_player_of_each_level_is_shown_with_its_number() {
        for level in Level::all() {
            let shown = Text::of_player(&program_at(level).name);
            let expected = format!("Oddboard (level {level})");
            assert_eq!(Language::ENGLISH.localize(&shown), expected);
        }
        let other = Text::of_player("Oddboard 13");
        assert!(!Language::ENGLISH.localize(&other).contains("level"));
    }

    #[test]
    fn the_explanations_of_the_option_name_the_lowest_and_the_highest_level() {
        for language in Language::all() {
            for text in [text::summary_challenge_level(), text::expected_level()] {
                let said = language.localize(&text);
                for level in [Level::WEAKEST, Level::STRONGEST] {
                    let named = format!("{level} ({})", language.localize(&level_name(level)));
                    assert!(said.contains(&named), "{language}: {said}");
                }
            }
        }
    }

    #[test]
    fn a_level_is_described_with_its_number_and_its_name() {
        for (number, expected) in [
            (
                1,
                "Level 1, Beginner: it often loses pieces, and is easy to beat.",
            ),
            (
                10,
                "Level 10, Master: it makes no deliberate mistakes, and is hard to beat.",
            ),
        ] {
            let level = Level::new(number).expect("a level");
            assert_eq!(Language::ENGLISH.localize(&level_about(level)), expected);
        }
    }
}
