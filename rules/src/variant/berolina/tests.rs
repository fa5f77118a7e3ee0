use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    ChanceOutcome, Color, Conclusion, Fact, Game, Glyph, IllegalAction, ImpossibleOutcome, Next,
    Outcome, Reason, Setup, Square, Status, Variant, WinReason,
};

fn game(position: &str) -> Game {
    Game::new(&Setup::with_position(Variant::Berolina, "", position).expect("a setup"))
}

#[track_caller]
fn play(game: &mut Game, actions: &str) {
    for action in actions.split_whitespace() {
        game.act(action.parse().expect("an action"))
            .expect("a legal action");
    }
}

/// Plays from a position to its end and checks the outcome.
#[track_caller]
fn check_end(position: &str, actions: &str, outcome: &str) {
    let mut game = game(position);
    play(&mut game, actions);
    let Next::Over(found) = game.next() else {
        panic!("not over")
    };
    assert_eq!(found.to_string(), outcome);
    assert!(game.legal_list().is_empty());
    assert_eq!(
        game.conclude(Conclusion::DrawAgreed),
        Err(crate::AlreadyOver)
    );
    let action = "e1e2".parse().expect("an action");
    assert_eq!(game.act(action), Err(IllegalAction));
    let why = game.why_not(action).expect("nothing is legal");
    assert_eq!(why.reason, Reason::Over(found));
}

#[track_caller]
fn check_goes_on(position: &str, actions: &str) {
    let mut game = game(position);
    play(&mut game, actions);
    assert!(matches!(game.next(), Next::Decision(_)));
}

/// Plays one move and checks the position after it.
#[track_caller]
fn check_after(position: &str, action: &str, after: &str) {
    let mut game = game(position);
    play(&mut game, action);
    assert_eq!(
        game.public_view().as_view().position,
        after,
        "{action} in {position}"
    );
}

/// Checks the targets of the piece on a square.
#[track_caller]
fn check_targets(position: &str, from: &str, expected: &str) {
    let actions = game(position).legal_list();
    let texts = actions.iter().map(ToString::to_string);
    let mut targets: Vec<String> = texts
        .filter_map(|text| Some(text.strip_prefix(from)?.into()))
        .collect();
    targets.sort_unstable();
    assert_eq!(targets.join(" "), expected, "{from} in {position}");
}

/// Checks "Initial setup" and "Moves at a glance". The board of the seed has the white queen check the black king, so its
/// pieces are tested in parts.
#[test]
fn boards_of_the_seed_match_their_descriptions() {
    let start = Game::new(&Setup::new(Variant::Berolina));
    for (squares, glyph) in [
        ("e1", Glyph::King(Color::White)),
        ("d1", Glyph::Queen(Color::White)),
        ("a1 h1", Glyph::Rook(Color::White)),
        ("c1 f1", Glyph::Bishop(Color::White)),
        ("b1 g1", Glyph::Knight(Color::White)),
        ("a2 b2 c2 d2 e2 f2 g2 h2", Glyph::BerolinaPawn(Color::White)),
        ("e8", Glyph::King(Color::Black)),
        ("d8", Glyph::Queen(Color::Black)),
        ("a8 h8", Glyph::Rook(Color::Black)),
        ("c8 f8", Glyph::Bishop(Color::Black)),
        ("b8 g8", Glyph::Knight(Color::Black)),
        ("a7 b7 c7 d7 e7 f7 g7 h7", Glyph::BerolinaPawn(Color::Black)),
    ] {
        for square in squares.split(' ') {
            let square = square.parse().expect("a square");
            assert_eq!(start.public_view().as_view().glyph(square), Some(glyph));
        }
    }

    // The pawn between the two white ones has just come from d7: only the one ahead of the skipped square captures it.
    let pawns = "r3k2r/8/8/PpP5/8/8/8/6K1 w kq b5c6 0 1";
    check_targets(pawns, "a5", "b6");
    check_targets(pawns, "c5", "b6 c6 d6");
    let castling = "r3k2r/3p4/8/PpP5/8/8/6K1/8 b kq - 0 1";
    check_targets(castling, "e8", "c8 d8 e7 f7 f8 g8");
    check_targets(castling, "d7", "c6 e6 f5");
    check_targets(castling, "b5", "a4 c4");
    let pieces = "8/7k/8/PpP5/8/8/2RNQBK1/8 w - - 0 1";
    check_targets(pieces, "c2", "a2 b2 c1 c3 c4");
    check_targets(pieces, "d2", "b1 b3 c4 e4 f1 f3");
    check_targets(pieces, "e2", "b5 c4 d1 d3 e1 e3 e4 e5 e6 e7 e8 f1 f3 g4 h5");
    check_targets(pieces, "f2", "d4 e1 e3 g1 g3 h4");
    check_targets(pieces, "g2", "f1 f3 g1 g3 h1 h2 h3");
}

