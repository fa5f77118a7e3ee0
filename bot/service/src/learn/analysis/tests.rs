use engine::{Budget, Engine, Level};
use rules::{Variant, berolina};

use super::*;
use api::analysis_moves;
use text::Language;

fn query(setup: &str, moves: &str, attempt: Option<&str>) -> AnalysisQuery {
    AnalysisQuery {
        setup: setup.to_owned(),
        moves: moves.to_owned(),
        attempt: attempt.map(str::to_owned),
        edited: None,
        chance: Some(11),
        viewer: None,
        bottom: Color::White,
        is_dark: false,
        language: Language::ENGLISH,
    }
}

#[track_caller]
fn shown(query: &AnalysisQuery) -> Analysis {
    analysis(query).unwrap_or_else(|why| panic!("{}", Language::ENGLISH.localize(&why)))
}

/// Returns the error for a start and a line.
#[track_caller]
fn refused(setup: &str, moves: &str) -> Text {
    match analysis(&query(setup, moves, None)) {
        Ok(_) => panic!("{setup} {moves} is accepted"),
        Err(why) => why,
    }
}

fn captions(analysis: &Analysis) -> Vec<String> {
    let numbered = |(turn, n_inputs): &(Turn, usize)| format!("{} {n_inputs}", turn.caption);
    analysis.turns.iter().map(numbered).collect()
}

#[test]
fn both_sides_of_each_variant_move_and_each_position_is_a_start() {
    for variant in Variant::ALL {
        let mut now = shown(&query(variant.name(), "", None));
        let mut pick = 5;
        for _ in 0..60 {
            let Some(seat) = now.seat else {
                break;
            };
            // A position in the midst of a turn is the one before it.
            if now.turns.last().is_none_or(|(turn, _)| turn.color != seat) {
                let start = format!("{variant} position={}", now.view.position);
                let again = shown(&query(&start, "", None));
                assert_eq!(again.view.position, now.view.position);
                assert_eq!((again.view.cells, again.seat), (now.view.cells, now.seat));
            }
            pick = (pick * 31 + 7) % 1_000_003;
            let way = &now.ways[pick % now.ways.len()];
            let (setup, moves) = (now.setup.to_string(), analysis_moves(&now.played));
            let n_played = now.played.len();
            now = shown(&query(&setup, &moves, Some(&way.action.to_string())));
            assert!(now.remark.is_none() && now.played.len() > n_played);
        }
        assert!(now.turns.len() > 4, "{variant}");
    }
}

#[test]
fn a_move_is_played_or_the_board_tells_why_it_is_illegal() {
    let now = shown(&query("baroque", "e2e4", Some("e7e5")));
    assert_eq!(captions(&now), ["Pe2e4 1", "Pe7e5 2"]);
    assert_eq!(now.seat, Some(Color::White));
    let now = shown(&query("baroque", "e2e4", Some("a8a6")));
    assert_eq!((now.played.len(), now.seat), (1, Some(Color::Black)));
    let remark = now.remark.expect("a reason");
    assert!(
        Language::ENGLISH.localize(&remark).contains("a7"),
        "the pawn on a7 is in the way"
    );
    assert_eq!(now.causes, ["a7".parse().expect("a square")]);
}

#[test]
fn the_dice_that_come_next_roll_for_a_seed_only() {
    let drawn = shown(&query("chakart", "", None));
    assert_eq!((drawn.played.len(), drawn.seat), (2, Some(Color::White)));
    let waiting = AnalysisQuery {
        chance: None,
        ..query("chakart", "", None)
    };
    let waiting = shown(&waiting);
    assert_eq!((waiting.played.len(), waiting.seat), (0, None));
    // The same dice again, as a line.
    let again = shown(&query("chakart", &analysis_moves(&drawn.played), None));
    assert_eq!(again.view.cells, drawn.view.cells);
}

#[test]
fn what_cannot_be_played_is_refused() {
    for setup in [
        "",
        "chess",
        "baroque position=8/8",
        &"berolina ".repeat(200),
    ] {
        assert_eq!(refused(setup, ""), text::analysis_bad_start(), "{setup}");
    }
    for moves in ["e2e3", "x", "resign:white", "e2d3_takeback:1"] {
        assert_eq!(refused("berolina", moves), text::analysis_bad_line());
    }
}

#[test]
fn a_line_has_at_most_two_thousand_inputs() {
    // Kings that walk to and fro, which is no draw in Chakart.
    let start = r#"chakart position=4k3/p7/8/8/8/8/7P/4K3 w 9 {"flags":"0000"}"#;
    let walk = |n: usize| {
        let steps = ["e1e2", "e8e7", "e2e1", "e7e8"].iter().copied();
        steps.cycle().take(n).collect::<Vec<_>>().join("_")
    };
    let longest = shown(&query(start, &walk(MOST_INPUTS), None));
    assert_eq!(longest.played.len(), 2000);
    let too_long = refused(start, &walk(MOST_INPUTS + 1));
    assert_eq!(too_long, text::analysis_too_long());
}

