use alloc::string::ToString;

use super::*;
use crate::{Game, Setup};

/// Checks the reason against an action, and the squares of its obstacles.
#[track_caller]
fn check(setup: &str, action: &str, reason: Reason, squares: &str) {
    let setup: Setup = setup.parse().expect("a setup");
    let why = Game::new(&setup).why_not(action.parse().expect("an action"));
    let why = why.expect("it is illegal");
    assert_eq!(why.reason, reason, "{action}");
    let found: Vec<_> = why.squares().iter().map(Square::to_string).collect();
    assert_eq!(found.join(" "), squares, "{action}");
}

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

fn on(name: &str, glyph: fn(Color) -> Glyph, color: Color) -> Placed {
    Placed {
        glyph: glyph(color),
        at: at(name),
    }
}

#[test]
fn variants_give_the_same_reasons() {
    use Color::{Black, White};
    let pawn = Glyph::Pawn;
    let rook = on("a1", Glyph::Rook, White);
    for setup in ["baroque", "chakart setup=standard objects=open"] {
        let piece = match setup {
            "baroque" => on("a1", Glyph::Immobilizer, White),
            _ => rook,
        };
        check(setup, "e4e5", Reason::Empty(at("e4")), "");
        let theirs = on("e7", pawn, Black);
        check(setup, "e7e5", Reason::NotYours(theirs), "e7");
        check(setup, "a1a1", Reason::NoWay(at("a1")), "");
        let own = on("a2", pawn, White);
        check(setup, "a1a2", Reason::OwnPiece(own), "a2");
        check(setup, "a1a3", Reason::Blocked { piece, by: own }, "a2");
        let to = at("b3");
        check(setup, "a1b3", Reason::CannotReach { piece, to }, "");
    }
}

#[test]
fn a_reason_names_the_piece_that_endangers_a_king() {
    let pinned = "berolina position=4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let king = at("e1");
    let by = on("e8", Glyph::Rook, Color::Black);
    check(pinned, "e2c3", Reason::Exposed { king, by }, "e1 e8");
    let checked = "berolina position=4r1k1/8/8/8/8/8/N7/4K3 w - - 0 1";
    check(checked, "a2c3", Reason::InCheck { king, by }, "e1 e8");
    let to = at("e1");
    let beside = "berolina position=4r1k1/8/8/8/8/8/N7/3K4 w - - 0 1";
    check(beside, "d1e1", Reason::Attacked { to, by }, "e8");
    let castles = "berolina position=5rk1/8/8/8/8/8/8/4K2R w K - 0 1";
    let by = on("f8", Glyph::Rook, Color::Black);
    let through = Reason::Castling(NoCastling::ThroughCheck(at("f1"), by));
    check(castles, "e1g1", through, "f1 f8");
}

#[test]
fn a_piece_that_is_not_seen_is_no_reason() {
    let unseen = r#"chakart position=4k3/8/8/8/8/i7/8/R3K3 w 9 {"flags":"1110"}"#;
    let nothing = Reason::Empty(at("a3"));
    check(unseen, "a3a4", nothing, "");
    let piece = on("a1", Glyph::Rook, Color::White);
    let to = at("b3");
    check(unseen, "a1b3", Reason::CannotReach { piece, to }, "");
}

#[test]
fn debug_shows_the_law_only() {
    let game = Game::new(&Setup::new(Variant::Berolina));
    let why = game.why_not("e2e4".parse().expect("an action"));
    assert_eq!(alloc::format!("{why:?}"), "Some(WhyNot(berolina O6))");
}
