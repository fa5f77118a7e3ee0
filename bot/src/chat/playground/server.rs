//! The web server: who may ask what, and the answers as JSON.

use std::{io, net::SocketAddr, num::NonZeroU32, sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::{
        DefaultBodyLimit, Path, Request, State, WebSocketUpgrade,
        rejection::{JsonRejection, PathRejection},
    },
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header, uri::Authority},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
    serve::ListenerExt,
};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
};

use crate::ports::{Event, EventId, Listener, Place, Platform, Said};

use super::{
    Playground, Trouble,
    answers::{self, Reply},
    live, page,
    people::{PersonId, SignInError, SignedIn},
    rooms::{Author, NewPost, Room},
    wire::{Body, Choice},
};

/// How long the body of a request may be, in bytes.
const MAX_BODY: usize = 16 * 1024;

/// How long a line of ordinary chat may be, in characters.
const MAX_CHAT: usize = 2000;

/// How long the id of a button or menu, or the value of an entry, may be, in bytes.
const MAX_CONTROL: usize = 256;

/// How long a page waits for the bot's answer.
const ANSWER_TIME: Duration = Duration::from_secs(15);

/// How long a page that asks again waits before it gets the answer that was kept.
const REPEAT_TIME: Duration = Duration::from_secs(3);

/// How long a page waits for completions.
const COMPLETION_TIME: Duration = Duration::from_secs(3);

/// How long open requests may take to end when the server stops.
const CLOSING_TIME: Duration = Duration::from_secs(3);

/// How fast people may sign in, all together, and each may speak and type, per second.
const SIGN_INS: u32 = 20;
const SAYINGS: u32 = 20;
const TYPINGS: u32 = 40;

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
    #[error("the playground cannot listen at {listen}; choose another address with --listen or `[playground] listen`")]
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
    TcpListener::bind(listen).await.map_err(|source| match source.kind() {
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
    let (close, closing) = watch::channel(false);
    let (alive, mut all_gone) = mpsc::channel(1);
    let server = Server {
        playground,
        listener,
        port: socket.local_addr()?.port(),
        closing: Closing {
            closed: closing.clone(),
            _alive: alive,
        },
        limits: Arc::default(),
        patience: Patience::default(),
    };
    let socket = socket.tap_io(|stream| {
        // Frames are small and people wait for them. A stream that refuses is merely slower.
        let _ = stream.set_nodelay(true);
    });
    let signal = async move {
        shutdown.await;
        close.send_replace(true);
    };
    let mut closed = Closing {
        closed: closing,
        _alive: mpsc::channel(1).0,
    };
    let serving = async {
        axum::serve(socket, server.router())
            .with_graceful_shutdown(signal)
            .await?;
        // Nobody sends here: it ends when the last open page has been told.
        let _: Option<Never> = all_gone.recv().await;
        Ok(())
    };
    tokio::select! {
        result = serving => result,
        () = async { closed.wait().await; tokio::time::sleep(CLOSING_TIME).await } => Ok(()),
    }
}

enum Never {}

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

/// What every request needs.
#[derive(Clone)]
pub(super) struct Server {
    playground: Arc<Playground>,
    listener: Arc<dyn Listener>,
    port: u16,
    closing: Closing,
    limits: Arc<Limits>,
    patience: Patience,
}

/// How long to wait for the bot.
#[derive(Clone, Copy)]
struct Patience {
    answer: Duration,
    repeat: Duration,
    completion: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            answer: ANSWER_TIME,
            repeat: REPEAT_TIME,
            completion: COMPLETION_TIME,
        }
    }
}

struct Limits {
    sign_ins: DefaultDirectRateLimiter,
    sayings: DefaultKeyedRateLimiter<PersonId>,
    typings: DefaultKeyedRateLimiter<PersonId>,
}

