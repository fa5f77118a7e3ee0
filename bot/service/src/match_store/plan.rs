//! Plans: replies that the bot plays for a player as soon as the opponent plays the expected move.
//!
//! The view of its owner triggers a plan, never the truth. The lines of a plan are read on the game as its owner believes it to
//! be. Each of their decisions is stored with the owner's view after it. So two truths that look the same to the owner trigger
//! it in the same way. The time of a reply does not reveal a plan either. After each move, the bot compares the view of the
//! other side. It reads and writes the row of the plan with the move, even without a plan.
//!
//! Only the waiting player can plan, so a match has at most one plan.

use std::fmt;

use rules::{Action, Color, Game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::codec;
use crate::DeliveryKind;
use api::MatchId;

/// The plan of one player, made while the other is to decide.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct MatchPlan {
    #[serde(with = "codec::text")]
    pub(crate) owner: Color,
    /// Each line begins with a decision of the other side and ends with one of the owner's. No two lines give different replies
    /// to decisions that look the same.
    pub(crate) lines: Vec<Vec<PlannedMove>>,
}

/// A decision that a line of a plan goes through.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct PlannedMove {
    #[serde(with = "codec::text")]
    pub(crate) action: Action,
    /// True if the owner decides it.
    pub(crate) is_own: bool,
    /// The owner's view after it.
    pub(crate) seen: Appearance,
}

/// A digest of the knowledge of a seat about a game. Another release can compute it differently. Then the bot does not follow
/// an older plan, and informs its owner.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Appearance(u64);

impl Appearance {
    pub(crate) fn of(game: &Game, seat: Color) -> Appearance {
        let view = game.seat_view(seat);
        let view = view.as_view();
        let (status, pending) = (&view.status, &view.pending);
        let seen = format!("{} {status:?} {pending:?} {}", view.n_inputs, view.position);
        let digest = Sha256::digest(seen);
        let bytes = digest.iter().take(8);
        Appearance(bytes.fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

/// The plan of a match, as its owner reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPlan {
    /// The match.
    pub id: MatchId,
    /// The lines of the plan; none if nothing is planned.
    pub lines: Vec<Vec<PlannedReply>>,
    /// The outcome of the last plan, if the owner could not be messaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<DeliveryKind>,
}

/// A planned reply to moves of the opponent.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedReply {
    /// The opponent's moves, in short notation.
    pub after: String,
    /// The owner's moves after those.
    pub reply: String,
}

impl fmt::Debug for PlannedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlannedReply")
    }
}

impl MatchPlan {
    /// Adds a line. It replaces the lines that have another reply to the same moves.
    pub(crate) fn add(&mut self, line: Vec<PlannedMove>) {
        let mut is_new = true;
        self.lines.retain(|other| {
            let mut pairs = other.iter().zip(&line);
            match pairs.find(|(one, new)| !one.is_same(new)) {
                Some((one, _)) => !one.is_own,
                None if other.len() >= line.len() => {
                    is_new = false;
                    true
                }
                None => false,
            }
        });
        if is_new {
            self.lines.push(line);
        }
    }

    /// Keeps the lines that continue from this view, without their first decision.
    pub(crate) fn go_on(&mut self, seen: Appearance) {
        self.lines
            .retain(|line| line.len() > 1 && line[0].seen == seen);
        for line in &mut self.lines {
            line.remove(0);
        }
    }

    /// Returns the action that the owner wants to decide now.
    pub(crate) fn reply(&self) -> Option<Action> {
        let next = self.lines.first()?.first()?;
        next.is_own.then_some(next.action)
    }

    /// Returns the plan as its owner reads it, from the game as they believe it to be.
    pub(crate) fn shown(&self, believed: &Game) -> Vec<Vec<PlannedReply>> {
        let line = |steps: &Vec<PlannedMove>| {
            let mut game = believed.clone();
            let mut replies: Vec<PlannedReply> = Vec::new();
            for step in steps {
                let caption = game.caption(step.action);
                // It was legal when it was planned, and nothing has happened since.
                let _ = game.act(step.action);
                match replies.last_mut() {
                    Some(last) if step.is_own => push(&mut last.reply, &caption),
                    Some(last) if last.reply.is_empty() => push(&mut last.after, &caption),
                    _ => replies.push(PlannedReply {
                        after: caption,
                        reply: String::new(),
                    }),
                }
            }
            replies
        };
        self.lines.iter().map(line).collect()
    }
}

fn push(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

impl PlannedMove {
    /// Returns whether the owner of the plan cannot distinguish it from another: the owner's moves by action, the opponent's by
    /// view.
    fn is_same(&self, other: &PlannedMove) -> bool {
        if self.is_own {
            other.is_own && self.action == other.action
        } else {
            !other.is_own && self.seen == other.seen
        }
    }
}
