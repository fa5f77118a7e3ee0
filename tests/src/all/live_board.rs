//! Tests of the page of a match: under network failures, clocks, offers between its players, its result, and its layout.

use std::{sync::Arc, time::Duration};

use api::{Clock, Listener as _, MatchId};
use fantoccini::key::Key;
use serde_json::json;
use service::read_match;
use tests::{
    browser::{Browser, Driver},
    fake_chat::SteppingClock,
    page::Page,
    page_user::{PageUser, text},
    store::fresh_writer,
    venue::{BotAnswer as _, challenged},
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
        let mut changes = page.core.watch(id).await;
        line.set(condition);
        browser.drag("e2", "d3").await;
        match condition {
            LineCondition::Deaf => assert!(changes.recv().await.is_ok()),
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

/// Two people at the boards of their match of Berolina, Ann with White.
pub(super) struct Players {
    pub(super) page: Page,
    pub(super) ann: PageUser,
    pub(super) bob: PageUser,
    pub(super) anns: Browser,
    pub(super) bobs: Browser,
    pub(super) id: MatchId,
}

impl Players {
    pub(super) async fn begin(driver: &Driver, width: u32) -> Players {
        let page = Page::open(fresh_writer(), |_| {}).await;
        let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
        let (ann, bob) = (ann.await, bob.await);
        let terms = "berolina @Bob color:white";
        let id = ann.begin(&page.address, &bob, terms).await;
        let seat = |guest| board_of(driver, guest, &page.address, id, width);
        let (anns, bobs) = (seat(&ann).await, seat(&bob).await);
        Players {
            page,
            ann,
            bob,
            anns,
            bobs,
            id,
        }
    }

    pub(super) async fn close(self) {
        for browser in [self.anns, self.bobs] {
            browser.close().await;
        }
        self.page.close().await;
    }
}

/// Opens the board of a match in a new browser of a player.
pub(super) async fn board_of(
    driver: &Driver,
    player: &PageUser,
    address: &str,
    id: MatchId,
    width: u32,
) -> Browser {
    let browser = driver.open(width, 800).await;
    browser.belongs_to(player).await;
    browser.visit(address, &format!("match/{id}")).await;
    browser
        .until("document.querySelector('[data-square=e2]')")
        .await;
    browser
}

/// Returns the condition that the strip below the board shows an offer with these words.
fn offer(words: &str) -> String {
    format!("document.querySelector('#offer').innerText.includes({words:?})")
}

const NO_OFFER: &str = "document.querySelector('#offer').hidden";

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_answered_and_withdrawn_on_the_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players {
        page,
        ann,
        bob,
        anns,
        bobs,
        ..
    } = &players;

    ann.send(&page.address, "lobby", "draw", &text("/draw"))
        .await;
    bobs.until(&offer("Ann offers you a draw.")).await;
    bobs.until("document.title.startsWith('● Ann offers you a draw.')")
        .await;
    anns.until(&offer("Waiting for Bob")).await;
    // What is offered is not offered twice.
    for browser in [anns, bobs] {
        browser
            .until("!document.querySelector('#tools [data-control^=\"draw:\"]')")
            .await;
    }
    anns.press("Cancel").await;
    for browser in [anns, bobs] {
        browser.until(NO_OFFER).await;
    }
    // One's own withdrawal is not reported as a refusal.
    anns.until("document.querySelector('#answer').hidden").await;

    anns.drag("e2", "d3").await;
    bobs.reads("Ann played ed3").await;
    anns.press("Offer draw").await;
    anns.reads("Offer a draw?").await;
    assert_eq!(anns.run(&format!("return {NO_OFFER}")).await, json!(true));
    anns.run("document.querySelector('#answer .primary').click()")
        .await;
    bobs.until(&offer("Ann offers you a draw.")).await;
    bobs.press("Decline").await;
    anns.reads("Your opponent declined.").await;

    bob.send(&page.address, "lobby", "back", &text("/draw"))
        .await;
    anns.until(&offer("Bob offers you a draw.")).await;
    // A draw is agreed by two presses.
    anns.press("Accept").await;
    anns.reads("Agree to a draw?").await;
    anns.press("Not now").await;
    // The page takes a quick second press on the same place for a double click.
    anns.reload().await;
    anns.until(&offer("Bob offers you a draw.")).await;
    anns.press("Accept").await;
    anns.press("Agree to a draw").await;
    bobs.reads("Drawn by agreement").await;
    bobs.until(NO_OFFER).await;
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_is_asked_for_and_accepted_on_the_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players { anns, bobs, .. } = &players;
    let has_button = "document.querySelector('[data-control^=\"takeback:\"]')";
    anns.until(&format!("!{has_button}")).await;
    anns.drag("e2", "d3").await;
    anns.until(has_button).await;
    anns.press("Takeback").await;
    bobs.until(&offer("Ann wants to take back 1. ed3.")).await;
    bobs.press("Accept").await;
    for browser in [anns, bobs] {
        browser
            .until("document.querySelectorAll('#moves .move').length === 0")
            .await;
        browser.until(NO_OFFER).await;
    }
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_against_the_program_needs_one_press() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(390, 800).await;
    begin_alone(&ann, &program.address, "berolina", "Ann").await;
    ann.drag("e2", "d3").await;
    ann.until("document.querySelectorAll('#moves .move').length === 2")
        .await;
    ann.press("Takeback").await;
    ann.until("document.querySelectorAll('#moves .move').length === 0")
        .await;
    ann.until("document.querySelector('[data-square=e2].open')")
        .await;
    ann.close().await;
}

/// A condition: the box with the result is open.
const RESULT: &str = "document.querySelector('#result').open";

#[tokio::test(flavor = "multi_thread")]
async fn the_result_is_shown_on_the_board_until_it_is_closed() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 1200).await;
    let Players { anns, bobs, .. } = &players;
    anns.press("Resign").await;
    anns.press("Yes, resign").await;
    for (browser, title) in [(anns, "You lost"), (bobs, "You won")] {
        browser.until(RESULT).await;
        browser.reads(title).await;
        browser
            .until("document.querySelector('#result').contains(document.activeElement)")
            .await;
        assert!(browser.violations().await.is_empty());
        browser.key(Key::Escape).await;
        browser.until(&format!("!{RESULT}")).await;
        browser
            .until("document.activeElement.matches('.cell')")
            .await;
    }
    bobs.reload().await;
    bobs.reads("Bob (Black) wins because Ann resigned").await;
    bobs.until(&format!("!{RESULT}")).await;
    players.close().await;
}

