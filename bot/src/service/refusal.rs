//! Why the service did not do what somebody asked, and what they can do instead.

use std::fmt;

use rules::{Color, Outcome, PendingDecision, Variant, WhyNot};

use crate::{
    command::{CommandError, excerpt},
    ports::MatchId,
    words::{self, Text},
};

/// An answer that says no. It goes to the person who asked and to nobody else.
///
/// It may tell of a move, so `Debug` shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The text is no command.
    Misread(CommandError),
    /// The button or menu is none of ours.
    UnknownControl,
    /// Nothing can be posted where the speaker is; why, and what to do.
    CannotPost(String),
    /// The speaker plays no match in this place.
    NoMatch,
    /// No match is played in this channel.
    NoMatchHere,
    /// The match does not wait for somebody who has left.
    NobodyHasLeft(MatchId),
    /// There is no such match.
    UnknownMatch(MatchId),
    /// What is stored of the match is damaged, and nobody plays on in it.
    SetAside(MatchId),
    /// The same was asked for before, and the answer to it is damaged.
    AnswerLost,
    /// Several matches could be meant.
    SeveralMatches(Vec<Text>),
    /// The challenge has not been accepted.
    NotStarted(MatchId),
    /// The match was never played.
    NeverPlayed(MatchId),
    /// The match is over.
    Over(MatchId, Outcome),
    /// The rules that were asked about are not those of the match.
    OtherVariant(MatchId, Variant),
    /// There is no task where a move was written to answer one.
    NoTask(Variant),
    /// The part of the handbook does not have that picture.
    NoPicture {
        /// How many it has.
        n_pictures: usize,
    },
    /// The dice of the match stay sealed until it is over.
    DiceSealed(MatchId),
    /// The match is not over, so nobody sees it through the eyes of somebody else.
    EyesClosed(MatchId),
    /// The speaker does not play in this match.
    NotAPlayer(MatchId),
    /// The speaker does not play in this match, and so sees no more of it than everybody.
    NoViewOfYourOwn(MatchId),
    /// It is the other side's turn.
    NotYourTurn {
        /// Whose turn it is.
        color: Color,
        /// Their name.
        name: String,
    },
    /// What moves can do depends on what only the side to move knows.
    NotYoursToAsk {
        /// Whose turn it is.
        color: Color,
        /// Their name.
        name: String,
    },
    /// The text is not written as a move.
    UnreadableMove {
        /// What was written.
        text: String,
        /// What kind of decision is due.
        pending: PendingDecision,
    },
    /// No piece can do what is written.
    NoSuchMove(String),
    /// Several moves are written so.
    AmbiguousMove {
        /// What was written.
        text: String,
        /// Each of them, in short notation and coordinates.
        moves: Vec<String>,
    },
    /// The move is illegal.
    IllegalMove {
        /// What was written.
        text: String,
        /// Why.
        why: WhyNot,
    },
    /// Others have read the move, and the match has secrets.
    SaidAloud(MatchId),
    /// The button or menu belongs to an earlier moment of the match.
    Stale(MatchId),
    /// A challenge must be posted where others can read it.
    NeedsChannel,
    /// Nobody of this name is known.
    UnknownPerson(String),
    /// One cannot play against oneself.
    Oneself,
    /// One cannot accept one's own challenge.
    OwnChallenge,
    /// The challenge is meant for somebody else.
    NotForYou {
        /// For whom.
        name: String,
    },
    /// The challenge is meant for anybody, and so cannot be declined.
    ForAnybody {
        /// Who can withdraw it.
        challenger: String,
    },
    /// The challenge has been answered already.
    Settled(MatchId),
    /// The speaker has too many matches and challenges open.
    TooManyMatches(usize),
    /// The person to be challenged has too many challenges to answer.
    OpponentBusy {
        /// Their name.
        name: String,
    },
    /// The speaker's own draw offer waits for an answer.
    OfferStands,
    /// A draw was offered a short while ago.
    OfferTooSoon {
        /// How many more turns of their own must be over first.
        turns: u32,
    },
    /// There is no draw offer to answer.
    NoOffer,
}

impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Refusal")
    }
}

