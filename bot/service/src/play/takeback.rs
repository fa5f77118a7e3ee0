//! Takebacks: their extent, the refusals, and the change of the match.

#[cfg(test)]
mod tests;

use rules::{Color, Game, GameInput, Next, Record};

use crate::{
    DeliveryKind, Live, Match, Outcome, PlayDone,
    decision::{context::Asker, interrupt::Interrupt},
};
use text::{Text, arg};

/// The last inputs that led to a position: all since the last turn of a side began.
pub struct Takeback {
    /// The number of these inputs.
    pub n_inputs: u32,
    /// The number of turns that had been finished before them.
    pub turns: u32,
}

impl Takeback {
    /// Returns the inputs that a takeback would undo for a side at the end of a record. Returns `None` if the side has made no
    /// decision, or if the record cannot be played.
    pub fn of(record: &Record, seat: Color) -> Option<Takeback> {
        let line = record.line();
        let mut game = Game::new(&record.setup);
        // The index at which the last turn of the side began, and the number of turns that had been finished then.
        let mut last: Option<(usize, u32)> = None;
        for (at, &input) in line.iter().enumerate() {
            let turns = game.turns();
            let is_own =
                matches!(input, GameInput::Action(_)) && game.next() == Next::Decision(seat);
            if is_own && last.is_none_or(|(_, of)| of != turns) {
                last = Some((at, turns));
            }
            game.apply(input).ok()?;
        }
        let (first, turns) = last?;
        Some(Takeback {
            n_inputs: u32::try_from(line.len() - first).ok()?,
            turns,
        })
    }
}

impl Asker<'_> {
    /// Goes back to the beginning of the last turn of the side that made the offer. The takeback is one more input of the
    /// record, so that no number of inputs repeats. The buttons of all earlier boards are stale, and the same boards can come
    /// up again.
    pub(super) fn take_back(&self, live: Live, by: Color) -> Result<Outcome, Interrupt> {
        let id = live.game_match.id;
        self.check_time_to_accept(&live, !by)?;
        let takeback = takeback_by(&live, by)?;
        let now = self.context.bot_now(live.game_match.clock_scale())?;
        let mut change = self.context.change(live);
        change.drop_offer();
        change.input(GameInput::Takeback(takeback.n_inputs));
        change.game_match().state.engine.forget();
        if change.live.game_match.is_engine(!by) {
            change.game_match().state.hint_usage.take_back();
        }
        // The delivery that reported the end of a side's time has stale buttons. If it is still over, a new one follows.
        let notice = change.clock(|clock| {
            let notice = clock.told.take();
            clock.alarm = notice.map(|_| now).or(clock.alarm);
            notice
        });
        change.settle(notice.flatten());
        change.show_board(DeliveryKind::TakenBack);
        change.show_views(None);
        let done = if change.live.game_match.is_engine(!by) {
            PlayDone::TookBack(id)
        } else {
            PlayDone::TakenBack(id)
        };
        self.context.done(change, done)
    }

    /// Refuses a takeback by a side without time, because it would get used time back.
    fn check_time_to_accept(&self, live: &Live, side: Color) -> Result<(), Interrupt> {
        let Match {
            id, loses_at_once, ..
        } = *live.game_match;
        let now = self.context.bot_now(live.game_match.clock_scale())?;
        let clock = self.context.clock_now(live)?;
        let is_over = clock.is_some_and(|(clock, mover)| mover == side && clock.is_over(side, now));
        if !is_over || live.game_match.is_engine(side) {
            return Ok(());
        }
        Err(if loses_at_once {
            text::refusal_lost_on_time(id)
        } else {
            text::refusal_own_time_over(live.game_match.player_text(!side))
        }
        .into())
    }
}

/// Returns the turns that a takeback would undo for a side; refuses if there are none.
pub(super) fn takeback_by(live: &Live, seat: Color) -> Result<Takeback, Text> {
    let id = live.game_match.id;
    let takeback = Takeback::of(&live.record(), seat);
    let takeback = takeback.ok_or_else(|| text::refusal_nothing_to_take_back(id))?;
    // A game limits the number of its takebacks.
    let mut game = Game::clone(&live.game);
    if game.take_back(takeback.n_inputs).is_err() {
        let is_takeback = |input: &&GameInput| matches!(input, GameInput::Takeback(_));
        let n_taken_back = live.inputs.iter().filter(is_takeback).count();
        return Err(text::refusal_taken_back_enough(
            arg::count(n_taken_back),
            arg::id(id),
        ));
    }
    Ok(takeback)
}
