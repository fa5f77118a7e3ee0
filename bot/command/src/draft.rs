//! A challenge that is put together with menus and buttons.

use std::{fmt, str::FromStr};

use rules::Variant;

use super::{ParseControlError, RatedChoice, TimeControl};
use api::People;
use api::SideChoice;

/// What is chosen of a challenge so far. Every control has all of it in its id, so that nobody has to remember it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The side that the challenger wants.
    pub side: SideChoice,
    /// How much time the players have, if that is chosen.
    pub time: Option<TimeControl>,
    /// Whether it is rated, if that is chosen.
    pub rated: Option<bool>,
    /// Whom, as it can be written: `<@…>` with an id of the platform, so that it is the same person later; or
    /// [`Draft::ANYWHERE`].
    pub opponent: Option<String>,
}

/// What a control of a draft chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftPart {
    /// A menu: whom to challenge.
    Opponent,
    /// A menu: the side.
    Side,
    /// A menu: the time.
    Time,
    /// A menu: whether it is rated.
    Rated,
    /// A button: the variant. With it the challenge is opened.
    Variant(Variant),
}

impl Draft {
    /// The entry of the menu of opponents that stands for anybody.
    pub const ANYBODY: &str = People::NOBODY;

    /// The entry that stands for anybody who knows the name of the challenge, wherever they are.
    pub const ANYWHERE: &str = People::ANYWHERE;

    /// The person whom it is to, as written.
    pub fn person(&self) -> Option<&str> {
        let opponent = self.opponent.as_deref();
        opponent.filter(|opponent| *opponent != Draft::ANYWHERE)
    }

    /// Whether somebody may join from elsewhere.
    pub fn is_open_elsewhere(&self) -> bool {
        self.opponent.as_deref() == Some(Draft::ANYWHERE)
    }

    /// Reads what stands in the id of a control: `berolina:white:1d:yes:<@17>`.
    pub(super) fn parse(text: &str) -> Result<(DraftPart, Draft), ParseControlError> {
        let mut parts = text.splitn(5, ':');
        let mut next = || parts.next().ok_or(ParseControlError);
        let part = next()?.parse()?;
        let side = next()?.parse().map_err(|_| ParseControlError)?;
        let time = match next()? {
            "" => None,
            time => Some(time.parse().map_err(|_| ParseControlError)?),
        };
        let rated = match next()? {
            "" => None,
            rated => Some(
                RatedChoice::written(rated)
                    .ok_or(ParseControlError)?
                    .is_rated(),
            ),
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
        let rated = self.rated.map(RatedChoice::of);
        write!(f, ":{}", rated.map_or("", RatedChoice::name))?;
        write!(f, ":{}", self.opponent.as_deref().unwrap_or_default())
    }
}

impl fmt::Display for DraftPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftPart::Opponent => f.write_str("opponent"),
            DraftPart::Side => f.write_str("side"),
            DraftPart::Time => f.write_str("time"),
            DraftPart::Rated => f.write_str("rated"),
            DraftPart::Variant(variant) => write!(f, "{variant}"),
        }
    }
}

impl FromStr for DraftPart {
    type Err = ParseControlError;

    fn from_str(text: &str) -> Result<DraftPart, ParseControlError> {
        match text {
            "opponent" => Ok(DraftPart::Opponent),
            "side" => Ok(DraftPart::Side),
            "time" => Ok(DraftPart::Time),
            "rated" => Ok(DraftPart::Rated),
            variant => variant
                .parse()
                .map(DraftPart::Variant)
                .map_err(|_| ParseControlError),
        }
    }
}
