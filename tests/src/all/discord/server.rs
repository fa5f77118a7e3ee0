//! The local Discord itself: it accepts and rejects the same requests as Discord.

use std::time::Duration;

use serde_json::{Value, json};
use tests::discord::{Discord, Interaction, Room, Setup, Trouble, User, permission};

use super::bot::{Bot, GatewayConnection, code, text};

/// A server, a bot that is connected, and people.
pub(super) struct DiscordBot {
    pub(super) discord: Discord,
    pub(super) bot: Bot,
    pub(super) ears: GatewayConnection,
    pub(super) ann: User,
    pub(super) bob: User,
    pub(super) lobby: Room,
}

/// Returns a command with an option of each kind.
pub(super) fn commands() -> Value {
    json!([
        { "name": "challenge", "description": "Challenge somebody.", "options": [
            { "type": 3, "name": "variant", "description": "which", "required": true,
              "choices": [{ "name": "Berolina", "value": "berolina" }, { "name": "Bario", "value": "bario" }] },
            { "type": 6, "name": "opponent", "description": "whom" },
            { "type": 4, "name": "minutes", "description": "how long", "min_value": 1, "max_value": 60 },
            { "type": 5, "name": "rated", "description": "whether it counts" },
        ]},
        { "name": "move", "description": "Play.", "options": [
            { "type": 3, "name": "match", "description": "in which", "autocomplete": true },
            { "type": 3, "name": "move", "description": "which", "autocomplete": true },
        ]},
        { "name": "games", "description": "List matches." },
    ])
}

impl DiscordBot {
    pub(super) async fn open() -> DiscordBot {
        DiscordBot::open_on(Setup::default()).await
    }

    pub(super) async fn open_on(setup: Setup) -> DiscordBot {
        let discord = setup.start().await;
        let (ann, bob, lobby) = (
            discord.user("Ann"),
            discord.user("Bob"),
            discord.channel("lobby"),
        );
        let bot = Bot::new(&discord);
        let ears = bot.connect().await;
        assert_eq!(bot.register(commands()).await.0, 200);
        discord.registered().await;
        DiscordBot {
            discord,
            bot,
            ears,
            ann,
            bob,
            lobby,
        }
    }

    /// Requests Ann's games and returns the event.
    pub(super) async fn ask(&mut self) -> (Interaction, Value) {
        let asked = self.ann.types(&self.lobby, "/games");
        (asked, self.ears.interaction().await)
    }

    pub(super) fn complains(&self, complaint: &str) {
        let problems = self.discord.take_problems();
        assert!(
            problems.iter().any(|problem| problem.contains(complaint)),
            "{complaint}: {problems:?}"
        );
        assert!(
            self.lobby.messages().is_empty(),
            "what is rejected is not shown"
        );
    }
}

#[tokio::test]
async fn a_nonce_is_said_once() {
    let stage = DiscordBot::open().await;
    let body = json!({ "content": "once", "nonce": "n-1", "enforce_nonce": true });
    let first = stage.bot.post(stage.lobby.id, body.clone()).await;
    assert_eq!(stage.bot.post(stage.lobby.id, body.clone()).await, first);
    assert_eq!(stage.lobby.messages().len(), 1);
    stage.discord.advance(Duration::from_secs(181));
    assert_ne!(stage.bot.post(stage.lobby.id, body.clone()).await, first);
    let other = stage.discord.channel("other");
    stage.bot.post(other.id, body).await;
    assert_eq!(
        stage.discord.take_problems(),
        ["the nonce n-1 is used in two channels"]
    );
    stage.discord.finish();
}

