//! Oddboard: a chat bot that referees odd chess variants.
//!
//! The path of a move: a chat adapter receives an [`api::Event`], and [`command`] parses it. [`service`] decides on the changes
//! and messages without access to a clock, a socket or a disk. [`runtime`] commits them in one batch and only then delivers.
//! The boundaries:
//!
//! - an adapter uses [`api`] and no other adapter;
//! - a channel post is made of a [`rules::PublicView`], never of a seat's view: [`api::Chat::post`] takes an [`api::Message`]
//!   for [`api::Public`], and no function makes one from a private message;
//! - all chance of a match follows from a secret that is published when the match is over, see [`dice`];
//! - an outbox row names the content and the readers of a message, and never holds its text or its picture.

pub mod cli;
pub mod config;
pub mod operations;
