//! Two people finish matches of every rule set by typing alone, or by buttons alone, and every reader can check the
//! dice afterwards.

use std::fmt::Display;
use tests::user_input::UserInput;

use api::{Answer, Button, Component, Emphasis, MatchId, Menu};
use rules::{Game, Next, Record, Variant};
use testkit::Random;
use tests::{
    fake_chat::TestBot,
    page_program::PageProgram,
    venue::{BotAnswer, Venue},
};

/// Returns every variant with every choice of its options, as people type it.
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

/// Tells whether a text says that the dice of a match were fair.
fn is_fair(said: &str, id: impl Display) -> bool {
    let dice = format!("The dice of match {id} were fair.");
    let sides = format!("The sides of match {id} were drawn fairly.");
    said.starts_with(&dice) || said.starts_with(&sides)
}

/// The limit of turns of a match in these tests.
const TURNS: u32 = 30;

struct Table {
    stage: TestBot,
    random: Random,
}

impl Table {
    fn new() -> Table {
        let stage = TestBot::in_memory(&["Ann", "Bob", "Eve"], |parts| {
            parts.limits.matches = 1;
            parts.limits.challenges = 100;
            parts.limits.turns = TURNS;
        });
        Table {
            stage,
            random: Random::new(17),
        }
    }

    /// Returns the player to decide in a match, or none when it is over, and the game.
    fn turn(&self, id: MatchId) -> (Option<&'static str>, Game) {
        let (row, record) = self.stage.found(id);
        let game = record.replay().expect("the record can be played");
        let ann = row.seat_of(&row.challenger.id).expect("Ann has a seat");
        let name = match game.next() {
            Next::Decision(color) => Some(if color == ann { "Ann" } else { "Bob" }),
            Next::Chance(_) | Next::Over(_) => None,
        };
        (name, game)
    }

    /// Plays a match to its end, and returns its record.
    async fn play(&mut self, rule_set: &str) -> (MatchId, Record) {
        let id = self.stage.begin(&format!("{rule_set} @Bob")).await;
        while let (Some(name), game) = self.turn(id) {
            let written = self.choose(&game);
            let command = format!("{written} confirm:yes");
            self.stage.plays(name, &command).await;
        }
        (id, self.stage.found(id).1)
    }

    /// Plays a match to its end with buttons and menus alone.
    async fn press_through(&mut self, rule_set: &str) {
        let id = self.stage.challenge(&format!("{rule_set} @Bob")).await;
        self.press("Bob", "Accept").await;
        while let (Some(name), _) = self.turn(id) {
            let mut answer = self.press(name, "Move").await;
            while !answer.message.text.starts_with("You played") {
                let said = self.pick(&answer);
                answer = self.stage.hear(name, said).await;
            }
        }
    }

    /// Presses the newest button of this label in the channel.
    async fn press(&mut self, name: &str, label: &str) -> Answer {
        let posts = self.stage.scene.posts();
        let buttons = posts.iter().rev().flat_map(|post| buttons(&post.controls));
        let mut fitting = buttons.filter(|button| button.label == label);
        let button = fitting.next().expect("somewhere is the button").clone();
        self.stage
            .hear(name, UserInput::Press(button.control.to_string()))
            .await
    }

    /// Returns a random entry of the menus of an answer, or its button that continues.
    fn pick(&mut self, answer: &Answer) -> UserInput {
        let controls = &answer.message.controls;
        let is_meant = |button: &&Button| button.emphasis == Emphasis::Danger;
        if let Some(button) = buttons(controls).find(is_meant) {
            return UserInput::Press(button.control.to_string());
        }
        let menus = controls.iter().filter_map(|row| match row {
            Component::Menu(menu) => Some(menu),
            Component::Buttons(_) => None,
        });
        let menus: Vec<&Menu> = menus.collect();
        assert!(!menus.is_empty(), "{}", answer.message.text);
        let menu = *self.random.pick(&menus);
        UserInput::Choose {
            menu: menu.control.to_string(),
            value: self.random.pick(&menu.choices).value.clone(),
        }
    }

