//! The guided menus lead to every legal move and to nothing else, on as many positions as there are fixtures and more.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use api::{Batch, Choice, Component, Event, EventId, MatchId, Menu, Place, Platform, Timestamp};
use command::{Command, Control, Intent};
use present::Render;
use rules::{Color, Game, Next, Setup, Variant};
use serde::Deserialize;
use serde_json::Value;
use service::{Done, Outcome, PersonRequest, PlayDone, Reply, Service};
use store::writer::Writer;
use testkit::Random;
use tests::{
    fake_chat::{CountingDice, LIMITS, channel, person},
    store::fresh_writer,
};
use text::Language;

/// The limits: entries of a menu, rows of controls of a message, and characters of a label or value.
const MOST_ENTRIES: usize = 25;
const MOST_ROWS: usize = 5;
const MOST_CHARACTERS: usize = 100;

/// A match between Ann and Bob, White and Black, with a setup of the test's choice.
struct Table {
    service: Service,
    writer: Writer,
    dice: CountingDice,
    n_events: usize,
}

/// The result of a press or a choice.
enum MenuResult {
    Menus(Vec<Component>),
    /// A move, in short notation.
    Move(String),
}

impl Table {
    async fn new() -> Table {
        let mut table = Table {
            service: Service::new(LIMITS),
            writer: fresh_writer(),
            dice: CountingDice::default(),
            n_events: 0,
        };
        let challenge = Command::parse("/challenge berolina color:white").map(Intent::Command);
        for (name, intent) in [
            ("Ann", challenge.expect("it is a command")),
            ("Bob", Intent::Press(Control::Accept(Table::id()))),
        ] {
            let changes = table.ask(name, intent).changes;
            table
                .writer
                .commit(changes)
                .await
                .expect("memory does not fail");
        }
        table
    }

    /// Returns the match id that the first number of the dice produces.
    fn id() -> MatchId {
        MatchId::from_number(1)
    }

    fn ask(&mut self, name: &str, intent: Intent) -> Outcome {
        self.n_events += 1;
        let event = Event::new(
            EventId::new(Platform::Playground, self.n_events.to_string()),
            person(name),
            Place::Channel(channel("lobby")),
            intent,
        );
        let request = PersonRequest::new(Arc::new(event), Language::ENGLISH).at(Timestamp(0));
        let answered = self.service.handle(&self.writer, &mut self.dice, &request);
        answered.expect("memory can be read")
    }

    /// Replaces the match's setup.
    async fn set_up(&mut self, setup: &Setup) {
        let key = format!("match/{}", Table::id());
        let row = self.writer.get(key.as_bytes()).expect("memory can be read");
        let mut row: Value =
            serde_json::from_slice(&row.expect("there is the match")).expect("rows are JSON");
        assert!(row["setup"].is_string(), "a match has a setup");
        row["setup"] = setup.to_string().into();
        let mut batch = Batch::default();
        batch.put(key, row.to_string());
        self.writer
            .commit(batch)
            .await
            .expect("memory does not fail");
        self.service.forget();
    }

    /// Returns the result of a control; a move is not stored.
    fn follow(&mut self, who: Color, intent: Intent) -> MenuResult {
        let name = match who {
            Color::White => "Ann",
            Color::Black => "Bob",
        };
        let Outcome { reply, changes, .. } = self.ask(name, intent);
        match reply {
            Reply::Play(told) => {
                assert!(changes.is_empty(), "asking the way changes nothing");
                let controls = |language| told.render(language).message.controls;
                for language in Language::all() {
                    intents(controls(language));
                }
                MenuResult::Menus(controls(Language::ENGLISH))
            }
            Reply::Done(Done::Play(PlayDone::Moved { caption, .. })) => {
                self.service.forget();
                MenuResult::Move(caption)
            }
            _ => panic!("the way leads elsewhere"),
        }
    }

    /// Follows every path through the menus, and returns the captions of the moves at their ends.
    fn walk(&mut self, who: Color) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = vec![Intent::Press(Control::Guide(Table::id(), 0))];
        while let Some(intent) = open.pop() {
            match self.follow(who, intent) {
                MenuResult::Move(caption) => found.push(caption),
                MenuResult::Menus(rows) => open.extend(intents(rows)),
            }
        }
        found
    }
}

