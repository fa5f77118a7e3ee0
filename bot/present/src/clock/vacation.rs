//! The vacation of a person.

use crate::rendering::{Render, text_answer};
use api::Answer;
use service::VacationReply;
use text::{Language, Text, arg};

impl Render for VacationReply {
    fn render(&self, language: Language) -> Answer {
        let Some(until) = self.until else {
            return text_answer(&Text::lines([text::vacation_none(), days(self)]), language);
        };
        let on_vacation = text::vacation_until(Text::time(until.0));
        let still = match self.here {
            _ if !self.is_on_server => text::vacation_still_elsewhere(),
            Some(here) if here == until => text::vacation_still(),
            Some(here) => text::vacation_still_here(Text::time(here.0)),
            None => text::vacation_not_here(),
        };
        text_answer(&Text::lines([on_vacation, still, days(self)]), language)
    }
}

/// Renders a vacation that has begun or changed, or says that the person is back.
pub(crate) fn changed(vacation: &VacationReply, language: Language) -> Answer {
    match vacation.until {
        Some(_) => vacation.render(language),
        None => text_answer(
            &Text::lines([text::vacation_ended(), days(vacation)]),
            language,
        ),
    }
}

fn days(vacation: &VacationReply) -> Text {
    let (taken, left) = (usize::from(vacation.taken), usize::from(vacation.left));
    if vacation.is_on_server {
        text::vacation_days(arg::left(left), arg::taken(taken))
    } else {
        text::vacation_days_taken(taken)
    }
}
