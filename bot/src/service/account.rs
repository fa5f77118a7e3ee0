//! By which account somebody plays, what it is called, and what nobody is to find out about the others.

use super::{
    Match, MatchPlace, Player, Request, Stage, What,
    context::{Asker, Context},
    stop::Stop,
};
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

impl Context<'_> {
    /// Takes note of what whoever changes a match is called by now, and in which language their platform speaks to them.
    pub(super) fn note_speaker(self, game_match: &mut Match) {
        let What::Request(request) = &self.input.what else {
            return;
        };
        let speaker = Player::from(&request.speaker);
        let place = game_match.place_of(&speaker.id);
        // Elsewhere they may have another name, such as in direct messages.
        let is_called_so = place.is_some_and(|(_, place)| self.is_asked_at(request, place));
        let plays = |player: &&mut Player| player.id == speaker.id;
        for player in game_match.players_mut().filter(plays) {
            if is_called_so && player.account() == speaker.account() {
                player.name.clone_from(&speaker.name);
            }
        }
        let speaking = match &mut game_match.stage {
            Stage::Playing(seats) | Stage::Over(seats) => vec![&mut seats.white, &mut seats.black],
            _ => vec![&mut game_match.challenger],
        };
        for player in speaking.into_iter().filter(plays) {
            player.language = request.language;
        }
    }

    /// Whether somebody goes by the name of their request in a place, too: it comes from there, or from the same server.
    fn is_asked_at(self, request: &Request, place: &MatchPlace) -> bool {
        let here = self.state.channel.as_ref();
        let server = request.server.as_ref().map(|server| &server.id);
        match place.channel.is_direct() {
            true => here.is_none(),
            false => {
                here == Some(&place.channel)
                    || (server.is_some() && server == place.server.as_ref())
            }
        }
    }
}
