//! All legal actions as a player makes them on a board: one square, another, and the choices besides.

use std::slice;

use rules::{Action, Color, Game, Glyph, PendingDecision, Reason, Role, Square, WhyNot};

use super::{Labels, Pick, Way};
use crate::Lens;
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
    /// The pieces that it captures elsewhere than on its target.
    pub captures: Vec<Square>,
}

/// The knowledge of a viewer about the moves of the pieces, besides the legal actions.
#[derive(Clone, Default)]
pub struct PieceMoves {
    /// The moves that each piece would have if its side were to move.
    pub reach: Vec<(Square, Square)>,
    /// The pieces of the side to decide that cannot move, each with the reason if it is a single one.
    pub stuck: Vec<(Square, Option<WhyNot>)>,
}

impl PieceMoves {
    /// Returns what a viewer through a lens may know. `seat` is the side to decide, if the viewer plays it.
    pub(crate) fn of(
        game: &Game,
        lens: Lens,
        seat: Option<Color>,
        ways: &[BoardWay],
    ) -> PieceMoves {
        let viewer = |color| match lens {
            Lens::Everybody => None,
            Lens::Seat(seat) => Some(seat),
            Lens::Truth => Some(color),
        };
        let reach = Color::ALL.into_iter();
        let reach = reach.flat_map(|color| game.reach(color, viewer(color)));
        let stuck = seat.map_or_else(Vec::new, |seat| stuck(game, seat, ways));
        PieceMoves {
            reach: reach.collect(),
            stuck,
        }
    }
}

/// Returns the pieces of the side to decide that cannot move.
fn stuck(game: &Game, seat: Color, ways: &[BoardWay]) -> Vec<(Square, Option<WhyNot>)> {
    let is_move = matches!(
        game.pending(),
        Some(PendingDecision::Move | PendingDecision::MoveAgain)
    );
    if !is_move {
        return Vec::new();
    }
    let view = game.seat_view(seat);
    let is_stuck = |at: &Square| {
        let glyph = view.as_view().glyph(*at);
        glyph.and_then(Glyph::color) == Some(seat) && ways.iter().all(|way| way.from != Some(*at))
    };
    let stuck = Square::all().filter(is_stuck);
    stuck.map(|at| (at, why_stuck(game, at))).collect()
}

/// Returns the reason that keeps a piece where it is, if it is another one than blocked ways.
fn why_stuck(game: &Game, from: Square) -> Option<WhyNot> {
    let why_not = |to| {
        game.why_not(Action::Move {
            from,
            to,
            promotion: None,
        })
    };
    let is_decisive = |why: &WhyNot| {
        matches!(
            why.reason,
            Reason::Frozen(_)
                | Reason::FrozenBy { .. }
                | Reason::InCheck { .. }
                | Reason::Exposed { .. }
        )
    };
    let others = Square::all().filter(|to| *to != from);
    others.filter_map(why_not).find(is_decisive)
}

/// Returns all legal actions of `seat`, which is to decide; a swap once from either piece.
pub(crate) fn board_ways(game: &Game, seat: Color) -> Vec<BoardWay> {
    let Some(pending) = game.pending() else {
        return Vec::new();
    };
    let actions = game.legal_list();
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
            captures: game.captured_aside(way.action).collect(),
        }
    };
    ways.iter().map(board_way).collect()
}
