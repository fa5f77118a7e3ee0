use super::*;

#[test]
fn a_rule_is_read_with_its_bounds() {
    for (text, n_moves, centipawns) in [("4:600", 4, 600), ("1000:30000", 1000, 30_000)] {
        let rule = ResignRule {
            n_moves,
            centipawns,
        };
        assert_eq!(text.parse(), Ok(rule), "{text}");
    }
    for text in [
        "",
        "4",
        "0:600",
        "4:0",
        "4:-600",
        "4:600:1",
        "4:x",
        "1001:600",
        "4:30001",
        "4000000000000:1",
    ] {
        assert_eq!(
            text.parse::<ResignRule>(),
            Err(ParseRuleError::Resign),
            "{text}"
        );
    }
    let rule = DrawRule {
        after: 0,
        n_moves: 8,
        centipawns: 0,
    };
    assert_eq!("0:8:0".parse(), Ok(rule));
    for text in [
        "40:8",
        "40:0:10",
        "a:8:10",
        "40:8:-1",
        "-1:8:10",
        "1001:8:10",
        "40:1001:10",
        "40:8:30001",
    ] {
        assert_eq!(
            text.parse::<DrawRule>(),
            Err(ParseRuleError::Draw),
            "{text}"
        );
    }
}

#[test]
fn the_score_of_a_line_is_that_of_the_best_line_of_play() {
    for (line, score) in [
        ("info depth 3 score cp -12 nodes 40 pv e2e4", Some(-12)),
        ("info score cp 50 lowerbound", Some(50)),
        ("info multipv 1 score mate 3", Some(SURE)),
        ("info score mate -2", Some(-SURE)),
        ("info score mate 0", Some(-SURE)),
        ("info score cp 2000000", Some(SURE)),
        ("info multipv 2 score cp 7", None),
        ("info score cp", None),
        ("info score cp x", None),
        ("info depth 3", None),
        ("info string score cp 7", None),
        ("information score cp 7", None),
        ("bestmove e2e4", None),
    ] {
        assert_eq!(told_score(line), score, "{line}");
    }
}

/// Checks the end after these scores, White's first; `x` is a move without a score.
#[track_caller]
fn check(resign: &str, draw: &str, scores: &str, expected: Option<Conclusion>) {
    let mut counts = ScoreCounts::new(Adjudication {
        resign: resign.parse().ok(),
        draw: draw.parse().ok(),
    });
    let seats = [Color::White, Color::Black].into_iter().cycle();
    for (score, seat) in scores.split_whitespace().zip(seats) {
        assert_eq!(counts.conclusion(), None, "{scores} before {score}");
        counts.note(seat, score.parse().ok());
    }
    assert_eq!(counts.conclusion(), expected, "{scores}");
}

#[test]
fn a_side_resigns_when_both_programs_agree_on_enough_moves() {
    let black = Some(Conclusion::Resigned(Color::Black));
    let white = Some(Conclusion::Resigned(Color::White));
    check("2:500", "", "600 -600 500 -500", black);
    check("2:500", "", "-600 600 -600 600", white);
    check("2:500", "", "600 -600 600", None);
    check("2:500", "", "600 -600 499 -600", None);
    check("2:500", "", "600 -600 600 -400 600 -600", None);
    check("2:500", "", "600 -600 x -600 600 -600 600", black);
    check("2:500", "", "600 600 600 600", None);
    check("", "", "600 -600 600 -600", None);
}

#[test]
fn a_game_is_drawn_when_both_programs_see_no_advantage_for_long_enough() {
    let draw = Some(Conclusion::DrawAgreed);
    check("", "3:2:10", "0 0 10 -10 5 5", draw);
    check("", "2:2:10", "50 0 10 0 10", draw);
    check("", "2:2:10", "0 0 0 11 0 0 0 0", draw);
    check("", "2:2:10", "0 0 x 0", None);
    check(
        "2:500",
        "2:2:10",
        "600 -600 600 -600",
        Some(Conclusion::Resigned(Color::Black)),
    );
}
