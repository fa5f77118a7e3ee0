//! Real browsers for tests, one profile for each person.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{LazyLock, Mutex},
    time::Duration,
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction},
    key::Key,
};
use kit::lock;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    PATIENCE,
    page_user::PageUser,
    program::Program,
    skip::{skips_browser, skips_node},
};

/// The number of attempts to start the driver: another program may take the port that it chooses.
const TRIES: usize = 5;

/// The Chromium driver, which starts and controls browsers. Dropping it stops the driver.
pub struct Driver {
    child: Child,
    port: String,
}

impl Driver {
    /// Starts the driver. Returns `None` if the test run skips the tests that need a browser.
    ///
    /// # Panics
    ///
    /// Panics if the driver does not start or is not installed.
    pub fn start() -> Option<Driver> {
        if skips_browser() {
            return None;
        }
        let started = (0..TRIES).find_map(|_| Driver::try_start());
        Some(started.expect("chromedriver listens at one of the ports that it tries"))
    }

    /// Starts the driver, and a program on an empty data folder, which is removed on drop. Returns `None` if the test run skips the
    /// tests that need a browser.
    ///
    /// # Panics
    ///
    /// Panics if the driver or the program does not start.
    pub fn with_program() -> Option<(Driver, TempDir, Program)> {
        let driver = Driver::start()?;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let program = Program::start(&folder.path().join("data"));
        Some((driver, folder, program))
    }

    /// Starts the driver on a port that it chooses. Returns `None` if another program has the same port on the other internet
    /// protocol.
    fn try_start() -> Option<Driver> {
        let mut command = Command::new("chromedriver");
        let mut child = command
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| {
                panic!(
                    "chromedriver does not start ({error}); Debian has it as `apt-get install chromium chromium-driver`, \
                     and ODDBOARD_SKIP=browser leaves out what needs it"
                )
            });
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let port = output.lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let driver = Driver {
            child,
            port: port.unwrap_or_default(),
        };
        (!driver.port.is_empty()).then_some(driver)
    }

    /// Opens a browser with a window of this size.
    ///
    /// # Panics
    ///
    /// Panics if the browser does not open.
    pub async fn open(&self, width: u32, height: u32) -> Browser {
        self.open_with(width, height, &[]).await
    }

    /// Opens a browser that finds a public page on this machine: it connects to the address where its host stands in a URL, and
    /// accepts any certificate.
    ///
    /// # Panics
    ///
    /// Panics if the browser does not open.
    pub async fn open_for(&self, host: &str, address: &str, width: u32, height: u32) -> Browser {
        self.open_for_all(&[host], address, width, height).await
    }

    /// Opens a browser that finds several hosts at the same address, as [`open_for`](Driver::open_for) does for one.
    ///
    /// # Panics
    ///
    /// Panics if the browser does not open.
    pub async fn open_for_all(
        &self,
        hosts: &[&str],
        address: &str,
        width: u32,
        height: u32,
    ) -> Browser {
        let rules = hosts.iter().map(|host| format!("MAP {host}:443 {address}"));
        let rules = rules.collect::<Vec<_>>().join(",");
        let rules = format!("--host-resolver-rules={rules}");
        let args = [rules.as_str(), "--ignore-certificate-errors"];
        self.open_with(width, height, &args).await
    }

    async fn open_with(&self, width: u32, height: u32, more: &[&str]) -> Browser {
        let profile = tempfile::tempdir().expect("a temporary folder");
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        let args = [&args, more].concat();
        let capabilities = json!({ "goog:chromeOptions": { "args": args } });
        let Value::Object(capabilities) = capabilities else {
            unreachable!("it is written as an object")
        };
        let mut builder =
            ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new());
        let client = builder
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await;
        let client = client.expect("a browser opens");
        let browser = Browser {
            client,
            _profile: profile,
        };
        browser.size(width, height).await;
        browser
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The driver may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser.
pub struct Browser {
    client: Client,
    _profile: TempDir,
}

impl Browser {
    /// Opens the chat of the page at this address.
    ///
    /// # Panics
    ///
    /// Panics if the page does not load.
    pub async fn go(&self, address: &str) {
        self.visit(address, "chat").await;
    }

