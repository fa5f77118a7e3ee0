//! The handbook as pages. They need no JavaScript; with it, a touch turns each picture into a board.
//!
//! - `/rules` lists the variants, and `/rules/baroque` begins with one; `/rules/baroque/pieces` is a later page.
//! - `/rules/baroque/Q27` leads to a paragraph on its page.
//! - `/learn/baroque` is its guided first game, a step at a time.
//! - `/rules/baroque/Q27-0.png` is a picture of a paragraph, and `/rules/baroque/Q27-0` a page with that picture alone. Either
//!   shows the moves of a piece for its square, `?e4`, or a point of the picture, `?120,80`. So a click on a piece shows its
//!   moves. `/rules/baroque/Q27-0.dark.png` is the same picture for dark pages.

mod pages;
mod section;

use std::fmt::Write as _;

use axum::{
    Extension,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, header},
    response::{Html, IntoResponse, Response},
};
use html_escape::encode_double_quoted_attribute as escape;
use rules::{Color, Square, Variant};

use self::{
    pages::HandbookPages,
    section::{PagePlate, figures, nothing},
};
use super::{
    connections::Client,
    guard,
    page::{self, PageTopic, page},
    problem::Problem,
    state::{Caller, PLATE_SIZE, Server},
};
use handbook::{DiagramFrame, Handbook};
use text::{Language, arg};

/// Serves the list of variants.
pub(super) async fn contents(headers: HeaderMap) -> Html<String> {
    let language = guard::reader(&headers);
    let title = language.localize(&text::page_rules_title());
    let mut body = format!(
        "<main>\n<h1>{}</h1>\n<p>{}</p>\n<div class=\"variants\">\n",
        escape(&title),
        escape(&language.localize(&text::page_rules_intro()))
    );
    for variant in Variant::ALL {
        let overview = &Handbook::in_language(variant, language).sections()[0];
        let first = overview.text.split("\n\n").next().unwrap_or_default();
        let title = language.localize(&text::title(variant));
        let _ = write!(
            body,
            "<section><h2><a href=\"/rules/{variant}\">{title}</a></h2>\n<p>{}</p>\n",
            escape(first)
        );
        body.push_str(&figures(variant, overview, language));
        body.push_str("</section>\n");
    }
    body.push_str("</div>\n</main>\n");
    page(&title, PageTopic::Handbook, &body, language)
}

/// Serves the first page of the handbook of a variant.
pub(super) async fn variant(
    headers: HeaderMap,
    Path(variant): Path<String>,
) -> Result<Html<String>, Problem> {
    let language = guard::reader(&headers);
    let handbook = find(&variant, language)?;
    Ok(HandbookPages::of(handbook).page(0, language))
}

/// Serves the guided first game of a variant, step by step.
pub(super) async fn learn(
    State(server): State<Server>,
    headers: HeaderMap,
    Path(variant): Path<String>,
) -> Result<Html<String>, Problem> {
    let language = guard::reader(&headers);
    let handbook = find(&variant, language)?;
    let variant = handbook.variant();
    let steps = handbook.first_game();
    let first = *steps.first().ok_or_else(nothing)?;
    let chapter = handbook.sections()[first].parent.ok_or_else(nothing)?;
    let mut body = handbook.sections()[chapter].html.clone();
    for (number, step) in steps.iter().enumerate() {
        let section = &handbook.sections()[*step];
        let count = text::page_learn_step(arg::count(steps.len()), arg::number(number + 1));
        let _ = write!(
            body,
            "<section id=\"{}\">\n<p class=\"count\">{}</p>\n<h2>{}</h2>\n{}{}</section>\n",
            section.id,
            escape(&language.localize(&count)),
            escape(&section.title),
            section.html,
            figures(variant, section, language)
        );
    }
    // The targets of the links are in the handbook.
    let body = body.replace("href=\"#", &format!("href=\"/rules/{variant}/"));
    let title = text::about(
        arg::name(variant),
        arg::summary(handbook.sections()[chapter].title.as_str()),
    );
    Ok(Html(page::learn(
        variant,
        &language.localize(&title),
        body,
        server.screen_reader(&headers),
    )))
}

