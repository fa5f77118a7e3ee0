//! The analysis board: any position, both sides' moves, and lines of the engine.

use std::collections::BTreeMap;

use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
    http::HeaderMap,
    response::Html,
};
use render::Sprite;
use rules::{Color, Glyph, Square};
use serde::Deserialize;

use super::{connections::Client, guard, page, problem::Problem, state::Server};
use api::{AnalysisBoard, AnalysisQuery, EditedBoard, EngineLine, UserId};

/// Serves the page. Its script reads the position from the address.
pub(super) async fn page(State(server): State<Server>, headers: HeaderMap) -> Html<String> {
    Html(page::analysis(server.screen_reader(&headers)))
}

/// A request for a position after some moves.
#[derive(Deserialize)]
pub(super) struct AnalysisWish {
    setup: String,
    moves: String,
    #[serde(rename = "try")]
    attempt: Option<String>,
    edited: Option<EditedWish>,
    chance: Option<u64>,
    bottom: Option<String>,
    #[serde(default)]
    dark: bool,
}

/// A board that a reader edits.
#[derive(Deserialize)]
struct EditedWish {
    /// The names of the drawings on the squares: `white-king`.
    pieces: BTreeMap<String, String>,
    turn: String,
}

impl EditedWish {
    /// Returns the board, without squares and drawings that do not exist.
    fn board(&self) -> EditedBoard {
        let mut cells = [None; 64];
        for (square, drawing) in &self.pieces {
            let mut glyphs = Glyph::ALL.into_iter();
            let is_drawn = |glyph: &Glyph| Sprite::Glyph(*glyph).to_string() == *drawing;
            if let Ok(square) = square.parse::<Square>() {
                cells[square.index()] = glyphs.find(is_drawn);
            }
        }
        EditedBoard {
            cells,
            turn: self.turn.parse().unwrap_or(Color::White),
        }
    }
}

impl AnalysisWish {
    fn query(self, viewer: Option<UserId>, headers: &HeaderMap) -> AnalysisQuery {
        let bottom = self.bottom.as_deref();
        let bottom = bottom.and_then(|side| side.parse::<Color>().ok());
        AnalysisQuery {
            setup: self.setup,
            moves: self.moves,
            attempt: self.attempt,
            edited: self.edited.as_ref().map(EditedWish::board),
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
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    wish: Result<Json<AnalysisWish>, JsonRejection>,
) -> Result<Json<AnalysisBoard>, Problem> {
    let Json(wish) = wish?;
    let sender = server.sender(guard::secret(&headers), &client)?;
    server.limits.studies.check(sender.caller)?;
    let board = server
        .listener
        .analysis(wish.query(sender.user, &headers))
        .await;
    board.map(Json).map_err(Problem::unusable)
}

/// Serves the best line in a position. It takes the time of the engine, so the server has to know who asks.
pub(super) async fn engine_line(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    wish: Result<Json<AnalysisWish>, JsonRejection>,
) -> Result<Json<EngineLine>, Problem> {
    let person = server.signed_in(&headers, &client)?;
    let Json(wish) = wish?;
    server.limits.engine_lines.check(&person.id)?;
    let user = person.speaker.id;
    let query = wish.query(Some(user.clone()), &headers);
    let line = server.listener.engine_line(query, &user).await;
    line.map(Json).map_err(Problem::unusable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_board_has_the_drawn_pieces_on_its_squares() {
        let wish = r#"{"pieces":{"e1":"white-king","a8":"banana","b8":"frozen","j9":"egg"},"turn":"black"}"#;
        let wish: EditedWish = serde_json::from_str(wish).expect("a wish");
        let board = wish.board();
        let at = |square: &str| board.cells[square.parse::<Square>().expect("a square").index()];
        assert_eq!(at("e1"), Some(Glyph::King(Color::White)));
        assert_eq!(at("a8"), Some(Glyph::Banana));
        assert_eq!((at("b8"), board.turn), (None, Color::Black));
        assert_eq!(board.cells.iter().flatten().count(), 2);
    }
}
