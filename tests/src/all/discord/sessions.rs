//! People of Discord on the public page: the links that sign them in, and their sessions.

use std::collections::{BTreeMap, HashMap};

use futures_util::StreamExt;
use reqwest::{Client, RequestBuilder, Response, StatusCode, header, redirect::Policy};
use rules::Variant;
use serde_json::{Value, json};
use tests::{
    browser::Driver,
    discord::{CLIENT_SECRET, Message, Setup},
    nginx::Nginx,
    proxied,
    skip::skips_nginx,
};
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, tungstenite::Message as Frame};
use url::Url;

use super::table::Table;

pub(super) use tests::proxied::{HOST, ORIGIN};

/// A program with a public page.
const PUBLIC: [(&str, &str); 3] = [
    ("ODDBOARD_WEB_URL", ORIGIN),
    ("ODDBOARD_DISCORD_CLIENT_SECRET", CLIENT_SECRET),
    ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
];

/// Opens a table, and returns the address of its page.
pub(super) async fn open() -> (Table, String) {
    let mut table = Table::open_with(Setup::default(), &PUBLIC).await;
    let page = table.page_address();
    (table, page)
}

/// A browser behind the proxy of a public page.
pub(super) struct Browser {
    client: Client,
    pub(super) page: String,
    /// The addresses that the proxy sends along.
    pub(super) address: String,
    pub(super) cookies: BTreeMap<String, String>,
}

impl Browser {
    pub(super) fn new(page: &str) -> Browser {
        Browser {
            client: Client::builder()
                .no_proxy()
                .redirect(Policy::none())
                .build()
                .expect("a client"),
            page: page.to_owned(),
            address: "203.0.113.9".to_owned(),
            cookies: BTreeMap::new(),
        }
    }

    /// Returns the header with all cookies.
    fn cookie_header(&self) -> String {
        let cookies = self.cookies.iter();
        let cookies = cookies.map(|(name, value)| format!("{name}={value}"));
        cookies.collect::<Vec<_>>().join("; ")
    }

    fn proxied(&self, request: RequestBuilder) -> RequestBuilder {
        request
            .header(header::COOKIE, self.cookie_header())
            .header(header::HOST, HOST)
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-for", &self.address)
    }

    pub(super) async fn get(&self, path: &str) -> Response {
        let request = self.client.get(format!("http://{}{path}", self.page));
        let response = self.proxied(request).send().await;
        response.expect("the page answers")
    }

