//! The replies about a person's own data, settings and accounts.

use crate::{Accounts, AskedLink, Blocks, MyData, Settings};
use api::AccountSession;
use command::SettingGroup;

/// The reply to a question about one's own data, settings and accounts.
pub enum PeopleReply {
    /// The kinds of data that are stored about the speaker, and their sessions on the page.
    MyData(Vec<AccountSession>),
    /// All data about the speaker, as a file.
    MyDataFile(Box<MyData>),
    /// The question whether to delete their data, with the word that stands for them in the button.
    AskDelete(String),
    /// The speaker's settings.
    Settings(Settings, SettingGroup),
    /// The people that the speaker has blocked.
    Blocks(Blocks),
    /// The speaker's accounts, when they have as many as allowed.
    Accounts(Accounts),
    /// The question whether to link two accounts.
    AskLink(AskedLink),
}
