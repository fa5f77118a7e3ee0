//! How the players of the program's own are called.

use super::fold;

/// How the program is called as a player, and what people write who want to play against it.
pub const PROGRAM: &str = "Oddboard";

/// What is stored as the name of the program's player of a level. It is said in the language of who reads it.
pub fn program_name(level: u8) -> String {
    format!("{PROGRAM} {level}")
}

/// Whether somebody of this name may be taken for the program.
pub fn is_like_program(name: &str) -> bool {
    let name = fold(name);
    let name = name.trim_start_matches(|c: char| !c.is_alphanumeric());
    let rest = name.strip_prefix(&*fold(PROGRAM));
    rest.is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
}

/// The level in such a name.
pub(super) fn level_in(name: &str) -> Option<&str> {
    let level = name.strip_prefix(PROGRAM)?.strip_prefix(' ')?;
    let mut digits = level.bytes();
    matches!((digits.next(), digits.next()), (Some(b'1'..=b'8'), None)).then_some(level)
}
