//! A private message takes the next way that works, and never the channel.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::discord::{AcknowledgmentKind, Message, Refusal, ServerFault, Setup};

use super::table::{Match, MoveInput, Table, guided, moves};
use crate::time;

const CALLBACK: &str = "POST /interactions/*/*/callback";

#[tokio::test(flavor = "multi_thread")]
async fn a_player_with_closed_direct_messages_gets_one_notice_and_plays_on() {
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
    let (ann, bob) = (&table.ann, &table.bob);
    ann.set_direct(false);
    let mut random = Random::new(11);
    let mut played = table.begin(Variant::Chakart, "").await;
    let n_told = |played: &Match| {
        let said = ann.messages(&played.room);
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
        table.play(&mut played, MoveInput::Menus, &mut random).await;
        n_since += n_told(&played);
    }
    if !goes_on(&played).await {
        return false;
    }
    assert_eq!(n_told(&played), 1, "{}", ann.transcript());
    assert!(ann.messages(&ann.direct()).is_empty());
    bob.reads(&bob.direct(), "Only you see").await;
    // Her own view is a button away, and arrives again when she allows direct messages.
    let board = played.board(played.moves.len() + 1).await;
    let view = ann.clicks(&board, "My view").await;
    assert!(view.is_private() && view.files.len() == 1);
    ann.set_direct(true);
    let mut others_turn = false;
    loop {
        let board = played.board(played.moves.len() + 1).await;
        if played.is_over() {
            return false;
        }
        let is_anns_turn = table.to_move(&board).id == ann.id;
        if is_anns_turn && others_turn {
            break;
        }
        others_turn = !is_anns_turn;
        table.play(&mut played, MoveInput::Menus, &mut random).await;
    }
    ann.reads(&ann.direct(), "your turn").await;
    table.check(&played).await;
    table.close();
    true
}

#[tokio::test]
async fn a_late_answer_is_reported_without_its_secret_in_direct_messages() {
    let table = Table::in_process(Setup::default()).await;
    let (ann, bob) = (&table.ann, &table.bob);
    let mut random = Random::new(12);
    let mut played = table.begin(Variant::Chakart, "").await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    let board = played.board(2).await;
    // The bot cannot reply to any user while this lasts.
    let refused = ServerFault::Refused(Refusal::UNKNOWN_INTERACTION);
    let expired = table.discord.inject_fault(CALLBACK, refused.clone(), 3);
    let n_public = || table.lobby.messages().len() + played.room.messages().len();
    let before = n_public();
    ann.presses(&board, "My view");
    let told = "could not show you my answer in time, and nothing has changed";
    ann.reads(&ann.direct(), told).await;
    bob.types(&played.room, "/view");
    let told = "could not show you my answer in time";
    bob.reads(&bob.direct(), told).await;
    assert_eq!(n_public(), before, "nothing of it is said to others");
    // A move counts even if its player receives no reply.
    let offered = bob.completes(&played.room, "/move move:");
    expired.release();
    let offered = moves(offered.await);
    let chosen = random.pick(&offered).value.clone();
    let once = table.discord.inject_fault(CALLBACK, refused, 1);
    let typed = format!("/move move:{chosen}");
    bob.types(&played.room, &typed);
    once.occurred(1).await;
    bob.reads(&bob.direct(), "came too late").await;
    played.moves.push(chosen);
    table.check(&played).await;
    table.close();
}

#[tokio::test]
async fn a_slow_answer_is_deferred_for_its_reader_alone() {
    let table = Table::in_process(Setup::default()).await;
    let held = table.hold_doctor();
    let asked = table.ann.types(&table.lobby, "/doctor");
    held.occurred(1).await;
    table.pass(Duration::from_millis(499)).await;
    assert!(!asked.is_acknowledged(), "it may still come in time");
    // Timers are rounded up.
    table.pass(Duration::from_millis(2)).await;
    let acknowledged = asked.acknowledged().await;
    assert!(acknowledged.is_private);
    assert_eq!(acknowledged.kind, AcknowledgmentKind::Deferral);
    assert!(acknowledged.after < Duration::from_secs(3));
    held.release();
    asked.answer().await.in_private().says("I hear you");
    assert_eq!(table.bob.transcript(), "");
    table.close();
}

