//! Stored data of people: a person can export them, and after a deletion no stored entry contains that person.

use std::sync::Arc;
use tests::user_input::UserInput;

use api::{Batch, Event, MatchId, Message, Rows, Store};
use serde_json::Value;
use store::{MemoryStore, backup, restore, writer::Writer};
use tests::{
    fake_chat::{ChatPost, TestBot, person},
    venue::Venue,
};

const NAMES: [&str; 3] = ["Zebulon", "Bob", "Eve"];

/// Zebulon on a platform without its own storage, and the stored data.
struct PersonalDataBot {
    store: Arc<MemoryStore>,
    stage: TestBot,
}

impl PersonalDataBot {
    fn new() -> PersonalDataBot {
        let store = Arc::new(MemoryStore::new());
        let writer = Writer::new(Arc::clone(&store) as Arc<_>);
        let stage = TestBot::new(&NAMES, writer, |parts| parts.limits.matches = 9);
        PersonalDataBot { store, stage }
    }

    async fn says(&mut self, who: &str, what: &str) -> String {
        self.stage.does(who, what).await.message.text
    }

    async fn file(&mut self, who: &str, what: &str) -> String {
        let message = self.stage.does(who, what).await.message;
        message.attachment.expect("a file").text
    }

    /// Begins a match in which Zebulon plays White against Bob.
    async fn begins(&mut self, challenge: &str) -> MatchId {
        let text = self
            .says("Zebulon", &format!("/challenge {challenge}"))
            .await;
        let id = text.split([' ', '.']).find_map(|word| word.parse().ok());
        let id = id.expect("the name of the match");
        let text = self.says("Bob", &format!("accept:{id}")).await;
        assert!(text.starts_with("You accepted"), "{text}");
        id
    }

    /// Sends as Zebulon every request that stores data. Returns a finished match, and two in play, one with secrets.
    async fn busy(&mut self) -> [MatchId; 3] {
        let over = self.begins("berolina @Bob white rated:yes").await;
        self.says("Zebulon", "/move e2g4").await;
        self.says("Bob", "/move d7f5").await;
        self.says("Bob", "/resign confirm:yes").await;
        let open = self.begins("berolina @Bob white time:1d").await;
        self.says("Zebulon", &format!("/move e2g4 match:{open}"))
            .await;
        let planned = self
            .says("Zebulon", &format!("/plan d7f5 d2f4 match:{open}"))
            .await;
        assert!(planned.contains("→"), "{planned}");
        let secret = self.begins("chakart @Bob white").await;
        for (who, what) in [
            ("Zebulon", "/challenge bario"),
            ("Eve", "/challenge bario @Zebulon"),
            ("Zebulon", "/vacation 7"),
            ("Zebulon", "/settings theme:dark"),
            ("Zebulon", "/block @Eve"),
            ("Bob", "/block @Zebulon"),
            ("Bob", "/unblock @Zebulon"),
            ("Eve", "/block @Zebulon"),
        ] {
            let told = self.says(who, what).await;
            assert!(!told.contains("I do not know"), "{what}: {told}");
        }
        [over, open, secret]
    }

    /// Deletes without waiting for the deliveries.
    async fn deletes(&mut self) -> String {
        let event = self.deletion().await;
        self.stage.ask(&event).await.message.text
    }

    /// Requests the deletion, and returns the event that confirms it.
    async fn deletion(&mut self) -> Event {
        let event = self.stage.event("Zebulon", UserInput::short("delete-me"));
        let answer = self.stage.ask(&event).await;
        let shown = serde_json::to_string(&answer.message.controls).expect("JSON");
        let at = shown.find("delete-me:").expect("a second button");
        let button: String = shown[at..].chars().take("delete-me:".len() + 16).collect();
        self.stage.event("Zebulon", UserInput::short(&button))
    }

    fn n_told(&self, id: MatchId, seat: &str) -> usize {
        let kinds = ["outbox", "dead", "sent"];
        let prefixes = kinds.map(|kind| format!("{kind}/{id}/{seat}/"));
        let found = prefixes.map(|prefix| self.store.scan(prefix.as_bytes(), None, usize::MAX));
        found
            .into_iter()
            .map(|found| found.expect("a scan").len())
            .sum()
    }

    fn backup(&self) -> String {
        let mut text = Vec::new();
        let held = self.store.snapshot().expect("a snapshot");
        backup(&*held, &mut text).expect("a backup");
        String::from_utf8(text).expect("a backup is text")
    }
}

