//! A person's own data, settings and accounts.

pub(crate) mod blocks;
pub(crate) mod link;
pub(crate) mod mydata;
pub(crate) mod sessions;
pub(crate) mod settings;

use crate::rendering::Render;
use api::Answer;
use service::PeopleReply;
use text::Language;

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
