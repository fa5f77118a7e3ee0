use super::*;
use crate::{
    ChallengeDone, Done, MatchPlace, Reply,
    testing::{Table, page, person},
};
use api::{ChannelId, MatchId, Platform};
use command::{Command, Control, Intent};

impl Table {
    /// Makes a request on the server of the page, as its manager.
    #[track_caller]
    fn manages(&mut self, name: &str, text: &str) -> Reply {
        let command = Command::parse(text).expect("a command");
        let reply = self.ask_on_server(name, true, Intent::Command(command));
        reply.unwrap_or_else(|_| panic!("{text} is refused"))
    }

    /// Challenges on the server of the page.
    #[track_caller]
    fn challenges_on_server(&mut self, white: &str, black: &str) -> MatchId {
        match self.manages(white, &format!("/challenge berolina {black} white")) {
            Reply::Done(Done::Challenge(ChallengeDone::Opened(id))) => id,
            _ => panic!("a challenge"),
        }
    }

    /// Begins a match of these two on the server of the page.
    #[track_caller]
    fn begins_on_server(&mut self, white: &str, black: &str) -> MatchId {
        let id = self.challenges_on_server(white, black);
        self.presses(black, Control::Accept(id));
        id
    }

    /// Returns the matches that the page lists.
    fn listed_on_page(&self) -> Vec<MatchId> {
        let listed = read_listed(&self.rows).expect("the rows can be read");
        listed.into_iter().map(|of| of.id).collect()
    }
}

#[test]
fn a_match_is_listed_only_if_its_server_says_so() {
    let mut table = Table::new();
    table.begins_on_server("Ann", "Bob");
    assert_eq!(table.listed_on_page(), []);
    table.manages("Ann", "/settings server web:listed");
    // The players of the first match began it unlisted.
    assert_eq!(table.listed_on_page(), []);
    let listed = table.begins_on_server("Cleo", "Dan");
    // A place without a server has no manager who could list it.
    table.begin("Eve", "Finn");
    assert_eq!(table.listed_on_page(), [listed]);
    table.manages("Ann", "/settings server web:unlisted");
    assert_eq!(table.listed_on_page(), []);
    table.begins_on_server("Gus", "Hal");
    table.manages("Ann", "/settings server web:listed");
    assert_eq!(table.listed_on_page(), [listed]);
    table.is_sound();
}

#[test]
fn a_challenge_is_not_listed_and_a_match_leaves_at_its_end() {
    let mut table = Table::new();
    table.manages("Ann", "/settings server web:listed");
    let id = table.challenges_on_server("Ann", "Bob");
    assert_eq!(table.listed_on_page(), []);
    table.presses("Bob", Control::Accept(id));
    assert_eq!(table.listed_on_page(), [id]);
    assert_eq!(table.rows.n_under("listed/"), 1);
    table.ends_matches_of(&person("Ann").id);
    assert_eq!(table.listed_on_page(), []);
    assert_eq!(table.rows.n_under("listed/"), 0);
    table.is_sound();
}

#[test]
fn a_match_with_a_place_in_direct_messages_is_not_listed() {
    let mut table = Table::new();
    table.manages("Ann", "/settings server web:listed");
    let id = table.begins_on_server("Ann", "Bob");
    let (mut game_match, _) = table.found(id);
    assert_eq!(game_match.servers(), Some(vec![&page()]));
    game_match.away = Some(MatchPlace {
        channel: ChannelId::direct(Platform::Matrix),
        ..game_match.home.clone()
    });
    assert_eq!(game_match.servers(), None);
    table.rewrite(&game_match);
    assert_eq!(table.listed_on_page(), []);
}

#[test]
fn the_list_has_twenty_matches_and_the_newest_move_first() {
    let mut table = Table::new();
    table.manages("Ann", "/settings server web:listed");
    let begin = |n| {
        table.now.0 += 1000;
        table.begins_on_server(&format!("White{n}"), &format!("Black{n}"))
    };
    let ids: Vec<_> = (0..MOST_SHOWN + 3).map(begin).collect();
    let newest: Vec<_> = ids.iter().rev().take(MOST_SHOWN).copied().collect();
    assert_eq!(table.listed_on_page(), newest);
    table.now.0 += 1000;
    table.does("White0", "/move e2d3");
    let listed = table.listed_on_page();
    assert_eq!((listed[0], listed.len()), (ids[0], MOST_SHOWN));
}
