use super::*;
use crate::{
    CommunityReply, Reply,
    match_store::{entries::read, schema::rating_key},
    testing::{DAY, Table, person},
};
use api::{Platform, UserId};
use command::Control;

const LADDER: Ladder = Ladder::Usual(Variant::Berolina);

impl Table {
    /// Plays a match of Ann with White and Bob on these terms, which ends after both have moved by a resignation of one player.
    fn lost_by(&mut self, name: &str, terms: &str) -> MatchId {
        let id = self.begins("Ann", "Bob", terms);
        self.does("Ann", "/move e2g4");
        self.does("Bob", "/move d7f5");
        self.does(name, "/resign confirm:yes");
        id
    }

    fn rating(&self, name: &str, ladder: Ladder) -> Option<Rating> {
        read(&self.rows, &rating_key(&person(name).id, ladder)).expect("it can be read")
    }

    fn n_ratings(&self) -> usize {
        self.rows.n_under("rating/")
    }

    fn profile(&mut self, name: &str, text: &str) -> Profile {
        match self.does(name, text) {
            Reply::Community(CommunityReply::Profile(profile)) => *profile,
            _ => panic!("{text}"),
        }
    }

    fn top(&mut self, text: &str) -> LadderTop {
        match self.does("Ann", text) {
            Reply::Community(CommunityReply::Leaderboard(mut leaderboard)) => {
                leaderboard.tops.remove(0)
            }
            _ => panic!("{text}"),
        }
    }
}

#[test]
fn the_end_of_a_rated_match_changes_both_ratings_once() {
    let mut table = Table::new();
    let id = table.lost_by("Bob", "berolina rated:yes");
    // Glickman's own figures for a first match: http://www.glicko.net/glicko/glicko2.pdf
    let (ann, bob) = (table.rating("Ann", LADDER), table.rating("Bob", LADDER));
    let (ann, bob) = (ann.expect("a rating"), bob.expect("a rating"));
    assert_eq!((ann.shown(), bob.shown()), (1662, 1338));
    assert_eq!(
        (ann.deviation.round(), bob.deviation.round()),
        (290.0, 290.0)
    );
    assert_eq!((ann.won, ann.drawn, ann.lost), (1, 0, 0));
    assert_eq!((bob.won, bob.drawn, bob.lost), (0, 0, 1));
    let point = CoursePoint {
        id,
        at: table.now,
        score: Score::Won,
        rating: 1662,
    };
    assert_eq!(ann.course, [point]);
    let (game_match, _) = table.found(id);
    let ratings = game_match.ratings.expect("they have changed");
    let change = |before, after| RatingChange {
        before,
        after,
        is_provisional: true,
    };
    assert_eq!(ratings.of(rules::Color::White), change(1500, 1662));
    assert_eq!(ratings.of(rules::Color::Black), change(1500, 1338));
    // Later commands in the match do not change the ratings.
    table.does("Ann", &format!("/board match:{id}"));
    assert_eq!(table.rating("Ann", LADDER), Some(ann));
}

#[test]
fn unrated_and_barely_begun_matches_change_no_rating() {
    let mut table = Table::new();
    table.lost_by("Bob", "berolina");
    table.lost_by("Bob", "berolina rated:no");
    table.begins("Ann", "Bob", "berolina rated:yes");
    table.does("Ann", "/move e2g4");
    table.does("Bob", "/resign confirm:yes");
    assert_eq!(table.n_ratings(), 0);
}

#[test]
fn matches_against_the_program_or_oneself_are_not_rated() {
    let mut table = Table::new();
    let id = table.begins("Ann", "Bob", "berolina rated:yes");
    let (game_match, _) = table.found(id);
    assert!(game_match.counts());
    let with = |user: UserId| {
        let mut game_match = game_match.clone();
        if let crate::Stage::Playing(seats) = &mut game_match.stage {
            seats.black.id = user;
        }
        game_match
    };
    assert!(!with(UserId::new(Platform::Engine, "easy")).counts());
    assert!(!with(person("Ann").id).counts());
    assert!(with(person("Eve").id).counts());
}

