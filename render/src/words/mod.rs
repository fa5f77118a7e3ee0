//! The English of what the rules tell as data: why a move is illegal, what is wrong with a setup or a record, how a game ended.
//! Nothing is decided here but the words.

mod flaw;
pub(crate) mod outcome;
mod record;
mod why;

pub use {
    flaw::{flaw, flaws},
    outcome::outcome,
    record::record_error,
    why::why,
};
