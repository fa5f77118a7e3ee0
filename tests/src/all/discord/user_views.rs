//! The view of each user on the local Discord, and the actions that it permits.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use tests::discord::{AcknowledgmentKind, Choice, VisibleEvent};

use super::{
    bot::{messages, text, whisper},
    server::DiscordBot,
};

/// Returns the panic message of a test that does something impossible.
fn refusal(ask: impl FnOnce()) -> String {
    let said = catch_unwind(AssertUnwindSafe(ask)).expect_err("it is impossible");
    match said.downcast::<String>() {
        Ok(said) => *said,
        Err(said) => said
            .downcast_ref::<&str>()
            .expect("it says why")
            .to_string(),
    }
}

#[tokio::test]
async fn a_private_answer_is_seen_by_its_user_alone() {
    let mut stage = DiscordBot::open().await;
    let (asked, event) = stage.ask().await;
    let buttons = json!([{ "type": 1, "components": [{ "type": 2, "style": 1, "label": "Again", "custom_id": "again" }] }]);
    let secret = json!({ "content": "a secret", "flags": 64, "components": buttons });
    assert_eq!(stage.bot.answer(&event, 4, secret).await.status, 204);
    let answer = asked.answer().await;
    assert!(answer.is_private());
    let transcript = stage.ann.transcript();
    assert!(transcript.contains("a secret") && transcript.contains("types /games"));
    assert_eq!(stage.bob.transcript(), "");
    assert_eq!(stage.bob.traffic(), "");
    assert!(stage.bob.messages(&stage.lobby).is_empty() && stage.lobby.messages().is_empty());
    let why = refusal(|| drop(stage.bob.presses(&answer, "Again")));
    assert!(why.contains("Bob cannot see the message"), "{why}");
    let pressed = stage.ann.presses(&answer, "Again");
    let event = stage.ears.interaction().await;
    assert_eq!(event["data"]["custom_id"], "again");
    assert_eq!(event["message"]["flags"], 64);
    let update = json!({ "content": "another secret", "components": [] });
    assert_eq!(stage.bot.answer(&event, 7, update).await.status, 204);
    assert_eq!(
        pressed.acknowledged().await.kind,
        AcknowledgmentKind::Update
    );
    assert_eq!(pressed.answer().await.text, "another secret");
    assert_eq!(stage.bob.traffic(), "");
    // The number of the message alone does not make it reachable in the channel.
    let path = format!("{}/{}", messages(stage.lobby.id), answer.id);
    assert_eq!(stage.bot.get(&path).await.status, 404);
    stage.discord.finish();
}

#[tokio::test]
async fn a_public_answer_shows_its_command_and_options_to_all_readers() {
    let mut stage = DiscordBot::open().await;
    let typed = "/move match:7 move:e2 e4";
    let played = stage.ann.types(&stage.lobby, typed);
    let event = stage.ears.interaction().await;
    stage.bot.answer(&event, 5, Value::Null).await;
    let shown = format!("to Ann who used {typed} is thinking…");
    assert!(stage.bob.transcript().contains(&shown));
    stage.bot.edit(&event, text("played")).await;
    assert_eq!(played.answer().await.text, "played");
    let used = stage.bob.messages(&stage.lobby).remove(0).command_use;
    assert_eq!(used.map(|used| used.command).as_deref(), Some(typed));

    let asked = stage.ann.types(&stage.lobby, "/move move:d2 d4");
    let event = stage.ears.interaction().await;
    stage.bot.answer(&event, 4, whisper("only you")).await;
    asked.answer().await;
    let public = stage.bot.follow(&event, text("for all")).await;
    assert_eq!(public.status, 200);
    let transcript = stage.bob.transcript();
    assert!(transcript.contains("/move move:d2 d4"), "{transcript}");
    stage.discord.finish();
}

