//! The real program on Matrix, with a real homeserver and real clients.
//!
//! `cargo build -p bot --features matrix && cargo test -p tests --features matrix --test matrix`

mod across_kills;
mod bad_connection;
mod both_platforms;
mod dialogues;
mod event_order;
mod everywhere;
mod fleet;
mod identity;
mod kills;
mod limits;
mod linking;
mod manners;
mod matches;
mod misuse;
mod places;
mod rooms;
mod secrets;
mod table;
mod widget_theme;
mod widgets;
