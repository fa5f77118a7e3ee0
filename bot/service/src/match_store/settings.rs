//! The settings of a person for their own messages and boards.

use jiff::ToSpan;
use serde::{Deserialize, Serialize};

use super::codec;
use api::{PageSettings, Timestamp};
use command::{
    Bells, Bottom, Colors, Confirmation, Pictures, QuietHours, Reminders, Setting, Spoken, Topic,
};
use text::{Language, Letters, Zone};

/// The settings of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The side at the bottom.
    #[serde(with = "codec::text")]
    pub bottom: Bottom,
    /// The colors.
    #[serde(with = "codec::text")]
    pub theme: Colors,
    /// The kind of pictures.
    #[serde(with = "codec::text")]
    pub pictures: Pictures,
    /// The language.
    #[serde(with = "codec::text")]
    pub language: Spoken,
    /// The letters of pieces.
    #[serde(with = "codec::text")]
    pub letters: Letters,
    /// The confirmation before a move is played.
    #[serde(with = "codec::text")]
    pub confirm: Confirmation,
    /// The kind of reminders.
    #[serde(with = "codec::text")]
    pub reminders: Reminders,
    /// The quiet hours, in which no reminders are sent.
    #[serde(with = "codec::text")]
    pub quiet: QuietHours,
    /// The time zone.
    #[serde(with = "codec::known")]
    pub zone: Zone,
    /// The setting whether posts about their matches mention them.
    #[serde(with = "codec::text")]
    pub bells: Bells,
}

impl Settings {
    /// Returns the default settings, with boards in letters.
    pub fn in_letters() -> Settings {
        Settings {
            pictures: Pictures::Text,
            ..Settings::default()
        }
    }

    /// Returns the setting for a topic.
    pub const fn about(&self, topic: Topic) -> Setting {
        match topic {
            Topic::Bottom => Setting::Bottom(self.bottom),
            Topic::Theme => Setting::Theme(self.theme),
            Topic::Pictures => Setting::Pictures(self.pictures),
            Topic::Language => Setting::Language(self.language),
            Topic::Letters => Setting::Letters(self.letters),
            Topic::Confirmation => Setting::Confirmation(self.confirm),
            Topic::Reminders => Setting::Reminders(self.reminders),
            Topic::Quiet => Setting::Quiet(self.quiet),
            Topic::Zone => Setting::Zone(self.zone),
            Topic::Bells => Setting::Bells(self.bells),
        }
    }

    /// Returns the end of the quiet hours, if they are running now.
    pub fn quiet_until(&self, now: Timestamp) -> Option<Timestamp> {
        let (from, to) = self.quiet.hours()?;
        let clock = self.zone.clock_at(now.0);
        let hour = u8::try_from(clock.hour()).ok()?;
        let is_quiet = if from < to {
            (from..to).contains(&hour)
        } else {
            hour >= from || hour < to
        };
        if !is_quiet {
            return None;
        }
        let days = i64::from(hour >= to);
        let date = clock.date().checked_add(days.days()).ok()?;
        // If the clocks skip that hour, the quiet hours end after the skip.
        let end = date.at(i8::try_from(to).ok()?, 0, 0, 0);
        let end = end.to_zoned(clock.time_zone().clone()).ok()?;
        Some(Timestamp(end.timestamp().as_millisecond()))
    }

    /// Returns the chosen language or `usual`, with the chosen letters.
    pub fn language(&self, usual: Language) -> Language {
        let language = self.language.chosen().unwrap_or(usual);
        language.with_letters(self.letters)
    }

    /// Returns the settings that a page follows.
    pub fn for_page(&self) -> PageSettings {
        PageSettings {
            language: Setting::Language(self.language).name(),
            theme: Setting::Theme(self.theme).name(),
            confirms: self.confirm == Confirmation::Yes,
        }
    }

    pub(crate) fn choose(&mut self, setting: Setting) {
        match setting {
            Setting::Bottom(bottom) => self.bottom = bottom,
            Setting::Theme(theme) => self.theme = theme,
            Setting::Pictures(pictures) => self.pictures = pictures,
            Setting::Language(language) => self.language = language,
            Setting::Letters(letters) => self.letters = letters,
            Setting::Confirmation(confirm) => self.confirm = confirm,
            Setting::Reminders(reminders) => self.reminders = reminders,
            Setting::Quiet(quiet) => self.quiet = quiet,
            Setting::Zone(zone) => self.zone = zone,
            Setting::Bells(bells) => self.bells = bells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_end_when_the_clocks_of_their_reader_say_so() {
        // The zone, the quiet hours, a time, and the end of the quiet hours if they are running then.
        let cases = "
            UTC none 2026-11-21T23:00Z
            UTC 22-7 2026-11-21T21:59Z
            UTC 22-7 2026-11-21T22:00Z 2026-11-22T07:00Z
            UTC 22-7 2026-11-22T06:59Z 2026-11-22T07:00Z
            UTC 22-7 2026-11-22T07:00Z
            UTC 9-17 2026-11-22T12:00Z 2026-11-22T17:00Z
            Asia/Tokyo 22-7 2026-11-21T14:00Z 2026-11-21T22:00Z
            Europe/Berlin 22-7 2026-10-24T21:00Z 2026-10-25T06:00Z
            Europe/Berlin 22-7 2026-03-28T22:00Z 2026-03-29T05:00Z
            Europe/Berlin 22-2 2026-03-28T22:00Z 2026-03-29T01:00Z";
        // In Berlin the clocks are put back at 3 in October, and forward from 2 to 3 in March.
        for case in cases.trim().lines() {
            let words: Vec<_> = case.split_whitespace().collect();
            let [zone, quiet, now, expected @ ..] = &words[..] else {
                panic!("{case}");
            };
            let settings = Settings {
                quiet: quiet.parse().expect("quiet hours"),
                zone: zone.parse().expect("a zone"),
                ..Settings::default()
            };
            let at = |text: &str| {
                let at: jiff::Timestamp = text.replace('Z', ":00Z").parse().expect(text);
                Timestamp(at.as_millisecond())
            };
            let until = settings.quiet_until(at(now));
            assert_eq!(until, expected.first().map(|end| at(end)), "{case}");
        }
    }

    #[test]
    fn letters_are_chosen_independently_of_the_language() {
        for language in Language::all() {
            for chosen in [Spoken::Usual, Spoken::Of(language)] {
                let settings = Settings {
                    language: chosen,
                    letters: Letters::Local,
                    ..Settings::default()
                };
                let expected = language.with_letters(Letters::Local);
                assert_eq!(settings.language(language), expected);
                assert_ne!(expected, language);
            }
        }
    }
}
