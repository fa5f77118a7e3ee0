//! What stands between the bot and a homeserver, as a gateway does, and lets go wrong what is to go wrong.
//!
//! People talk to the homeserver itself, so that they can go on while the bot cannot reach it.

use std::{
    future::pending,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use serde_json::json;
use tokio::{net::TcpListener, sync::watch};

use super::{Homeserver, PATIENCE};
use crate::discord::wire::{Scissors, Wires};

/// How large a request may be, in bytes.
const LARGEST: usize = 64 << 20;

/// What belongs to one connection, not to what goes over it.
const OF_CONNECTION: [HeaderName; 4] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::HOST,
    header::TRANSFER_ENCODING,
];

/// A way to misbehave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// 429: ask again after so long; nothing was done.
    RateLimited(Duration),
    /// This status in the homeserver's own words; nothing was done.
    Failing(u16),
    /// This status with the page of a gateway; nothing was done.
    Gateway(u16),
    /// The same, although the request was carried out.
    GatewayAfter(u16),
    /// The connection is cut; nothing was done.
    CutBefore,
    /// The connection is cut after the request was carried out.
    CutAfter,
    /// Nobody hears of it any more, and nothing was done.
    SilentBefore,
    /// Nobody hears of it any more, although the request was carried out.
    SilentAfter,
}

/// A trouble that waits for its requests.
struct Trap {
    path: String,
    trouble: Trouble,
    n_left: usize,
    happened: Arc<watch::Sender<usize>>,
}

/// What the proxy shares with those who answer.
struct Shared {
    http: reqwest::Client,
    homeserver: String,
    /// The earliest that fits a request goes off.
    traps: Mutex<Vec<Trap>>,
    is_away: watch::Sender<bool>,
    /// The paths of all requests that came while the homeserver was away.
    turned_away: watch::Sender<Vec<String>>,
}

/// A way to a homeserver, on a port that the system chooses.
pub struct Proxy {
    shared: Arc<Shared>,
    address: SocketAddr,
}

impl Proxy {
    /// Opens a way to this homeserver.
    ///
    /// # Panics
    ///
    /// The system refuses.
    pub async fn open(homeserver: &Homeserver) -> Proxy {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port is free");
        let address = tcp.local_addr().expect("a listener has an address");
        let shared = Arc::new(Shared {
            http: reqwest::Client::builder()
                .no_proxy()
                .build()
                .expect("a client"),
            homeserver: homeserver.address(),
            traps: Mutex::default(),
            is_away: watch::Sender::new(false),
            turned_away: watch::Sender::default(),
        });
        let service = Router::new()
            .fallback(answer)
            .with_state(Arc::clone(&shared))
            .into_make_service_with_connect_info::<Scissors>();
        tokio::spawn(async move { axum::serve(Wires(tcp), service).await });
        Proxy { shared, address }
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Lets this befall the next so many requests that have `path` in theirs.
    pub fn let_befall(&self, path: &str, n: usize, trouble: Trouble) -> Mischief {
        let happened = Arc::new(watch::Sender::new(0));
        self.shared.traps().push(Trap {
            path: path.to_owned(),
            trouble,
            n_left: n,
            happened: Arc::clone(&happened),
        });
        Mischief {
            what: format!("{trouble:?} for {n} requests to {path}"),
            n,
            happened,
        }
    }

    /// From now on nothing goes wrong that was asked for before.
    pub fn clear_up(&self) {
        self.shared.traps().clear();
    }

    /// From now on nobody reaches the homeserver; who waits for it is cut off.
    pub fn go_away(&self) {
        self.shared.turned_away.send_replace(Vec::new());
        self.shared.is_away.send_replace(true);
    }

    /// From now on the homeserver is reached again.
    pub fn come_back(&self) {
        self.shared.is_away.send_replace(false);
    }

    /// Waits until so many requests that have `path` in theirs were turned away since it [went away](Proxy::go_away).
    ///
    /// # Panics
    ///
    /// There are fewer.
    pub async fn turned_away(&self, path: &str, n: usize) {
        let mut turned_away = self.shared.turned_away.subscribe();
        let is_it =
            |paths: &Vec<String>| paths.iter().filter(|found| found.contains(path)).count() >= n;
        let wait = tokio::time::timeout(PATIENCE, turned_away.wait_for(is_it)).await;
        let came = self.shared.turned_away.borrow().join("\n");
        assert!(wait.is_ok(), "not {n} requests to {path} but\n{came}");
    }
}

/// A trouble that was asked for: it tells whether it came to pass.
pub struct Mischief {
    what: String,
    n: usize,
    happened: Arc<watch::Sender<usize>>,
}

impl Mischief {
    /// Waits until it befell the first of its requests.
    ///
    /// # Panics
    ///
    /// It does not in time.
    pub async fn begins(&self) {
        let mut happened = self.happened.subscribe();
        let wait = happened.wait_for(|n| *n > 0);
        let wait = tokio::time::timeout(PATIENCE, wait).await.is_ok();
        assert!(wait, "nothing came of {}", self.what);
    }

    /// Waits until it befell all its requests.
    ///
    /// # Panics
    ///
    /// It does not in time.
    pub async fn is_over(&self) {
        let mut happened = self.happened.subscribe();
        let wait = happened.wait_for(|n| *n >= self.n);
        let wait = tokio::time::timeout(PATIENCE, wait).await.is_ok();
        let n = *self.happened.borrow();
        assert!(wait, "{n} of {}", self.what);
    }
}

impl Shared {
    fn traps(&self) -> MutexGuard<'_, Vec<Trap>> {
        // A test that failed while it looked leaves nothing half done.
        self.traps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to go wrong with a request.
    fn catch(&self, path: &str) -> Option<Trouble> {
        let mut traps = self.traps();
        let trap = traps
            .iter_mut()
            .find(|trap| trap.n_left > 0 && path.contains(&trap.path))?;
        trap.n_left -= 1;
        trap.happened.send_modify(|n| *n += 1);
        Some(trap.trouble)
    }

    /// Carries a request to the homeserver and its answer back; nothing if there is none.
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
    State(shared): State<Arc<Shared>>,
    ConnectInfo(scissors): ConnectInfo<Scissors>,
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
        scissors.cut();
        StatusCode::BAD_GATEWAY.into_response()
    })
}

/// The answer to a request in this weather; nothing if the connection is to be cut.
async fn answer_in(shared: &Shared, path: &str, request: Request) -> Option<Response> {
    match shared.catch(path) {
        None => shared.pass_on(request).await,
        Some(Trouble::RateLimited(pause)) => {
            let body = json!({
                "errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests",
                "retry_after_ms": pause.as_millis() as u64,
            });
            Some((StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response())
        }
        Some(Trouble::Failing(status)) => {
            let body = json!({ "errcode": "M_UNKNOWN", "error": "Internal server error" });
            Some((known(status), Json(body)).into_response())
        }
        Some(Trouble::Gateway(status)) => Some(page(status)),
        Some(Trouble::GatewayAfter(status)) => {
            shared.pass_on(request).await?;
            Some(page(status))
        }
        Some(Trouble::CutBefore) => None,
        Some(Trouble::SilentBefore) => pending().await,
        Some(Trouble::SilentAfter) => {
            shared.pass_on(request).await?;
            pending().await
        }
        Some(Trouble::CutAfter) => {
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
