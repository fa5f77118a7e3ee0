//! Matrix, by its client-server interface and matrix-sdk, which sees to encryption.
//!
//! What people type in a room everybody there reads, so what one person alone may know is said in a room where the bot and
//! they are alone; so are answers, and a sign in the room tells that one has come. There are no buttons: people react,
//! reply, or answer with a number.
//!
//! The homeserver tells again after a restart whatever was not answered before; what it meant is kept from before, and is not
//! read against what was asked since. What is said has a transaction id that follows from what it answers or delivers, so that
//! nothing is said twice.
//!
//! | key | value |
//! | --- | --- |
//! | `matrix/since/<session>` | from where the homeserver is to go on telling |
//! | `matrix/session` | the session that the bot had last, where several processes may have it |
//! | `matrix/answered/<event>` | nothing; an event that was answered and will be told again |
//! | `matrix/meant/<event>/<account>` | `Meaning`: what somebody meant by an event that is not answered yet |
//! | `matrix/direct/<account>` | the room where the bot and a person are alone |
//! | `matrix/person/<room>` | the person whom that room is for |
//! | `matrix/opening/<account>` | the mark of the room that is being opened for a person, until it is known |
//! | `matrix/former/<room>` | nothing; that room was for one person, and is so no longer: nothing said there is changed |
//! | `matrix/gone/<account>` | nothing; who left the room where they were alone with the bot, and has asked for nothing since |
//! | `matrix/closed/<account>` | nothing; who was told that they cannot be written to |
//! | `matrix/sealed/<room>/<account>` | nothing; who was told that they cannot be read there, and has not been read since |
//! | `matrix/unsigned/<account>` | nothing; who was told that what is encrypted is sealed to them, and has read nothing since |
//! | `matrix/asked/<account>` | `Choices`: what a person can choose who is alone with the bot |
//! | `matrix/choices/<event>` | `Choices`: what can be chosen below a post |
//! | `matrix/avatar/<digest>` | where the homeserver has the picture of the bot with this digest |
//! | `matrix/thread/<event>` | the room in which the thread of a match begins with this event |
//! | `matrix/question/<event>` | the event that asked last for an answer in the thread that begins with this one |
//! | `matrix/promise/<message>` | where the picture of a message will be that is being said |
//! | `matrix/next/<room>` | the room that this one went on as |
//! | `matrix/first/<room>` | the first of the rooms that went on as this one |

#![cfg(feature = "sdk")]

mod adapter;
mod answers;
mod body;
mod chat;
mod choices;
mod commands;
mod direct;
mod doctor;
mod events;
mod failure;
mod forgetting;
mod hearing;
mod html;
mod identity;
mod ids;
mod invitations;
mod lanes;
mod later;
mod login;
mod meaning;
mod meant;
mod media;
mod opening;
mod pace;
mod profile;
mod progress;
mod recovery;
mod rooms;
mod sending;
mod session;
mod settings;
mod shared_session;
mod speech;
mod standby;
mod stored;
mod sync;
mod timeline;
mod touches;
mod unsigned;
mod verifying;
mod words;

pub use self::{
    adapter::Matrix,
    recovery::{KnownSession, RecoveryError, known_session, recover, recovery_key},
    settings::{Credentials, MatrixSettings, SessionError},
    standby::Standby,
    sync::serve,
};
