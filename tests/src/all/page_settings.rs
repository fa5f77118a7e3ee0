//! The dialog of settings on the page, and the settings that it shares with the chat.

use serde_json::json;
use tests::{
    browser::{Browser, Driver},
    page::Page,
    page_user::{PageUser, text},
    store::fresh_writer,
};

use super::browser::{begin_alone, send_text};

/// Opens the dialog, and chooses a value of a field.
async fn choose(browser: &Browser, name: &str, value: &str) {
    browser
        .run(&format!(
            "if (!document.querySelector('#settings').open) document.querySelector('#open-settings').click();
             const field = document.querySelector('#settings [name={name}][value={value}], #settings select[name={name}]');
             if (field.matches('select')) field.value = '{value}';
             else field.checked = true;
             field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ))
        .await;
}

/// A condition: the page has this theme.
fn is_themed(theme: &str) -> String {
    format!("document.documentElement.style.colorScheme === '{theme}'")
}

/// A script that returns the color of a light square of the board.
const SQUARE: &str = "return getComputedStyle(document.querySelector('.picture-frame [data-square=h1] > rect')).fill";

/// A script that returns the drawing of the white king on the board.
const KING: &str = "return document.querySelector('.drawings [id=drawing-white-king]')?.innerHTML";

#[tokio::test(flavor = "multi_thread")]
async fn a_theme_and_a_language_of_the_chat_reach_an_open_board_at_once() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
    let (ann, bob) = (ann.await, bob.await);
    let id = ann
        .begin(&page.address, &bob, "berolina @Bob color:white")
        .await;
    let browser = driver.open(1200, 800).await;
    browser.likes("light").await;
    browser.belongs_to(&ann).await;
    browser.visit(&page.address, &format!("match/{id}")).await;
    browser
        .until("document.querySelector('[data-square=e2].open')")
        .await;
    ann.send(
        &page.address,
        "direct",
        "dark",
        &text("/settings theme:dark"),
    )
    .await;
    browser.until(&is_themed("dark")).await;
    ann.send(
        &page.address,
        "direct",
        "fr",
        &text("/settings language:fr"),
    )
    .await;
    browser
        .until("document.documentElement.lang === 'fr'")
        .await;
    browser.reads("À vous de jouer").await;
    // All screens follow.
    browser.visit(&page.address, "").await;
    browser
        .until("document.documentElement.lang === 'fr'")
        .await;
    ann.send(
        &page.address,
        "direct",
        "usual",
        &text("/settings language:usual theme:usual"),
    )
    .await;
    browser.reload().await;
    browser
        .until(
            "document.documentElement.lang === 'en' && !document.documentElement.style.colorScheme",
        )
        .await;
    browser.close().await;
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_choices_of_the_dialog_are_in_effect_at_once_and_remembered() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    ann.likes("light").await;
    begin_alone(&ann, &program.address, "baroque", "Ann").await;
    ann.until("document.querySelector('.drawings symbol')")
        .await;
    let (square, king) = (ann.run(SQUARE).await, ann.run(KING).await);
    choose(&ann, "squares", "moss").await;
    let mossy = ann.run(SQUARE).await;
    assert_ne!(mossy, square);
    choose(&ann, "pieces", "letters").await;
    ann.until(&format!("(() => {{ {KING} }})() !== {king}"))
        .await;
    let letters = ann.run(KING).await;
    choose(&ann, "theme", "dark").await;
    ann.until(&is_themed("dark")).await;
    ann.reload().await;
    ann.until("document.querySelector('[data-square=e2].open')")
        .await;
    ann.until(&format!("(() => {{ {KING} }})() === {letters}"))
        .await;
    ann.until(&is_themed("dark")).await;
    assert_ne!(ann.run(SQUARE).await, square);
    choose(&ann, "theme", "light").await;
    ann.until(&is_themed("light")).await;
    assert_eq!(ann.run(SQUARE).await, mossy);
    choose(&ann, "pieces", "standard").await;
    ann.until(&format!("(() => {{ {KING} }})() === {king}"))
        .await;
    ann.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_without_a_name_chooses_too_and_takes_the_choices_along() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 800).await;
    ann.likes("light").await;
    ann.visit(&program.address, "").await;
    choose(&ann, "theme", "dark").await;
    ann.until(&is_themed("dark")).await;
    let personal = "return [...document.querySelectorAll('#settings label[hidden] :is([name=confirm], [name=push])')].map(({ name }) => name)";
    assert_eq!(ann.run(personal).await, json!(["confirm", "push"]));
    choose(&ann, "language", "es").await;
    ann.until("document.documentElement.lang === 'es'").await;
    ann.until(&is_themed("dark")).await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    ann.until("document.documentElement.lang === 'es'").await;
    ann.until(&is_themed("dark")).await;
    // The chat knows them now.
    ann.visit(&program.address, "chat").await;
    ann.until("document.activeElement.id === 'say'").await;
    send_text(&ann, "/settings").await;
    ann.reads("Idioma: Español").await;
    ann.close().await;
}

/// A script that counts the tones that the page plays.
const TONES: &str = "
    window.tones = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
        tones.push(Math.round(this.frequency.value));
        return start.apply(this, when);
    };";

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_heard_unless_the_reader_wants_no_sounds() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    ann.prepare(TONES).await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    ann.drag("e2", "d3").await;
    ann.until("tones.length >= 2").await;
    ann.reads("Oddboard (level 3) played").await;
    ann.run(
        "document.querySelector('#open-settings').click();
         const sound = document.querySelector('#settings [name=sound]');
         if (sound.checked) sound.click();
         document.querySelector('#settings').close();
         tones.length = 0",
    )
    .await;
    ann.drag("d2", "c3").await;
    ann.until("document.querySelectorAll('#moves .move').length === 4")
        .await;
    assert_eq!(ann.run("return tones.length").await, json!(0));
    ann.close().await;
}
