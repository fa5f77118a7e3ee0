//! The purpose of a decision, in a form for one sentence.

use core::ops::ControlFlow;

use rules::{Action, Color, Placed, Square};

use crate::{
    evaluate::Playable,
    thought::{Purpose, Score, Step},
};

/// The minimum gain of a capture for a reason, in hundredths of a pawn.
const LEAST_GAIN: i32 = 80;

/// Returns the purpose of the first step of a line.
pub(crate) fn purpose<P: Playable>(
    root: &P,
    has_choice: bool,
    line: &[Step],
    score: Score,
) -> Purpose {
    match score.sure_in {
        _ if !has_choice => Purpose::Only,
        Some(plies) if plies > 0 => Purpose::Wins(plies.unsigned_abs().div_ceil(2)),
        Some(plies) => Purpose::Delays(plies.unsigned_abs().div_ceil(2)),
        None => near_purpose(root, line),
    }
}

/// Returns the purpose when no end of the game is in sight.
fn near_purpose<P: Playable>(root: &P, line: &[Step]) -> Purpose {
    let us = root.side_to_move();
    let (ours, rest) = Turn::of(root, line);
    let given = if ours.after.side_to_move() == us {
        0
    } else {
        Turn::of(&ours.after, rest).0.worth
    };
    if let Some(&Step::Action(action)) = line.first()
        && let Some(taken) = captured(root, action)
        && taken.worth - given >= LEAST_GAIN
    {
        return Purpose::Captures(taken.piece);
    }
    // The result of dice or of a second decision is not the purpose of this one.
    let is_turn_over = ours.n_steps == 1 && ours.after.side_to_move() != us;
    if !is_turn_over {
        return Purpose::Improves;
    }
    let threat = |position: &P| Gain::most_of(position);
    if let Some(lost) = null_move(root).as_ref().and_then(threat) {
        let still = threat(&ours.after).map_or(0, |gain| gain.worth);
        if lost.worth - still >= LEAST_GAIN {
            return Purpose::Saves(lost.piece);
        }
    }
    if let Some(won) = null_move(&ours.after).as_ref().and_then(threat) {
        let before = threat(root).map_or(0, |gain| gain.worth);
        if won.worth - before >= LEAST_GAIN {
            return Purpose::Attacks(won.piece);
        }
    }
    Purpose::Improves
}

/// Passes the turn, unless the side is in check.
fn null_move<P: Playable>(position: &P) -> Option<P> {
    if position.checkers().is_empty() {
        position.pass()
    } else {
        None
    }
}

/// A turn of a line, with its captures.
struct Turn<P> {
    /// The position after the turn.
    after: P,
    /// The total value of its captures.
    worth: i32,
    /// The number of its decisions and dice rolls.
    n_steps: usize,
}

impl<P: Playable> Turn<P> {
    /// Splits a line into its first turn and the rest.
    fn of<'a>(before: &P, line: &'a [Step]) -> (Turn<P>, &'a [Step]) {
        let us = before.side_to_move();
        let mut turn = Turn {
            after: *before,
            worth: 0,
            n_steps: 0,
        };
        for (at, step) in line.iter().enumerate() {
            let is_over = !turn.after.is_chance() && turn.after.side_to_move() != us;
            if is_over {
                return (turn, &line[at..]);
            }
            turn.n_steps += 1;
            match *step {
                Step::Action(action) => {
                    turn.worth += captured(&turn.after, action).map_or(0, |gain| gain.worth);
                    turn.after = turn.after.play_unchecked(action);
                }
                Step::Outcome(outcome, _) => turn.after = turn.after.resolve(outcome),
            }
        }
        (turn, &[])
    }
}

/// The gain of a capture.
#[derive(Clone, Copy)]
struct Gain {
    /// The most valuable captured piece.
    piece: Placed,
    /// The total gain, in hundredths of a pawn.
    worth: i32,
}

impl Gain {
    /// Returns the maximum gain of the side to move by one capture, less its own piece if that can be recaptured.
    fn most_of<P: Playable>(position: &P) -> Option<Gain> {
        let mut most: Option<Gain> = None;
        let _ = position.successors(|action, next| {
            let gain = captured(position, action).map(|gain| Gain {
                worth: gain.worth - lost_in_return(position, action, next),
                ..gain
            });
            most = most
                .into_iter()
                .chain(gain.filter(|gain| gain.worth >= LEAST_GAIN))
                .max_by_key(|gain| gain.worth);
            ControlFlow::<()>::Continue(())
        });
        most
    }
}

/// Returns the captures of an action from the other side, before any chance outcome.
fn captured<P: Playable>(position: &P, action: Action) -> Option<Gain> {
    let them: Color = !position.side_to_move();
    let mut most: Option<Gain> = None;
    let mut worth = 0;
    for at in position.captured(action) {
        let Some(glyph) = position
            .piece_at(at)
            .filter(|glyph| glyph.color() == Some(them))
        else {
            continue;
        };
        let own = position.worth_at(at);
        worth += own;
        if most.is_none_or(|most| most.worth < own) {
            let piece = Placed { glyph, at };
            most = Some(Gain { piece, worth: own });
        }
    }
    most.map(|most| Gain { worth, ..most })
}

/// Returns the value of the capturing piece if it can be recaptured on its new square.
fn lost_in_return<P: Playable>(position: &P, action: Action, next: &P) -> i32 {
    let (Action::Move { from, to, .. } | Action::Define { from, to, .. }) = action else {
        return 0;
    };
    let retakes = |action: Action| -> ControlFlow<()> {
        let takes_it = next.captured(action).into_iter().any(|at: Square| at == to);
        if takes_it {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    if next.legal_actions(retakes).is_break() {
        position.worth_at(from)
    } else {
        0
    }
}
