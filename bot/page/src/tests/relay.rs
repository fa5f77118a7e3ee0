//! Tests of the frames that listeners receive, if other processes post too.

use std::collections::HashMap;

use futures_util::FutureExt;

use super::{
    races::{page_alone, pages, with_anna},
    *,
};
use crate::{
    hub::{Hub, Line},
    person::{Person, SignedIn},
    posts::{Counters, Missed, RoomPost},
    rooms::KEPT_POSTS,
};

fn anna() -> SignedIn {
    let person = Person {
        name: "Anna".to_owned(),
        secret: None,
        is_closed: false,
        account: None,
    };
    SignedIn::new(PersonId(1), person)
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

/// Returns the numbers and changes of the posts that a connection has received, frame by frame, and the last change of each
/// frame.
fn received(line: &mut Line) -> Vec<(Vec<[u64; 2]>, u64)> {
    let mut received = Vec::new();
    while let Ok(frame) = line.frames.try_recv() {
        let frame: serde_json::Value = frame.text.parse().expect("frames are JSON");
        if frame["type"] != "posts" {
            continue;
        }
        let number = |value: &serde_json::Value| value.as_u64().expect("a number");
        let posts = frame["posts"].as_array().expect("a list").iter();
        let posts = posts.map(|post| [number(&post["number"]), number(&post["change"])]);
        received.push((posts.collect(), number(&frame["change"])));
    }
    received
}

/// The posts of the lobby after a change, by their numbers and changes.
fn missed<const N: usize>(since: u64, posts: [(u64, u64); N], change: u64) -> Missed {
    Missed {
        room: LOBBY,
        since,
        posts: posts.map(|(number, change)| post(number, change)).into(),
        change,
    }
}

#[test]
fn each_reader_receives_missed_posts_once() {
    let hub = Hub::default();
    let [mut slow, mut quick, mut new] = [(); 3].map(|()| open(&hub));
    // The first listener has read the past before the second, and finishes after it.
    quick.knows(LOBBY, 3);
    slow.knows(LOBBY, 1);
    assert_eq!(hub.followed(), HashMap::from([(LOBBY, 1)]));
    // The last post was edited after the look began.
    hub.send_missed(&missed(1, [(1, 4), (2, 2), (3, 3), (4, 6)], 5));
    assert_eq!(
        received(&mut slow),
        [(vec![[1, 4], [2, 2], [3, 3], [4, 6]], 5)]
    );
    assert_eq!(received(&mut quick), [(vec![[1, 4], [4, 6]], 5)]);
    // A listener who knows less than the look began with gets nothing yet.
    let mut late = open(&hub);
    late.knows(LOBBY, 3);
    hub.send_missed(&missed(5, [(2, 7), (4, 6)], 7));
    assert!(received(&mut late).is_empty());
    assert_eq!(hub.followed(), HashMap::from([(LOBBY, 3)]));
    hub.send_missed(&missed(3, [(1, 4), (2, 7), (4, 6)], 7));
    assert_eq!(received(&mut late), [(vec![[1, 4], [2, 7], [4, 6]], 7)]);
    for line in [&mut slow, &mut quick] {
        assert_eq!(received(line), [(vec![[2, 7], [4, 6]], 7)]);
    }
    assert!(
        received(&mut new).is_empty(),
        "who reads the past is told it there"
    );
    assert_eq!(hub.followed(), HashMap::from([(LOBBY, 7)]));
    drop((slow, quick, late));
    assert!(hub.followed().is_empty());
}

#[test]
fn a_reader_with_too_many_waiting_posts_is_cut_off() {
    let hub = Hub::default();
    let mut line = open(&hub);
    line.knows(LOBBY, 0);
    let posts = |first: u64, last: u64| Missed {
        posts: (first..=last).map(|n| post(n, n)).collect(),
        ..missed(first - 1, [], last)
    };
    let is_cut = |line: &Line| line.cut.notified().now_or_never().is_some();
    hub.send_missed(&posts(1, KEPT_POSTS));
    assert_eq!(received(&mut line).len(), 1);
    hub.send_missed(&posts(KEPT_POSTS + 1, 2 * KEPT_POSTS));
    assert!(!is_cut(&line), "the first posts wait no longer");
    hub.send_missed(&posts(2 * KEPT_POSTS + 1, 2 * KEPT_POSTS + 100));
    assert!(is_cut(&line));
    assert_eq!(
        received(&mut line).len(),
        1,
        "a reader misses nothing in between"
    );
}

#[tokio::test]
async fn an_edit_before_a_look_comes_in_the_place_of_its_post() {
    let (store, _) = with_anna().await;
    let page = page_alone(&store);
    let mut line = open(&page.hub);
    line.knows(LOBBY, 0);
    add_post(&page, "one").await;
    add_post(&page, "two").await;
    let edited = page.edit_post(LOBBY, 1, |_| Body::text("edited".to_owned()));
    assert!(edited.await.expect("memory works"));
    relay_until_posts_arrive(&page, &mut line).await;
    // A page takes a post with a lower number than it has seen for one that it has let go.
    assert_eq!(received(&mut line), [(vec![[1, 3], [2, 2]], 3)]);
}

#[tokio::test(start_paused = true)]
async fn a_post_of_unknown_outcome_is_relayed_once_it_is_durable() {
    let (store, _) = with_anna().await;
    let page = page_alone(&store);
    let mut line = open(&page.hub);
    line.knows(LOBBY, 0);
    let post = NewPost {
        nonce: "one".to_owned(),
        author: Author::Bot,
        body: Body::text("one".to_owned()),
    };
    // The caller that waits for the post goes away at once.
    let posting = page.post_once(LOBBY, post);
    assert!(tokio::time::timeout(Duration::ZERO, posting).await.is_err());
    relay_until_posts_arrive(&page, &mut line).await;
    assert_eq!(received(&mut line), [(vec![[1, 1]], 1)]);
}

/// Runs the relay of a page until frames wait on a connection whose person was announced.
async fn relay_until_posts_arrive(page: &Playground, line: &mut Line) {
    line.frames.recv().await.expect("the person is announced");
    let arrival = async {
        while line.frames.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        never = page.relay() => match never {},
        () = arrival => {}
    }
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
async fn sign_ins_and_deletions_reach_the_lines_of_another_process() {
    let (store, _) = with_anna().await;
    let [here, there] = pages(&store, 1);
    let _watched = here.watch_all_of(PersonId(1)).await;
    let mut line = open(&here.hub);
    let cut = Arc::clone(&line.cut);
    let changes_arrive = async {
        there.sign_in("Ben", None).await.expect("there is room");
        loop {
            let frame = line.frames.recv().await.expect("the line is open");
            if frame.text.contains("Ben") {
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
