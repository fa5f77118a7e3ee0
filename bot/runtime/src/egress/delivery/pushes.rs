//! Announces turns on the devices of players, which the web page knows.

use super::{
    context::{Audience, DeliveryContext},
    error::DeliveryError,
    posting::nonce,
};
use api::{Chat, Platform, TurnPush};
use command::TimeControl;
use service::{DeliveryKind, Stage, read_sessions_of};

impl DeliveryContext<'_> {
    /// Announces the turn that this delivery begins, if it does. A push is no promise: after a failure the turn is announced with
    /// the next try of the delivery, or never.
    pub(super) async fn push_turn(&self) {
        let Some(page) = self.dispatcher.chats.get(Platform::Playground) else {
            return;
        };
        let pushed = match self.begun_turn(&*page) {
            Ok(Some(turn)) => page.push_turn(&turn).await.map_err(DeliveryError::from),
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = pushed {
            error.log(
                self.row.id,
                "cannot announce a turn on the devices of a player",
            );
        }
    }

    /// Returns the turn that begins with the board of this delivery, for the web page. Only the place of the player counts, and
    /// only the player who did not cause the delivery.
    fn begun_turn(&self, page: &dyn Chat) -> Result<Option<TurnPush>, DeliveryError> {
        let (dispatcher, delivery, game_match) = (self.dispatcher, self.delivery, &self.game_match);
        let (Audience::Place(place), Stage::Playing(seats)) = (&self.audience, &game_match.stage)
        else {
            return Ok(None);
        };
        let is_new = delivery.kind.is_board()
            && delivery.kind != DeliveryKind::BoardAgain
            && delivery.n_inputs == game_match.state.n_inputs
            && game_match.state.paused.is_none();
        // In real time both players look at the board after the first turn.
        let is_live =
            matches!(game_match.time, TimeControl::RealTime { .. }) && delivery.n_inputs > 1;
        // Before all other reads, because in most stores no person has a device.
        if !is_new || is_live || !page.has_devices()? {
            return Ok(None);
        }
        let Some(seat) = self.snapshot()?.decider() else {
            return Ok(None);
        };
        let player = &seats[seat];
        let account = player.account();
        // A board that a plan has answered waits for the player of the move.
        let is_answered = matches!(delivery.kind, DeliveryKind::BoardAnswered(_));
        let is_own = delivery.by == Some(seat) && !is_answered;
        if is_own || game_match.is_engine(seat) || !game_match.plays_in(account, place.number) {
            return Ok(None);
        }
        let usual = dispatcher.usual_language_of(player, game_match);
        let language = dispatcher.language_of(account, usual);
        let sessions = read_sessions_of(&dispatcher.writer, account, dispatcher.clock.now())?;
        let turn = TurnPush {
            nonce: nonce(self.row),
            id: game_match.id,
            accounts: dispatcher.accounts_with(account),
            sessions: sessions.into_iter().map(|session| session.digest).collect(),
            text: present::turn_push(&game_match.public(), seat, language),
        };
        Ok(Some(turn))
    }
}