#[test]
fn each_variant_and_each_set_of_its_rules_has_ratings_of_its_own() {
    assert_eq!(Ladder::all().count(), Variant::ALL.len() + 1);
    for ladder in Ladder::all() {
        assert_eq!(ladder.to_string().parse(), Ok(ladder));
    }
    let mut table = Table::new();
    for terms in ["bario rated:yes", "bario rules=classic rated:yes"] {
        let id = table.begins("Ann", "Bob", terms);
        let (game_match, _) = table.found(id);
        let expected = if terms.contains("classic") {
            Ladder::ClassicBario
        } else {
            Ladder::Usual(Variant::Bario)
        };
        assert_eq!(Ladder::of(&game_match.setup), expected);
    }
}

#[test]
fn a_rematch_is_rated_if_the_match_was() {
    let mut table = Table::new();
    for (terms, expected) in [("berolina rated:yes", true), ("berolina", false)] {
        let id = table.lost_by("Bob", terms);
        let next = table.opens("Ann", &format!("/rematch match:{id}"));
        let (game_match, _) = table.found(next);
        assert_eq!(game_match.rated, expected);
        table.presses("Bob", Control::Decline(next));
    }
}

#[test]
fn the_deviation_of_a_rating_grows_while_a_person_does_not_play() {
    let rating = Rating {
        rating: 1700.0,
        deviation: 60.0,
        ..Rating::default()
    };
    let after = |days: i64| rating.at(Timestamp(days * DAY));
    assert_eq!(after(4).deviation, 60.0);
    assert!(after(5).deviation > 60.0);
    let year = after(365);
    assert_eq!((year.rating, year.deviation.round()), (1700.0, 107.0));
    // The deviation never exceeds that of an unknown player, and a clock that is set back changes nothing.
    assert_eq!(after(365_000).deviation, 350.0);
    assert_eq!(after(-10).deviation, 60.0);
}

#[test]
fn a_profile_shows_ratings_their_course_and_the_last_matches() {
    let mut table = Table::new();
    let profile = table.profile("Ann", "/profile");
    assert!(profile.standings.is_empty());
    let first = table.lost_by("Bob", "berolina rated:yes");
    table.now.0 += DAY;
    let second = table.lost_by("Ann", "berolina rated:yes");
    let profile = table.profile("Eve", "/profile Ann");
    assert_eq!(profile.name, "Ann");
    let [standing] = &profile.standings[..] else {
        panic!("one variant");
    };
    assert!(standing.is_provisional);
    assert_eq!((standing.won, standing.drawn, standing.lost), (1, 0, 1));
    assert_eq!(standing.course.len(), 2);
    let last: Vec<_> = profile
        .last
        .iter()
        .map(|past| (past.id, past.score))
        .collect();
    assert_eq!(last, [(second, Score::Lost), (first, Score::Won)]);
    assert_eq!(profile.last[0].opponent.as_deref(), Some("Bob"));
    assert!(table.does("Ann", "/profile").illustration().is_some());
    assert!(table.does("Eve", "/profile").illustration().is_none());
}

#[test]
fn a_leaderboard_ranks_people_with_ten_rated_matches() {
    let mut table = Table::new();
    for n in 0..9 {
        let loser = if n % 3 == 0 { "Ann" } else { "Bob" };
        table.lost_by(loser, "berolina rated:yes");
        table.now.0 += 1000;
    }
    let top = table.top("/leaderboard berolina");
    assert!(top.people.is_empty());
    assert_eq!(top.n_provisional, 2);
    table.lost_by("Ann", "berolina rated:yes");
    let top = table.top("/leaderboard");
    let names: Vec<_> = top.people.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((names, top.n_provisional), (vec!["Ann", "Bob"], 0));
    assert!(top.people[0].1.rating > top.people[1].1.rating);
}

#[test]
fn leaders_and_rating_courses_are_bounded() {
    let mut leaders = Leaders::default();
    for n in 0..300 {
        let player = crate::Player::from(&person(&format!("P{n}")).into());
        leaders.note(&player, 1000 + n);
        leaders.note(&player, 1000 + n);
    }
    let people = leaders.people();
    assert_eq!(people.len(), 100);
    assert_eq!(people[0].player.name, "P299");
    assert_eq!(people[99].player.name, "P200");
    let id = "4kq0z".parse().expect("a match id");
    let mut rating = Rating::default();
    for n in 0..80 {
        let other = Rating::default();
        (rating, _) = rating.after(&other, id, Score::Drawn, Timestamp(n));
    }
    assert_eq!(rating.course.len(), COURSE);
    assert_eq!(
        rating.course.last().map(|point| point.at),
        Some(Timestamp(79))
    );
    assert_eq!(rating.n_matches(), 80);
}
