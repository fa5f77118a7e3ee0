use std::sync::Arc;

use api::{Platform, ServerAccess, ServerId, Timestamp};
use command::{Command, Control, Intent};
use present::Render;
use service::{
    ChallengeDone, CommunityReply, Done, Reply, RequestKind,
    testing::{Table, lobby},
};
use text::Language;

const DAY: i64 = 24 * 3600 * 1000;

/// Returns the text of Ann's `/vacation` on a server or elsewhere.
fn vacation_text(table: &mut Table, is_on_server: bool) -> String {
    let command = Command::parse("/vacation").expect("a command");
    let mut request = table.request("Ann", lobby(), Intent::Command(command));
    if let RequestKind::Person(request) = &mut request.kind {
        Arc::make_mut(&mut request.event).server = is_on_server.then(|| ServerAccess {
            id: ServerId::new(Platform::Playground, "page"),
            may_manage: false,
        });
    }
    match table.decide(&request).map(|outcome| outcome.reply) {
        Ok(Reply::Vacation(reply)) => reply.render(Language::ENGLISH).message.text,
        _ => panic!("she is told"),
    }
}

#[test]
fn a_vacation_reply_elsewhere_mentions_no_server() {
    let mut table = Table::new();
    for days in [None, Some("/vacation 7")] {
        if let Some(days) = days {
            assert!(table.say("Ann", lobby(), days).is_ok());
        }
        let here = vacation_text(&mut table, true);
        assert!(here.contains("left here"), "{here}");
        let elsewhere = vacation_text(&mut table, false);
        assert!(!elsewhere.contains("this server"), "{elsewhere}");
        assert!(!elsewhere.contains("left here"), "{elsewhere}");
    }
}

/// Returns the end of the vacation of the side to decide, as `/games` lists it for a person's only match.
fn away_in_games(table: &mut Table, name: &str) -> Option<Timestamp> {
    match table.say(name, lobby(), "/games") {
        Ok(Reply::Community(CommunityReply::Games { listed, .. })) => listed[0].away,
        _ => panic!("they are listed"),
    }
}

#[test]
fn a_vacation_is_seen_among_the_games_as_soon_as_it_begins_and_ends() {
    let mut table = Table::new();
    let text = "/challenge berolina Bob white time:3d";
    let Ok(Reply::Done(Done::Challenge(ChallengeDone::Opened(id)))) =
        table.say("Ann", lobby(), text)
    else {
        panic!("{text}");
    };
    let accept = Intent::Press(Control::Accept(id));
    assert!(table.ask("Bob", lobby(), accept).is_ok());
    let until = |table: &mut Table| match table.say("Bob", lobby(), "/games") {
        Ok(Reply::Community(CommunityReply::Games { listed, .. })) => {
            listed[0].until.map(|until| until.0)
        }
        _ => panic!("they are listed"),
    };
    let before = until(&mut table);
    assert!(table.say("Ann", lobby(), "/vacation 2").is_ok());
    let end = Timestamp(table.now.0 + 2 * DAY);
    assert_eq!(away_in_games(&mut table, "Ann"), Some(end));
    assert_eq!(away_in_games(&mut table, "Bob"), Some(end));
    assert_eq!(until(&mut table), before.map(|before| before + 2 * DAY));
    table.now.0 += 60_000;
    assert!(table.say("Ann", lobby(), "/vacation end").is_ok());
    assert_eq!(away_in_games(&mut table, "Bob"), None);
    assert_eq!(until(&mut table), before.map(|before| before + 60_000));
}
