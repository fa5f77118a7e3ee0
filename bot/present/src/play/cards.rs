//! The cards of the pieces on a live board: the ways of each kind, and what keeps a single piece from moving.

use std::collections::BTreeMap;

use render::Sprite;
use rules::{Placed, Square, View, WhyNot};

use api::BoardNote;
use service::PieceMoves;
use text::{Language, Text};

/// Renders the ways of each kind of piece or object in a view, by the names of their drawings without a side.
pub(super) fn cards(view: &View, language: Language) -> BTreeMap<String, String> {
    let glyphs = view.cells.iter().flatten();
    let card = |glyph| {
        let drawing = Sprite::Glyph(glyph).to_string();
        let side = glyph.color().map(|_| drawing.split_once('-'));
        let kind = match side.flatten() {
            Some((_, kind)) => kind.to_owned(),
            None => drawing,
        };
        (kind, language.localize(&text::card(glyph, view.variant)))
    };
    glyphs.copied().map(card).collect()
}

/// Renders the remarks on single pieces: on frozen and unseen ones, and on those of the viewer that cannot move.
pub(super) fn notes(
    view: &View,
    pieces: &PieceMoves,
    language: Language,
) -> BTreeMap<String, BoardNote> {
    let marks = &view.marks;
    let unseen = marks.stealth.iter();
    let unseen = unseen.map(|at| (*at, note(text::note_unseen(), &[], language)));
    let frozen = marks.frozen.iter();
    let frozen = frozen.map(|at| (*at, note(text::note_frozen(), &[], language)));
    let freezers = marks.freezers.iter().filter_map(|(at, by)| {
        let glyph = view.glyph(*by)?;
        let by = Placed { glyph, at: *by };
        let told = text::note_frozen_by(text::the_on(by, view.variant));
        Some((*at, note(told, &[by.at], language)))
    });
    let stuck = pieces.stuck.iter();
    let stuck = stuck.map(|(at, why)| (*at, stuck_note(why.as_ref(), language)));
    // A later remark on the same piece says more.
    let all = unseen.chain(stuck).chain(frozen).chain(freezers);
    all.map(|(at, note)| (at.to_string(), note)).collect()
}

fn stuck_note(why: Option<&WhyNot>, language: Language) -> BoardNote {
    let causes = why.map(WhyNot::squares).unwrap_or_default();
    let told = why.and_then(text::stuck);
    note(told.unwrap_or_else(text::note_stuck), &causes, language)
}

fn note(told: Text, causes: &[Square], language: Language) -> BoardNote {
    BoardNote {
        text: language.localize(&told),
        causes: causes.iter().map(Square::to_string).collect(),
    }
}

/// Lists the squares that each piece could go to if its side were to move.
pub(super) fn reach(pieces: &PieceMoves) -> BTreeMap<String, String> {
    let mut reach: BTreeMap<String, String> = BTreeMap::new();
    for (from, to) in &pieces.reach {
        let targets = reach.entry(from.to_string()).or_default();
        if !targets.is_empty() {
            targets.push(' ');
        }
        targets.push_str(&to.to_string());
    }
    reach
}

#[cfg(test)]
mod tests {
    use rules::{Game, Setup};

    use super::*;

    fn view(setup: &str) -> View {
        let setup: Setup = setup.parse().expect("a setup");
        Game::new(&setup).public_view().as_view().clone()
    }

    #[test]
    fn a_board_has_a_card_for_each_kind_of_piece_on_it() {
        let cards = cards(&view("baroque"), Language::ENGLISH);
        let kinds: Vec<_> = cards.keys().map(String::as_str).collect();
        let all = [
            "bishop",
            "immobilizer",
            "king",
            "knight",
            "pawn",
            "queen",
            "rook",
        ];
        assert_eq!(kinds, all);
        assert!(cards["queen"].ends_with("that it moves straight away from."));
    }

    #[test]
    fn a_frozen_piece_of_either_side_has_a_note_about_the_piece_that_freezes_it() {
        let view = view("baroque position=7k/8/8/4B3/3m4/2P5/8/K7 w 0");
        let notes = notes(&view, &PieceMoves::default(), Language::ENGLISH);
        let told = |square: &str| (notes[square].text.as_str(), notes[square].causes.join(" "));
        assert_eq!(
            told("e5"),
            ("The immobilizer on d4 freezes this piece.", "d4".into())
        );
        assert_eq!(
            told("d4"),
            ("The chameleon on e5 freezes this piece.", "e5".into())
        );
        assert_eq!(notes.len(), 2);
    }
}
