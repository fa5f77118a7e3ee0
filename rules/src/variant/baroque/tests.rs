use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    Action, Color, Conclusion, Fact, Game, Glyph, IllegalAction, Next, Reason, Setup, Square,
    Status, Variant,
};

fn game(position: &str) -> Game {
    game_under("", position)
}

fn game_under(options: &str, position: &str) -> Game {
    Game::new(&Setup::with_position(Variant::Baroque, options, position).expect("a setup"))
}

fn action(text: &str) -> Action {
    text.parse().expect("an action")
}

/// Plays one move and checks its caption, victims included.
#[track_caller]
fn check(position: &str, played: &str, caption: &str) {
    check_under("", position, played, caption);
}

/// Checks the same under options.
#[track_caller]
fn check_under(options: &str, position: &str, played: &str, caption: &str) {
    let mut game = game_under(options, position);
    assert_eq!(game.why_not(action(played)), None, "{played} in {position}");
    assert_eq!(
        game.caption(action(played)),
        caption,
        "{played} in {position}"
    );
    assert_eq!(
        game.read_action(caption),
        Ok(action(played)),
        "{caption} in {position}"
    );
    let before = game.public_view().as_view().cells;
    game.act(action(played)).expect("a legal action");
    let after = game.public_view().as_view().clone();
    let turn = after.turn.expect("a turn was made");
    assert_eq!(turn.caption, caption);
    let [Fact::Moved { glyph, from, to }, captured @ ..] = &turn.facts[..] else {
        panic!("the first fact is the move")
    };
    let mut expected = before;
    expected[from.index()] = None;
    for fact in captured {
        let Fact::Captured { glyph, at } = fact else {
            panic!("all other facts are captures")
        };
        assert_eq!(
            before[at.index()],
            Some(*glyph),
            "what was captured on {at}"
        );
        expected[at.index()] = None;
    }
    expected[to.index()] = Some(*glyph);
    assert!(after.cells == expected, "{played} in {position}");
    assert_eq!(after.marks.last, [*from, *to]);
}

#[track_caller]
fn check_illegal(position: &str, played: &str, law: &str) {
    let why = game(position).why_not(action(played));
    assert_eq!(why.map(|why| why.law), Some(law), "{played} in {position}");
}

/// Checks the frozen pieces.
#[track_caller]
fn check_frozen(position: &str, squares: &str) {
    let game = game(position);
    let frozen = game.public_view().as_view().marks.frozen.clone();
    let names: Vec<String> = frozen.iter().map(Square::to_string).collect();
    assert_eq!(names.join(" "), squares, "{position}");
}

#[track_caller]
fn check_in_check(position: &str, is_in_check: bool) {
    let game = game(position);
    let marks = game.public_view().as_view().marks.clone();
    assert_eq!(!marks.check.is_empty(), is_in_check, "{position}");
}

/// Plays to the end and checks the outcome.
#[track_caller]
fn check_end(position: &str, actions: &str, outcome: &str, law: &str) {
    let mut game = game(position);
    for text in actions.split_whitespace() {
        game.act(action(text)).expect("a legal action");
    }
    let Next::Over(found) = game.next() else {
        panic!("not over")
    };
    assert_eq!(found.to_string(), outcome);
    assert_eq!(game.public_view().as_view().status, Status::Over(found));
    assert!(game.legal_list().is_empty());
    assert_eq!(game.act(action("a1a2")), Err(IllegalAction));
    let why = game.why_not(action("a1a2")).expect("nothing is legal");
    assert_eq!((why.reason, why.law), (Reason::Over(found), law));
}

