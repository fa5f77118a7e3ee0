//! All legal actions as they are made on a board: a square, another one, and what else has to be chosen.

use std::slice;

use rules::{Action, Color, Game, Role, Square};

use super::{Labels, Pick, Way};
use text::{Text, arg};

/// A legal action, as it is chosen on a board.
pub struct BoardWay {
    /// The action.
    pub action: Action,
    /// The square that is chosen first, if one is.
    pub from: Option<Square>,
    /// The square that is chosen then, if one is.
    pub to: Option<Square>,
    /// What is chosen besides: what a pawn becomes.
    pub role: Option<Role>,
    /// What tells it from other actions with the same squares.
    pub label: Text,
}

/// All legal actions of `seat`, which is to decide; a swap from either piece.
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
        let told = way.picks.iter().position(is_role);
        let told = told.unwrap_or(way.picks.len() - 1);
        let labels = Labels {
            game,
            view,
            seat,
            pending,
            picked: &way.picks[..told],
            ways: slice::from_ref(way),
        };
        BoardWay {
            action: way.action,
            from,
            to,
            role: way.picks[told].role(),
            label: match way.picks[told] {
                // Where it can go then is seen on the board.
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