/// Returns every intent of these controls, except to start over, to stop, and to read the rule of an instant loss.
fn intents(rows: Vec<Component>) -> Vec<Intent> {
    assert!((1..=MOST_ROWS).contains(&rows.len()), "{} rows", rows.len());
    let mut intents = Vec::new();
    for row in rows {
        match row {
            Component::Buttons(buttons) => {
                for button in buttons {
                    assert!(button.control.to_string().len() <= MOST_CHARACTERS);
                    match button.control {
                        control @ Control::Play(..) => intents.push(Intent::Press(control)),
                        Control::Guide(..)
                        | Control::Write(..)
                        | Control::Keep(_)
                        | Control::Rule(_) => {}
                        _ => panic!("the way to a move has a button {}", button.label),
                    }
                }
            }
            Component::Menu(menu) => intents.extend(entries(menu)),
        }
    }
    intents
}

fn entries(menu: Menu) -> Vec<Intent> {
    let is_short = |text: &str| (1..=MOST_CHARACTERS).contains(&text.chars().count());
    assert!((1..=MOST_ENTRIES).contains(&menu.choices.len()), "{menu:?}");
    assert!(
        is_short(&menu.control.to_string()) && is_short(&menu.label),
        "{menu:?}"
    );
    let labels: BTreeSet<_> = menu.choices.iter().map(|entry| &entry.label).collect();
    assert_eq!(labels.len(), menu.choices.len(), "labels are told apart");
    let intent = |entry: Choice| {
        assert!(is_short(&entry.label) && is_short(&entry.value));
        Intent::Choose(menu.control.clone(), entry.value)
    };
    menu.choices.into_iter().map(intent).collect()
}

/// Walks the menus of a position and compares their moves with the legal ones. Returns their number.
async fn check(table: &mut Table, variant: Variant, options: &str, position: &str) -> usize {
    let setup = Setup::with_position(variant, options, position)
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    let game = Game::new(&setup);
    let Next::Decision(who) = game.next() else {
        return 0;
    };
    table.set_up(&setup).await;
    let read = |caption: String| match game.read_action(&caption) {
        Ok(action) => action.to_string(),
        Err(_) => panic!("{caption} cannot be read back in {position}"),
    };
    let found: BTreeSet<String> = table.walk(who).into_iter().map(read).collect();
    let legal = game.legal_list();
    let legal: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
    assert_eq!(found, legal, "{position}");
    legal.len()
}

/// Walks the menus of positions of random games. Returns the number of moves reached, and the kinds of decision that
/// occurred.
async fn check_random(
    table: &mut Table,
    variant: Variant,
    options: &str,
    n_positions: usize,
) -> (usize, DecisionCounts) {
    let setup = Setup::with_options(variant, options).expect("these are options");
    let mut random = Random::new(20_260_214);
    let (mut n_moves, mut pendings) = (0, DecisionCounts::new());
    let mut left = n_positions;
    while left > 0 {
        let mut game = Game::new(&setup);
        while left > 0 && game.n_inputs() < 300 {
            match game.next() {
                Next::Over(_) => break,
                Next::Chance(chance) => {
                    let outcome = *random.pick(chance.outcomes());
                    game.roll(outcome).expect("the outcome is possible");
                }
                Next::Decision(_) => {
                    let pending = format!("{:?}", game.pending().expect("a decision is pending"));
                    let pending = pending
                        .split(['(', ' '])
                        .next()
                        .unwrap_or_default()
                        .to_owned();
                    // A rare decision is checked at each occurrence.
                    let is_rare =
                        pending != "Move" && pendings.get(&pending).is_none_or(|n| *n < 2);
                    if is_rare || random.chance(5) {
                        left -= 1;
                        *pendings.entry(pending).or_default() += 1;
                        let position = game.truth().as_view().position.clone();
                        n_moves += check(table, variant, options, &position).await;
                    }
                    let actions = game.legal_list();
                    game.act(*random.pick(&actions)).expect("the move is legal");
                }
            }
        }
    }
    (n_moves, pendings)
}

/// The number of occurrences of each kind of decision.
type DecisionCounts = BTreeMap<String, usize>;