#[test]
fn diagrams_of_the_seed_match_their_captions() {
    // Immobilizers on d2 and e6; the diagram has no kings.
    let immobilizers = game("7k/8/4m3/8/8/8/3M4/K7 w 0").public_view();
    for (square, color) in [("d2", Color::White), ("e6", Color::Black)] {
        let glyph = immobilizers
            .as_view()
            .glyph(square.parse().expect("a square"));
        assert_eq!(glyph, Some(Glyph::Immobilizer(color)));
    }
    // 1.Pc2c4 captures both coordinator and long leaper.
    check("7k/5ppp/2N5/2n5/3rB3/8/PPP5/K7 w 0", "c2c4", "Pc2c4(c5,d4)");
    // 1.Rc5 captures on c7 and h5.
    check("8/2b4K/2q5/3p1N1p/8/8/2R5/k7 w 0", "c2c5", "Rc5(c7,h5)");
    // All captures of marked squares are playable from d2; c8 or f6 cannot be captured.
    let leaper = "2n4k/3r4/5b2/3p4/1m6/3b4/3N4/K7 w 0";
    check(leaper, "d2d4", "Nd4(d3)");
    check(leaper, "d2d6", "Nd6(d3,d5)");
    check(leaper, "d2d8", "Nd8(d3,d5,d7)");
    check(leaper, "d2a5", "Na5(b4)");
    check_illegal(leaper, "d2c8", "baroque Q8");
    check_illegal(leaper, "d2f6", "baroque Q8");
    // 1.Qa5, 1.Qb5 or 1.Qc5 captures the black rook.
    let withdrawer = "7k/8/8/3Qr3/8/8/8/K7 w 0";
    check(withdrawer, "d5a5", "Qa5(e5)");
    check(withdrawer, "d5b5", "Qb5(e5)");
    check(withdrawer, "d5c5", "Qc5(e5)");
    check(withdrawer, "d5d8", "Qd8");
    // 1.Bd5 captures the two marked pieces, but not the pincer on e5.
    check("7k/8/8/r3pP2/2n5/8/B7/K7 w 0", "a2d5", "Bd5(a5,c4)");
    // 1.Ke5 is impossible.
    check_illegal("7k/8/8/p4r2/4K3/8/8/8 w 0", "e4e5", "baroque Q31");
    check("7k/8/8/p4r2/4K3/8/8/8 w 0", "e4f5", "Kxf5");
}

#[test]
fn pieces_move_as_paragraphs_5_to_10_say() {
    check("7k/8/8/8/3P4/8/8/K7 w 0", "d4d1", "Pd4d1");
    check("7k/8/8/8/3P4/8/8/K7 w 0", "d4d8", "Pd4d8");
    check_illegal("7k/8/8/8/3P4/8/8/K7 w 0", "d4e5", "baroque Q6");
    check_illegal("7k/8/8/8/8/8/8/R3K2R w 0", "e1g1", "baroque Q7");
    check("7k/8/8/8/8/3R4/8/K7 w 0", "d3h7", "Rh7");
    check_illegal("7k/8/8/8/8/3R4/8/K7 w 0", "d3e5", "baroque Q8");
    check("7k/8/8/8/8/8/1q6/K7 w 0", "a1b2", "Kxb2");
    check_illegal("7k/8/8/3p4/8/3R4/8/K7 w 0", "d3d5", "baroque Q9");
    check_illegal("7k/8/8/8/8/3R4/8/K7 w 0", "d3d3", "baroque Q10");
}

#[test]
fn pincers_pinch() {
    let three = "7k/8/3N4/3p4/1RrPmB2/8/8/K7 w 0";
    check_illegal(three, "d4d5", "baroque Q9");
    check(
        "7k/3N4/3p4/1Rr1mB2/8/8/3P4/K7 w 0",
        "d2d5",
        "Pd2d5(c5,d6,e5)",
    );
    // There is no anvil on the edge, none on a diagonal, none that moves away.
    check("7k/8/8/8/8/p7/1P6/K7 w 0", "b2b3", "Pb2b3");
    check("7k/8/3N4/2p5/8/1P6/8/K7 w 0", "b3b5", "Pb3b5");
    check("7k/8/8/8/2Pp4/8/8/K7 w 0", "c4c5", "Pc4c5");
    // An anvil that arrives captures nothing, and a square between two enemies is safe (baroque Q14).
    check("7k/8/8/3Pp3/8/5R2/8/K7 w 0", "f3f5", "Rf5");
    check("7k/8/8/2p1p3/8/3P4/8/K7 w 0", "d3d5", "Pd3d5");
}

