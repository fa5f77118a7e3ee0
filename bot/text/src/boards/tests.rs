use rules::{Fact, Role, Turn, WinReason};
use testkit::{at, names, start, view};

use super::*;

fn english(text: Text) -> String {
    Language::ENGLISH.localize(&text)
}

fn board(view: &View, names: &ByColor<String>, bottom: Color) -> String {
    hinted_board(view, names, bottom, &Hints::default())
}

fn hinted_board(view: &View, names: &ByColor<String>, bottom: Color, hints: &Hints) -> String {
    super::board(view, names, bottom, hints, Language::ENGLISH)
}

fn alt(view: &View, names: &ByColor<String>) -> String {
    super::alt(view, names, Language::ENGLISH)
}

fn diagram(diagram: &Diagram, variant: Variant) -> String {
    super::diagram(diagram, variant, Language::ENGLISH)
}

#[test]
fn a_text_board_has_lines_of_one_width() {
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
    assert_eq!(board(&view, &names("Ann", "Bob"), Color::White), expected);
}

#[test]
fn a_text_board_can_be_drawn_from_either_side() {
    let mut view = view("4k3/8/8/8/8/8/8/R3K2q");
    view.reserves.black = vec![(Glyph::Queen(Color::Black), 2)];
    let expected = "   Ann (White)
1  q  .  .  K  .  .  .  R
2  .  .  .  .  .  .  .  .
3  .  .  .  .  .  .  .  .
4  .  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .  .
6  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
8  .  .  .  k  .  .  .  .
   h  g  f  e  d  c  b  a
   Bob (Black)
   reserve: 2 queens";
    assert_eq!(board(&view, &names("Ann", "Bob"), Color::Black), expected);
}

#[test]
fn hints_are_described_in_words() {
    #[track_caller]
    fn check(chosen: Option<&str>, targets: &[&str], expected: &str) {
        let squares = |names: &[&str]| names.iter().map(|name| at(name)).collect();
        let pointed_out = Hints {
            chosen: chosen.map(at),
            targets: squares(targets),
            ..Hints::default()
        };
        let text = hints(&pointed_out).map(english);
        assert_eq!(text.unwrap_or_default(), expected);
        let names = names("Ann", "Bob");
        let alt = hinted_alt(&start(), &names, &pointed_out, Language::ENGLISH);
        assert!(alt.contains(expected), "{alt}");
    }
    check(None, &[], "");
    check(Some("b1"), &["a3", "c3"], "Chosen: b1. It may go to a3 c3.");
    check(None, &["a3", "c3"], "Choose from: a3 c3.");
    let forbidden = Hints {
        causes: vec![at("e1"), at("e8")],
        ..Hints::default()
    };
    let expected = Some("What forbids the move: e1 e8.");
    assert_eq!(hints(&forbidden).map(english).as_deref(), expected);
}

#[test]
fn lines_beside_the_board_are_short() {
    let long = "a name of so many words that no line of a phone has room for all of it";
    let pointed_out = Hints {
        chosen: Some(at("d4")),
        targets: Square::all().step_by(2).collect(),
        ..Hints::default()
    };
    let text = hinted_board(&crowded(), &names(long, "Bob"), Color::White, &pointed_out);
    assert!(
        text.lines().all(|line| line.chars().count() <= 32),
        "{text}"
    );
    assert!(
        text.contains("\n   Chosen: d4. It may go to a1\n   c1 e1 g1 "),
        "{text}"
    );
    assert!(text.ends_with("\n   g8."), "{text}");
}

#[test]
fn names_stay_as_they_are_in_lines_beside_the_board() {
    let text = board(&crowded(), &names("J.R.", "a,b;c"), Color::White);
    assert!(text.contains("J.R.") && text.contains("a,b;c"), "{text}");
}

#[test]
fn a_name_cannot_leave_the_code_block() {
    let text = board(&start(), &names("```\nevil", "`x`"), Color::Black);
    assert_eq!(text.lines().count(), 11);
    assert!(!text.contains('`'));
}

#[test]
fn an_alternative_text_describes_the_whole_picture() {
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
                    Move 12: Bob played xh4+: pawn h5 to h4, captures the knight on h4. \
                    White: king e1, rooks a1 h1. Black: king e8, rook h8, pawn h4.";
    assert_eq!(alt(&view, &names("Ann", "Bob")), expected);
}

#[test]
fn an_alternative_text_is_never_too_long() {
    let crowd = view(&["QRBNPQRB"; 8].join("/"));
    let long = "😀".repeat(3_000);
    let text = alt(&crowd, &names(&long, &long));
    assert!(text.chars().count() <= 1024);
    assert!(text.ends_with("Black: no pieces."), "{text}");
}

#[test]
fn the_status_is_one_line() {
    #[track_caller]
    fn check(view: &View, expected: &str) {
        assert_eq!(english(status(view, &names("Ann", "Bob"))), expected);
    }
    let mut view = start();
    check(&view, "Ann (White) to move");
    view.marks.check = vec![at("e1")];
    check(&view, "Ann (White) to move, in check");
    view.status = Status::ToDecide(Color::Black);
    check(&view, "Bob (Black) to move");
    for (decision, expected) in [
        (PendingDecision::MoveAgain, "Bob (Black) to move again"),
        (PendingDecision::KingPlace, "Bob (Black) to place the king"),
        (
            PendingDecision::LostPiece(at("d4")),
            "Bob (Black) to name the piece lost on d4",
        ),
        (PendingDecision::Swap, "Bob (Black) to swap two pieces"),
        (
            PendingDecision::DropPlace(Role::Rook),
            "Bob (Black) to place a rook",
        ),
        (
            PendingDecision::Promotion {
                from: at("a2"),
                to: at("b1"),
            },
            "Bob (Black) to promote the pawn that goes from a2 to b1",
        ),
    ] {
        view.pending = decision;
        check(&view, expected);
    }
    view.status = Status::Over(Outcome::Won {
        winner: Color::White,
        reason: WinReason::Checkmate,
    });
    check(&view, "Ann (White) wins by checkmate");
    view.status = Status::Over(Outcome::Drawn {
        reason: rules::DrawReason::Stalemate,
    });
    check(&view, "Drawn by stalemate");
}

