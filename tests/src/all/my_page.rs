//! Stored data of people at the local page: a person can export them, and is a stranger there after a deletion.

use std::{collections::BTreeMap, sync::Arc};
use tests::user_input::UserInput;

use api::{Rows, Store};
use reqwest::StatusCode;
use serde_json::Value;
use store::{MemoryStore, backup, writer::Writer};
use tests::{
    Fault, FaultyStore,
    page::Page,
    page_user::{PageUser, body, press, text},
    until_readable,
};

/// Opens the page on a store.
async fn open(store: &Arc<FaultyStore<MemoryStore>>) -> Page {
    let writer = Writer::new(Arc::clone(store) as Arc<_>);
    until_readable(&writer).await;
    Page::open(writer, |_| {}).await
}

/// A page with two people who have signed in.
struct TestPage {
    store: Arc<FaultyStore<MemoryStore>>,
    page: Page,
    zebulon: PageUser,
    bob: PageUser,
    n_events: usize,
}

impl TestPage {
    /// Signs in Zebulon as the first user, and sends every request that stores data.
    async fn new() -> TestPage {
        let store = Arc::new(FaultyStore::new(MemoryStore::new()));
        let page = open(&store).await;
        let zebulon = PageUser::sign_in(&page.address, "Zebulon").await;
        let bob = PageUser::sign_in(&page.address, "Bob").await;
        let mut test_page = TestPage {
            store,
            page,
            zebulon,
            bob,
            n_events: 0,
        };
        test_page.zebulons("/challenge berolina @Bob white").await;
        test_page.bobs("accept:00001").await;
        test_page.zebulons("/move e2g4").await;
        test_page.bobs("/resign confirm:yes").await;
        test_page.zebulons("/challenge chakart @Bob white").await;
        test_page.bobs("accept:00002").await;
        test_page.zebulons("/settings theme:dark").await;
        test_page.bobs("/games").await;
        let chat = text("I am Zebulon.");
        let said = test_page
            .zebulon
            .try_send(&test_page.page.address, "lobby", "chat", &chat);
        said.await.expect("the page is there").expect("it is said");
        // Private messages arrive as direct messages with their own delivery.
        test_page.page.core.idle().await;
        test_page
    }

    async fn says(&mut self, who: PageUser, what: &str) -> Value {
        self.n_events += 1;
        let id = format!("event-{}", self.n_events);
        let input = body(&UserInput::short(what));
        who.send(&self.page.address, "lobby", &id, &input).await
    }

    async fn zebulons(&mut self, what: &str) -> Value {
        self.says(self.zebulon.clone(), what).await
    }

    async fn bobs(&mut self, what: &str) -> Value {
        self.says(self.bob.clone(), what).await
    }

    /// Returns the button that deletes Zebulon.
    async fn button(&mut self) -> String {
        let asked = self.zebulons("delete-me").await.to_string();
        let at = asked.find("delete-me:").expect("a button");
        asked[at..].chars().take("delete-me:".len() + 16).collect()
    }

    /// Presses the button as Zebulon, also after an earlier press, and returns the reply.
    async fn deletes(&self, button: &str) -> Result<String, StatusCode> {
        let said = self
            .zebulon
            .try_send(&self.page.address, "lobby", "last", &press(button))
            .await;
        match said.expect("the page is there") {
            Ok(heard) => Ok(heard["answer"]["text"].as_str().expect("a text").to_owned()),
            Err((status, _)) => Err(status),
        }
    }

    /// Returns the entries that name Zebulon, or are under a key of the page that only Zebulon has.
    fn named(&self) -> Vec<String> {
        let entries = self.store.scan(b"", None, usize::MAX).expect("a scan");
        let text = |(key, value): (Vec<u8>, Vec<u8>)| {
            [key, value]
                .map(|text| String::from_utf8_lossy(&text).into_owned())
                .join(" = ")
        };
        let own = ["play/person/00000001", "play/answer/1/", "play/answers/1 "];
        let tells = |entry: &String| {
            entry.to_lowercase().contains("zebulon")
                || entry.contains("/direct-1")
                || entry.contains("\"mentions\":[1]")
                || own.iter().any(|own| entry.starts_with(own))
        };
        entries.into_iter().map(text).filter(tells).collect()
    }

    #[track_caller]
    fn check_gone(&self, when: &str) {
        assert_eq!(self.named(), Vec::<String>::new(), "{when}");
        let mut text = Vec::new();
        let held = self.store.snapshot().expect("a snapshot");
        backup(&*held, &mut text).expect("a backup");
        let text = String::from_utf8(text).expect("a backup is text");
        assert!(!text.to_lowercase().contains("zebulon"), "{when}: {text}");
    }
}

