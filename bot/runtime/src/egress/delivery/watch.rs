//! Boards for viewers: those of matches, positions of the handbook and of the analysis board, and reviews.

use std::sync::Arc;

use super::{
    Dispatcher,
    drawn::{BoardAudience, BoardKind, MatchRead},
    error::DeliveryError,
};
use api::{
    AnalysisBoard, AnalysisQuery, BoardQuery, BoardReview, ChannelId, DrawnBoard, EngineLine,
    ListedGame, MatchId, NoBoard, PageReach, Platform, PublicGame, Recipe, StoreError, StudyBoard,
    StudyQuery, UserId,
};
use command::Eyes;
use present::Presenter;
use service::{
    Lens, LineQuestion, Match, MatchSnapshot, Seen, Settings, Stage, analysis, matches_in,
    open_matches_of, person_of, plays_against_people, read_head, read_launch, read_match,
    read_rematch, read_settings, study,
};
use text::{Language, Text};

/// A match that a viewer can see, and the snapshot that they request.
struct Visible {
    viewer: Option<UserId>,
    read: Arc<MatchRead>,
    snapshot: MatchSnapshot,
    /// The rematch of the viewer, if the match is over.
    rematch: Option<Match>,
}

impl Dispatcher {
    /// Returns a board as a viewer may see it, shared with all viewers of the same view.
    ///
    /// # Errors
    ///
    /// The viewer may not see the match, or its board cannot be drawn now.
    pub(crate) async fn live_board(&self, query: BoardQuery) -> Result<Arc<DrawnBoard>, NoBoard> {
        let id = query.id;
        self.visible_board(query)
            .await
            .map_err(|error| {
                error.log(id, "a board cannot be shown");
                NoBoard::Later
            })?
            .ok_or(NoBoard::Unknown)
    }

    /// Returns the recipe of the picture of a match that everybody may see.
    ///
    /// # Errors
    ///
    /// A stranger may not see the match, or it cannot be read now.
    pub(crate) async fn picture(
        &self,
        id: MatchId,
        reach: PageReach,
        language: Language,
    ) -> Result<Recipe, NoBoard> {
        let query = BoardQuery::of_stranger(id, reach, language);
        let visible = self.writer.durable(|| self.visible_match(&query)).await;
        let visible = visible.map_err(|error| {
            error.log(id, "a picture cannot be shown");
            NoBoard::Later
        })?;
        let Visible { snapshot, .. } = visible.ok_or(NoBoard::Unknown)?;
        let draw =
            move |presenter: &Presenter<'_>| present::picture(presenter, &snapshot.public()).recipe;
        let drawn = self.compose(Platform::Playground, Settings::default(), language, draw);
        drawn.await.map_err(|_| NoBoard::Later)
    }

    /// Returns a board, or `None` if the viewer may not see the match.
    async fn visible_board(
        &self,
        query: BoardQuery,
    ) -> Result<Option<Arc<DrawnBoard>>, DeliveryError> {
        // No viewer sees a state that a power cut could undo.
        let visible = self.writer.durable(|| self.visible_match(&query)).await?;
        let Some(Visible {
            viewer,
            read,
            snapshot,
            rematch,
        }) = visible
        else {
            return Ok(None);
        };
        let settings = self.settings_of(viewer.as_ref())?;
        let language = self.for_reader(
            settings.language(query.language),
            Platform::Playground,
            &settings,
        );
        let is_named = |eyes: &Eyes| query.eyes.as_deref() == Some(eyes.name());
        let eyes = Eyes::ALL.into_iter().find(is_named);
        let shown = Arc::clone(snapshot.game_match());
        let kind = BoardKind {
            audience: BoardAudience::of(viewer.as_ref(), [&read.game_match, &shown]),
            stored: Arc::clone(&read.game_match),
            shown,
            n_inputs: snapshot.n_inputs(),
            eyes,
            bottom: query.bottom,
            is_dark: query.is_dark,
            language,
            settings,
            rematch: rematch.clone(),
        };
        let query = BoardQuery { viewer, ..query };
        let draw = self.compose(Platform::Playground, settings, language, move |presenter| {
            let watched = snapshot.watched(query.viewer.as_ref(), eyes);
            let seen = Seen {
                lens: watched.lens,
                game_match: Match::clone(&read.game_match),
                record: read.record.clone(),
            };
            let rematch = rematch.as_ref().map(Match::public);
            let public = snapshot.public();
            present::live_board(
                presenter,
                &query,
                &watched,
                &public,
                &seen,
                rematch.as_ref(),
            )
        });
        self.drawn.board(kind, draw).await.map(Some)
    }