#[test]
fn coordinators_and_kings_coordinate() {
    check("7k/8/8/1p6/8/8/1r6/K2R4 w 0", "d1d5", "Rd5");
    check("7k/8/8/p7/8/8/1r6/K2R4 w 0", "d1d5", "Rd5(a5)");
    // On a line with its king it captures nothing, and the king's move never does (baroque Q12, Q15).
    check("7k/8/8/p7/8/8/8/K2R4 w 0", "d1a4", "Ra4");
    check("7k/8/8/3R4/8/8/3p4/K7 w 0", "a1a2", "Ka2");
}

#[test]
fn leapers_leap() {
    check("7k/8/8/8/N1p1p3/8/8/K7 w 0", "a4d4", "Nd4(c4)");
    check("7k/8/8/8/N1p1p3/8/8/K7 w 0", "a4f4", "Nf4(c4,e4)");
    check_illegal("7k/8/8/8/N1pp4/8/8/K7 w 0", "a4e4", "baroque Q18");
    check_illegal("7k/8/8/8/N1P5/8/8/K7 w 0", "a4e4", "baroque Q18");
    check_illegal("7k/8/8/8/N1pP4/8/8/K7 w 0", "a4e4", "baroque Q17");
}

#[test]
fn withdrawers_withdraw() {
    check("7k/8/8/2pQp3/8/8/8/K7 w 0", "d5d8", "Qd8");
    check("7k/8/8/3Qp3/4p3/8/8/K7 w 0", "d5a8", "Qa8(e4)");
}

#[test]
fn chameleons_take_each_kind_in_its_own_way_and_all_at_once() {
    check("7k/8/8/8/1qBp4/8/8/K7 w 0", "c4c5", "Bc5");
    check("7k/8/8/8/1qB5/8/8/K7 w 0", "c4f4", "Bf4(b4)");
    check(
        "7k/8/1P6/1p6/3r4/1n6/1B6/1q1K4 w 0",
        "b2b4",
        "Bb4(b1,b3,b5,d4)",
    );
    // Not a pincer, as the move is diagonal (baroque Q22).
    check("7k/8/3pP3/8/1B6/8/8/K7 w 0", "b4c5", "Bc5");
    check_illegal("7k/8/8/8/1B1p4/8/8/K7 w 0", "b4e4", "baroque Q23");
    check_illegal("7k/8/8/8/1B1nn3/8/8/K7 w 0", "b4f4", "baroque Q18");
    check_illegal("7k/8/8/8/1B1M4/8/8/K7 w 0", "b4e4", "baroque Q23");
}

#[test]
fn a_pure_chameleon_that_leaps_takes_leapers_only() {
    #[track_caller]
    fn check(position: &str, played: &str, usual: &str, pure: &str) {
        check_under("chameleon=combined", position, played, usual);
        check_under("chameleon=pure", position, played, pure);
    }
    let all = "7k/8/1P6/1p6/3r4/1n6/1B6/1q1K4 w 0";
    check(all, "b2b4", "Bb4(b1,b3,b5,d4)", "Bb4(b3)");
    check(
        "7k/8/8/r3pP2/2n5/8/B7/K7 w 0",
        "a2d5",
        "Bd5(a5,c4)",
        "Bd5(c4)",
    );
    check("7k/8/8/8/qB1n4/8/8/7K w 0", "b4e4", "Be4(a4,d4)", "Be4(d4)");
    check(
        "7k/8/8/8/1B1n1pP1/8/8/K7 w 0",
        "b4e4",
        "Be4(d4,f4)",
        "Be4(d4)",
    );
    check(
        "7k/8/8/8/rB1n4/8/8/K3r3 w 0",
        "b4e4",
        "Be4(a4,d4,e1)",
        "Be4(d4)",
    );
    // Without a leap, it captures in all ways at once.
    let slide = "7k/8/1P6/1p6/3r4/8/1B6/1q1K4 w 0";
    check(slide, "b2b4", "Bb4(b1,b5,d4)", "Bb4(b1,b5,d4)");
    check("7k/8/8/8/qB2n3/8/8/K7 w 0", "b4d4", "Bd4(a4)", "Bd4(a4)");
    // All other pieces capture as usual, and a leap over several leapers captures them all.
    check(
        "7k/8/8/8/N1p1p3/8/8/K7 w 0",
        "a4f4",
        "Nf4(c4,e4)",
        "Nf4(c4,e4)",
    );
    check(
        "7k/8/8/8/B1n1n1pP/8/8/K7 w 0",
        "a4f4",
        "Bf4(c4,e4,g4)",
        "Bf4(c4,e4)",
    );
}

