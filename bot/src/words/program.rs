//! How the players of the program's own are called.

/// How the program is called as a player, and what people write who want to play against it.
pub const PROGRAM: &str = "Oddboard";

/// What is stored as the name of the program's player of a level. It is said in the language of who reads it.
pub fn program_name(level: u8) -> String {
    format!("{PROGRAM} {level}")
}

/// The level in such a name.
pub(super) fn level_in(name: &str) -> Option<&str> {
    let level = name.strip_prefix(PROGRAM)?.strip_prefix(' ')?;
    let mut digits = level.bytes();
    matches!((digits.next(), digits.next()), (Some(b'1'..=b'8'), None)).then_some(level)
}
