//! Buttons and menus, and the ids by which they come back.
//!
//! Everyone who can see a message can read the ids in it. An id in a channel names a match and optionally its ply, or a
//! variant or a section of its handbook, and nothing else. The account that presses the control determines the seat.
//! Only an answer to one person has ids and values that name moves.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use rules::{Action, Variant};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Draft, DraftPart, MatchId, OfferKind, ServerTopic, Topic};
use handbook::Spot;
use text::unmarked;

/// A button or menu, with the data of its id.
#[derive(Clone, PartialEq, Eq)]
pub enum Control {
    /// Accepts a challenge.
    Accept(MatchId),
    /// Declines a challenge, or withdraws one's own.
    Decline(MatchId),
    /// Begins a match against the program, which has accepted.
    Start(MatchId),
    /// Lets the program accept one's own challenge, and begins the match.
    PlayProgram(MatchId),
    /// Sets one part of a draft of a challenge.
    Challenge(DraftPart, Draft),
    /// Blocks the challenger of this challenge, and declines it if it is still open.
    Block(MatchId),
    /// A menu of blocked people to unblock, with its number among several.
    Unblock(usize),
    /// Links the account that presses it to the account with this code.
    Link(String),
    /// Unlinks the account with this fingerprint.
    Unlink(String),
    /// Opens the menus for a move.
    Guide(MatchId, usize),
    /// Opens a form for a move.
    Write(MatchId, usize),
    /// Plays a move that was typed before its match was known.
    Type(MatchId, usize, String),
    /// Plans replies that were typed before their match was known.
    Plan(MatchId, usize, String),
    /// Explains why a move that was typed before its match was known is illegal.
    Why(MatchId, String),
    /// Shows the hint.
    Hint(MatchId, usize),
    /// Shows the view of the reader.
    View(MatchId),
    /// Posts the board again.
    Board(MatchId),
    /// A menu of moves or parts of moves, with its number among several.
    Pick(MatchId, usize, usize),
    /// Plays this move after the confirmation question.
    Play(MatchId, usize, Action),
    /// Clears the plan of a match.
    ClearPlan(MatchId),
    /// Asks for confirmation to resign.
    Resign(MatchId, usize),
    /// Resigns.
    ResignConfirmed(MatchId, usize),
    /// Makes an offer.
    Offer(OfferKind, MatchId, usize),
    /// Ends a match that the other player has left.
    End(MatchId),
    /// Accepts the offer of this ply.
    AcceptOffer(OfferKind, MatchId, usize),
    /// Declines the offer of this ply.
    DeclineOffer(OfferKind, MatchId, usize),
    /// Withdraws one's own offer of this ply.
    WithdrawOffer(OfferKind, MatchId, usize),
    /// Resumes a paused match.
    Resume(MatchId),
    /// Challenges the opponent of a finished match to another, or accepts that challenge.
    Rematch(MatchId),
    /// Follows a match of other players, or stops following it.
    Follow(MatchId),
    /// Shows a match as an animation.
    Replay(MatchId),
    /// Shows the review of a finished match.
    Review(MatchId),
    /// Lists the moves of a match.
    History(MatchId),
    /// Sends the record of a match.
    Export(MatchId),
    /// Shows the dice of a match, and verifies them after the match is over. Holds the commitment to their secret that
    /// was published before the challenge was accepted, so that everybody can see that it never changed.
    Dice(MatchId, String),
    /// Claims the win in a match in which the opponent's time is up.
    ClaimWin(MatchId, usize),
    /// Gives more time to the opponent, whose time is up.
    GiveTime(MatchId, usize),
    /// Aborts a match that has hardly begun and in which the opponent's time is up.
    Abort(MatchId, usize),
    /// Shows the rules of a variant.
    Rules(Variant),
    /// Opens the handbook at a location.
    Rule(Spot),
    /// Turns the open handbook to another location.
    Page(Spot),
    /// A menu of sections of a handbook, with its number among several.
    Topics(Variant, usize),
    /// A menu of moves to try in the task of this location, with its number among several.
    Try(Spot, usize),
    /// Shows a puzzle of a variant.
    Puzzle(Variant),
    /// Shows the puzzle of the day of the channel.
    DailyPuzzle(u32),
    /// Shows the solution of a puzzle.
    GiveUpPuzzle(u32),
    /// A menu of values for a personal setting.
    Set(Topic),
    /// A menu of the settings of the server.
    Server,
    /// A menu of values for a setting of the server.
    SetServer(ServerTopic),
    /// Sends all data about the account that presses it as a file.
    ExportMine,
    /// Asks for confirmation to delete all data about the account that presses it. With the fingerprint of the account,
    /// deletes the data.
    DeleteMe(Option<String>),
    /// Cancels, and changes nothing.
    Keep(MatchId),
    /// A control that the bot does not know, with its id.
    Unknown(String),
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
            Control::Unlink(mark) => write!(f, "unlink:{mark}"),
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
            Control::Unknown(id) => f.write_str(id),
        }
    }
}

