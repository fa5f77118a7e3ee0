//! The web server: where it listens, and how it begins and ends.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::serve::ListenerExt;
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
};

use crate::ports::Listener;

use super::{Playground, requests::Server};

/// How long open requests may take to end when the server stops.
const CLOSING_TIME: Duration = Duration::from_secs(3);

/// The page cannot be offered at an address.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Others could reach it.
    #[error(
        "the playground would be open to other machines at {listen}; choose a loopback address such as 127.0.0.1:8640 \
         with --listen or `[playground] listen`"
    )]
    NotLoopback {
        /// The address that was asked for.
        listen: SocketAddr,
    },
    /// Somebody else listens there.
    #[error(
        "the playground's address {listen} is in use, perhaps by another Oddboard; stop that one or choose another port \
         with --listen or `[playground] listen` (port 0 lets the system choose)"
    )]
    Taken {
        /// The address that was asked for.
        listen: SocketAddr,
    },
    /// The system refused.
    #[error(
        "the playground cannot listen at {listen}; choose another address with --listen or `[playground] listen`"
    )]
    Refused {
        /// The address that was asked for.
        listen: SocketAddr,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

/// Takes the address of the page; port 0 lets the system choose.
///
/// # Errors
///
/// The address is not this machine's own, is in use, or the system refuses it.
pub async fn bind(listen: SocketAddr) -> Result<TcpListener, BindError> {
    if !listen.ip().to_canonical().is_loopback() {
        return Err(BindError::NotLoopback { listen });
    }
    TcpListener::bind(listen)
        .await
        .map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => BindError::Taken { listen },
            _ => BindError::Refused { listen, source },
        })
}

/// Serves the page until `shutdown`, then tells the open pages to come back later and returns within seconds.
///
/// What people do goes to `listener`.
///
/// # Errors
///
/// The socket fails.
pub async fn serve(
    playground: Arc<Playground>,
    listener: Arc<dyn Listener>,
    socket: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (close, mut all_gone, closing) = closing();
    let mut closed = closing.closed.clone();
    let server = Server::new(playground, listener, socket.local_addr()?.port(), closing);
    let socket = socket.tap_io(|stream| {
        // Frames are small and people wait for them. A stream that refuses is merely slower.
        let _ = stream.set_nodelay(true);
    });
    let signal = async move {
        shutdown.await;
        close.send_replace(true);
    };
    let serving = async {
        axum::serve(socket, server.router())
            .with_graceful_shutdown(signal)
            .await?;
        // Nobody sends here: it ends when the last open page has been told.
        let _: Option<Never> = all_gone.recv().await;
        Ok(())
    };
    let giving_up = async {
        // An error means that serving has ended already.
        let _ = closed.wait_for(|closed| *closed).await;
        tokio::time::sleep(CLOSING_TIME).await;
    };
    tokio::select! {
        result = serving => result,
        () = giving_up => Ok(()),
    }
}

/// What closes the server, what ends when all that is open is closed, and what that is to hold.
pub(super) fn closing() -> (watch::Sender<bool>, mpsc::Receiver<Never>, Closing) {
    let (close, closed) = watch::channel(false);
    let (alive, all_gone) = mpsc::channel(1);
    (
        close,
        all_gone,
        Closing {
            closed,
            _alive: alive,
        },
    )
}

/// What is never sent.
pub(super) enum Never {}

/// Tells when the server stops, and keeps it waiting until dropped.
#[derive(Clone)]
pub(super) struct Closing {
    closed: watch::Receiver<bool>,
    _alive: mpsc::Sender<Never>,
}

impl Closing {
    /// Returns when the server stops.
    pub(super) async fn wait(&mut self) {
        // An error means that the server is gone already.
        let _ = self.closed.wait_for(|closed| *closed).await;
    }
}
