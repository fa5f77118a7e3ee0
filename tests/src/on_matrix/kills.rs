//! The program is killed again and again while it receives events. Each person is answered once, and a number selects the choice
//! that it stood for when it was written.

use futures_util::future::join3;
use rules::Variant;
use serde_json::Value;
use tests::matrix::{Person, Proxy, ProxyFault, ReceivedEvent};

use super::table::Table;

/// The number of kills, each while the program receives events of three people.
const ROUNDS: usize = 70;

/// The number of kills in a long run.
const LONG: usize = 700;

/// The request at which the program is killed.
const KILL_POINTS: [(&str, ProxyFault); 5] = [
    // Its library has stored the events and the sync position.
    ("/sync", ProxyFault::SilentBefore),
    // It has stored the choices, but not sent them,
    ("/send/m.room.encrypted", ProxyFault::SilentBefore),
    // or does not know that it has sent them.
    ("/send/m.room.encrypted", ProxyFault::SilentAfter),
    // One person has an answer, but no reaction.
    ("/send/m.reaction", ProxyFault::SilentBefore),
    ("/send/m.reaction", ProxyFault::SilentAfter),
];

/// A number above that of requests in a round.
const MANY: usize = 1000;

fn n_rounds() -> usize {
    match std::env::var_os("ODDBOARD_LONG") {
        Some(_) => LONG,
        None => ROUNDS,
    }
}

/// Returns the bot's messages to a person in direct messages.
fn answers(table: &Table, person: &Person) -> Vec<ReceivedEvent> {
    let said = person.all().into_iter();
    let said = said.filter(|event| event.is_said_by_bot() && !event.is_picture_alone());
    said.filter(|event| event.room != table.room).collect()
}

/// Returns all data that the bot keeps of a person.
async fn file_of(table: &Table, person: &Person) -> String {
    let n_seen = person.now();
    person.says(&table.room, "!odd mydata").await;
    let told = person.reads(n_seen, "I keep your matches").await;
    person.says(&told.room, "export").await;
    let file = person
        .until("a file", |seen| {
            let mut later = seen.iter().skip(n_seen);
            later
                .find(|event| event.content["msgtype"] == "m.file")
                .cloned()
        })
        .await;
    let file = person.file(&file).await;
    String::from_utf8(file).expect("the file is a text")
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_during_a_kill_are_answered_once_and_as_meant() {
    let homeserver = Table::homeserver().await;
    let proxy = Proxy::open(&homeserver).await;
    let settings = vec![("ODDBOARD_MATRIX_HOMESERVER", proxy.address())];
    let mut table = Table::open_at(homeserver, false, Value::Null, settings).await;
    let played = table.begin(Variant::Berolina, "").await;
    let people = [&table.ann, &table.bob, &table.eve];
    for person in people {
        person.says(&table.room, "!odd games").await;
        let answer = |seen: &[ReceivedEvent]| {
            let mut said = seen.iter().filter(|event| event.is_said_by_bot());
            said.any(|event| event.room != table.room).then_some(())
        };
        person.until("an answer", answer).await;
    }
    let ask = format!("move match:{}", played.id);
    let anns = table.direct(&table.ann).await;
    let bobs = table.direct(&table.bob).await;
    let before = people.map(|person| answers(&table, person).len());
    for round in 0..n_rounds() {
        // She asks, chooses the first piece, and never its target.
        let (text, words) = match round % 2 {
            0 => (&*ask, "which piece do you move?"),
            _ => ("1", "where does"),
        };
        let (path, fault) = KILL_POINTS[round / 2 % KILL_POINTS.len()];
        let injected = proxy.inject_fault(path, MANY, fault);
        let n_seen = [&table.ann, &table.bob, &table.eve].map(Person::now);
        join3(
            table.ann.says(&anns, text),
            table.bob.says(&bobs, "games"),
            table.eve.says(&table.room, "!odd games"),
        )
        .await;
        injected.begins().await;
        table.kill();
        proxy.clear_up();
        table.start().await;
        table.ann.reads(n_seen[0], words).await;
        table.bob.reads(n_seen[1], &played.id).await;
        table.eve.reads(n_seen[2], "match").await;
    }
    // A repeated answer would arrive before this one.
    let people = [&table.ann, &table.bob, &table.eve];
    for person in people {
        let n_seen = person.now();
        person.says(&table.room, "!odd rules").await;
        let told = |seen: &[ReceivedEvent]| {
            let mut later = seen.iter().skip(n_seen);
            let is_told =
                |event: &ReceivedEvent| event.is_said_by_bot() && !event.is_picture_alone();
            later.any(is_told).then_some(())
        };
        person.until("the rules", told).await;
    }
    for (person, before) in people.into_iter().zip(before) {
        let n_answers = answers(&table, person).len() - before;
        assert_eq!(n_answers, n_rounds() + 1, "{}", person.transcript());
        assert!(!person.transcript().contains("You played"));
    }
    assert_eq!(Table::boards(&table.eve.all(), &played).len(), 1);
    // The bot keeps only the current choice of her input.
    let kept = file_of(&table, &table.eve).await;
    assert_eq!(kept.matches("matrix/meant/").count(), 1, "{kept}");
    table.close().await;
}