/// Returns the entries that name Zebulon.
fn named(rows: &dyn Rows) -> Vec<String> {
    let entries = rows.scan(b"", None, usize::MAX).expect("a scan");
    let text = |(key, value): (Vec<u8>, Vec<u8>)| {
        [key, value]
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .join(" = ")
    };
    let mut entries: Vec<_> = entries.into_iter().map(text).collect();
    entries.retain(|entry| entry.to_lowercase().contains("zebulon"));
    entries
}

/// Returns the readable text of a message and its picture.
fn words<A>(message: &Message<A>) -> String {
    let picture = message.picture.as_ref();
    let picture = picture.map(|picture| picture.alt.as_str());
    format!("{}\n{}\n", message.text, picture.unwrap_or_default())
}

#[tokio::test]
async fn there_is_a_way_to_delete_my_data() {
    let mut bot = PersonalDataBot::new();
    let [over, open, secret] = bot.busy().await;
    let before = named(&*bot.store);
    for kind in [
        "blocks", "called", "inbox", "leaders", "match", "mine", "pace", "past", "rating", "sent",
        "user", "vacation",
    ] {
        let is_there = before
            .iter()
            .any(|entry| entry.starts_with(&format!("{kind}/")));
        assert!(is_there, "{kind}: {before:#?}");
    }
    let told = bot.deletes().await;
    assert!(told.starts_with("Your data is deleted."), "{told}");
    // The deletion is durable before its reply.
    assert_eq!(named(&*bot.store), Vec::<String>::new());
    let backup = bot.backup();
    assert!(!backup.to_lowercase().contains("zebulon"), "{backup}");

    // The opponent keeps the matches, and after a restart too.
    let restored = MemoryStore::new();
    restore(&restored, backup.as_bytes()).expect("it is restored");
    assert_eq!(named(&restored), Vec::<String>::new());
    bot.stage = bot.stage.restarted(&NAMES);
    for (id, end) in [
        (over, "wins because Bob resigned"),
        (open, "Aborted"),
        (secret, "Aborted"),
    ] {
        let history = bot.says("Bob", &format!("/history match:{id}")).await;
        assert!(
            history.contains("a deleted player") && history.contains(end),
            "{history}"
        );
        let record = bot.file("Bob", &format!("/export match:{id}")).await;
        assert!(record.contains("white: a deleted player"), "{record}");
        let replay = bot.stage.does("Bob", &format!("/replay match:{id}")).await;
        assert!(replay.message.picture.is_some(), "{}", replay.message.text);
    }
    let games = bot.says("Zebulon", "/games").await;
    assert!(games.starts_with("You have no match in play"), "{games}");
}

#[tokio::test]
async fn an_exported_file_has_only_facts_known_to_its_owner() {
    let mut bot = PersonalDataBot::new();
    let [over, open, secret] = bot.busy().await;
    let file = bot.file("Zebulon", "export-mine").await;
    let all: Value = serde_json::from_str(&file).expect("it is JSON");
    assert_eq!(all["person"], "playground:zebulon");
    for kept in [
        "settings",
        "vacation",
        "blocked_people",
        "last_challenges",
        "rating/berolina",
    ] {
        assert!(all["kept"][kept].is_object(), "{kept}: {file}");
    }
    assert_eq!(all["plans"][0]["match"], open.to_string());
    let matches = all["matches"].as_array().expect("a list");
    let found = |id: MatchId| {
        let mut matches = matches.iter();
        matches
            .find(|told| told["match"] == id.to_string())
            .expect("the match")
    };
    assert!(
        found(over)["record"]
            .as_str()
            .is_some_and(|record| record.contains("e2g4 d7f5"))
    );
    // The result of /export for a match with secrets in play.
    assert!(found(secret)["record"].is_null());
    let seen = bot
        .file("Zebulon", &format!("/export match:{secret}"))
        .await;
    assert_eq!(
        found(secret)["moves_as_you_saw_them"].as_str(),
        Some(seen.trim_end())
    );
    // The opponent's plans and blocks are theirs.
    let file = bot.file("Bob", "export-mine").await;
    let all: Value = serde_json::from_str(&file).expect("it is JSON");
    assert_eq!(all["plans"], Value::Array(Vec::new()));
}

#[tokio::test]
async fn a_deletion_removes_pending_private_messages() {
    let mut bot = PersonalDataBot::new();
    let [_, _, secret] = bot.busy().await;
    assert!(bot.n_told(secret, "white") > 0);
    bot.stage.scene.go_away(true);
    let told = bot.deletes().await;
    assert!(told.starts_with("Your data is deleted."), "{told}");
    assert_eq!(bot.n_told(secret, "white"), 0);
    assert!(bot.n_told(secret, "black") > 0);
    assert_eq!(named(&*bot.store), Vec::<String>::new());
}