    /// Returns the snapshot that a viewer wants to see, or `None` if they may not see the match.
    fn visible_match(&self, query: &BoardQuery) -> Result<Option<Visible>, DeliveryError> {
        let viewer = query.viewer.as_ref();
        let viewer = viewer.map(|account| person_of(&self.writer, account));
        let viewer = viewer.transpose()?;
        let found = self.drawn.read(&self.writer, query.id)?;
        let found = found.filter(|read| is_visible(&read.game_match, viewer.as_ref(), query.reach));
        let Some(read) = found else {
            return Ok(None);
        };
        let last = read.game_match.state.n_inputs;
        let n_inputs = query.n_inputs.unwrap_or(last).min(last);
        // Uses the players that were just read, not the cached ones, because an account may have been unlinked since.
        let snapshot = self.snapshots.at(query.id, n_inputs)?;
        let snapshot = snapshot
            .played_as(&read.game_match)
            .as_of(&self.writer, self.clock.now())?;
        let player = viewer
            .as_ref()
            .filter(|_| matches!(read.game_match.stage, Stage::Over(_)));
        let player = player.filter(|viewer| read.game_match.seat_of(viewer).is_some());
        let rematch = player.map(|player| read_rematch(&self.writer, query.id, player));
        let rematch = rematch.transpose()?.flatten();
        Ok(Some(Visible {
            viewer,
            read,
            snapshot,
            rematch,
        }))
    }

    /// Reads the settings of a viewer; a viewer without a name has the usual ones.
    fn settings_of(&self, viewer: Option<&UserId>) -> Result<Settings, StoreError> {
        let settings = viewer.map(|viewer| read_settings(&self.writer, viewer));
        Ok(settings.transpose()?.unwrap_or_default())
    }

    /// Draws a board without a match for a viewer.
    ///
    /// # Errors
    ///
    /// The drawing refuses it, or the process is ending.
    async fn draw_for<T: Send + 'static>(
        &self,
        viewer: Option<&UserId>,
        language: Language,
        draw: impl FnOnce(&Presenter<'_>) -> Result<T, Text> + Send + 'static,
    ) -> Result<T, Text> {
        let settings = self.settings_of(viewer).unwrap_or_default();
        let drawn = self.compose(Platform::Playground, settings, language, draw);
        drawn.await.unwrap_or_else(|_| Err(text::board_not_drawn()))
    }

