//! What a page may ask, and the answers as JSON.

use std::{num::NonZeroU32, sync::Arc, time::Duration};

use axum::{
    Extension, Json, Router,
    body::{Body as Content, Bytes},
    extract::{
        DefaultBodyLimit, FromRequest, Path, Request, State, WebSocketUpgrade,
        rejection::{JsonRejection, PathRejection},
    },
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use render::{Renderer, Theme};
use serde::{Deserialize, Serialize};

use crate::handbook::Press;
use crate::ports::{ChannelId, Event, EventId, Form, Listener, Place, Platform, Said};

use super::{
    Playground,
    answers::{self, Reply},
    connections::Seat,
    guard::{self, Port},
    live, names, page,
    people::{PersonId, SignedIn},
    problem::Problem,
    rooms::{Author, NewPost, Room},
    rulebook,
    server::Closing,
    wire::{self, Body, Choice},
};

/// How long the body of a request may be, in bytes.
const MAX_BODY: usize = 16 * 1024;

/// How long the body of a request may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

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

/// How often an open page is asked whether it is still there.
const PING_TIME: Duration = Duration::from_secs(30);

/// How fast people may sign in, all together, and each may speak and type, per second.
const SIGN_INS: u32 = 20;
const SAYINGS: u32 = 20;
const TYPINGS: u32 = 40;

/// What every request needs.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) playground: Arc<Playground>,
    listener: Arc<dyn Listener>,
    pub(super) port: Port,
    pub(super) closing: Closing,
    limits: Arc<Limits>,
    /// Draws the pictures of the handbook.
    pub(super) renderer: Arc<Renderer>,
    pub(super) press: Arc<Press>,
    /// The same for dark pages.
    pub(super) dark_press: Arc<Press>,
    pub(super) patience: Patience,
}

/// How long to wait for the bot, and for the page.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    pub(super) body: Duration,
    pub(super) answer: Duration,
    pub(super) repeat: Duration,
    pub(super) completion: Duration,
    /// How long after one look for a page that has gone away the next one is.
    pub(super) ping: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            body: BODY_TIME,
            answer: ANSWER_TIME,
            repeat: REPEAT_TIME,
            completion: COMPLETION_TIME,
            ping: PING_TIME,
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
        let quota = |per_second| {
            Quota::per_second(NonZeroU32::new(per_second).expect("all limits are above 0"))
        };
        Limits {
            sign_ins: RateLimiter::direct(quota(SIGN_INS)),
            sayings: RateLimiter::keyed(quota(SAYINGS)),
            typings: RateLimiter::keyed(quota(TYPINGS)),
        }
    }
}

impl Server {
    pub(super) fn new(
        playground: Arc<Playground>,
        listener: Arc<dyn Listener>,
        port: u16,
        closing: Closing,
    ) -> Server {
        Server {
            playground,
            listener,
            port: Port(port),
            closing,
            limits: Arc::default(),
            renderer: Arc::default(),
            press: Arc::new(Press::new(rulebook::SIZE, Theme::LIGHT)),
            dark_press: Arc::new(Press::new(rulebook::SIZE, Theme::DARK)),
            patience: Patience::default(),
        }
    }

    pub(super) fn router(self) -> Router {
        let guard = middleware::from_fn_with_state(self.port, guard::guard);
        let receive = middleware::from_fn_with_state(self.patience.body, receive);
        Router::new()
            .route("/api/sign-in", post(sign_in))
            .route("/api/say", post(say))
            .route("/api/complete", post(complete))
            .route("/api/settings", post(settings))
            .route("/api/live", get(listen))
            .route("/api/picture/{place}/{post}/{digest}", get(picture))
            .route("/rules", get(rulebook::contents))
            .route("/rules/{variant}", get(rulebook::variant))
            .route("/rules/{variant}/{picture}", get(rulebook::picture))
            .fallback(file)
            .layer(receive)
            .layer(DefaultBodyLimit::max(MAX_BODY))
            .layer(guard)
            .with_state(self)
    }

    /// Who sends this request.
    fn signed_in(&self, headers: &HeaderMap) -> Result<SignedIn, Problem> {
        let secret = guard::bearer(headers).ok_or_else(Problem::stranger)?;
        let person = self.playground.authenticate(secret)?;
        person.ok_or_else(Problem::stranger)
    }

