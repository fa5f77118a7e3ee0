//! The replies to players of a match.

use rules::{Action, Color};
use serde::{Deserialize, Serialize};

use crate::{Highlights, Match, Menus, Showing, Shown, Why, match_store::codec};
use api::MatchId;
use command::OfferKind;

/// A change of a match in play.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayDone {
    /// A move was played.
    Moved {
        /// The match.
        id: MatchId,
        /// The move in short notation.
        #[serde(rename = "move")]
        caption: String,
        /// The number of inputs of the view to show to the speaker, if they may see more than others.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        look: Option<usize>,
        /// True if the reply explains how to open their direct messages.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        tell_closed: bool,
        /// True if the reply reports the cancellation of their plan.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        plan_ended: bool,
    },
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
        /// The number of inputs.
        n_inputs: usize,
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
}

impl PlayDone {
    /// Returns the picture that goes with the reply.
    pub(crate) fn showing(&self) -> Option<Showing> {
        match self {
            PlayDone::Moved { id, look, .. } => look.map(|n_inputs| Showing {
                id: *id,
                n_inputs,
                shown: Shown::View,
            }),
            _ => None,
        }
    }
}

/// The reply to a player that changes nothing: a view, a question or an explanation.
pub enum PlayReply {
    /// The view of the speaker alone, which is added to the reply.
    View {
        /// The match.
        showing: Showing,
        /// True if they can move.
        can_move: bool,
    },
    /// The board, posted where the match is not played.
    Board(Showing),
    /// The board of this match was just posted, so the bot does not post it again.
    BoardPostedBefore(MatchId),
    /// A step on the way to a move.
    Guide {
        /// The match.
        id: MatchId,
        /// The number of inputs.
        n_inputs: usize,
        /// The menus of this step.
        menus: Menus,
    },
    /// The question whether to play this move.
    AskMove(AskedMove),
    /// The effect of a move, or the reason why it is illegal.
    Why {
        /// The match.
        game_match: Box<Match>,
        /// The move as written.
        text: String,
        /// The side that would move, if another person asks.
        of: Option<Color>,
        /// The explanation.
        why: Why,
    },
    /// The speaker's own offer stands.
    OfferStands {
        /// The match.
        id: MatchId,
        /// The kind of the offer.
        kind: OfferKind,
        /// The number of inputs.
        n_inputs: usize,
    },
    /// The question whether to resign.
    AskResign {
        /// The match.
        id: MatchId,
        /// The number of inputs.
        n_inputs: usize,
    },
    /// The speaker chose to change nothing.
    Kept,
}

impl PlayReply {
    /// Returns the picture that goes with the reply.
    pub(crate) fn showing(&self) -> Option<Showing> {
        match self {
            PlayReply::View { showing, .. } | PlayReply::Board(showing) => Some(showing.clone()),
            PlayReply::Guide {
                id,
                n_inputs,
                menus,
            } => Some(Showing {
                id: *id,
                n_inputs: *n_inputs,
                shown: Shown::Choice(menus.highlights.clone()),
            }),
            PlayReply::Why {
                game_match,
                of: None,
                why: Why::Illegal(why),
                ..
            } if !why.squares().is_empty() => Some(Showing {
                id: game_match.id,
                n_inputs: game_match.state.n_inputs,
                shown: Shown::Choice(Highlights {
                    causes: why.squares(),
                    ..Highlights::default()
                }),
            }),
            _ => None,
        }
    }
}

/// A move that needs the confirmation of the speaker.
pub struct AskedMove {
    /// The match.
    pub id: MatchId,
    /// The number of inputs.
    pub n_inputs: usize,
    /// The move.
    pub action: Action,
    /// The move in short notation.
    pub caption: String,
    /// The name of the opponent.
    pub opponent: String,
    /// True if it loses at once.
    pub is_losing: bool,
}
