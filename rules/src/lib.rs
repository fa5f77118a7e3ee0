//! Exact rules of odd chess variants, with chance and hidden information made explicit.
//!
//! A [`Game`] is the truth of one game. It waits for a decision of a seat, for an outcome of chance, or for nothing
//! because it is over; [`Game::next`] says which. It has no clock, no randomness and no hidden state elsewhere: the
//! same [`Setup`] and the same inputs always give the same game, and that list of inputs is its [`Record`].
//!
//! ```
//! use rules::{Color, Game, Next, Setup};
//!
//! let setup: Setup = "berolina".parse()?;
//! let mut game = Game::new(&setup);
//! game.act("e2g4".parse()?)?;
//! assert_eq!(game.next(), Next::Decision(Color::Black));
//! assert_eq!(game.public_view().as_view().position, "rnbqkbnr/pppppppp/8/8/6P1/8/PPPP1PPP/RNBQKBNR b KQkq f3g4 0 1");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! What people may know of a game leaves it as a [`View`] made for somebody: [`Game::public_view`] for everyone,
//! [`Game::seat_view`] for one side. The one exit of the whole truth is [`Game::truth`].
//!
//! The law of each variant is in `law/` beside this source; paragraphs are cited as `berolina O5`.

#![no_std]

extern crate alloc;

mod action;
mod bitboard;
mod board;
mod branches;
mod chance;
mod color;
mod game;
mod options;
mod outcome;
mod record;
mod role;
mod rows;
mod setup;
mod square;
mod steps;
mod variant;
mod view;

pub use crate::{
    action::{Action, Actions, ParseActionError, ReadActionError, WhyNot},
    branches::Branch,
    chance::{Chance, ChanceOutcome, Effect, ParseChanceOutcomeError},
    color::{ByColor, Color, ParseColorError},
    game::{AlreadyOver, Game, IllegalAction, ImpossibleOutcome, Next},
    options::{OptionSpec, OptionValue},
    outcome::{Conclusion, DrawReason, Outcome, WinReason},
    record::{Input, ParseInputError, ParseRecordError, Record, ReplayError},
    role::Role,
    setup::{Setup, SetupError},
    square::{ParseSquareError, Square},
    variant::{ParseVariantError, Variant},
    view::{Fact, Glyph, Marks, Power, PublicView, SeatView, Status, Truth, Turn, View},
};
