//! What is shown with an answer: views, animations, pictures of the handbook.

use super::{Dispatcher, error::DeliveryError};
use crate::pauses::after_pauses;
use api::{
    Answer, ChannelId, EventId, MatchId, Message, Nonce, Platform, Private, Public, ServerId,
    UserId,
};
use service::{
    Illustration, Lens, MatchPlace, MatchSnapshot, Seen, ServerSettings, Settings, Showing, Shown,
    Stage, person_of, plays_with_secrets, read_server_settings, read_settings,
};
use text::{Language, Times};

impl Dispatcher {
    /// What somebody sees of a match at a ply; nothing if only a player sees that.
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
        let moment = self.moments.at(showing.id, showing.ply)?;
        if let Shown::Board {
            channel,
            language,
            event,
        } = &showing.shown
        {
            let language = language.unwrap_or(self.language);
            let shown = self.show_elsewhere(moment, channel, language, event);
            return shown.await.map(Some);
        }
        let Some(seat) = moment.game_match().seat_of(person) else {
            return Ok(None);
        };
        let shown = showing.shown.clone();
        let composed = self.compose(user.platform, (settings, language), move |presenter| {
            let moment = moment.seat(seat);
            match shown {
                Shown::Choice(hints) => present::choice(presenter, &moment, &hints),
                Shown::View | Shown::Replay(_) | Shown::Review | Shown::Board { .. } => {
                    present::own_view(presenter, &moment)
                }
            }
        });
        composed.await.map(Some)
    }

    /// Posts the board of a match in a channel where it is not played; nothing is left to be told with the answer.
    async fn show_elsewhere(
        &self,
        moment: MatchSnapshot,
        channel: &ChannelId,
        language: Language,
        event: &EventId,
    ) -> Result<Message<Private>, DeliveryError> {
        let chat = self.chat(channel.platform)?;
        let board = self.compose(
            channel.platform,
            (Settings::default(), language),
            move |presenter| present::board_elsewhere(presenter, &moment.public()),
        );
        let (nonce, board) = (Nonce::of_event("here", event), board.await?);
        after_pauses(|| chat.post(&nonce, channel, &board)).await?;
        Ok(Message::text(""))
    }

    /// A challenge that is open elsewhere and played in direct messages, as everybody reads it among whom it is announced: in
    /// the language of its challenger, as nobody has chosen one for such a place.
    pub(crate) fn announcement(
        &self,
        id: MatchId,
    ) -> Result<Option<Message<Public>>, DeliveryError> {
        let game_match = self.moments.game_match(id)?;
        if !game_match.is_open_elsewhere || !game_match.home.channel.is_direct() {
            return Ok(None);
        }
        let challenger = &game_match.challenger;
        let usual = self.usual_language_of(challenger, &game_match);
        let language = self.language_of(challenger.account(), usual);
        Ok(Some(present::announcement(&game_match.public(), language)))
    }

    /// Whether a challenge is known to wait for nobody any more.
    pub(crate) fn is_settled(&self, id: MatchId) -> bool {
        let game_match = self.moments.game_match(id);
        game_match.is_ok_and(|game_match| game_match.stage != Stage::Challenge)
    }

    /// All that happened in a match up to a ply, as an animation.
    async fn replay(
        &self,
        showing: &Showing,
        lens: Lens,
        user: &UserId,
        settings: Settings,
        language: Language,
    ) -> Result<Message<Private>, DeliveryError> {
        let (game_match, mut record) = self.moments.read(showing.id)?;
        record.inputs.truncate(showing.ply);
        let seat = game_match.seat_of(&person_of(&self.writer, user)?);
        let seen = Seen {
            game_match,
            record,
            lens,
        };
        let _turn = self.pool().animation().await;
        let composed = self.compose(user.platform, (settings, language), move |presenter| {
            present::replay(presenter, &seen, seat)
        });
        composed
            .await?
            .map_err(|error| DeliveryError::Permanent(error.to_string()))
    }

    /// How a match went that is over.
    async fn review(
        &self,
        showing: &Showing,
        user: &UserId,
        settings: Settings,
        language: Language,
    ) -> Result<Message<Private>, DeliveryError> {
        let (game_match, record) = self.moments.read(showing.id)?;
        let seat = game_match.seat_of(&person_of(&self.writer, user)?);
        let review = match self.reviews.of(showing.id, record.clone(), user).await {
            Ok(review) => review,
            Err(none) => return Ok(Message::text(language.say(&none.text()))),
        };
        let seen = Seen {
            game_match,
            record,
            lens: Lens::Truth,
        };
        self.compose(user.platform, (settings, language), move |presenter| {
            present::review(presenter, &seen, &review, seat)
        })
        .await
    }

    /// An answer with a picture of no match. It is read without the picture, too, but for a puzzle: where that cannot be drawn,
    /// its board is told in letters.
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
            self.compose(user.platform, (settings, language), move |presenter| {
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

    /// The language that somebody reads who has chosen none: that of their platform, else that of the place or the match at
    /// hand, else the bot's.
    pub(crate) fn usual_language(&self, spoken: [Option<Language>; 2]) -> Language {
        let spoken = spoken.into_iter().flatten().next();
        spoken.unwrap_or(self.language)
    }

    /// The language that somebody reads: the one that they have chosen, if they have and it can be looked up, else the usual
    /// one.
    pub(crate) fn language_of(&self, user: &UserId, usual: Language) -> Language {
        let settings = read_settings(&self.writer, user).unwrap_or_default();
        self.for_reader(settings.language(usual), user.platform, &settings)
    }

    /// A language for who reads it on a platform, with what they have chosen about time.
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

    /// Whether somebody plays a match in which something is hidden. Where that cannot be looked up, they may.
    pub(crate) fn plays_with_secrets(&self, user: &UserId) -> bool {
        plays_with_secrets(&self.writer, user).unwrap_or(true)
    }

    /// The language that is chosen for a server, if one is and it can be looked up.
    pub(crate) fn server_language(&self, server: &ServerId) -> Option<Language> {
        let settings = read_server_settings(&self.writer, server).ok()?;
        settings.chosen_language()
    }

    /// Whether matches are to get threads on a server, as far as that can be looked up.
    pub(crate) fn has_threads(&self, server: &ServerId) -> bool {
        let settings = read_server_settings(&self.writer, server);
        settings.is_ok_and(|settings| settings.threads)
    }

    /// What is chosen for the server of a place.
    pub(super) fn settings_in(&self, place: &MatchPlace) -> Result<ServerSettings, DeliveryError> {
        match &place.server {
            Some(server) => Ok(read_server_settings(&self.writer, server)?),
            None => Ok(ServerSettings::default()),
        }
    }

    /// The language that somebody has chosen, if they have and it can be looked up.
    pub(crate) fn chosen_language(&self, user: &UserId) -> Option<Language> {
        read_settings(&self.writer, user).ok()?.chosen_language()
    }
}