#[test]
fn mate_wins_and_stalemate_draws() {
    check_end("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "1-0 checkmate");
    check_end(
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 1",
        "a1a8",
        "1-0 checkmate",
    );
    check_end("k7/P7/K7/1Q6/8/8/8/8 b - - 0 1", "", "1-0 checkmate");
    check_end(
        "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1",
        "f2f7",
        "1/2-1/2 stalemate",
    );
}

#[test]
fn the_third_occurrence_draws() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let round = "g1f3 g8f6 f3g1 f6g8 ";
    check_goes_on(start, round);
    check_goes_on(start, round.repeat(2).trim_end_matches("f6g8 "));
    check_end(start, &round.repeat(2), "1/2-1/2 repetition");
    // The en passant field counts even if no pawn can capture (berolina O21): the first occurrence is another position.
    let stepped = format!("e2g4 {}", "g8f6 g1f3 f6g8 f3g1 ".repeat(2));
    check_goes_on(start, &stepped);
    check_end(start, &format!("{stepped}g8f6"), "1/2-1/2 repetition");
    // So do castling rights.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let rounds = "a1b1 a8b8 b1a1 b8a8 ".repeat(2);
    check_goes_on(rooks, &rounds);
    check_goes_on(rooks, &format!("{rounds}a1b1"));
    check_end(rooks, &format!("{rounds}a1b1 a8b8"), "1/2-1/2 repetition");
    // And so does the side to move: a king that moves in a triangle gives the other side the same board.
    let triangle = "e1e2 h8g8 e2d1 g8h8 d1e1";
    let kings = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
    check_goes_on(
        kings,
        &format!("{triangle} h8g8 {} g8h8", "e1e2 g8h8 e2d1 h8g8 d1e1"),
    );
}

#[test]
fn a_hundred_quiet_half_moves_draw() {
    let before = "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 98 80";
    check_goes_on(before, "a1a2");
    check_end(before, "a1a2 e8d8", "1/2-1/2 fifty-moves");
    check_goes_on(before, "a1a2 e7d6 a2a1");
    check_end(
        "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 100 80",
        "",
        "1/2-1/2 fifty-moves",
    );
    // Every pawn move restarts the count, and so does a capture.
    check_after(
        "7k/1P6/8/8/8/8/8/K7 w - - 30 9",
        "b7c8=R",
        "2R4k/8/8/8/8/8/8/K7 b - - 0 9",
    );
    check_after(
        "1n5k/1P6/8/8/8/8/8/K7 w - - 30 9",
        "b7b8=R",
        "1R5k/8/8/8/8/8/8/K7 b - - 0 9",
    );
    check_after(
        "7k/8/8/8/8/8/1P6/K7 w - - 30 9",
        "b2c3",
        "7k/8/8/8/8/2P5/8/K7 b - - 0 9",
    );
    check_after(
        "7k/8/8/8/8/8/1p6/1R5K w - - 30 9",
        "b1b2",
        "7k/8/8/8/8/8/1R6/7K b - - 0 9",
    );
    check_after(
        "7k/8/8/8/8/8/1p6/1R5K w - - 30 9",
        "b1a1",
        "7k/8/8/8/8/8/1p6/R6K b - - 31 9",
    );
}

