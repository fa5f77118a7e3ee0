//! Players who have left the place of their match: the bot sees that, tells the other player, and sees them come back.

use std::sync::PoisonError;

use rules::Color;

use super::{Dispatcher, error::DeliveryError};
use crate::pauses::after_pauses;
use api::{Batch, MatchId, Nonce, UserId};
use command::TimeControl;
use service::{Absence, DeliveryId, Match, came_back, left, read_absence, read_thread};

impl Dispatcher {
    /// Looks whether the player to decide is still there, and tells the other player once if not.
    pub(super) async fn look_for(&self, row: DeliveryId, ply: usize) -> Result<(), DeliveryError> {
        let snapshot = self.snapshots.at(row.id, ply)?;
        let game_match = snapshot.game_match();
        let (Some(seat), Some(seats)) = (snapshot.decider(), game_match.seats()) else {
            return Ok(());
        };
        let player = seats[seat].account();
        let Some(has_left) = self.has_left(game_match, player).await? else {
            return Ok(());
        };
        // The absence is stored first, so that the button below the notice works as soon as it is shown.
        self.note(row.id, seat, |absence| match (has_left, absence) {
            (false, Some(_)) => Some(came_back(row.id, seat)),
            (true, None) => Some(left(row.id, seat, Absence::Seen)),
            (false, None) | (true, Some(_)) => None,
        })
        .await?;
        if read_absence(&self.writer, row.id, seat)? != Some(Absence::Seen) {
            return Ok(());
        }
        // The other player gets the notice.
        let other = game_match.place_of(seats[!seat].account());
        let other = other.filter(|(_, place)| !place.channel.is_direct());
        let Some((number, place)) = other else {
            return Ok(());
        };
        let Some(chat) = self.chats.get(place.channel.platform) else {
            return Ok(());
        };
        let thread = read_thread(&self.writer, row.id, number)?;
        let thread = thread.filter(|thread| !thread.is_lost);
        let thread = thread.map(|thread| thread.channel);
        let nonce = Nonce(format!("{}-left-{}", row.id, row.n));
        let mut message = present::has_left(
            &game_match.public(),
            seat,
            game_match.time != TimeControl::Unlimited,
            self.language_in(place),
        );
        if !self.settings_in(place)?.bells {
            message.mentions.clear();
        }
        self.spare(&mut message)?;
        let channel = thread.as_ref().unwrap_or(&place.channel);
        after_pauses(|| chat.post(&nonce, channel, &message)).await?;
        // This holds unless they came back while the notice was posted.
        self.note(row.id, seat, |absence| match absence {
            Some(Absence::Seen) => Some(left(row.id, seat, Absence::Told)),
            None | Some(Absence::Told) => None,
        })
        .await
    }

    /// Looks whether players of a match have come back who were seen to have left.
    pub(crate) async fn look_again(&self, id: MatchId) -> Result<(), DeliveryError> {
        let game_match = self.snapshots.game_match(id)?;
        let Some(seats) = game_match.seats() else {
            return Ok(());
        };
        for seat in Color::ALL {
            if read_absence(&self.writer, id, seat)?.is_some()
                && self.has_left(&game_match, seats[seat].account()).await? == Some(false)
            {
                self.note(id, seat, |absence| absence.map(|_| came_back(id, seat)))
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
            place.filter(|(_, place)| !place.channel.is_direct()),
        ) else {
            return Ok(None);
        };
        Ok(Some(chat.has_left(user, &place.1.channel).await?))
    }

    /// Changes the stored absence of a player by the present one, under a lock.
    async fn note(
        &self,
        id: MatchId,
        seat: Color,
        change: impl FnOnce(Option<Absence>) -> Option<Batch>,
    ) -> Result<(), DeliveryError> {
        let changed = {
            let _alone = self.absences.lock().unwrap_or_else(PoisonError::into_inner);
            let generation = self.writer.generation();
            match change(read_absence(&self.writer, id, seat)?) {
                Some(changes) => self.writer.submit(generation, changes),
                None => return Ok(()),
            }
        };
        Ok(changed.await?)
    }
}
