//! Players who have left the place of their match: seen, told to the other player, and seen again.

use std::sync::PoisonError;

use rules::Color;

use super::{Dispatcher, error::DeliveryError};
use crate::{
    ports::{Batch, MatchId, Nonce},
    present,
    service::{Absence, DeliveryId, came_back, left, read_absence, read_thread},
};

impl Dispatcher {
    /// Sees whether the player to decide is still there, and tells the other once if not.
    pub(super) async fn look_for(&self, row: DeliveryId, ply: usize) -> Result<(), DeliveryError> {
        let moment = self.moments.at(row.id, ply)?;
        let game_match = moment.game_match();
        let (Some(seat), Some(seats)) = (moment.decider(), game_match.seats()) else {
            return Ok(());
        };
        let Some(chat) = self.chats.get(&game_match.channel.platform) else {
            return Ok(());
        };
        let has_left = chat.has_left(&seats[seat].id, &game_match.channel).await?;
        // The button below the notice works from the moment it is shown.
        self.note(row.id, seat, |absence| match (has_left, absence) {
            (false, Some(_)) => Some(came_back(row.id, seat)),
            (true, None) => Some(left(row.id, seat, Absence::Seen)),
            (false, None) | (true, Some(_)) => None,
        })
        .await?;
        if read_absence(&self.writer, row.id, seat)? != Some(Absence::Seen) {
            return Ok(());
        }
        let thread = read_thread(&self.writer, row.id)?.map(|thread| thread.channel);
        let nonce = Nonce(format!("{}-left-{}", row.id, row.n));
        let message = present::has_left(&game_match.public(), seat);
        let channel = thread.as_ref().unwrap_or(&game_match.channel);
        chat.post(&nonce, channel, &message).await?;
        // Unless they came back while it was said.
        self.note(row.id, seat, |absence| match absence {
            Some(Absence::Seen) => Some(left(row.id, seat, Absence::Told)),
            None | Some(Absence::Told) => None,
        })
        .await
    }

    /// Sees whether players of a match are there again who were seen to have left.
    pub(super) async fn look_again(&self, id: MatchId) -> Result<(), DeliveryError> {
        let game_match = self.moments.game_match(id)?;
        let (Some(seats), Some(chat)) = (
            game_match.seats(),
            self.chats.get(&game_match.channel.platform),
        ) else {
            return Ok(());
        };
        for seat in Color::ALL {
            if read_absence(&self.writer, id, seat)?.is_some()
                && !chat.has_left(&seats[seat].id, &game_match.channel).await?
            {
                self.note(id, seat, |absence| absence.map(|_| came_back(id, seat)))
                    .await?;
            }
        }
        Ok(())
    }

    /// Changes what is noted of a player's absence by what is noted now, and nothing is noted in between.
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
