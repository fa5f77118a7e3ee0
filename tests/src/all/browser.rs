//! Two people in two browsers play from the challenge to mate, with the keyboard alone. Tests of hasty clicks and keys
//! follow.

use api::{ChannelId, Chat, Message, MessageId, Nonce, Platform};
use fantoccini::key::Key;
use serde_json::json;
use tests::{
    browser::{Browser, Driver},
    page::Page,
    port::ReservedPort,
    program::Program,
    store::fresh_writer,
};

/// A script that finds controls without an accessible name and pictures without alternative text.
const NAMELESS: &str = "
    return [...document.querySelectorAll('button, input, [role=combobox]')]
        .filter((control) => control.checkVisibility())
        .filter((control) => !(control.ariaLabel || control.title || control.innerText.trim()
            || control.querySelector('img[alt]:not([alt=\"\"]), .visually-hidden') || control.labels?.length))
        .map((control) => control.outerHTML)
        .concat([...document.querySelectorAll('#timeline .picture img')].filter((image) => image.alt.length < 40)
            .map((image) => image.outerHTML))";

/// A script that lets a test keep a page offline, and cut its connection after the next posts.
const LINES: &str = "
    window.nCaughtUp = 0;
    window.WebSocket = class extends WebSocket {
        constructor(address) {
            super(address);
            window.line = this;
        }
        set onopen(speak) {
            super.onopen = () => (window.isAway ? (window.comeBack = speak) : speak());
        }
        set onmessage(take) {
            super.onmessage = (event) => {
                if (this.isCut) return;
                take(event);
                const { type } = JSON.parse(event.data);
                if (type === 'caught-up') window.nCaughtUp += 1;
                if (type !== 'posts' || !window.isCutting) return;
                window.isCutting = false;
                this.isCut = true;
                this.close();
            };
        }
    };";

pub(super) async fn sign_in(browser: &Browser, address: &str, name: &str) {
    browser.go(address).await;
    browser.until("document.activeElement.id === 'name'").await;
    browser.keys(name).await;
    browser.key(Key::Enter).await;
    browser.until("document.activeElement.id === 'say'").await;
}

/// Types a line into the composer and sends it as it is.
pub(super) async fn send_text(browser: &Browser, text: &str) {
    browser.until("document.activeElement.id === 'say'").await;
    browser.keys(text).await;
    browser.key(Key::Escape).await;
    browser.key(Key::Enter).await;
}

/// Moves the focus back from the composer, control by control, to the one with this label, and presses it.
pub(super) async fn press(browser: &Browser, label: &str) {
    browser.run("document.querySelector('#say').focus()").await;
    let is_there = format!(
        "return (document.activeElement.ariaLabel || document.activeElement.innerText?.trim()) === {}",
        json!(label)
    );
    for _ in 0..40 {
        let back = format!("{}{}", char::from(Key::Shift), char::from(Key::Tab));
        browser.keys(&back).await;
        if browser.run(&is_there).await == json!(true) {
            browser.key(Key::Enter).await;
            return;
        }
    }
    panic!("the button {label} cannot be reached by the keyboard");
}

/// Chooses the entry of an open menu with this beginning, by its first letters and the arrow keys.
async fn choose(browser: &Browser, label: &str, beginning: &str) {
    press(browser, label).await;
    browser
        .until("document.activeElement.getAttribute('aria-expanded') === 'true'")
        .await;
    let is_active = format!(
        "return document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.innerText
            .startsWith({})",
        json!(beginning)
    );
    for _ in 0..25 {
        if browser.run(&is_active).await == json!(true) {
            browser.key(Key::Enter).await;
            return;
        }
        browser.key(Key::Down).await;
    }
    panic!("the menu has no entry {beginning}");
}

