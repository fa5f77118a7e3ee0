//! People with several accounts: the accounts of each, the data kept about them, and their changes.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Map, Value};
use tracing::warn;

use super::{Dispatcher, error::DeliveryError};
use crate::{pauses::in_time, unstored::tell_unstored};
use api::{
    Batch, Chat, ChatError, Event, MatchId, Message, Nonce, PersonalEntry, Platform, Private,
    StoreError, UserId,
};
use command::{Control, Intent};
use service::{Stage, accounts_of, is_blocked, person_of, read_link_news, read_session_news};

impl Dispatcher {
    /// Returns the person of an account. If that cannot be read, the account is a person of its own.
    pub(crate) fn person_of(&self, account: &UserId) -> UserId {
        person_of(&self.writer, account).unwrap_or_else(|_| account.clone())
    }

    /// Returns the account that gets the boards in direct messages if a person accepts a challenge where the bot only replies.
    /// Returns `None` if they may not accept it, it is played elsewhere, or that cannot be read.
    pub(crate) fn plays_by_message(&self, id: MatchId, account: &UserId) -> Option<UserId> {
        let challenge = self.snapshots.game_match(id).ok()?;
        let person = self.person_of(account);
        let challenger = &challenge.challenger.id;
        let waits = challenge.stage == Stage::Challenge && challenge.is_open_elsewhere;
        if !waits || *challenger == person {
            return None;
        }
        match &challenge.challenged {
            Some(challenged) => (challenged.id == person).then(|| challenged.account().clone()),
            None => {
                let is_blocked = is_blocked(&self.writer, challenger, &person);
                (!is_blocked.unwrap_or_default()).then(|| account.clone())
            }
        }
    }

    /// Returns whether a person plays a match in direct messages, or `false` if that cannot be read.
    pub(crate) fn is_played_by_message(&self, id: MatchId, account: &UserId) -> bool {
        let person = self.person_of(account);
        let game_match = self.snapshots.game_match(id);
        game_match.is_ok_and(|game_match| game_match.direct_place_of(&person).is_some())
    }

    /// Returns all accounts of the person with this one, or only this one if they cannot be read.
    pub(crate) fn accounts_with(&self, account: &UserId) -> Vec<UserId> {
        let accounts = self.look_up_accounts(account);
        accounts.unwrap_or_else(|_| vec![account.clone()])
    }

    fn look_up_accounts(&self, account: &UserId) -> Result<Vec<UserId>, StoreError> {
        accounts_of(&self.writer, &person_of(&self.writer, account)?)
    }

    /// Returns the account of a person on a platform, if they have one there.
    pub(super) fn account_on(
        &self,
        platform: Platform,
        person: &UserId,
    ) -> Result<Option<UserId>, DeliveryError> {
        let mut accounts = accounts_of(&self.writer, person)?.into_iter();
        Ok(accounts.find(|account| account.platform == platform))
    }

    /// Returns the data that adapters keep of the speaker's accounts, if the speaker asks for their data. Returns `None` if an
    /// adapter cannot read it.
    pub(crate) async fn kept(&self, event: &Event) -> Option<Vec<PersonalEntry>> {
        let Intent::Press(Control::ExportMine) = event.intent else {
            return None;
        };
        let kept = in_time(self.kept_of(&event.speaker.id)).await;
        let kept = kept.inspect_err(|error| warn!(%error, "cannot read the data of a person"));
        kept.ok()
    }

    /// Returns the data that adapters keep of a person: of the account that asks, and of their others.
    async fn kept_of(&self, account: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        let unknown = |error: StoreError| ChatError::Outage(error.to_string());
        let accounts = self.look_up_accounts(account).map_err(unknown)?;
        let mut kept = self
            .kept_of_account(&*self.adapter_of(account)?, account)
            .await?;
        let mut others = Map::new();
        for other in accounts.iter().filter(|other| *other != account) {
            let rows: Map<_, _> = match self.adapter_of(other) {
                Ok(chat) => {
                    let rows = self.kept_of_account(&*chat, other).await?;
                    rows.into_iter()
                        .map(|row| (row.what.to_owned(), row.value))
                        .collect()
                }
                // The platform can stay off forever, and the bot can send the rest without it.
                Err(off) => Map::from_iter([("unread".to_owned(), Value::from(off.to_string()))]),
            };
            others.insert(other.to_string(), Value::from(rows));
        }
        kept.extend((!others.is_empty()).then(|| PersonalEntry {
            what: "other_accounts",
            value: Value::from(others),
        }));
        Ok(kept)
    }

    /// Returns the data that an adapter and the page keep of an account.
    async fn kept_of_account(
        &self,
        chat: &dyn Chat,
        account: &UserId,
    ) -> Result<Vec<PersonalEntry>, ChatError> {
        let mut kept = chat.kept_of(account).await?;
        if let Some(page) = self.page_beside(account) {
            kept.extend(page.kept_of(account).await?);
        }
        Ok(kept)
    }

