//! The analysis board in a real browser: from a finished match, a puzzle, or a position as text.

use fantoccini::key::Key;
use serde_json::json;
use tests::{
    browser::{Browser, Driver},
    page_program::PageProgram,
    venue::Venue,
};

use super::browser::begin_alone;

/// A script that keeps what the page copies.
const COPIES: &str = "navigator.clipboard.writeText = async (text) => (window.copied = text)";

/// Returns a condition: the line has this number of moves, with those of the variations.
fn has_moves(n: usize) -> String {
    format!("document.querySelectorAll('#moves .move').length === {n}")
}

/// Returns a condition: the page shows a piece with this word on a square.
fn has_piece(square: &str, word: &str) -> String {
    format!("document.querySelector('[data-square={square}].cell')?.ariaLabel.includes('{word}')")
}

async fn click(browser: &Browser, selector: &str) {
    browser
        .until(&format!(
            "document.querySelector('{selector}')?.checkVisibility()"
        ))
        .await;
    browser
        .run(&format!("document.querySelector('{selector}').click()"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_analyzed_with_variations_and_lines_of_the_engine() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    for (width, height) in [(1200, 800), (390, 844), (320, 640)] {
        let ann = driver.open(width, height).await;
        begin_alone(&ann, &program.address, "berolina", &format!("Ann {width}")).await;
        assert_eq!(
            ann.run("return document.querySelector('#analyze').checkVisibility()")
                .await,
            json!(false),
            "a running match has no analysis"
        );
        ann.drag("e2", "d3").await;
        ann.until(&has_moves(2)).await;
        click(&ann, "[data-control^=resign]").await;
        ann.press("Yes, resign").await;
        click(&ann, "#result [data-tool=analyze]").await;
        ann.until("location.pathname === '/analysis'").await;
        ann.until(&has_moves(2)).await;
        ann.until("document.querySelector('#moves .move:last-child').ariaCurrent === 'true'")
            .await;

        // A move at an earlier position begins a variation.
        click(&ann, "#first").await;
        ann.until("document.querySelector('#back').disabled").await;
        ann.drag("g2", "f3").await;
        ann.until("document.querySelectorAll('#moves .variation .move').length === 1")
            .await;
        ann.until(&has_moves(3)).await;
        ann.drag("e7", "e6").await;
        ann.reads("“e7e6” is illegal").await;
        assert!(ann.fits().await, "{width}");
        let found = ann.violations().await;
        assert!(found.is_empty(), "{}", found.join("\n\n"));
        ann.key(Key::Left).await;
        ann.until(&has_piece("g2", "pawn")).await;
        ann.key(Key::Right).await;
        ann.until(&has_piece("d3", "pawn")).await;

        click(&ann, "#moves .variation .move").await;
        ann.until(&has_piece("f3", "pawn")).await;
        click(&ann, "#engine").await;
        ann.until("document.querySelector('.arrow.hint')").await;
        ann.reads("Best line: 1. … ").await;

        // The copied link has the line with the variation and its position.
        ann.run(COPIES).await;
        click(&ann, "#share").await;
        ann.until("window.copied").await;
        let link = ann.run("return copied").await;
        let link = link.as_str().expect("an address").to_owned();
        let path = link.split_once("/analysis").expect("the analysis board").1;
        ann.visit(&program.address, &format!("analysis{path}"))
            .await;
        ann.until(&has_moves(1)).await;
        ann.until(&has_piece("f3", "pawn")).await;
        ann.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_and_the_text_of_a_position_open_the_analysis_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 844).await;
    ann.visit(&program.address, "puzzles/berolina/2").await;
    click(&ann, "figure a[href^=\"/analysis\"]").await;
    ann.until("document.querySelector('[data-square=g8].open')")
        .await;
    ann.run(COPIES).await;
    click(&ann, "#copy").await;
    ann.until("window.copied").await;
    let notation = ann.run("return copied").await;

    ann.visit(&program.address, "analysis").await;
    ann.until("document.querySelector('[data-square=e2].open')")
        .await;
    let fill = |text: &str| {
        format!(
            "document.querySelector('#edit').open = true;
             document.querySelector('#position').value = {};
             document.querySelector('#start').requestSubmit()",
            json!(text)
        )
    };
    ann.run(&fill("8/8")).await;
    ann.reads("This is no position of the variant").await;
    ann.run(&fill(notation.as_str().expect("a position"))).await;
    ann.until("document.querySelector('[data-square=g8].open')")
        .await;
    // The engine asks who wants to know.
    click(&ann, "#engine").await;
    ann.until("document.querySelector('#who').open").await;
    ann.close().await;
}

/// Returns a condition: the square is empty.
fn is_empty(square: &str) -> String {
    has_piece(square, "empty")
}

/// Finds the controls of the editor that are too small for a finger.
const SMALL: &str =
    "return [...document.querySelectorAll('#edit :is(button, select, input, summary)')]
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ control }) => control.outerHTML)";

