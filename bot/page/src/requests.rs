//! The requests of a page, and their responses as JSON.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Json, Router,
    body::{Body as Content, Bytes},
    extract::{
        DefaultBodyLimit, FromRequest, Path, RawQuery, Request, State, WebSocketUpgrade,
        rejection::{JsonRejection, PathRejection},
    },
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize};
use tower_http::compression::CompressionLayer;

use super::{
    activity, analysis, answers, assets, boards,
    caching::revalidate,
    connections::Client,
    embedding::{self, ACTIVITY, FRAMED, WIDGET},
    guard, install, live, names, page,
    person::{PersonId, SignedIn},
    pieces,
    places::Room,
    posts::{Author, NewPost},
    problem::Problem,
    push_requests, puzzles, rulebook, sessions, starts,
    state::{LINE_BUFFER, MAX_BODY, Server},
    studies, widget,
    wire::{self, Body, StoredAnswer},
};
use api::{Completions, Event, EventId, Form, MatchId, PageSettings};
use command::{Control, Intent, RawIntent, begins_with_slash};
use text::{arg, unmarked};

/// The longest chat message, in characters.
const MAX_CHAT: usize = 2000;

/// The longest id of a button or menu, or value of an entry, in bytes.
const MAX_CONTROL: usize = 256;

/// Builds the routes of the page.
pub(super) fn router(server: Server) -> Router {
    let guard = middleware::from_fn_with_state(Arc::clone(&server.host), guard::guard);
    let receive = middleware::from_fn_with_state(server.patience.body, receive);
    screens()
        .merge(api())
        .layer(receive)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(guard)
        .with_state(server)
}

/// Builds the routes of files and of pictures that depend on nothing but the language of their reader.
fn files() -> Router<Server> {
    Router::new()
        .route("/start/{picture}", get(starts::start))
        .route("/pieces/{name}", get(pieces::sheet))
        .route("/manifest.webmanifest", get(install::manifest))
        .route("/icon/{name}", get(install::icon))
        .merge(cached_screens())
        .fallback(file)
        .layer(middleware::from_fn(revalidate))
}

/// Builds the routes of the screens among them.
fn cached_screens() -> Router<Server> {
    Router::new()
        .route("/puzzles/{variant}/{number}", get(puzzles::numbered))
        .route("/rules/{variant}/{part}", get(rulebook::part))
}

/// Builds the routes of screens, pictures and files, which are compressed. They hold nothing that depends on the secret of a
/// request, so their size reveals nothing.
fn screens() -> Router<Server> {
    files()
        .merge(framed_screens())
        .nest(FRAMED, framed_screens().merge(cached_screens()))
        .route(ACTIVITY, get(activity::shell))
        .route("/enter", get(sessions::screen))
        .route(WIDGET, get(widget::screen))
        .route("/sign-in/discord", get(sessions::go_to_discord))
        .route("/match/{id}/board.png", get(boards::picture))
        .layer(CompressionLayer::new())
}

/// Builds the routes of the other screens that a frame can show.
fn framed_screens() -> Router<Server> {
    Router::new()
        .route("/", get(home))
        .route("/chat", get(chat))
        .route("/sessions", get(sessions::own_screen))
        .route("/match/{id}", get(boards::page))
        .route("/analysis", get(analysis::page))
        .route("/learn/{variant}", get(rulebook::learn))
        .route("/puzzles/{variant}", get(puzzles::first))
        .route("/rules", get(rulebook::contents))
        .route("/rules/{variant}", get(rulebook::variant))
}