#[tokio::test]
async fn messages_after_a_deletion_do_not_name_the_deleted_person() {
    let mut bot = PersonalDataBot::new();
    let [_, open, secret] = bot.busy().await;
    bot.stage.core.idle().await;
    let scene = Arc::clone(&bot.stage.scene);
    let n_before = (scene.posted().len(), scene.direct_posts().len());
    scene.go_away(true);
    let told = bot.deletes().await;
    assert!(told.starts_with("Your data is deleted."), "{told}");
    assert_eq!((scene.posted().len(), scene.direct_posts().len()), n_before);
    scene.go_away(false);
    bot.stage.core.idle().await;
    let mut told = String::new();
    for post in &scene.posted()[n_before.0..] {
        if let ChatPost::Post(_, message) | ChatPost::Edit(_, message) = post {
            told.push_str(&words(message));
        }
    }
    for whispered in &scene.direct_posts()[n_before.1..] {
        told.push_str(&words(&whispered.message));
    }
    for id in [open, secret] {
        assert!(told.contains(&id.to_string()), "{id} is told: {told}");
    }
    let n_ends = told.matches("Aborted without a result.").count();
    assert!(n_ends >= 2, "the end of each is told: {told}");
    assert!(!told.contains("Zebulon"), "{told}");
}

#[tokio::test]
async fn a_repeated_deletion_has_the_same_answer_and_deletes_no_more() {
    let mut bot = PersonalDataBot::new();
    bot.busy().await;
    let event = bot.deletion().await;
    let first = bot.stage.ask(&event).await.message.text;
    assert!(first.starts_with("Your data is deleted."), "{first}");
    bot.stage.core.idle().await;
    // The deletion excludes matches that they begin afterwards.
    let begun = bot.begins("berolina @Bob white").await;
    bot.says("Zebulon", "/settings theme:dark").await;
    let before = bot.store.scan(b"", None, usize::MAX).expect("a scan");
    let mut restarted = bot.stage.restarted(&NAMES);
    for stage in [&mut bot.stage, &mut restarted] {
        assert_eq!(stage.ask(&event).await.message.text, first);
        stage.core.idle().await;
    }
    let after = bot.store.scan(b"", None, usize::MAX).expect("a scan");
    assert!(before == after, "nothing has changed");
    let games = bot.says("Zebulon", "/games").await;
    assert!(games.contains(&begun.to_string()), "{games}");
}

#[tokio::test]
async fn an_incomplete_deletion_can_be_repeated() {
    let mut bot = PersonalDataBot::new();
    bot.busy().await;
    let event = bot.deletion().await;
    bot.stage.scene.cling(true);
    let told = bot.stage.ask(&event).await.message.text;
    assert!(told.contains("not yet all the rest"), "{told}");
    let unread = bot.says("Zebulon", "export-mine").await;
    assert!(unread.starts_with("I cannot read all"), "{unread}");
    bot.stage.scene.cling(false);
    let told = bot.deletes().await;
    assert!(told.starts_with("Your data is deleted."), "{told}");
    let told = bot.stage.ask(&event).await.message.text;
    assert!(told.starts_with("Your data is deleted."), "{told}");
    let forgotten = [person("Zebulon").id, person("Zebulon").id];
    assert_eq!(bot.stage.scene.forgotten(), forgotten);
}

#[tokio::test]
async fn a_deletion_reports_damaged_matches() {
    let mut bot = PersonalDataBot::new();
    let [over, ..] = bot.busy().await;
    let key = format!("match/{over}").into_bytes();
    let value = bot
        .store
        .get(&key)
        .expect("the store can be read")
        .expect("a match");
    let mut damage = Batch::default();
    damage.put(key, [b"?", &value[..]].concat());
    bot.store.commit(&damage).expect("a commit");
    let told = bot.deletes().await;
    assert!(
        told.contains("1 match is damaged and may still name you"),
        "{told}"
    );
    // The match stays in their list, so that they can be removed from it once it is repaired.
    let left = named(&*bot.store);
    let [row, listed] = &left[..] else {
        panic!("{left:#?}");
    };
    assert!(row.starts_with(&format!("match/{over} ")), "{row}");
    let ending = format!("/{over} = ");
    assert!(
        listed.starts_with("past/") && listed.ends_with(&ending),
        "{listed}"
    );
}
