use super::*;

fn row(n: u32) -> DeliveryId {
    DeliveryId {
        id: "4kq0z".parse().expect("an id"),
        to: Readers::Place(0),
        n,
    }
}

/// The numbers of all rows in the order in which a lane delivers them, the outbox holding `stored`.
fn delivered(lanes: &Lanes, stored: &mut Vec<u32>) -> Vec<u32> {
    let lane = (row(0).id, Readers::Place(0));
    let mut numbers = Vec::new();
    loop {
        match lanes.next(lane) {
            LaneStep::Deliver(row, _) => {
                stored.retain(|n| *n != row.n);
                numbers.push(row.n);
            }
            LaneStep::Read => {
                let read = stored.iter().take(ROOM).map(|n| row(*n)).collect();
                lanes.refill(lane, Some(read));
            }
            LaneStep::End => return numbers,
        }
    }
}

#[test]
fn what_finds_no_room_is_read_again_in_order() {
    let lanes = Lanes::new();
    let mut stored: Vec<u32> = (0..100).collect();
    let all = stored.clone();
    for n in &all {
        let needs_task = lanes.add(row(*n), None).is_some();
        assert_eq!(needs_task, *n == 0);
    }
    let at_hand = lanes.queues().values().map(|queue| queue.rows.len()).max();
    assert_eq!(at_hand, Some(ROOM));
    assert_eq!(delivered(&lanes, &mut stored), all);
}

#[test]
fn what_is_added_while_the_outbox_is_read_is_delivered_once() {
    let lanes = Lanes::new();
    let lane = (row(0).id, Readers::Place(0));
    let mut stored: Vec<u32> = (0..=ROOM as u32).collect();
    for n in &stored {
        lanes.add(row(*n), None);
    }
    for n in 0..ROOM as u32 {
        assert!(matches!(lanes.next(lane), LaneStep::Deliver(row, _) if row.n == n));
    }
    assert!(matches!(lanes.next(lane), LaneStep::Read));
    // This one is stored before the outbox is read, and the next one after it.
    lanes.add(row(33), None);
    lanes.add(row(34), None);
    lanes.refill(lane, Some(vec![row(32), row(33)]));
    stored.clear();
    assert_eq!(delivered(&lanes, &mut stored), [32, 33, 34]);
}

#[test]
fn an_outbox_that_cannot_be_read_is_read_again() {
    let lanes = Lanes::new();
    let lane = (row(0).id, Readers::Place(0));
    let mut stored: Vec<u32> = (0..40).collect();
    for n in &stored {
        lanes.add(row(*n), None);
    }
    for n in 0..ROOM as u32 {
        assert!(matches!(lanes.next(lane), LaneStep::Deliver(row, _) if row.n == n));
        stored.remove(0);
    }
    assert!(matches!(lanes.next(lane), LaneStep::Read));
    lanes.add(row(40), None);
    stored.push(40);
    lanes.refill(lane, None);
    assert_eq!(
        delivered(&lanes, &mut stored),
        (32..=40).collect::<Vec<_>>()
    );
}

#[test]
fn a_row_that_is_added_twice_does_not_wait_behind_itself() {
    let lanes = Lanes::new();
    let lane = (row(7).id, Readers::Place(0));
    lanes.add(row(7), None);
    assert!(matches!(lanes.next(lane), LaneStep::Deliver(..)));
    lanes.add(row(7), None);
    assert!(!lanes.waits_behind(row(7)));
    lanes.add(row(8), None);
    assert!(lanes.waits_behind(row(7)));
}
