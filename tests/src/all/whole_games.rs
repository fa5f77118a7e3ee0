//! Two people play whole games on the live board, from the first decision to the end: with the mouse alone, and with
//! the keyboard alone.

use std::collections::BTreeSet;

use api::MatchId;
use dice::{RollName, Rolls, read_secret};
use fantoccini::key::Key;
use rules::{Action, Game, GameInput, Next, Outcome, Record, Variant};
use serde_json::{Value, json};
use service::read_match;
use store::writer::Writer;
use testkit::{Random, play};
use tests::{
    browser::{Browser, Driver},
    page::Page,
    page_user::PageUser,
    store::fresh_writer,
};

/// A setup, the kinds of decisions in its game, and their largest number.
struct RuleSet {
    terms: &'static str,
    kinds: &'static [&'static str],
    longest: usize,
}

const RULE_SETS: [RuleSet; 5] = [
    RuleSet {
        terms: "berolina",
        kinds: &["move", "promotion"],
        longest: 60,
    },
    RuleSet {
        terms: "baroque",
        kinds: &["move"],
        longest: 50,
    },
    RuleSet {
        terms: "bario",
        kinds: &["move", "drop", "define", "lose"],
        longest: 40,
    },
    RuleSet {
        terms: "bario rules=classic",
        kinds: &["move", "define"],
        longest: 40,
    },
    RuleSet {
        terms: "chakart",
        kinds: &["move", "drop", "stealth", "shell", "swap"],
        longest: 60,
    },
];

fn kind(action: Action) -> &'static str {
    match action {
        Action::Move {
            promotion: None, ..
        } => "move",
        Action::Move { .. } => "promotion",
        Action::Drop { .. } => "drop",
        Action::Stealth { .. } => "stealth",
        Action::Shell { .. } => "shell",
        Action::Swap { .. } => "swap",
        Action::Define { .. } => "define",
        Action::Lose { .. } => "lose",
    }
}

/// A script that gives the test the last board of the page.
const SHOWN: &str = "
    window.n_inputs = null;
    window.WebSocket = class extends WebSocket {
        set onmessage(take) {
            super.onmessage = (event) => {
                take(event);
                const { board } = JSON.parse(event.data);
                if (board) window.n_inputs = board.n_inputs;
            };
        }
    };";

/// A condition: the keyboard focus is on the board.
const AT_BOARD: &str = "document.activeElement.matches('.cell')";

/// The input device for the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputDevice {
    Mouse,
    Keyboard,
}

/// A player at a board.
struct Seat {
    guest: PageUser,
    browser: Browser,
}

/// Two people at the page, Ann with White.
struct Table {
    writer: Writer,
    page: Page,
    seats: [Seat; 2],
    device: InputDevice,
    random: Random,
}

impl Table {
    async fn open(driver: &Driver, device: InputDevice) -> Table {
        let writer = fresh_writer();
        let page = Page::open(writer.clone(), |_| {}).await;
        let seat = async |name, width| {
            let guest = PageUser::sign_in(&page.address, name).await;
            let browser = driver.open(width, 800).await;
            browser.prepare(SHOWN).await;
            browser.belongs_to(&guest).await;
            Seat { guest, browser }
        };
        let seats = [seat("Ann", 1200).await, seat("Bob", 390).await];
        Table {
            writer,
            page,
            seats,
            device,
            random: Random::new(71),
        }
    }

    fn record(&self, id: MatchId) -> Record {
        let found = read_match(&self.writer, id).expect("memory can be read");
        found.expect("there is the match").1
    }

    /// Begins a match, and opens its board for both.
    async fn begin(&self, terms: &str) -> MatchId {
        let address = &self.page.address;
        let [ann, bob] = &self.seats;
        let terms = format!("{terms} @Bob color:white");
        let id = ann.guest.begin(address, &bob.guest, &terms).await;
        for Seat { browser, .. } in &self.seats {
            browser.visit(address, &format!("match/{id}")).await;
            browser
                .until("document.querySelector('.cell[tabindex=\"0\"]')")
                .await;
            if self.device == InputDevice::Keyboard {
                browser.tab_until(AT_BOARD).await;
            }
        }
        id
    }

