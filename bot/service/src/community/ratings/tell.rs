//! Profiles and leaderboards.

use rules::Variant;

use super::{
    Ladder, Leaders, Rating, Score,
    keys::{leaders_key, rating_key},
};
use crate::{
    Effects, Player, QueryReply,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
        state::Found,
    },
};
use api::{MatchId, Place, Timestamp, UserId};

/// How many of somebody's last rated matches a profile tells.
const LAST: usize = 5;

/// Among how many of them those are looked for that the asker may see.
const LOOKED_AT: usize = 20;

/// How many people are told of each variant: of one, and of each where all are told.
const TOP_OF_ONE: usize = 10;
const TOP_OF_ALL: usize = 3;

/// Somebody's ratings.
pub struct Profile {
    /// Whose.
    pub name: String,
    /// Of each variant in which they have played a rated match.
    pub standings: Vec<LadderStanding>,
    /// Their last rated matches, the newest first.
    pub last: Vec<PastMatch>,
}

/// How somebody stands in a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderStanding {
    /// In which.
    pub ladder: Ladder,
    /// Their rating.
    pub rating: i32,
    /// How far from it they may well be.
    pub deviation: i32,
    /// Whether it is of few matches yet.
    pub is_provisional: bool,
    /// How many matches they have won, drawn and lost.
    pub won: u32,
    /// See above.
    pub drawn: u32,
    /// See above.
    pub lost: u32,
    /// When their last matches ended, and their rating then, the oldest first.
    pub course: Vec<(Timestamp, i32)>,
}

/// A rated match of somebody's.
pub struct PastMatch {
    /// The match.
    pub id: MatchId,
    /// What it counted for.
    pub ladder: Ladder,
    /// Against whom, unless its data are damaged.
    pub opponent: Option<String>,
    /// How it ended for them.
    pub score: Score,
    /// Their rating then.
    pub rating: i32,
}

/// The best players of a place.
pub struct Leaderboard {
    /// In each variant that was asked for.
    pub tops: Vec<LadderTop>,
}

/// The best players in a variant.
pub struct LadderTop {
    /// In which.
    pub ladder: Ladder,
    /// Who, and how they stand, the best first.
    pub people: Vec<(String, LadderStanding)>,
    /// How many more have a provisional rating.
    pub n_provisional: usize,
}

impl Rating {
    fn standing(&self, ladder: Ladder, now: Timestamp) -> LadderStanding {
        LadderStanding {
            ladder,
            rating: self.shown(),
            deviation: self.at(now).deviation.round() as i32,
            is_provisional: self.is_provisional(),
            won: self.won,
            drawn: self.drawn,
            lost: self.lost,
            course: self
                .course
                .iter()
                .map(|point| (point.at, point.rating))
                .collect(),
        }
    }
}

