//! A push service on this machine, which keeps the messages that it gets.

use std::sync::{
    Arc,
    atomic::{AtomicU16, Ordering},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
    routing::post,
};
use page::{PushServices, PushSettings};
use tokio::{net::TcpListener, sync::mpsc, task::JoinHandle, time::timeout};

use crate::PATIENCE;

/// A message to a browser.
pub struct PushedMessage {
    /// The path of the browser's address: `/ann`.
    pub path: String,
    /// The headers of the request.
    pub headers: HeaderMap,
    /// The encrypted message.
    pub body: Bytes,
}

/// The state that all requests share.
#[derive(Clone)]
struct Requests {
    messages: mpsc::UnboundedSender<PushedMessage>,
    status: Arc<AtomicU16>,
}

/// A push service.
pub struct PushService {
    /// The origin of its addresses: `http://127.0.0.1:40123`.
    pub origin: String,
    messages: mpsc::UnboundedReceiver<PushedMessage>,
    status: Arc<AtomicU16>,
    serving: JoinHandle<()>,
}

impl PushService {
    /// Starts a service that takes every message.
    ///
    /// # Panics
    ///
    /// Panics if the system has no free port.
    pub async fn start() -> PushService {
        let socket = TcpListener::bind("127.0.0.1:0").await;
        let socket = socket.expect("the system has a free port");
        let address = socket.local_addr().expect("a bound socket has an address");
        let (sender, messages) = mpsc::unbounded_channel();
        let status = Arc::new(AtomicU16::new(StatusCode::CREATED.as_u16()));
        let requests = Requests {
            messages: sender,
            status: Arc::clone(&status),
        };
        let router = Router::new().fallback(post(take)).with_state(requests);
        let serving = tokio::spawn(async move {
            axum::serve(socket, router).await.expect("it serves");
        });
        PushService {
            origin: format!("http://{address}"),
            messages,
            status,
            serving,
        }
    }

    /// Returns the settings of a page that may use this service alone.
    ///
    /// # Panics
    ///
    /// Panics if the page would not use a service on this machine.
    pub fn settings(&self) -> PushSettings {
        let service = self.origin.parse().expect("it is on this machine");
        PushSettings {
            services: PushServices::new(vec![service]),
            contact: Some("https://play.example.org".to_owned()),
        }
    }

    /// Answers later messages with this status.
    pub fn answer(&self, status: StatusCode) {
        self.status.store(status.as_u16(), Ordering::Relaxed);
    }

    /// Waits for the next message.
    ///
    /// # Panics
    ///
    /// Panics if none comes within the time limit.
    pub async fn next(&mut self) -> PushedMessage {
        let message = timeout(PATIENCE, self.messages.recv()).await;
        message.expect("a push comes").expect("the service runs")
    }

    /// Returns a message that has come, if there is one.
    pub fn next_at_hand(&mut self) -> Option<PushedMessage> {
        self.messages.try_recv().ok()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(
    State(requests): State<Requests>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let message = PushedMessage {
        path: uri.path().to_owned(),
        headers,
        body,
    };
    // The test may have ended.
    let _ = requests.messages.send(message);
    StatusCode::from_u16(requests.status.load(Ordering::Relaxed)).unwrap_or_default()
}
