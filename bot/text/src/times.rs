//! Time formats for readers.

use std::{fmt, str::FromStr, sync::LazyLock, time::Duration};

use jiff::tz::TimeZone;

use super::{Language, Text, arg, marks, messages as room};

/// The format of a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Times {
    /// A mark, which the platform shows in the time zone of its reader.
    #[default]
    Marked,
    /// A full date and time, with the distance from now.
    Written {
        /// The time zone of the reader.
        zone: Zone,
        /// The current time, in milliseconds since 1970 began, UTC.
        now: i64,
    },
}

/// A time zone of the IANA database. Its text form is its name: `Europe/Berlin`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Zone(&'static str);

/// The names of all time zones that people can choose.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let names = jiff::tz::db().available();
    let names = names.map(|name| name.as_str().to_owned());
    let mut names: Vec<_> = names.filter(|name| Zone::can_be_chosen(name)).collect();
    names.sort();
    names
});

/// The name does not belong to a time zone that people can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such time zone")]
pub struct ParseZoneError;

impl Zone {
    /// UTC, from which all other zones are offset.
    pub const UTC: Zone = Zone("UTC");

    /// Returns all zones that people can choose, in the order of their names.
    pub fn all() -> impl Iterator<Item = Zone> {
        NAMES.iter().map(|name| Zone(name))
    }

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Returns the local time in this zone, for a time in milliseconds since 1970 began, UTC.
    pub fn clock_at(self, at: i64) -> jiff::Zoned {
        let zone = TimeZone::get(self.0).unwrap_or(TimeZone::UTC);
        let at = jiff::Timestamp::from_millisecond(at).unwrap_or_default();
        at.to_zoned(zone)
    }
}

impl Default for Zone {
    fn default() -> Zone {
        Zone::UTC
    }
}

impl FromStr for Zone {
    type Err = ParseZoneError;

    /// Parses a name in any case.
    fn from_str(text: &str) -> Result<Zone, ParseZoneError> {
        if text.eq_ignore_ascii_case(Zone::UTC.0) {
            return Ok(Zone::UTC);
        }
        let mut all = Zone::all();
        all.find(|zone| zone.0.eq_ignore_ascii_case(text))
            .ok_or(ParseZoneError)
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Language {
    /// Returns the same language with this time format.
    #[must_use]
    pub const fn with_times(self, times: Times) -> Language {
        Language { times, ..self }
    }

    /// Formats a time.
    pub(super) fn time(self, at: i64) -> String {
        let Times::Written { zone, now } = self.times else {
            return marks::time(at.div_euclid(1000));
        };
        let written = zone.clock_at(at).strftime("%Y-%m-%d %H:%M %Z").to_string();
        match u64::try_from(at.saturating_sub(now)) {
            Ok(ahead) if ahead > 0 => {
                let left = span(roughly(Duration::from_millis(ahead)));
                self.localize(&room::moment_ahead(arg::at(written), arg::left(left)))
            }
            _ => written,
        }
    }
}

/// Renders a duration in words, to the minute: `1 day 12 hours`.
pub fn span(span: Duration) -> Text {
    let minutes = usize::try_from(span.as_secs() / 60).unwrap_or(usize::MAX);
    let (days, hours, minutes) = (minutes / 1440, minutes % 1440 / 60, minutes % 60);
    let parts = [
        (days, room::span_days(days)),
        (hours, room::span_hours(hours)),
        (minutes, room::span_minutes(minutes)),
    ];
    let nonzero = parts.into_iter().filter(|(n, _)| *n > 0);
    let nonzero: Vec<_> = nonzero.map(|(_, text)| text).collect();
    if nonzero.is_empty() {
        room::span_minutes(0_usize)
    } else {
        Text::joined(nonzero, " ")
    }
}

/// Rounds a duration down to whole minutes, from two hours on to whole hours, and from two days on to whole days. The
/// reader never has less time than that, except for the last minute.
fn roughly(span: Duration) -> Duration {
    const MINUTE: u64 = 60;
    let unit = match span.as_secs() / MINUTE {
        0..=119 => MINUTE,
        120..=2879 => 60 * MINUTE,
        _ => 24 * 60 * MINUTE,
    };
    Duration::from_secs((span.as_secs() / unit).max(1) * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-10-25 00:30 UTC: half an hour before the clocks of Berlin go back.
    const NOW: i64 = 1_792_888_200_000;
    const HOUR: i64 = 3_600_000;

    #[test]
    fn a_moment_is_written_in_the_time_zone_of_its_reader() {
        let berlin: Zone = "europe/berlin".parse().expect("a zone");
        for (zone, hours, expected) in [
            (Zone::UTC, 1, "2026-10-25 01:30 UTC, in 1 hour"),
            // The clocks show the same hour twice.
            (berlin, 0, "2026-10-25 02:30 CEST"),
            (berlin, 1, "2026-10-25 02:30 CET, in 1 hour"),
            (berlin, 26, "2026-10-26 03:30 CET, in 1 day 2 hours"),
            (berlin, 24 * 9 + 5, "2026-11-03 06:30 CET, in 9 days"),
            (berlin, -1, "2026-10-25 01:30 CEST"),
        ] {
            let language = Language::ENGLISH.with_times(Times::Written { zone, now: NOW });
            let at = NOW + hours * HOUR;
            assert_eq!(language.localize(&Text::time(at)), expected);
        }
        let marked = Language::ENGLISH.localize(&Text::time(NOW));
        assert_eq!(marked, marks::time(1_792_888_200));
    }

    #[test]
    fn every_zone_is_read_as_it_is_written() {
        assert!(Zone::all().count() > 400);
        for zone in Zone::all().chain([Zone::UTC]) {
            assert_eq!(zone.to_string().to_lowercase().parse(), Ok(zone));
        }
        assert_eq!("Mars/Olympus".parse::<Zone>(), Err(ParseZoneError));
    }
}
