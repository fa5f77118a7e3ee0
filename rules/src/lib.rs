//! Exact rules of odd chess variants, with chance and hidden information made explicit.
//!
//! A game in ten lines: a [`Setup`] is the agreement of the players, and a [`Game`] is the truth of one game. A [`View`] is the
//! part that a reader may know. The game waits for an action of a seat, for a chance outcome, or for nothing because it is
//! over; [`Game::next`] returns which.
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
//! It has no clock, no randomness and no hidden state elsewhere. The same setup and the same inputs always give the same
//! game. That list of inputs is its [`Record`].
//!
//! # Searching
//!
//! A search plays on positions, which are small, cheap to copy and hashable: [`Position`] lists legal actions, plays them,
//! and has a key. `examples/search.rs` is a whole alpha-beta search with a transposition table; this is its core without
//! one:
//!
//! ```
//! use core::ops::ControlFlow;
//! use rules::{Glyph, Position, Setup, Variant, baroque};
//!
//! /// Returns the pieces of the side to move less those of the other side.
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
//! let start = Setup::new(Variant::Baroque).start_position::<baroque::Position>().expect("the variant fits");
//! assert!(value(&start, 2, -1000, 1000).abs() < 10);
//! ```
//!
//! The next move is not always the other side's, and a side may lose by its own move. So a search of Bario or Chakart compares
//! [`Position::side_to_move`] and reads the winner from the [`Outcome`], where this one takes both for granted.
//! [`baroque::Position`] shows a program that plays a whole game. A position has no history. A program that plays a game keeps
//! a [`Game`] and a position, and passes each action to both. The game detects repetitions and accepts resignations.
//!
//! If a chance outcome is next ([`Position::is_chance`]), [`Position::resolutions`] gives the resulting positions with
//! exact weights. If things are hidden, a search must not play on the truth. A [`SeatHistory`] gives positions that are
//! possible for all that one seat has seen.
//!
//! # Variants
//!
//! | variant | position | law | source |
//! | --- | --- | --- | --- |
//! | Berolina | [`berolina::Position`] | `law/berolina.md` | `whats_new/rules/Berolina.html` of xboard |
//! | Baroque | [`baroque::Position`] | `law/baroque.md` | `variants/Baroque/complete_rules.html` of xogo |
//! | Chakart | [`chakart::Position`] | `law/chakart.md` | `variants/Chakart/complete_rules.html` of xogo |
//! | Bario | [`bario::Position`] | `law/bario.md` | `variants/Bario/complete_rules.html` of xogo, and `Bario.zrf` |
//!
//! The folder `law` next to this source code has the law. Comments cite its paragraphs as `berolina O5`.
//!
//! [`Position`] is open: another crate can implement it for a variant of its own, and count, search and play it. Games, views and
//! histories are for the variants above alone. [`adding_a_variant`] describes both.
//!
//! # Playing
//!
//! [`Game::legal_list`] lists the legal actions, [`Game::read_action`] reads typed text, and [`Game::caption`] writes short
//! notation. [`Game::why_not`] explains why an action is illegal and cites the paragraph of the law.
//!
//! ```
//! use rules::{Game, ReadActionError, Setup, Variant};
//!
//! let mut game = Game::new(&Setup::new(Variant::Berolina));
//! let actions = game.legal_list();
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
//! A game with chance waits for it: the caller picks one of [`Chance::outcomes`] and passes it to [`Game::roll`].
//! [`Game::conclude`] ends a game by the will of its players, and [`Game::take_back`] takes moves back.
//!
//! # Looking
//!
//! A [`View`] is the part of a game that one audience may know: [`Game::public_view`] is for everyone, [`Game::seat_view`]
//! for one side. Only [`Game::truth`] gives the whole truth. A view is plain owned data with nothing to look up, and no way
//! leads from it back to the game.
//!
//! A program that plays elsewhere gets its views as lines of text: [`View::to_text`] writes one, and [`FromStr`] reads it. It
//! passes them with its own actions to [`SeatHistory::note_view`], and [`Guesses`] turns them into possible positions:
//!
//! ```
//! use rules::{Action, Color, Game, Guesses, SeatHistory, Setup, View, chakart};
//!
//! /// Writes each line that the referee of a game sends to Black.
//! fn lines() -> Result<Vec<(Option<Action>, String)>, Box<dyn core::error::Error>> {
//!     let mut game = Game::new(&"chakart setup=standard".parse()?);
//!     let mut lines = Vec::new();
//!     for (is_own, text) in [(false, "e2e4"), (true, "b8c6"), (false, "d1~h5")] {
//!         let action: Action = text.parse()?;
//!         game.act(action)?;
//!         lines.push((is_own.then_some(action), game.seat_view(Color::Black).as_view().to_text()));
//!     }
//!     Ok(lines)
//! }
//!
//! let setup: Setup = "chakart setup=standard".parse()?;
//! let (mut black, mut guesses) = (SeatHistory::new(&setup, Color::Black), Guesses::new(20));
//! for (own, line) in lines()? {
//!     black.note_view(own, line.parse::<View>()?)?;
//!     guesses.follow(&black, &mut || 7, &mut || false);
//! }
//! let positions: Vec<(chakart::Position, f64)> = guesses.positions(20, &mut || 7);
//! assert!(positions.len() > 3, "White's queen may be anywhere on her ways");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! [`FromStr`]: core::str::FromStr
//!
//! # Keeping
//!
//! A [`Record`] is a text from which a game can be replayed, up to any input.
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
//! assert_eq!(text.parse::<Record>()?.replay_to(1)?.n_inputs(), 1);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # How it is built
//!
//! - `color`, `square`, `role`, `glyph`, `bitboard`: the vocabulary of all boards; `board`: pieces on squares; `attacks`:
//!   the attack sets of the chess pieces; `castling`, `start_arrays`, `zobrist`: parts that several variants share.
//! - `catalog`: one line for each variant, with its name.
//! - `action`, `move_list`, `chance`, `input`, `pending`, `outcome`, `reason`, `flaw`, `options`, `setup`, `record`, `view`, `view_text`: the
//!   vocabulary of all callers.
//! - `position`: the positions of searches; `batch`: legal actions as our move generators emit them, and all uses of them;
//!   `notation`: the notation of actions, read and written for all variants.
//! - `position_text`, `explain`: the texts of positions, and the reasons why actions are illegal; `belief`: the truths that a
//!   seat can believe, from one position; `referee`: what each viewer may know of a game; `play`: a game in progress, with its
//!   history and its last turn.
//! - `variant`: a folder for each set of rules. A variant never uses another: two variants share code only as a separate
//!   function or table. `variant::entry` is the interface between a variant and the catalog.
//! - `game`: a game of any variant; `continuations`: all possible results of an action, each with its probability as a
//!   `fraction`; `seat_history`: the truths that a seat can believe.
//! - `action_index`, `view_tensor`: actions and views as numbers, for learning programs.
//!
//! With the feature `serde`, every type with a text form is written and read as that text.
//!
//! The following limits must stay. Programs in `tests/proofs` try the uses that the types forbid, and do not compile:
//!
//! - no clock, no randomness, no input or output, no logging, no dependency, no `std`, no `unsafe`;
//! - no access to the hidden part of a game except a view, no public field of [`Game`], and no function from it to a
//!   [`Position`]; a [`SeatHistory`] gives its guesses as a [`VariantPosition`] alone, which no other crate can implement;
//! - no way from a view to a game, and no way to pass off the view of a seat as the public one;
//! - no `Debug` that reveals a secret: those of [`Game`], [`Record`], [`View`], [`Action`], [`MoveList`], [`ChanceOutcome`] and
//!   [`chakart::Position`] print the variant and a number of inputs or actions at most, and [`Truth`] has neither `Debug` nor `Display`;
//! - no panic on input: every text and every action gets a value as its answer. A game that refuses an input is unchanged.

