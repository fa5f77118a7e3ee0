//! Oddboard: a chat bot that referees odd chess variants.
//!
//! The way of a move: a chat adapter receives an [`api::Event`], and [`command`] parses it. [`service`] decides on the changes
//! and messages without touching a clock, a socket or a disk. [`runtime`] commits them in one batch and only then delivers. The
//! walls:
//!
//! - adapters know [`api`] and nothing of each other;
//! - a channel post is made of a [`rules::PublicView`], never of a seat's view: [`api::Chat::post`] takes a [`api::Message`] for
//!   [`api::Public`] and there is no way to make one from a private message;
//! - all chance of a match follows from a secret that is published when the match is over, see [`dice`];
//! - an outbox row names what is to be shown to whom and never holds the text or the picture of it.

pub mod cli;
pub mod config;
pub mod operations;
