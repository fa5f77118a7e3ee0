//! The program as an opponent: its typed names.

use engine::Level;

use crate::{Platform, Speaker, UserId, mentioned};
use text::{PROGRAM, program_name};

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

/// Returns the mention of the program at a level in the id of a control.
pub fn mention_program(level: Level) -> String {
    format!("<@{PROGRAM}-{level}>")
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "Oddboard-9",
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
}
