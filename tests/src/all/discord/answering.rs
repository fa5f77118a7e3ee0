//! The server's rules for interactions: the time, the number and the form of replies.

use std::time::Duration;

use serde_json::json;
use tests::discord::{Manner, Trouble};

use super::{
    bot::{callback, code, text, whisper},
    server::DiscordBot,
};

#[tokio::test]
async fn an_interaction_is_acknowledged_once_and_in_time() {
    let mut stage = DiscordBot::open().await;
    let (asked, event) = stage.ask().await;
    assert_eq!(
        code(&stage.bot.get(&stage.bot.original(&event)).await),
        (404, 10015)
    );
    let early = stage.bot.follow(&event, text("early")).await;
    assert_eq!(code(&early), (404, 10015));
    let answer = stage.bot.answer(&event, whisper("none")).await;
    assert_eq!(answer.0, 204);
    let acknowledged = asked.acknowledged().await;
    assert_eq!(
        (acknowledged.manner, acknowledged.is_private),
        (Manner::Answer, true)
    );
    assert_eq!(asked.answer().await.text, "none");
    let again = stage
        .bot
        .answer(&event, json!({ "type": 4, "data": { "content": "again" } }))
        .await;
    assert_eq!(code(&again), (400, 40060));
    stage.complains("acknowledged twice");

    let (_, event) = stage.ask().await;
    stage.discord.advance(Duration::from_millis(3001));
    let late = stage.bot.answer(&event, json!({ "type": 5 })).await;
    assert_eq!(code(&late), (404, 10062));
    stage.complains("after 3.001s");
    assert!(stage.ann.transcript().contains("This interaction failed"));

    let (_, event) = stage.ask().await;
    let wrong = stage
        .bot
        .answer(&event, json!({ "type": 7, "data": { "content": "x" } }))
        .await;
    assert_eq!(code(&wrong), (400, 50035));
    stage.complains("type 7");
    let empty = stage
        .bot
        .answer(&event, json!({ "type": 4, "data": {} }))
        .await;
    assert_eq!(code(&empty), (400, 50035));
    stage.complains("says nothing");
    stage.discord.finish();
}

#[tokio::test]
async fn an_acknowledgment_whose_answer_was_lost_may_be_repeated() {
    let mut stage = DiscordBot::open().await;
    stage
        .discord
        .misbehave("POST /interactions/*/*/callback", Trouble::CutAfter, 1);
    let (asked, event) = stage.ask().await;
    let body = whisper("none");
    assert!(
        stage
            .bot
            .try_call("POST", &callback(&event), &body)
            .await
            .is_err()
    );
    assert_eq!(asked.answer().await.text, "none");
    assert_eq!(code(&stage.bot.answer(&event, body).await), (400, 40060));
    stage.discord.finish();
}

#[tokio::test]
async fn a_token_works_for_fifteen_minutes() {
    let mut stage = DiscordBot::open().await;
    let (_, event) = stage.ask().await;
    stage
        .bot
        .answer(&event, json!({ "type": 5, "data": { "flags": 64 } }))
        .await;
    stage.discord.advance(Duration::from_secs(15 * 60));
    let edited = stage.bot.edit(&event, text("done")).await;
    assert_eq!(edited.0, 200);
    stage.discord.advance(Duration::from_millis(1));
    let late = stage.bot.edit(&event, text("late")).await;
    assert_eq!(code(&late), (401, 50027));
    let late = stage.bot.follow(&event, text("late")).await;
    assert_eq!(code(&late), (401, 50027));

    let (asked, event) = stage.ask().await;
    asked.expire();
    assert_eq!(
        code(&stage.bot.answer(&event, json!({ "type": 5 })).await),
        (404, 10062)
    );
    assert_eq!(
        code(&stage.bot.follow(&event, text("x")).await),
        (401, 50027)
    );
    stage.discord.finish();
}

#[tokio::test]
async fn the_first_message_after_a_deferral_takes_its_place_and_its_visibility() {
    let mut stage = DiscordBot::open().await;
    let (asked, event) = stage.ask().await;
    stage
        .bot
        .answer(&event, json!({ "type": 5, "data": { "flags": 64 } }))
        .await;
    assert_eq!(asked.acknowledged().await.manner, Manner::Deferral);
    let (_, thinking) = stage.bot.get(&stage.bot.original(&event)).await;
    assert_eq!(thinking["flags"], 64 | 128);
    let (_, first) = stage.bot.follow(&event, text("first")).await;
    assert_eq!(
        (&first["id"], &first["flags"]),
        (&thinking["id"], &json!(64))
    );
    let (_, second) = stage
        .bot
        .follow(&event, json!({ "content": "second", "flags": 64 }))
        .await;
    assert_ne!(second["id"], first["id"]);
    assert_eq!(stage.bob.messages(&stage.lobby).len(), 0);
    assert_eq!(stage.ann.messages(&stage.lobby).len(), 2);

    let (_, event) = stage.ask().await;
    stage.bot.answer(&event, json!({ "type": 5 })).await;
    let private = stage
        .bot
        .follow(&event, json!({ "content": "secret", "flags": 64 }))
        .await;
    assert_eq!(code(&private), (400, 50035));
    let edited = stage
        .bot
        .edit(&event, json!({ "content": "secret", "flags": 64 }))
        .await;
    assert_eq!(code(&edited), (400, 50035));
    let problems = stage.discord.take_problems();
    assert!(
        problems[0].contains("deferred for all to see")
            && problems[1].contains("cannot make a message private"),
        "{problems:?}"
    );
    assert!(!stage.bob.traffic().contains("secret"));
    stage.discord.finish();
}