    /// Returns a position of the handbook after the moves of a reader.
    ///
    /// # Errors
    ///
    /// There is no such position, or a move in it is illegal.
    pub(crate) async fn study(&self, query: StudyQuery) -> Result<StudyBoard, Text> {
        let (viewer, language) = (query.viewer.clone(), query.language);
        let draw = move |presenter: &Presenter<'_>| {
            let study = study(&query)?;
            Ok(present::study_board(presenter, &query, study))
        };
        self.draw_for(viewer.as_ref(), language, draw).await
    }

    /// Returns a position on the analysis board.
    ///
    /// # Errors
    ///
    /// There is no such start, a move in it is illegal, or too many others wait.
    pub(crate) async fn analysis(&self, query: AnalysisQuery) -> Result<AnalysisBoard, Text> {
        let (viewer, language) = (query.viewer.clone(), query.language);
        let turn = self.snapshots.pool.analysis(viewer.as_ref()).await?;
        let draw = move |presenter: &Presenter<'_>| {
            let _turn = turn;
            let analysis = analysis(&query)?;
            Ok(present::analysis_board(presenter, &query, &analysis))
        };
        self.draw_for(viewer.as_ref(), language, draw).await
    }

    /// Returns the best line of the engine in a position of the analysis board, for a person.
    ///
    /// # Errors
    ///
    /// There is no such position, no side has to decide there, the engine is busy, or the person plays the variant against another
    /// person.
    pub(crate) async fn engine_line(
        &self,
        query: AnalysisQuery,
        user: &UserId,
    ) -> Result<EngineLine, Text> {
        let language = query.language;
        let pool = &self.snapshots.pool;
        let turn = pool.analysis(Some(user)).await?;
        let question = pool.run(move || {
            let _turn = turn;
            LineQuestion::of(&query)
        });
        // The replay fails only if the process is ending.
        let question = question.await.map_err(|_| text::bug())??;
        let variant = question.variant();
        let plays = plays_against_people(&self.writer, user, variant);
        if plays.map_err(|_| text::page_unstored())? {
            return Err(text::analysis_during_a_match(text::title(variant)));
        }
        let found = self.engine_lines.of(question, user).await?;
        Ok(present::engine_line(found, language))
    }

    /// Returns the matches and challenges of a person that are not over, those that wait for them first.
    ///
    /// # Errors
    ///
    /// They cannot be read now.
    pub(crate) async fn games(
        &self,
        viewer: &UserId,
        language: Language,
    ) -> Result<Vec<ListedGame>, Text> {
        let language = self.language_of(viewer, language);
        let person = self.person_of(viewer);
        let read = || Ok::<_, DeliveryError>(open_matches_of(&self.writer, viewer)?);
        let ids = self.writer.durable(read).await;
        let ids = ids.map_err(|_| text::page_unstored())?;
        let listed = |id| match self.listed_game(id, &person, language) {
            Ok(listed) => listed,
            Err(error) => {
                error.log(id, "a match is missing in a list");
                None
            }
        };
        let mut games: Vec<_> = ids.into_iter().filter_map(listed).collect();
        games.sort_by_key(|game| (game.state, game.until.unwrap_or(i64::MAX)));
        Ok(games)
    }

    /// Returns the matches that the page lists for everybody, the one with the newest move first.
    ///
    /// # Errors
    ///
    /// They cannot be read now.
    pub(crate) async fn public_games(&self, language: Language) -> Result<Vec<PublicGame>, Text> {
        let listed = self.listing.matches(&self.writer).await.map_err(|error| {
            tracing::warn!(%error, "cannot read the list of matches for the page");
            text::page_unstored()
        })?;
        Ok(listed
            .iter()
            .map(|of| present::public_game(of, language))
            .collect())
    }

    /// Returns the match of a channel that a person would open there: the one whose board they have launched there, or else the only
    /// one that they play, or else the only one that they may see.
    ///
    /// # Errors
    ///
    /// The matches cannot be read now.
    pub(crate) async fn match_in(
        &self,
        channel: &ChannelId,
        viewer: &UserId,
    ) -> Result<Option<MatchId>, Text> {
        let now = self.clock.now();
        let read = || {
            let launched = read_launch(&self.writer, viewer, channel, now)?;
            let here = matches_in(&self.writer, channel)?;
            let own = open_matches_of(&self.writer, viewer)?;
            let own: Vec<_> = here.iter().filter(|id| own.contains(id)).collect();
            let id = match (launched, &own[..], &here[..]) {
                (Some(id), _, _) => id,
                (None, [id], _) => **id,
                (None, [], [id]) => *id,
                _ => return Ok(None),
            };
            let person = person_of(&self.writer, viewer)?;
            let head = read_head(&self.writer, id)?;
            let head = head.filter(|head| is_visible(head, Some(&person), PageReach::Everybody));
            Ok::<_, DeliveryError>(head.map(|head| head.id))
        };
        let found = self.writer.durable(read).await;
        found.map_err(|error| {
            tracing::warn!(%error, "cannot read the matches of a channel for the page");
            text::page_unstored()
        })
    }

    /// Returns a match for the list of one of its people. Reads its record only if it is in play and not cached.
    fn listed_game(
        &self,
        id: MatchId,
        person: &UserId,
        language: Language,
    ) -> Result<Option<ListedGame>, DeliveryError> {
        let found = read_head(&self.writer, id)?;
        let Some(head) = found.filter(|head| is_visible(head, Some(person), PageReach::Machine))
        else {
            return Ok(None);
        };
        if head.stage == Stage::Challenge {
            return Ok(Some(present::listed_game(&head, None, person, language)));
        }
        let snapshot = self.snapshots.at(id, head.state.n_inputs)?;
        let snapshot = snapshot
            .played_as(&head)
            .as_of(&self.writer, self.clock.now())?;
        let (of, decider) = (snapshot.game_match(), snapshot.decider());
        Ok(Some(present::listed_game(of, decider, person, language)))
    }

    /// Returns the review of a finished match, if this viewer can see its board.
    ///
    /// # Errors
    ///
    /// The reason why there is no review.
    pub(crate) async fn board_review(
        &self,
        id: MatchId,
        viewer: &UserId,
        reach: PageReach,
        language: Language,
    ) -> Result<BoardReview, Text> {
        let seen = self.finished_match(id, Some(viewer), reach).await?;
        let review = self.reviews.of(id, seen.record.clone(), viewer).await?;
        let language = self.language_of(viewer, language);
        Ok(present::board_review(&review, &seen, language))
    }

    /// Returns the recipe of the animation of a finished match, if this viewer can see its board.
    ///
    /// # Errors
    ///
    /// The reason why there is no animation.
    pub(crate) async fn animation(
        &self,
        id: MatchId,
        viewer: Option<&UserId>,
        reach: PageReach,
        language: Language,
    ) -> Result<Recipe, Text> {
        let seen = self.finished_match(id, viewer, reach).await?;
        let settings = viewer.map(|viewer| read_settings(&self.writer, viewer).unwrap_or_default());
        let settings = settings.unwrap_or_default();
        let language = settings.language(language);
        let seat = viewer.and_then(|viewer| seen.game_match.seat_of(&self.person_of(viewer)));
        let composed = self.compose(Platform::Playground, settings, language, move |presenter| {
            present::replay(presenter, &seen, seat)
        });
        let replay = composed.await.ok().and_then(Result::ok);
        let picture = replay.and_then(|replay| replay.picture);
        picture
            .map(|picture| picture.recipe)
            .ok_or_else(text::page_unstored)
    }

    /// Returns a finished match with everything in it, if this viewer can see its board.
    async fn finished_match(
        &self,
        id: MatchId,
        viewer: Option<&UserId>,
        reach: PageReach,
    ) -> Result<Seen, Text> {
        // The end of the match may not be durable yet.
        let read = || Ok::<_, DeliveryError>(read_match(&self.writer, id)?);
        let found = self.writer.durable(read).await;
        let found = found.map_err(|_| text::page_unstored())?;
        let person = viewer.map(|viewer| self.person_of(viewer));
        let found = found.filter(|(game_match, _)| is_visible(game_match, person.as_ref(), reach));
        let (game_match, record) = found.ok_or_else(text::page_no_game)?;
        if !matches!(game_match.stage, Stage::Over(_)) {
            return Err(text::refusal_review_running(id));
        }
        Ok(Seen {
            lens: Lens::Truth,
            game_match,
            record,
        })
    }
}

/// Returns whether a viewer may see a board. All viewers with the address may see a match in a channel of the page, and if the page
/// is public, in a channel of any platform. Only its players may see another match.
fn is_visible(game_match: &Match, viewer: Option<&UserId>, reach: PageReach) -> bool {
    let is_theirs = |viewer| game_match.people().any(|person| person == viewer);
    game_match.is_open_on_page(reach) || viewer.is_some_and(is_theirs)
}
