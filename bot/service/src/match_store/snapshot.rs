//! A match after some of its inputs: the whole match, the public part, and the part that the person on a seat may know.
//!
//! Only this module separates the visible part of a match from the knowledge of the bot. Messages are composed of a
//! [`PublicMatch`], a [`PublicSnapshot`] or a [`SeatSnapshot`], and never of a [`Match`] or a [`Game`].

use std::{collections::VecDeque, sync::Arc};

use rules::{ByColor, Color, Game, Next, PublicView, Record, ReplayError, SeatView, Setup, View};

use crate::{
    ByChance, HintUsage, Live, Match, MatchClock, Player, RatedResult, RealTimeClock, Stage,
};
use api::{MatchId, SideChoice, Speaker, Timestamp, UserId};
use command::TimeControl;
use dice::Commitment;

/// A match after some of its inputs, with all that the bot knows about it. Clones share it.
#[derive(Clone)]
pub struct MatchSnapshot {
    game_match: Arc<Match>,
    game: Arc<Game>,
}

/// The public part of a match, in its latest state.
pub struct PublicMatch {
    /// The id, by which people name it.
    pub id: MatchId,
    /// The variant, its options and its first position.
    pub setup: Setup,
    /// The challenger.
    pub challenger: Player,
    /// The challenged person, if the challenge names one.
    pub challenged: Option<Player>,
    /// True if any person with its id can join from elsewhere.
    pub is_open_elsewhere: bool,
    /// True if its challenger plays it in direct messages, which they alone read.
    pub is_in_direct: bool,
    /// The side that the challenger wants.
    pub side: SideChoice,
    /// The finished match of the same two that it follows.
    pub rematch_of: Option<MatchId>,
    /// The number of turns of each side after which it is drawn.
    pub turn_limit: u32,
    /// The time control.
    pub time: TimeControl,
    /// True if its result changes the ratings of its players.
    pub rated: bool,
    /// The changes of these ratings, once it is over.
    pub ratings: Option<RatedResult>,
    /// The time of the system clock at which the side to decide runs out of time, if its clock runs.
    pub until: Option<Timestamp>,
    /// The clocks of both sides, if it is played in real time.
    pub clock: Option<RealTimeClock>,
    /// The end of the vacation of the side to decide, if its clock stands still because of that.
    pub away: Option<Timestamp>,
    /// True if the side to decide has no time left, and this was announced.
    pub is_out_of_time: bool,
    /// True if it is paused until one of the two resumes it.
    pub is_paused: bool,
    /// The commitment of its dice, published before the challenge was accepted.
    pub commitment: Commitment,
    /// The stage.
    pub stage: Stage,
    /// The names of both sides; they are empty before it is accepted.
    pub names: ByColor<String>,
    /// The accounts and names of the people in its texts: the players, or before acceptance the challenger and the challenged.
    pub named: Vec<Speaker>,
    /// True if its record holds secret inputs.
    pub has_secrets: bool,
    /// The part of chance in it.
    pub by_chance: ByChance,
    /// True if the program offers to play its challenger, because no one else does.
    pub offers_program: bool,
    /// The help that the opponent of the program has used, once it is over.
    pub hint_usage: Option<HintUsage>,
}

/// The public part of a match after some of its inputs.
pub struct PublicSnapshot {
    /// The match.
    pub of: PublicMatch,
    view: PublicView,
    #[cfg(feature = "leak")]
    leaked: View,
}

/// The part of a match after some of its inputs that the person on a seat may know.
pub struct SeatSnapshot {
    /// The match.
    pub of: PublicMatch,
    /// The board.
    pub view: SeatView,
}

impl MatchSnapshot {
    /// Returns the snapshot of a live match.
    pub fn of(live: &Live) -> MatchSnapshot {
        MatchSnapshot {
            game_match: Arc::clone(&live.game_match),
            game: Arc::clone(&live.game),
        }
    }

    /// Replays the first `n_inputs` inputs of a record, and returns the snapshot there.
    ///
    /// # Errors
    ///
    /// The record cannot be replayed that far.
    pub fn replay(
        game_match: Match,
        record: &Record,
        n_inputs: usize,
    ) -> Result<MatchSnapshot, ReplayError> {
        Ok(MatchSnapshot {
            game_match: Arc::new(game_match),
            game: Arc::new(record.replay_to(n_inputs)?),
        })
    }

