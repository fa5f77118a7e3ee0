use rules::Placed;
use testkit::Random;

use super::*;
use text::Language;

const NODES: u64 = 2_000;

fn record(setup: &str, inputs: &str) -> Record {
    let text = format!("oddboard record 1\nsetup: {setup}\n\n{inputs}\n");
    text.parse().expect("a record")
}

fn reviewed(record: &Record) -> Review {
    review(record, NODES).expect("a game that is over")
}

fn lines(review: &Review) -> Vec<String> {
    let texts = [review.accuracy_text()].into_iter();
    let texts = texts
        .chain(review.turning_texts())
        .chain(review.resignation_text())
        .chain(review.luck_text());
    texts
        .map(|text| Language::ENGLISH.localize(&text))
        .collect()
}

fn judged(seat: Color, best: f64, played: f64) -> Judged {
    let action = "e2e4".parse().expect("an action");
    Judged {
        action,
        best_action: action,
        at: 0,
        seat,
        number: 1,
        piece: None,
        best_piece: None,
        caption: String::new(),
        best_caption: String::new(),
        best,
        played,
        had_choice: true,
        all_known: 0.5,
        luck: None,
    }
}

#[test]
fn a_review_names_a_missed_mate() {
    let position = "berolina position=7k/8/6K1/8/8/8/8/R1n5 w - - 0 1";
    let review = reviewed(&record(position, "a1a2 c1a2"));
    assert_eq!(review.turning_points.len(), 1);
    assert_eq!(review.turning_points[0].reason, TurningReason::MissesWin(1));
    let review_lines = lines(&review);
    assert!(
        review_lines[0].starts_with("Accuracy: White "),
        "{review_lines:?}"
    );
    let start = "1. rook a1 to a2 misses checkmate in 1. Better: rook a1 to a8 (expected score 100% instead of ";
    assert!(review_lines[1].starts_with(start), "{review_lines:?}");
}

#[test]
fn a_review_names_a_lost_piece_and_the_reply() {
    let position = "berolina position=7k/8/8/3r4/8/8/Q7/1K6 w - - 0 1";
    let review = reviewed(&record(position, "a2d2 d5d2 draw:agreed"));
    let point = review.turning_points.first().expect("a turning point");
    let piece = Placed {
        glyph: rules::Glyph::Queen(Color::White),
        at: "d2".parse().expect("a square"),
    };
    let reply = "Rxd2".to_string();
    assert_eq!(point.reason, TurningReason::Loses { piece, reply });
    let review_lines = lines(&review);
    assert!(
        review_lines[1]
            .starts_with("1. queen a2 to d2 loses the queen on d2 to Rxd2. Better: queen a2 to "),
        "{review_lines:?}"
    );
}

#[test]
fn a_game_that_is_not_over_is_not_looked_back_at() {
    let running = record("berolina", "e2g4");
    assert_eq!(review(&running, NODES).err(), Some(ReviewError::NotOver));
    let impossible = record("berolina", "e2e4 resign:white");
    let error = review(&impossible, NODES).err();
    assert_eq!(error, Some(ReviewError::Impossible(ReplayError { at: 0 })));
}

/// Turns that were taken back are not reviewed.
#[test]
fn turns_that_were_taken_back_are_not_reviewed() {
    let review = reviewed(&record("baroque", "e2e4 takeback:1 d2d4 resign:black"));
    assert_eq!(review.decisions.len(), 1);
    assert_eq!(review.decisions[0].caption, "Pd2d4");
}

/// In Chakart three lines are drawn, and dice have luck that is the difference between before and after.
#[test]
fn a_review_reports_the_luck_of_the_dice() {
    let position = "chakart position=4k3/8/8/8/4e3/8/4R3/4K3 w 0 \
                    {\"flags\":\"0000\",\"seenW\":\"\",\"seenB\":\"\"}";
    let unlucky = "e2e4 egg:chomp e8d8 resign:white";
    let review = reviewed(&record(position, unlucky));
    let luck = review.decisions[0].luck.expect("an egg was met");
    assert!(luck < -0.05, "{luck}");
    assert!(review.decisions[1].luck.is_none());
    let texts = lines(&review);
    let last = texts.last().expect("a line");
    assert!(last.starts_with("Luck: the dice gave Black "), "{texts:?}");
    assert_eq!(texts, lines(&reviewed(&record(position, unlucky))));
}

