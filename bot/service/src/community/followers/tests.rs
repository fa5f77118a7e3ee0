use super::*;
use crate::testing::{Table, elsewhere, english, lobby, person};
use crate::{Done, PeopleDone, PeopleReply, Reply};
use api::Place;
use command::Control;
use text::arg;

impl Table {
    /// Tells whether a person follows a match after this.
    #[track_caller]
    fn follows(&mut self, name: &str, place: Place, text: &str) -> bool {
        match self.say(name, place, text) {
            Ok(Reply::Done(Done::Community(CommunityDone::Followed(_)))) => true,
            Ok(Reply::Done(Done::Community(CommunityDone::Unfollowed(_)))) => false,
            reply => panic!("{name}: {text}: {:?}", reply.err().map(|no| english(&no))),
        }
    }

    fn followers(&self, id: MatchId) -> Vec<UserId> {
        let followers = read_followers(&self.rows, id, 0).expect("the rows can be read");
        followers.users
    }

    /// Counts the stored rows of followers.
    fn kept(&self) -> usize {
        self.rows.n_under("followers/") + self.rows.n_under("follows/")
    }
}

#[test]
fn a_follower_can_unfollow_anywhere() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    assert!(table.follows("Eve", lobby(), "/follow"));
    assert!(table.follows("Carl", lobby(), &format!("/follow {id}")));
    assert_eq!(
        table.followers(id),
        [person("Eve").id, person("Carl").id],
        "in the order in which they came"
    );
    // It holds after a restart too.
    table.service.forget();
    assert!(!table.follows("Eve", Place::Direct, &format!("/follow {id}")));
    assert!(!table.follows("Carl", lobby(), "/follow"));
    assert!(table.followers(id).is_empty());
    table.is_sound();
}

#[test]
fn players_cannot_follow_their_own_match_or_an_unseen_one() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    let named = format!("/follow {id}");
    let own = english(&text::refusal_follow_own(id).into());
    table.refuses("Bob", lobby(), &named, &own);
    let nothing = english(&text::refusal_nothing_to_follow().into());
    table.refuses("Bob", lobby(), "/follow", &nothing);
    for place in [elsewhere(), Place::Direct] {
        table.refuses("Eve", place.clone(), "/follow", &nothing);
        let unknown = english(&text::refusal_unknown_match(id).into());
        table.refuses("Eve", place, &named, &unknown);
    }
    table.does("Ann", "/resign confirm:yes");
    let over = english(&text::refusal_follow_over(id).into());
    table.refuses("Eve", lobby(), &named, &over);
    assert_eq!(table.kept(), 0);
}

#[test]
fn followers_are_bounded_and_let_go_when_they_have_been_called() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    for n in 0..MOST {
        assert!(table.follows(&format!("Eve{n}"), lobby(), "/follow"));
    }
    let full = english(&text::refusal_too_many_followers(arg::id(id), arg::most(MOST)).into());
    table.refuses("Carl", lobby(), "/follow", &full);
    assert!(!table.follows("Eve3", lobby(), "/follow"));
    assert!(table.follows("Carl", lobby(), "/follow"));
    assert_eq!(table.kept(), 1 + MOST);
    let followers = read_followers(&table.rows, id, 0).expect("the rows can be read");
    let mut changes = Batch::default();
    followers.let_go(id, 0, &mut changes);
    table.rows.take(changes);
    assert_eq!(table.kept(), 0);
}

#[test]
fn followed_matches_are_exported_and_deleted_with_a_person() {
    let mut table = Table::new();
    let id = table.begin("Ann", "Bob");
    for name in ["Annabel", "Eve"] {
        assert!(table.follows(name, lobby(), "/follow"));
    }
    let mut press = |control| table.presses("Annabel", control);
    let Reply::People(PeopleReply::MyDataFile(file)) = press(Control::ExportMine) else {
        panic!("a file");
    };
    assert_eq!(file.follows, [id]);
    // The match goes on meanwhile.
    let Reply::People(PeopleReply::AskDelete(whose)) = press(Control::DeleteMe(None)) else {
        panic!("a question");
    };
    let deleted = press(Control::DeleteMe(Some(whose)));
    assert!(matches!(
        deleted,
        Reply::Done(Done::People(PeopleDone::Deleted { n_damaged: 0 }))
    ));
    assert_eq!(table.followers(id), [person("Eve").id]);
    assert_eq!(table.kept(), 2);
}
