//! Settings for mentions and reminders.

use std::{fmt, str::FromStr, sync::LazyLock};

use super::NotRead;

/// The kind of reminder before a player's time runs out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reminders {
    /// A direct message.
    #[default]
    Private,
    /// A silent mention in the place of the match.
    Mention,
    /// No reminder.
    Off,
}

/// The choice between posts with and without mentions of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bells {
    /// Posts mention the player where they concern them.
    #[default]
    On,
    /// Posts never mention the player.
    Off,
}

/// The hours of the day without reminders, in the player's time zone. The text form is `22-7`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuietHours(Option<(u8, u8)>);

/// The names of all quiet hours, those from midnight first.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let hours = (0..24).flat_map(|from| (0..24).map(move |to| format!("{from}-{to}")));
    hours.collect()
});

impl QuietHours {
    /// Returns the choices for completion, the default first.
    pub(super) fn usual() -> Vec<QuietHours> {
        let nights = [21, 22, 23, 0].into_iter();
        let nights = nights.flat_map(|from| [6, 7, 8, 9].map(|to| QuietHours(Some((from, to)))));
        [QuietHours(None)].into_iter().chain(nights).collect()
    }

    /// Returns the first and the last hour; `None` without quiet hours.
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

const NO_HOURS: NotRead = NotRead("none or hours such as 22-7");

impl FromStr for QuietHours {
    type Err = NotRead;

    fn from_str(text: &str) -> Result<QuietHours, NotRead> {
        if text == "none" {
            return Ok(QuietHours(None));
        }
        let hour = |text: &str| text.parse().ok().filter(|hour| *hour < 24);
        let (from, to) = text.split_once('-').ok_or(NO_HOURS)?;
        match hour(from).zip(hour(to)) {
            Some((from, to)) if from != to => Ok(QuietHours(Some((from, to)))),
            _ => Err(NO_HOURS),
        }
    }
}
