//! The handbook on boards, in a real browser: it replies to tried moves, and leads the reader through a first game.

use std::sync::Arc;

use handbook::{Handbook, names};
use render::{Look, Renderer, Scene, Size, Theme, in_memory};
use rules::{Action, Color, Game, GameInput, Next, Variant};
use serde_json::json;
use testkit::Picture;
use tests::browser::{Browser, Driver};
use text::Language;

/// Turns the picture of a section into a board.
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
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    for width in [1200, 360] {
        let ann = driver.open(width, 800).await;
        ann.visit(&program.address, "rules/berolina/O1").await;
        ann.until("document.querySelector('#O1 a.plate img').naturalWidth === 360")
            .await;
        assert!(ann.fits().await, "{width}");
        // The middle of b1, at any place and size of the picture.
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
        let address = address.as_str().expect("a path");
        assert!(
            !address.contains("O1-0"),
            "no other page is opened: {address}"
        );
        assert!(ann.fits().await, "{width}");
        ann.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_diagram_of_the_handbook_is_tried_on_a_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    ann.visit(&program.address, "rules/baroque/Q8").await;
    open(&ann, "Q8").await;
    // As in the picture, the piece is highlighted with its targets.
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
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_stays_in_view_while_its_reader_reads_on() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 844).await;
    ann.visit(&program.address, "rules/baroque/Q8").await;
    open(&ann, "Q8").await;
    let place = "return document.querySelector('#Q8 figure .told').offsetTop";
    let before = ann.run(place).await;
    press(&ann, "Keep in view").await;
    assert_eq!(ann.run(place).await, before, "the text does not move");
    ann.run("scrollTo(0, document.body.scrollHeight)").await;
    ann.until(
        "(() => {
            const { top, bottom } = document.querySelector('#Q8 .board').getBoundingClientRect();
            return top > 0 && bottom <= innerHeight;
        })()",
    )
    .await;
    assert!(ann.fits().await);
    let found = ann.violations().await;
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    ann.run("document.querySelector('.unpin').click()").await;
    ann.until("!document.querySelector('.pinned, .unpin')")
        .await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_solved_by_moving_and_leads_on_to_the_next() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 800).await;
    ann.visit(&program.address, "rules/bario/practice-1").await;
    open(&ann, "practice-1").await;
    ann.drag("g2", "g3").await;
    ann.reads("g3 does not win, because Black can reply Kg8")
        .await;
    // The move is undone, and the answer stays.
    ann.until("document.querySelector('#practice-1 [data-square=g2].open')")
        .await;
    ann.reads("g3 does not win").await;
    ann.drag("a1", "a8").await;
    ann.reads("✓ Right").await;
    press(&ann, "Next").await;
    ann.until("document.querySelector('#practice-2 .cell') && location.hash === '#practice-2'")
        .await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_on_its_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 844).await;
    ann.visit(&program.address, "puzzles/berolina/2").await;
    let is_ready = "document.querySelector('[data-square=g8].open')";
    ann.until(is_ready).await;
    ann.reads("difficulty 1 of 5").await;
    ann.drag("g8", "f6").await;
    ann.reads("✗ Nf6").await;
    // The wrong move is undone, and its refutation stays readable.
    ann.until(is_ready).await;
    ann.reads("✗ Nf6").await;
    ann.drag("h2", "f2").await;
    ann.reads("✓").await;
    press(&ann, "Next").await;
    ann.until("location.pathname === '/puzzles/berolina/3'")
        .await;
    // The first screen goes on where the reader stopped.
    ann.visit(&program.address, "").await;
    ann.until("document.querySelector('#berolina a[href$=\"/puzzles/berolina/3\"]')")
        .await;
    ann.close().await;
}

/// The largest difference of a color value between the two, of 255, and the number of pixels of a thousand that may
/// exceed it. Edges are smoothed in different ways.
const TOLERANCE: u8 = 60;
const MOST_DIFFERENT: usize = 20;

