//! The pictures of replies: views, animations, pictures of the handbook.

use super::{Dispatcher, error::DeliveryError};
use crate::pauses::after_pauses;
use api::{
    Answer, ChannelId, EventId, MatchId, Message, Nonce, PageSettings, Platform, Private, Public,
    ServerId, UserId,
};
use service::{
    Illustration, Lens, MatchPlace, MatchSnapshot, Seen, ServerSettings, Settings, Showing, Shown,
    Stage, open_matches_of, person_of, plays_with_secrets, read_server_settings, read_settings,
};
use text::{Language, Times};

impl Dispatcher {
    /// Renders the view of a person of a match after some of its inputs. Returns `None` if only a player may see it.
    pub(crate) async fn show(
        &self,
        showing: &Showing,
        user: &UserId,
        language: Language,
    ) -> Result<Option<Message<Private>>, DeliveryError> {
        let person = &person_of(&self.writer, user)?;
        let settings = read_settings(&self.writer, user)?;
        if let Shown::Replay(lens) = showing.shown {
            let replay = self.replay(showing, lens, user, settings, language);
            return replay.await.map(Some);
        }
        if let Shown::Review = showing.shown {
            let review = self.review(showing, user, settings, language);
            return review.await.map(Some);
        }
        let snapshot = self.snapshots.at(showing.id, showing.n_inputs)?;
        if let Shown::Board {
            channel,
            language,
            event,
        } = &showing.shown
        {
            let language = language.unwrap_or(self.language);
            let shown = self.show_elsewhere(snapshot, channel, language, event);
            return shown.await.map(Some);
        }
        let Some(seat) = snapshot.game_match().seat_of(person) else {
            return Ok(None);
        };
        let shown = showing.shown.clone();
        let composed = self.compose(user.platform, settings, language, move |presenter| {
            let snapshot = snapshot.seat(seat);
            match shown {
                Shown::Choice(hints) => present::choice(presenter, &snapshot, &hints),
                Shown::View | Shown::Replay(_) | Shown::Review | Shown::Board { .. } => {
                    present::own_view(presenter, &snapshot)
                }
            }
        });
        composed.await.map(Some)
    }

    /// Posts the board of a match in a channel where it is not played. Returns the message for the reply.
    async fn show_elsewhere(
        &self,
        snapshot: MatchSnapshot,
        channel: &ChannelId,
        language: Language,
        event: &EventId,
    ) -> Result<Message<Private>, DeliveryError> {
        let chat = self.chat(channel.platform)?;
        let board = self.compose(
            channel.platform,
            Settings::default(),
            language,
            move |presenter| present::board_elsewhere(presenter, &snapshot.public()),
        );
        let (nonce, board) = (Nonce::of_event("here", event), board.await?);
        after_pauses(|| chat.post(&nonce, channel, &board)).await?;
        Ok(Message::text(""))
    }

    /// Composes the public announcement of a challenge that is open elsewhere and played in direct messages. It is in the
    /// language of its challenger, as none can be chosen for such a place.
    pub(crate) fn announcement(
        &self,
        id: MatchId,
    ) -> Result<Option<Message<Public>>, DeliveryError> {
        let game_match = self.snapshots.game_match(id)?;
        if !game_match.is_open_elsewhere || !game_match.home.channel.is_direct() {
            return Ok(None);
        }
        let challenger = &game_match.challenger;
        let usual = self.usual_language_of(challenger, &game_match);
        let language = self.language_of(challenger.account(), usual);
        Ok(Some(present::announcement(&game_match.public(), language)))
    }

    /// Returns whether a challenge is known to be no longer open.
    pub(crate) fn is_settled(&self, id: MatchId) -> bool {
        let game_match = self.snapshots.game_match(id);
        game_match.is_ok_and(|game_match| game_match.stage != Stage::Challenge)
    }

    /// Renders a match up to some input as an animation.
    async fn replay(
        &self,
        showing: &Showing,
        lens: Lens,
        user: &UserId,
        settings: Settings,
        language: Language,
    ) -> Result<Message<Private>, DeliveryError> {
        let (game_match, mut record) = self.snapshots.read(showing.id)?;
        record.inputs.truncate(showing.n_inputs);
        let seat = game_match.seat_of(&person_of(&self.writer, user)?);
        let seen = Seen {
            game_match,
            record,
            lens,
        };
        let turn = self.snapshots.pool.animation().await;
        let composed = self.compose(user.platform, settings, language, move |presenter| {
            let _turn = turn;
            present::replay(presenter, &seen, seat)
        });
        composed
            .await?
            .map_err(|error| DeliveryError::Permanent(error.to_string()))
    }