impl Serialize for Control {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Control {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Control, D::Error> {
        let id = String::deserialize(deserializer)?;
        Ok(Control::read(&id))
    }
}

/// The maximum length of an id in bytes, which every platform accepts.
const LONGEST: usize = 100;

impl Control {
    /// Reads the id of a control.
    pub fn read(id: &str) -> Control {
        let id = unmarked(id);
        id.parse().unwrap_or(Control::Unknown(id))
    }

    /// Returns whether the id is short enough. Only an id with a person or with typed text can be too long.
    pub fn is_short(&self) -> bool {
        self.to_string().len() <= LONGEST
    }

    /// Returns the match below whose board the control stands, if it stands below boards.
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

/// The text is not the id of a button or menu of the bot.
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
        // Each arm below has as many parts as it reads.
        let id = || parsed(parts[1]);
        let number = |at: usize| parsed(parts[at]);
        let puzzle = || u32::from_str_radix(parts[1], 16).map_err(|_| ParseControlError);
        let spot = |end: usize| parsed(&parts[1..end].join(":"));
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
            ("play", 4) => Control::Play(id()?, number(2)?, parsed(parts[3])?),
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
            ("rules", 2) => Control::Rules(parsed(parts[1])?),
            ("rule", 3 | 4) => Control::Rule(spot(parts.len())?),
            ("page", 4) => Control::Page(spot(4)?),
            ("topics", 3) => Control::Topics(parsed(parts[1])?, number(2)?),
            ("try", 5) => Control::Try(spot(4)?, number(4)?),
            ("puzzle", 2) => Control::Puzzle(parsed(parts[1])?),
            ("puzzle-daily", 2) => Control::DailyPuzzle(puzzle()?),
            ("puzzle-solution", 2) => Control::GiveUpPuzzle(puzzle()?),
            ("set", 2) => Control::Set(parsed(parts[1])?),
            ("server", 1) => Control::Server,
            ("server", 2) => Control::SetServer(parsed(parts[1])?),
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

/// Parses a part of an id.
pub(super) fn parsed<T: FromStr>(text: &str) -> Result<T, ParseControlError> {
    text.parse().map_err(|_| ParseControlError)
}

/// Parses the kind of an offer and the action on it: `draw`, `draw-yes`.
fn offer_control(name: &str, id: MatchId, ply: usize) -> Result<Control, ParseControlError> {
    let (kind, deed) = name.split_once('-').unwrap_or((name, ""));
    let kind = parsed(kind)?;
    Ok(match deed {
        "" => Control::Offer(kind, id, ply),
        "yes" => Control::AcceptOffer(kind, id, ply),
        "no" => Control::DeclineOffer(kind, id, ply),
        "withdraw" => Control::WithdrawOffer(kind, id, ply),
        _ => return Err(ParseControlError),
    })
}
