//! The dialogues of the page, replayed on Matrix: the bot gives the same answers in the form of the platform.
//!
//! Dice follow from the id of the event that accepts a challenge, and ids differ here. So a dialogue runs until the first chance
//! outcome. Input that asks for completions is skipped.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use matrix::Matrix;
use matrix_sdk::ruma::OwnedRoomId;
use runtime::{self};
use serde_json::Value;
use tests::{
    fake_chat::{self, FakeChat},
    matrix::{Homeserver, PASSWORD, Person, ReceivedEvent},
    store::fresh_writer,
};
use text::Language;
use tokio::sync::oneshot;

/// Dialogues without chance outcomes and without features that only the page has.
const SAME: [&str; 6] = ["baroque", "draw", "game", "handbook", "help", "mate"];

/// A line of a dialogue, with its answers.
struct Line<'a> {
    who: &'a str,
    is_direct: bool,
    deed: &'a str,
    said: Vec<&'a str>,
}

fn read(script: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for line in script.lines() {
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        if let Some(said) = line.strip_prefix("    ") {
            lines
                .last_mut()
                .expect("somebody does something first")
                .said
                .push(said);
            continue;
        }
        let (who, rest) = line
            .split_once(" in ")
            .expect("a line begins with somebody");
        let (place, deed) = rest
            .split_once([' ', ':'])
            .expect("a place is followed by a deed");
        lines.push(Line {
            who,
            is_direct: !place.starts_with('#'),
            deed: deed.trim_start(),
            said: Vec::new(),
        });
    }
    lines
}

/// Returns the messages below a heading with this prefix: the text of each, without its picture and controls.
fn messages(said: &[&str], heading: &str) -> Vec<(String, Option<String>)> {
    let mut messages = Vec::new();
    let mut is_in = false;
    for line in said {
        match line.strip_prefix("    ") {
            None => {
                is_in = line.starts_with(heading);
                if is_in {
                    let called = line
                        .split_once("calling ")
                        .map(|(_, name)| name.trim_end_matches(':').to_owned());
                    messages.push((String::new(), called));
                }
            }
            Some(text)
                if is_in
                    && !["picture ", "[", "menu ", "file ", "|", " "]
                        .iter()
                        .any(|start| text.starts_with(start)) =>
            {
                let words = &mut messages.last_mut().expect("a heading comes first").0;
                if !words.is_empty() {
                    words.push('\n');
                }
                words.push_str(if text == "¶" { "" } else { text });
            }
            Some(_) => {}
        }
    }
    messages
}

/// Removes the targets of links, which differ on Matrix: `[board](7)` becomes `board`.
fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        rest = match after.split_once("](") {
            Some((label, target)) if !label.contains('\n') => {
                plain.push_str(label);
                target.split_once(')').map_or("", |(_, rest)| rest)
            }
            _ => {
                plain.push('[');
                after
            }
        };
    }
    plain + rest
}

/// Returns a text as Matrix shows it.
fn fitting(text: &str) -> String {
    let mut text = unlinked(text);
    for spec in command::SPECS {
        for end in [" ", ".", ",", ")", ":", ";", "\n"] {
            text = text.replace(
                &format!("/{}{end}", spec.name),
                &format!("!odd {}{end}", spec.name),
            );
        }
        if let Some(rest) = text.strip_suffix(&format!("/{}", spec.name)) {
            text = format!("{rest}!odd {}", spec.name);
        }
    }
    text
}

struct DialogueBot {
    people: BTreeMap<&'static str, Person>,
    room: OwnedRoomId,
    posts: Vec<ReceivedEvent>,
    /// The numbers of messages whose buttons are gone.
    settled: BTreeSet<usize>,
    /// The last private message to each person.
    answers: BTreeMap<String, ReceivedEvent>,
}

