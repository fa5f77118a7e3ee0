//! Notifications of turns on the devices of people: by whom, to whom, when, and what a push service learns from them.

use std::sync::Arc;

use page::Access;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use store::writer::Writer;
use testkit::push::{Browser as PushedBrowser, HEAD, claims};
use tests::{
    PATIENCE,
    browser::{Browser, Driver},
    page::Page,
    page_user::{PageUser, press, text},
    push_service::{PushService, PushedMessage},
    store::fresh_writer,
};
use tokio::time::timeout;

/// Opens a page that uses a push service.
async fn open(writer: &Writer, service: &PushService) -> Page {
    Page::open_with(writer.clone(), Access::Local, service.settings(), |_| {}).await
}

/// Sends a request for pushes.
async fn ask(page: &Page, user: &PageUser, what: &str, body: &Value) -> Response {
    let answer = user.ask(&page.address, what, body).await;
    answer.expect("the page is there")
}

/// Builds the subscription of a browser at an address.
fn subscription(endpoint: &str, browser: &PushedBrowser) -> Value {
    json!({
        "endpoint": endpoint,
        "expirationTime": null,
        "keys": { "p256dh": browser.p256dh(), "auth": browser.auth() },
    })
}

/// Subscribes the browser of a person at `/name`.
async fn subscribe(page: &Page, user: &PageUser, service: &PushService, browser: &PushedBrowser) {
    let endpoint = format!("{}/{}", service.origin, user.name);
    let subscribed = ask(page, user, "push", &subscription(&endpoint, browser)).await;
    assert_eq!(subscribed.status(), StatusCode::OK);
}

/// Plays a move in the lobby.
async fn play(page: &Page, user: &PageUser, played: &str) {
    let said = text(&format!("/move {played}"));
    let answer = user.send(&page.address, "lobby", played, &said).await;
    let answer = answer["text"].as_str().expect("a text");
    assert!(answer.starts_with("You played"), "{answer}");
}

/// Two people with devices, in a match of Berolina that Ann begins.
struct TwoPlayers {
    writer: Writer,
    service: PushService,
    page: Page,
    ann: PageUser,
    bob: PageUser,
    anns: PushedBrowser,
    bobs: PushedBrowser,
    /// The public key of the page.
    key: String,
    id: String,
}

impl TwoPlayers {
    async fn new() -> TwoPlayers {
        let writer = fresh_writer();
        let service = PushService::start().await;
        let page = open(&writer, &service).await;
        let ann = PageUser::sign_in(&page.address, "Ann").await;
        let bob = PageUser::sign_in(&page.address, "Bob").await;
        let (anns, bobs) = (PushedBrowser::new(1), PushedBrowser::new(2));
        let key: Value = ask(&page, &ann, "push/key", &json!({}))
            .await
            .json()
            .await
            .expect("JSON");
        subscribe(&page, &ann, &service, &anns).await;
        subscribe(&page, &bob, &service, &bobs).await;
        let terms = "berolina @Bob color:white";
        let id = ann.begin(&page.address, &bob, terms).await.to_string();
        TwoPlayers {
            writer,
            service,
            page,
            ann,
            bob,
            anns,
            bobs,
            key: key["key"].as_str().expect("a key").to_owned(),
            id,
        }
    }

    /// Checks the next push: the person whose browser gets it, and their opponent.
    async fn check_next(&mut self, to: &str, opponent: &str) {
        let PushedMessage {
            path,
            headers,
            body,
        } = self.service.next().await;
        assert_eq!(path, format!("/{to}"));
        let browser = if to == "Ann" { &self.anns } else { &self.bobs };
        assert_eq!(body.len(), HEAD + 1024 + 16, "all pushes have one size");
        let (message, _) = browser.decrypt(&body);
        let expected = json!({
            "id": self.id,
            "text": format!("Your turn in Berolina against {opponent}"),
        });
        let message: Value = serde_json::from_str(&message).expect("JSON");
        assert_eq!(message, expected);
        let header = |name: &str| headers[name].to_str().expect("a text");
        assert_eq!(header("content-encoding"), "aes128gcm");
        assert_eq!(header("ttl"), "86400");
        assert!(!header("topic").contains(&self.id));
        let (key, claims) = claims(header("authorization"));
        assert_eq!(key, self.key, "the page signs with the key that it serves");
        assert_eq!(claims["aud"], self.service.origin);
        assert_eq!(claims["sub"], "https://play.example.org");
        let now = jiff::Timestamp::now().as_second();
        let expires = claims["exp"].as_i64().expect("a time");
        assert!((now..=now + 24 * 3600).contains(&expires), "{expires}");
    }

    /// Restarts the page on the same store.
    async fn restart(self) -> TwoPlayers {
        self.page.core.idle().await;
        self.page.close().await;
        TwoPlayers {
            page: open(&self.writer, &self.service).await,
            ..self
        }
    }

