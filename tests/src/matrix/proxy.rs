//! A proxy between the bot and a homeserver, like a gateway, which injects faults.
//!
//! People connect to the homeserver directly, so they can continue while the bot cannot reach it.

use std::{
    future::pending,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use kit::lock;
use serde_json::json;
use tokio::{net::TcpListener, sync::watch};

use super::{Homeserver, PATIENCE};
use crate::discord::cuttable_connection::{ConnectionCutter, CuttableListener};

/// The largest request, in bytes.
const LARGEST: usize = 64 << 20;

/// The headers that apply to one connection and are not forwarded.
const OF_CONNECTION: [HeaderName; 4] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::HOST,
    header::TRANSFER_ENCODING,
];

/// A fault of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyFault {
    /// Status 429: retry after this time. The request was not carried out.
    RateLimited(Duration),
    /// This status with the homeserver's own error body. The request was not carried out.
    Failing(u16),
    /// This status with the error page of a gateway. The request was not carried out.
    Gateway(u16),
    /// The same, but the request was carried out.
    GatewayAfter(u16),
    /// The connection is cut before the request is carried out.
    CutBefore,
    /// The connection is cut after the request was carried out.
    CutAfter,
    /// The request gets no response and is not carried out.
    SilentBefore,
    /// The request gets no response but is carried out.
    SilentAfter,
}

/// A fault that waits for its requests.
struct PendingFault {
    path: String,
    fault: ProxyFault,
    n_left: usize,
    happened: Arc<watch::Sender<usize>>,
}

/// The state that the proxy shares with its request handlers.
struct ProxyState {
    http: reqwest::Client,
    homeserver: String,
    /// The pending faults. The earliest that fits a request is used.
    pending_faults: Mutex<Vec<PendingFault>>,
    is_away: watch::Sender<bool>,
    /// The paths of all requests that arrived while the homeserver was unreachable.
    turned_away: watch::Sender<Vec<String>>,
}

/// A proxy to a homeserver, on a port that the system chooses.
pub struct Proxy {
    shared: Arc<ProxyState>,
    address: SocketAddr,
}

impl Proxy {
    /// Opens a proxy to this homeserver.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub async fn open(homeserver: &Homeserver) -> Proxy {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port is free");
        let address = tcp.local_addr().expect("a listener has an address");
        let shared = Arc::new(ProxyState {
            http: reqwest::Client::builder()
                .no_proxy()
                .build()
                .expect("a client"),
            homeserver: homeserver.address(),
            pending_faults: Mutex::default(),
            is_away: watch::Sender::new(false),
            turned_away: watch::Sender::default(),
        });
        let service = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&shared))
            .into_make_service_with_connect_info::<ConnectionCutter>();
        tokio::spawn(async move { axum::serve(CuttableListener(tcp), service).await });
        Proxy { shared, address }
    }

    /// Returns the address of the proxy.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Applies this fault to the next `n` requests whose path contains `path`.
    pub fn inject_fault(&self, path: &str, n: usize, fault: ProxyFault) -> InjectedFault {
        let happened = Arc::new(watch::Sender::new(0));
        self.shared.pending_faults().push(PendingFault {
            path: path.to_owned(),
            fault,
            n_left: n,
            happened: Arc::clone(&happened),
        });
        InjectedFault {
            what: format!("{fault:?} for {n} requests to {path}"),
            n,
            happened,
        }
    }

    /// Removes all pending faults.
    pub fn clear_up(&self) {
        self.shared.pending_faults().clear();
    }

    /// Makes the homeserver unreachable from now on, and cuts all pending requests.
    pub fn go_away(&self) {
        self.shared.turned_away.send_replace(Vec::new());
        self.shared.is_away.send_replace(true);
    }

    /// Makes the homeserver reachable again.
    pub fn come_back(&self) {
        self.shared.is_away.send_replace(false);
    }

    /// Waits until `n` requests whose path contains `path` were refused since it [went away](Proxy::go_away).
    ///
    /// # Panics
    ///
    /// Panics if there are fewer within the time limit.
    pub async fn turned_away(&self, path: &str, n: usize) {
        let mut turned_away = self.shared.turned_away.subscribe();
        let is_it =
            |paths: &Vec<String>| paths.iter().filter(|found| found.contains(path)).count() >= n;
        let wait = tokio::time::timeout(PATIENCE, turned_away.wait_for(is_it)).await;
        let came = self.shared.turned_away.borrow().join("\n");
        assert!(wait.is_ok(), "not {n} requests to {path} but\n{came}");
    }
}

