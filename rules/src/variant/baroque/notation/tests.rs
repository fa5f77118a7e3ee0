use super::*;
use crate::notation::{caption, read};
use crate::variant::read_position;

#[track_caller]
fn check(position: &str, text: &str, expected: Result<&str, ReadActionError>) {
    let position = read_position::<Position>("", position).expect("a position");
    let legal = crate::Position::legal_list(&position);
    let expected = expected.map(|action| action.parse().expect("an action"));
    assert_eq!(read(&position, &legal, text), expected, "{text}");
}

fn actions(texts: &[&str]) -> Vec<Action> {
    texts
        .iter()
        .map(|text| text.parse().expect("an action"))
        .collect()
}

#[test]
fn people_write_moves_in_many_ways() {
    let seed = "7k/5ppp/2N5/2n5/3rB3/8/PPP5/K7 w 0";
    for text in [
        "c2c4",
        "C2-C4",
        "Pc2c4",
        "pc2c4",
        "Pc4",
        "pc4",
        "c4",
        "cc4",
        "c2 c4",
        "Pc2c4(c5,d4)",
        "Pc2xc4!?",
        "1. Pc2c4(c5,d4)",
        "ｃ２–ｃ４.",
        "c2c4(c5)",
    ] {
        check(seed, text, Ok("c2c4"));
    }
    for text in ["Na4", "na4", "Nc6a4", "N6a4", "c6a4"] {
        check(seed, text, Ok("c6a4"));
    }
    check(seed, "Nxa4", Err(ReadActionError::NoSuchMove));
    check(seed, "Nh1", Err(ReadActionError::NoSuchMove));
    check(seed, "c2h8", Ok("c2h8"));
    check(seed, "c2c4=Q", Ok("c2c4=Q"));
    for text in ["", "e", "hello", "Pc9", "()", "(c4)", "i5", "ééé4"] {
        check(seed, text, Err(ReadActionError::Malformed));
    }
    check(seed, &"c".repeat(65), Err(ReadActionError::Malformed));
}

#[test]
fn a_small_b_may_be_a_chameleon_or_the_file() {
    let both = "7k/8/8/8/8/8/1P3B2/K7 w 0";
    check(both, "Bb6", Ok("f2b6"));
    check(
        both,
        "bb6",
        Err(ReadActionError::Ambiguous(actions(&["f2b6", "b2b6"]))),
    );
    check(both, "bb4", Ok("b2b4"));
    check(both, "Bb4", Err(ReadActionError::NoSuchMove));
    check(both, "b2c3", Ok("b2c3"));
    check(both, "Be3", Ok("f2e3"));
}

#[test]
fn coordinates_that_begin_with_a_small_letter_are_nothing_else() {
    // The chameleon of the second rank can move to b4, too.
    let both = "7k/8/8/8/8/8/1P1B4/K7 w 0";
    for text in ["b2b4", "b2-B4"] {
        check(both, text, Ok("b2b4"));
    }
    for text in ["B2b4", "B2-B4"] {
        let either = actions(&["d2b4", "b2b4"]);
        check(both, text, Err(ReadActionError::Ambiguous(either)));
    }
}

#[test]
fn captions_say_as_much_as_is_needed() {
    #[track_caller]
    fn check(position: &str, action: &str, expected: &str) {
        let position = read_position::<Position>("", position).expect("a position");
        assert_eq!(
            caption(&position, action.parse().expect("an action")),
            expected
        );
    }
    let two = "7k/8/8/8/R6R/8/8/K7 w 0";
    check(two, "a4d4", "Rad4");
    check(two, "h4d4", "Rhd4");
    check(two, "h4e7", "Re7");
    check("7k/8/8/R7/8/8/8/R5K1 w 0", "a5a3", "R5a3");
    check("7k/8/8/Q6Q/8/8/8/Q5K1 w 0", "a5d5", "Qad5");
    check("7k/8/8/Q6Q/8/8/8/Q5K1 w 0", "a5e5", "Qa5e5");
    check("7k/8/8/8/8/8/1P3B2/K7 w 0", "b2b6", "Pb2b6");
    check("7k/8/8/8/8/8/1P3B2/K7 w 0", "b2c3", "b2c3");
}
