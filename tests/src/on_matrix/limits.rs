//! The bot on a homeserver with Synapse's default rate limits.

use rules::Variant;
use serde_json::Value;
use tests::matrix::ReceivedEvent;

use super::table::Table;

/// The number of moves, each as soon as the previous board has arrived.
const MOVES: usize = 10;

/// Alternating pawn moves of Berolina.
const LINE: [&str; MOVES] = [
    "a2b3", "a7b6", "c2d3", "c7d6", "e2f3", "e7f6", "g2h3", "g7h6", "b2a3", "b7a6",
];

#[tokio::test(flavor = "multi_thread")]
async fn boards_come_before_decorations() {
    let homeserver = Table::homeserver_with_limits().await;
    let table = Table::open_at(homeserver, false, Value::Null, Vec::new()).await;
    let played = table.begin(Variant::Berolina, "").await;
    for (n, text) in LINE.into_iter().enumerate() {
        let person = [&table.ann, &table.bob][n % 2];
        table.board(person, &played, n).await;
        let thread = played.challenge.id.as_str();
        person
            .says_in(&table.room, thread, &format!("!odd move {text}"))
            .await;
    }
    table.board(&table.eve, &played, MOVES).await;
    // The last events of the bot in this period are boards alone.
    let seen = table.eve.all();
    let by_bot: Vec<_> = seen
        .iter()
        .filter(|event| event.sender == "@odd:localhost" && event.kind.starts_with("m.r"))
        .collect();
    let is_board = |event: &&&ReceivedEvent| event.is_said_by_bot() && event.thread().is_some();
    let n_boards_last = by_bot.iter().rev().take_while(is_board).count();
    assert!(n_boards_last >= 3, "{}", table.eve.transcript());
    let warning = "limits how often the bot may speak";
    assert_eq!(table.log().matches(warning).count(), 1, "{}", table.log());
    // Postponed work is done when no person waits any more.
    let n_seen = table.eve.now();
    let is_settled = |seen: &[ReceivedEvent]| {
        let mut later = seen.iter().skip(n_seen);
        later.any(|event| event.changes().is_some()).then_some(())
    };
    table.eve.until("a board to be settled", is_settled).await;
    let before = table.eve.now();
    table.eve.says(&table.room, "!odd doctor").await;
    table
        .eve
        .reads(
            before,
            "The homeserver limits how often I may send messages",
        )
        .await;
    // The choices and the description of the picture are in one message: two would take too long.
    let before = table.ann.now();
    let thread = played.challenge.id.as_str();
    table.ann.says_in(&table.room, thread, "!odd move").await;
    let asked = table.ann.reads(before, "Answer with the number").await;
    assert_eq!(asked.content["msgtype"], "m.notice");
    assert!(asked.body().contains("White: king e1"), "{}", asked.body());
    let is_picture =
        |event: &ReceivedEvent| event.room == asked.room && event.content["msgtype"] == "m.image";
    let seen = table.ann.all();
    assert!(
        !seen[before..].iter().any(is_picture),
        "{}",
        table.ann.transcript()
    );
    // The same holds where everybody chooses.
    table.ann.says_in(&table.room, thread, "!odd pause").await;
    let offered = "a pause. Until one of them";
    table.bob.reads(0, offered).await;
    table.bob.says_in(&table.room, thread, "accept").await;
    table.ann.reads(0, "is paused: nobody can move").await;
    let before = table.ann.now();
    table.ann.says_in(&table.room, thread, "!odd board").await;
    let board = table.ann.reads(before, "The match is paused").await;
    assert_eq!(board.content["msgtype"], "m.notice");
    for words in ["✅ Resume", "White: king e1"] {
        assert!(board.body().contains(words), "{}", board.body());
    }
    table.close().await;
}
