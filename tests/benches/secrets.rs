//! A test of timing leaks: does the time of an answer reveal hidden information? It compares pairs of matches that differ in one
//! banana or bomb that the other seat does not see. It measures the time of an answer to that seat in each. Two copies of the
//! same truth show the noise.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::{hint::black_box, sync::Arc, time::Instant};

use api::{Batch, Dice, Event, EventId, MatchId, Place, Platform, Secret, Timestamp};
use command::{Command, Control, Intent};
use present::{Presenter, Render, Studio};
use render::{Size, Theme};
use rules::{ChanceOutcome, Color, Game, GameInput, Next, Record};
use service::{MatchSnapshot, Outcome, PersonRequest, Reply, Service, Settings, read_match};
use store::{MemoryStore, writer::Writer};
use testkit::Random;
use tests::fake_chat::{LIMITS, channel, person};
use text::Language;

/// The number of pairs, and of requests to each.
const N_TWINS: usize = 60;
const N_ROUNDS: usize = 41;

/// The players. White challenges.
const NAMES: [&str; 2] = ["Ann", "Bob"];

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let studio = Studio::new(Size::default(), Theme::default());
    let mut random = Random::new(91);
    let questions = ["typing /move", "/why", "/history", "/view with its picture"];
    let mut measured = vec![Vec::new(); questions.len()];
    for _ in 0..N_TWINS {
        let mut tables = runtime.block_on(twins(&mut random));
        for (n, measured) in measured.iter_mut().enumerate() {
            let mut times = [const { Vec::new() }; 3];
            for _ in 0..N_ROUNDS {
                for (table, times) in tables.iter_mut().zip(&mut times) {
                    let start = Instant::now();
                    table.answer(n, &studio);
                    times.push(start.elapsed().as_secs_f64() * 1e6);
                }
            }
            measured.push(times.map(median));
        }
    }
    println!("{N_TWINS} twins, each asked {N_ROUNDS} times; medians over the twins\n");
    println!("question                 one truth  the other  difference  of equals");
    for (question, measured) in questions.iter().zip(&measured) {
        let of = |read: fn(&[f64; 3]) -> f64| median(measured.iter().map(read).collect());
        // The slower one may differ from pair to pair, so only the size of the difference counts.
        let percent = |one: f64, other: f64| 100.0 * (other - one).abs() / one;
        println!(
            "{question:24} {:6.1} µs  {:6.1} µs  {:8.2} %  {:7.2} %",
            of(|times| times[0]),
            of(|times| times[1]),
            median(
                measured
                    .iter()
                    .map(|times| percent(times[0], times[1]))
                    .collect()
            ),
            median(
                measured
                    .iter()
                    .map(|times| percent(times[0], times[2]))
                    .collect()
            ),
        );
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A match, and the seat that asks.
struct Table {
    service: Service,
    writer: Writer,
    id: MatchId,
    seat: Color,
    /// A legal move of the seat.
    why: String,
    n_events: usize,
}

struct FixedDice;

impl Dice for FixedDice {
    fn below(&mut self, n: u32) -> u32 {
        1 % n
    }

    fn secret(&mut self) -> Secret {
        Secret::new([5; 32])
    }
}

impl Table {
    fn new(writer: Writer) -> Table {
        Table {
            service: Service::new(LIMITS),
            writer,
            id: MatchId::from_number(1),
            seat: Color::White,
            why: String::new(),
            n_events: 0,
        }
    }

    fn ask(&mut self, who: &str, intent: Intent) -> Outcome {
        self.n_events += 1;
        let event = Event::new(
            EventId::new(Platform::Playground, self.n_events.to_string()),
            person(who),
            Place::Channel(channel("lobby")),
            intent,
        );
        let request = PersonRequest::new(Arc::new(event), Language::ENGLISH).at(Timestamp(0));
        let answered = self.service.handle(&self.writer, &mut FixedDice, &request);
        answered.expect("memory can be read")
    }

    fn found(&self) -> (service::Match, Record) {
        let found = read_match(&self.writer, self.id).expect("memory can be read");
        found.expect("there is the match")
    }

    /// Answers a question of the seat in full.
    fn answer(&mut self, question: usize, studio: &Studio) {
        let who = NAMES[self.seat as usize];
        let intent = match question {
            0 => Intent::complete("/move "),
            1 => command(&format!("/why {}", self.why)),
            2 => command("/history"),
            _ => command("/view"),
        };
        match self.ask(who, intent).reply {
            Reply::Completions(choices) => drop(black_box(choices)),
            Reply::Play(told) => drop(black_box(told.render(Language::ENGLISH))),
            Reply::Record(told) => drop(black_box(told.render(Language::ENGLISH))),
            _ => panic!("a question is answered at once"),
        }
        if question == 3 {
            let (row, record) = self.found();
            let n_inputs = record.inputs.len();
            let moment = MatchSnapshot::replay(row, &record, n_inputs).expect("records replay");
            let viewer = Presenter {
                studio,
                settings: Settings::default(),
                language: Language::ENGLISH,
            };
            let shown = present::own_view(&viewer, &moment.seat(self.seat));
            drop(black_box(shown));
        }
    }
}

fn command(text: &str) -> Intent {
    Intent::Command(Command::parse(text).expect("a command"))
}

/// Returns three tables: a truth, another that the seat to move cannot tell from it, and the first again.
async fn twins(random: &mut Random) -> [Table; 3] {
    loop {
        let writer = Writer::new(Arc::new(MemoryStore::new()));
        let mut table = Table::new(writer.clone());
        let accept = Intent::Press(Control::Accept(table.id));
        for (who, intent) in [
            (
                NAMES[0],
                command("/challenge chakart color:white setup=standard"),
            ),
            (NAMES[1], accept),
        ] {
            let changes = table.ask(who, intent).changes;
            writer.commit(changes).await.expect("memory does not fail");
        }
        for _ in 0..60 {
            let (_, record) = table.found();
            let game = record.replay().expect("records replay");
            let Next::Decision(mover) = game.next() else {
                break;
            };
            if let Some(other) = other_trail(&record, mover, random) {
                let changes = writer
                    .scan(b"", None, usize::MAX)
                    .expect("memory can be read");
                let changes = changes.into_iter().map(|(key, value)| (key, Some(value)));
                let mut same = Batch {
                    changes: changes.collect(),
                    ..Batch::default()
                };
                let actions = game.legal_list();
                let why = random.pick(&actions).to_string();
                let n_inputs = record.inputs.len() - 1;
                let mut tables = Vec::new();
                for last in [record.inputs[n_inputs], other, record.inputs[n_inputs]] {
                    same.put(
                        format!("input/{}/{n_inputs:06x}", table.id),
                        last.to_string(),
                    );
                    let writer = Writer::new(Arc::new(MemoryStore::new()));
                    writer
                        .commit(same.clone())
                        .await
                        .expect("memory does not fail");
                    tables.push(Table {
                        seat: mover,
                        why: why.clone(),
                        // Earlier events have been answered.
                        n_events: table.n_events,
                        ..Table::new(writer)
                    });
                }
                return tables
                    .try_into()
                    .unwrap_or_else(|_| panic!("there are three"));
            }
            let actions = game.legal_list();
            let text = format!("/move {}", random.pick(&actions));
            let changes = table.ask(NAMES[mover as usize], command(&text)).changes;
            writer.commit(changes).await.expect("memory does not fail");
        }
    }
}

/// Returns another square for the last banana or bomb, if the side to move did not see it fall.
fn other_trail(record: &Record, mover: Color, random: &mut Random) -> Option<GameInput> {
    let (last, before) = record.inputs.split_last()?;
    let GameInput::Outcome(ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_)) = last else {
        return None;
    };
    let mut game = Game::new(&record.setup);
    for input in before {
        game.apply(*input).ok()?;
    }
    let Next::Chance(chance) = game.next() else {
        return None;
    };
    let others: Vec<ChanceOutcome> = chance
        .outcomes()
        .iter()
        .copied()
        .filter(|outcome| GameInput::Outcome(*outcome) != *last)
        .collect();
    let other = GameInput::Outcome(*others.get(random.below(others.len().max(1)))?);
    let ends = [*last, other].map(|input| {
        let mut record = record.clone();
        *record.inputs.last_mut()? = input;
        let game = record.replay().ok()?;
        (game.next() == Next::Decision(mover)).then(|| game.seat_view(mover))
    });
    match ends {
        [Some(one), Some(other_view)] if one == other_view => Some(other),
        _ => None,
    }
}
