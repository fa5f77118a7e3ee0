//! What the live board does when something comes between.

use tests::{browser::Driver, program::Program};

use super::browser::begin_alone;

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_stays_in_the_hand_when_its_board_is_shown_anew() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
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
    drop(program);
}
