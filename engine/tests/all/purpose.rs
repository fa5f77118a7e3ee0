//! The purposes of moves, as people read them.

use engine::{Budget, Engine, Level, Purpose};
use rules::{Color, SeatHistory, Setup, Variant};

/// A position with a move and its purpose.
struct Case {
    variant: Variant,
    position: &'static str,
    action: &'static str,
    sentence: &'static str,
}

const fn case(
    variant: Variant,
    position: &'static str,
    action: &'static str,
    sentence: &'static str,
) -> Case {
    Case {
        variant,
        position,
        action,
        sentence,
    }
}

const CASES: [Case; 8] = [
    // The rook mates on the last rank.
    case(
        Variant::Berolina,
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "a1a8",
        "wins in 1",
    ),
    // The knight on d5 stands alone.
    case(
        Variant::Berolina,
        "k7/8/8/3n4/8/8/8/3R3K w - - 0 1",
        "d1d5",
        "captures d5",
    ),
    // A rook moves away from the bishop.
    case(
        Variant::Berolina,
        "7k/8/8/8/8/2b5/8/R5K1 w - - 0 1",
        "a1d1",
        "saves a1",
    ),
    // The rook attacks a knight that cannot be protected.
    case(
        Variant::Berolina,
        "k7/8/8/3n4/8/8/8/6KR w - - 0 1",
        "h1h5",
        "attacks d5",
    ),
    // Nothing is near.
    case(
        Variant::Berolina,
        "1k6/8/8/8/8/8/8/R5K1 w - - 0 1",
        "g1g2",
        "improves",
    ),
    // The king has one square.
    case(
        Variant::Berolina,
        "8/8/8/8/8/1k6/8/Kq6 w - - 0 1",
        "a1b1",
        "only",
    ),
    // A withdrawer captures by stepping away.
    case(
        Variant::Baroque,
        "7k/8/8/8/3Qp3/8/8/K7 w 12",
        "d4c4",
        "captures e4",
    ),
    // A queen takes a king (chakart C51).
    case(
        Variant::Chakart,
        "k7/8/8/8/8/8/8/Q6K w 20 {\"flags\":\"0000\",\"seenW\":\"\",\"seenB\":\"\"}",
        "a1a8",
        "wins in 1",
    ),
];

fn sentence(purpose: Purpose) -> String {
    match purpose {
        Purpose::Only => "only".into(),
        Purpose::Wins(turns) => format!("wins in {turns}"),
        Purpose::Delays(turns) => format!("delays {turns}"),
        Purpose::Captures(piece) => format!("captures {}", piece.at),
        Purpose::Saves(piece) => format!("saves {}", piece.at),
        Purpose::Attacks(piece) => format!("attacks {}", piece.at),
        Purpose::Improves => "improves".into(),
    }
}

#[test]
fn moves_have_a_purpose() {
    for case in CASES {
        let setup = Setup::with_position(case.variant, "", case.position).expect(case.position);
        let white = SeatHistory::new(&setup, Color::White);
        let action = case.action.parse().expect(case.action);
        let mut engine = Engine::new(1 << 20);
        let budget = Budget::of_nodes(3000);
        let thought = engine.think_about(&white, Level::STRONGEST, &budget, &mut || 0, &[action]);
        let thought = thought.expect(case.position);
        assert_eq!(
            sentence(thought.purpose),
            case.sentence,
            "{}: {}",
            case.position,
            case.action
        );
    }
}