/// A line of a file of fixtures.
#[derive(Deserialize)]
struct Fixture {
    #[serde(default)]
    options: String,
    position: String,
}

/// Walks the menus of every `step`-th position of a file, and returns the number of moves reached.
async fn check_file(table: &mut Table, variant: Variant, file: &str, step: usize) -> usize {
    let mut n_moves = 0;
    for line in testkit::read(format!("rules/tests/fixtures/{file}.jsonl"))
        .lines()
        .step_by(step)
    {
        let fixture: Fixture =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error}"));
        n_moves += check(table, variant, &fixture.options, &fixture.position).await;
    }
    n_moves
}

#[tokio::test]
async fn menus_lead_to_every_legal_move_of_berolina_and_to_no_other() {
    let mut table = Table::new().await;
    // A queen with more moves than a menu has entries.
    let queen = "8/8/7k/8/3Q4/8/7K/8 w - - 0 1";
    let mut n_moves = check(&mut table, Variant::Berolina, "", queen).await;
    assert!(n_moves > MOST_ENTRIES);
    n_moves += check_file(&mut table, Variant::Berolina, "berolina", 2).await;
    n_moves += check_random(&mut table, Variant::Berolina, "", 20).await.0;
    assert!(n_moves > 3000, "{n_moves} moves were reached");
}

#[tokio::test]
async fn menus_lead_to_every_legal_move_of_baroque_and_to_no_other() {
    let mut table = Table::new().await;
    let mut n_moves = check_file(&mut table, Variant::Baroque, "baroque", 4).await;
    n_moves += check_file(&mut table, Variant::Baroque, "baroque-pure", 8).await;
    n_moves += check_random(&mut table, Variant::Baroque, "", 10).await.0;
    assert!(n_moves > 3000, "{n_moves} moves were reached");
}

#[tokio::test]
async fn menus_lead_to_every_decision_of_bario_and_to_no_other() {
    let mut table = Table::new().await;
    let mut n_moves = check_file(&mut table, Variant::Bario, "bario", 2).await;
    for (options, pending) in [("rules=modern", "KingPlace"), ("rules=classic", "Move")] {
        let (n, pendings) = check_random(&mut table, Variant::Bario, options, 20).await;
        n_moves += n;
        for pending in [pending, "Move", "LostPiece"] {
            assert!(pendings.contains_key(pending), "{options}: no {pending}");
        }
    }
    assert!(n_moves > 2500, "{n_moves} moves were reached");
}

#[tokio::test]
async fn menus_lead_to_every_decision_of_chakart_and_to_no_other() {
    let mut table = Table::new().await;
    // The most moves, seen and unseen, and the most pieces and squares that are possible.
    for position in [
        r#"k7/8/8/8/3Q4/8/8/7K w 9 {"flags":"1111"}"#,
        r#"k1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1K w 9 {"flags":"1111"}"#,
        r#"k7/8/8/8/8/8/8/7K w 9 {"flags":"1111","pending":"drop:n"}"#,
        r#"kqqqqqqq/8/8/8/8/8/QQQQQQQQ/QQQQQQQK w 9 {"flags":"1111","pending":"swap"}"#,
    ] {
        let n_moves = check(&mut table, Variant::Chakart, "", position).await;
        assert!(n_moves > 2 * MOST_ENTRIES, "{position}");
    }
    let mut n_moves = check_file(&mut table, Variant::Chakart, "chakart", 3).await;
    n_moves += check_file(&mut table, Variant::Chakart, "chakart-hidden", 2).await;
    for options in ["objects=hidden", "objects=open setup=standard"] {
        let (n, pendings) = check_random(&mut table, Variant::Chakart, options, 25).await;
        n_moves += n;
        for pending in ["Move", "MoveAgain", "Swap", "DropPlace"] {
            assert!(pendings.contains_key(pending), "{options}: no {pending}");
        }
    }
    let promotion =
        r#"4k3/8/3P4/8/8/8/8/4K3 w 9 {"flags":"0000","pending":"promote:d7d8","origin":"d6"}"#;
    let promotion = promotion.replace("8/3P4", "3P4/8");
    n_moves += check(&mut table, Variant::Chakart, "", &promotion).await;
    assert!(n_moves > 3000, "{n_moves} moves were reached");
}