impl Default for Limits {
    fn default() -> Limits {
        let quota = |per_second| Quota::per_second(NonZeroU32::new(per_second).expect("all limits are above 0"));
        Limits {
            sign_ins: RateLimiter::direct(quota(SIGN_INS)),
            sayings: RateLimiter::keyed(quota(SAYINGS)),
            typings: RateLimiter::keyed(quota(TYPINGS)),
        }
    }
}

/// A refusal, as `{"error": …}`.
#[derive(Debug)]
struct Problem {
    status: StatusCode,
    error: String,
}

impl Problem {
    fn new(status: StatusCode, error: impl Into<String>) -> Problem {
        Problem {
            status,
            error: error.into(),
        }
    }

    fn hurry() -> Problem {
        Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "That was too fast. Wait a moment and try again.",
        )
    }

    fn restarting() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Oddboard is stopping. Try again when it is back.",
        )
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Error {
            error: String,
        }
        (self.status, Json(Error { error: self.error })).into_response()
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        tracing::error!("the playground's store failed: {}", trouble.0);
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Oddboard could not read or write its data, so nothing is confirmed. Try again.",
        )
    }
}

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Problem {
        let status = match error {
            SignInError::Name(_) => StatusCode::UNPROCESSABLE_ENTITY,
            SignInError::Taken(_) => StatusCode::CONFLICT,
            SignInError::Full => StatusCode::FORBIDDEN,
            SignInError::Trouble(trouble) => return Trouble(trouble).into(),
        };
        Problem::new(status, error.to_string())
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "That is far too long for a message or a command. Shorten it and try again.",
            ),
            status => Problem::new(
                status,
                "The page sent something that Oddboard does not understand. Reload it.",
            ),
        }
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }
}

impl Server {
    fn router(self) -> Router {
        let guard = middleware::from_fn_with_state(self.clone(), guard);
        Router::new()
            .route("/api/sign-in", post(sign_in))
            .route("/api/say", post(say))
            .route("/api/complete", post(complete))
            .route("/api/live", get(listen))
            .route("/api/picture/{place}/{post}/{digest}", get(picture))
            .fallback(file)
            .layer(DefaultBodyLimit::max(MAX_BODY))
            .layer(guard)
            .with_state(self)
    }

    /// Who sends this request.
    fn signed_in(&self, headers: &HeaderMap) -> Result<SignedIn, Problem> {
        let stranger = || Problem::new(StatusCode::UNAUTHORIZED, "Sign in first.");
        let secret = bearer(headers).ok_or_else(stranger)?;
        self.playground.authenticate(secret)?.ok_or_else(stranger)
    }

    /// Hands an event to the bot and waits for the answer. Who asks again is heard again, since the answer may be
    /// another one now ("not confirmed" before); should the bot be silent, the answer that was kept serves.
    async fn ask(&self, event: Event, person: PersonId, id: &str) -> Result<Reply, Problem> {
        let mut waiter = self.playground.answers.wait(event.id.clone());
        let kept = self.playground.kept_answer(person, id)?;
        let listener = Arc::clone(&self.listener);
        // Once begun the bot hears all of it, even if the page goes away meanwhile.
        tokio::spawn(async move { listener.hear(event).await });
        let patience = if kept.is_some() {
            self.patience.repeat
        } else {
            self.patience.answer
        };
        let mut closing = self.closing.clone();
        let answer = tokio::select! {
            answer = tokio::time::timeout(patience, waiter.value()) => answer.ok().flatten(),
            () = closing.wait() => return Err(Problem::restarting()),
        };
        answer.or(kept).ok_or_else(|| {
            Problem::new(
                StatusCode::GATEWAY_TIMEOUT,
                "Oddboard did not answer in time. Try again: it counts only once.",
            )
        })
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")
}

/// Lets in only who calls this machine by its own name, and from a page only our own; then adds the headers that bind
/// the browser.
///
/// A foreign page can make a browser send requests here, and by DNS it can make its own name lead here.
async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    let mut response = match check(server.port, request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    const HEADERS: [(HeaderName, &str); 7] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check(port: u16, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name| {
        headers
            .get(name)
            .map(|value: &HeaderValue| value.to_str().unwrap_or_default())
    };
    let host = text(header::HOST)
        .filter(|host| is_own_host(host, port))
        .ok_or_else(|| {
            Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("The playground answers only at this machine's own address, http://127.0.0.1:{port}/."),
            )
        })?;
    let acts = *method != Method::GET && *method != Method::HEAD || uri.path() == "/api/live";
    let allowed = match text(header::ORIGIN) {
        Some(origin) => origin.strip_prefix("http://") == Some(host),
        // Browsers name the origin of all that acts; other programs prove by the secret that they are no page.
        None => !acts || bearer(headers).is_some(),
    };
    if allowed {
        Ok(())
    } else {
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            "Only the playground's own page may do this; other programs send the header Origin or Authorization.",
        ))
    }
}

