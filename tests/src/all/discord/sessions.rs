//! People of Discord on the public page: the links that sign them in, and their sessions.

use reqwest::{Client, RequestBuilder, Response, StatusCode, header};
use rules::Variant;
use serde_json::{Value, json};
use tests::{
    browser::Driver,
    discord::{Message, Setup},
    nginx::Nginx,
    skip::skips_nginx,
};

use super::table::Table;

const HOST: &str = "play.example.org";
const ORIGIN: &str = "https://play.example.org";

/// A program with a public page.
const PUBLIC: [(&str, &str); 2] = [
    ("ODDBOARD_WEB_URL", ORIGIN),
    ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
];

/// Opens a table, and returns the address of its page.
async fn open() -> (Table, String) {
    let mut table = Table::open_with(Setup::default(), &PUBLIC).await;
    let page = table.page_address();
    (table, page)
}

/// A browser behind the proxy of a public page.
struct Browser {
    client: Client,
    page: String,
    /// The cookie of its session, as it sends it.
    cookie: Option<String>,
}

impl Browser {
    fn new(page: &str) -> Browser {
        Browser {
            client: Client::builder().no_proxy().build().expect("a client"),
            page: page.to_owned(),
            cookie: None,
        }
    }

    fn proxied(&self, request: RequestBuilder) -> RequestBuilder {
        let cookie = self.cookie.iter();
        let request = cookie.fold(request, |request, cookie| {
            request.header(header::COOKIE, cookie)
        });
        request
            .header(header::HOST, HOST)
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-for", "203.0.113.9")
    }

    async fn get(&self, path: &str) -> Response {
        let request = self.client.get(format!("http://{}{path}", self.page));
        let response = self.proxied(request).send().await;
        response.expect("the page answers")
    }

    /// Sends a request of a page of this origin.
    async fn post_from(&self, origin: &str, path: &str, body: &Value) -> Response {
        let request = self.client.post(format!("http://{}{path}", self.page));
        let request = self.proxied(request).header(header::ORIGIN, origin);
        let response = request.json(body).send().await;
        response.expect("the page answers")
    }

    async fn post(&self, path: &str, body: Value) -> Response {
        self.post_from(ORIGIN, path, &body).await
    }

