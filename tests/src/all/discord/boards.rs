//! The one board of a match changes with each move, and one message below it calls the player to move. Neither is lost
//! or posted twice through any failure of Discord.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::discord::{SeenEvent, ServerFault, Setup, User, VisibleEvent, permission};

use super::table::{Match, MoveInput, Table};

/// A time longer than Discord remembers a nonce.
const LONG: Duration = Duration::from_secs(10 * 60);

#[tokio::test(flavor = "multi_thread")]
async fn a_match_has_one_board_and_one_message_that_calls() {
    let table = Table::open().await;
    let mut random = Random::new(61);
    let mut played = table.begin(Variant::Chakart, "").await;
    for _ in 0..4 {
        table.play(&mut played, MoveInput::Menus, &mut random).await;
        let messages = played.room.messages();
        assert_eq!(messages.len(), 2, "the board and who is called");
        let (board, bell) = (&messages[0], &messages[1]);
        assert_eq!(board.files.len(), 1);
        assert!(bell.files.is_empty() && bell.buttons().is_empty());
        assert_eq!(bell.pinged, [table.to_move(board).id]);
        let (room, board) = (played.room.id, board.id);
        let link = format!("/channels/{}/{room}/{board})", table.discord.home().id);
        bell.says(&link);
    }
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_present_board_and_the_call_below_it_have_a_link_to_a_public_page() {
    let settings = [
        ("ODDBOARD_WEB_URL", "https://play.example.org"),
        ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
    ];
    let table = Table::open_with(Setup::default(), &settings).await;
    let mut random = Random::new(64);
    let mut played = table.begin(Variant::Berolina, "").await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    let link = format!("https://play.example.org/match/{}", played.id);
    for message in played.room.messages() {
        let button = message.button("Board");
        assert_eq!((button.style, &button.url), (5, &link), "{}", message.text);
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_a_failed_reply_takes_effect_once() {
    for (route, fault) in [
        ("PATCH /channels/*/messages/*", ServerFault::CutAfter),
        ("PATCH /channels/*/messages/*", ServerFault::Failing(502)),
        ("POST /channels/*/messages", ServerFault::CutAfter),
        ("POST /channels/*/messages", ServerFault::FailingAfter(502)),
        ("DELETE /channels/*/messages/*", ServerFault::CutAfter),
        ("DELETE /channels/*/messages/*", ServerFault::Failing(502)),
    ] {
        let table = Table::open().await;
        let mut random = Random::new(62);
        let mut played = table.begin(Variant::Berolina, "").await;
        table
            .play(&mut played, MoveInput::Command, &mut random)
            .await;
        let lost = table.discord.inject_fault(route, fault, 3);
        table.moves(&mut played, &mut random).await;
        lost.occurred(1).await;
        table.discord.advance(LONG);
        lost.stop();
        played.board(3).await;
        played.rung().await;
        table.check(&played).await;
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_while_it_changes_a_board_goes_on_with_that() {
    for route in [
        "PATCH /channels/*/messages/*",
        "POST /channels/*/messages",
        "DELETE /channels/*/messages/*",
    ] {
        let mut table = Table::open().await;
        let mut random = Random::new(63);
        let mut played = table.begin(Variant::Berolina, "").await;
        for _ in 0..2 {
            table
                .play(&mut played, MoveInput::Command, &mut random)
                .await;
        }
        let held = table.discord.inject_fault(route, ServerFault::HeldAfter, 1);
        table.moves(&mut played, &mut random).await;
        held.occurred(1).await;
        table.kill();
        held.release();
        table.discord.advance(LONG);
        table.start().await;
        played.board(4).await;
        played.rung().await;
        table.check(&played).await;
        table.close();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_posted_in_the_channel_when_its_thread_takes_no_calls() {
    let table = Table::open().await;
    let lobby = &table.lobby;
    let mut random = Random::new(64);
    let mut played = table.begin(Variant::Berolina, "").await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    lobby.deny_bot(permission::SEND_MESSAGES_IN_THREADS);
    table.moves(&mut played, &mut random).await;
    let board = table.eve.reads(lobby, "I go on here").await;
    assert_eq!(board.pinged, [table.to_move(&board).id]);
    assert!(board.offers("Move"));
    table.discord.finish();
}

/// Returns the number of messages below the board that called a player.
fn n_calls(user: &User) -> usize {
    let is_call = |seen: &SeenEvent| match &seen.event {
        VisibleEvent::Message(message) => {
            message.text.contains("Your move in match") && message.pinged == [user.id]
        }
        _ => false,
    };
    user.seen().iter().filter(|seen| is_call(seen)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retried_call_is_dropped_once_the_player_has_moved() {
    for fault in [ServerFault::Failing(502), ServerFault::CutBefore] {
        let table = Table::open().await;
        let mut random = Random::new(65);
        let mut played = table.begin(Variant::Berolina, "").await;
        table
            .play(&mut played, MoveInput::Command, &mut random)
            .await;
        let route = format!("POST /channels/{}/messages", played.room.id);
        let lost = table.discord.inject_fault(&route, fault, 99);
        // Bob moves, and then Ann before the bot can call her.
        table.moves(&mut played, &mut random).await;
        lost.occurred(1).await;
        played.board(3).await;
        table.moves(&mut played, &mut random).await;
        lost.stop();
        played.board(4).await;
        played.rung().await;
        assert_eq!((n_calls(&table.ann), n_calls(&table.bob)), (0, 2));
        table.check(&played).await;
        table.close();
    }
}

/// Returns the routes by which messages in the room of a match are posted and read.
fn routes(played: &Match) -> (String, String) {
    let path = format!("/channels/{}/messages", played.room.id);
    (format!("POST {path}"), format!("GET {path}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_with_a_lost_reply_is_deleted_once_its_reader_has_moved() {
    let table = Table::open().await;
    let mut random = Random::new(66);
    let mut played = table.begin(Variant::Berolina, "").await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    let (post, get) = routes(&played);
    let lost = table.discord.inject_fault(&post, ServerFault::CutAfter, 1);
    // The bot cannot search for it before Ann has moved.
    let failing = ServerFault::Failing(502);
    let unread = table.discord.inject_fault(&get, failing, 99);
    table.moves(&mut played, &mut random).await;
    lost.occurred(1).await;
    unread.occurred(1).await;
    table.moves(&mut played, &mut random).await;
    unread.stop();
    played.board(4).await;
    played.rung().await;
    assert_eq!((n_calls(&table.ann), n_calls(&table.bob)), (1, 2));
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_board_does_not_call_a_player_after_their_move() {
    for fault in [ServerFault::Failing(502), ServerFault::FailingAfter(502)] {
        let table = Table::open().await;
        let mut random = Random::new(67);
        table.post_each_board().await;
        let mut played = table.begin(Variant::Berolina, "").await;
        table
            .play(&mut played, MoveInput::Command, &mut random)
            .await;
        let (post, get) = routes(&played);
        let is_said = fault == ServerFault::FailingAfter(502);
        let lost = table.discord.inject_fault(&post, fault, 99);
        let failing = ServerFault::Failing(502);
        let unread = table.discord.inject_fault(&get, failing, 99);
        table.moves(&mut played, &mut random).await;
        lost.occurred(1).await;
        let room = played.room.clone();
        played.moves_as(&table.ann, &room, &mut random).await;
        lost.stop();
        unread.stop();
        let (late, last) = (played.board(3).await, played.board(4).await);
        assert_eq!(late.pinged.is_empty(), !is_said, "{}", late.text);
        assert_eq!(last.pinged, [table.bob.id]);
        played.settled().await;
        table.check(&played).await;
        table.close();
    }
}
