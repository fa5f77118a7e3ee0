//! Tests of the frames that listeners receive, if other processes post too.

use std::collections::HashMap;

use super::{
    races::{pages, with_anna},
    *,
};
use crate::{
    hub::{Hub, Line},
    person::SignedIn,
    posts::{Counters, Missed, RoomPost},
};

fn anna() -> SignedIn {
    SignedIn {
        id: PersonId(1),
        name: "Anna".to_owned(),
    }
}

fn open(hub: &Hub) -> Line {
    hub.open(&anna())
}

/// A post that a change has touched.
fn post(number: u64, change: u64) -> RoomPost {
    RoomPost {
        number,
        change,
        at: 0,
        author: Author::Bot,
        edited: false,
        body: Body::text(String::new()),
    }
}

/// Returns the changes that a connection has received.
fn changes(line: &mut Line) -> Vec<u64> {
    let mut changes = Vec::new();
    while let Ok(frame) = line.frames.try_recv() {
        let frame: serde_json::Value = frame.parse().expect("frames are JSON");
        changes.extend(frame["change"].as_u64());
    }
    changes
}

#[test]
fn each_who_reads_is_told_what_they_do_not_know_in_order_and_once() {
    let hub = Hub::default();
    let [mut slow, mut quick, mut new] = [(); 3].map(|()| open(&hub));
    // The first listener has read the past before the second, and finishes after it.
    quick.knows(LOBBY, 3);
    slow.knows(LOBBY, 1);
    assert_eq!(hub.followed(), HashMap::from([(LOBBY, 1)]));
    let missed = |changes: [(u64, u64); 4], change| Missed {
        posts: changes.map(|(number, change)| post(number, change)).into(),
        change,
    };
    hub.tell_missed(LOBBY, 1, missed([(1, 4), (2, 2), (3, 3), (4, 5)], 4));
    assert_eq!(changes(&mut slow), [2, 3, 4]);
    assert_eq!(changes(&mut quick), [4]);
    // A listener who knows less than the look began with is not told yet.
    let mut late = open(&hub);
    late.knows(LOBBY, 3);
    hub.tell_missed(LOBBY, 4, missed([(1, 4), (2, 6), (3, 3), (4, 5)], 6));
    assert!(changes(&mut late).is_empty());
    assert_eq!(hub.followed(), HashMap::from([(LOBBY, 3)]));
    hub.tell_missed(LOBBY, 3, missed([(1, 4), (2, 6), (3, 3), (4, 5)], 6));
    assert_eq!(changes(&mut late), [4, 5, 6]);
    assert_eq!(changes(&mut slow), [5, 6]);
    assert_eq!(changes(&mut quick), [5, 6]);
    assert!(
        changes(&mut new).is_empty(),
        "who reads the past is told it there"
    );
    assert_eq!(hub.followed(), HashMap::from([(LOBBY, 6)]));
    drop((slow, quick, late));
    assert!(hub.followed().is_empty());
}

#[test]
fn the_posts_of_the_last_changes_are_known() {
    let mut counters = Counters {
        first: 1,
        next: 1,
        change: 0,
        latest: Vec::new(),
    };
    for post in (1..=50).chain([50, 49]) {
        counters.count_change(post);
    }
    assert_eq!(counters.change, 52);
    let since = |change| counters.posts_since(change).map(Vec::from_iter);
    assert_eq!(since(52), Some(vec![]));
    assert_eq!(since(51), Some(vec![49]));
    assert_eq!(since(47), Some(vec![48, 49, 50]));
    assert_eq!(since(20).map(|posts| posts[0]), Some(21));
    assert_eq!(since(19), None);
    assert_eq!(since(99), Some(vec![]));
}

#[tokio::test(start_paused = true)]
async fn who_comes_to_another_process_is_made_known_and_who_is_forgotten_there_hangs_up() {
    let (store, _) = with_anna().await;
    let [here, there] = pages(&store, 1);
    let mut line = open(&here.hub);
    let cut = Arc::clone(&line.cut);
    let changes_arrive = async {
        there.sign_in("Ben", None).await.expect("there is room");
        loop {
            let frame = line.frames.recv().await.expect("the line is open");
            if frame.contains("Ben") {
                break;
            }
        }
        let forgotten = there.forget_person(PersonId(1)).await;
        forgotten.expect("memory works");
        cut.notified().await;
    };
    tokio::select! {
        biased;
        never = here.relay() => match never {},
        () = changes_arrive => {}
    }
}
