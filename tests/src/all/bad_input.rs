//! The live board under hasty, forgetful and unlucky hands: several tabs, sleep, restarts, double taps, a turned phone. No move is
//! lost or played twice, and no board shows what is not so.

use std::{sync::Arc, time::Duration};

use api::Clock;
use serde_json::json;
use service::read_match;
use tests::{
    browser::{Browser, Driver},
    fake_chat::SteppingClock,
    page::Page,
    page_user::{PageUser, text},
    port::ReservedPort,
    program::Program,
    store::fresh_writer,
    weak_line::{LineCondition, WeakLine},
};

use super::live_board::{Players, board_of};

/// Waits until a board lists this number of moves, and shows none that is on its way.
async fn lists(browser: &Browser, n_moves: usize) {
    browser
        .until(&format!(
            "document.querySelectorAll('#moves .move').length === {n_moves} && !document.querySelector('.sending')"
        ))
        .await;
}

/// Waits until the viewer of a board can move.
async fn may_move(browser: &Browser) {
    browser.until("document.querySelector('.cell.open')").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_of_a_player_make_one_move() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 1200).await;
    let Players {
        page,
        ann,
        bob,
        anns,
        bobs,
        id,
    } = &players;
    let second = board_of(&driver, ann, &page.address, *id, 390).await;
    for browser in [anns, &second] {
        may_move(browser).await;
    }
    tokio::join!(anns.drag("e2", "d3"), second.drag("g2", "f3"));
    for browser in [anns, &second, bobs] {
        lists(browser, 1).await;
    }
    bob.send(&page.address, "lobby", "reply", &text("/move e7d6"))
        .await;
    for browser in [anns, &second] {
        lists(browser, 2).await;
        may_move(browser).await;
    }
    second.drag("a2", "b3").await;
    for browser in [anns, &second, bobs] {
        lists(browser, 3).await;
    }
    second.close().await;
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_slept_through_its_flag_shows_the_result() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let clock = Arc::new(SteppingClock::by(Duration::ZERO));
    let own = Arc::clone(&clock) as Arc<dyn Clock>;
    let writer = fresh_writer();
    let page = Page::open(writer.clone(), |parts| parts.clock = own).await;
    let line = WeakLine::to(&page.address).await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
    let (ann, bob) = (ann.await, bob.await);
    let terms = "berolina @Bob color:white time:1+0";
    let id = ann.begin(&page.address, &bob, terms).await;
    let browser = board_of(&driver, &ann, &line.address, id, 390).await;
    for (user, action) in [(&ann, "e2g4"), (&bob, "d7f5")] {
        let play = text(&format!("/move {action}"));
        user.send(&page.address, "lobby", action, &play).await;
    }
    browser
        .until("document.querySelector('#clock-bottom.running')")
        .await;

    line.set(LineCondition::Silent);
    for _ in 0..61 {
        clock.advance(Duration::from_secs(1));
        page.core.mark_time().await;
    }
    // An event makes the bot look at its clock.
    bob.begin(&page.address, &ann, "berolina @Ann color:white time:5+0")
        .await;
    line.until_lost().await;
    // The page wakes up with a move in mind.
    line.set(LineCondition::Fine);
    browser.drag("d2", "c3").await;
    browser
        .run("document.dispatchEvent(new Event('visibilitychange'))")
        .await;
    browser.reads("ran out of time").await;
    browser
        .until("document.querySelector('#result').innerText.includes('You lost')")
        .await;
    browser
        .until("!document.querySelector('.running') && !document.querySelector('.sending, .cell.open')")
        .await;
    let found = read_match(&writer, id).expect("memory can be read");
    let (_, record) = found.expect("there is the match");
    let inputs: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
    assert_eq!(inputs, ["e2g4", "d7f5", "time:white"]);
    browser.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn back_and_forward_lead_to_the_present_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players {
        page, bob, anns, ..
    } = &players;
    anns.drag("e2", "d3").await;
    lists(anns, 1).await;
    anns.visit(&page.address, "rules/berolina").await;
    bob.send(&page.address, "lobby", "first", &text("/move e7d6"))
        .await;
    anns.back().await;
    lists(anns, 2).await;
    anns.drag("d3", "c4").await;
    lists(anns, 3).await;
    anns.forward().await;
    anns.until("location.pathname.startsWith('/rules/')").await;
    bob.send(&page.address, "lobby", "second", &text("/move d6e5"))
        .await;
    anns.back().await;
    lists(anns, 4).await;
    may_move(anns).await;
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn double_taps_play_one_move() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players {
        page,
        bob,
        anns,
        bobs,
        ..
    } = &players;
    may_move(anns).await;
    anns.touch(&["e2", "d3", "d3"]).await;
    for browser in [anns, bobs] {
        lists(browser, 1).await;
    }
    bob.send(&page.address, "lobby", "reply", &text("/move e7d6"))
        .await;
    lists(anns, 2).await;
    may_move(anns).await;
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turned_phone_keeps_the_chosen_piece() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players { anns, bobs, .. } = &players;
    may_move(anns).await;
    anns.touch(&["e2"]).await;
    let is_chosen = "document.querySelector('[data-square=e2].cell[aria-selected=true]')";
    anns.until(is_chosen).await;
    anns.size(844, 390).await;
    anns.until(
        "document.querySelector('.board-frame').getBoundingClientRect().height > innerHeight - 2",
    )
    .await;
    assert_eq!(
        anns.run(&format!("return Boolean({is_chosen})")).await,
        json!(true)
    );
    anns.touch(&["d3"]).await;
    lists(bobs, 1).await;
    anns.size(390, 844).await;
    lists(anns, 1).await;
    assert!(anns.fits().await);
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_played_once_though_the_server_restarts() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let port = ReservedPort::new();
    let program = Program::start_at(&port.address(), &data);
    let address = program.address.clone();
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&address, name));
    let (ann, bob) = (ann.await, bob.await);
    let id = ann.begin(&address, &bob, "berolina @Bob color:white").await;
    let anns = board_of(&driver, &ann, &address, id, 390).await;
    may_move(&anns).await;

    program.kill();
    anns.drag("e2", "d3").await;
    anns.until("document.querySelector('.sending')").await;
    anns.until("document.querySelector('#connection').dataset.state !== 'open'")
        .await;
    let program = Program::start_at(&port.address(), &data);
    lists(&anns, 1).await;
    bob.send(&program.address, "lobby", "reply", &text("/move e7d6"))
        .await;
    lists(&anns, 2).await;
    anns.drag("d3", "c4").await;
    lists(&anns, 3).await;
    anns.close().await;
}
