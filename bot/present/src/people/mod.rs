//! A person's own data, settings and accounts.

pub(crate) mod blocks;
pub(crate) mod link;
pub(crate) mod mydata;
pub(crate) mod sessions;
pub(crate) mod settings;

use crate::{
    buttons::text_message,
    rendering::{Render, replacing, text_answer},
};
use api::Answer;
use command::SettingGroup;
use service::{PeopleDone, PeopleReply};
use text::{Language, Text};

impl Render for PeopleDone {
    fn render(&self, language: Language) -> Answer {
        let plain = |text: Text| text_answer(&text, language);
        let in_place = |text: Text| replacing(text_message(&text, language));
        let set = |chosen, group| replacing(settings::settings(chosen, group, language));
        match self {
            PeopleDone::Blocked(name) => plain(text::done_blocked(name)),
            PeopleDone::Unblocked(name) => plain(text::done_unblocked(name)),
            PeopleDone::CodeGiven { code, accounts } => link::code(code, accounts, language).into(),
            PeopleDone::CodeUnknown => plain(text::done_code_unknown()),
            PeopleDone::CodeSaidAloud => plain(text::done_code_said_aloud()),
            PeopleDone::Linked(name) => in_place(text::done_linked(name)),
            PeopleDone::Unlinked(name) => in_place(text::done_unlinked(name)),
            PeopleDone::SignInLinkGiven { token, is_posted } => {
                sessions::link(token.as_ref(), *is_posted, language).into()
            }
            PeopleDone::SessionsEnded => in_place(text::done_sessions_ended()),
            PeopleDone::Set(chosen) => set(chosen, SettingGroup::Look),
            PeopleDone::SetReminders(chosen) => set(chosen, SettingGroup::Time),
            PeopleDone::Deleted { n_damaged } => in_place(mydata::deleted(*n_damaged)),
        }
    }
}

impl Render for PeopleReply {
    fn render(&self, language: Language) -> Answer {
        let message = match self {
            PeopleReply::MyData(sessions) => mydata::mydata(sessions, language),
            PeopleReply::MyDataFile(data) => mydata::file(data, language),
            PeopleReply::AskDelete(whose) => mydata::ask_delete(whose, language),
            PeopleReply::Settings(chosen, group) => settings::settings(chosen, *group, language),
            PeopleReply::Blocks(blocked) => blocks::blocks(blocked, language),
            PeopleReply::Accounts(accounts) => link::full(accounts, language),
            PeopleReply::AskLink(question) => link::link_question(question, language),
        };
        message.into()
    }
}
