//! The reason why a decision is worse, by its expected consequences.

use engine::{Step, Thought};
use rules::{Color, Fact, Game, Glyph, Next, Placed, Role};

/// The reason why a decision is worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurningReason {
    /// It gives up a sure win in this number of moves.
    MissesWin(u32),
    /// It lets the other side surely win in this number of moves.
    AllowsWin(u32),
    /// It loses a piece.
    Loses {
        /// The piece, and the square where it is captured.
        piece: Placed,
        /// The reply that captures it.
        reply: String,
    },
    /// It leaves a piece that could have been captured.
    MissesCapture(Placed),
    /// The side that made it was clearly better, and no longer is: because of this reply, if there is one.
    GivesAway(Option<String>),
    /// It is worse because of this reply.
    Allows(String),
    /// It is worse, without a more specific reason.
    Worse,
}

/// The expected score above which a side is clearly better, and the one above which it still counts as even.
const CLEARLY_BETTER: f64 = 0.65;
const STILL_EVEN: f64 = 0.4;

/// Returns the value of a piece, in pawns: enough to choose the loss that people notice first.
fn worth(glyph: Glyph) -> u32 {
    match (glyph, glyph.role()) {
        (Glyph::Immobilizer(_), _) => 6,
        (Glyph::Undefined(_), _) => 4,
        (_, Some(Role::King)) => 100,
        (_, Some(Role::Queen)) => 9,
        (_, Some(Role::Rook)) => 5,
        (_, Some(Role::Bishop | Role::Knight)) => 3,
        (_, Some(Role::Pawn)) => 1,
        _ => 0,
    }
}

/// Returns the reason why the move made is worse than the best one.
pub(super) fn reason(before: &Game, best: &Thought, played: &Thought) -> TurningReason {
    let won = |thought: &Thought| thought.score.sure_in.filter(|&plies| plies > 0);
    let lost = |thought: &Thought| thought.score.sure_in.filter(|&plies| plies < 0);
    let moves = |plies: i32| plies.unsigned_abs().div_ceil(2);
    if let (Some(plies), None) = (won(best), won(played)) {
        return TurningReason::MissesWin(moves(plies));
    }
    if let (None, Some(plies)) = (lost(best), lost(played)) {
        return TurningReason::AllowsWin(moves(plies));
    }
    let gives_away = best.score.expected >= CLEARLY_BETTER && played.score.expected >= STILL_EVEN;
    let (best, played) = (Exchange::of(before, best), Exchange::of(before, played));
    let gained = |exchange: &Exchange| exchange.taken.map_or(0, |taken| worth(taken.glyph));
    let regained = |exchange: &Exchange| exchange.regained.map_or(0, |taken| worth(taken.glyph));
    match (played.given.clone(), best.taken) {
        (Some((piece, reply)), _)
            if worth(piece.glyph) > gained(&played) + regained(&played)
                && best
                    .given
                    .as_ref()
                    .is_none_or(|(other, _)| worth(other.glyph) < worth(piece.glyph)) =>
        {
            TurningReason::Loses { piece, reply }
        }
        (_, Some(piece)) if worth(piece.glyph) > gained(&played) => {
            TurningReason::MissesCapture(piece)
        }
        _ => match played.reply {
            reply if gives_away => TurningReason::GivesAway(reply),
            Some(reply) => TurningReason::Allows(reply),
            None => TurningReason::Worse,
        },
    }
}

/// The captures of a decision and of the reply to it.
struct Exchange {
    /// The most valuable piece captured of the other side.
    taken: Option<Placed>,
    /// The most valuable piece that the other side captures then, and the move.
    given: Option<(Placed, String)>,
    /// The expected reply of the other side.
    reply: Option<String>,
    /// The most valuable piece captured of the other side after that.
    regained: Option<Placed>,
}

impl Exchange {
    /// Plays the expected moves. They are played in the true position, so they end where a guess was wrong.
    fn of(before: &Game, thought: &Thought) -> Exchange {
        let mut exchange = Exchange {
            taken: None,
            given: None,
            reply: None,
            regained: None,
        };
        let Next::Decision(us) = before.next() else {
            return exchange;
        };
        let mut game = before.clone();
        for step in &thought.line {
            let is_played = match *step {
                Step::Action(action) => game.act(action).is_ok(),
                Step::Outcome(outcome, _) => game.roll(outcome).is_ok(),
            };
            if !is_played {
                break;
            }
            exchange.note(&game, us);
            let is_done = game.turns() > before.turns() + 2;
            if is_done || matches!(game.next(), Next::Over(_)) {
                break;
            }
        }
        exchange
    }

    /// Adds the captures of the last turn, as far as it has come.
    fn note(&mut self, game: &Game, us: Color) {
        let view = game.public_view();
        let Some(turn) = &view.as_view().turn else {
            return;
        };
        let captured = turn.facts.iter().filter_map(|fact| match *fact {
            Fact::Captured { glyph, at } => Some(Placed { glyph, at }),
            _ => None,
        });
        let best = captured
            .filter(|placed| placed.glyph.color() == Some(!turn.color))
            .max_by_key(|placed| worth(placed.glyph));
        if turn.color != us {
            self.given = best.map(|placed| (placed, turn.caption.clone()));
            self.reply = Some(turn.caption.clone());
        } else if self.reply.is_some() {
            self.regained = best.or(self.regained);
        } else {
            self.taken = best.or(self.taken);
        }
    }
}
