//! Runs it all: inputs in, changes committed, answers and posts out.

mod chats;
mod cluster;
mod computer;
mod core;
mod decider;
mod egress;
mod groups;
mod health;
mod ingress;
mod leaving;
mod pauses;
mod renames;
mod retries;
mod succession;
mod supervisor;
mod system;
mod ticks;
mod unstored;

use std::{sync::Arc, time::Duration};

use self::{
    chats::Chats,
    computer::thinking::Thinking,
    egress::{
        delivery::{Dispatcher, DispatcherParts},
        reviews::Reviews,
    },
};
pub use self::{
    cluster::processes::{BEAT, Beaten, Processes},
    computer::thinking::{MakesThinkers, ThinkingParts, Thinks},
    core::Core,
    egress::{delivery::Snapshots, gallery::Gallery},
    ingress::gate::{UNDER_WAY, UNDER_WAY_IN_CHANNEL},
    system::{OsDice, SystemClock},
    unstored::tell_unstored,
};
use api::{Chat, Clock, Dice, StoreError};
use present::Studio;
use service::{Limits, Service, read_outbox};
use store::writer::Writer;
use text::Language;

/// What the bot is made of.
pub struct Parts {
    /// Where everything is kept.
    pub writer: Writer,
    /// The platforms.
    pub chats: Vec<Arc<dyn Chat>>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Draws lots.
    pub dice: Box<dyn Dice>,
    /// How the program plays.
    pub thinking: ThinkingParts,
    /// Draws pictures.
    pub studio: Studio,
    /// Speaks to who has no other language.
    pub language: Language,
    /// The last moments of matches, for all who tell of them.
    pub moments: Arc<Snapshots>,
    /// How much is kept for one person.
    pub limits: Limits,
    /// This process among others, if others can serve on the same store.
    pub processes: Option<Arc<Processes>>,
    /// After this time somebody who waits for a match to be drawn hears that it is being done.
    pub patience: Duration,
}

/// The usual patience of people.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// Starts the bot: what was not yet said is said, and events are taken from now on.
///
/// # Errors
///
/// The store cannot be read.
pub fn start(parts: Parts) -> Result<Arc<Core>, StoreError> {
    command::prepare();
    let chats = Chats::new(parts.chats);
    let (thinking, answers) = Thinking::start(parts.thinking);
    let deliveries = Dispatcher::new(DispatcherParts {
        writer: parts.writer.clone(),
        chats: Arc::clone(&chats),
        studio: parts.studio,
        language: parts.language,
        moments: parts.moments,
        reviews: Reviews::new(&thinking),
        clock: Arc::clone(&parts.clock),
        processes: parts.processes.clone(),
        patience: parts.patience,
    });
    let waiting = match &parts.processes {
        Some(processes) => processes.adopt()?,
        None => read_outbox(&parts.writer)?,
    };
    deliveries.take_up(waiting);
    let service = Service::new(parts.limits);
    let core = Arc::new(Core::new(
        service,
        parts.writer,
        chats,
        deliveries,
        parts.clock,
        (parts.dice, parts.processes),
        (thinking, answers),
    ));
    if let Some(processes) = &core.processes {
        let keeping = succession::keep(Arc::clone(processes), Arc::downgrade(&core));
        tokio::spawn(core.watch_task("signs of life", keeping));
    }
    let starting = Arc::clone(&core);
    tokio::spawn(async move {
        starting.retry_switched_on().await;
        starting.catch_up().await;
    });
    Ok(core)
}
