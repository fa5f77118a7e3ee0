//! Runs it all: events in, changes committed, answers and posts out.

mod core;
mod delivery;
mod system;

use std::{collections::BTreeMap, sync::Arc};

use self::delivery::Deliveries;
pub use self::{
    core::Core,
    system::{OsDice, SystemClock},
};
use crate::{
    ledger::Ledger,
    ports::{Chat, Clock, Dice, Platform, StoreError},
    present::Studio,
    service::{Limits, Service, read_outbox},
};

/// What the bot is made of.
pub struct Parts {
    /// Where everything is kept.
    pub ledger: Ledger,
    /// The platforms.
    pub chats: Vec<Arc<dyn Chat>>,
    /// Tells the time.
    pub clock: Box<dyn Clock>,
    /// Draws lots.
    pub dice: Box<dyn Dice>,
    /// Draws pictures.
    pub studio: Studio,
    /// How much is kept for one person.
    pub limits: Limits,
}

/// Starts the bot: what was not yet said is said, and events are taken from now on.
///
/// # Errors
///
/// The store cannot be read.
pub fn start(parts: Parts) -> Result<Arc<Core>, StoreError> {
    let chats: Arc<BTreeMap<Platform, Arc<dyn Chat>>> = Arc::new(
        parts
            .chats
            .into_iter()
            .map(|chat| (chat.platform(), chat))
            .collect(),
    );
    let deliveries = Deliveries::new(
        parts.ledger.clone(),
        Arc::clone(&chats),
        Arc::new(parts.studio),
    );
    deliveries.add(read_outbox(&parts.ledger)?);
    let service = Service::new(parts.limits);
    Ok(Arc::new(Core::new(
        service,
        parts.ledger,
        chats,
        deliveries,
        parts.clock,
        parts.dice,
    )))
}

#[cfg(all(feature = "playground", feature = "sled"))]
pub use self::serve::serve;

#[cfg(all(feature = "playground", feature = "sled"))]
mod serve {
    use std::{future::Future, io::Write, sync::Arc, time::Duration};

    use anyhow::Context;

    use super::{OsDice, Parts, SystemClock, start};
    use crate::{
        chat::playground::{self, Playground},
        config::Config,
        ledger::Ledger,
        ports::{Chat, Listener},
        present::Studio,
        store::SledStore,
    };

    /// How long a stop waits for what is being said.
    const LAST_WORDS: Duration = Duration::from_secs(5);

    /// Serves until `shutdown`, then finishes what was begun.
    ///
    /// # Errors
    ///
    /// Why it cannot serve, ready to be told.
    pub async fn serve(
        config: Config,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> anyhow::Result<()> {
        let socket = playground::bind(config.playground.listen.address()).await?;
        let address = socket
            .local_addr()
            .context("the system does not tell where the page listens")?;
        let store = SledStore::open(&config.store.path)?;
        let ledger = Ledger::new(Arc::new(store));
        let page = Playground::new(ledger.clone());
        let core = start(Parts {
            ledger,
            chats: vec![Arc::clone(&page) as Arc<dyn Chat>],
            clock: Box::new(SystemClock),
            dice: Box::new(OsDice),
            studio: Studio::new(config.pictures.size, config.pictures.theme),
            limits: config.limits,
        })?;
        announce(&format!("Playground: http://{address}/\n"));
        let served = playground::serve(
            page,
            Arc::clone(&core) as Arc<dyn Listener>,
            socket,
            shutdown,
        )
        .await;
        // What is not said by then is said after the next start.
        let _ = tokio::time::timeout(LAST_WORDS, core.idle()).await;
        served.context("the local page stopped")
    }

    /// Says on standard output that people can come. If nobody listens there, nobody needs to know.
    fn announce(line: &str) {
        let mut out = std::io::stdout().lock();
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    }
}