    /// Looks at a link and presses *Continue*. Keeps the cookie of the session, and returns the answer.
    async fn enter(&mut self, token: &str) -> (StatusCode, Value) {
        let entered = self.post("/api/enter", json!({ "token": token })).await;
        let status = entered.status();
        let cookie = entered.headers().get(header::SET_COOKIE);
        if let Some(cookie) = cookie {
            let cookie = cookie.to_str().expect("a text");
            for attribute in [
                "__Host-session=",
                ";Path=/;",
                ";Secure;",
                ";HttpOnly;",
                ";SameSite=Lax;",
            ] {
                assert!(cookie.contains(attribute), "{cookie}");
            }
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        (status, entered.json().await.expect("JSON"))
    }

    /// Plays a move on the board of a match, and returns the status and the text of the answer.
    async fn plays(&self, id: &str, event: &str, written: &str) -> (StatusCode, String) {
        let said = json!({ "id": event, "place": "direct", "board": id, "text": format!("/move {written} match:{id}") });
        let answer = self.post("/api/say", said).await;
        let status = answer.status();
        let answer: Value = answer.json().await.expect("JSON");
        (status, answer["answer"]["text"].to_string())
    }

    /// Returns the board of a match.
    async fn board(&self, id: &str) -> Value {
        let board = self.post(&format!("/api/match/{id}"), json!({})).await;
        board.json().await.expect("JSON")
    }
}

/// Returns the token in the link of a private answer.
fn token_of(said: &Message) -> String {
    let url = said.button("Play on the board").url;
    let token = url.strip_prefix(&format!("{ORIGIN}/enter#"));
    token.unwrap_or_else(|| panic!("{url}")).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_play_on_the_page_with_their_own_account_by_a_link_that_works_once() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Chakart, "").await;
    let board = played.board(1).await;
    let url = format!("{ORIGIN}/match/{}", played.id);
    assert_eq!(board.button("Board").url, url);
    let said = table.ann.clicks(&board, "Play on the board").await;
    said.in_private().says("signs you in");
    let token = token_of(&said);
    let mut browser = Browser::new(&page);
    // Previews and crawlers fetch links, which uses nothing up.
    for _ in 0..2 {
        assert_eq!(browser.get("/enter").await.status(), StatusCode::OK);
    }
    let look = browser.post("/api/enter/look", json!({ "token": token }));
    let look: Value = look.await.json().await.expect("JSON");
    assert_eq!(look, json!({ "name": "Ann [Discord]" }));
    assert!(browser.board(&played.id).await["seat"].is_null());
    let press = json!({ "token": token });
    let foreign = browser.post_from("https://evil.example", "/api/enter", &press);
    assert_eq!(foreign.await.status(), StatusCode::FORBIDDEN);
    let (status, entered) = browser.enter(&token).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    assert_eq!(entered["to"], format!("/match/{}", played.id));
    assert_eq!(browser.board(&played.id).await["seat"], "white");
    // A second time, by another browser.
    let mut other = Browser::new(&page);
    let (status, refused) = other.enter(&token).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused["error"].to_string().contains("no longer works"));
    assert!(other.board(&played.id).await["seat"].is_null());
    // The move of Ann on the page reaches the board on Discord.
    let (status, answer) = browser.plays(&played.id, "a", "e2e4").await;
    assert_eq!(status, StatusCode::OK);
    assert!(answer.contains("You played e4"), "{answer}");
    played.board(2).await.says("Bob (Black) to move");
    // A cookie alone is not enough for a foreign page.
    let said = json!({ "id": "b", "place": "direct", "text": "/resign" });
    let foreign = browser.post_from("https://evil.example", "/api/say", &said);
    assert_eq!(foreign.await.status(), StatusCode::FORBIDDEN);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_at_once_when_its_owner_ends_it() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let typed = format!("/board match:{}", played.id);
    let mut browsers = Vec::new();
    for _ in 0..2 {
        let said = table.ann.asks(&played.room, &typed).await;
        let mut browser = Browser::new(&page);
        let (status, entered) = browser.enter(&token_of(&said)).await;
        assert_eq!(status, StatusCode::OK, "{entered}");
        browsers.push(browser);
    }
    let [phone, desk] = &browsers[..] else {
        panic!("two browsers");
    };
    let listed = desk.post("/api/sessions", json!({})).await;
    let listed: Value = listed.json().await.expect("JSON");
    assert_eq!(listed["name"], "Ann [Discord]");
    let sessions = listed["sessions"].as_array().expect("a list");
    let here: Vec<_> = sessions.iter().map(|session| &session["here"]).collect();
    assert_eq!(here, [false, true]);
    let end = json!({ "digest": sessions[0]["digest"] });
    let ended = desk.post("/api/sessions/end", end.clone()).await;
    assert_eq!(ended.status(), StatusCode::OK);
    let (status, _) = phone.plays(&played.id, "a", "e2g4").await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    // Another person cannot end what is left.
    let said = table.bob.asks(&played.room, &typed).await;
    let mut bob = Browser::new(&page);
    bob.enter(&token_of(&said)).await;
    let end = json!({ "digest": sessions[1]["digest"] });
    bob.post("/api/sessions/end", end).await;
    assert_eq!(desk.board(&played.id).await["seat"], "white");
    // Ann ends all from Discord.
    let said = table.ann.asks(&played.room, "/mydata").await;
    said.says("You are signed in on the web page");
    let said = table.ann.clicks(&said, "Sign out everywhere").await;
    said.says("signed out");
    assert!(desk.board(&played.id).await["seat"].is_null());
    assert_eq!(bob.board(&played.id).await["seat"], "black");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_leaves_nothing_on_the_page() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let typed = format!("/board match:{}", played.id);
    let said = table.ann.asks(&played.room, &typed).await;
    let mut browser = Browser::new(&page);
    browser.enter(&token_of(&said)).await;
    let chat = json!({ "id": "a", "place": "lobby", "text": "Hello" });
    let posted = browser.post("/api/say", chat).await;
    assert_eq!(posted.status(), StatusCode::OK);
    let said = table.ann.asks(&played.room, "/mydata").await;
    let said = table.ann.clicks(&said, "Delete my data").await;
    let said = table.ann.clicks(&said, "Yes, delete my data").await;
    said.says("Your data is deleted");
    let listed = browser.post("/api/sessions", json!({})).await;
    assert_eq!(listed.status(), StatusCode::UNAUTHORIZED);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_plays_hidden_chakart_by_touch_after_a_press_below_a_board_on_discord() {
    if skips_nginx() {
        return;
    }
    let Some(driver) = Driver::start() else {
        return;
    };
    let (table, page) = open().await;
    let nginx = Nginx::start_with_tls(&page).await;
    let played = table.begin(Variant::Chakart, "").await;
    let board = played.board(1).await;
    let said = table.ann.clicks(&board, "Play on the board").await;
    let phone = driver.open_for(HOST, &nginx.address(), 390, 844).await;
    phone.load(&said.button("Play on the board").url).await;
    // The token does not stay in the address.
    phone
        .until("location.pathname === '/enter' && location.hash === ''")
        .await;
    phone.press("Continue as Ann [Discord]").await;
    let address = format!("location.pathname === '/match/{}'", played.id);
    phone.until(&address).await;
    phone.reads("Your turn").await;
    phone
        .until("document.getElementById('me').textContent === 'Ann [Discord]'")
        .await;
    phone.touch(&["e2", "e4"]).await;
    played.board(2).await.says("Bob (Black) to move");
    assert!(phone.fits().await);
    // Another tab of the same browser is signed in too, as a link on Discord opens it.
    phone.load(&format!("{ORIGIN}/match/{}", played.id)).await;
    phone.reads("Bob to move").await;
    phone
        .until("document.getElementById('me').textContent === 'Ann [Discord]'")
        .await;
    // The first screen lists the match and offers new ones.
    phone.load(&format!("{ORIGIN}/")).await;
    phone
        .until(&format!(
            "document.querySelector('a[href=\"/match/{}\"]')",
            played.id
        ))
        .await;
    phone
        .until("document.querySelector('[data-play=bot]').checkVisibility()")
        .await;
    // The sessions, and their end.
    phone.load(&format!("{ORIGIN}/sessions")).await;
    phone.reads("this browser").await;
    assert!(phone.fits().await);
    phone.press("Sign out").await;
    phone.reads("You are not signed in").await;
    phone.load(&format!("{ORIGIN}/match/{}", played.id)).await;
    phone.press("Sign in").await;
    let told = "document.getElementById('who').innerText.includes('Play on the board')";
    phone.until(told).await;
    assert_eq!(phone.violations().await, Vec::<String>::new());
    phone.close().await;
    table.close();
}
