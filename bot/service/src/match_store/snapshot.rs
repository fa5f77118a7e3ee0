//! A match at a ply: all of it, what everybody may know of it, and what the person on a seat may know.
//!
//! This is the one place where what is said to people is parted from what the bot knows: messages are composed of a
//! [`PublicMatch`], a [`PublicSnapshot`] or a [`SeatSnapshot`], and never of a [`Match`] or a [`Game`].

use std::{collections::VecDeque, sync::Arc};

use rules::{
    ByColor, Color, Game, Next, PublicView, Record, ReplayError, SeatView, Setup, Square, View,
};

use crate::{ByChance, HintUsage, Live, Match, MatchClock, Player, RatedResult, Stage};
use api::{MatchId, SideChoice, Speaker, Timestamp, UserId};
use command::TimeControl;
use dice::Commitment;

/// A match at a ply, with all that the bot knows of it. Clones share it.
#[derive(Clone)]
pub struct MatchSnapshot {
    game_match: Arc<Match>,
    game: Arc<Game>,
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
    /// Whether somebody may join from elsewhere who knows its name.
    pub is_open_elsewhere: bool,
    /// Whether its challenger plays it in direct messages, where they alone read of it.
    pub is_in_direct: bool,
    /// The side that the challenger wants.
    pub side: SideChoice,
    /// The match of the same two that it is to follow.
    pub rematch_of: Option<MatchId>,
    /// After so many turns of each side it is drawn.
    pub turn_limit: u32,
    /// How much time its players have.
    pub time: TimeControl,
    /// Whether its result changes the ratings of its players.
    pub rated: bool,
    /// What it has changed about them, once it is over.
    pub ratings: Option<RatedResult>,
    /// When the time of the side to decide is over, by the clock of the system, if it runs.
    pub until: Option<Timestamp>,
    /// Until when the side to decide is on vacation, if its time stands still because of that.
    pub away: Option<Timestamp>,
    /// Whether the side to decide has no time left, and everybody has been told.
    pub is_out_of_time: bool,
    /// Whether nobody moves until one of the two goes on.
    pub is_paused: bool,
    /// What was published of its dice before anybody accepted.
    pub commitment: Commitment,
    /// How far it is.
    pub stage: Stage,
    /// The names of both sides, once it is accepted; before that, of nobody.
    pub names: ByColor<String>,
    /// The accounts of the people whom its texts name, with their names: who plays it, else who opened it, and for whom.
    pub named: Vec<Speaker>,
    /// Whether its record holds what not everybody may know yet.
    pub has_secrets: bool,
    /// What was or may be decided by chance in it.
    pub by_chance: ByChance,
    /// Whether the program offers its challenger to play, as nobody else does.
    pub offers_program: bool,
    /// What has helped who plays it against the program, once it is over.
    pub aids: Option<HintUsage>,
}

/// What everybody may know of a match at a ply.
pub struct PublicSnapshot {
    /// The match.
    pub of: PublicMatch,
    view: PublicView,
    #[cfg(feature = "leak")]
    leaked: View,
}

/// What the person on a seat may know of a match at a ply.
pub struct SeatSnapshot {
    /// The match.
    pub of: PublicMatch,
    /// The board.
    pub view: SeatView,
    /// Where kings are in danger, as far as this seat knows.
    pub threatened: Vec<Square>,
}

impl MatchSnapshot {
    /// A match as it can be played on.
    pub fn of(live: &Live) -> MatchSnapshot {
        MatchSnapshot {
            game_match: Arc::clone(&live.game_match),
            game: Arc::clone(&live.game),
        }
    }

    /// A match as it was after the first inputs of its record.
    ///
    /// # Errors
    ///
    /// The record cannot be played so far.
    pub fn replay(
        game_match: Match,
        record: &Record,
        ply: usize,
    ) -> Result<MatchSnapshot, ReplayError> {
        Ok(MatchSnapshot {
            game_match: Arc::new(game_match),
            game: Arc::new(record.replay_to(ply)?),
        })
    }

    /// The same, with up to `beside` moments before it and as many after it at which somebody was to decide, in the order
    /// of their plies: what is told next to it is told of these.
    ///
    /// # Errors
    ///
    /// The record cannot be played so far.
    pub fn replay_around(
        game_match: Match,
        record: &Record,
        ply: usize,
        beside: usize,
    ) -> Result<Vec<MatchSnapshot>, ReplayError> {
        let game_match = Arc::new(game_match);
        let ply = ply.min(record.inputs.len());
        let mut found = VecDeque::new();
        let mut n_after = 0;
        for game in record.games() {
            let game = match game {
                Ok(game) => game,
                Err(error) if error.at < ply => return Err(error),
                Err(_) => break,
            };
            let at = game.ply();
            if at != ply && matches!(game.next(), Next::Chance(_)) {
                continue;
            }
            if at <= ply && found.len() > beside {
                found.pop_front();
            }
            n_after += usize::from(at > ply);
            found.push_back(MatchSnapshot {
                game_match: Arc::clone(&game_match),
                game: Arc::new(game),
            });
            if n_after == beside {
                break;
            }
        }
        Ok(found.into())
    }