#[tokio::test]
async fn people_send_only_registered_commands() {
    let mut stage = DiscordBot::open().await;
    let (ann, lobby) = (&stage.ann, &stage.lobby);
    for (text, why) in [
        ("/help", "no command /help"),
        ("/challenge", "without its option variant"),
        ("/challenge variant:chess", "none of the choices"),
        (
            "/challenge variant:Berolina color:white",
            "none of the choices",
        ),
        (
            "/challenge variant:Berolina opponent:@Zed",
            "nobody here is called so",
        ),
        ("/challenge variant:Berolina minutes:0", "too low"),
        ("/challenge variant:Berolina minutes:soon", "no number"),
        (
            "/challenge variant:Berolina rated:maybe",
            "neither true nor false",
        ),
        ("/challenge variant:Berolina variant:bario", "given twice"),
        ("/move e2e4", "has no option for"),
        ("move", "no command"),
    ] {
        let said = refusal(|| drop(ann.types(lobby, text)));
        assert!(said.contains(why), "{text}: {said}");
    }
    let why = refusal(|| drop(ann.begins(lobby, "/challenge variant:b")));
    assert!(why.contains("not completed by the bot"), "{why}");

    let typed = "/challenge variant:Berolina opponent:@Bob minutes:5 rated:true";
    ann.types(lobby, typed);
    let event = stage.ears.interaction().await;
    let bob = stage.bob.id.to_string();
    assert_eq!(
        event["data"]["options"],
        json!([
            { "name": "variant", "type": 3, "value": "berolina" },
            { "name": "opponent", "type": 6, "value": bob },
            { "name": "minutes", "type": 4, "value": 5 },
            { "name": "rated", "type": 5, "value": true },
        ])
    );
    let resolved = &event["data"]["resolved"]["users"];
    assert_eq!(resolved[&bob]["global_name"], "Bob");
    assert_eq!(event["member"]["user"]["username"], "ann");
    stage.discord.finish();
}

#[tokio::test]
async fn completions_reach_only_the_typing_user() {
    let mut stage = DiscordBot::open().await;
    let (ann, lobby) = (stage.ann.clone(), stage.lobby.clone());
    let typing = tokio::spawn(async move { ann.completes(&lobby, "/move match:7 move:e2").await });
    let event = stage.ears.interaction().await;
    assert_eq!(event["type"], 4);
    assert_eq!(
        event["data"]["options"][1],
        json!({ "name": "move", "type": 3, "value": "e2", "focused": true })
    );
    let wrong = stage.bot.answer(&event, 4, text("x")).await;
    stage.rejects(&wrong, "type 4");
    let choices = json!({ "choices": [{ "name": "e2 to e4", "value": "e2e4" }] });
    assert_eq!(stage.bot.answer(&event, 8, choices).await.status, 204);
    let choices = typing.await.expect("choices");
    let (name, value) = ("e2 to e4".to_owned(), "e2e4".to_owned());
    assert_eq!(choices, [Choice { name, value }]);
    assert!(stage.ann.transcript().contains("is offered: e2 to e4"));
    assert_eq!(stage.bob.traffic(), "");
    stage.discord.finish();
}

#[tokio::test]
async fn windows_menus_and_disabled_buttons() {
    let mut stage = DiscordBot::open().await;
    let row = |components: Value| json!({ "type": 1, "components": components });
    let entries = json!([{ "label": "Knight", "value": "n" }, { "label": "Queen", "value": "q" }]);
    let components = json!([
        row(json!([
            { "type": 2, "style": 1, "label": "Name it", "custom_id": "name" },
            { "type": 2, "style": 4, "label": "Spent", "custom_id": "spent", "disabled": true },
        ])),
        row(
            json!([{ "type": 3, "custom_id": "piece", "placeholder": "Which piece?", "options": entries }])
        ),
    ]);
    let menus = json!({ "content": "Choose", "components": components });
    stage.bot.post(stage.lobby.id, menus).await;
    let post = stage.bob.reads(&stage.lobby, "Choose").await;
    assert!(post.offers("Name it") && !post.offers("Spent"));
    let why = refusal(|| drop(stage.bob.presses(&post, "Spent")));
    assert!(why.contains("cannot be pressed"), "{why}");
    let why = refusal(|| drop(stage.bob.chooses(&post, "Which piece?", "King")));
    assert!(why.contains("no entry"), "{why}");

    let pressed = stage.bob.presses(&post, "Name it");
    let event = stage.ears.interaction().await;
    let field =
        json!({ "type": 4, "custom_id": "text", "label": "The name", "style": 1, "max_length": 5 });
    let modal = json!({ "custom_id": "naming", "title": "Name a piece", "components": [row(json!([field]))] });
    assert_eq!(stage.bot.answer(&event, 9, modal).await.status, 204);
    let modal = pressed.modal().await;
    let why = refusal(|| drop(stage.bob.submits(&modal, &[("The name", "too long")])));
    assert!(why.contains("takes 5"), "{why}");
    let why = refusal(|| drop(stage.bob.submits(&modal, &[])));
    assert!(why.contains("required"), "{why}");
    let sent = stage.bob.submits(&modal, &[("The name", "Rook")]);
    let event = stage.ears.interaction().await;
    assert_eq!(event["type"], 5);
    let row = &event["data"]["components"][0];
    assert_eq!(row["components"][0]["value"], "Rook");
    stage.bot.answer(&event, 6, Value::Null).await;
    assert_eq!(sent.acknowledged().await.kind, AcknowledgmentKind::Silence);

    stage.bob.chooses(&post, "", "Queen");
    let event = stage.ears.interaction().await;
    assert_eq!(event["data"]["values"], json!(["q"]));
    assert_eq!(event["data"]["component_type"], 3);
    let spent = json!({ "components": [] });
    stage.bot.answer(&event, 7, spent).await;
    let why = refusal(|| drop(stage.bob.chooses(&post, "", "Queen")));
    assert!(why.contains("no menu"), "{why}");
    // A user whose screen is a moment behind can still do it.
    stage.bob.chooses_of(&post, "", "Knight");
    let event = stage.ears.interaction().await;
    assert_eq!(event["data"]["values"], json!(["n"]));
    stage.discord.finish();
}

