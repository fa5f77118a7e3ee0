//! Receives requests, injects faults, and sends responses.

use std::sync::{Arc, Mutex, MutexGuard};

use axum::{
    Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use kit::lock;
use serde_json::Value;
use tokio::sync::watch;

use super::{
    PATIENCE, body,
    body::Body,
    contract::{contract, named},
    cuttable_connection::ConnectionCutter,
    faults::{RequestFault, ServerFault},
    gateway, oauth,
    refusal::{Refusal, Reply},
    routes,
    routes::Route,
    server_state::ServerState,
};

/// The server, as its parts share it.
pub(super) struct Server {
    state: Mutex<ServerState>,
    changes: watch::Sender<()>,
}

/// A request.
pub(super) struct ApiRequest {
    pub(super) method: String,
    /// The parts of the path without `/api/v10`.
    pub(super) segments: Vec<String>,
    pub(super) query: String,
    pub(super) body: Body,
    /// The number of requests that had been answered when it arrived.
    pub(super) arrived: usize,
    /// True if the sender will not receive the response, or not in time.
    pub(super) is_doubtful: bool,
}

impl ApiRequest {
    /// Returns its method and path for a report.
    pub(super) fn place(&self) -> String {
        format!("{} /{}", self.method, self.segments.join("/"))
    }

    /// Returns a parameter of the query.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = url::form_urlencoded::parse(self.query.as_bytes());
        pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned()))
    }
}

/// Tells whether a request has the method and path of a pattern, in which `*` and `{name}` stand for any method or part.
pub(super) fn fits(pattern: &str, method: &str, segments: &[String]) -> bool {
    let (verb, path) = pattern.split_once(' ').unwrap_or_default();
    (verb == "*" || verb == method) && fits_path(path, segments)
}

/// Tells whether a path has these parts.
pub(super) fn fits_path(path: &str, segments: &[String]) -> bool {
    let is_any = |part: &str| part == "*" || part.starts_with('{');
    let parts = path.split('/').skip(1);
    let mut pairs = parts.clone().zip(segments);
    parts.count() == segments.len() && pairs.all(|(part, segment)| is_any(part) || part == segment)
}

impl Server {
    pub(super) fn new(state: ServerState) -> Server {
        Server {
            state: Mutex::new(state),
            changes: watch::Sender::new(()),
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, ServerState> {
        // A failed test that held the lock leaves the state consistent.
        lock(&self.state)
    }

    /// Notifies all waiting tasks of a change.
    pub(super) fn changed(&self) {
        self.changes.send_replace(());
    }

    /// Waits until `look` returns a value.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub(super) async fn until<T>(
        &self,
        what: &str,
        look: impl Fn(&mut ServerState) -> Option<T>,
    ) -> T {
        let mut changes = self.changes.subscribe();
        let wait = async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = look(&mut self.state()) {
                    return found;
                }
                let changed = changes.changed().await;
                changed.expect("the server lives as long as its waiting tasks");
            }
        };
        let found = tokio::time::timeout(PATIENCE, wait).await;
        found.unwrap_or_else(|_| panic!("waited in vain for {what}\n{}", self.report()))
    }

    /// Waits until the state satisfies a condition.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub(super) async fn until_so(&self, what: &str, is_so: impl Fn(&ServerState) -> bool) {
        self.until(what, |state| is_so(state).then_some(())).await;
    }

    /// Returns a report for a failed test.
    pub(super) fn report(&self) -> String {
        let state = self.state();
        let latest = state.calls.len().saturating_sub(40);
        format!(
            "problems: {:#?}\nthe latest requests:\n{}",
            state.problems,
            state.calls[latest..].join("\n")
        )
    }

    /// Returns the router of the server.
    pub(super) fn router(self: Arc<Server>) -> Router {
        Router::new()
            .route("/", get(gateway::upgrade))
            .fallback(answer)
            .layer(DefaultBodyLimit::disable())
            .with_state(self)
    }
}

async fn answer(
    State(server): State<Arc<Server>>,
    ConnectInfo(cutter): ConnectInfo<ConnectionCutter>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/attachments/") {
        return file(&server, rest);
    }
    let Some(rest) = path.strip_prefix("/api/v10/") else {
        let problem = format!("{} {path} is not of version 10", request.method());
        server.state().problem(problem);
        return StatusCode::NOT_FOUND.into_response();
    };
    let segments: Vec<String> = rest.split('/').map(str::to_owned).collect();
    if oauth::is_of_oauth(&segments, request.headers()) {
        return oauth::answer(&server, request).await;
    }
    let method = request.method().as_str().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let headers = request.headers().clone();
    let Some(body) = body::read(request).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let mut request_fault = server.state().pending_faults.catch(&method, &segments);
    let request = ApiRequest {
        method,
        segments,
        query,
        body,
        arrived: server.state().calls.len(),
        is_doubtful: request_fault
            .as_ref()
            .is_some_and(RequestFault::is_doubtful),
    };
    server.changed();
    if let Some(reply) = before(&mut request_fault, &cutter).await {
        return finish(&server, &request, reply);
    }
    let reply = carry_out(&server, &request, &headers);
    server.changed();
    let reply = after(request_fault, &cutter, reply).await;
    finish(&server, &request, reply)
}

