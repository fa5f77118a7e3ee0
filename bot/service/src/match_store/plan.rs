//! Plans: replies that somebody wants played as soon as the opponent plays what they expect.
//!
//! What sets a plan off is what its owner sees, and never what is true: the lines of a plan are read on the game as its
//! owner believes it to be, and each of their decisions is kept with what the owner would see then. So two truths that look
//! alike to the owner set it off alike, and nobody can tell by the time of an answer whether
//! there is a plan: what the other side sees is looked at after each move, and the row of the plan read and written with it,
//! even where nothing is planned.
//!
//! Only who waits can plan, so a match has one plan at most.

use std::fmt;

use rules::{Action, Color, Game};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::codec;
use crate::DeliveryKind;
use api::MatchId;

/// What the player of one side has planned while the other is to decide.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct MatchPlan {
    #[serde(with = "codec::text")]
    pub(crate) owner: Color,
    /// Each begins with a decision of the other side and ends with one of the owner's. No two have other replies to what
    /// looks alike.
    pub(crate) lines: Vec<Vec<PlannedMove>>,
}

/// A decision that a line of a plan goes through.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct PlannedMove {
    #[serde(with = "codec::text")]
    pub(crate) action: Action,
    /// Whether the owner decides it.
    pub(crate) is_own: bool,
    /// What the owner sees after it.
    pub(crate) seen: Appearance,
}

/// Stands for all that a seat sees of a game. What it stands for may be otherwise in another release: then a plan that was
/// made before is not followed, and its owner hears so.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Appearance(u64);

impl Appearance {
    pub(crate) fn of(game: &Game, seat: Color) -> Appearance {
        let view = game.seat_view(seat);
        let view = view.as_view();
        let (status, pending) = (&view.status, &view.pending);
        let seen = format!("{} {status:?} {pending:?} {}", view.ply, view.position);
        let digest = Sha256::digest(seen);
        let bytes = digest.iter().take(8);
        Appearance(bytes.fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

/// What is planned in a match, as its owner reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPlan {
    /// The match.
    pub id: MatchId,
    /// The lines of the plan; none if nothing is planned.
    pub lines: Vec<Vec<PlannedReply>>,
    /// What became of the last one, if the owner could not be written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untold: Option<DeliveryKind>,
}

/// What a plan answers to what.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedReply {
    /// What the opponent plays, in short notation.
    pub after: String,
    /// What is played then.
    pub reply: String,
}

impl fmt::Debug for PlannedReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlannedReply")
    }
}

/// What became of the plan of a match when its game went on.
#[derive(Default)]
pub(crate) struct Followed {
    /// The ply of what was answered, if the plan had an answer.
    pub(crate) answered: Option<usize>,
    /// What still stands.
    pub(crate) rest: Option<MatchPlan>,
}

impl MatchPlan {
    /// Adds a line. It takes the place of those that have another reply to the same.
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

    /// Leaves what goes on from there.
    pub(crate) fn go_on(&mut self, seen: Appearance) {
        self.lines
            .retain(|line| line.len() > 1 && line[0].seen == seen);
        for line in &mut self.lines {
            line.remove(0);
        }
    }

    /// What the owner wants to decide now.
    pub(crate) fn reply(&self) -> Option<Action> {
        let next = self.lines.first()?.first()?;
        next.is_own.then_some(next.action)
    }

    /// The plan as its owner reads it, from the game as they believe it to be.
    pub(crate) fn shown(&self, believed: &Game) -> Vec<Vec<PlannedReply>> {
        let line = |steps: &Vec<PlannedMove>| {
            let mut game = believed.clone();
            let mut replies: Vec<PlannedReply> = Vec::new();
            for step in steps {
                let caption = game.caption(step.action);
                // It was possible when it was planned, and nothing has happened since.
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
    /// Whether it cannot be told from another: the opponent's by who plans, one's own by anybody.
    fn is_same(&self, other: &PlannedMove) -> bool {
        if self.is_own {
            other.is_own && self.action == other.action
        } else {
            !other.is_own && self.seen == other.seen
        }
    }
}
