//! Boards that people look at: those of matches, positions of the handbook, and how a match went.

use std::sync::Arc;

use tokio::sync::broadcast;

use super::super::reviews::NoReview;
use super::{
    Dispatcher,
    drawn::{BoardAudience, BoardKind, MatchRead},
    error::DeliveryError,
};
use api::{
    BoardQuery, BoardReview, DrawnBoard, MatchId, NoBoard, Platform, StudyBoard, StudyQuery, UserId,
};
use command::Eyes;
use service::{
    Lens, Match, MatchSnapshot, Seen, Settings, Stage, person_of, read_match, read_settings, study,
};
use text::{Language, Text};

/// A match that somebody may see, and the moment of it that they want to see.
struct Visible {
    viewer: Option<UserId>,
    read: Arc<MatchRead>,
    moment: MatchSnapshot,
}

impl Dispatcher {
    /// The matches that change from now on, each once the change is durable; nothing stands for all. Where other processes
    /// change matches too, those that are watched.
    pub(crate) fn changes(&self) -> broadcast::Receiver<Option<MatchId>> {
        self.changes.subscribe()
    }

    /// Watches a match until the result is dropped.
    pub(crate) async fn watch(&self, id: MatchId) -> Arc<MatchId> {
        if self.writer.is_shared() {
            self.watched.watch(id).await
        } else {
            Arc::new(id)
        }
    }

    /// Tells whoever watches that a match has changed, which is durable.
    pub(super) fn tell_change(&self, id: MatchId) {
        if self.writer.is_shared() {
            self.watched.nudge();
        } else {
            // Nobody may watch.
            let _ = self.changes.send(Some(id));
        }
    }

    /// How many boards were drawn for who watches matches.
    pub(crate) fn n_drawn(&self) -> u64 {
        self.drawn.n_drawn()
    }

    /// A board as somebody may see it, which those share who are shown the same.
    ///
    /// # Errors
    ///
    /// The match is none of theirs, or its board cannot be drawn now.
    pub(crate) async fn live_board(&self, query: BoardQuery) -> Result<Arc<DrawnBoard>, NoBoard> {
        let id = query.id;
        match self.visible_board(query).await {
            Ok(Some(board)) => Ok(board),
            Ok(None) => Err(NoBoard::Unknown),
            Err(error) => {
                error.log(id, "a board cannot be shown");
                Err(NoBoard::Later)
            }
        }
    }

    /// A board; nothing if the match is none of theirs.
    async fn visible_board(
        &self,
        query: BoardQuery,
    ) -> Result<Option<Arc<DrawnBoard>>, DeliveryError> {
        // Nobody is shown what a power cut could take back.
        let visible = self.writer.durable(|| self.visible_match(&query)).await?;
        let Some(Visible {
            viewer,
            read,
            moment,
        }) = visible
        else {
            return Ok(None);
        };
        let settings = match &viewer {
            Some(viewer) => read_settings(&self.writer, viewer)?,
            None => Default::default(),
        };
        let language = self.for_reader(
            settings.language(query.language),
            Platform::Playground,
            &settings,
        );
        let wanted = |eyes: &Eyes| query.eyes.as_deref() == Some(eyes.name());
        let eyes = Eyes::ALL.into_iter().find(wanted);
        let shown = Arc::clone(moment.game_match());
        let kind = BoardKind {
            audience: BoardAudience::of(viewer.as_ref(), [&read.game_match, &shown]),
            stored: Arc::clone(&read.game_match),
            shown,
            ply: moment.ply(),
            eyes,
            bottom: query.bottom,
            is_dark: query.is_dark,
            language,
            settings,
        };
        let query = BoardQuery { viewer, ..query };
        let draw = self.compose(
            Platform::Playground,
            (settings, language),
            move |presenter| {
                let watched = moment.watched(query.viewer.as_ref(), eyes);
                let seen = Seen {
                    lens: watched.lens,
                    game_match: Match::clone(&read.game_match),
                    record: read.record.clone(),
                };
                present::live_board(presenter, &query, &watched, &moment.public(), &seen)
            },
        );
        self.drawn.board(kind, draw).await.map(Some)
    }

    /// What somebody wants to see of a match; nothing if it is none of theirs.
    fn visible_match(&self, query: &BoardQuery) -> Result<Option<Visible>, DeliveryError> {
        let viewer = query.viewer.as_ref();
        let viewer = viewer.map(|account| person_of(&self.writer, account));
        let viewer = viewer.transpose()?;
        let found = self.drawn.read(&self.writer, query.id)?;
        let found = found.filter(|read| is_visible(&read.game_match, viewer.as_ref()));
        let Some(read) = found else {
            return Ok(None);
        };
        let last = read.game_match.ply;
        let ply = query.ply.unwrap_or(last).min(last);
        // Who plays it is as it was read, whatever is at hand: an account may have been unlinked meanwhile.
        let moment = self.moments.at(query.id, ply)?;
        let moment = moment
            .played_as(&read.game_match)
            .as_of(&self.writer, self.clock.now())?;
        Ok(Some(Visible {
            viewer,
            read,
            moment,
        }))
    }

    /// A position of the handbook, after what somebody does with it.
    ///
    /// # Errors
    ///
    /// There is no such position, or what was played there is impossible.
    pub(crate) async fn study(&self, query: StudyQuery) -> Result<StudyBoard, Text> {
        let look = (Settings::default(), query.language);
        let composed = self.compose(Platform::Playground, look, move |presenter| {
            let study = study(&query)?;
            Ok(present::study_board(presenter, &query, study))
        });
        // Only a process that ends draws nothing.
        composed
            .await
            .unwrap_or_else(|_| Err(text::board_not_drawn()))
    }

    /// How a match went that is over, for somebody who may see its board.
    ///
    /// # Errors
    ///
    /// Why that is not told.
    pub(crate) async fn board_review(
        &self,
        id: MatchId,
        viewer: &UserId,
        language: Language,
    ) -> Result<BoardReview, Text> {
        // That it is over may not be durable yet.
        let read = || Ok::<_, DeliveryError>(read_match(&self.writer, id)?);
        let found = self.writer.durable(read).await;
        let found = found.map_err(|_| text::review_not_made())?;
        let person = self.person_of(viewer);
        let found = found.filter(|(game_match, _)| is_visible(game_match, Some(&person)));
        let Some((game_match, record)) = found else {
            return Err(text::refusal_unknown_match(id));
        };
        if !matches!(game_match.stage, Stage::Over(_)) {
            return Err(text::refusal_review_running(id));
        }
        let review = self.reviews.of(id, record.clone(), viewer).await;
        let review = review.map_err(NoReview::text)?;
        let seen = Seen {
            lens: Lens::Truth,
            game_match,
            record,
        };
        let language = self.language_of(viewer, language);
        Ok(present::board_review(&review, &seen, language))
    }
}

/// Whether somebody may see a board: everybody may who has the address of a match that is played in a channel of the page; of
/// others its players.
fn is_visible(game_match: &Match, viewer: Option<&UserId>) -> bool {
    let is_theirs = |viewer| game_match.people().any(|person| person == viewer);
    game_match.is_open_on_page() || viewer.is_some_and(is_theirs)
}
