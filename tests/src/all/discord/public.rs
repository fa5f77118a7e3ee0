//! Attacks on the public page, and what it tells strangers, with people of Discord.

use futures_util::{SinkExt, StreamExt};
use reqwest::{StatusCode, header};
use rules::Variant;
use serde_json::{Value, json};
use tests::discord::permission;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message as Frame, client::IntoClientRequest},
};

use super::{
    sessions::{Browser, HOST, ORIGIN, open, token_of},
    table::{Match, Table},
};

/// The source of the routes of the page. A new route with a literal path is tested without a change here.
const ROUTES: &str = include_str!("../../../../bot/page/src/requests.rs");

/// The screens and files whose paths the source names by constants or nests, and their status for a stranger while neither the
/// Activity nor Matrix is set up.
const OTHER_ROUTES: [(&str, StatusCode); 13] = [
    ("/activity", StatusCode::NOT_FOUND),
    ("/widget", StatusCode::NOT_FOUND),
    ("/manifest.webmanifest", StatusCode::OK),
    ("/framed/", StatusCode::OK),
    ("/framed/chat", StatusCode::OK),
    ("/framed/sessions", StatusCode::OK),
    ("/framed/analysis", StatusCode::OK),
    ("/framed/learn/baroque", StatusCode::OK),
    ("/framed/puzzles/baroque", StatusCode::OK),
    ("/framed/puzzles/baroque/1", StatusCode::OK),
    ("/framed/rules", StatusCode::OK),
    ("/framed/rules/baroque", StatusCode::OK),
    ("/framed/rules/baroque/Q1", StatusCode::SEE_OTHER),
];

/// A page that is not ours.
const EVIL: &str = "https://evil.example";

/// Returns the paths of the routes with this method and a literal path, about a match.
fn routes(method: &str, id: &str) -> Vec<String> {
    let handled = format!(", {method}(");
    let routes = ROUTES.split(".route(\"").skip(1);
    let routes = routes.filter_map(|route| {
        let (path, handler) = route.split_once('"')?;
        handler.starts_with(&handled).then_some(path)
    });
    let path = |path: &str| {
        let is_icon = path.starts_with("/icon/");
        let parts = path.split('/').map(|part| match part {
            "{id}" => id,
            "{variant}" => "baroque",
            "{number}" => "1",
            "{part}" => "Q1",
            "{picture}" => "baroque.svg",
            "{name}" if is_icon => "192.png",
            "{name}" => "letters.svg",
            part => part,
        });
        parts.collect::<Vec<_>>().join("/")
    };
    routes.map(path).collect()
}

/// Signs Ann in by a link from this match.
async fn signed_in(table: &Table, page: &str, played: &Match) -> Browser {
    let board = played.board(1).await;
    let said = table.ann.clicks(&board, "Play on the board").await;
    let mut browser = Browser::new(page);
    let (status, entered) = browser.enter(&token_of(&said)).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    browser
}

/// Opens a live line of a stranger at this address, from a page of this origin.
async fn dial(
    page: &str,
    path: &str,
    origin: &str,
    address: &str,
) -> Option<WebSocketStream<TcpStream>> {
    let request = format!("ws://{HOST}{path}").into_client_request();
    let mut request = request.expect("a request");
    for (name, value) in [
        ("origin", origin),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-for", address),
    ] {
        let value = value.parse().expect("a header");
        request.headers_mut().insert(name, value);
    }
    let stream = TcpStream::connect(page).await.expect("the page listens");
    let (mut socket, _) = client_async(request, stream).await.ok()?;
    socket.send(Frame::text("{}")).await.ok()?;
    Some(socket)
}

