//! Matches against the bot in direct messages.

use tests::discord::Message;

use super::table::Table;

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
    // The move of the hint is played with its button, and answered there.
    table.ann.presses(&hint, "Play it").answer().await;
    let answered = table.ann.reads(&ann, "Oddboard (level 1) played").await;
    assert!(answered.id > board.id);
    // What the board showed stays to be seen.
    let settled = |messages: &[Message]| {
        let found = messages.iter().find(|message| message.id == board.id);
        found.filter(|found| !found.offers("Move")).cloned()
    };
    let settled = ann.until("the settled board", settled).await;
    assert_eq!(settled.files.len(), 1);
    // Somebody else has direct messages of their own.
    let bob = table.bob.direct();
    let said = table.bob.types(&bob, typed).answer().await;
    assert!(said.text.contains("has begun"), "{}", said.text);
    table.bob.reads(&bob, "Bob (White) to move").await;
    let resigned = table.ann.types(&ann, "/resign confirm:yes").answer().await;
    assert!(resigned.text.contains("You resigned"), "{}", resigned.text);
    let end = table.ann.reads(&ann, "Ann had 1 hint.").await;
    assert!(end.offers("Rematch"));
    let names_ann = |message: &Message| message.text.contains("Ann");
    assert!(!bob.messages().iter().any(names_ann));
    assert!(table.lobby.messages().is_empty());
    // People are challenged where they read it.
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
