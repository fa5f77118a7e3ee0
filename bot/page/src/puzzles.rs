//! The pages of puzzles: a page for each, with its board. `study.js` makes the board live.

use std::fmt::Write as _;

use axum::{
    Extension,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, header},
    response::{Html, IntoResponse, Response},
};
use html_escape::encode_double_quoted_attribute as escape;
use rules::Variant;

use super::{
    connections::Client,
    guard,
    page::{PageTopic, page},
    pieces,
    problem::Problem,
    state::{Caller, PLATE_SIZE, Server},
};
use api::{StudyBoard, StudyQuery};
use text::{Language, arg};

/// Serves the first puzzle of a variant.
pub(super) async fn first(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Html<String>, Problem> {
    let Path(variant) = path?;
    let puzzle = PuzzlePage::find(&variant, "1")?;
    puzzle.html(&server, &client, &headers).await
}

/// Serves a puzzle by its number, or its picture: `12.svg`, or `12.dark.svg` for a dark page.
pub(super) async fn numbered(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Result<Response, Problem> {
    let Path((variant, name)) = path?;
    let Some(name) = name.strip_suffix(".svg") else {
        let puzzle = PuzzlePage::find(&variant, &name)?;
        return Ok(puzzle
            .html(&server, &client, &headers)
            .await?
            .into_response());
    };
    let (number, is_dark) = match name.strip_suffix(".dark") {
        Some(number) => (number, true),
        None => (name, false),
    };
    let puzzle = PuzzlePage::find(&variant, number)?;
    let board = puzzle.board(&server, &client, &headers, is_dark).await?;
    let svg = pieces::with_drawings(&board.position.svg);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// A puzzle of a variant.
struct PuzzlePage {
    variant: Variant,
    /// Its number, from 1.
    number: usize,
}

impl PuzzlePage {
    fn find(variant: &str, number: &str) -> Result<PuzzlePage, Problem> {
        Ok(PuzzlePage {
            variant: variant.parse().map_err(|_| Problem::nothing())?,
            number: number.parse().map_err(|_| Problem::nothing())?,
        })
    }

    /// Returns the path of the puzzle with this number.
    fn path(&self, number: usize) -> String {
        format!("/puzzles/{}/{number}", self.variant)
    }

    /// Returns the board of the puzzle.
    async fn board(
        &self,
        server: &Server,
        client: &Client,
        headers: &HeaderMap,
        is_dark: bool,
    ) -> Result<StudyBoard, Problem> {
        server
            .limits
            .studies
            .check(Caller::Stranger(client.address))?;
        let query = StudyQuery {
            place: format!("puzzle:{}:{}", self.variant, self.number),
            played: Vec::new(),
            step: None,
            chance: 0,
            viewer: None,
            is_dark,
            language: guard::reader(headers),
        };
        let board = server.listener.study(query).await;
        board.map_err(Problem::missing)
    }

    async fn html(
        &self,
        server: &Server,
        client: &Client,
        headers: &HeaderMap,
    ) -> Result<Html<String>, Problem> {
        let language = guard::reader(headers);
        let board = self.board(server, client, headers, false).await?;
        let (variant, path) = (self.variant, self.path(self.number));
        let title = text::page_puzzle(arg::number(self.number), arg::variant(text::title(variant)));
        let title = language.localize(&title);
        let mut body = format!(
            "<main class=\"puzzle\">\n<h1>{}</h1>\n<figure data-study=\"puzzle:{variant}:{}\" data-open>\n\
             <p class=\"told\" role=\"status\">{}</p>\n<a class=\"plate\" href=\"{path}\"><picture>\
             <source srcset=\"{path}.dark.svg\" media=\"(prefers-color-scheme: dark)\">\
             <img src=\"{path}.svg\" alt=\"{}\" width=\"{}\"></picture></a>\n</figure>\n",
            escape(&title),
            self.number,
            escape(board.text.as_deref().unwrap_or_default()),
            escape(&board.position.alt),
            PLATE_SIZE.width(),
        );
        body.push_str(&self.turn(board.next.is_some(), language));
        body.push_str("</main>\n");
        Ok(page(&title, PageTopic::Variant(variant), &body, language))
    }

    /// Builds the links to the puzzle before and the one after this one.
    fn turn(&self, has_next: bool, language: Language) -> String {
        let before =
            (self.number > 1).then(|| ("prev", self.number - 1, text::page_puzzle_before()));
        let next = has_next.then(|| ("next", self.number + 1, text::page_puzzle_after()));
        let mut turn = format!(
            "<nav class=\"turn\" aria-label=\"{}\">\n",
            escape(&language.localize(&text::page_rules_pages()))
        );
        for (rel, number, label) in [before, next].into_iter().flatten() {
            let _ = writeln!(
                turn,
                "<a class=\"button\" rel=\"{rel}\" href=\"{}\">{}</a>",
                self.path(number),
                escape(&language.localize(&label))
            );
        }
        turn + "</nav>\n"
    }
}