fn is_own_host(host: &str, port: u16) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let address = name
        .trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<std::net::IpAddr>();
    let is_loopback = name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|ip| ip.is_loopback());
    // Without a port it is that of HTTP. A user name in it is no part of a host.
    is_loopback && authority.port_u16().unwrap_or(80) == port && !host.contains('@')
}

async fn file(method: Method, uri: Uri) -> Response {
    match page::file(uri.path()) {
        Some(file) if method == Method::GET || method == Method::HEAD => {
            ([(header::CONTENT_TYPE, file.kind)], file.content).into_response()
        }
        Some(_) => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        None => Problem::new(StatusCode::NOT_FOUND, "There is nothing here.").into_response(),
    }
}

#[derive(Deserialize)]
struct SignIn {
    name: String,
    secret: Option<String>,
}

#[derive(Serialize)]
struct SignedInAs {
    id: PersonId,
    name: String,
    secret: String,
}

async fn sign_in(
    State(server): State<Server>,
    request: Result<Json<SignIn>, JsonRejection>,
) -> Result<Json<SignedInAs>, Problem> {
    let Json(request) = request?;
    server.limits.sign_ins.check().map_err(|_| Problem::hurry())?;
    let (person, secret) = server
        .playground
        .sign_in(&request.name, request.secret.as_deref())
        .await?;
    Ok(Json(SignedInAs {
        id: person.id,
        name: person.name,
        secret,
    }))
}

#[derive(Deserialize)]
struct Say {
    id: String,
    place: String,
    #[serde(flatten)]
    deed: Deed,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Deed {
    Text(String),
    Press(String),
    Choose { menu: String, value: String },
}

impl From<Deed> for Said {
    fn from(deed: Deed) -> Said {
        match deed {
            Deed::Text(text) => Said::Text(text),
            Deed::Press(button) => Said::Press(button),
            Deed::Choose { menu, value } => Said::Choose { menu, value },
        }
    }
}

/// What became of it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Heard {
    /// It is chat and was posted under this number.
    Posted(u64),
    /// The bot answered.
    Answer(Reply),
}

async fn say(
    State(server): State<Server>,
    headers: HeaderMap,
    request: Result<Json<Say>, JsonRejection>,
) -> Result<Json<Heard>, Problem> {
    let person = server.signed_in(&headers)?;
    let Json(Say { id, place, deed }) = request?;
    server
        .limits
        .sayings
        .check_key(&person.id)
        .map_err(|_| Problem::hurry())?;
    let (room, event_id) = where_and_which(&person, &place, &id)?;
    match (room, deed) {
        (Room::Channel(_), Deed::Text(text)) if !text.trim_start().starts_with('/') => {
            let body = Body::text(chat_text(&text)?);
            let author = Author::Person {
                id: person.id,
                name: person.name,
            };
            let nonce = format!("person/{}", event_id.id);
            let number = server
                .playground
                .say(
                    room,
                    NewPost {
                        nonce,
                        author,
                        body,
                        png: None,
                    },
                )
                .await?;
            Ok(Json(Heard::Posted(number)))
        }
        (_, deed) => {
            if !is_proper(&deed) {
                return Err(Problem::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "That button or entry is none of ours.",
                ));
            }
            let event = Event {
                id: event_id,
                speaker: person.speaker(),
                place: room.into(),
                said: deed.into(),
            };
            server
                .ask(event, person.id, &id)
                .await
                .map(|reply| Json(Heard::Answer(reply)))
        }
    }
}

