//! The lead in captured pieces, as far as a viewer knows.

use render::Sprite;
use rules::{Color, Fact, Glyph, Variant, View};

use crate::record::history::HistoryStep;
use api::{BoardLead, BoardPair};
use text::Language;

/// Returns the pieces that each side has captured beyond what it has lost of the same kind, up to the shown number of inputs. A
/// variant with a reserve shows its pieces there.
pub(crate) fn leads(
    turns: &[HistoryStep],
    view: &View,
    language: Language,
) -> Option<BoardPair<BoardLead>> {
    if view.variant == Variant::Bario {
        return None;
    }
    let lost = lost(turns, view.n_inputs);
    let lead = |side| lead(&lost, side, view.variant, language);
    Some(BoardPair {
        white: lead(Color::White),
        black: lead(Color::Black),
    })
}

/// Returns the pieces that left the board in these turns up to some input.
fn lost(turns: &[HistoryStep], n_inputs: usize) -> Vec<Glyph> {
    let facts = turns.iter().flat_map(|step| match step {
        HistoryStep::Turn(turn, end) if *end <= n_inputs => turn.facts.as_slice(),
        HistoryStep::Turn(..) | HistoryStep::TakenBack(_) => &[],
    });
    let lost = facts.filter_map(|fact| match *fact {
        Fact::Captured { glyph, .. } | Fact::Vanished { glyph, .. } => Some(glyph),
        _ => None,
    });
    lost.collect()
}

fn lead(lost: &[Glyph], side: Color, variant: Variant, language: Language) -> BoardLead {
    let surplus = |glyph: Glyph| {
        let n_theirs = lost.iter().filter(|lost| **lost == glyph).count();
        let is_ours = |lost: &&Glyph| lost.name() == glyph.name() && lost.color() == Some(side);
        let n_ours = lost.iter().filter(is_ours).count();
        (glyph, n_theirs.saturating_sub(n_ours))
    };
    let theirs = Glyph::ALL
        .into_iter()
        .filter(|glyph| glyph.color() == Some(!side));
    let kinds: Vec<_> = theirs.map(surplus).filter(|(_, n)| *n > 0).collect();
    let drawing = |glyph: Glyph| Sprite::Glyph(glyph).to_string();
    BoardLead {
        pieces: kinds
            .iter()
            .flat_map(|(glyph, n)| vec![drawing(*glyph); *n])
            .collect(),
        text: text::lead(kinds.iter().copied(), variant)
            .map_or_else(String::new, |lead| language.localize(&lead)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pawn_of_berolina_counts_once() {
        let lost = [Glyph::BerolinaPawn(Color::Black)];
        let lead = lead(&lost, Color::White, Variant::Berolina, Language::ENGLISH);
        assert_eq!(lead.pieces, ["black-berolina-pawn"]);
        assert_eq!(lead.text, "Ahead by pawn");
    }

    #[test]
    fn equal_losses_of_a_kind_cancel_each_other() {
        let lost = [
            Glyph::Pawn(Color::White),
            Glyph::Pawn(Color::Black),
            Glyph::Pawn(Color::Black),
            Glyph::Pawn(Color::Black),
            Glyph::Knight(Color::White),
        ];
        let lead = |side| lead(&lost, side, Variant::Baroque, Language::ENGLISH);
        assert_eq!(lead(Color::White).pieces, ["black-pawn", "black-pawn"]);
        assert_eq!(lead(Color::White).text, "Ahead by 2 pincers");
        assert_eq!(lead(Color::Black).pieces, ["white-knight"]);
        assert_eq!(lead(Color::Black).text, "Ahead by long leaper");
    }
}
