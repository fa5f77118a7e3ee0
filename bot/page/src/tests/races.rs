//! Tests of two processes that make the same change at the same time.

use std::sync::{
    Barrier,
    atomic::{AtomicBool, Ordering},
};

use super::*;
use crate::{people::SignInError, posts::RoomPost, wire::StoredAnswer};
use store::testing::{ObservedStore, StoreCall};

/// Returns the pages of two processes on this store, which both want to change something.
fn two_pages(store: &Arc<MemoryStore>) -> [Arc<Playground>; 2] {
    pages(store, 2)
}

/// Returns the pages of two processes on this store. Their first changes wait for each other, so that all are decided before they
/// can see another.
pub(super) fn pages(store: &Arc<MemoryStore>, n_first: usize) -> [Arc<Playground>; 2] {
    let start = Arc::new(Barrier::new(n_first));
    [(); 2].map(|()| {
        let (start, has_begun) = (Arc::clone(&start), AtomicBool::new(false));
        let store = ObservedStore::shared(store, move |call| {
            let is_commit = matches!(call, StoreCall::Commit);
            if is_commit && !has_begun.swap(true, Ordering::Relaxed) {
                start.wait();
            }
            Ok(())
        });
        page_on(Arc::new(store))
    })
}

/// Returns the page of a process that has a store for itself.
pub(super) fn page_alone(store: &Arc<MemoryStore>) -> Arc<Playground> {
    page_on(Arc::clone(store) as Arc<_>)
}

fn page_on(store: Arc<dyn Store>) -> Arc<Playground> {
    Playground::new(
        Writer::new(store),
        Arc::new(NoPictures),
        PushSettings::default(),
    )
}

/// Returns a store on which Anna has signed in, and her number.
pub(super) async fn with_anna() -> (Arc<MemoryStore>, PersonId) {
    let store = Arc::new(MemoryStore::new());
    let page = page_alone(&store);
    let (anna, _) = page.sign_in("Anna", None).await.expect("her name is free");
    (store, anna.id)
}

async fn posts(page: &Playground) -> Vec<RoomPost> {
    let missed = page.posts_since(LOBBY, 0).await;
    missed.expect("memory works").posts
}

fn texts(posts: &[RoomPost]) -> Vec<&str> {
    posts.iter().map(|post| &*post.body.text).collect()
}

#[tokio::test]
async fn one_of_two_racing_sign_ins_gets_the_name() {
    let store = Arc::new(MemoryStore::new());
    let [here, there] = two_pages(&store);
    let (one, other) = tokio::join!(here.sign_in("Anna", None), there.sign_in("anna", None));
    let (got, lost) = if one.is_ok() {
        (one, other)
    } else {
        (other, one)
    };
    assert!(got.is_ok());
    assert!(matches!(lost, Err(SignInError::Taken(_))));
    assert_eq!(here.newest_people(9).expect("memory works").len(), 1);
}

#[tokio::test]
async fn two_simultaneous_sign_ins_create_two_people() {
    let store = Arc::new(MemoryStore::new());
    let [here, there] = two_pages(&store);
    let (anna, ben) = tokio::join!(here.sign_in("Anna", None), there.sign_in("Ben", None));
    let [(anna, annas), (ben, bens)] = [anna, ben].map(|came| came.expect("there is room"));
    let mut numbers = [anna.id.0, ben.id.0];
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2]);
    for (id, secret) in [(anna.id, annas), (ben.id, bens)] {
        let known = here.authenticate(&secret).expect("memory works");
        assert_eq!(known.expect("they are known").id, id);
    }
}

#[tokio::test]
async fn two_simultaneous_posts_are_both_kept() {
    let store = Arc::new(MemoryStore::new());
    let [here, there] = two_pages(&store);
    let (one, two) = tokio::join!(add_post(&here, "one"), add_post(&there, "two"));
    let posts = posts(&here).await;
    let mut expected = [(one, "one"), (two, "two")];
    expected.sort_unstable();
    assert_eq!(expected.map(|(number, _)| number), [1, 2]);
    assert_eq!(texts(&posts), expected.map(|(_, text)| text));
    assert_eq!(
        posts.iter().map(|post| post.change).collect::<Vec<_>>(),
        [1, 2]
    );
}

#[tokio::test]
async fn two_posts_with_one_nonce_are_kept_once() {
    let store = Arc::new(MemoryStore::new());
    let [here, there] = two_pages(&store);
    let (one, other) = tokio::join!(add_post(&here, "one"), add_post(&there, "one"));
    assert_eq!([one, other], [1, 1]);
    assert_eq!(texts(&posts(&there).await), ["one"]);
}

#[tokio::test]
async fn neither_an_edit_nor_a_post_is_lost_when_both_come_at_once() {
    let store = Arc::new(MemoryStore::new());
    add_post(&page_alone(&store), "one").await;
    let [here, there] = two_pages(&store);
    let edited = here.edit_post(LOBBY, 1, |_| Body::text("edited".to_owned()));
    let (edited, number) = tokio::join!(edited, add_post(&there, "two"));
    assert!(edited.expect("memory works"));
    assert_eq!(number, 2);
    let posts = posts(&here).await;
    assert_eq!(texts(&posts), ["edited", "two"]);
    let mut changes = [posts[0].change, posts[1].change];
    changes.sort_unstable();
    assert_eq!(changes, [2, 3]);
}

#[tokio::test]
async fn two_edits_of_one_post_at_the_same_time_are_both_made() {
    let store = Arc::new(MemoryStore::new());
    add_post(&page_alone(&store), "said").await;
    let [here, there] = two_pages(&store);
    let more = |page: Arc<Playground>| async move {
        let longer = |old: &Body| Body::text(format!("{}+", old.text));
        page.edit_post(LOBBY, 1, longer).await
    };
    let (one, other) = tokio::join!(more(Arc::clone(&here)), more(there));
    assert!(one.expect("memory works") && other.expect("memory works"));
    assert_eq!(texts(&posts(&here).await), ["said++"]);
}

#[tokio::test]
async fn two_answers_to_one_person_at_the_same_time_are_both_kept() {
    let (store, anna) = with_anna().await;
    let [here, there] = two_pages(&store);
    let answer = |text: &str| StoredAnswer {
        replaces: false,
        about: None,
        evident: false,
        body: Body::text(text.to_owned()),
    };
    let (one, two) = (answer("one"), answer("two"));
    let (kept, also) = tokio::join!(
        here.keep_answer(anna, "a", &one),
        there.keep_answer(anna, "b", &two)
    );
    kept.and(also).expect("memory works");
    let list = here.writer.read::<Vec<String>>("play/answers/1");
    let mut list = list.expect("memory works").expect("there are answers");
    list.sort();
    assert_eq!(list, ["a", "b"]);
    for (event, text) in [("a", "one"), ("b", "two")] {
        let kept = there.kept_answer(anna, event).expect("memory works");
        assert_eq!(kept.expect("it is kept").body.text, text);
    }
}

#[tokio::test]
async fn a_post_of_a_person_under_deletion_is_not_kept() {
    let (store, anna) = with_anna().await;
    let [here, there] = two_pages(&store);
    let post = NewPost {
        nonce: "person/1.a".to_owned(),
        author: Author::Person {
            id: anna,
            name: "Anna".to_owned(),
        },
        body: Body::text("I am here.".to_owned()),
    };
    let (forgotten, _) = tokio::join!(here.forget_person(anna), there.post_once(LOBBY, post));
    forgotten.expect("memory works");
    assert!(posts(&here).await.is_empty());
    assert!(here.person(anna).expect("memory works").is_none());
}
