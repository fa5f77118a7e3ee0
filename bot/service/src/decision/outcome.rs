//! The outcomes of requests, and the replies in them.

use rules::{Record, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    Accounts, CommunityReply, Drafted, Highlights, LearnReply, Lens, Live, PeopleReply, PlayReply,
    PuzzleReply, RecordReply, Refusal, Retried, Seen, ServerChoices, Settings, ShownHint,
    ShownPlan, VacationReply, Why, match_store::codec,
};
use api::{AccountToken, Batch, ChannelId, Completions, EventId, MatchId, TokenDigest};
use command::{OfferKind, ServerTopic};
use text::{Language, Text, Zone};

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

/// A picture that goes with a reply: a match at a ply, as the reader may see it. The store keeps only its name; the bot renders
/// it from the record on demand.
#[derive(Clone, PartialEq, Eq)]
pub struct Showing {
    /// The match.
    pub id: MatchId,
    /// The ply.
    pub ply: usize,
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
        matches!(self, Reply::Done(Done::Linked(_) | Done::Unlinked(_)))
    }

    /// Returns whether sessions on the page may have ended.
    pub fn ends_sessions(&self) -> bool {
        matches!(
            self,
            Reply::Done(Done::SessionsEnded | Done::Unlinked(_) | Done::Deleted { .. })
        )
    }

    /// Returns the picture that goes with the reply.
    pub fn showing(&self) -> Option<Showing> {
        match self {
            Reply::Done(Done::Moved { id, look, .. }) => look.map(|ply| Showing {
                id: *id,
                ply,
                shown: Shown::View,
            }),
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
    /// The hint that the speaker got at this ply before.
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
        /// The ply.
        ply: usize,
        /// The variant.
        variant: Variant,
    },
}

/// A change that was made, in the form of its reply, which is the same whenever the event is delivered again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// A challenge was opened.
    Opened(MatchId),
    /// A challenge was accepted.
    Accepted(MatchId),
    /// The program has accepted a challenge, and waits for its challenger to start.
    ReadyToStart(MatchId),
    /// A match against the program has begun.
    Begun(MatchId),
    /// A challenge was declined.
    Declined(MatchId),
    /// The speaker's own challenge was withdrawn.
    Withdrawn(MatchId),
    /// A challenge is posted again.
    ChallengePosted(MatchId),
    /// The speaker takes no more challenges from the person of this name.
    Blocked(String),
    /// The speaker takes challenges from the person of this name again.
    Unblocked(String),
    /// The speaker was given a code for another account of theirs.
    CodeGiven {
        /// The code.
        code: String,
        /// The accounts that they have, if several.
        accounts: Accounts,
    },
    /// The speaker entered an invalid code.
    CodeUnknown,
    /// The speaker typed a code where others read it, so that it is no longer valid.
    CodeSaidAloud,
    /// The speaker's account belongs to the person of this name.
    Linked(String),
    /// The account of this name no longer belongs to the speaker.
    Unlinked(String),
    /// The speaker was given a link that signs them in on the page.
    SignInLinkGiven {
        /// The token of the link, which is not stored. `None` if the event was delivered again.
        #[serde(skip)]
        token: Option<AccountToken>,
        /// True if the board is posted again, too.
        is_posted: bool,
    },
    /// A session began on the page; its link leads to this match, or to the first screen.
    SessionBegun(#[serde(with = "codec::option")] Option<MatchId>),
    /// The session of this token began on the page, whose owner has signed in on their platform.
    SessionOpened(TokenDigest),
    /// A session was used.
    SessionUsed,
    /// A launch of the Activity was noted.
    LaunchNoted,
    /// Sessions have ended.
    SessionsEnded,
    /// The speaker follows a match of others.
    Followed(MatchId),
    /// The speaker no longer follows a match.
    Unfollowed(MatchId),
    /// A move was played.
    Moved {
        /// The match.
        id: MatchId,
        /// The move in short notation.
        caption: String,
        /// The ply of the speaker's view to show, if they may see more than others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<usize>,
        /// True if the reply explains how to open their direct messages.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tell_closed: bool,
        /// True if the reply reports the cancellation of their plan.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        plan_ended: bool,
    },
    /// The speaker got a hint.
    Hinted(ShownHint),
    /// The speaker has made a plan; this is all that they have planned in that match.
    Planned(ShownPlan),
    /// The speaker has cancelled their plan.
    PlanCleared(MatchId),
    /// The board is posted again.
    BoardPosted(MatchId),
    /// The speaker resigned.
    Resigned(MatchId),
    /// The speaker ended a match after the other player left.
    Ended(MatchId),
    /// The speaker won because the opponent ran out of time.
    WinClaimed(MatchId),
    /// The speaker gave the opponent more time.
    TimeGiven(MatchId),
    /// The speaker aborted a match.
    Aborted(MatchId),
    /// The speaker made an offer.
    Offered {
        /// The match.
        id: MatchId,
        /// The kind of the offer.
        #[serde(with = "codec::text")]
        kind: OfferKind,
        /// The ply.
        ply: usize,
    },
    /// The draw is agreed.
    DrawAgreed(MatchId),
    /// The speaker declined an offer.
    OfferDeclined {
        /// The match.
        id: MatchId,
        /// The kind of the offer.
        #[serde(with = "codec::text")]
        kind: OfferKind,
    },
    /// The program has declined a draw.
    DrawRefused(MatchId),
    /// The speaker withdrew their own offer.
    OfferWithdrawn {
        /// The match.
        id: MatchId,
        /// The kind of the offer.
        #[serde(with = "codec::text")]
        kind: OfferKind,
    },
    /// The takeback is agreed.
    TakenBack(MatchId),
    /// The bot took back the speaker's last turn in a match against the program.
    TookBack(MatchId),
    /// The pause is agreed.
    Paused(MatchId),
    /// The match continues after a pause.
    Resumed(MatchId),
    /// The speaker's new settings.
    Set(Settings),
    /// The speaker's new settings of reminders.
    SetReminders(Settings),
    /// The speaker has changed the settings of their server.
    SetServer {
        /// All its settings now.
        settings: Box<ServerChoices>,
        /// The topic of the menu.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<ServerTopic>,
    },
    /// The speaker is on vacation.
    OnVacation(VacationReply),
    /// The speaker is back from their vacation.
    VacationEnded(VacationReply),
    /// The channel gets a puzzle each day, or no longer gets one.
    DailyPuzzle {
        /// True if it gets one.
        is_on: bool,
        /// True if it got one before.
        was_on: bool,
        /// True if the first one comes at nine, and not at once.
        begins_at_nine: bool,
        /// The time zone of this hour.
        #[serde(with = "codec::known")]
        zone: Zone,
    },
    /// The speaker is shown a puzzle, or the outcome of their answer.
    Puzzle(PuzzleReply),
    /// The data of the speaker is deleted.
    Deleted {
        /// The number of damaged matches from which the speaker could not be removed.
        n_damaged: usize,
    },
    /// Obsolete data was deleted.
    Tidied,
    /// Failed deliveries are retried.
    Retried(Retried),
}