    /// The same ply of the same match, of which all is known that is known at a later moment.
    pub fn known_at(&self, later: &MatchSnapshot) -> MatchSnapshot {
        MatchSnapshot {
            game_match: Arc::clone(&later.game_match),
            game: Arc::clone(&self.game),
        }
    }

    /// The same with the players that it has now.
    pub fn played_as(self, game_match: &Match) -> MatchSnapshot {
        let stage = &self.game_match.stage;
        if stage.seats() == game_match.stage.seats() {
            return self;
        }
        let with_players = match (stage, game_match.seats()) {
            (Stage::Playing(_), Some(seats)) => Stage::Playing(seats.clone()),
            (Stage::Over(_), Some(seats)) => Stage::Over(seats.clone()),
            _ => return self,
        };
        MatchSnapshot {
            game_match: Arc::new(Match {
                stage: with_players,
                ..Match::clone(&self.game_match)
            }),
            game: self.game,
        }
    }

    /// Replaces the clock of the match.
    pub(crate) fn with_clock(self, clock: MatchClock) -> MatchSnapshot {
        let mut game_match = Match::clone(&self.game_match);
        game_match.clock = Some(clock);
        MatchSnapshot {
            game_match: Arc::new(game_match),
            game: self.game,
        }
    }

    /// The game, with all that is hidden in it.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// How many inputs led here.
    pub fn ply(&self) -> usize {
        self.game.ply()
    }

    /// The match.
    pub fn game_match(&self) -> &Arc<Match> {
        &self.game_match
    }

    /// The side to decide, if one is.
    pub fn decider(&self) -> Option<Color> {
        match self.game.next() {
            Next::Decision(seat) => Some(seat),
            Next::Chance(_) | Next::Over(_) => None,
        }
    }

    /// What everybody may know of it.
    pub fn public(&self) -> PublicSnapshot {
        PublicSnapshot {
            of: self.game_match.public(),
            view: self.game.public_view(),
            #[cfg(feature = "leak")]
            leaked: super::leak::view_to_post(&self.game),
        }
    }

    /// What the person on a seat may know of it.
    pub fn seat(&self, seat: Color) -> SeatSnapshot {
        SeatSnapshot {
            of: self.game_match.public(),
            view: self.game.seat_view(seat),
            threatened: self.game.threatened(seat),
        }
    }
}

impl PublicMatch {
    /// The accounts of who sits on these seats; nobody's before it is accepted.
    pub fn people(&self, seats: impl IntoIterator<Item = Color>) -> impl Iterator<Item = &UserId> {
        let players = self.stage.seats();
        let seats = seats.into_iter();
        let players = seats.filter_map(move |seat| players.map(|players| &players[seat]));
        people(players).map(Player::account)
    }
}

/// The players who have an account that could be called: those who are gone, and the program, have none.
fn people<'a>(players: impl Iterator<Item = &'a Player>) -> impl Iterator<Item = &'a Player> {
    players.filter(|player| !player.is_deleted() && !player.is_program())
}

impl PublicSnapshot {
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
    /// A player of it as they are called there.
    fn called(&self, player: &Player) -> Player {
        Player {
            name: self.name_of(player),
            ..player.clone()
        }
    }

    /// How far it is, its players as they are called there.
    fn called_stage(&self) -> Stage {
        let called = |seats: &ByColor<Player>| ByColor::from_fn(|color| self.called(&seats[color]));
        match &self.stage {
            Stage::Playing(seats) => Stage::Playing(called(seats)),
            Stage::Over(seats) => Stage::Over(called(seats)),
            stage => stage.clone(),
        }
    }

    /// What everybody may know of it.
    pub fn public(&self) -> PublicMatch {
        PublicMatch {
            id: self.id,
            setup: self.setup.clone(),
            challenger: self.called(&self.challenger),
            challenged: self.challenged.as_ref().map(|player| self.called(player)),
            is_open_elsewhere: self.is_open_elsewhere,
            is_in_direct: self.home.channel.is_direct(),
            side: self.side,
            rematch_of: self.rematch_of,
            turn_limit: self.turn_limit,
            time: self.time,
            rated: self.rated,
            ratings: self.ratings,
            until: self.clock.and_then(|clock| clock.until),
            away: self.clock.and_then(|clock| clock.away),
            is_out_of_time: self.clock.is_some_and(|clock| clock.told.is_some()),
            is_paused: self.paused.is_some(),
            commitment: self.seal.commitment,
            stage: self.called_stage(),
            names: self.names(),
            named: people(self.players().into_iter())
                .map(|player| Speaker {
                    id: player.account().clone(),
                    name: player.name.clone(),
                })
                .collect(),
            has_secrets: self.has_secrets(),
            by_chance: self.by_chance(),
            offers_program: self.offers_program(),
            aids: matches!(self.stage, Stage::Over(_)).then_some(self.aids),
        }
    }
}