async fn check_page(browser: &Browser) {
    assert_eq!(
        browser.run(NAMELESS).await,
        json!([]),
        "controls and pictures have names"
    );
    assert!(browser.fits().await, "the page fits its window");
    // A long list scrolls by itself.
    let too_high = "const people = document.querySelector('#people').style;
        people.paddingTop = '200vh';
        const { scrollHeight, clientHeight } = document.documentElement;
        people.paddingTop = '';
        return scrollHeight > clientHeight";
    assert_eq!(
        browser.run(too_high).await,
        json!(false),
        "nor is it higher"
    );
    // Pictures load when they scroll into view; boards are folded.
    let newest = "const folded = [...document.querySelectorAll('#timeline .folded')].at(-1);
        if (folded) folded.open = !folded.open";
    browser.run(newest).await;
    browser
        .run("[...document.querySelectorAll('#timeline .picture')].at(-1)?.scrollIntoView()")
        .await;
    browser
        .until("[...document.querySelectorAll('#timeline .picture img')].at(-1).naturalWidth > 100")
        .await;
    browser.run(newest).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_to_mate_with_the_keyboard_alone() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let port = ReservedPort::new();
    let program = Program::start_at(&port.address(), &data);
    let ann = driver.open(1200, 800).await;
    let bob = driver.open(400, 800).await;
    sign_in(&ann, &program.address, "Ann").await;
    sign_in(&bob, &program.address, "Bob <b>& Co</b>").await;

    ann.keys("/ch").await;
    ann.until("document.querySelector('[role=option]').innerText.startsWith('/challenge')")
        .await;
    ann.key(Key::Tab).await;
    ann.until("document.querySelector('#say').value === '/challenge '")
        .await;
    send_text(&ann, "berolina \"@bob <b>& co</b>\" white").await;
    bob.reads("Ann challenges Bob <b>& Co</b> to a match").await;
    press(&bob, "Accept").await;
    bob.reads("You accepted").await;

    ann.reads("Ann (White) to move").await;
    ann.keys("/move Na").await;
    ann.until("document.querySelector('[role=option]').innerText.includes('Na3')")
        .await;
    ann.key(Key::Down).await;
    ann.key(Key::Tab).await;
    ann.until("document.querySelector('#say').value.trim() === '/move b1a3'")
        .await;
    send_text(&ann, "").await;
    bob.reads("Na3").await;
    // A player who is not to move sees no button for it.
    let moves = "[...document.querySelectorAll('#timeline button')].some((button) => button.innerText === 'Move')";
    ann.until(&format!("!{moves}")).await;
    bob.until(moves).await;
    check_page(&ann).await;
    check_page(&bob).await;

    press(&bob, "Move").await;
    bob.reads("which piece do you move?").await;
    choose(&bob, "Choose …", "Pawn d7").await;
    bob.reads("where does the pawn on d7 go?").await;
    choose(&bob, "Choose …", "d7 to c6").await;
    // The text of the move alone could occur in the digest of the dice.
    ann.reads("played dc6").await;

    // The program is killed and restarts on its data: both pages reconnect by themselves.
    program.kill();
    ann.until("document.querySelector('#connection').innerText !== 'Connected'")
        .await;
    let program = Program::start_at(&port.address(), &data);
    for browser in [&ann, &bob] {
        browser
            .until("document.querySelector('#connection').innerText === 'Connected'")
            .await;
    }
    send_text(&ann, "/move Nc4").await;
    bob.reads("Nc4").await;

    // A reloaded page still knows its user and the messages.
    bob.reload().await;
    bob.until("document.querySelector('#my-name').textContent.startsWith('Bob')")
        .await;
    bob.reads("Nc4").await;
    send_text(&bob, "/move b8d7").await;
    ann.reads("Nd7").await;
    send_text(&ann, "/move Nd6").await;
    for browser in [&ann, &bob] {
        browser.reads("by checkmate").await;
        check_page(browser).await;
    }
    ann.close().await;
    bob.close().await;
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_are_closed_by_a_box_in_their_room() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(400, 800).await;
    sign_in(&ann, &program.address, "Ann").await;
    let is_hidden = "return document.querySelector('#direct-setting').hidden";
    assert_eq!(
        ann.run(is_hidden).await,
        json!(true),
        "it is not a channel's"
    );
    for is_open in ["true", "false"] {
        ann.run("document.querySelector('[data-place=direct]').click()")
            .await;
        ann.until("document.querySelector('#direct-setting').checkVisibility()")
            .await;
        ann.until(&format!(
            "document.querySelector('#direct-open').checked === {is_open}"
        ))
        .await;
        assert_eq!(ann.run(NAMELESS).await, json!([]), "the box has a name");
        assert!(ann.fits().await);
        if is_open == "true" {
            // The page receives the event again after it reconnects.
            ann.run(
                "const fetched = window.fetch;
                window.fetch = async (...args) => {
                    const answer = await fetched(...args);
                    document.body.dataset.set = String(args[0]);
                    return answer;
                };
                document.querySelector('#direct-open').click()",
            )
            .await;
            ann.until("document.body.dataset.set === '/api/settings'")
                .await;
            ann.reload().await;
            ann.until("document.activeElement.id === 'say'").await;
        }
    }
    ann.close().await;
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_animations_and_boards_in_letters() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(390, 800).await;
    let bob = driver.open(390, 800).await;
    sign_in(&ann, &program.address, "Ann").await;
    sign_in(&bob, &program.address, "Bob").await;
    send_text(&ann, "/challenge chakart color:white").await;
    bob.reads("Ann plays White").await;
    press(&bob, "Accept").await;
    ann.reads("Ann (White) to move").await;

    send_text(&ann, "/replay").await;
    ann.reads("as you have seen it").await;
    ann.reads("-replay.gif").await;
    check_page(&ann).await;

    send_text(&ann, "/settings").await;
    ann.reads("Pictures: the usual size").await;
    choose(&ann, "Pictures …", "text").await;
    ann.reads("Pictures: text boards instead of pictures").await;
    ann.run("document.querySelector('#say').focus()").await;
    send_text(&ann, "/view").await;
    ann.until("document.querySelector('#timeline .block')?.innerText.includes('Ann (White)')")
        .await;
    // A deadline is shown in the reader's own time.
    send_text(&ann, "/challenge berolina @Bob time:3d").await;
    bob.reads("Ann challenges Bob to a match of Berolina").await;
    press(&bob, "Accept").await;
    ann.until(
        "document.querySelector('#timeline time.deadline')?.innerText.startsWith('in 3 days (')",
    )
    .await;
    check_page(&ann).await;
    ann.close().await;
    bob.close().await;
    drop(program);
}

