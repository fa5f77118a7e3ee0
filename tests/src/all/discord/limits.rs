//! The server rejects requests that are too long, too many or malformed.

use serde_json::{Value, json};

use super::{
    bot::{code, text},
    server::DiscordBot,
};

impl DiscordBot {
    /// Posts a body that breaks a rule in the lobby, and checks the rejection.
    async fn reject(&self, body: Value, complaint: &str) {
        let answer = self
            .bot
            .call(
                "POST",
                &format!("/channels/{}/messages", self.lobby.id),
                body,
            )
            .await;
        assert_eq!(code(&answer), (400, 50035), "{complaint}: {}", answer.1);
        self.complains(complaint);
    }
}

fn row(components: Value) -> Value {
    json!({ "type": 1, "components": components })
}

fn button(id: &str) -> Value {
    json!({ "type": 2, "style": 1, "label": "Press", "custom_id": id })
}

#[tokio::test]
async fn messages_that_break_a_limit_are_rejected() {
    let stage = DiscordBot::open().await;
    let buttons = |n: usize| row((0..n).map(|n| button(&n.to_string())).collect());
    let rows = |n: usize| {
        (0..n)
            .map(|n| row(json!([button(&n.to_string())])))
            .collect::<Value>()
    };
    let menu = |n: usize| {
        let options: Vec<Value> = (0..n)
            .map(|n| json!({ "label": "x", "value": n.to_string() }))
            .collect();
        row(json!([{ "type": 3, "custom_id": "menu", "options": options }]))
    };
    let embed = |n: usize| json!({ "title": "t", "description": "x".repeat(n) });
    for (body, complaint) in [
        (json!({ "content": "x".repeat(2001) }), "2001 characters"),
        (json!({}), "says nothing"),
        (text(" \n"), "says nothing"),
        (
            json!({ "content": "x", "components": [buttons(6)] }),
            "6 of them buttons",
        ),
        (json!({ "content": "x", "components": rows(6) }), "6 rows"),
        (
            json!({ "content": "x", "components": [menu(26)] }),
            "26 entries",
        ),
        (
            json!({ "content": "x", "components": [menu(0)] }),
            "0 entries",
        ),
        (
            json!({ "content": "x", "components": [row(json!([]))] }),
            "0 components",
        ),
        (
            json!({ "content": "x", "components": [row(json!([button("a"), button("a")]))] }),
            "used twice",
        ),
        (
            json!({ "content": "x", "components": [row(json!([button(&"x".repeat(101))]))] }),
            "custom id",
        ),
        (
            json!({ "content": "x", "components": [row(json!([{ "type": 2, "style": 1, "label": "x" }]))] }),
            "neither a link",
        ),
        (
            json!({ "content": "x", "components": [button("a")] }),
            "not in a row",
        ),
        (
            json!({ "embeds": [embed(4000), embed(4000)] }),
            "8002 characters",
        ),
        (
            json!({ "embeds": [{ "title": "x".repeat(257) }] }),
            "embeds",
        ),
        (
            json!({ "embeds": [{ "image": { "url": "attachment://board.png" } }] }),
            "not there",
        ),
        (text("<@1>"), "without `allowed_mentions`"),
        (
            json!({ "content": "x", "flags": 64 }),
            "never for one person",
        ),
        (
            json!({ "content": "x", "contents": "y" }),
            "no field /contents",
        ),
        (
            json!({ "content": "x", "components": [row(json!([{ "type": 2, "style": 1, "label": "x", "custom_id": "a", "color": 1 }]))] }),
            "no field /components/0/components/0/color",
        ),
        (json!({ "content": 1 }), "/content"),
        (json!({ "content": "x", "nonce": "x".repeat(26) }), "nonce"),
        (
            json!({ "embeds": [{ "fields": [{ "name": "x" }] }] }),
            "required",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["users", "users"] } }),
            "/allowed_mentions",
        ),
        (
            json!({ "content": "x", "allowed_mentions": { "parse": ["everything"] } }),
            "/allowed_mentions",
        ),
        (
            json!({ "content": "x", "message_reference": { "message_id": "01" } }),
            "/message_reference",
        ),
        (
            json!({ "content": "x", "components": [row(json!([{ "type": 99 }]))] }),
            "/components/0",
        ),
        (
            json!({ "content": "x", "poll": { "question": { "text": "x" } } }),
            "/poll",
        ),
        (
            json!({ "content": "x", "attachments": [{ "id": 0, "filename": "a.png" }] }),
            "has no part",
        ),
    ] {
        stage.reject(body, complaint).await;
    }
    stage.discord.finish();
}

#[tokio::test]
async fn files_that_break_a_limit_are_rejected() {
    let stage = DiscordBot::open().await;
    let path = format!("/channels/{}/messages", stage.lobby.id);
    let large = vec![0; 10 * 1024 * 1024 + 1];
    for (file, complaint) in [
        (("a.png", "alt", &large[..]), "10485761 bytes"),
        (("a.png", &"x".repeat(1025), b"x"), "description"),
    ] {
        let answer = stage.bot.send("POST", &path, text("x"), &[file]).await;
        assert_eq!(code(&answer), (400, 50035));
        stage.complains(complaint);
    }
    stage.discord.finish();
}

#[tokio::test]
async fn commands_that_break_a_rule_are_rejected() {
    let stage = DiscordBot::open().await;
    let option = |name: &str, required: bool| json!({ "type": 3, "name": name, "description": "x", "required": required });
    let command =
        |options: Value| json!([{ "name": "move", "description": "x", "options": options }]);
    let choices: Vec<Value> = (0..26)
        .map(|n| json!({ "name": n.to_string(), "value": "x" }))
        .collect();
    for (body, complaint) in [
        (
            json!([{ "name": "Move", "description": "x" }]),
            "name of a command",
        ),
        (
            json!([{ "name": "my move", "description": "x" }]),
            "name of a command",
        ),
        (json!([{ "name": "move" }]), "description"),
        (
            json!([{ "name": "move", "description": "x".repeat(101) }]),
            "description",
        ),
        (
            json!([{ "name": "a", "description": "x" }, { "name": "a", "description": "x" }]),
            "used twice",
        ),
        (
            command(json!([option("a", false), option("b", true)])),
            "required option",
        ),
        (
            command(json!([option("a", false), option("a", false)])),
            "used twice",
        ),
        (
            command(json!([{ "type": 3, "name": "a", "description": "x", "choices": choices }])),
            "choices",
        ),
    ] {
        let answer = stage.bot.register(body).await;
        assert_eq!(code(&answer), (400, 50035), "{complaint}");
        let problems = stage.discord.take_problems();
        assert!(
            problems.iter().any(|problem| problem.contains(complaint)),
            "{complaint}: {problems:?}"
        );
    }
    stage.discord.finish();
}
