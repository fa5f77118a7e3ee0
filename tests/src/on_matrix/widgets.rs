//! The board in a widget: in the state of a room, and for people whose homeserver says who they are.

use axum::{Router, routing::get};
use matrix_sdk::ruma::OwnedRoomId;
use reqwest::{StatusCode, header};
use rules::Variant;
use serde_json::{Value, json};
use tests::{
    browser::{Driver, package},
    matrix::{Person, ReceivedEvent, begin_session, openid_token},
    nginx::Nginx,
    skip::{skips_nginx, skips_node},
};
use tokio::net::TcpListener;
use url::form_urlencoded;

use super::table::Table;

const ORIGIN: &str = "https://play.example.org";

/// A program with a public page.
pub(super) const PUBLIC: [(&str, &str); 2] = [
    ("ODDBOARD_WEB_URL", ORIGIN),
    ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
];

/// The type of the event that adds a widget to a room.
const WIDGET: &str = "im.vector.modular.widgets";

/// Lets the bot change the state of the room.
async fn let_bot_set_state(table: &Table) {
    let room = table.ann.client.get_room(&table.room);
    let room = room.expect("she is there");
    let powers = json!({ "users": { "@odd:localhost": 50 } });
    let sent = room.send_state_event_raw("m.room.power_levels", "", powers);
    sent.await.expect("she may");
}

/// Returns the widgets that a person has seen in a room.
fn widgets(person: &Person, room: &OwnedRoomId) -> Vec<Value> {
    let seen = person.all();
    let widgets = seen
        .iter()
        .filter(|event| event.room == *room && event.kind == WIDGET);
    widgets.map(|event| event.content.clone()).collect()
}

/// Waits until a person sees a widget in a room.
async fn sees_widget(person: &Person, room: &OwnedRoomId) {
    person
        .until("a widget", |seen| {
            let mut seen = seen.iter();
            let found = seen.find(|event| event.room == *room && event.kind == WIDGET);
            found.cloned()
        })
        .await;
}

