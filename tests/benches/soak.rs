//! A long run: 10,000 live matches with clocks, and 300 moves a second in them. Each move is drawn for its channel. The run lasts
//! as many minutes as the command line names (2 by default): `cargo bench -p tests --bench soak -- 30`.
//!
//! With the word `thinking` the bot plays one more match during the run. Every engine thread is then busy without a pause: `cargo
//! bench -p tests --bench soak -- 2 thinking`.
//!
//! It fails if a move is lost or doubled, or if memory exceeds its bound or grows.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

#[path = "load/endless_thinker.rs"]
mod endless_thinker;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tests::user_input::UserInput;

use api::{
    Answer, Capabilities, ChannelId, Chat, ChatError, Checkup, Event, EventId, Finding, Form,
    Listener, MatchId, Message, MessageId, Nonce, Place, Platform, Private, Public, Rows, Speaker,
    UserId,
};
use async_trait::async_trait;
use rules::{Color, Game, Next};
use runtime::Core;
use service::read_match;
use store::{Engine, writer::Writer};
use testkit::Random;
use tests::{
    bench::{self, Ids, percentile, resident_mib},
    venue::{BUSY, challenged},
};
use tokio::{sync::oneshot, task::JoinSet};

const N_MATCHES: usize = 10_000;

const MOVES_PER_SECOND: u32 = 300;

/// One in this number of moves is a resignation, after which the two begin a new match.
const RESIGNS: usize = 100;

/// The maximum resident memory, in MiB: 300 MB.
const MOST_MIB: f64 = 286.0;

/// The maximum growth of memory from the second quarter of the run to its last, in percent.
const MOST_GROWTH: f64 = 10.0;

/// The number of concurrent requests during the setup of the matches.
const AT_A_TIME: usize = 256;

fn main() {
    let minutes = std::env::args().find_map(|arg| arg.parse().ok());
    let length = Duration::from_secs(60 * minutes.unwrap_or(2));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let thinks = std::env::args().any(|arg| arg == "thinking");
    runtime.block_on(soak(length, thinks));
}

/// A channel for each match. Each post is awaited and then discarded.
#[derive(Default)]
struct SoakChat {
    answers: Mutex<HashMap<EventId, oneshot::Sender<String>>>,
    boards: Mutex<HashMap<ChannelId, oneshot::Sender<()>>>,
    n_posts: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SoakChat {
    fn message(&self) -> MessageId {
        let n = self.n_posts.fetch_add(1, Ordering::Relaxed);
        MessageId::new(Platform::Playground, n.to_string())
    }
}

#[async_trait]
impl Chat for SoakChat {
    fn platform(&self) -> Platform {
        Platform::Playground
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            ephemeral: true,
            ..Capabilities::default()
        }
    }

    async fn post(
        &self,
        _: &Nonce,
        channel: &ChannelId,
        message: &Message<Public>,
    ) -> Result<MessageId, ChatError> {
        if message.picture.is_some()
            && let Some(board) = locked(&self.boards).remove(channel)
        {
            // The receiver is gone.
            let _ = board.send(());
        }
        Ok(self.message())
    }

    async fn whisper(
        &self,
        _: &Nonce,
        _: &UserId,
        _: &Message<Private>,
    ) -> Result<MessageId, ChatError> {
        Ok(self.message())
    }

    async fn edit(&self, _: &MessageId, _: &Message<Public>) -> Result<(), ChatError> {
        Ok(())
    }

    async fn edit_whisper(
        &self,
        _: &UserId,
        _: &MessageId,
        _: &Message<Private>,
    ) -> Result<(), ChatError> {
        Ok(())
    }

    async fn answer(&self, event: &EventId, answer: &Answer) -> Result<(), ChatError> {
        // The answer itself follows this notice.
        if answer.message.text == BUSY {
            return Ok(());
        }
        if let Some(waiting) = locked(&self.answers).remove(event) {
            let _ = waiting.send(answer.message.text.clone());
        }
        Ok(())
    }

    async fn show_form(&self, _: &EventId, _: &Form) -> Result<(), ChatError> {
        Ok(())
    }

    async fn examine(&self, _: &Event, _: Checkup) -> Result<Vec<Finding>, ChatError> {
        Ok(Vec::new())
    }

    async fn person(&self, _: &Place, written: &str) -> Result<Option<Speaker>, ChatError> {
        Ok(Some(person(written.trim_start_matches('@'))))
    }
}

fn person(name: &str) -> Speaker {
    Speaker {
        id: UserId::new(Platform::Playground, name),
        name: name.to_owned(),
    }
}

/// The bot, and the people who send it requests.
struct BotClient {
    core: Arc<Core>,
    chat: Arc<SoakChat>,
    n_events: AtomicU64,
}

