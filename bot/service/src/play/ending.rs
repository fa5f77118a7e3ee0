//! Ends of a match that people cause: a resignation, or the end of a match that the opponent has left.

use rules::{Conclusion, GameInput, Next};

use super::moves::finish_turn;
use crate::{
    Absence, Live, Match, Outcome, PlayDone, PlayReply, Reply,
    decision::{
        change::Change,
        context::{Asker, Context, reply_with},
        interrupt::Interrupt,
        seat::Seated,
    },
    match_store::schema::left_key,
};
use api::MatchId;

impl Asker<'_> {
    /// Ends a match as resigned by the speaker, or asks for a confirmation first.
    pub(crate) fn resign(&self, seated: Seated, confirmed: bool) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = seated;
        let Match { id, state, .. } = *live.game_match;
        if confirmed {
            let conclusion = Conclusion::Resigned(seat);
            return self
                .context
                .conclude(live, conclusion, PlayDone::Resigned(id));
        }
        reply_with(Reply::Play(PlayReply::AskResign {
            id,
            n_inputs: state.n_inputs,
        }))
    }

    /// Ends a match without a time limit as resigned by the other side. It must be that side's turn, and its player must have
    /// left. In a match with a time limit the clock decides: the player can play on elsewhere.
    pub(crate) fn end(&self, id: MatchId) -> Result<Outcome, Interrupt> {
        let Seated { live, seat } = self.seated(id)?;
        let is_theirs = live.game.next() == Next::Decision(!seat);
        if live.game_match.state.clock.is_some() {
            return Err(text::refusal_time_decides(id).into());
        }
        let key = left_key(id, !seat);
        let left: Option<Absence> = self.state().entry(&key)?;
        if !is_theirs || left.is_none() {
            return Err(text::refusal_nobody_has_left(id).into());
        }
        let conclusion = Conclusion::Resigned(!seat);
        let mut outcome = self
            .context
            .conclude(live, conclusion, PlayDone::Ended(id))?;
        // Requires the absence in the commit: the player can come back at this moment.
        self.state().require(&mut outcome.changes, &key)?;
        Ok(outcome)
    }
}

impl Context<'_> {
    /// Ends a match by this conclusion and replies `done`.
    pub(crate) fn conclude(
        self,
        live: Live,
        conclusion: Conclusion,
        done: PlayDone,
    ) -> Result<Outcome, Interrupt> {
        let mut change = self.change(live);
        conclude(&mut change, conclusion);
        self.done(change, done)
    }
}

/// Adds a conclusion to a match and closes it.
pub(crate) fn conclude(change: &mut Change, conclusion: Conclusion) {
    change.input(GameInput::Conclusion(conclusion));
    finish_turn(change, None);
}
