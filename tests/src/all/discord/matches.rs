//! Whole matches by the real program: with commands, buttons and menus.

use rules::Variant;
use testkit::Random;
use tests::discord::Setup;

use super::table::{MoveInput, Table};

/// The setting of the number of turns of each side after which a match is drawn.
const TURNS: (&str, &str) = ("ODDBOARD_LIMITS_TURNS", "12");

/// The inputs of a match in which both sides know everything.
const OPEN: [MoveInput; 4] = [
    MoveInput::Command,
    MoveInput::Bare,
    MoveInput::Menus,
    MoveInput::Window,
];

/// The inputs of a match in which each side has its own view.
const HIDDEN: [MoveInput; 5] = [
    MoveInput::Command,
    MoveInput::Bare,
    MoveInput::Menus,
    MoveInput::Window,
    MoveInput::Direct,
];

/// Plays a match to its end, each side with all inputs by turns.
async fn check(variant: Variant, options: &str, inputs: &[MoveInput], seed: u64) {
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
        let input = inputs[(played.moves.len() / 2) % inputs.len()];
        table.play(&mut played, input, &mut random).await;
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
