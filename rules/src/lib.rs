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
//! [`Game::roll`]. People end games by [`Game::conclude`].
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
//! use rules::{Input, Record, Setup, Variant};
//!
//! let mut record = Record::new(Setup::new(Variant::Berolina));
//! record.headers.push(("white".into(), "Ann".into()));
//! record.inputs.push("e2g4".parse::<Input>()?);
//! record.inputs.push("draw:agreed".parse()?);
//! let text = record.to_string();
//! assert_eq!(text, "oddboard record 1\nsetup: berolina\nwhite: Ann\n\ne2g4 draw:agreed\n");
//! assert_eq!(text.parse::<Record>()?.replay_to(1)?.ply(), 1);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # How it is built
//!
//! From the ground up: `color`, `square`, `role`; `bitboard`, `board`, `attacks` (where the pieces of chess reach) and
//! `castling`, which variants share; `action`, `chance`, `reason`, `outcome`, `setup`, `record` and `view`, the vocabulary of
//! everybody outside; `variant`, with one place for each set of rules behind a narrow trait; `game`, a closed enum over
//! them. A variant never uses another: what two of them need is a function or a table of its own. In `variant/berolina` one generator
//! finds all legal moves, and whatever counts, lists, checks or plays moves is a sink of it, so none of them can disagree
//! with another.
//!
//! The law of each variant is in `law/` beside this source; paragraphs are cited as `berolina O5`.
//!
//! What is not there, and must not come (programs in `tests/proofs` try what the types forbid, and do not compile):
//!
//! - no clock, no randomness, no input or output, no logging, no dependency, no `std`, no `unsafe`;
//! - no way to read the hidden part of a game but a view, and no field of [`Game`] that is public;
//! - no way from a view to a game, and none to make the view of a seat pass for the public one;
//! - no `Debug` or `Display` that tells a secret: [`Game`], [`Record`], [`View`], [`Action`] and [`ChanceOutcome`] show
//!   the variant and the ply at most, and [`Truth`] has neither;
//! - no panic on input: whatever text or action comes, the answer is a value. A game that refuses is unchanged.

#![no_std]

extern crate alloc;

mod action;
mod attacks;
mod batch;
mod bitboard;
mod board;
mod castling;
mod chance;
mod color;
mod continuations;
mod flaw;
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
mod setup;
mod square;
mod start_arrays;
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
    game::{AlreadyOver, Game, IllegalAction, ImpossibleOutcome, Next},
    options::{OptionSpec, OptionValue},
    outcome::{Conclusion, DrawReason, Outcome, WinReason},
    pending::PendingDecision,
    position::{Position, perft, perft_plain},
    reason::{
        BarioReason, BaroqueReason, BerolinaReason, ChakartReason, NoCastling, Placed, Reason,
        WhyNot,
    },
    record::{Input, ParseInputError, ParseRecordError, Record, RecordFlaw, ReplayError},
    role::Role,
    seat_history::SeatHistory,
    setup::{Setup, SetupError},
    square::{ParseSquareError, Square},
    variant::{ParseVariantError, Variant, VariantInfo},
    view::{Fact, Glyph, Marks, Power, PublicView, SeatView, Status, Truth, Turn, View},
};

/// Berolina chess.
pub mod berolina {
    pub use crate::variant::berolina::Position;
}

/// Baroque, also called Ultima.
pub mod baroque {
    pub use crate::variant::baroque::Position;
}

/// Chakart.
pub mod chakart {
    pub use crate::variant::chakart::Position;
}

/// Bario.
pub mod bario {
    pub use crate::variant::bario::Position;
}