/// A condition: the newest message is higher than the view and shown from its beginning, or it is shown to its end.
const IS_AT_BEGINNING: &str = "(([log]) => {
    const [item, view] = [log.lastElementChild.getBoundingClientRect(), log.getBoundingClientRect()];
    return item.height > view.height && Math.abs(item.top - view.top) < 2;
})([document.querySelector('#timeline')])";
const IS_AT_END: &str = "(([log]) => log.scrollHeight - log.scrollTop - log.clientHeight < 2)([document.querySelector('#timeline')])";

#[tokio::test(flavor = "multi_thread")]
async fn a_message_higher_than_the_view_shows_its_beginning() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(800, 500).await;
    let bob = driver.open(390, 500).await;
    sign_in(&ann, &program.address, "Ann").await;
    sign_in(&bob, &program.address, "Bob").await;
    for command in ["/rules baroque", "/help"] {
        send_text(&ann, command).await;
        ann.until(IS_AT_BEGINNING).await;
    }
    send_text(&ann, "Hello, Bob.").await;
    ann.until(IS_AT_END).await;
    bob.reads("Hello, Bob.").await;
    bob.until(IS_AT_END).await;
    ann.run("document.querySelector('#say').value = 'A long story. '.repeat(100)")
        .await;
    ann.key(Key::Enter).await;
    bob.until(IS_AT_BEGINNING).await;
    // One reader stays at an old message while others play.
    let top = "return document.querySelector('#timeline').scrollTop";
    let before = bob.run(top).await;
    send_text(&ann, "The end.").await;
    bob.until("document.querySelector('#pill').innerText.startsWith('1 new message')")
        .await;
    assert_eq!(bob.run(top).await, before);
    bob.run("document.querySelector('#pill').click()").await;
    bob.until(IS_AT_END).await;
    ann.close().await;
    bob.close().await;
    drop(program);
}