#[tokio::test]
async fn the_page_keeps_no_trace_of_a_deleted_person() {
    let mut test_page = TestPage::new().await;
    let before = test_page.named();
    for kind in [
        "name",
        "person",
        "post/lobby",
        "post/direct-1",
        "room/direct-1",
        "nonce/direct-1",
        "answer/1",
        "answers/1",
        "answer/2",
        "post/direct-2",
    ] {
        let is_there = before
            .iter()
            .any(|entry| entry.starts_with(&format!("play/{kind}")));
        assert!(is_there, "{kind}: {before:#?}");
    }
    let mut line = test_page
        .zebulon
        .listen(&test_page.page.address, &BTreeMap::new())
        .await;
    line.until_caught_up("lobby").await;
    let button = test_page.button().await;
    let told = test_page.deletes(&button).await.expect("an answer");
    assert!(told.starts_with("Your data is deleted."), "{told}");
    test_page.check_gone("as soon as it is answered");
    while line.next().await.is_some() {}

    let stranger = test_page.deletes(&button).await;
    assert_eq!(stranger, Err(StatusCode::UNAUTHORIZED));
    test_page.check_gone("whoever asks again");
    // The opponent keeps the match, and manages the page now.
    let history = test_page.bobs("/history match:00001").await.to_string();
    assert!(history.contains("a deleted player"), "{history}");
    let server = test_page.bobs("/settings server").await.to_string();
    assert!(server.contains("The settings of this server"), "{server}");
    // A new user with the same name is another person.
    test_page.zebulon = PageUser::sign_in(&test_page.page.address, "Zebulon").await;
    assert!(test_page.zebulon.secret().starts_with("3-"));
    let games = test_page.zebulons("/games").await.to_string();
    assert!(games.contains("You have no match in play"), "{games}");
}

#[tokio::test]
async fn an_exported_file_has_all_data_of_the_page_except_the_secret() {
    let mut test_page = TestPage::new().await;
    let answer = test_page.zebulons("export-mine").await;
    let file = answer["attachment"]["text"].as_str().expect("a file");
    let all: Value = serde_json::from_str(file).expect("it is JSON");
    let kept = &all["kept"];
    assert_eq!(kept["page/person"]["name"], "Zebulon");
    assert_eq!(kept["page/said"][0]["text"], "I am Zebulon.");
    for list in ["page/direct_messages", "page/answers"] {
        assert!(!kept[list].as_array().expect("a list").is_empty(), "{list}");
    }
    let (_, secret) = test_page
        .zebulon
        .secret()
        .split_once('-')
        .expect("a secret");
    let person = test_page.named();
    let person = person
        .iter()
        .find(|entry| entry.starts_with("play/person/"));
    let digest = person.and_then(|person| person.split('"').rev().find(|part| part.len() == 64));
    assert!(!file.contains(secret) && !file.contains(digest.expect("a digest")));
}

/// The writer groups changes as they come, so a commit may have another number in another round.
const ROUNDS: usize = 5;

#[tokio::test]
async fn a_deletion_is_confirmed_only_when_all_is_gone_despite_failed_commits() {
    for _ in 0..ROUNDS {
        if fail_each_commit().await {
            return;
        }
    }
    panic!("the page's own commit has not failed in any round");
}

/// Deletes a person once for each commit of a deletion, which fails. Returns whether the page's own commit was among these.
async fn fail_each_commit() -> bool {
    let mut n_in_part = 0;
    for n in 0.. {
        let mut test_page = TestPage::new().await;
        let button = test_page.button().await;
        let n_before = test_page.store.commits().len();
        test_page.store.pass_commits(n);
        test_page.store.fail_commit(Fault::NotWritten);
        let mut answers = Vec::new();
        loop {
            let told = test_page.deletes(&button).await;
            let told = told.unwrap_or_else(|status| status.to_string());
            let is_done = told.starts_with("Your data is deleted.");
            n_in_part += usize::from(told.starts_with("Your matches and settings are deleted"));
            answers.push(told);
            if is_done {
                break;
            }
            // As after a crash: the repeated request completes an unfinished deletion.
            test_page.page.core.finish().await;
            test_page.page = open(&test_page.store).await;
        }
        test_page.check_gone(&format!("commit {n}: {answers:?}"));
        let n_commits = test_page.store.commits().len() - n_before;
        if answers.len() == 1 && n > n_commits {
            assert!(n > 4, "several commits are made for it");
            break;
        }
    }
    n_in_part > 0
}
