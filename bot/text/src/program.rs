//! The names of the program as a player.

use super::fold;

/// The name of the program as a player, which people also type to play against it.
pub const PROGRAM: &str = "Oddboard";

/// Returns the stored name of the program's player of a level. Each reader sees it in their language.
pub fn program_name(level: u8) -> String {
    format!("{PROGRAM} {level}")
}

/// Returns whether people can confuse a name with that of the program.
pub fn is_like_program(name: &str) -> bool {
    let name = fold(name);
    let name = name.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = name.strip_prefix(&*fold(PROGRAM));
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
}

/// Returns the level in the stored name of a program's player.
pub(super) fn level_in(name: &str) -> Option<&str> {
    let level = name.strip_prefix(PROGRAM)?.strip_prefix(' ')?;
    let number: u8 = level.parse().ok()?;
    let is_level = (1..=12).contains(&number) && level == number.to_string();
    is_level.then_some(level)
}
