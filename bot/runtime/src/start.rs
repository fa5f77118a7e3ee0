//! The start of the bot, from its parts.

use std::{sync::Arc, time::Duration};

use crate::{
    chats::Chats,
    cluster::{processes::Processes, succession},
    computer::{
        self,
        thinking::{Thinking, ThinkingParts},
    },
    core::Core,
    egress::{
        delivery::{Dispatcher, DispatcherParts, Snapshots},
        engine_lines::EngineLines,
        reviews::Reviews,
    },
    schedule::alarms::{self, Alarms},
};
use api::{Chat, Clock, Dice, StoreError};
use present::Studio;
use service::{Limits, Service, read_outbox};
use store::writer::Writer;
use text::Language;

/// The parts of the bot.
pub struct Parts {
    /// The writer of the store.
    pub writer: Writer,
    /// The platforms.
    pub chats: Vec<Arc<dyn Chat>>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The dice.
    pub dice: Box<dyn Dice>,
    /// The settings of the program as a player.
    pub thinking: ThinkingParts,
    /// The studio that draws pictures.
    pub studio: Studio,
    /// The language of readers without another one.
    pub language: Language,
    /// The last snapshots of matches, for all deliveries.
    pub snapshots: Arc<Snapshots>,
    /// The limits of the data about one person.
    pub limits: Limits,
    /// This process among others, if others can serve on the same store.
    pub processes: Option<Arc<Processes>>,
    /// The time after which a person gets a note about a slow drawing.
    pub patience: Duration,
}

/// The usual time after which a person gets a note.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// Starts the bot: makes the waiting deliveries, and takes events from now on.
///
/// # Errors
///
/// The store cannot be read.
pub fn start(parts: Parts) -> Result<Arc<Core>, StoreError> {
    command::prepare();
    let (thinking, answers) = Thinking::start(parts.thinking);
    let deliveries = Dispatcher::new(DispatcherParts {
        writer: parts.writer,
        chats: Chats::new(parts.chats),
        studio: parts.studio,
        language: parts.language,
        snapshots: parts.snapshots,
        reviews: Reviews::new(&thinking),
        engine_lines: EngineLines::new(&thinking),
        clock: parts.clock,
        processes: parts.processes,
        patience: parts.patience,
    });
    let waiting = match &deliveries.processes {
        Some(processes) => processes.adopt()?,
        None => read_outbox(&deliveries.writer)?,
    };
    deliveries.take_up(waiting);
    let service = Service::new(parts.limits);
    let (alarms, set) = Alarms::new();
    let core = Core::new(service, parts.dice, deliveries, thinking, alarms);
    let core = Arc::new(core);
    let ringing = alarms::ring_all(Arc::downgrade(&core), set);
    tokio::spawn(core.watch_task("alarms", ringing));
    let answering = computer::hand_in_all(Arc::downgrade(&core), answers);
    tokio::spawn(core.watch_task("moves of the engine", answering));
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