#[test]
fn positions_of_pure_and_of_usual_chameleons_differ() {
    let start = |options| {
        let setup = Setup::with_options(Variant::Baroque, options).expect("a setup");
        setup
            .start_position::<super::Position>()
            .expect("the variant fits")
    };
    let (usual, pure) = (start(""), start("chameleon=pure"));
    assert_eq!(usual.to_string(), pure.to_string());
    assert!(usual != pure);
    assert_ne!(crate::Position::key(&usual), crate::Position::key(&pure));
}

#[test]
fn immobilizers_freeze_pieces_that_no_other_releases() {
    check_frozen("7k/8/8/8/3m4/2P5/8/K7 w 0", "c3");
    // A chameleon or an immobilizer beside it releases all other pieces, not itself; a chameleon also freezes it.
    check_frozen("7k/8/8/4B3/3m4/2P5/8/K7 w 0", "d4 e5");
    check_frozen("7k/8/8/4M3/3m4/2P5/8/K7 w 0", "d4 e5");
    check_frozen("7k/8/4B3/8/3m4/2P5/8/K7 w 0", "c3");
    check_frozen("7k/8/8/2B1B3/3m4/2P5/8/K7 w 0", "d4");
    check_frozen("7k/8/8/2B1M3/3m4/2P5/8/K7 w 0", "d4");
    // It is frozen beside an enemy chameleon regardless of other pieces (baroque Q30).
    check_frozen("7k/8/8/2B1M3/3m1b2/8/8/K7 w 0", "d4 e5");
    check_illegal("7k/8/8/8/3m4/2P5/8/K7 w 0", "c3c4", "baroque Q27");
    check_illegal("7k/8/8/4B3/3m4/8/8/K7 w 0", "e5e6", "baroque Q28");
    check_illegal("7k/8/8/4M3/3m4/8/8/K7 w 0", "e5e6", "baroque Q28");
    check_illegal("7k/8/8/2B1M3/3m1b2/8/8/K7 w 0", "e5e6", "baroque Q30");
}

#[test]
fn each_frozen_piece_is_shown_with_the_piece_that_freezes_it() {
    #[track_caller]
    fn check(position: &str, expected: &str) {
        let freezers = game(position)
            .public_view()
            .as_view()
            .marks
            .freezers
            .clone();
        let written = freezers.iter().map(|(at, by)| format!("{at} by {by}"));
        assert_eq!(written.collect::<Vec<_>>().join(", "), expected);
    }
    check("7k/8/8/8/3m4/2P5/8/K7 w 0", "c3 by d4");
    check("7k/8/8/4B3/3m4/2P5/8/K7 w 0", "d4 by e5, e5 by d4");
    check("7k/8/8/2B1M3/3m1b2/8/8/K7 w 0", "d4 by c5, e5 by f4");
    check("7k/8/8/3m1m2/4P3/8/8/K7 w 0", "e4 by d5");
    check("7k/8/8/8/3b4/2P5/8/K7 w 0", "");
}

#[test]
fn a_side_that_is_not_to_move_shows_where_it_could_go() {
    #[track_caller]
    fn check(position: &str, color: Color, expected: &str) {
        let moves = game(position).reach(color, None);
        let written = moves.iter().map(|(from, to)| format!("{from}{to}"));
        assert_eq!(written.collect::<Vec<_>>().join(" "), expected);
    }
    let frozen = "7k/8/8/8/3m4/2P5/8/K7 w 0";
    check(frozen, Color::White, "a1b1 a1a2 a1b2");
    assert!(!game(frozen).reach(Color::Black, None).is_empty());
    // White cannot pass while its king is in check.
    check("7k/8/8/8/8/8/1q6/K7 w 0", Color::Black, "");
}

