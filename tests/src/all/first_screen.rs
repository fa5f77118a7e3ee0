//! The first screen in a real browser: the dialog of a new game, the matches of the reader, and pages without scripts.

use serde_json::{Value, json};
use tests::browser::{Browser, Driver};

use super::browser::{begin_alone, new_game, say_name};

/// Presses the button with this label in an element.
async fn press_in(browser: &Browser, within: &str, label: &str) {
    let button = format!(
        "[...document.querySelectorAll('{within} button')].find((button) => button.innerText === {})",
        json!(label)
    );
    browser.until(&button).await;
    browser.run(&format!("{button}.click()")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_lists_the_matches_and_the_open_challenges_of_the_reader() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 844).await;
    ann.visit(&program.address, "").await;
    let is_hidden = "return document.querySelector('#mine').hidden";
    assert_eq!(ann.run(is_hidden).await, json!(true));
    new_game(&ann, "baroque", "friend").await;
    say_name(&ann, "Ann").await;
    ann.until("location.pathname.startsWith('/match/')").await;

    begin_alone_as_known(&ann, &program.address, "berolina").await;
    ann.visit(&program.address, "").await;
    ann.until("document.querySelectorAll('.game').length === 2")
        .await;
    ann.reads("Your turn against Oddboard (level 3)").await;
    ann.reads("Waiting for an opponent").await;
    assert!(ann.fits().await);
    let found = ann.violations().await;
    assert!(found.is_empty(), "{}", found.join("\n\n"));

    press_in(&ann, ".game.open", "Cancel").await;
    ann.until("document.querySelectorAll('.game').length === 1")
        .await;
    ann.run("document.querySelector('.game a').click()").await;
    ann.until("document.querySelector('[data-square=e2].open')")
        .await;
    ann.close().await;
}

/// Begins a match against the program as the person of the tab.
async fn begin_alone_as_known(browser: &Browser, address: &str, variant: &str) {
    browser.visit(address, "").await;
    new_game(browser, variant, "bot").await;
    browser
        .until("document.querySelector('[data-square=e2].open')")
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_tab_offers_to_continue_as_the_last_person() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    // As in a new tab.
    ann.run("sessionStorage.clear()").await;
    ann.visit(&program.address, "").await;
    press_in(&ann, "#continue", "Continue as Ann").await;
    ann.reads("Your turn against Oddboard (level 3)").await;
    ann.until("document.querySelector('#continue').hidden && document.querySelector('#me').innerText === 'Ann'")
        .await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_in_a_new_tab_continues_beside_the_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 844).await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    ann.run("sessionStorage.clear(); location.reload()").await;
    // Nobody else sees a match in direct messages.
    ann.until(
        "document.querySelector('#continue button')?.innerText === 'Continue as Ann'
            && document.querySelector('#told').innerText
            && !document.querySelector('#tools').checkVisibility()
            && !document.querySelector('.steps').checkVisibility()",
    )
    .await;
    ann.run("document.querySelector('#continue button').click()")
        .await;
    ann.until("document.querySelector('.cell.open') && document.querySelector('#continue').hidden")
        .await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dialog_of_a_new_game_remembers_the_last_choices() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(320, 640).await;
    // A page of the handbook leads to the dialog.
    ann.visit(&program.address, "rules/chakart").await;
    ann.run("document.querySelector('.top .button').click()")
        .await;
    ann.until("document.querySelector('#new-game').open").await;
    assert!(ann.fits().await);
    ann.run(
        "const choose = (name, value) => document.querySelector(`[name='${name}'][value='${value}']`).click();
         document.querySelector('[name=level]').value = '5';
         choose('color-bot', 'black');
         document.querySelector('[name=\"chakart objects\"]').value = 'open';
         document.querySelector('#new-game [type=submit]').click()",
    )
    .await;
    say_name(&ann, "Ann").await;
    ann.until("location.pathname.startsWith('/match/')").await;
    ann.reads("Oddboard (level 5)").await;
    // White has moved; the board of the start tells the terms.
    ann.until("!document.querySelector('#first').disabled")
        .await;
    ann.run("document.querySelector('#first').click()").await;
    ann.reads("visible to everybody").await;
    ann.visit(&program.address, "?play=chakart").await;
    ann.until(
        "document.querySelector('[name=level]').value === '5'
            && document.querySelector('[name=color-bot]:checked').value === 'black'
            && document.querySelector('[name=\"chakart objects\"]').value === 'open'",
    )
    .await;
    // A friend has other terms.
    ann.run("document.querySelector('[name=play][value=friend]').click()")
        .await;
    let is_shown = "return [document.querySelector('[name=level]').checkVisibility(),
        document.querySelector('[name=time]').checkVisibility()]";
    assert_eq!(ann.run(is_shown).await, json!([false, true]));
    let found = ann.violations().await;
    assert!(found.is_empty(), "{}", found.join("\n\n"));
    ann.close().await;
}

