//! What the service answers.

use rules::Variant;
use serde::{Deserialize, Serialize};

use crate::{
    Accounts, Due, Highlights, Lens, Live, PuzzleTold, QueryReply, ServerChoices, Settings,
    ShownHint, ShownPlan, VacationTold, Why, match_store::codec,
};
use api::{Batch, ChannelId, Completions, EventId, MatchId};
use command::{OfferKind, ServerTopic};
use text::{Language, Zone};

/// What follows from an input: changes to be committed first, deliveries among them, then an answer.
pub struct Effects {
    /// What is stored; nothing for a question.
    pub changes: Batch,
    /// The match as it is then, if it is at hand: what is told of it need not be read and replayed for that.
    pub live: Option<Live>,
    /// The answer to whoever waits for one.
    pub reply: Reply,
}

impl Effects {
    /// Whether others play some matches then, because an account has come to somebody or left them.
    pub fn changes_players(&self) -> bool {
        matches!(self.reply, Reply::Done(Done::Linked(_) | Done::Unlinked(_)))
    }

    /// An answer that changes nothing.
    pub(crate) fn of(reply: Reply) -> Effects {
        Effects {
            changes: Batch::default(),
            live: None,
            reply,
        }
    }
}

/// What somebody is shown besides what they are told: a match at a ply, as they may see it. It is named and never spelled
/// out; it is made from the record when it is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Showing {
    /// The match.
    pub id: MatchId,
    /// The ply.
    pub ply: usize,
    /// What of it.
    pub shown: Shown,
}

/// What somebody is shown of a match.
#[derive(Clone, PartialEq, Eq)]
pub enum Shown {
    /// The board, as its player sees it, and the last turn.
    View,
    /// The board, as its player sees it, with help for a choice or with what forbids one.
    Choice(Highlights),
    /// All that happened, as somebody saw it.
    Replay(Lens),
    /// How it went, looked back at with the engine.
    Review,
    /// The board as everybody may see it, posted in a channel where the match is not played.
    Board {
        /// The channel.
        channel: ChannelId,
        /// The language that has been chosen for it, if one has been.
        language: Option<Language>,
        /// The event that asks for it, for which it is posted once.
        event: EventId,
    },
}

impl Reply {
    /// What the speaker is shown besides.
    pub fn showing(&self) -> Option<Showing> {
        match self {
            Reply::Done(Done::Moved {
                id,
                look: Some(ply),
                ..
            }) => Some(Showing {
                id: *id,
                ply: *ply,
                shown: Shown::View,
            }),
            Reply::Query(
                QueryReply::View { showing, .. }
                | QueryReply::Replay(showing)
                | QueryReply::Review(showing)
                | QueryReply::Board(showing),
            ) => Some(showing.clone()),
            Reply::Query(QueryReply::Page(page)) => page.here.as_ref()?.showing.clone(),
            Reply::Query(QueryReply::Guide { id, ply, menus, .. }) => Some(Showing {
                id: *id,
                ply: *ply,
                shown: Shown::Choice(menus.highlights.clone()),
            }),
            Reply::Query(QueryReply::Why {
                game_match,
                of: None,
                why: Why::Illegal(why),
                ..
            }) if !why.squares().is_empty() => Some(Showing {
                id: game_match.id,
                ply: game_match.ply,
                shown: Shown::Choice(Highlights {
                    causes: why.squares(),
                    ..Highlights::default()
                }),
            }),
            Reply::Done(_)
            | Reply::Query(_)
            | Reply::Nothing
            | Reply::Due(_)
            | Reply::Completions(_)
            | Reply::Write { .. } => None,
        }
    }
}

/// The answer to what somebody asked for and got.
pub enum Reply {
    /// Something changed.
    Done(Done),
    /// Nothing changed; this is what they wanted to know.
    Query(QueryReply),
    /// There is nothing to answer, and nobody to answer to.
    Nothing,
    /// Time has gone on; this is due by now.
    Due(Vec<Due>),
    /// They are still typing; these are the ways to go on.
    Completions(Completions),
    /// They are to write a move.
    Write {
        /// In this match.
        id: MatchId,
        /// At this ply.
        ply: usize,
        /// Of these rules.
        variant: Variant,
    },
}