/// A script that stores the beginning of a saved file.
const SAVED: &str = "
    const { createObjectURL } = URL;
    URL.createObjectURL = (file) => {
        file.slice(0, 6).text().then((start) => (window.saved = start));
        return createObjectURL.call(URL, file);
    };";

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_shared_as_an_animation() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players { anns, .. } = &players;
    anns.prepare(SAVED).await;
    anns.reload().await;
    anns.until("document.querySelector('[data-square=e2].open')")
        .await;
    let status = format!(
        "fetch('/api/match/{}/replay.gif').then(({{ status }}) => (window.answered = status))",
        players.id
    );
    anns.run(&status).await;
    // Nobody sees hidden objects before the end.
    anns.until("window.answered === 404").await;
    anns.press("Resign").await;
    anns.press("Yes, resign").await;
    anns.until(RESULT).await;
    anns.press("Share").await;
    anns.press("Save as GIF").await;
    anns.until("window.saved === 'GIF89a'").await;
    // A watcher without a name can save it too.
    anns.run(&status).await;
    anns.until("window.answered === 200").await;
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_offered_declined_and_accepted_on_the_board() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let players = Players::begin(&driver, 390).await;
    let Players { anns, bobs, id, .. } = &players;
    anns.press("Resign").await;
    anns.press("Yes, resign").await;
    for browser in [anns, bobs] {
        browser.until(RESULT).await;
    }
    bobs.press("Rematch").await;
    bobs.until(&offer("Waiting for Ann")).await;
    anns.until(&offer("Bob wants a rematch.")).await;
    anns.until("document.title.startsWith('● Bob wants a rematch.')")
        .await;
    // Nobody accepts a rematch by the button that offers one.
    for browser in [anns, bobs] {
        browser
            .until("!document.querySelector('#tools [data-control^=\"rematch:\"]')")
            .await;
    }
    anns.press("Decline").await;
    bobs.reads("Your opponent declined.").await;

    bobs.press("Rematch").await;
    anns.until(&offer("Bob wants a rematch.")).await;
    anns.press("Accept").await;
    // Both go to the new match, colors swapped.
    for (browser, bottom) in [(anns, "h1"), (bobs, "a8")] {
        browser
            .until(&format!(
                "location.pathname !== '/match/{id}' && document.querySelector('.cell').dataset.square === '{bottom}'"
            ))
            .await;
    }
    players.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenger_can_copy_the_link_and_cancel() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let page = Page::open(fresh_writer(), |_| {}).await;
    let ann = PageUser::sign_in(&page.address, "Ann").await;
    let challenge = text("/challenge berolina");
    let answer = ann
        .send(&page.address, "lobby", "challenge", &challenge)
        .await;
    let id = challenged(answer.text());
    let browser = driver.open(320, 640).await;
    browser.belongs_to(&ann).await;
    browser.visit(&page.address, &format!("match/{id}")).await;
    browser.until(&offer("Copy the link")).await;
    let labels = "return [...document.querySelectorAll('#offer button')].map((button) => button.innerText.trim())";
    let labels = browser.run(labels).await;
    assert_eq!(labels, json!(["Copy the link", "Cancel"]));
    browser.press("Cancel").await;
    browser.until(NO_OFFER).await;
    browser.reads("Ann withdrew the challenge").await;
    browser.reads("New game").await;
    browser.close().await;
    page.close().await;
}