    /// Waits until a person has no device.
    async fn until_without_devices(&self, number: u32) {
        let key = format!("play/devices/{number:08}");
        let gone = async {
            while self.writer.get(key.as_bytes()).expect("memory").is_some() {
                tokio::task::yield_now().await;
            }
        };
        timeout(PATIENCE, gone)
            .await
            .expect("the device is removed");
    }
}

#[tokio::test]
async fn each_turn_is_pushed_once_to_its_player_signed_and_encrypted() {
    let mut match_of_two = TwoPlayers::new().await;
    match_of_two.check_next("Ann", "Bob").await;
    play(&match_of_two.page, &match_of_two.ann, "e2g4").await;
    match_of_two.check_next("Bob", "Ann").await;
    let mut match_of_two = match_of_two.restart().await;
    play(&match_of_two.page, &match_of_two.bob, "e7c5").await;
    match_of_two.check_next("Ann", "Bob").await;
    // A board that is posted again begins no turn. A push of it would come before that of the next move.
    let board = text("/board");
    let (page, ann) = (&match_of_two.page, &match_of_two.ann);
    ann.send(&page.address, "lobby", "again", &board).await;
    page.core.idle().await;
    play(page, ann, "d2f4").await;
    match_of_two.check_next("Bob", "Ann").await;
    match_of_two.page.close().await;
}

#[tokio::test]
async fn a_browser_that_wants_no_more_pushes_gets_none() {
    let mut match_of_two = TwoPlayers::new().await;
    match_of_two.check_next("Ann", "Bob").await;
    match_of_two.service.answer(StatusCode::GONE);
    play(&match_of_two.page, &match_of_two.ann, "e2g4").await;
    match_of_two.check_next("Bob", "Ann").await;
    match_of_two.until_without_devices(2).await;
    match_of_two.service.answer(StatusCode::CREATED);
    play(&match_of_two.page, &match_of_two.bob, "e7c5").await;
    match_of_two.check_next("Ann", "Bob").await;
    play(&match_of_two.page, &match_of_two.ann, "d2f4").await;
    match_of_two.page.core.idle().await;
    // A push of Ann's move would come before that of Bob's.
    play(&match_of_two.page, &match_of_two.bob, "g8f6").await;
    match_of_two.check_next("Ann", "Bob").await;
    match_of_two.page.close().await;
}

#[tokio::test]
async fn a_device_that_is_switched_off_or_whose_owner_is_deleted_gets_no_pushes() {
    let mut match_of_two = TwoPlayers::new().await;
    match_of_two.check_next("Ann", "Bob").await;
    let (page, bob) = (&match_of_two.page, &match_of_two.bob);
    let end = json!({ "endpoint": format!("{}/Bob", match_of_two.service.origin) });
    // Nobody ends the pushes to another person.
    let others = ask(page, &match_of_two.ann, "push/end", &end).await;
    assert_eq!(others.status(), StatusCode::OK);
    let row = b"play/devices/00000002";
    assert!(match_of_two.writer.get(row).expect("memory").is_some());
    let ended = ask(page, bob, "push/end", &end).await;
    assert_eq!(ended.status(), StatusCode::OK);
    assert!(match_of_two.writer.get(row).expect("memory").is_none());
    play(page, &match_of_two.ann, "e2g4").await;
    play(page, bob, "e7c5").await;
    match_of_two.check_next("Ann", "Bob").await;
    let forgotten = {
        let chat: Arc<dyn api::Chat> = Arc::clone(&match_of_two.page.playground) as _;
        let user = api::UserId::new(api::Platform::Playground, "1");
        async move { chat.forget(&user).await }
    };
    forgotten.await.expect("memory works");
    let left = match_of_two.writer.scan(b"play/device", None, 10);
    assert!(left.expect("memory").is_empty());
    match_of_two.page.close().await;
}