impl Refusal {
    /// What is told of it: what cannot be done, why, and what to do instead.
    pub fn text(&self) -> Text {
        match self {
            Refusal::Misread(error) => error.text(),
            Refusal::UnknownControl => words::refusal_unknown_control(),
            Refusal::CannotPost(obstacle) => Text::verbatim(obstacle),
            Refusal::NoMatch => words::refusal_no_match(),
            Refusal::NoMatchHere => words::refusal_no_match_here(),
            Refusal::NobodyHasLeft(id) => words::refusal_nobody_has_left(*id),
            Refusal::UnknownMatch(id) => words::refusal_unknown_match(*id),
            Refusal::SetAside(id) => words::refusal_set_aside(*id),
            Refusal::AnswerLost => words::refusal_answer_lost(),
            Refusal::SeveralMatches(matches) => Text::lines([
                words::refusal_several_matches(),
                Text::list(matches.clone()),
            ]),
            Refusal::NotStarted(id) => words::refusal_not_started(*id),
            Refusal::NeverPlayed(id) => words::refusal_never_played(*id),
            Refusal::Over(id, outcome) => words::refusal_over(*id, words::outcome(*outcome)),
            Refusal::OtherVariant(id, variant) => {
                words::refusal_other_variant(*id, variant.name(), *variant)
            }
            Refusal::NoTask(variant) => words::refusal_no_task(variant.name()),
            Refusal::NoPicture { n_pictures } => words::refusal_no_picture(*n_pictures),
            Refusal::DiceSealed(id) => words::refusal_dice_sealed(*id),
            Refusal::EyesClosed(id) => words::refusal_eyes_closed(*id),
            Refusal::NotAPlayer(id) => words::refusal_not_a_player(*id),
            Refusal::NoViewOfYourOwn(id) => words::refusal_no_view_of_your_own(*id),
            Refusal::NotYourTurn { color, name } => {
                words::refusal_not_your_turn(words::player(*color, name))
            }
            Refusal::NotYoursToAsk { color, name } => {
                words::refusal_not_yours_to_ask(words::player(*color, name))
            }
            Refusal::UnreadableMove { text, pending } => {
                words::refusal_unreadable_move(how_to_write(*pending), excerpt(text))
            }
            Refusal::NoSuchMove(text) => words::refusal_no_such_move(excerpt(text)),
            Refusal::AmbiguousMove { text, moves } => {
                let moves = words::either(moves.iter().map(Text::verbatim));
                words::refusal_ambiguous_move(moves, excerpt(text))
            }
            Refusal::IllegalMove { text, why } => {
                words::refusal_illegal_move(why.law, excerpt(text), words::why(why))
            }
            Refusal::SaidAloud(id) => words::refusal_said_aloud(*id),
            Refusal::Stale(id) => words::refusal_stale(*id),
            Refusal::NeedsChannel => words::refusal_needs_channel(),
            // A platform that knows mentions offers everybody else itself.
            Refusal::UnknownPerson(text) if text.starts_with("<@") => {
                words::refusal_bots_do_not_play()
            }
            Refusal::UnknownPerson(text) => words::refusal_unknown_person(excerpt(text)),
            Refusal::Oneself => words::refusal_oneself(),
            Refusal::OwnChallenge => words::refusal_own_challenge(),
            Refusal::NotForYou { name } => words::refusal_not_for_you(name),
            Refusal::ForAnybody { challenger } => words::refusal_for_anybody(challenger),
            Refusal::Settled(id) => words::refusal_settled(*id),
            Refusal::TooManyMatches(most) => words::refusal_too_many_matches(*most),
            Refusal::OpponentBusy { name } => words::refusal_opponent_busy(name),
            Refusal::OfferStands => words::refusal_offer_stands(),
            Refusal::OfferTooSoon { turns } => words::refusal_offer_too_soon(*turns),
            Refusal::NoOffer => words::refusal_no_offer(),
        }
    }
}

/// How a decision of this kind is written.
fn how_to_write(pending: PendingDecision) -> Text {
    match pending {
        PendingDecision::Move | PendingDecision::MoveAgain => words::write_move(),
        PendingDecision::KingPlace => words::write_king_place(),
        PendingDecision::LostPiece(_) => words::write_lost_piece(),
        PendingDecision::Swap => words::write_swap(),
        PendingDecision::DropPlace(role) => {
            words::write_drop_place(role.letter(), words::role(role).the())
        }
        PendingDecision::Promotion { from, to } => words::write_promotion(from, to),
    }
}
