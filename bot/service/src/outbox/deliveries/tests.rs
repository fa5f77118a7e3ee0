use super::*;
use crate::{DeadLetter, DeadReason, given_up, read_standing, testing::Shelf};

fn id() -> MatchId {
    "4kq0z".parse().expect("an id")
}

fn row(n: u32) -> DeliveryId {
    DeliveryId {
        id: id(),
        to: Readers::Place(0),
        n,
    }
}

fn delivery(kind: DeliveryKind, settles: Option<u32>) -> Delivery {
    Delivery {
        n_inputs: 1,
        kind,
        settles,
        since: Timestamp(0),
        by: None,
        is_final: false,
    }
}

#[test]
fn a_delivery_stays_until_it_is_sent_and_has_settled_its_predecessor() {
    let delivery = |settles| delivery(DeliveryKind::Board, settles);
    let sent = |settles| {
        let delivery = delivery(settles);
        let value = encode(&Sent::new(delivery, None));
        (row(4).sent_key(), Some(value))
    };
    let first = mark_sent(row(4), &Sent::new(delivery(None), None)).changes;
    assert_eq!(first, [sent(None), (row(4).outbox_key(), None)]);
    let next = mark_sent(row(4), &Sent::new(delivery(Some(3)), None)).changes;
    assert_eq!(next, [sent(Some(3))]);
    assert_eq!(
        mark_settled(row(4), delivery(Some(3)), row(3)).changes,
        [(row(4).outbox_key(), None), (row(3).sent_key(), None)]
    );
}

/// Gives up a delivery that was to settle the row before.
fn gives_up(shelf: &Shelf, n: u32, kind: DeliveryKind) {
    let letter = DeadLetter {
        delivery: Some(delivery(kind, Some(n - 1))),
        reason: DeadReason::Failed("the channel is closed".to_owned()),
        at: Timestamp(0),
    };
    shelf.take(given_up(shelf, row(n), letter, None).expect("rows"));
}

#[test]
fn a_board_that_stands_is_found_behind_all_that_was_given_up_since() {
    for kinds in [
        [DeliveryKind::Board, DeliveryKind::TakenBack],
        [DeliveryKind::TakenBack, DeliveryKind::BoardAgain],
        [DeliveryKind::Board, DeliveryKind::ChallengeDeclined],
    ] {
        let shelf = Shelf::default();
        for (n, kind) in (3..).zip(kinds) {
            gives_up(&shelf, n, kind);
        }
        let (standing, sent) = read_standing(&shelf, row(4)).expect("rows");
        assert_eq!((standing, sent), (row(2), None), "{kinds:?}");
        let n_letters = if kinds[1].is_board() { 1 } else { 2 };
        let letters = crate::read_dead_letters(&shelf).expect("rows");
        assert_eq!(letters.len(), n_letters, "{kinds:?}");
    }
}
