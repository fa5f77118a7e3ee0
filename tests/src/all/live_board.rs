//! Tests of the live board: under network failures, and with clocks.

use std::{sync::Arc, time::Duration};

use api::{Clock, Listener as _};
use service::read_match;
use tests::{
    browser::Driver,
    fake_chat::SteppingClock,
    page::Page,
    page_user::{PageUser, text},
    store::fresh_writer,
    weak_line::{LineCondition, WeakLine},
};

use super::browser::begin_alone;

/// The state of the connection during a move, and afterwards, before it recovers.
const LOSSES: [(LineCondition, Option<LineCondition>); 3] = [
    (LineCondition::Silent, Some(LineCondition::Down)),
    (LineCondition::Deaf, Some(LineCondition::Down)),
    // The page sleeps, and receives no notice that its connections are gone.
    (LineCondition::Silent, None),
];

/// A script that shortens the page's timeout for a reply.
const IMPATIENT: &str = "
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 20);";

#[tokio::test(flavor = "multi_thread")]
async fn a_lifted_piece_stays_lifted_when_its_board_is_redrawn() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    ann.likes("light").await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    ann.lift("e2", "d3").await;
    ann.until("document.querySelector('.lifted') && document.querySelector('.ghost')")
        .await;
    ann.run("document.querySelector('.picture-frame svg').dataset.old = 'true'")
        .await;
    ann.likes("dark").await;
    ann.until("!document.querySelector('.picture-frame svg').dataset.old")
        .await;
    ann.until("document.querySelector('.lifted') && document.querySelector('.ghost')")
        .await;
    ann.let_go().await;
    ann.reads("Oddboard (level 3) played").await;
    let first = ann
        .run("return document.querySelector('#moves .move').innerText.trim()")
        .await;
    assert_eq!(first, "ed3");
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_played_once_though_the_line_is_lost_while_it_is_on_its_way() {
    let Some(driver) = Driver::start() else {
        return;
    };
    for (condition, then) in LOSSES {
        let writer = fresh_writer();
        let page = Page::open(writer.clone(), |_| {}).await;
        let line = WeakLine::to(&page.address).await;
        let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
        let (ann, bob) = (ann.await, bob.await);
        let terms = "berolina @Bob color:white";
        let id = ann.begin(&page.address, &bob, terms).await;
        let browser = driver.open(1200, 800).await;
        browser.prepare(IMPATIENT).await;
        browser.belongs_to(&ann).await;
        browser.visit(&line.address, &format!("match/{id}")).await;
        browser
            .until("document.querySelector('[data-square=e2].open')")
            .await;

        page.core.idle().await;
        let mut changes = page.core.changes();
        line.set(condition);
        browser.drag("e2", "d3").await;
        match condition {
            LineCondition::Deaf => assert_eq!(changes.recv().await, Ok(Some(id))),
            _ => line.until_lost().await,
        }
        if let Some(condition) = then {
            line.set(condition);
            browser
                .until("document.querySelector('#connection').dataset.state === 'waiting'")
                .await;
        }
        line.set(LineCondition::Fine);
        browser
            .run("document.dispatchEvent(new Event('visibilitychange'))")
            .await;
        let n_moves = |n| format!("document.querySelectorAll('#moves .move').length === {n}");
        browser.until(&n_moves(1)).await;
        bob.send(&page.address, "lobby", "reply", &text("/move e7d6"))
            .await;
        browser.until(&n_moves(2)).await;
        browser
            .until("document.querySelector('[data-square=d3].open')")
            .await;
        browser.drag("d3", "c4").await;
        browser.until(&n_moves(3)).await;
        let found = read_match(&writer, id).expect("memory can be read");
        let (_, record) = found.expect("there is the match");
        let inputs: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
        assert_eq!(
            inputs,
            ["e2d3", "e7d6", "d3c4"],
            "{condition:?}, then {then:?}"
        );
        browser.close().await;
        page.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_answered_and_withdrawn_on_the_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
    let (ann, bob) = (ann.await, bob.await);
    let terms = "berolina @Bob color:white";
    let id = ann.begin(&page.address, &bob, terms).await;
    let seat = async |guest: &PageUser| {
        let browser = driver.open(390, 800).await;
        browser.belongs_to(guest).await;
        browser.visit(&page.address, &format!("match/{id}")).await;
        browser
            .until("document.querySelector('[data-square=e2]')")
            .await;
        browser
    };
    let (anns, bobs) = (seat(&ann).await, seat(&bob).await);
    let offer =
        |words: &str| format!("document.querySelector('#offer').innerText.includes({words:?})");

    ann.send(&page.address, "lobby", "draw", &text("/draw"))
        .await;
    bobs.until(&offer("Ann offers Bob a draw.")).await;
    anns.until(&offer("You offered a draw")).await;
    anns.press("Withdraw").await;
    bobs.until("document.querySelector('#offer').hidden").await;

    anns.drag("e2", "d3").await;
    bobs.reads("Ann played ed3").await;
    bob.send(&page.address, "lobby", "back", &text("/draw"))
        .await;
    anns.until(&offer("Bob offers Ann a draw.")).await;
    anns.press("Accept draw").await;
    bobs.reads("Drawn by agreement").await;
    bobs.until("document.querySelector('#offer').hidden").await;
    for browser in [anns, bobs] {
        browser.close().await;
    }
    page.close().await;
}

/// A new alarm makes the bot read its clock again, so the test waits for no flag. The clock of the device stands still.
#[tokio::test(flavor = "multi_thread")]
async fn both_clocks_stand_beside_the_names_and_follow_the_server() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let clock = Arc::new(SteppingClock::by(Duration::ZERO));
    let own = Arc::clone(&clock) as Arc<dyn Clock>;
    let page = Page::open(fresh_writer(), |parts| parts.clock = own).await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
    let (ann, bob) = (ann.await, bob.await);
    let terms = "berolina @Bob color:white time:1+3";
    let id = ann.begin(&page.address, &bob, terms).await;
    let browser = driver.open(390, 800).await;
    browser.prepare("Date.now = () => 0").await;
    browser.belongs_to(&ann).await;
    browser.visit(&page.address, &format!("match/{id}")).await;
    let shows = |id: &str, words: &str| {
        format!("document.querySelector('#{id}').innerText.replace(/\\s/g, '').includes('{words}')")
    };
    for (id, words) in [
        ("name-top", "Bob"),
        ("clock-top", "1:00+3"),
        ("name-bottom", "Ann"),
        ("clock-bottom", "1:00+3"),
        ("name-bottom", "firstmovewithin"),
    ] {
        browser.until(&shows(id, words)).await;
    }
    for (user, action) in [(&ann, "e2g4"), (&bob, "d7f5")] {
        let play = text(&format!("/move {action}"));
        user.send(&page.address, "lobby", action, &play).await;
    }
    browser
        .until("document.querySelector('#clock-bottom.running:not(.low)')")
        .await;
    clock.advance(Duration::from_secs(56));
    browser
        .run("document.dispatchEvent(new Event('visibilitychange'))")
        .await;
    browser.until(&shows("clock-bottom", "0:0")).await;
    browser
        .until("document.querySelector('#clock-bottom.low') && document.querySelector('#clock-top:not(.low)')")
        .await;
    browser
        .run("document.querySelector('#clock-top').click()")
        .await;
    browser
        .until("document.querySelector('#spoken').innerText.includes('Bob: 1 minute 0 seconds')")
        .await;
    clock.advance(Duration::from_secs(4));
    bob.begin(&page.address, &ann, "berolina @Ann color:white time:5+0")
        .await;
    browser.reads("ran out of time").await;
    browser.close().await;
    page.close().await;
}
