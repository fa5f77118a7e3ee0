//! The vacation of a person.

use service::VacationReply;
use text::{Text, arg};

/// Renders the state of the vacation, and the days that are left.
pub(super) fn vacation(vacation: &VacationReply) -> Text {
    let VacationReply { until, here, .. } = *vacation;
    let Some(until) = until else {
        return Text::lines([text::vacation_none(), days(vacation)]);
    };
    let on_vacation = text::vacation_until(Text::time(until.0));
    let still = match here {
        _ if !vacation.is_on_server => text::vacation_still_elsewhere(),
        Some(here) if here == until => text::vacation_still(),
        Some(here) => text::vacation_still_here(Text::time(here.0)),
        None => text::vacation_not_here(),
    };
    Text::lines([on_vacation, still, days(vacation)])
}

/// Says that they are back.
pub(super) fn ended(vacation: &VacationReply) -> Text {
    Text::lines([text::vacation_ended(), days(vacation)])
}

fn days(vacation: &VacationReply) -> Text {
    let (taken, left) = (vacation.taken, vacation.left);
    if vacation.is_on_server {
        text::vacation_days(arg::left(usize::from(left)), arg::taken(usize::from(taken)))
    } else {
        text::vacation_days_taken(usize::from(taken))
    }
}
