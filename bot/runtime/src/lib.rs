//! Runs the bot: takes requests, commits changes, and sends replies and posts.

mod chats;
mod cluster;
mod computer;
mod core;
mod decider;
mod egress;
mod gate;
mod groups;
mod health;
mod ingress;
mod pauses;
mod schedule;
mod start;
mod supervisor;
mod system;
mod unstored;

pub use self::{
    cluster::processes::{BEAT, Beaten, Processes},
    computer::thinking::{MakesThinkers, ThinkingParts, Thinks},
    core::Core,
    egress::{delivery::Snapshots, gallery::Gallery},
    gate::{UNDER_WAY, UNDER_WAY_IN_CHANNEL},
    start::{PATIENCE, Parts, start},
    system::{OsDice, SystemClock},
    unstored::tell_unstored,
};
