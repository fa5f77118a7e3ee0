//! Stored data are readable and playable, and damage to an entry harms at most its match.
//!
//! `stored/twelve-matches.jsonl` is a backup with matches of every variant in play, over, and offered, one with a
//! thread, one with deliveries that were not made yet. `stored/twelve-matches.txt` holds the replies about them.

use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};
use tests::user_input::UserInput;

use api::{Answer, Batch, Entry, MatchId, Rows, Store};
use rules::{Next, Variant};
use service::{Stage as Progress, examine, read_match, read_outbox};
use store::{MemoryStore, restore, writer::Writer};
use testkit::Random;
use tests::{
    FaultyStore,
    fake_chat::{TestBot, event, shown},
};

/// The name of the backup.
const SAMPLE: &str = "twelve-matches";

/// The matches in play.
const LIVE: [&str; 5] = ["00001", "00004", "00005", "00006", "0000c"];

/// The matches that were played to their end.
const OVER: [&str; 3] = ["00002", "00003", "00007"];

/// A bot on stored data.
struct StoredBot {
    store: Arc<FaultyStore<MemoryStore>>,
    writer: Writer,
    stage: TestBot,
    n_events: usize,
}

fn id(text: &str) -> MatchId {
    text.parse().expect("the name of a match")
}

fn stored() -> Arc<FaultyStore<MemoryStore>> {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let backup = tests::read(format!("stored/{SAMPLE}.jsonl"));
    restore(&*store, backup.as_bytes()).expect("it is restored");
    store
}

impl StoredBot {
    /// Starts the bot, which makes the pending deliveries.
    async fn start(store: Arc<FaultyStore<MemoryStore>>) -> StoredBot {
        let writer = Writer::new(Arc::clone(&store) as Arc<_>);
        let stage = TestBot::new(&["Ann", "Bob", "Eve"], writer.clone(), |parts| {
            parts.limits.matches = 50;
        });
        stage.core.idle().await;
        StoredBot {
            store,
            writer,
            stage,
            n_events: 0,
        }
    }

    async fn ask(&mut self, name: &str, text: &str) -> Answer {
        self.n_events += 1;
        let event = event(
            format!("new-{}", self.n_events),
            name,
            UserInput::short(text),
        );
        let answer = self.stage.ask(&event).await;
        self.stage.core.idle().await;
        answer
    }

    /// Returns the replies about all stored matches.
    async fn replies(&mut self) -> String {
        let commands = [
            ("Ann", "/games"),
            ("Bob", "/games"),
            ("Eve", "/games"),
            ("Ann", "/settings"),
            ("Bob", "/history"),
        ];
        let mut replies = String::new();
        for (name, command) in commands {
            self.add_reply(name, command, &mut replies).await;
        }
        replies + self.replies_about_finished().await.as_str()
    }

    /// Returns the replies about the finished matches.
    async fn replies_about_finished(&mut self) -> String {
        let mut replies = String::new();
        for match_id in OVER {
            for command in ["history", "export", "verify"] {
                let command = format!("/{command} match:{match_id}");
                self.add_reply("Ann", &command, &mut replies).await;
            }
            for eyes in ["white", "black", "everybody", "everything"] {
                let command = format!("/history match:{match_id} eyes:{eyes}");
                self.add_reply("Eve", &command, &mut replies).await;
            }
        }
        replies
    }

    async fn add_reply(&mut self, name: &str, command: &str, replies: &mut String) {
        let message = self.ask(name, command).await.message;
        let file = message.attachment.map(|file| file.text).unwrap_or_default();
        writeln!(
            replies,
            "{name}: {command}\n{}\n{file}",
            shown(&message.text)
        )
        .expect("a string takes everything");
    }

    /// Plays the first legal move as the side to decide in a match, and returns the reply.
    async fn play_on(&mut self, match_id: &str, name: Option<&str>) -> String {
        let found = read_match(&self.writer, id(match_id)).ok().flatten();
        let game = found.as_ref().and_then(|(_, record)| record.replay().ok());
        let (name, action) = match (found, game.as_ref().map(|game| (game, game.next()))) {
            (Some((row, _)), Some((game, Next::Decision(color)))) => {
                (row.names()[color].clone(), game.legal_list()[0].to_string())
            }
            _ => (name.unwrap_or("Ann").to_owned(), "e2e4".to_owned()),
        };
        let text = format!("/move {action} match:{match_id} confirm:yes");
        self.ask(&name, &text).await.message.text
    }
}

