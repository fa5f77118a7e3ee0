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
async fn somebody_plays_the_bot_in_direct_messages_and_nobody_else_reads_of_it() {
    let table = Table::open().await;
    let ann = table.ann.direct();
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    let said = table.ann.types(&ann, typed).answer().await;
    assert!(said.text.contains("has begun"), "{}", said.text);
    let board = table.ann.reads(&ann, "Ann (White) to move").await;
    assert!(board.offers("Move") && board.offers("Hint") && board.files.len() == 1);
    let hint = table.ann.presses(&board, "Hint").answer().await;
    assert!(hint.text.starts_with("Hint for match"), "{}", hint.text);
    // The button of the hint plays its move, with the reply there.
    table.ann.presses(&hint, "Play it").answer().await;
    let called = table.ann.reads(&ann, "Your move in match").await;
    assert!(called.id > board.id && called.text.starts_with("Oddboard (level 1) played"));
    // The board is the same message, and the call to it disappears once she has moved.
    let shown = changed(&ann, &board, "Oddboard (level 1) played").await;
    assert!(shown.offers("Move") && shown.files.len() == 1);
    let hint = table.ann.presses(&shown, "Hint").answer().await;
    table.ann.presses(&hint, "Play it").answer().await;
    let is_gone = |messages: &[Message]| {
        let is_there = messages.iter().any(|message| message.id == called.id);
        (!is_there).then_some(())
    };
    ann.until("what called her to be gone", is_gone).await;
    // Another person has their own direct messages.
    let bob = table.bob.direct();
    let said = table.bob.types(&bob, typed).answer().await;
    assert!(said.text.contains("has begun"), "{}", said.text);
    table.bob.reads(&bob, "Bob (White) to move").await;
    let resigned = table.ann.types(&ann, "/resign confirm:yes").answer().await;
    assert!(resigned.text.contains("You resigned"), "{}", resigned.text);
    let end = table.ann.reads(&ann, "Ann had 2 hints.").await;
    assert!(end.offers("Rematch"));
    let names_ann = |message: &Message| message.text.contains("Ann");
    assert!(!bob.messages().iter().any(names_ann));
    assert!(table.lobby.messages().is_empty());
    // A challenge reaches people where they read it.
    let said = table
        .ann
        .types(&ann, "/challenge variant:berolina")
        .answer()
        .await;
    assert!(
        said.text.contains("where I can write and both of you read"),
        "{}",
        said.text
    );
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_calls_in_direct_messages_leads_to_the_board_there() {
    let table = Table::open().await;
    let direct = table.ann.direct();
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    table.ann.types(&direct, typed).answer().await;
    let board = table.ann.reads(&direct, "Ann (White) to move").await;
    table.ann.types(&direct, "/move move:e2g4").answer().await;
    let called = table.ann.reads(&direct, "Your move in match").await;
    let (room, board) = (direct.id, board.id);
    let link = format!("[board](https://discord.com/channels/@me/{room}/{board})");
    assert!(called.text.contains(&link), "{}", called.text);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_turns_notifications_off_sees_the_board_change_and_is_not_called() {
    let table = Table::open().await;
    let direct = table.ann.direct();
    let said = table.ann.types(&direct, "/reminders bells:off");
    let said = said.answer().await;
    assert!(
        said.text.contains("Notifications: only challenges"),
        "{}",
        said.text
    );
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1 color:white";
    table.ann.types(&direct, typed).answer().await;
    let mut board = table.ann.reads(&direct, "Ann (White) to move").await;
    for n in 1..=3 {
        if n == 3 {
            let said = table.ann.types(&direct, "/reminders bells:on");
            said.answer().await;
        }
        let hint = table.ann.presses(&board, "Hint").answer().await;
        table.ann.presses(&hint, "Play it").answer().await;
        let answered = format!("{n}… Oddboard (level 1) played");
        board = changed(&direct, &board, &answered).await;
    }
    table.ann.reads(&direct, "Your move in match").await;
    // The bot removes the call to a player once they have moved.
    let calls = table.discord.calls();
    assert!(!calls.iter().any(|call| call.starts_with("DELETE ")));
    // A requested board calls no player then, and the bot removes the earlier call.
    let said = table.ann.types(&direct, "/reminders bells:off");
    said.answer().await;
    table.ann.types(&direct, "/board").answer().await;
    let is_silent = |messages: &[Message]| {
        let calls = |message: &Message| message.text.contains("Your move in match");
        let is_shown = messages
            .iter()
            .any(|message| message.id > board.id && message.offers("Move"));
        (is_shown && !messages.iter().any(calls)).then_some(())
    };
    direct.until("what called her to be gone", is_silent).await;
    table.close();
}
