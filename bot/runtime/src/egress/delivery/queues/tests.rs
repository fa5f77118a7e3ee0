use super::*;

fn row(n: u32) -> DeliveryId {
    DeliveryId {
        id: "4kq0z".parse().expect("an id"),
        to: Readers::Place(0),
        n,
    }
}

/// Returns the number of the next row of the queue.
fn next(queues: &DeliveryQueues) -> Option<u32> {
    let key = (row(0).id, row(0).to);
    queues.next(key).map(|(row, _)| row.n)
}

#[test]
fn each_row_is_delivered_once_and_in_order() {
    let queues = DeliveryQueues::default();
    let needs_task = [7, 8, 8, 3, 7].map(|n| queues.add(row(n), None).is_some());
    assert_eq!(needs_task, [true, false, false, false, false]);
    assert_eq!(next(&queues), Some(3));
    // A row that is retried comes before later ones.
    assert!(queues.add(row(4), None).is_none());
    let all = [(); 4].map(|()| next(&queues));
    assert_eq!(all, [Some(4), Some(7), Some(8), None]);
    assert!(queues.add(row(9), None).is_some(), "its task is over");
}

#[test]
fn a_row_that_is_added_twice_does_not_wait_behind_itself() {
    let queues = DeliveryQueues::default();
    queues.add(row(7), None);
    assert_eq!(next(&queues), Some(7));
    queues.add(row(7), None);
    assert_eq!(queues.behind(row(7)), []);
    queues.add(row(8), None);
    assert_eq!(queues.behind(row(7)), [row(8)]);
}
