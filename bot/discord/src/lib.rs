//! The Discord adapter, over the HTTP interface and the gateway.
//!
//! People use application commands, buttons, menus and forms, or write to the bot in direct messages or by mention. None of
//! that needs a privileged intent. Private content is an ephemeral answer or a direct message. A post is always a separate
//! message and never an answer: Discord shows the options of a command to every reader of a public answer.
//!
//! | key | value |
//! | --- | --- |
//! | `discord/commands/<application>` | the registered commands: their SHA-256 and the id of each, JSON |
//! | `discord/shards` | the number of shards |
//! | `discord/session/<shard>` | takeovers of the shard, its session, and the last event up to which all are decided on, JSON |
//! | `discord/wanted` | a request by a process with less than its share of the shards for one of a process with more |

mod activity;
mod adapter;
mod answers;
mod body;
mod chat;
mod commands;
mod doctor;
mod doubts;
mod failure;
mod gateway;
mod identity;
mod ids;
mod in_flight;
mod interactions;
mod invite;
mod launches;
mod line;
mod markdown;
mod members;
mod messages;
mod open_shards;
mod permissions;
mod rate_limits;
mod reading;
mod received;
mod register;
mod repair;

pub use self::{
    activity::DiscordActivity,
    adapter::{DISCORD, Discord, DiscordSettings},
    gateway::{GatewayError, IDENTIFY_PAUSE, serve},
    identity::{DiscordIdentity, IdentityError},
    invite::{ParseTokenError, invitation},
};
