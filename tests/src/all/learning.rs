//! The handbook on boards, in a real browser: what is tried there is answered, and a first game is led through.

use serde_json::json;
use tests::{
    browser::{Browser, Driver},
    program::Program,
};

/// Makes the picture of a section a board.
async fn open(browser: &Browser, section: &str) {
    browser
        .run(&format!(
            "document.querySelector('#{section} figure .button').click()"
        ))
        .await;
    browser
        .until(&format!("document.querySelector('#{section} .cell')"))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_piece_of_a_picture_makes_it_a_board_and_chooses_the_piece() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    for width in [1200, 360] {
        let ann = driver.open(width, 800).await;
        ann.visit(&program.address, "rules/berolina").await;
        ann.until("document.querySelector('#O1 a.plate img').naturalWidth === 360")
            .await;
        let too_wide =
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        assert_eq!(ann.run(too_wide).await, json!(false), "{width}");
        // The middle of b1, wherever the picture is and however large.
        ann.run(
            "const image = document.querySelector('#O1 a.plate img');
             image.scrollIntoView({ block: 'nearest' });
             const box = image.getBoundingClientRect(), scale = box.width / 360;
             image.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1,
                 clientX: box.left + 75 * scale, clientY: box.top + 330 * scale }))",
        )
        .await;
        ann.until(
            "document.querySelector('[data-square=b1].cell').ariaLabel.includes('chosen') && \
             document.querySelector('[data-square=c3].cell').ariaLabel.includes('can be chosen')",
        )
        .await;
        let address = ann.run("return location.pathname").await;
        assert_eq!(address, json!("/rules/berolina"), "no other page is opened");
        assert_eq!(ann.run(too_wide).await, json!(false), "{width}");
        ann.close().await;
    }
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_diagram_of_the_handbook_is_tried_on_a_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1200, 800).await;
    ann.visit(&program.address, "rules/baroque").await;
    open(&ann, "Q8").await;
    // As in the picture, the piece is pointed out with where it may go.
    ann.until("document.querySelectorAll('#Q8 use.mark').length > 20")
        .await;
    ann.drag("d4", "d7").await;
    ann.reads("is blocked by the pincer on d6").await;
    ann.until(
        "document.querySelector('[data-square=d6].cell').ariaLabel.includes('forbids the move')",
    )
    .await;
    ann.drag("d4", "d5").await;
    ann.until("document.querySelector('[data-square=d5].cell').ariaLabel.includes('withdrawer')")
        .await;
    ann.reads("Black to move").await;
    let found = ann.violations().await;
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    ann.close().await;
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_solved_by_moving_and_leads_on_to_the_next() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(390, 800).await;
    ann.visit(&program.address, "rules/bario").await;
    open(&ann, "practice-1").await;
    ann.drag("g2", "g3").await;
    ann.reads("g3 does not win, because Black can reply Kg8")
        .await;
    press(&ann, "Start again").await;
    ann.until("!document.querySelector('#practice-1 .told').innerText")
        .await;
    ann.drag("a1", "a8").await;
    ann.reads("✓ Right").await;
    press(&ann, "Next").await;
    ann.until("document.querySelector('#practice-2 .cell') && location.hash === '#practice-2'")
        .await;
    ann.close().await;
    drop(program);
}

/// Presses the button of the board that is worked on that says this.
async fn press(browser: &Browser, label: &str) {
    let find = format!(
        "[...document.querySelectorAll('figure .button')].find((button) => button.offsetParent && button.innerText === {})",
        json!(label)
    );
    browser.until(&find).await;
    browser.run(&format!("{find}.click()")).await;
}
