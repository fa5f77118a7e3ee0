//! What a decision is for, as far as can be told in a sentence.

use core::{fmt, ops::ControlFlow};

use rules::{Action, Color, Placed, Square};

use crate::{
    evaluate::Playable,
    thought::{Score, Step},
};

/// What speaks for a decision, in a form that people can be shown: the first of these that is true.
///
/// It may hold a secret, so `Debug` shows nothing of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// There is nothing else to decide.
    Only,
    /// It wins for sure, in so many turns of the side that decides.
    Wins(u32),
    /// Everything loses, and this takes as many turns of the other side as can be.
    Delays(u32),
    /// It captures this piece, and what is lost in return is worth less.
    Captures(Placed),
    /// This piece would be lost, and is lost no more.
    Saves(Placed),
    /// It attacks this piece, which is lost unless the other side does something about it.
    Attacks(Placed),
    /// Nothing is won or lost soon; the pieces are better placed.
    Improves,
}

impl fmt::Debug for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Purpose")
    }
}

/// How much a capture has to win to be worth a word, in hundredths of a pawn.
const LEAST_GAIN: i32 = 80;

/// What the first step of a line is for.
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

/// The same, where no end is in sight.
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
    // What dice or a second decision may bring is not what this one is for.
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

/// The same position if its side does nothing.
fn null_move<P: Playable>(position: &P) -> Option<P> {
    if position.checkers().is_empty() {
        position.pass()
    } else {
        None
    }
}

/// What a turn of a line captures.
struct Turn<P> {
    /// The position after it.
    after: P,
    /// What all that it captures is worth.
    worth: i32,
    /// Of how many decisions and falls of the dice it consists.
    n_steps: usize,
}

impl<P: Playable> Turn<P> {
    /// The turn that a line begins with, and the rest of the line.
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
                    turn.after = turn.after.play(action);
                }
                Step::Outcome(outcome, _) => turn.after = turn.after.resolve(outcome),
            }
        }
        (turn, &[])
    }
}

/// What a capture wins.
#[derive(Clone, Copy)]
struct Gain {
    /// The piece that is worth most.
    piece: Placed,
    /// What is won in all, in hundredths of a pawn.
    worth: i32,
}

impl Gain {
    /// The most that the side to move can win by one capture, if its piece is lost where it can be captured in return.
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

/// What an action captures of the other side by itself, before chance brings anything.
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

/// What the piece that captures is worth, if it can be captured where it has come to.
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
