//! The local Discord itself: it accepts and rejects the same requests as Discord.

use std::time::Duration;

use serde_json::{Value, json};
use tests::discord::{Discord, Interaction, Refusal, Room, ServerFault, Setup, User, permission};

use super::bot::{Answer, Bot, GatewayConnection, messages, text};

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
fn commands() -> Value {
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
        let discord = Setup::default().start().await;
        let [ann, bob] = ["Ann", "Bob"].map(|name| discord.user(name));
        let lobby = discord.channel("lobby");
        let bot = Bot::new(&discord);
        let ears = bot.connect().await;
        assert_eq!(bot.register(commands()).await.status, 200);
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

    /// Checks that a request was rejected for its form, and nothing of it is shown.
    #[track_caller]
    pub(super) fn rejects(&self, answer: &Answer, complaint: &str) {
        assert_eq!(answer.code(), (400, 50035), "{complaint}: {answer:?}");
        self.complains(complaint);
    }

    /// Checks that the server recorded a rule violation, and nothing is shown.
    #[track_caller]
    pub(super) fn complains(&self, complaint: &str) {
        let problems = self.discord.take_problems();
        let is_it = |problem: &String| problem.contains(complaint);
        assert!(problems.iter().any(is_it), "{complaint}: {problems:?}");
        assert!(self.lobby.messages().is_empty(), "{complaint}");
    }
}

#[tokio::test]
async fn a_nonce_makes_one_message() {
    let stage = DiscordBot::open().await;
    let body = json!({ "content": "once", "nonce": "n-1", "enforce_nonce": true });
    let post = async || stage.bot.post(stage.lobby.id, body.clone()).await;
    let first = post().await;
    assert_eq!(post().await, first);
    assert_eq!(stage.lobby.messages().len(), 1);
    stage.discord.advance(Duration::from_secs(181));
    assert_ne!(post().await, first);
    let other = stage.discord.channel("other");
    stage.bot.post(other.id, body).await;
    let problems = stage.discord.take_problems();
    assert_eq!(problems, ["the nonce n-1 is used in two channels"]);
    stage.discord.finish();
}

#[tokio::test]
async fn the_bot_needs_rights_and_places_that_are_there() {
    let stage = DiscordBot::open().await;
    let path = messages(stage.lobby.id);
    let post = async || stage.bot.call("POST", &path, text("x")).await.code();
    stage.lobby.deny_bot(permission::SEND_MESSAGES);
    assert_eq!(post().await, (403, 50013));
    stage.lobby.deny_bot(permission::VIEW_CHANNEL);
    assert_eq!(post().await, (403, 50001));
    stage.lobby.deny_bot(permission::READ_MESSAGE_HISTORY);
    assert_eq!(stage.bot.get(&path).await.code(), (403, 50013));
    stage.lobby.deny_bot(permission::ATTACH_FILES);
    let file = ("a.png", "alt", &b"x"[..]);
    let file = stage.bot.send("POST", &path, json!({}), file).await;
    assert_eq!(file.code(), (403, 50013));
    assert_eq!(post().await, (200, 0));
    let own = stage.lobby.messages().remove(0);
    let foreign = stage.ann.writes(&stage.lobby, "hello");
    stage.lobby.delete_message(&own);
    for (message, method, body, code) in [
        (&own, "PATCH", text("y"), (404, 10008)),
        (&foreign, "PATCH", text("y"), (403, 50005)),
        (&foreign, "DELETE", Value::Null, (403, 50013)),
    ] {
        let path = format!("{path}/{}", message.id);
        assert_eq!(stage.bot.call(method, &path, body).await.code(), code);
    }
    stage.lobby.delete();
    assert_eq!(post().await, (404, 10003));
    stage.discord.finish();
}

