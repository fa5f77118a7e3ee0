//! The events that a spectator receives and can decrypt, and those for the players alone.

use matrix_sdk::ruma::OwnedEventId;
use render::{Look, Renderer, Scene, Size, Theme, in_memory};
use rules::{ByColor, Color, Record, Status, Variant};
use serde_json::json;
use testkit::Random;
use tests::matrix::ReceivedEvent;

use super::table::{Match, Table};

const TURNS: (&str, &str) = ("ODDBOARD_LIMITS_TURNS", "6");

fn names() -> ByColor<String> {
    ByColor::from_fn(|color| match color {
        Color::White => "ann".to_owned(),
        Color::Black => "bob".to_owned(),
    })
}

/// Returns the number of inputs in the name of a picture.
fn n_inputs(board: &ReceivedEvent) -> usize {
    let name = board.content["filename"]
        .as_str()
        .expect("a picture has a name");
    let n_inputs = name.trim_end_matches(".png").split('-').nth(1);
    n_inputs
        .and_then(|n_inputs| n_inputs.parse().ok())
        .expect("a picture is named by match and n_inputs")
}

/// Returns the picture of the public view after some of its inputs, with these player names, and its description.
pub(super) fn public(
    record: &Record,
    n_inputs: usize,
    names: &ByColor<String>,
    renderer: &Renderer,
) -> (Vec<u8>, String) {
    let game = record
        .replay_to(n_inputs)
        .expect("the record can be played");
    let view = game.public_view();
    let view = view.as_view();
    let look = Look {
        size: Size::default(),
        theme: Theme::default(),
        bottom: match view.status {
            Status::ToDecide(color) => color,
            Status::ToRoll | Status::Over(_) => Color::White,
        },
        names: names.clone(),
        captions: std::sync::Arc::new(text::Language::ENGLISH),
    };
    (
        in_memory(|out| renderer.png(&Scene::new(view, &look), out)),
        text::alt(view, &look.names, text::Language::ENGLISH),
    )
}

/// Checks that all that Eve has received is made of the public view.
async fn check_eve(table: &Table, played: &Match, record: &Record) {
    let renderer = Renderer::new();
    let seen = table.eve.all();
    assert!(
        seen.iter().all(|event| event.sealed.is_none()),
        "{}",
        table.eve.transcript()
    );
    let elsewhere = seen.iter().filter(|event| event.room != table.room);
    assert_eq!(elsewhere.count(), 0, "Eve is in one room only");
    for board in Table::boards(&seen, played) {
        let (picture, words) = public(record, n_inputs(&board), &names(), &renderer);
        assert_eq!(board.content["org.oddboard.alt"], words.as_str());
        assert!(board.body().ends_with(&words), "{}", board.body());
        assert!(
            table.eve.file(&board).await == picture,
            "a picture shows more than everybody may know"
        );
        let info = &board.content["info"];
        assert_eq!(
            (&info["w"], &info["h"]),
            (&json!(720), &json!(800)),
            "{info}"
        );
        assert!(
            info["thumbnail_file"].is_object() && info["thumbnail_info"]["w"].is_u64(),
            "{info}"
        );
    }
    // The bot's other messages there are the greeting, the challenge, edits and reactions.
    for event in seen.iter().filter(|event| event.sender == "@odd:localhost") {
        let is_known = match event.kind.as_str() {
            "m.room.message" if event.changes().is_some() => {
                let new = event.content["m.new_content"]["body"]
                    .as_str()
                    .unwrap_or_default();
                new.contains("Match ") || new.contains("accepted the challenge: match")
            }
            "m.room.message" => {
                event.id == played.challenge.id
                    || event.body().starts_with("I referee odd chess variants")
                    || Table::boards(&seen, played)
                        .iter()
                        .any(|board| board.id == event.id)
            }
            "m.reaction" => ["✅", "✉️"].contains(
                &event.content["m.relates_to"]["key"]
                    .as_str()
                    .unwrap_or_default(),
            ),
            kind => ["m.room.member", "m.room.redaction"].contains(&kind),
        };
        assert!(is_known, "{}: {}", event.kind, event.content);
    }
}

