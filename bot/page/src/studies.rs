//! Positions of the handbook on boards that can be touched.

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::HeaderMap,
};
use serde::Deserialize;

use super::{connections::Client, guard, problem::Problem, state::Server};
use api::{StudyBoard, StudyQuery, StudyStep};

/// A request for a position of the handbook, after some moves.
#[derive(Deserialize)]
pub(super) struct StudyWish {
    place: String,
    played: Vec<String>,
    step: Option<StudyStep>,
    chance: u64,
    dark: bool,
}

/// Serves a position of the handbook after the requested step.
pub(super) async fn study(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    wish: Result<Json<StudyWish>, JsonRejection>,
) -> Result<Json<StudyBoard>, Problem> {
    let Json(wish) = wish?;
    let sender = server.sender(guard::secret(&headers), &client)?;
    server.limits.studies.check(sender.caller)?;
    let query = StudyQuery {
        place: wish.place,
        played: wish.played,
        step: wish.step,
        chance: wish.chance,
        viewer: sender.user,
        is_dark: wish.dark,
        language: guard::reader(&headers),
    };
    let board = server.listener.study(query).await;
    board.map(Json).map_err(Problem::missing)
}
