//! A private message takes the next way that works, and never the channel.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::discord::{Manner, Message, Setup, Trouble};

use super::table::{Match, Table, Way};
use crate::time;

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_direct_messages_hears_so_once_and_plays_on() {
    // Chance may end a match early; then the test tries another one.
    while !with_closed_messages().await {}
}

/// Tells whether a match continues after the last move, once its board is there.
async fn goes_on(played: &Match) -> bool {
    played.board(played.moves.len() + 1).await;
    !played.is_over()
}

/// Plays while Ann accepts no direct messages, and then does. Returns false if the match ended before.
async fn with_closed_messages() -> bool {
    let table = Table::open().await;
    table.ann.set_direct(false);
    let mut random = Random::new(11);
    let mut played = table.begin(Variant::Chakart, "").await;
    let n_told = |played: &Match| {
        let said = table.ann.messages(&played.room);
        let told = said.iter().map(Message::words);
        told.filter(|said| said.contains("cannot send you direct messages"))
            .count()
    };
    // She may move before her first view is refused.
    let mut n_since = 0;
    while n_since < 4 {
        if !goes_on(&played).await {
            return false;
        }
        table.play(&mut played, Way::Menus, &mut random).await;
        n_since += n_told(&played);
    }
    if !goes_on(&played).await {
        return false;
    }
    assert_eq!(n_told(&played), 1, "{}", table.ann.transcript());
    assert!(table.ann.messages(&table.ann.direct()).is_empty());
    table.bob.reads(&table.bob.direct(), "Only you see").await;
    // Her own view is a button away, and arrives again when she allows direct messages.
    let board = played.board(played.moves.len() + 1).await;
    let view = table.ann.presses(&board, "My view").answer().await;
    assert!(view.is_private() && view.files.len() == 1);
    table.ann.set_direct(true);
    let mut others_turn = false;
    loop {
        let board = played.board(played.moves.len() + 1).await;
        if played.is_over() {
            return false;
        }
        let is_anns_turn = table.to_move(&board).id == table.ann.id;
        if is_anns_turn && others_turn {
            break;
        }
        others_turn = !is_anns_turn;
        table.play(&mut played, Way::Menus, &mut random).await;
    }
    table.ann.reads(&table.ann.direct(), "your turn").await;
    table.check(&played).await;
    table.close();
    true
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_told_without_its_secret_in_direct_messages() {
    let table = Table::indoors(Setup::default()).await;
    let mut random = Random::new(12);
    let mut played = table.begin(Variant::Chakart, "").await;
    table.play(&mut played, Way::Menus, &mut random).await;
    let board = played.board(2).await;
    // The bot cannot reply to any user while this lasts.
    let callback = "POST /interactions/*/*/callback";
    let expired = table
        .discord
        .misbehave(callback, Trouble::refused(10062), 3);
    let n_public = || table.lobby.messages().len() + played.room.messages().len();
    let before = n_public();
    table.ann.presses(&board, "My view");
    table
        .ann
        .reads(
            &table.ann.direct(),
            "could not show you my answer in time, and nothing has changed",
        )
        .await;
    table.bob.types(&played.room, "/view");
    table
        .bob
        .reads(&table.bob.direct(), "could not show you my answer in time")
        .await;
    assert_eq!(n_public(), before, "nothing of it is said to others");
    // A move counts even if its player receives no reply.
    let offered = table.bob.completes(&played.room, "/move move:");
    expired.release();
    let offered = super::table::moves(offered.await);
    let chosen = random.pick(&offered).value.clone();
    let once = table
        .discord
        .misbehave(callback, Trouble::refused(10062), 1);
    table
        .bob
        .types(&played.room, &format!("/move move:{chosen}"));
    once.befell(1).await;
    table.bob.reads(&table.bob.direct(), "came too late").await;
    played.moves.push(chosen);
    table.check(&played).await;
    table.close();
}

#[tokio::test]
async fn an_answer_that_takes_its_time_is_promised_to_its_reader_alone() {
    let table = Table::indoors(Setup::default()).await;
    let held = table
        .discord
        .misbehave("POST /users/@me/channels", Trouble::HeldBefore, 1);
    let asked = table.ann.types(&table.lobby, "/doctor");
    held.befell(1).await;
    table.pass(Duration::from_millis(499)).await;
    assert!(!asked.is_acknowledged(), "it may still come in time");
    // Timers are rounded up.
    table.pass(Duration::from_millis(2)).await;
    let acknowledged = asked.acknowledged().await;
    assert_eq!(
        (acknowledged.manner, acknowledged.is_private),
        (Manner::Deferral, true)
    );
    assert!(acknowledged.after < Duration::from_secs(3));
    held.release();
    let answer = asked.answer().await;
    assert!(
        answer.is_private() && answer.text.contains("I hear you"),
        "{}",
        answer.text
    );
    assert!(
        table.bob.transcript().is_empty(),
        "{}",
        table.bob.transcript()
    );
    table.close();
}

#[tokio::test]
async fn a_promise_whose_token_has_expired_is_not_kept_in_the_channel() {
    let table = Table::indoors(Setup::default()).await;
    let held = table
        .discord
        .misbehave("POST /users/@me/channels", Trouble::HeldBefore, 1);
    let asked = table.ann.types(&table.lobby, "/doctor");
    time::flow(asked.acknowledged()).await;
    table.discord.advance(Duration::from_secs(16 * 60));
    held.release();
    let direct = table.ann.direct();
    let told = table
        .ann
        .reads(&direct, "could not show you my answer in time");
    time::flow(told).await;
    assert!(table.lobby.messages().is_empty());
    table.close();
}

#[tokio::test]
async fn an_answer_whose_promise_failed_is_promised_again() {
    let table = Table::indoors(Setup::default()).await;
    let held = table
        .discord
        .misbehave("POST /users/@me/channels", Trouble::HeldBefore, 1);
    let failing =
        table
            .discord
            .misbehave("POST /interactions/*/*/callback", Trouble::Failing(500), 1);
    let asked = table.ann.types(&table.lobby, "/doctor");
    time::flow(failing.befell(1)).await;
    let acknowledged = time::flow(asked.acknowledged()).await;
    assert_eq!(acknowledged.manner, Manner::Deferral);
    held.release();
    assert!(asked.answer().await.text.contains("I hear you"));
    table.close();
}

#[tokio::test]
async fn a_promise_that_came_through_unnoticed_is_kept_once() {
    for trouble in [Trouble::CutAfter, Trouble::FailingAfter(500)] {
        let table = Table::indoors(Setup::default()).await;
        let held = table
            .discord
            .misbehave("POST /users/@me/channels", Trouble::HeldBefore, 1);
        table
            .discord
            .misbehave("POST /interactions/*/*/callback", trouble, 1);
        let asked = table.ann.types(&table.lobby, "/doctor");
        time::flow(asked.acknowledged()).await;
        held.release();
        let answer = time::flow(asked.answer()).await;
        assert!(answer.text.contains("I hear you"));
        assert_eq!(table.ann.messages(&table.lobby).len(), 1);
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_takes_long_to_send_holds_nothing_else_up() {
    let table = Table::open().await;
    let mut random = Random::new(13);
    table.post_each_board().await;
    let mut played = table.begin(Variant::Berolina, "").await;
    for trouble in [Trouble::HeldBefore, Trouble::HeldAfter] {
        let n_moves = played.moves.len();
        let held = table.discord.misbehave(
            &format!("POST /channels/{}/messages", played.room.id),
            trouble.clone(),
            1,
        );
        let board = played.board(n_moves + 1).await;
        let first = table.to_move(&board).clone();
        let second = if first.id == table.ann.id {
            &table.bob
        } else {
            &table.ann
        };
        // The move has its reply, and the other side can continue before its board is there.
        let said = super::table::confirmed(
            &first,
            super::table::command(&first, &played.room, &mut random).await,
        )
        .await;
        played.remember(&said);
        held.befell(1).await;
        let said = super::table::confirmed(
            second,
            super::table::command(second, &played.room, &mut random).await,
        )
        .await;
        played.remember(&said);
        let n_there = if trouble == Trouble::HeldAfter {
            n_moves + 2
        } else {
            n_moves + 1
        };
        assert_eq!(played.boards().len(), n_there);
        held.release();
        played.board(n_moves + 3).await;
    }
    let plies: Vec<String> = played
        .boards()
        .iter()
        .map(|board| board.files[0].name.clone())
        .collect();
    let mut sorted = plies.clone();
    sorted.sort_by_key(|name| (name.len(), name.clone()));
    assert_eq!(plies, sorted, "boards come in order");
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_repeated_does_not_undo_a_later_one() {
    let table = Table::open().await;
    let mut random = Random::new(15);
    let mut played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let user = table.to_move(&board).clone();
    let lost = Trouble::CutAfter;
    let lost = table
        .discord
        .misbehave("POST /interactions/*/*/callback", lost, 1);
    // The menus are there, but the bot does not know it and resends them.
    let menus = user.presses(&board, "Move");
    let said = super::table::guided(menus, &user, &mut random)
        .await
        .answer()
        .await;
    played.remember(&said);
    lost.befell(1).await;
    table
        .discord
        .called(&["POST /interactions/", " 40060"], 1)
        .await;
    let other = table.to_move(&played.board(2).await).clone();
    for _ in 0..2 {
        // By then all resent messages have arrived.
        other.types(&played.room, "/games").answer().await;
    }
    let now = user
        .messages(&played.room)
        .into_iter()
        .find(|message| message.id == said.id);
    let now = now.expect("the answer stays");
    assert!(now.text.starts_with("You played"), "{}", user.transcript());
    table.check(&played).await;
    table.close();
}
