//! Challenges whose message was deleted: players can still show, accept, decline and withdraw them.

use tests::{
    discord::{Message, permission},
    venue::challenged,
};

use super::table::Table;

/// Challenges Bob as Ann, and deletes the message as a moderator. Returns the name of the match, and the deleted
/// message.
async fn deleted(table: &Table) -> (String, Message) {
    let typed = "/challenge variant:berolina opponent:@Bob color:white";
    let said = table.ann.types(&table.lobby, typed).answer().await;
    let id = challenged(&said.text).to_string();
    let is_it =
        |message: &&Message| message.text.contains("challenges Bob") && message.offers("Accept");
    let look = |messages: &[Message]| messages.iter().rev().find(is_it).cloned();
    let post = table.lobby.until("the challenge", look).await;
    table.lobby.delete_message(&post);
    (id, post)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_a_moderator_deletes_is_shown_again_and_goes_on_there() {
    let table = Table::open().await;
    let (id, _) = deleted(&table).await;
    let typed = format!("/board match:{id}");
    let said = table.ann.types(&table.lobby, &typed).answer().await;
    assert!(
        said.is_private() && said.text.contains("posted"),
        "{}",
        said.text
    );
    let shown = table.eve.reads(&table.lobby, "challenges Bob").await;
    assert!(shown.pinged.is_empty(), "nobody is called again");
    let accepted = table.bob.presses(&shown, "Accept").answer().await;
    assert!(
        accepted.text.starts_with("You accepted"),
        "{}",
        accepted.text
    );
    let thread = table.lobby.until_threads(1).await.remove(0);
    assert_eq!(
        thread.id, shown.id,
        "the thread begins with the new message"
    );
    table.bob.reads(&thread, "Ann (White) to move").await;
    let settled = |messages: &[Message]| {
        let mut messages = messages.iter();
        let now = messages.find(|message| message.id == shown.id)?;
        (!now.offers("Accept")).then_some(())
    };
    table.lobby.until("the answer", settled).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_a_moderator_deletes_is_accepted_and_withdrawn_by_command() {
    let table = Table::open().await;
    let (id, _) = deleted(&table).await;
    // Its maker finds it in the list of their matches, with a button that withdraws it.
    let games = table.ann.types(&table.lobby, "/games").answer().await;
    let withdraw = format!("Withdraw {id}");
    let said = table.ann.presses(&games, &withdraw).answer().await;
    assert!(said.text.starts_with("You withdrew"), "{}", said.text);
    let (id, _) = deleted(&table).await;
    let said = table.bob.types(&table.lobby, &format!("/join match:{id}"));
    let said = said.answer().await;
    assert!(said.text.starts_with("You accepted"), "{}", said.text);
    // A thread cannot begin at a deleted message, which is not a matter of permissions.
    let board = table.bob.reads(&table.lobby, "Ann (White) to move").await;
    assert!(!board.text.contains("permission"), "{}", board.text);
    assert!(board.offers("Move") && table.lobby.threads().is_empty());
    let said = table
        .ann
        .types(&table.lobby, "/move move:e2g4")
        .answer()
        .await;
    assert!(said.text.starts_with("You played"), "{}", said.text);
    table.bob.reads(&table.lobby, "Bob (Black) to move").await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_thread_may_be_opened_that_is_told_with_the_first_board_and_not_to_players_alone()
{
    let table = Table::open().await;
    table.lobby.deny_bot(permission::CREATE_PUBLIC_THREADS);
    let typed = "/challenge variant:berolina opponent:@Bob color:white";
    table.ann.types(&table.lobby, typed).answer().await;
    let post = table.bob.reads(&table.lobby, "challenges Bob").await;
    table.bob.presses(&post, "Accept").answer().await;
    let board = table.bob.reads(&table.lobby, "Ann (White) to move").await;
    assert!(
        board.text.contains("I lack the permission"),
        "{}",
        board.text
    );
    table.lobby.deny_bot(0);
    // If the bot cannot post at all, it does not mention threads.
    let (id, _) = deleted(&table).await;
    let room = table.bob.direct();
    table.lobby.deny_bot(permission::VIEW_CHANNEL);
    let accepted = table
        .bob
        .types(&room, &format!("/join match:{id}"))
        .answer()
        .await;
    assert!(
        accepted.text.starts_with("You accepted"),
        "{}",
        accepted.text
    );
    let board = table
        .bob
        .reads(&room, "can no longer write where match")
        .await;
    assert!(!board.text.contains("thread"), "{}", board.text);
    table.close();
}
