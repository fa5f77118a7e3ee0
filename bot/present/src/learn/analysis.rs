//! Positions on the analysis board, and the lines of the engine there.

use render::{Hints, Sprite};
use rules::{Color, GameInput, Glyph, Square, Variant};

use crate::{
    play::live_board::{ShownPosition, board_turn, position},
    record::history::{HistoryStep, in_short},
    studio::Presenter,
};
use api::{AnalysisBoard, AnalysisQuery, BoardPair, BoardPiece, EngineLine, analysis_moves};
use handbook::nobody;
use service::{Analysis, FoundLine};
use text::{Language, Text, arg};

/// Renders a position on the analysis board.
pub fn analysis_board(
    presenter: &Presenter<'_>,
    query: &AnalysisQuery,
    analysis: &Analysis,
) -> AnalysisBoard {
    let language = presenter.language;
    let (view, names) = (&analysis.view, nobody());
    let shown = ShownPosition {
        view,
        names: &names,
        seat: analysis.seat,
        ways: &analysis.ways,
        pieces: &analysis.pieces,
        hints: Hints::default(),
        is_framed: false,
    };
    let is_outcome = |input: &&GameInput| matches!(input, GameInput::Outcome(_));
    let start = analysis.played.iter().take_while(is_outcome);
    let turns = analysis.turns.iter();
    AnalysisBoard {
        position: position(presenter, &shown, query.bottom, query.is_dark),
        setup: analysis.setup.to_string(),
        variant: analysis.setup.variant().name(),
        notation: view.position.clone(),
        pieces: pieces(view.variant, language),
        moves: analysis_moves(&analysis.played),
        n_start: start.count(),
        turns: turns
            .map(|(turn, n_inputs)| board_turn(turn, *n_inputs, language))
            .collect(),
        names: BoardPair {
            white: language.localize(&text::page_new_white()),
            black: language.localize(&text::page_new_black()),
        },
        status: language.localize(&text::sentence(text::status(view, &names))),
        legend: text::picture_signs(view).map(|signs| language.localize(&signs)),
        text: analysis.remark.as_ref().map(|text| language.localize(text)),
        causes: analysis.causes.iter().map(Square::to_string).collect(),
    }
}

/// Renders the pieces and objects of a variant: those of White, those of Black, and those without an owner.
fn pieces(variant: Variant, language: Language) -> Vec<Vec<BoardPiece>> {
    let piece = |glyph| BoardPiece {
        drawing: Sprite::Glyph(glyph).to_string(),
        label: language.localize(&label(glyph, variant)),
    };
    let owners = [Some(Color::White), Some(Color::Black), None];
    let row = |owner| {
        let glyphs = Glyph::ALL.into_iter();
        let glyphs = glyphs.filter(|glyph| variant.has_glyph(*glyph) && glyph.color() == owner);
        glyphs.map(piece).collect()
    };
    owners.into_iter().map(row).collect()
}

/// Returns the name of a piece with its side, or of an object.
fn label(glyph: Glyph, variant: Variant) -> Text {
    let name = text::name(glyph, variant);
    match glyph.color() {
        Some(color) => text::analysis_piece(arg::color(color), arg::piece(name)),
        None => name,
    }
}

/// Renders the best line that the engine found.
pub fn engine_line(found: FoundLine, language: Language) -> EngineLine {
    let score = score(&found);
    let steps = found
        .turns
        .into_iter()
        .map(|turn| HistoryStep::Turn(turn, 0));
    let steps: Vec<_> = steps.collect();
    EngineLine {
        score: language.localize(&score),
        line: in_short(&steps, language).join(" "),
        best: found.best,
    }
}

fn score(found: &FoundLine) -> Text {
    if let Some((side, n_moves)) = found.sure_win {
        return text::analysis_wins(arg::moves(n_moves), arg::side(side));
    }
    let white = (100.0 * found.white).round() as usize;
    text::page_board_score(arg::black(100 - white.min(100)), arg::white(white))
}

#[cfg(test)]
mod tests {
    use rules::Turn;

    use super::*;

    fn found(white: f64, sure_win: Option<(Color, usize)>) -> String {
        let turns = vec![Turn {
            color: Color::Black,
            number: 3,
            caption: "Nf6".to_owned(),
            facts: Vec::new(),
        }];
        let found = FoundLine {
            white,
            sure_win,
            turns,
            best: "g8f6".to_owned(),
        };
        let line = engine_line(found, Language::ENGLISH);
        format!("{} {} {}", line.score, line.line, line.best)
    }

    #[test]
    fn the_editor_has_the_pieces_of_both_sides_and_the_objects() {
        let names = |variant, row: usize| {
            let rows = pieces(variant, Language::ENGLISH);
            let names = rows[row].iter().map(|piece| piece.label.clone());
            names.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(
            names(Variant::Berolina, 1),
            "Black king, Black queen, Black rook, Black bishop, Black knight, Black pawn"
        );
        assert_eq!(names(Variant::Berolina, 2), "");
        assert_eq!(names(Variant::Chakart, 2), "mushroom, egg, banana, bomb");
        assert!(names(Variant::Bario, 0).contains("White undefined piece"));
        assert!(names(Variant::Baroque, 0).contains("White immobilizer"));
    }

    #[test]
    fn a_line_has_the_score_of_both_sides_or_the_forced_win() {
        assert_eq!(
            found(0.544, None),
            "Expected score: White 54 %, Black 46 % 3. … Nf6 g8f6"
        );
        assert_eq!(
            found(0.0, Some((Color::Black, 2))),
            "Black wins by force in at most 2 moves. 3. … Nf6 g8f6"
        );
    }
}
