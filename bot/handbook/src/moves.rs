//! Where pieces may go.

use std::collections::BTreeSet;

use rules::{Action, Game, Square};

/// Where a piece goes from and to in a decision, if one goes.
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

/// The pieces that may move, in the order of the board.
pub(super) fn movable(game: &Game) -> Vec<Square> {
    in_order(paths(game).map(|(from, _)| from))
}

/// Where a piece may go, in the order of the board.
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