#[tokio::test]
async fn stored_matches_are_read_and_played_to_their_end() {
    let mut bot = StoredBot::start(stored()).await;
    assert_eq!(
        bot.stage.scene.posts().len(),
        1,
        "the board that was not posted yet"
    );
    assert!(
        examine(&bot.writer, |_, _| Ok(()))
            .expect("memory")
            .is_none()
    );
    bot.stage.core.tick().await;
    let replies = bot.replies().await;
    assert_eq!(
        replies,
        tests::read(format!("stored/{SAMPLE}.txt")),
        "{replies}"
    );
    let repeated = event("11", "Ann", UserInput::short("/move Na3 match:00002"));
    let answer = bot.stage.ask(&repeated).await.message.text;
    assert_eq!(answer, "You played Na3 in match 00002.");
    for (name, press) in [("Eve", "accept:00008"), ("Bob", "accept:00009")] {
        let answer = bot.ask(name, press).await.message.text;
        assert!(
            answer.starts_with("You accepted the challenge."),
            "{press}: {answer}"
        );
    }
    for match_id in LIVE.into_iter().chain(["00008", "00009"]) {
        for _ in 0..4 {
            let answer = bot.play_on(match_id, None).await;
            assert!(answer.starts_with("You played"), "{match_id}: {answer}");
        }
        let resign = format!("/resign match:{match_id} confirm:yes");
        let player = if match_id == "00008" { "Eve" } else { "Bob" };
        let answer = bot.ask(player, &resign).await.message.text;
        assert!(answer.starts_with("You resigned"), "{match_id}: {answer}");
    }
    for match_id in LIVE.into_iter().chain(OVER).chain(["00008", "00009"]) {
        let (row, record) = read_match(&bot.writer, id(match_id))
            .expect("memory")
            .expect("a match");
        assert!(matches!(row.stage, Progress::Over(_)), "{match_id}");
        let game = record.replay().expect("the record can be played");
        assert!(matches!(game.next(), Next::Over(_)), "{match_id}");
        let answer = bot.ask("Eve", &format!("/board match:{match_id}")).await;
        let posted = format!("The board of match {match_id} is posted.");
        assert_eq!(answer.message.text, posted);
    }
    assert!(
        examine(&bot.writer, |_, _| Ok(()))
            .expect("memory")
            .is_none()
    );
    assert_eq!(read_outbox(&bot.writer).expect("memory"), []);
    // All are over, so all are packed.
    let packed = OVER.map(|match_id| format!("sent/{match_id}/"));
    for prefix in ["head/", "input/", "left/"]
        .iter()
        .copied()
        .chain(packed.iter().map(String::as_str))
    {
        let left = bot.writer.scan(prefix.as_bytes(), None, usize::MAX);
        assert_eq!(left.expect("memory"), [], "{prefix}");
    }
    let replies_now = bot.replies_about_finished().await;
    assert!(replies.ends_with(&replies_now), "{replies_now}");
}

/// A kind of damage to an entry.
#[derive(Clone, Copy, Debug)]
enum EntryDamage {
    /// A value that the store reports as damaged.
    Unreadable,
    /// A different value.
    Garbled,
    /// A missing entry.
    Lost,
}

impl EntryDamage {
    fn apply(self, store: &FaultyStore<MemoryStore>, key: &[u8]) {
        let mut batch = Batch::default();
        match self {
            EntryDamage::Unreadable => return store.damage(key),
            EntryDamage::Garbled => batch.put(key, "{\"v\":1,\"n_inputs\":"),
            EntryDamage::Lost => batch.remove(key),
        }
        store.commit(&batch).expect("memory can be written");
    }
}

/// Returns the match of an entry of the sample.
fn owner(key: &str) -> Option<&str> {
    let mut parts = key.split('/');
    match parts.next()? {
        "match" | "head" | "input" | "dice" | "outbox" | "sent" | "thread" | "left" => parts.next(),
        "due" | "mine" | "called" | "here" | "listed" | "past" | "closed" => parts.next_back(),
        "within" => Some("00004"),
        _ => None,
    }
}

