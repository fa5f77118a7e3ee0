//! The sets of pieces that a reader can choose. `pieces.js` puts one of them into the document.

use std::sync::LazyLock;

use axum::{
    extract::{Path, rejection::PathRejection},
    http::header,
    response::{IntoResponse, Response},
};
use render::{Inks, PieceSet, PieceStyle};

use super::problem::Problem;

/// All sets, in the order of [`PieceStyle::ALL`].
static SETS: LazyLock<[PieceSet; 3]> = LazyLock::new(|| PieceStyle::ALL.map(PieceSet::in_style));

/// Serves the drawings of a set: `letters.svg`, or in the inks of a theme `letters.stark.svg` or `letters.grey.svg`.
pub(super) async fn sheet(path: Result<Path<String>, PathRejection>) -> Result<Response, Problem> {
    let name = path?;
    let svg = find(&name).ok_or_else(Problem::nothing)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// Puts the standard drawings into the picture of a board, so that it can be shown outside of the page.
pub(super) fn with_drawings(picture: &str) -> String {
    SETS[0].complete(picture)
}

fn find(name: &str) -> Option<String> {
    let name = name.strip_suffix(".svg")?;
    let (name, of) = match name.split_once('.') {
        None => (name, None),
        Some((name, inks)) => (name, Some(inks)),
    };
    let inks = Inks::ALL.into_iter().find(|inks| inks.name() == of)?;
    let (_, set) = PieceStyle::ALL
        .into_iter()
        .zip(&*SETS)
        .find(|(style, _)| style.name() == name)?;
    Some(set.svg(inks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_drawings_in_all_inks() {
        for style in PieceStyle::ALL {
            for inks in ["", ".stark", ".grey"] {
                let svg = find(&format!("{}{inks}.svg", style.name())).expect("a set");
                assert!(svg.contains("id=\"drawing-white-king\""), "{svg}");
            }
        }
        for unknown in ["letters", "letters.pink.svg", "none.svg"] {
            assert_eq!(find(unknown), None);
        }
    }
}