    /// Returns the adapter of an account's platform.
    fn adapter_of(&self, account: &UserId) -> Result<Arc<dyn Chat>, ChatError> {
        let chat = self.chats.get(account.platform);
        chat.ok_or_else(|| switched_off(account))
    }

    /// Returns the platforms of these accounts that are switched off.
    pub(crate) fn switched_off(&self, accounts: &[UserId]) -> BTreeSet<Platform> {
        let platforms = accounts.iter().map(|account| account.platform);
        let is_off = |platform: &Platform| self.chats.get(*platform).is_none();
        platforms.filter(is_off).collect()
    }

    /// Makes the adapter of an account and the page delete their data about it. Returns the platforms that still keep some, and why.
    pub(crate) async fn forget_account(&self, account: &UserId) -> Vec<(Platform, ChatError)> {
        let own = match self.adapter_of(account) {
            Ok(chat) => chat.forget(account).await,
            Err(off) => Err(off),
        };
        let on_page = match self.page_beside(account) {
            Some(page) => page.forget(account).await,
            None => Ok(()),
        };
        let all = [(account.platform, own), (Platform::Playground, on_page)].into_iter();
        all.filter_map(|(platform, forgotten)| Some((platform, forgotten.err()?)))
            .collect()
    }

    /// Returns the web page if it is not the platform of this account. It keeps data of accounts of other platforms too.
    fn page_beside(&self, account: &UserId) -> Option<Arc<dyn Chat>> {
        let page = self.chats.get(Platform::Playground);
        page.filter(|_| account.platform != Platform::Playground)
    }

    /// Notifies accounts that others have been linked to them, on platforms where this process can post.
    pub(crate) async fn tell_link_news(&self) {
        for platform in self.chats.here() {
            self.tell_link_news_on(platform).await;
        }
    }

    /// Notifies accounts of new sessions, if this process can post on their platform.
    pub(crate) async fn tell_session_news(&self, platform: Platform) {
        if self.chats.here().contains(&platform) {
            self.tell_session_news_on(platform).await;
        }
    }

    /// Notifies accounts on a platform that sessions of theirs have begun in browsers, once however often this is called. A
    /// notice that cannot be posted now is posted later.
    pub(crate) async fn tell_session_news_on(&self, platform: Platform) {
        let read = || read_session_news(&self.writer, platform).map_err(Arc::new);
        let all = self.writer.durable(read).await;
        let all = all
            .inspect_err(|error| tell_unstored(error, "cannot read the notices of new sessions"));
        for news in all.unwrap_or_default() {
            let language = self.language_of(&news.to, self.language);
            let notice = Notice {
                to: &news.to,
                nonce: news.nonce(),
                message: present::signed_in(&news, language),
                settled: news.settled(),
            };
            if let Err(error) = self.send_notice(notice).await {
                warn!(%error, "cannot notify an account of a session yet; retrying");
            }
        }
    }

    /// Notifies accounts on a platform that others have been linked to them, once however often this is called. A notice that
    /// cannot be posted now is posted later.
    pub(crate) async fn tell_link_news_on(&self, platform: Platform) {
        let read = || read_link_news(&self.writer, platform).map_err(Arc::new);
        let all = self.writer.durable(read).await;
        let all = all.inspect_err(|error| {
            tell_unstored(error, "cannot read the notices of linked accounts")
        });
        for news in all.unwrap_or_default() {
            let language = self.language_of(&news.to, self.language);
            let notice = Notice {
                to: &news.to,
                nonce: news.nonce(),
                message: present::linked(&news.linked, language),
                settled: news.settled(),
            };
            if let Err(error) = self.send_notice(notice).await {
                warn!(%error, "cannot notify an account of a link yet; retrying");
            }
        }
    }

    async fn send_notice(&self, notice: Notice<'_>) -> Result<(), DeliveryError> {
        let chat = self.chat(notice.to.platform)?;
        // An earlier attempt may have succeeded, or one before a restart.
        chat.may_have_said(notice.nonce.clone());
        let sent = chat
            .whisper(&notice.nonce, notice.to, &notice.message)
            .await;
        if let Err(error) = sent.map_err(DeliveryError::from) {
            let reason = error.for_good()?;
            warn!(?reason, "cannot notify an account");
        }
        let generation = self.writer.generation();
        Ok(self.writer.submit(generation, notice.settled).await?)
    }

    /// Drops all cached matches after an account was linked or unlinked. Every viewer of a match reads it again.
    pub(crate) fn players_changed(&self) {
        self.snapshots.forget_all();
        self.changes.publish_all();
    }
}

/// A message to an account that waits in the store until it is sent.
struct Notice<'n> {
    to: &'n UserId,
    nonce: Nonce,
    message: Message<Private>,
    /// The changes once it is sent, or has failed for good.
    settled: Batch,
}

fn switched_off(account: &UserId) -> ChatError {
    ChatError::Unavailable(DeliveryError::SwitchedOff(account.platform).to_string())
}