impl DialogueBot {
    fn person(&self, name: &str) -> &Person {
        self.people
            .get(name)
            .unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    /// Performs a line. Returns false if only the page supports it.
    async fn perform(&self, line: &Line<'_>) -> bool {
        let person = self.person(line.who);
        let (verb, rest) = line.deed.split_once(' ').unwrap_or((line.deed, ""));
        match (verb, rest.rsplit_once(" on ")) {
            // Only the homeserver repeats an event.
            ("types" | "repeats", _) => return false,
            // A removed button cannot be pressed.
            ("presses", Some((_, number)))
                if number.parse().is_ok_and(|n| self.settled.contains(&n)) =>
            {
                return false;
            }
            ("presses" | "chooses", Some((label, place))) => {
                let on = match place {
                    "answer" => self.answers.get(line.who).cloned(),
                    "posts" => self.posts.last().cloned(),
                    number => number
                        .parse::<usize>()
                        .ok()
                        .and_then(|n| self.posts.get(n - 1).cloned()),
                };
                let on = on.unwrap_or_else(|| panic!("{} on nothing", line.deed));
                let chosen = match (place, label) {
                    ("answer", _) => number_of(&on, label),
                    (_, "Move") => "move".to_owned(),
                    _ => label.to_owned(),
                };
                person.replies(&on, &chosen).await;
            }
            _ => {
                let text = line.deed.trim_start_matches('/');
                let text = text.split(' ').map(account).collect::<Vec<_>>().join(" ");
                match (line.is_direct, self.answers.get(line.who)) {
                    (true, Some(answer)) => person.says(&answer.room, &text).await,
                    (true, None) => return false,
                    (false, _) => person.says(&self.room, &format!("!odd {text}")).await,
                };
            }
        }
        true
    }
}

/// Returns a person's account id on Matrix.
fn account(word: &str) -> String {
    match word.strip_prefix('@') {
        Some(name) => format!("@{}:localhost", name.to_lowercase()),
        None => word.to_owned(),
    }
}

/// Returns the number of a choice by its label, or the label if it has no number.
fn number_of(answer: &ReceivedEvent, label: &str) -> String {
    let mut lines = answer
        .body()
        .lines()
        .filter_map(|line| line.split_once(". "));
    let found =
        lines.find(|(number, shown)| number.parse::<usize>().is_ok() && shown.starts_with(label));
    found.map_or(label, |(number, _)| number).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogues_go_as_on_the_page() {
    let started = tokio::task::spawn_blocking(|| Homeserver::start(&["odd", "ann", "bob", "eve"]));
    let homeserver = started.await.expect("a homeserver");
    for name in SAME {
        play(&homeserver, name).await;
    }
}

async fn play(homeserver: &Homeserver, dialogue: &str) {
    let script = tests::read(format!("dialogues/{dialogue}.txt"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let password = folder.path().join("password");
    std::fs::write(&password, PASSWORD).expect("a file for the password");
    let settings = matrix::MatrixSettings {
        homeserver: homeserver.address(),
        user: "odd".to_owned(),
        credentials: matrix::Credentials {
            password: Some(password),
            ..matrix::Credentials::default()
        },
        store: folder.path().join("matrix"),
        keys_for_all: false,
        verifiers: Vec::new(),
        inviters: Vec::new(),
        name: None,
        avatar: None,
        commands: false,
        prefix: "!odd".to_owned(),
        threads: false,
        widgets: true,
        page_url: None,
        language: Language::ENGLISH,
    };
    let writer = fresh_writer();
    let bot = Matrix::open(settings, writer.clone(), super::table::alone())
        .await
        .expect("the bot logs in");
    let (scene, _ears) = FakeChat::new(&[]);
    let mut parts = fake_chat::parts(&scene, writer);
    parts.chats = vec![Arc::clone(&bot) as Arc<dyn api::Chat>];
    let core = runtime::start(parts).expect("an empty store can be read");
    let (stop, stopped) = oneshot::channel::<()>();
    let (connected, here) = oneshot::channel();
    let connected = std::sync::Mutex::new(Some(connected));
    let serving = tokio::spawn(matrix::serve(
        bot,
        core,
        move |_| {
            if let Some(connected) = connected.lock().expect("nobody panics").take() {
                let _ = connected.send(());
            }
        },
        async {
            let _ = stopped.await;
        },
    ));
    here.await.expect("the bot is there");
    let mut people = BTreeMap::new();
    for name in ["Ann", "Bob", "Eve"] {
        let person = Person::log_in(homeserver, &name.to_lowercase()).await;
        person
            .client
            .account()
            .set_display_name(Some(name))
            .await
            .expect("a name");
        people.insert(name, person);
    }
    let room = people["Ann"]
        .open_room(&["bob", "eve", "odd"], false, Value::Null)
        .await;
    let greeting = "I referee odd chess variants";
    people["Ann"]
        .until(greeting, |seen| {
            // Ann also sees the rooms of earlier dialogues.
            let is_here =
                |event: &ReceivedEvent| event.room == room && event.body().starts_with(greeting);
            seen.iter().any(is_here).then_some(())
        })
        .await;
    for name in ["Bob", "Eve"] {
        people["Ann"]
            .until(name, |seen| {
                let account = format!("@{}:localhost", name.to_lowercase());
                let is_there = |event: &ReceivedEvent| {
                    event.room == room
                        && event.sender == account
                        && event.content["membership"] == "join"
                };
                seen.iter().any(is_there).then_some(())
            })
            .await;
    }
    let mut stage = DialogueBot {
        people,
        room,
        posts: Vec::new(),
        settled: BTreeSet::new(),
        answers: BTreeMap::new(),
    };
    for line in read(&script) {
        let (person, reader) = (stage.person(line.who), stage.person("Eve"));
        let (before, n_read) = (person.now(), reader.now());
        if !stage.perform(&line).await {
            continue;
        }
        let posts = messages(&line.said, "#");
        let mut after = n_read;
        let mut found = Vec::new();
        for (words, called) in &posts {
            let expected = fitting(words);
            let post = reader.reads(after, &expected).await;
            assert_eq!(post.room, stage.room);
            let mentioned = post.content["m.mentions"]["user_ids"][0].as_str();
            let called = called
                .as_ref()
                .and_then(|names| names.split(" and ").next());
            let called = called.map(|name| format!("@{name}:localhost"));
            assert_eq!(mentioned, called.as_deref(), "{dialogue}: {expected}");
            after = reader
                .all()
                .iter()
                .position(|event| event.id == post.id)
                .map_or(after, |at| at + 1);
            found.push(post);
        }
        let alone = messages(&line.said, &format!("{} alone reads", line.who));
        let mut answer = None;
        // If everybody sees the result, a reaction replaces the answer.
        let is_evident =
            !posts.is_empty() || alone.iter().all(|(words, _)| words.starts_with("You "));
        if let Some((words, _)) = alone.first().filter(|_| !is_evident) {
            let said = person.reads(before, &fitting(words)).await;
            assert_ne!(
                said.room, stage.room,
                "{dialogue}: an answer is for one alone"
            );
            answer = Some(said);
        }
        stage.posts.extend(found);
        if let Some(answer) = answer {
            stage.answers.insert(line.who.to_owned(), answer);
        }
        let settled = line
            .said
            .iter()
            .filter_map(|said| said.split_once(" is settled:"));
        stage
            .settled
            .extend(settled.filter_map(|(number, _)| number.parse::<usize>().ok()));
    }
    let _ = stop.send(());
    serving
        .await
        .expect("nothing panics")
        .expect("it ends well");
}