fn where_and_which(person: &SignedIn, place: &str, id: &str) -> Result<(Room, EventId), Problem> {
    let nowhere = || Problem::new(StatusCode::NOT_FOUND, "There is no such channel. Reload the page.");
    let nameless = || {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "An id is made of 1 to 40 letters, digits and dashes.",
        )
    };
    Ok((
        Room::of_place(place, person.id).ok_or_else(nowhere)?,
        answers::event_id(person.id, id).ok_or_else(nameless)?,
    ))
}

impl From<Room> for Place {
    fn from(room: Room) -> Place {
        match room {
            Room::Channel(channel) => Place::Channel(crate::ports::ChannelId::new(Platform::Playground, channel.name)),
            Room::Direct(_) => Place::Direct,
        }
    }
}

/// A line of chat without blanks around it and without control characters.
fn chat_text(text: &str) -> Result<String, Problem> {
    let text: String = text.trim().chars().filter(|&c| c == '\n' || !c.is_control()).collect();
    match text.chars().count() {
        0 => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "There is nothing to say.",
        )),
        1..=MAX_CHAT => Ok(text),
        n => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("A message holds at most {MAX_CHAT} characters and this one has {n}. Shorten it."),
        )),
    }
}

fn is_proper(deed: &Deed) -> bool {
    match deed {
        Deed::Text(_) => true,
        Deed::Press(button) => button.len() <= MAX_CONTROL,
        Deed::Choose { menu, value } => menu.len() <= MAX_CONTROL && value.len() <= MAX_CONTROL,
    }
}

#[derive(Deserialize)]
struct Typing {
    id: String,
    place: String,
    text: String,
}

async fn complete(
    State(server): State<Server>,
    headers: HeaderMap,
    request: Result<Json<Typing>, JsonRejection>,
) -> Result<Json<Vec<Choice>>, Problem> {
    let person = server.signed_in(&headers)?;
    let Json(Typing { id, place, text }) = request?;
    server
        .limits
        .typings
        .check_key(&person.id)
        .map_err(|_| Problem::hurry())?;
    let (room, event_id) = where_and_which(&person, &place, &id)?;
    let mut waiter = server.playground.completions.wait(event_id.clone());
    let event = Event {
        id: event_id,
        speaker: person.speaker(),
        place: room.into(),
        said: Said::Text(text),
    };
    let overhear = async {
        server.listener.overhear(event).await;
        waiter.value().await
    };
    let choices = tokio::time::timeout(server.patience.completion, overhear).await;
    let choices = choices.ok().flatten().unwrap_or_default();
    Ok(Json(choices.iter().map(Choice::new).collect()))
}

async fn listen(State(server): State<Server>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(MAX_BODY)
        .on_upgrade(async move |socket| live::talk(&server.playground, socket, server.closing.clone()).await)
}

async fn picture(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<(String, String, String)>, PathRejection>,
) -> Result<Response, Problem> {
    let person = server.signed_in(&headers)?;
    let Path((place, post, digest)) = path?;
    let png = match Room::of_place(&place, person.id) {
        Some(room) => match post.parse() {
            Ok(number) => server.playground.post_picture(room, number, &digest)?,
            Err(_) => None,
        },
        None if place == "answer" => server.playground.answer_picture(person.id, &post, &digest)?,
        None => None,
    };
    let png = png.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "This picture is gone."))?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}