#[test]
fn every_kind_gives_check_in_its_own_way() {
    // A pincer that can move beside the king, opposite to an anvil.
    check_in_check("7k/8/8/p4r2/8/4K3/8/8 w 0", false);
    check_in_check("7k/8/8/p3Kr2/8/8/8/8 w 0", true);
    check_in_check("7k/8/8/pP2Kr2/8/8/8/8 w 0", false);
    // A coordinator that reaches the line of its corner.
    check_in_check("r6k/8/8/8/8/8/8/K7 w 0", false);
    check_in_check("8/8/r7/8/8/8/8/K6k w 0", true);
    // A leaper with an empty square behind the king, a withdrawer with an empty square behind itself.
    check_in_check("7k/8/8/8/K2n4/8/8/8 w 0", false);
    check_in_check("7k/8/8/8/1K1n4/8/8/8 w 0", true);
    check_in_check("7k/8/8/8/PK1n4/8/8/8 w 0", false);
    check_in_check("7k/8/8/8/1K1P1n2/8/8/8 w 0", true);
    check_in_check("7k/8/8/8/1KP1n3/8/8/8 w 0", false);
    check_in_check("7k/8/8/8/1K1p1n2/8/8/8 w 0", false);
    check_in_check("7k/8/8/8/1Kq5/8/8/8 w 0", true);
    check_in_check("7k/8/8/8/1KqP4/8/8/8 w 0", false);
    // A chameleon by touch, and only so; an immobilizer never (baroque Q31, Q33).
    check_in_check("7k/8/8/8/1Kb5/8/8/8 w 0", true);
    check_in_check("7k/8/8/8/1K1b4/8/8/8 w 0", false);
    check_in_check("7k/8/8/8/1Km5/8/8/P7 w 0", false);
    // A frozen piece gives no check (baroque Q32).
    check_in_check("7k/8/8/3M4/1Kq5/8/8/8 w 0", false);
}

#[test]
fn check_is_answered_and_kings_are_not_exposed() {
    let by_withdrawer = "7k/8/8/1P3M2/1Kq5/8/8/8 w 0";
    check(by_withdrawer, "f5d3", "Md3");
    check(by_withdrawer, "b4c4", "Kxc4");
    check_illegal(by_withdrawer, "b5b8", "baroque Q34");
    // The immobilizer releases the withdrawer.
    check_illegal("7k/8/8/3M4/1Kq5/8/8/8 w 0", "d5e6", "baroque Q34");
    check("7k/8/8/3M4/1Kq5/8/8/8 w 0", "d5d3", "Md3");
    check_illegal("7k/8/8/8/1KqP4/8/8/8 w 0", "d4d5", "baroque Q34");
    // A piece that keeps a coordinator from the corner of its king's rank, or of its file, stays in between.
    let on_rank = "3P3r/8/8/8/8/8/8/K6k w 0";
    check(on_rank, "d8a8", "Pd8a8");
    check(on_rank, "d8g8", "Pd8g8");
    check_illegal(on_rank, "d8d7", "baroque Q34");
    let on_file = "k6r/8/8/8/7P/8/8/K7 w 0";
    check(on_file, "h4h1", "Ph4h1");
    check(on_file, "h4h7", "Ph4h7");
    check_illegal(on_file, "h4g4", "baroque Q34");
}

