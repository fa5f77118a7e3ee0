//! The page of several processes on one store: a user of any of them sees all messages and moves.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use api::{Rows, Store};
use runtime::Processes;
use serde_json::Value;
use store::{MemoryStore, testing::ObservedStore, writer::Writer};
use tests::{fleet::BEAT, page::Page, page_user::Line, page_users::PageUsers, venue::Venue};
use tokio::{runtime::Runtime, task::yield_now};

const GAME: [&str; 12] = [
    "e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6", "d1e2", "d8e7", "a2b3", "a7b6", "h2g3", "h7g6",
];

/// The number of posts of a match in the lobby: the challenge, the start and each move.
const N_POSTS: usize = GAME.len() + 2;

/// A process with a page.
struct Member {
    page: Page,
    /// The runtime; `None` once it is killed.
    runtime: Option<Runtime>,
}

impl Member {
    async fn join(store: &Arc<MemoryStore>) -> Member {
        let runtime = Runtime::new().expect("the system has room for some threads");
        let store: Arc<dyn Store> = Arc::new(ObservedStore::shared(store, |_| Ok(())));
        let opened = runtime.spawn(async move {
            let writer = Writer::new(Arc::clone(&store));
            let processes = Processes::join(store, writer.clone(), BEAT);
            let processes = processes.expect("the store works");
            Page::open(writer, |parts| parts.processes = Some(processes)).await
        });
        Member {
            page: opened.await.expect("a page can be opened"),
            runtime: Some(runtime),
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Ann at one page and Bob at another one.
struct TwoPages {
    store: Arc<MemoryStore>,
    members: Vec<Member>,
    people: PageUsers,
}

impl TwoPages {
    async fn open() -> TwoPages {
        let store = Arc::new(MemoryStore::new());
        let mut members = Vec::new();
        let mut people = PageUsers::default();
        for name in ["Ann", "Bob"] {
            let member = Member::join(&store).await;
            people.sign_in(name, &member.page.address).await;
            members.push(member);
        }
        TwoPages {
            store,
            members,
            people,
        }
    }

    /// Moves Ann to the page where Bob is.
    fn ann_goes_to_bob(&mut self) {
        let bobs = self.members.last().expect("it is open");
        self.people.goes_to("Ann", &bobs.page.address);
    }

    /// Tells whether no delivery waits.
    fn is_all_said(&self) -> bool {
        let waiting = self.store.scan(b"outbox/", None, 1);
        waiting.expect("memory works").is_empty()
    }

    /// Waits until all deliveries are made, and returns the last change of the lobby then.
    async fn idle(&self) -> u64 {
        loop {
            for member in &self.members {
                member.page.core.idle().await;
            }
            // A process may leave a delivery to another one that has just checked for more.
            if self.is_all_said() {
                break;
            }
            yield_now().await;
        }
        let counters = self.store.get(b"play/room/lobby").expect("memory works");
        let counters: Value = serde_json::from_slice(&counters.expect("something was said"))
            .expect("counters are JSON");
        counters["change"].as_u64().expect("changes are counted")
    }
}

fn change_of(post: &Value) -> u64 {
    post["change"].as_u64().expect("a change is a number")
}

/// Returns the final state of the posts after all frames.
fn standing<'a>(told: impl IntoIterator<Item = &'a Value>) -> BTreeMap<u64, &'a Value> {
    let number = |post: &Value| post["number"].as_u64().expect("posts have numbers");
    told.into_iter().map(|post| (number(post), post)).collect()
}

/// Tells whether new posts come in the order of their numbers, and each edit after what it edits. What it edits may be missing.
/// An edit can come again: a frame that is being read includes it early, and the next one includes it because of its change.
fn are_in_order(told: &[Value]) -> bool {
    let mut last = 0;
    let mut changes = BTreeMap::new();
    told.iter().all(|post| {
        let number = post["number"].as_u64().expect("posts have numbers");
        let is_new = number > last;
        last = last.max(number);
        match changes.insert(number, change_of(post)) {
            None => is_new || post["edited"] == true,
            Some(before) => before <= change_of(post),
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_of_one_page_reach_all_pages_in_order() {
    let mut pages = TwoPages::open().await;
    let mut lines = Vec::new();
    for who in ["Ann", "Bob"] {
        let mut line = pages.people.listen(who, &BTreeMap::new()).await;
        line.until_caught_up("lobby").await;
        lines.push(line);
    }
    pages.people.begin("berolina @Bob color:white").await;
    pages.people.play(&GAME).await;
    let last = pages.idle().await;
    let mut told = Vec::new();
    for line in &mut lines {
        told.push(line.posts_until("lobby", last).await);
    }
    assert!(told.iter().all(|told| are_in_order(told)), "{told:#?}");
    assert_eq!(standing(&told[0]), standing(&told[1]));
    assert_eq!(standing(&told[0]).len(), N_POSTS);

    // The process of the reader draws the picture, not the one that posted it.
    let posts = standing(&told[0]);
    let (number, post) = posts.last_key_value().expect("much was said");
    let digest = post["picture"]["digest"].as_str().expect("it has a board");
    let mut files = BTreeSet::new();
    for who in ["Ann", "Bob"] {
        let (guest, address) = pages.people.person(who);
        let name = format!("lobby/{number}/{digest}");
        let picture = guest.picture(address, &name).await;
        let picture = picture.expect("the page is there");
        assert!(picture.status().is_success(), "{}", picture.status());
        files.insert(picture.bytes().await.expect("a picture is a file"));
    }
    assert_eq!(files.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returning_person_reads_each_missed_post_once_at_another_page() {
    let mut pages = TwoPages::open().await;
    let mut line = pages.people.listen("Ann", &BTreeMap::new()).await;
    line.until_caught_up("lobby").await;
    pages.people.begin("berolina @Bob color:white").await;
    pages.people.play(&GAME[..4]).await;
    let known = pages.idle().await;
    let before = line.posts_until("lobby", known).await;
    drop(line);
    pages.people.play(&GAME[4..8]).await;
    let missed = pages.idle().await;
    pages.ann_goes_to_bob();
    let since = BTreeMap::from([("lobby".to_owned(), known)]);
    let mut line = pages.people.listen("Ann", &since).await;
    let caught_up = line.until_caught_up("lobby").await;
    assert!(caught_up.iter().all(|post| change_of(post) > known));
    assert_eq!(standing(&caught_up).len(), caught_up.len());
    pages.people.play(&GAME[8..]).await;
    let last = pages.idle().await;
    let after = line.posts_until("lobby", last).await;
    assert!(after.iter().all(|post| change_of(post) > missed));
    for told in [&before, &after] {
        assert!(are_in_order(told), "{told:#?}");
    }
    let all = before.iter().chain(&caught_up).chain(&after);
    assert_eq!(standing(all).len(), N_POSTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_at_one_page_sees_moves_played_at_another() {
    let mut pages = TwoPages::open().await;
    let id = pages.people.begin("berolina @Bob color:white").await;
    pages.idle().await;
    let mut lines = [
        pages.people.watch("Ann", id).await,
        pages.people.watch("Bob", id).await,
    ];
    for n in 0..=GAME.len() {
        if n > 0 {
            let who = ["Bob", "Ann"][n % 2];
            pages.people.plays(who, GAME[n - 1]).await;
        }
        for line in &mut lines {
            let board = board_at(line, n).await;
            assert_eq!(board["n_inputs"], n);
        }
    }
}

/// Returns the next board that shows this many decisions; no earlier frame shows more.
async fn board_at(line: &mut Line, n_inputs: usize) -> Value {
    loop {
        let frame = line.next().await.expect("the line stays open");
        let board = &frame["board"];
        let last = board["n_inputs_now"]
            .as_u64()
            .expect("boards tell their n_inputs");
        let last = usize::try_from(last).expect("games are short");
        assert!(last <= n_inputs, "{last} of {n_inputs}");
        if last == n_inputs {
            return board.clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_a_dead_page_goes_on_at_another() {
    let mut pages = TwoPages::open().await;
    let mut bobs = pages.people.listen("Bob", &BTreeMap::new()).await;
    bobs.until_caught_up("lobby").await;
    pages.people.begin("berolina @Bob color:white").await;
    pages.people.play(&GAME[..5]).await;
    // The test does not wait until the board is shown.
    drop(pages.members.remove(0));
    pages.ann_goes_to_bob();
    let mut anns = pages.people.listen("Ann", &BTreeMap::new()).await;
    anns.until_caught_up("lobby").await;
    pages.people.plays("Bob", GAME[5]).await;
    pages.people.play(&GAME[6..]).await;
    for line in [&mut bobs, &mut anns] {
        let mut told: Vec<Value> = Vec::new();
        let is_last = |post: &Value| post["number"] == N_POSTS;
        while !told.iter().any(is_last) {
            let post = line.next_post().await;
            told.extend((post["place"] == "lobby").then_some(post));
        }
        assert!(are_in_order(&told), "{told:#?}");
    }
    pages.idle().await;
    let posts = pages.store.scan(b"play/post/lobby/", None, 99);
    assert_eq!(posts.expect("memory works").len(), N_POSTS);
}
