//! Whole matches by the real program: by commands, by buttons and by menus.

use std::collections::BTreeSet;

use rules::Variant;
use tests::{discord::Setup, random::Random};

use super::table::{Match, Table, Way};

/// After so many turns of each side a match is drawn.
const TURNS: (&str, &str) = ("ODDBOARD_LIMITS_TURNS", "12");

/// Where both sides know all.
const OPEN: [Way; 3] = [Way::Command, Way::Menus, Way::Window];

/// Where each side has a view of its own.
const HIDDEN: [Way; 4] = [Way::Command, Way::Menus, Way::Window, Way::Direct];

/// Plays a match to its end, each side in all ways by turns.
async fn check(variant: Variant, options: &str, ways: &[Way], seed: u64) {
    let table = Table::open_with(Setup::default(), &[TURNS]).await;
    let mut random = Random::new(seed);
    let mut played = table.begin(variant, options).await;
    while !played.is_over() {
        let way = ways[(played.moves.len() / 2) % ways.len()];
        table.play(&mut played, way, &mut random).await;
    }
    check_boards(&played);
    let record = table.record(&played.id).await;
    let decisions = record
        .inputs
        .iter()
        .filter(|input| matches!(input, rules::Input::Action(_)));
    assert_eq!(
        decisions.count(),
        played.moves.len(),
        "each move counts once: {:?}",
        played.moves
    );
    played.settled().await;
    table.close();
}

/// Each board was said once, and called one player unless the match was over.
fn check_boards(played: &Match) {
    let boards = played.boards();
    assert_eq!(boards.len(), played.moves.len() + 1);
    let names: BTreeSet<&str> = boards
        .iter()
        .map(|board| board.files[0].name.as_str())
        .collect();
    assert_eq!(names.len(), boards.len(), "no board is said twice");
    for board in &boards {
        assert!(
            board.pinged.len() <= 1 && board.files.len() == 1,
            "{:?}",
            board.text
        );
        assert!(
            board.files[0]
                .alt
                .as_ref()
                .is_some_and(|alt| !alt.is_empty()),
            "each picture is told in words"
        );
        assert_eq!(
            board.used, None,
            "a board is never the answer to a command, whose options everybody would read"
        );
    }
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