/// Damages an entry, starts the bot, and plays on in all matches in play.
async fn check_damage(entry: &Entry, entry_damage: EntryDamage) {
    let key = str::from_utf8(&entry.0).expect("keys are text");
    let store = stored();
    entry_damage.apply(&store, key.as_bytes());
    let damage = examine(&*store, |_, _| Ok(())).expect("the store can be read");
    let left = store.scan(b"", None, usize::MAX);
    // The loss of an entry that is the only one of its match goes undetected.
    let is_traced = left.is_ok_and(|left| {
        let owners = left.iter().filter_map(|(key, _)| str::from_utf8(key).ok());
        owners.map(owner).any(|of| of == owner(key))
    });
    let when = format!("{key}: {entry_damage:?}");
    // The loss or change of an index entry, or of an empty value, goes undetected.
    let is_index = entry.1.is_empty() || key.starts_with("within/");
    let is_record = ["match/", "head/", "input/", "dice/"]
        .iter()
        .any(|kind| key.starts_with(kind));
    // Each match is in some of these lists.
    let is_list = [
        "due/", "mine/", "called/", "here/", "listed/", "past/", "closed/",
    ]
    .iter()
    .any(|kind| key.starts_with(kind));
    let is_noticed = match entry_damage {
        EntryDamage::Unreadable => true,
        EntryDamage::Garbled => !entry.1.is_empty(),
        EntryDamage::Lost => is_record && is_traced || is_list,
    };
    let is_set_aside =
        is_noticed && is_record && owner(key) != Some("0000a") && owner(key) != Some("0000b")
            || is_noticed && is_record && !key.starts_with("dice/");
    assert_eq!(!damage.is_none(), is_noticed, "{when}: {damage:?}");
    let set_aside: BTreeSet<_> = damage.matches.keys().copied().collect();
    let expected = owner(key).filter(|_| is_set_aside).map(id);
    assert_eq!(set_aside, expected.into_iter().collect(), "{when}");

    let mut bot = StoredBot::start(store).await;
    for match_id in LIVE {
        let answer = bot.play_on(match_id, Some("Bob")).await;
        let is_damaged = set_aside.contains(&id(match_id));
        let expected = if is_damaged {
            format!("Match {match_id} is damaged: ")
        } else {
            "You played".to_owned()
        };
        assert!(
            answer.starts_with(&expected),
            "{when}: {match_id}: {answer}"
        );
    }
    for name in ["Ann", "Bob", "Eve"] {
        let games = bot.ask(name, "/games").await.message.text;
        for match_id in LIVE {
            let is_theirs =
                (name != "Eve" || match_id == "0000c") && (name != "Ann" || match_id != "0000c");
            let is_listed = games.contains(&format!("{match_id}: "));
            // A player whose list has lost an entry does not see the match in the list.
            assert!(
                is_listed == is_theirs || is_index && owner(key) == Some(match_id),
                "{when}: {name}: {games}"
            );
            let is_named = games.contains(&format!("{match_id}: damaged"));
            let is_damaged = set_aside.contains(&id(match_id));
            assert_eq!(is_named, is_damaged && is_listed, "{when}: {games}");
        }
    }
    let settings = bot.ask("Ann", "/settings").await.message.text;
    assert!(
        settings.starts_with("Your language, "),
        "{when}: {settings}"
    );
    let opened = bot.ask("Eve", "/challenge berolina").await.message.text;
    assert!(opened.starts_with("Your challenge "), "{when}: {opened}");
    assert_eq!(bot.store.n_reopens(), 0, "{when}: nothing is closed");
    let waiting = read_outbox(&bot.writer).expect("the store can be read");
    assert_eq!(waiting, [], "{when}: nothing waits to be said");
}