    /// Opens a page by its path, such as `rules/bario`.
    ///
    /// # Panics
    ///
    /// Panics if the page does not load.
    pub async fn visit(&self, address: &str, path: &str) {
        self.load(&format!("http://{address}/{path}")).await;
        // On a slow machine the driver may report the previous page as loaded.
        let loaded = format!("location.host === '{address}' && document.readyState === 'complete'");
        self.until(&loaded).await;
    }

    /// Loads a URL.
    ///
    /// # Panics
    ///
    /// Panics if the page does not load.
    pub async fn load(&self, url: &str) {
        self.client.goto(url).await.expect("the page opens");
    }

    /// Goes into the only frame of the document. All that follows happens there.
    ///
    /// # Panics
    ///
    /// Panics if there is no frame.
    pub async fn enter_frame(&self) {
        self.until("document.querySelector('iframe')?.checkVisibility()")
            .await;
        let entered = self.client.enter_frame(0).await;
        entered.expect("the document has a frame");
    }

    /// Goes out of a frame, into the document around it.
    ///
    /// # Panics
    ///
    /// Panics if the browser is in no frame.
    pub async fn leave_frame(&self) {
        let left = self.client.enter_parent_frame().await;
        left.expect("the browser is in a frame");
    }

    /// Drags the piece on one square of the board to another square with the mouse.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn drag(&self, from: &str, to: &str) {
        self.point(&[from, to].map(cell), true).await;
    }

    /// Clicks a square of the board.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn tap(&self, square: &str) {
        self.point(&[cell(square)], true).await;
    }

    /// Clicks the button with this text, or with this accessible name if it has no text, as soon as the page shows it. A modal
    /// dialog blocks all other buttons.
    ///
    /// # Panics
    ///
    /// Panics if there is none after the time limit, or if the browser fails.
    pub async fn press(&self, label: &str) {
        let button = format!(
            "[...(document.querySelector('dialog:modal') ?? document).querySelectorAll('button')] \
             .findLast((button) => button.checkVisibility() && (button.innerText.trim() || button.ariaLabel) === {})",
            json!(label)
        );
        self.point(&[button], true).await;
    }

    /// Lifts the piece on a square of the board and holds it over another square until the mouse is [released](Browser::let_go).
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn lift(&self, from: &str, over: &str) {
        self.point(&[from, over].map(cell), false).await;
    }

    /// Releases the mouse button at the current position.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn let_go(&self) {
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned()).then(PointerAction::Up { button });
        let released = self.client.perform_actions(mouse).await;
        released.expect("the browser has a mouse");
    }

    /// Rests the mouse on a square of the board.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn rest(&self, square: &str) {
        let (x, y) = self.middle(square).await;
        let duration = None;
        let mouse =
            MouseActions::new("mouse".to_owned()).then(PointerAction::MoveTo { duration, x, y });
        let moved = self.client.perform_actions(mouse).await;
        moved.expect("the browser has a mouse");
    }

    /// Puts a finger on a square of the board, until it is [raised](Browser::raise_finger).
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn put_finger(&self, square: &str) {
        let (x, y) = self.middle(square).await;
        self.finger("touchStart", &json!([{ "x": x, "y": y }]))
            .await;
    }

    /// Raises the finger.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn raise_finger(&self) {
        self.finger("touchEnd", &json!([])).await;
    }

    async fn finger(&self, kind: &str, points: &Value) {
        let touch = json!({
            "cmd": "Input.dispatchTouchEvent",
            "params": { "type": kind, "touchPoints": points },
        });
        let touched = self.client.issue_cmd(DevtoolsCommand(touch)).await;
        touched.expect("the browser takes touches");
    }

    /// Scrolls to a square of the board, and returns its middle in the window.
    async fn middle(&self, square: &str) -> (f64, f64) {
        match self.places(&[cell(square)]).await[..] {
            [middle] => middle,
            _ => unreachable!("one element has one place"),
        }
    }

    /// Waits for these elements, presses the mouse on the first, moves to the last, and releases it there if `lets_go`. Each element
    /// is a script expression.
    async fn point(&self, elements: &[String], lets_go: bool) {
        let places = self.places(elements).await;
        let to = |(x, y): (f64, f64)| PointerAction::MoveTo {
            duration: None,
            x,
            y,
        };
        let button = MOUSE_BUTTON_LEFT;
        let mut mouse = MouseActions::new("mouse".to_owned())
            .then(to(places[0]))
            .then(PointerAction::Down { button });
        for place in &places[1..] {
            mouse = mouse.then(to(*place));
        }
        if lets_go {
            mouse = mouse.then(PointerAction::Up { button });
        }
        let pointed = self.client.perform_actions(mouse).await;
        pointed.expect("the browser has a mouse");
    }

    /// Waits for these elements, scrolls to them, and returns their centers.
    async fn places(&self, elements: &[String]) -> Vec<(f64, f64)> {
        let elements = elements.join(", ");
        // The answer of the server can bring the element.
        self.until(&format!("[{elements}].every((element) => element)"))
            .await;
        // The scroll to the last element can move the first.
        let places = format!(
            "const elements = [{elements}]; \
             for (const element of elements) element.scrollIntoView({{ block: 'nearest' }}); \
             return elements.map((element) => {{ \
                 const {{ x, y, width, height }} = element.getBoundingClientRect(); \
                 return [Math.round(x + width / 2), Math.round(y + height / 2)]; \
             }})"
        );
        serde_json::from_value(self.run(&places).await).expect("pairs of numbers")
    }

    /// Returns a screenshot of an element as a PNG file.
    ///
    /// # Panics
    ///
    /// Panics if there is no such element.
    pub async fn picture(&self, selector: &str) -> Vec<u8> {
        let element = self.client.find(Locator::Css(selector)).await;
        let picture = element.expect("there is one").screenshot().await;
        picture.expect("the browser shows it")
    }

    /// Reloads the page.
    ///
    /// # Panics
    ///
    /// Panics if the page does not load.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page opens again");
    }

    /// Lifts the piece on a square and moves it over these squares, a second each, and then drops it where it was.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn sweep(&self, from: &str, over: &[&str]) {
        let start = self.middle(from).await;
        let cells: Vec<_> = over.iter().map(|square| cell(square)).collect();
        let places = self.places(&cells).await;
        let to = |(x, y): (f64, f64), seconds| PointerAction::MoveTo {
            duration: Some(Duration::from_secs(seconds)),
            x,
            y,
        };
        let button = MOUSE_BUTTON_LEFT;
        let mut mouse = MouseActions::new("mouse".to_owned())
            .then(to(start, 0))
            .then(PointerAction::Down { button });
        for place in places {
            mouse = mouse.then(to(place, 1));
        }
        let mouse = mouse.then(to(start, 1)).then(PointerAction::Up { button });
        let swept = self.client.perform_actions(mouse).await;
        swept.expect("the browser has a mouse");
    }

    /// Slows the processor down for the page, this number of times.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn slow_down(&self, times: f64) {
        let slowed = self.client.issue_cmd(DevtoolsCommand(json!({
            "cmd": "Emulation.setCPUThrottlingRate",
            "params": { "rate": times },
        })));
        slowed.await.expect("the browser can be slow");
    }

    /// Touches these squares of the board one after the other with a finger, each for a moment.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn touch(&self, squares: &[&str]) {
        for square in squares {
            self.put_finger(square).await;
            self.raise_finger().await;
        }
    }

    /// Touches the element with this selector with a finger, for a moment.
    ///
    /// # Panics
    ///
    /// Panics if there is none after the time limit, or if the browser fails.
    pub async fn touch_element(&self, selector: &str) {
        let element = format!("document.querySelector({})", json!(selector));
        let places = self.places(&[element]).await;
        let points: Vec<_> = places
            .iter()
            .map(|(x, y)| json!({ "x": x, "y": y }))
            .collect();
        self.finger("touchStart", &json!(points)).await;
        self.raise_finger().await;
    }

    /// Goes back to the page before, as the button of the browser does.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn back(&self) {
        self.client.back().await.expect("there is a page before");
    }

    /// Goes forward to the next page, as the button of the browser does.
    ///
    /// # Panics
    ///
    /// Panics if the browser fails.
    pub async fn forward(&self) {
        self.client.forward().await.expect("there is a next page");
    }

    /// Gives the page this size, and adds the space that the window needs around it.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn size(&self, width: u32, height: u32) {
        let metrics = json!({
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": { "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false },
        });
        let command = DevtoolsCommand(metrics);
        self.client
            .issue_cmd(command)
            .await
            .expect("the page takes a size");
    }

    /// Lets pages of an origin notify their reader.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn allow_notifications(&self, origin: &str) {
        let allowed = self.client.issue_cmd(DevtoolsCommand(json!({
            "cmd": "Browser.grantPermissions",
            "params": { "origin": origin, "permissions": ["notifications"] },
        })));
        allowed.await.expect("the browser grants it");
    }

    /// Gives the first service worker of this browser, which is of this origin, a push.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn push(&self, origin: &str, message: &Value) {
        for command in [
            json!({ "cmd": "ServiceWorker.enable", "params": {} }),
            json!({
                "cmd": "ServiceWorker.deliverPushMessage",
                "params": { "origin": origin, "registrationId": "0", "data": message.to_string() },
            }),
        ] {
            let given = self.client.issue_cmd(DevtoolsCommand(command)).await;
            given.expect("the browser takes the push");
        }
    }

    /// Runs a script in every page from now on, before the page's own scripts.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn prepare(&self, script: &str) {
        let prepared = self.client.issue_cmd(DevtoolsCommand(json!({
            "cmd": "Page.addScriptToEvaluateOnNewDocument",
            "params": { "source": script },
        })));
        prepared.await.expect("the browser takes a script");
    }

    /// Signs the tabs of this browser in as this user.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn belongs_to(&self, guest: &PageUser) {
        let me = guest.me().to_string();
        let script = format!("sessionStorage.setItem('oddboard.me', {})", json!(me));
        self.prepare(&script).await;
    }

    /// Presses Tab until this condition holds.
    ///
    /// # Panics
    ///
    /// Panics if it never holds.
    pub async fn tab_until(&self, condition: &str) {
        for _ in 0..60 {
            if self.run(&format!("return {condition}")).await == json!(true) {
                return;
            }
            self.key(Key::Tab).await;
        }
        panic!("by the keyboard nobody gets to where {condition}");
    }

    /// Types keys into the focused element.
    ///
    /// # Panics
    ///
    /// Panics if the page has no focus.
    pub async fn keys(&self, keys: &str) {
        let element = self
            .client
            .active_element()
            .await
            .expect("something has the focus");
        element.send_keys(keys).await.expect("keys can be pressed");
    }

    /// Presses one key that is not a letter.
    pub async fn key(&self, key: Key) {
        self.keys(&char::from(key).to_string()).await;
    }

    /// Runs a script in the page and returns its value.
    ///
    /// # Panics
    ///
    /// Panics if the script fails.
    pub async fn run(&self, script: &str) -> Value {
        self.client
            .execute(script, Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until a script returns true.
    ///
    /// # Panics
    ///
    /// Panics after the time limit.
    pub async fn until(&self, condition: &str) {
        let script = format!(
            "const done = arguments[0];
             const holds = () => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }};
             const look = () => holds() ? done(true) : requestAnimationFrame(look);
             look();"
        );
        let look = async {
            // A reload of the page discards the running script.
            while self
                .client
                .execute_async(&script, Vec::new())
                .await
                .is_err()
            {
                tokio::task::yield_now().await;
            }
        };
        if tokio::time::timeout(PATIENCE, look).await.is_err() {
            let page = self.run("return document.body.innerText").await;
            panic!(
                "the page never showed that {condition}; it reads:\n{}",
                page.as_str().unwrap_or_default()
            );
        }
    }

    /// Waits until the messages, or the text around a board, contain this text.
    pub async fn reads(&self, text: &str) {
        self.until(&format!(
            "document.querySelector('#timeline, main').innerText.includes({})",
            json!(text)
        ))
        .await;
    }

    /// Sets the color scheme preference of the browser to dark or light.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses.
    pub async fn likes(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let liked = self.client.issue_cmd(DevtoolsCommand(json!({
            "cmd": "Emulation.setEmulatedMedia",
            "params": { "features": features },
        })));
        liked.await.expect("the browser shows pages light and dark");
    }

    /// Opens a page by its path in a browser that runs no scripts of pages from now on.
    ///
    /// # Panics
    ///
    /// Panics if the browser refuses, or if the page does not load.
    pub async fn visit_without_scripts(&self, address: &str, path: &str) {
        let disabled = self.client.issue_cmd(DevtoolsCommand(json!({
            "cmd": "Emulation.setScriptExecutionDisabled",
            "params": { "value": true },
        })));
        disabled.await.expect("the browser can do without scripts");
        let address = format!("http://{address}/{path}");
        let opened = self.client.goto(&address);
        opened.await.expect("the page opens");
        // On a slow machine the driver may report the previous page as loaded.
        let loaded =
            format!("return location.pathname === '/{path}' && document.readyState === 'complete'");
        while self.run(&loaded).await != json!(true) {
            tokio::task::yield_now().await;
        }
    }

    /// Returns the violations that axe-core finds on the page, light and dark: the rule, the element and the fix.
    ///
    /// # Panics
    ///
    /// Panics if axe-core is not installed or fails.
    pub async fn violations(&self) -> Vec<String> {
        if skips_node() {
            return Vec::new();
        }
        let script = format!("{}{FIND_VIOLATIONS}", axe());
        let mut found = Vec::new();
        for scheme in ["dark", "light"] {
            self.likes(scheme).await;
            let said = self.client.execute_async(&script, Vec::new()).await;
            let said = said.unwrap_or_else(|error| panic!("axe-core fails: {error}"));
            let said: Vec<String> = serde_json::from_value(said).expect("a list of texts");
            found.extend(said.into_iter().map(|what| format!("{scheme}: {what}")));
        }
        found
    }

    /// Tells whether the page is no wider than its window.
    ///
    /// # Panics
    ///
    /// Panics if the script fails.
    pub async fn fits(&self) -> bool {
        let fits =
            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        self.run(fits).await == json!(true)
    }

    /// Closes the browser.
    ///
    /// # Panics
    ///
    /// Panics if the browser does not close.
    pub async fn close(self) {
        self.client.close().await.expect("the browser closes");
    }
}

