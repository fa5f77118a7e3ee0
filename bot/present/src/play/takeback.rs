//! The offer of a takeback: the turns that would be undone, and the secrets in them that stay known.

use rules::{Color, Fact, Placed, Turn};

use crate::{
    post::Post,
    record::history::{HistoryStep, in_short, steps},
};
use api::{Message, Public};
use command::{OfferKind, TimeControl};
use service::{Seen, Takeback};
use text::{Language, Text, arg};

/// Renders the public offer of a takeback by a side at the end of the record. Returns `None` if there is nothing to take
/// back.
pub fn takeback_offer(
    seen: &Seen,
    by: Color,
    settled: bool,
    language: Language,
) -> Option<Message<Public>> {
    let undone = undone_by(seen, by)?;
    let public = seen.game_match.public();
    let (from, to) = (&public.names[by], &public.names[!by]);
    let moves = in_short(&undone, language).join(" ");
    let offer = text::takeback_offers(arg::from(from), arg::moves(moves), arg::to(to));
    let lines = [offer].into_iter().chain(notes(seen, by, &undone));
    let (n_inputs, text) = (seen.record.inputs.len(), Text::lines(lines));
    let kind = OfferKind::Takeback;
    let post = Post::new(&public, settled, language);
    Some(post.finished(post.offer_of(kind, by, n_inputs, &text)))
}

/// Returns the turns that a takeback by a side would undo, if there are any.
pub(super) fn undone_by(seen: &Seen, by: Color) -> Option<Vec<HistoryStep>> {
    let takeback = Takeback::of(&seen.record, by)?;
    Some(undone(steps(seen), takeback.turns))
}

/// Renders the consequences of a takeback: for the clocks, and for the secrets that came to light.
pub(super) fn notes(seen: &Seen, by: Color, undone: &[HistoryStep]) -> Vec<Text> {
    let public = seen.game_match.public();
    let mut lines = Vec::new();
    if public.time != TimeControl::Unlimited {
        lines.push(text::takeback_clocks(&public.names[by]));
    }
    if public.has_secrets {
        let turns = undone.iter().filter_map(|step| match step {
            HistoryStep::Turn(turn, _) => Some(turn),
            HistoryStep::TakenBack(_) => None,
        });
        let revealed = turns.flat_map(|turn| revealed(seen, turn));
        lines.push(match text::listed(revealed) {
            None => text::takeback_reveals_nothing(),
            Some(listed) => text::takeback_reveals(listed),
        });
        lines.push(text::takeback_dice());
    }
    lines
}

/// Returns the turns that a takeback undoes if this number of turns stays, without earlier undone turns.
fn undone(steps: Vec<HistoryStep>, n_kept: u32) -> Vec<HistoryStep> {
    let mut line = line(steps);
    line.retain(|step| step.index() >= n_kept);
    line
}

/// Returns the turns that are not undone.
pub(crate) fn line(steps: Vec<HistoryStep>) -> Vec<HistoryStep> {
    let mut line: Vec<HistoryStep> = Vec::new();
    for step in steps {
        match step {
            HistoryStep::Turn(..) => line.push(step),
            HistoryStep::TakenBack(turns) => line.retain(|step| step.index() < turns),
        }
    }
    line
}

/// Describes the pieces that a turn revealed in public.
fn revealed(seen: &Seen, turn: &Turn) -> Vec<Text> {
    let variant = seen.game_match.setup.variant();
    let placed = turn.facts.iter().filter_map(|fact| match *fact {
        Fact::Ate {
            object: glyph,
            at,
            unseen: true,
        }
        | Fact::Appeared { glyph, at } => Some(Placed { glyph, at }),
        _ => None,
    });
    placed.map(|placed| text::the_on(placed, variant)).collect()
}
