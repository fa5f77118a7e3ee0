use super::super::tests::{Table, lobby};
use crate::{
    command::Command,
    ports::{Platform, ServerAccess, ServerId},
    present,
    service::{Intent, Reply, What},
    words::Language,
};

/// What Ann hears of her vacation on a server, or elsewhere.
fn heard(table: &mut Table, is_on_server: bool) -> String {
    let command = Command::parse("/vacation").expect("a command");
    let mut input = table.request("Ann", lobby(), Intent::Command(command));
    if let What::Request(request) = &mut input.what {
        request.server = is_on_server.then(|| ServerAccess {
            id: ServerId::new(Platform::Playground, "page"),
            may_manage: false,
        });
    }
    match table.decide(&input).map(|effects| effects.reply) {
        Ok(Reply::Told(told)) => present::told(&told, Language::ENGLISH).message.text,
        _ => panic!("she is told"),
    }
}

#[test]
fn who_asks_elsewhere_hears_of_no_server_there() {
    let mut table = Table::new();
    for days in [None, Some("/vacation 7")] {
        if let Some(days) = days {
            assert!(table.say("Ann", lobby(), days).is_ok());
        }
        let here = heard(&mut table, true);
        assert!(here.contains("left here"), "{here}");
        let elsewhere = heard(&mut table, false);
        assert!(!elsewhere.contains("this server"), "{elsewhere}");
        assert!(!elsewhere.contains("left here"), "{elsewhere}");
    }
}
