//! Checks that no screen of the page has an accessibility violation, as far as axe-core can detect it.

use fantoccini::key::Key;
use tests::browser::{Browser, Driver};

use super::browser::{begin_alone, press, send_text, sign_in};

/// The checked screens, and the violations found there.
#[derive(Default)]
struct ScreenChecks {
    n_screens: usize,
    found: Vec<String>,
}

impl ScreenChecks {
    async fn look(&mut self, browser: &Browser, screen: &str) {
        let found = browser.violations().await.into_iter();
        self.found
            .extend(found.map(|found| format!("{screen}: {found}")));
        self.n_screens += 1;
    }

    #[track_caller]
    fn end(self, n_screens: usize) {
        assert_eq!(self.n_screens, n_screens, "screens were looked at");
        assert!(self.found.is_empty(), "{}", self.found.join("\n\n"));
    }
}

/// A condition: the page has learned that a name is taken.
const TAKEN: &str = "document.querySelector('#name').getAttribute('aria-invalid') === 'true'";

#[tokio::test(flavor = "multi_thread")]
async fn axe_core_finds_nothing_wrong_in_the_chat() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    let bob = driver.open(390, 800).await;
    let mut checks = ScreenChecks::default();

    ann.go(&program.address).await;
    ann.until("document.activeElement.id === 'name'").await;
    checks.look(&ann, "signing in").await;
    sign_in(&ann, &program.address, "Ann").await;
    ann.reads("Welcome to").await;
    checks.look(&ann, "an empty channel").await;
    ann.run("document.querySelector('[data-place=direct]').click()")
        .await;
    ann.reads("Just you and Oddboard").await;
    checks.look(&ann, "direct messages").await;
    ann.run("document.querySelector('[data-place=lobby]').click()")
        .await;

    bob.go(&program.address).await;
    bob.until("document.activeElement.id === 'name'").await;
    bob.keys("Ann").await;
    bob.key(Key::Enter).await;
    bob.until(TAKEN).await;
    checks.look(&bob, "a name that is taken").await;
    sign_in(&bob, &program.address, "Bob").await;

    send_text(&ann, "Hello, @Bob!").await;
    bob.reads("Hello, @Bob!").await;
    bob.run("document.querySelector('#say').focus()").await;
    bob.keys("/ch").await;
    bob.until("document.querySelector('[role=option]').innerText.startsWith('/challenge')")
        .await;
    checks.look(&bob, "suggestions").await;
    bob.run("document.querySelector('#say').value = ''").await;
    bob.run("document.querySelector('#open-drawer').click()")
        .await;
    bob.until("document.querySelector('#sidebar.open')").await;
    checks.look(&bob, "the drawer of a phone").await;
    bob.key(Key::Escape).await;
    bob.run("document.querySelector('#say').focus()").await;

    send_text(&ann, "challenge chakart white").await;
    ann.reads("begin with a slash").await;
    checks.look(&ann, "a command without its slash").await;
    press(&ann, "/challenge chakart white").await;
    send_text(&ann, "").await;
    bob.reads("Ann plays White").await;
    checks.look(&bob, "a challenge").await;
    press(&bob, "Accept").await;
    ann.reads("Ann (White) to move").await;
    let is_drawn = "document.querySelector('#timeline .live-board .cell')";
    ann.until(is_drawn).await;
    checks.look(&ann, "a board").await;
    bob.until(is_drawn).await;
    checks.look(&bob, "a board on a phone").await;

    press(&ann, "Move").await;
    ann.reads("which piece do you move?").await;
    press(&ann, "Choose …").await;
    ann.until("document.querySelector('[role=option]').checkVisibility()")
        .await;
    checks.look(&ann, "a menu").await;
    ann.key(Key::Escape).await;
    press(&ann, "Type it").await;
    ann.until("document.querySelector('#timeline .line').checkVisibility()")
        .await;
    checks.look(&ann, "a line to write").await;
    ann.run("[...document.querySelectorAll('#timeline .picture')].at(-1).click()")
        .await;
    ann.until("document.querySelector('#viewer').open && document.querySelector('#viewer-image').naturalWidth > 100")
        .await;
    checks.look(&ann, "a picture enlarged").await;
    ann.key(Key::Escape).await;
    ann.run("document.querySelector('#say').focus()").await;

    for (command, answer) in [
        ("/help", "/challenge"),
        ("/settings", "Pictures: the usual size"),
        ("/settings pictures:text", "text boards"),
        ("/view", "Ann (White)"),
        ("/replay", "as you have seen it"),
        ("/mydata", "mydata"),
        ("/nonsense", "nonsense"),
    ] {
        send_text(&ann, command).await;
        ann.reads(answer).await;
    }
    checks.look(&ann, "answers").await;
    bob.run("document.querySelector('#switch').click()").await;
    bob.until("document.querySelector('#known button').checkVisibility()")
        .await;
    checks.look(&bob, "signing in again").await;
    program.kill();
    ann.until("document.querySelector('#connection').dataset.state === 'waiting'")
        .await;
    send_text(&ann, "/games").await;
    ann.reads("Try again").await;
    checks.look(&ann, "no connection").await;
    checks.end(16);
    ann.close().await;
    bob.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_core_finds_nothing_wrong_in_the_rules() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = driver.open(1200, 800).await;
    let bob = driver.open(390, 800).await;
    let mut checks = ScreenChecks::default();
    let pages = [
        "rules",
        "rules/bario",
        "rules/baroque",
        "rules/berolina",
        "rules/chakart",
        "rules/berolina/O1-0",
        "rules/berolina/O1-0?b1",
        "rules/nothing",
        "rules/baroque/practice",
        "puzzles/berolina",
        "analysis",
    ];
    for page in pages {
        for browser in [&ann, &bob] {
            browser.visit(&program.address, page).await;
            checks.look(browser, page).await;
        }
    }
    checks.end(2 * pages.len());
    ann.close().await;
    bob.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_core_finds_nothing_wrong_on_the_first_screen_and_at_a_board() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let mut checks = ScreenChecks::default();
    for (width, name) in [(1200, "Ann"), (390, "Bob"), (320, "Eve")] {
        let browser = driver.open(width, 800).await;
        browser.visit(&program.address, "").await;
        checks.look(&browser, "the first screen").await;
        browser
            .run("document.querySelector('[data-play=friend]').click()")
            .await;
        browser
            .until("document.querySelector('#new-game').open")
            .await;
        checks.look(&browser, "the dialog of a new game").await;
        browser.key(Key::Enter).await;
        browser.until("document.querySelector('#who').open").await;
        checks.look(&browser, "a name is asked for").await;
        browser.key(Key::Escape).await;
        browser.until("!document.querySelector('#who').open").await;
        browser.key(Key::Escape).await;
        browser
            .until("!document.querySelector('#new-game').open")
            .await;
        begin_alone(&browser, &program.address, "baroque", name).await;
        browser
            .run("document.querySelector('#open-settings').click()")
            .await;
        browser
            .until("document.querySelector('#settings').open")
            .await;
        checks.look(&browser, "the settings").await;
        browser
            .run("document.querySelector('#settings [name=theme][value=dark]').click()")
            .await;
        browser
            .until("document.documentElement.style.colorScheme === 'dark'")
            .await;
        checks.look(&browser, "the settings in the dark").await;
        browser
            .run("document.querySelector('#settings [name=theme][value=usual]').click()")
            .await;
        browser
            .until("!document.documentElement.style.colorScheme")
            .await;
        browser.key(Key::Escape).await;
        browser.tap("d2").await;
        checks.look(&browser, "a piece is chosen").await;
        browser.tap("a1").await;
        browser.tap("a4").await;
        browser.reads("is blocked by your own pincer").await;
        checks.look(&browser, "an illegal move").await;
        let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        browser.until(fits).await;
        browser
            .run("document.querySelector('[data-control^=resign]').click()")
            .await;
        browser.reads("Yes, resign").await;
        checks.look(&browser, "a question").await;
        browser.press("Yes, resign").await;
        browser
            .until("document.querySelector('#result').open")
            .await;
        checks.look(&browser, "a result").await;
        browser.key(Key::Escape).await;
        browser
            .run("document.querySelector('#talk').open = true")
            .await;
        browser.run("document.querySelector('#say').focus()").await;
        send_text(&browser, "/why a1a4").await;
        browser
            .until("document.querySelector('#timeline .ephemeral')?.checkVisibility()")
            .await;
        browser.until(fits).await;
        checks.look(&browser, "the chat beside the board").await;
        browser.close().await;
    }
    checks.end(30);
}
