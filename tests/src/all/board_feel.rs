//! The live board shows how pieces move, what is being sent and planned, and what the reader draws on it.

use fantoccini::key::Key;
use serde_json::json;
use tests::{
    browser::{Browser, Driver},
    page::Page,
    page_user::{PageUser, text},
    store::fresh_writer,
    weak_line::{LineCondition, WeakLine},
};

use super::browser::begin_alone;

/// A script that records the drawings that move on a board.
const RECORDER: &str = "
    window.slid = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
        if (frames[0].transform) slid.push(this.getAttribute('href').replace('#drawing-', ''));
        return animate.call(this, frames, options);
    };";

/// A script that sends pointer events with the right button to two squares.
fn right_drag(from: &str, to: &str) -> String {
    format!(
        "const send = (kind, square) => {{
            const cell = document.querySelector(`[data-square=${{square}}].cell`);
            const {{ x, y, width }} = cell.getBoundingClientRect();
            const [clientX, clientY] = [x + width / 2, y + width / 2];
            cell.dispatchEvent(new PointerEvent(kind, {{ bubbles: true, button: 2, clientX, clientY }}));
        }};
        send('pointerdown', '{from}');
        send('pointerup', '{to}')"
    )
}

/// A script that sends an event of a finger at a square.
fn finger(kind: &str, square: &str) -> String {
    format!(
        "const cell = document.querySelector('[data-square={square}].cell');
        const {{ x, y, width }} = cell.getBoundingClientRect();
        const [clientX, clientY] = [x + width / 2, y + width / 2];
        const touch = {{ pointerType: 'touch', pointerId: 5, bubbles: true, button: 0, clientX, clientY }};
        cell.dispatchEvent(new PointerEvent('{kind}', touch));"
    )
}

/// Begins a match of a variant in which Ann has White, and opens its board in a browser of hers of this size. Returns this and
/// both players.
async fn board_of_ann(
    driver: &Driver,
    page: &Page,
    address: &str,
    variant: &str,
    (width, height): (u32, u32),
) -> (Browser, [PageUser; 2]) {
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
    let (ann, bob) = (ann.await, bob.await);
    let terms = format!("{variant} @Bob color:white");
    let id = ann.begin(&page.address, &bob, &terms).await;
    let browser = driver.open(width, height).await;
    browser.prepare(RECORDER).await;
    browser.belongs_to(&ann).await;
    browser.visit(address, &format!("match/{id}")).await;
    browser
        .until("document.querySelector('[data-square=e1].open')")
        .await;
    (browser, [ann, bob])
}

