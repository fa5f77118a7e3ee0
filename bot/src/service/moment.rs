//! A match at a ply: all of it, what everybody may know of it, and what the person on a seat may know.
//!
//! This is the one place where what is said to people is parted from what the bot knows: messages are composed of a
//! [`PublicMatch`], a [`PublicMoment`] or a [`SeatMoment`], and never of a [`Match`] or a [`Game`].

use rules::{
    ByColor, Color, Game, Next, PublicView, Record, ReplayError, SeatView, Setup, Square, View,
};

use super::{Match, Player, Stage};
use crate::{
    command::SideChoice,
    commit_reveal::Commitment,
    ports::{MatchId, Secret},
};

/// A match at a ply, with all that the bot knows of it.
pub struct Moment {
    game_match: Match,
    game: Game,
}

/// What everybody may know of a match, whatever its ply.
pub struct PublicMatch {
    /// Its name.
    pub id: MatchId,
    /// What is played.
    pub setup: Setup,
    /// Who opened the challenge.
    pub challenger: Player,
    /// Whom it was meant for, if for one person.
    pub challenged: Option<Player>,
    /// The side that the challenger wants.
    pub side: SideChoice,
    /// After so many turns of each side it is drawn.
    pub turn_limit: u32,
    /// What was published of its dice before anybody accepted.
    pub commitment: Commitment,
    /// How far it is.
    pub stage: Stage,
    /// The names of both sides, once it is accepted; before that, of nobody.
    pub names: ByColor<String>,
    /// Whether its record holds what not everybody may know yet.
    pub has_secrets: bool,
    /// Whether its dice were or may be used.
    pub has_chance: bool,
}

/// What everybody may know of a match at a ply.
pub struct PublicMoment {
    /// The match.
    pub of: PublicMatch,
    /// The secret of its dice, once it is over.
    pub secret: Option<Secret>,
    view: PublicView,
    #[cfg(feature = "leak")]
    leaked: View,
}

/// What the person on a seat may know of a match at a ply.
pub struct SeatMoment {
    /// The match.
    pub of: PublicMatch,
    /// The board.
    pub view: SeatView,
    /// Where kings are in danger, as far as this seat knows.
    pub threatened: Vec<Square>,
}

impl Moment {
    /// A match as it was after the first inputs of its record.
    ///
    /// # Errors
    ///
    /// The record cannot be played so far.
    pub fn replay(game_match: Match, record: &Record, ply: usize) -> Result<Moment, ReplayError> {
        let game = record.replay_to(ply)?;
        Ok(Moment { game_match, game })
    }

    /// The match.
    pub fn game_match(&self) -> &Match {
        &self.game_match
    }

    /// The side to decide, if one is.
    pub fn decider(&self) -> Option<Color> {
        match self.game.next() {
            Next::Decision(seat) => Some(seat),
            Next::Chance(_) | Next::Over(_) => None,
        }
    }

    /// What everybody may know of it. The secret of the dice is there once the match is over.
    pub fn public(&self, secret: Option<Secret>) -> PublicMoment {
        PublicMoment {
            of: self.game_match.public(),
            secret,
            view: self.game.public_view(),
            #[cfg(feature = "leak")]
            leaked: crate::leak::view_to_post(&self.game),
        }
    }

    /// What the person on a seat may know of it.
    pub fn seat(&self, seat: Color) -> SeatMoment {
        SeatMoment {
            of: self.game_match.public(),
            view: self.game.seat_view(seat),
            threatened: self.game.threatened(seat),
        }
    }
}

impl PublicMoment {
    /// What everybody may see, to be told in words.
    pub fn view(&self) -> &View {
        #[cfg(not(feature = "leak"))]
        let view = self.view.as_view();
        #[cfg(feature = "leak")]
        let view = &self.leaked;
        view
    }

    /// What everybody may see, to be drawn.
    pub fn public_view(&self) -> &PublicView {
        &self.view
    }
}

impl Match {
    /// What everybody may know of it.
    pub fn public(&self) -> PublicMatch {
        PublicMatch {
            id: self.id,
            setup: self.setup.clone(),
            challenger: self.challenger.clone(),
            challenged: self.challenged.clone(),
            side: self.side,
            turn_limit: self.turn_limit,
            commitment: self.seal.commitment,
            stage: self.stage.clone(),
            names: self.names(),
            has_secrets: self.has_secrets(),
            has_chance: self.has_chance(),
        }
    }
}
