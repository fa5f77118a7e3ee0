//! Discord, by its HTTP interface and its gateway.
//!
//! People use application commands, buttons, menus and forms, or write to the bot directly or by naming it; none of that needs a
//! privileged intent. What one person alone may read is an ephemeral answer or a direct message; a post is always a message of its
//! own and never an answer, because Discord shows the options of a command to everyone who reads a public answer to it.
//!
//! | key | value |
//! | --- | --- |
//! | `discord/commands/<application>` | the commands that are registered: their SHA-256 and the number of each, JSON |
//! | `discord/shards` | how many shards there are |
//! | `discord/session/<shard>` | how often a process has taken that shard, and its session with the number of the last event all before which are decided on, JSON |
//! | `discord/wanted` | somebody who has less than their share of the shards asks for one of somebody who has more |

mod adapter;
mod answers;
mod body;
mod chat;
mod commands;
mod doctor;
mod doubts;
mod failure;
mod gateway;
mod heard;
mod ids;
mod in_flight;
mod interactions;
mod invite;
mod limits;
mod line;
mod markdown;
mod members;
mod messages;
mod open_shards;
mod permissions;
mod reading;
mod register;
mod repair;

pub use self::{
    adapter::{DISCORD, Discord, DiscordSettings},
    gateway::{GatewayError, IDENTIFY_PAUSE, serve},
    invite::{ParseTokenError, invitation},
};
