//! A match as it was recorded: its moves, animation, review, record and dice. Serves /history, /replay, /review, /export and
//! /verify.

use rules::{Next, Record};

use super::export;
use crate::{
    Lens, Match, Outcome, RecordReply, Reply, Showing, Shown, Stage,
    decision::{
        context::{Asker, reply_with},
        find::check_begun,
        interrupt::Interrupt,
    },
};
use api::MatchId;
use command::Eyes;
use text::Text;

impl Asker<'_> {
    pub(crate) fn history(
        &self,
        match_id: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let mut seen = Box::new(self.live(id)?.seen_by(self.user()));
        let Some(eyes) = eyes else {
            return reply_with(Reply::Record(RecordReply::History(seen)));
        };
        seen.lens = lens(&seen.game_match, eyes)?;
        reply_with(Reply::Record(RecordReply::Story(seen)))
    }

    /// Shows a match as an animation: in the view of the speaker, or in any view once it is over.
    pub(crate) fn replay(
        &self,
        match_id: Option<MatchId>,
        eyes: Option<Eyes>,
    ) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let game_match = &self.live(id)?.game_match;
        check_begun(game_match)?;
        let lens = match eyes {
            None => game_match.lens_of(self.user()),
            Some(eyes) => lens(game_match, eyes)?,
        };
        reply_with(Reply::Record(RecordReply::Replay(Showing {
            id,
            n_inputs: game_match.state.n_inputs,
            shown: Shown::Replay(lens),
        })))
    }

    /// Shows the review of a match that is over. It is the one named, the one of this thread if it is over, or the speaker's last
    /// one.
    pub(crate) fn review(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_to_review(match_id)?;
        let game_match = &self.live(id)?.game_match;
        check_begun(game_match)?;
        if !matches!(game_match.stage, Stage::Over(_)) {
            return Err(text::refusal_review_running(id).into());
        }
        reply_with(Reply::Record(RecordReply::Review(Showing {
            id,
            n_inputs: game_match.state.n_inputs,
            shown: Shown::Review,
        })))
    }

    /// Finds the match to review. While a match is in play in a thread, a request there can mean the match before it.
    fn find_to_review(&self, match_id: Option<MatchId>) -> Result<MatchId, Interrupt> {
        if let Some(id) = match_id {
            return self.if_visible(id);
        }
        let within = match self.state().within {
            Some(id) => Some(self.if_visible(id)?),
            None => None,
        };
        if let Some(id) = within
            && matches!(self.live(id)?.game_match.stage, Stage::Over(_))
        {
            return Ok(id);
        }
        let last = self.my_last()?.or(within);
        last.ok_or_else(|| text::refusal_nothing_to_review().into())
    }

    pub(crate) fn export(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = self.find_any(match_id)?;
        let live = self.live(id)?;
        check_begun(&live.game_match)?;
        if live.game_match.has_secrets() {
            let seen = Box::new(live.seen_by(self.user()));
            return reply_with(Reply::Record(RecordReply::ExportSeen(seen)));
        }
        let outcome = match live.game.next() {
            Next::Over(outcome) => Some(outcome),
            Next::Decision(_) | Next::Chance(_) => None,
        };
        let record = Box::new(self.with_proof(&live.game_match, live.record(), outcome)?);
        reply_with(Reply::Record(RecordReply::Export { id, record }))
    }

    /// Shows the dice of a match after a press of the button below their commitment.
    pub(crate) fn dice(&self, id: MatchId, commitment: &str) -> Result<Outcome, Interrupt> {
        let stored = self.state().stored(id)?;
        if stored.game_match.seal.commitment.to_string() != commitment {
            return Err(text::refusal_unknown_control().into());
        }
        match stored.game_match.stage {
            // The button may have been posted in a place that has nothing to do with the match.
            Stage::Challenge | Stage::Playing(_) => reply_with(dice_sealed(&stored.game_match)),
            _ => self.verify(Some(id)),
        }
    }

    /// Checks the dice of a match: the one named, or the speaker's last one. Until it is over the reply holds only their
    /// commitment.
    pub(crate) fn verify(&self, match_id: Option<MatchId>) -> Result<Outcome, Interrupt> {
        let id = match match_id.or(self.state().within) {
            Some(id) => id,
            None => self.my_last()?.map_or_else(|| self.find_any(None), Ok)?,
        };
        // The stored record may have been altered so that it cannot be replayed.
        let stored = self.state().stored(id)?;
        if !self.is_visible(&stored.game_match) {
            return Err(text::refusal_unknown_match(id).into());
        }
        match stored.game_match.stage {
            Stage::Challenge | Stage::Playing(_) => {
                return reply_with(dice_sealed(&stored.game_match));
            }
            Stage::Over(_) => {}
            _ => check_begun(&stored.game_match)?,
        }
        let record = self.with_proof(&stored.game_match, stored.record.clone(), None)?;
        reply_with(Reply::Record(RecordReply::Verified(Box::new(record))))
    }

    /// Returns the record of a match that has begun, with all headers that may be public now.
    fn with_proof(
        &self,
        game_match: &Match,
        record: Record,
        outcome: Option<rules::Outcome>,
    ) -> Result<Record, Interrupt> {
        let secret = match game_match.stage {
            Stage::Over(_) => Some(self.state().secret(game_match.id)?),
            _ => None,
        };
        Ok(export::with_headers(game_match, record, outcome, secret))
    }
}

/// Returns the commitment of the dice of a match that is not over.
fn dice_sealed(game_match: &Match) -> Reply {
    Reply::Record(RecordReply::DiceSealed {
        id: game_match.id,
        by_chance: game_match.by_chance(),
        commitment: game_match.seal.commitment,
    })
}

/// Returns the lens for these eyes. Until a match is over, no person sees the view of another.
fn lens(game_match: &Match, eyes: Eyes) -> Result<Lens, Text> {
    if !matches!(game_match.stage, Stage::Over(_)) {
        return Err(text::refusal_eyes_closed(game_match.id));
    }
    Ok(Lens::of(eyes))
}
