//! The context of a delivery: the data that one try of a row reads once, and the message made of it.

use std::{
    mem,
    sync::{Arc, OnceLock},
};

use rules::Color;

use super::{Dispatcher, error::DeliveryError};
use api::{Chat, Message, MessageId, Private, Public, UserId};
use command::{Bells, BoardPosts, OfferKind, Reminders};
use present::{Presenter, TellingBoard};
use service::{
    Delivery, DeliveryId, DeliveryKind, Lens, Match, MatchPlace, MatchSnapshot, Readers, Seen,
    Sent, ServerSettings, Settings, read_followers, read_settings, shows_end,
};
use text::Language;

/// A row of the outbox with its match, its readers and their settings. Each try of the row reads a new one, so that a retry
/// sees changed settings.
pub(super) struct DeliveryContext<'a> {
    pub(super) dispatcher: &'a Dispatcher,
    pub(super) row: DeliveryId,
    pub(super) delivery: Delivery,
    /// The match as it is stored. Its cached snapshots were compared with the store when it was read.
    pub(super) game_match: Arc<Match>,
    pub(super) audience: Audience,
    /// The adapter of the audience's platform.
    pub(super) chat: Arc<dyn Chat>,
    /// The language of the message.
    pub(super) language: Language,
    /// The settings of the one reader, or the default ones if there are more readers.
    settings: Settings,
    /// The snapshot at the delivery's number of inputs, once it is needed.
    snapshot: OnceLock<MatchSnapshot>,
}

/// The readers of a delivery.
pub(super) enum Audience {
    /// The readers of a place of the match.
    Place(Box<PlaceContext>),
    /// The player on this seat, in direct messages to this account.
    Seat(Color, UserId),
}

/// A place of a match.
pub(super) struct PlaceContext {
    pub(super) number: u8,
    pub(super) place: MatchPlace,
    /// The settings of its server.
    pub(super) settings: ServerSettings,
    /// The one reader, if the place is direct messages.
    pub(super) reader: Option<UserId>,
}

