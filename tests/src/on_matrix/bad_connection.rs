//! The bot with a bad connection to its homeserver, and after a long absence.

use std::time::Duration;

use futures_util::future::join_all;
use matrix_sdk::ruma::RoomId;
use rules::Variant;
use serde_json::Value;
use testkit::Random;
use tests::{
    discord::Setup,
    matrix::{InjectedFault, Person, Proxy, ProxyFault, ReceivedEvent},
    venue::challenged,
};

use super::table::{Match, Table};

/// A fault: the path of its requests, their number, and its kind.
type PlannedFault = (&'static str, usize, ProxyFault);

const BRIEFLY: ProxyFault = ProxyFault::RateLimited(Duration::from_millis(300));

/// The faults before the bot has greeted the room, and until its first answer in direct messages.
const OUTSET: [PlannedFault; 4] = [
    ("/keys/query", 1, ProxyFault::Failing(500)),
    ("/keys/claim", 1, ProxyFault::Gateway(502)),
    ("/sendToDevice", 1, ProxyFault::CutAfter),
    ("/createRoom", 1, ProxyFault::Gateway(502)),
];

/// The faults during each move.
const MOVES: [&[PlannedFault]; 6] = [
    &[("/send/m.room.encrypted", 2, ProxyFault::CutAfter)],
    &[
        ("/send/m.reaction", 1, ProxyFault::CutAfter),
        ("/sync", 1, ProxyFault::Gateway(502)),
    ],
    &[
        ("/send/m.room.encrypted", 2, BRIEFLY),
        ("/upload", 1, ProxyFault::CutAfter),
    ],
    &[
        ("/send/", 1, ProxyFault::CutBefore),
        ("/upload", 1, ProxyFault::Gateway(503)),
    ],
    &[
        ("/send/m.reaction", 1, ProxyFault::Failing(503)),
        ("/sync", 1, ProxyFault::CutAfter),
    ],
    &[
        ("/send/", 2, ProxyFault::GatewayAfter(504)),
        ("/sync", 1, BRIEFLY),
    ],
];

/// The number of times that one person may invite the bot within an hour.
const MOST_INVITATIONS: usize = 20;

fn set(proxy: &Proxy, planned: &[PlannedFault]) -> Vec<InjectedFault> {
    let injected = planned
        .iter()
        .map(|(path, n, fault)| proxy.inject_fault(path, *n, *fault));
    injected.collect()
}

/// Opens a table whose bot reaches the homeserver through a proxy, with these faults.
async fn open(
    is_encrypted: bool,
    settings: &[(&'static str, &str)],
    planned: &[PlannedFault],
) -> (Table, Proxy, Vec<InjectedFault>) {
    let homeserver = Table::homeserver().await;
    let proxy = Proxy::open(&homeserver).await;
    let outset = set(&proxy, planned);
    let mut settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect();
    settings.push(("ODDBOARD_MATRIX_HOMESERVER", proxy.address()));
    let table = Table::open_at(homeserver, is_encrypted, Value::Null, settings).await;
    (table, proxy, outset)
}

/// Checks that each command of a person has its reaction, and each request of theirs has its answer.
async fn check_answers(table: &Table, person: &Person) {
    let asked = |is_in_room: bool| {
        let all = person.all().into_iter();
        all.filter(move |event| {
            event.kind == "m.room.message"
                && event.sender == person.account()
                && (event.room == table.room) == is_in_room
        })
    };
    let mut n_asked = asked(false).count();
    for command in asked(true).filter(|event| event.body().starts_with("!odd")) {
        if person.sign(&command.id).await == "✉️" {
            n_asked += 1;
        }
    }
    let said = person.all();
    let answers = said.iter().filter(|event| {
        let is_apart = event.content["msgtype"] == "m.file" || event.is_picture_alone();
        event.is_said_by_bot() && event.room != table.room && !is_apart
    });
    assert_eq!(answers.count(), n_asked, "{}", person.transcript());
}

/// Checks that everybody has `n` boards, each once, and that the last one contains this text.
async fn check_boards(table: &Table, played: &Match, n: usize, last: &str) {
    for person in [&table.ann, &table.bob, &table.eve] {
        let board = table.board(person, played, n - 1).await;
        assert!(board.body().contains(last), "{}", person.transcript());
        let boards = Table::boards(&person.all(), played);
        assert_eq!(boards.len(), n, "{}", person.transcript());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_despite_network_faults_and_repeats_no_message() {
    let (table, proxy, outset) = open(true, &[("ODDBOARD_LIMITS_TURNS", "3")], &OUTSET).await;
    let mut random = Random::new(6);
    let mut played = table.begin(Variant::Berolina, "").await;
    for planned in MOVES {
        let faults = set(&proxy, planned);
        let said = table.play(&mut played, &mut random).await;
        assert!(said.is_some(), "the match is over too early");
        for fault in faults {
            fault.is_over().await;
        }
    }
    for fault in outset {
        fault.is_over().await;
    }
    assert!(table.play(&mut played, &mut random).await.is_none());
    let record = table.record(&played).await;
    table.check(&played, &record).await;
    for person in [&table.ann, &table.bob] {
        check_answers(&table, person).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_question_does_not_come_back_after_its_answer() {
    let (table, proxy, _) = open(true, &[], &[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let ann = &table.ann;
    // Pictures are off, because beside a picture the choices are a separate message.
    let before = ann.now();
    ann.says(&table.room, "!odd settings pictures:text").await;
    ann.reads(before, "Your language").await;
    let before = ann.now();
    ann.says(&table.room, "!odd move").await;
    let direct = ann.reads(before, "which piece do you move?").await.room;
    // Ann reads it, but the bot does not know that it was sent.
    let said = proxy.inject_fault("answer-0-", 1, ProxyFault::CutAfter);
    let before = ann.now();
    let asked = ann
        .says(&direct, &format!("move match:{}", played.id))
        .await;
    ann.reads(before, "which piece do you move?").await;
    said.is_over().await;
    let again = proxy.inject_fault(&format!("answer-0-{asked}"), 2, ProxyFault::CutBefore);
    ann.says(&direct, "1").await;
    ann.reads(before, "where does").await;
    again.is_over().await;
    ann.says(&direct, "1").await;
    ann.reads(before, "You played").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delayed_picture_arrives_after_a_kill_of_the_bot() {
    let (mut table, proxy, _) = open(false, &[], &[]).await;
    let pause = ProxyFault::RateLimited(Duration::from_secs(60));
    let delayed = proxy.inject_fault("/upload/localhost", 1, pause);
    let played = table.begin(Variant::Berolina, "").await;
    delayed.is_over().await;
    table.kill();
    let late = proxy.inject_fault("/upload/localhost", 1, ProxyFault::CutAfter);
    table.start().await;
    late.is_over().await;
    let board = table.board(&table.eve, &played, 0).await;
    let picture = table.eve.file(&board).await;
    assert!(picture.starts_with(b"\x89PNG"));
    assert_eq!(Table::boards(&table.eve.all(), &played).len(), 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_are_posted_before_their_delayed_picture_arrives() {
    let (mut table, proxy, _) = open(false, &[], &[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let (ann, bob) = (&table.ann, &table.bob);
    let thread = played.challenge.id.as_str();
    // The picture of the first board is uploaded before the proxy blocks any upload.
    let board = table.board(ann, &played, 0).await;
    ann.file(&board).await;
    ann.says_in(&table.room, thread, "!odd pause").await;
    bob.reads(0, "a pause. Until one of them").await;
    bob.says_in(&table.room, thread, "accept").await;
    ann.reads(0, "is paused: nobody can move").await;
    let never = proxy.inject_fault("/upload/localhost", usize::MAX, ProxyFault::SilentBefore);
    let before = ann.now();
    ann.says_in(&table.room, thread, "!odd board").await;
    let words = ann.reads(before, "The match is paused").await;
    assert!(words.body().contains("✅ Resume"), "{}", words.body());
    never.begins().await;
    table.kill();
    proxy.clear_up();
    let late = proxy.inject_fault("/upload/localhost", 1, ProxyFault::CutAfter);
    table.start().await;
    late.is_over().await;
    let seen = table.ann.all();
    let mut pictures = seen.iter().filter(|event| event.is_picture_alone());
    let picture = pictures.next().expect("a picture comes before it");
    assert!(table.ann.file(picture).await.starts_with(b"\x89PNG"));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_during_an_outage_of_the_homeserver_are_answered_once() {
    let (table, proxy, _) = open(true, &[], &[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    // The bot is sending a board.
    let fault = proxy.inject_fault("/upload", 1, ProxyFault::CutBefore);
    table.ann.says(&table.room, "!odd move e2d3").await;
    fault.is_over().await;
    proxy.go_away();
    table.bob.says(&table.room, "!odd move b7c6").await;
    table.ann.says(&table.room, "!odd move g2h3").await;
    table.eve.says(&table.room, "!odd games").await;
    // The bot retries both syncs and sends.
    proxy.turned_away("/sync", 4).await;
    proxy.turned_away("/upload", 3).await;
    proxy.come_back();
    check_boards(&table, &played, 4, "2. ann played h3").await;
    table.bob.says(&table.room, "!odd move g7h6").await;
    check_boards(&table, &played, 5, "2… bob played h6").await;
    for person in [&table.ann, &table.bob, &table.eve] {
        check_answers(&table, person).await;
    }
    table.close().await;
}

/// Reads the bot's answer to a spectator who asked for the matches, in the only room that it has opened for them.
async fn check_one_room(table: &Table, person: &Person) {
    let answer = person.reads(0, "You have no match in play").await;
    let rooms = person.client.rooms().into_iter();
    let rooms: Vec<_> = rooms
        .map(|room| room.room_id().to_owned())
        .filter(|room| *room != table.room)
        .collect();
    assert_eq!(rooms, [answer.room], "{}", person.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_to_the_opening_of_a_room_makes_no_second_room() {
    let (mut table, proxy, _) = open(true, &[], &[]).await;
    for (person, fault) in [
        (&table.ann, ProxyFault::CutAfter),
        (&table.bob, ProxyFault::GatewayAfter(504)),
    ] {
        let lost = proxy.inject_fault("/createRoom", 1, fault);
        person.says(&table.room, "!odd games").await;
        lost.is_over().await;
        check_one_room(&table, person).await;
    }
    let lost = proxy.inject_fault("/createRoom", 1, ProxyFault::SilentAfter);
    table.eve.says(&table.room, "!odd games").await;
    lost.is_over().await;
    let comes = |seen: &[ReceivedEvent]| {
        let mut elsewhere = seen.iter().filter(|event| event.room != table.room);
        elsewhere.next().map(|_| ())
    };
    table.eve.until("the room", comes).await;
    table.kill();
    table.start().await;
    check_one_room(&table, &table.eve).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_to_a_private_room_gets_one_greeting_and_answers_there() {
    let (table, proxy, _) = open(true, &[], &[]).await;
    for (person, planned) in [
        (&table.ann, ("/members", 1, ProxyFault::Failing(500))),
        (&table.bob, ("/join", 1, ProxyFault::CutAfter)),
        (&table.eve, ("/send/", 1, ProxyFault::GatewayAfter(504))),
    ] {
        let faults = set(&proxy, &[planned]);
        let room = person.open_direct().await;
        let greetings = |seen: &[ReceivedEvent]| {
            let said = seen.iter().filter(|event| event.is_said_by_bot());
            said.filter(|event| event.room == room).count()
        };
        let comes = |seen: &[ReceivedEvent]| (greetings(seen) == 1).then_some(());
        person.until("the greeting", comes).await;
        for fault in faults {
            fault.is_over().await;
        }
        person.says(&table.room, "!odd games").await;
        let answer = person.reads(0, "You have no match in play").await;
        assert_eq!(answer.room, room, "{}", person.transcript());
        assert_eq!(greetings(&person.all()), 2, "{}", person.transcript());
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_is_missed_after_a_long_chat_during_a_stop() {
    let mut table = Table::open(&[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    assert!(table.stop().await, "{}", table.log());
    let (ann, bob, eve) = (&table.ann, &table.bob, &table.eve);
    ann.says(&table.room, "!odd move e2d3").await;
    bob.says(&table.room, "!odd move b7c6").await;
    eve.says(&table.room, "!odd games").await;
    let lines: Vec<_> = (0..45)
        .map(|n| format!("line {n} of a long chat"))
        .collect();
    let by_all = [ann, bob, eve].into_iter().flat_map(|person| {
        let lines = lines.iter();
        lines.map(|line| person.says(&table.room, line))
    });
    join_all(by_all).await;
    ann.says(&table.room, "!odd move g2h3").await;
    table.start().await;
    check_boards(&table, &played, 4, "2. ann played h3").await;
    // The bot makes moves in the order in which they were written; otherwise it refuses the second one.
    table.bob.says(&table.room, "!odd move g7h6").await;
    check_boards(&table, &played, 5, "2… bob played h6").await;
    for person in [&table.ann, &table.bob, &table.eve] {
        check_answers(&table, person).await;
    }
    table.close().await;
}

/// Returns the number of times that the bot joined or left one of these rooms.
fn moves_of_bot(seen: &[ReceivedEvent], rooms: &[impl AsRef<RoomId>], membership: &str) -> usize {
    let moves = seen.iter().filter(|event| {
        event.kind == "m.room.member"
            && event.sender == "@odd:localhost"
            && event.content["membership"] == membership
            && rooms.iter().any(|room| room.as_ref() == event.room)
    });
    moves.count()
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_invitations_in_an_hour_are_declined() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let mut rooms = Vec::new();
    for _ in 0..MOST_INVITATIONS + 3 {
        rooms.push(table.eve.open_room(&["odd"], false, Value::Null).await);
    }
    let all_answered = |seen: &[ReceivedEvent]| {
        let n_declined = moves_of_bot(seen, &rooms, "leave");
        let n_taken = moves_of_bot(seen, &rooms, "join");
        (n_taken + n_declined == rooms.len()).then_some((n_taken, n_declined))
    };
    let answered = table
        .eve
        .until("an answer to each invitation", all_answered)
        .await;
    assert_eq!(answered, (MOST_INVITATIONS, 3));
    let other = [table.bob.open_room(&["odd"], false, Value::Null).await];
    let comes = |seen: &[ReceivedEvent]| (moves_of_bot(seen, &other, "join") == 1).then_some(());
    table.bob.until("the bot to come", comes).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn matrix_and_discord_are_served_at_once() {
    let discord = Setup::default().start().await;
    let settings = vec![
        ("ODDBOARD_DISCORD_TOKEN", discord.token()),
        ("ODDBOARD_DISCORD_API", discord.address()),
    ];
    let homeserver = Table::homeserver().await;
    let mut table = Table::open_at(homeserver, true, Value::Null, settings).await;
    discord.registered().await;
    let (ann, bob, lobby) = (
        discord.user("Ann"),
        discord.user("Bob"),
        discord.channel("lobby"),
    );
    let asked = ann.types(
        &lobby,
        "/challenge variant:baroque opponent:@Bob color:white",
    );
    let said = asked.answer().await;
    let there = challenged(&said.text).to_string();
    let here = table.begin(Variant::Berolina, "").await;
    let post = bob.reads(&lobby, "challenges Bob").await;
    bob.presses(&post, "Accept").answer().await;
    let thread = lobby.until_threads(1).await.pop().expect("a thread");
    ann.reads(&thread, &format!("match {there}")).await;
    // A match is known only in its own place.
    table.ann.says(&table.room, "!odd games").await;
    let games = table.ann.reads(0, &here.id).await;
    assert!(!games.body().contains(&there), "{}", games.body());
    table
        .ann
        .says(&table.room, &format!("!odd move e2d3 match:{there}"))
        .await;
    let words = format!("There is no match {there} here");
    table.ann.reads(0, &words).await;
    let games = ann.types(&lobby, "/games").answer().await;
    assert!(
        games.text.contains(&there) && !games.text.contains(&here.id),
        "{}",
        games.text
    );
    // Both matches continue.
    table
        .ann
        .says(&table.room, &format!("!odd move e2d3 match:{}", here.id))
        .await;
    table.bob.reads(0, "1. ann played ed3").await;
    let moved = ann
        .types(&lobby, &format!("/move move:d2d4 match:{there}"))
        .answer()
        .await;
    assert!(moved.text.contains("You played"), "{}", moved.text);
    bob.reads(&thread, "Ann played").await;
    assert!(table.stop().await, "{}", table.log());
    discord.finish();
}
