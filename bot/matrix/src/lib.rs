//! Matrix, by its client-server interface and matrix-sdk, which handles encryption.
//!
//! All members of a room read its messages, so the bot sends private messages in a direct room, where it is alone with one
//! person. It sends answers there too, and reports them by a reaction in the room. There are no buttons: people react, reply,
//! or answer with a number.
//!
//! After a restart the homeserver repeats every event that was not answered. The bot stores the meaning of an event, so that it
//! does not read the event against later questions. The transaction id of a message follows from its event or delivery, so that
//! nothing is sent twice.
//!
//! | key | value |
//! | --- | --- |
//! | `matrix/since/<session>` | the sync token from which to go on |
//! | `matrix/session` | the last session of the bot, if several processes may have it |
//! | `matrix/answered/<event>` | nothing; an answered event that the homeserver will repeat |
//! | `matrix/meant/<event>/<account>` | `Meaning`: the meaning of an event that is not answered yet |
//! | `matrix/direct/<account>` | the direct room of a person |
//! | `matrix/person/<room>` | the person whose direct room this is |
//! | `matrix/opening/<account>` | the mark of the direct room that is being opened for a person, until its id is known |
//! | `matrix/former/<room>` | nothing; a former direct room, in which no message is edited |
//! | `matrix/gone/<account>` | nothing; a person who left their direct room and has asked for nothing since |
//! | `matrix/closed/<account>` | nothing; a person who knows that they cannot be written to |
//! | `matrix/sealed/<room>/<account>` | nothing; a person who knows that the bot cannot read them there, and was not read since |
//! | `matrix/unsigned/<account>` | nothing; a person who knows that they cannot read encrypted messages, and has read none |
//! | `matrix/asked/<account>` | `Choices`: the choices of a person in their direct room |
//! | `matrix/choices/<event>` | `Choices`: the choices below a post |
//! | `matrix/avatar/<digest>` | the address on the homeserver of the bot's picture with this digest |
//! | `matrix/thread/<event>` | the room in which the thread of a match begins with this event |
//! | `matrix/question/<event>` | the last event that asked for an answer in the thread that begins with this one |
//! | `matrix/promise/<message>` | the future address of the picture of a message that is being sent |
//! | `matrix/next/<room>` | the room that replaced this one |
//! | `matrix/first/<room>` | the first of the rooms that this one replaced |

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
mod html;
mod identity;
mod ids;
mod invitations;
mod later;
mod login;
mod meaning;
mod media;
mod openid;
mod opening;
mod profile;
mod progress;
mod recovery;
mod room_events;
mod room_queues;
mod room_state;
mod rooms;
mod send_limiter;
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
mod widgets;
mod words;

pub use self::{
    adapter::Matrix,
    openid::OpenIdCheck,
    recovery::{KnownSession, RecoveryError, known_session, recover, recovery_key},
    settings::{Credentials, MatrixSettings, SessionError},
    standby::Standby,
    sync::serve,
};
