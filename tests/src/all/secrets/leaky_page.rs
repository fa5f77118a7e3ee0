//! A core that leaks secrets through the public page, each in another way, as proof that the laws detect it.

use std::sync::Arc;

use api::{
    AccountToken, BoardQuery, BoardReview, ChannelId, DrawnBoard, Event, ListedGame, Listener,
    MatchId, NoBoard, PageAccounts, PageReach, PageSettings, Recipe, SessionKind, Speaker,
    StoreError, Timestamp, TokenDigest, UserId,
};
use async_trait::async_trait;
use runtime::Core;
use store::writer::Writer;
use text::{Language, Text};
use tokio::sync::broadcast;

use super::{
    found,
    leaks::{Leak, truth},
    page::the_match,
};

/// A way of leaking a secret on the page.
#[derive(Clone, Copy, Debug)]
pub(super) enum PageLeak {
    /// Boards of strangers, and so the page with its preview, in the view of a player.
    SeatBoard,
    /// The picture of the preview, drawn from the view of a seat.
    Picture,
    /// A number of frames that depends on the truth.
    Frames,
    /// A size of boards that depends on the truth.
    Size,
    /// The words of a refusal that depend on the truth.
    Refusal,
    /// A leak of the platform, by its pushes.
    Push(Leak),
}

impl PageLeak {
    pub(super) const ALL: [PageLeak; 7] = [
        PageLeak::SeatBoard,
        PageLeak::Picture,
        PageLeak::Frames,
        PageLeak::Size,
        PageLeak::Refusal,
        PageLeak::Push(Leak::PushText),
        PageLeak::Push(Leak::Pushes),
    ];
}

/// A core with a leak.
pub(super) struct LeakyCore {
    core: Arc<Core>,
    writer: Writer,
    leak: PageLeak,
    /// The player whose view it gives away.
    insider: UserId,
}

impl LeakyCore {
    /// Creates a core that leaks from the match in the writer's store.
    pub(super) fn new(
        core: Arc<Core>,
        writer: Writer,
        leak: PageLeak,
        insider: UserId,
    ) -> Arc<LeakyCore> {
        Arc::new(LeakyCore {
            core,
            writer,
            leak,
            insider,
        })
    }
}

/// Tells whether a hash of the true position is odd, which no reader should be able to detect.
fn is_odd(writer: &Writer) -> bool {
    let (_, record) = found(writer, the_match());
    truth(&record.replay().expect("records replay")) % 2 == 1
}

/// Relays the changes of the match to the page, until either has ended.
async fn relay_changes(
    mut changes: broadcast::Receiver<u64>,
    relayed: broadcast::Sender<u64>,
    leak: PageLeak,
    writer: Writer,
) {
    while let Ok(changed) = changes.recv().await {
        let is_twice = matches!(leak, PageLeak::Frames) && is_odd(&writer);
        for _ in 0..=u32::from(is_twice) {
            if relayed.send(changed).is_err() {
                return;
            }
        }
    }
}

#[async_trait]
impl Listener for LeakyCore {
    async fn hear(&self, event: Event) {
        self.core.hear(event).await;
    }

    fn now(&self) -> Timestamp {
        self.core.now()
    }

    fn page_settings(&self, user: &UserId) -> Option<PageSettings> {
        self.core.page_settings(user)
    }

    async fn board(&self, mut query: BoardQuery) -> Result<Arc<DrawnBoard>, NoBoard> {
        if matches!(self.leak, PageLeak::SeatBoard) && query.viewer.is_none() {
            query.viewer = Some(self.insider.clone());
        }
        let drawn = self.core.board(query).await?;
        if !matches!(self.leak, PageLeak::Size) || !is_odd(&self.writer) {
            return Ok(drawn);
        }
        let mut board = drawn.board.clone();
        board.text.push('.');
        Ok(Arc::new(DrawnBoard::new(board)))
    }

    async fn games(&self, user: &UserId, language: Language) -> Result<Vec<ListedGame>, Text> {
        self.core.games(user, language).await
    }

    async fn review(
        &self,
        id: MatchId,
        viewer: &UserId,
        reach: PageReach,
        language: Language,
    ) -> Result<BoardReview, Text> {
        let review = self.core.review(id, viewer, reach, language).await;
        if matches!(self.leak, PageLeak::Refusal) && is_odd(&self.writer) {
            return review.map_err(|_| text::page_no_game());
        }
        review
    }

    async fn picture(
        &self,
        id: MatchId,
        reach: PageReach,
        language: Language,
    ) -> Result<Recipe, NoBoard> {
        let mut recipe = self.core.picture(id, reach, language).await?;
        if matches!(self.leak, PageLeak::Picture) {
            let white = r#"{"seat":"white"}"#;
            recipe.0 = recipe.0.replace(r#""everybody""#, white);
        }
        Ok(recipe)
    }

    async fn animation(
        &self,
        id: MatchId,
        viewer: Option<&UserId>,
        reach: PageReach,
        language: Language,
    ) -> Result<Recipe, Text> {
        self.core.animation(id, viewer, reach, language).await
    }

    async fn match_in(&self, channel: &ChannelId, user: &UserId) -> Result<Option<MatchId>, Text> {
        self.core.match_in(channel, user).await
    }

    async fn watch(&self, id: MatchId) -> broadcast::Receiver<u64> {
        let changes = self.core.watch(id).await;
        let (relayed, receiver) = broadcast::channel(64);
        let relay = relay_changes(changes, relayed, self.leak, self.writer.clone());
        tokio::spawn(relay);
        receiver
    }
}

#[async_trait]
impl PageAccounts for LeakyCore {
    fn account_of_link(&self, link: &AccountToken) -> Result<Option<Speaker>, StoreError> {
        self.core.account_of_link(link)
    }

    async fn begin_session(
        &self,
        link: &AccountToken,
        session: &AccountToken,
    ) -> Result<Option<MatchId>, Text> {
        self.core.begin_session(link, session).await
    }

    async fn open_session(
        &self,
        name: &str,
        session: &AccountToken,
        kind: SessionKind,
        openid: Option<&TokenDigest>,
    ) -> Result<(), Text> {
        self.core.open_session(name, session, kind, openid).await
    }

    fn account_of(&self, session: &AccountToken) -> Result<Option<Speaker>, StoreError> {
        self.core.account_of(session)
    }

    async fn watch_sessions(&self, account: UserId) -> broadcast::Receiver<u64> {
        self.core.watch_sessions(account).await
    }
}
