//! All legal actions as a player makes them on a board: one square, another, and the choices besides.

use std::slice;

use rules::{Action, Color, Game, Role, Square};

use super::{Labels, Pick, Way};
use text::{Text, arg};

/// A legal action as a player chooses it on a board.
pub struct BoardWay {
    /// The action.
    pub action: Action,
    /// The square that is chosen first, if any.
    pub from: Option<Square>,
    /// The square that is chosen second, if any.
    pub to: Option<Square>,
    /// The role that is chosen besides: that of a promoted pawn.
    pub role: Option<Role>,
    /// The label that distinguishes it from other actions with the same squares.
    pub label: Text,
}

/// Returns all legal actions of `seat`, which is to decide; a swap once from either piece.
pub(crate) fn board_ways(game: &Game, seat: Color) -> Vec<BoardWay> {
    let Some(pending) = game.pending() else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let ways: Vec<Way> = actions.into_iter().flat_map(Way::all_to).collect();
    let view = game.seat_view(seat);
    let view = view.as_view();
    let board_way = |way: &Way| {
        let places = |picks: &[Pick]| -> Vec<Square> {
            picks.iter().filter_map(|pick| pick.square()).collect()
        };
        let (from, to) = match &places(&way.picks)[..] {
            [] => (None, None),
            [to] => (None, Some(*to)),
            [from, to, ..] => (Some(*from), Some(*to)),
        };
        let is_role = |pick: &Pick| pick.role().is_some();
        let labelled = way.picks.iter().position(is_role);
        let labelled = labelled.unwrap_or(way.picks.len() - 1);
        let labels = Labels {
            game,
            view,
            seat,
            pending,
            picked: &way.picks[..labelled],
            ways: slice::from_ref(way),
        };
        BoardWay {
            action: way.action,
            from,
            to,
            role: way.picks[labelled].role(),
            label: match way.picks[labelled] {
                // The board shows where this piece can go then.
                Pick::Definition(role) => text::entry_in_reserve(
                    arg::piece(text::role(role)),
                    arg::reserve(labels.in_reserve(role)),
                ),
                pick => labels.entry(pick).label,
            },
        }
    };
    ways.iter().map(board_way).collect()
}
