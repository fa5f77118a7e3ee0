//! Two people finish matches of every rule set by nothing but typing, or by nothing but buttons, and everybody can check
//! the dice afterwards.

use std::sync::Arc;

use bot::{
    fair,
    ledger::Ledger,
    ports::{Answer, Button, Control, Emphasis, MatchId, Menu, Said as Heard},
    service::{Limits, read_match},
    store::MemoryStore,
};
use rules::{Color, Game, Next, Record, Variant};
use serde_json::Value;
use testkit::Random;
use tests::{
    guest::{Guest, press, text},
    program::Program,
    scene::{Stage, event},
};

/// Every variant with every choice of its options, as people type it.
fn rule_sets() -> Vec<String> {
    let mut sets = Vec::new();
    for variant in Variant::ALL {
        let mut texts = vec![variant.name().to_owned()];
        for option in variant.options() {
            let with = |text: &String| {
                let values = option.values.iter();
                let texts: Vec<_> = values
                    .map(|value| format!("{text} {}={}", option.name, value.name))
                    .collect();
                texts
            };
            texts = texts.iter().flat_map(with).collect();
        }
        sets.append(&mut texts);
    }
    assert!(sets.len() >= 12, "{sets:?}");
    sets
}

/// The turns that a match may last here.
const TURNS: u32 = 30;

struct Table {
    stage: Stage,
    ledger: Ledger,
    random: Random,
    n_events: usize,
}

impl Table {
    fn new() -> Table {
        let ledger = Ledger::new(Arc::new(MemoryStore::new()));
        let stage = Stage::new(&["Ann", "Bob", "Eve"], ledger.clone(), |parts| {
            parts.limits = Limits {
                matches: 1,
                turns: TURNS,
            };
        });
        Table {
            stage,
            ledger,
            random: Random::new(17),
            n_events: 0,
        }
    }

    async fn ask(&mut self, name: &str, said: Heard) -> Answer {
        self.n_events += 1;
        let event = event(self.n_events.to_string(), name, said);
        self.stage.ask(&event).await
    }

    async fn say(&mut self, name: &str, text: &str) -> Answer {
        self.ask(name, Heard::Text(text.to_owned())).await
    }

    /// The match as the store has it.
    fn stored(&self, id: MatchId) -> (Color, Record) {
        let (row, record) = read_match(&self.ledger, id)
            .expect("memory can be read")
            .expect("there is the match");
        let ann = row.seat_of(&row.challenger.id).expect("Ann has a seat");
        (ann, record)
    }

    /// Plays a match to its end; how it went.
    async fn play(&mut self, rule_set: &str) -> (MatchId, Record) {
        let opened = self
            .say("Ann", &format!("/challenge {rule_set} @Bob"))
            .await;
        let id: MatchId = match_of(&opened.message.text).parse().expect("a match id");
        self.ask("Bob", Heard::Press(format!("accept:{id}"))).await;
        loop {
            let (ann, record) = self.stored(id);
            let game = record.replay().expect("the record can be played");
            let Next::Decision(color) = game.next() else {
                return (id, record);
            };
            let name = if color == ann { "Ann" } else { "Bob" };
            let written = self.choose(&game);
            let command = format!("/move {written} confirm:yes");
            let answer = self.say(name, &command).await.message.text;
            assert!(
                answer.starts_with("You played"),
                "{rule_set}: {command}: {answer}"
            );
        }
    }

    /// Plays a match to its end with buttons and menus alone.
    async fn press_through(&mut self, rule_set: &str) {
        let opened = self
            .say("Ann", &format!("/challenge {rule_set} @Bob"))
            .await;
        let id: MatchId = match_of(&opened.message.text).parse().expect("a match id");
        self.press("Bob", "Accept").await;
        loop {
            let (ann, record) = self.stored(id);
            let game = record.replay().expect("the record can be played");
            let Next::Decision(color) = game.next() else {
                return;
            };
            let name = if color == ann { "Ann" } else { "Bob" };
            let mut answer = self.press(name, "Move").await;
            while !answer.message.text.starts_with("You played") {
                let said = self.pick(&answer);
                answer = self.ask(name, said).await;
            }
        }
    }

    /// Presses the newest button of this label in the channel.
    async fn press(&mut self, name: &str, label: &str) -> Answer {
        self.stage.core.idle().await;
        let posts = self.stage.scene.posts();
        let buttons = posts.iter().rev().flat_map(|post| buttons(&post.controls));
        let mut fitting = buttons.filter(|button| button.label == label);
        let button = fitting.next().expect("somewhere is the button").clone();
        self.ask(name, Heard::Press(button.id)).await
    }

    /// Some entry of the menus of an answer, or its button that goes on.
    fn pick(&mut self, answer: &Answer) -> Heard {
        let controls = &answer.message.controls;
        let is_meant = |button: &&Button| button.emphasis == Emphasis::Danger;
        if let Some(button) = buttons(controls).find(is_meant) {
            return Heard::Press(button.id.clone());
        }
        let menus = controls.iter().filter_map(|row| match row {
            Control::Menu(menu) => Some(menu),
            Control::Buttons(_) => None,
        });
        let menus: Vec<&Menu> = menus.collect();
        assert!(!menus.is_empty(), "{}", answer.message.text);
        let menu = *self.random.pick(&menus);
        Heard::Choose {
            menu: menu.id.clone(),
            value: self.random.pick(&menu.choices).value.clone(),
        }
    }

    /// A legal move, in squares or in short notation.
    fn choose(&mut self, game: &Game) -> String {
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let action = *self.random.pick(&actions);
        if self.random.chance(50) {
            action.to_string()
        } else {
            game.caption(action)
        }
    }
}