/// Checks that a leap needs an empty square behind each piece that it passes, along each of the four lines and from both
/// ends.
#[test]
fn leapers_leap_over_pieces_that_do_not_touch() {
    let lines = [
        ["a4", "b4", "c4", "d4", "e4", "f4"],
        ["d1", "d2", "d3", "d4", "d5", "d6"],
        ["a1", "b2", "c3", "d4", "e5", "f6"],
        ["a8", "b7", "c6", "d5", "e4", "f3"],
    ];
    for (pieces, is_check) in [
        ("n...K.", true),
        ("n.P.K.", true),
        ("nP..K.", true),
        ("n.PPK.", false),
        ("nPP.K.", false),
        ("n..PK.", false),
        ("n.p.K.", false),
        ("n...KP", false),
    ] {
        for line in lines {
            let mut from_the_other_end = line;
            from_the_other_end.reverse();
            for line in [line, from_the_other_end] {
                let mut board = [['1'; 8]; 8];
                for (square, piece) in line.into_iter().zip(pieces.chars()).chain([("h7", 'k')]) {
                    let at: Square = square.parse().expect("a square");
                    board[7 - usize::from(at.rank())][usize::from(at.file())] = piece;
                }
                let rows = board.map(|row| String::from_iter(row).replace('.', "1"));
                check_in_check(&format!("{} w 0", rows.join("/")), is_check);
            }
        }
    }
}

#[test]
fn games_end_by_mate_stalemate_and_repetition() {
    check_end(
        "7k/6M1/8/8/8/8/8/1K6 w 0",
        "b1a1",
        "1/2-1/2 stalemate",
        "baroque Q35",
    );
    check_end(
        "2r1q3/b1Bp4/1n1MkB1P/Q1p5/4Pb2/2P5/m1p4N/6K1 b 20",
        "",
        "1-0 checkmate",
        "baroque Q35",
    );
    check_end(
        "7k/8/8/8/3P4/8/8/K7 w 0",
        "d4d5 h8g8 d5d4 g8h8 d4d5 h8g8 d5d4 g8h8",
        "1/2-1/2 repetition",
        "baroque Q36",
    );
    // A king that moves in a triangle gives the other side the same board, and that is not the same position.
    let mut triangle = game("7k/8/8/8/8/8/8/4K3 w 0");
    for text in "e1e2 h8g8 e2d1 g8h8 d1e1 h8g8 e1e2 g8h8 e2d1 h8g8 d1e1 g8h8".split(' ') {
        triangle.act(action(text)).expect("a legal action");
    }
    assert!(matches!(triangle.next(), Next::Decision(_)));
}

#[test]
fn people_end_games_too() {
    let mut game = game("7k/8/8/8/3P4/8/8/K7 w 0");
    game.conclude(Conclusion::Resigned(Color::White))
        .expect("it was not over");
    let why = game.why_not(action("d4d5")).expect("nothing is legal");
    assert_eq!(why.law, "baroque, Check and end");
}

#[test]
fn views_show_the_pieces_of_chess_and_an_immobilizer() {
    let game = Game::new(&Setup::new(Variant::Baroque));
    let view = game.public_view().as_view().clone();
    assert_eq!(
        view.position,
        "rnbqkbnm/pppppppp/8/8/8/8/PPPPPPPP/MNBQKBNR w 0"
    );
    assert_eq!(view.cells[0], Some(Glyph::Immobilizer(Color::White)));
    assert_eq!(view.cells[63], Some(Glyph::Immobilizer(Color::Black)));
    assert_eq!(view.cells[56], Some(Glyph::Rook(Color::Black)));
    assert!(view.turn.is_none());
}

#[test]
fn moves_are_numbered_as_in_chess() {
    #[track_caller]
    fn check(moves: &str, number: u32) {
        let mut game = game(&format!("7k/8/8/8/8/8/p6P/K7 {moves}"));
        let action = if moves.starts_with('w') {
            "h2h3"
        } else {
            "h8h7"
        };
        game.act(action.parse().expect("an action"))
            .expect("a legal action");
        let turn = game
            .public_view()
            .as_view()
            .turn
            .clone()
            .expect("a turn was made");
        assert_eq!(turn.number, number, "{moves}");
    }
    check("w 0", 1);
    check("b 1", 1);
    check("w 2", 2);
    check("w 63", 33);
    check("b 64", 33);
}

#[test]
fn perft_counts_the_drawn_starts_too() {
    let game = Game::new(&"baroque setup=symmetric".parse().expect("a setup"));
    assert_eq!(game.perft(0), 1);
    assert_eq!(game.perft(1), 5760 * 32);
    assert_eq!(game.perft_plain(1), 5760 * 32);
    let parts = game.divide(1);
    assert_eq!(parts.len(), 32);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 5760 * 32);
}
