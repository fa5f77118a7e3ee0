//! What buttons and menus send back.
//!
//! Their ids are read by everyone who can see the message, so those in a channel name a match and perhaps its ply, or a
//! variant or a place in its handbook, and nothing else; who pressed tells the seat. Only an answer to one person has ids and values that name moves.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use rules::{Action, Variant};

use super::{Draft, DraftPart, OfferKind, ServerTopic, Topic};
use api::MatchId;
use handbook::Spot;

/// A button or menu, as named in its id.
#[derive(Clone, PartialEq, Eq)]
pub enum Control {
    /// Accept a challenge.
    Accept(MatchId),
    /// Decline a challenge, or withdraw one's own.
    Decline(MatchId),
    /// Begin a match against the program, which has accepted.
    Start(MatchId),
    /// Have the program take one's own challenge, and begin.
    PlayProgram(MatchId),
    /// Choose this of a challenge that is put together.
    Challenge(DraftPart, Draft),
    /// Take no more challenges from who opened this one, and decline it if that is not done yet.
    Block(MatchId),
    /// A menu of people from whom no challenges are taken, with its number among several.
    Unblock(usize),
    /// Link the account of who presses it to the one that was given this code.
    Link(String),
    /// Unlink the account that this stands for.
    Unlink(String),
    /// Be guided to a move.
    Guide(MatchId, usize),
    /// Write a move.
    Write(MatchId, usize),
    /// Play a move as it was written before it was known in which match.
    Type(MatchId, usize, String),
    /// Plan replies as they were written before it was known in which match.
    Plan(MatchId, usize, String),
    /// Tell why a move that was written then is illegal.
    Why(MatchId, String),
    /// Tell what the program would play.
    Hint(MatchId, usize),
    /// Show the own view.
    View(MatchId),
    /// Post the board again.
    Board(MatchId),
    /// A menu of moves or parts of moves, with its number among several.
    Pick(MatchId, usize, usize),
    /// Play this move, which it was asked about whether it is meant.
    Play(MatchId, usize, Action),
    /// Give up what is planned in a match.
    ClearPlan(MatchId),
    /// Ask whether to resign.
    Resign(MatchId, usize),
    /// Resign.
    ResignConfirmed(MatchId, usize),
    /// Offer something.
    Offer(OfferKind, MatchId, usize),
    /// End a match whose other player has left.
    End(MatchId),
    /// Accept what was offered at this ply.
    AcceptOffer(OfferKind, MatchId, usize),
    /// Decline it.
    DeclineOffer(OfferKind, MatchId, usize),
    /// Withdraw one's own offer of this ply.
    WithdrawOffer(OfferKind, MatchId, usize),
    /// Go on with a match that is paused.
    Resume(MatchId),
    /// Challenge the opponent of a match that is over to another, or accept that.
    Rematch(MatchId),
    /// Follow a match of others, or follow it no longer.
    Follow(MatchId),
    /// Show a match as an animation.
    Replay(MatchId),
    /// Look back at a match that is over.
    Review(MatchId),
    /// List the moves of a match.
    History(MatchId),
    /// Give the record of a match.
    Export(MatchId),
    /// Tell of the dice of a match, and check them once it is over. What was published of their secret before anybody accepted
    /// stands here, so that everybody can see that it never changed.
    Dice(MatchId, String),
    /// Claim the win in a match in which the other's time is over.
    ClaimWin(MatchId, usize),
    /// Give the other, whose time is over, more of it.
    GiveTime(MatchId, usize),
    /// Break off a match that has hardly begun and in which the other's time is over.
    Abort(MatchId, usize),
    /// Tell the rules of a variant.
    Rules(Variant),
    /// Open the handbook at a place.
    Rule(Spot),
    /// Turn to another place of the handbook that is open.
    Page(Spot),
    /// A menu of places of a handbook, with its number among several.
    Topics(Variant, usize),
    /// A menu of moves to try in the task of this place, with its number among several.
    Try(Spot, usize),
    /// Show a puzzle of a variant.
    Puzzle(Variant),
    /// Show the puzzle of the day of the channel.
    DailyPuzzle(u32),
    /// Tell the solution of a puzzle.
    GiveUpPuzzle(u32),
    /// A menu of what can be chosen about what one is shown.
    Set(Topic),
    /// A menu of what can be chosen for the server.
    Server,
    /// A menu of choices for the server.
    SetServer(ServerTopic),
    /// Give all that is kept of who presses it as a file.
    ExportMine,
    /// Ask whether all that is kept of who presses it is to be deleted; or delete it, with what stands for them alone.
    DeleteMe(Option<String>),
    /// Leave things as they are.
    Keep(MatchId),
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Control")
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Accept(id) => write!(f, "accept:{id}"),
            Control::Decline(id) => write!(f, "decline:{id}"),
            Control::Start(id) => write!(f, "start:{id}"),
            Control::PlayProgram(id) => write!(f, "play-program:{id}"),
            Control::Challenge(part, draft) => write!(f, "challenge:{part}:{draft}"),
            Control::Block(id) => write!(f, "block:{id}"),
            Control::Unblock(n) => write!(f, "unblock:{n}"),
            Control::Link(code) => write!(f, "link:{code}"),
            Control::Unlink(which) => write!(f, "unlink:{which}"),
            Control::Guide(id, ply) => write!(f, "guide:{id}:{ply}"),
            Control::Write(id, ply) => write!(f, "write:{id}:{ply}"),
            Control::Type(id, ply, text) => write!(f, "type:{id}:{ply}:{text}"),
            Control::Plan(id, ply, text) => write!(f, "plan:{id}:{ply}:{text}"),
            Control::Why(id, text) => write!(f, "why:{id}:{text}"),
            Control::Hint(id, ply) => write!(f, "hint:{id}:{ply}"),
            Control::View(id) => write!(f, "view:{id}"),
            Control::Board(id) => write!(f, "board:{id}"),
            Control::Pick(id, ply, n) => write!(f, "pick:{id}:{ply}:{n}"),
            Control::Play(id, ply, action) => write!(f, "play:{id}:{ply}:{action}"),
            Control::ClearPlan(id) => write!(f, "plan-clear:{id}"),
            Control::Resign(id, ply) => write!(f, "resign:{id}:{ply}"),
            Control::ResignConfirmed(id, ply) => write!(f, "resign-yes:{id}:{ply}"),
            Control::Offer(kind, id, ply) => write!(f, "{kind}:{id}:{ply}"),
            Control::End(id) => write!(f, "end:{id}"),
            Control::AcceptOffer(kind, id, ply) => write!(f, "{kind}-yes:{id}:{ply}"),
            Control::DeclineOffer(kind, id, ply) => write!(f, "{kind}-no:{id}:{ply}"),
            Control::WithdrawOffer(kind, id, ply) => write!(f, "{kind}-withdraw:{id}:{ply}"),
            Control::Resume(id) => write!(f, "resume:{id}"),
            Control::Rematch(id) => write!(f, "rematch:{id}"),
            Control::Follow(id) => write!(f, "follow:{id}"),
            Control::Replay(id) => write!(f, "replay:{id}"),
            Control::Review(id) => write!(f, "review:{id}"),
            Control::Dice(id, commitment) => write!(f, "dice:{id}:{commitment}"),
            Control::History(id) => write!(f, "history:{id}"),
            Control::Export(id) => write!(f, "export:{id}"),
            Control::ClaimWin(id, ply) => write!(f, "claim:{id}:{ply}"),
            Control::GiveTime(id, ply) => write!(f, "give:{id}:{ply}"),
            Control::Abort(id, ply) => write!(f, "abort:{id}:{ply}"),
            Control::Rules(variant) => write!(f, "rules:{variant}"),
            Control::Rule(spot) => write!(f, "rule:{spot}"),
            Control::Page(spot) => write!(f, "page:{spot}"),
            Control::Topics(variant, n) => write!(f, "topics:{variant}:{n}"),
            Control::Try(spot, n) => write!(f, "try:{spot}:{n}"),
            Control::Puzzle(variant) => write!(f, "puzzle:{variant}"),
            Control::DailyPuzzle(id) => write!(f, "puzzle-daily:{id:08x}"),
            Control::GiveUpPuzzle(id) => write!(f, "puzzle-solution:{id:08x}"),
            Control::Set(topic) => write!(f, "set:{}", topic.name()),
            Control::Server => f.write_str("server"),
            Control::SetServer(topic) => write!(f, "server:{topic}"),
            Control::ExportMine => f.write_str("export-mine"),
            Control::DeleteMe(None) => f.write_str("delete-me"),
            Control::DeleteMe(Some(whose)) => write!(f, "delete-me:{whose}"),
            Control::Keep(id) => write!(f, "keep:{id}"),
        }
    }
}