impl Asker<'_> {
    /// Tells the ratings of a person, or the speaker's own.
    pub(crate) fn profile(&self, person: Option<&str>) -> Result<Effects, Interrupt> {
        let whose = match (person, &self.request.person) {
            (None, _) => &self.request.speaker,
            // A platform that knows mentions offers everybody else itself.
            (Some(text), None) if text.starts_with("<@") => {
                return Err(text::refusal_profile_bot().into());
            }
            (Some(text), None) => return Err(self.nobody(text).into()),
            (Some(_), Some(person)) => person,
        };
        let player = Player::from(whose);
        let ratings = self.ratings_of(&player.id)?;
        let standing =
            |(ladder, rating): &(Ladder, Rating)| rating.standing(*ladder, self.request.now);
        reply_with(QueryReply::Profile(Box::new(Profile {
            last: self.last_rated(&player.id, &ratings)?,
            standings: ratings.iter().map(standing).collect(),
            name: player.name,
        })))
    }

    /// Somebody's ratings in all variants in which they have one.
    pub(crate) fn ratings_of(&self, user: &UserId) -> Result<Vec<(Ladder, Rating)>, Interrupt> {
        let keys: Vec<_> = Ladder::all()
            .map(|ladder| rating_key(user, ladder))
            .collect();
        self.state().need_entries(&keys)?;
        let mut ratings = Vec::new();
        for (ladder, key) in Ladder::all().zip(&keys) {
            ratings.extend(
                self.state()
                    .entry(key)?
                    .map(|rating: Rating| (ladder, rating)),
            );
        }
        Ok(ratings)
    }

    fn last_rated(
        &self,
        user: &UserId,
        ratings: &[(Ladder, Rating)],
    ) -> Result<Vec<PastMatch>, Interrupt> {
        let points = ratings.iter().flat_map(|(ladder, rating)| {
            let points = rating.course.iter();
            points.map(move |point| (*ladder, *point))
        });
        let mut points: Vec<_> = points.collect();
        points.sort_by_key(|(_, point)| std::cmp::Reverse(point.at));
        points.truncate(LOOKED_AT);
        self.state()
            .need_stored(points.iter().map(|(_, point)| point.id))?;
        points.retain(|(_, point)| match self.state().stored.get(&point.id) {
            Some(Found::Whole(stored)) => self.is_visible(&stored.game_match),
            _ => false,
        });
        points.truncate(LAST);
        let past = |(ladder, point): &(Ladder, super::CoursePoint)| PastMatch {
            id: point.id,
            ladder: *ladder,
            opponent: self.opponent_in(point.id, user),
            score: point.score,
            rating: point.rating,
        };
        Ok(points.iter().map(past).collect())
    }

    /// Whom somebody played in a match that was looked up.
    fn opponent_in(&self, id: MatchId, user: &UserId) -> Option<String> {
        let Some(Found::Whole(stored)) = self.state().stored.get(&id) else {
            return None;
        };
        let seat = stored.game_match.seat_of(user)?;
        Some(stored.game_match.names()[!seat].clone())
    }

    /// Tells the best players of the place in a variant, or in all.
    pub(crate) fn leaderboard(&self, variant: Option<Variant>) -> Result<Effects, Interrupt> {
        if self.request.place == Place::Group {
            return Err(text::refusal_leaderboard_group().into());
        }
        if self.request.server.is_none() && !matches!(self.request.place, Place::Channel(_)) {
            return Err(text::refusal_leaderboard_where().into());
        }
        let is_meant = |ladder: &Ladder| variant.is_none_or(|variant| ladder.variant() == variant);
        let ladders: Vec<_> = Ladder::all().filter(is_meant).collect();
        let most = match variant {
            Some(_) => TOP_OF_ONE,
            None => TOP_OF_ALL,
        };
        let keys = ladders.iter().map(|ladder| self.leaders_key(*ladder));
        self.state().need_entries(keys)?;
        let mut tops = Vec::new();
        for ladder in ladders {
            tops.push(self.top(ladder, most)?);
        }
        tops.retain(|top| variant.is_some() || !top.people.is_empty() || top.n_provisional > 0);
        reply_with(QueryReply::Leaderboard(Leaderboard { tops }))
    }

    /// Where the best players are found of where the request comes from.
    fn leaders_key(&self, ladder: Ladder) -> Vec<u8> {
        let server = self.request.server.as_ref().map(|server| &server.id);
        leaders_key(server, self.request.speaker.account.platform, ladder)
    }

    fn top(&self, ladder: Ladder, most: usize) -> Result<LadderTop, Interrupt> {
        let leaders: Leaders = self
            .state()
            .entry(&self.leaders_key(ladder))?
            .unwrap_or_default();
        let keys = leaders
            .people()
            .iter()
            .map(|leader| rating_key(&leader.player.id, ladder));
        let keys: Vec<_> = keys.collect();
        self.state().need_entries(&keys)?;
        let mut people = Vec::new();
        for (leader, key) in leaders.people().iter().zip(&keys) {
            // Since they played here they may have played elsewhere.
            if let Some(rating) = self.state().entry::<Rating>(key)? {
                let standing = rating.standing(ladder, self.request.now);
                people.push((leader.player.name.clone(), standing));
            }
        }
        let n_all = people.len();
        people.retain(|(_, standing)| !standing.is_provisional);
        let n_provisional = n_all - people.len();
        people.sort_by_key(|(_, standing)| std::cmp::Reverse(standing.rating));
        people.truncate(most);
        Ok(LadderTop {
            ladder,
            people,
            n_provisional,
        })
    }
}
