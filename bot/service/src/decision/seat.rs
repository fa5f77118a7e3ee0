//! Seats: finds the match in play in which the speaker has a seat.

use rules::{Color, Next};

use super::{context::Asker, find::check_begun, interrupt::Interrupt};
use crate::{Live, Match, Refusal};
use api::{MatchId, Place};
use text::{Text, arg};

/// A match in play, and the side of the author of the request.
pub(crate) struct Seated {
    pub(crate) live: Live,
    pub(crate) seat: Color,
}

impl Seated {
    /// Returns the same, if the match is still at this number of inputs.
    pub(crate) fn at(self, n_inputs: usize) -> Result<Seated, Interrupt> {
        if self.live.game_match.state.n_inputs == n_inputs {
            Ok(self)
        } else {
            Err(text::refusal_stale(self.live.game_match.id).into())
        }
    }
}

impl Asker<'_> {
    /// Returns the match in play in which the speaker has a seat.
    pub(crate) fn seated(&self, id: MatchId) -> Result<Seated, Interrupt> {
        let live = self.live(id)?;
        let seat = self.seat_in(&live.game_match);
        let refusal = match (check_begun(&live.game_match), live.game.next(), seat) {
            (Err(refusal), ..) => refusal,
            (_, Next::Over(outcome), _) => {
                text::refusal_over(arg::id(id), arg::outcome(text::outcome(outcome)))
            }
            (.., Some(seat)) => {
                let live = live.clone();
                return Ok(Seated { live, seat });
            }
            (.., None) => text::refusal_not_a_player(id),
        };
        self.check_known(&live.game_match)?;
        Err(refusal.into())
    }

    /// Returns the intended match in play of the speaker.
    pub(crate) fn seated_in(&self, match_id: Option<MatchId>) -> Result<Seated, Interrupt> {
        self.seated(self.find_mine(match_id, false)?)
    }

    /// Checks that the speaker may know a match; for others it does not exist. In a group every reader may press the buttons
    /// that are posted there.
    pub(crate) fn check_known(&self, game_match: &Match) -> Result<(), Interrupt> {
        if self.request.event.place == Place::Group || self.is_visible(game_match) {
            Ok(())
        } else {
            Err(text::refusal_unknown_match(game_match.id).into())
        }
    }

    /// Does the same for a written move, which no one else may read in a match with secrets.
    pub(crate) fn seated_unheard(&self, id: MatchId) -> Result<Seated, Interrupt> {
        let is_overheard = self.request.is_overheard;
        let seated = self.seated(id)?;
        if is_overheard && seated.live.game_match.has_secrets() {
            return Err(Refusal::SaidAloud(id).into());
        }
        Ok(seated)
    }

    /// Checks that the speaker is to decide in a match in play.
    pub(crate) fn deciding(&self, seated: Seated) -> Result<Seated, Interrupt> {
        let id = seated.live.game_match.id;
        match seated.live.game.next() {
            Next::Decision(color) if color != seated.seat => {
                let mover = seated.live.game_match.player_text(color);
                Err(text::refusal_not_your_turn(mover).into())
            }
            _ if seated.live.game_match.state.paused.is_some() => {
                Err(text::refusal_paused(id).into())
            }
            _ if self.has_lost_on_time(&seated)? => Err(text::refusal_lost_on_time(id).into()),
            _ => Ok(seated),
        }
    }

    /// Does the same for a move that was sent at this number of inputs. Names the move that the speaker has made since then,
    /// for example on another page.
    pub(crate) fn deciding_at(&self, seated: Seated, n_inputs: usize) -> Result<Seated, Interrupt> {
        let Seated { live, seat } = &seated;
        let view = live.game.seat_view(*seat);
        let turn = view.as_view().turn.as_ref();
        let is_waiting = live.game.next() == Next::Decision(!*seat);
        match turn.filter(|turn| turn.color == *seat && is_waiting) {
            Some(turn) if live.game_match.state.n_inputs > n_inputs => {
                Err(text::refusal_already_moved(
                    arg::r#move(Text::moves(&turn.caption)),
                    arg::number(turn.number),
                )
                .into())
            }
            _ => self.deciding(seated)?.at(n_inputs),
        }
    }

    /// Returns whether the side to decide has no time left in real time: it cannot move before its flag falls.
    fn has_lost_on_time(&self, seated: &Seated) -> Result<bool, Interrupt> {
        let Some((clock, side)) = seated.live.running_clock() else {
            return Ok(false);
        };
        if !clock.is_real_time || clock.is_first_turn() {
            return Ok(false);
        }
        let now = self.context.bot_now(seated.live.game_match.clock_scale())?;
        Ok(clock.is_over(side, now))
    }
}
