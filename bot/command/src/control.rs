//! Buttons and menus, and the ids by which they come back.
//!
//! Every reader of a message can read the ids in it. An id in a channel names only a match, with or without its number of
//! inputs, a variant, or a section of the variant's handbook. The account that presses the control determines the seat. Only
//! an answer to one person has ids and values that name moves.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use rules::{Action, Variant};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Draft, DraftPart, MatchId, NotRead, OfferKind, ServerTopic, Topic};
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
    /// Gives the account that presses it a link to the board of this match on the page.
    PlayOnPage(MatchId),
    /// Opens the board of this match inside the chat, if the platform can show it there.
    OpenHere(MatchId),
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
    /// Accepts the offer made at this number of inputs.
    AcceptOffer(OfferKind, MatchId, usize),
    /// Declines the offer made at this number of inputs.
    DeclineOffer(OfferKind, MatchId, usize),
    /// Withdraws one's own offer made at this number of inputs.
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
    /// Shows the dice of a match, and verifies them after the match is over. Holds the commitment to their secret, which the
    /// challenge published. So all readers can see that it never changes.
    Dice(MatchId, String),
    /// Claims the win in a match in which the opponent's time is up.
    ClaimWin(MatchId, usize),
    /// Gives more time to the opponent after their time is up.
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
    /// Ends all sessions on the page of the account that presses it.
    EndSessions,
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

/// Writes and reads ids. Each row has the first part of an id, and the control with its other parts, the last of which
/// can contain colons. The ids of the controls after `otherwise` have another form, which [`Control::from_str`] reads.
macro_rules! ids {
    (
        $($name:literal: $Control:ident($($part:ident),+);)+
        otherwise: $($other:pat => $id:expr;)+
    ) => {
        impl fmt::Display for Control {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Control::$Control($($part),+) => write_parts(f, $name, &[$($part),+]),)+
                    $($other => f.write_str(&$id),)+
                }
            }
        }

        /// Reads the parts of an id after the first, if that is the first part of a row.
        fn read_row(name: &str, rest: &str) -> Result<Option<Control>, NotRead> {
            Ok(Some(match name {
                $($name => {
                    let [$($part),+] = parts(rest)?;
                    Control::$Control($(parsed($part)?),+)
                })+
                _ => return Ok(None),
            }))
        }
    };
}

ids! {
    "accept": Accept(id);
    "decline": Decline(id);
    "start": Start(id);
    "play-program": PlayProgram(id);
    "challenge": Challenge(part, draft);
    "block": Block(id);
    "unblock": Unblock(n);
    "link": Link(code);
    "unlink": Unlink(mark);
    "guide": Guide(id, n_inputs);
    "write": Write(id, n_inputs);
    "type": Type(id, n_inputs, text);
    "plan": Plan(id, n_inputs, text);
    "why": Why(id, text);
    "hint": Hint(id, n_inputs);
    "view": View(id);
    "board": Board(id);
    "play-on-page": PlayOnPage(id);
    "open-here": OpenHere(id);
    "pick": Pick(id, n_inputs, n);
    "play": Play(id, n_inputs, action);
    "plan-clear": ClearPlan(id);
    "resign": Resign(id, n_inputs);
    "resign-yes": ResignConfirmed(id, n_inputs);
    "end": End(id);
    "resume": Resume(id);
    "rematch": Rematch(id);
    "follow": Follow(id);
    "replay": Replay(id);
    "review": Review(id);
    "dice": Dice(id, commitment);
    "history": History(id);
    "export": Export(id);
    "claim": ClaimWin(id, n_inputs);
    "give": GiveTime(id, n_inputs);
    "abort": Abort(id, n_inputs);
    "rules": Rules(variant);
    "rule": Rule(spot);
    "page": Page(spot);
    "topics": Topics(variant, n);
    "puzzle": Puzzle(variant);
    "set": Set(topic);
    "server": SetServer(topic);
    "keep": Keep(id);
    otherwise:
    Control::Offer(kind, id, n_inputs) => format!("{kind}:{id}:{n_inputs}");
    Control::AcceptOffer(kind, id, n_inputs) => format!("{kind}-yes:{id}:{n_inputs}");
    Control::DeclineOffer(kind, id, n_inputs) => format!("{kind}-no:{id}:{n_inputs}");
    Control::WithdrawOffer(kind, id, n_inputs) => format!("{kind}-withdraw:{id}:{n_inputs}");
    Control::Try(spot, n) => format!("try:{spot}:{n}");
    Control::DailyPuzzle(id) => format!("puzzle-daily:{id:08x}");
    Control::GiveUpPuzzle(id) => format!("puzzle-solution:{id:08x}");
    Control::Server => "server";
    Control::ExportMine => "export-mine";
    Control::EndSessions => "end-sessions";
    Control::DeleteMe(None) => "delete-me";
    Control::DeleteMe(Some(whose)) => format!("delete-me:{whose}");
    Control::Unknown(id) => id;
}

