use super::*;

fn pgn(record: &str, position: Option<&str>) -> String {
    let record: Record = format!("oddboard record 1\n{record}\n")
        .parse()
        .expect("a record");
    PgnGame {
        record: &record,
        round: 3,
        date: "2026.11.30",
        white: "Ann \"A\"",
        black: r"Bob\",
        result: "1/2-1/2",
        variant: record.setup.variant().name(),
        position,
        termination: "agreed",
    }
    .text()
}

#[test]
fn a_game_has_its_tags_and_its_numbered_moves() {
    let expected = r#"[Event "Oddboard arena"]
[Site "?"]
[Date "2026.11.30"]
[Round "3"]
[White "Ann \"A\""]
[Black "Bob\\"]
[Result "1/2-1/2"]
[Variant "berolina"]
[Termination "agreed"]

1. g4 df5 2. Nf3 1/2-1/2

"#;
    let record = "setup: berolina\n\ne2g4 d7f5 g1f3 draw:agreed";
    assert_eq!(pgn(record, None), expected);
}

#[test]
fn an_unusual_start_has_its_position_as_fen() {
    let position = r#"4k3/8/8/8/8/8/8/R3K3 w 4 {"flags":"0000"}"#;
    let found = pgn(
        &format!("setup: chakart position={position}\n\na1a2"),
        Some(position),
    );
    let tag = r#"[FEN "4k3/8/8/8/8/8/8/R3K3 w 4 {\"flags\":\"0000\"}"]"#;
    assert!(
        found.contains(&format!("[SetUp \"1\"]\n{tag}\n")),
        "{found}"
    );
}

#[test]
fn chance_outcomes_are_comments_after_which_black_has_a_number() {
    let position = r#"4k3/8/8/8/8/e7/8/R3K3 w 4 {"flags":"0000"}"#;
    let record = format!("setup: chakart position={position}\n\na1a3 egg:koopa banana:d4 e8e7");
    let found = pgn(&record, None);
    let (_, moves) = found.split_once("\n\n").expect("moves");
    assert!(moves.starts_with("3. "), "{moves}");
    assert!(moves.contains("{egg:koopa}"), "{moves}");
}

#[test]
fn captions_with_signs_that_pgn_reserves_are_coordinates() {
    let found = pgn(
        "setup: baroque position=7k/8/8/8/3pQ3/8/8/K7 w 12\n\ne4g4",
        None,
    );
    let (_, moves) = found.split_once("\n\n").expect("moves");
    assert!(moves.starts_with("7. e4g4 "), "{moves}");
    // A star ends a game in PGN, and marks a shot of the shell in Chakart.
    let position = r#"4k3/8/8/8/8/8/8/R3K3 w 4 {"flags":"1111"}"#;
    let found = pgn(
        &format!("setup: chakart position={position}\n\ne1*e8"),
        None,
    );
    assert!(found.contains("3. e1*e8 "), "{found}");
}

#[test]
fn long_games_are_wrapped() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(40);
    let found = pgn(&format!("setup: baroque\n\n{moves}"), None);
    assert!(found.lines().all(|line| line.len() <= LINE), "{found}");
}
