//! The bot on Discord, against a Discord of our own.

mod bot;
mod endings;
mod gateway;
mod ladder;
mod library;
mod limits;
mod manners;
mod matches;
mod misbehavior;
mod places;
mod rate_limiter;
mod server;
mod sight;
mod table;
