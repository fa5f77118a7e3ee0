//! All texts for people. The messages are in `bot/text/languages`, a folder for each language, in the format of Project
//! Fluent. A new folder adds a language.
//!
//! The code holds a [`Text`]: a message id with its arguments. The build generates a function for each message in
//! English. An unknown message therefore does not compile, and an unused one causes a warning. A function with several
//! arguments takes each by its name, in alphabetical order: `here_object(arg::object(name), arg::squares(at))`.
//! Renaming an argument in a message stops its callers from compiling. The build also compares the languages: each has
//! every message of English, with the same arguments. The [`Language`] of the reader supplies the words at the end. Its
//! attributes of a noun hold the properties that messages need, such as a gender or cases. The attribute `at-board` of a
//! sentence is its form for a reader at the board of the match, who needs no name of the match.

mod boards;
mod cards;
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
    boards::{alt, board, diagram, hinted_alt, lead, picture_signs, power, status},
    cards::{card, named_move, stuck},
    deleted::DELETED_PLAYER,
    flaws::{flaw, flaws},
    fold::{fold, is_joiner, is_shaping, is_tag},
    language::{Language, ParseLanguageError},
    letters::{Letters, ParseLettersError},
    lists::{clauses, either, listed, squares},
    marks::{Part, is_mark, is_web, on_platform, parts, unmarked},
    messages::*,
    outcomes::{outcome, outcome_between},
    pieces::{called, color, name, role, the_on, the_on_side},
    program::{PROGRAM, is_like_program, program_name},
    record::record_error,
    text::{Arg, Text, clip},
    times::{ParseZoneError, Times, Zone, span},
    turns::{events, is_aside, turn},
    variants::{essence, house_rule, option, title, value},
    why::why,
};
