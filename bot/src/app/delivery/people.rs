//! People who have several accounts: who they are, what is kept of each account, and what changes with them.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use tracing::warn;

use super::{Dispatcher, error::DeliveryError};
use crate::{
    app::asked::in_time,
    command::Control,
    ports::{ChatError, Event, EventId, Nonce, PersonalData, Platform, StoreError, UserId},
    present,
    service::{Intent, accounts_of, person_of, read_accounts},
};

impl Dispatcher {
    /// The person to whom an account belongs. Where that cannot be looked up, it belongs to nobody else.
    pub(in crate::app) fn person_of(&self, account: &UserId) -> UserId {
        person_of(&self.writer, account).unwrap_or_else(|_| account.clone())
    }

    /// All accounts of the person to whom one belongs; that one alone, where they cannot be looked up.
    pub(in crate::app) fn accounts_with(&self, account: &UserId) -> Vec<UserId> {
        let accounts = self.look_up_accounts(account);
        accounts.unwrap_or_else(|_| vec![account.clone()])
    }

    fn look_up_accounts(&self, account: &UserId) -> Result<Vec<UserId>, StoreError> {
        accounts_of(&self.writer, &person_of(&self.writer, account)?)
    }

    /// The account of a person on a platform, if they have one there.
    pub(super) fn account_on(
        &self,
        platform: Platform,
        person: &UserId,
    ) -> Result<Option<UserId>, DeliveryError> {
        let mut accounts = accounts_of(&self.writer, person)?.into_iter();
        Ok(accounts.find(|account| account.platform == platform))
    }

    /// What adapters keep of the speaker and of their other accounts, if they ask for all that is kept of them; nothing if one
    /// cannot tell.
    pub(in crate::app) async fn kept(
        &self,
        event: &Event,
        intent: &Intent,
    ) -> Option<Vec<PersonalData>> {
        let Intent::Press(Control::ExportMine) = intent else {
            return None;
        };
        let kept = in_time(self.kept_of(&event.speaker.id)).await;
        let told = kept.inspect_err(|error| warn!(%error, "nobody knows what is kept of somebody"));
        told.ok()
    }

    /// What adapters keep of somebody: of the account by which they ask, and of their others.
    async fn kept_of(&self, account: &UserId) -> Result<Vec<PersonalData>, ChatError> {
        let unknown = |error: StoreError| ChatError::Outage(error.to_string());
        let accounts = self.look_up_accounts(account).map_err(unknown)?;
        let mut kept = self.kept_by_platform(account).await?;
        let mut others = Map::new();
        for other in accounts.iter().filter(|other| *other != account) {
            let rows: Map<_, _> = match self.chats.get(other.platform).is_some() {
                true => {
                    let rows = self.kept_by_platform(other).await?.into_iter();
                    rows.map(|row| (row.what.to_owned(), row.value)).collect()
                }
                // It may stay so for ever, and the rest can be told without it.
                false => {
                    let why = Value::from(switched_off(other).to_string());
                    Map::from_iter([("unread".to_owned(), why)])
                }
            };
            others.insert(other.to_string(), Value::from(rows));
        }
        kept.extend((!others.is_empty()).then(|| PersonalData {
            what: "other_accounts",
            value: Value::from(others),
        }));
        Ok(kept)
    }

    async fn kept_by_platform(&self, account: &UserId) -> Result<Vec<PersonalData>, ChatError> {
        match self.chats.get(account.platform) {
            Some(chat) => chat.kept_of(account).await,
            None => Err(switched_off(account)),
        }
    }

    /// The platforms of these accounts that are switched off.
    pub(in crate::app) fn switched_off(&self, accounts: &[UserId]) -> BTreeSet<Platform> {
        let platforms = accounts.iter().map(|account| account.platform);
        let is_off = |platform: &Platform| self.chats.get(*platform).is_none();
        platforms.filter(is_off).collect()
    }

    /// Has an adapter delete what it keeps of an account.
    ///
    /// # Errors
    ///
    /// It is not deleted.
    pub(in crate::app) async fn forget_account(&self, account: &UserId) -> Result<(), ChatError> {
        match self.chats.get(account.platform) {
            Some(chat) => chat.forget(account).await,
            None => Err(switched_off(account)),
        }
    }

    /// Tells the other accounts of a person that this one is theirs from now on: whoever has got hold of a code of theirs is
    /// noticed so.
    pub(in crate::app) async fn tell_linked(&self, account: &UserId, event: &EventId) {
        let accounts = read_accounts(&self.writer, &self.person_of(account)).unwrap_or_default();
        let (new, others): (Vec<_>, Vec<_>) = accounts
            .all
            .iter()
            .partition(|linked| linked.id == *account);
        let Some(new) = new.first() else {
            return;
        };
        for (n, other) in others.into_iter().enumerate() {
            let Some(chat) = self.chats.get(other.id.platform) else {
                continue;
            };
            let language = self.language_of(&other.id, self.language);
            let nonce = Nonce::of_event(&format!("lk{n}"), event);
            let note = present::linked(new, language);
            if let Err(error) = chat.whisper(&nonce, &other.id, &note).await {
                warn!(%error, "an account did not hear that another was linked to it");
            }
        }
    }

    /// Takes note that an account has come to somebody or left them. Whoever watches a match looks again.
    pub(in crate::app) fn players_changed(&self) {
        self.moments.forget_all();
        // Nobody may watch.
        let _ = self.changes.send(None);
    }
}

fn switched_off(account: &UserId) -> ChatError {
    ChatError::Unavailable(DeliveryError::SwitchedOff(account.platform).to_string())
}
