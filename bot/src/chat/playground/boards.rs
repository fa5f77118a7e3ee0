//! Boards that are kept up to date: a page asks for one at a ply, or watches the last one over a line of its own, where
//! nothing can be missed, as each frame tells all.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    body::Bytes,
    extract::{
        Path, State, WebSocketUpgrade,
        rejection::{JsonRejection, PathRejection},
        ws::{Message, WebSocket},
    },
    http::{HeaderMap, header},
    response::{Html, IntoResponse, Response},
};
use render::{Diagram, DiagramBoard, Scene, Theme, in_memory};
use rules::{Color, Game, Setup, Variant};
use serde::{Deserialize, Serialize};
use tokio::{sync::broadcast, time::Instant};

use super::{
    closing::Closing,
    connections::Seat,
    guard,
    live::{End, say_farewell},
    page,
    problem::Problem,
    state::{MAX_BODY, PLATE_SIZE, Server},
    stored::json,
};
use crate::{
    ports::{BoardQuery, BoardReview, LiveBoard, MatchId},
    words::{self, Language},
};

const SVG: &str = "image/svg+xml";

/// How long a page may take to say what it wants to watch.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// How a board is to look, and through whose eyes and at which ply it is wanted.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct BoardWish {
    /// The secret of who watches, where it stands in no header.
    secret: Option<String>,
    ply: Option<usize>,
    eyes: Option<String>,
    bottom: Option<String>,
    dark: bool,
}

impl BoardWish {
    fn query(
        self,
        id: MatchId,
        server: &Server,
        headers: &HeaderMap,
    ) -> Result<BoardQuery, Problem> {
        let secret = self.secret.as_deref().or_else(|| guard::bearer(headers));
        let viewer = match secret {
            // Who is not known any more sees what everybody sees.
            Some(secret) => server.playground.authenticate(secret)?,
            None => None,
        };
        Ok(BoardQuery {
            id,
            ply: self.ply,
            viewer: viewer.map(|person| person.id.user()),
            eyes: self.eyes,
            bottom: self.bottom.and_then(|side| side.parse::<Color>().ok()),
            is_dark: self.dark,
            language: guard::reader(headers),
        })
    }
}

/// A frame to who watches.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum BoardFrame {
    /// The board as it is now.
    Board(Box<LiveBoard>),
    /// Why there is none.
    Nothing(String),
}

/// The board of a match.
pub(super) async fn board(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    wish: Result<Json<BoardWish>, JsonRejection>,
) -> Result<Json<LiveBoard>, Problem> {
    let id = match_id(&path?)?;
    let Json(wish) = wish?;
    server.limits.boards.check()?;
    let query = wish.query(id, &server, &headers)?;
    let board = server.listener.board(query).await;
    board.map(Json).map_err(Problem::missing)
}

