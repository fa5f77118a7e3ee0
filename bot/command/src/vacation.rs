//! How long people are on vacation, as they write it.

use jiff::civil::Date;

use super::keyword::says;
use text::Text;

/// What somebody wants of their vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationChange {
    /// It lasts so many days from now on, from 1 to [`VacationChange::MOST_DAYS`].
    Days(u16),
    /// It lasts until this day begins, where they are.
    Until(Date),
    /// It is over.
    End,
}

impl VacationChange {
    /// The most days from now on.
    pub const MOST_DAYS: u16 = 90;

    /// How many days are offered to who is choosing.
    pub const USUAL_DAYS: [u16; 4] = [3, 7, 14, 21];

    /// What is written to end it.
    pub const fn end() -> Text {
        text::choice_end()
    }

    /// Reads a number of days, or that it is over.
    pub(super) fn read_days(text: &str) -> Option<VacationChange> {
        if says(text, &VacationChange::end()) {
            return Some(VacationChange::End);
        }
        let days = text.parse().ok();
        let days = days.filter(|days| (1..=VacationChange::MOST_DAYS).contains(days));
        days.map(VacationChange::Days)
    }

    /// Reads a day: `2026-12-24`.
    pub(super) fn read_date(text: &str) -> Option<VacationChange> {
        text.parse().ok().map(VacationChange::Until)
    }
}