#[tokio::test]
async fn only_users_with_open_direct_messages_receive_them() {
    let stage = DiscordBot::open().await;
    let open = async |user: &User| {
        let body = json!({ "recipient_id": user.id });
        stage.bot.call("POST", "/users/@me/channels", body).await
    };
    let say = async |opened: &Answer, body: Value| {
        let path = format!("/channels/{}/messages", opened.id());
        stage.bot.call("POST", &path, body).await.code()
    };
    let ann = open(&stage.ann).await;
    assert_eq!(say(&ann, text("x")).await, (200, 0));
    assert_eq!((stage.ann.n_pings(), stage.bob.n_pings()), (1, 0));
    let silent = json!({ "content": "x", "flags": 4096 });
    assert_eq!(say(&ann, silent).await, (200, 0));
    assert_eq!(stage.ann.n_pings(), 1);
    stage.ann.set_direct(false);
    assert_eq!(say(&ann, text("x")).await, (403, 50007));
    let stranger = open(&stage.discord.stranger("Zed")).await;
    assert_eq!(say(&stranger, text("x")).await, (403, 50278));
    let other = stage.discord.other_bot("Rival");
    assert_eq!(open(&other).await.code(), (403, 50007));
    stage.discord.finish();
}

#[tokio::test]
async fn edits_replace_only_named_fields_and_keep_files_by_default() {
    let stage = DiscordBot::open().await;
    let path = messages(stage.lobby.id);
    let body =
        json!({ "content": "one", "embeds": [{ "image": { "url": "attachment://a.png" } }] });
    let file = ("a.png", "the start", &b"first"[..]);
    let message = stage.bot.send("POST", &path, body, file).await;
    let url = message.body["attachments"][0]["url"].as_str();
    let file = reqwest::get(url.expect("an address")).await;
    let bytes = file.expect("a file").bytes().await;
    assert_eq!(&bytes.expect("bytes")[..], b"first");
    let own = format!("{path}/{}", message.id());
    let patch = async |body: Value| stage.bot.call("PATCH", &own, body).await;
    let files = || -> Vec<String> {
        let files = stage.lobby.messages().remove(0).files.into_iter();
        files.map(|file| file.name).collect()
    };
    assert_eq!(patch(text("two")).await.status, 200);
    assert_eq!(files(), ["a.png"]);
    let file = ("b.png", "then", &b"second"[..]);
    let edited = stage.bot.send("PATCH", &own, json!({}), file).await;
    assert_eq!((edited.status, files()), (200, vec!["b.png".to_owned()]));
    let edited = patch(json!({ "attachments": [] })).await;
    assert_eq!((edited.status, files()), (200, Vec::new()));
    let empty = patch(json!({ "content": "", "embeds": [] })).await;
    assert_eq!(empty.code(), (400, 50035));
    assert!(stage.discord.take_problems()[0].contains("nothing would be left"));
    let shown = &stage.lobby.messages()[0];
    assert_eq!((shown.text.as_str(), shown.n_edits), ("two", 3));
    stage.discord.finish();
}

#[tokio::test]
async fn threads_open_once_and_end() {
    let mut stage = DiscordBot::open().await;
    let message = stage.bot.post(stage.lobby.id, text("x")).await;
    let other = stage.bot.post(stage.lobby.id, text("y")).await;
    let lobby = messages(stage.lobby.id);
    let open = async |stage: &DiscordBot, message: &str| {
        let path = format!("{lobby}/{message}/threads");
        let body = json!({ "name": "Ann and Bob" });
        stage.bot.call("POST", &path, body).await
    };
    let opened = open(&stage, &message).await;
    assert_eq!((opened.status, opened.id()), (201, message.as_str()));
    let event = stage.ears.event("THREAD_CREATE").await;
    assert_eq!(event["name"], "Ann and Bob");
    assert_eq!(open(&stage, &message).await.code(), (400, 160_004));
    let thread = stage.lobby.until_threads(1).await.remove(0);
    let said = stage.bot.post(thread.id, text("in it")).await;
    assert_eq!(stage.ann.reads(&thread, "in it").await.id.to_string(), said);
    let path = format!("/channels/{}", thread.id);
    let renaming = json!({ "name": "Over", "archived": true });
    let renamed = stage.bot.call("PATCH", &path, renaming).await;
    assert_eq!(renamed.status, 200);
    let said = format!("{path}/messages/{said}");
    let edited = stage.bot.call("PATCH", &said, text("y")).await;
    assert_eq!(edited.code(), (400, 50083));
    thread.set_archived(true, true);
    let post = messages(thread.id);
    let locked = stage.bot.call("POST", &post, text("y")).await;
    assert_eq!(locked.code(), (403, 50013));
    stage.lobby.deny_bot(permission::CREATE_PUBLIC_THREADS);
    assert_eq!(open(&stage, &other).await.code(), (403, 50013));
    thread.delete();
    stage.ears.event("THREAD_DELETE").await;
    stage.discord.finish();
}

