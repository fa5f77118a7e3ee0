//! The account by which a person plays, its name, and the privacy of the person's other accounts.

#[cfg(test)]
mod tests;

use crate::{
    Identity, Match, MatchPlace, Outcome, PersonRequest, Player, Renamed, Reply, RequestKind, Rows,
    Stage,
    decision::{
        context::{Asker, Context},
        interrupt::Interrupt,
    },
    loader::matches_of,
    match_store::{
        entries::unless_damaged,
        storage::{is_at_rest, read_row},
    },
};
use api::{MatchId, ServerId, Speaker, StoreError};

impl Asker<'_> {
    /// Counts these challenges to an account. The count does not reveal which other accounts belong to the same person.
    pub(crate) fn n_to<'a>(
        &self,
        player: &Player,
        challenges: impl Iterator<Item = &'a MatchId>,
    ) -> Result<usize, Interrupt> {
        let mut n = 0;
        for id in challenges {
            let challenged = &self.live(*id)?.game_match.challenged;
            let challenged = challenged.as_ref();
            n += usize::from(challenged.is_some_and(|other| other.account() == player.account()));
        }
        Ok(n)
    }

    /// Returns the speaker as the known player of a match: by the account that plays there, to which its messages go.
    pub(crate) fn as_player(&self, known: &Player) -> Player {
        let speaker = Player::from(&self.request.speaker);
        if speaker.account() == known.account() {
            speaker
        } else {
            known.clone()
        }
    }

    /// Returns the player who accepts or declines a challenge: the challenged account, if any, even if the person uses another
    /// account.
    pub(crate) fn answering(&self, challenge: &Match) -> Player {
        let called = challenge.challenged.as_ref();
        let called = called.filter(|challenged| challenged.id == *self.user());
        called.map_or_else(
            || Player::from(&self.request.speaker),
            |called| self.as_player(called),
        )
    }
}

impl Context<'_> {
    /// Updates the name of the speaker in a match, and the language in which their platform speaks to them.
    pub(crate) fn note_speaker(self, game_match: &mut Match) {
        let RequestKind::Person(request) = &self.request.kind else {
            return;
        };
        let speaker = Player::from(&request.speaker);
        let place = game_match.place_of(&speaker.id);
        // In another place they may have another name, such as in direct messages.
        if place.is_some_and(|(_, place)| self.is_asked_at(request, place)) {
            game_match.note_name(&speaker);
        }
        let plays = |player: &&mut Player| player.id == speaker.id;
        let speaking = match &mut game_match.stage {
            Stage::Playing(seats) | Stage::Over(seats) => vec![&mut seats.white, &mut seats.black],
            _ => vec![&mut game_match.challenger],
        };
        for player in speaking.into_iter().filter(plays) {
            player.language = request.event.language;
        }
    }

    /// Updates the name of a player in a match.
    pub(crate) fn note_renamed(self, renamed: &Renamed) -> Result<Outcome, Interrupt> {
        let mut change = self.change(self.state.live(renamed.id)?.clone());
        if change.game_match().note_renamed(renamed) {
            self.changed(change)
        } else {
            Ok(Outcome::from(Reply::Nothing))
        }
    }

    /// Tells whether the name in a request holds in a place too: the request comes from there, or from the same server.
    fn is_asked_at(self, request: &PersonRequest, place: &MatchPlace) -> bool {
        let here = self.state.channel.as_ref();
        let server = request.event.server.as_ref().map(|server| &server.id);
        if place.channel.is_direct() {
            here.is_none()
        } else {
            here == Some(&place.channel) || (server.is_some() && server == place.server.as_ref())
        }
    }
}

/// Returns a renaming for each match of a person on a server, or in direct messages if `server` is `None`. It skips matches that
/// already have the present name.
///
/// # Errors
///
/// The rows cannot be read.
pub fn renamed_in_matches(
    rows: &dyn Rows,
    who: &Speaker,
    server: Option<&ServerId>,
) -> Result<Vec<Renamed>, StoreError> {
    let mut news = Vec::new();
    for id in matches_of(rows, &who.id)? {
        let renamed = Renamed {
            id,
            who: who.clone(),
            server: server.cloned(),
        };
        let game_match = unless_damaged(read_row(rows, id))?;
        if game_match.is_some_and(|mut game_match| game_match.note_renamed(&renamed)) {
            news.push(renamed);
        }
    }
    Ok(news)
}

impl Match {
    /// Updates the name of a player in the place where they play, while the match is in play. Returns whether the name was
    /// another.
    fn note_renamed(&mut self, renamed: &Renamed) -> bool {
        let Renamed { who, server, .. } = renamed;
        let place = self.place_of(&who.id);
        let is_called_so = place.is_some_and(|(_, place)| {
            if place.channel.is_direct() {
                server.is_none()
            } else {
                server.is_some() && *server == place.server
            }
        });
        let now = Player::from(&Identity::from(who.clone()));
        is_called_so && !is_at_rest(self) && self.note_name(&now)
    }

    /// Updates the name of an account. Returns whether the name was another.
    fn note_name(&mut self, now: &Player) -> bool {
        let mut was_other = false;
        let known = self.players_mut();
        for player in known.filter(|player| player.account() == now.account()) {
            was_other |= player.name != now.name;
            player.name.clone_from(&now.name);
        }
        was_other
    }
}