/// A new alarm makes the bot read its clock again, so the test waits for no flag. The clock of the device stands still.
#[tokio::test(flavor = "multi_thread")]
async fn both_clocks_stand_beside_the_names_and_follow_the_server() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let clock = Arc::new(SteppingClock::by(Duration::ZERO));
    let own = Arc::clone(&clock) as Arc<dyn Clock>;
    let page = Page::open(fresh_writer(), |parts| parts.clock = own).await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| PageUser::sign_in(&page.address, name));
    let (ann, bob) = (ann.await, bob.await);
    let terms = "berolina @Bob color:white time:1+3";
    let id = ann.begin(&page.address, &bob, terms).await;
    let browser = driver.open(390, 800).await;
    browser.prepare("Date.now = () => 0").await;
    browser.belongs_to(&ann).await;
    browser.visit(&page.address, &format!("match/{id}")).await;
    let shows = |id: &str, words: &str| {
        format!("document.querySelector('#{id}').innerText.replace(/\\s/g, '').includes('{words}')")
    };
    for (id, words) in [
        ("name-top", "Bob"),
        ("clock-top", "1:00+3"),
        ("name-bottom", "Ann"),
        ("clock-bottom", "1:00+3"),
        ("name-bottom", "firstmovewithin"),
    ] {
        browser.until(&shows(id, words)).await;
    }
    for (user, action) in [(&ann, "e2g4"), (&bob, "d7f5")] {
        let play = text(&format!("/move {action}"));
        user.send(&page.address, "lobby", action, &play).await;
    }
    browser
        .until("document.querySelector('#clock-bottom.running:not(.low)')")
        .await;
    clock.advance(Duration::from_secs(56));
    browser
        .run("document.dispatchEvent(new Event('visibilitychange'))")
        .await;
    browser.until(&shows("clock-bottom", "0:0")).await;
    browser
        .until("document.querySelector('#clock-bottom.low') && document.querySelector('#clock-top:not(.low)')")
        .await;
    browser
        .run("document.querySelector('#clock-top').click()")
        .await;
    browser
        .until("document.querySelector('#spoken').innerText.includes('Bob: 1 minute 0 seconds')")
        .await;
    for (width, height) in [(390, 844), (320, 640), (683, 650), (844, 390), (932, 430)] {
        browser.size(width, height).await;
        let found = browser.run(REACHED).await;
        assert_eq!(found, json!([true, [], []]), "{width} x {height}");
    }
    clock.advance(Duration::from_secs(4));
    bob.begin(&page.address, &ann, "berolina @Ann color:white time:5+0")
        .await;
    browser.reads("ran out of time").await;
    browser.close().await;
    page.close().await;
}

/// A script: the clocks stay in view, and nothing that does so covers what is scrolled into view, or leaves it too little room.
const REACHED: &str = "
    const box = (id) => document.querySelector(id).getBoundingClientRect();
    scrollTo(0, 0);
    const above = box('#clock-bottom').bottom <= box('#status').top + 1;
    scrollTo(0, document.body.scrollHeight);
    const stay = ['#clock-top', '#clock-bottom'].every((id) => box(id).top >= 0 && box(id).bottom <= innerHeight);
    const all = ['#status', '#strip', '#tools', '#moves'];
    const covered = all.filter((id) => {
        const element = document.querySelector(id);
        element.scrollIntoView({ block: 'nearest' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    return [above && (stay || innerHeight < 500), covered, all.filter((id) => box(id).width < 240)];";

/// A script: the board is wide and shows its squares alone, the strip directly below or beside it is in view, and nothing
/// scrolls sideways.
const FITS: &str = "
    const box = (id) => document.querySelector(id).getBoundingClientRect();
    const [board, strip, steps, tools] = ['.board-frame', '#strip', '.under .steps', '#tools'].map(box);
    const small = [...document.querySelectorAll('main button')]
        .filter((button) => button.checkVisibility() && !button.closest('.board'))
        .map((button) => [button.innerText, button.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 44 || height < 44).map(([name]) => name);
    return [
        document.documentElement.scrollWidth <= innerWidth,
        innerWidth > innerHeight ? board.height > innerHeight - 2 : board.width > document.documentElement.clientWidth - 2,
        strip.bottom <= innerHeight && steps.bottom <= innerHeight,
        tools.height < (innerWidth > innerHeight ? 110 : 60),
        Math.abs(board.width - board.height) < 1,
        small.length === 0 || small];";

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_the_board_in_full_width_with_the_strip_below() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    for (width, height) in [(390, 844), (320, 640), (844, 390), (640, 400)] {
        let browser = driver.open(width, height).await;
        begin_alone(
            &browser,
            &program.address,
            "baroque",
            &format!("Ann {width}"),
        )
        .await;
        let fits = browser.run(FITS).await;
        assert_eq!(
            fits,
            json!([true, true, true, true, true, true]),
            "{width} x {height}"
        );
        browser.tap("a1").await;
        browser.tap("a4").await;
        let answer =
            "document.querySelector('#answer').innerText.includes('blocked by your own pincer')
            && document.querySelector('#answer').getBoundingClientRect().bottom <= innerHeight";
        browser.until(answer).await;
        // The refusal goes when the player goes on.
        browser.tap("e2").await;
        browser
            .until("document.querySelector('#answer').hidden")
            .await;
        browser.close().await;
    }
}