fn buttons(controls: &[Control]) -> impl Iterator<Item = &Button> {
    controls
        .iter()
        .filter_map(|row| match row {
            Control::Buttons(buttons) => Some(buttons),
            Control::Menu(_) => None,
        })
        .flatten()
}

/// The match that an answer to a challenge names.
fn match_of(answer: &str) -> &str {
    answer
        .split("its name is ")
        .nth(1)
        .and_then(|rest| rest.get(..5))
        .unwrap_or_else(|| panic!("a challenge was answered by {answer}"))
}

#[tokio::test]
async fn every_rule_set_is_played_to_its_end_and_its_dice_stand_the_test() {
    let mut table = Table::new();
    let secret = "05".repeat(32);
    let mut n_limited = 0;
    for rule_set in rule_sets() {
        let n_posts = table.stage.scene.posts().len();
        let (id, record) = table.play(&rule_set).await;
        table.stage.core.idle().await;
        let answer = table
            .say("Eve", &format!("/verify {id}"))
            .await
            .message
            .text;
        assert!(
            answer.starts_with(&format!("The dice of match {id} stand the test.")),
            "{rule_set}: {answer}"
        );
        let exported = table.say("Eve", &format!("/export {id}")).await;
        let exported = exported.message.attachment.expect("a file").text;
        let exported: Record = exported.parse().expect("a record");
        assert!(exported.inputs == record.inputs, "{rule_set}");
        assert!(fair::verify(&exported).flaws.is_empty(), "{rule_set}");

        let posts = table.stage.scene.posts().split_off(n_posts);
        let (last, others) = posts.split_last().expect("there are posts");
        assert!(last.text.contains(&secret), "{rule_set}: {}", last.text);
        assert!(!others.iter().any(|post| post.text.contains(&secret)));
        let warning =
            format!("Each side has 20 turns left: after turn {TURNS} the match is drawn.");
        let is_warned = others.iter().any(|post| post.text.contains(&warning));
        let game = record.replay().expect("the record can be played");
        let began_late = game.turns() >= 2 * (TURNS - 20);
        assert_eq!(is_warned, began_late, "{rule_set}");
        if game.turns() == 2 * TURNS {
            assert!(
                last.text.contains("rawn by the turn limit"),
                "{rule_set}: {}",
                last.text
            );
            n_limited += 1;
        }
    }
    assert!(n_limited > 0, "some match reaches the limit");
}

#[tokio::test]
async fn every_rule_set_is_played_to_its_end_by_buttons_alone() {
    let mut table = Table::new();
    for rule_set in rule_sets() {
        table.press_through(&rule_set).await;
    }
}

/// The real program, with Ann and Bob at its page.
struct House {
    program: Program,
    guests: [Guest; 2],
    random: Random,
    n_events: usize,
}

impl House {
    fn fresh(&mut self) -> String {
        self.n_events += 1;
        format!("event-{}", self.n_events)
    }

    async fn say(&mut self, who: usize, deed: &Value) -> String {
        let id = self.fresh();
        let answer = self.guests[who]
            .say(&self.program.address, "lobby", &id, deed)
            .await;
        answer["text"].as_str().expect("a text").to_owned()
    }

    /// Commands that play a move, as they are offered to whom it waits for.
    async fn moves(&mut self, who: usize) -> Vec<String> {
        let id = self.fresh();
        let guest = &self.guests[who];
        let mut moves = guest
            .complete(&self.program.address, "lobby", &id, "/move ")
            .await;
        moves.retain(|command| !command.contains(':'));
        moves
    }

    /// Plays up to so many moves; whether the match is over then.
    async fn play(&mut self, n_moves: usize) -> bool {
        let mut who = 0;
        for _ in 0..n_moves {
            let mut moves = self.moves(who).await;
            if moves.is_empty() {
                who = 1 - who;
                moves = self.moves(who).await;
            }
            if moves.is_empty() {
                return true;
            }
            let command = format!("{} confirm:yes", self.random.pick(&moves));
            let answer = self.say(who, &text(&command)).await;
            assert!(answer.starts_with("You played"), "{command}: {answer}");
        }
        false
    }
}

#[tokio::test]
async fn the_program_plays_every_rule_set_with_people_who_follow_its_suggestions() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let guests = [
        Guest::sign_in(&program.address, "Ann").await,
        Guest::sign_in(&program.address, "Bob").await,
    ];
    let mut house = House {
        program,
        guests,
        random: Random::new(5),
        n_events: 0,
    };
    for (n, rule_set) in rule_sets().iter().enumerate() {
        let challenge = text(&format!("/challenge {rule_set} @Bob"));
        let answer = house.say(0, &challenge).await;
        let id = match_of(&answer).to_owned();
        house.say(1, &press(&format!("accept:{id}"))).await;
        if !house.play(16).await {
            let answer = house.say(0, &text("/verify")).await;
            if n == 0 {
                assert!(answer.contains("stay sealed"), "{answer}");
            }
            if n % 2 == 0 {
                house.say(n / 2 % 2, &text("/resign confirm:yes")).await;
            } else {
                house.say(0, &text("/draw")).await;
                house.say(1, &text("/draw")).await;
            }
        }
        let answer = house.say(1, &text("/verify")).await;
        let expected = format!("The dice of match {id} stand the test.");
        assert!(answer.starts_with(&expected), "{rule_set}: {answer}");
    }
    let answer = house.say(0, &text("/games")).await;
    assert!(answer.starts_with("You have no match in play"), "{answer}");
}