/// Returns whether a line goes on after its first board: it shows the board again when asked.
async fn goes_on(line: &mut WebSocketStream<TcpStream>) -> bool {
    let mut n_boards = 0;
    while let Some(Ok(frame)) = line.next().await {
        match frame {
            Frame::Text(text) if text.contains("\"board\"") => n_boards += 1,
            Frame::Close(_) => return false,
            _ => continue,
        }
        if n_boards == 2 {
            return true;
        }
        // The page may have closed the line in the meantime.
        let _ = line.send(Frame::text("{}")).await;
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_lists_the_matches_of_a_server_only_while_its_managers_want_it() {
    let (table, page) = open().await;
    let stranger = Browser::new(&page);
    let listed = async || -> Vec<Value> {
        let listed = stranger.post("/api/playing", json!({})).await;
        assert_eq!(listed.status(), StatusCode::OK);
        listed.json().await.expect("a list")
    };
    let rights = permission::USUAL | permission::MANAGE_GUILD;
    table.discord.home().set_rights(&table.ann, rights);
    assert_eq!(listed().await, Vec::<Value>::new());
    let refused = table
        .bob
        .asks(&table.lobby, "/settings server web:listed")
        .await;
    refused.says("permission Manage Server");
    let chosen = table
        .ann
        .asks(&table.lobby, "/settings server web:listed")
        .await;
    chosen.says("Web page: ");
    let played = table.begin(Variant::Berolina, "").await;
    let shown = json!({ "id": played.id, "title": "Berolina", "players": "Ann – Bob" });
    assert_eq!(listed().await, [shown]);
    // The page does not list a match in direct messages, such as one against the bot.
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    let said = table.ann.asks(&table.ann.direct(), typed).await;
    said.says("has begun");
    // A change of the settings takes effect at once.
    for (choice, n_listed) in [("unlisted", 0), ("listed", 1), ("unlisted", 0)] {
        let text = format!("/settings server web:{choice}");
        table.ann.asks(&table.lobby, &text).await;
        assert_eq!(listed().await.len(), n_listed, "{choice}");
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_tells_of_a_new_session_and_can_end_it() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let browser = signed_in(&table, &page, &played).await;
    let direct = table.ann.direct();
    let told = table
        .ann
        .reads(&direct, "You signed in on the web page")
        .await;
    told.says(&format!("for match {}", played.id));
    assert_eq!(browser.board(&played.id).await["seat"], "white");
    let said = table.ann.clicks(&told, "Sign out everywhere").await;
    said.says("signed out");
    assert!(browser.board(&played.id).await["seat"].is_null());
    let n_told = table.ann.messages(&direct).into_iter();
    let n_told = n_told.filter(|message| message.text.contains("You signed in"));
    assert_eq!(n_told.count(), 1);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_can_not_hold_the_lines_of_all_strangers() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let path = format!("/api/match/{}/live", played.id);
    let mut held = Vec::new();
    // As many attempts as a test can make in seconds; the unit test of the limit makes 10,000.
    for n in 0..300 {
        // The proxy appends the last address; the others are the client's own words.
        let address = format!("198.51.100.{}, 203.0.113.9", n % 250);
        let line = dial(&page, &path, ORIGIN, &address).await;
        let mut line = line.expect("a connection");
        if goes_on(&mut line).await {
            held.push(line);
        }
    }
    assert_eq!(held.len(), 16);
    let other = dial(&page, &path, ORIGIN, "203.0.113.10").await;
    let mut other = other.expect("a connection");
    assert!(goes_on(&mut other).await);
    // A closed line makes room for another from there.
    for line in &mut held {
        line.close(None).await.expect("it is open");
        while let Some(Ok(_)) = line.next().await {}
    }
    loop {
        let line = dial(&page, &path, ORIGIN, "203.0.113.9").await;
        if goes_on(&mut line.expect("a connection")).await {
            break;
        }
        tokio::task::yield_now().await;
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_foreign_page_can_post_or_open_a_line() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let browser = signed_in(&table, &page, &played).await;
    let posts = routes("post", &played.id);
    assert!(posts.len() > 10 && posts.iter().all(|path| path.starts_with("/api/")));
    for path in &posts {
        for origin in [EVIL, "null", "http://play.example.org", ""] {
            let refused = browser.post_from(origin, path, &json!({})).await;
            let status = refused.status();
            assert_eq!(status, StatusCode::FORBIDDEN, "{path} from {origin:?}");
        }
        // A cookie alone proves nothing where no origin is named.
        let refused = browser.post_from_nowhere(path).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{path}");
    }
    let lines = routes("get", &played.id).into_iter();
    let lines: Vec<_> = lines.filter(|path| path.ends_with("/live")).collect();
    assert_eq!(lines.len(), 2);
    for path in &lines {
        let line = dial(&page, path, EVIL, "203.0.113.9").await;
        assert!(line.is_none(), "{path}");
    }
    assert_eq!(browser.board(&played.id).await["seat"], "white");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_screen_can_be_framed_and_none_of_a_reader_is_cached() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let browser = Browser::new(&page);
    let screens = routes("get", &played.id).into_iter();
    let screens = screens.filter(|path| !path.starts_with("/api/"));
    let screens: Vec<_> = screens.map(|path| (path, None)).collect();
    assert!(screens.len() > 10);
    let framed = (format!("/framed/match/{}", played.id), Some(StatusCode::OK));
    let others = OTHER_ROUTES.map(|(path, status)| (path.to_owned(), Some(status)));
    for (path, status) in screens.into_iter().chain([framed]).chain(others) {
        let shown = browser.get(&path).await;
        if let Some(status) = status {
            assert_eq!(shown.status(), status, "{path}");
        }
        let headers = shown.headers();
        let is = |name: &str, word: &str| {
            let value = headers.get(name).and_then(|value| value.to_str().ok());
            value.is_some_and(|value| value.contains(word))
        };
        assert!(is("x-frame-options", "DENY"), "{path}");
        assert!(
            is("content-security-policy", "frame-ancestors 'none'"),
            "{path}"
        );
        assert!(is("referrer-policy", "no-referrer"), "{path}");
        assert!(is("x-content-type-options", "nosniff"), "{path}");
        assert!(
            is("cache-control", "no-store") || is("cache-control", "no-cache"),
            "{path}"
        );
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_from_before_the_sign_in_is_not_the_session_after_it() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    // Bob, an attacker, has put his own session into the browser of Ann.
    let board = played.board(1).await;
    let said = table.bob.clicks(&board, "Play on the board").await;
    let mut bob = Browser::new(&page);
    bob.enter(&token_of(&said)).await;
    let planted = bob.cookies["__Host-session"].clone();
    for planted in [planted.as_str(), "a-made-up-secret", ""] {
        let mut ann = Browser::new(&page);
        let cookie = ("__Host-session".to_owned(), planted.to_owned());
        ann.cookies.extend([cookie]);
        let said = table.ann.clicks(&board, "Play on the board").await;
        let (status, entered) = ann.enter(&token_of(&said)).await;
        assert_eq!(status, StatusCode::OK, "{entered}");
        assert_ne!(ann.cookies["__Host-session"], planted);
        assert_eq!(ann.board(&played.id).await["seat"], "white");
    }
    // The browser of Bob has his own seat, or none.
    let seat = bob.board(&played.id).await["seat"].clone();
    assert!(seat.is_null() || seat == "black", "{seat}");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_signs_nobody_in_without_the_attempt_of_the_browser_and_leads_to_no_other_site() {
    let (table, page) = open().await;
    let name = "__Host-sign-in";
    let mut browser = Browser::new(&page);
    let back = table
        .ann
        .agrees(&browser.goes_to_discord("/sign-in/discord").await);
    let attempt = browser.cookies[name].clone();
    let parts: Vec<_> = attempt.splitn(3, '.').collect();
    let [state, verifier, _] = parts[..] else {
        panic!("{attempt}");
    };
    // Without the cookie, without the verifier, with the state of another, and with parts left out.
    for forged in [
        String::new(),
        state.to_owned(),
        format!(".{verifier}."),
        format!("0000.{verifier}."),
        // Last, because Discord accepts a code once.
        format!("{state}.."),
    ] {
        let mut other = Browser::new(&page);
        other.cookies.insert(name.to_owned(), forged.clone());
        let (status, _) = other.comes_back(&back).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{forged}");
        assert!(!other.cookies.contains_key("__Host-session"));
    }
    // A target that is no match is the first screen.
    for target in ["//evil.example", "https://evil.example", "../evil"] {
        let mut browser = Browser::new(&page);
        let back = table
            .ann
            .agrees(&browser.goes_to_discord("/sign-in/discord").await);
        let attempt = browser.cookies[name].clone() + target;
        browser.cookies.insert(name.to_owned(), attempt);
        let (status, entered) = browser.comes_back(&back).await;
        assert!(
            status == StatusCode::OK && entered["to"] == "/",
            "{entered}"
        );
        let path = format!("/sign-in/discord?match={target}");
        let refused = browser.get(&path).await;
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{target}");
        assert!(!refused.headers().contains_key(header::LOCATION));
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_others_answers_like_none() {
    let (table, page) = open().await;
    let typed = "/challenge variant:berolina opponent:@Oddboard level:1";
    let direct = table.ann.direct();
    table.ann.asks(&direct, typed).await.says("has begun");
    let said = table.ann.asks(&direct, "/games").await;
    let buttons = said.buttons().into_iter();
    let mut ids = buttons.filter_map(|button| button.id.strip_prefix("view:").map(str::to_owned));
    let own = ids.next().expect("a button of the match");
    let played = table.begin(Variant::Berolina, "").await;
    let browsers = [Browser::new(&page), {
        let board = played.board(1).await;
        let said = table.bob.clicks(&board, "Play on the board").await;
        let mut bob = Browser::new(&page);
        bob.enter(&token_of(&said)).await;
        bob
    }];
    let mut unknown = ["zzzzz", "yyyyy"].into_iter();
    let unknown = unknown.find(|id| *id != own && *id != played.id);
    let unknown = unknown.expect("one of them is free");
    for browser in &browsers {
        for path in ["", "/review"] {
            let mut answers = Vec::new();
            for id in [own.as_str(), unknown] {
                let path = format!("/api/match/{id}{path}");
                let answer = browser.post(&path, json!({})).await;
                let status = answer.status();
                let text = answer.text().await.expect("a text");
                answers.push((status, text.replace(id, "ID")));
            }
            assert_eq!(answers[0], answers[1], "{path}");
        }
        for path in ["", "/board.png"] {
            let mut answers = Vec::new();
            for id in [own.as_str(), unknown] {
                let answer = browser.get(&format!("/match/{id}{path}")).await;
                let status = answer.status();
                let text = answer.text().await.expect("a text");
                answers.push((status, text.replace(id, "ID")));
            }
            assert_eq!(answers[0], answers[1], "{path}");
            assert_ne!(answers[0].0, StatusCode::OK);
        }
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_count_for_their_caller_alone() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let ann = signed_in(&table, &page, &played).await;
    let mut stranger = Browser::new(&page);
    // What a client writes before the address that the proxy sees changes nothing.
    let mut n_answered = 0;
    while n_answered <= 60 {
        stranger.address = format!("198.51.100.{n_answered}, 203.0.113.9");
        let guess = stranger.post("/api/match/zzzzz", json!({})).await;
        n_answered += usize::from(guess.status() != StatusCode::TOO_MANY_REQUESTS);
    }
    let path = format!("/api/match/{}", played.id);
    assert!(!finds(&stranger, &path).await, "the guesser has to pause");
    assert!(finds(&ann, &path).await, "a person at the same address");
    stranger.address = "203.0.113.10".to_owned();
    assert!(finds(&stranger, &path).await, "a stranger elsewhere");
    table.close();
}

/// Tells whether a caller finds a board. The limit of boards a second refuses some of the requests, and a pause refuses all.
async fn finds(browser: &Browser, path: &str) -> bool {
    for _ in 0..100 {
        if browser.post(path, json!({})).await.status() == StatusCode::OK {
            return true;
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_once_with_one_link_begin_one_session() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    for _ in 0..4 {
        let board = played.board(1).await;
        let said = table.ann.clicks(&board, "Play on the board").await;
        let token = token_of(&said);
        let mut browsers = [Browser::new(&page), Browser::new(&page)];
        let [first, second] = &mut browsers;
        let (first, second) = tokio::join!(first.enter(&token), second.enter(&token));
        let mut statuses = [first.0, second.0];
        statuses.sort();
        assert_eq!(statuses, [StatusCode::OK, StatusCode::UNPROCESSABLE_ENTITY]);
        for browser in &browsers {
            let is_in = browser.cookies.contains_key("__Host-session");
            let seat = browser.board(&played.id).await["seat"].clone();
            assert_eq!(seat, if is_in { json!("white") } else { Value::Null });
        }
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_during_a_move_plays_it_once_or_not_at_all_and_says_which() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let other = Browser::new(&page);
    let board = played.board(1).await;
    let said = table.bob.clicks(&board, "Play on the board").await;
    let mut bob = Browser::new(&page);
    bob.enter(&token_of(&said)).await;
    let mut n_turns = 0;
    for n in 0..4 {
        let browser = signed_in(&table, &page, &played).await;
        let listed = browser.post("/api/sessions", json!({})).await;
        let listed: Value = listed.json().await.expect("JSON");
        let sessions = listed["sessions"].as_array().expect("a list");
        let here = sessions.iter().find(|session| session["here"] == true);
        let end = json!({ "digest": here.expect("this session")["digest"] });
        // The knights go to and fro.
        let [written, reply] = [["b1c3", "b8c6"], ["c3b1", "c6b8"]][n_turns % 2];
        let event = format!("e{n}");
        let (moved, ended) = tokio::join!(
            browser.plays(&played.id, &event, written),
            browser.post("/api/sessions/end", end)
        );
        assert_eq!(ended.status(), StatusCode::OK);
        let (status, told) = moved;
        let is_played = status == StatusCode::OK;
        assert!(is_played || status == StatusCode::UNAUTHORIZED, "{status}");
        assert_eq!(told.contains("You played"), is_played, "{told}");
        let board = other.board(&played.id).await;
        let n_plies = 2 * n_turns + usize::from(is_played);
        assert_eq!(board["n_inputs_now"], n_plies, "{told}");
        // The next request is one of a stranger, also if it repeats the same move.
        let (status, _) = browser.plays(&played.id, &event, written).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert_eq!(other.board(&played.id).await["n_inputs_now"], n_plies);
        if is_played {
            let (status, told) = bob.plays(&played.id, &event, reply).await;
            assert_eq!(status, StatusCode::OK, "{told}");
            n_turns += 1;
        }
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_on_discord_that_the_page_causes_are_limited_as_those_of_a_command() {
    let (table, page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let browser = signed_in(&table, &page, &played).await;
    let mut texts = Vec::new();
    for n in 0..10 {
        let text = format!("/board match:{}", played.id);
        let said = json!({ "id": format!("e{n}"), "place": "direct", "text": text });
        let answer = browser.post("/api/say", said).await;
        assert_eq!(answer.status(), StatusCode::OK);
        texts.push(answer.text().await.expect("a text"));
    }
    // Each refusal is told, because the page waits for an answer.
    let refused = texts.iter().filter(|text| text.contains("too many posts"));
    assert!(refused.count() > 1, "{texts:?}");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_at_any_moment_of_signing_in_leaves_no_half_session() {
    let (mut table, mut page) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    for n_yields in [0, 100, 1000, 10_000, 100_000] {
        let board = played.board(1).await;
        let said = table.ann.clicks(&board, "Play on the board").await;
        let token = token_of(&said);
        let mut browser = Browser::new(&page);
        let press = json!({ "token": token });
        let entering = browser.try_post("/api/enter", &press);
        let waiting = async {
            for _ in 0..n_yields {
                tokio::task::yield_now().await;
            }
        };
        // The kill comes while the request is on its way, or after its answer.
        let entered = tokio::select! {
            entered = entering => entered,
            () = waiting => None,
        };
        table.kill();
        table.start().await;
        page = table.page_address();
        browser.page.clone_from(&page);
        if let Some(entered) = entered {
            browser.keep_cookies(&entered);
        }
        let is_in = browser.cookies.contains_key("__Host-session");
        let look = browser.post("/api/enter/look", press).await;
        let works = look.status() == StatusCode::OK;
        let said = table.ann.asks(&played.room, "/mydata").await;
        let n_sessions = said.text.matches("Discord since").count();
        // The link is used up if and only if its session is there.
        assert_eq!(n_sessions, usize::from(!works), "{}", said.text);
        if is_in {
            assert!(!works);
            assert_eq!(browser.board(&played.id).await["seat"], "white");
        }
        if n_sessions > 0 {
            table.ann.clicks(&said, "Sign out everywhere").await;
        } else {
            // What a kill interrupted goes on.
            let (status, _) = browser.enter(&token).await;
            assert_eq!(status, StatusCode::OK);
            let said = table.ann.asks(&played.room, "/mydata").await;
            table.ann.clicks(&said, "Sign out everywhere").await;
        }
    }
    table.close();
}
