//! Moves in the place of a match, and the names of people in rooms.

use rules::Variant;
use serde_json::{Value, json};
use tests::matrix::{Person, ReceivedEvent};

use super::table::Table;

/// Waits for a message of the bot whose HTML contains these words, after the first `after` events.
async fn html(person: &Person, after: usize, words: &str) -> ReceivedEvent {
    person
        .until(words, |seen| {
            let mut later = seen.iter().skip(after);
            let found = later.find(|event| {
                let html = event.content["formatted_body"].as_str();
                event.is_said_by_bot() && html.is_some_and(|html| html.contains(words))
            });
            found.cloned()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_alone_answers_a_challenge_or_an_offer_in_its_thread() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let (ann, bob) = (&table.ann, &table.bob);
    let text = "!odd challenge berolina @bob:localhost color:white";
    ann.says(&table.room, text).await;
    let challenge = bob.reads(0, "ann challenges bob").await;
    bob.says_in(&table.room, challenge.id.as_str(), "Decline")
        .await;
    ann.reads(0, "bob declined your challenge").await;
    // The word accepts nothing from another person, nor where no question is open.
    let before = bob.now();
    ann.says(&table.room, text).await;
    let challenge = bob.reads(before, "ann challenges bob").await;
    let thread = challenge.id.as_str();
    bob.says(&table.room, "accept").await;
    bob.says_in(&table.room, thread, "I accept nothing").await;
    bob.says_in(&table.room, thread, "accept").await;
    let board = ann.reads(0, "· match ").await;
    assert_eq!(board.thread(), Some(thread));
    ann.says_in(&table.room, thread, "!odd draw").await;
    bob.reads(before, "offers bob a draw").await;
    bob.says_in(&table.room, thread, "accept").await;
    bob.reads(before, "Drawn by agreement").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_go_by_the_names_that_they_have_in_the_room() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let (ann, bob) = (&table.ann, &table.bob);
    rename(&table, ann, "Annie").await;
    bob.says(
        &table.room,
        "!odd challenge berolina @ann:localhost color:black",
    )
    .await;
    let challenge = html(ann, 0, &link("ann", "Annie")).await;
    assert!(challenge.body().contains("bob challenges Annie"));
    assert_eq!(
        challenge.content["m.mentions"]["user_ids"][0],
        "@ann:localhost"
    );
    ann.reacts(&challenge, "✅").await;
    ann.reads(0, "Annie (White) to move").await;
    table.close().await;
}

/// Returns a name as a link to an account.
fn link(account: &str, name: &str) -> String {
    format!("<a href=\"https://matrix.to/#/%40{account}%3Alocalhost\">{name}</a>")
}

/// Changes a person's display name in the room.
async fn rename(table: &Table, person: &Person, name: &str) {
    let room = person.client.get_room(&table.room);
    let room = room.expect("they are there");
    let content = json!({ "membership": "join", "displayname": name });
    let account = person.account();
    let sent = room.send_state_event_raw("m.room.member", &account, content);
    sent.await.expect("it is their own name");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_board_has_the_new_name_of_a_renamed_player() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let (ann, bob) = (&table.ann, &table.bob);
    rename(&table, bob, "Bobby").await;
    let thread = played.challenge.id.as_str();
    ann.says_in(&table.room, thread, "!odd move e2d3").await;
    let board = html(ann, 0, &format!("{} played", link("ann", "ann"))).await;
    let picture = board.content["org.oddboard.alt"].as_str();
    assert!(picture.is_some_and(|picture| picture.contains("ann (White) against Bobby (Black)")));
    let html = board.content["formatted_body"].as_str();
    assert!(html.is_some_and(|html| html.contains(&link("bob", "Bobby"))));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_shared_by_two_people_links_to_the_player() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    rename(&table, &table.eve, "bob").await;
    let thread = played.challenge.id.as_str();
    let text = "!odd move e2d3";
    table.ann.says_in(&table.room, thread, text).await;
    let board = html(&table.ann, 0, &format!("{} played", link("ann", "ann"))).await;
    let html = board.content["formatted_body"].as_str();
    let html = html.expect("it is said in HTML, too");
    assert!(html.contains(&format!("{} (Black) to move", link("bob", "bob"))));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_also_link_to_people_without_a_call() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let (ann, bob) = (&table.ann, &table.bob);
    let thread = played.challenge.id.as_str();
    ann.says_in(&table.room, thread, "!odd move e2d3").await;
    let link = |name: &str| link(name, name);
    let board = html(bob, 0, &format!("{} played", link("ann"))).await;
    let html = board.content["formatted_body"].as_str();
    assert!(html.is_some_and(|html| html.contains(&link("bob"))));
    let called = &board.content["m.mentions"]["user_ids"];
    assert_eq!(called, &json!(["@bob:localhost"]));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_warns_where_secrets_would_stay_visible() {
    let table = Table::open_in(false, Value::Null, &[]).await;
    let warning = "I may not remove messages in this room";
    table.ann.says(&table.room, "!odd challenge berolina").await;
    let post = table.bob.reads(0, "match of Berolina").await;
    assert!(!post.body().contains(warning));
    table.ann.says(&table.room, "!odd challenge chakart").await;
    let post = table.bob.reads(0, "match of Chakart").await;
    assert!(post.body().contains(warning), "{}", post.body());
    let room = table
        .ann
        .client
        .get_room(&table.room)
        .expect("she is there");
    let powers = json!({ "users": { "@odd:localhost": 50 } });
    let sent = room
        .send_state_event_raw("m.room.power_levels", "", powers)
        .await;
    sent.expect("she may");
    let before = table.bob.now();
    table.ann.says(&table.room, "!odd challenge chakart").await;
    let post = table.bob.reads(before, "match of Chakart").await;
    assert!(!post.body().contains(warning), "{}", post.body());
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mute_that_was_lifted_brings_the_thread_back() {
    let table = Table::open(&[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let room = table
        .ann
        .client
        .get_room(&table.room)
        .expect("she is there");
    let powers = |needed: u32| {
        let powers = json!({ "events_default": needed });
        room.send_state_event_raw("m.room.power_levels", "", powers)
    };
    powers(50).await.expect("she may");
    let before = table.ann.now();
    let text = format!("!odd move e2d3 match:{}", played.id);
    table.ann.says(&table.room, &text).await;
    table
        .ann
        .reads(before, "I can no longer write where match")
        .await;
    powers(0).await.expect("she may");
    let before = table.bob.now();
    table
        .bob
        .says_in(&table.room, played.challenge.id.as_str(), "b7c6")
        .await;
    let board = table.bob.reads(before, "1… bob played bc6").await;
    assert_eq!(board.thread(), Some(played.challenge.id.as_str()));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_choices_are_in_a_separate_message_after_the_picture() {
    let table = Table::open(&[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let before = table.ann.now();
    let thread = played.challenge.id.as_str();
    table.ann.says_in(&table.room, thread, "!odd move").await;
    let asked = table.ann.reads(before, "Answer with the number").await;
    assert_eq!(asked.content["msgtype"], "m.notice");
    let picture =
        |event: &&ReceivedEvent| event.room == asked.room && event.content["msgtype"] == "m.image";
    let seen = table.ann.all();
    let picture = seen.iter().skip(before).find(picture);
    let picture = picture.expect("a picture comes before it");
    assert!(!picture.body().contains("Answer with the number"));
    table.ann.reacts(&asked, "1️⃣").await;
    table.ann.reads(before, "Answer with the number").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_choices_are_in_a_separate_message_after_the_picture() {
    let table = Table::open(&[]).await;
    let played = table.begin(Variant::Berolina, "").await;
    let (ann, bob) = (&table.ann, &table.bob);
    let thread = played.challenge.id.as_str();
    ann.says_in(&table.room, thread, "!odd pause").await;
    bob.reads(0, "a pause. Until one of them").await;
    bob.says_in(&table.room, thread, "accept").await;
    ann.reads(0, "is paused: nobody can move").await;
    let before = ann.now();
    ann.says_in(&table.room, thread, "!odd board").await;
    let board = ann.reads(before, "The match is paused").await;
    assert!(board.body().contains("✅ Resume"), "{}", board.body());
    assert_ne!(board.content["msgtype"], "m.image");
    assert_eq!(board.thread(), Some(thread));
    let seen = ann.all();
    let mut later = seen.iter().skip(before);
    let picture = later.find(|event| event.thread() == Some(thread) && event.is_picture_alone());
    let picture = picture.expect("its picture comes before it");
    // A reaction to the picture chooses nothing. The picture remains unchanged when the match continues.
    ann.reacts(picture, "✅").await;
    ann.says_in(&table.room, thread, "!odd move e2d3").await;
    ann.reads(before, "is paused, so nobody can move").await;
    // The next board offers only what has a command.
    let before = ann.now();
    ann.reacts(&board, "✅").await;
    let board = ann.reads(before, "(White) to move").await;
    assert_eq!(board.content["msgtype"], "m.image");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_chooses_one_of_several_matches() {
    let table = Table::open(&[]).await;
    let first = table.begin(Variant::Berolina, "").await;
    let second = table.begin(Variant::Baroque, "").await;
    let (ann, before) = (&table.ann, table.ann.now());
    ann.says(&table.room, "!odd history").await;
    let asked = ann.reads(before, "Which match do you mean?").await;
    // Their order depends on their ids.
    let choice = format!(". {}: ann – bob", second.id);
    let mut lines = asked.body().lines();
    let number = lines.find_map(|line| line.strip_suffix(&choice));
    let number = number.unwrap_or_else(|| panic!("{}", asked.body()));
    assert!(["1", "2"].contains(&number), "{}", asked.body());
    ann.says(&asked.room, number).await;
    let told = ann.reads(before, &format!("Match {}", second.id)).await;
    assert_eq!(told.room, asked.room);
    assert!(!told.body().contains(&first.id), "{}", told.body());
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn help_names_no_setting_that_a_room_lacks() {
    let table = Table::open(&[]).await;
    let (ann, before) = (&table.ann, table.ann.now());
    ann.says(&table.room, "!odd help settings server").await;
    let told = ann.reads(before, "For managers").await;
    let names = |topic: &str| told.body().contains(topic);
    assert!(names("threads (optional)"), "{}", told.body());
    assert!(!names("channels") && !names("boards ("), "{}", told.body());
    let before = ann.now();
    let text = "!odd settings server challengers:managers";
    ann.says(&table.room, text).await;
    ann.reads(before, "only those who manage the room").await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_signs_in_comes_in_direct_messages_alone() {
    let settings = [
        ("ODDBOARD_WEB_URL", "https://play.example.org"),
        ("ODDBOARD_WEB_LISTEN", "127.0.0.1:0"),
    ];
    let table = Table::open_in(false, Value::Null, &settings).await;
    let (ann, bob) = (&table.ann, &table.bob);
    ann.says(&table.room, "!odd challenge berolina @bob:localhost")
        .await;
    let challenge = bob.reads(0, "ann challenges bob").await;
    bob.says_in(&table.room, challenge.id.as_str(), "accept")
        .await;
    let board = html(ann, 0, "https://play.example.org/match/").await;
    assert_eq!(board.room, table.room);
    ann.says(&table.room, "!odd board").await;
    let link = html(ann, 0, "https://play.example.org/enter#").await;
    assert_ne!(link.room, table.room);
    assert!(link.body().contains("it is for you alone"));
    table.close().await;
}
