//! The outcomes of requests, and the replies in them.

use rules::{Record, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    ChallengeDone, CommunityDone, CommunityReply, Drafted, Highlights, LearnReply, Lens, Live,
    PeopleDone, PeopleReply, PlanDone, PlayDone, PlayReply, PuzzleReply, RecordReply, Refusal,
    Seen, SessionDone, ShownHint, ShownPlan, UpkeepDone, VacationReply, Why,
};
use api::{Batch, ChannelId, Completions, EventId, MatchId};
use text::{Language, Text};

/// The outcome of a request: changes to commit first, deliveries among them, then a reply.
pub struct Outcome {
    /// The changes; none for a query or a refusal.
    pub changes: Batch,
    /// The match after the changes, if it is loaded. Its deliveries then need no read and no replay.
    pub live: Option<Live>,
    /// The reply.
    pub reply: Reply,
}

impl From<Reply> for Outcome {
    /// Returns the outcome of a reply that changes nothing.
    fn from(reply: Reply) -> Outcome {
        Outcome {
            changes: Batch::default(),
            live: None,
            reply,
        }
    }
}

/// A picture that goes with a reply: a match after some of its inputs, as the reader may see it. The store keeps only its name;
/// the bot renders it from the record on demand.
#[derive(Clone, PartialEq, Eq)]
pub struct Showing {
    /// The match.
    pub id: MatchId,
    /// The number of inputs.
    pub n_inputs: usize,
    /// The part to show.
    pub shown: Shown,
}

/// The part of a match that is shown.
#[derive(Clone, PartialEq, Eq)]
pub enum Shown {
    /// The board in the view of its player, and the last turn.
    View,
    /// The board in the view of its player, with marks for a choice, or for the pieces that forbid a move.
    Choice(Highlights),
    /// The whole match, through a lens.
    Replay(Lens),
    /// The review of the match by the engine.
    Review,
    /// The public board, posted in a channel where the match is not played.
    Board {
        /// The channel.
        channel: ChannelId,
        /// The language that has been chosen for it, if any.
        language: Option<Language>,
        /// The event that asks for it; it is posted once for this event.
        event: EventId,
    },
}

impl Reply {
    /// Returns the change that was made, if any.
    pub fn done(&self) -> Option<&Done> {
        match self {
            Reply::Done(done) => Some(done),
            _ => None,
        }
    }

    /// Returns whether the request is known to have changed something; `None` if a change is not confirmed.
    pub fn is_surely_done(&self) -> Option<bool> {
        match self {
            Reply::Failed(_) => None,
            reply => Some(reply.done().is_some()),
        }
    }

    /// Returns whether an account was linked or unlinked, so that matches may have other players.
    pub fn changes_players(&self) -> bool {
        matches!(self, Reply::Done(Done::People(done)) if done.changes_players())
    }

    /// Returns whether sessions on the page may have ended.
    pub fn ends_sessions(&self) -> bool {
        matches!(self, Reply::Done(Done::People(done)) if done.ends_sessions())
    }

    /// Returns the picture that goes with the reply.
    pub fn showing(&self) -> Option<Showing> {
        match self {
            Reply::Done(Done::Play(done)) => done.showing(),
            Reply::Play(reply) => reply.showing(),
            Reply::Record(RecordReply::Replay(showing) | RecordReply::Review(showing)) => {
                Some(showing.clone())
            }
            Reply::Learn(LearnReply::Page(page)) => page.here.as_ref()?.showing.clone(),
            _ => None,
        }
    }

    /// Returns whether it takes long to render, so that other requests should not wait for it.
    pub fn is_long(&self) -> bool {
        match self {
            Reply::Record(reply) => reply.record().is_some(),
            Reply::People(reply) => matches!(reply, PeopleReply::MyDataFile(_)),
            Reply::Play(PlayReply::Why { why, .. }) => matches!(why, Why::Legal(_)),
            _ => false,
        }
    }

    /// Returns the approximate memory of the games in it, in bytes.
    pub fn n_bytes_of_games(&self) -> usize {
        let of_game = |record: &Record| {
            size_of::<Seen>() + record.inputs.len() * size_of::<rules::GameInput>()
        };
        match self {
            Reply::Record(reply) => reply.record().map_or(0, of_game),
            Reply::People(PeopleReply::MyDataFile(data)) => {
                data.matches.iter().map(|seen| of_game(&seen.record)).sum()
            }
            _ => 0,
        }
    }
}

/// The reply to a request, by the feature that it concerns. All except [`Reply::Done`] change nothing.
pub enum Reply {
    /// Something changed.
    Done(Done),
    /// A view, a question or an explanation for a player.
    Play(PlayReply),
    /// A match as it was recorded.
    Record(RecordReply),
    /// A challenge in preparation.
    Draft(Drafted),
    /// The speaker's plan.
    Plan(ShownPlan),
    /// The hint that the speaker got at this number of inputs before.
    Hint(ShownHint),
    /// The speaker's vacation.
    Vacation(VacationReply),
    /// Help, a page of the handbook or a puzzle.
    Learn(LearnReply),
    /// The speaker's own data, settings and accounts.
    People(PeopleReply),
    /// The speaker's matches, ratings or server.
    Community(CommunityReply),
    /// The reason why the request is refused.
    Refused(Refusal),
    /// The request was not decided on, or its changes are not confirmed; the text for the person.
    Failed(Text),
    /// No reply, because no one waits for one.
    Nothing,
    /// The completions for a half-typed text.
    Completions(Completions),
    /// The speaker is to write a move.
    Write {
        /// The match.
        id: MatchId,
        /// The number of inputs.
        n_inputs: usize,
        /// The variant.
        variant: Variant,
    },
}

/// A change that was made, by its feature, in the form of its reply. That is the same whenever the event is delivered again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// A change of a challenge.
    Challenge(ChallengeDone),
    /// A change of a match in play.
    Play(PlayDone),
    /// A change of the speaker's plan.
    Plan(PlanDone),
    /// The speaker got a hint.
    Hint(ShownHint),
    /// The speaker's vacation began, changed or ended.
    Vacation(VacationReply),
    /// The speaker is shown a puzzle, or the outcome of their answer.
    Puzzle(PuzzleReply),
    /// A change of the speaker's own data, settings and accounts.
    People(PeopleDone),
    /// A change of the sessions of an account on the page.
    Session(SessionDone),
    /// A change around matches.
    Community(CommunityDone),
    /// A change of stored data that no person requests.
    Upkeep(UpkeepDone),
}

/// Converts the changes of features.
macro_rules! from_features {
    ($($feature:ident($done:ty),)*) => {
        $(impl From<$done> for Done {
            fn from(done: $done) -> Done {
                Done::$feature(done)
            }
        })*
    };
}

from_features! {
    Challenge(ChallengeDone),
    Play(PlayDone),
    Plan(PlanDone),
    People(PeopleDone),
    Session(SessionDone),
    Community(CommunityDone),
    Upkeep(UpkeepDone),
}
