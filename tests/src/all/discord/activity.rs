//! The board inside Discord, as an Activity.

use reqwest::{Client, RequestBuilder, Response, StatusCode, header};
use rules::Variant;
use serde_json::{Value, json};
use tests::{
    browser::{Driver, package},
    discord::{AcknowledgmentKind, CLIENT_SECRET, Setup, User},
    nginx::Nginx,
    skip::{skips_nginx, skips_node},
};

use super::table::Table;

const HOST: &str = "play.example.org";
const ORIGIN: &str = "https://play.example.org";

/// A program with a public page and an Activity.
const SETTINGS: [(&str, &str); 4] = [
    ("ODDBOARD_WEB_URL", ORIGIN),
    ("ODDBOARD_DISCORD_CLIENT_SECRET", CLIENT_SECRET),
    ("ODDBOARD_DISCORD_ACTIVITY", "true"),
    ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
];

/// Opens a table whose program has an Activity, and returns Discord's proxy before its page.
async fn open() -> (Table, Proxy) {
    let mut table = Table::open_with(Setup::default(), &SETTINGS).await;
    let proxy = Proxy {
        client: Client::builder().no_proxy().build().expect("a client"),
        page: table.page_address(),
        origin: format!("https://{}.discordsays.com", table.discord.application()),
    };
    (table, proxy)
}

/// The proxy of Discord before the page, which shows the page under its own origin.
struct Proxy {
    client: Client,
    page: String,
    origin: String,
}

