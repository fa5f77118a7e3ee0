use rules::{DrawReason, Outcome, WinReason};

use super::*;
use crate::testing::{at, names, start, view};

#[test]
fn the_board_is_told_in_lines_of_one_width() {
    let mut view = view("r1bqk2r/ppp2ppp/2n2n2/3pp3/4PP1q/2N2N2/PPPP2PP/R1BQKB1R");
    view.marks.last = vec![at("d8"), at("h4")];
    view.marks.check = vec![at("e1")];
    let expected = "   Bob (Black)
8  r  .  b [q] k  .  .  r
7  p  p  p  .  .  p  p  p
6  .  .  n  .  .  n  .  .
5  .  .  .  p  p  .  .  .
4  .  .  .  .  P  P  . [q]
3  .  .  N  .  .  N  .  .
2  P  P  P  P  .  .  P  P
1  R  .  B  Q (K) B  .  R
   a  b  c  d  e  f  g  h
   Ann (White)";
    assert_eq!(board(&view, &names("Ann", "Bob")), expected);
}

#[test]
fn a_name_cannot_leave_the_code_block() {
    let told = board(&start(), &names("```\nevil", "`x`"));
    assert_eq!(told.lines().count(), 11);
    assert!(!told.contains('`'));
}

#[test]
fn an_alternative_text_tells_the_whole_picture() {
    let mut view = view("4k2r/8/8/8/7p/8/8/R3K2R");
    view.marks.check = vec![at("e1")];
    view.turn = Some(Turn {
        color: Color::Black,
        number: 12,
        caption: "xh4+".to_string(),
        facts: vec![
            Fact::Moved {
                glyph: Glyph::BerolinaPawn(Color::Black),
                from: at("h5"),
                to: at("h4"),
            },
            Fact::Captured {
                glyph: Glyph::Knight(Color::White),
                at: at("h4"),
            },
        ],
    });
    let expected = "Berolina: Ann (White) against Bob (Black). Ann (White) to move, in check. \
                    Move 12: Bob played xh4+: pawn h5 to h4, captures knight on h4. \
                    White: king e1, rooks a1 h1. Black: king e8, rook h8, pawn h4.";
    assert_eq!(alt(&view, &names("Ann", "Bob")), expected);
}

#[test]
fn an_alternative_text_is_never_too_long() {
    let crowd = view(&["QRBNPQRB"; 8].join("/"));
    let long = "😀".repeat(3_000);
    let told = alt(&crowd, &names(&long, &long));
    assert!(told.chars().count() <= 1024);
    assert!(told.ends_with("Black: nothing."), "{told}");
}

#[test]
fn turns_are_told_with_all_that_happened() {
    #[track_caller]
    fn check(color: Color, caption: &str, facts: &[Fact], expected: &str) {
        let last = Turn {
            color,
            number: 1,
            caption: caption.to_string(),
            facts: facts.to_vec(),
        };
        let told = turn(&last, &names("Ann", "Bob"));
        assert_eq!(told, expected);
    }
    let moved = |glyph, from, to| Fact::Moved {
        glyph,
        from: at(from),
        to: at(to),
    };
    let captured = |glyph, square| Fact::Captured {
        glyph,
        at: at(square),
    };
    let (white, black) = (Color::White, Color::Black);
    check(
        white,
        "Nf3",
        &[moved(Glyph::Knight(white), "g1", "f3")],
        "Ann played Nf3: knight g1 to f3",
    );
    check(
        black,
        "O-O",
        &[
            moved(Glyph::King(black), "e8", "g8"),
            moved(Glyph::Rook(black), "h8", "f8"),
        ],
        "Bob played O-O: castles, king e8 to g8, rook h8 to f8",
    );
    check(
        white,
        "dxd8=Q",
        &[
            moved(Glyph::BerolinaPawn(white), "d7", "d8"),
            captured(Glyph::Rook(black), "d8"),
            Fact::Promoted {
                into: Glyph::Queen(white),
                at: at("d8"),
            },
        ],
        "Ann played dxd8=Q: pawn d7 to d8, captures rook on d8, becomes a queen on d8",
    );
    check(
        black,
        "xf3",
        &[
            moved(Glyph::BerolinaPawn(black), "f4", "f3"),
            captured(Glyph::BerolinaPawn(white), "g4"),
        ],
        "Bob played xf3: pawn f4 to f3, captures pawn on g4",
    );
}

#[test]
fn the_status_is_one_line() {
    #[track_caller]
    fn check(view: &View, expected: &str) {
        assert_eq!(status(view, &names("Ann", "Bob")), expected);
    }
    let mut view = start();
    check(&view, "Ann (White) to move");
    view.marks.check = vec![at("e1")];
    check(&view, "Ann (White) to move, in check");
    view.status = Status::ToDecide(Color::Black);
    check(&view, "Bob (Black) to move");
    view.status = Status::Over(Outcome::Won {
        winner: Color::White,
        reason: WinReason::Checkmate,
    });
    check(&view, "Ann (White) wins by checkmate");
    view.status = Status::Over(Outcome::Drawn {
        reason: DrawReason::Stalemate,
    });
    check(&view, "Drawn by stalemate");
}