/// Makes a view of Chakart with every kind of content.
fn crowded() -> View {
    let mut view = view("4k2r/8/2n5/8/8/2Q5/8/6K1");
    view.variant = Variant::Chakart;
    view.cells[at("d4").index()] = Some(Glyph::Egg);
    view.cells[at("e4").index()] = Some(Glyph::Banana);
    view.cells[at("h4").index()] = Some(Glyph::Banana);
    view.marks.last = vec![at("c3"), at("c6")];
    view.marks.frozen = vec![at("c6"), at("h8")];
    view.marks.stealth = vec![at("c3")];
    view.powers = ByColor {
        white: vec![(Power::Shell, true), (Power::Stealth, false)],
        black: vec![(Power::Shell, false), (Power::Stealth, true)],
    };
    view
}

#[test]
fn a_text_board_explains_its_signs() {
    let expected = "   Bob (Black)
   powers: shell used,
   stealth move ready
8  .  .  .  .  k  .  .  r*
7  .  .  .  .  .  .  .  .
6  .  . [n* .  .  .  .  .
5  .  .  .  .  .  .  .  .
4  .  .  .  e  d  .  .  d
3  .  . [Q~ .  .  .  .  .
2  .  .  .  .  .  .  .  .
1  .  .  .  .  .  .  K  .
   a  b  c  d  e  f  g  h
   Ann (White)
   powers: shell ready,
   stealth move used
   e egg, d banana, * frozen,
   ~ unseen by the other side";
    assert_eq!(
        board(&crowded(), &names("Ann", "Bob"), Color::White),
        expected
    );
}

#[test]
fn an_alternative_text_describes_special_features() {
    let expected = "Chakart: Ann (White) against Bob (Black). Ann (White) to move. \
                    White's powers: shell ready, stealth move used. \
                    Black's powers: shell used, stealth move ready. \
                    Frozen: c6 h8. Unseen by the other side: c3. \
                    White: king g1, queen c3. Black: king e8, rook h8, knight c6. \
                    Objects: egg d4, bananas e4 h4.";
    assert_eq!(alt(&crowded(), &names("Ann", "Bob")), expected);
}

#[test]
fn reserves_are_described() {
    let mut view = view("4k3/8/8/8/8/8/8/4K3");
    view.variant = Variant::Bario;
    view.reserves = ByColor {
        white: vec![
            (Glyph::Queen(Color::White), 1),
            (Glyph::Rook(Color::White), 0),
            (Glyph::Knight(Color::White), 12),
        ],
        black: vec![(Glyph::Queen(Color::Black), 0)],
    };
    let names = names("Ann", "Bob");
    let text = alt(&view, &names);
    assert!(
        text.contains("White's reserve: queen, 12 knights. Black's reserve: empty."),
        "{text}"
    );
    let text = board(&view, &names, Color::White);
    assert!(
        text.ends_with("   Ann (White)\n   reserve: queen, 12 knights"),
        "{text}"
    );
}

#[test]
fn pieces_of_baroque_have_their_own_names() {
    let mut view = view("4k3/8/2n5/8/8/8/8/R3K3");
    view.variant = Variant::Baroque;
    view.cells[at("b2").index()] = Some(Glyph::Pawn(Color::White));
    view.cells[at("h1").index()] = Some(Glyph::Immobilizer(Color::White));
    let text = alt(&view, &names("Ann", "Bob"));
    let pieces = "White: king e1, coordinator a1, pincer b2, immobilizer h1. Black: king e8, long leaper c6.";
    assert!(text.ends_with(pieces), "{text}");
}

#[test]
fn diagrams_are_described() {
    let mut baroque = view("8/8/8/8/2n5/8/8/R3K3");
    baroque.variant = Variant::Baroque;
    let board = DiagramBoard::of(&baroque)
        .mark(Mark::CaptureOnly, [at("c4")])
        .mark(Mark::Slide, [at("b1"), at("a2")])
        .arrow(at("a1"), at("a2"));
    let text = diagram(&Diagram::new(board.clone()), Variant::Baroque);
    let expected = "White: king e1, coordinator a1. Black: long leaper c4. Slide: b1 a2. Capture only: c4. \
                    Arrows: a1 to a2.";
    assert_eq!(text, expected);
    let empty = DiagramBoard::with([(at("d4"), Glyph::Egg)]);
    let gallery = [
        ("A".to_owned(), board.clone()),
        ("B".to_owned(), empty.clone()),
    ];
    let text = diagram(&Diagram::gallery(gallery), Variant::Baroque);
    assert_eq!(text, format!("A: {expected} B: Objects: egg d4."));
    let text = diagram(&Diagram::pair(board, empty), Variant::Baroque);
    assert_eq!(text, format!("Before: {expected} After: Objects: egg d4."));
}
