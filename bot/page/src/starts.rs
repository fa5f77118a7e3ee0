//! The pictures of the first screen: a lively position of each variant, drawn once for light pages and once for dark ones.

use std::sync::{LazyLock, OnceLock};

use axum::{
    body::Bytes,
    extract::{Path, rejection::PathRejection},
    http::header,
    response::{IntoResponse, Response},
};
use render::{Diagram, DiagramBoard, Renderer, Scene, Theme, in_memory};
use rules::{Game, Variant};

use super::{lively::lively, problem::Problem, state::PLATE_SIZE};
use text::Language;

/// A position, with its pictures once they are drawn.
struct StartPicture {
    variant: Variant,
    light: OnceLock<Bytes>,
    dark: OnceLock<Bytes>,
}

/// The pictures of all variants.
static PICTURES: LazyLock<[StartPicture; Variant::ALL.len()]> = LazyLock::new(|| {
    Variant::ALL.map(|variant| StartPicture {
        variant,
        light: OnceLock::new(),
        dark: OnceLock::new(),
    })
});

/// Serves a lively position of a variant, as `baroque.svg`, or for a dark page as `baroque.dark.svg`.
pub(super) async fn start(path: Result<Path<String>, PathRejection>) -> Result<Response, Problem> {
    let svg = find(&path?)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

fn find(name: &str) -> Result<Bytes, Problem> {
    let name = name.strip_suffix(".svg").ok_or_else(Problem::nothing)?;
    let (name, is_dark) = match name.strip_suffix(".dark") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let variant: Variant = name.parse().map_err(|_| Problem::nothing())?;
    let mut pictures = PICTURES.iter();
    let picture = pictures.find(|picture| picture.variant == variant);
    let picture = picture.ok_or_else(Problem::nothing)?;
    let (drawn, theme) = if is_dark {
        (&picture.dark, Theme::DARK)
    } else {
        (&picture.light, Theme::LIGHT)
    };
    if let Some(svg) = drawn.get() {
        return Ok(svg.clone());
    }
    let svg = draw(variant, theme)?;
    Ok(drawn.get_or_init(|| svg).clone())
}

fn draw(variant: Variant, theme: Theme) -> Result<Bytes, Problem> {
    let setup = lively(variant).map_err(|_| Problem::bug())?;
    let game = Game::new(&setup);
    let board = DiagramBoard::of(game.public_view().as_view());
    let (diagram, language) = (Diagram::new(board), Language::ENGLISH);
    let title = language.localize(&text::title(variant));
    let alt = text::diagram(&diagram, variant, language);
    let scene = Scene::diagram(diagram, PLATE_SIZE, theme, &language).with_words(title, alt);
    let svg = in_memory(|out| Renderer::default().svg(&scene, out));
    Ok(svg.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_drawn_once() {
        let first = find("baroque.svg").expect("a picture");
        let again = find("baroque.svg").expect("a picture");
        // Both share the bytes of one drawing.
        assert_eq!(first.as_ptr(), again.as_ptr());
        let dark = find("baroque.dark.svg").expect("a picture");
        assert_ne!(first, dark);
    }

    #[test]
    fn other_names_have_no_picture() {
        for name in ["baroque", "none.svg", "baroque.grey.svg", ".svg"] {
            assert!(find(name).is_err(), "{name}");
        }
    }
}
