//! Vacations, as people type them.

use jiff::civil::Date;

/// A change of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationChange {
    /// A vacation of this number of days from now on, from 1 to [`VacationChange::MOST_DAYS`].
    Days(u16),
    /// A vacation until this day begins, in the player's time zone.
    Until(Date),
    /// The end of the vacation.
    End,
}

impl VacationChange {
    /// The maximum number of days from now on.
    pub const MOST_DAYS: u16 = 90;

    /// The numbers of days for completion.
    pub const USUAL_DAYS: [u16; 4] = [3, 7, 14, 21];

    /// Parses a number of days, or the word that ends a vacation.
    pub(super) fn read_days(text: &str) -> Option<VacationChange> {
        if text::choice_end().is_written(text) {
            return Some(VacationChange::End);
        }
        let days = text.parse().ok();
        let days = days.filter(|days| (1..=VacationChange::MOST_DAYS).contains(days));
        days.map(VacationChange::Days)
    }

    /// Parses a day: `2026-12-24`.
    pub(super) fn read_date(text: &str) -> Option<VacationChange> {
        text.parse().ok().map(VacationChange::Until)
    }
}
