use alloc::string::ToString;

use super::*;

#[track_caller]
fn check(position: &str, action: &str, why: &str) {
    let position = Position::read(position).expect("a position");
    let action = action.parse().expect("an action");
    let found = why_not(&position, action).expect("an illegal decision");
    assert_eq!(found.to_string(), why);
}

const START: &str = r#"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"1111"}"#;
const OBJECTS: &str = r#"4k3/8/1n4i1/3d4/1p1w4/P1me4/3P2P1/T2QK1NR w 9 {"flags":"0010"}"#;

#[test]
fn the_piece_is_missing_or_cannot_move() {
    check(
        START,
        "e5e6",
        "there is no piece of yours on e5 (chakart C55)",
    );
    check(
        START,
        "e7e5",
        "the pawn on e7 is Black's, and White is to decide (chakart C55)",
    );
    check(
        START,
        "e2e2",
        "a move goes from one square to another, not from e2 to e2 (chakart C55)",
    );
    check(
        OBJECTS,
        "c3c4",
        "a mushroom lies on c3; objects do not move (chakart C55)",
    );
    check(
        OBJECTS,
        "a1a2",
        "the queen on a1 is frozen until you have made another decision (chakart C24)",
    );
    // Where the hidden queen stands is not told.
    check(
        OBJECTS,
        "g6g5",
        "there is no piece of yours on g6 (chakart C55)",
    );
}

#[test]
fn pieces_reach_so_far() {
    check(
        START,
        "a1a3",
        "the rook on a1 is blocked by the pawn on a2 (chakart C17)",
    );
    check(START, "a1a2", "your own pawn stands on a2 (chakart C19)");
    check(START, "g1e2", "your own pawn stands on e2 (chakart C19)");
    check(
        START,
        "b1b3",
        "the knight on b1 cannot reach b3: a knight goes two squares along a rank or file and one aside (chakart C18)",
    );
    check(
        START,
        "e1e3",
        "the king on e1 cannot reach e3: a king moves one square (chakart C18)",
    );
    check(
        START,
        "c1c3",
        "the bishop on c1 cannot reach c3: a bishop moves along diagonals (chakart C17)",
    );
    check(
        START,
        "d1e3",
        "the queen on d1 cannot reach e3: a queen moves along ranks, files and diagonals (chakart C17)",
    );
    check(
        r#"4k3/8/8/8/d7/8/8/R3K3 w 9 {"flags":"0000"}"#,
        "a1a8",
        "the rook on a1 is blocked by the banana on a4 (chakart C17)",
    );
}

#[test]
fn pawns_reach_so_far() {
    check(
        START,
        "e2e1",
        "the pawn on e2 moves forward only (chakart C20)",
    );
    check(
        START,
        "e2d3",
        "the pawn on e2 goes diagonally onto an enemy piece or an object only, and d3 is empty (chakart C22)",
    );
    check(
        START,
        "e2g4",
        "the pawn on e2 cannot reach g4: it moves one square ahead, two from its first or second rank, and one \
         diagonally onto an enemy piece or an object (chakart C20)",
    );
    let position = r#"4k3/8/8/8/n3w3/P2n4/PP1PP2P/4K3 w 9 {"flags":"0000"}"#;
    check(
        position,
        "d2d3",
        "the pawn on d2 cannot capture straight ahead, and the knight on d3 is in its way (chakart C20)",
    );
    check(
        position,
        "d2d4",
        "the double step of the pawn on d2 is blocked by the knight on d3 (chakart C21)",
    );
    check(
        position,
        "a2a4",
        "the double step of the pawn on a2 is blocked by the pawn on a3 (chakart C21)",
    );
    check(
        position,
        "a3a5",
        "the pawn on a3 is beyond its second rank, so it moves one square only (chakart C21)",
    );
    check(position, "b2a3", "your own pawn stands on a3 (chakart C19)");
}

#[test]
fn promotions_are_named_where_they_happen() {
    let position = r#"4k3/P7/8/8/8/8/7P/4K3 w 9 {"flags":"0000"}"#;
    check(
        position,
        "a7a8",
        "the pawn reaches its last rank: add what it becomes, such as a7a8=Q (chakart C49)",
    );
    check(
        position,
        "a7a8=P",
        "a pawn becomes a queen, rook, bishop, knight or king, not a pawn (chakart C49)",
    );
    check(
        position,
        "h2h3=Q",
        "only a pawn that reaches its last rank becomes something else; leave out =Q (chakart C49)",
    );
}