fn write_parts(f: &mut fmt::Formatter<'_>, name: &str, parts: &[&dyn fmt::Display]) -> fmt::Result {
    f.write_str(name)?;
    parts.iter().try_for_each(|part| write!(f, ":{part}"))
}

/// Splits an id into this number of parts.
pub(super) fn parts<const N: usize>(id: &str) -> Result<[&str; N], NotRead> {
    let parts: Vec<_> = id.splitn(N, ':').collect();
    parts.try_into().map_err(|_| NO_CONTROL)
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

    /// Returns the match of the board that has the control, if a board has it.
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

/// The error for a text that is not the id of a button or menu of the bot.
pub(super) const NO_CONTROL: NotRead = NotRead("the id of a button or a menu");

impl FromStr for Control {
    type Err = NotRead;

    fn from_str(text: &str) -> Result<Control, NotRead> {
        if text.len() > LONGEST {
            return Err(NO_CONTROL);
        }
        let puzzle = |id| u32::from_str_radix(id, 16).map_err(|_| NO_CONTROL);
        let Some((name, rest)) = text.split_once(':') else {
            return match text {
                "server" => Ok(Control::Server),
                "export-mine" => Ok(Control::ExportMine),
                "end-sessions" => Ok(Control::EndSessions),
                "delete-me" => Ok(Control::DeleteMe(None)),
                _ => Err(NO_CONTROL),
            };
        };
        if let Some(control) = read_row(name, rest)? {
            return Ok(control);
        }
        Ok(match name {
            "try" => {
                let (spot, n) = rest.rsplit_once(':').ok_or(NO_CONTROL)?;
                Control::Try(parsed(spot)?, parsed(n)?)
            }
            "puzzle-daily" => Control::DailyPuzzle(puzzle(rest)?),
            "puzzle-solution" => Control::GiveUpPuzzle(puzzle(rest)?),
            "delete-me" => Control::DeleteMe(Some(rest.to_owned())),
            _ => offer_control(name, rest)?,
        })
    }
}

/// Parses a part of an id.
pub(super) fn parsed<T: FromStr>(text: &str) -> Result<T, NotRead> {
    text.parse().map_err(|_| NO_CONTROL)
}

/// Reads an id that begins with the kind of an offer and the action on it: `draw`, `draw-yes`.
fn offer_control(name: &str, rest: &str) -> Result<Control, NotRead> {
    let (kind, action) = name.split_once('-').unwrap_or((name, ""));
    let make = match action {
        "" => Control::Offer,
        "yes" => Control::AcceptOffer,
        "no" => Control::DeclineOffer,
        "withdraw" => Control::WithdrawOffer,
        _ => return Err(NO_CONTROL),
    };
    let [id, n_inputs] = parts(rest)?;
    Ok(make(parsed(kind)?, parsed(id)?, parsed(n_inputs)?))
}