impl BotClient {
    /// Sends an input in the channel of a match, and returns the answer.
    async fn send(&self, who: &str, channel: &ChannelId, said: UserInput) -> String {
        let n = self.n_events.fetch_add(1, Ordering::Relaxed);
        let id = EventId::new(Platform::Playground, n.to_string());
        let (answer, answered) = oneshot::channel();
        locked(&self.chat.answers).insert(id.clone(), answer);
        let event = said.event(id, person(who), Place::Channel(channel.clone()));
        self.core.hear(event).await;
        answered.await.expect("every event is answered")
    }
}

/// Two people who play one match after another.
struct Table {
    number: usize,
    channel: ChannelId,
    id: MatchId,
    game: Game,
    random: Random,
    n_moves: usize,
    finished: Vec<(MatchId, usize)>,
}

/// The latency of the answer to a move, and of its board in the channel, in microseconds.
#[derive(Clone, Copy)]
struct MoveLatency {
    answer: u32,
    board: u32,
}

impl MoveLatency {
    const LONGEST: MoveLatency = MoveLatency {
        answer: u32::MAX,
        board: u32::MAX,
    };
}

fn micros(span: Duration) -> u32 {
    u32::try_from(span.as_micros()).unwrap_or(u32::MAX)
}

impl Table {
    async fn set(number: usize, client: &BotClient) -> Table {
        let mut table = Table {
            number,
            channel: ChannelId::new(Platform::Playground, format!("channel-{number}")),
            id: MatchId::from_number(0),
            game: Game::new(&"berolina".parse().expect("a setup")),
            random: Random::new(number as u64),
            n_moves: 0,
            finished: Vec::new(),
        };
        table.begin(client).await;
        table
    }

    fn name(&self, color: Color) -> String {
        format!("{color}{}", self.number)
    }

    async fn begin(&mut self, client: &BotClient) {
        let variant = ["berolina", "baroque"][self.number % 2];
        // Some matches run out of time within minutes, with reminders before that.
        let time = ["1d", "3d+12h", "14d", "10m"][self.number % 4];
        let opponent = self.name(Color::Black);
        let challenge = format!("/challenge {variant} @{opponent} white time:{time}");
        let white = self.name(Color::White);
        let opened = client
            .send(&white, &self.channel, UserInput::Text(challenge))
            .await;
        self.id = challenged(&opened);
        let accept = UserInput::Press(format!("accept:{}", self.id));
        client.send(&opponent, &self.channel, accept).await;
        self.game = Game::new(&variant.parse().expect("a setup"));
        self.n_moves = 0;
    }

    /// Plays a move, or ends the match and begins another.
    async fn play(&mut self, client: &BotClient) -> Option<MoveLatency> {
        let Next::Decision(color) = self.game.next() else {
            self.finish(client, self.n_moves).await;
            return None;
        };
        let name = self.name(color);
        if self.random.below(RESIGNS) == 0 {
            let resign = format!("/resign match:{} confirm:yes", self.id);
            client
                .send(&name, &self.channel, UserInput::Text(resign))
                .await;
            self.finish(client, self.n_moves + 1).await;
            return None;
        }
        let actions = self.game.legal_list();
        let action = *self.random.pick(&actions);
        let (board, is_posted) = oneshot::channel();
        locked(&client.chat.boards).insert(self.channel.clone(), board);
        let start = Instant::now();
        let text = format!("/move {action} match:{} confirm:yes", self.id);
        let answer = client
            .send(&name, &self.channel, UserInput::Text(text))
            .await;
        assert!(answer.starts_with("You played"), "{answer}");
        let answered = start.elapsed();
        is_posted.await.expect("every move is shown");
        self.game.act(action).expect("the action is legal");
        self.n_moves += 1;
        Some(MoveLatency {
            answer: micros(answered),
            board: micros(start.elapsed()),
        })
    }

    async fn finish(&mut self, client: &BotClient, n_inputs: usize) {
        self.finished.push((self.id, n_inputs));
        self.begin(client).await;
    }

    /// Checks that each confirmed move is stored exactly once.
    fn check(&self, rows: &dyn Rows) {
        let live = (self.id, self.n_moves);
        for (id, n_inputs) in self.finished.iter().copied().chain([live]) {
            let found = read_match(rows, id).expect("the store can be read");
            let (_, record) = found.expect("the match is stored");
            assert_eq!(record.inputs.len(), n_inputs, "match {id}");
        }
    }
}