/// Opens the first screen, and begins a match of a variant against the program there, under this name.
pub(super) async fn begin_alone(browser: &Browser, address: &str, variant: &str, name: &str) {
    browser.visit(address, "").await;
    new_game(browser, variant, "bot").await;
    say_name(browser, name).await;
    browser
        .until("location.pathname.startsWith('/match/')")
        .await;
    browser
        .until("document.querySelector('[data-square=e2].open')")
        .await;
}

/// Opens a challenge to a friend on the first screen as a new user. Returns the path of the match.
async fn challenge_a_friend(browser: &Browser, address: &str, name: &str) -> String {
    browser.visit(address, "").await;
    new_game(browser, "berolina", "friend").await;
    say_name(browser, name).await;
    browser
        .until("location.pathname.startsWith('/match/')")
        .await;
    let path = browser.run("return location.pathname.slice(1)").await;
    path.as_str().expect("a path").to_owned()
}

/// Opens the dialog of a new game on the first screen, and begins the game on the terms that it offers.
pub(super) async fn new_game(browser: &Browser, variant: &str, opponent: &str) {
    let button = format!("[data-variant={variant}][data-play={opponent}]");
    browser
        .run(&format!("document.querySelector('{button}').click()"))
        .await;
    browser
        .until("document.activeElement === document.querySelector('#new-game[open] [type=submit]')")
        .await;
    browser.key(Key::Enter).await;
}

