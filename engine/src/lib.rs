//! A player of all variants that knows no more than its seat is told.
//!
//! An [`Engine`] is asked what to play with [`Engine::think`]. It gets a [`rules::SeatHistory`], which is all that one seat
//! was told, and so it cannot look at what is hidden from that seat: no truth of a game ever comes into this crate.
//!
//! ```
//! use engine::{Budget, Engine, Level};
//! use rules::{Color, Game, SeatHistory, Setup};
//!
//! let setup = Setup::with_position("berolina".parse()?, "", "7k/8/6K1/8/8/8/8/R7 w - - 0 1")?;
//! let white = SeatHistory::new(&setup, Color::White);
//! let mut engine = Engine::new(1 << 20);
//! let thought = engine.think(&white, Level::STRONGEST, &Budget::of_nodes(10_000), &mut || 0)?;
//! assert_eq!(thought.action, "a1a8".parse()?);
//! assert_eq!(thought.score.expected, 1.0);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! It has no clock, no thread and no randomness of its own: it takes a number of nodes, a question that it asks now and then
//! whether time is over, a flag that stops it, and random words. The same words and the same budget of nodes give the same
//! move on every machine.
//!
//! # How it is built
//!
//! - `budget`, `level`: how long it may think, and how well it plays;
//! - `thought`: what it answers;
//! - `think`: what is asked of it, and the moves at the root;
//! - `search`: alpha-beta, with `chance` where dice fall, `order` for the moves to try first, `table` for what was seen;
//! - `prove`: wins that are sure;
//! - `purpose`: what a decision is for, so that people can be told;
//! - `puzzle`: positions in which one move wins for sure (`engine/puzzles`);
//! - `random`: words that follow from a seed;
//! - `evaluate`: what a position is worth without looking ahead, a file for each variant, with weights and networks that
//!   self-play has found (`engine/weights`).

mod action_code;
mod budget;
mod chance;
mod evaluate;
mod level;
mod order;
mod prove;
mod purpose;
pub mod puzzle;
mod random;
mod search;
mod table;
mod think;
mod thought;
pub mod tuning;
mod value;

pub use crate::{
    budget::Budget,
    level::Level,
    prove::sure_wins,
    purpose::Purpose,
    random::SeededWords,
    think::Engine,
    thought::{Score, Step, Thought, Unable},
};