async fn check(options: &str, seed: u64) {
    let table = Table::open(&[TURNS]).await;
    let mut random = Random::new(seed);
    let mut played = table.begin(Variant::Chakart, options).await;
    while table.play(&mut played, &mut random).await.is_some() {}
    let record = table.record(&played).await;
    table.check(&played, &record).await;
    check_eve(&table, &played, &record).await;
    // Each player has a view of their own, in an encrypted room of their own.
    for person in [&table.ann, &table.bob] {
        let direct = table.direct(person).await;
        let own = person.all();
        let views = own
            .iter()
            .filter(|event| event.room == direct && event.content["msgtype"] == "m.image");
        let views: Vec<_> = views.collect();
        assert!(!views.is_empty());
        assert!(
            views.iter().all(|view| view.content["file"].is_object()),
            "a view is not encrypted"
        );
        assert!(
            own.iter()
                .any(|event| event.room == direct && event.kind == "m.room.encryption")
        );
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_of_hidden_objects_sees_only_public_facts() {
    check("objects=hidden", 11).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_of_open_objects_sees_only_public_facts() {
    check("objects=open", 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_others_read_is_not_played_and_taken_back() {
    let powers = json!({ "users": { "@odd:localhost": 50 } });
    let mut table = Table::open_in(true, powers, &[]).await;
    let played = table.begin(Variant::Chakart, "objects=hidden").await;
    let board = table.board(&table.ann, &played, 0).await;
    let thread = played.challenge.id.to_string();
    let typed = table
        .ann
        .says_in(&table.room, &thread, "!odd move e2e4")
        .await;
    let told = table.ann.reads(0, "Nothing was played").await;
    assert_eq!(told.room, table.direct(&table.ann).await);
    let before = table.ann.now();
    let replied = table.ann.replies(&board, "d2d4").await;
    table.ann.reads(before, "Nothing was played").await;
    let before = table.bob.now();
    // The result does not depend on whose turn it is.
    let planned = table.bob.says(&table.room, "!odd why d7d5").await;
    table.bob.reads(before, "Nothing was played").await;
    // It does not depend on whether the bot understands the input either.
    let before = table.bob.now();
    let misspelt = table.bob.says(&table.room, "!odd mvoe d7d5").await;
    table.bob.reads(before, "mvoe").await;
    let unclear = table
        .bob
        .says(&table.room, "!odd move d7d5 match:zzzzz")
        .await;
    table.bob.reads(before, "zzzzz").await;
    for event in [&typed, &replied, &planned, &misspelt, &unclear] {
        table
            .eve
            .until("a redaction", |seen| {
                is_taken_back(seen, event).then_some(())
            })
            .await;
    }
    // The bot does not redact input that reveals nothing, or input of a player without secrets.
    let before = table.bob.now();
    let harmless = table.bob.says(&table.room, "!odd hlep").await;
    table.bob.reads(before, "hlep").await;
    let before = table.eve.now();
    let onlooker = table.eve.says(&table.room, "!odd move d7d5").await;
    table.eve.reads(before, "You have no match here").await;
    // A repetition of the same event changes nothing either.
    table.kill();
    table.start().await;
    let direct = table.direct(&table.ann).await;
    table.ann.says(&direct, "e2e4").await;
    table.board(&table.eve, &played, 1).await;
    let seen = table.eve.all();
    assert_eq!(Table::boards(&seen, &played).len(), 2);
    for event in [&harmless, &onlooker] {
        assert!(!is_taken_back(&seen, event));
    }
    table.close().await;
}

fn is_taken_back(seen: &[ReceivedEvent], event: &OwnedEventId) -> bool {
    let mut taken = seen.iter().filter(|seen| seen.kind == "m.room.redaction");
    taken.any(|seen| seen.content["redacts"] == event.as_str())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_move_is_not_played_where_the_bot_may_not_remove_it() {
    let table = Table::open(&[]).await;
    let played = table.begin(Variant::Chakart, "objects=open").await;
    let thread = played.challenge.id.to_string();
    table
        .ann
        .says_in(&table.room, &thread, "!odd move e2e4")
        .await;
    table.ann.reads(0, "Nothing was played").await;
    let words = "I may not remove messages in this room";
    let found = table.ann.checks_up(&table.room, words).await;
    assert!(
        found.body().contains("✓ I can write to you directly."),
        "{}",
        found.body()
    );
    assert_eq!(Table::boards(&table.ann.all(), &played).len(), 1);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_departed_person_gets_a_new_private_room_only_after_a_request() {
    let table = Table::open(&[]).await;
    let played = table.begin(Variant::Chakart, "objects=hidden").await;
    let direct = table.direct(&table.bob).await;
    let room = table.bob.client.get_room(&direct).expect("Bob is there");
    room.leave().await.expect("he may");
    let address = table.homeserver.address();
    assert!(
        tests::matrix::is_left(&address, "odd", &direct).await,
        "the bot stays in an empty room"
    );
    let own = table.direct(&table.ann).await;
    let text = format!("move e2e4 match:{}", played.id);
    table.ann.says(&own, &text).await;
    table.board(&table.bob, &played, 1).await;
    let before = table.bob.now();
    table.bob.says(&table.room, "!odd rules").await;
    let answer = table.bob.reads(before, "Berolina").await;
    assert_ne!(answer.room, direct);
    let seen = table.bob.all();
    let mut said = seen
        .iter()
        .filter(|event| event.room == answer.room && event.is_said_by_bot());
    assert!(said.next().is_some_and(|first| first.id == answer.id));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_with_a_third_person_is_not_private() {
    let table = Table::open(&[]).await;
    let direct = table.ann.open_direct().await;
    table.ann.reads(0, "here no prefix is needed").await;
    let before = table.ann.now();
    table.ann.says(&direct, "games").await;
    let said = table.ann.reads(before, "You have no match in play").await;
    assert_eq!(said.room, direct);
    // Eve joins; from now on the bot answers in another room.
    let room = table.ann.client.get_room(&direct).expect("Ann is there");
    let eve = table.eve.client.user_id().expect("Eve is logged in");
    room.invite_user_by_id(eve).await.expect("Ann may invite");
    table
        .eve
        .until("the room", |seen| {
            seen.iter()
                .any(|event| event.room == direct && event.sender == "@eve:localhost")
                .then_some(())
        })
        .await;
    let before = table.ann.now();
    table.ann.says(&direct, "!odd games").await;
    let said = table.ann.reads(before, "You have no match in play").await;
    assert_ne!(said.room, direct);
    table.close().await;
}
