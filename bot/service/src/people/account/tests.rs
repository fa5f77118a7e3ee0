use rules::Color;

use crate::{
    ChallengeDone, Done, Renamed, Reply, RequestKind, renamed_in_matches,
    testing::{Table, page, person},
};
use api::{MatchId, Place, Platform, ServerId, Speaker};
use command::{Command, Control, Intent};

/// Returns the reply to a request that a person makes on the server.
fn does(table: &mut Table, name: &str, intent: Intent) -> Reply {
    let Ok(reply) = table.ask_on_server(name, false, intent) else {
        panic!("{name} is refused something");
    };
    reply
}

fn says(table: &mut Table, name: &str, text: &str) -> Reply {
    let command = Command::parse(text).expect("a command");
    does(table, name, Intent::Command(command))
}

/// Ann challenges Bob.
fn challenged(table: &mut Table) -> MatchId {
    match says(table, "Ann", "/challenge berolina Bob white") {
        Reply::Done(Done::Challenge(ChallengeDone::Opened(id))) => id,
        _ => panic!("a challenge is opened"),
    }
}

/// Ann plays Bob.
fn playing(table: &mut Table) -> MatchId {
    let id = challenged(table);
    does(table, "Bob", Intent::Press(Control::Accept(id)));
    id
}

/// Returns an account by another name.
fn called(account: &str, name: &str) -> Speaker {
    Speaker {
        name: name.to_owned(),
        ..person(account)
    }
}

/// Returns the matches of an account for which its name on a server is news.
fn hears(table: &Table, (account, name): (&str, &str), server: &ServerId) -> Vec<MatchId> {
    let found = renamed_in_matches(&table.rows, &called(account, name), Some(server));
    let news = found.expect("the rows can be read").into_iter();
    news.map(|renamed| renamed.id).collect()
}

/// Reports the present name of an account. Returns whether the match updates it.
fn is_noted(
    table: &mut Table,
    id: MatchId,
    (account, name): (&str, &str),
    server: Option<ServerId>,
) -> bool {
    let who = called(account, name);
    let before = table.found(id).0;
    let renamed = RequestKind::Renamed(Renamed { id, who, server });
    table.takes(format!("renamed:{}-{id}", table.now.0), renamed);
    before != table.found(id).0
}

#[test]
fn a_new_name_appears_with_the_next_move() {
    let mut table = Table::new();
    let id = playing(&mut table);
    let elsewhere = ServerId::new(Platform::Playground, "another");
    for server in [None, Some(elsewhere)] {
        assert!(!is_noted(&mut table, id, ("Bob", "Robert"), server));
    }
    assert!(!is_noted(&mut table, id, ("Eve", "Robert"), Some(page())));
    for name in ["Robert /move", "Robert"] {
        assert!(is_noted(&mut table, id, ("Bob", name), Some(page())));
    }
    assert!(!is_noted(&mut table, id, ("Bob", "Robert"), Some(page())));
    says(&mut table, "Ann", "/move e2g4");
    let public = table.found(id).0.public();
    assert_eq!(public.names[Color::White], "Ann");
    assert_eq!(public.names[Color::Black], "Robert");
    assert_eq!(public.named, [person("Ann"), called("Bob", "Robert")]);
}

#[test]
fn a_name_is_news_to_matches_that_go_on_and_have_another_for_it() {
    let mut table = Table::new();
    let id = playing(&mut table);
    assert!(hears(&table, ("Bob", "Bob"), &page()).is_empty());
    assert!(hears(&table, ("Eve", "Robert"), &page()).is_empty());
    let elsewhere = ServerId::new(Platform::Playground, "another");
    assert!(hears(&table, ("Bob", "Robert"), &elsewhere).is_empty());
    assert_eq!(hears(&table, ("Bob", "Robert"), &page()), [id]);
    assert!(is_noted(&mut table, id, ("Bob", "Robert"), Some(page())));
    assert!(hears(&table, ("Bob", "Robert"), &page()).is_empty());
    says(&mut table, "Ann", "/resign confirm:yes");
    assert!(hears(&table, ("Bob", "Bobby"), &page()).is_empty());
}

#[test]
fn a_challenge_notes_a_new_name_too() {
    let mut table = Table::new();
    let id = challenged(&mut table);
    assert!(is_noted(&mut table, id, ("Ann", "Anna"), Some(page())));
    let public = table.found(id).0.public();
    assert_eq!(public.challenger.name, "Anna");
    let named: Vec<_> = public.named.iter().map(|who| &*who.name).collect();
    assert_eq!(named, ["Anna", "Bob"]);
}

#[test]
fn a_match_that_is_over_keeps_its_names() {
    let mut table = Table::new();
    let id = playing(&mut table);
    says(&mut table, "Ann", "/resign confirm:yes");
    assert!(!is_noted(&mut table, id, ("Bob", "Robert"), Some(page())));
    assert_eq!(table.found(id).0.names()[Color::Black], "Bob");
}

#[test]
fn the_name_in_direct_messages_counts_for_a_match_there() {
    let mut table = Table::new();
    let text = "/challenge berolina @Oddboard white";
    let Ok(Reply::Done(Done::Challenge(ChallengeDone::Begun(id)))) =
        table.say("Ann", Place::Direct, text)
    else {
        panic!("it begins");
    };
    assert!(!is_noted(&mut table, id, ("Ann", "Anna"), Some(page())));
    assert!(is_noted(&mut table, id, ("Ann", "Anna"), None));
    assert_eq!(table.found(id).0.names()[Color::White], "Anna");
}
