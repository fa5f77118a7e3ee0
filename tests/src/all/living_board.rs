//! The one board of a match where posts can be edited with their pictures: each move edits it. A short message calls
//! the player to move, and disappears once they have.

use api::{Chat, Component, MatchId, Message, MessageId, Platform, Public};
use tests::user_input::UserInput;
use tests::{
    fake_chat::{ChatPost, TestBot},
    venue::Venue,
};
use text::{Part, parts};

/// Begins a match of Berolina between Ann and Bob there.
async fn begun() -> (TestBot, MatchId) {
    let mut stage = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    stage.scene.replace_posts();
    let id = stage.begin("berolina @Bob white").await;
    (stage, id)
}

/// Returns a text with the numbers of the posts to which it links.
fn as_read(text: &str) -> String {
    let read = parts(text).map(|part| match part {
        Part::Link { address, label, .. } => format!("{label} {address}"),
        Part::Plain(text) => text.to_owned(),
        Part::Time(_) | Part::Channel(_) => String::new(),
    });
    read.collect()
}

/// Returns the message that calls to a board after a move.
fn bell(id: MatchId, board: usize, played: &str) -> String {
    format!("{played}. Your move in match {id}: board {board}.")
}

/// Returns the messages after the first `n`, in short form.
fn since(stage: &TestBot, n: usize) -> Vec<String> {
    let first = |message: &Message<Public>| {
        let line = as_read(message.text.lines().next().unwrap_or_default());
        let called: Vec<_> = message.mentions.iter().map(|user| &*user.id).collect();
        if called.is_empty() {
            line
        } else {
            format!("{line} @{}", called.join(" @"))
        }
    };
    let said = stage.scene.posted();
    let told = said[n..].iter().map(|said| match said {
        ChatPost::Post(_, message) => format!("post: {}", first(message)),
        ChatPost::Edit(number, message) => format!("{number} is settled: {}", first(message)),
        ChatPost::Replacement(number, message) => format!("{number} is now: {}", first(message)),
        ChatPost::Removal(number) => format!("{number} is gone"),
    });
    told.collect()
}

/// Plays a move and returns the messages that follow from it.
async fn moves(stage: &mut TestBot, who: &str, action: &str) -> Vec<String> {
    let n = stage.scene.posted().len();
    stage.plays(who, action).await;
    since(stage, n)
}

#[tokio::test]
async fn each_move_edits_the_one_board_and_calls_the_next_player() {
    let (mut stage, id) = begun().await;
    assert_eq!(stage.scene.posts().len(), 2, "the challenge and the board");
    assert_eq!(
        moves(&mut stage, "Ann", "e2g4").await,
        [
            "2 is now: 1. Ann played g4: pawn e2 to g4.".to_owned(),
            format!("post: {} @bob", bell(id, 2, "Ann played g4")),
        ]
    );
    assert_eq!(
        moves(&mut stage, "Bob", "d7b5").await,
        [
            "2 is now: 1… Bob played b5: pawn d7 to b5.".to_owned(),
            format!("post: {} @ann", bell(id, 2, "Bob played b5")),
            "3 is gone".to_owned(),
        ]
    );
    moves(&mut stage, "Ann", "c2d3").await;
    let board = &stage.scene.posts()[1];
    let picture = board.picture.as_ref().expect("it is drawn");
    assert_eq!(picture.name, format!("{id}-3.png"));
    assert!(
        board.text.contains("Last moves: 1. g4 b5  2. d3"),
        "{}",
        board.text
    );
    assert!(board.mentions.is_empty(), "a change calls nobody");
    let rows = board.controls.iter();
    assert!(rows.clone().any(|row| matches!(row, Component::Buttons(_))));
}