#[tokio::test]
async fn the_page_takes_subscriptions_of_its_people_at_its_push_services_alone() {
    let writer = fresh_writer();
    let service = PushService::start().await;
    let page = open(&writer, &service).await;
    let ann = PageUser::sign_in(&page.address, "Ann").await;
    let browser = PushedBrowser::new(1);
    let own = format!("{}/a", service.origin);
    for endpoint in [
        "https://evil.example/a",
        "https://fcm.googleapis.com/a",
        "http://127.0.0.1:1/a",
        "/a",
        "",
        &format!("{own}{}", "a".repeat(2000)),
        &own.replace("http://", "http://me@"),
    ] {
        let refused = ask(&page, &ann, "push", &subscription(endpoint, &browser)).await;
        assert_eq!(
            refused.status(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{endpoint}"
        );
    }
    let mut wrong = subscription(&own, &browser);
    wrong["keys"]["p256dh"] = "AAAA".into();
    let refused = ask(&page, &ann, "push", &wrong).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let client = reqwest::Client::builder().no_proxy().build();
    let client = client.expect("a client");
    for path in ["push", "push/key", "push/end"] {
        let request = client.post(format!("http://{}/api/{path}", page.address));
        let request = request
            .bearer_auth("1-a")
            .json(&subscription(&own, &browser));
        let refused = request.send().await.expect("the page is there");
        assert_eq!(refused.status(), StatusCode::UNAUTHORIZED, "{path}");
    }
    let kept = writer.scan(b"play/device", None, 10).expect("memory");
    assert!(kept.is_empty());
    page.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_reads_the_manifest_and_its_icons() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let browser = driver.open(390, 800).await;
    browser.visit(&program.address, "").await;
    browser
        .run(
            "fetch(document.querySelector('link[rel=manifest]').href)
               .then((response) => response.json())
               .then((manifest) => { window.manifest = manifest; });",
        )
        .await;
    browser
        .until("manifest.start_url === '/' && manifest.icons.length === 4")
        .await;
    browser
        .run("window.icons = manifest.icons.map(({ src }) => Object.assign(new Image(), { src }));")
        .await;
    browser
        .until("icons.every((icon) => icon.complete && icon.naturalWidth > 0)")
        .await;
}

/// Pushes turns to a browser until its notifications are those of these matches and no other, and returns their texts. A browser on a
/// slow machine may remove a notification before anybody looks, so they are pushed again and again.
async fn notified(
    browser: &Browser,
    origin: &str,
    pushed: &[Value],
    shown: &[&str],
) -> Vec<String> {
    let look = "return navigator.serviceWorker.ready
        .then((registration) => registration.getNotifications())
        .then((all) => all.map(({ tag, body }) => [tag, body]).sort());";
    let wait = async {
        loop {
            for turn in pushed {
                browser.push(origin, turn).await;
            }
            let seen: Vec<(String, String)> =
                serde_json::from_value(browser.run(look).await).expect("texts");
            if seen.iter().map(|(tag, _)| tag).eq(shown) {
                return seen.into_iter().map(|(_, body)| body).collect();
            }
        }
    };
    timeout(PATIENCE, wait)
        .await
        .expect("the browser shows these turns")
}

/// Gives pages a push service that knows this subscription alone, because the browser of the tests has none.
fn fake_push_manager(subscription: &Value) -> String {
    format!(
        "const made = {{ ...{subscription}, unsubscribe: async () => {{ delete localStorage.fake; return true; }} }};
         PushManager.prototype.getSubscription = async () => (localStorage.fake ? made : null);
         PushManager.prototype.subscribe = async () => {{ localStorage.fake = 1; return made; }};"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_switches_pushes_on_sees_one_and_switches_them_off() {
    let Some((driver, _folder, program)) = Driver::with_program() else {
        return;
    };
    let ann = PageUser::sign_in(&program.address, "Ann").await;
    let browser = driver.open(390, 800).await;
    let origin = format!("http://{}", program.address);
    let known = subscription("https://web.push.apple.com/a", &PushedBrowser::new(1));
    browser.allow_notifications(&origin).await;
    browser.prepare(&fake_push_manager(&known)).await;
    browser.belongs_to(&ann).await;
    browser.visit(&program.address, "").await;
    browser
        .run("document.querySelector('#open-settings').click(); document.querySelector('[name=push]').click();")
        .await;
    browser.until("localStorage['oddboard.push'] === '1'").await;
    let devices = |kept: &Value| kept["kept"]["page/devices"].as_array().map(Vec::len);
    assert_eq!(devices(&export(&program.address, &ann, "a").await), Some(1));
    // The page renews it after a reload.
    browser.visit(&program.address, "chat").await;
    browser
        .run("document.querySelector('#open-settings').click();")
        .await;
    browser
        .until("document.querySelector('[name=push]').checked")
        .await;
    let turn = |id: &str| json!({ "id": id, "text": "Your turn in Bario against Bob" });
    let texts = notified(&browser, &origin, &[turn("4kq0z")], &["4kq0z"]).await;
    assert_eq!(texts, ["Your turn in Bario against Bob"]);
    // A board that is on the screen needs no notification: it goes at once. That of another match stays.
    browser.visit(&program.address, "match/00007").await;
    let pushed = ["4kq0z", "00007", "00008"].map(turn);
    notified(&browser, &origin, &pushed, &["00008", "4kq0z"]).await;
    browser
        .run("document.querySelector('#open-settings').click();")
        .await;
    browser
        .until("document.querySelector('[name=push]').checked")
        .await;
    browser
        .run("document.querySelector('[name=push]').click();")
        .await;
    browser
        .until("!localStorage['oddboard.push'] && !localStorage.fake")
        .await;
    let gone = async {
        for n in 0.. {
            let kept = export(&program.address, &ann, &format!("b{n}")).await;
            if devices(&kept) == Some(0) {
                return;
            }
        }
    };
    timeout(PATIENCE, gone)
        .await
        .expect("the device is removed");
}

/// Returns the exported data of a person.
async fn export(address: &str, user: &PageUser, event: &str) -> Value {
    let answer = user
        .send(address, "direct", event, &press("export-mine"))
        .await;
    let file = answer["attachment"]["text"].as_str().expect("a file");
    serde_json::from_str(file).expect("it is JSON")
}