    /// Returns the dice of a match.
    fn rolls(&self, id: MatchId) -> Rolls {
        let found = read_match(&self.writer, id).expect("memory can be read");
        let (row, _) = found.expect("there is the match");
        let dice = self.writer.get(format!("dice/{id}").as_bytes());
        let dice = dice.expect("memory can be read").expect("it has dice");
        let dice: Value = serde_json::from_slice(&dice).expect("rows are JSON");
        let secret = read_secret(dice["secret"].as_str().expect("a text")).expect("a secret");
        let accepted = row.seal.accepted.expect("it is accepted");
        Rolls::new(&secret, id, &accepted.to_string())
    }

    /// Finds a random continuation of a match of this rule set until one side wins, with its future dice. Returns the
    /// line of the game.
    fn find_game(&mut self, id: MatchId, rule_set: &RuleSet) -> (Vec<GameInput>, Game) {
        let (record, rolls) = (self.record(id), self.rolls(id));
        let has_all = |line: &[GameInput]| {
            let kinds: BTreeSet<_> = decisions(line).map(kind).collect();
            rule_set.kinds.iter().all(|kind| kinds.contains(kind))
        };
        loop {
            let (mut line, mut game) = (record.line(), record.replay().expect("records replay"));
            while decisions(&line).count() < rule_set.longest
                && let Next::Decision(side) = game.next()
            {
                let actions = game.legal_list();
                let wins = |action: &&Action| {
                    let (_, game) = played(&game, &line, **action, &rolls);
                    matches!(game.next(), Next::Over(Outcome::Won { winner, .. }) if winner == side)
                };
                let winning = actions.iter().find(wins);
                let action = *winning.unwrap_or_else(|| self.random.pick(&actions));
                (line, game) = played(&game, &line, action, &rolls);
            }
            if let Next::Over(Outcome::Won { .. }) = game.next()
                && has_all(&line)
            {
                return (line, game);
            }
        }
    }

    /// Plays a whole game of a rule set on the boards.
    async fn play(&mut self, rule_set: &RuleSet) {
        let id = self.begin(rule_set.terms).await;
        let (line, end) = self.find_game(id, rule_set);
        let mut game = Game::new(&self.record(id).setup);
        for input in &line {
            if let (GameInput::Action(action), Next::Decision(side)) = (input, game.next()) {
                self.decide(id, &self.seats[side as usize], *action, game.n_inputs())
                    .await;
            }
            play(&mut game, *input);
        }
        let Next::Over(Outcome::Won { winner, .. }) = end.next() else {
            unreachable!("such a game was found");
        };
        let name = &self.seats[winner as usize].guest.name;
        for Seat { browser, .. } in &self.seats {
            browser.reads(&format!("{name} ({winner}) wins")).await;
            let n_turns = end.turns();
            let is_listed = format!(
                "[...document.querySelectorAll('#moves .move')].filter((move) => move.innerText.trim()).length === {n_turns}"
            );
            browser.until(&is_listed).await;
        }
        assert_eq!(self.record(id).inputs, line, "{}", rule_set.terms);
    }

