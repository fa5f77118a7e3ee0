//! A player of all variants, with only the knowledge of its seat.
//!
//! [`Engine::think`] chooses a move. It gets a [`rules::SeatHistory`], which holds all views of one seat. It cannot use hidden
//! information, because the truth of a game never enters this crate.
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
//! It has no clock, no thread and no source of randomness. The caller passes a number of nodes, functions that report the end
//! of the time, a stop flag, and random words. The same words and the same budget of nodes give the same move on every machine.
//! With further threads of the caller, helpers of the engine join its search ([`Engine::helpers`]). Then the moves can differ.
//!
//! # How it is built
//!
//! - `budget`, `level`: the limits of a search, and its strength;
//! - `thought`: the result;
//! - `think`: the interface, with `opening` for the variety of openings;
//! - `root`: the root search, with `time_manager` for its soft limit of time, `stealth` for moves that the other side does not see,
//!   and `report` for its result;
//! - `search`: alpha-beta, with `node` for the state of a node, `quiet` for the quiescence search, `chance` for chance nodes,
//!   `prune` for pruning and reductions, `singular` for extensions, `candidate`, `order` and `picker` for move ordering, `exchange` for captures that lose material,
//!   `history` for history scores, and `table` for the transposition table;
//! - `prove`: sure wins;
//! - `purpose`: the purpose of a decision, for people;
//! - `puzzle`: positions in which one move wins for sure (`engine/puzzles`);
//! - `random`: words from a seed;
//! - `evaluate`: the static evaluation, a network for each variant, from self-play (`engine/networks`).

mod action_code;
mod budget;
mod candidate;
mod chance;
mod evaluate;
mod exchange;
mod history;
mod level;
mod node;
mod opening;
mod order;
mod picker;
mod prove;
mod prune;
mod purpose;
pub mod puzzle;
mod quiet;
mod random;
mod report;
mod root;
mod search;
mod singular;
mod stealth;
mod table;
mod think;
mod thought;
mod time_manager;
pub mod training;
mod value;

pub use crate::{
    budget::Budget,
    level::Level,
    prove::sure_wins,
    random::SeededWords,
    think::{Engine, Helper},
    thought::{Purpose, Score, Step, Thought, Unable},
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