#[test]
fn the_engine_knows_which_positions_of_a_line_can_repeat() {
    let question = LineQuestion::of(&query("berolina", "g1f3_g8f6_f3g1_f6g8", None));
    let question = question.unwrap_or_else(|_| panic!("a position"));
    let positions = question.history().repeatable::<berolina::Position>();
    assert_eq!(positions.len(), 5);
    assert_eq!(question.history().view().n_inputs, 4);
}

/// The pieces on a board.
type Pieces<'a> = &'a [(&'a str, Glyph)];

/// Returns the position of a board with these pieces.
#[track_caller]
fn placed(setup: &str, pieces: Pieces<'_>, turn: Color) -> Analysis {
    let mut cells = [None; 64];
    for (square, glyph) in pieces {
        let square: Square = square.parse().expect("a square");
        cells[square.index()] = Some(*glyph);
    }
    let edited = Some(EditedBoard { cells, turn });
    shown(&AnalysisQuery {
        edited,
        ..query(setup, "e2e4", None)
    })
}

const KINGS: [(&str, Glyph); 2] = [
    ("e1", Glyph::King(Color::White)),
    ("e8", Glyph::King(Color::Black)),
];

#[test]
fn an_edited_board_is_a_start_of_its_variant() {
    for variant in Variant::ALL {
        let board = placed(variant.name(), &KINGS, Color::Black);
        assert_eq!((board.seat, board.ways.len()), (Some(Color::Black), 0));
        let start = format!("{variant} position={}", board.view.position);
        let start = shown(&query(&start, "", None));
        assert_eq!(start.view.cells, board.view.cells, "{variant}");
        assert_eq!(start.view.position, board.view.position);
    }
}

#[test]
fn an_edited_board_drops_the_pieces_of_other_variants() {
    let pieces = [("a1", Glyph::Egg), ("b2", Glyph::Pawn(Color::White))];
    let board = placed("berolina", &pieces, Color::White);
    assert_eq!(board.view.cells, [None; 64]);
    assert_eq!(board.view.position, "8/8/8/8/8/8/8/8 w - - 0 1");
}

#[test]
fn a_board_that_is_no_position_is_refused_with_the_reason() {
    let [white, black] = KINGS;
    let rook = ("e4", Glyph::Rook(Color::White));
    let pawn = ("c8", Glyph::Pawn(Color::White));
    let undefined = Square::all().take(20).map(|at| at.to_string());
    let undefined: Vec<_> = undefined.filter(|at| at != "e1").collect();
    let undefined = undefined
        .iter()
        .map(|at| (at.as_str(), Glyph::Undefined(Color::White)));
    let crowd: Vec<_> = undefined.chain(KINGS).collect();
    let cases: [(&str, Pieces<'_>, Text); 6] = [
        ("baroque", &[white], text::analysis_kings(Color::Black)),
        (
            "berolina",
            &[white, black, rook],
            text::analysis_check(Color::Black),
        ),
        ("bario", &[white, black, pawn], text::analysis_pawn("c8")),
        ("chakart", &[rook], text::analysis_no_kings()),
        ("chakart", &[white, pawn], text::analysis_pawn("c8")),
        (
            "bario",
            &crowd[..],
            text::analysis_pieces(arg::number(16_usize), arg::side(Color::White)),
        ),
    ];
    for (setup, pieces, reason) in cases {
        let board = placed(setup, pieces, Color::White);
        let start = format!("{setup} position={}", board.view.position);
        assert_eq!(refused(&start, ""), reason, "{start}");
    }
}

/// Returns what the engine finds in a position of Berolina after some moves.
fn found(position: &str, moves: &str) -> Result<FoundLine, Text> {
    let setup = format!("berolina position={position}");
    let question = LineQuestion::of(&query(&setup, moves, None))?;
    let mut engine = Engine::new(1 << 20);
    let budget = Budget::of_nodes(3_000);
    let thought = engine.think(question.history(), Level::STRONGEST, &budget, &mut || 0);
    Ok(question.answer(&thought.expect("a side is to decide")))
}

#[test]
fn the_engine_finds_a_forced_win_of_either_side() {
    let won_by_white = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let white = found(won_by_white, "").unwrap_or_else(|_| panic!("a position"));
    assert_eq!(white.best, "a1a8");
    assert_eq!(
        (white.white, white.sure_win),
        (1.0, Some((Color::White, 1)))
    );
    let black = found("r7/8/8/8/8/6k1/8/7K b - - 0 1", "");
    let black = black.unwrap_or_else(|_| panic!("a position"));
    assert_eq!(
        (black.white, black.sure_win),
        (0.0, Some((Color::Black, 1)))
    );
    let captions: Vec<_> = black.turns.iter().map(|turn| &*turn.caption).collect();
    assert_eq!(captions, ["Ra1#"]);
    let over = found(won_by_white, "a1a8").err();
    assert_eq!(over, Some(text::analysis_no_decision()));
}