#[tokio::test]
async fn the_bot_needs_rights_and_places_that_are_there() {
    let stage = DiscordBot::open().await;
    let path = format!("/channels/{}/messages", stage.lobby.id);
    let post = async |path: &str| code(&stage.bot.call("POST", path, text("x")).await);
    stage.lobby.deny_bot(permission::SEND_MESSAGES);
    assert_eq!(post(&path).await, (403, 50013));
    stage.lobby.deny_bot(permission::VIEW_CHANNEL);
    assert_eq!(post(&path).await, (403, 50001));
    stage.lobby.deny_bot(permission::ATTACH_FILES);
    let file = stage
        .bot
        .send("POST", &path, json!({}), &[("a.png", "alt", b"x")])
        .await;
    assert_eq!(code(&file), (403, 50013));
    assert_eq!(post(&path).await, (200, 0));
    let message = &stage.lobby.messages()[0];
    let own = format!("{path}/{}", message.id);
    stage.lobby.delete_message(message);
    assert_eq!(
        code(&stage.bot.call("PATCH", &own, text("y")).await),
        (404, 10008)
    );
    let by_ann = stage.ann.writes(&stage.lobby, "hello");
    let other = format!("{path}/{}", by_ann.id);
    assert_eq!(
        code(&stage.bot.call("PATCH", &other, text("y")).await),
        (403, 50005)
    );
    stage.lobby.delete();
    assert_eq!(post(&path).await, (404, 10003));
    stage.discord.finish();
}

#[tokio::test]
async fn direct_messages_reach_who_wants_them() {
    let stage = DiscordBot::open().await;
    let open = async |user: &User| {
        let body = json!({ "recipient_id": user.id });
        let answer = stage.bot.call("POST", "/users/@me/channels", body).await;
        format!(
            "/channels/{}/messages",
            answer.1["id"].as_str().expect("a channel")
        )
    };
    let say = async |path: &str| code(&stage.bot.call("POST", path, text("x")).await);
    let ann = open(&stage.ann).await;
    assert_eq!(say(&ann).await, (200, 0));
    assert_eq!((stage.ann.n_pings(), stage.bob.n_pings()), (1, 0));
    let silent = stage
        .bot
        .call("POST", &ann, json!({ "content": "x", "flags": 4096 }))
        .await;
    assert_eq!((silent.0, stage.ann.n_pings()), (200, 1));
    stage.ann.set_direct(false);
    assert_eq!(say(&ann).await, (403, 50007));
    assert_eq!(
        say(&open(&stage.discord.stranger("Zed")).await).await,
        (403, 50278)
    );
    let other = stage.discord.other_bot("Rival");
    let refused = stage
        .bot
        .call(
            "POST",
            "/users/@me/channels",
            json!({ "recipient_id": other.id }),
        )
        .await;
    assert_eq!(code(&refused), (403, 50007));
    stage.discord.finish();
}