#[tokio::test(flavor = "multi_thread")]
async fn the_browser_shows_a_board_as_the_picture_of_it_is_drawn() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let renderer = Renderer::new();
    for (window, theme) in [
        (1200, Theme::LIGHT),
        (800, Theme::DARK),
        (390, Theme::LIGHT),
    ] {
        let ann = driver.open(window, 800).await;
        ann.likes(if theme == Theme::DARK {
            "dark"
        } else {
            "light"
        })
        .await;
        for variant in Variant::ALL {
            let handbook = Handbook::of(variant);
            let mut sections = handbook.sections().iter();
            let start = sections
                .find(|section| section.names.iter().any(|name| name == "start"))
                .expect("each variant begins somehow");
            let path = format!("rules/{variant}/{}", start.id);
            ann.visit(&program.address, &path).await;
            open(&ann, &start.id).await;
            // On whole pixels, with nothing highlighted.
            let width = ann
                .run(
                    "const board = document.querySelector('.board');
                     // The width of a picture, which a scroll bar beside the board may reduce.
                     const width = 360;
                     board.style = `position: fixed; left: 0; top: 0; z-index: 9; width: ${width}px; margin: 0`;
                     for (const mark of board.querySelectorAll('.mark')) mark.remove();
                     return width",
                )
                .await;
            let width = u32::try_from(width.as_u64().expect("a width")).expect("pixels");
            let shown = ann.picture(".board .picture-frame > svg").await;
            let look = Look {
                size: Size::new(width).expect("a picture can be so wide"),
                theme,
                bottom: Color::White,
                names: names(Language::ENGLISH),
                captions: Arc::new(Language::ENGLISH),
            };
            let view = start.diagrams[0].frame(0).expect("it has a picture").shown;
            let scene = Scene::new(view.as_view(), &look);
            let drawn = in_memory(|out| renderer.png(&scene, out));
            let (drawn, shown) = (Picture::read(&drawn), Picture::read(&shown));
            let (panels, n_different) = drawn.beside(&shown, TOLERANCE);
            let n_pixels = (drawn.width * drawn.height) as usize;
            if 1000 * n_different > MOST_DIFFERENT * n_pixels {
                let seen = std::env::temp_dir().join(format!("oddboard-{variant}-{window}.png"));
                panels.write(&seen);
                panic!(
                    "{variant} at {window}: {n_different} of {n_pixels} pixels differ; {} shows what is drawn, what the \
                     browser shows, and where they differ",
                    seen.display()
                );
            }
        }
        ann.close().await;
    }
}

/// Presses the button with this label of the board in use.
async fn press(browser: &Browser, label: &str) {
    let find = format!(
        "[...document.querySelectorAll('figure .button')].find((button) => button.offsetParent && button.innerText === {})",
        json!(label)
    );
    browser.until(&find).await;
    browser.run(&format!("{find}.click()")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_game_of_each_variant_is_led_through_to_its_end() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    for (variant, width) in Variant::ALL.into_iter().zip([1200, 390, 320, 800]) {
        let ann = driver.open(width, 800).await;
        ann.visit(&program.address, &format!("learn/{variant}"))
            .await;
        let handbook = Handbook::of(variant);
        for step in handbook.first_game() {
            let section = &handbook.sections()[step];
            let diagram = &section.diagrams[0];
            ann.until(&format!(
                "document.querySelector('#{}[data-current] .cell')",
                section.id
            ))
            .await;
            let mut game = Game::new(&diagram.setup);
            for input in &diagram.inputs {
                if let (Next::Decision(Color::White), GameInput::Action(action)) =
                    (game.next(), input)
                {
                    decide(&ann, *action).await;
                }
                game.apply(*input).expect("a diagram can be played");
            }
            ann.reads(&diagram.caption).await;
            press(&ann, "Next").await;
        }
        ann.until("document.querySelector('#over[data-current] [data-play=bot]')")
            .await;
        ann.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_try_in_a_first_game_is_explained_and_changes_nothing() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    ann.visit(&program.address, "learn/baroque").await;
    ann.until("document.querySelector('#first-1 .cell')").await;
    // The task is the pincer's move to e4.
    ann.drag("e2", "e3").await;
    ann.reads("is legal, but this step asks for another move")
        .await;
    ann.drag("e2", "f3").await;
    ann.reads("is illegal").await;
    ann.until("document.querySelector('[data-square=e2].cell').ariaLabel.includes('pincer')")
        .await;
    let found = ann.violations().await;
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    press(&ann, "Show the move").await;
    press(&ann, "Next").await;
    ann.until("document.querySelector('#first-2[data-current] .cell')")
        .await;
    ann.close().await;
}

/// Makes a decision on the board with a mouse, including any further choice.
async fn decide(browser: &Browser, action: Action) {
    let squares = match action {
        Action::Move { from, to, .. }
        | Action::Define { from, to, .. }
        | Action::Stealth { from, to }
        | Action::Shell { from, to }
        | Action::Swap { a: from, b: to } => vec![from, to],
        Action::Drop { to, .. } => vec![to],
        Action::Lose { .. } => Vec::new(),
    };
    let squares: Vec<_> = squares.iter().map(ToString::to_string).collect();
    if let [from, _] = &squares[..] {
        // The reply to the move before is shown after a pause.
        let is_open = format!("document.querySelector('[data-current] [data-square={from}].open')");
        browser.until(&is_open).await;
    }
    match &squares[..] {
        [from, to] => browser.drag(from, to).await,
        [to] => browser.tap(to).await,
        _ => {}
    }
    let choice =
        format!("document.querySelector('.chooser[open] [data-action=\"{action}\"]')?.click()");
    browser.run(&choice).await;
}
