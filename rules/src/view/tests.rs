use alloc::format;

use super::*;
use crate::{Conclusion, Game, Setup};

fn game(variant: Variant, options: &str, position: &str) -> Game {
    let setup = Setup::with_position(variant, options, position).expect("a valid position");
    Game::new(&setup)
}

#[test]
fn a_view_names_the_pending_decision() {
    #[track_caller]
    fn check(variant: Variant, position: &str, expected: PendingDecision) {
        let mut game = game(variant, "", position);
        assert!(game.public_view().as_view().pending == expected);
        game.conclude(Conclusion::Resigned(Color::White))
            .expect("the game is not over");
        assert!(game.public_view().as_view().pending == PendingDecision::Move);
    }
    let at = |square: &str| square.parse().expect("the test names a square");
    check(
        Variant::Bario,
        r#"uuuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUUU w 0 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#,
        PendingDecision::KingPlace,
    );
    check(
        Variant::Bario,
        r#"3U1u1k/6pp/2u5/8/8/2U5/PP6/K7 b 31 {"captureUndef":"03","enpassant":"-","reserve":"11001110"}"#,
        PendingDecision::LostPiece(at("d8")),
    );
    let chakart =
        |pending: &str| format!(r#"4k3/P7/8/8/8/8/8/R3K3 w 30 {{"flags":"1111"{pending}}}"#);
    check(Variant::Chakart, &chakart(""), PendingDecision::Move);
    check(
        Variant::Chakart,
        &chakart(r#","pending":"again""#),
        PendingDecision::MoveAgain,
    );
    check(
        Variant::Chakart,
        &chakart(r#","pending":"swap""#),
        PendingDecision::Swap,
    );
    check(
        Variant::Chakart,
        &chakart(r#","pending":"drop:n""#),
        PendingDecision::DropPlace(Role::Knight),
    );
    check(
        Variant::Chakart,
        &chakart(r#","pending":"promote:a7a8","origin":"a6""#),
        PendingDecision::Promotion {
            from: at("a7"),
            to: at("a8"),
        },
    );
}
