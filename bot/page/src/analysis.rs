//! The analysis board: any position, both sides' moves, and lines of the engine.

use std::sync::Arc;

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::HeaderMap,
    response::Html,
};
use rules::Color;
use serde::Deserialize;

use super::{connections::Seat, guard, page, problem::Problem, state::Server};
use api::{AnalysisBoard, AnalysisQuery, EngineLine, UserId};

/// Serves the page. Its script reads the position from the address.
pub(super) async fn page(headers: HeaderMap) -> Html<String> {
    Html(page::analysis(guard::reader(&headers)))
}

/// A request for a position after some moves.
#[derive(Deserialize)]
pub(super) struct AnalysisWish {
    setup: String,
    moves: String,
    #[serde(rename = "try")]
    attempt: Option<String>,
    chance: Option<u64>,
    bottom: Option<String>,
    #[serde(default)]
    dark: bool,
}

impl AnalysisWish {
    fn query(self, viewer: Option<UserId>, headers: &HeaderMap) -> AnalysisQuery {
        let bottom = self.bottom.as_deref();
        let bottom = bottom.and_then(|side| side.parse::<Color>().ok());
        AnalysisQuery {
            setup: self.setup,
            moves: self.moves,
            attempt: self.attempt,
            chance: self.chance,
            viewer,
            bottom: bottom.unwrap_or(Color::White),
            is_dark: self.dark,
            language: guard::reader(headers),
        }
    }
}

/// Serves a position after the tried move, if there is one.
pub(super) async fn board(
    State(server): State<Server>,
    Extension(seat): Extension<Arc<Seat>>,
    headers: HeaderMap,
    wish: Result<Json<AnalysisWish>, JsonRejection>,
) -> Result<Json<AnalysisBoard>, Problem> {
    let Json(wish) = wish?;
    let caller = server.caller(guard::bearer(&headers), &seat)?;
    server.limits.studies.check(caller)?;
    let board = server
        .listener
        .analysis(wish.query(caller.user(), &headers))
        .await;
    board.map(Json).map_err(Problem::unusable)
}

/// Serves the best line in a position. It takes the time of the engine, so the server has to know who asks.
pub(super) async fn engine_line(
    State(server): State<Server>,
    Extension(seat): Extension<Arc<Seat>>,
    headers: HeaderMap,
    wish: Result<Json<AnalysisWish>, JsonRejection>,
) -> Result<Json<EngineLine>, Problem> {
    let person = server.signed_in(&headers, &seat)?;
    let Json(wish) = wish?;
    server.limits.engine_lines.check(&person.id)?;
    let query = wish.query(Some(person.id.user()), &headers);
    let line = server.listener.engine_line(query, &person.id.user()).await;
    line.map(Json).map_err(Problem::unusable)
}
