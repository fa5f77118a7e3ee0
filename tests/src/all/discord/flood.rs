//! A flood of posts by one person, where Discord accepts five messages of a channel in five seconds.

use rules::Variant;
use tests::discord::{Message, Room, Setup};

use super::table::Table;
use crate::time;

/// Sends a command as Eve 25 times at once, and returns the replies to her.
async fn flood(table: &Table, room: &Room, texts: &[&str]) -> Vec<Message> {
    let mut asked = Vec::new();
    for text in texts.iter().cycle().take(25) {
        let flood = table.eve.types(room, text);
        flood.acknowledged().await;
        asked.push(flood);
    }
    asked.iter().filter_map(|asked| asked.answered()).collect()
}

/// Stops time, so that a post that Discord does not accept at once never comes.
#[tokio::test]
async fn a_flood_by_one_person_delays_no_board() {
    let table = Table::in_process(Setup::default().limited()).await;
    let played = table.begin(Variant::Berolina, "").await;
    let board = format!("/board match:{}", played.id);
    let told = flood(&table, &played.room, &[&board, "/challenge variant:bario"]).await;
    let (ann, room) = (&table.ann, &played.room);
    ann.asks(room, "/move move:e2g4").await.begins("You played");
    time::flow(ann.reads(room, "g4")).await;
    let n_late = table.discord.n_called(&[" 429"]);
    assert_eq!(n_late, 0, "Discord had the bot wait");

    // Refused users receive one private reply, and no other reader sees it.
    assert!(told.iter().all(Message::is_private));
    let is_refusal = |message: &&Message| message.text.contains("Please try again in");
    assert_eq!(told.iter().filter(is_refusal).count(), 1);
    // Three are granted, and one refusal is told.
    let said = told.iter().filter(|message| !message.text.is_empty());
    assert_eq!(said.count(), 3 + 1);
    table.close();
}

#[tokio::test]
async fn challenges_that_are_put_together_with_menus_count_too() {
    let table = Table::in_process(Setup::default().limited()).await;
    let eve = &table.eve;
    let lobby = &table.lobby;
    let mut refused = 0;
    for _ in 0..12 {
        let menus = eve.asks(lobby, "/challenge").await;
        let pressed = eve.presses(&menus, "Bario");
        pressed.acknowledged().await;
        let said = pressed.answered().map(|said| said.text).unwrap_or_default();
        refused += usize::from(said.contains("Please try again in"));
    }
    assert_eq!(refused, 1);
    let posts = lobby.until("the challenges", |posts| {
        (posts.len() >= 3).then_some(posts.len())
    });
    assert_eq!(posts.await, 3);
    table.close();
}
