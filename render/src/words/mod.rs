//! The English of what the rules tell as data: why a move is illegal, what is wrong with a setup or a record, how a game
//! ended, what a variant is about and what may be chosen of it. Nothing is decided here but the words.

mod flaw;
pub(crate) mod outcome;
mod record;
mod variant;
mod why;

pub use {
    flaw::{flaw, flaws},
    outcome::outcome,
    record::record_error,
    variant::{essence, option, value},
    why::why,
};
