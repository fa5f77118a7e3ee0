//! All that people read. Messages are in `bot/text/languages`, a folder for each language, in the format of Project Fluent.
//! To add a language is to add a folder.
//!
//! The code holds a [`Text`]: which message, and what it names. There is a function for each message in English, made when
//! the program is built, so a message that does not exist does not compile, and one that nobody uses is warned of. A function with several
//! arguments takes each by its name, in the order of the alphabet: `here_object(arg::object(name), arg::squares(at))`. Renaming an argument in a
//! message stops its callers from compiling. The languages are compared then: each has every message of English, and each message names the same. The words
//! come last, in the [`Language`] of who reads them, which says of a noun in attributes what its messages need to know, such
//! as a gender or cases.

mod boards;
mod deleted;
mod flaws;
mod fold;
mod language;
mod letters;
mod lists;
mod marks;
mod messages;
mod outcomes;
mod pictures;
mod pieces;
mod program;
mod record;
#[cfg(test)]
mod tests;
mod text;
mod times;
mod turns;
mod variants;
mod why;
mod zones;

pub use {
    boards::{alt, board, diagram, hinted_alt, picture_signs, power, status},
    deleted::DELETED_PLAYER,
    flaws::{flaw, flaws},
    fold::{fold, is_joiner, is_shaping, is_tag},
    language::{Language, ParseLanguageError},
    letters::{Letters, ParseLettersError},
    lists::{clauses, either, listed},
    marks::{Part, is_mark, is_web, on_platform, parts, unmarked},
    messages::*,
    outcomes::{outcome, outcome_between},
    pieces::{called, color, name, role, the_on, the_on_side},
    program::{PROGRAM, is_like_program, program_name},
    record::record_error,
    text::{Arg, Text, clip},
    times::{ParseZoneError, Times, Zone, span},
    turns::{events, is_aside, turn},
    variants::{essence, option, title, value},
    why::why,
};
