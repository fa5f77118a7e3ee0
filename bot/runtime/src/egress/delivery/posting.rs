//! Composes the message of a row of the outbox, and posts it.

#[cfg(test)]
mod tests;

use std::{mem, sync::Arc};

use rules::Color;

use super::{Dispatcher, error::DeliveryError};
use api::{Chat, ChatError, MatchId, Message, MessageId, Nonce, Platform, Private, Public, UserId};
use command::{Bells, OfferKind, Reminders};
use present::TellingBoard;
use service::{
    Delivery, DeliveryId, DeliveryKind, Lens, Match, MatchPlace, Readers, Seen, Sent, Settings,
    read_followers, read_settings, read_standing, tells_end,
};
use text::Language;

/// A message and its readers.
enum Composed {
    Post(Post),
    Whisper(UserId, Message<Private>),
}

/// A message to all readers in a place of a match.
pub(super) struct Post {
    pub(super) row: DeliveryId,
    /// The number of the place.
    pub(super) number: u8,
    pub(super) place: MatchPlace,
    pub(super) delivery: Delivery,
    /// The one reader, if it is sent in direct messages.
    pub(super) reader: Option<UserId>,
    /// True if it replaces the board before.
    pub(super) is_kept_up: bool,
    pub(super) message: Message<Public>,
}

impl Composed {
    /// Edits a message to show this.
    async fn edit(&self, chat: &dyn Chat, message: &MessageId) -> Result<(), DeliveryError> {
        let edited = match self {
            Composed::Post(post) => chat.edit(message, &post.message).await,
            Composed::Whisper(user, new) => chat.edit_whisper(user, message, new).await,
        };
        Ok(edited?)
    }
}

impl Dispatcher {
    /// Queues rows that an earlier run has left and may have posted already.
    pub(crate) fn take_up(self: &Arc<Dispatcher>, rows: Vec<DeliveryId>) {
        self.doubtful.cast(&rows);
        self.add(rows, None, None);
    }

