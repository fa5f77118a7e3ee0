//! The moves of pieces.

use std::collections::BTreeSet;

use rules::{Action, Game, Square};

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
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.into_iter().filter_map(path)
}

fn in_order(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    squares.collect::<BTreeSet<_>>().into_iter().collect()
}
