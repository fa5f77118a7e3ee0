use super::*;

fn id() -> MatchId {
    "4kq0z".parse().expect("an id")
}

#[test]
fn a_delivery_stays_until_it_is_said_and_has_settled_what_it_settles() {
    let row = |n| DeliveryId {
        id: id(),
        to: Readers::Place(0),
        n,
    };
    let delivery = |settles| Delivery {
        ply: 1,
        kind: DeliveryKind::Board,
        settles,
        since: None,
        by: None,
        is_final: false,
    };
    let sent = |settles| {
        let delivery = delivery(settles);
        let value = encode(&Sent::new(delivery, None));
        (row(4).sent_key(), Some(value))
    };
    let first = said(row(4), &Sent::new(delivery(None), None)).changes;
    assert_eq!(first, [sent(None), (row(4).outbox_key(), None)]);
    let next = said(row(4), &Sent::new(delivery(Some(3)), None)).changes;
    assert_eq!(next, [sent(Some(3))]);
    assert_eq!(
        settled(row(4), delivery(Some(3)), row(3)).changes,
        [(row(4).outbox_key(), None), (row(3).sent_key(), None)]
    );
}