#[tokio::test]
async fn an_answer_with_an_expired_token_is_not_posted_in_the_channel() {
    let table = Table::in_process(Setup::default()).await;
    let (ann, lobby) = (&table.ann, &table.lobby);
    let held = table.hold_doctor();
    let asked = ann.types(lobby, "/doctor");
    time::flow(asked.acknowledged()).await;
    table.discord.advance(Duration::from_secs(16 * 60));
    held.release();
    let direct = ann.direct();
    let told = "could not show you my answer in time";
    let told = ann.reads(&direct, told);
    time::flow(told).await;
    assert!(lobby.messages().is_empty());
    table.close();
}

#[tokio::test]
async fn a_failed_deferral_is_repeated() {
    let table = Table::in_process(Setup::default()).await;
    let held = table.hold_doctor();
    let failing = table
        .discord
        .inject_fault(CALLBACK, ServerFault::Failing(500), 1);
    let asked = table.ann.types(&table.lobby, "/doctor");
    time::flow(failing.occurred(1)).await;
    let acknowledged = time::flow(asked.acknowledged()).await;
    assert_eq!(acknowledged.kind, AcknowledgmentKind::Deferral);
    held.release();
    assert!(asked.answer().await.text.contains("I hear you"));
    table.close();
}

#[tokio::test]
async fn a_deferral_with_a_lost_reply_gets_one_answer() {
    for fault in [ServerFault::CutAfter, ServerFault::FailingAfter(500)] {
        let table = Table::in_process(Setup::default()).await;
        let (ann, lobby) = (&table.ann, &table.lobby);
        let held = table.hold_doctor();
        table.discord.inject_fault(CALLBACK, fault, 1);
        let asked = ann.types(lobby, "/doctor");
        time::flow(asked.acknowledged()).await;
        held.release();
        let answer = time::flow(asked.answer()).await;
        assert!(answer.text.contains("I hear you"));
        assert_eq!(ann.messages(lobby).len(), 1);
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_takes_long_to_send_holds_nothing_else_up() {
    let table = Table::open().await;
    let mut random = Random::new(13);
    table.post_each_board().await;
    let mut played = table.begin(Variant::Berolina, "").await;
    for fault in [ServerFault::HeldBefore, ServerFault::HeldAfter] {
        let n_moves = played.moves.len();
        let held = table.discord.inject_fault(
            &format!("POST /channels/{}/messages", played.room.id),
            fault.clone(),
            1,
        );
        // The move has its reply, and the other side can continue before its board is there.
        let first = table.moves(&mut played, &mut random).await;
        held.occurred(1).await;
        let players = [&table.ann, &table.bob].into_iter();
        let room = played.room.clone();
        for second in players.filter(|user| user.id != first.id) {
            played.moves_as(second, &room, &mut random).await;
        }
        let n_there = n_moves + 1 + usize::from(fault == ServerFault::HeldAfter);
        assert_eq!(played.boards().len(), n_there);
        held.release();
        played.board(n_moves + 3).await;
    }
    let boards = played.boards();
    let plies: Vec<&str> = boards
        .iter()
        .map(|board| board.files[0].name.as_str())
        .collect();
    let mut sorted = plies.clone();
    sorted.sort_by_key(|name| (name.len(), *name));
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
    let lost = table
        .discord
        .inject_fault(CALLBACK, ServerFault::CutAfter, 1);
    // The menus are there, but the bot does not know it and resends them.
    let menus = user.presses(&board, "Move");
    let said = guided(menus, &user, &mut random).await;
    let said = said.answer().await;
    played.remember(&said);
    lost.occurred(1).await;
    let again = ["POST /interactions/", " 40060"];
    table.discord.called(&again, 1).await;
    let other = table.to_move(&played.board(2).await).clone();
    for _ in 0..2 {
        // By then all resent messages have arrived.
        other.asks(&played.room, "/games").await;
    }
    let mut now = user.messages(&played.room).into_iter();
    let now = now.find(|message| message.id == said.id);
    let now = now.expect("the answer stays");
    assert!(now.text.starts_with("You played"), "{}", user.transcript());
    table.check(&played).await;
    table.close();
}
