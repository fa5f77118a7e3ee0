//! The server's rules for interactions: the time, the number and the form of replies.

use std::time::Duration;

use serde_json::{Value, json};
use tests::discord::{AcknowledgmentKind, ServerFault};

use super::{
    bot::{callback, text, whisper},
    server::DiscordBot,
};

#[tokio::test]
async fn an_interaction_is_acknowledged_once_and_in_time() {
    let mut stage = DiscordBot::open().await;
    let (asked, event) = stage.ask().await;
    let original = stage.bot.original(&event);
    assert_eq!(stage.bot.get(&original).await.code(), (404, 10015));
    let early = stage.bot.follow(&event, text("early")).await;
    assert_eq!(early.code(), (404, 10015));
    let answer = stage.bot.answer(&event, 4, whisper("none")).await;
    assert_eq!(answer.status, 204);
    let acknowledged = asked.acknowledged().await;
    assert!(acknowledged.is_private);
    assert_eq!(acknowledged.kind, AcknowledgmentKind::Answer);
    assert_eq!(asked.answer().await.text, "none");
    let again = stage.bot.answer(&event, 4, text("again")).await;
    assert_eq!(again.code(), (400, 40060));
    stage.complains("acknowledged twice");

    let (_, event) = stage.ask().await;
    stage.discord.advance(Duration::from_millis(3001));
    let late = stage.bot.answer(&event, 5, Value::Null).await;
    assert_eq!(late.code(), (404, 10062));
    stage.complains("after 3.001s");
    assert!(stage.ann.transcript().contains("This interaction failed"));

    let (_, event) = stage.ask().await;
    let wrong = stage.bot.answer(&event, 7, text("x")).await;
    stage.rejects(&wrong, "type 7");
    let empty = stage.bot.answer(&event, 4, json!({})).await;
    stage.rejects(&empty, "says nothing");
    stage.discord.finish();
}

#[tokio::test]
async fn an_acknowledgment_with_a_lost_answer_may_be_repeated() {
    let mut stage = DiscordBot::open().await;
    let route = "POST /interactions/*/*/callback";
    stage.discord.inject_fault(route, ServerFault::CutAfter, 1);
    let (asked, event) = stage.ask().await;
    let body = json!({ "type": 4, "data": whisper("none") });
    let lost = stage.bot.try_call("POST", &callback(&event), &body).await;
    assert!(lost.is_err());
    assert_eq!(asked.answer().await.text, "none");
    let again = stage.bot.answer(&event, 4, whisper("none")).await;
    assert_eq!(again.code(), (400, 40060));
    stage.discord.finish();
}

#[tokio::test]
async fn a_token_works_for_fifteen_minutes() {
    let mut stage = DiscordBot::open().await;
    let (_, event) = stage.ask().await;
    stage.bot.answer(&event, 5, json!({ "flags": 64 })).await;
    stage.discord.advance(Duration::from_secs(15 * 60));
    let edited = stage.bot.edit(&event, text("done")).await;
    assert_eq!(edited.status, 200);
    stage.discord.advance(Duration::from_millis(1));
    let late = stage.bot.edit(&event, text("late")).await;
    assert_eq!(late.code(), (401, 50027));
    let late = stage.bot.follow(&event, text("late")).await;
    assert_eq!(late.code(), (401, 50027));

    let (asked, event) = stage.ask().await;
    asked.expire();
    let late = stage.bot.answer(&event, 5, Value::Null).await;
    assert_eq!(late.code(), (404, 10062));
    let late = stage.bot.follow(&event, text("x")).await;
    assert_eq!(late.code(), (401, 50027));
    stage.discord.finish();
}

#[tokio::test]
async fn the_first_message_after_a_deferral_takes_its_place_and_its_visibility() {
    let mut stage = DiscordBot::open().await;
    let (asked, event) = stage.ask().await;
    stage.bot.answer(&event, 5, json!({ "flags": 64 })).await;
    assert_eq!(
        asked.acknowledged().await.kind,
        AcknowledgmentKind::Deferral
    );
    let thinking = stage.bot.get(&stage.bot.original(&event)).await;
    assert_eq!(thinking.body["flags"], 64 | 128);
    let first = stage.bot.follow(&event, text("first")).await;
    assert_eq!(first.id(), thinking.id());
    assert_eq!(first.body["flags"], 64);
    let second = stage.bot.follow(&event, whisper("second")).await;
    assert_ne!(second.id(), first.id());
    assert_eq!(stage.bob.messages(&stage.lobby).len(), 0);
    assert_eq!(stage.ann.messages(&stage.lobby).len(), 2);

    let (_, event) = stage.ask().await;
    stage.bot.answer(&event, 5, Value::Null).await;
    let private = stage.bot.follow(&event, whisper("secret")).await;
    assert_eq!(private.code(), (400, 50035));
    let edited = stage.bot.edit(&event, whisper("secret")).await;
    assert_eq!(edited.code(), (400, 50035));
    let problems = stage.discord.take_problems();
    assert!(problems[0].contains("deferred for all to see"));
    assert!(problems[1].contains("cannot make a message private"));
    assert!(!stage.bob.traffic().contains("secret"));
    stage.discord.finish();
}
