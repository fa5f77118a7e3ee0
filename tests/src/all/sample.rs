//! The stored data of this release, as a later one will find it: `stored/version-1.jsonl` is a backup with a little of
//! everything. A change of the stored format shows here. `ODDBOARD_BLESS=1` recreates the backup as long as no release
//! has written it. From then on a change needs a step of `bot/service/src/upkeep/version.rs` and a sample of its own.

use std::{collections::BTreeSet, fs, sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{Batch, Entry, Event, Platform, Rows, ServerAccess, ServerId, Store};
use serde_json::Value;
use service::{examine, upgrade};
use store::{MemoryStore, backup, restore, writer::Writer};
use testkit::is_blessing;
use tests::fake_chat::{SteppingClock, TestBot, event, person};

const SAMPLE: &str = "stored/version-1.jsonl";
const HOUR: Duration = Duration::from_secs(3600);
const NAMES: [&str; 4] = ["Ann", "Bob", "Cleo", "Dora"];

/// Returns the lines of one of the parts of the inputs.
fn inputs(part: usize) -> Vec<String> {
    let text = tests::read("stored/version-1.txt");
    let part = text.split("\n\n").nth(part).expect("the text has parts");
    let lines = part.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// Returns who does something, and what.
fn input(line: &str) -> (&str, &str) {
    line.split_once(": ").expect("a person does something")
}

/// Returns the store after all of these inputs.
async fn made() -> Arc<MemoryStore> {
    let store = Arc::new(MemoryStore::new());
    upgrade(&*store, |changes| store.commit(changes)).expect("data of this release");
    let writer = Writer::new(Arc::clone(&store) as Arc<_>);
    let mut stage = TestBot::new(&NAMES, writer, |_| {});
    stage.core.tick().await;
    let mut code = String::new();
    for line in inputs(1) {
        let (name, text) = input(&line);
        let event = stage.event(name, UserInput::short(&text.replace("CODE", &code)));
        let answer = stage.ask(&managed(event)).await.message.text;
        if let Some(given) = answer.strip_prefix("Your code is ") {
            code = given.chars().take_while(|c| *c != '.').collect();
        }
        stage.core.idle().await;
    }
    stage.core.tick().await;
    stage.core.idle().await;
    store
}

/// Puts an event on a server that Ann manages.
fn managed(event: Event) -> Event {
    let server = ServerAccess {
        id: ServerId::new(Platform::Playground, "page"),
        may_manage: event.speaker == person("Ann"),
    };
    Event {
        server: Some(server),
        ..event
    }
}

/// Returns the kinds of entries, and the paths of their fields: `head: clock.left`.
fn shapes(store: &MemoryStore) -> BTreeSet<String> {
    let mut shapes = BTreeSet::new();
    for (key, value) in store.scan(b"", None, usize::MAX).expect("memory") {
        let key = String::from_utf8_lossy(&key);
        let kind = key.split('/').next().unwrap_or_default();
        shapes.insert(kind.to_owned());
        if let Ok(value) = serde_json::from_slice::<Value>(&value) {
            add_shapes(&format!("{kind}: "), &value, &mut shapes);
        }
    }
    shapes
}

fn add_shapes(path: &str, value: &Value, shapes: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let path = format!("{path}{name}");
                add_shapes(&format!("{path}."), field, shapes);
                shapes.insert(path);
            }
        }
        Value::Array(items) => {
            for item in items {
                add_shapes(path, item, shapes);
            }
        }
        _ => {}
    }
}

#[tokio::test]
async fn the_sample_has_each_kind_of_entry_of_this_release() {
    let made = made().await;
    if is_blessing() {
        let mut lines = Vec::new();
        backup(&*made, &mut lines).expect("a backup");
        fs::write(tests::data(SAMPLE), lines).expect("the sample is written");
    }
    let sample = MemoryStore::new();
    restore(&sample, tests::read(SAMPLE).as_bytes()).expect("a whole backup");
    let [made, sample] = [shapes(&made), shapes(&sample)];
    assert_eq!(
        made.symmetric_difference(&sample).collect::<Vec<_>>(),
        [""; 0],
        "on one side only"
    );
}

#[tokio::test]
async fn this_release_reads_its_sample_and_plays_on() {
    let store = Arc::new(MemoryStore::new());
    restore(&*store, tests::read(SAMPLE).as_bytes()).expect("a whole backup");
    let upgraded = upgrade(&*store, |_| panic!("the sample is of another version"));
    upgraded.expect("data of this version");
    let writer = Writer::new(Arc::clone(&store) as Arc<_>);
    let damage = examine(&writer, |_, _| Ok(())).expect("memory");
    assert!(damage.is_none(), "{damage:?}");
    let clock = SteppingClock::default();
    clock.advance(HOUR);
    let mut stage = TestBot::new(&NAMES, writer, |parts| {
        parts.clock = Arc::new(clock);
        parts.limits.matches = 10;
    });
    stage.core.tick().await;
    for (n, lines) in inputs(2).chunks(2).enumerate() {
        let ((name, text), expected) = (input(&lines[0]), lines[1].trim());
        let event = event(format!("later-{n}"), name, UserInput::short(text));
        let answer = stage.ask(&managed(event)).await.message.text;
        assert!(answer.contains(expected), "{name}: {text}: {answer}");
        stage.core.idle().await;
    }
}

#[tokio::test]
async fn a_match_that_would_not_be_looked_at_in_time_is_found() {
    let store = MemoryStore::new();
    restore(&store, tests::read(SAMPLE).as_bytes()).expect("a whole backup");
    let heads = store.scan(b"head/", None, usize::MAX).expect("memory");
    let dues: BTreeSet<_> = heads.iter().filter_map(due).collect();
    assert!(!dues.is_empty(), "some matches have a limit of time");
    for key in dues {
        let found = |store: &MemoryStore| {
            let damage = examine(store, |_, _| Ok(())).expect("memory");
            damage.entries.contains_key(&key)
        };
        let value = store.get(&key).expect("memory").expect("an entry");
        let mut lost = Batch::default();
        lost.remove(key.clone());
        store.commit(&lost).expect("memory");
        assert!(found(&store));
        let mut back = Batch::default();
        back.put(key.clone(), value);
        store.commit(&back).expect("memory");
        assert!(!found(&store));
    }
}

/// Returns the key of the entry that schedules the match of a head.
fn due((key, value): &Entry) -> Option<Vec<u8>> {
    let id = key.strip_prefix(b"head/")?;
    let head: Value = serde_json::from_slice(value).expect("a head");
    let at = head["due"].as_i64()?;
    Some([format!("due/{at:016x}/").as_bytes(), id].concat())
}