/// Serves a page of the handbook, a picture of a section, or the page for that picture.
pub(super) async fn part(
    State(server): State<Server>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    Path((variant, name)): Path<(String, String)>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let language = guard::reader(&headers);
    let handbook = find(&variant, language)?;
    let (diagrams, plain) = match name.strip_suffix(".png") {
        None => (None, &*name),
        Some(name) => match name.strip_suffix(".dark") {
            Some(name) => (Some(&server.dark_diagrams), name),
            None => (Some(&server.diagrams), name),
        },
    };
    let Some(plate) = PagePlate::find(handbook, plain) else {
        return HandbookPages::of(handbook).named(&name, language);
    };
    let piece = query
        .as_deref()
        .and_then(|query| piece_at(query, plate.bottom()));
    let frame = plate
        .diagram
        .frame_for(plate.frame, piece)
        .ok_or_else(nothing)?;
    let Some(diagrams) = diagrams.cloned() else {
        return Ok(alone(&plate, &frame, piece, language).into_response());
    };
    let is_cached = plate.at_a_glance() && piece.is_none();
    if !is_cached {
        let caller = Caller::Stranger(client.address);
        server.limits.plates.check(caller)?;
    }
    let drawn = tokio::task::spawn_blocking(move || {
        if is_cached {
            let png = diagrams.picture(&server.renderer, plate.diagram, 0, language);
            png.map(|png| png.to_vec())
        } else {
            Some(diagrams.view(&server.renderer, &frame, plate.bottom(), language))
        }
    });
    let png = drawn.await.map_err(|_| Problem::bug())?;
    let png = png.ok_or_else(nothing)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
}

fn find(variant: &str, language: Language) -> Result<&'static Handbook, Problem> {
    variant
        .parse::<Variant>()
        .map(|variant| Handbook::in_language(variant, language))
        .map_err(|_| nothing())
}

/// Builds a page with one picture.
fn alone(
    plate: &PagePlate,
    frame: &DiagramFrame,
    piece: Option<Square>,
    language: Language,
) -> Html<String> {
    let variant = plate.variant;
    let section = plate.section;
    let query = piece.map_or_else(String::new, |piece| format!("?{piece}"));
    let title = format!(
        "{}: {}",
        language.localize(&text::title(variant)),
        section.title
    );
    let mut body = format!(
        "<main>\n<p><a href=\"/rules/{variant}/{}\">{}</a></p>\n<h1>{}</h1>\n<figure>{}\n<figcaption>{}</figcaption></figure>\n",
        section.id,
        escape(&language.localize(&text::page_rules_back(&section.title))),
        escape(&title),
        plate.image(frame, &query, language),
        escape(&plate.diagram.caption),
    );
    if let Some(turn) = &frame.shown.as_view().turn {
        let _ = writeln!(body, "<p>{}. {}</p>", turn.number, escape(&turn.caption));
    }
    if let Some(piece) = frame.chosen {
        let targets: Vec<_> = frame.targets.iter().map(ToString::to_string).collect();
        let text = text::page_rules_from(arg::square(piece), arg::squares(targets.join(", ")));
        let _ = writeln!(body, "<p>{}</p>", escape(&language.localize(&text)));
    }
    body.push_str("<p>");
    let mut plates: Vec<_> = PagePlate::all(variant, section).collect();
    let next = (plate.number + 1 < plates.len()).then(|| plates.remove(plate.number + 1));
    let before = plate
        .number
        .checked_sub(1)
        .map(|number| plates.remove(number));
    for (other, label) in [
        (before, text::button_picture_back()),
        (next, text::button_picture_next()),
    ] {
        if let Some(other) = other {
            let _ = write!(
                body,
                "<a class=\"step\" href=\"{}\">{}</a> ",
                other.path(),
                escape(&language.localize(&label))
            );
        }
    }
    body.push_str("</p>\n");
    let pieces = plate.diagram.pieces(plate.frame);
    if !pieces.is_empty() {
        let _ = write!(
            body,
            "<p>{}",
            escape(&language.localize(&text::page_rules_show()))
        );
        for piece in pieces {
            let name = frame.shown.as_view().glyph(piece);
            let name = name.map_or_else(String::new, |glyph| {
                language.localize(&text::name(glyph, variant))
            });
            let _ = write!(
                body,
                " <a href=\"{}?{piece}\">{name} {piece}</a>",
                plate.path()
            );
        }
        body.push_str("</p>\n");
    }
    body.push_str("</main>\n");
    page(&title, PageTopic::Variant(variant), &body, language)
}

/// Returns the piece of a request for moves: by a square, or by a point of the picture.
fn piece_at(query: &str, bottom: Color) -> Option<Square> {
    match query.split_once(',') {
        None => query.parse().ok(),
        Some((x, y)) => render::square_at(PLATE_SIZE, bottom, x.parse().ok()?, y.parse().ok()?),
    }
}
