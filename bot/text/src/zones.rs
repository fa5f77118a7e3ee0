//! Time zones that people type by mistake, because their clocks differ, and the zones that these people mean.

use super::{Text, Zone, arg, messages as room};

/// An intended zone, with the abbreviations that people type for it.
struct MeantZone {
    /// The typed names in upper case, separated by commas.
    written: &'static str,
    /// The zone, with the daylight saving time of its region.
    zone: &'static str,
    /// A zone nearby without daylight saving time, if there is one.
    fixed: Option<&'static str>,
}

const MEANT: [MeantZone; 6] = [
    meant_zone(
        "GMT,GMT0,GMT+0,GMT-0,GREENWICH,BST,ETC/GMT,ETC/GMT0,ETC/GMT+0,ETC/GMT-0,ETC/GREENWICH",
        "Europe/London",
        Some("UTC"),
    ),
    meant_zone("EST,EDT", "America/New_York", Some("America/Panama")),
    meant_zone("CST,CDT", "America/Chicago", Some("America/Regina")),
    meant_zone("MST,MDT", "America/Denver", Some("America/Phoenix")),
    meant_zone("PST,PDT", "America/Los_Angeles", None),
    meant_zone("HST", "Pacific/Honolulu", None),
];

const fn meant_zone(
    written: &'static str,
    zone: &'static str,
    fixed: Option<&'static str>,
) -> MeantZone {
    MeantZone {
        written,
        zone,
        fixed,
    }
}

/// The prefix of zone names that are an offset from UTC and not a place.
const DISTANCE: &str = "ETC/GMT";

/// The entries in the folder of the zones that are not a place.
const NO_PLACES: [&str; 3] = ["Factory", "localtime", "posixrules"];

fn meant(text: &str) -> Option<&'static MeantZone> {
    let upper = text.to_ascii_uppercase();
    MEANT
        .iter()
        .find(|meant| meant.written.split(',').any(|name| name == upper))
}

fn is_distance(text: &str) -> bool {
    text.to_ascii_uppercase().starts_with(DISTANCE)
}

impl Zone {
    /// Returns whether people can choose this name of the database. They cannot choose a zone without daylight saving
    /// time if its name suggests a region that has it.
    pub(super) fn can_be_chosen(name: &str) -> bool {
        meant(name).is_none() && !is_distance(name) && !NO_PLACES.contains(&name)
    }

    /// Returns the typed abbreviations of the zone: `EST`.
    pub fn letters(self) -> impl Iterator<Item = &'static str> {
        let meant = MEANT.iter().filter(move |meant| meant.zone == self.name());
        meant.flat_map(|meant| meant.written.split(','))
    }

    /// Suggests zones in place of a text that is not a zone: a phrase.
    pub fn in_place_of(text: &str) -> Text {
        match meant(text) {
            Some(MeantZone {
                zone,
                fixed: Some(fixed),
                ..
            }) => room::expected_zone_either(arg::changing(*zone), arg::fixed(*fixed)),
            Some(meant) => Text::verbatim(meant.zone),
            None if is_distance(text) => room::expected_zone_place(),
            None => room::expected_zone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn a_zone_without_clock_changes_is_refused_with_a_suggestion() {
        for (text, expected) in [
            (
                "EST",
                "America/New_York, or America/Panama if your clocks do not change in summer",
            ),
            (
                "mst",
                "America/Denver, or America/Phoenix if your clocks do not change in summer",
            ),
            ("HST", "Pacific/Honolulu"),
            ("PST", "America/Los_Angeles"),
            (
                "GMT",
                "Europe/London, or UTC if your clocks do not change in summer",
            ),
            (
                "Etc/Greenwich",
                "Europe/London, or UTC if your clocks do not change in summer",
            ),
            (
                "etc/gmt+5",
                "the time zone of a place, such as Europe/Paris, so that reminders follow your clocks when they change in summer",
            ),
            ("Mars", "a time zone such as Europe/Paris or UTC"),
        ] {
            assert!(text.parse::<Zone>().is_err(), "{text}");
            assert!(Zone::all().all(|zone| !zone.name().eq_ignore_ascii_case(text)));
            let localized = Language::ENGLISH.localize(&Zone::in_place_of(text));
            assert_eq!(localized, expected);
        }
        for text in ["UTC", "EST5EDT", "CET", "Asia/Tokyo", "America/Panama"] {
            assert!(text.parse::<Zone>().is_ok(), "{text}");
        }
    }

    #[test]
    fn every_suggested_zone_is_valid() {
        for meant in &MEANT {
            for name in meant.fixed.iter().chain([&meant.zone]) {
                assert!(name.parse::<Zone>().is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn no_zone_without_a_place_is_an_hour_off_in_summer() {
        /// The middle of January and of July 2026, in milliseconds since 1970 began.
        const WINTER_AND_SUMMER: [i64; 2] = [1_768_435_200_000, 1_784_073_600_000];
        for zone in Zone::all().filter(|zone| !zone.name().contains('/')) {
            let offsets = WINTER_AND_SUMMER.map(|at| zone.clock_at(at).offset());
            let letters = zone
                .clock_at(WINTER_AND_SUMMER[0])
                .strftime("%Z")
                .to_string();
            let is_fixed = offsets[0] == offsets[1] && letters == zone.name();
            assert!(!is_fixed || zone == Zone::UTC, "{zone}");
        }
    }
}
