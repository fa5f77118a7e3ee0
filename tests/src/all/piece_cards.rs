//! The card of a piece says how it moves and what keeps it from moving, and a move shows what it captures.

use fantoccini::key::Key;
use serde_json::json;
use tests::browser::{Browser, Driver};

/// Opens the board of the first figure of a section of the handbook, in a browser of this width.
async fn board_of(driver: &Driver, address: &str, section: &str, width: u32) -> Browser {
    let browser = driver.open(width, 800).await;
    browser
        .visit(address, &format!("rules/baroque/{section}"))
        .await;
    let button = format!("document.querySelector('#{section} figure .button')");
    browser.until(&button).await;
    browser.run(&format!("{button}.click()")).await;
    browser
        .until(&format!("document.querySelector('#{section} .cell.open')"))
        .await;
    browser
}

/// Waits for an open card that contains a text.
async fn reads_card(browser: &Browser, text: &str) {
    browser
        .until(&format!(
            "document.querySelector('.piece-card:not([hidden])').innerText.includes({})",
            json!(text)
        ))
        .await;
}

async fn has_no_card(browser: &Browser) {
    browser
        .until("!document.querySelector('.piece-card:not([hidden])')")
        .await;
}

/// Returns a script that tells whether the words of a square include a text.
fn told(square: &str, text: &str) -> String {
    format!("document.querySelector('.cell[data-square={square}]').ariaLabel.includes('{text}')")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resting_mouse_a_click_and_a_key_open_the_card_of_a_piece() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = board_of(&driver, &program.address, "Q27", 1200).await;
    ann.rest("e4").await;
    reads_card(&ann, "Black withdrawer e4").await;
    reads_card(&ann, "The immobilizer on d4 freezes this piece.").await;
    reads_card(&ann, "It moves like a queen.").await;
    let found = ann.violations().await;
    assert!(found.is_empty(), "{found:?}");
    ann.rest("b7").await;
    has_no_card(&ann).await;

    // The piece of the other side shows where it could go.
    ann.tap("d4").await;
    reads_card(&ann, "White immobilizer d4").await;
    ann.until("document.querySelector('[data-square=d1] .mark')")
        .await;
    ann.key(Key::Escape).await;
    has_no_card(&ann).await;
    ann.until("!document.querySelector('[data-square=d1] .mark')")
        .await;

    // A piece that cannot move is chosen, and says why.
    ann.tap("e4").await;
    reads_card(&ann, "The immobilizer on d4 freezes this piece.").await;
    ann.until(&told("e4", "chosen")).await;
    ann.until(&told("d4", "forbids the move")).await;
    ann.keys("i").await;
    has_no_card(&ann).await;
    ann.keys("i").await;
    reads_card(&ann, "Black withdrawer e4").await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_press_opens_the_card_of_a_piece_and_a_short_one_chooses_the_piece() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = board_of(&driver, &program.address, "Q13", 360).await;
    ann.put_finger("c2").await;
    reads_card(&ann, "White pincer c2").await;
    ann.raise_finger().await;
    ann.put_finger("h1").await;
    has_no_card(&ann).await;
    ann.raise_finger().await;
    assert_eq!(
        ann.run(&format!("return {}", told("c2", "chosen"))).await,
        json!(false)
    );
    assert!(ann.fits().await);

    ann.put_finger("c2").await;
    ann.raise_finger().await;
    ann.until(&told("c2", "chosen")).await;
    has_no_card(&ann).await;
    // A short press on a target moves the piece there.
    ann.put_finger("c4").await;
    ann.raise_finger().await;
    ann.until("!document.querySelector('.cell[data-square=c2]').ariaLabel.includes('pincer')")
        .await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pieces_that_a_move_captures_are_marked_before_it_is_made() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = board_of(&driver, &program.address, "Q13", 1200).await;
    let marked = "[...document.querySelectorAll('.captured')] \
                  .map((mark) => mark.closest('[data-square]').dataset.square).sort().join()";
    ann.lift("c2", "c4").await;
    ann.until(&format!("{marked} === 'c5,d4'")).await;
    has_no_card(&ann).await;
    ann.rest("c3").await;
    ann.until(&format!("{marked} === ''")).await;
    ann.rest("c2").await;
    ann.let_go().await;

    ann.tap("c2").await;
    ann.until(&told("c4", "captures on d4 c5")).await;
    ann.rest("c4").await;
    ann.until(&format!("{marked} === 'c5,d4'")).await;
    ann.close().await;
}
