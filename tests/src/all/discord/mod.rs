//! The bot on Discord, against a Discord of our own.

mod bot;
mod gateway;
mod library;
mod rate_limiter;
mod server;
mod sight;
