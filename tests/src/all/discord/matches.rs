//! Whole matches by the real program: with commands, buttons and menus.

use rules::Variant;
use testkit::Random;
use tests::discord::Setup;

use super::table::{Table, Way};

/// The setting of the number of turns of each side after which a match is drawn.
const TURNS: (&str, &str) = ("ODDBOARD_LIMITS_TURNS", "12");

/// The ways of a match in which both sides know everything.
const OPEN: [Way; 4] = [Way::Command, Way::Bare, Way::Menus, Way::Window];

/// The ways of a match in which each side has its own view.
const HIDDEN: [Way; 5] = [
    Way::Command,
    Way::Bare,
    Way::Menus,
    Way::Window,
    Way::Direct,
];

/// Plays a match to its end, each side in all ways by turns.
async fn check(variant: Variant, options: &str, ways: &[Way], seed: u64) {
    let table = Table::open_with(Setup::default(), &[TURNS]).await;
    let mut random = Random::new(seed);
    let mut played = table.begin(variant, options).await;
    let mut members: Vec<String> = played
        .room
        .members()
        .iter()
        .map(|user| user.name())
        .collect();
    members.sort();
    assert_eq!(members, ["Ann", "Bob"], "both players follow the thread");
    while !played.is_over() {
        let way = ways[(played.moves.len() / 2) % ways.len()];
        table.play(&mut played, way, &mut random).await;
    }
    table.check(&played).await;
    assert!(
        !played.boards().last().expect("a board").offers("Resign"),
        "a match that is over cannot be resigned"
    );
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_berolina() {
    check(Variant::Berolina, "", &OPEN, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_baroque() {
    check(Variant::Baroque, "", &OPEN, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_bario() {
    check(Variant::Bario, "", &OPEN, 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_chakart() {
    check(Variant::Chakart, "", &HIDDEN, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_chakart_with_open_objects() {
    check(Variant::Chakart, "options:objects=open", &HIDDEN, 5).await;
}