#[tokio::test]
async fn edits_replace_what_they_name_and_keep_files_unless_they_are_left_out() {
    let stage = DiscordBot::open().await;
    let path = format!("/channels/{}/messages", stage.lobby.id);
    let body =
        json!({ "content": "one", "embeds": [{ "image": { "url": "attachment://a.png" } }] });
    let (_, message) = stage
        .bot
        .send("POST", &path, body, &[("a.png", "the start", b"first")])
        .await;
    let url = message["attachments"][0]["url"]
        .as_str()
        .expect("an address");
    assert_eq!(
        &reqwest::get(url)
            .await
            .expect("a file")
            .bytes()
            .await
            .expect("bytes")[..],
        b"first"
    );
    let own = format!("{path}/{}", message["id"].as_str().expect("a number"));
    let files = async |body: Value, files: &[(&str, &str, &[u8])]| {
        let answer = if files.is_empty() {
            stage.bot.call("PATCH", &own, body).await
        } else {
            stage.bot.send("PATCH", &own, body, files).await
        };
        assert_eq!(answer.0, 200, "{}", answer.1);
        let shown = &stage.lobby.messages()[0];
        shown
            .files
            .iter()
            .map(|file| file.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(files(text("two"), &[]).await, ["a.png"]);
    assert_eq!(
        files(json!({}), &[("b.png", "then", b"second")]).await,
        ["b.png"]
    );
    assert_eq!(
        files(json!({ "attachments": [] }), &[]).await,
        Vec::<String>::new()
    );
    let empty = stage
        .bot
        .call("PATCH", &own, json!({ "content": "", "embeds": [] }))
        .await;
    assert_eq!(code(&empty), (400, 50035));
    assert!(stage.discord.take_problems()[0].contains("nothing would be left"));
    let shown = &stage.lobby.messages()[0];
    assert_eq!((shown.text.as_str(), shown.n_edits), ("two", 3));
    stage.discord.finish();
}

#[tokio::test]
async fn threads_open_once_and_end() {
    let mut stage = DiscordBot::open().await;
    let message = stage.bot.post(stage.lobby.id, text("x")).await;
    let path = format!("/channels/{}/messages/{message}/threads", stage.lobby.id);
    let opened = stage
        .bot
        .call("POST", &path, json!({ "name": "Ann and Bob" }))
        .await;
    assert_eq!(
        (opened.0, opened.1["id"].as_str()),
        (201, Some(message.as_str()))
    );
    assert_eq!(
        stage.ears.event("THREAD_CREATE").await["name"],
        "Ann and Bob"
    );
    assert_eq!(
        code(
            &stage
                .bot
                .call("POST", &path, json!({ "name": "again" }))
                .await
        ),
        (400, 160_004)
    );
    let thread = stage.lobby.until_threads(1).await.remove(0);
    let said = stage.bot.post(thread.id, text("in it")).await;
    assert_eq!(stage.ann.reads(&thread, "in it").await.id.to_string(), said);
    let renamed = stage
        .bot
        .call(
            "PATCH",
            &format!("/channels/{}", thread.id),
            json!({ "name": "Over", "archived": true }),
        )
        .await;
    assert_eq!(renamed.0, 200);
    let edited = stage
        .bot
        .call(
            "PATCH",
            &format!("/channels/{}/messages/{said}", thread.id),
            text("y"),
        )
        .await;
    assert_eq!(code(&edited), (400, 50083));
    thread.set_archived(true, true);
    let locked = stage
        .bot
        .call(
            "POST",
            &format!("/channels/{}/messages", thread.id),
            text("y"),
        )
        .await;
    assert_eq!(code(&locked), (403, 50013));
    stage.lobby.deny_bot(permission::CREATE_PUBLIC_THREADS);
    let other = json!({ "name": "x", "type": 11 });
    let refused = stage
        .bot
        .call(
            "POST",
            &format!("/channels/{}/threads", stage.lobby.id),
            other,
        )
        .await;
    assert_eq!(code(&refused), (403, 50013));
    thread.delete();
    stage.ears.event("THREAD_DELETE").await;
    stage.discord.finish();
}

#[tokio::test]
async fn requests_can_be_made_to_go_wrong() {
    let stage = DiscordBot::open().await;
    let (discord, bot) = (&stage.discord, &stage.bot);
    let route = "POST /channels/*/messages";
    let path = format!("/channels/{}/messages", stage.lobby.id);
    let body = text("x");
    let n_said = || stage.lobby.messages().len();
    discord.misbehave(
        route,
        Trouble::RateLimited {
            retry_after: Duration::from_millis(1500),
            is_global: false,
        },
        1,
    );
    let limited = bot.call("POST", &path, body.clone()).await;
    assert_eq!(
        (limited.0, limited.1["retry_after"].as_f64(), n_said()),
        (429, Some(1.5), 0)
    );
    discord.misbehave(route, Trouble::Failing(503), 1);
    assert_eq!(
        (bot.call("POST", &path, body.clone()).await.0, n_said()),
        (503, 0)
    );
    discord.misbehave(route, Trouble::CutBefore, 1);
    assert!(bot.try_call("POST", &path, &body).await.is_err());
    assert_eq!(n_said(), 0);
    discord.misbehave(route, Trouble::CutAfter, 1);
    assert!(bot.try_call("POST", &path, &body).await.is_err());
    assert_eq!(n_said(), 1);
    discord.misbehave(route, Trouble::FailingAfter(500), 1);
    assert_eq!(
        (bot.call("POST", &path, body.clone()).await.0, n_said()),
        (500, 2)
    );
    discord.misbehave(route, Trouble::refused(50013), 1);
    assert_eq!(
        (code(&bot.call("POST", &path, body.clone()).await), n_said()),
        ((403, 50013), 2)
    );

    let held = discord.misbehave(route, Trouble::HeldAfter, 1);
    let waiting = bot.call("POST", &path, body.clone());
    let (answer, ()) = tokio::join!(waiting, async {
        held.befell(1).await;
        stage.ann.reads(&stage.lobby, "x").await;
        held.release();
    });
    assert_eq!((answer.0, n_said(), held.count()), (200, 3, 1));
    assert_eq!(bot.call("POST", &path, body).await.0, 200);
    stage.discord.finish();
}

#[tokio::test]
async fn strangers_and_unknown_ways_are_turned_away() {
    let stage = DiscordBot::open().await;
    let client = reqwest::Client::new();
    let address = format!("{}/api/v10/users/@me", stage.discord.address());
    let answer = client
        .get(&address)
        .header("user-agent", "DiscordBot (x, 1)")
        .header("authorization", "Bot wrong")
        .send()
        .await;
    assert_eq!(answer.expect("an answer").status(), 401);
    assert_eq!(stage.discord.problems(), Vec::<String>::new());
    let answer = client
        .get(&address)
        .header("authorization", format!("Bot {}", stage.discord.token()))
        .send()
        .await;
    assert_eq!(answer.expect("an answer").status(), 400);
    assert!(stage.discord.take_problems()[0].contains("user agent"));
    stage.bot.get("/somewhere").await;
    assert!(stage.discord.take_problems()[0].contains("nothing is known of GET /somewhere"));
    stage.discord.finish();
}

#[tokio::test]
async fn a_test_fails_that_sent_what_must_not_be() {
    let stage = DiscordBot::open().await;
    stage
        .bot
        .call(
            "POST",
            &format!("/channels/{}/messages", stage.lobby.id),
            json!({}),
        )
        .await;
    let DiscordBot { discord, .. } = stage;
    let end = std::panic::AssertUnwindSafe(|| discord.finish());
    let said = std::panic::catch_unwind(end).expect_err("it fails");
    let said = said.downcast_ref::<String>().expect("it says why");
    assert!(said.contains("a message says nothing"), "{said}");
}

#[tokio::test]
async fn all_that_is_asked_about_is_told() {
    let stage = DiscordBot::open().await;
    let home = stage.discord.home();
    let message = stage.bot.post(stage.lobby.id, text("x")).await;
    for path in [
        "/gateway".to_owned(),
        "/gateway/bot".to_owned(),
        "/users/@me".to_owned(),
        "/users/@me/guilds".to_owned(),
        format!("/users/{}", stage.ann.id),
        "/applications/@me".to_owned(),
        "/oauth2/applications/@me".to_owned(),
        format!("/applications/{}/commands", stage.bot.id),
        format!("/guilds/{}", home.id),
        format!("/guilds/{}/roles", home.id),
        format!("/guilds/{}/channels", home.id),
        format!("/guilds/{}/members/{}", home.id, stage.ann.id),
        format!("/guilds/{}/members/{}", home.id, stage.bot.id),
        format!("/guilds/{}/members/search?query=an&limit=5", home.id),
        format!("/channels/{}", stage.lobby.id),
        format!("/channels/{}", stage.ann.direct().id),
        format!("/channels/{}/messages?limit=5", stage.lobby.id),
        format!("/channels/{}/messages/{message}", stage.lobby.id),
    ] {
        let (status, body) = stage.bot.get(&path).await;
        assert_eq!(status, 200, "{path}: {body}");
    }
    stage.discord.finish();
}
