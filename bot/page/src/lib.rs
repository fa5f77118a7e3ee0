//! The web page: a little chat platform of its own, on loopback only or in public behind a proxy.
//!
//! People sign in with a name and a secret that their browser keeps, talk in two channels, and have direct messages with the
//! bot. Every capability of the [`Chat`](api::Chat) port works here, so it also serves as demo and test bed. `/` begins
//! matches, and `/match/<id>` has a live board. `/learn` and `/rules` have the handbook on boards, `/puzzles` has puzzles,
//! `/analysis` any position, and `/chat` the chat.
//!
//! Posts and answers are stored in the [`Writer`](store::writer::Writer) under `play/`, as JSON objects, and bounded. There are
//! 500 posts for each channel and each person's direct messages, and 32 answers for each person. The page stores the
//! [recipe](api::Recipe) of a picture, and draws it on request. A field with a changed meaning gets a new name; readers ignore
//! unknown fields.
//!
//! | key | value |
//! | --- | --- |
//! | `play/people` | the number of people who have ever signed up |
//! | `play/forgotten` | the number of deleted people |
//! | `play/guest/<number>` | nothing; a guest, who has never done anything, and can be deleted |
//! | `play/person/<number>` | a person: name, SHA-256 of the secret, true if they want no direct messages, account on another platform |
//! | `play/name/<folded name>` | the number of the person of that name |
//! | `play/account/<account>` | the number of the person who uses the page with that account of another platform |
//! | `play/room/<room>` | the counters of a room, and the posts that its last changes touched |
//! | `play/post/<room>/<number>` | a post, with its nonce |
//! | `play/nonce/<room>/<nonce>` | the number of the post with that nonce |
//! | `play/answers/<person>` | the events whose answers are stored, oldest first |
//! | `play/answer/<person>/<event>` | an answer |
//! | `play/devices/<person>` | the devices on which a person hears of their turns, and the turns that were announced there |
//! | `play/device/<digest of its address>` | the number of the person whose turns a device announces |
//! | `play/push-key` | the private key of pushes |
//!
//! If several processes share the store, a change depends on the state that it was decided on. The page decides again if that
//! state has changed. A process finds the posts of others by the counters. Each process knows only its own connections, waiting
//! requests and rate limits.
//!
//! Each room has its own numbers, and a direct room belongs to one person. So no gap in the numbers shows the messages of
//! others.

mod access;
mod activity;
mod adapter;
mod analysis;
mod answers;
mod assets;
mod boards;
mod caching;
mod chat;
mod closing;
mod connections;
mod decode;
mod devices;
mod embedding;
mod followed;
mod forgetting;
mod form;
mod frame;
mod guard;
mod hub;
mod install;
mod lag;
mod live;
mod lively;
mod names;
mod new_game;
mod page;
mod people;
mod person;
mod pieces;
mod places;
mod posts;
mod problem;
mod push;
mod push_requests;
mod puzzles;
mod requests;
mod rooms;
mod rulebook;
mod scripts;
mod server;
mod sessions;
mod settings;
mod starts;
mod state;
mod stored;
mod studies;
mod waiters;
mod widget;
mod wire;

#[cfg(test)]
mod tests;

pub use self::{
    access::{Access, PublicAccess, PublicUrl, PublicUrlError},
    adapter::Playground,
    decode::decode,
    push::{PushService, PushServices, PushSettings},
    server::{BindError, bind, serve},
    state::Providers,
};
