//! What people can choose about when and how they are called and reminded.

use std::{fmt, str::FromStr, sync::LazyLock};

use super::ParseSettingError;

/// How somebody is reminded that their time will be over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reminders {
    /// In direct messages.
    #[default]
    Private,
    /// Where the match is played, without a sound.
    Mention,
    /// Not at all.
    Off,
}

/// Whether posts about their matches call somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bells {
    /// They do where it concerns them.
    #[default]
    On,
    /// They do not.
    Off,
}

/// The hours of the day at which somebody is not to be reminded, by the clocks of their time zone. It is written `22-7`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuietHours(Option<(u8, u8)>);

/// The names of all quiet hours, those from midnight first.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let hours = (0..24).flat_map(|from| (0..24).map(move |to| format!("{from}-{to}")));
    hours.collect()
});

impl Reminders {
    /// All ways, the usual one first.
    pub const ALL: [Reminders; 3] = [Reminders::Private, Reminders::Mention, Reminders::Off];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Reminders::Private => "private",
            Reminders::Mention => "mention",
            Reminders::Off => "off",
        }
    }
}

impl Bells {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Bells::On => "on",
            Bells::Off => "off",
        }
    }
}

impl QuietHours {
    /// What is offered to who is choosing, the usual choice first.
    pub(super) fn usual() -> Vec<QuietHours> {
        let nights = [21, 22, 23, 0].into_iter();
        let nights = nights.flat_map(|from| [6, 7, 8, 9].map(|to| QuietHours(Some((from, to)))));
        [QuietHours(None)].into_iter().chain(nights).collect()
    }

    /// From which hour of the day to which other; nothing if there are none.
    pub const fn hours(self) -> Option<(u8, u8)> {
        self.0
    }

    pub(super) fn name(self) -> &'static str {
        match self.0 {
            None => "none",
            Some((from, to)) => &NAMES[usize::from(from) * 24 + usize::from(to)],
        }
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for QuietHours {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<QuietHours, ParseSettingError> {
        if text == "none" {
            return Ok(QuietHours(None));
        }
        let hour = |text: &str| text.parse().ok().filter(|hour| *hour < 24);
        let (from, to) = text.split_once('-').ok_or(ParseSettingError)?;
        match hour(from).zip(hour(to)) {
            Some((from, to)) if from != to => Ok(QuietHours(Some((from, to)))),
            _ => Err(ParseSettingError),
        }
    }
}
