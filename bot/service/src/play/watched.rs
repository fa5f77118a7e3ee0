//! A match after some of its inputs as one person watches it, on a board that stays up to date.

use rules::{Color, Next, View};

use super::guide::{self, BoardWay, PieceMoves};
use crate::{Lens, MatchSnapshot, PublicMatch, Stage};
use api::UserId;
use command::Eyes;

/// A match after some of its inputs as one person watches it.
pub struct WatchedSnapshot {
    /// The match.
    pub of: PublicMatch,
    /// The number of inputs of the match, which may be later than this one.
    pub n_inputs_now: usize,
    /// The seat of the viewer, if any.
    pub seat: Option<Color>,
    /// The lens through which the viewer sees the match.
    pub lens: Lens,
    /// The view.
    pub view: View,
    /// The actions that the viewer can choose now.
    pub ways: Vec<BoardWay>,
    /// The knowledge of the viewer about the moves of the pieces.
    pub pieces: PieceMoves,
}

impl MatchSnapshot {
    /// Returns the match as a viewer sees it, through these eyes if it is over. Before that, each viewer sees only their own
    /// view, even if they choose other eyes.
    pub fn watched(&self, viewer: Option<&UserId>, eyes: Option<Eyes>) -> WatchedSnapshot {
        let game_match = self.game_match();
        let seat = viewer.and_then(|viewer| game_match.seat_of(viewer));
        let lens = match &game_match.stage {
            Stage::Over(_) => Lens::of(eyes.unwrap_or(Eyes::Everything)),
            _ => Lens::of_seat(seat),
        };
        let game = self.game();
        let is_now =
            self.n_inputs() == game_match.state.n_inputs && game_match.state.paused.is_none();
        let decides = match (lens, game.next()) {
            (Lens::Seat(seat), Next::Decision(side)) if seat == side && is_now => Some(seat),
            _ => None,
        };
        let ways = decides.map_or_else(Vec::new, |seat| guide::board_ways(game, seat));
        WatchedSnapshot {
            of: game_match.public(),
            n_inputs_now: game_match.state.n_inputs,
            seat,
            lens,
            view: lens.view(game),
            pieces: PieceMoves::of(game, lens, decides, &ways),
            ways,
        }
    }
}
