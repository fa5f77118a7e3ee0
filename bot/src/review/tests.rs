use rules::Placed;

use super::*;
use crate::words::Language;

const NODES: u64 = 2_000;

fn record(setup: &str, inputs: &str) -> Record {
    let text = format!("oddboard record 1\nsetup: {setup}\n\n{inputs}\n");
    text.parse().expect("a record")
}

fn reviewed(record: &Record) -> Review {
    review(record, NODES).expect("a game that is over")
}

fn told(review: &Review) -> Vec<String> {
    let texts = [review.accuracy_text()].into_iter();
    let texts = texts
        .chain(review.turning_texts())
        .chain(review.luck_text());
    texts.map(|text| Language::ENGLISH.say(&text)).collect()
}

fn judged(seat: Color, best: f64, played: f64) -> Judged {
    let action = "e2e4".parse().expect("an action");
    Judged {
        action,
        best_action: action,
        at: 0,
        seat,
        number: 1,
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
fn a_missed_mate_is_told() {
    let position = "berolina position=7k/8/6K1/8/8/8/8/R1n5 w - - 0 1";
    let review = reviewed(&record(position, "a1a2 c1a2"));
    assert_eq!(review.turning_points.len(), 1);
    assert_eq!(review.turning_points[0].reason, TurningReason::MissesWin(1));
    let told = told(&review);
    assert!(told[0].starts_with("Accuracy: White "), "{told:?}");
    let start =
        "1. Ra2 misses checkmate in 1. Better is Ra8#: an expected score of 100% instead of ";
    assert!(told[1].starts_with(start), "{told:?}");
}

#[test]
fn a_lost_piece_is_told_with_the_reply() {
    let position = "berolina position=7k/8/8/3r4/8/8/Q7/1K6 w - - 0 1";
    let review = reviewed(&record(position, "a2d2 d5d2 draw:agreed"));
    let point = review.turning_points.first().expect("a turning point");
    let piece = Placed {
        glyph: rules::Glyph::Queen(Color::White),
        at: "d2".parse().expect("a square"),
    };
    let reply = "Rxd2".to_string();
    assert_eq!(point.reason, TurningReason::Loses { piece, reply });
    let told = told(&review);
    assert!(
        told[1].starts_with("1. Qd2 loses the queen on d2 to Rxd2. Better is Q"),
        "{told:?}"
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

/// What was taken back is not looked at.
#[test]
fn what_was_taken_back_turned_nothing() {
    let review = reviewed(&record("baroque", "e2e4 takeback:1 d2d4 resign:black"));
    assert_eq!(review.decisions.len(), 1);
    assert_eq!(review.decisions[0].caption, "Pd2d4");
}

/// In Chakart three lines are drawn, and dice have luck that is the difference between before and after.
#[test]
fn the_luck_of_dice_is_told() {
    let position = "chakart position=4k3/8/8/8/4e3/8/4R3/4K3 w 0 \
                    {\"flags\":\"0000\",\"seenW\":\"\",\"seenB\":\"\"}";
    let unlucky = "e2e4 egg:chomp e8d8 resign:white";
    let review = reviewed(&record(position, unlucky));
    let luck = review.decisions[0].luck.expect("an egg was met");
    assert!(luck < -0.05, "{luck}");
    assert!(review.decisions[1].luck.is_none());
    let texts = told(&review);
    let last = texts.last().expect("a line");
    assert!(last.starts_with("Luck: the dice gave Black "), "{texts:?}");
    assert_eq!(texts, told(&reviewed(&record(position, unlucky))));
}

/// Everybody is judged by what they could know: where a queen went unseen makes no difference to who did not see her.
#[test]
fn nobody_is_judged_by_what_was_hidden() {
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
fn accuracy_is_the_mean_of_what_losses_leave() {
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
    let losses = [0.05, 0.3, 0.1, 0.2, 0.099, 0.5];
    let decisions: Vec<Judged> = losses
        .iter()
        .map(|loss| judged(Color::White, 0.9, 0.9 - loss))
        .collect();
    assert_eq!(turning_points(&decisions), [1, 3, 5]);
    assert!(turning_points(&decisions[..1]).is_empty());
}
