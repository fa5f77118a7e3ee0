//! By which account somebody plays, and what nobody is to find out about the others.

use super::{Match, Player, context::Asker, stop::Stop};
use crate::ports::MatchId;

impl Asker<'_> {
    /// How many of these challenges are to an account. Which others belong to the same person, nobody is to find out.
    pub(super) fn n_to<'a>(
        &self,
        player: &Player,
        challenges: impl Iterator<Item = &'a MatchId>,
    ) -> Result<usize, Stop> {
        let mut n = 0;
        for id in challenges {
            let challenged = &self.live(*id)?.game_match.challenged;
            let challenged = challenged.as_ref();
            n += usize::from(challenged.is_some_and(|other| other.account() == player.account()));
        }
        Ok(n)
    }

    /// The speaker as a player where they are one already: by the same account, as what is said there goes to that.
    pub(super) fn as_player(&self, known: &Player) -> Player {
        let speaker = Player::from(&self.request.speaker);
        match speaker.account() == known.account() {
            true => speaker,
            false => known.clone(),
        }
    }

    /// Who accepts or declines a challenge: the account that was challenged, if one was, whichever its person uses.
    pub(super) fn answering(&self, challenge: &Match) -> Player {
        let called = challenge.challenged.as_ref();
        let called = called.filter(|challenged| challenged.id == self.request.speaker.id);
        called.map_or_else(
            || Player::from(&self.request.speaker),
            |called| self.as_player(called),
        )
    }
}
