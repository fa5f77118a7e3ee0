//! Live boards: a page requests a board, or watches the current one over a separate connection. It misses no change
//! there, because each frame contains the whole board.

use std::{mem, sync::Arc, time::Duration};

use axum::{
    Extension, Json,
    body::Bytes,
    extract::{
        Path, State, WebSocketUpgrade,
        rejection::{JsonRejection, PathRejection},
        ws::{Message, Utf8Bytes, WebSocket},
    },
    http::{HeaderMap, header},
    response::{Html, IntoResponse, Response},
};
use rules::Color;
use serde::Deserialize;
use tokio::time::Instant;

use super::{
    closing::Closing,
    connections::{Client, LineInUse},
    followed::next_change,
    guard,
    lag::LagMeter,
    live::{End, say_farewell},
    page,
    problem::Problem,
    state::{Caller, LINE_BUFFER, MAX_BODY, Sender, Server},
    stored::json,
};
use api::{
    BoardFrame, BoardQuery, BoardReview, DrawnBoard, Format, ListedGame, MatchId, NoBoard,
    PublicGame, Recipe,
};

/// The time in which a page has to send its first frame.
const HELLO_TIME: Duration = Duration::from_secs(10);

/// The appearance of the requested board, with its reader's point of view and its number of inputs.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct BoardWish {
    /// The secret of the viewer, if no header has it.
    secret: Option<String>,
    n_inputs: Option<usize>,
    eyes: Option<String>,
    bottom: Option<String>,
    dark: bool,
    /// True if a screen in a frame asks. The person that a cookie names does not count there.
    framed: bool,
}

impl BoardWish {
    /// Returns the secret of the sender.
    fn secret<'a>(&'a self, headers: &'a HeaderMap) -> Option<&'a str> {
        let sent = || {
            if self.framed {
                guard::bearer(headers)
            } else {
                guard::secret(headers)
            }
        };
        self.secret.as_deref().or_else(sent)
    }

    /// Returns the sender.
    fn sender(
        &self,
        server: &Server,
        headers: &HeaderMap,
        client: &Client,
    ) -> Result<Sender, Problem> {
        server.sender(self.secret(headers), client)
    }

    fn query(
        &self,
        id: MatchId,
        sender: &Sender,
        server: &Server,
        headers: &HeaderMap,
    ) -> BoardQuery {
        let bottom = self.bottom.as_deref();
        BoardQuery {
            id,
            n_inputs: self.n_inputs,
            viewer: sender.user.clone(),
            reach: server.host.reach(),
            eyes: self.eyes.clone(),
            bottom: bottom.and_then(|side| side.parse::<Color>().ok()),
            is_dark: self.dark,
            language: guard::reader(headers),
        }
    }
}

/// The frame of a board, shared without a copy.
struct SharedFrame(Arc<DrawnBoard>);

impl AsRef<[u8]> for SharedFrame {
    fn as_ref(&self) -> &[u8] {
        self.0.frame.as_bytes()
    }
}

/// Serves the board of a match.
pub(super) async fn board(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    wish: Result<Json<BoardWish>, JsonRejection>,
) -> Result<Response, Problem> {
    let id = match_id(&path?)?;
    let Json(wish) = wish?;
    let sender = wish.sender(&server, &headers, &client)?;
    server.limits.boards.check(sender.caller)?;
    let query = wish.query(id, &sender, &server, &headers);
    let board = server
        .find_match(sender.caller, server.listener.board(query))
        .await?;
    Ok(Json(&board.board).into_response())
}

/// Serves the list of the matches and challenges of the sender that are not over.
pub(super) async fn games(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Json<Vec<ListedGame>>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    server.limits.games.check(&person.id)?;
    let user = person.speaker.id;
    let games = server.listener.games(&user, guard::reader(&headers)).await;
    games.map(Json).map_err(Problem::unusable)
}

