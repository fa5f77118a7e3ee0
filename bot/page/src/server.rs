//! The web server: its address, its start and stop, and the timeouts of its connections.

use std::{io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::Request};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::Instant,
};
use tracing::error;

use api::{Listener, PageAccounts};

use super::{
    access::{Access, PageHost},
    adapter::Playground,
    closing::{Closing, closing},
    connections::{self, Connections, Seat},
    embedding::FramePolicy,
    requests,
    state::{Providers, Server},
};

/// The time in which open requests can end when the server stops.
const CLOSING_TIME: Duration = Duration::from_secs(3);

/// The time in which a connection has to send the head of a request, from its start or from the last response on.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// The pause before the next connection is accepted when the system refuses one.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// The pause before the log reports this again.
const ACCEPT_SILENCE: Duration = Duration::from_secs(600);

/// The limits of connections.
pub(super) struct Bounds {
    pub(super) connections: usize,
    pub(super) head: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            connections: connections::MOST,
            head: HEAD_TIME,
        }
    }
}

/// The page cannot be offered at an address.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Other machines can reach it.
    #[error(
        "the playground would be open to other machines at {listen}; choose a loopback address such as 127.0.0.1:8640 \
         with --listen or `[web] listen`, or set `[web] url` to make the page public behind a proxy"
    )]
    NotLoopback {
        /// The requested address.
        listen: SocketAddr,
    },
    /// Another program listens there.
    #[error(
        "the playground's address {listen} is in use, perhaps by another Oddboard; stop that one or choose another port \
         with --listen or `[web] listen` (port 0 lets the system choose)"
    )]
    Taken {
        /// The requested address.
        listen: SocketAddr,
    },
    /// The system refused.
    #[error(
        "the playground cannot listen at {listen}; choose another address with --listen or `[web] listen`"
    )]
    Refused {
        /// The requested address.
        listen: SocketAddr,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
}

/// Binds the address of the page; port 0 lets the system choose.
///
/// # Errors
///
/// Other machines can reach the address of a local page, or it is in use, or the system refuses it.
pub async fn bind(listen: SocketAddr, access: &Access) -> Result<TcpListener, BindError> {
    if *access == Access::Local && !listen.ip().to_canonical().is_loopback() {
        return Err(BindError::NotLoopback { listen });
    }
    TcpListener::bind(listen)
        .await
        .map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => BindError::Taken { listen },
            _ => BindError::Refused { listen, source },
        })
}

/// Serves the page until `shutdown`, then asks the open pages to come back later and returns within seconds.
///
/// The events of people go to `core`, which knows the accounts of other platforms too. `providers` sign people in.
///
/// # Errors
///
/// The socket has no address.
pub async fn serve<C: Listener + PageAccounts + 'static>(
    playground: Arc<Playground>,
    access: Access,
    core: Arc<C>,
    providers: Providers,
    socket: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (close, mut all_gone, closing) = closing();
    let port = socket.local_addr()?.port();
    // A separate task, so that no read of the store delays a new connection.
    let announcing = announce_sign_ups(Arc::clone(&playground), closing.clone());
    let announcing = tokio::spawn(announcing);
    let activity = providers.activity.as_ref();
    let frames = FramePolicy {
        discord: activity.map(|activity| activity.application().to_owned()),
        matrix: providers.widget.is_some(),
    };
    let host = PageHost {
        port,
        access,
        frames,
    };
    let accounts = Arc::clone(&core);
    let server = Server::new(playground, core, accounts, providers, host, closing.clone());
    let bounds = Bounds {
        connections: connections::most(),
        ..Bounds::default()
    };
    tokio::select! {
        () = accept_all(&socket, requests::router(server), closing, bounds) => {}
        announced = announcing => announced.expect("the announcements do not panic"),
        () = shutdown => {}
    }
    drop(socket);
    close.send_replace(true);
    // This receiver gets no value. It ends when the last connection is closed and the last open page has its close frame. The
    // server gives up slower connections.
    let _ = tokio::time::timeout(CLOSING_TIME, all_gone.recv()).await;
    Ok(())
}

/// Announces the people who sign up at other processes, until the server stops.
async fn announce_sign_ups(playground: Arc<Playground>, mut closing: Closing) {
    tokio::select! {
        never = playground.announce_sign_ups() => match never {},
        () = closing.wait() => {}
    }
}

/// Accepts connections until it is cancelled.
pub(super) async fn accept_all(
    socket: &TcpListener,
    router: Router,
    closing: Closing,
    bounds: Bounds,
) {
    let connections = Connections::new(bounds.connections);
    let bounds = Arc::new(bounds);
    let mut logged_at: Option<Instant> = None;
    loop {
        match socket.accept().await {
            Ok((stream, address)) => {
                // A client without room tries again, as browsers do on their own.
                if let Some(seat) = connections.take(address.ip()) {
                    let (router, closing) = (router.clone(), closing.clone());
                    tokio::spawn(attend(stream, seat, router, closing, Arc::clone(&bounds)));
                }
            }
            Err(error) => {
                // Most often the process has too many files open.
                connections.evict();
                if logged_at.is_none_or(|logged_at| logged_at.elapsed() >= ACCEPT_SILENCE) {
                    logged_at = Some(Instant::now());
                    error!(%error, "the page cannot accept a connection; closing idle connections");
                }
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Serves the requests of a connection, until it ends or has to close.
async fn attend(
    stream: TcpStream,
    seat: Arc<Seat>,
    router: Router,
    mut closing: Closing,
    bounds: Arc<Bounds>,
) {
    // Frames are small and people wait for them. A stream that refuses is merely slower.
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&seat));
        router.call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // The client has gone away in any case.
        _ = &mut connection => return,
        () = seat.evicted() => return,
        () = closing.wait() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
