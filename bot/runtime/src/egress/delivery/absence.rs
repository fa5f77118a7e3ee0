//! Players who have left the place of their match: the other player is notified once.

use rules::Color;

use super::{Dispatcher, context::DeliveryContext, error::DeliveryError};
use crate::pauses::after_pauses;
use api::{Batch, MatchId, Nonce, UserId};
use command::TimeControl;
use kit::lock;
use service::{Absence, Match, came_back, left, read_absence, read_thread};

impl DeliveryContext<'_> {
    /// Checks whether the player to decide is still there, and notifies the other player once if not.
    pub(super) async fn notice_absence(&self) -> Result<(), DeliveryError> {
        let (dispatcher, row) = (self.dispatcher, self.row);
        let snapshot = self.snapshot()?;
        let game_match = snapshot.game_match();
        let (Some(seat), Some(seats)) = (snapshot.decider(), game_match.seats()) else {
            return Ok(());
        };
        let player = seats[seat].account();
        let Some(has_left) = dispatcher.has_left(game_match, player).await? else {
            return Ok(());
        };
        // The absence is stored first, so that the button below the notice works as soon as it is shown.
        dispatcher
            .update_absence(row.id, seat, |absence| match (has_left, absence) {
                (false, Some(_)) => Some(came_back(row.id, seat)),
                (true, None) => Some(left(row.id, seat, Absence::Seen)),
                (false, None) | (true, Some(_)) => None,
            })
            .await?;
        if read_absence(&dispatcher.writer, row.id, seat)? != Some(Absence::Seen) {
            return Ok(());
        }
        // The other player gets the notice.
        let other = game_match.place_of(seats[!seat].account());
        let other = other.filter(|(_, place)| !place.channel.is_direct());
        let Some((number, place)) = other else {
            return Ok(());
        };
        let Some(chat) = dispatcher.chats.get(place.channel.platform) else {
            return Ok(());
        };
        let thread = read_thread(&dispatcher.writer, row.id, number)?;
        let thread = thread.filter(|thread| !thread.is_lost);
        let thread = thread.map(|thread| thread.channel);
        let nonce = Nonce(format!("{}-left-{}", row.id, row.n));
        let mut message = present::has_left(
            &game_match.public(),
            seat,
            game_match.time != TimeControl::Unlimited,
            dispatcher.language_in(place),
        );
        if !dispatcher.settings_in(place)?.bells {
            message.mentions.clear();
        }
        dispatcher.remove_unwanted_mentions(&mut message)?;
        let channel = thread.as_ref().unwrap_or(&place.channel);
        after_pauses(|| chat.post(&nonce, channel, &message)).await?;
        // This holds unless they came back while the notice was posted.
        dispatcher
            .update_absence(row.id, seat, |absence| match absence {
                Some(Absence::Seen) => Some(left(row.id, seat, Absence::Told)),
                None | Some(Absence::Told) => None,
            })
            .await
    }
}

impl Dispatcher {
    /// Checks whether absent players of a match have come back.
    pub(crate) async fn look_again(&self, id: MatchId) -> Result<(), DeliveryError> {
        let game_match = self.snapshots.game_match(id)?;
        let Some(seats) = game_match.seats() else {
            return Ok(());
        };
        for seat in Color::ALL {
            if read_absence(&self.writer, id, seat)?.is_some()
                && self.has_left(&game_match, seats[seat].account()).await? == Some(false)
            {
                self.update_absence(id, seat, |absence| absence.map(|_| came_back(id, seat)))
                    .await?;
            }
        }
        Ok(())
    }

    /// Returns whether a player has left the place of a match on their own platform. Returns `None` if there is no such place,
    /// or no adapter to ask.
    async fn has_left(
        &self,
        game_match: &Match,
        user: &UserId,
    ) -> Result<Option<bool>, DeliveryError> {
        let place = game_match.place_of(user);
        let (Some(chat), Some(place)) = (
            self.chats.get(user.platform),
            place.filter(|(_, place)| {
                !place.channel.is_direct() && place.channel.platform == user.platform
            }),
        ) else {
            return Ok(None);
        };
        Ok(Some(chat.has_left(user, &place.1.channel).await?))
    }

    /// Updates the stored absence of a player, under a lock.
    async fn update_absence(
        &self,
        id: MatchId,
        seat: Color,
        change: impl FnOnce(Option<Absence>) -> Option<Batch>,
    ) -> Result<(), DeliveryError> {
        let changed = {
            let _alone = lock(&self.absences);
            let generation = self.writer.generation();
            match change(read_absence(&self.writer, id, seat)?) {
                Some(changes) => self.writer.submit(generation, changes),
                None => return Ok(()),
            }
        };
        Ok(changed.await?)
    }
}
