//! The local web page: a little chat platform of its own, on loopback only.
//!
//! People sign in with a name and a secret that their browser keeps, talk in two channels, and have direct messages with
//! the bot. Every capability of the [`Chat`](api::Chat) port works here, so it is the demo and the test bed too.
//! `/` begins matches, `/match/<id>` has a live board, `/learn` and `/rules` have the handbook on boards, and `/chat` the chat.
//!
//! What was said is kept in the [`Writer`](store::writer::Writer) under `play/`, as JSON objects, and bounded: 500 posts for each channel and
//! each person's direct messages, 32 answers for each person. Of a picture the [recipe](api::Recipe) is kept, and it
//! is drawn when somebody wants to see it. A field whose meaning changes gets a new name; readers leave alone what they
//! do not know.
//!
//! | key | value |
//! | --- | --- |
//! | `play/people` | how many people have ever come |
//! | `play/forgotten` | how many of them are forgotten |
//! | `play/guest/<number>` | nothing; this person has never done anything, and may be forgotten |
//! | `play/person/<number>` | a person: name, SHA-256 of the secret, whether they want no direct messages |
//! | `play/name/<folded name>` | the number of the person of that name |
//! | `play/room/<room>` | the counters of a room, and which posts its last changes touched |
//! | `play/post/<room>/<number>` | a post, with the nonce it was said under |
//! | `play/picture/<room>/<number>` | its picture as a PNG file, if it was said before there were recipes |
//! | `play/nonce/<room>/<nonce>` | the number of the post said under that nonce |
//! | `play/answers/<person>` | the events whose answers are kept, oldest first |
//! | `play/answer/<person>/<event>` | an answer |
//! | `play/answer-picture/<person>/<event>` | its picture as a PNG file, if it was said before there were recipes |
//!
//! Where several processes share the store, a change depends on what it was decided upon, and is decided anew if that has changed
//! meanwhile; what others have said is found by looking at the counters. Who is here, who waits for an answer and how much they may
//! ask is known for each process alone.
//!
//! Numbers are given per room and a direct room is one person's own, so that nobody can count somebody else's messages
//! by a gap in their own.

mod adapter;
mod answers;
mod boards;
mod chat;
mod closing;
mod connections;
mod decode;
mod follower;
mod forgetting;
mod frame;
mod guard;
mod hub;
mod live;
mod names;
mod page;
mod people;
mod person;
mod places;
mod posts;
mod problem;
mod proposal;
mod requests;
mod rooms;
mod rulebook;
mod server;
mod state;
mod stored;
mod studies;
mod turns;
mod waiters;
mod wire;

#[cfg(test)]
mod tests;

pub use self::{
    adapter::Playground,
    decode::decode,
    server::{BindError, bind, serve},
};
