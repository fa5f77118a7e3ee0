//! Oddboard: a chat bot that referees odd chess variants.
//!
//! The way of a move: a chat adapter hears an [`ports::Event`], [`command`] parses it, [`service`] decides what changes
//! and what is to be said without touching a clock, a socket or a disk, [`app`] commits that in one batch and only
//! then delivers. The walls:
//!
//! - adapters (`chat`, `store`) know [`ports`] and nothing of each other; what all of `chat` need is in its `kit`;
//! - a channel post is made of a [`rules::PublicView`], never of a seat's view: [`ports::Chat::post`] takes a
//!   [`ports::Message`] for [`ports::Public`] and there is no way to make one from a private message;
//! - all chance of a match follows from a secret that is published when the match is over, see [`commit_reveal`];
//! - an outbox row names what is to be shown to whom and never holds the text or the picture of it.

pub use {
    api as ports, command, dice as commit_reveal, handbook, kit::files, store, store::writer,
    text as words,
};

use kit::{meter, panics};

/// Chat adapters.
pub mod chat {
    #[cfg(feature = "discord")]
    pub use discord;
    #[cfg(feature = "matrix")]
    pub use matrix;
    #[cfg(feature = "playground")]
    pub use page as playground;
}

pub mod app;
#[cfg(all(feature = "discord", feature = "playground", feature = "redb"))]
pub mod cli;
pub mod config;
pub mod frames;
#[cfg(feature = "leak")]
mod leak;
pub mod present;
pub mod review;
pub mod service;