/// Serves the list of the matches that everybody may find, the same for all.
pub(super) async fn playing(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Json<Vec<PublicGame>>, Problem> {
    let caller = Caller::Stranger(client.address);
    server.limits.studies.check(caller)?;
    let games = server.listener.public_games(guard::reader(&headers)).await;
    games.map(Json).map_err(Problem::unusable)
}

/// Serves the review of a finished match.
pub(super) async fn review(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<BoardReview>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    let id = match_id(&path?)?;
    server.limits.sayings.check(&person.id)?;
    let language = guard::reader(&headers);
    let user = person.speaker.id;
    let reach = server.host.reach();
    let review = server.listener.review(id, &user, reach, language);
    let review = server
        .count_misses(Caller::Person(person.id), |_| true, review)
        .await?;
    review.map(Json).map_err(Problem::unusable)
}

/// Serves a finished match as an animation.
pub(super) async fn animation(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let id = match_id(&path?)?;
    let sender = server.sender(guard::secret(&headers), &client)?;
    server.limits.animations.check(sender.caller)?;
    let (viewer, language) = (sender.user, guard::reader(&headers));
    let reach = server.host.reach();
    let recipe = server
        .listener
        .animation(id, viewer.as_ref(), reach, language);
    let recipe = server.count_misses(sender.caller, |_| true, recipe).await?;
    let recipe = recipe.map_err(Problem::missing)?;
    drawn(&server, &recipe, Format::Gif).await
}

/// Draws a picture.
async fn drawn(server: &Server, recipe: &Recipe, format: Format) -> Result<Response, Problem> {
    let file = server.playground.draw(recipe).await?;
    let file = file.ok_or_else(|| Problem::missing(text::page_picture_gone()))?;
    let head = [(header::CONTENT_TYPE, format.media_type())];
    Ok((head, Bytes::from_owner(file)).into_response())
}

/// Serves the public picture of the board of a match.
pub(super) async fn picture(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let id = match_id(&path?)?;
    let caller = Caller::Stranger(client.address);
    server.limits.pictures.check(caller)?;
    let (reach, language) = (server.host.reach(), guard::reader(&headers));
    let recipe = server.listener.picture(id, reach, language);
    let recipe = server.find_match(caller, recipe).await?;
    drawn(&server, &recipe, Format::Png).await
}

/// Serves the page of a match, with its public content for readers without scripts. Without public content, the page requests
/// the view of its reader.
pub(super) async fn page(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let id = match_id(&path?)?;
    let reader = server.screen_reader(&headers);
    let board = public_board(&server, &headers, &client, id).await;
    Ok(match board {
        Ok(drawn) => Html(page::of_match(
            &drawn.board,
            server.host.access.public_url(),
            reader,
        ))
        .into_response(),
        Err(Problem { status, error }) => {
            let page = page::of_unseen_match(&reader.language.localize(&error), reader);
            (status, Html(page)).into_response()
        }
    })
}

async fn public_board(
    server: &Server,
    headers: &HeaderMap,
    client: &Client,
    id: MatchId,
) -> Result<Arc<DrawnBoard>, Problem> {
    let caller = Caller::Stranger(client.address);
    server.limits.boards.check(caller)?;
    let query = BoardQuery::of_stranger(id, server.host.reach(), guard::reader(headers));
    server
        .find_match(caller, server.listener.board(query))
        .await
}

fn match_id(written: &str) -> Result<MatchId, Problem> {
    written.parse().map_err(|_| Problem::nothing())
}

/// Sends the board of a match to a page for as long as it watches.
pub(super) async fn watch(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let id = match_id(&path?)?;
    Ok(upgrade
        .max_message_size(MAX_BODY)
        .read_buffer_size(LINE_BUFFER)
        .on_upgrade(async move |mut socket| {
            let mut closing: Closing = server.closing.clone();
            let watching = Watching {
                id,
                server: &server,
                headers: &headers,
                client: &client,
            };
            let end = tokio::select! {
                end = watching.show_all(&mut socket) => end,
                () = client.seat.evicted() => End::Overloaded,
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
    client: &'a Client,
}

impl Watching<'_> {
    async fn show_all(&self, socket: &mut WebSocket) -> End {
        let hello = tokio::time::timeout(HELLO_TIME, socket.recv()).await;
        let Ok(Some(Ok(Message::Text(hello)))) = hello else {
            return End::HungUp;
        };
        let wish = serde_json::from_str::<BoardWish>(&hello).unwrap_or_default();
        // Before the session is checked, so that its end is not missed.
        let session = self.server.watch_session(wish.secret(self.headers));
        let mut session = session.await;
        let mut look = match self.look(&hello) {
            Ok(look) => look,
            Err(end) => return end,
        };
        // Before the first board is drawn, so that no change is missed.
        let mut changes = self.server.listener.watch(self.id).await;
        let ping = self.server.patience.ping;
        let mut pings = tokio::time::interval_at(Instant::now() + ping, ping);
        let mut last_frame = Instant::now();
        let mut drawn = match self.show(&look, socket).await {
            Ok(drawn) => drawn,
            Err(end) => return end,
        };
        let mut lag = LagMeter::new(&self.server.lags);
        // A viewer counts as a live connection only once there is a board to show.
        let mut line = None;
        loop {
            if !self.take_line(&mut line, look.sender.caller) {
                return End::Overloaded;
            }
            // The first move in real time does not wait for the usual ping.
            let measures = drawn.board.clock.is_some() && !lag.has_pinged();
            if measures && self.ping(&mut lag, socket).await.is_err() {
                return End::HungUp;
            }
            loop {
                tokio::select! {
                    _ = next_change(&mut changes) => break,
                    _ = next_change(&mut session) => {
                        let sender = look.wish.sender(self.server, self.headers, self.client);
                        if sender.is_ok_and(|sender| sender.user == look.sender.user) {
                            continue;
                        }
                        break;
                    }
                    message = socket.recv() => {
                        last_frame = Instant::now();
                        match message {
                            Some(Ok(Message::Text(text))) => {
                                look = match self.look(&text) {
                                    Ok(look) => look,
                                    Err(end) => return end,
                                };
                                break;
                            }
                            Some(Ok(Message::Pong(_))) => lag.pong(look.sender.caller.person()),
                            Some(Ok(_)) => {}
                            Some(Err(_)) | None => return End::HungUp,
                        }
                    }
                    _ = pings.tick() => {
                        let is_gone = last_frame.elapsed() > 2 * ping;
                        if is_gone || self.ping(&mut lag, socket).await.is_err() {
                            return End::HungUp;
                        }
                    }
                }
            }
            // The person may be unknown by now.
            let sender = look.wish.sender(self.server, self.headers, self.client);
            look.sender = match sender {
                Ok(sender) => sender,
                Err(_) => return End::Trouble,
            };
            let next = match self.show(&look, socket).await {
                Ok(next) => next,
                Err(end) => return end,
            };
            // Dropped only now, so that other viewers of the same board need not have it drawn again.
            drop(mem::replace(&mut drawn, next));
        }
    }

    /// Parses the request of a viewer, and counts it.
    fn look(&self, text: &str) -> Result<BoardLook, End> {
        let wish: BoardWish = serde_json::from_str(text).map_err(|_| End::Trouble)?;
        let sender = wish.sender(self.server, self.headers, self.client);
        let sender = sender.map_err(|_| End::Trouble)?;
        let limits = &self.server.limits;
        let counted = limits.boards.check(sender.caller);
        let counted = counted.and_then(|()| limits.misses.check(sender.caller));
        counted.map_err(|_| End::Overloaded)?;
        Ok(BoardLook { wish, sender })
    }

    /// Sends the current board, or the reason why there is none.
    async fn show(&self, look: &BoardLook, socket: &mut WebSocket) -> Result<Arc<DrawnBoard>, End> {
        let query = look
            .wish
            .query(self.id, &look.sender, self.server, self.headers);
        let language = query.language;
        let board = self.server.listener.board(query).await;
        let is_miss = matches!(board, Err(NoBoard::Unknown));
        let caller = look.sender.caller;
        self.server.limits.misses.count(caller, is_miss);
        match board {
            Ok(drawn) => {
                if drawn.board.clock.is_some() {
                    // The board may have been drawn for another viewer before.
                    let now = BoardFrame::Now(self.server.listener.now().0);
                    self.send(socket, Message::text(json(&now))).await?;
                }
                let frame = Bytes::from_owner(SharedFrame(Arc::clone(&drawn)));
                let frame = Utf8Bytes::try_from(frame).map_err(|_| End::Trouble)?;
                self.send(socket, Message::Text(frame)).await?;
                Ok(drawn)
            }
            Err(why) => {
                let frame = BoardFrame::Nothing(language.localize(&why.text()));
                self.send(socket, Message::text(json(&frame))).await?;
                Err(match why {
                    NoBoard::Unknown => End::Unknown,
                    NoBoard::Later => End::Trouble,
                })
            }
        }
    }

    /// Makes the connection a live one of the caller; returns whether there is room for it.
    fn take_line(&self, line: &mut Option<LineInUse>, caller: Caller) -> bool {
        let owner = caller.line_owner();
        match line {
            Some(line) => line.pass_to(owner),
            None => {
                *line = self.client.seat.occupy_line(owner);
                line.is_some()
            }
        }
    }

    /// Pings the page, and measures how long its answer takes.
    async fn ping(&self, lag: &mut LagMeter<'_>, socket: &mut WebSocket) -> Result<(), End> {
        lag.ping();
        self.send(socket, Message::Ping(Bytes::new())).await
    }

    /// Sends a frame to a page that accepts it in time.
    async fn send(&self, socket: &mut WebSocket, frame: Message) -> Result<(), End> {
        let longest = 2 * self.server.patience.ping;
        match tokio::time::timeout(longest, socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::HungUp),
        }
    }
}

/// The request of a viewer, and its sender.
struct BoardLook {
    wish: BoardWish,
    sender: Sender,
}