/// The review judges a side by its own knowledge. So the hidden square of a queen makes no difference to the side that does
/// not see her.
#[test]
fn a_review_judges_a_side_only_by_its_own_knowledge() {
    let judged = |to: &str| {
        let inputs = format!("e2e4 b8c6 d1~{to} a7a6 resign:white");
        let review = reviewed(&record("chakart setup=standard", &inputs));
        let black = &review.decisions[3];
        let is_seen = (black.best, black.played, black.best_caption.clone());
        (is_seen, black.all_known)
    };
    let ((seen, all), (other_seen, other_all)) = (judged("h5"), judged("g4"));
    assert_eq!(seen, other_seen);
    assert_ne!(all, other_all);
}

#[test]
fn a_review_tells_a_resignation_in_a_better_position() {
    let position = "berolina position=7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let last = |inputs: &str| lines(&reviewed(&record(position, inputs))).pop();
    let told = "White resigned in a better position, with an expected score of ";
    for inputs in [
        "resign:white",
        "a1a2 h8g8 resign:white",
        "a1a2 resign:white",
    ] {
        let line = last(inputs).expect("the review has lines");
        assert!(line.starts_with(told), "{inputs}: {line}");
    }
    let line = last("a1a2 h8g8 resign:black").expect("the review has lines");
    assert!(!line.contains("resigned"), "{line}");
}

/// The side to decide may know of a hidden win of the other side, which that side does not know of.
#[test]
fn a_review_with_secrets_judges_a_resignation_only_of_the_side_to_decide() {
    for (inputs, is_judged) in [
        ("resign:white", true),
        ("resign:black", false),
        ("e2e4 resign:black", true),
        ("e2e4 resign:white", false),
    ] {
        let review = reviewed(&record("chakart setup=standard", inputs));
        assert_eq!(review.resignation.is_some(), is_judged, "{inputs}");
    }
}

#[test]
fn accuracy_averages_the_losses_of_a_side() {
    let white = Color::White;
    let decisions = vec![judged(white, 0.6, 0.6), judged(white, 0.6, 0.5)];
    assert_eq!(accuracy(&decisions, white), Some(82));
    assert_eq!(accuracy(&decisions, Color::Black), None);
    assert_eq!(accuracy(&[judged(white, 0.2, 0.7)], white), Some(100));
    assert_eq!(accuracy(&[judged(white, 1.0, 0.0)], white), Some(0));
    let forced = Judged {
        had_choice: false,
        ..judged(white, 1.0, 0.0)
    };
    assert_eq!(accuracy(&[forced], white), None);
}

#[test]
fn turning_points_are_the_three_largest_losses() {
    let losses = [0.05, 0.3, 0.07, 0.2, 0.069, 0.5];
    let decisions: Vec<Judged> = losses
        .iter()
        .map(|loss| judged(Color::White, 0.9, 0.9 - loss))
        .collect();
    assert_eq!(turning_points(&decisions), [1, 3, 5]);
    assert!(turning_points(&decisions[..1]).is_empty());
}

/// Makes a game of random moves with so many plies, then drawn by agreement unless it has ended.
fn random_record(setup: &Setup, n_inputs: usize, seed: u64) -> Record {
    let (mut record, game) = testkit::random_game(setup, n_inputs, &mut Random::new(seed));
    if !matches!(game.next(), Next::Over(_)) {
        let end = "draw:agreed".parse().expect("an input");
        record.inputs.push(end);
    }
    record
}

/// Checks every rule set: each turning point has a board, drawn from the text that the picture keeps.
#[test]
fn games_of_every_rule_set_are_looked_back_at() {
    for setup in Variant::ALL.into_iter().flat_map(testkit::setups) {
        let record = random_record(&setup, 40, 11);
        let review = review(&record, 200).expect("a game that is over");
        assert_eq!(review.variant, setup.variant());
        assert!(review.decisions.iter().any(|judged| judged.had_choice));
        assert!(lines(&review).len() <= 5, "{:?}", lines(&review));
        let kept = serde_json::to_string(&review.picture()).expect("texts and numbers");
        let picture: ReviewPicture = serde_json::from_str(&kept).expect("what was written");
        assert!(picture == review.picture());
        let look = look();
        let report = picture.report(&record, &look, Language::ENGLISH);
        assert_eq!(report.boards.len(), review.turning_points.len());
        let has_line_for_each = setup.variant().has_secrets();
        assert!(report.chart.lines.len() == if has_line_for_each { 3 } else { 1 });
        let alt = picture.alt(&look.names, Language::ENGLISH);
        assert!(alt.chars().count() <= api::LONGEST_ALT, "{alt}");
    }
}

fn look() -> render::Look {
    render::Look {
        size: render::Size::default(),
        theme: render::Theme::LIGHT,
        bottom: Color::White,
        names: ByColor {
            white: "Ann".to_string(),
            black: "Bob".to_string(),
        },
        captions: std::sync::Arc::new(Language::ENGLISH),
    }
}

