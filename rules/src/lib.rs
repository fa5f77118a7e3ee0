//! Exact rules of odd chess variants, with chance and hidden information made explicit.
//!
//! A game in ten lines: a [`Setup`] is what was agreed, a [`Game`] is the truth of one game, and what people may know of it
//! leaves it as a [`View`]. The game waits for a decision of a seat, for an outcome of chance, or for nothing because it is
//! over; [`Game::next`] says which.
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
//! It has no clock, no randomness and no hidden state elsewhere: the same setup and the same inputs always give the same
//! game, and that list of inputs is its [`Record`].
//!
//! # Searching
//!
//! A search plays on positions, which are small, copied freely and can be hashed: [`Position`] lists legal actions, plays
//! them, and has a key. `examples/search.rs` is a whole alpha-beta with a table; this is its heart without one:
//!
//! ```
//! use core::ops::ControlFlow;
//! use rules::{Glyph, Position, Setup, Variant, baroque};
//!
//! /// How many pieces more than the other side.
//! fn evaluate(position: &baroque::Position) -> i32 {
//!     let us = position.side_to_move();
//!     position.pieces(us).len() as i32 - position.pieces(!us).len() as i32
//! }
//!
//! fn value(position: &baroque::Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
//!     if let Some(outcome) = position.outcome() {
//!         return if outcome.winner().is_some() { -1000 } else { 0 };
//!     }
//!     if depth == 0 {
//!         return evaluate(position);
//!     }
//!     let _ = position.successors(|_, next| {
//!         alpha = alpha.max(-value(next, depth - 1, -beta, -alpha));
//!         if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
//!     });
//!     alpha
//! }
//!
//! let start = baroque::Position::at_start(&Setup::new(Variant::Baroque)).expect("the variant fits");
//! assert!(value(&start, 2, -1000, 1000).abs() < 10);
//! ```
//!
//! Whose move it is next is not always the other side's, and a side may lose by its own move: a search of Bario or Chakart
//! compares [`Position::side_to_move`] and asks an [`Outcome`] who has won, where this one takes both for granted.
//! [`baroque::Position`] shows a program that plays a whole game. A position knows no history: whoever plays keeps a [`Game`]
//! beside it, which ends repetitions and takes resignations, and hands each action to both.
//!
//! Where chance has to go on ([`Position::is_chance`]), [`Position::resolutions`] gives what may come of it with exact
//! weights. Where things are hidden, a search must not play on the truth: a [`SeatHistory`] gives positions that are
//! possible for all that one seat was told.
//!
//! # Variants
//!
//! | variant | position | law | what it is made after |
//! | --- | --- | --- | --- |
//! | Berolina | [`berolina::Position`] | `law/berolina.md` | `whats_new/rules/Berolina.html` of xboard |
//! | Baroque | [`baroque::Position`] | `law/baroque.md` | `variants/Baroque/complete_rules.html` of xogo |
//! | Chakart | [`chakart::Position`] | `law/chakart.md` | `variants/Chakart/complete_rules.html` of xogo |
//! | Bario | [`bario::Position`] | `law/bario.md` | `variants/Bario/complete_rules.html` of xogo, and `Bario.zrf` |
//!
//! The law is beside this source; paragraphs are cited as `berolina O5`.
//!
//! # Playing
//!
//! [`Game::actions`] lists what is legal, [`Game::read_action`] reads what people type, [`Game::why_not`] tells them
//! what is wrong with it and which paragraph of the law says so, and [`Game::caption`] writes it the way people do.
//!
//! ```
//! use rules::{Game, ReadActionError, Setup, Variant};
//!
//! let mut game = Game::new(&Setup::new(Variant::Berolina));
//! let mut actions = Vec::new();
//! game.actions(&mut actions);
//! assert_eq!(actions.len(), 30);
//!
//! let straight = game.read_action("e2e3").expect("coordinates are read, legal or not");
//! let why = game.why_not(straight).expect("it is illegal");
//! assert_eq!(why.law, "berolina O5");
//!
//! let Err(ReadActionError::Ambiguous(choices)) = game.read_action("e3") else { panic!() };
//! let choices: Vec<String> = choices.iter().map(|&action| game.caption(action)).collect();
//! assert_eq!(choices, ["fe3", "de3"]);
//!
//! let action = game.read_action("NF3!").expect("only one knight can go there");
//! game.act(action)?;
//! let view = game.public_view();
//! let turn = view.as_view().turn.as_ref().expect("a move was made");
//! assert_eq!((turn.number, turn.caption.as_str(), turn.facts.len()), (1, "Nf3", 1));
//! # Ok::<(), rules::IllegalAction>(())
//! ```
//!
//! A game that chance has a part in waits for it: the caller picks one of [`Chance::outcomes`] and hands it to
//! [`Game::roll`]. People end games by [`Game::conclude`], and take moves back by [`Game::take_back`].
//!
//! # Looking
//!
//! What people may know of a game leaves it as a [`View`] made for somebody: [`Game::public_view`] for everyone,
//! [`Game::seat_view`] for one side. The one exit of the whole truth is [`Game::truth`]. A view is plain owned data with
//! nothing to look up, and no way leads from it back to the game.
//!
//! # Keeping
//!
//! A [`Record`] is a text that plays a game again, up to any ply.
//!
//! ```
//! use rules::{GameInput, Record, Setup, Variant};
//!
//! let mut record = Record::new(Setup::new(Variant::Berolina));
//! record.headers.push(("white".into(), "Ann".into()));
//! record.inputs.push("e2g4".parse::<GameInput>()?);
//! record.inputs.push("draw:agreed".parse()?);
//! let text = record.to_string();
//! assert_eq!(text, "oddboard record 1\nsetup: berolina\nwhite: Ann\n\ne2g4 draw:agreed\n");
//! assert_eq!(text.parse::<Record>()?.replay_to(1)?.ply(), 1);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # How it is built
//!
//! - `color`, `square`, `role`, `bitboard`: the words of all boards; `board`: pieces on squares; `attacks`: where the pieces
//!   of chess reach; `castling`, `start_arrays`, `zobrist`: what several variants need.
//! - `action`, `chance`, `pending`, `outcome`, `reason`, `flaw`, `options`, `setup`, `record`, `view`: the vocabulary of
//!   everybody outside.
//! - `batch`: legal actions as a variant finds them, and all that is done with those; `position`: what searches play on;
//!   `notation`: what people write for an action, read and written for all variants.
//! - `variant`: a table with one line for each set of rules, and a folder for each. A variant never uses another: what two
//!   of them need is a function or a table of its own.
//! - `play`: a game being played, with its history and its last turn; `game`: the same for whichever variant it is;
//!   `continuations`: all that may come of a decision, with its chance as a `fraction`; `seat_history`: what a seat may believe.
//!
//! With the feature `serde`, what has a text form is written and read as that text.
//!
//! What is not there, and must not come (programs in `tests/proofs` try what the types forbid, and do not compile):
//!
//! - no clock, no randomness, no input or output, no logging, no dependency, no `std`, no `unsafe`;
//! - no way to read the hidden part of a game but a view, no field of [`Game`] that is public, and no way from it to a
//!   [`Position`];
//! - no way from a view to a game, and none to make the view of a seat pass for the public one;
//! - no `Debug` or `Display` that tells a secret: [`Game`], [`Record`], [`View`], [`Action`] and [`ChanceOutcome`] show
//!   the variant and the ply at most, and [`Truth`] has neither;
//! - no panic on input: whatever text or action comes, the answer is a value. A game that refuses is unchanged.