/// How a match went that is over.
pub(super) async fn review(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<BoardReview>, Problem> {
    let person = server.signed_in(&headers)?;
    let id = match_id(&path?)?;
    server.limits.sayings.check_key(&person.id)?;
    let language = guard::reader(&headers);
    let user = person.id.user();
    let review = server.listener.review(id, &user, language).await;
    review.map(Json).map_err(Problem::unusable)
}

/// The picture of the board of a match as everybody may see it.
pub(super) async fn picture(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let board = public_board(&server, &headers, &path?).await?;
    Ok(([(header::CONTENT_TYPE, SVG)], board.position.svg).into_response())
}

/// How a variant begins, as `baroque.svg`, or for a dark page as `baroque.dark.svg`.
pub(super) async fn start(
    State(server): State<Server>,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let nothing = || Problem::missing(words::page_nothing());
    let path = path?;
    let name = path.strip_suffix(".svg").ok_or_else(nothing)?;
    let (name, theme) = match name.strip_suffix(".dark") {
        Some(name) => (name, Theme::DARK),
        None => (name, Theme::LIGHT),
    };
    let variant = name.parse::<Variant>().map_err(|_| nothing())?;
    let game = Game::new(&Setup::new(variant));
    let board = DiagramBoard::of(game.public_view().as_view());
    let scene = Scene::diagram(Diagram::new(board), PLATE_SIZE, theme, &Language::ENGLISH);
    let svg = in_memory(|out| server.renderer.svg(&scene, out));
    Ok(([(header::CONTENT_TYPE, SVG)], svg).into_response())
}

/// The page of a match, with what everybody may see of it for who reads it without scripts.
pub(super) async fn page(
    State(server): State<Server>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Html<String>, Problem> {
    let board = public_board(&server, &headers, &path?).await?;
    let language = guard::reader(&headers);
    Ok(Html(page::of_match(&board, language)))
}

async fn public_board(
    server: &Server,
    headers: &HeaderMap,
    id: &str,
) -> Result<LiveBoard, Problem> {
    let id = match_id(id)?;
    server.limits.boards.check()?;
    let query = BoardWish::default().query(id, server, &HeaderMap::new())?;
    let query = BoardQuery {
        language: guard::reader(headers),
        ..query
    };
    server.listener.board(query).await.map_err(Problem::missing)
}

fn match_id(written: &str) -> Result<MatchId, Problem> {
    let unknown = |_| Problem::missing(words::page_nothing());
    written.parse().map_err(unknown)
}

/// Shows a page the board of a match for as long as it watches.
pub(super) async fn watch(
    State(server): State<Server>,
    Extension(seat): Extension<Arc<Seat>>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let id = match_id(&path?)?;
    Ok(upgrade
        .max_message_size(MAX_BODY)
        .on_upgrade(async move |mut socket| {
            let mut closing: Closing = server.closing.clone();
            let watching = Watching {
                id,
                server: &server,
                headers: &headers,
                seat: &seat,
            };
            let end = tokio::select! {
                end = watching.show_all(&mut socket) => end,
                () = seat.evicted() => End::Overloaded,
                () = closing.wait() => End::Restarting,
            };
            say_farewell(&mut socket, end).await;
        }))
}

/// A page that watches a match.
struct Watching<'a> {
    id: MatchId,
    server: &'a Server,
    headers: &'a HeaderMap,
    seat: &'a Arc<Seat>,
}

impl Watching<'_> {
    async fn show_all(&self, socket: &mut WebSocket) -> End {
        let hello = tokio::time::timeout(HELLO_TIME, socket.recv()).await;
        let Ok(Some(Ok(Message::Text(mut hello)))) = hello else {
            return End::HungUp;
        };
        let _in_use = self.seat.occupy();
        // Before the board is looked at: what changes meanwhile is not missed.
        let mut changes = self.server.listener.changes();
        let _watch = self.server.listener.watch(self.id).await;
        let ping = self.server.patience.ping;
        let mut pings = tokio::time::interval_at(Instant::now() + ping, ping);
        let mut heard = Instant::now();
        loop {
            let Ok(wish) = serde_json::from_str::<BoardWish>(&hello) else {
                return End::Trouble;
            };
            let query = match wish.query(self.id, self.server, self.headers) {
                Ok(query) => query,
                Err(_) => return End::Trouble,
            };
            let language = query.language;
            let frame = match self.server.listener.board(query).await {
                Ok(board) => BoardFrame::Board(Box::new(board)),
                Err(why) => BoardFrame::Nothing(language.say(&why)),
            };
            if socket.send(Message::text(json(&frame))).await.is_err() {
                return End::HungUp;
            }
            loop {
                tokio::select! {
                    changed = changes.recv() => match changed {
                        Ok(Some(id)) if id != self.id => {}
                        Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => break,
                        Err(broadcast::error::RecvError::Closed) => return End::Restarting,
                    },
                    said = socket.recv() => {
                        heard = Instant::now();
                        match said {
                            // Another look at it.
                            Some(Ok(Message::Text(text))) => {
                                if self.server.limits.boards.check().is_err() {
                                    return End::Overloaded;
                                }
                                hello = text;
                                break;
                            }
                            Some(Ok(_)) => {}
                            Some(Err(_)) | None => return End::HungUp,
                        }
                    }
                    _ = pings.tick() => {
                        let is_gone = heard.elapsed() > 2 * ping;
                        if is_gone || socket.send(Message::Ping(Bytes::new())).await.is_err() {
                            return End::HungUp;
                        }
                    }
                }
            }
        }
    }
}