async fn check_all(entry_damage: EntryDamage) {
    let entries = stored().scan(b"", None, usize::MAX);
    for entry in &entries.expect("memory") {
        check_damage(entry, entry_damage).await;
    }
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_harms_at_most_its_match() {
    check_all(EntryDamage::Unreadable).await;
}

#[tokio::test]
async fn an_entry_that_is_garbled_harms_at_most_its_match() {
    check_all(EntryDamage::Garbled).await;
}

#[tokio::test]
async fn an_entry_that_is_lost_harms_at_most_its_match() {
    check_all(EntryDamage::Lost).await;
}

/// Returns the number of bytes of all keys and values except those with keys of this kind.
fn size_but(store: &MemoryStore, kind: &str) -> usize {
    let entries = store.scan(b"", None, usize::MAX).expect("memory");
    let counted = entries
        .iter()
        .filter(|(key, _)| !key.starts_with(kind.as_bytes()));
    counted.map(|(key, value)| key.len() + value.len()).sum()
}

/// The most bytes that a move may add to the store, and that a match of 80 moves may leave there.
const MOST_OF_A_MOVE: usize = 160;
const MOST_OF_A_MATCH: usize = 2000;

/// Plays 80 moves of a match, or to its end. Returns the number of moves, and the bytes of a move and of the finished
/// match.
async fn measure(variant: Variant, seed: u64) -> (usize, usize, usize) {
    let store = Arc::new(MemoryStore::new());
    let writer = Writer::new(Arc::clone(&store) as Arc<_>);
    let mut stage = TestBot::new(&["Ann", "Bob"], writer.clone(), |_| {});
    let mut random = Random::new(seed);
    let mut n_events = 0;
    let mut ask = async |name: &str, text: &str| {
        n_events += 1;
        let event = event(format!("13{n_events:017}"), name, UserInput::short(text));
        let answer = stage.ask(&event).await;
        stage.core.idle().await;
        answer.message.text
    };
    ask("Ann", &format!("/challenge {variant} @Bob white")).await;
    ask("Bob", "accept:00001").await;
    let before = size_but(&store, "-");
    let mut n_moves = 0;
    while n_moves < 80 {
        let (row, record) = read_match(&writer, id("00001"))
            .expect("memory")
            .expect("a match");
        let game = record.replay().expect("the record can be played");
        let Next::Decision(color) = game.next() else {
            break;
        };
        let action = *random.pick(&game.legal_list());
        let text = format!("/move {action} confirm:yes");
        let answer = ask(&row.names()[color], &text).await;
        assert!(answer.starts_with("You played"), "{text}: {answer}");
        n_moves += 1;
    }
    let of_a_move = (size_but(&store, "-") - before) / n_moves;
    ask("Ann", "/resign confirm:yes").await;
    let entries = store.scan(b"", None, usize::MAX).expect("memory");
    let kinds: BTreeSet<_> = entries
        .iter()
        .filter_map(|(key, _)| str::from_utf8(key).ok()?.split('/').next())
        .collect();
    // Entries about Ann are not part of the match.
    let expected = ["dice", "inbox", "match", "pace", "past"];
    assert_eq!(kinds, expected.into(), "what is left of {variant}");
    (n_moves, of_a_move, size_but(&store, "inbox/"))
}

#[tokio::test]
async fn a_move_and_a_match_that_is_over_take_little_room() {
    let mut figures = String::new();
    let (mut most_of_a_move, mut most_of_a_match) = (0, 0);
    for variant in Variant::ALL {
        let mut seed = 0;
        let (of_a_move, of_a_match) = loop {
            let (n_moves, of_a_move, of_a_match) = measure(variant, seed).await;
            if n_moves == 80 {
                break (of_a_move, of_a_match);
            }
            seed += 1;
        };
        writeln!(
            figures,
            "{variant}: a move {of_a_move} bytes, 80 moves {of_a_match} bytes"
        )
        .expect("a string takes everything");
        most_of_a_move = most_of_a_move.max(of_a_move);
        most_of_a_match = most_of_a_match.max(of_a_match);
    }
    assert!(most_of_a_move <= MOST_OF_A_MOVE, "{figures}");
    assert!(most_of_a_match <= MOST_OF_A_MATCH, "{figures}");
}

#[test]
fn damage_spares_all_entries_except_those_of_the_damaged_match() {
    let store = stored();
    store.damage("input/00004/000002");
    let damage = examine(&*store, |_, _| Ok(())).expect("the store can be read");
    let flaw = service::examine_match(&*store, id("00004")).expect("the store can be read");
    assert_eq!(flaw.as_ref(), damage.matches.get(&id("00004")));
    assert_eq!(flaw.expect("it is damaged").key, b"input/00004/000002");
    let entries = stored().scan(b"", None, usize::MAX).expect("memory");
    for (key, value) in entries {
        let text = String::from_utf8_lossy(&key).into_owned();
        let is_of_it = owner(&text) == Some("00004");
        assert_eq!(damage.spares(&key, &value), !is_of_it, "{text}");
    }
}
