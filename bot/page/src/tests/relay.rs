//! Tests of the frames that live connections send, if other processes post too.

use axum::extract::ws::Utf8Bytes;

use super::{
    races::{page_alone, pages, with_anna},
    *,
};
use crate::{
    followed::{Followed, next_change},
    frame::LiveEvent,
    hub::{Hub, MOST_WAITING},
    person::{Person, SignedIn},
    posts::Counters,
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

/// Returns the numbers and changes of the posts in a frame, and its last change.
fn received((frame, change): &(Utf8Bytes, u64)) -> (Vec<[u64; 2]>, u64) {
    let frame: serde_json::Value = frame.parse().expect("frames are JSON");
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    assert_eq!(number(&frame["change"]), *change);
    let posts = frame["posts"].as_array().expect("a list").iter();
    let posts = posts.map(|post| [number(&post["number"]), number(&post["change"])]);
    (posts.collect(), *change)
}

#[tokio::test]
async fn each_reader_receives_missed_posts_and_shares_them_with_those_who_know_the_same() {
    let (store, _) = with_anna().await;
    let page = page_alone(&store);
    add_post(&page, "one").await;
    add_post(&page, "two").await;
    let news = |known, report| page.news(LOBBY, known, report);
    // All of them wait before the first one reads.
    let turn = page.reading_news.lock().await;
    let reads = async { tokio::join!(news(0, 1), news(0, 1), news(1, 1), news(1, 2)) };
    let ((new, other, slow, late), ()) = tokio::join!(reads, async { drop(turn) });
    assert_eq!(received(&new), (vec![[1, 1], [2, 2]], 2));
    for frame in [&slow, &late] {
        assert_eq!(received(frame), (vec![[2, 2]], 2));
    }
    let place = |(frame, _): &(Utf8Bytes, u64)| frame.as_ptr();
    assert_eq!(place(&new), place(&other));
    assert_ne!(place(&slow), place(&late), "a later change is read again");
    assert_eq!(received(&news(2, 2).await), (vec![], 2));
}

#[tokio::test]
async fn a_reader_with_too_many_waiting_news_is_cut_off() {
    let hub = Hub::default();
    let news = LiveEvent::CaughtUp;
    let [mut slow, mut quick] = [(); 2].map(|()| hub.open(&anna()));
    for n in 1..=MOST_WAITING + 1 {
        hub.publish_to(PersonId(1), &news);
        assert!(quick.frame().await.is_some(), "{n}");
    }
    assert!(slow.frame().await.is_none());
}

#[tokio::test]
async fn a_reader_gets_the_news_for_everyone_and_for_them() {
    let hub = Hub::default();
    let mut line = hub.open(&anna());
    assert!(hub.online().contains_key(&PersonId(1)));
    for _ in 0..=MOST_WAITING {
        hub.publish_to(PersonId(2), &LiveEvent::CaughtUp);
    }
    hub.publish_to(PersonId(1), &LiveEvent::CaughtUp);
    let (theirs, online) = (line.frame().await, line.frame().await);
    assert!(theirs.expect("the line is open").contains("caught-up"));
    assert!(online.expect("the line is open").contains("Anna"));
    drop(line);
    assert!(hub.online().is_empty());
}

#[tokio::test]
async fn an_edit_before_a_look_comes_in_the_place_of_its_post() {
    let (store, _) = with_anna().await;
    let page = page_alone(&store);
    add_post(&page, "one").await;
    add_post(&page, "two").await;
    let edited = page.edit_post(LOBBY, 1, |_| Body::text("edited".to_owned()));
    assert!(edited.await.expect("memory works"));
    // A page takes a post with a lower number than it has seen for one that it has let go.
    let news = page.news(LOBBY, 0, 3).await;
    assert_eq!(received(&news), (vec![[1, 3], [2, 2]], 3));
}

#[tokio::test(start_paused = true)]
async fn a_post_of_unknown_outcome_is_reported_and_sent_once_it_is_durable() {
    let (store, _) = with_anna().await;
    let page = page_alone(&store);
    let mut changes = page.watch.watch(Followed::Room(LOBBY)).await;
    let post = NewPost {
        nonce: "one".to_owned(),
        author: Author::Bot,
        body: Body::text("one".to_owned()),
    };
    // The caller that waits for the post goes away at once, whether it is made by then or not.
    let posting = page.post_once(LOBBY, post);
    let _ = tokio::time::timeout(Duration::ZERO, posting).await;
    let report = next_change(&mut changes).await;
    assert_eq!(
        received(&page.news(LOBBY, 0, report).await),
        (vec![[1, 1]], 1)
    );
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
    let mut deletion = here.watch.watch(Followed::Person(PersonId(1))).await;
    let mut line = here.hub.open(&anna());
    let changes_arrive = async {
        there.sign_in("Ben", None).await.expect("there is room");
        loop {
            let frame = line.frame().await.expect("the line is open");
            if frame.contains("Ben") {
                break;
            }
        }
        let forgotten = there.forget_person(PersonId(1)).await;
        forgotten.expect("memory works");
        next_change(&mut deletion).await;
        let found = here.person(PersonId(1)).expect("memory works");
        assert!(found.is_none());
    };
    tokio::select! {
        biased;
        never = here.announce_sign_ups() => match never {},
        () = changes_arrive => {}
    }
}