/// Checks that each castling right is lost when its king or its rook moves, and when its rook is captured.
#[test]
fn castling_needs_king_and_rook_that_never_moved() {
    let all = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (side, action, after) in [
        ("w", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"),
        ("w", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("w", "a1a2", "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1"),
        ("w", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"),
        ("w", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"),
        ("b", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("b", "h8h2", "r3k3/8/8/8/8/8/7r/R3K2R w KQq - 1 2"),
        ("b", "a8a1", "4k2r/8/8/8/8/8/8/r3K2R w Kk - 0 2"),
        ("b", "h8h1", "r3k3/8/8/8/8/8/8/R3K2r w Qq - 0 2"),
    ] {
        check_after(&format!("{all} {side} KQkq - 0 1"), action, after);
    }
}

#[test]
fn pieces_that_cannot_mate_draw() {
    let dead = "1/2-1/2 dead-position";
    check_end("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", dead);
    check_end("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "", dead);
    check_end("4kn2/8/8/8/8/8/8/4K3 w - - 0 1", "", dead);
    check_end("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", dead);
    check_goes_on("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", "");
    check_goes_on("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "");
    check_goes_on("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "");
}

#[test]
fn people_end_games() {
    let mut game = game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    game.conclude(Conclusion::Resigned(Color::White))
        .expect("it is not over");
    let won = Outcome::Won {
        winner: Color::Black,
        reason: WinReason::Resignation,
    };
    assert_eq!((game.next(), game.n_inputs()), (Next::Over(won), 1));
    assert_eq!(game.public_view().as_view().status, Status::Over(won));
    let why = game
        .why_not("e2f3".parse().expect("an action"))
        .expect("it is over");
    assert_eq!((why.reason, why.law), (Reason::Over(won), "berolina, End"));
}

#[test]
fn it_has_no_chance_outcomes() {
    let mut game = Game::new(&Setup::new(Variant::Berolina));
    assert_eq!(game.roll(ChanceOutcome::Start(0)), Err(ImpossibleOutcome));
    assert_eq!(game.n_inputs(), 0);
}

/// Plays one action and checks its caption and its facts.
#[track_caller]
fn check_facts(position: &str, action: &str, caption: &str, facts: &[Fact]) {
    let mut game = game(position);
    play(&mut game, action);
    let view = game.public_view();
    let turn = view.as_view().turn.as_ref().expect("a move was made");
    assert_eq!(turn.caption, caption);
    assert!(turn.facts == facts, "other facts");
}

fn at(text: &str) -> Square {
    text.parse().expect("a square")
}

#[test]
fn a_turn_lists_its_facts() {
    let moved = |glyph, from, to| Fact::Moved {
        glyph,
        from: at(from),
        to: at(to),
    };
    let white_pawn = Glyph::BerolinaPawn(Color::White);
    check_facts(
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
        "f4f3",
        "fxf3",
        &[
            moved(Glyph::BerolinaPawn(Color::Black), "f4", "f3"),
            Fact::Captured {
                glyph: white_pawn,
                at: at("g4"),
            },
        ],
    );
    check_facts(
        "1k1r4/3P4/8/8/8/8/8/4K3 w - - 0 1",
        "d7d8=R",
        "dxd8=R+",
        &[
            moved(white_pawn, "d7", "d8"),
            Fact::Captured {
                glyph: Glyph::Rook(Color::Black),
                at: at("d8"),
            },
            Fact::Promoted {
                into: Glyph::Rook(Color::White),
                at: at("d8"),
            },
        ],
    );
    check_facts(
        "r3k3/8/8/8/8/8/4P3/4K3 b q - 0 1",
        "e8c8",
        "O-O-O",
        &[
            moved(Glyph::King(Color::Black), "e8", "c8"),
            moved(Glyph::Rook(Color::Black), "a8", "d8"),
        ],
    );
}

#[test]
fn a_view_shows_board_marks_and_number() {
    let mut game = game("4k3/8/8/8/8/8/8/R3K3 w Q - 7 30");
    play(&mut game, "a1a8");
    let view = game.seat_view(Color::White);
    let view = view.as_view();
    assert_eq!(view.position, "R3k3/8/8/8/8/8/8/4K3 b - - 8 30");
    assert_eq!(view.glyph(at("a8")), Some(Glyph::Rook(Color::White)));
    assert_eq!(view.glyph(at("a1")), None);
    assert_eq!(view.cells.iter().flatten().count(), 3);
    assert_eq!(view.marks.last, [at("a1"), at("a8")]);
    assert_eq!(view.marks.check, [at("e8")]);
    assert_eq!(view.status, Status::ToDecide(Color::Black));
    let turn = view.turn.as_ref().expect("a move was made");
    assert_eq!(
        (turn.color, turn.number, view.n_inputs),
        (Color::White, 30, 1)
    );
    play(&mut game, "e8d7");
    let view = game.public_view();
    assert_eq!(
        view.as_view()
            .turn
            .as_ref()
            .map(|turn| (turn.color, turn.number)),
        Some((Color::Black, 30))
    );
    assert_eq!(view.as_view().position, "R7/3k4/8/8/8/8/8/4K3 w - - 9 31");
    assert!(view == game.public_view() && game.truth().as_view() == view.as_view());
}

#[test]
fn illegal_actions_change_nothing() {
    let mut game = Game::new(&Setup::new(Variant::Berolina));
    let before = game.public_view();
    assert_eq!(
        game.act("e2e4".parse().expect("an action")),
        Err(IllegalAction)
    );
    assert!(game.public_view() == before);
}

/// Compares counts of Fairy-Stockfish, see `law/berolina.md`, Fixtures; the suite in `tests` has more.
#[test]
fn perft_counts_agree_with_fairy_stockfish() {
    #[track_caller]
    fn check(position: &str, nodes: &[u64]) {
        let game = game(position);
        for (depth, &nodes) in (1..).zip(nodes) {
            assert_eq!((game.perft(depth), game.perft_plain(depth)), (nodes, nodes));
            assert_eq!(
                game.divide(depth)
                    .iter()
                    .map(|(_, nodes)| nodes)
                    .sum::<u64>(),
                nodes
            );
        }
        assert_eq!(game.perft(0), 1);
    }
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[30, 900, 28328, 882_717],
    );
    check(
        "r3k2r/pppqbppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 1",
        &[47, 2063, 95545],
    );
    check(
        "4k3/8/8/8/4PpP1/8/8/4K3 b - f3g4 0 1",
        &[8, 68, 547, 4948, 42058],
    );
    check(
        "k7/6P1/8/8/8/2K2p2/4p3/8 w - - 0 1",
        &[16, 152, 1983, 24772],
    );
    // There are no moves after a mate, and perft ignores dead positions.
    check("k7/P7/K7/1Q6/8/8/8/8 b - - 0 1", &[0, 0]);
    check("4k3/8/8/8/8/8/8/4K3 w - - 100 1", &[5, 25]);
}
