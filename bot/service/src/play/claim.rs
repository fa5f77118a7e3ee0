//! Claims on time: the choices of a player after the opponent's time is over.

use std::time::Duration;

use rules::{Color, Conclusion};

use crate::{
    DeliveryKind, MatchClock, Outcome, PlayDone,
    decision::{context::Asker, interrupt::Interrupt, seat::Seated},
};
use api::MatchId;

/// The time that a player gives to an opponent without time.
const GIVEN: Duration = Duration::from_secs(24 * 3600);

/// The number of turns from which a match cannot be aborted any more: by then both sides have moved twice.
const LAST_ABORT: u32 = 4;

impl Asker<'_> {
    /// Ends a match as won by the speaker, because the opponent's time is over.
    pub(crate) fn claim_win(&self, id: MatchId, n_inputs: usize) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = self.out_of_time(id, n_inputs)?;
        let conclusion = Conclusion::OutOfTime(!seat);
        self.context
            .conclude(live, conclusion, PlayDone::WinClaimed(id))
    }

    /// Gives the other side more time.
    pub(crate) fn give_time(&self, id: MatchId, n_inputs: usize) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = self.out_of_time(id, n_inputs)?;
        let now = self.context.bot_now(live.game_match.clock_scale())?;
        let mut change = self.context.change(live);
        let notice = change.clock(|clock| {
            clock.give(!seat, GIVEN, now);
            clock.told.take()
        });
        change.settle(notice.flatten());
        change.enqueue(DeliveryKind::TimeGiven(!seat), None);
        self.context.done(change, PlayDone::TimeGiven(id))
    }

    /// Aborts a match that has hardly begun.
    pub(crate) fn abort(&self, id: MatchId, n_inputs: usize) -> Result<Outcome, Interrupt> {
        let Seated { live, .. } = self.out_of_time(id, n_inputs)?;
        if !can_be_aborted(live.game.turns()) {
            return Err(text::refusal_abort_too_late().into());
        }
        self.context
            .conclude(live, Conclusion::Aborted, PlayDone::Aborted(id))
    }

    /// Returns the match of the speaker if the opponent's time is over; otherwise refuses.
    fn out_of_time(&self, id: MatchId, n_inputs: usize) -> Result<Seated, Interrupt> {
        let seated = self.seated(id)?.at(n_inputs)?;
        let scale = seated.live.game_match.clock_scale();
        let now = self.context.bot_now(scale)?;
        let clock = self.context.clock_now(&seated.live)?;
        let is_over =
            |(clock, side): (MatchClock, Color)| side != seated.seat && clock.is_over(side, now);
        if clock.is_some_and(is_over) {
            Ok(seated)
        } else {
            Err(text::refusal_time_not_over().into())
        }
    }
}

/// Tells whether a match can still be aborted after this many turns.
pub fn can_be_aborted(turns: u32) -> bool {
    turns < LAST_ABORT
}
