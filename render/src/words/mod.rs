//! The English of what the rules tell as data: why a move is illegal, what is wrong with a setup or a record, how a game
//! ended, what may be chosen before it. Nothing is decided here but the words.

mod flaw;
mod option;
pub(crate) mod outcome;
mod record;
mod why;

pub use {
    flaw::{flaw, flaws},
    option::{option, value},
    outcome::outcome,
    record::record_error,
    why::why,
};
