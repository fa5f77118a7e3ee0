//! Matches against the bot in direct messages.

use tests::discord::{Message, Room};

use super::table::Table;

/// Waits until the message of a board shows this text.
async fn changed(room: &Room, board: &Message, text: &str) -> Message {
    let told = |messages: &[Message]| {
        let found = messages.iter().find(|message| message.id == board.id);
        let found = found.filter(|found| found.text.contains(text));
        found.cloned()
    };
    room.until("the next board", told).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_against_the_bot_in_direct_messages_stays_private() {
    let table = Table::open().await;
    let ann = table.ann.direct();
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    table.ann.asks(&ann, typed).await.says("has begun");
    let board = table.ann.reads(&ann, "Ann (White) to move").await;
    assert!(board.offers("Move") && board.offers("Hint") && board.files.len() == 1);
    let hint = table.ann.clicks(&board, "Hint").await;
    hint.begins("Hint for match");
    // The button of the hint plays its move, with the reply there.
    table.ann.clicks(&hint, "Play it").await;
    let called = table.ann.reads(&ann, "Your move in match").await;
    assert!(called.id > board.id && called.text.starts_with("Oddboard (level 1) played"));
    // The board is the same message, and the call to it disappears once she has moved.
    let shown = changed(&ann, &board, "Oddboard (level 1) played").await;
    assert!(shown.offers("Move") && shown.files.len() == 1);
    let hint = table.ann.clicks(&shown, "Hint").await;
    table.ann.clicks(&hint, "Play it").await;
    let is_gone = |messages: &[Message]| {
        let is_there = messages.iter().any(|message| message.id == called.id);
        (!is_there).then_some(())
    };
    ann.until("what called her to be gone", is_gone).await;
    // Another person has their own direct messages.
    let bob = table.bob.direct();
    table.bob.asks(&bob, typed).await.says("has begun");
    table.bob.reads(&bob, "Bob (White) to move").await;
    let resigned = table.ann.asks(&ann, "/resign confirm:yes").await;
    resigned.says("You resigned");
    let end = table.ann.reads(&ann, "Ann had 2 hints.").await;
    assert!(end.offers("Rematch"));
    let names_ann = |message: &Message| message.text.contains("Ann");
    assert!(!bob.messages().iter().any(names_ann));
    assert!(table.lobby.messages().is_empty());
    // A challenge reaches people where they read it.
    let said = table.ann.asks(&ann, "/challenge variant:berolina").await;
    said.says("where I can write and both of you read");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_in_direct_messages_links_to_the_board_there() {
    let table = Table::open().await;
    let ann = &table.ann;
    let direct = ann.direct();
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    ann.asks(&direct, typed).await;
    let board = ann.reads(&direct, "Ann (White) to move").await;
    ann.asks(&direct, "/move move:e2g4").await;
    let called = ann.reads(&direct, "Your move in match").await;
    let (room, board) = (direct.id, board.id);
    let link = format!("[board](https://discord.com/channels/@me/{room}/{board})");
    called.says(&link);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_changes_without_a_call_when_notifications_are_off() {
    let table = Table::open().await;
    let ann = &table.ann;
    let direct = ann.direct();
    let said = ann.asks(&direct, "/reminders bells:off").await;
    said.says("Notifications: only challenges");
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    ann.asks(&direct, typed).await;
    let mut board = ann.reads(&direct, "Ann (White) to move").await;
    for n in 1..=3 {
        if n == 3 {
            ann.asks(&direct, "/reminders bells:on").await;
        }
        let hint = ann.clicks(&board, "Hint").await;
        ann.clicks(&hint, "Play it").await;
        let answered = format!("{n}… Oddboard (level 1) played");
        board = changed(&direct, &board, &answered).await;
    }
    ann.reads(&direct, "Your move in match").await;
    // The bot removes the call to a player once they have moved.
    assert_eq!(table.discord.n_called(&["DELETE "]), 0);
    // A requested board calls no player then, and the bot removes the earlier call.
    ann.asks(&direct, "/reminders bells:off").await;
    ann.asks(&direct, "/board").await;
    let is_silent = |messages: &[Message]| {
        let calls = |message: &Message| message.text.contains("Your move in match");
        let is_new = |message: &Message| message.id > board.id && message.offers("Move");
        (messages.iter().any(is_new) && !messages.iter().any(calls)).then_some(())
    };
    direct.until("what called her to be gone", is_silent).await;
    table.close();
}
