//! Profiles and leaderboards.

use rules::Variant;

use super::{Ladder, Leaders, Rating, Score, board::leaders_key};
use crate::{
    Player,
    decision::{context::Asker, interrupt::Interrupt},
    match_store::schema::rating_key,
};
use api::{MatchId, Place, Timestamp, UserId};

/// The number of last rated matches in a profile.
const LAST: usize = 5;

/// The number of last rated matches among which the bot looks for those that the speaker may see.
const LOOKED_AT: usize = 20;

/// The number of people on the leaderboard of one variant, and of each variant if all are shown.
const TOP_OF_ONE: usize = 10;
const TOP_OF_ALL: usize = 3;

/// The ratings of a person.
pub struct Profile {
    /// The name of the person.
    pub name: String,
    /// The standings in each ladder in which they have played a rated match.
    pub standings: Vec<LadderStanding>,
    /// Their last rated matches, the newest first.
    pub last: Vec<PastMatch>,
}

/// The standing of a person in a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderStanding {
    /// The ladder.
    pub ladder: Ladder,
    /// Their rating.
    pub rating: i32,
    /// The deviation of the rating.
    pub deviation: i32,
    /// True if the rating still rests on few matches.
    pub is_provisional: bool,
    /// The number of matches won.
    pub won: u32,
    /// The number of matches drawn.
    pub drawn: u32,
    /// The number of matches lost.
    pub lost: u32,
    /// The ends of their last matches and their rating after each, the oldest first.
    pub course: Vec<(Timestamp, i32)>,
}

/// A rated match of a person.
pub struct PastMatch {
    /// The match.
    pub id: MatchId,
    /// The ladder for which it counted.
    pub ladder: Ladder,
    /// The name of the opponent, unless the match is damaged.
    pub opponent: Option<String>,
    /// The score of the person.
    pub score: Score,
    /// Their rating after the match.
    pub rating: i32,
}

/// The best players of a place.
pub struct Leaderboard {
    /// The best players in each requested ladder.
    pub tops: Vec<LadderTop>,
}

/// The best players in a ladder.
pub struct LadderTop {
    /// The ladder.
    pub ladder: Ladder,
    /// The players and their standings, the best first.
    pub people: Vec<(String, LadderStanding)>,
    /// The number of other players with a provisional rating.
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
    /// Returns the ratings of a person, or those of the speaker.
    pub(crate) fn profile(&self, person: Option<&str>) -> Result<Profile, Interrupt> {
        let whose = match person {
            None => &self.request.speaker,
            Some(text) => self.named(text, text::refusal_profile_bot)?,
        };
        let player = Player::from(whose);
        let ratings = self.ratings_of(&player.id)?;
        let standing = |(ladder, rating): &(Ladder, Rating)| rating.standing(*ladder, self.now());
        Ok(Profile {
            last: self.last_rated(&player.id, &ratings)?,
            standings: ratings.iter().map(standing).collect(),
            name: player.name,
        })
    }

    /// Returns the ratings of a person in all ladders in which they have one.
    pub(crate) fn ratings_of(&self, user: &UserId) -> Result<Vec<(Ladder, Rating)>, Interrupt> {
        let keys: Vec<_> = Ladder::all()
            .map(|ladder| rating_key(user, ladder))
            .collect();
        self.state().need_entries(&keys)?;
        let mut ratings = Vec::new();
        for (ladder, key) in Ladder::all().zip(&keys) {
            let rating: Option<Rating> = self.state().entry(key)?;
            ratings.extend(rating.map(|rating| (ladder, rating)));
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
        points.retain(|(_, point)| {
            let stored = self.state().stored(point.id);
            stored.is_ok_and(|stored| self.is_visible(&stored.game_match))
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

    /// Returns the opponent of a person in a match that was loaded.
    fn opponent_in(&self, id: MatchId, user: &UserId) -> Option<String> {
        let stored = self.state().stored(id).ok()?;
        let seat = stored.game_match.seat_of(user)?;
        Some(stored.game_match.names()[!seat].clone())
    }

    /// Returns the best players of the place in a variant, or in all.
    pub(crate) fn leaderboard(&self, variant: Option<Variant>) -> Result<Leaderboard, Interrupt> {
        if self.request.event.place == Place::Group {
            return Err(text::refusal_leaderboard_group().into());
        }
        if self.request.event.server.is_none()
            && !matches!(self.request.event.place, Place::Channel(_))
        {
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
        Ok(Leaderboard { tops })
    }

    /// Returns the key of the best players of the request's place.
    fn leaders_key(&self, ladder: Ladder) -> Vec<u8> {
        let server = self.request.event.server.as_ref().map(|server| &server.id);
        leaders_key(server, self.request.speaker.account.platform, ladder)
    }

    fn top(&self, ladder: Ladder, most: usize) -> Result<LadderTop, Interrupt> {
        let state = self.state();
        let leaders: Leaders = state.entry_or_default(&self.leaders_key(ladder))?;
        let key = |user: &UserId| rating_key(user, ladder);
        let keys: Vec<_> = leaders.ids().map(key).collect();
        state.need_entries(&keys)?;
        let mut people = Vec::new();
        for (leader, key) in leaders.people().iter().zip(&keys) {
            // They may have played in other places since they played here.
            if let Some(rating) = state.entry::<Rating>(key)? {
                let standing = rating.standing(ladder, self.now());
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