/// Builds the routes of the requests that the screens make.
fn api() -> Router<Server> {
    Router::new()
        .route("/api/sign-in", post(sign_in))
        .route("/api/enter", post(sessions::enter))
        .route("/api/enter/look", post(sessions::look))
        .route("/api/enter/discord", post(sessions::enter_by_discord))
        .route("/api/enter/activity", post(activity::enter))
        .route("/api/enter/widget", post(widget::enter))
        .route("/api/sessions", post(sessions::list))
        .route("/api/sessions/end", post(sessions::end))
        .route("/api/push", post(push_requests::add))
        .route("/api/push/key", post(push_requests::key))
        .route("/api/push/end", post(push_requests::end))
        .route("/api/say", post(post_message))
        .route("/api/complete", post(complete))
        .route("/api/settings", post(settings))
        .route("/api/live", get(listen))
        .route("/api/picture/{place}/{post}/{digest}", get(picture))
        .route("/api/games", post(boards::games))
        .route("/api/playing", post(boards::playing))
        .route("/api/match/{id}", post(boards::board))
        .route("/api/match/{id}/live", get(boards::watch))
        .route("/api/match/{id}/review", post(boards::review))
        .route("/api/match/{id}/replay.gif", get(boards::animation))
        .route("/api/study", post(studies::study))
        .route("/api/analysis", post(analysis::board))
        .route("/api/analysis/engine", post(analysis::engine_line))
}

/// Waits for the body of a request. Until it has arrived the connection counts as idle, so that clients that send none keep no
/// other out.
async fn receive(
    State(longest): State<Duration>,
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let (head, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(head.clone(), body), &());
    let body = tokio::time::timeout(longest, body)
        .await
        .map_err(|_| Problem::too_slow())?
        .map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Problem::too_long(head.uri.path()),
            _ => JsonRejection::from(rejection).into(),
        })?;
    let _in_use = client.seat.occupy();
    Ok(next
        .run(Request::from_parts(head, Content::from(body)))
        .await)
}

/// Serves the first screen, or the shell if Discord asks for it.
async fn home(
    State(server): State<Server>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Html<String>, Problem> {
    if server.providers.activity.is_some() && embedding::is_launch(query.as_deref()) {
        return activity::shell(State(server), headers).await;
    }
    Ok(Html(page::home(server.screen_reader(&headers))))
}

/// Serves the chat.
async fn chat(State(server): State<Server>, headers: HeaderMap) -> Html<String> {
    Html(page::chat(server.screen_reader(&headers)))
}

async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match assets::file(uri.path()) {
        Some(file) if method == Method::GET || method == Method::HEAD => {
            file.response(guard::accepts_gzip(&headers))
        }
        Some(_) => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        None => Problem::nothing().into_response(),
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
    Extension(client): Extension<Client>,
    request: Result<Json<SignIn>, JsonRejection>,
) -> Result<Json<SignedInAs>, Problem> {
    let Json(request) = request?;
    let sender = server.sender(request.secret.as_deref(), &client)?;
    server.limits.sign_ins.check(sender.caller)?;
    if !server.host.admits_guests() {
        return Err(Problem::no_guests());
    }
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
struct SayRequest {
    id: String,
    place: String,
    /// The match at whose board the person pressed.
    board: Option<MatchId>,
    #[serde(flatten)]
    action: RawIntent,
}

/// Returns whether the page can send this action of a person.
fn is_proper(action: &RawIntent) -> bool {
    let is_short = |control: &Control| control.to_string().len() <= MAX_CONTROL;
    match action {
        RawIntent::Text(_) => true,
        RawIntent::Move(_) => false,
        RawIntent::Press(button) => is_short(button),
        RawIntent::Choose { menu, value } => is_short(menu) && value.len() <= MAX_CONTROL,
        RawIntent::Fill { form, text } => {
            is_short(form) && text.chars().count() <= usize::from(Form::LONGEST)
        }
    }
}

/// The result of a message.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum SayOutcome {
    /// A chat message was posted under this number.
    Posted(u64),
    /// The bot answered.
    Answer(Box<StoredAnswer>),
}

async fn post_message(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<SayRequest>, JsonRejection>,
) -> Result<Json<SayOutcome>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    let Json(SayRequest {
        id,
        place,
        board,
        action,
    }) = request?;
    server.limits.sayings.check(&person.id)?;
    if !server.playground.count_in(person.id).await? {
        return Err(Problem::stranger());
    }
    let (room, event_id) = room_and_event(&person, &place, &id)?;
    match (room, action) {
        (Room::Channel(_), RawIntent::Text(text)) if !begins_with_slash(&text) => {
            let post = NewPost {
                nonce: format!("person/{}", event_id.id),
                author: Author::Person {
                    id: person.id,
                    name: person.name,
                },
                body: Body::text(chat_text(&text)?),
            };
            let playground = Arc::clone(&server.playground);
            // The bot completes a post even if the speaker's page closes in the meantime.
            let posting = tokio::spawn(async move { playground.post_once(room, post).await });
            let number = posting.await.map_err(|_| Problem::bug())??;
            Ok(Json(SayOutcome::Posted(number)))
        }
        (_, action) => {
            if !is_proper(&action) {
                return Err(Problem::unusable(text::page_not_ours()));
            }
            let event = Event {
                language: guard::language(&headers),
                server: Some(server.server_of(person.id)?),
                text: action.text().map(str::to_owned),
                board,
                lag: server.lags.of(person.id),
                ..Event::new(event_id, person.speaker, room.into(), action.into())
            };
            server
                .submit(event, person.id, &id)
                .await
                .map(|reply| Json(SayOutcome::Answer(Box::new(reply))))
        }
    }
}

