//! Real browsers for tests, each a person of its own.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::LazyLock,
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction},
    key::Key,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    PATIENCE,
    page_user::PageUser,
    skip::{skips_browser, skips_node},
};

/// How often the driver is started, as a port that it chooses may be taken.
const TRIES: usize = 5;

/// Chromium's driver, which starts and steers browsers. Dropping it ends it.
pub struct Driver {
    child: Child,
    port: String,
}

impl Driver {
    /// Starts it. Nothing where whoever runs the tests leaves out what needs it.
    ///
    /// # Panics
    ///
    /// It does not start, or is not installed.
    pub fn start() -> Option<Driver> {
        if skips_browser() {
            return None;
        }
        let started = (0..TRIES).find_map(|_| Driver::try_start());
        Some(started.expect("chromedriver listens at one of the ports that it tries"))
    }

    /// Starts it at a port that it chooses; nothing where another program has the same port for the other internet protocol.
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
    /// It does not open.
    pub async fn open(&self, width: u32, height: u32) -> Browser {
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
        // It may have ended already.
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
    /// Goes to the chat of the page at an address.
    ///
    /// # Panics
    ///
    /// It cannot.
    pub async fn go(&self, address: &str) {
        self.visit(address, "chat").await;
    }

    /// Goes to a page by its path, such as `rules/bario`.
    ///
    /// # Panics
    ///
    /// It cannot.
    pub async fn visit(&self, address: &str, path: &str) {
        self.client
            .goto(&format!("http://{address}/{path}"))
            .await
            .expect("the page opens");
        // On a machine that is slow the driver may take the page before it for the one that is loaded.
        let loaded = format!("location.host === '{address}' && document.readyState === 'complete'");
        self.until(&loaded).await;
    }

    /// Drags what stands on a square of the board to another one, with a mouse.
    ///
    /// # Panics
    ///
    /// The browser does not do it.
    pub async fn drag(&self, from: &str, to: &str) {
        self.point(&[from, to].map(cell), true).await;
    }

    /// Presses a mouse on a square of the board.
    ///
    /// # Panics
    ///
    /// The browser does not do it.
    pub async fn tap(&self, square: &str) {
        self.point(&[cell(square)], true).await;
    }

    /// Presses a mouse on the button with this text, or with this name if nothing is written on it.
    ///
    /// # Panics
    ///
    /// There is none, or the browser does not do it.
    pub async fn press(&self, label: &str) {
        let button = format!(
            "[...document.querySelectorAll('button')] \
             .findLast((button) => button.checkVisibility() && (button.innerText.trim() || button.ariaLabel) === {})",
            json!(label)
        );
        self.point(&[button], true).await;
    }

    /// Lifts what stands on a square of the board and holds it over another one, until the mouse is [let go](Browser::let_go).
    ///
    /// # Panics
    ///
    /// The browser does not do it.
    pub async fn lift(&self, from: &str, over: &str) {
        self.point(&[from, over].map(cell), false).await;
    }

    /// Lets the mouse go where it is.
    ///
    /// # Panics
    ///
    /// The browser does not do it.
    pub async fn let_go(&self) {
        let button = MOUSE_BUTTON_LEFT;
        let mouse = MouseActions::new("mouse".to_owned()).then(PointerAction::Up { button });
        let released = self.client.perform_actions(mouse).await;
        released.expect("the browser has a mouse");
    }

    /// Presses on the first of these elements, each as a script finds it, goes to the last, and may let go there.
    async fn point(&self, elements: &[String], lets_go: bool) {
        let mut places = Vec::new();
        for element in elements {
            let place = format!(
                "const element = {element}; \
                 element.scrollIntoView({{ block: 'nearest' }}); \
                 const {{ x, y, width, height }} = element.getBoundingClientRect(); \
                 return [Math.round(x + width / 2), Math.round(y + height / 2)]"
            );
            let place = self.run(&place).await;
            let number = |n: usize| place[n].as_f64().expect("a number");
            places.push((number(0), number(1)));
        }
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

    /// What an element looks like, as a PNG file.
    ///
    /// # Panics
    ///
    /// There is no such element.
    pub async fn picture(&self, selector: &str) -> Vec<u8> {
        let element = self.client.find(Locator::Css(selector)).await;
        let picture = element.expect("there is one").screenshot().await;
        picture.expect("the browser shows it")
    }

    /// Loads the page anew.
    ///
    /// # Panics
    ///
    /// It cannot.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page opens again");
    }

    /// Gives the page this size, whatever the window needs around it.
    async fn size(&self, width: u32, height: u32) {
        let metrics = json!({
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": { "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false },
        });
        let command = Devtools(metrics);
        self.client
            .issue_cmd(command)
            .await
            .expect("the page takes a size");
    }