/// A change that was made, as it is answered now and whenever the same event is told again.
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
    /// The speaker tried a code that does not count.
    CodeUnknown,
    /// The speaker typed a code where others read it, so that it counts no more.
    CodeSaidAloud,
    /// The speaker's account belongs to the person of this name.
    Linked(String),
    /// The account of this name no longer belongs to the speaker.
    Unlinked(String),
    /// The speaker follows a match of others.
    Followed(MatchId),
    /// The speaker follows a match no longer.
    Unfollowed(MatchId),
    /// A move was played.
    Moved {
        /// In this match.
        id: MatchId,
        /// In short notation.
        caption: String,
        /// The ply of which the speaker is shown what they see, if they may see more than others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<usize>,
        /// Whether they are to be told how to open their direct messages.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tell_closed: bool,
        /// Whether they are to be told that their plan was cancelled.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        plan_ended: bool,
    },
    /// The speaker got a hint.
    Hinted(ShownHint),
    /// The speaker has planned something; this is all that they have planned in that match.
    Planned(ShownPlan),
    /// The speaker has given up their plan.
    PlanCleared(MatchId),
    /// The board is posted again.
    BoardPosted(MatchId),
    /// The speaker resigned.
    Resigned(MatchId),
    /// The speaker ended a match whose other player has left.
    Ended(MatchId),
    /// The speaker won because the other's time was over.
    WinClaimed(MatchId),
    /// The speaker gave the other more time.
    TimeGiven(MatchId),
    /// The speaker broke off a match.
    Aborted(MatchId),
    /// The speaker offered something.
    Offered {
        /// In this match.
        id: MatchId,
        /// What.
        #[serde(with = "codec::text")]
        kind: OfferKind,
        /// At this ply.
        ply: usize,
    },
    /// The draw is agreed.
    DrawAgreed(MatchId),
    /// The speaker declined an offer.
    OfferDeclined {
        /// In this match.
        id: MatchId,
        /// What was offered.
        #[serde(with = "codec::text")]
        kind: OfferKind,
    },
    /// The program has declined a draw.
    DrawRefused(MatchId),
    /// The speaker withdrew their own offer.
    OfferWithdrawn {
        /// In this match.
        id: MatchId,
        /// What was offered.
        #[serde(with = "codec::text")]
        kind: OfferKind,
    },
    /// The takeback is agreed.
    TakenBack(MatchId),
    /// The speaker's last turn is taken back in a match against the program.
    TookBack(MatchId),
    /// The pause is agreed.
    Paused(MatchId),
    /// The match goes on after a pause.
    Resumed(MatchId),
    /// The speaker has chosen this about what they alone are shown.
    Set(Settings),
    /// The speaker has chosen this about reminders.
    SetReminders(Settings),
    /// The speaker has chosen this for their server.
    SetServer {
        /// All that is chosen for it now.
        settings: Box<ServerChoices>,
        /// What the menu was about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<ServerTopic>,
    },
    /// The speaker is on vacation.
    OnVacation(VacationTold),
    /// The speaker is back from their vacation.
    VacationEnded(VacationTold),
    /// The channel gets a puzzle each day, or none any more.
    DailyPuzzle {
        /// Whether it does.
        is_on: bool,
        /// Whether it has had one before.
        was_on: bool,
        /// Whether the first one comes at nine, and not at once.
        begins_at_nine: bool,
        /// By which clock.
        #[serde(with = "codec::known")]
        zone: Zone,
    },
    /// The speaker is shown a puzzle, or what came of it.
    Puzzle(PuzzleTold),
    /// The speaker is deleted.
    Deleted {
        /// From how many matches they could not be taken out, because these are damaged.
        n_damaged: usize,
    },
    /// What is no longer needed was given up.
    Tidied,
    /// What could not be said for good is tried again.
    Retried(Retried),
}

/// What became of all that could not be said for good, once somebody has it tried again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retried {
    /// How many deliveries are tried again.
    pub n_tried: usize,
    /// How many were dropped: their matches have moved on since, or what was to be said is lost.
    pub n_dropped: usize,
    /// How many stay as they are: their matches are damaged, or they are not those that were to be tried again.
    pub n_left: usize,
    /// The key with which this part ended, if there are more, which [`Retry::after`](crate::Retry::after) takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}