#[tokio::test]
async fn only_present_members_read_a_channel_and_are_called() {
    let stage = DiscordBot::open().await;
    let staff = stage.discord.channel("staff");
    staff.set_readers(&[&stage.ann]);
    stage.bot.post(staff.id, text("for staff")).await;
    assert!(stage.ann.transcript().contains("for staff") && stage.bob.transcript().is_empty());
    assert!(refusal(|| drop(stage.bob.types(&staff, "/games"))).contains("Bob cannot read staff"));
    let home = stage.discord.home();
    stage.bob.leaves(&home);
    stage.bot.post(stage.lobby.id, text("after Bob")).await;
    assert!(!stage.bob.transcript().contains("after Bob"));
    stage.bob.joins(&home);
    stage.bob.renames(Some(&home), "Robert");
    let allowed = json!({ "users": [stage.bob.id] });
    let body = json!({ "content": format!("{} and {}", stage.bob.mention(), stage.ann.mention()), "allowed_mentions": allowed });
    stage.bot.post(stage.lobby.id, body.clone()).await;
    assert_eq!((stage.bob.n_pings(), stage.ann.n_pings()), (1, 0));
    let mut silent = body;
    silent["flags"] = json!(4096);
    stage.bot.post(stage.lobby.id, silent).await;
    assert_eq!(stage.bob.n_pings(), 1);
    stage.discord.finish();
}

#[tokio::test]
async fn a_transcript_does_not_depend_on_ids() {
    let mut transcripts = Vec::new();
    for _ in 0..2 {
        let mut stage = DiscordBot::open().await;
        let (_, event) = stage.ask().await;
        let body = json!({ "content": format!("It is {}'s turn", stage.bob.mention()), "allowed_mentions": { "parse": [] } });
        stage.bot.answer(&event, 4, body).await;
        let path = messages(stage.lobby.id);
        let file = ("board.png", "an empty board", &b"png"[..]);
        let message = stage.bot.send("POST", &path, text("The board"), file).await;
        let own = format!("{path}/{}", message.id());
        stage.bot.call("PATCH", &own, text("The new board")).await;
        stage.bot.call("DELETE", &own, Value::Null).await;
        let mut seen = stage.ann.seen();
        seen.retain(|seen| matches!(seen.event, VisibleEvent::Edit(_)));
        assert_eq!(seen.len(), 1);
        transcripts.push((stage.ann.transcript(), stage.bob.traffic()));
        stage.discord.finish();
    }
    let expected = "\
#lobby  Ann types /games
#lobby  [1] Oddboard, to Ann who used /games
    It is @Bob's turn
#lobby  [2] Oddboard
    The board
    (board.png of 3 bytes: an empty board)
#lobby  [2] now: Oddboard
    The new board
    (board.png of 3 bytes: an empty board)
#lobby  [2] is deleted
";
    assert_eq!(transcripts[0].0, expected);
    assert_eq!(transcripts[0], transcripts[1]);
}