    /// Renders the review of a match that is over.
    async fn review(
        &self,
        showing: &Showing,
        user: &UserId,
        settings: Settings,
        language: Language,
    ) -> Result<Message<Private>, DeliveryError> {
        let (game_match, record) = self.snapshots.read(showing.id)?;
        let seat = game_match.seat_of(&person_of(&self.writer, user)?);
        let review = match self.reviews.of(showing.id, record.clone(), user).await {
            Ok(review) => review,
            Err(why) => return Ok(Message::text(language.localize(&why))),
        };
        let seen = Seen {
            game_match,
            record,
            lens: Lens::Truth,
        };
        self.compose(user.platform, settings, language, move |presenter| {
            present::review(presenter, &seen, &review, seat)
        })
        .await
    }

    /// Adds a picture that shows no match to a reply. If it cannot be drawn, the reply is sent without it. A puzzle is then
    /// sent as a board in letters.
    pub(crate) async fn illustrated(
        &self,
        answer: Answer,
        illustration: Illustration,
        user: &UserId,
        language: Language,
    ) -> Answer {
        let is_puzzle = matches!(illustration, Illustration::Puzzle(_));
        let drawn = |settings| {
            let (mut drawn, illustration) = (answer.clone(), illustration.clone());
            self.compose(user.platform, settings, language, move |presenter| {
                present::illustrate(presenter, &illustration, &mut drawn.message);
                drawn
            })
        };
        let shown = match read_settings(&self.writer, user) {
            Ok(settings) => drawn(settings).await.ok(),
            Err(_) => None,
        };
        let shown = match shown {
            None if is_puzzle => drawn(Settings::in_letters()).await.ok(),
            shown => shown,
        };
        shown.unwrap_or(answer)
    }

    /// Returns the default language of a reader. It is that of their platform, else that of the place or the match, else the
    /// bot's.
    pub(crate) fn usual_language(&self, spoken: [Option<Language>; 2]) -> Language {
        let spoken = spoken.into_iter().flatten().next();
        spoken.unwrap_or(self.language)
    }

    /// Returns the language of a reader: the chosen one if there is one and it can be read, else the usual one.
    pub(crate) fn language_of(&self, user: &UserId, usual: Language) -> Language {
        let settings = read_settings(&self.writer, user).unwrap_or_default();
        self.for_reader(settings.language(usual), user.platform, &settings)
    }

    /// Returns a language for a reader on a platform, with their choices about time.
    pub(crate) fn for_reader(
        &self,
        language: Language,
        platform: Platform,
        settings: &Settings,
    ) -> Language {
        let chat = self.chats.get(platform);
        if chat.is_some_and(|chat| chat.capabilities().marked_times) {
            language
        } else {
            language.with_times(Times::Written {
                zone: settings.zone,
                now: self.clock.now().0,
            })
        }
    }

    /// Returns whether a person plays a match in which something is hidden, or `true` if that cannot be read.
    pub(crate) fn plays_with_secrets(&self, user: &UserId) -> bool {
        plays_with_secrets(&self.writer, user).unwrap_or(true)
    }

    /// Returns the language that is chosen for a server, if there is one and it can be read.
    pub(crate) fn server_language(&self, server: &ServerId) -> Option<Language> {
        let settings = read_server_settings(&self.writer, server).ok()?;
        settings.language.chosen()
    }

    /// Returns whether matches get threads on a server, or `false` if that cannot be read.
    pub(crate) fn has_threads(&self, server: &ServerId) -> bool {
        let settings = read_server_settings(&self.writer, server);
        settings.is_ok_and(|settings| settings.threads)
    }

    /// Returns the settings of the server of a place.
    pub(super) fn settings_in(&self, place: &MatchPlace) -> Result<ServerSettings, DeliveryError> {
        match &place.server {
            Some(server) => Ok(read_server_settings(&self.writer, server)?),
            None => Ok(ServerSettings::default()),
        }
    }

    /// Returns the settings of a person that a page follows, if they can be read.
    pub(crate) fn page_settings(&self, user: &UserId) -> Option<PageSettings> {
        Some(read_settings(&self.writer, user).ok()?.for_page())
    }

    /// Reports the open matches of a person after a change of their settings, so that their boards follow it.
    pub(crate) fn settings_changed(&self, user: &UserId) {
        let open = open_matches_of(&self.writer, user).unwrap_or_default();
        open.iter().for_each(|id| self.changes.publish_here(id));
    }

    /// Returns the language that a person has chosen, if there is one and it can be read.
    pub(crate) fn chosen_language(&self, user: &UserId) -> Option<Language> {
        read_settings(&self.writer, user).ok()?.language.chosen()
    }
}
