//! The bot on Discord, against a Discord of our own.

mod alone;
mod answering;
mod anywhere;
mod bot;
mod checks;
mod drafts;
mod endings;
mod flood;
mod gateway;
pub(crate) mod indoors;
mod ladder;
mod library;
mod limits;
mod living;
mod manners;
mod matches;
mod misbehavior;
mod places;
mod promises;
mod rate_limiter;
mod reading;
mod repairs;
mod server;
mod servers;
mod sight;
mod table;
mod writing;