fn room_and_event(person: &SignedIn, place: &str, id: &str) -> Result<(Room, EventId), Problem> {
    let nowhere = || Problem::missing(text::page_no_channel());
    let nameless = || Problem::unusable(text::page_bad_id());
    Ok((
        Room::of_place(place, person.id).ok_or_else(nowhere)?,
        answers::event_id(person.id, id).ok_or_else(nameless)?,
    ))
}

/// Trims a chat message and removes its control characters, such as those for its direction.
fn chat_text(text: &str) -> Result<String, Problem> {
    let text: String = unmarked(text)
        .chars()
        .filter(|&c| c == '\n' || !names::is_control(c))
        .collect();
    let text = text.trim().to_owned();
    match text.chars().count() {
        0 => Err(Problem::unusable(text::page_empty())),
        1..=MAX_CHAT => Ok(text),
        n => Err(Problem::unusable(text::page_long_message(
            arg::most(MAX_CHAT),
            arg::number(n),
        ))),
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
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<Typing>, JsonRejection>,
) -> Result<Json<Completions>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    let Json(Typing { id, place, text }) = request?;
    server.limits.typings.check(&person.id)?;
    let (room, event_id) = room_and_event(&person, &place, &id)?;
    let mut waiter = server.playground.completions.wait(event_id.clone());
    let intent = Intent::complete(&text);
    let event = Event {
        language: guard::language(&headers),
        server: Some(server.server_of(person.id)?),
        ..Event::new(event_id, person.speaker, room.into(), intent)
    };
    let complete = async {
        server.listener.hear(event).await;
        waiter.value().await
    };
    let offered = tokio::time::timeout(server.patience.completion, complete).await;
    let offered = offered.ok().flatten().unwrap_or_default();
    Ok(Json(offered))
}

/// A change of the settings of a person.
#[derive(Deserialize)]
struct SettingsChange {
    /// True if the bot can write direct messages to them; unchanged if `None`.
    direct: Option<bool>,
}

/// The settings of a person.
#[derive(Serialize)]
struct PersonSettings {
    /// True if the bot can write direct messages to them.
    direct: bool,
    /// The settings that the chat can change too.
    #[serde(flatten)]
    page: Option<PageSettings>,
}

async fn settings(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    request: Result<Json<SettingsChange>, JsonRejection>,
) -> Result<Json<PersonSettings>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    let Json(change) = request?;
    server.limits.sayings.check(&person.id)?;
    if let Some(is_open) = change.direct
        && !server.playground.set_closed(person.id, !is_open).await?
    {
        return Err(Problem::stranger());
    }
    let stored = server.playground.person(person.id)?;
    Ok(Json(PersonSettings {
        direct: !stored.ok_or_else(Problem::stranger)?.is_closed,
        page: server.listener.page_settings(&person.speaker.id),
    }))
}

async fn listen(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(MAX_BODY)
        .read_buffer_size(LINE_BUFFER)
        .on_upgrade(async move |socket| {
            live::serve_socket(&server, socket, &client.seat, &headers).await;
        })
}

async fn picture(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<(String, String, String)>, PathRejection>,
) -> Result<Response, Problem> {
    let person = server.signed_in(&headers, &client)?;
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
    let file = file.ok_or_else(|| Problem::missing(text::page_picture_gone()))?;
    let kind = wire::media_type(&file);
    Ok(([(header::CONTENT_TYPE, kind)], Bytes::from_owner(file)).into_response())
}
