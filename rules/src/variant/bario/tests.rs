//! Tests of the paragraphs of the law, and of the diagrams of the seeds.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{Color, Fact, Game, Glyph, Next, Setup, Variant, explain::law_and_squares};

const MODERN: &str = "rules=modern";
const CLASSIC: &str = "rules=classic";

/// Returns a game from a board and a side, turns, captureUndef, enpassant, reserve and, in classic, castling.
#[track_caller]
fn game(
    options: &str,
    board: &str,
    lost: &str,
    skipped: &str,
    reserve: &str,
    castling: &str,
) -> Game {
    let castling = match options {
        CLASSIC => format!(r#","castling":"{castling}""#),
        _ => String::new(),
    };
    let text = format!(
        r#"{board} {{"captureUndef":"{lost}","enpassant":"{skipped}","reserve":"{reserve}"{castling}}}"#
    );
    let setup = Setup::with_position(Variant::Bario, options, &text);
    Game::new(&setup.unwrap_or_else(|error| panic!("{text}: {error}")))
}

#[track_caller]
fn modern(board: &str, reserve: &str) -> Game {
    game(MODERN, board, "-", "-", reserve, "")
}

#[track_caller]
fn classic(board: &str, reserve: &str, castling: &str) -> Game {
    game(CLASSIC, board, "-", "-", reserve, castling)
}

fn start(options: &str) -> Game {
    Game::new(&Setup::with_options(Variant::Bario, options).expect("options"))
}

/// Returns the legal actions that pass a filter, sorted and separated by blanks.
fn actions(game: &Game, is_wanted: impl Fn(&str) -> bool) -> String {
    let actions = game.legal_list();
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.retain(|text| is_wanted(text));
    texts.sort_unstable();
    texts.join(" ")
}

#[track_caller]
fn check_actions(game: &Game, wanted: &str, expected: &str) {
    assert_eq!(actions(game, |text| text.contains(wanted)), expected);
}

/// Plays actions, and returns the resulting position text.
#[track_caller]
fn play(game: &mut Game, texts: &str) -> String {
    for text in texts.split(' ') {
        let action = text.parse().expect("exact notation");
        assert!(
            game.act(action).is_ok(),
            "{text}: {:?}",
            game.why_not(action)
        );
    }
    game.public_view().as_view().position.clone()
}

#[track_caller]
fn check_play(mut game: Game, texts: &str, expected: &str) {
    assert_eq!(play(&mut game, texts), expected);
}

#[track_caller]
fn check_over(game: &Game, expected: &str) {
    let Next::Over(outcome) = game.next() else {
        panic!("the game goes on");
    };
    assert_eq!(outcome.to_string(), expected);
    check_actions(game, "", "");
}

/// The picture "Undefined pieces on first ranks".
#[test]
fn games_begin_undefined() {
    let view = start(MODERN).public_view();
    for (rank, color) in [('1', Color::White), ('8', Color::Black)] {
        for file in 'a'..='h' {
            let square = format!("{file}{rank}").parse().expect("a square");
            assert_eq!(
                view.as_view().glyph(square),
                Some(Glyph::Undefined(color)),
                "{square}"
            );
        }
    }
}

/// B5 to B8.
#[test]
fn kings_are_placed_first() {
    let mut game = start(MODERN);
    check_actions(&game, "", "K@a1 K@b1 K@c1 K@d1 K@e1 K@f1 K@g1 K@h1");
    play(&mut game, "K@g1");
    check_actions(&game, "", "K@a8 K@b8 K@c8 K@d8 K@e8 K@f8 K@g8 K@h8");
    assert_eq!(
        play(&mut game, "K@b8"),
        r#"ukuuuuuu/pppppppp/8/8/8/8/PPPPPPPP/UUUUUUKU w 2 {"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#
    );
    check_actions(&game, "@b1", "N@b1a3 N@b1c3");
    check_actions(&game, "g1", "");
}

/// K1.
#[test]
fn kings_of_classic_stand() {
    let game = start(CLASSIC);
    check_actions(&game, "K", "");
    check_actions(&game, "@g1", "N@g1f3 N@g1h3");
    check_play(
        game,
        "e2e4",
        concat!(
            "uuuukuuu/pppppppp/8/8/4P3/8/PPPP1PPP/UUUUKUUU b 1 ",
            r#"{"captureUndef":"-","enpassant":"54","reserve":"22212221","castling":"KQkq"}"#
        ),
    );
}

/// The first diagram: "The white king cannot move, a rook might be on c8 or e8" (reserves by R12).
#[test]
fn the_white_king_cannot_move() {
    let board = "uuuuu1uk/p2p1qp1/1p6/7p/7P/5N2/PP1P1PP1/UUUKU1UU w 10";
    let game = modern(board, "21212220");
    check_actions(&game, "d1", "");
    for (to, by) in [("c2", "c8"), ("e2", "e8")] {
        let action = format!("d1{to}").parse().expect("exact notation");
        let why = game.why_not(action).map(|why| law_and_squares(&why));
        assert_eq!(why, Some(format!("bario B16: {by}")), "{to}");
    }
    // Without rooks and queens in the reserve no piece attacks along the files (B14).
    check_actions(&modern(board, "21210330"), "d1", "d1c2 d1e2");
}

/// The diagrams "Before and after knight definition on d1 (moving to e3)".
#[test]
fn all_pieces_revert() {
    let mut game = modern(
        "uuu1kuuu/2p5/2n5/1p1ppppp/p4PPP/3N3Q/PPPPP1BB/1RRUK3 w 10",
        "01002121",
    );
    assert_eq!(
        play(&mut game, "N@d1e3"),
        concat!(
            "uuu1kuuu/2p5/2u5/1p1ppppp/p4PPP/3UU2U/PPPPP1UU/1UU1K3 b 11 ",
            r#"{"captureUndef":"-","enpassant":"-","reserve":"22212221"}"#
        )
    );
    let view = game.public_view();
    let turn = view.as_view().turn.as_ref().expect("a move was made");
    assert_eq!(turn.caption, "N@d1e3");
    assert!(matches!(
        turn.facts[..],
        [
            Fact::Defined { .. },
            Fact::Moved { .. },
            Fact::Reset(_),
            Fact::Reset(_)
        ]
    ));
}

/// B10, B13.
#[test]
fn definitions_take_from_the_reserve() {
    let game = modern("6k1/8/8/8/8/2p5/P7/U3K2U w 20", "10100000");
    check_actions(&game, "@a1", "B@a1b2 B@a1c3 R@a1b1 R@a1c1 R@a1d1");
    check_actions(&game, "a1", "B@a1b2 B@a1c3 R@a1b1 R@a1c1 R@a1d1");
    check_play(
        game,
        "B@a1c3",
        r#"6k1/8/8/8/8/2B5/P7/4K2U b 21 {"captureUndef":"-","enpassant":"-","reserve":"10000000"}"#,
    );
}

/// B11.
#[test]
fn double_steps_and_en_passant() {
    let game = modern("4k2u/8/8/8/3p4/8/4P3/4K2U w 20", "01000100");
    check_actions(&game, "e2", "e2e3 e2e4");
    check_play(
        game.clone(),
        "e2e4 d4e3",
        r#"4k2u/8/8/8/8/4p3/8/4K2U w 22 {"captureUndef":"-","enpassant":"-","reserve":"01000100"}"#,
    );
    // It is possible only on the very next turn.
    let mut late = game;
    play(&mut late, "e2e4 e8d8 e1d1 d8e8 d1e1");
    check_actions(&late, "d4", "d4d3");
    // It would uncover the king.
    let pinned = game_of_skipped("4k3/8/8/8/K2Pp2u/8/8/8 b 21", "53", "00001000");
    check_actions(&pinned, "e4", "e4d3 e4e3");
    let pinned = game_of_skipped("8/8/8/8/k2Pp2U/8/8/K7 b 21", "53", "10000000");
    check_actions(&pinned, "e4", "e4e3");
}

fn game_of_skipped(board: &str, skipped: &str, reserve: &str) -> Game {
    game(MODERN, board, "-", skipped, reserve, "")
}

/// B12.
#[test]
fn promotion_needs_no_reserve() {
    let mut game = modern("4k2u/P7/8/8/8/8/8/4K2U w 20", "01000100");
    check_actions(&game, "a7", "a7a8=B a7a8=N a7a8=Q a7a8=R");
    assert_eq!(
        play(&mut game, "a7a8=N"),
        r#"N3k2u/8/8/8/8/8/8/4K2U b 21 {"captureUndef":"-","enpassant":"-","reserve":"01000100"}"#
    );
    // The next reset makes it undefined like any other piece.
    check_play(
        modern("N3k2u/8/8/8/8/8/8/4K2U w 22", "10000100"),
        "R@h1h2",
        r#"U3k2u/8/8/8/8/8/7U/4K3 b 23 {"captureUndef":"-","enpassant":"-","reserve":"11000100"}"#,
    );
}

/// B14, B15, B17.
#[test]
fn undefined_pieces_give_check_and_mate() {
    let boxed = "7k/8/5K2/8/8/8/U7/8 b 61";
    // As a bishop it attacks g8 only, as a rook h2 and no further.
    for (reserve, moves) in [
        ("00100000", "h8h7"),
        ("10000000", "h8g8 h8h7"),
        ("01000000", "h8g8 h8h7"),
    ] {
        check_actions(&modern(boxed, reserve), "h8", moves);
    }
    check_over(
        &modern("7k/8/6K1/8/8/8/U7/8 b 61", "00100000"),
        "1/2-1/2 stalemate",
    );
    check_over(
        &modern("7k/7U/6K1/8/8/8/8/8 b 61", "00010000"),
        "1-0 checkmate",
    );
    // The king's own undefined piece can capture it.
    check_actions(
        &modern("7k/7U/6K1/8/8/8/8/7u b 61", "00011000"),
        "",
        "R@h1h7",
    );
}

/// B16: a reset must not expose the mover's own king (R1).
#[test]
fn no_reset_into_check() {
    let game = modern("4k2u/pp4pp/8/4n3/8/2B5/PP3PPP/4K2U w 24", "10001000");
    check_actions(&game, "@", "");
    for to in ["g1", "f1"] {
        let action = format!("R@h1{to}").parse().expect("exact notation");
        let why = game.why_not(action).map(|why| law_and_squares(&why));
        assert_eq!(why.as_deref(), Some("bario B16: e1 e5"));
    }
}

/// B19 to B23.
#[test]
fn the_owner_names_the_lost_piece() {
    let mut taken = modern("4k1u1/8/8/8/8/8/6R1/4K2U w 20", "01000010");
    assert_eq!(
        play(&mut taken, "g2g8"),
        r#"4k1R1/8/8/8/8/8/8/4K2U b 21 {"captureUndef":"06","enpassant":"-","reserve":"01000010"}"#
    );
    // The end is judged after the lost piece is named, even if it is mate at once (B22).
    let board = "R5k1/5ppp/8/8/8/8/4K3/7u b 31";
    let mut mated = game(MODERN, board, "00", "-", "00000101", "");
    check_actions(&mated, "", "-N -Q");
    let mut saved = mated.clone();
    play(&mut mated, "-Q");
    check_over(&mated, "1-0 checkmate");
    // The same turn goes on.
    assert_eq!(
        play(&mut saved, "-N"),
        r#"R5k1/5ppp/8/8/8/8/4K3/7u b 31 {"captureUndef":"-","enpassant":"-","reserve":"00000001"}"#
    );
    check_actions(&saved, "", "Q@h1a8");
}

/// B24 to B28: the worked examples.
#[test]
fn resets_judge_each_side_by_itself() {
    check_play(
        modern("4k2u/pp4pp/2n5/8/8/2B5/5PPP/4K2U w 24", "10000100"),
        "R@h1g1",
        r#"4k2u/pp4pp/2n5/8/8/2U5/5PPP/4K1U1 b 25 {"captureUndef":"-","enpassant":"-","reserve":"10100100"}"#,
    );
    check_play(
        modern("4k2u/pp4pp/2b5/8/8/2N5/5PPP/4K2U w 24", "01000100"),
        "N@h1g3",
        r#"4k2u/pp4pp/2u5/8/8/2N3N1/5PPP/4K3 b 25 {"captureUndef":"-","enpassant":"-","reserve":"00000110"}"#,
    );
    let mut game = modern("3u1b1k/6pp/2n5/8/8/2N5/PP6/K2U4 w 30", "10001000");
    assert_eq!(
        play(&mut game, "R@d1d8"),
        r#"3U1u1k/6pp/2u5/8/8/2U5/PP6/K7 b 31 {"captureUndef":"03","enpassant":"-","reserve":"11001110"}"#
    );
    check_actions(&game, "", "-B -N -R");
    let mut game = modern("3u1b1k/6pp/8/8/8/2N5/PP6/K2U4 w 30", "10001000");
    assert_eq!(
        play(&mut game, "R@d1d8"),
        r#"3U1b1k/6pp/8/8/8/2U5/PP6/K7 b 31 {"captureUndef":"03","enpassant":"-","reserve":"11001000"}"#
    );
    check_actions(&game, "", "-R");
    // Only a definition causes one (B24).
    check_play(
        modern("3u1b1k/6pp/8/3R4/8/2N5/PP6/K7 w 30", "00001000"),
        "d5d8",
        r#"3R1b1k/6pp/8/8/8/2N5/PP6/K7 b 31 {"captureUndef":"03","enpassant":"-","reserve":"00001000"}"#,
    );
}

/// K2 to K4.
#[test]
fn castling_defines_a_rook() {
    let board = "u3k2u/pp3ppp/8/8/8/8/PP3PPP/U3K2U w 20";
    let castlings = |game: &Game| actions(game, |text| ["e1g1", "e1c1"].contains(&text));
    assert_eq!(castlings(&classic(board, "11001010", "KQkq")), "e1c1 e1g1");
    assert_eq!(castlings(&classic(board, "11001010", "Kkq")), "e1g1");
    assert_eq!(castlings(&classic(board, "01101010", "KQkq")), "");
    assert_eq!(castlings(&modern(board, "11001010")), "");
    let attacked = "4k2u/pp3ppp/8/8/1u6/8/PP3PPP/U3K2U w 20";
    assert_eq!(castlings(&classic(attacked, "11001010", "KQk")), "");
    // The corner and b1 may be attacked.
    let attacked = "1u2k3/p4ppp/8/8/8/8/P4PPP/U3K2U w 20";
    assert_eq!(castlings(&classic(attacked, "11001000", "KQ")), "e1c1 e1g1");
    check_play(
        classic(board, "11001010", "KQkq"),
        "e1c1",
        concat!(
            "u3k2u/pp3ppp/8/8/8/8/PP3PPP/2KR3U b 21 ",
            r#"{"captureUndef":"-","enpassant":"-","reserve":"01001010","castling":"kq"}"#
        ),
    );
    // A piece that arrives at a corner ends its castling right.
    check_play(
        classic("4k2u/pp4p1/8/8/8/8/PP6/U3K2U w 20", "11001000", "KQk"),
        "R@h1h8",
        concat!(
            "4k2R/pp4p1/8/8/8/8/PP6/U3K3 b 21 ",
            r#"{"captureUndef":"07","enpassant":"-","reserve":"01001000","castling":"Q"}"#
        ),
    );
}

/// K5 to K8, K10.
#[test]
fn recycles_take_both_sides() {
    check_play(
        classic(
            "u3k2u/pp3ppp/8/3b4/8/2N5/PP3PPP/4K2U w 24",
            "10001100",
            "Kkq",
        ),
        "R@h1g1",
        concat!(
            "u3k2u/pp3ppp/8/3u4/8/2U5/PP3PPP/4K1U1 b 25 ",
            r#"{"captureUndef":"-","enpassant":"-","reserve":"11001110","castling":"kq"}"#
        ),
    );
    // If either side has one type before the move, no recycle happens (K7).
    check_play(
        classic(
            "u3k2u/pp3ppp/8/3b4/8/2N5/PP3PPP/4K2U w 24",
            "01001100",
            "Kkq",
        ),
        "N@h1g3",
        concat!(
            "u3k2u/pp3ppp/8/3b4/8/2N3N1/PP3PPP/4K3 b 25 ",
            r#"{"captureUndef":"-","enpassant":"-","reserve":"00001100","castling":"kq"}"#
        ),
    );
    // A type that leaves the board with the very move still counts.
    check_play(
        classic("4k3/pp4pb/2n5/8/8/2B5/PP6/4K2U w 24", "10000000", "K"),
        "R@h1h7",
        concat!(
            "4k3/pp4pU/2u5/8/8/2U5/PP6/4K3 b 25 ",
            r#"{"captureUndef":"-","enpassant":"-","reserve":"10100100","castling":"-"}"#
        ),
    );
    // After the capture of the last one, all its types are on offer (K10).
    let mut game = classic("3ukb2/pp3ppp/2n5/8/8/8/PP3PPP/U2RK3 w 24", "01001000", "Q");
    assert_eq!(
        play(&mut game, "d1d8"),
        concat!(
            "3Uku2/pp3ppp/2u5/8/8/8/PP3PPP/U3K3 b 25 ",
            r#"{"captureUndef":"03","enpassant":"-","reserve":"11001110","castling":"Q"}"#
        )
    );
    check_actions(&game, "", "-B -N -R");
}

/// K9.
#[test]
fn recycling_into_check_loses() {
    let mut game = classic("4k2u/pp4pp/8/4n3/8/2B5/PP3PPP/4K2U w 24", "10001000", "Kk");
    play(&mut game, "R@h1g1");
    check_over(&game, "0-1 recycled-into-check");
    let exposed = game.public_view().as_view().marks.check.clone();
    assert_eq!(exposed.len(), 1);
    assert_eq!(
        game.public_view().as_view().glyph(exposed[0]),
        Some(Glyph::King(Color::White))
    );
    // It is judged before all else: Black is in check and has to name a lost piece.
    let board = "3Uk3/pp3ppp/8/4u3/8/8/PP3PPP/U3K3 b 25";
    check_over(
        &self::game(CLASSIC, board, "03", "-", "11001100", "Q"),
        "0-1 recycled-into-check",
    );
}

/// B20: naming a lost piece and the move after it are one turn.
#[test]
fn a_choice_is_shown_with_its_turn() {
    let mut game = start(MODERN);
    play(&mut game, "K@e1 K@h8 N@b1c3 h7h6 c3b5 h6h5 b5c7 h5h4 c7a8");
    let turn = |game: &Game| {
        let view = game.public_view();
        let turn = view.as_view().turn.as_ref().expect("a move was made");
        (turn.number, turn.caption.clone(), turn.facts.len())
    };
    assert_eq!(turn(&game), (5, "Nxa8".into(), 2));
    play(&mut game, "-R");
    assert_eq!(turn(&game), (5, "-R".into(), 1));
    play(&mut game, "N@b8c6");
    assert_eq!(turn(&game), (5, "-R N@b8c6".into(), 3));
    let view = game.public_view();
    let counts = |color| {
        view.as_view().reserves[color]
            .iter()
            .map(|&(_, count)| count)
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(crate::Color::White), [1, 2, 2, 1]);
    assert_eq!(counts(crate::Color::Black), [1, 1, 2, 1]);
}

/// Each castling right is lost when its king moves, when its corner moves, and when its corner is captured (bario K2).
#[test]
fn castling_needs_king_and_corner_that_never_moved() {
    #[track_caller]
    fn check(action: &str, castling: &str) {
        let mut game = classic("r3k2u/8/8/8/8/8/8/U3K2R w 20", "10001000", "Qk");
        let position = play(&mut game, action);
        let expected = format!(r#""castling":"{castling}"}}"#);
        assert!(position.ends_with(&expected), "{action}: {position}");
    }
    check("h1g1", "Qk");
    check("e1e2", "k");
    check("R@a1b1", "k");
    check("h1h8", "Q");
}