    /// Returns a legal move, in squares or in short notation.
    fn choose(&mut self, game: &Game) -> String {
        let actions = game.legal_list();
        let action = *self.random.pick(&actions);
        if self.random.chance(50) {
            action.to_string()
        } else {
            game.caption(action)
        }
    }
}

fn buttons(controls: &[Component]) -> impl Iterator<Item = &Button> {
    controls
        .iter()
        .filter_map(|row| match row {
            Component::Buttons(buttons) => Some(buttons),
            Component::Menu(_) => None,
        })
        .flatten()
}

#[tokio::test]
async fn every_rule_set_is_played_to_its_end_and_its_dice_stand_the_test() {
    let mut table = Table::new();
    let secret = "05".repeat(32);
    let mut n_limited = 0;
    for rule_set in rule_sets() {
        let n_posts = table.stage.scene.posts().len();
        let (id, record) = table.play(&rule_set).await;
        let answer = table.stage.does("Eve", &format!("/verify {id}")).await;
        let answer = answer.message.text;
        assert!(is_fair(&answer, id), "{rule_set}: {answer}");
        let exported = table.stage.record("Eve", id).await;
        assert!(exported.inputs == record.inputs, "{rule_set}");
        assert!(dice::verify(&exported).flaws.is_empty(), "{rule_set}");

        let posts = table.stage.scene.posts().split_off(n_posts);
        let (last, others) = posts.split_last().expect("there are posts");
        assert!(answer.contains(&secret), "{rule_set}: {answer}");
        assert!(!posts.iter().any(|post| post.text.contains(&secret)));
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

/// Returns the commands that play a move, as completions offer them.
async fn moves(program: &mut PageProgram, who: &str) -> Vec<String> {
    let mut moves = program.complete(who, "/move ").await;
    moves.retain(|command| !command.contains(':'));
    moves
}

/// Plays up to this many moves. Returns whether the match is over then.
async fn play(program: &mut PageProgram, n_moves: usize, random: &mut Random) -> bool {
    let [mut who, mut other] = ["Ann", "Bob"];
    for _ in 0..n_moves {
        let mut offered = moves(program, who).await;
        if offered.is_empty() {
            (who, other) = (other, who);
            offered = moves(program, who).await;
        }
        if offered.is_empty() {
            return true;
        }
        let command = format!("{} confirm:yes", random.pick(&offered));
        let answer = program.does(who, &command).await;
        let text = answer.text();
        assert!(text.starts_with("You played"), "{command}: {text}");
    }
    false
}

#[tokio::test]
async fn people_play_every_rule_set_by_the_suggestions_of_the_program() {
    // Ann sends more challenges than people do.
    let script = "ODDBOARD_LIMITS_CHALLENGES=100 exec \"$@\"";
    let mut program = PageProgram::open_in_shell(script, &["Ann", "Bob"]).await;
    let mut random = Random::new(5);
    for (n, rule_set) in rule_sets().iter().enumerate() {
        let id = program.begin(&format!("{rule_set} @Bob")).await;
        if !play(&mut program, 16, &mut random).await {
            let answer = program.does("Ann", "/verify").await;
            if n == 0 {
                let text = answer.text();
                assert!(text.contains("was sealed"), "{text}");
            }
            if n % 2 == 0 {
                let who = ["Ann", "Bob"][n / 2 % 2];
                program.does(who, "/resign confirm:yes").await;
            } else {
                program.does("Ann", "/draw").await;
                program.does("Bob", "/draw").await;
            }
        }
        let answer = program.does("Bob", "/verify").await;
        let text = answer.text();
        assert!(is_fair(text, id), "{rule_set}: {text}");
    }
    let answer = program.does("Ann", "/games").await;
    let text = answer.text();
    assert!(text.starts_with("You have no match in play"), "{text}");
}