/// Enters a name where the page asks for one.
pub(super) async fn say_name(browser: &Browser, name: &str) {
    browser
        .until("document.activeElement.id === 'who-name'")
        .await;
    browser.keys(name).await;
    browser.key(Key::Enter).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_dice_against_the_bot_begins_by_itself() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(390, 844).await;
    ann.visit(&program.address, "").await;
    new_game(&ann, "chakart", "bot").await;
    say_name(&ann, "Ann").await;
    ann.until("document.querySelector('[data-square].open')")
        .await;
    ann.reads("Your turn").await;
    ann.until("!document.querySelector('#invite')").await;
    ann.close().await;
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_the_bot_with_the_mouse_and_the_keyboard() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1200, 800).await;
    begin_alone(&ann, &program.address, "baroque", "Ann").await;
    ann.drag("e2", "e4").await;
    ann.reads("Oddboard (level 3) played").await;
    // Two taps on an illegal move point out the piece in the way.
    ann.tap("a1").await;
    ann.tap("a4").await;
    ann.reads("is blocked by your own pincer on a2").await;
    ann.until(
        "document.querySelector('[data-square=a2].cell').ariaLabel.includes('forbids the move')",
    )
    .await;
    // The same works by keys alone.
    let free = "return [...'abcdfgh'].find((file) => ['3', '4'].every((rank) => document.querySelector(\
                `[data-square=${file}${rank}].cell`).ariaLabel.includes('empty')))";
    let file = ann.run(free).await;
    let file = file.as_str().expect("one reply does not block all files");
    ann.run(&format!(
        "document.querySelector('[data-square={file}2].cell').focus()"
    ))
    .await;
    ann.key(Key::Enter).await;
    ann.until(&format!(
        "document.querySelector('[data-square={file}4].cell').ariaLabel.includes('can be chosen')"
    ))
    .await;
    ann.key(Key::Up).await;
    ann.key(Key::Up).await;
    ann.key(Key::Enter).await;
    ann.until("document.querySelectorAll('#moves .move').length === 4")
        .await;
    ann.close().await;
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_accepts_by_a_link_and_a_stranger_watches() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1200, 800).await;
    let path = challenge_a_friend(&ann, &program.address, "Ann").await;
    ann.reads("Copy the link and send it to a friend").await;
    let [bob, eve] = [driver.open(390, 800).await, driver.open(800, 800).await];
    bob.visit(&program.address, &path).await;
    eve.visit(&program.address, &path).await;
    bob.until("document.querySelector('[data-control^=accept]')")
        .await;
    bob.until("!document.querySelector('#invite')").await;
    bob.run("document.querySelector('[data-control^=accept]').click()")
        .await;
    say_name(&bob, "Bob").await;
    for browser in [&ann, &bob, &eve] {
        browser.reads("(White) –").await;
    }
    let is_white = "return document.querySelector('.cell').dataset.square === 'a8'";
    let (white, black) = if ann.run(is_white).await == json!(true) {
        (&ann, &bob)
    } else {
        (&bob, &ann)
    };
    white
        .until("document.querySelector('[data-square=e2].open')")
        .await;
    white.drag("e2", "d3").await;
    black
        .until("document.querySelector('[data-square=e7].open')")
        .await;
    black.tap("e7").await;
    black.tap("d6").await;
    for browser in [&ann, &bob, &eve] {
        browser
            .until("document.querySelectorAll('#moves .move').length === 2")
            .await;
    }
    // The page plays a planned move as soon as the other side has moved.
    black.drag("h7", "g6").await;
    black
        .until("document.querySelector('[data-square=g6].cell').ariaLabel.includes('planned')")
        .await;
    white.drag("g2", "f3").await;
    for browser in [&ann, &bob, &eve] {
        browser
            .until("document.querySelectorAll('#moves .move').length === 4")
            .await;
    }
    for browser in [ann, bob, eve] {
        assert!(browser.fits().await);
        browser.close().await;
    }
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_message_of_a_match_has_a_board_to_play_on() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1200, 800).await;
    let bob = driver.open(390, 800).await;
    sign_in(&ann, &program.address, "Ann").await;
    sign_in(&bob, &program.address, "Bob").await;
    send_text(&ann, "/challenge berolina @Bob white").await;
    bob.reads("Ann challenges Bob").await;
    press(&bob, "Accept").await;
    let is_open = |square: &str| format!("document.querySelector('[data-square={square}].open')");
    ann.until(&is_open("e2")).await;
    ann.drag("e2", "d3").await;
    bob.until(&is_open("e7")).await;
    bob.reads("to move").await;
    // The board moves from message to message, and the focus moves with it.
    bob.run("document.querySelector('[data-square=e7].cell').focus()")
        .await;
    for key in [Key::Enter, Key::Up, Key::Right, Key::Enter] {
        bob.key(key).await;
    }
    ann.reads("played ed6").await;
    bob.reads("played ed6").await;
    let focus = bob
        .run("return document.activeElement.dataset.square")
        .await;
    assert_eq!(focus, json!("d6"));
    let is_one = "(([boards, pictures]) => boards.length === 1 && pictures.length === 3
        && pictures[2].closest('.item').contains(boards[0]))
        (['.live-board', '.folded'].map((kind) => [...document.querySelectorAll(kind)]))";
    for browser in [&ann, &bob] {
        browser.until(is_one).await;
        browser
            .run("document.querySelector('.folded').open = true")
            .await;
        browser
            .run("document.querySelector('.folded').scrollIntoView()")
            .await;
        browser
            .until("document.querySelector('.folded img').naturalWidth > 100")
            .await;
    }

    // An explanation of an illegal move appears below the board, and the board steps back and on.
    ann.tap("a1").await;
    ann.tap("a5").await;
    ann.until("document.querySelector('.live-board .answer').innerText.includes('illegal')")
        .await;
    let step = |label: &str| {
        format!("document.querySelector('.live-board [aria-label=\"{label}\"]').click()")
    };
    ann.run(&step("Previous move")).await;
    ann.reads("You are looking at an earlier position").await;
    press(&ann, "Resign").await;
    press(&ann, "Yes, resign").await;
    ann.reads("Bob (Black) wins").await;
    ann.run(&step("Last position")).await;
    ann.until(&is_one.replace("3", "4").replace("[2]", "[3]"))
        .await;
    ann.run(&step("First position")).await;
    ann.until("document.querySelector('[data-square=e2].cell').ariaLabel.includes('pawn')")
        .await;
    check_page(&ann).await;
    check_page(&bob).await;
    ann.run("document.querySelector('.board-link').click()")
        .await;
    ann.until("location.pathname.startsWith('/match/')").await;
    ann.close().await;
    bob.close().await;
    drop(program);
}