async fn soak(length: Duration, thinks: bool) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let store = store::open(Engine::default(), folder.path()).expect("a new store");
    let writer = Writer::new(Arc::from(store));
    let chat = Arc::new(SoakChat::default());
    let mut parts = bench::parts(writer.clone(), vec![Arc::clone(&chat) as Arc<dyn Chat>]);
    if thinks {
        parts.thinking = endless_thinker::parts(Box::new(Ids(Random::new(2))));
    }
    let core = runtime::start(parts);
    let client = Arc::new(BotClient {
        core: core.expect("an empty store"),
        chat,
        n_events: AtomicU64::new(0),
    });
    let tables = set_all(&client).await;
    if thinks {
        let channel = ChannelId::new(Platform::Playground, "alone");
        let challenge = "/challenge baroque opponent:@Oddboard black level:8".to_owned();
        let answer = client
            .send("alone", &channel, UserInput::Text(challenge))
            .await;
        assert!(answer.contains("has begun"), "{answer}");
    }
    let ticks = tokio::spawn({
        let core = Arc::clone(&client.core);
        async move {
            let mut ticks = tokio::time::interval(Duration::from_secs(60));
            loop {
                ticks.tick().await;
                core.tick().await;
            }
        }
    });
    let run = run(&client, &tables, length).await;
    ticks.abort();
    client.core.finish().await;
    let mut n_finished = 0;
    for table in &tables {
        let table = table.lock().await;
        table.check(&writer);
        n_finished += table.finished.len();
    }
    run.print(n_finished);
}

async fn set_all(client: &Arc<BotClient>) -> Vec<Arc<tokio::sync::Mutex<Table>>> {
    let mut tables = Vec::new();
    let mut under_way = JoinSet::new();
    for number in 0..N_MATCHES {
        if under_way.len() == AT_A_TIME {
            tables.extend(under_way.join_next().await);
        }
        let client = Arc::clone(client);
        under_way.spawn(async move { Table::set(number, &client).await });
    }
    while let Some(table) = under_way.join_next().await {
        tables.push(table);
    }
    let tables = tables.into_iter().map(|table| table.expect("a table"));
    tables
        .map(|table| Arc::new(tokio::sync::Mutex::new(table)))
        .collect()
}

/// The results of a run.
struct Run {
    length: Duration,
    latencies: Vec<MoveLatency>,
    /// The resident memory in each second.
    mib: Vec<f64>,
}

async fn run(
    client: &Arc<BotClient>,
    tables: &[Arc<tokio::sync::Mutex<Table>>],
    length: Duration,
) -> Run {
    let start = Instant::now();
    let mut random = Random::new(3);
    let mut beats = tokio::time::interval(Duration::from_secs(1) / MOVES_PER_SECOND);
    let mut under_way = JoinSet::new();
    // The memory for the measurements is allocated at the start, so that it does not count as growth of the bot.
    let n_moves = MOVES_PER_SECOND as usize * (length.as_secs() as usize + 60);
    let mut latencies = vec![MoveLatency::LONGEST; n_moves];
    latencies.clear();
    let mut mib = Vec::new();
    while start.elapsed() < length {
        beats.tick().await;
        let (table, client) = (Arc::clone(random.pick(tables)), Arc::clone(client));
        under_way.spawn(async move { table.lock().await.play(&client).await });
        while let Some(done) = under_way.try_join_next() {
            latencies.extend(done.expect("a move"));
        }
        if start.elapsed().as_secs() as usize >= mib.len() {
            mib.push(resident_mib(std::process::id()));
        }
    }
    while let Some(done) = under_way.join_next().await {
        latencies.extend(done.expect("a move"));
    }
    Run {
        length,
        latencies,
        mib,
    }
}

impl Run {
    fn print(&self, n_finished: usize) {
        let quarter = self.mib.len() / 4;
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        let (early, late) = (
            mean(&self.mib[quarter..2 * quarter]),
            mean(&self.mib[3 * quarter..]),
        );
        let most = self.mib.iter().copied().fold(0.0, f64::max);
        println!(
            "{N_MATCHES} live matches, {:.0} minutes: {:.0} moves/s, {n_finished} matches finished; {}; {}; resident at most \
             {most:.0} MiB, {early:.0} MiB in the second quarter, {late:.0} MiB in the last",
            self.length.as_secs_f64() / 60.0,
            self.latencies.len() as f64 / self.length.as_secs_f64(),
            percentiles(
                "answered after",
                self.latencies.iter().map(|latency| latency.answer)
            ),
            percentiles(
                "on the board after",
                self.latencies.iter().map(|latency| latency.board)
            ),
        );
        assert!(
            most < MOST_MIB,
            "resident memory stays below {MOST_MIB} MiB"
        );
        let growth = 100.0 * (late / early - 1.0);
        assert!(growth < MOST_GROWTH, "memory grew by {growth:.1} %");
    }
}

fn percentiles(what: &str, micros: impl Iterator<Item = u32>) -> String {
    let micros: Vec<_> = micros.collect();
    let at = |percent| f64::from(percentile(&micros, percent)) / 1e3;
    format!("{what} p50 {:.1}, p99 {:.1} ms", at(50), at(99))
}
