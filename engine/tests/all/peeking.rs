//! Information hidden from a seat makes no difference to the thoughts of the engine for it.

use engine::{Budget, Engine, Level, Thought};
use rules::{
    ChanceOutcome, Color, Game, GameInput, ImpossibleInput, Next, Record, SeatHistory, Setup,
    Status,
};

use crate::{SeededWords, below};

/// A game, and the record of it.
#[derive(Clone)]
struct Played {
    game: Game,
    record: Record,
}

impl Played {
    fn new(setup: &Setup) -> Played {
        Played {
            game: Game::new(setup),
            record: Record::new(setup.clone()),
        }
    }

    fn play(&mut self, input: GameInput) -> Result<(), ImpossibleInput> {
        self.game.apply(input)?;
        self.record.inputs.push(input);
        Ok(())
    }

    fn position(&self) -> String {
        self.game.truth().as_view().position.clone()
    }
}

/// Returns a random input, often a move that hides something.
fn random_input(game: &Game, words: &mut SeededWords) -> Option<GameInput> {
    match game.next() {
        Next::Over(_) => None,
        Next::Chance(chance) => {
            let outcome = chance.pick(words.word() % chance.total());
            outcome.map(GameInput::Outcome)
        }
        Next::Decision(_) => {
            let actions = game.legal_list();
            let hides = |action: &&rules::Action| matches!(action, rules::Action::Stealth { .. });
            let hiding: rules::MoveList = actions.iter().filter(hides).copied().collect();
            let all = if hiding.is_empty() || !words.word().is_multiple_of(3) {
                &actions
            } else {
                &hiding
            };
            Some(GameInput::Action(all[below(words, all.len())]))
        }
    }
}

/// Returns another input that looks the same to a seat: another stealth move of the same queen, or another square on which
/// an object falls.
fn other_input(game: &Game, input: GameInput, words: &mut SeededWords) -> Option<GameInput> {
    let all: Vec<GameInput> = match (game.next(), input) {
        (
            Next::Chance(chance),
            GameInput::Outcome(ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_)),
        ) => chance
            .outcomes()
            .iter()
            .copied()
            .map(GameInput::Outcome)
            .collect(),
        (Next::Decision(_), GameInput::Action(rules::Action::Stealth { from, .. })) => {
            let actions = game.legal_list();
            let same = |action: &rules::Action| matches!(action, rules::Action::Stealth { from: other, .. } if *other == from);
            actions
                .into_iter()
                .filter(same)
                .map(GameInput::Action)
                .collect()
        }
        _ => return None,
    };
    let others: Vec<GameInput> = all.into_iter().filter(|other| *other != input).collect();
    (!others.is_empty()).then(|| others[below(words, others.len())])
}

/// Returns the thought of the engine for a seat of a record.
fn thought(engine: &mut Engine, record: &Record, seat: Color, seed: u64, nodes: u64) -> Thought {
    let history = SeatHistory::of(record, seat).expect("the record is possible");
    let mut words = SeededWords::new(seed);
    engine.forget();
    let level = match nodes {
        FEW => Level::new(1 + (seed % 12) as u8).expect("there is such a level"),
        _ => Level::STRONGEST,
    };
    let thought = engine.think(&history, level, &Budget::of_nodes(nodes), &mut || {
        words.word()
    });
    thought.expect("the seat has to decide")
}

/// Plays two games that differ in something hidden from one seat, and compares the thoughts of the engine for that seat as
/// long as its views are the same. Returns the number of comparisons.
fn compare(setup: &Setup, seed: u64, engine: &mut Engine, nodes: u64) -> usize {
    let mut words = SeededWords::new(seed);
    let mut one = Played::new(setup);
    let mut other: Option<(Played, Color)> = None;
    let mut n_compared = 0;
    while one.game.turns() < 24 {
        let Some(input) = random_input(&one.game, &mut words) else {
            break;
        };
        if let Some((twin, seat)) = &mut other {
            if twin.play(input).is_err() {
                break;
            }
            one.play(input).expect("it is possible");
            let view = one.game.seat_view(*seat);
            if twin.game.seat_view(*seat) != view {
                break;
            }
            let is_asked = view.as_view().status == Status::ToDecide(*seat);
            if is_asked && one.position() != twin.position() {
                let thoughts =
                    [&one, twin].map(|played| thought(engine, &played.record, *seat, seed, nodes));
                assert_eq!(thoughts[0], thoughts[1], "{}", one.record);
                n_compared += 1;
            }
        } else {
            let hidden_from = match one.game.next() {
                Next::Decision(by) => !by,
                _ => match one.game.turns() % 2 {
                    0 => Color::Black,
                    _ => Color::White,
                },
            };
            let mut twin = one.clone();
            if let Some(instead) = other_input(&one.game, input, &mut words)
                && twin.play(instead).is_ok()
            {
                one.play(input).expect("it is possible");
                let view = one.game.seat_view(hidden_from);
                if twin.game.seat_view(hidden_from) == view {
                    other = Some((twin, hidden_from));
                }
            } else {
                one.play(input).expect("it is possible");
            }
        }
    }
    n_compared
}

/// The numbers of positions to visit for one truth, and for several that are weighed against each other.
const FEW: u64 = 120;
const MANY: u64 = 12_000;

#[test]
fn the_engine_ignores_facts_hidden_from_its_seat() {
    let setup: Setup = "chakart setup=standard".parse().expect("it is a setup");
    let mut engine = Engine::new(1 << 16);
    for (n_wanted, nodes) in [(10_000, FEW), (150, MANY)] {
        let (mut n_compared, mut seed) = (0, 0);
        while n_compared < n_wanted {
            seed += 1;
            n_compared += compare(&setup, seed, &mut engine, nodes);
        }
    }
}

/// One engine answers for both seats, one after the other.
#[test]
fn nothing_hidden_passes_from_one_seat_to_the_other_by_the_memory_of_the_engine() {
    let start = r#"4kb2/8/8/7r/8/8/4P3/4K3 w 20 {"flags":"0000","seenW":"","seenB":""}"#;
    let thoughts = ["g3", "g5"].map(|banana| {
        let mut engine = Engine::new(1 << 20);
        let mut think = |seat, inputs: &str| {
            let record = format!(
                "oddboard record 1\nsetup: chakart position={start}\n\ne1d1 h5h4 banana:{banana} d1e1 {inputs}"
            );
            let record: Record = record.parse().expect("a record");
            let history = SeatHistory::of(&record, seat).expect("it is possible");
            let mut words = SeededWords::new(1);
            let budget = Budget::of_nodes(MANY);
            let thought = engine.think(&history, Level::STRONGEST, &budget, &mut || words.word());
            let thought = thought.expect("the seat has to decide");
            (thought.action, thought.nodes, thought.score.centipawns)
        };
        think(Color::Black, "");
        think(Color::White, "f8d6 bomb:d5")
    });
    assert_eq!(thoughts[0], thoughts[1]);
}
