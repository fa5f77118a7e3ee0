use rules::Color;

use super::*;

fn public(record: &str) -> Result<Frames, ReplayError> {
    let record: Record = record.parse().expect("a record");
    frames(&record, |game| game.public_view().as_view().clone())
}

fn plies(frames: &Frames) -> Vec<usize> {
    frames.views().map(|view| view.n_inputs).collect()
}

#[test]
fn each_decision_is_shown_once_it_is_done() {
    let frames = public("oddboard record 1\nsetup: berolina\n\ne2g4 d7f5 resign:white\n");
    assert_eq!(plies(&frames.expect("it is possible")), [0, 1, 2, 3]);

    // Two rows are rolled before the start, and an egg is met on the way.
    let record = "oddboard record 1\nsetup: chakart objects=open\n\nstart:2036 start:268 g2g3\n";
    assert_eq!(plies(&public(record).expect("it is possible")), [2, 3]);
    let record = "oddboard record 1\nsetup: chakart\n\n";
    assert_eq!(plies(&public(record).expect("it is possible")), [0]);
}

#[test]
fn each_sees_with_their_own_eyes() {
    let position = r#"4k3/8/8/8/8/8/8/3QK3 w 0 {"flags":"1111","seenW":"","seenB":""}"#;
    let record = format!("oddboard record 1\nsetup: chakart position={position}\n\nd1~d5\n");
    let record: Record = record.parse().expect("a record");
    let queens = |frames: Frames| {
        let last = frames.last();
        last.marks.stealth.len()
    };
    let seat = |color| frames(&record, |game| game.seat_view(color).as_view().clone());
    let public = frames(&record, |game| game.public_view().as_view().clone());
    let found = [seat(Color::White), seat(Color::Black), public];
    let found = found.map(|frames| frames.map(queens));
    assert_eq!(found, [Ok(1), Ok(0), Ok(0)]);
}

#[test]
fn an_impossible_input_is_named() {
    let frames = public("oddboard record 1\nsetup: berolina\n\ne2g4 e2g4\n");
    assert_eq!(frames.err(), Some(ReplayError { at: 1 }));
}
