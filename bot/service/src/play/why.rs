//! Explains the effect of a move, or why it is illegal.

#[cfg(test)]
mod tests;

use rules::{Game, Next};

use super::moves::read_action;
use crate::{
    LegalMove, Live, Match, Outcome, PlayReply, Refusal, Reply, Why,
    decision::{
        context::{Asker, reply_with},
        find::check_begun,
        interrupt::Interrupt,
    },
};
use api::MatchId;
use text::arg;

impl Asker<'_> {
    /// Explains the effect of a move, or why it is illegal, to the player to decide. Others get the answer too if nothing is
    /// hidden from them.
    pub(crate) fn why(&self, match_id: Option<MatchId>, text: &str) -> Result<Outcome, Interrupt> {
        let id = self.find_to_decide(match_id)?;
        let Live {
            game_match, game, ..
        } = self.live(id)?;
        check_begun(game_match)?;
        let own = self.seat_in(game_match);
        if self.request.is_overheard && game_match.has_secrets() && own.is_some() {
            return Err(Refusal::SaidAloud(id).into());
        }
        let decider = match game.next() {
            Next::Decision(color) => color,
            Next::Over(outcome) => {
                return Err(
                    text::refusal_over(arg::id(id), arg::outcome(text::outcome(outcome))).into(),
                );
            }
            Next::Chance(_) => return Err(text::refusal_not_started(id).into()),
        };
        let seat = own.filter(|seat| *seat == decider);
        let mover = game_match.player_text(decider);
        if seat.is_none() && game_match.has_secrets() {
            return Err(text::refusal_not_yours_to_ask(mover).into());
        }
        let action = read_action(game, text).map_err(|reason| match seat {
            Some(_) => reason,
            None => text::why_of_other(arg::player(mover), arg::told(reason)),
        })?;
        let why = match game.why_not(action) {
            Some(why) => Why::Illegal(why),
            None => Why::Legal(Box::new(LegalMove {
                game: Game::clone(game),
                action,
                decider,
                seat,
            })),
        };
        reply_with(Reply::Play(PlayReply::Why {
            game_match: Box::new(Match::clone(game_match)),
            text: text.to_owned(),
            of: seat.is_none().then_some(decider),
            why,
        }))
    }

    /// Returns the match that the speaker means: one in which they are to decide comes before one that they only watch.
    fn find_to_decide(&self, match_id: Option<MatchId>) -> Result<MatchId, Interrupt> {
        if match_id.is_none() {
            match self.find_mine(None, true) {
                Err(Interrupt::Refused(Refusal::NoMatch)) => {}
                found => return found,
            }
        }
        self.find_any(match_id)
    }
}