    /// Has a script run in every page from now on, before the scripts of the page itself.
    ///
    /// # Panics
    ///
    /// The browser does not take it.
    pub async fn prepare(&self, script: &str) {
        let prepared = self.client.issue_cmd(Devtools(json!({
            "cmd": "Page.addScriptToEvaluateOnNewDocument",
            "params": { "source": script },
        })));
        prepared.await.expect("the browser takes a script");
    }

    /// Makes the tabs of this browser somebody's who has signed in.
    ///
    /// # Panics
    ///
    /// The browser does not take it.
    pub async fn belongs_to(&self, guest: &PageUser) {
        let me = guest.me().to_string();
        let script = format!("sessionStorage.setItem('oddboard.me', {})", json!(me));
        self.prepare(&script).await;
    }

    /// Goes on from control to control by the keyboard until this holds.
    ///
    /// # Panics
    ///
    /// It never does.
    pub async fn tab_until(&self, condition: &str) {
        for _ in 0..60 {
            if self.run(&format!("return {condition}")).await == json!(true) {
                return;
            }
            self.key(Key::Tab).await;
        }
        panic!("by the keyboard nobody gets to where {condition}");
    }

    /// Presses keys, wherever the focus is.
    ///
    /// # Panics
    ///
    /// The page has no focus.
    pub async fn keys(&self, keys: &str) {
        let element = self
            .client
            .active_element()
            .await
            .expect("something has the focus");
        element.send_keys(keys).await.expect("keys can be pressed");
    }

    /// Presses one key that is no letter.
    pub async fn key(&self, key: Key) {
        self.keys(&char::from(key).to_string()).await;
    }

    /// Runs a script in the page and returns its value.
    ///
    /// # Panics
    ///
    /// The script fails.
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
    /// It does not in time.
    pub async fn until(&self, condition: &str) {
        let script = format!(
            "const done = arguments[0];
             const holds = () => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }};
             const look = () => holds() ? done(true) : requestAnimationFrame(look);
             look();"
        );
        let look = async {
            // A page that is loaded anew meanwhile takes the script with it.
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

    /// Waits until the messages, or what stands around a board, hold a text.
    pub async fn reads(&self, text: &str) {
        self.until(&format!(
            "document.querySelector('#timeline, main').innerText.includes({})",
            json!(text)
        ))
        .await;
    }

    /// Shows pages to somebody who likes them dark, or light.
    ///
    /// # Panics
    ///
    /// The browser does not take it.
    pub async fn likes(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let liked = self.client.issue_cmd(Devtools(json!({
            "cmd": "Emulation.setEmulatedMedia",
            "params": { "features": features },
        })));
        liked.await.expect("the browser shows pages light and dark");
    }

    /// What axe-core finds wrong in what the page shows, light and dark: the rule, the element and what is to be mended.
    ///
    /// # Panics
    ///
    /// It is not installed, or fails.
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

    /// Whether the page is no wider than its window.
    ///
    /// # Panics
    ///
    /// The page cannot be asked.
    pub async fn fits(&self) -> bool {
        let fits =
            "return document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        self.run(fits).await == json!(true)
    }

    /// Closes it.
    ///
    /// # Panics
    ///
    /// It does not close.
    pub async fn close(self) {
        self.client.close().await.expect("the browser closes");
    }
}

/// Finds a square of the board.
fn cell(square: &str) -> String {
    format!(
        "[...document.querySelectorAll('[data-square={square}].cell')].findLast((cell) => cell.offsetParent)"
    )
}

/// What comes behind axe-core to let it look at the page.
const FIND_VIOLATIONS: &str = "
    const done = arguments[0];
    axe.run(document, { resultTypes: ['violations'] }).then(
        ({ violations }) => done(violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`))),
        (error) => done([String(error)]),
    );";

/// Loads axe-core, which finds what keeps people from using a page. Where it is not installed, npm installs it once.
fn axe() -> &'static str {
    static AXE: LazyLock<String> = LazyLock::new(|| {
        let folder = testkit::path("tests/page");
        // npm writes this file last.
        if !folder.join("node_modules/.package-lock.json").exists() {
            install(&folder);
        }
        fs::read_to_string(folder.join("node_modules/axe-core/axe.min.js"))
            .expect("npm has installed axe-core")
    });
    &AXE
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
        "npm cannot install axe-core; {MEND}\n{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Devtools(Value);

impl fantoccini::wd::WebDriverCompatibleCommand for Devtools {
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
