//! People who have several accounts: who they are, what is kept of each account, and what changes with them.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Map, Value};
use tracing::warn;

use super::{Dispatcher, error::DeliveryError};
use crate::{ingress::platform_lookups::in_time, unstored::tell_unstored};
use api::{ChatError, Event, MatchId, PersonalEntry, Platform, StoreError, UserId};
use command::Control;
use service::{Intent, LinkNews, Stage, accounts_of, is_blocked, person_of, read_link_news};

impl Dispatcher {
    /// The person to whom an account belongs. Where that cannot be looked up, it belongs to nobody else.
    pub(crate) fn person_of(&self, account: &UserId) -> UserId {
        person_of(&self.writer, account).unwrap_or_else(|_| account.clone())
    }

    /// The account that is sent the boards of a challenge in direct messages if somebody accepts it where the bot only answers;
    /// nobody's, if they may not accept it or it is played elsewhere, as far as that can be looked up.
    pub(crate) fn plays_by_message(&self, id: MatchId, account: &UserId) -> Option<UserId> {
        let challenge = self.moments.game_match(id).ok()?;
        let person = self.person_of(account);
        let challenger = &challenge.challenger.id;
        let waits = challenge.stage == Stage::Challenge && challenge.is_open_elsewhere;
        if !waits || *challenger == person {
            return None;
        }
        match &challenge.challenged {
            Some(called) => (called.id == person).then(|| called.account().clone()),
            None => {
                let is_blocked = is_blocked(&self.writer, challenger, &person);
                (!is_blocked.unwrap_or_default()).then(|| account.clone())
            }
        }
    }

    /// Whether somebody plays a match in direct messages, as far as that can be looked up.
    pub(crate) fn is_played_by_message(&self, id: MatchId, account: &UserId) -> bool {
        let person = self.person_of(account);
        let game_match = self.moments.game_match(id);
        game_match.is_ok_and(|game_match| game_match.direct_place_of(&person).is_some())
    }

    /// All accounts of the person to whom one belongs; that one alone, where they cannot be looked up.
    pub(crate) fn accounts_with(&self, account: &UserId) -> Vec<UserId> {
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
    pub(crate) async fn kept(&self, event: &Event, intent: &Intent) -> Option<Vec<PersonalEntry>> {
        let Intent::Press(Control::ExportMine) = intent else {
            return None;
        };
        let kept = in_time(self.kept_of(&event.speaker.id)).await;
        let told = kept.inspect_err(|error| warn!(%error, "cannot read the data of a person"));
        told.ok()
    }

    /// What adapters keep of somebody: of the account by which they ask, and of their others.
    async fn kept_of(&self, account: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        let unknown = |error: StoreError| ChatError::Outage(error.to_string());
        let accounts = self.look_up_accounts(account).map_err(unknown)?;
        let mut kept = self.kept_by_platform(account).await?;
        let mut others = Map::new();
        for other in accounts.iter().filter(|other| *other != account) {
            let rows: Map<_, _> = if self.chats.get(other.platform).is_some() {
                let rows = self.kept_by_platform(other).await?.into_iter();
                rows.map(|row| (row.what.to_owned(), row.value)).collect()
            } else {
                // It may stay so for ever, and the rest can be told without it.
                let why = Value::from(switched_off(other).to_string());
                Map::from_iter([("unread".to_owned(), why)])
            };
            others.insert(other.to_string(), Value::from(rows));
        }
        kept.extend((!others.is_empty()).then(|| PersonalEntry {
            what: "other_accounts",
            value: Value::from(others),
        }));
        Ok(kept)
    }

    async fn kept_by_platform(&self, account: &UserId) -> Result<Vec<PersonalEntry>, ChatError> {
        match self.chats.get(account.platform) {
            Some(chat) => chat.kept_of(account).await,
            None => Err(switched_off(account)),
        }
    }

    /// The platforms of these accounts that are switched off.
    pub(crate) fn switched_off(&self, accounts: &[UserId]) -> BTreeSet<Platform> {
        let platforms = accounts.iter().map(|account| account.platform);
        let is_off = |platform: &Platform| self.chats.get(*platform).is_none();
        platforms.filter(is_off).collect()
    }

    /// Has an adapter delete what it keeps of an account.
    ///
    /// # Errors
    ///
    /// It is not deleted.
    pub(crate) async fn forget_account(&self, account: &UserId) -> Result<(), ChatError> {
        match self.chats.get(account.platform) {
            Some(chat) => chat.forget(account).await,
            None => Err(switched_off(account)),
        }
    }

    /// Tells accounts that others have been linked to them, where this process can say something.
    pub(crate) async fn tell_link_news(&self) {
        for platform in self.chats.here() {
            self.tell_link_news_on(platform).await;
        }
    }

    /// Tells accounts on a platform that others have been linked to them, once however often this is done. What cannot be said
    /// now is said later.
    pub(crate) async fn tell_link_news_on(&self, platform: Platform) {
        let read = || read_link_news(&self.writer, platform).map_err(Arc::new);
        let all = self.writer.durable(read).await;
        let all = all.inspect_err(|error| {
            tell_unstored(error, "cannot read the notices of linked accounts")
        });
        for news in all.unwrap_or_default() {
            if let Err(error) = self.try_tell(&news).await {
                warn!(%error, "cannot notify an account of a link yet; retrying");
            }
        }
    }

    async fn try_tell(&self, news: &LinkNews) -> Result<(), DeliveryError> {
        let chat = self.chat(news.to.platform)?;
        let language = self.language_of(&news.to, self.language);
        let message = present::linked(&news.linked, language);
        // An earlier attempt may have come through, or one before a restart.
        chat.may_have_said(news.nonce());
        let told = chat.whisper(&news.nonce(), &news.to, &message).await;
        if let Err(error) = told.map_err(DeliveryError::from) {
            let reason = error.for_good()?;
            warn!(?reason, "cannot notify an account of a link");
        }
        let generation = self.writer.generation();
        Ok(self.writer.submit(generation, news.settled()).await?)
    }

    /// Takes note that an account has come to somebody or left them. Whoever watches a match looks again.
    pub(crate) fn players_changed(&self) {
        self.moments.forget_all();
        // Nobody may watch.
        let _ = self.changes.send(None);
    }
}

fn switched_off(account: &UserId) -> ChatError {
    ChatError::Unavailable(DeliveryError::SwitchedOff(account.platform).to_string())
}
