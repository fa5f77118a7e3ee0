//! The bot with its local page in the process of a test. People connect over sockets.

use std::sync::Arc;

use api::{Listener, PageAccounts};
use page::{Access, Playground, Providers, PushSettings};
use runtime::{Core, Gallery, Parts};
use store::writer::Writer;
use tokio::{sync::oneshot, task::JoinHandle};

use crate::fake_chat::{self, FakeChat};

/// A page that is served at a port of this machine.
pub struct ServedPage {
    /// The address of the page: `127.0.0.1:40123`.
    pub address: String,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl ServedPage {
    /// Serves a page, which is reached in this way. It hands the events of people to `core`, and `providers` sign people in.
    ///
    /// # Panics
    ///
    /// Panics if the system has no free port.
    pub async fn open<C: Listener + PageAccounts + 'static>(
        playground: Arc<Playground>,
        access: Access,
        core: Arc<C>,
        providers: Providers,
    ) -> ServedPage {
        let socket = page::bind(([127, 0, 0, 1], 0).into(), &access).await;
        let socket = socket.expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            // Dropping the sender stops the server as well.
            let _ = stopped.await;
        };
        let serving = page::serve(playground, access, core, providers, socket, shutdown);
        ServedPage {
            address: address.to_string(),
            stop,
            serving: tokio::spawn(serving),
        }
    }

    /// Closes the page.
    ///
    /// # Panics
    ///
    /// Panics if it does not end well.
    pub async fn close(self) {
        drop(self.stop);
        let served = self.serving.await.expect("the server does not panic");
        served.expect("the server ends well");
    }
}

/// An open page, with its bot.
pub struct Page {
    /// The bot.
    pub core: Arc<Core>,
    /// The platform.
    pub playground: Arc<Playground>,
    /// The address of the page: `127.0.0.1:40123`.
    pub address: String,
    served: ServedPage,
}

impl Page {
    /// Opens the page on the writer's store. `prepare` may replace parts of the bot.
    ///
    /// # Panics
    ///
    /// Panics if the writer cannot be read, or if the system has no free port.
    pub async fn open(writer: Writer, prepare: impl FnOnce(&mut Parts)) -> Page {
        Page::open_with(writer, Access::Local, PushSettings::default(), prepare).await
    }

    /// Opens the page for these readers, with this way to their devices.
    ///
    /// # Panics
    ///
    /// Panics if the writer cannot be read, or if the system has no free port.
    pub async fn open_with(
        writer: Writer,
        access: Access,
        push: PushSettings,
        prepare: impl FnOnce(&mut Parts),
    ) -> Page {
        let mut parts = fake_chat::parts(&FakeChat::new(&[]).0, writer);
        let playground = playground(&parts, push);
        parts.chats = vec![Arc::clone(&playground) as _];
        prepare(&mut parts);
        let core = runtime::start(parts).expect("the writer can be read");
        let listener = Arc::clone(&core);
        let providers = Providers::default();
        let served = ServedPage::open(Arc::clone(&playground), access, listener, providers).await;
        Page {
            core,
            playground,
            address: served.address.clone(),
            served,
        }
    }

    /// Closes the page.
    ///
    /// # Panics
    ///
    /// Panics if it does not end well.
    pub async fn close(self) {
        self.served.close().await;
    }
}

/// Creates the platform of a page for these parts of a bot.
pub fn playground(parts: &Parts, push: PushSettings) -> Arc<Playground> {
    let gallery = Gallery::new(Arc::clone(&parts.snapshots), parts.studio.clone());
    Playground::new(parts.writer.clone(), gallery, push)
}