#[test]
fn powers_have_their_limits() {
    let position = r#"4k3/8/8/1n1d4/8/4m3/1P6/1Q2K2R w 9 {"flags":"1100"}"#;
    check(
        position,
        "h1~h5",
        "only a queen moves unseen, and a rook stands on h1 (chakart C47)",
    );
    check(
        position,
        "b1~c3",
        "the queen on b1 cannot reach c3: a queen moves along ranks, files and diagonals (chakart C47)",
    );
    check(
        position,
        "b1~b4",
        "the queen on b1 is blocked by the pawn on b2 (chakart C47)",
    );
    check(
        position,
        "b1~b2",
        "a stealth move ends on an empty square, and a pawn stands on b2 (chakart C47)",
    );
    check(
        position,
        "h1*h8",
        "only a king throws the shell, and a rook stands on h1 (chakart C46)",
    );
    check(
        position,
        "e1*f3",
        "the shell flies along ranks, files and diagonals, so not from e1 to f3 (chakart C46)",
    );
    check(
        position,
        "e1*h1",
        "your own rook stands on h1 (chakart C46)",
    );
    check(
        position,
        "e1*e3",
        "the shell hits enemy pieces only, and a mushroom lies on e3 (chakart C46)",
    );
    check(
        position,
        "e1*e7",
        "the shell hits enemy pieces only, and e7 is empty (chakart C46)",
    );
    check(
        position,
        "e1*a1",
        "the shell is stopped by the queen on b1 (chakart C46)",
    );
    let spent = r#"4k3/8/8/8/8/8/8/1Q2K3 w 9 {"flags":"0011"}"#;
    check(spent, "b1~b4", "your stealth move is spent (chakart C45)");
    check(spent, "e1*e8", "your shell is spent (chakart C45)");
}

#[test]
fn what_is_due_comes_first() {
    check(
        START,
        "a1<>b1",
        "pieces are swapped only when an egg brings King Boo (chakart C36)",
    );
    check(
        START,
        "N@d4",
        "a piece is placed only when an egg brings Toadette (chakart C38)",
    );
    let swap = r#"4k3/P7/8/8/8/2m5/8/R3K3 w 9 {"flags":"1111","pending":"swap"}"#;
    check(
        swap,
        "a1a2",
        "King Boo: you must swap two pieces, written such as a1<>b2 (chakart C36)",
    );
    check(swap, "a1<>b1", "no piece stands on b1 (chakart C36)");
    check(
        swap,
        "a1<>c3",
        "a mushroom lies on c3, and objects cannot be swapped (chakart C36)",
    );
    check(
        swap,
        "a7<>e8",
        "that would put a pawn on its own last rank (chakart C36)",
    );
    let drop = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"drop:n"}"#;
    check(
        drop,
        "e1e2",
        "Toadette: you must place a knight, written such as N@d4 (chakart C38)",
    );
    check(
        drop,
        "Q@d4",
        "Toadette brought a knight, not a queen (chakart C38)",
    );
    check(
        drop,
        "N@a1",
        "a piece is placed where none stands, and the rook on a1 does (chakart C38)",
    );
    let promote =
        r#"7k/2P5/8/8/8/8/8/4K3 w 9 {"flags":"1111","pending":"promote:c7c8","origin":"c6"}"#;
    for action in ["c7c8", "e1e2", "c7c8=P", "a1<>b2"] {
        check(
            promote,
            action,
            "the pawn on c7 is forced to c8: say what it becomes, such as c7c8=Q (Q, R, B, N or K) (chakart C49)",
        );
    }
}

#[test]
fn swaps_are_written_in_one_order() {
    let swap = r#"4k3/8/8/8/8/8/8/R3K3 w 9 {"flags":"1111","pending":"swap"}"#;
    let position = Position::read(swap).expect("a position");
    let [a, b] = ["e1", "a1"].map(|name| name.parse().expect("a square"));
    let why = |a, b| why_not(&position, Action::Swap { a, b }).map(|why| why.to_string());
    assert_eq!(
        why(a, b).as_deref(),
        Some("write the swap as a1<>e1 (chakart C55)")
    );
    assert_eq!(
        why(a, a).as_deref(),
        Some("a swap needs two squares (chakart C36)")
    );
    assert_eq!(why(b, a), None);
}

#[test]
fn chance_and_the_end_stop_everything() {
    let mut position =
        Position::read(r#"4k3/8/8/8/8/8/3e4/4K3 w 9 {"flags":"0000"}"#).expect("a position");
    position.carry_out("e1d2".parse().expect("an action"), &mut ());
    let why = why_not(&position, "e1e2".parse().expect("an action"));
    assert_eq!(why.map(|why| why.law), Some("chakart C56"));
    let drawn = Position::start(Some(super::super::position::Draw::Both), None);
    let why = why_not(&drawn, "e2e4".parse().expect("an action"));
    assert_eq!(why.map(|why| why.law), Some("chakart C9"));
    for (reason, law) in [
        (WinReason::KingsCaptured, "chakart C51"),
        (WinReason::NoDecision, "chakart C52"),
        (WinReason::Resignation, "chakart, section 9"),
    ] {
        let winner = Color::White;
        assert_eq!(game_over(Outcome::Won { winner, reason }).law, law);
    }
}
