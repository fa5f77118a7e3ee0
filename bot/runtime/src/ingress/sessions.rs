//! The accounts of other platforms that use the public page.

use async_trait::async_trait;
use tokio::sync::broadcast;
use tracing::warn;

use crate::{Core, decider::pending::Job};
use api::{
    AccountSession, AccountToken, ChannelId, EventId, MatchId, PageAccounts, SessionKind, Speaker,
    StoreError, TokenDigest, UserId,
};
use service::{
    Done, PeopleDone, Refusal, Reply, Request, RequestKind, SessionChange, SessionDone,
    SessionRequest, read_session, read_sessions_of, read_sign_in_link,
};
use text::Text;

impl Core {
    /// Returns the request for a change of the sessions of an account.
    fn session_request(&self, account: &UserId, change: SessionChange) -> Request {
        let account = account.clone();
        let request = SessionRequest { account, change };
        let name = request.name(self.clock.now());
        self.request(format!("session:{name}"), RequestKind::Session(request))
    }

    /// Stores a launch of the Activity. Without it, the Activity opens the match of the channel.
    pub(super) async fn note_launch(
        &self,
        event: &EventId,
        account: &UserId,
        channel: &ChannelId,
        id: Option<MatchId>,
    ) {
        let change = SessionChange::Launch {
            event: event.clone(),
            channel: channel.clone(),
            id,
        };
        let request = self.session_request(account, change);
        // Launches take places of other events, so that no flood of them fills the queue.
        let reply = match self.gate.try_enter(event.platform, None) {
            Some(_permit) => self.settle(request).await,
            None => None,
        };
        if !matches!(
            reply.as_deref(),
            Some(Reply::Done(Done::Session(SessionDone::LaunchNoted)) | Reply::Nothing)
        ) {
            warn!("cannot store a launch of the Activity; it opens the match of the channel");
        }
    }

    /// Changes the sessions of an account. Returns the change, once it is durable.
    async fn change_sessions(&self, account: &UserId, change: SessionChange) -> Result<Done, Text> {
        let request = self.session_request(account, change);
        match self.settle(request).await.as_deref() {
            Some(Reply::Done(done)) => Ok(done.clone()),
            Some(Reply::Refused(Refusal::Other(why))) => Err(why.clone()),
            _ => Err(text::page_unstored()),
        }
    }

    /// Notifies an account of its new session. The browser does not wait for that.
    fn tell_session_news(&self, account: &UserId) {
        let (deliveries, platform) = (self.deliveries.clone(), account.platform);
        tokio::spawn(async move { deliveries.tell_session_news(platform).await });
    }
}

#[async_trait]
impl PageAccounts for Core {
    fn account_of_link(&self, link: &AccountToken) -> Result<Option<Speaker>, StoreError> {
        read_sign_in_link(&self.writer, link, self.clock.now())
    }

    async fn begin_session(
        &self,
        link: &AccountToken,
        session: &AccountToken,
    ) -> Result<Option<MatchId>, Text> {
        let change = SessionChange::Begin {
            link: link.digest(),
            session: session.digest(),
        };
        match self.change_sessions(link.account(), change).await? {
            Done::Session(SessionDone::Begun(id)) => {
                self.tell_session_news(link.account());
                Ok(id)
            }
            _ => Err(text::page_unstored()),
        }
    }

    async fn open_session(
        &self,
        name: &str,
        session: &AccountToken,
        kind: SessionKind,
        openid: Option<&TokenDigest>,
    ) -> Result<(), Text> {
        let change = SessionChange::Open {
            name: name.to_owned(),
            session: session.digest(),
            kind,
            openid: openid.cloned(),
        };
        match self.change_sessions(session.account(), change).await? {
            Done::Session(SessionDone::Opened(begun)) if begun == session.digest() => {}
            // The OpenID token has begun that session.
            Done::Session(SessionDone::Opened(_)) => return Err(text::page_widget_over()),
            _ => return Err(text::page_unstored()),
        }
        if kind == SessionKind::Browser {
            self.tell_session_news(session.account());
        }
        Ok(())
    }

    fn account_of(&self, session: &AccountToken) -> Result<Option<Speaker>, StoreError> {
        let Some((speaker, is_recorded)) = read_session(&self.writer, session, self.clock.now())?
        else {
            return Ok(None);
        };
        if !is_recorded {
            let change = SessionChange::Use(session.digest());
            let request = self.session_request(session.account(), change);
            let (job, _) = Job::new(request, None);
            // If the queue is full, the next use is recorded.
            let _ = self.jobs.try_send(job);
        }
        Ok(Some(speaker))
    }

    fn sessions_of(&self, account: &UserId) -> Result<Vec<AccountSession>, StoreError> {
        read_sessions_of(&self.writer, account, self.clock.now())
    }

    async fn end_session(&self, account: &UserId, session: &TokenDigest) -> Result<(), Text> {
        let change = SessionChange::End(session.clone());
        match self.change_sessions(account, change).await? {
            Done::People(PeopleDone::SessionsEnded) => Ok(()),
            _ => Err(text::page_unstored()),
        }
    }

    async fn watch_sessions(&self, account: UserId) -> broadcast::Receiver<u64> {
        self.deliveries.sessions.watch(account).await
    }
}