/// A script that makes every live board ask for a decision that no square stands for.
const ASKING: &str = "
    const parse = JSON.parse;
    JSON.parse = (text) => {
        const value = parse(text);
        value?.board?.actions?.push({ text: 'none', label: 'Nothing' });
        return value;
    };";

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_the_chat_does_not_interrupt_typing() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1200, 800).await;
    ann.prepare(ASKING).await;
    sign_in(&ann, &program.address, "Ann").await;
    ann.run("document.querySelector('[data-place=direct]').click()")
        .await;
    send_text(
        &ann,
        "/challenge berolina opponent:@Oddboard level:1 color:white",
    )
    .await;
    ann.until("document.querySelector('.live-board > .button').checkVisibility()")
        .await;
    ann.keys("Hello").await;
    ann.until("document.querySelector('#say').value === 'Hello'")
        .await;
    let is_open = "document.querySelector('.chooser').open";
    let opened = ann.run(&format!("return {is_open}")).await;
    assert_eq!(opened, json!(false));
    press(&ann, "Choose").await;
    ann.until(is_open).await;
    ann.close().await;
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chat_of_a_match_stands_beside_its_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1500, 800).await;
    let path = challenge_a_friend(&ann, &program.address, "Ann").await;
    ann.until("document.querySelector('#talk').open").await;
    ann.reads("Chat: #games").await;

    // A watcher without a name cannot read the chat; on a phone it is folded.
    let bob = driver.open(390, 800).await;
    bob.visit(&program.address, &path).await;
    bob.reads("Sign in to read and write").await;
    let is_hidden = "return document.querySelector('#talk').hidden";
    assert_eq!(bob.run(is_hidden).await, json!(true));
    bob.run("document.querySelector('#talk-sign-in button').click()")
        .await;
    say_name(&bob, "Bob").await;
    bob.reads("Chat: #games").await;
    assert_eq!(
        bob.run("return document.querySelector('#talk').open").await,
        json!(false)
    );
    ann.run("document.querySelector('#say').focus()").await;
    send_text(&ann, "Hello, Bob.").await;
    bob.until("document.querySelector('#talk-title .badge').innerText === '1'")
        .await;
    bob.run("document.querySelector('#talk-title').click()")
        .await;
    bob.reads("Hello, Bob.").await;
    bob.until("!document.querySelector('#talk-title .badge')")
        .await;
    send_text(&ann, "/games").await;
    ann.until("document.querySelector('#timeline .ephemeral')")
        .await;

    // A match in direct messages has its chat there, for its player alone, and no other user sees its board.
    let eve = driver.open(1500, 800).await;
    begin_alone(&eve, &program.address, "baroque", "Eve").await;
    eve.reads("Chat: Oddboard").await;
    eve.run("document.querySelector('#say').focus()").await;
    send_text(&eve, "/why a1a4").await;
    eve.until(
        "document.querySelector('#timeline').innerText.includes('blocked by your own pincer')",
    )
    .await;
    send_text(&eve, "/move e2e4").await;
    eve.until("document.querySelectorAll('#moves .move').length > 0")
        .await;
    let path = eve.run("return location.pathname.slice(1)").await;
    ann.visit(&program.address, path.as_str().expect("a path"))
        .await;
    ann.reads("There is no such game").await;
    assert_eq!(ann.run(is_hidden).await, json!(true));
    let is_shared = "return !document.querySelector('#share').hidden";
    assert_eq!(eve.run(is_shared).await, json!(false));
    for browser in [ann, bob, eve] {
        assert!(browser.fits().await);
        browser.close().await;
    }
    drop(program);
}

