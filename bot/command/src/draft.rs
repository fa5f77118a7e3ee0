//! Drafts of challenges, built with menus and buttons.

use std::{fmt, str::FromStr};

use rules::Variant;

use super::{
    NotRead, People, SideChoice, TimeControl,
    control::{NO_CONTROL, parsed, parts},
    read_yes_or_no, yes_or_no,
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

impl FromStr for Draft {
    type Err = NotRead;

    /// Parses a draft from the id of a control: `white:1d:yes:<@17>`.
    fn from_str(text: &str) -> Result<Draft, NotRead> {
        let [side, time, rated, opponent] = parts(text)?;
        Ok(Draft {
            side: parsed(side)?,
            time: match time {
                "" => None,
                time => Some(parsed(time)?),
            },
            rated: match rated {
                "" => None,
                rated => Some(read_yes_or_no(rated).ok_or(NO_CONTROL)?),
            },
            opponent: Some(opponent.to_owned()).filter(|opponent| !opponent.is_empty()),
        })
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
    type Err = NotRead;

    fn from_str(text: &str) -> Result<DraftPart, NotRead> {
        Ok(match text {
            "opponent" => DraftPart::Opponent,
            "side" => DraftPart::Side,
            "time" => DraftPart::Time,
            "rated" => DraftPart::Rated,
            variant => DraftPart::Variant(parsed(variant)?),
        })
    }
}