/// The height of ten screens of a phone.
const TEN_SCREENS: u64 = 8440;

#[tokio::test(flavor = "multi_thread")]
async fn the_handbook_fits_phones_page_by_page() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let phone = driver.open(390, 844).await;
    let small = driver.open(320, 640).await;
    for variant in rules::Variant::ALL {
        let mut next = Some(format!("rules/{variant}"));
        while let Some(path) = next {
            phone.visit(&program.address, &path).await;
            let height = phone
                .run("return document.documentElement.scrollHeight")
                .await;
            let height = height.as_u64().expect("a number");
            assert!(height <= TEN_SCREENS, "{path}: {height}");
            let is_folded = "return !document.querySelector('.contents.narrow').open
                && !document.querySelector('.contents.wide').checkVisibility()";
            assert_eq!(phone.run(is_folded).await, json!(true), "{path}");
            small.visit(&program.address, &path).await;
            assert!(small.fits().await, "{path}");
            let found = phone
                .run("return document.querySelector('.turn [rel=next]')?.getAttribute('href')")
                .await;
            next = found.as_str().map(|path| path[1..].to_owned());
        }
    }
    // The live board has the place and the size of the picture.
    for browser in [phone, small] {
        browser.visit(&program.address, "rules/baroque#Q8").await;
        browser
            .until("location.pathname !== '/rules/baroque' && document.querySelector('#Q8 figure .button')")
            .await;
        let column =
            "const { left, right } = document.querySelector(place).getBoundingClientRect();
            return [Math.round(left), Math.round(right)]";
        let picture = browser
            .run(&format!("const place = '#Q8 .plate img'; {column}"))
            .await;
        browser
            .run("document.querySelector('#Q8 figure .button').click()")
            .await;
        browser.until("document.querySelector('#Q8 .cell')").await;
        let board = browser
            .run(&format!("const place = '#Q8 .board'; {column}"))
            .await;
        let distance = |side: usize| {
            let place = |column: &Value| column[side].as_i64().expect("a pixel");
            place(&board).abs_diff(place(&picture))
        };
        assert!(distance(0).max(distance(1)) <= 1, "{board} {picture}");
        assert!(browser.fits().await);
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_page_has_dead_controls_without_scripts() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 844).await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    let path = ann.run("return location.pathname.slice(1)").await;
    let game = path.as_str().expect("a path").to_owned();
    for path in [
        "",
        game.as_str(),
        "chat",
        "learn/baroque",
        "rules/baroque",
        "rules",
        "analysis",
    ] {
        ann.visit_without_scripts(&program.address, path).await;
        let dead = "return [...document.querySelectorAll('button, input, select')]
            .filter((control) => control.checkVisibility()).map((control) => control.outerHTML)";
        assert_eq!(ann.run(dead).await, json!([]), "{path}");
        let ways = "return [...document.querySelectorAll('a[href]')].some((link) => link.checkVisibility())";
        assert_eq!(ann.run(ways).await, json!(true), "{path}");
        assert!(ann.fits().await, "{path}");
    }
    ann.close().await;
}
