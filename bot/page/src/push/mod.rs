//! Web Push: messages to browsers, by the push services of their makers.
//!
//! A push is no promise: it can be late, or lost. It holds what everybody may know, and the push service sees its fixed size alone.

mod encryption;
mod endpoint;
mod sender;
mod services;
#[cfg(test)]
mod tests;
mod vapid;

pub(super) use self::{
    encryption::BrowserKeys,
    endpoint::Endpoint,
    sender::{Push, PushError, Pusher},
    vapid::VapidKey,
};
pub use self::{
    sender::PushSettings,
    services::{PushService, PushServices},
};