#![no_std]

extern crate alloc;

mod action;
mod action_index;
pub mod attacks;
mod batch;
mod belief;
mod bitboard;
mod board;
mod castling;
mod catalog;
mod chance;
mod color;
mod continuations;
mod explain;
mod flaw;
mod fraction;
mod game;
mod glyph;
mod input;
mod move_list;
mod notation;
mod options;
mod outcome;
mod pending;
mod play;
mod position;
mod position_text;
mod reason;
mod record;
mod referee;
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
mod view_tensor;
mod view_text;
mod zobrist;

pub use crate::{
    action::{Action, IllegalAction, ParseActionError, ReadActionError},
    bitboard::Bitboard,
    catalog::{ParseVariantError, Variant},
    chance::{Chance, ChanceOutcome, Effect, ImpossibleOutcome, ParseChanceOutcomeError},
    color::{ByColor, Color, ParseColorError},
    continuations::Continuation,
    flaw::{BarioFlaw, ChakartFlaw, Field, Flaw, ParsePositionError},
    fraction::Fraction,
    game::{AlreadyOver, Game, ImpossibleInput, ImpossibleTakeback},
    glyph::{Glyph, Placed, Power},
    input::{GameInput, ParseInputError},
    move_list::MoveList,
    options::{OptionSpec, OptionValue},
    outcome::{Conclusion, DrawReason, Outcome, WinReason},
    pending::{Next, PendingDecision},
    position::{Position, VariantPosition, end_of_moves, perft, perft_plain},
    reason::{
        BarioReason, BaroqueReason, BerolinaReason, ChakartReason, NoCastling, Reason, WhyNot,
    },
    record::{ParseRecordError, Record, RecordFlaw, ReplayError},
    role::Role,
    seat_history::{BeliefChange, ContradictoryView, Guesses, SeatHistory},
    setup::{Setup, SetupError},
    square::{ParseSquareError, Square},
    typed::{bare_move, plain_symbol},
    variant::{entry::VariantInfo, exports::*},
    view::{Fact, Marks, PublicView, SeatView, Status, Truth, Turn, View},
    view_text::ParseViewError,
};

/// The examples of the README, which are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[doc = include_str!("../docs/adding-a-variant.md")]
pub mod adding_a_variant {}
