//! Drafts of challenges, built with menus and buttons.

use std::{fmt, str::FromStr};

use rules::Variant;

use super::{
    ParseControlError, People, SideChoice, TimeControl, control::parsed, read_yes_or_no, yes_or_no,
};

/// A draft of a challenge. Every control has the whole draft in its id, so that the bot keeps no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The side of the challenger.
    pub side: SideChoice,
    /// The time control, if chosen.
    pub time: Option<TimeControl>,
    /// True if the match is rated; `None` if not chosen.
    pub rated: Option<bool>,
    /// The opponent as typed: `<@…>` with an id of the platform, which still names the same person later; or
    /// [`People::ANYWHERE`].
    pub opponent: Option<String>,
}

/// The part of a draft that a control chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftPart {
    /// A menu: the opponent.
    Opponent,
    /// A menu: the side.
    Side,
    /// A menu: the time.
    Time,
    /// A menu: rated or unrated.
    Rated,
    /// A button: the variant. It opens the challenge.
    Variant(Variant),
}

impl Draft {
    /// Returns the challenged person, as typed.
    pub fn person(&self) -> Option<&str> {
        let opponent = self.opponent.as_deref();
        opponent.filter(|opponent| *opponent != People::ANYWHERE)
    }

    /// Returns whether players from other places can join.
    pub fn is_open_elsewhere(&self) -> bool {
        self.opponent.as_deref() == Some(People::ANYWHERE)
    }

    /// Parses a draft from the id of a control: `berolina:white:1d:yes:<@17>`.
    pub(super) fn parse(text: &str) -> Result<(DraftPart, Draft), ParseControlError> {
        let mut parts = text.splitn(5, ':');
        let mut next = || parts.next().ok_or(ParseControlError);
        let part = next()?.parse()?;
        let side = parsed(next()?)?;
        let time = match next()? {
            "" => None,
            time => Some(parsed(time)?),
        };
        let rated = match next()? {
            "" => None,
            rated => Some(read_yes_or_no(rated).ok_or(ParseControlError)?),
        };
        let opponent = Some(next()?.to_owned()).filter(|written| !written.is_empty());
        let draft = Draft {
            side,
            time,
            rated,
            opponent,
        };
        Ok((part, draft))
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.side)?;
        if let Some(time) = self.time {
            write!(f, "{time}")?;
        }
        let rated = self.rated.map(yes_or_no);
        write!(f, ":{}", rated.map_or("", |rated| rated.name))?;
        write!(f, ":{}", self.opponent.as_deref().unwrap_or_default())
    }
}

impl fmt::Display for DraftPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DraftPart::Opponent => "opponent",
            DraftPart::Side => "side",
            DraftPart::Time => "time",
            DraftPart::Rated => "rated",
            DraftPart::Variant(variant) => variant.name(),
        })
    }
}

impl FromStr for DraftPart {
    type Err = ParseControlError;

    fn from_str(text: &str) -> Result<DraftPart, ParseControlError> {
        Ok(match text {
            "opponent" => DraftPart::Opponent,
            "side" => DraftPart::Side,
            "time" => DraftPart::Time,
            "rated" => DraftPart::Rated,
            variant => DraftPart::Variant(parsed(variant)?),
        })
    }
}