/// How long an id may be, in bytes: as long as every platform takes it.
const LONGEST: usize = 100;

impl Control {
    /// Whether its id is as short as it has to be. All are but those that name a person or hold what somebody wrote.
    pub fn is_short(&self) -> bool {
        self.to_string().len() <= LONGEST
    }

    /// The match below whose board it stands, if it stands below boards.
    pub fn board(&self) -> Option<MatchId> {
        match self {
            Control::Guide(id, _)
            | Control::Hint(id, _)
            | Control::Resign(id, _)
            | Control::Offer(_, id, _)
            | Control::ClaimWin(id, _)
            | Control::GiveTime(id, _)
            | Control::Abort(id, _)
            | Control::Resume(id)
            | Control::View(id)
            | Control::Rematch(id)
            | Control::Replay(id)
            | Control::Review(id)
            | Control::Export(id) => Some(*id),
            _ => None,
        }
    }
}

/// The text is no id of a button or menu of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no button or menu of mine")]
pub struct ParseControlError;

impl FromStr for Control {
    type Err = ParseControlError;

    fn from_str(text: &str) -> Result<Control, ParseControlError> {
        if text.len() > LONGEST {
            return Err(ParseControlError);
        }
        let parts: Vec<&str> = text.split(':').collect();
        let id = || {
            parts
                .get(1)
                .and_then(|part| part.parse().ok())
                .ok_or(ParseControlError)
        };
        let number = |at: usize| {
            parts
                .get(at)
                .and_then(|part| part.parse::<usize>().ok())
                .ok_or(ParseControlError)
        };
        let puzzle = || u32::from_str_radix(parts[1], 16).map_err(|_| ParseControlError);
        let variant = || parts[1].parse().map_err(|_| ParseControlError);
        let spot = |end: usize| {
            let spot = parts[1..end].join(":").parse();
            spot.map_err(|_| ParseControlError)
        };
        let control = match (parts[0], parts.len()) {
            ("accept", 2) => Control::Accept(id()?),
            ("decline", 2) => Control::Decline(id()?),
            ("start", 2) => Control::Start(id()?),
            ("play-program", 2) => Control::PlayProgram(id()?),
            ("challenge", 6..) => {
                let (part, draft) = Draft::parse(&parts[1..].join(":"))?;
                Control::Challenge(part, draft)
            }
            ("block", 2) => Control::Block(id()?),
            ("unblock", 2) => Control::Unblock(number(1)?),
            ("link", 2) => Control::Link(parts[1].to_owned()),
            ("unlink", 2) => Control::Unlink(parts[1].to_owned()),
            ("guide", 3) => Control::Guide(id()?, number(2)?),
            ("write", 3) => Control::Write(id()?, number(2)?),
            ("type", 4..) => Control::Type(id()?, number(2)?, parts[3..].join(":")),
            ("plan", 4..) => Control::Plan(id()?, number(2)?, parts[3..].join(":")),
            ("why", 3..) => Control::Why(id()?, parts[2..].join(":")),
            ("hint", 3) => Control::Hint(id()?, number(2)?),
            ("view", 2) => Control::View(id()?),
            ("board", 2) => Control::Board(id()?),
            ("pick", 4) => Control::Pick(id()?, number(2)?, number(3)?),
            ("play", 4) => Control::Play(
                id()?,
                number(2)?,
                parts[3].parse().map_err(|_| ParseControlError)?,
            ),
            ("plan-clear", 2) => Control::ClearPlan(id()?),
            ("resign", 3) => Control::Resign(id()?, number(2)?),
            ("resign-yes", 3) => Control::ResignConfirmed(id()?, number(2)?),
            ("end", 2) => Control::End(id()?),
            ("resume", 2) => Control::Resume(id()?),
            ("rematch", 2) => Control::Rematch(id()?),
            ("follow", 2) => Control::Follow(id()?),
            ("replay", 2) => Control::Replay(id()?),
            ("review", 2) => Control::Review(id()?),
            ("dice", 3) => Control::Dice(id()?, parts[2].to_owned()),
            ("history", 2) => Control::History(id()?),
            ("export", 2) => Control::Export(id()?),
            ("claim", 3) => Control::ClaimWin(id()?, number(2)?),
            ("give", 3) => Control::GiveTime(id()?, number(2)?),
            ("abort", 3) => Control::Abort(id()?, number(2)?),
            ("rules", 2) => Control::Rules(variant()?),
            ("rule", 3 | 4) => Control::Rule(spot(parts.len())?),
            ("page", 4) => Control::Page(spot(4)?),
            ("topics", 3) => Control::Topics(variant()?, number(2)?),
            ("try", 5) => Control::Try(spot(4)?, number(4)?),
            ("puzzle", 2) => Control::Puzzle(variant()?),
            ("puzzle-daily", 2) => Control::DailyPuzzle(puzzle()?),
            ("puzzle-solution", 2) => Control::GiveUpPuzzle(puzzle()?),
            ("set", 2) => Control::Set(parts[1].parse().map_err(|_| ParseControlError)?),
            ("server", 1) => Control::Server,
            ("server", 2) => Control::SetServer(parts[1].parse().map_err(|_| ParseControlError)?),
            ("export-mine", 1) => Control::ExportMine,
            ("delete-me", 1) => Control::DeleteMe(None),
            ("delete-me", 2) => Control::DeleteMe(Some(parts[1].to_owned())),
            ("keep", 2) => Control::Keep(id()?),
            (name, 3) => offer_control(name, id()?, number(2)?)?,
            _ => return Err(ParseControlError),
        };
        Ok(control)
    }
}

/// What is done with which offer: `draw`, `draw-yes`.
fn offer_control(name: &str, id: MatchId, ply: usize) -> Result<Control, ParseControlError> {
    let (kind, deed) = name.split_once('-').unwrap_or((name, ""));
    let kind = kind.parse().map_err(|_| ParseControlError)?;
    Ok(match deed {
        "" => Control::Offer(kind, id, ply),
        "yes" => Control::AcceptOffer(kind, id, ply),
        "no" => Control::DeclineOffer(kind, id, ply),
        "withdraw" => Control::WithdrawOffer(kind, id, ply),
        _ => return Err(ParseControlError),
    })
}
