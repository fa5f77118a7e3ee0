//! Tests of the live board under network failures.

use api::Listener as _;
use service::read_match;
use tests::{
    browser::Driver,
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