    /// Returns this snapshot with up to `beside` snapshots before it and as many after it, in the order of their inputs. Those
    /// at which chance was to decide are left out. Other messages than the board use these.
    ///
    /// # Errors
    ///
    /// The record cannot be replayed that far.
    pub fn replay_around(
        game_match: Match,
        record: &Record,
        n_inputs: usize,
        beside: usize,
    ) -> Result<Vec<MatchSnapshot>, ReplayError> {
        let game_match = Arc::new(game_match);
        let n_inputs = n_inputs.min(record.inputs.len());
        let mut found = VecDeque::new();
        let mut n_after = 0;
        for game in record.games() {
            let game = match game {
                Ok(game) => game,
                Err(error) if error.at < n_inputs => return Err(error),
                Err(_) => break,
            };
            let at = game.n_inputs();
            if at != n_inputs && matches!(game.next(), Next::Chance(_)) {
                continue;
            }
            if at <= n_inputs && found.len() > beside {
                found.pop_front();
            }
            n_after += usize::from(at > n_inputs);
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

    /// Returns the same state of the match, with the knowledge of a later snapshot.
    pub fn known_at(&self, later: &MatchSnapshot) -> MatchSnapshot {
        MatchSnapshot {
            game_match: Arc::clone(&later.game_match),
            game: Arc::clone(&self.game),
        }
    }

    /// Returns the same snapshot with the present players of the match.
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
        game_match.state.clock = Some(clock);
        MatchSnapshot {
            game_match: Arc::new(game_match),
            game: self.game,
        }
    }

    /// Returns the game, with everything hidden in it.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of inputs that led here.
    pub fn n_inputs(&self) -> usize {
        self.game.n_inputs()
    }

    /// Returns the match.
    pub fn game_match(&self) -> &Arc<Match> {
        &self.game_match
    }

    /// Returns the side to decide, if any.
    pub fn decider(&self) -> Option<Color> {
        match self.game.next() {
            Next::Decision(seat) => Some(seat),
            Next::Chance(_) | Next::Over(_) => None,
        }
    }

    /// Returns the public part.
    pub fn public(&self) -> PublicSnapshot {
        PublicSnapshot {
            of: self.game_match.public(),
            view: self.game.public_view(),
            #[cfg(feature = "leak")]
            leaked: super::leak::view_to_post(&self.game),
        }
    }

    /// Returns the part that the person on a seat may know.
    pub fn seat(&self, seat: Color) -> SeatSnapshot {
        SeatSnapshot {
            of: self.game_match.public(),
            view: self.game.seat_view(seat),
        }
    }
}

impl PublicMatch {
    /// Iterates over the accounts on these seats; there are none before it is accepted.
    pub fn people(&self, seats: impl IntoIterator<Item = Color>) -> impl Iterator<Item = &UserId> {
        let players = self.stage.seats();
        let seats = seats.into_iter();
        let players = seats.filter_map(move |seat| players.map(|players| &players[seat]));
        people(players).map(Player::account)
    }
}

/// Keeps the players with an account that can be mentioned: deleted people and the program have none.
fn people<'a>(players: impl Iterator<Item = &'a Player>) -> impl Iterator<Item = &'a Player> {
    players.filter(|player| !player.is_deleted() && !player.is_program())
}

impl PublicSnapshot {
    /// Returns the public view for texts.
    pub fn view(&self) -> &View {
        #[cfg(not(feature = "leak"))]
        let view = self.view.as_view();
        #[cfg(feature = "leak")]
        let view = &self.leaked;
        view
    }

    /// Returns the public view for pictures.
    pub fn public_view(&self) -> &PublicView {
        &self.view
    }
}

impl Match {
    /// Returns a player with the name that this match shows for them.
    fn called(&self, player: &Player) -> Player {
        Player {
            name: self.name_of(player),
            ..player.clone()
        }
    }

    /// Returns the stage, with the names that this match shows for its players.
    fn called_stage(&self) -> Stage {
        let called = |seats: &ByColor<Player>| ByColor::from_fn(|color| self.called(&seats[color]));
        match &self.stage {
            Stage::Playing(seats) => Stage::Playing(called(seats)),
            Stage::Over(seats) => Stage::Over(called(seats)),
            stage => stage.clone(),
        }
    }

    /// Returns the public part.
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
            until: self.state.clock.and_then(|clock| clock.until),
            clock: self.state.clock.and_then(MatchClock::real_time),
            away: self.state.clock.and_then(|clock| clock.away),
            is_out_of_time: self.state.clock.is_some_and(|clock| clock.told.is_some()),
            is_paused: self.state.paused.is_some(),
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
            hint_usage: matches!(self.stage, Stage::Over(_)).then_some(self.state.hint_usage),
        }
    }
}