    /// Posts a delivery as a message of its own.
    pub(super) async fn post_once(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Sent, DeliveryError> {
        if self.is_late_reminder(row, delivery)? {
            return Ok(Sent::new(delivery, None));
        }
        let (chat, mut composed) = self.composed(row, delivery, false).await?;
        if let Composed::Post(post) = &mut composed {
            if post.is_kept_up
                && let Some(sent) = self.keep_up(&*chat, post).await?
            {
                return Ok(sent);
            }
            if delivery.kind.is_board() && self.has_moved_on(row, delivery.ply)? {
                post.message.mentions.clear();
            }
        }
        let message = self.say_apart(&*chat, row, delivery, composed).await?;
        Ok(Sent {
            bell: self.bell_moved(&*chat, (row, delivery), &message).await?,
            ..Sent::new(delivery, Some(message))
        })
    }

    /// Has a platform look for the post of a doubtful row before it is posted.
    pub(super) fn cast_doubt(&self, chat: &dyn Chat, row: DeliveryId, nonce: &Nonce) {
        if self.doubtful.contains(row) {
            chat.may_have_said(nonce.clone());
        }
    }

    /// Returns whether a delivery is a reminder of a turn that is over, as it could not be posted before.
    fn is_late_reminder(&self, row: DeliveryId, delivery: Delivery) -> Result<bool, DeliveryError> {
        let (DeliveryKind::Reminder | DeliveryKind::ReminderHere(_)) = delivery.kind else {
            return Ok(false);
        };
        Ok(self.snapshots.game_match(row.id)?.ply != delivery.ply)
    }

    async fn say_apart(
        &self,
        chat: &dyn Chat,
        row: DeliveryId,
        delivery: Delivery,
        composed: Composed,
    ) -> Result<MessageId, DeliveryError> {
        match composed {
            Composed::Post(Post {
                reader: Some(user),
                message,
                ..
            }) => {
                let message = self.as_seen_by(&user, row, delivery, message).await?;
                self.cast_doubt(chat, row, &nonce(row));
                Ok(chat.whisper(&nonce(row), &user, &message).await?)
            }
            Composed::Post(post) => self.say_somewhere(chat, post).await,
            Composed::Whisper(user, message) => {
                self.cast_doubt(chat, row, &nonce(row));
                match (chat.whisper(&nonce(row), &user, &message).await, row.to) {
                    (Err(ChatError::Refused(_)), Readers::Seat(seat))
                        if delivery.kind == DeliveryKind::Reminder =>
                    {
                        self.remind_here(chat, row, delivery, seat).await
                    }
                    (said, _) => Ok(said?),
                }
            }
        }
    }

    /// Returns a post for one person alone: a board in their view, if something is hidden.
    pub(super) async fn as_seen_by(
        &self,
        user: &UserId,
        row: DeliveryId,
        delivery: Delivery,
        message: Message<Public>,
    ) -> Result<Message<Private>, DeliveryError> {
        let mut message = Message::from(message);
        let game_match = self.snapshots.game_match(row.id)?;
        let is_theirs = delivery.kind.is_board() && game_match.has_secrets();
        let Some(seat) = game_match.seat_of(user).filter(|_| is_theirs) else {
            return Ok(message);
        };
        let snapshot = self.snapshots.at(row.id, delivery.ply)?;
        let (language, settings) = self.way_of_reading(row.to, user.platform, &game_match)?;
        let own = self.compose(user.platform, (settings, language), move |presenter| {
            present::own_view(presenter, &snapshot.seat(seat))
        });
        let own = own.await?;
        (message.picture, message.block) = (own.picture, own.block);
        Ok(message)
    }

    /// Posts a reminder in the place of the match, for a player who takes no direct messages.
    async fn remind_here(
        &self,
        chat: &dyn Chat,
        row: DeliveryId,
        delivery: Delivery,
        seat: Color,
    ) -> Result<MessageId, DeliveryError> {
        let delivery = Delivery {
            kind: DeliveryKind::ReminderHere(seat),
            ..delivery
        };
        let game_match = self.snapshots.game_match(row.id)?;
        let place = game_match
            .seats()
            .and_then(|seats| game_match.place_of(seats[seat].account()));
        let (number, place) = place.ok_or_else(nothing_to_say)?;
        let there = DeliveryId {
            to: Readers::Place(number),
            ..row
        };
        let post = Post {
            row,
            number,
            place: place.clone(),
            delivery,
            reader: None,
            is_kept_up: false,
            message: self.post(there, chat.platform(), delivery, false).await?,
        };
        self.say_somewhere(chat, post).await
    }

    /// Edits the message of an earlier row to show this delivery, if there is one.
    pub(super) async fn say_again(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let Some(message) = self.earlier_message(row, delivery)? else {
            return Ok(None);
        };
        if self.is_gone(&message) {
            return Ok(None);
        }
        let (chat, composed) = self.composed(row, delivery, false).await?;
        composed.edit(&*chat, &message).await?;
        Ok(Some(message))
    }

    /// Edits the message of an earlier row to show it as settled.
    pub(super) async fn settle(
        &self,
        earlier: DeliveryId,
        sent: Sent,
    ) -> Result<(), DeliveryError> {
        let Some(message) = sent.message else {
            return Ok(());
        };
        if self.is_gone(&message) {
            return Ok(());
        }
        let (chat, composed) = self.composed(earlier, sent.delivery, true).await?;
        composed.edit(&*chat, &message).await
    }

    /// Returns whether the platform has forgotten a message, so that nothing is left to edit.
    fn is_gone(&self, message: &MessageId) -> bool {
        let chat = self.chats.get(message.platform);
        chat.is_some_and(|chat| chat.has_forgotten(message))
    }

    /// Returns the message of the row that this one settles.
    pub(super) fn earlier_message(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let earlier = self.earlier_sent(row, delivery)?;
        Ok(earlier.and_then(|sent| sent.message))
    }

    /// Returns the post of the row that this one settles.
    pub(super) fn earlier_sent(
        &self,
        row: DeliveryId,
        delivery: Delivery,
    ) -> Result<Option<Sent>, DeliveryError> {
        match delivery.settles {
            Some(n) => {
                let (_, sent) = read_standing(&self.writer, row.with_number(n))?;
                Ok(sent)
            }
            None => Ok(None),
        }
    }

    /// Returns the adapter of a platform.
    pub(super) fn chat(&self, platform: Platform) -> Result<Arc<dyn Chat>, DeliveryError> {
        let chat = self.chats.get(platform);
        chat.ok_or_else(|| self.why_silent(platform))
    }

    /// Composes the message of a delivery, for its readers.
    async fn composed(
        &self,
        row: DeliveryId,
        delivery: Delivery,
        settled: bool,
    ) -> Result<(Arc<dyn Chat>, Composed), DeliveryError> {
        let game_match = self.snapshots.game_match(row.id)?;
        match row.to {
            Readers::Place(number) => {
                let place = game_match.place(number).ok_or_else(|| {
                    DeliveryError::Permanent("its match is not played there".to_owned())
                })?;
                let platform = place.channel.platform;
                let chat = self.chat(platform)?;
                let post = Post {
                    row,
                    number,
                    delivery,
                    place: place.clone(),
                    reader: game_match
                        .reader_in(number)
                        .map(|reader| reader.account().clone()),
                    is_kept_up: !settled && self.keeps_up(row, delivery, &game_match)?,
                    message: self.post(row, platform, delivery, settled).await?,
                };
                Ok((chat, Composed::Post(post)))
            }
            Readers::Seat(seat) => {
                let Some(seats) = game_match.seats() else {
                    return Err(DeliveryError::Permanent("nobody has this seat".to_owned()));
                };
                let player = &seats[seat];
                let user = player.account().clone();
                let chat = self.chat(user.platform)?;
                let settings = read_settings(&self.writer, &user)?;
                let snapshot = self.snapshots.at(row.id, delivery.ply)?;
                let usual = self.usual_language_of(player, &game_match);
                let language = self.for_reader(settings.language(usual), user.platform, &settings);
                let notice = match delivery.kind {
                    DeliveryKind::Reminder => {
                        Some(present::reminder(&snapshot.seat(seat), language))
                    }
                    kind @ (DeliveryKind::PlanPlayed { .. } | DeliveryKind::PlanEnded) => {
                        let public = snapshot.public();
                        Some(present::plan_told(&public, seat, kind, language))
                    }
                    _ => None,
                };
                if let Some(notice) = notice {
                    let notice = notice.ok_or_else(nothing_to_say)?;
                    return Ok((chat, Composed::Whisper(user, notice)));
                }
                let whisper =
                    self.compose(chat.platform(), (settings, language), move |presenter| {
                        present::whisper(presenter, &snapshot.seat(seat), settled)
                    });
                Ok((chat, Composed::Whisper(user, whisper.await?)))
            }
        }
    }

    /// Returns the followers of a match in a place who are to be called now.
    fn followers(
        &self,
        id: MatchId,
        place: u8,
        platform: Platform,
    ) -> Result<Vec<UserId>, DeliveryError> {
        let mut called = Vec::new();
        for follower in read_followers(&self.writer, id, place)?.users {
            let Some(user) = self.account_on(platform, &follower)? else {
                continue;
            };
            let settings = read_settings(&self.writer, &user)?;
            let is_quiet = settings.quiet_until(self.clock.now()).is_some();
            if settings.reminders != Reminders::Off && !is_quiet {
                called.push(user);
            }
        }
        Ok(called)
    }

    /// Composes the public post in a place of a match, without mentions if the server has turned calls off.
    async fn post(
        &self,
        row: DeliveryId,
        platform: Platform,
        delivery: Delivery,
        settled: bool,
    ) -> Result<Message<Public>, DeliveryError> {
        let mut message = self.loud_post(row, platform, delivery, settled).await?;
        let game_match = self.snapshots.game_match(row.id)?;
        let Readers::Place(number) = row.to else {
            return Ok(message);
        };
        // A player is called only in the place where they play. A board answered by a plan waits for the player who has moved,
        // and they may have gone away.
        let is_answered = matches!(delivery.kind, DeliveryKind::BoardAnswered(_));
        let by = delivery.by.filter(|_| !is_answered);
        message.mentions.retain(|user| {
            let seat = game_match.seat_of(user);
            game_match.plays_in(user, number) && (by.is_none() || seat != by)
        });
        if !settled && tells_end(&game_match, delivery) {
            message
                .mentions
                .extend(self.followers(row.id, number, platform)?);
        }
        let place = game_match.place(number);
        if let Some(place) = place
            && !self.settings_in(place)?.bells
        {
            message.mentions.clear();
        }
        if !delivery.calls_always() {
            self.spare(&mut message)?;
        }
        Ok(message)
    }

    /// Removes the mentions of people who have turned calls off.
    pub(super) fn spare(&self, message: &mut Message<Public>) -> Result<(), DeliveryError> {
        for user in mem::take(&mut message.mentions) {
            if self.may_call(&user)? {
                message.mentions.push(user);
            }
        }
        Ok(())
    }

    /// Returns whether posts about their matches call a person.
    pub(super) fn may_call(&self, user: &UserId) -> Result<bool, DeliveryError> {
        Ok(read_settings(&self.writer, user)?.bells == Bells::On)
    }

    /// Returns the language and the look of a post: as its one reader has chosen, else the usual ones.
    pub(super) fn way_of_reading(
        &self,
        to: Readers,
        platform: Platform,
        game_match: &Match,
    ) -> Result<(Language, Settings), DeliveryError> {
        let number = match to {
            Readers::Place(number) => number,
            Readers::Seat(_) => 0,
        };
        let (language, settings) = match game_match.reader_in(number) {
            Some(reader) => {
                let settings = read_settings(&self.writer, &reader.id)?;
                let usual = self.usual_language_of(reader, game_match);
                (settings.language(usual), settings)
            }
            None => {
                let place = game_match.place(number).unwrap_or(&game_match.home);
                (self.language_in(place), Settings::default())
            }
        };
        let language = self.for_reader(language, platform, &settings);
        Ok((language, settings))
    }

    /// Composes the same post with all its mentions.
    async fn loud_post(
        &self,
        row: DeliveryId,
        platform: Platform,
        delivery: Delivery,
        settled: bool,
    ) -> Result<Message<Public>, DeliveryError> {
        let game_match = self.snapshots.game_match(row.id)?;
        let (language, settings) = self.way_of_reading(row.to, platform, &game_match)?;
        if !delivery.kind.is_board() {
            let notice = match delivery.kind {
                DeliveryKind::Offer(OfferKind::Takeback, by) => {
                    let seen = self.seen_by_all(row.id, delivery.ply)?;
                    present::takeback_offer(&seen, by, settled, language)
                }
                _ => present::notice(&game_match.public(), delivery, settled, language),
            };
            return notice.ok_or_else(nothing_to_say);
        }
        let snapshot = self.snapshots.at(row.id, delivery.ply)?;
        let log = if !settled && self.keeps_up(row, delivery, &game_match)? {
            Some(self.seen_by_all(row.id, delivery.ply)?)
        } else {
            None
        };
        let answered = match delivery.kind {
            DeliveryKind::BoardAnswered(ply) => Some(self.snapshots.at(row.id, ply)?),
            _ => None,
        };
        self.compose(platform, (settings, language), move |presenter| {
            let answered = answered.map(|answered| answered.public());
            let log = log.and_then(|seen| present::recent_moves(&seen, presenter.language));
            let board = TellingBoard {
                answered: answered.as_ref(),
                kind: delivery.kind,
                log: log.as_deref(),
                is_settled: settled,
            };
            present::board(presenter, &snapshot.public(), board)
        })
        .await
    }

    /// Returns a match up to a ply, as everybody may know it.
    fn seen_by_all(&self, id: MatchId, ply: usize) -> Result<Seen, DeliveryError> {
        let (game_match, mut record) = self.snapshots.read(id)?;
        record.inputs.truncate(ply);
        Ok(Seen {
            game_match,
            record,
            lens: Lens::Everybody,
        })
    }
}

fn nothing_to_say() -> DeliveryError {
    DeliveryError::Permanent("there is nothing to say".to_owned())
}

/// Returns the nonce of a row. Rows are numbered for each reader apart, so that no reader can count the messages to others.
pub(super) fn nonce(row: DeliveryId) -> Nonce {
    Nonce(match row.to {
        Readers::Place(0) => format!("{}-{}", row.id, row.n),
        Readers::Place(number) => format!("{}-p{number}-{}", row.id, row.n),
        Readers::Seat(color) => format!("{}-{color}-{}", row.id, row.n),
    })
}

/// Returns the nonce of the message to the nth player of a row's readers, sent if their channel refuses the post.
pub(super) fn nonce_to(row: DeliveryId, n: usize) -> Nonce {
    Nonce(format!("{}-to-{n}", nonce(row).0))
}

/// Returns the nonce of the bell of a row.
pub(super) fn nonce_of_bell(row: DeliveryId) -> Nonce {
    Nonce(format!("{}-bell", nonce(row).0))
}