    /// Makes one decision, including any further choice.
    async fn decide(&self, id: MatchId, seat: &Seat, action: Action, n_inputs: usize) {
        let Seat { guest, browser } = seat;
        browser
            .until(&format!("window.n_inputs === {n_inputs}"))
            .await;
        let path = format!("match/{id}");
        let answer = guest.ask(&self.page.address, &path, &json!({})).await;
        let board: Value = answer.expect("an answer").json().await.expect("JSON");
        let ways = board["actions"].as_array().expect("a list");
        let way = ways.iter().find(|way| way["text"] == action.to_string());
        let way = way.unwrap_or_else(|| panic!("{action} is not offered: {board}"));
        let is_alike = |other: &&Value| ["from", "to"].iter().all(|at| other[at] == way[at]);
        let squares: Vec<&str> = ["from", "to"]
            .iter()
            .filter_map(|at| way[at].as_str())
            .collect();
        let label = way["label"].as_str().expect("a text");
        // With the mouse, the new piece is taken from the reserve first.
        let is_taken = self.device == InputDevice::Mouse && matches!(action, Action::Define { .. });
        if is_taken {
            browser.press(label).await;
        }
        match (self.device, &squares[..]) {
            (InputDevice::Mouse, [from, to]) => browser.drag(from, to).await,
            (InputDevice::Mouse, _) => {
                for square in &squares {
                    browser.tap(square).await;
                }
            }
            (InputDevice::Keyboard, _) => {
                for square in &squares {
                    go_to(browser, square).await;
                    browser.key(Key::Enter).await;
                }
            }
        }
        let needs_choice = squares.is_empty() || ways.iter().filter(is_alike).count() > 1;
        if needs_choice && !is_taken {
            choose(browser, self.device, label).await;
        }
    }

    async fn close(self) {
        for seat in self.seats {
            seat.browser.close().await;
        }
        self.page.close().await;
    }
}

/// Moves the focus to a square by the arrow keys. The focus stays at the board after the first time.
async fn go_to(browser: &Browser, square: &str) {
    browser.until(AT_BOARD).await;
    let steps = format!(
        "const at = (cell) => {{
             const n = [...document.querySelectorAll('.cell')].indexOf(cell);
             return [Math.floor(n / 8), n % 8];
         }};
         const [row, column] = at(document.activeElement);
         const [toRow, toColumn] = at(document.querySelector('[data-square={square}].cell'));
         return [toRow - row, toColumn - column]"
    );
    let steps = browser.run(&steps).await;
    for (n, [back, on]) in [[Key::Up, Key::Down], [Key::Left, Key::Right]]
        .into_iter()
        .enumerate()
    {
        let steps = steps[n].as_i64().expect("a number");
        let key = char::from(if steps < 0 { back } else { on });
        let keys: String = (0..steps.abs()).map(|_| key).collect();
        if !keys.is_empty() {
            browser.keys(&keys).await;
        }
    }
}

/// Chooses an entry in the dialog of the board.
async fn choose(browser: &Browser, device: InputDevice, label: &str) {
    browser
        .until("document.querySelector('.chooser').open")
        .await;
    match device {
        InputDevice::Mouse => browser.press(label).await,
        InputDevice::Keyboard => {
            let is_there = format!("document.activeElement.innerText === {}", json!(label));
            browser.tab_until(&is_there).await;
            browser.key(Key::Enter).await;
        }
    }
}

fn decisions(line: &[GameInput]) -> impl Iterator<Item = Action> {
    line.iter().filter_map(|input| match input {
        GameInput::Action(action) => Some(*action),
        _ => None,
    })
}

/// Returns a game and its line after a decision and its chance outcomes.
fn played(
    game: &Game,
    line: &[GameInput],
    action: Action,
    rolls: &Rolls,
) -> (Vec<GameInput>, Game) {
    let (mut line, mut game) = (line.to_vec(), game.clone());
    let mut input = GameInput::Action(action);
    loop {
        play(&mut game, input);
        line.push(input);
        let Next::Chance(chance) = game.next() else {
            return (line, game);
        };
        input = GameInput::Outcome(rolls.pick(RollName::after(&line), &chance));
    }
}

async fn play_all(device: InputDevice) {
    let Some(driver) = Driver::start() else {
        return;
    };
    for variant in Variant::ALL {
        let is_it = |rule_set: &RuleSet| rule_set.terms.starts_with(variant.name());
        assert!(RULE_SETS.iter().any(is_it), "{variant} is played as well");
    }
    let mut table = Table::open(&driver, device).await;
    for rule_set in &RULE_SETS {
        table.play(rule_set).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_every_rule_set_is_played_to_its_end_with_the_mouse_alone() {
    play_all(InputDevice::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_every_rule_set_is_played_to_its_end_with_the_keyboard_alone() {
    play_all(InputDevice::Keyboard).await;
}