#![no_std]

extern crate alloc;

mod action;
pub mod attacks;
mod batch;
mod bitboard;
mod board;
mod castling;
mod chance;
mod color;
mod continuations;
mod flaw;
mod fraction;
mod game;
mod notation;
mod options;
mod outcome;
mod pending;
mod play;
mod position;
mod reason;
mod record;
mod role;
mod seat_history;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod square;
mod start_arrays;
mod typed;
mod variant;
mod view;
mod zobrist;

pub use crate::{
    action::{Action, Actions, ParseActionError, ReadActionError},
    bitboard::Bitboard,
    chance::{Chance, ChanceOutcome, Effect, ParseChanceOutcomeError},
    color::{ByColor, Color, ParseColorError},
    continuations::Continuation,
    flaw::{BarioFlaw, ChakartFlaw, Field, Flaw},
    fraction::Fraction,
    game::{AlreadyOver, Game, IllegalAction, ImpossibleOutcome, ImpossibleTakeback, Next},
    options::{OptionSpec, OptionValue},
    outcome::{Conclusion, DrawReason, Outcome, WinReason},
    pending::PendingDecision,
    position::{Position, perft, perft_plain},
    reason::{
        BarioReason, BaroqueReason, BerolinaReason, ChakartReason, NoCastling, Placed, Reason,
        WhyNot,
    },
    record::{GameInput, ParseInputError, ParseRecordError, Record, RecordFlaw, ReplayError},
    role::Role,
    seat_history::{Guesses, SeatHistory},
    setup::{Setup, SetupError},
    square::{ParseSquareError, Square},
    typed::{bare_move, plain_symbol},
    variant::{ParseVariantError, Variant, VariantInfo, exports::*},
    view::{Fact, Glyph, Marks, Power, PublicView, SeatView, Status, Truth, Turn, View},
};

#[doc = include_str!("../docs/adding-a-variant.md")]
pub mod adding_a_variant {}