impl<'a> DeliveryContext<'a> {
    /// Reads the context of a row of this match, for a message to these readers.
    pub(super) fn read(
        dispatcher: &'a Dispatcher,
        game_match: Arc<Match>,
        row: DeliveryId,
        readers: Readers,
        delivery: Delivery,
    ) -> Result<DeliveryContext<'a>, DeliveryError> {
        let (audience, platform, language, settings) = match readers {
            Readers::Place(number) => {
                let place = game_match.place(number).ok_or_else(|| {
                    DeliveryError::Permanent("its match is not played there".to_owned())
                })?;
                let reader = game_match.reader_in(number);
                let (language, settings) = match reader {
                    Some(reader) => {
                        let settings = read_settings(&dispatcher.writer, &reader.id)?;
                        let usual = dispatcher.usual_language_of(reader, &game_match);
                        (settings.language(usual), settings)
                    }
                    None => (dispatcher.language_in(place), Settings::default()),
                };
                let audience = Audience::Place(Box::new(PlaceContext {
                    number,
                    place: place.clone(),
                    settings: dispatcher.settings_in(place)?,
                    reader: reader.map(|reader| reader.account().clone()),
                }));
                (audience, place.channel.platform, language, settings)
            }
            Readers::Seat(seat) => {
                let seats = game_match.seats();
                let player = &seats
                    .ok_or_else(|| DeliveryError::Permanent("nobody has this seat".to_owned()))?
                    [seat];
                let user = player.account();
                let settings = read_settings(&dispatcher.writer, user)?;
                let usual = dispatcher.usual_language_of(player, &game_match);
                let audience = Audience::Seat(seat, user.clone());
                (audience, user.platform, settings.language(usual), settings)
            }
        };
        Ok(DeliveryContext {
            dispatcher,
            row,
            delivery,
            audience,
            chat: dispatcher.chat(platform)?,
            language: dispatcher.for_reader(language, platform, &settings),
            settings,
            game_match,
            snapshot: OnceLock::new(),
        })
    }

    /// Returns the context of an earlier row for the same readers.
    pub(super) fn of_earlier(self, row: DeliveryId, delivery: Delivery) -> DeliveryContext<'a> {
        DeliveryContext {
            row,
            delivery,
            snapshot: OnceLock::new(),
            ..self
        }
    }

    /// Returns the match at the delivery's number of inputs.
    pub(super) fn snapshot(&self) -> Result<&MatchSnapshot, DeliveryError> {
        match self.snapshot.get() {
            Some(snapshot) => Ok(snapshot),
            None => {
                let snapshot = self.at(self.delivery.n_inputs)?;
                Ok(self.snapshot.get_or_init(|| snapshot))
            }
        }
    }

    /// Returns whether one person alone reads the message, in direct messages.
    pub(super) fn is_for_one(&self) -> bool {
        match &self.audience {
            Audience::Place(place) => place.reader.is_some(),
            Audience::Seat(..) => true,
        }
    }

    /// Returns the match after some of its inputs.
    pub(super) fn at(&self, n_inputs: usize) -> Result<MatchSnapshot, DeliveryError> {
        self.dispatcher.snapshots.compared_at(self.row.id, n_inputs)
    }

    /// Returns the post of the row that this one settles.
    pub(super) fn earlier_sent(&self) -> Result<Option<Sent>, DeliveryError> {
        self.dispatcher.earlier_sent(self.row, self.delivery)
    }

    /// Returns whether a board of this row or a later one replaces the board before.
    pub(super) fn replaces_board(
        &self,
        place: &PlaceContext,
        delivery: Delivery,
    ) -> Result<bool, DeliveryError> {
        let (DeliveryKind::Board | DeliveryKind::BoardAnswered(_) | DeliveryKind::TakenBack) =
            delivery.kind
        else {
            return Ok(false);
        };
        // The end of a match gets a message of its own.
        Ok(self.chat.capabilities().replaces_posts
            && place.settings.boards == BoardPosts::One
            && self.at(delivery.n_inputs)?.decider().is_some())
    }

    /// Edits a message to show the delivery, without its controls if it is settled.
    pub(super) async fn edit(
        &self,
        message: &MessageId,
        is_settled: bool,
    ) -> Result<(), DeliveryError> {
        match &self.audience {
            Audience::Place(place) => {
                let new = self.public_message(place, is_settled, None).await?;
                self.chat.edit(message, &new).await?;
            }
            Audience::Seat(seat, user) => {
                let new = self.private_message(*seat, is_settled).await?;
                self.chat.edit_whisper(user, message, &new).await?;
            }
        }
        Ok(())
    }

    /// Composes the direct message to the player on a seat.
    pub(super) async fn private_message(
        &self,
        seat: Color,
        is_settled: bool,
    ) -> Result<Message<Private>, DeliveryError> {
        let snapshot = self.snapshot()?.clone();
        let notice = match self.delivery.kind {
            DeliveryKind::Reminder => present::reminder(&snapshot.seat(seat), self.language),
            kind @ (DeliveryKind::PlanPlayed { .. } | DeliveryKind::PlanEnded) => {
                present::plan_notice(&snapshot.public(), seat, kind, self.language)
            }
            _ => {
                let compose = self.compose(move |presenter| {
                    present::whisper(presenter, &snapshot.seat(seat), is_settled)
                });
                return compose.await;
            }
        };
        notice.ok_or_else(nothing_to_post)
    }

    /// Composes the public post in a place, without mentions if the server has turned them off. A board that replaces others lists
    /// the last moves of this log.
    pub(super) async fn public_message(
        &self,
        place: &PlaceContext,
        is_settled: bool,
        log: Option<Seen>,
    ) -> Result<Message<Public>, DeliveryError> {
        let mut message = self.message_with_all_mentions(is_settled, log).await?;
        // A player is mentioned only in the place where they play. A board that a plan has answered waits for the player of the
        // move, who may have gone away.
        let is_answered = matches!(self.delivery.kind, DeliveryKind::BoardAnswered(_));
        let by = self.delivery.by.filter(|_| !is_answered);
        let game_match = &self.game_match;
        message.mentions.retain(|user| {
            let seat = game_match.seat_of(user);
            game_match.plays_in(user, place.number) && (by.is_none() || seat != by)
        });
        if !is_settled && shows_end(game_match, self.delivery) {
            message.mentions.extend(self.followers(place.number)?);
        }
        message.widget = (!is_settled && self.shows_widget(place)).then_some(self.row.id);
        if !place.settings.bells {
            message.mentions.clear();
        }
        if !self.delivery.calls_always() {
            self.dispatcher.remove_unwanted_mentions(&mut message)?;
        }
        Ok(message)
    }

    /// Returns whether the place shows the board in a widget from now on: a person has requested the board, or the match begins and
    /// the server wants it.
    fn shows_widget(&self, place: &PlaceContext) -> bool {
        match self.delivery.kind {
            DeliveryKind::BoardAgain => true,
            DeliveryKind::Board => self.delivery.n_inputs == 0 && place.settings.widget,
            _ => false,
        }
    }

    /// Composes the same post with all its mentions.
    async fn message_with_all_mentions(
        &self,
        is_settled: bool,
        log: Option<Seen>,
    ) -> Result<Message<Public>, DeliveryError> {
        let delivery = self.delivery;
        if !delivery.kind.is_board() {
            let notice = match delivery.kind {
                DeliveryKind::Offer(OfferKind::Takeback, by) => {
                    let seen = self.seen_by_all()?;
                    present::takeback_offer(&seen, by, is_settled, self.language)
                }
                _ => {
                    let public = self.game_match.public();
                    present::notice(&public, delivery, is_settled, self.language)
                }
            };
            return notice.ok_or_else(nothing_to_post);
        }
        let snapshot = self.snapshot()?.clone();
        let answered = match delivery.kind {
            DeliveryKind::BoardAnswered(n_inputs) => Some(self.at(n_inputs)?),
            _ => None,
        };
        let compose = self.compose(move |presenter| {
            let answered = answered.map(|answered| answered.public());
            let log = log.and_then(|seen| present::recent_moves(&seen, presenter.language));
            let board = TellingBoard {
                answered: answered.as_ref(),
                kind: delivery.kind,
                log: log.as_deref(),
                is_settled,
            };
            present::board(presenter, &snapshot.public(), board)
        });
        compose.await
    }

    /// Returns a post for one person alone. A board with hidden pieces is shown in their view.
    pub(super) async fn as_seen_by(
        &self,
        user: &UserId,
        message: Message<Public>,
    ) -> Result<Message<Private>, DeliveryError> {
        let mut message = Message::from(message);
        let game_match = &self.game_match;
        let is_theirs = self.delivery.kind.is_board() && game_match.has_secrets();
        let Some(seat) = game_match.seat_of(user).filter(|_| is_theirs) else {
            return Ok(message);
        };
        let snapshot = self.snapshot()?.clone();
        let compose =
            self.compose(move |presenter| present::own_view(presenter, &snapshot.seat(seat)));
        let own = compose.await?;
        (message.picture, message.block) = (own.picture, own.block);
        Ok(message)
    }

    /// Composes a message for the readers, on a thread for long work.
    async fn compose<T: Send + 'static>(
        &self,
        compose: impl FnOnce(&Presenter<'_>) -> T + Send + 'static,
    ) -> Result<T, DeliveryError> {
        let (settings, language) = (self.settings, self.language);
        let platform = self.chat.platform();
        let composed = self
            .dispatcher
            .compose(platform, settings, language, compose);
        composed.await
    }

    /// Returns the followers of the match in a place that the message mentions.
    fn followers(&self, place: u8) -> Result<Vec<UserId>, DeliveryError> {
        let dispatcher = self.dispatcher;
        let mut mentioned = Vec::new();
        for follower in read_followers(&dispatcher.writer, self.row.id, place)?.users {
            let account = dispatcher.account_on(self.chat.platform(), &follower)?;
            let Some(user) = account else {
                continue;
            };
            let settings = read_settings(&dispatcher.writer, &user)?;
            let is_quiet = settings.quiet_until(dispatcher.clock.now()).is_some();
            if settings.reminders != Reminders::Off && !is_quiet {
                mentioned.push(user);
            }
        }
        Ok(mentioned)
    }

    /// Returns the public part of the match up to the delivery's number of inputs.
    pub(super) fn seen_by_all(&self) -> Result<Seen, DeliveryError> {
        let (game_match, mut record) = self.dispatcher.snapshots.read(self.row.id)?;
        record.inputs.truncate(self.delivery.n_inputs);
        Ok(Seen {
            game_match,
            record,
            lens: Lens::Everybody,
        })
    }
}

impl Dispatcher {
    /// Removes the mentions of people who have disabled mentions.
    pub(super) fn remove_unwanted_mentions(
        &self,
        message: &mut Message<Public>,
    ) -> Result<(), DeliveryError> {
        for user in mem::take(&mut message.mentions) {
            if self.may_mention(&user)? {
                message.mentions.push(user);
            }
        }
        Ok(())
    }

    /// Returns whether posts about their matches mention a person.
    pub(super) fn may_mention(&self, user: &UserId) -> Result<bool, DeliveryError> {
        Ok(read_settings(&self.writer, user)?.bells == Bells::On)
    }
}

/// Returns the error of a delivery without a message.
pub(super) fn nothing_to_post() -> DeliveryError {
    DeliveryError::Permanent("there is nothing to post".to_owned())
}
