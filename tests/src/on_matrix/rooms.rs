//! Joins of rooms, the bot's profile there, and the data of rooms that it has left.

use std::{fs, time::Duration};

use matrix_sdk::ruma::{events::StateEventType, user_id};
use serde_json::{Value, json};
use tests::matrix::{ManualJoiner, PATIENCE, Person};
use tokio::time::timeout;

use super::{manners::membership, table::Table};

/// Returns the bot's public profile: its name and the address of its avatar.
async fn profile(person: &Person) -> (Value, Value) {
    let account = person.client.account();
    let profile = account.fetch_user_profile_of(user_id!("@odd:localhost"));
    let profile = profile.await.expect("the homeserver answers");
    let field = |name: &str| profile.get(name).cloned().unwrap_or_default();
    (field("displayname"), field("avatar_url"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_has_the_set_profile_and_explains_a_direct_room() {
    let mut table = Table::open(&[("ODDBOARD_MATRIX_NAME", "Odd Board")]).await;
    assert_eq!(profile(&table.ann).await, (json!("Odd Board"), Value::Null));
    table.ann.says(&table.room, "!odd games").await;
    let said = table.ann.reads(0, "You have no match in play").await;
    let direct = table.ann.client.get_room(&said.room).expect("she is there");
    assert_eq!(direct.name().as_deref(), Some("Odd Board"));
    let topic = direct.topic().unwrap_or_default();
    assert!(topic.contains("What I tell you alone"), "{topic}");
    assert!(table.stop().await);
    let file = table.data().join("avatar");
    fs::write(&file, b"\x89PNG\r\n\x1a\n and more").expect("a file");
    let file = file.display().to_string();
    table.set("", Some(("ODDBOARD_MATRIX_AVATAR", &file)));
    let mut before = None;
    for _ in 0..2 {
        table.start().await;
        let (_, avatar) = profile(&table.ann).await;
        assert!(avatar.as_str().is_some_and(|at| at.starts_with("mxc://")));
        // The same picture is not uploaded again.
        assert_eq!(before.get_or_insert(avatar.clone()), &avatar);
        assert!(table.stop().await);
    }
    table.start().await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_joins_only_rooms_of_permitted_inviters() {
    let settings = [("ODDBOARD_MATRIX_INVITERS", "@ann:localhost, example.org")];
    let table = Table::open(&settings).await;
    let room = table.eve.open_room(&["odd"], false, Value::Null).await;
    membership(&table.eve, &room, "leave").await;
    let room = table.ann.open_room(&["odd"], false, Value::Null).await;
    membership(&table.ann, &room, "join").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_declined_invitations_leave_nothing_behind() {
    let homeserver = Table::homeserver().await;
    let dan = tokio::task::spawn_blocking(move || {
        homeserver.register("dan");
        homeserver
    });
    let homeserver = dan.await.expect("Dan has an account");
    let address = homeserver.address();
    let mut table = Table::open_at(homeserver, false, Value::Null, Vec::new()).await;
    let room = table.ann.open_public_room(&["odd"], None).await;
    membership(&table.ann, &room, "join").await;
    let mut dan = ManualJoiner::log_in(&address, "dan").await;
    dan.goes("join", &room).await;
    for _ in 0..30 {
        dan.says(&room, "!odd games").await;
        timeout(PATIENCE, dan.declines())
            .await
            .expect("he is asked in");
    }
    let mut bot = ManualJoiner::log_in(&address, "odd").await;
    let rooms = [&*table.room, &*room];
    let left = timeout(PATIENCE + Duration::from_secs(30), bot.has_only(&rooms)).await;
    left.expect("the bot forgets the rooms where nobody is");
    assert!(table.stop().await);
    let kept = table.run(&["backup", "-"]).await;
    let kept = String::from_utf8_lossy(&kept.stdout).into_owned();
    assert!(kept.contains("matrix/since"), "{kept}");
    for gone in ["matrix/former", "matrix/person"] {
        assert!(!kept.contains(gone), "{kept}");
    }
    table.start().await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_receive_the_commands_and_send_them_with_arguments() {
    let powers = json!({ "users": { "@odd:localhost": 50 } });
    let settings = [("ODDBOARD_MATRIX_COMMANDS", "true")];
    let mut table = Table::open_in(false, powers, &settings).await;
    let kind = "org.matrix.msc4391.command_description";
    let here = table.room.clone();
    table
        .ann
        .until("the last command", |seen| {
            let mut described = seen
                .iter()
                .filter(|event| event.room == here && event.kind == kind);
            described
                .find(|event| event.content["command"] == "help")
                .cloned()
        })
        .await;
    let room = table
        .ann
        .client
        .get_room(&table.room)
        .expect("she is there");
    // The digest of the command's name and the bot's account.
    let key = "9/43OAF96H+GSGqOk+DnTdh3lrUrlvLgw8sihNhkLNc=";
    let described = room.get_state_event(StateEventType::from(kind), key).await;
    assert!(described.expect("the store can be read").is_some());
    let chosen = |to: &str| {
        json!({
            "msgtype": "m.text", "body": "/challenge --variant=berolina",
            "m.mentions": { "user_ids": [to] },
            "org.matrix.msc4391.command": {
                "command": "challenge", "arguments": { "variant": "berolina", "color": "white" },
            },
        })
    };
    // The bot does not answer a message to another bot, but the next one.
    let before = table.ann.now();
    table
        .ann
        .send(&table.room, "m.room.message", chosen("@eve:localhost"))
        .await;
    table.ann.says(&table.room, "!odd games").await;
    table.ann.reads(before, "You have no match in play").await;
    table
        .ann
        .send(&table.room, "m.room.message", chosen("@odd:localhost"))
        .await;
    let post = table.bob.reads(0, "match of Berolina").await;
    assert!(post.body().contains("ann plays White"));
    // Without this setting the bot removes all its command descriptions.
    assert!(table.stop().await);
    table.set("ODDBOARD_MATRIX_COMMANDS", None);
    table.start().await;
    let taken_back = table.ann.until("that no command is described", |seen| {
        let mut taken_back = seen
            .iter()
            .filter(|event| event.room == here && event.kind == kind && event.content == json!({}));
        taken_back.nth(command::SPECS.len() - 1).cloned()
    });
    taken_back.await;
    table.close().await;
}
