use alloc::string::ToString;

use super::*;
use crate::variant::{check_refused, read_position};

#[track_caller]
fn check(text: &str) {
    let position = read_position::<Position>("", text).expect("a position");
    assert_eq!(position.to_string(), text);
}

#[test]
fn positions_are_read_back() {
    check("rnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0");
    check("P7/7p/8/3Mm3/8/8/P7/K5pk b 4294967295");
    check("bmrbqnkn/pppppppp/8/8/8/8/PPPPPPPP/KMNQBBRN w 0");
}

#[test]
fn an_absent_count_is_none() {
    let position = read_position::<Position>("", "4k3/8/8/8/8/8/8/4K3 b").expect("a position");
    assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 b 0");
}

#[test]
fn flaws_are_reported_all_at_once() {
    // The first diagram of the seed is a picture without kings.
    check_refused::<Position>(
        "8/8/4m3/8/8/8/3M4/8 w 0",
        &[
            "Kings { color: White, found: 0 }",
            "Kings { color: Black, found: 0 }",
        ],
    );
    check_refused::<Position>(
        "kk7/8/8/8/8/8/8/KK5i x -1 {}",
        &[
            "Fields { variant: Baroque, found: 4 }",
            "RankLength { rank: 8, found: 9 }",
            "Symbol { rank: 1, symbol: 'i' }",
            r#"Malformed { field: Turn, found: "x" }"#,
            r#"Number { field: Plies, min: 0, max: 4294967295, found: "-1" }"#,
        ],
    );
    check_refused::<Position>(
        "k7/8/8/8/8/8/8/KK6 w 4294967296",
        &[
            r#"Number { field: Plies, min: 0, max: 4294967295, found: "4294967296" }"#,
            "Kings { color: White, found: 2 }",
        ],
    );
    check_refused::<Position>("7k/8/8/8/1Kq5/8/8/8 b 0", &["InCheck(White)"]);
    check_refused::<Position>("kK6/8/8/8/8/8/8/8 w 0", &["InCheck(Black)"]);
    check_refused::<Position>(&"8/".repeat(200), &["TooLong { max: 200 }"]);
    check_refused::<Position>("", &["Fields { variant: Baroque, found: 0 }"]);
}