/// Returns the expression that finds a square of the board.
fn cell(square: &str) -> String {
    format!(
        "[...document.querySelectorAll('[data-square={square}].cell')].findLast((cell) => cell.offsetParent)"
    )
}

/// The script that follows axe-core and runs it on the page.
const FIND_VIOLATIONS: &str = "
    const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))),
        (error) => done([String(error)]),
    );";

/// Loads axe-core, an accessibility checker. npm installs it once if it is missing.
fn axe() -> &'static str {
    static AXE: LazyLock<String> = LazyLock::new(|| {
        let file = package("axe-core").join("axe.min.js");
        fs::read_to_string(file).expect("npm has installed axe-core")
    });
    &AXE
}

/// Returns the folder of a package for tests of the page. npm installs all of them once if one is missing.
///
/// # Panics
///
/// Panics if npm does not install them.
pub fn package(name: &str) -> PathBuf {
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _installing = lock(&INSTALLING);
    let folder = testkit::path("tests/page");
    let modules = folder.join("node_modules");
    let found = modules.join(name);
    // npm writes this file last.
    if !modules.join(".package-lock.json").exists() || !found.exists() {
        install(&folder);
    }
    found
}

fn install(folder: &Path) {
    const MEND: &str = "install Node (`apt-get install nodejs npm`) and run `npm ci --prefix tests/page`, \
                        or leave out what needs a browser with ODDBOARD_SKIP=browser";
    let mut npm = Command::new("npm");
    npm.args([
        "ci",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        "--prefix",
    ]);
    let done = npm.arg(folder).output();
    let done = done.unwrap_or_else(|error| panic!("npm does not start ({error}); {MEND}"));
    assert!(
        done.status.success(),
        "npm cannot install the packages of tests/page; {MEND}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// A command of the Chrome DevTools protocol.
#[derive(Debug)]
struct DevtoolsCommand(Value);

impl fantoccini::wd::WebDriverCompatibleCommand for DevtoolsCommand {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/goog/cdp/execute",
            session.unwrap_or_default()
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.0.to_string()))
    }
}
