//! Failures between the bot and Discord: no move is lost or counts twice, and no message is posted twice.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::discord::ServerFault;

use super::table::{MoveInput, Table};

/// The routes of the requests in a match.
const ROUTES: [&str; 6] = [
    "POST /interactions/*/*/callback",
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "POST /users/@me/channels",
    "POST /channels/*/messages/*/threads",
    "PATCH /webhooks/*/*/messages/@original",
];

/// Plays a match in which each kind of request fails in this way, `n` times in a row, once every few moves.
async fn check(fault: ServerFault, n: usize) {
    let table = Table::open().await;
    let mut injected_faults = Vec::new();
    for route in ROUTES {
        injected_faults.push((route, table.discord.inject_fault(route, fault.clone(), n)));
    }
    let mut random = Random::new(7);
    let mut played = table.begin(Variant::Chakart, "").await;
    for n_moves in 0..6 {
        for route in ROUTES.iter().skip(n_moves % 2).step_by(2) {
            // Failures that have not occurred yet must not occur all at once.
            let mut before = injected_faults.iter().filter(|(of, _)| of == route);
            if before.all(|(_, injected)| injected.count() >= n) {
                injected_faults.push((route, table.discord.inject_fault(route, fault.clone(), n)));
            }
        }
        let input = [MoveInput::Bare, MoveInput::Menus, MoveInput::Direct][n_moves % 3];
        table.play(&mut played, input, &mut random).await;
        if played.is_over() {
            break;
        }
    }
    table.check(&played).await;
    let n_affected: usize = injected_faults
        .iter()
        .map(|(_, injected)| injected.count())
        .sum();
    // The dice of Chakart may end a match before many requests.
    let is_enough = n_affected >= 8 * n || played.is_over();
    assert!(is_enough, "only {n_affected} requests went wrong");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_under_rate_limits_of_discord() {
    for is_global in [false, true] {
        check(ServerFault::limited_by(100, is_global), 2).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_discord_fails() {
    check(ServerFault::Failing(500), 1).await;
    check(ServerFault::Failing(503), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_discord_fails_after_its_work() {
    check(ServerFault::FailingAfter(502), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_requests_are_cut_before_their_effect() {
    check(ServerFault::CutBefore, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_requests_are_cut_after_their_effect() {
    check(ServerFault::CutAfter, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_the_gateway_drops_its_connections() {
    let table = Table::open().await;
    let mut random = Random::new(8);
    let mut played = table.begin(Variant::Berolina, "").await;
    for n in 1..4 {
        let board = played.board(played.moves.len() + 1).await;
        table.discord.gateway().drop_connections();
        // The press happens while the bot is disconnected, and arrives afterwards.
        let pressed = table.to_move(&board).presses(&board, "Move");
        table.discord.gateway().resumed(n).await;
        assert!(!pressed.answer().await.menus().is_empty());
        table.play(&mut played, MoveInput::Menus, &mut random).await;
    }
    table.discord.gateway().ask_to_reconnect();
    table.discord.gateway().resumed(4).await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_too_late_for_an_answer_has_no_effect() {
    let table = Table::open().await;
    let ann = &table.ann;
    let mut random = Random::new(15);
    let mut played = table.begin(Variant::Berolina, "").await;
    let gateway = table.discord.gateway();
    gateway.set_open(false);
    gateway.drop_connections();
    let late = ann.types(&played.room, "/move move:e2g4");
    // Discord tells the user that the bot does not respond, so the user does something else.
    table.discord.advance(Duration::from_secs(4));
    gateway.set_open(true);
    gateway.resumed(1).await;
    table.discord.called(&["/callback 404"], 1).await;
    let said = ann.asks(&played.room, "/move move:d2f4").await;
    played.remember(&said);
    assert!(!late.is_acknowledged());
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_refused_before_a_kill_stays_refused_when_repeated() {
    let mut table = Table::open().await;
    let mut random = Random::new(16);
    let mut played = table.begin(Variant::Berolina, "").await;
    let refused = table.bob.types(&played.room, "/move move:e7g5");
    let said = refused.answer().await.text;
    assert!(said.starts_with("It is not your turn"), "{said}");
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    table.kill();
    // Now it would be his turn.
    refused.repeat();
    table.start().await;
    table.discord.called(&["GET ", "/@original 200"], 1).await;
    table
        .play(&mut played, MoveInput::Command, &mut random)
        .await;
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_the_gateway_forgets_the_bot() {
    let table = Table::open().await;
    let mut random = Random::new(9);
    let mut played = table.begin(Variant::Berolina, "").await;
    table.discord.gateway().forget_sessions();
    table.discord.gateway().identified(2).await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    table.check(&played).await;
    // The same commands are not registered again.
    assert_eq!(table.n_registrations(), 1);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_the_gateway_falls_silent_or_closes() {
    let table = Table::open().await;
    let mut random = Random::new(14);
    let mut played = table.begin(Variant::Berolina, "").await;
    let gateway = table.discord.gateway();
    // The bot receives the heartbeat interval when a session begins.
    gateway.set_heartbeat(Some(300));
    gateway.forget_sessions();
    gateway.identified(2).await;
    gateway.set_deaf(true);
    gateway.resumed(1).await;
    gateway.set_deaf(false);
    gateway.set_heartbeat(None);
    let n = gateway.n_identified();
    gateway.forget_sessions();
    gateway.identified(n + 1).await;
    table.discord.ready().await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    // "Unknown error": the bot resumes. "Session timed out": it identifies again.
    let n = gateway.n_resumed();
    gateway.close_connections(4000);
    gateway.resumed(n + 1).await;
    let n = gateway.n_identified();
    gateway.close_connections(4009);
    gateway.identified(n + 1).await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_on_when_discord_sends_every_event_twice() {
    let table = Table::open().await;
    let mut random = Random::new(10);
    let mut played = table.begin(Variant::Berolina, "").await;
    for _ in 0..4 {
        let board = played.board(played.moves.len() + 1).await;
        let user = table.to_move(&board);
        let offered = user.completes(&played.room, "/move move:").await;
        let offered = super::table::moves(offered);
        let chosen = random.pick(&offered);
        let asked = user.types(&played.room, &format!("/move move:{}", chosen.value));
        asked.repeat();
        let said = super::table::confirmed(user, asked.clone()).await;
        played.remember(&said);
        asked.repeat();
    }
    // An earlier duplicate is settled when a later event has its reply.
    table.check(&played).await;
    table.close();
}