    /// Sends a request of a page of this origin.
    pub(super) async fn post_from(&self, origin: &str, path: &str, body: &Value) -> Response {
        let request = self.client.post(format!("http://{}{path}", self.page));
        let request = self.proxied(request).header(header::ORIGIN, origin);
        let response = request.json(body).send().await;
        response.expect("the page answers")
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Response {
        self.post_from(ORIGIN, path, &body).await
    }

    /// Sends a request of the page, whose connection may break.
    pub(super) async fn try_post(&self, path: &str, body: &Value) -> Option<Response> {
        let request = self.client.post(format!("http://{}{path}", self.page));
        let request = self.proxied(request).header(header::ORIGIN, ORIGIN);
        request.json(body).send().await.ok()
    }

    /// Sends a request without an origin, as no page can.
    pub(super) async fn post_from_nowhere(&self, path: &str) -> Response {
        let request = self.client.post(format!("http://{}{path}", self.page));
        let response = self.proxied(request).json(&json!({})).send().await;
        response.expect("the page answers")
    }

    /// Presses *Continue* at a link. Keeps the cookie of the session, and returns the answer.
    pub(super) async fn enter(&mut self, token: &str) -> (StatusCode, Value) {
        let entered = self.post("/api/enter", json!({ "token": token })).await;
        self.keep(entered).await
    }

    /// Goes to Discord to sign in. Keeps the cookie of the attempt, and returns the address on Discord.
    pub(super) async fn goes_to_discord(&mut self, path: &str) -> String {
        let sent = self.get(path).await;
        assert_eq!(sent.status(), StatusCode::SEE_OTHER);
        let address = sent.headers()[header::LOCATION].to_str();
        let address = address.expect("an address").to_owned();
        self.keep_cookies(&sent);
        address
    }

    /// Comes back from Discord with the code and the state in this address. Returns the answer.
    pub(super) async fn comes_back(&mut self, address: &str) -> (StatusCode, Value) {
        let address = Url::parse(address).expect("an address");
        let given: HashMap<_, _> = address.query_pairs().into_owned().collect();
        let agreement = json!({ "code": given["code"], "state": given["state"] });
        let entered = self.post("/api/enter/discord", agreement).await;
        self.keep(entered).await
    }

    /// Keeps the cookies of a response.
    pub(super) fn keep_cookies(&mut self, response: &Response) {
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            let cookie = cookie.to_str().expect("a text");
            for attribute in [
                "__Host-",
                ";Path=/;",
                ";Secure;",
                ";HttpOnly;",
                ";SameSite=Lax;",
            ] {
                assert!(cookie.contains(attribute), "{cookie}");
            }
            let (cookie, _) = cookie.split_once(';').expect("attributes");
            let (name, value) = cookie.split_once('=').expect("a value");
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    async fn keep(&mut self, entered: Response) -> (StatusCode, Value) {
        let status = entered.status();
        self.keep_cookies(&entered);
        (status, entered.json().await.expect("JSON"))
    }

    /// Plays a move on the board of a match, and returns the status and the text of the answer.
    pub(super) async fn plays(&self, id: &str, event: &str, written: &str) -> (StatusCode, String) {
        let said = json!({ "id": event, "place": "direct", "board": id, "text": format!("/move {written} match:{id}") });
        let answer = self.post("/api/say", said).await;
        let status = answer.status();
        let answer: Value = answer.json().await.expect("JSON");
        (status, answer["answer"]["text"].to_string())
    }

    /// Opens a live line, and sends its first frame.
    async fn dial(&self, path: &str) -> WebSocketStream<TcpStream> {
        let cookies = self.cookie_header();
        let headers = [("origin", ORIGIN), ("cookie", &*cookies)];
        proxied::dial(&self.page, path, &headers, &json!({})).await
    }

    /// Returns the board of a match.
    pub(super) async fn board(&self, id: &str) -> Value {
        let board = self.post(&format!("/api/match/{id}"), json!({})).await;
        board.json().await.expect("JSON")
    }
}

/// Returns the token in the link of a private answer.
pub(super) fn token_of(said: &Message) -> String {
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
    let nothing = bob.post("/api/sessions/end", end).await;
    assert_eq!(nothing.status(), StatusCode::OK);
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

/// Reads the boards of a line until one has this seat.
async fn until_seat(line: &mut WebSocketStream<TcpStream>, seat: &Value) {
    loop {
        let frame = line.next().await.expect("it is open").expect("a frame");
        if let Frame::Text(text) = frame {
            let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
            if frame
                .get("board")
                .is_some_and(|board| board["seat"] == *seat)
            {
                return;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_lines_lose_a_session_at_once() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Chakart, "").await;
    let typed = format!("/board match:{}", played.id);
    let said = table.ann.asks(&played.room, &typed).await;
    let mut browser = Browser::new(&page);
    browser.enter(&token_of(&said)).await;
    let mut board = browser
        .dial(&format!("/api/match/{}/live", played.id))
        .await;
    until_seat(&mut board, &json!("white")).await;
    let mut talk = browser.dial("/api/live").await;
    let welcome = talk.next().await.expect("it is open").expect("a frame");
    assert!(welcome.to_text().expect("a text").contains("Ann [Discord]"));
    let said = table.ann.asks(&played.room, "/mydata").await;
    table.ann.clicks(&said, "Sign out everywhere").await;
    // Nobody moves, but the line shows what everybody may see.
    until_seat(&mut board, &Value::Null).await;
    let end = loop {
        let frame = talk.next().await.expect("it says farewell");
        if let Frame::Close(end) = frame.expect("a frame") {
            break end.expect("a reason");
        }
    };
    assert_eq!(u16::from(end.code), 4401);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn people_sign_in_with_discord_in_the_browser_that_began_it() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let mut browser = Browser::new(&page);
    let path = format!("/sign-in/discord?match={}", played.id);
    let back = table.ann.agrees(&browser.goes_to_discord(&path).await);
    assert!(
        back.starts_with("https://play.example.org/enter?"),
        "{back}"
    );
    // Another browser comes back with the code and the state of this one.
    let mut other = Browser::new(&page);
    other.goes_to_discord("/sign-in/discord").await;
    let (status, refused) = other.comes_back(&back).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused["error"].to_string().contains("did not sign you in"));
    let (status, entered) = browser.comes_back(&back).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    assert_eq!(entered["to"], format!("/match/{}", played.id));
    assert_eq!(browser.board(&played.id).await["seat"], "white");
    // The code counts once.
    let (status, _) = browser.comes_back(&back).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    // Without the verifier of its attempt, a code is worth nothing.
    let mut thief = Browser::new(&page);
    let stolen = table
        .bob
        .agrees(&browser.goes_to_discord("/sign-in/discord").await);
    let own = thief.goes_to_discord("/sign-in/discord").await;
    let (stolen, own) = (Url::parse(&stolen), Url::parse(&own));
    let given = |url: &Url, name: &str| {
        let mut pairs = url.query_pairs().into_owned();
        pairs.find_map(|(given, value)| (given == name).then_some(value))
    };
    let code = given(&stolen.expect("an address"), "code");
    let state = given(&own.expect("an address"), "state");
    let agreement = json!({ "code": code, "state": state });
    let refused = thief.post("/api/enter/discord", agreement).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // No other address than a match is a target.
    for path in [
        "/sign-in/discord?match=https://evil.example",
        "/sign-in/discord?match=..%2F",
    ] {
        assert_eq!(browser.get(path).await.status(), StatusCode::NOT_FOUND);
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_the_page_can_not_link_accounts_or_delete_data() {
    let (table, page) = open().await;
    let mut browser = Browser::new(&page);
    let back = table
        .ann
        .agrees(&browser.goes_to_discord("/sign-in/discord").await);
    let (status, _) = browser.comes_back(&back).await;
    assert_eq!(status, StatusCode::OK);
    for (event, input) in [
        ("a", json!({ "text": "/link" })),
        ("b", json!({ "text": "/link 0000-0000" })),
        ("c", json!({ "press": "delete-me" })),
    ] {
        let mut said = json!({ "id": event, "place": "direct" });
        let input = input.as_object().expect("a map").clone();
        said.as_object_mut().expect("a map").extend(input);
        let answer = browser.post("/api/say", said).await.text().await;
        let answer = answer.expect("a text");
        assert!(answer.contains("do that in Discord"), "{answer}");
    }
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
    // Nobody reads what they said.
    let mut bob = Browser::new(&page);
    let back = table
        .bob
        .agrees(&bob.goes_to_discord("/sign-in/discord").await);
    bob.comes_back(&back).await;
    let mut talk = bob.dial("/api/live").await;
    loop {
        let frame = talk.next().await.expect("it is open").expect("a frame");
        let text = frame.to_text().expect("a text");
        assert!(!text.contains("Hello") && !text.contains("Ann"), "{text}");
        if text.contains("caught-up") {
            break;
        }
    }
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
    phone
        .until("!document.getElementById('enter-continue').disabled")
        .await;
    phone.press("Continue as Ann [Discord]").await;
    let address = format!("location.pathname === '/match/{}'", played.id);
    phone.until(&address).await;
    phone.reads("Your turn").await;
    phone.reads("In a channel on Discord").await;
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