/// Applies the fault that precedes a request. If it returns a reply, the request is not carried out.
async fn before(
    request_fault: &mut Option<RequestFault>,
    cutter: &ConnectionCutter,
) -> Option<Reply> {
    let request_fault = request_fault.as_mut()?;
    match &request_fault.fault {
        ServerFault::RateLimited {
            retry_after,
            is_global,
        } => Some(Reply::rate_limited(*retry_after, *is_global)),
        ServerFault::Failing(status) => Some(Reply::failing(*status)),
        ServerFault::CutBefore => {
            cutter.cut();
            Some(Reply::failing(500))
        }
        ServerFault::Refused(refusal) => Some(refusal.reply()),
        ServerFault::HeldBefore => {
            request_fault.released().await;
            None
        }
        ServerFault::FailingAfter(_) | ServerFault::CutAfter | ServerFault::HeldAfter => None,
    }
}

/// Applies the fault that follows a request.
async fn after(
    request_fault: Option<RequestFault>,
    cutter: &ConnectionCutter,
    reply: Reply,
) -> Reply {
    let Some(mut request_fault) = request_fault else {
        return reply;
    };
    match request_fault.fault {
        ServerFault::FailingAfter(status) => Reply::failing(status),
        ServerFault::CutAfter => {
            cutter.cut();
            reply
        }
        ServerFault::HeldAfter => {
            request_fault.released().await;
            reply
        }
        _ => reply,
    }
}

fn carry_out(server: &Server, request: &ApiRequest, headers: &HeaderMap) -> Reply {
    let header = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    };
    let mut wrong = request.body.wrong.clone();
    if !header("user-agent").starts_with("DiscordBot (") {
        wrong.push(format!("the user agent is {:?}", header("user-agent")));
    }
    let route = Route::of(request);
    wrong.extend(route.into_iter().flat_map(|route| (route.check)(request)));
    let mut wrong = named(&request.place(), wrong);
    wrong.extend(contract().check(&request.method, &request.segments, &request.body.json));
    let mut state = server.state();
    let is_open = route.is_some_and(Route::is_open);
    let token = header("authorization").strip_prefix("Bot ");
    if !is_open && token != Some(state.token.as_str()) {
        return Refusal::UNAUTHORIZED.reply();
    }
    if !wrong.is_empty() {
        state.problems.append(&mut wrong);
        return Refusal::INVALID_FORM.reply();
    }
    routes::serve(&mut state, request, route).unwrap_or_else(Refusal::reply)
}

/// Logs the response, and sends it.
fn finish(server: &Server, request: &ApiRequest, reply: Reply) -> Response {
    let code = reply.body["code"].as_u64();
    let code = code.map(|code| format!(" {code}")).unwrap_or_default();
    let line = format!("{} {}{code}", request.place(), reply.status);
    let mut state = server.state();
    state.calls.push(line);
    if request.segments[0] == "interactions" && reply.status < 300 {
        routes::record_receipt(&mut state, &request.segments[1]);
    }
    drop(state);
    check_own(server, request, &reply);
    server.changed();
    let status = StatusCode::from_u16(reply.status).expect("a status has three digits");
    let mut response = match reply.body {
        Value::Null => status.into_response(),
        body => (status, axum::Json(body)).into_response(),
    };
    for (name, value) in reply.headers {
        let value = value.parse().expect("a header is plain text");
        response.headers_mut().insert(name, value);
    }
    response
}

/// Checks that our own responses satisfy the API description too.
fn check_own(server: &Server, request: &ApiRequest, reply: &Reply) {
    if reply.status >= 300 || reply.body.is_null() {
        return;
    }
    let wrong = contract().check_answer(
        &request.method,
        &request.segments,
        reply.status,
        &reply.body,
    );
    let wrong = wrong
        .into_iter()
        .map(|wrong| format!("an answer of this server: {wrong}"));
    server.state().problems.extend(wrong);
}

/// Serves an uploaded file at its URL.
fn file(server: &Server, rest: &str) -> Response {
    let id = rest.split('/').nth(1).and_then(|id| id.parse().ok());
    let state = server.state();
    let mut files = state.messages.values().flat_map(|message| &message.files);
    match files.find(|file| Some(file.id) == id) {
        Some(file) => ([("content-type", file.kind.clone())], file.bytes.to_vec()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
