//! The moves of pieces.

use std::collections::BTreeSet;

use rules::{Action, Fact, Game, Square};

/// Returns the origin and the target of the move of an action, if a piece moves.
pub(super) fn path(action: Action) -> Option<(Square, Square)> {
    match action {
        Action::Move { from, to, .. }
        | Action::Stealth { from, to }
        | Action::Define { from, to, .. } => Some((from, to)),
        Action::Drop { .. } | Action::Shell { .. } | Action::Swap { .. } | Action::Lose { .. } => {
            None
        }
    }
}

/// Returns the pieces that can move, in the order of the board.
pub(super) fn movable(game: &Game) -> Vec<Square> {
    in_order(paths(game).map(|(from, _)| from))
}

/// Returns the target squares of a piece, in the order of the board.
pub(super) fn targets(game: &Game, piece: Square) -> Vec<Square> {
    let paths = paths(game).filter(|(from, _)| *from == piece);
    in_order(paths.map(|(_, to)| to))
}

fn paths(game: &Game) -> impl Iterator<Item = (Square, Square)> {
    game.legal_list().into_iter().filter_map(path)
}

/// Returns the squares of the captures of the last turn.
pub(super) fn taken(game: &Game) -> Vec<Square> {
    let view = game.public_view();
    let facts = view.as_view().turn.iter().flat_map(|turn| &turn.facts);
    let at = facts.filter_map(|fact| match fact {
        Fact::Captured { at, .. } => Some(*at),
        _ => None,
    });
    at.collect()
}

fn in_order(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    squares.collect::<BTreeSet<_>>().into_iter().collect()
}