/// Waits for a message of the bot with these words in a room, after the first `after` events.
async fn reads_in(person: &Person, room: &OwnedRoomId, after: usize, words: &str) -> ReceivedEvent {
    person
        .until(words, |seen| {
            let mut later = seen.iter().skip(after);
            let found = later.find(|event| {
                event.is_said_by_bot() && event.room == *room && event.body().contains(words)
            });
            found.cloned()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_gets_the_board_as_a_widget_when_somebody_asks_for_it() {
    let table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let_bot_set_state(&table).await;
    let played = table.begin(Variant::Berolina, "").await;
    assert_eq!(widgets(&table.bob, &table.room), Vec::<Value>::new());
    let before = table.bob.now();
    let text = format!("!odd board match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    let board = reads_in(&table.bob, &table.room, before, "(White) to move").await;
    assert!(!board.body().contains("as a widget"), "{}", board.body());
    sees_widget(&table.bob, &table.room).await;
    let widgets = widgets(&table.bob, &table.room);
    let [widget] = &widgets[..] else {
        panic!("one widget, not {widgets:?}");
    };
    let url = format!("{ORIGIN}/widget?match={}#", played.id);
    let found = widget["url"].as_str().expect("an address");
    assert!(found.starts_with(&url), "{found}");
    assert_eq!(widget["type"], "m.custom");
    assert_eq!(widget["creatorUserId"], "@odd:localhost");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_wants_widgets_gets_that_of_a_new_match_and_not_again_for_the_same() {
    let table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let before = table.ann.now();
    table
        .ann
        .says(&table.room, "!odd settings server widget:on")
        .await;
    table
        .ann
        .reads(before, "a widget shows the board of each new match")
        .await;
    let_bot_set_state(&table).await;
    let played = table.begin(Variant::Berolina, "").await;
    let before = table.bob.now();
    let text = format!("!odd board match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    reads_in(&table.bob, &table.room, before, "(White) to move").await;
    sees_widget(&table.bob, &table.room).await;
    let widgets = widgets(&table.bob, &table.room);
    let [widget] = &widgets[..] else {
        panic!("one widget, not {widgets:?}");
    };
    let url = widget["url"].as_str().expect("an address");
    assert!(url.contains(&format!("match={}#", played.id)), "{url}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_where_the_bot_may_add_no_widget_reads_how_to_add_it() {
    let table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let played = table.begin(Variant::Berolina, "").await;
    let before = table.bob.now();
    let text = format!("!odd board match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    let board = reads_in(&table.bob, &table.room, before, "as a widget").await;
    let by_hand = format!("/addwidget {ORIGIN}/widget?match={}#", played.id);
    assert!(board.body().contains(&by_hand), "{}", board.body());
    assert_eq!(widgets(&table.bob, &table.room), Vec::<Value>::new());
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_of_a_bot_without_a_public_page_has_no_widget() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let_bot_set_state(&table).await;
    let played = table.begin(Variant::Berolina, "").await;
    let before = table.bob.now();
    let text = format!("!odd board match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    let board = reads_in(&table.bob, &table.room, before, "(White) to move").await;
    assert!(!board.body().contains("as a widget"), "{}", board.body());
    assert_eq!(widgets(&table.bob, &table.room), Vec::<Value>::new());
    let before = table.bob.now();
    let text = "!odd settings server widget:on";
    table.ann.says(&table.room, text).await;
    let refused = "My web page is not open to the public";
    table.ann.reads(0, refused).await;
    assert!(
        table.bob.all()[before..]
            .iter()
            .all(|event| event.kind != WIDGET)
    );
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_there_is_no_widget_and_no_client_frames_the_page() {
    let settings = [&PUBLIC[..], &[("ODDBOARD_MATRIX_WIDGETS", "false")]].concat();
    let mut table = Table::open_in(false, Value::Null, &settings).await;
    let_bot_set_state(&table).await;
    let played = table.begin(Variant::Berolina, "").await;
    let before = table.bob.now();
    let text = format!("!odd board match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    let board = reads_in(&table.bob, &table.room, before, "(White) to move").await;
    assert!(!board.body().contains("as a widget"), "{}", board.body());
    let text = "!odd settings server widget:on";
    table.ann.says(&table.room, text).await;
    table.ann.reads(0, "has switched widgets off").await;
    assert_eq!(widgets(&table.bob, &table.room), Vec::<Value>::new());
    let homeserver = table.homeserver.address();
    let (session, _) = begin_session(&homeserver, "ann").await;
    let token = openid_token(&homeserver, "@ann:localhost", &session).await;
    let page = Page::of(&mut table).await;
    let (status, told) = page.enter("localhost", &token, &played.id).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{told}");
    for (path, status) in [
        ("/widget", StatusCode::NOT_FOUND),
        ("/framed/", StatusCode::OK),
        ("/", StatusCode::OK),
    ] {
        let response = page.get(path).await;
        assert_eq!(response.status(), status, "{path}");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str();
        let policy = policy.expect("a text");
        assert!(policy.contains("frame-ancestors 'none'"), "{path} {policy}");
    }
    table.close().await;
}

/// A page behind its proxy.
pub(super) struct Page {
    client: reqwest::Client,
    address: String,
}

impl Page {
    pub(super) async fn of(table: &mut Table) -> Page {
        Page {
            client: reqwest::Client::builder()
                .no_proxy()
                .build()
                .expect("a client"),
            address: table.page_address(),
        }
    }

    /// Requests a document or a file.
    pub(super) async fn get(&self, path: &str) -> reqwest::Response {
        let request = self.client.get(format!("http://{}{path}", self.address));
        let request = request
            .header(header::HOST, "play.example.org")
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-for", "203.0.113.9");
        request.send().await.expect("the page answers")
    }

    /// Sends a request of the page, with the secret of a session.
    pub(super) async fn post(&self, path: &str, secret: &str, body: &Value) -> (StatusCode, Value) {
        let request = self.client.post(format!("http://{}{path}", self.address));
        let request = request
            .header(header::HOST, "play.example.org")
            .header(header::ORIGIN, ORIGIN)
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-for", "203.0.113.9");
        let request = match secret {
            "" => request,
            secret => request.bearer_auth(secret),
        };
        let response = request.json(body).send().await.expect("the page answers");
        let status = response.status();
        (status, response.json().await.expect("JSON"))
    }

    /// Signs in with a token of this server, to see a match.
    pub(super) async fn enter(&self, server: &str, token: &str, id: &str) -> (StatusCode, Value) {
        let body = json!({ "access_token": token, "matrix_server_name": server, "match": id });
        self.post("/api/enter/widget", "", &body).await
    }

    /// Tries to sign in with a token, which the page refuses with these words.
    async fn is_refused(&self, server: &str, token: &str, id: &str, words: &str) {
        let (status, told) = self.enter(server, token, id).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
        let why = told["error"].as_str();
        assert!(why.is_some_and(|why| why.contains(words)), "{told}");
        assert!(told.get("secret").is_none());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_of_the_homeserver_signs_its_owner_in_once_and_their_move_is_posted() {
    let mut table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let played = table.begin(Variant::Berolina, "").await;
    let homeserver = table.homeserver.address();
    let (session, _) = begin_session(&homeserver, "ann").await;
    let token = openid_token(&homeserver, "@ann:localhost", &session).await;
    let page = Page::of(&mut table).await;
    // A server that the operator has not named is not even asked.
    page.is_refused("other.example", &token, &played.id, "/board")
        .await;
    // One that has expired is as unknown to the homeserver as one that it never gave.
    page.is_refused("localhost", "never-given", &played.id, "used before")
        .await;
    let (status, entered) = page.enter("localhost", &token, &played.id).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    assert_eq!(entered["account"]["id"], "@ann:localhost");
    assert_eq!(entered["to"], format!("/match/{}", played.id));
    page.is_refused("localhost", &token, &played.id, "used before")
        .await;
    // Nor after a restart, though the homeserver still knows the token.
    assert!(table.stop().await, "{}", table.log());
    table.start().await;
    let page = Page::of(&mut table).await;
    page.is_refused("localhost", &token, &played.id, "used before")
        .await;
    let secret = entered["secret"].as_str().expect("a secret");
    let before = table.bob.now();
    let text = format!("/move e2d3 match:{}", played.id);
    let said = json!({ "id": "move-1", "place": "direct", "board": played.id, "text": text });
    let (status, answer) = page.post("/api/say", secret, &said).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    table.bob.reads(before, "ann played").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_widget_of_a_match_that_its_reader_may_not_see_shows_the_first_screen() {
    let mut table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let homeserver = table.homeserver.address();
    let (session, _) = begin_session(&homeserver, "eve").await;
    let token = openid_token(&homeserver, "@eve:localhost", &session).await;
    let page = Page::of(&mut table).await;
    let (status, entered) = page.enter("localhost", &token, "00009").await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    assert_eq!(entered["to"], "/");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_client_frames_the_widget_and_its_screens_and_no_other_document() {
    let mut table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let page = Page::of(&mut table).await;
    for (path, is_framed) in [
        ("/widget?match=00009", true),
        ("/framed/", true),
        ("/framed/match/00009", true),
        ("/", false),
        ("/match/00009", false),
        ("/enter", false),
        ("/sessions", false),
    ] {
        let response = page.get(path).await;
        let headers = response.headers();
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let policy = text("content-security-policy").expect("a policy");
        let ancestors = policy
            .split("frame-ancestors ")
            .nth(1)
            .expect("it names them");
        assert_eq!(ancestors.starts_with("* "), is_framed, "{path} {policy}");
        assert_eq!(
            ancestors.starts_with("'none'"),
            !is_framed,
            "{path} {policy}"
        );
        assert_eq!(text("x-frame-options").is_none(), is_framed, "{path}");
    }
    table.close().await;
}

/// Serves the page of a Matrix client, with the library of real clients, until the test ends. Returns its address.
async fn serve_client() -> String {
    let host = testkit::path("tests/page/matrix");
    let library = package("matrix-widget-api").join("dist");
    let files = [
        ("/host.html", "text/html", host.join("host.html")),
        ("/host.js", "text/javascript", host.join("host.js")),
        ("/api.min.js", "text/javascript", library.join("api.min.js")),
    ];
    let files = files.map(|(path, kind, file)| {
        let content = std::fs::read(file).expect("a file");
        (path, kind, content)
    });
    let router = files
        .into_iter()
        .fold(Router::new(), |router, (path, kind, content)| {
            let headers = [(header::CONTENT_TYPE, kind)];
            router.route(path, get((headers, content)))
        });
    let socket = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = socket.local_addr().expect("it is bound");
    tokio::spawn(async move { axum::serve(socket, router).await });
    format!("http://{address}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_with_the_library_of_real_ones_shows_the_board_and_its_reader_moves() {
    if skips_nginx() || skips_node() {
        return;
    }
    let Some(driver) = Driver::start() else {
        return;
    };
    let mut table = Table::open_in(false, Value::Null, &PUBLIC).await;
    let_bot_set_state(&table).await;
    let played = table.begin(Variant::Berolina, "").await;
    let before = table.bob.now();
    let text = format!("!odd board match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    reads_in(&table.bob, &table.room, before, "(White) to move").await;
    sees_widget(&table.bob, &table.room).await;
    let widgets = widgets(&table.bob, &table.room);
    let url = widgets[0]["url"].as_str().expect("an address");
    let homeserver = table.homeserver.address();
    let (session, _) = begin_session(&homeserver, "ann").await;
    let client = serve_client().await;
    let nginx = Nginx::start_with_tls(&table.page_address()).await;
    let browser = driver
        .open_for("play.example.org", &nginx.address(), 1000, 700)
        .await;
    for wait in ["no", "yes"] {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("url", url)
            .append_pair("wait", wait)
            .finish();
        browser.load(&format!("{client}/host.html?{query}")).await;
        browser.until("client.ready && client.asked === 1").await;
        assert_eq!(browser.run("return client.wanted").await, json!([]));
        // The person declines first.
        browser.run("client.block()").await;
        browser.enter_frame().await;
        browser.reads("did not say who you are").await;
        browser.press("Try again").await;
        browser.leave_frame().await;
        browser.until("client.asked === 2").await;
        browser.run("client.askPerson()").await;
        let token = openid_token(&homeserver, "@ann:localhost", &session).await;
        let token = json!({
            "access_token": token, "matrix_server_name": "localhost", "token_type": "Bearer", "expires_in": 3600,
        });
        browser.run(&format!("client.allow({token})")).await;
        browser.enter_frame().await;
        browser.enter_frame().await;
        let address = format!("location.pathname === '/framed/match/{}'", played.id);
        browser.until(&address).await;
        browser.reads("to move").await;
        browser.reads("In a room on Matrix").await;
        browser.leave_frame().await;
        browser.leave_frame().await;
    }
    browser.enter_frame().await;
    browser.enter_frame().await;
    let before = table.bob.now();
    for square in ["e2", "d3"] {
        browser.tap(square).await;
    }
    table.bob.reads(before, "ann played").await;
    // The frame has no cookie and no storage of the page.
    let stored = "return [document.cookie, localStorage.length, sessionStorage.length]";
    assert_eq!(browser.run(stored).await, json!(["", 0, 0]));
    browser.close().await;
    table.close().await;
}
