//! The server rejects requests that are too long, too many or malformed.

use serde_json::{Value, json};

use super::{
    bot::{messages, text},
    server::DiscordBot,
};

/// Returns the cases of this kind in `tests/discord/rejected.json`: each a complaint, and the JSON that causes it.
fn cases(kind: &str) -> Vec<(String, Value)> {
    let cases = tests::read("discord/rejected.json");
    let cases: Value = serde_json::from_str(&cases).expect("the cases are JSON");
    serde_json::from_value(expanded(&cases[kind], "#")).expect("each case has a complaint")
}

/// Writes out a text of many characters, such as `x*2001`, and a list of many items, each with its own number for `#`.
fn expanded(value: &Value, number: &str) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix("x*") {
            Some(n) => json!("x".repeat(n.parse().expect("a number of characters"))),
            None => json!(text.replace('#', number)),
        },
        Value::Array(items) => items.iter().map(|item| expanded(item, number)).collect(),
        Value::Object(fields) => match fields.get("repeat").and_then(Value::as_u64) {
            Some(n) => (0..n)
                .map(|n| expanded(&fields["of"], &n.to_string()))
                .collect(),
            None => {
                let fields = fields.iter();
                let fields = fields.map(|(name, value)| (name.clone(), expanded(value, number)));
                Value::Object(fields.collect())
            }
        },
        other => other.clone(),
    }
}

#[tokio::test]
async fn messages_that_break_a_limit_are_rejected() {
    let stage = DiscordBot::open().await;
    for (complaint, body) in cases("messages") {
        let path = messages(stage.lobby.id);
        let answer = stage.bot.call("POST", &path, body).await;
        stage.rejects(&answer, &complaint);
    }
    stage.discord.finish();
}

#[tokio::test]
async fn commands_that_break_a_rule_are_rejected() {
    let stage = DiscordBot::open().await;
    for (complaint, body) in cases("commands") {
        stage.rejects(&stage.bot.register(body).await, &complaint);
    }
    stage.discord.finish();
}

#[tokio::test]
async fn windows_that_break_a_limit_are_rejected() {
    let mut stage = DiscordBot::open().await;
    let (_, event) = stage.ask().await;
    for (complaint, body) in cases("modals") {
        stage.rejects(&stage.bot.answer(&event, 9, body).await, &complaint);
    }
    stage.discord.finish();
}

#[tokio::test]
async fn files_that_break_a_limit_are_rejected() {
    let stage = DiscordBot::open().await;
    let large = vec![0; 10 * 1024 * 1024 + 1];
    for (file, complaint) in [
        (("a.png", "alt", &large[..]), "10485761 bytes"),
        (("a.png", "alt", b""), "a file of 0 bytes"),
        (("a.png", &"x".repeat(1025), b"x"), "description"),
    ] {
        let path = messages(stage.lobby.id);
        let answer = stage.bot.send("POST", &path, text("x"), file).await;
        stage.rejects(&answer, complaint);
    }
    stage.discord.finish();
}
