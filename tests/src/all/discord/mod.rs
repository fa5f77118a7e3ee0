//! The bot on Discord, against a Discord of our own.

mod bot;
mod gateway;
mod library;
mod limits;
mod matches;
mod misbehavior;
mod rate_limiter;
mod server;
mod sight;
mod table;
