use alloc::string::ToString;

use super::*;

#[track_caller]
fn check(position: &str, action: &str, expected: &str) {
    let position = Position::read(position).expect("a position");
    let why = why_not(&position, action.parse().expect("an action"));
    assert_eq!(
        why.map(|why| why.to_string()).as_deref(),
        Some(expected),
        "{action}"
    );
}

#[test]
fn what_cannot_move() {
    let text = "7k/8/8/4B3/3m1p2/2P5/8/K7 w 0";
    check(
        text,
        "g4g5",
        "there is no piece of yours on g4 (baroque Q38)",
    );
    check(
        text,
        "f4f5",
        "the pincer on f4 is Black's, and it is White's move (baroque Q38)",
    );
    check(
        text,
        "c3c3",
        "you cannot pass: a move goes from one square to another, not from c3 to c3 (baroque Q10)",
    );
    check(
        text,
        "c3c4=Q",
        "nothing is promoted in Baroque; write c3c4 alone (baroque Q5)",
    );
    check(
        text,
        "e5e6",
        "the chameleon on e5 is frozen by the immobilizer on d4: it cannot release itself (baroque Q28)",
    );
    check(
        "7k/8/8/8/3m4/2P5/8/K7 w 0",
        "c3c4",
        "the pincer on c3 is frozen by the immobilizer on d4, which no other chameleon or immobilizer of yours touches (baroque Q27)",
    );
    check(
        "7k/8/8/8/3M4/2b5/8/K7 w 0",
        "d4d5",
        "the immobilizer on d4 is frozen: it touches the chameleon on c3 (baroque Q30)",
    );
}

#[test]
fn where_men_cannot_go() {
    let text = "7k/8/8/1p6/1QrR1P2/1n2p3/2N1BM2/K7 w 0";
    check(
        text,
        "f4e5",
        "the pincer on f4 cannot reach e5: a pincer moves along ranks and files (baroque Q6)",
    );
    check(
        text,
        "a1a3",
        "the king on a1 cannot reach a3: a king moves one square, and there is no castling (baroque Q7)",
    );
    check(
        text,
        "d4e6",
        "the coordinator on d4 cannot reach e6: all but pincers and kings move like a queen of chess (baroque Q8)",
    );
    check(text, "d4f4", "your own pincer stands on f4 (baroque Q9)");
    check(
        text,
        "d4c4",
        "the coordinator on d4 cannot step upon the coordinator on c4, as only a king does: \
         a coordinator takes on the two corners that it makes with your king (baroque Q9)",
    );
    check(
        text,
        "b4b3",
        "the withdrawer on b4 cannot step upon the long leaper on b3, as only a king does: \
         a withdrawer takes what it moves straight away from (baroque Q9)",
    );
    check(
        text,
        "f4c4",
        "the pincer on f4 cannot step upon the coordinator on c4, as only a king does: \
         a pincer takes what stands between it and another piece of yours (baroque Q9)",
    );
    check(
        text,
        "f2e3",
        "the immobilizer on f2 cannot step upon the pincer on e3, as only a king does: \
         an immobilizer never captures (baroque Q9)",
    );
    check(
        text,
        "d4g4",
        "the coordinator on d4 is blocked by the pincer on f4 (baroque Q8)",
    );
    check(
        text,
        "f4f1",
        "the pincer on f4 is blocked by the immobilizer on f2 (baroque Q6)",
    );
    check(
        text,
        "c2g2",
        "the long leaper on c2 is blocked by the chameleon on e2, your own (baroque Q18)",
    );
    check(
        text,
        "e2e6",
        "the chameleon on e2 leaps over long leapers only, not over the pincer on e3 (baroque Q23)",
    );
    check(
        text,
        "e2b2",
        "the chameleon on e2 is blocked by the long leaper on c2, your own (baroque Q23)",
    );
}

#[test]
fn what_no_leap_goes_over() {
    let text = "7k/8/8/8/N1pp4/n7/n3N2p/K6P w 0";
    check(
        text,
        "a4e4",
        "the long leaper on a4 cannot leap over the pincer on c4: the pincer on d4 stands right behind (baroque Q18)",
    );
    check(
        "7k/8/8/8/N1pP4/8/8/K7 w 0",
        "a4e4",
        "the long leaper on a4 cannot leap over the pincer on c4: the pincer on d4 stands right behind (baroque Q17)",
    );
}

#[test]
fn what_kings_fear() {
    check(
        "7k/8/8/p4r2/4K3/8/8/8 w 0",
        "e4e5",
        "the king cannot go to e5, where the pincer on a5 could take it (baroque Q31)",
    );
    check(
        "7k/8/8/1P6/1Kq5/8/8/8 w 0",
        "b5b8",
        "your king on b4 is in check from the withdrawer on c4, and this does not help (baroque Q34)",
    );
    check(
        "7k/8/8/3M4/1Kq5/8/8/8 w 0",
        "d5e6",
        "that lets go the withdrawer on c4, which could then take your king on b4 (baroque Q34)",
    );
    check(
        "7k/8/8/8/1KqP4/8/8/8 w 0",
        "d4d5",
        "that leaves your king on b4 in check from the withdrawer on c4 (baroque Q34)",
    );
}