/// An injected fault. It tells whether the fault occurred.
pub struct InjectedFault {
    what: String,
    n: usize,
    happened: Arc<watch::Sender<usize>>,
}

impl InjectedFault {
    /// Waits until the fault has affected the first of its requests.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn begins(&self) {
        let mut happened = self.happened.subscribe();
        let wait = happened.wait_for(|n| *n > 0);
        let wait = tokio::time::timeout(PATIENCE, wait).await.is_ok();
        assert!(wait, "nothing came of {}", self.what);
    }

    /// Waits until the fault has affected all its requests.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn is_over(&self) {
        let mut happened = self.happened.subscribe();
        let wait = happened.wait_for(|n| *n >= self.n);
        let wait = tokio::time::timeout(PATIENCE, wait).await.is_ok();
        let n = *self.happened.borrow();
        assert!(wait, "{n} of {}", self.what);
    }
}

impl ProxyState {
    fn pending_faults(&self) -> MutexGuard<'_, Vec<PendingFault>> {
        // A failed test that held the lock leaves the state consistent.
        lock(&self.pending_faults)
    }

    /// Returns the fault for a request, if one is pending.
    fn take_fault(&self, path: &str) -> Option<ProxyFault> {
        let mut pending_faults = self.pending_faults();
        let pending = pending_faults
            .iter_mut()
            .find(|pending| pending.n_left > 0 && path.contains(&pending.path))?;
        pending.n_left -= 1;
        pending.happened.send_modify(|n| *n += 1);
        Some(pending.fault)
    }

    /// Forwards a request to the homeserver and returns its response. Returns `None` if there is none.
    async fn pass_on(&self, request: Request) -> Option<Response> {
        let (head, body) = request.into_parts();
        let body = to_bytes(body, LARGEST).await.ok()?;
        let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
        let request = self
            .http
            .request(head.method, format!("{}{path}", self.homeserver))
            .headers(without_connection(head.headers))
            .body(body);
        let answer = request.send().await.ok()?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let mut passed_on = Response::new(Body::from(answer.bytes().await.ok()?));
        *passed_on.status_mut() = status;
        *passed_on.headers_mut() = without_connection(headers);
        Some(passed_on)
    }
}

fn without_connection(mut headers: HeaderMap) -> HeaderMap {
    for name in OF_CONNECTION {
        headers.remove(name);
    }
    headers
}

async fn answer(
    State(shared): State<Arc<ProxyState>>,
    ConnectInfo(cutter): ConnectInfo<ConnectionCutter>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    let mut is_away = shared.is_away.subscribe();
    let answered = tokio::select! {
        biased;
        _ = is_away.wait_for(|is_away| *is_away) => {
            shared.turned_away.send_modify(|paths| paths.push(path));
            None
        }
        answered = answer_in(&shared, &path, request) => answered,
    };
    answered.unwrap_or_else(|| {
        cutter.cut();
        StatusCode::BAD_GATEWAY.into_response()
    })
}

/// Returns the response to a request under the pending faults. Returns `None` if the connection is to be cut.
async fn answer_in(shared: &ProxyState, path: &str, request: Request) -> Option<Response> {
    match shared.take_fault(path) {
        None => shared.pass_on(request).await,
        Some(ProxyFault::RateLimited(pause)) => {
            let body = json!({
                "errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests",
                "retry_after_ms": pause.as_millis() as u64,
            });
            Some((StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response())
        }
        Some(ProxyFault::Failing(status)) => {
            let body = json!({ "errcode": "M_UNKNOWN", "error": "Internal server error" });
            Some((known(status), Json(body)).into_response())
        }
        Some(ProxyFault::Gateway(status)) => Some(page(status)),
        Some(ProxyFault::GatewayAfter(status)) => {
            shared.pass_on(request).await?;
            Some(page(status))
        }
        Some(ProxyFault::CutBefore) => None,
        Some(ProxyFault::SilentBefore) => pending().await,
        Some(ProxyFault::SilentAfter) => {
            shared.pass_on(request).await?;
            pending().await
        }
        Some(ProxyFault::CutAfter) => {
            shared.pass_on(request).await?;
            None
        }
    }
}

fn page(status: u16) -> Response {
    let text = format!("<html><body><h1>{status}</h1><hr>nginx</body></html>");
    (known(status), Html(text)).into_response()
}

fn known(status: u16) -> StatusCode {
    StatusCode::from_u16(status).expect("it is a status")
}
