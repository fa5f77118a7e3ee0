//! The bot's behavior towards people.

use matrix_sdk::ruma::user_id;
use rules::Variant;
use serde_json::{Value, json};
use tests::matrix::Person;

use super::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_is_spoken_to_by_prefix_by_name_or_alone() {
    let table = Table::open(&[]).await;
    let ann = &table.ann;
    let asked = ann.says(&table.room, "!odd").await;
    let help = ann
        .reads(0, "Challenge somebody with !odd challenge berolina")
        .await;
    assert_ne!(help.room, table.room);
    assert!(!help.body().contains(" /"), "{}", help.body());
    assert_eq!(help.content["msgtype"], "m.notice");
    assert_eq!(ann.sign(&asked).await, "✉️");
    for text in [
        "@odd:localhost games",
        "@odd games",
        "odd: games",
        "!ODD games",
        "!odd: games",
    ] {
        let before = ann.now();
        ann.says(&table.room, text).await;
        ann.reads(before, "You have no match in play").await;
    }
    let pill = json!({
        "msgtype": "m.text", "body": "odd games", "format": "org.matrix.custom.html",
        "formatted_body": "<a href=\"https://matrix.to/#/@odd:localhost\">odd</a> games",
    });
    let before = ann.now();
    ann.send(&table.room, "m.room.message", pill).await;
    ann.reads(before, "You have no match in play").await;
    let before = ann.now();
    ann.says(&help.room, "mvoe e2e4").await;
    let said = ann.reads(before, "Did you mean !odd move?").await;
    assert_eq!(said.room, help.room);
    // The bot answers neither chat nor bots: its next message is the answer to the following command.
    let before = ann.now();
    ann.says(&table.room, "odd games are fun").await;
    let notice = json!({ "msgtype": "m.notice", "body": "!odd games" });
    ann.send(&table.room, "m.room.message", notice.clone())
        .await;
    ann.send(&help.room, "m.room.message", notice).await;
    ann.says(&table.room, "!odd games").await;
    ann.reads(before, "You have no match in play").await;
    let said = ann.all();
    let answers = said
        .iter()
        .skip(before)
        .filter(|event| event.is_said_by_bot());
    let answers: Vec<_> = answers.map(|event| event.body()).collect();
    assert_eq!(answers.len(), 1, "{answers:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_and_boards_take_replies() {
    let table = Table::open(&[]).await;
    let (ann, bob) = (&table.ann, &table.bob);
    ann.says(&table.room, "!odd challenge berolina color:white")
        .await;
    let post = bob.reads(0, "ann challenges anybody").await;
    assert!(
        post.body().contains("✅ Accept · ❌ Withdraw"),
        "{}",
        post.body()
    );
    bob.replies(&post, "no").await;
    bob.reads(0, "This challenge is open to anybody").await;
    bob.replies(&post, "Accept").await;
    let board = ann.reads(0, "· match ").await;
    assert_eq!(
        board.content["m.mentions"]["user_ids"],
        json!(["@ann:localhost"])
    );
    ann.replies(&board, "nice board!").await;
    ann.replies(&board, "e2d3").await;
    bob.reads(0, "1. ann played ed3").await;
    // In the thread of the match, a bare move is played.
    bob.says_in(&table.room, post.id.as_str(), "nice move")
        .await;
    bob.says_in(&table.room, post.id.as_str(), "b7c6").await;
    ann.reads(0, "1… bob played bc6").await;
    ann.says_in(&table.room, post.id.as_str(), "g2h3").await;
    let board = bob.reads(0, "2. ann played h3").await;
    bob.replies(&board, "draw").await;
    let offer = ann.reads(0, "bob offers ann a draw").await;
    ann.reacts(&offer, "❌").await;
    bob.reads(0, "ann declines the draw").await;
    let before = bob.now();
    bob.replies(&board, "resign").await;
    let sure = bob.reads(before, "Resign this game?").await;
    // A reaction to another message does not answer the question.
    let other = bob.reads(0, "This challenge is open to anybody").await;
    bob.reacts(&other, "👎").await;
    bob.reacts(&sure, "👍").await;
    ann.reads(0, "ann (White) wins").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_the_bot_means_the_same_in_a_match_and_alone() {
    let table = Table::open(&[]).await;
    let (ann, bob) = (&table.ann, &table.bob);
    ann.says(&table.room, "!odd challenge berolina color:white")
        .await;
    let post = bob.reads(0, "ann challenges anybody").await;
    // An unrelated reaction to a challenge does not accept it.
    bob.reacts(&post, "👍").await;
    bob.replies(&post, "👍").await;
    bob.says(&table.room, "!odd games").await;
    bob.reads(0, "You have no match in play").await;
    bob.says_in(&table.room, post.id.as_str(), "!odd accept")
        .await;
    ann.reads(0, "· match ").await;
    ann.says_in(&table.room, post.id.as_str(), "!odd e2d3")
        .await;
    let board = bob.reads(0, "1. ann played ed3").await;
    // A question about a move does not make it.
    bob.replies(&board, "b7c6?").await;
    bob.reads(0, "bc6").await;
    bob.replies(&board, "odd: b7c6").await;
    ann.reads(0, "1… bob played bc6").await;
    ann.says_in(&table.room, post.id.as_str(), "@odd g2h3")
        .await;
    bob.reads(0, "2. ann played h3").await;
    let (own, before) = (table.direct(bob).await, bob.now());
    bob.says(&own, "1… g7h6?").await;
    let explained = bob.reads(before, "h6").await;
    assert!(!explained.body().contains("played"), "{}", explained.body());
    // Clients send text with a slash if they know no such command.
    bob.says_in(&table.room, post.id.as_str(), "/move g7h6")
        .await;
    ann.reads(0, "2… bob played h6").await;
    ann.says_in(&table.room, post.id.as_str(), "!odd draw")
        .await;
    bob.reads(0, "ann offers bob a draw").await;
    bob.says_in(&table.room, post.id.as_str(), "!odd decline")
        .await;
    ann.reads(0, "bob declines the draw").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_version_of_a_message_counts() {
    let table = Table::open(&[]).await;
    let ann = &table.ann;
    let first = ann.says(&table.room, "!odd games").await;
    ann.reads(0, "You have no match in play").await;
    let change = json!({
        "msgtype": "m.text", "body": "* !odd challenge baroque",
        "m.new_content": { "msgtype": "m.text", "body": "!odd challenge baroque" },
        "m.relates_to": { "rel_type": "m.replace", "event_id": first },
    });
    ann.send(&table.room, "m.room.message", change).await;
    ann.reads(0, "I do not read edits").await;
    let challenge = ann.says(&table.room, "!odd challenge berolina").await;
    ann.reads(0, "ann challenges anybody to a match of Berolina")
        .await;
    let room = ann.client.get_room(&table.room).expect("Ann is there");
    room.redact(&challenge, None, None)
        .await
        .expect("it is her own");
    ann.reads(0, "so it still counts").await;
    assert!(
        !ann.all()
            .iter()
            .any(|event| event.body().contains("match of Baroque"))
    );
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undecryptable_messages_get_one_answer() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let sealed = json!({
        "algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgAEnACgAkLmt6qF84IK++J7UDH2Za1YVchHyprqTqsg",
        "device_id": "NOWHERE", "sender_key": "x", "session_id": "nowhere",
    });
    for _ in 0..2 {
        table
            .ann
            .send(&table.room, "m.room.encrypted", sealed.clone())
            .await;
    }
    table
        .ann
        .reads(0, "I cannot read what you wrote here")
        .await;
    let before = table.ann.now();
    table.ann.says(&table.room, "!odd games").await;
    table.ann.reads(before, "You have no match in play").await;
    let said = table.ann.all();
    let said = said
        .iter()
        .filter(|event| event.is_said_by_bot() && event.body().starts_with("I cannot read"));
    assert_eq!(said.count(), 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_of_the_bot_is_signed_by_its_identity_and_stays_the_same() {
    let mut table = Table::open(&[]).await;
    let mut before = None;
    for _ in 0..2 {
        table.ann.says(&table.room, "!odd games").await;
        let encryption = table.ann.client.encryption();
        let identity = encryption.request_user_identity(user_id!("@odd:localhost"));
        let identity = identity.await.expect("the homeserver answers");
        let identity = identity.expect("the bot has an identity");
        let sessions = encryption.get_user_devices(identity.user_id());
        let sessions = sessions.await.expect("the store can be read");
        let sessions: Vec<_> = sessions.devices().collect();
        let [session] = &sessions[..] else {
            panic!("the bot has {} sessions", sessions.len());
        };
        assert!(session.is_cross_signed_by_owner());
        let keys = (
            identity
                .master_key()
                .get_first_key()
                .map(|key| key.to_base64()),
            session.ed25519_key().map(|key| key.to_base64()),
        );
        assert_eq!(before.get_or_insert(keys.clone()), &keys);
        assert!(table.stop().await);
        table.start().await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_threads_a_match_is_in_its_room() {
    let table = Table::open_in(
        false,
        Value::Null,
        &[
            ("ODDBOARD_MATRIX_THREADS", "false"),
            ("ODDBOARD_MATRIX_PREFIX", "!chess"),
        ],
    )
    .await;
    table
        .ann
        .says(&table.room, "!chess challenge berolina color:white")
        .await;
    let post = table.bob.reads(0, "ann challenges anybody").await;
    table.bob.reacts(&post, "✅").await;
    let board = table.ann.reads(0, "· match ").await;
    assert_eq!(board.thread(), None);
    assert!(
        board.content["url"]
            .as_str()
            .is_some_and(|url| url.starts_with("mxc://"))
    );
    table.ann.says(&table.room, "!chess move e2d3").await;
    table.bob.reads(0, "1. ann played ed3").await;
    table.close().await;
}

/// Waits until the bot joins or leaves a room.
pub(super) async fn membership(person: &Person, room: &matrix_sdk::ruma::RoomId, what: &str) {
    person
        .until(what, |seen| {
            let mut last = seen.iter().filter(|event| {
                event.room == room
                    && event.kind == "m.room.member"
                    && event.content["membership"] == what
                    && event.sender == "@odd:localhost"
            });
            last.next().map(|_| ())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_survives_kicks_and_leaves_empty_rooms() {
    let table = Table::open(&[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let room = table
        .ann
        .client
        .get_room(&table.room)
        .expect("Ann is there");
    let odd = matrix_sdk::ruma::UserId::parse("@odd:localhost").expect("an account");
    table.ann.says(&table.room, "!odd help").await;
    table
        .ann
        .reads(0, "I referee odd chess variants. Challenge")
        .await;
    room.kick_user(&odd, None).await.expect("Ann may");
    // In direct messages the match continues, and the bot notifies its players there.
    let direct = table.direct(&table.ann).await;
    let before = table.ann.now();
    table
        .ann
        .says(&direct, &format!("move e2d3 match:{}", played.id))
        .await;
    table.ann.reads(before, "You played ed3").await;
    table
        .ann
        .reads(before, "I can no longer write where match")
        .await;
    room.invite_user_by_id(&odd).await.expect("Ann may");
    let here = &table.room;
    table
        .ann
        .until("the bot to come back", |seen| {
            let mut later = seen.iter().skip(before);
            let came = |event: &tests::matrix::ReceivedEvent| {
                event.room == *here
                    && event.sender == "@odd:localhost"
                    && event.content["membership"] == "join"
            };
            later.any(came).then_some(())
        })
        .await;
    table.bob.says(&table.room, "!odd move b7c6").await;
    table.ann.reads(before, "1… bob played bc6").await;
    // The bot leaves a room without other members.
    let alone = table.eve.open_room(&["odd"], false, Value::Null).await;
    membership(&table.eve, &alone, "join").await;
    let left = table.eve.client.get_room(&alone).expect("Eve is there");
    left.leave().await.expect("she may");
    let address = table.homeserver.address();
    assert!(
        tests::matrix::is_left(&address, "odd", &alone).await,
        "the bot stays in an empty room"
    );
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_goes_on_as_another_takes_its_matches_along() {
    let table = Table::open_in(false, Value::Null, &[("ODDBOARD_MATRIX_THREADS", "false")]).await;
    table
        .ann
        .says(&table.room, "!odd challenge berolina color:white")
        .await;
    let post = table.bob.reads(0, "ann challenges anybody").await;
    table.bob.reacts(&post, "✅").await;
    table.ann.reads(0, "· match ").await;
    let next = table
        .ann
        .open_public_room(&["bob"], Some(&table.room))
        .await;
    table.ann.moves(&table.room, &next).await;
    membership(&table.ann, &next, "join").await;
    let before = table.ann.now();
    table.ann.says(&next, "!odd move e2d3").await;
    let board = table.ann.reads(before, "1. ann played ed3").await;
    assert_eq!(board.room, next);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_false_room_upgrade_takes_no_room_over() {
    let table = Table::open_in(false, Value::Null, &[("ODDBOARD_MATRIX_THREADS", "false")]).await;
    let eve = &table.eve;
    let own = eve.open_room(&["odd"], false, Value::Null).await;
    membership(eve, &own, "join").await;
    eve.moves(&own, &table.room).await;
    // The answer shows that the bot has received all earlier events.
    eve.says(&own, "!odd games").await;
    eve.reads(0, "You have no match in play").await;
    let trap = eve.open_public_room(&[], None).await;
    eve.moves(&own, &trap).await;
    membership(eve, &trap, "leave").await;
    let before = table.bob.now();
    table.ann.says(&table.room, "!odd challenge berolina").await;
    let post = table.bob.reads(before, "ann challenges anybody").await;
    assert_eq!(post.room, table.room);
    // A room that claims to replace another one does not make the bot leave that room when it is empty.
    let late = eve.open_public_room(&["odd"], Some(&table.room)).await;
    membership(eve, &late, "join").await;
    let late_room = eve.client.get_room(&late).expect("Eve is there");
    late_room.leave().await.expect("she may");
    let address = table.homeserver.address();
    assert!(
        tests::matrix::is_left(&address, "odd", &late).await,
        "the bot stays in an empty room"
    );
    let before = table.bob.now();
    table.ann.says(&table.room, "!odd challenge baroque").await;
    table.bob.reads(before, "ann challenges anybody").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mute_bot_explains_itself_in_another_room() {
    let powers = json!({ "events_default": 50 });
    let table = Table::open_in(true, powers, &[]).await;
    table.ann.says(&table.room, "!odd challenge berolina").await;
    let said = table.ann.reads(0, "I may not speak in this room").await;
    assert_ne!(said.room, table.room);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_do_not_disturb_the_text_around_them() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let name = format!("\u{202e}<b>Ann</b> & {}", "x".repeat(200));
    table
        .ann
        .client
        .account()
        .set_display_name(Some(&name))
        .await
        .expect("a name");
    table
        .ann
        .until("the name", |seen| {
            seen.iter()
                .any(|event| {
                    event.room == table.room && event.content["displayname"] == name.as_str()
                })
                .then_some(())
        })
        .await;
    table.ann.says(&table.room, "!odd challenge berolina").await;
    let post = table.bob.reads(0, "<b>Ann</b> & xxx").await;
    assert!(!post.body().contains('\u{202e}') && !post.body().contains(&"x".repeat(100)));
    let html = post.content["formatted_body"].as_str().expect("HTML");
    assert!(
        html.contains("&lt;b&gt;Ann&lt;/b&gt; &amp; xxx") && !html.contains("<b>"),
        "{html}"
    );
    table.close().await;
}