/// Opens the editor with an empty board.
async fn edit_nothing(browser: &Browser, address: &str, setup: &str) {
    browser
        .visit(address, &format!("analysis?setup={setup}"))
        .await;
    browser
        .until("document.querySelector('[data-square=e1].cell')")
        .await;
    click(browser, "#edit summary").await;
    click(browser, "#pieces [data-piece=white-king]").await;
    click(browser, "#empty").await;
    browser.until(&is_empty("e1")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_places_pieces_on_the_analysis_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    for (width, setup) in [(390, "baroque"), (320, "bario")] {
        let ann = driver.open(width, 640).await;
        edit_nothing(&ann, &program.address, setup).await;
        assert_eq!(ann.run(SMALL).await, json!([]), "{width}");
        assert!(ann.fits().await, "{width}");
        let found = ann.violations().await;
        assert!(found.is_empty(), "{}", found.join("\n\n"));

        let choose = async |name: &str| ann.touch_element(&format!("[data-piece={name}]")).await;
        // A second touch removes the piece again.
        choose("white-king").await;
        ann.touch(&["e1", "d4"]).await;
        ann.until(&has_piece("d4", "White king")).await;
        ann.touch(&["d4"]).await;
        ann.until(&is_empty("d4")).await;
        choose("white-rook").await;
        ann.touch(&["a1", "b1"]).await;
        ann.until(&has_piece("b1", "White")).await;
        ann.touch_element("#eraser").await;
        ann.touch(&["b1"]).await;
        ann.until(&is_empty("b1")).await;
        ann.touch_element("#start [type=submit]").await;
        ann.reads("Black needs exactly one king.").await;

        choose("black-king").await;
        ann.touch(&["h7"]).await;
        ann.touch_element("#start [type=submit]").await;
        ann.until("document.querySelector('[data-square=a1].open')")
            .await;
        ann.until(&format!(
            "new URLSearchParams(location.search).get('setup').startsWith('{setup} position=8/7k/8/8/8/8/8/R3K3 w')"
        ))
        .await;
        ann.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mouse_and_the_keys_place_pieces_on_the_analysis_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    edit_nothing(&ann, &program.address, "chakart").await;
    assert!(ann.fits().await);
    for (piece, square) in [("white-king", "e1"), ("banana", "a3"), ("black-king", "e8")] {
        click(&ann, &format!("[data-piece={piece}]")).await;
        ann.tap(square).await;
    }
    ann.until(&has_piece("a3", "banana")).await;
    // The arrow keys move on the board, and Enter places.
    ann.run("document.querySelector('[data-piece=black-pawn]').focus()")
        .await;
    ann.key(Key::Enter).await;
    ann.run("document.querySelector('[data-square=e8].cell').focus()")
        .await;
    ann.key(Key::Down).await;
    ann.key(Key::Enter).await;
    ann.until(&has_piece("e7", "Black pawn")).await;
    ann.until("document.querySelector('#spoken').textContent === 'Black pawn e7'")
        .await;
    ann.until("document.querySelector('#position').value.startsWith('4k3/4p3/8/8/8/d7/8/4K3 w 0')")
        .await;

    // The board turns with the edited pieces, and a closed editor shows the line again.
    ann.press("Flip board").await;
    ann.until(&has_piece("e7", "Black pawn")).await;
    click(&ann, "#edit summary").await;
    ann.until(&has_piece("e2", "White pawn")).await;
    click(&ann, "#edit summary").await;
    click(&ann, "#empty").await;
    ann.until(&is_empty("e2")).await;

    ann.run(
        "const variant = document.querySelector('#variant');
         variant.value = 'berolina';
         variant.dispatchEvent(new Event('change'))",
    )
    .await;
    ann.until("document.querySelector('#edit[open] [data-piece=black-berolina-pawn]')")
        .await;
    click(&ann, "#eraser").await;
    ann.tap("d8").await;
    ann.until(&is_empty("d8")).await;
    ann.run(
        "const turn = document.querySelector('#turn');
         turn.value = 'black';
         turn.dispatchEvent(new Event('change'));
         document.querySelector('#start').requestSubmit()",
    )
    .await;
    ann.until("document.querySelector('[data-square=e7].open')")
        .await;
    assert_eq!(
        ann.run("return new URLSearchParams(location.search).get('setup')")
            .await,
        json!("berolina position=rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
    );
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_does_not_help_against_a_person_in_the_same_variant() {
    let mut program = PageProgram::open(&["Ann", "Bob", "Eve"]).await;
    program.begin("berolina @Bob color:white").await;
    let line = async |name: &str, setup: &str| {
        let wish = json!({ "setup": setup, "moves": "", "bottom": "white", "dark": false });
        let guest = program.guest(name);
        let answer = guest
            .ask(program.address(), "analysis/engine", &wish)
            .await
            .expect("an answer");
        let status = answer.status().as_u16();
        let body: serde_json::Value = answer.json().await.expect("JSON");
        (
            status,
            body["error"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let refused = "The engine does not help while you play Berolina against a person.";
    for player in ["Ann", "Bob"] {
        let refused = (422, refused.to_owned());
        assert_eq!(line(player, "berolina").await, refused, "{player}");
        assert_eq!(line(player, "baroque").await.0, 200, "{player}");
    }
    assert_eq!(line("Eve", "berolina").await.0, 200);
}