#[tokio::test(flavor = "multi_thread")]
async fn hasty_hands_do_no_harm() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let ann = driver.open(1200, 800).await;
    let bob = driver.open(1200, 800).await;
    sign_in(&ann, &program.address, "Ann").await;
    sign_in(&bob, &program.address, "Bob").await;

    // A command without its slash is posted as text, and the page offers it with the slash.
    send_text(&ann, "challenge berolina white").await;
    ann.reads("begin with a slash").await;
    press(&ann, "/challenge berolina white").await;
    ann.until("document.querySelector('#say').value === '/challenge berolina white'")
        .await;
    send_text(&ann, "").await;
    bob.reads("Ann plays White").await;
    press(&bob, "Accept").await;
    ann.reads("Ann (White) to move").await;

    // Messages that arrive during typing remove no suggestions.
    ann.run("document.querySelector('#say').focus()").await;
    ann.keys("/mo").await;
    let suggests = "document.querySelector('[role=option]').innerText.startsWith('/move')";
    ann.until(suggests).await;
    let is_kept = format!(
        "document.querySelector('#timeline').dispatchEvent(new Event('scroll'));
        return {suggests}"
    );
    assert_eq!(ann.run(&is_kept).await, json!(true));
    ann.run("document.querySelector('#say').value = ''").await;

    // A mistyped command is not sent; the page completes it to the intended one.
    ann.keys("/chal @Bob").await;
    ann.key(Key::Enter).await;
    ann.until(
        "document.querySelector('#say').value === '/chal @Bob'
            && document.querySelector('[role=option][aria-selected=true]')?.innerText.startsWith('/challenge')",
    )
    .await;
    ann.key(Key::Enter).await;
    ann.until("document.querySelector('#say').value === '/challenge @Bob'")
        .await;
    ann.run("document.querySelector('#say').value = ''").await;

    // The list shows the number of moves that it leaves out.
    ann.keys("/move ").await;
    ann.until(
        "[...document.querySelectorAll('.popup-hint')].some((hint) => hint.innerText.startsWith('… and '))",
    )
    .await;
    ann.run("document.querySelector('#say').value = ''").await;

    // The second click of a double click hits the control that appeared under the pointer meanwhile.
    ann.run(
        "const click = (label, detail) => [...document.querySelectorAll('#timeline button')]
            .findLast((button) => button.innerText === label)
            .dispatchEvent(new MouseEvent('click', { bubbles: true, detail, clientX: 9, clientY: 9 }));
        click('Resign', 1);
        click('Offer draw', 2);",
    )
    .await;
    ann.reads("Resign this game?").await;
    ann.run("document.querySelector('#say').focus()").await;
    send_text(&ann, "/move e2g4").await;
    bob.reads("Bob (Black) to move").await;
    let is_draw_offered =
        "return document.querySelector('#timeline').innerText.includes('offers Bob a draw')";
    assert_eq!(bob.run(is_draw_offered).await, json!(false));
    ann.close().await;
    bob.close().await;
    drop(program);
}

async fn post(page: &Page, text: &str) -> MessageId {
    let lobby = ChannelId::new(Platform::Playground, "lobby");
    let (nonce, message) = (Nonce(text.to_owned()), Message::text(text));
    let posted = page.playground.post(&nonce, &lobby, &message).await;
    posted.expect("it is said")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_loses_its_line_while_it_catches_up_misses_nothing() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let ann = driver.open(1200, 800).await;
    ann.prepare(LINES).await;
    sign_in(&ann, &page.address, "Ann").await;
    let first = post(&page, "Who plays?").await;
    ann.reads("Who plays?").await;

    ann.run("isAway = true; line.close()").await;
    ann.until("comeBack").await;
    post(&page, "I do.").await;
    let edit = Message::text("Who plays next?");
    let edited = page.playground.edit(&first, &edit).await;
    edited.expect("it is there");
    // The edit comes first, though it is the later change.
    ann.run("isAway = false; isCutting = true; comeBack()")
        .await;
    ann.until("nCaughtUp === 2").await;
    let read = ann
        .run("return document.querySelector('#timeline').innerText")
        .await;
    let read = read.as_str().expect("a page is text");
    assert!(
        read.contains("next?") && read.contains("I do."),
        "the page reads:\n{read}"
    );
    ann.close().await;
    page.close().await;
}
