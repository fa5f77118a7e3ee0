//! Challenges whose message was deleted: players can still show, accept, decline and withdraw them.

use tests::{
    discord::{Message, permission},
    venue::challenged,
};

use super::table::Table;

/// Challenges Bob as Ann, and deletes the message as a moderator. Returns the name of the
/// match.
async fn deleted(table: &Table) -> String {
    let lobby = &table.lobby;
    let typed = "/challenge variant:berolina opponent:@Bob color:white";
    let said = table.ann.asks(lobby, typed).await;
    let id = challenged(&said.text).to_string();
    let is_it =
        |message: &&Message| message.text.contains("challenges Bob") && message.offers("Accept");
    let look = |messages: &[Message]| messages.iter().rev().find(is_it).cloned();
    let post = lobby.until("the challenge", look).await;
    lobby.delete_message(&post);
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_a_moderator_deletes_is_shown_again_and_goes_on_there() {
    let table = Table::open().await;
    let (bob, lobby) = (&table.bob, &table.lobby);
    let id = deleted(&table).await;
    let typed = format!("/board match:{id}");
    let said = table.ann.asks(lobby, &typed).await;
    said.in_private().says("posted");
    let shown = table.eve.reads(lobby, "challenges Bob").await;
    assert!(shown.pinged.is_empty(), "nobody is called again");
    bob.clicks(&shown, "Accept").await.begins("You accepted");
    let thread = lobby.until_threads(1).await.remove(0);
    assert_eq!(
        thread.id, shown.id,
        "the thread begins with the new message"
    );
    bob.reads(&thread, "Ann (White) to move").await;
    let settled = |messages: &[Message]| {
        let mut messages = messages.iter();
        let now = messages.find(|message| message.id == shown.id)?;
        (!now.offers("Accept")).then_some(())
    };
    lobby.until("the answer", settled).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_a_moderator_deletes_is_accepted_and_withdrawn_by_command() {
    let table = Table::open().await;
    let (ann, bob, lobby) = (&table.ann, &table.bob, &table.lobby);
    let id = deleted(&table).await;
    // Its maker finds it in the list of their matches, with a button that withdraws it.
    let games = ann.asks(lobby, "/games").await;
    let withdraw = format!("Withdraw {id}");
    ann.clicks(&games, &withdraw).await.begins("You withdrew");
    let id = deleted(&table).await;
    let said = bob.asks(lobby, &format!("/join match:{id}")).await;
    said.begins("You accepted");
    // A thread cannot begin at a deleted message, which is not a matter of permissions.
    let board = bob.reads(lobby, "Ann (White) to move").await;
    board.omits("permission");
    assert!(board.offers("Move") && lobby.threads().is_empty());
    let said = ann.asks(lobby, "/move move:e2g4").await;
    said.begins("You played");
    bob.reads(lobby, "Bob (Black) to move").await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_direct_messages_does_not_mention_a_missing_thread() {
    let table = Table::open().await;
    let bob = &table.bob;
    let id = deleted(&table).await;
    let room = bob.direct();
    // The bot cannot post at all.
    table.lobby.deny_bot(permission::VIEW_CHANNEL);
    let accepted = bob.asks(&room, &format!("/join match:{id}")).await;
    accepted.begins("You accepted");
    let board = bob.reads(&room, "can no longer write where match").await;
    board.omits("thread");
    table.close();
}
