//! Positions of the handbook on a board.

use render::Hints;
use rules::Square;

use crate::{
    play::live_board::{ShownPosition, caption, position},
    studio::Presenter,
};
use api::{StudyBoard, StudyQuery};
use handbook::nobody;
use service::Study;

/// Renders a position of the handbook after the moves of the reader.
pub fn study_board(presenter: &Presenter<'_>, query: &StudyQuery, study: Study) -> StudyBoard {
    let language = presenter.language;
    let names = nobody();
    let is_played = query.step.is_some() && !study.played.is_empty();
    let text = match study.remark {
        Some(remark) => Some(remark),
        None => is_played.then(|| caption(&study.view, &names, language)),
    };
    let shown = ShownPosition {
        view: &study.view,
        names: &names,
        seat: study.seat,
        ways: &study.ways,
        hints: Hints::default(),
    };
    let (chosen, targets) = study.pointed;
    let squares = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
    StudyBoard {
        position: position(presenter, &shown, study.bottom, query.is_dark),
        played: study.played.iter().map(ToString::to_string).collect(),
        text: text.map(|text| language.localize(&text)),
        chosen: chosen.map(|square| square.to_string()),
        targets: squares(&targets),
        causes: squares(&study.causes),
        is_done: study.is_done,
        has_more: study.has_more,
        next: study.next.map(str::to_owned),
    }
}