#[tokio::test]
async fn the_end_is_announced_in_a_separate_message() {
    let (mut stage, _) = begun().await;
    moves(&mut stage, "Ann", "e2g4").await;
    let n = stage.scene.posted().len();
    stage.does("Bob", "/resign confirm:yes").await;
    assert_eq!(
        since(&stage, n),
        [
            "post: Ann (White) wins because Bob resigned. @ann".to_owned(),
            "3 is gone".to_owned(),
            "2 is settled: 1. Ann played g4: pawn e2 to g4.".to_owned(),
        ]
    );
}

#[tokio::test]
async fn the_last_board_is_shown_before_the_end_after_an_outage() {
    let (mut stage, id) = begun().await;
    stage.scene.go_away(true);
    for (who, text) in [("Ann", "/move e2g4"), ("Bob", "/resign confirm:yes")] {
        let event = stage.event(who, UserInput::short(text));
        stage.ask(&event).await;
    }
    stage.scene.go_away(false);
    stage.core.idle().await;
    let board = &stage.scene.posts()[1];
    assert!(board.text.contains("Ann played g4"), "{}", board.text);
    let picture = board.picture.as_ref().expect("it is drawn");
    assert_eq!(picture.name, format!("{id}-1.png"), "the picture fits");
}

#[tokio::test]
async fn a_board_that_is_asked_for_is_the_one_that_changes_from_then_on() {
    let (mut stage, id) = begun().await;
    moves(&mut stage, "Ann", "e2g4").await;
    let n = stage.scene.posted().len();
    stage.does("Bob", &format!("/board {id}")).await;
    assert_eq!(
        since(&stage, n),
        [
            "post: 1. Ann played g4: pawn e2 to g4.".to_owned(),
            format!("post: {} @bob", bell(id, 4, "Ann played g4")),
            "3 is gone".to_owned(),
            "2 is settled: 1. Ann played g4: pawn e2 to g4.".to_owned(),
        ],
        "what calls Bob leads to the new board"
    );
    assert!(stage.scene.posts()[4].is_silent, "Bob is called already");
    assert_eq!(
        moves(&mut stage, "Bob", "d7b5").await,
        [
            "4 is now: 1… Bob played b5: pawn d7 to b5.".to_owned(),
            format!("post: {} @ann", bell(id, 4, "Bob played b5")),
            "5 is gone".to_owned(),
        ]
    );
}

#[tokio::test]
async fn a_removed_board_is_posted_again() {
    let (mut stage, _) = begun().await;
    let board = MessageId::new(Platform::Playground, "2");
    stage.scene.remove(&board).await.expect("a moderator may");
    assert_eq!(
        moves(&mut stage, "Ann", "e2g4").await[0],
        "post: 1. Ann played g4: pawn e2 to g4. @bob"
    );
    assert_eq!(
        moves(&mut stage, "Bob", "d7b5").await[0],
        "3 is now: 1… Bob played b5: pawn d7 to b5."
    );
}

#[tokio::test]
async fn an_outage_is_followed_by_one_current_board_and_one_call() {
    let (mut stage, id) = begun().await;
    stage.scene.go_away(true);
    let n = stage.scene.posted().len();
    for (who, action) in [("Ann", "e2g4"), ("Bob", "d7b5"), ("Ann", "c2d3")] {
        let event = stage.event(who, UserInput::short(&format!("/move {action}")));
        stage.ask(&event).await;
    }
    stage.scene.go_away(false);
    stage.core.idle().await;
    assert_eq!(
        since(&stage, n),
        [
            "2 is now: 2. Ann played d3: pawn c2 to d3.".to_owned(),
            format!("post: {} @bob", bell(id, 2, "Ann played d3")),
        ]
    );
}

#[tokio::test]
async fn the_call_after_a_takeback_names_no_move() {
    let (mut stage, id) = begun().await;
    moves(&mut stage, "Ann", "e2g4").await;
    stage.does("Ann", "/takeback").await;
    let n = stage.scene.posted().len();
    stage.does("Bob", "/takeback").await;
    let said = since(&stage, n);
    let bell = format!("post: Your move in match {id}: board 2. @ann");
    assert!(said.contains(&bell), "{said:?}");
}
