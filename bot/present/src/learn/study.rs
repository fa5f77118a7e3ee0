//! Positions of the handbook on a board.

use engine::puzzle::Puzzle;
use render::Hints;
use rules::{Color, Square};

use super::puzzle::{line, task};
use crate::{
    play::live_board::{ShownPosition, caption, position},
    studio::Presenter,
};
use api::{StudyBoard, StudyQuery, StudyStep, analysis_path};
use handbook::nobody;
use service::{PieceMoves, Study};
use text::Text;

/// Renders the task of a puzzle, or its solution after a step.
fn puzzle_text(puzzle: &Puzzle, side: Color, step: Option<&StudyStep>) -> Text {
    let all = || line(puzzle, &puzzle.line, side);
    match step {
        None => Text::lines(task(puzzle, side)),
        Some(StudyStep::Show) => text::puzzle_solution(all()),
        Some(StudyStep::Try(_)) => {
            let right = text::puzzle_right(line(puzzle, &puzzle.line[..1], side));
            let on = (puzzle.n_turns > 1).then(|| text::puzzle_goes_on(all()));
            Text::lines([right].into_iter().chain(on))
        }
    }
}

/// Renders a position of the handbook after the moves of the reader.
pub fn study_board(presenter: &Presenter<'_>, query: &StudyQuery, study: Study) -> StudyBoard {
    let language = presenter.language;
    let names = nobody();
    let is_played = query.step.is_some() && !study.played.is_empty();
    let text = match study.remark {
        Some(remark) => Some(remark),
        None => match study.puzzle {
            Some((puzzle, side)) => Some(puzzle_text(puzzle, side, query.step.as_ref())),
            None => is_played.then(|| caption(&study.view, &names, language)),
        },
    };
    let shown = ShownPosition {
        view: &study.view,
        names: &names,
        seat: study.seat,
        ways: &study.ways,
        pieces: &study.pieces,
        hints: Hints::default(),
        is_framed: true,
    };
    let none = PieceMoves::default();
    let own = study.own.as_ref().map(|view| ShownPosition {
        view,
        names: &names,
        seat: study.seat,
        ways: &[],
        pieces: &none,
        hints: Hints::default(),
        is_framed: true,
    });
    let (chosen, targets) = study.pointed;
    let squares = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
    StudyBoard {
        position: position(presenter, &shown, study.bottom, query.is_dark),
        own: own.map(|own| position(presenter, &own, study.bottom, query.is_dark)),
        analysis: analysis_path(study.setup, &study.played, study.played.len()),
        played: study.played.iter().map(ToString::to_string).collect(),
        text: text.map(|text| language.localize(&text)),
        chosen: chosen.map(|square| square.to_string()),
        targets: squares(&targets),
        causes: squares(&study.causes),
        is_done: study.is_done,
        is_wrong: study.is_wrong,
        has_more: study.has_more,
        next: study.next,
    }
}