/// Does the same with Berolina in a wide window.
async fn wide_board_of_ann(
    driver: &Driver,
    page: &Page,
    address: &str,
) -> (Browser, [PageUser; 2]) {
    board_of_ann(driver, page, address, "berolina", (1200, 800)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pieces_of_the_other_side_slide_and_dropped_ones_do_not() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let (ann, [_, bob]) = wide_board_of_ann(&driver, &page, &page.address).await;
    ann.drag("e2", "d3").await;
    ann.until("document.querySelectorAll('#moves .move').length === 1")
        .await;
    assert_eq!(ann.run("return slid").await, json!([]));
    bob.send(&page.address, "lobby", "reply", &text("/move e7d6"))
        .await;
    ann.until("slid.length > 0").await;
    assert_eq!(ann.run("return slid").await, json!(["black-berolina-pawn"]));
    // A step back shows the way back.
    ann.key(Key::Left).await;
    ann.until("slid.length > 1").await;
    ann.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_without_an_answer_is_on_its_square_and_the_connection_is_late() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let line = WeakLine::to(&page.address).await;
    let (ann, _) = wide_board_of_ann(&driver, &page, &line.address).await;
    line.set(LineCondition::Silent);
    ann.drag("e2", "d3").await;
    let sent = "document.querySelector('[data-square=d3] .sending')";
    ann.until(sent).await;
    ann.until("document.querySelector('#connection').dataset.state === 'late'")
        .await;
    line.set(LineCondition::Down);
    line.set(LineCondition::Fine);
    ann.until("document.querySelectorAll('#moves .move').length === 1")
        .await;
    ann.until(&format!("!{sent}")).await;
    ann.until("document.querySelector('#connection').dataset.state === 'open'")
        .await;
    ann.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planned_move_and_the_arrows_of_the_reader_are_drawn() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let (ann, [_, bob]) = wide_board_of_ann(&driver, &page, &page.address).await;
    ann.drag("e2", "d3").await;
    ann.until("document.querySelectorAll('#moves .move').length === 1")
        .await;
    ann.drag("g2", "f3").await;
    ann.until("document.querySelectorAll('.planned').length === 2 && document.querySelector('.arrow.plan')")
        .await;
    ann.run(&right_drag("b1", "c3")).await;
    ann.run(&right_drag("h7", "h7")).await;
    let drawn = "return [document.querySelectorAll('path.arrow.good').length, \
                 document.querySelectorAll('circle.arrow.good').length]";
    assert_eq!(ann.run(drawn).await, json!([1, 1]));
    // The same again removes it; a press of the left button removes all.
    ann.run(&right_drag("h7", "h7")).await;
    assert_eq!(ann.run(drawn).await, json!([1, 0]));
    ann.tap("e5").await;
    assert_eq!(ann.run(drawn).await, json!([0, 0]));
    let planned = ann.run("return document.querySelectorAll('.planned').length");
    assert_eq!(planned.await, json!(0), "a press cancels the plan");

    // The move that is planned again is played after the reply.
    ann.drag("g2", "f3").await;
    bob.send(&page.address, "lobby", "reply", &text("/move e7d6"))
        .await;
    ann.until("document.querySelectorAll('#moves .move').length === 3")
        .await;
    ann.until("!document.querySelector('.planned, .arrow')")
        .await;
    ann.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lead_in_captured_pieces_is_beside_the_names() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let (ann, [_, bob]) = board_of_ann(&driver, &page, &page.address, "berolina", (320, 640)).await;
    let lead = "document.querySelector('#name-bottom ~ .ahead')";
    ann.drag("e2", "c4").await;
    ann.until("document.querySelectorAll('#moves .move').length === 1")
        .await;
    ann.until(&format!("{lead}.hidden")).await;
    bob.send(&page.address, "lobby", "reply", &text("/move e7c5"))
        .await;
    ann.until("document.querySelector('[data-square=c4].open')")
        .await;
    ann.drag("c4", "c5").await;
    ann.until(&format!("{lead}.ariaLabel === 'Ahead by pawn'"))
        .await;
    ann.until(&format!("{lead}.querySelectorAll('svg').length === 1"))
        .await;
    ann.until("document.querySelector('#name-top ~ .ahead').hidden")
        .await;
    // A screen reader reads the move in words.
    ann.until("/pawn c4 to c5, captures .*pawn/.test(document.querySelector('#told[role=status]').innerText)")
        .await;
    assert!(ann.fits().await);
    // An earlier position has its own lead.
    ann.key(Key::Left).await;
    ann.until(&format!("{lead}.hidden")).await;
    ann.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_press_on_an_empty_square_draws_and_a_tap_clears() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let (ann, _) = board_of_ann(&driver, &page, &page.address, "berolina", (390, 844)).await;
    ann.run(&finger("pointerdown", "e4")).await;
    ann.until("document.querySelector('circle.arrow.good')")
        .await;
    ann.run(&finger("pointermove", "c6")).await;
    ann.until("document.querySelector('path.arrow.good')").await;
    ann.run(&finger("pointerup", "c6")).await;
    // The next long press keeps it.
    ann.run(&finger("pointerdown", "h4")).await;
    ann.until("document.querySelectorAll('.arrow.good').length === 2")
        .await;
    ann.run(&finger("pointerup", "h4")).await;
    // A finger that scrolls draws nothing and clears nothing.
    ann.run(&finger("pointerdown", "h5")).await;
    ann.run(&finger("pointermove", "h6")).await;
    ann.run(&finger("pointercancel", "h6")).await;
    let n_drawn = "return document.querySelectorAll('.arrow.good').length";
    assert_eq!(ann.run(n_drawn).await, json!(2));
    ann.run(&finger("pointerdown", "h5")).await;
    ann.run(&finger("pointerup", "h5")).await;
    assert_eq!(ann.run(n_drawn).await, json!(0));
    ann.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_are_offered_beside_their_square() {
    let Some(driver) = Driver::start() else {
        return;
    };
    for size in [(1200, 800), (320, 640)] {
        let page = Page::open(fresh_writer(), |_| {}).await;
        let (ann, [_, bob]) = board_of_ann(&driver, &page, &page.address, "bario", size).await;
        let open = |square: &str| format!("document.querySelector('[data-square={square}].open')");
        ann.tap("e1").await;
        bob.send(&page.address, "lobby", "king", &text("/move K@e8"))
            .await;
        ann.until(&open("e2")).await;
        ann.drag("e2", "e3").await;
        ann.until("document.querySelector('[data-square=e3].cell').ariaLabel.includes('pawn')")
            .await;
        bob.send(&page.address, "lobby", "pawn", &text("/move e7e6"))
            .await;
        ann.until(&open("f1")).await;
        // Both a bishop and a queen can move there.
        ann.drag("f1", "e2").await;
        ann.until("document.querySelector('.chooser').open").await;
        ann.reads("Define the piece as").await;
        let is_beside = "const [panel, square] = ['.chooser', '[data-square=e2].cell']
                .map((part) => document.querySelector(part).getBoundingClientRect());
            const isApart = panel.left >= square.right || panel.right <= square.left
                || panel.top >= square.bottom || panel.bottom <= square.top;
            return isApart && panel.left >= 0 && panel.top >= 0
                && panel.right <= innerWidth && panel.bottom <= innerHeight";
        assert_eq!(ann.run(is_beside).await, json!(true), "{size:?}");
        let is_focused = "return document.activeElement.matches('.choice')";
        assert_eq!(ann.run(is_focused).await, json!(true));
        let found = ann.violations().await;
        assert!(found.is_empty(), "{}", found.join("\n\n"));
        ann.key(Key::Escape).await;
        ann.until("!document.querySelector('.chooser').open").await;
        ann.close().await;
        page.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_current_move_is_marked_and_keys_lead_through_the_game() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let (ann, [player, bob]) = wide_board_of_ann(&driver, &page, &page.address).await;
    ann.drag("e2", "d3").await;
    let current = "document.querySelector('#moves [aria-current]')?.innerText.trim()";
    ann.until(&format!("{current} === 'ed3'")).await;
    bob.send(&page.address, "lobby", "reply", &text("/move e7d6"))
        .await;
    ann.until(&format!("{current} === 'ed6'")).await;
    ann.key(Key::Home).await;
    ann.until(&format!("{current} === undefined")).await;
    ann.press("Back to the game").await;
    ann.until(&format!("{current} === 'ed6'")).await;

    bob.send(&page.address, "lobby", "back", &text("/takeback"))
        .await;
    player
        .send(&page.address, "lobby", "accept", &text("/takeback"))
        .await;
    ann.until(&format!("{current} === 'ed3'")).await;

    // The board turns by a key, and stands alone by another.
    ann.keys("f").await;
    ann.until("document.querySelector('.cell').dataset.square === 'h1'")
        .await;
    ann.keys("z").await;
    ann.until("!document.querySelector('#moves').checkVisibility()")
        .await;
    ann.keys("z").await;
    ann.until("document.querySelector('#moves').checkVisibility()")
        .await;
    ann.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_marks_moves_and_has_a_course_to_step_through() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    begin_alone(&ann, &program.address, "baroque", "Ann").await;
    ann.drag("e2", "e4").await;
    ann.until("document.querySelectorAll('#moves .move').length >= 2")
        .await;
    ann.press("Resign").await;
    ann.press("Yes, resign").await;
    ann.until("document.querySelector('[data-control^=review]')")
        .await;
    ann.run("document.querySelector('[data-control^=review]').click()")
        .await;
    ann.until("document.querySelector('.course .now')").await;
    let value = "return document.querySelector('.course').getAttribute('aria-valuetext')";
    let last = ann.run(value).await;
    ann.run("document.querySelector('.course').focus()").await;
    ann.key(Key::Home).await;
    ann.until(&format!(
        "document.querySelector('.course').getAttribute('aria-valuetext') !== {last}"
    ))
    .await;
    let found = ann.violations().await;
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mark_of_what_forbids_a_move_goes_with_its_message() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    begin_alone(&ann, &program.address, "baroque", "Ann").await;
    ann.tap("a1").await;
    ann.tap("a4").await;
    let cause =
        "document.querySelector('[data-square=a2].cell').ariaLabel.includes('forbids the move')";
    ann.until(cause).await;
    ann.press("Dismiss").await;
    ann.until(&format!("!{cause}")).await;
    ann.close().await;
}