impl Proxy {
    fn proxied(&self, request: RequestBuilder) -> RequestBuilder {
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

    fn post(&self, origin: &str, path: &str, body: &Value) -> RequestBuilder {
        let request = self.client.post(format!("http://{}{path}", self.page));
        let request = self.proxied(request).header(header::ORIGIN, origin);
        request.json(body)
    }

    /// Signs in with a code of Discord in an instance. Returns the status and the answer.
    async fn enter(&self, code: &str, instance: &str) -> (StatusCode, Value) {
        let visit = json!({ "code": code, "instance": instance });
        let entered = self.post(&self.origin, "/api/enter/activity", &visit);
        let entered = entered.send().await.expect("the page answers");
        assert!(!entered.headers().contains_key(header::SET_COOKIE));
        (entered.status(), entered.json().await.expect("JSON"))
    }

    /// Returns the board of a match for the holder of a secret.
    async fn board(&self, id: &str, secret: &str) -> Value {
        let board = self.post(&self.origin, &format!("/api/match/{id}"), &json!({}));
        let board = board.bearer_auth(secret).send().await;
        let board = board.expect("the page answers").json().await;
        board.expect("JSON")
    }
}

/// Returns a code for which a person has agreed in their client.
fn code_of(table: &Table, user: &User) -> String {
    user.agrees_in_client(&json!({
        "client_id": table.discord.application(),
        "response_type": "code",
        "state": "a",
        "prompt": "none",
        "scope": ["identify"],
    }))
}

/// Returns the text of a field.
fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    let text = value[name].as_str();
    text.unwrap_or_else(|| panic!("{value} has no {name}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_below_a_board_opens_it_inside_discord_where_its_player_moves() {
    let (table, proxy) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let launch = table.ann.presses(&board, "Open here");
    assert_eq!(launch.acknowledged().await.kind, AcknowledgmentKind::Launch);
    let code = code_of(&table, &table.ann);
    let (status, entered) = proxy.enter(&code, &played.room.activity()).await;
    assert_eq!(status, StatusCode::OK, "{entered}");
    assert_eq!(entered["to"], format!("/match/{}", played.id));
    assert!(table.ann.has_access_token(text(&entered, "access_token")));
    let secret = text(&entered, "secret");
    assert_eq!(proxy.board(&played.id, secret).await["seat"], "white");
    let said = json!({
        "id": "a", "place": "direct", "board": played.id, "text": format!("/move e2g4 match:{}", played.id),
    });
    let answer = proxy.post(&proxy.origin, "/api/say", &said);
    let answer = answer.bearer_auth(secret).send().await;
    assert_eq!(answer.expect("the page answers").status(), StatusCode::OK);
    played.board(2).await.says("Bob (Black) to move");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_entry_point_opens_the_match_of_the_channel_or_the_list_of_games() {
    let (table, proxy) = open().await;
    let launch = table.ann.types(&table.lobby, "/launch");
    assert_eq!(launch.acknowledged().await.kind, AcknowledgmentKind::Launch);
    let lobby = table.lobby.activity();
    let (_, entered) = proxy.enter(&code_of(&table, &table.ann), &lobby).await;
    assert_eq!(entered["to"], "/");
    let played = table.begin(Variant::Berolina, "").await;
    for user in [&table.ann, &table.bob, &table.eve] {
        user.types(&played.room, "/launch").acknowledged().await;
        let code = code_of(&table, user);
        let (_, entered) = proxy.enter(&code, &played.room.activity()).await;
        assert_eq!(entered["to"], format!("/match/{}", played.id));
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_one_channel_does_not_choose_the_board_in_another() {
    let (table, proxy) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let other = table.discord.channel("other");
    table.ann.types(&other, "/launch").acknowledged().await;
    let board = played.board(1).await;
    let launch = table.ann.presses(&board, "Open here");
    launch.acknowledged().await;
    let code = code_of(&table, &table.ann);
    let (_, entered) = proxy.enter(&code, &other.activity()).await;
    assert_eq!(entered["to"], "/");
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_chooses_among_the_matches_of_a_channel_also_after_a_restart() {
    let (mut table, mut proxy) = open().await;
    let voice = table.discord.home().voice("voice");
    let typed = "/challenge variant:berolina opponent:@Bob color:white";
    let first = table.accepted(&voice, typed).await;
    let board = voice.until_pictures(1).await;
    let typed = "/challenge variant:baroque opponent:@Bob color:white";
    table.ann.asks(&voice, typed).await;
    let post = table.bob.reads(&voice, "Baroque").await;
    table.bob.clicks(&post, "Accept").await;
    voice.until_pictures(2).await;
    let both = "/";
    let chosen = format!("/match/{first}");
    let launch = table.ann.presses(&board, "Open here");
    launch.acknowledged().await;
    // Bob has chosen none of the two.
    table.bob.types(&voice, "/launch").acknowledged().await;
    for (user, to) in [(&table.ann, chosen.as_str()), (&table.bob, both)] {
        let code = code_of(&table, user);
        let (_, entered) = proxy.enter(&code, &voice.activity()).await;
        assert_eq!(entered["to"], to, "{entered}");
    }
    assert!(table.stop().await, "{}", table.log());
    table.start().await;
    proxy.page = table.page_address();
    let code = code_of(&table, &table.ann);
    let (_, entered) = proxy.enter(&code, &voice.activity()).await;
    assert_eq!(entered["to"], chosen);
    // The command asks for the channel, not for the match of the button before.
    table.ann.types(&voice, "/launch").acknowledged().await;
    let code = code_of(&table, &table.ann);
    let (_, entered) = proxy.enter(&code, &voice.activity()).await;
    assert_eq!(entered["to"], both);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_signs_in_with_an_instance_of_others_or_a_used_code() {
    let (table, proxy) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let launch = table.ann.presses(&board, "Open here");
    launch.acknowledged().await;
    let instance = played.room.activity();
    let long = "i".repeat(201);
    for (user, instance) in [
        // Eve is on the server, and not in the instance.
        (&table.eve, instance.as_str()),
        (&table.ann, "i-1-gc-2-3"),
        (&table.ann, ""),
        (&table.ann, "../../../users/@me"),
        (&table.ann, &long),
    ] {
        let (status, refused) = proxy.enter(&code_of(&table, user), instance).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{instance}");
        assert!(text(&refused, "error").contains("you are in this Activity"));
        assert!(refused["secret"].is_null() && refused["access_token"].is_null());
    }
    let code = code_of(&table, &table.ann);
    let (status, _) = proxy.enter(&code, &instance).await;
    assert_eq!(status, StatusCode::OK);
    let (status, refused) = proxy.enter(&code, &instance).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(&refused, "error").contains("did not open the board"));
    table.ann.leaves_activity(&played.room);
    let (status, _) = proxy.enter(&code_of(&table, &table.ann), &instance).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_signs_nobody_in_inside_discord() {
    let (table, proxy) = open().await;
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let launch = table.ann.presses(&board, "Open here");
    launch.acknowledged().await;
    let code = code_of(&table, &table.ann);
    let (_, entered) = proxy.enter(&code, &played.room.activity()).await;
    let cookie = format!("__Host-session={}", text(&entered, "secret"));
    let path = format!("/api/match/{}", played.id);
    // The same cookie works on the page itself.
    for (origin, seat) in [(ORIGIN, json!("white")), (&proxy.origin, Value::Null)] {
        let board = proxy.post(origin, &path, &json!({}));
        let board = board.header(header::COOKIE, &cookie).send().await;
        let board: Value = board.expect("it answers").json().await.expect("JSON");
        assert_eq!(board["seat"], seat, "{origin}");
    }
    // Another application of Discord is a foreign page.
    let foreign = proxy.post("https://1.discordsays.com", &path, &json!({}));
    let foreign = foreign.send().await.expect("it answers");
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    table.close();
}

/// Returns the programs that may show a path in a frame.
async fn ancestors(proxy: &Proxy, path: &str) -> String {
    let response = proxy.get(path).await;
    let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str();
    let policy = policy.expect("a text");
    let directive = policy.split("frame-ancestors ").nth(1);
    let (ancestors, _) = directive
        .and_then(|rest| rest.split_once(';'))
        .expect("every response has the directive");
    let denies = response.headers().contains_key(header::X_FRAME_OPTIONS);
    assert_eq!(denies, ancestors == "'none'", "{path}");
    ancestors.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn discord_alone_frames_the_shell_and_its_screens_and_no_other_document() {
    let (table, proxy) = open().await;
    let discord = format!("https://discord.com https://*.discord.com {}", proxy.origin);
    let launched = "/?instance_id=i&frame_id=f&platform=desktop";
    for path in ["/activity", launched] {
        assert_eq!(ancestors(&proxy, path).await, discord, "{path}");
        let shell = proxy.get(path).await.text().await.expect("a text");
        let application = format!("data-application=\"{}\"", table.discord.application());
        assert!(shell.contains(&application), "{path}");
    }
    let screens = format!("'self' {discord}");
    for path in ["/framed/", "/framed/chat", "/framed/match/00000"] {
        assert_eq!(ancestors(&proxy, path).await, screens, "{path}");
    }
    for path in [
        "/",
        "/chat",
        "/enter",
        "/sessions",
        "/widget",
        "/match/00000",
    ] {
        assert_eq!(ancestors(&proxy, path).await, "'none'", "{path}");
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_there_is_no_activity() {
    let settings = SETTINGS.map(|(name, value)| match name {
        "ODDBOARD_DISCORD_ACTIVITY" => (name, "false"),
        _ => (name, value),
    });
    let mut table = Table::open_with(Setup::default(), &settings).await;
    let proxy = Proxy {
        client: Client::builder().no_proxy().build().expect("a client"),
        page: table.page_address(),
        origin: format!("https://{}.discordsays.com", table.discord.application()),
    };
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    assert!(
        board
            .buttons()
            .iter()
            .all(|button| button.label != "Open here")
    );
    let commands = table.discord.commands();
    assert!(commands.iter().all(|command| command["type"] != 4));
    assert_eq!(proxy.get("/activity").await.status(), StatusCode::NOT_FOUND);
    for path in ["/activity", "/?frame_id=f", "/framed/"] {
        assert_eq!(ancestors(&proxy, path).await, "'none'", "{path}");
    }
    let visit = json!({ "code": "a", "instance": "i" });
    for (origin, status) in [
        (proxy.origin.as_str(), StatusCode::FORBIDDEN),
        (ORIGIN, StatusCode::NOT_FOUND),
    ] {
        let entered = proxy.post(origin, "/api/enter/activity", &visit);
        let entered = entered.send().await.expect("the page answers");
        assert_eq!(entered.status(), status, "{origin}");
    }
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_satisfies_the_library_of_discord_shows_the_board_and_its_player_moves() {
    if skips_nginx() || skips_node() {
        return;
    }
    let Some(driver) = Driver::start() else {
        return;
    };
    let (table, proxy) = open().await;
    let application = table.discord.application();
    let host = format!("{application}.discordsays.com");
    let files = testkit::path("tests/page/discord");
    let library = package("@discord/embedded-app-sdk").join("output");
    let nginx = Nginx::start_as_discord(&proxy.page, &host, [&files, &library]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let board = played.board(1).await;
    let launch = table.ann.presses(&board, "Open here");
    launch.acknowledged().await;
    let instance = played.room.activity();
    let hosts = ["discord.com", host.as_str()];
    let browser = driver
        .open_for_all(&hosts, &nginx.address(), 1000, 700)
        .await;
    let client = format!(
        "https://discord.com/host.html?application={application}&instance={instance}&activity="
    );
    // The library of Discord accepts each answer of this client.
    browser.load(&format!("{client}/sdk.html")).await;
    browser.until("window.client?.asked").await;
    let code = table
        .ann
        .agrees_in_client(&browser.run("return client.asked").await);
    browser.run(&format!("client.agree('{code}')")).await;
    let title = "document.querySelector('iframe').contentDocument.title";
    browser
        .until(&format!("{title} === 'access-{code} of ann in {instance}'"))
        .await;
    browser.run("client.layOut(1)").await;
    browser.until(&format!("{title} === 'layout 1'")).await;
    assert_eq!(browser.run("return client.wrong").await, json!([]));
    // Then it shows our page, by the proxy of Discord.
    browser.load(&format!("{client}https://{host}/")).await;
    browser.until("window.client?.asked").await;
    let code = table
        .ann
        .agrees_in_client(&browser.run("return client.asked").await);
    browser.run(&format!("client.agree('{code}')")).await;
    browser
        .until("client.subscribed.includes('ACTIVITY_LAYOUT_MODE_UPDATE')")
        .await;
    let token = browser.run("return client.token").await;
    assert!(table.ann.has_access_token(token.as_str().expect("a text")));
    browser.enter_frame().await;
    browser.enter_frame().await;
    let address = format!("location.pathname === '/framed/match/{}'", played.id);
    browser.until(&address).await;
    browser.reads("Your turn").await;
    for square in ["e2", "g4"] {
        browser.tap(square).await;
    }
    played.board(2).await.says("Bob (Black) to move");
    browser.reads("Bob to move").await;
    // The frame has no cookie and no storage of the page.
    let stored = browser
        .run("return [document.cookie, localStorage.length, sessionStorage.length]")
        .await;
    assert_eq!(stored, json!(["", 0, 0]));
    // No address that the shell or the screen has used or come from has the secret.
    let told = browser
        .run(
            "const { secret } = parent.shell.me;
             const addresses = [window, parent].flatMap(({ location, document, performance }) =>
                 [location.href, document.referrer, ...performance.getEntries().map(({ name }) => name)]);
             return [secret.length > 20, addresses.filter((address) => address.includes(secret))];",
        )
        .await;
    assert_eq!(told, json!([true, []]));
    // In a small layout, the board is all that the frame shows.
    browser.leave_frame().await;
    browser.leave_frame().await;
    browser.run("client.layOut(1)").await;
    browser.enter_frame().await;
    browser.enter_frame().await;
    let alone = "document.querySelector('#board').checkVisibility() && \
                 !document.querySelector('.top').checkVisibility() && \
                 !document.querySelector('#moves').checkVisibility()";
    browser.until(alone).await;
    browser.leave_frame().await;
    browser.leave_frame().await;
    browser.run("client.layOut(0)").await;
    browser.enter_frame().await;
    browser.enter_frame().await;
    browser
        .until("document.querySelector('.top').checkVisibility()")
        .await;
    // A phone, upright and on its side.
    for (width, height) in [(390, 844), (844, 390)] {
        browser.size(width, height).await;
        browser.until(&format!("innerWidth === {width}")).await;
        browser
            .until("document.querySelector('#board').checkVisibility()")
            .await;
        assert!(browser.fits().await, "{width}");
    }
    browser.leave_frame().await;
    assert_eq!(browser.violations().await, Vec::<String>::new());
    browser.leave_frame().await;
    assert_eq!(browser.run("return client.wrong").await, json!([]));
    browser.close().await;
    table.close();
}