#[tokio::test]
async fn requests_can_be_made_to_go_wrong() {
    let stage = DiscordBot::open().await;
    let (discord, bot) = (&stage.discord, &stage.bot);
    let route = "POST /channels/*/messages";
    let path = messages(stage.lobby.id);
    let body = text("x");
    let n_said = || stage.lobby.messages().len();
    let limited = ServerFault::limited(1500);
    for (fault, expected, n) in [
        (limited, Some((429, 0)), 0),
        (ServerFault::Failing(503), Some((503, 0)), 0),
        (ServerFault::CutBefore, None, 0),
        (ServerFault::CutAfter, None, 1),
        (ServerFault::FailingAfter(500), Some((500, 0)), 2),
        (
            ServerFault::Refused(Refusal::MISSING_PERMISSIONS),
            Some((403, 50013)),
            2,
        ),
    ] {
        discord.inject_fault(route, fault, 1);
        let answer = bot.try_call("POST", &path, &body).await.ok();
        assert_eq!(answer.as_ref().map(Answer::code), expected);
        if expected == Some((429, 0)) {
            let wait = answer.map(|answer| answer.body["retry_after"].clone());
            assert_eq!(wait, Some(json!(1.5)));
        }
        assert_eq!(n_said(), n);
    }
    let held = discord.inject_fault(route, ServerFault::HeldAfter, 1);
    let waiting = bot.call("POST", &path, body.clone());
    let (answer, ()) = tokio::join!(waiting, async {
        held.occurred(1).await;
        stage.ann.reads(&stage.lobby, "x").await;
        held.release();
    });
    assert_eq!((answer.status, n_said(), held.count()), (200, 3, 1));
    assert_eq!(bot.call("POST", &path, body).await.status, 200);
    stage.discord.finish();
}

#[tokio::test]
async fn strangers_and_unknown_ways_are_turned_away() {
    let stage = DiscordBot::open().await;
    let client = reqwest::Client::new();
    let address = format!("{}/api/v10/users/@me", stage.discord.address());
    let right = format!("Bot {}", stage.discord.token());
    for (agent, token, status, n) in [
        ("DiscordBot (x, 1)", "Bot wrong", 401, 0),
        ("curl", right.as_str(), 400, 1),
    ] {
        let request = client.get(&address).header("user-agent", agent);
        let answer = request.header("authorization", token).send().await;
        assert_eq!(answer.expect("an answer").status(), status);
        assert_eq!(stage.discord.problems().len(), n);
    }
    stage.complains("user agent");
    // The second is a request of Discord that the bot does not make.
    for (path, complaint) in [
        ("/somewhere", "nothing is known of GET /somewhere"),
        ("/users/@me/guilds", "does not know GET /users/@me/guilds"),
    ] {
        stage.bot.get(path).await;
        stage.complains(complaint);
    }
    stage.discord.finish();
}

#[tokio::test]
async fn an_invalid_message_fails_its_test() {
    let stage = DiscordBot::open().await;
    let path = messages(stage.lobby.id);
    stage.bot.call("POST", &path, json!({})).await;
    let DiscordBot { discord, .. } = stage;
    let end = std::panic::AssertUnwindSafe(|| discord.finish());
    let said = std::panic::catch_unwind(end).expect_err("it fails");
    let said = said.downcast_ref::<String>().expect("it says why");
    assert!(said.contains("a message says nothing"), "{said}");
}

#[tokio::test]
async fn each_read_route_has_an_answer() {
    let stage = DiscordBot::open().await;
    let (home, ann, lobby) = (stage.discord.home().id, stage.ann.id, stage.lobby.id);
    let message = stage.bot.post(lobby, text("x")).await;
    for path in [
        "/gateway".to_owned(),
        "/gateway/bot".to_owned(),
        "/users/@me".to_owned(),
        format!("/users/{ann}"),
        format!("/guilds/{home}"),
        format!("/guilds/{home}/members/{ann}"),
        format!("/guilds/{home}/members/{}", stage.bot.id),
        format!("/channels/{lobby}"),
        format!("/channels/{}", stage.ann.direct().id),
        format!("/channels/{lobby}/messages?limit=5"),
        format!("/channels/{lobby}/messages/{message}"),
    ] {
        let answer = stage.bot.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    }
    stage.discord.finish();
}