#[test]
fn a_match_of_three_hundred_moves_takes_as_long_as_a_short_one() {
    let setup = "berolina".parse().expect("a setup");
    let record = random_record(&setup, 600, 3);
    assert!(record.inputs.len() > 200, "{}", record.inputs.len());
    for (n_decisions, variant, expected) in [
        (0, Variant::Berolina, USUAL_NODES),
        (60, Variant::Baroque, USUAL_NODES),
        (600, Variant::Baroque, 2_500),
        (600, Variant::Chakart, 1_250),
        (100_000, Variant::Chakart, LEAST_NODES),
    ] {
        assert_eq!(nodes_for(n_decisions, variant), expected, "{n_decisions}");
    }
    let review = review(&record, 30).expect("a game that is over");
    assert_eq!(review.turning_points.len(), 3);
    assert_eq!(
        review
            .picture()
            .report(&record, &look(), Language::ENGLISH)
            .boards
            .len(),
        3
    );
}

/// A game without a move has nothing to show, and that is no error.
#[test]
fn a_match_that_ended_before_a_move_has_no_turning_points() {
    for end in ["resign:white", "draw:agreed", "abort"] {
        let review = reviewed(&record("chakart setup=standard", end));
        assert!(review.decisions.is_empty());
        assert_eq!(lines(&review)[0], "Accuracy: White –, Black –");
    }
}

/// The luck of dice is not shown if the position after them cannot be judged.
#[test]
fn dice_before_a_decision_that_is_not_judged_gave_nothing() {
    let position = "chakart position=4k3/8/8/8/4e3/8/4R3/4K3 w 0 \
                    {\"flags\":\"0000\",\"seenW\":\"\",\"seenB\":\"\"}";
    let record = record(position, "e2e4 egg:chomp e8d8 e1d1 resign:white");
    let mut reviewer = Reviewer::new(&record.setup, NODES);
    for (at, input) in record.line().into_iter().enumerate() {
        if at == 2 {
            assert!(reviewer.before_dice.is_some());
            // Black has observed another game, and cannot think about this one.
            let other = position
                .replace("e8", "a8")
                .replace("4k3", "k7")
                .replace(" w 0", " b 0");
            let other = other.parse().expect("a setup");
            reviewer.histories[Color::Black] = SeatHistory::new(&other, Color::Black);
        }
        assert_eq!(reviewer.judge_and_play(at, input), Ok(true));
    }
    assert_eq!(reviewer.decisions.len(), 2);
    assert!(
        reviewer
            .decisions
            .iter()
            .all(|judged| judged.luck.is_none())
    );
}

/// Until a game is over, no board of it is drawn, even if the picture names one.
#[test]
fn a_picture_shows_no_board_of_a_game_that_goes_on() {
    let position = "berolina position=7k/8/6K1/8/8/8/8/R1n5 w - - 0 1";
    let over = record(position, "a1a2 c1a2");
    let picture = reviewed(&over).picture();
    let n_boards = |record| {
        picture
            .report(record, &look(), Language::ENGLISH)
            .boards
            .len()
    };
    assert_eq!(n_boards(&over), 1);
    assert_eq!(n_boards(&record(position, "a1a2")), 0);
}

/// A piece that is captured and recaptured is not lost.
#[test]
fn an_exchange_is_no_loss() {
    let position = "berolina position=3r3k/8/8/3n4/8/2N5/8/3R3K w - - 0 1";
    let review = reviewed(&record(position, "c3e4 d5f4 d1d8 draw:agreed"));
    for point in &review.turning_points {
        assert!(
            !matches!(point.reason, TurningReason::Worse),
            "{:?}",
            point.reason
        );
    }
}

/// An error of the engine is reported with its reason.
#[test]
fn an_engine_error_is_reported_with_its_reason() {
    let mut reviewer = Reviewer::new(&"berolina".parse().expect("a setup"), NODES);
    let action = "e2g4".parse().expect("an action");
    // Black is not to decide while White is to move.
    assert!(matches!(
        reviewer.opinion(Color::Black, action),
        Err(Unable::NotToDecide)
    ));
}

/// A side that is about to win and lets the position come a third time reads what that costs.
#[test]
fn a_review_names_a_draw_that_gives_a_win_away() {
    let position = "berolina position=7k/8/8/8/8/8/4Q3/K7 w - - 0 1";
    let shuffle = "e2e3 h8g8 e3e2 g8h8 e2e3 h8g8 e3e2 g8h8";
    let review = reviewed(&record(position, shuffle));
    let point = review.turning_points.last().expect("a turning point");
    assert!(
        matches!(
            point.reason,
            TurningReason::GivesAway(_) | TurningReason::MissesWin(_)
        ),
        "{:?}",
        point.reason
    );
}
