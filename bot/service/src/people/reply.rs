//! The replies about a person's own data, settings and accounts.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Accounts, Blocks, LinkedAccount, Player, Seen, Settings, ShownPlan};
use api::{AccountSession, AccountToken, MatchId};
use command::SettingGroup;

/// A change of the speaker's own data, settings and accounts.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeopleDone {
    /// The speaker takes no more challenges from the person of this name.
    Blocked(String),
    /// The speaker takes challenges from the person of this name again.
    Unblocked(String),
    /// The speaker was given a code for another account of theirs.
    CodeGiven {
        /// The code.
        code: String,
        /// The accounts that they have, if several.
        accounts: Accounts,
    },
    /// The speaker entered an invalid code.
    CodeUnknown,
    /// The speaker typed a code where others read it, so that it is no longer valid.
    CodeSaidAloud,
    /// The speaker's account belongs to the person of this name.
    Linked(String),
    /// The account of this name no longer belongs to the speaker.
    Unlinked(String),
    /// The speaker was given a link that signs them in on the page.
    SignInLinkGiven {
        /// The token of the link, which is not stored. `None` if the event was delivered again.
        #[serde(skip)]
        token: Option<AccountToken>,
        /// True if the board is posted again, too.
        is_posted: bool,
    },
    /// Sessions have ended.
    SessionsEnded,
    /// The speaker's new settings.
    Set(Settings),
    /// The speaker's new settings of reminders.
    SetReminders(Settings),
    /// The data of the speaker is deleted.
    Deleted {
        /// The number of damaged matches from which the speaker could not be removed.
        n_damaged: usize,
    },
}

impl PeopleDone {
    /// Returns whether an account was linked or unlinked, so that matches may have other players.
    pub(crate) fn changes_players(&self) -> bool {
        matches!(self, PeopleDone::Linked(_) | PeopleDone::Unlinked(_))
    }

    /// Returns whether sessions on the page may have ended.
    pub(crate) fn ends_sessions(&self) -> bool {
        matches!(
            self,
            PeopleDone::SessionsEnded | PeopleDone::Unlinked(_) | PeopleDone::Deleted { .. }
        )
    }

    /// Removes the data of a person whom it names.
    pub(crate) fn forget(&mut self) {
        match self {
            PeopleDone::Blocked(name)
            | PeopleDone::Unblocked(name)
            | PeopleDone::Linked(name)
            | PeopleDone::Unlinked(name) => *name = text::DELETED_PLAYER.to_owned(),
            PeopleDone::CodeGiven { .. } => *self = PeopleDone::CodeUnknown,
            _ => {}
        }
    }
}

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

/// The question before accounts are linked.
pub struct AskedLink {
    /// The code that was typed.
    pub code: String,
    /// The account that got the code.
    pub first: LinkedAccount,
    /// The account that is to be linked to it.
    pub other: LinkedAccount,
}

/// The stored data of a person.
pub struct MyData {
    /// The person, by their present name.
    pub player: Player,
    /// The rows besides matches, by kind.
    pub rows: Vec<(String, Value)>,
    /// Their matches, as far as they may see them.
    pub matches: Vec<Seen>,
    /// Their plans.
    pub plans: Vec<ShownPlan>,
    /// The matches of other people that they follow.
    pub follows: Vec<MatchId>,
    /// Their older matches, which are too many for the file.
    pub left_out: Vec<MatchId>,
    /// The number of their damaged matches.
    pub n_damaged: usize,
}
