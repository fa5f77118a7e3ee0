//! Why the service did not do what somebody asked, and what they can do instead.

use std::fmt;

use rules::{Color, Outcome, PendingDecision, Variant, WhyNot};

use crate::{
    command::{CommandError, quote},
    ports::MatchId,
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
    SeveralMatches(Vec<String>),
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Misread(error) => error.fmt(f),
            Refusal::UnknownControl => {
                f.write_str("I do not know this button. Use /board to get the board with buttons that work.")
            }
            Refusal::NoMatch => {
                f.write_str("You play no match here. /games lists all your matches, /challenge opens a new one.")
            }
            Refusal::NoMatchHere => f.write_str(
                "No match is being played here. Name one that is over, as in match:4kq0z, or open one with /challenge.",
            ),
            Refusal::NobodyHasLeft(id) => write!(
                f,
                "Match {id} goes on: this ends it only while it waits for somebody who has left, and as far as I can see it \
                 does not. /board match:{id} shows how it stands."
            ),
            Refusal::UnknownMatch(id) => write!(f, "There is no match {id} here. /games lists yours."),
            Refusal::SetAside(id) => write!(
                f,
                "Match {id} is damaged: what I have stored of it cannot be read, so I have set it aside, and nothing in it \
                 can change. All other matches go on. Whoever runs me can see what is wrong with `oddboard check --data`, \
                 and get all that is whole into a new folder with `oddboard salvage`."
            ),
            Refusal::AnswerLost => f.write_str(
                "I have done that already, but what I answered then is damaged. /games and /board show how things stand.",
            ),
            Refusal::SeveralMatches(matches) => write!(
                f,
                "Which match do you mean? Add the five characters of its name, as in match:4kq0z.\n{}",
                list(matches)
            ),
            Refusal::NotStarted(id) => {
                write!(f, "Match {id} has not begun: nobody has accepted the challenge yet.")
            }
            Refusal::NeverPlayed(id) => write!(f, "The challenge {id} was not accepted, so nothing was played."),
            Refusal::Over(id, outcome) => {
                write!(
                    f,
                    "Match {id} is over: {}. /challenge opens a new one, /export match:{id} gives its record.",
                    render::words::outcome(*outcome)
                )
            }
            Refusal::OtherVariant(id, variant) => {
                let title = variant.title();
                write!(
                    f,
                    "Match {id} is played by the rules of {title}. Ask with /rules {variant}, or leave out here:yes."
                )
            }
            Refusal::NoTask(variant) => write!(
                f,
                "There is nothing to solve on that page. /rules {variant} practice lists the positions to solve; then write, for \
                 example, /rules {variant} practice 1 move:e2e4."
            ),
            Refusal::NoPicture { n_pictures: 0 } => f.write_str(
                "That page has no pictures. Leave out picture: to read it.",
            ),
            Refusal::NoPicture { n_pictures: 1 } => f.write_str(
                "That page has one picture. Leave out picture: to see it.",
            ),
            Refusal::NoPicture { n_pictures } => write!(
                f,
                "That page has pictures 1 to {n_pictures}; choose one of these, or leave out picture:."
            ),
            Refusal::DiceSealed(id) => write!(
                f,
                "Match {id} is still being played. Its dice stay sealed until it is over, so that nobody can foresee \
                 them; /verify match:{id} checks them then."
            ),
            Refusal::EyesClosed(id) => write!(
                f,
                "Match {id} is not over. Until then everybody sees it through their own eyes alone; /history match:{id} and /replay \
                 match:{id} show what you know."
            ),
            Refusal::NotAPlayer(id) => write!(
                f,
                "Match {id} is played by others; only its two players can do that. /games lists your matches."
            ),
            Refusal::NoViewOfYourOwn(id) => write!(
                f,
                "You do not play in match {id}, so you see what everybody sees: /board match:{id} shows it."
            ),
            Refusal::NotYourTurn { color, name } => {
                write!(
                    f,
                    "It is not your turn: {name} ({color}) is to move. I will tell you when it is yours."
                )
            }
            Refusal::NotYoursToAsk { color, name } => write!(
                f,
                "What a move can do here depends on what only {name} ({color}) knows, who is to move. \
                 Players can ask when it is their turn."
            ),
            Refusal::UnreadableMove { text, pending } => write!(
                f,
                "I cannot read {} as a move. {} /move alone shows menus.",
                quote(text),
                how_to_write(*pending)
            ),
            Refusal::NoSuchMove(text) => {
                write!(
                    f,
                    "None of your pieces can play {}. /move alone shows what they can do.",
                    quote(text)
                )
            }
            Refusal::AmbiguousMove { text, moves } => write!(
                f,
                "{} can be more than one move: {}. Write the squares of the one you mean.",
                quote(text),
                moves.join(" or ")
            ),
            Refusal::IllegalMove { text, why } => {
                write!(
                    f,
                    "{} is illegal: {} (law: {}). It is still your turn.",
                    quote(text),
                    render::words::why(why),
                    why.law
                )
            }
            Refusal::CannotPost(obstacle) => f.write_str(obstacle),
            Refusal::SaidAloud(id) => write!(
                f,
                "Nothing was played: everybody there reads what you write, and match {id} has secrets. Write your moves here, \
                 in the direct messages between you and me, where nobody else reads them."
            ),
            Refusal::Stale(id) => {
                write!(
                    f,
                    "That belongs to an earlier moment of match {id}. Use the newest board, or /board."
                )
            }
            Refusal::NeedsChannel => f.write_str(
                "A challenge is posted where your opponent can read it: use /challenge in a channel. \
                 Moves and all else work here too.",
            ),
            // A platform that knows mentions offers everybody else itself.
            Refusal::UnknownPerson(text) if text.starts_with("<@") => {
                f.write_str("Bots do not play. Challenge a person, or leave the opponent out to challenge anybody.")
            }
            Refusal::UnknownPerson(text) => write!(
                f,
                "I know nobody here called {}. Pick a name from the list that appears while you type \
                 (on Matrix write the whole account), or leave the opponent out to challenge anybody.",
                quote(text)
            ),
            Refusal::Oneself => f.write_str(
                "You cannot play against yourself. Challenge somebody else, or leave the opponent out; \
                 to try alone, sign in with a second name in another tab.",
            ),
            Refusal::OwnChallenge => f.write_str(
                "You cannot play against yourself, and this challenge is your own: somebody else has to accept it. \
                 To try alone, sign in with a second name in another tab.",
            ),
            Refusal::NotForYou { name } => {
                write!(
                    f,
                    "This challenge is meant for {name}. /challenge opens one of your own."
                )
            }
            Refusal::ForAnybody { challenger } => write!(
                f,
                "This challenge is meant for anybody: accept it or leave it. Only {challenger} can withdraw it."
            ),
            Refusal::Settled(id) => write!(f, "The challenge {id} has been answered already."),
            Refusal::TooManyMatches(most) => write!(
                f,
                "You have {most} matches and challenges open, and that is the most I keep for one person. \
                 Finish or withdraw one first; /games lists them."
            ),
            Refusal::OpponentBusy { name } => write!(
                f,
                "{name} has as many challenges to answer as I keep for one person. \
                 Challenge somebody else, or try again when some of them are answered."
            ),
            Refusal::OfferStands => {
                f.write_str("Your draw offer still stands. It lapses when your opponent plays a move instead.")
            }
            Refusal::OfferTooSoon { turns } => {
                let plural = if *turns == 1 { "" } else { "s" };
                write!(
                    f,
                    "You offered a draw a short while ago. You can offer again after {turns} more turn{plural} of yours."
                )
            }
            Refusal::NoOffer => f.write_str("There is no draw offer to answer any more. /draw offers one."),
        }
    }
}

impl std::error::Error for Refusal {}

/// How a decision of this kind is written.
fn how_to_write(pending: PendingDecision) -> String {
    match pending {
        PendingDecision::Move | PendingDecision::MoveAgain => {
            "Write its squares, such as e2g4, or short notation, such as Nf3; \
             a promotion says what the pawn becomes, such as e7d8=Q."
                .to_owned()
        }
        PendingDecision::KingPlace => "Write where your king begins, such as K@e1.".to_owned(),
        PendingDecision::LostPiece(_) => "Write which piece you lost, such as -R.".to_owned(),
        PendingDecision::Swap => {
            "Write the squares of the two pieces that change places, such as a1<>b2.".to_owned()
        }
        PendingDecision::DropPlace(role) => {
            format!(
                "Write where the {role} comes onto the board, such as {}@d4.",
                role.letter()
            )
        }
        PendingDecision::Promotion { from, to } => {
            format!("Write what the pawn becomes, such as {from}{to}=Q.")
        }
    }
}

/// Lines as a list.
pub(crate) fn list(lines: &[String]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| format!("• {line}")).collect();
    lines.join("\n")
}