    /// Hands an event to the bot and waits for the answer. Who asks again is heard again, since the answer may be
    /// another one now ("not confirmed" before); should the bot be silent, the answer that was kept serves.
    pub(super) async fn ask(
        &self,
        event: Event,
        person: PersonId,
        id: &str,
    ) -> Result<Reply, Problem> {
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

/// Waits for the body of a request. Until it is here the connection counts as idle, so that many who bring none keep
/// nobody out.
async fn receive(
    State(longest): State<Duration>,
    Extension(seat): Extension<Arc<Seat>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(head.clone(), body), &());
    let body = tokio::time::timeout(longest, body)
        .await
        .map_err(|_| Problem::too_slow())?
        .map_err(JsonRejection::from)?;
    let _in_use = seat.occupy();
    Ok(next
        .run(Request::from_parts(head, Content::from(body)))
        .await)
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
    server
        .limits
        .sign_ins
        .check()
        .map_err(|_| Problem::hurry())?;
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
    Fill { form: String, text: String },
}

impl From<Deed> for Said {
    fn from(deed: Deed) -> Said {
        match deed {
            Deed::Text(text) => Said::Text(text),
            Deed::Press(button) => Said::Press(button),
            Deed::Choose { menu, value } => Said::Choose { menu, value },
            Deed::Fill { form, text } => Said::Fill { form, text },
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
    Answer(Box<Reply>),
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
    if !server.playground.count_in(person.id).await? {
        return Err(Problem::stranger());
    }
    let (room, event_id) = where_and_which(&person, &place, &id)?;
    match (room, deed) {
        (Room::Channel(_), Deed::Text(text)) if !text.trim_start().starts_with('/') => {
            let post = NewPost {
                nonce: format!("person/{}", event_id.id),
                author: Author::Person {
                    id: person.id,
                    name: person.name,
                },
                body: Body::text(chat_text(&text)?),
            };
            let playground = Arc::clone(&server.playground);
            // Once begun it is said and told to all, even if the speaker's page goes away meanwhile.
            let said = tokio::spawn(async move { playground.say(room, post).await });
            let number = said.await.map_err(|_| Problem::bug())??;
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
                .map(|reply| Json(Heard::Answer(Box::new(reply))))
        }
    }
}

fn where_and_which(person: &SignedIn, place: &str, id: &str) -> Result<(Room, EventId), Problem> {
    let nowhere = || {
        Problem::new(
            StatusCode::NOT_FOUND,
            "There is no such channel. Reload the page.",
        )
    };
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
            Room::Channel(channel) => {
                Place::Channel(ChannelId::new(Platform::Playground, channel.name))
            }
            Room::Direct(_) => Place::Direct,
        }
    }
}

/// A line of chat without blanks around it and without characters that control anything, such as its direction.
fn chat_text(text: &str) -> Result<String, Problem> {
    let text: String = text
        .chars()
        .filter(|&c| c == '\n' || !names::is_control(c))
        .collect();
    let text = text.trim().to_owned();
    match text.chars().count() {
        0 => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "There is nothing to say.",
        )),
        1..=MAX_CHAT => Ok(text),
        n => Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!(
                "A message holds at most {MAX_CHAT} characters and this one has {n}. Shorten it."
            ),
        )),
    }
}

fn is_proper(deed: &Deed) -> bool {
    match deed {
        Deed::Text(_) => true,
        Deed::Press(button) => button.len() <= MAX_CONTROL,
        Deed::Choose { menu, value } => menu.len() <= MAX_CONTROL && value.len() <= MAX_CONTROL,
        Deed::Fill { form, text } => {
            form.len() <= MAX_CONTROL && text.chars().count() <= usize::from(Form::LONGEST)
        }
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
    let complete = async {
        server.listener.complete(event).await;
        waiter.value().await
    };
    let choices = tokio::time::timeout(server.patience.completion, complete).await;
    let choices = choices.ok().flatten().unwrap_or_default();
    Ok(Json(choices.iter().map(Choice::new).collect()))
}

/// What a person may choose.
#[derive(Serialize, Deserialize)]
struct Settings {
    /// Whether the bot may write direct messages to them.
    direct: bool,
}

async fn settings(
    State(server): State<Server>,
    headers: HeaderMap,
    request: Result<Json<Settings>, JsonRejection>,
) -> Result<Json<Settings>, Problem> {
    let person = server.signed_in(&headers)?;
    let Json(settings) = request?;
    server
        .limits
        .sayings
        .check_key(&person.id)
        .map_err(|_| Problem::hurry())?;
    let is_closed = !settings.direct;
    if !server.playground.set_closed(person.id, is_closed).await? {
        return Err(Problem::stranger());
    }
    Ok(Json(settings))
}

async fn listen(
    State(server): State<Server>,
    Extension(seat): Extension<Arc<Seat>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(MAX_BODY)
        .on_upgrade(async move |socket| {
            let closing = server.closing.clone();
            let ping = server.patience.ping;
            live::talk(&server.playground, socket, &seat, closing, ping).await;
        })
}

async fn picture(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<(String, String, String)>, PathRejection>,
) -> Result<Response, Problem> {
    let person = server.signed_in(&headers)?;
    let Path((place, post, digest)) = path?;
    let file = match Room::of_place(&place, person.id) {
        Some(room) => match post.parse() {
            Ok(number) => {
                server
                    .playground
                    .post_picture(room, number, &digest)
                    .await?
            }
            Err(_) => None,
        },
        None if place == "answer" => {
            let picture = server.playground.answer_picture(person.id, &post, &digest);
            picture.await?
        }
        None => None,
    };
    let file = file.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "This picture is gone."))?;
    let kind = wire::media_type(&file);
    Ok(([(header::CONTENT_TYPE, kind)], Bytes::from_owner(file)).into_response())
}
