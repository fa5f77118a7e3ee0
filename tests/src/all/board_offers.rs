//! Offers, results and rematches on live boards, as each viewer reads them.

use api::{BoardOffer, BoardOfferKind, Component, Listener as _};
use command::Control;
use tests::{fake_chat::TestBot, venue::Venue};

/// Returns the ids of the buttons among these controls, without their arguments.
fn buttons(controls: &[Component]) -> Vec<String> {
    let buttons = controls.iter().flat_map(|row| match row {
        Component::Buttons(buttons) => &buttons[..],
        Component::Menu(_) => &[],
    });
    let name = |control: &Control| control.to_string().split(':').next().map(str::to_owned);
    buttons.filter_map(|button| name(&button.control)).collect()
}

#[track_caller]
fn check(offer: Option<BoardOffer>, kind: BoardOfferKind, text: &str, controls: &[&str]) {
    let offer = offer.expect("an offer is pending");
    assert_eq!((offer.kind, &offer.text[..]), (kind, text));
    assert_eq!(buttons(&offer.controls), controls);
}

#[tokio::test]
async fn a_board_shows_an_offer_to_each_viewer_with_their_own_controls() {
    let mut bot = TestBot::in_memory(&["Ann", "Bob", "Eve"], |_| {});
    let id = bot.begin("berolina @Bob white").await;
    bot.does("Ann", "/draw").await;
    let own = "You offered a draw. Waiting for Bob…";
    let anns = bot.live_board("Ann", id).await;
    check(anns.offer, BoardOfferKind::Draw, own, &["draw-withdraw"]);
    assert!(!buttons(&anns.controls).contains(&"draw".to_owned()));
    let bobs = bot.live_board("Bob", id).await;
    let asked = "Ann offers you a draw.";
    check(
        bobs.offer,
        BoardOfferKind::Draw,
        asked,
        &["draw-yes", "draw-no"],
    );
    assert!(!buttons(&bobs.controls).contains(&"draw".to_owned()));
    let eves = bot.live_board("Eve", id).await;
    check(
        eves.offer,
        BoardOfferKind::Draw,
        "Ann offered Bob a draw.",
        &[],
    );
    let statuses = [anns.status, bobs.status, eves.status];
    assert_eq!(
        statuses,
        ["Your turn", "Ann to move", "Ann (White) to move"]
    );
}

#[tokio::test]
async fn the_board_of_a_challenge_tells_each_viewer_its_terms() {
    let mut bot = TestBot::in_memory(&["Ann", "Bob", "Eve"], |_| {});
    let terms = "chakart @Bob white objects=open time:3d rated:yes";
    let id = bot.challenge(terms).await;
    let time = "Time: 3 days for each turn.";
    let rated = "The match is rated: its result changes the ratings of both players.";
    for (name, head, sides, controls) in [
        (
            "Ann",
            "Waiting for Bob…",
            "You play White.",
            &["decline"][..],
        ),
        (
            "Bob",
            "Ann challenges you",
            "You play Black.",
            &["accept", "decline"],
        ),
        ("Eve", "Ann challenges Bob", "Ann plays White.", &[]),
    ] {
        let board = bot.live_board(name, id).await;
        let told = format!("{head}\n{time}\n{rated}");
        check(board.offer, BoardOfferKind::Challenge, &told, controls);
        assert!(board.text.starts_with(sides), "{name}: {}", board.text);
        assert!(
            board
                .text
                .contains("Bananas and bombs: visible to everybody."),
            "{name}: {}",
            board.text
        );
        assert!(!board.text.contains('='), "{name}: {}", board.text);
    }
}

#[tokio::test]
async fn a_board_offers_a_takeback_to_a_player_who_has_moved() {
    let mut bot = TestBot::in_memory(&["Ann", "Bob"], |_| {});
    let id = bot.begin("berolina @Bob white").await;
    bot.plays("Ann", "e2d3").await;
    for (name, may_ask) in [("Ann", true), ("Bob", false)] {
        let shown = buttons(&bot.live_board(name, id).await.controls);
        assert_eq!(
            shown.contains(&"takeback".to_owned()),
            may_ask,
            "{name}: {shown:?}"
        );
    }
    bot.does("Ann", "/takeback").await;
    let asked = "Ann wants to take back 1. ed3.";
    let bobs = bot.live_board("Bob", id).await;
    let controls = ["takeback-yes", "takeback-no"];
    check(bobs.offer, BoardOfferKind::Takeback, asked, &controls);
}

#[tokio::test]
async fn the_board_of_a_finished_match_shows_its_rematch() {
    let mut bot = TestBot::in_memory(&["Ann", "Bob", "Eve"], |_| {});
    let id = bot.begin("berolina @Bob white").await;
    bot.plays("Ann", "e2d3").await;
    bot.does("Bob", &format!("resign-yes:{id}:1")).await;
    let anns = bot.live_board("Ann", id).await;
    let result = anns.result.expect("it is over");
    assert_eq!(result.title, "You won");
    assert_eq!(result.reason, "Ann (White) wins because Bob resigned.");
    assert!(buttons(&anns.controls).contains(&"rematch".to_owned()));

    let mut changes = bot.core.watch(id).await;
    bot.does("Bob", &format!("rematch:{id}")).await;
    bot.core.idle().await;
    assert!(
        changes.try_recv().is_ok(),
        "its viewers learn of the rematch"
    );
    let kind = BoardOfferKind::Rematch;
    let anns = bot.live_board("Ann", id).await;
    check(
        anns.offer,
        kind,
        "Bob wants a rematch.",
        &["accept", "decline"],
    );
    let bobs = bot.live_board("Bob", id).await;
    let own = "You offered a rematch. Waiting for Ann…";
    check(bobs.offer, kind, own, &["decline"]);
    for controls in [anns.controls, bobs.controls] {
        assert!(!buttons(&controls).contains(&"rematch".to_owned()));
    }
    assert!(bot.live_board("Eve", id).await.offer.is_none());

    bot.does("Ann", &format!("rematch:{id}")).await;
    for name in ["Ann", "Bob"] {
        let board = bot.live_board(name, id).await;
        assert!(board.offer.is_none() && board.rematch.is_some(), "{name}");
    }
}
