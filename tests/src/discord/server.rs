//! Receives requests, injects faults, and sends responses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::{
    Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::Value;
use tokio::sync::watch;

use super::{
    PATIENCE, body,
    body::Body,
    contract::contract,
    gateway,
    refusal::{Refusal, Reply},
    routes, rules,
    trouble::{Caught, Trouble},
    wire::Scissors,
    world::World,
};

/// The server, as its parts share it.
pub(super) struct Server {
    world: Mutex<World>,
    changes: watch::Sender<()>,
}

/// A request.
pub(super) struct Call {
    pub(super) method: String,
    /// The parts of the path without `/api/v10`.
    pub(super) segments: Vec<String>,
    pub(super) query: String,
    pub(super) body: Body,
    /// The number of requests that had been answered when it arrived.
    pub(super) arrived: usize,
}

impl Call {
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

impl Server {
    pub(super) fn new(world: World) -> Server {
        Server {
            world: Mutex::new(world),
            changes: watch::Sender::new(()),
        }
    }

    pub(super) fn world(&self) -> MutexGuard<'_, World> {
        // A failed test that held the lock leaves the state consistent.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(super) async fn until<T>(&self, what: &str, look: impl Fn(&mut World) -> Option<T>) -> T {
        let mut changes = self.changes.subscribe();
        let wait = async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = look(&mut self.world()) {
                    return found;
                }
                changes
                    .changed()
                    .await
                    .expect("the server lives as long as whoever waits");
            }
        };
        match tokio::time::timeout(PATIENCE, wait).await {
            Ok(found) => found,
            Err(_) => panic!("waited in vain for {what}\n{}", self.report()),
        }
    }

    /// Returns a report for a failed test.
    pub(super) fn report(&self) -> String {
        let world = self.world();
        let latest = world.calls.len().saturating_sub(40);
        format!(
            "problems: {:#?}\nthe latest requests:\n{}",
            world.problems,
            world.calls[latest..].join("\n")
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
    ConnectInfo(scissors): ConnectInfo<Scissors>,
    request: Request,
) -> Response {
    let path = request.uri().path().to_owned();
    if let Some(rest) = path.strip_prefix("/attachments/") {
        return file(&server, rest);
    }
    let Some(rest) = path.strip_prefix("/api/v10/") else {
        server.world().problem(format!(
            "{} {path} is not version 10 of the interface",
            request.method()
        ));
        return StatusCode::NOT_FOUND.into_response();
    };
    let segments: Vec<String> = rest.split('/').map(str::to_owned).collect();
    let method = request.method().as_str().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let headers = request.headers().clone();
    let Some(body) = body::read(request).await else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let call = Call {
        method,
        segments,
        query,
        body,
        arrived: server.world().calls.len(),
    };
    let mut caught = server.world().traps.catch(&call.method, &call.segments);
    server.changed();
    if let Some(reply) = before(&mut caught, &scissors).await {
        return finish(&server, &call, reply);
    }
    let reply = carry_out(&server, &call, &headers, caught.as_ref());
    server.changed();
    let reply = after(caught, &scissors, reply).await;
    finish(&server, &call, reply)
}

/// Applies the fault that precedes a request. If it returns a reply, the request is not carried out.
async fn before(caught: &mut Option<Caught>, scissors: &Scissors) -> Option<Reply> {
    let caught = caught.as_mut()?;
    match &caught.trouble {
        Trouble::RateLimited {
            retry_after,
            is_global,
        } => Some(Reply::rate_limited(retry_after.as_secs_f64(), *is_global)),
        Trouble::Failing(status) => Some(Reply::failing(*status)),
        Trouble::CutBefore => {
            scissors.cut();
            Some(Reply::failing(500))
        }
        Trouble::Refused {
            status,
            code,
            message,
        } => Some(Refusal::new(*status, *code, message).reply()),
        Trouble::HeldBefore => {
            caught.released().await;
            None
        }
        Trouble::FailingAfter(_) | Trouble::CutAfter | Trouble::HeldAfter => None,
    }
}

/// Applies the fault that follows a request.
async fn after(caught: Option<Caught>, scissors: &Scissors, reply: Reply) -> Reply {
    let Some(mut caught) = caught else {
        return reply;
    };
    match caught.trouble {
        Trouble::FailingAfter(status) => Reply::failing(status),
        Trouble::CutAfter => {
            scissors.cut();
            reply
        }
        Trouble::HeldAfter => {
            caught.released().await;
            reply
        }
        _ => reply,
    }
}

fn carry_out(server: &Server, call: &Call, headers: &HeaderMap, caught: Option<&Caught>) -> Reply {
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let mut wrong = call.body.wrong.clone();
    if !header("user-agent").starts_with("DiscordBot (") {
        wrong.push(format!("the user agent is {:?}", header("user-agent")));
    }
    wrong.extend(rules::wrong(call));
    let place = call.place();
    let mut wrong: Vec<String> = wrong
        .into_iter()
        .map(|wrong| format!("{place}: {wrong}"))
        .collect();
    wrong.extend(contract().check(&call.method, &call.segments, &call.body.json));
    let mut world = server.world();
    let is_open = needs_no_token(&call.segments);
    let token = header("authorization").strip_prefix("Bot ");
    if !is_open && token != Some(world.token.as_str()) {
        return Refusal::new(401, 0, "401: Unauthorized").reply();
    }
    if !wrong.is_empty() {
        world.problems.append(&mut wrong);
        return Refusal::invalid_form().reply();
    }
    let is_doubtful = caught.is_some_and(|caught| {
        matches!(
            caught.trouble,
            Trouble::CutAfter | Trouble::FailingAfter(_) | Trouble::HeldAfter | Trouble::HeldBefore
        )
    });
    routes::serve(&mut world, call, is_doubtful).unwrap_or_else(Refusal::reply)
}

/// Tells whether the token in the path authenticates a request, or the request needs no authentication.
fn needs_no_token(segments: &[String]) -> bool {
    match segments[0].as_str() {
        "interactions" | "webhooks" => true,
        "gateway" => segments.len() == 1,
        _ => false,
    }
}

/// Logs the response, and sends it.
fn finish(server: &Server, call: &Call, reply: Reply) -> Response {
    let path = call.segments.join("/");
    let code = reply.body["code"]
        .as_u64()
        .map(|code| format!(" {code}"))
        .unwrap_or_default();
    let line = format!("{} /{path} {}{code}", call.method, reply.status);
    let mut world = server.world();
    world.calls.push(line);
    if call.segments[0] == "interactions" && reply.status < 300 {
        routes::told(&mut world, &call.segments[1]);
    }
    drop(world);
    check_own(server, call, &reply);
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
fn check_own(server: &Server, call: &Call, reply: &Reply) {
    if reply.status >= 300 || reply.body.is_null() {
        return;
    }
    let wrong = contract().check_answer(&call.method, &call.segments, reply.status, &reply.body);
    let wrong = wrong
        .into_iter()
        .map(|wrong| format!("an answer of this server: {wrong}"));
    server.world().problems.extend(wrong);
}

/// Serves an uploaded file at its URL.
fn file(server: &Server, rest: &str) -> Response {
    let id = rest.split('/').nth(1).and_then(|id| id.parse().ok());
    let world = server.world();
    let mut files = world.messages.values().flat_map(|message| &message.files);
    match files.find(|file| Some(file.id) == id) {
        Some(file) => ([("content-type", file.kind.clone())], file.bytes.to_vec()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
