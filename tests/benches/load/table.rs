//! The service and its writer without the rest of the bot, and the data of a match in the store.

use std::{
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use api::{Batch, Clock, Entry, Event, EventId, MatchId, Place, Platform, Rows, Store};
use command::{Command, Intent};
use rules::{Color, Next};
use runtime::SystemClock;
use service::{
    ChallengeDone, DeliveryId, Done, PersonRequest, Refusal, Reply, Service, deliveries_in,
    read_match,
};
use store::{MemoryStore, writer::Writer};
use testkit::Random;
use tests::{
    bench::{Ids, LIMITS},
    fake_chat::{channel, person},
};
use text::Language;

use crate::play::Play;

/// The service and its writer, and a match for each client.
pub(crate) struct Table {
    service: Mutex<(Service, Ids, Vec<DeliveryId>)>,
    writer: Writer,
    n_events: AtomicU64,
}

impl Table {
    pub(crate) fn upon(store: Arc<dyn Store>) -> Table {
        Table {
            service: Mutex::new((Service::new(LIMITS), Ids(Random::new(2)), Vec::new())),
            writer: Writer::new(store),
            n_events: AtomicU64::new(0),
        }
    }

    /// Sends a request to the service and commits its changes, as the bot does. Returns the reply once the commit is durable.
    pub(crate) async fn ask(&self, who: &str, intent: Intent, opponent: Option<&str>) -> Reply {
        let answered = self.try_ask(who, intent, opponent).await;
        answered.unwrap_or_else(|refusal| panic!("{:?}", refusal.text()))
    }

    pub(crate) async fn try_ask(
        &self,
        who: &str,
        intent: Intent,
        opponent: Option<&str>,
    ) -> Result<Reply, Refusal> {
        let number = self.n_events.fetch_add(1, Ordering::Relaxed);
        let event = Event::new(
            EventId::new(Platform::Playground, number.to_string()),
            person(who),
            Place::Channel(channel("lobby")),
            intent,
        );
        let request = PersonRequest {
            person: opponent.map(|name| person(name).into()),
            ..PersonRequest::new(Arc::new(event), Language::ENGLISH)
        };
        let request = request.at(SystemClock.now());
        let (pending, reply) = {
            let mut service = self.service.lock().unwrap_or_else(PoisonError::into_inner);
            let (service, dice, undelivered) = &mut *service;
            let generation = self.writer.generation();
            let answered = service
                .handle(&self.writer, dice, &request)
                .expect("the store can be read");
            let outcome = match answered.reply {
                Reply::Refused(refusal) => return Err(refusal),
                _ => answered,
            };
            // Deliveries are not measured: the next commit removes their rows, as if they had been made.
            let mut changes = outcome.changes;
            let written = deliveries_in(&changes);
            for row in mem::replace(undelivered, written) {
                changes.remove(row.outbox_key());
            }
            (self.writer.submit(generation, changes), outcome.reply)
        };
        pending.await.expect("a commit");
        Ok(reply)
    }

    /// Opens a match between a client and their own opponent, and returns its id.
    pub(crate) async fn open(&self, client: u64) -> String {
        let (white, black) = (format!("w{client}"), format!("b{client}"));
        let challenge = format!("/challenge berolina {black} white");
        let reply = self.ask(&white, command(&challenge), Some(&black)).await;
        let Reply::Done(Done::Challenge(ChallengeDone::Opened(id))) = reply else {
            panic!("no challenge")
        };
        let accept = format!("accept:{id}").parse().expect("a button");
        self.ask(&black, Intent::Press(accept), None).await;
        id.to_string()
    }

    pub(crate) async fn play(&self, client: u64, id: &str, color: Color, text: &str) {
        let letter = if color == Color::White { 'w' } else { 'b' };
        let who = format!("{letter}{client}");
        self.ask(&who, command(&format!("/move {text} match:{id}")), None)
            .await;
    }
}

pub(crate) fn command(text: &str) -> Intent {
    Intent::Command(Command::parse(text).expect("a command"))
}

/// The client whose match is the example.
const EXAMPLE: u64 = 77_777;

/// The stored data of a match.
pub(crate) struct Example {
    name: String,
    entries: Vec<Entry>,
    /// The length of its record as people receive it.
    pub(crate) n_bytes_of_record: usize,
}

impl Example {
    /// Returns a match of `n_moves` moves that is live or ended by a resignation.
    pub(crate) async fn of(n_moves: usize, is_over: bool) -> Example {
        let store = Arc::new(MemoryStore::new());
        let table = Table::upon(Arc::clone(&store) as Arc<_>);
        for seed in 0.. {
            let id = table.open(EXAMPLE).await;
            let mut play = Play::new(seed);
            let moves: Vec<_> = std::iter::from_fn(|| play.next()).take(n_moves).collect();
            for (color, text) in &moves {
                table.play(EXAMPLE, &id, *color, text).await;
            }
            if moves.len() < n_moves || !matches!(play.game.next(), Next::Decision(_)) {
                continue;
            }
            if is_over {
                let resign = format!("/resign {id} confirm:yes");
                let white = format!("w{EXAMPLE}");
                table.ask(&white, command(&resign), None).await;
            }
            return Example::kept(id, &store, is_over);
        }
        unreachable!("some game is long enough")
    }

    /// Returns the data that remains of the match: all rows except those of the inbox and the outbox.
    fn kept(name: String, store: &Arc<MemoryStore>, is_over: bool) -> Example {
        let mut entries = store.scan(b"", None, usize::MAX).expect("memory");
        let is_of = |kinds: &[&str], key: &[u8]| {
            let mut kinds = kinds.iter();
            kinds.any(|kind| key.starts_with(kind.as_bytes()))
        };
        entries.retain(|(key, _)| {
            let is_kept = if is_over {
                is_of(&["match/", "dice/", "past/"], key)
            } else {
                !is_of(&["inbox/", "outbox/", "sent/"], key)
            };
            is_kept && String::from_utf8_lossy(key).contains(&name)
        });
        let writer = Writer::new(Arc::clone(store) as Arc<_>);
        let id = name.parse().expect("a name");
        let (_, record) = read_match(&writer, id).expect("memory").expect("the match");
        Example {
            name,
            entries,
            n_bytes_of_record: record.to_string().len(),
        }
    }

    /// Stores copies for matches with these numbers, of a thousand pairs of people.
    pub(crate) fn multiply(&self, store: &dyn Store, numbers: std::ops::Range<u32>) {
        let mut batch = Batch::default();
        for n in numbers {
            // Match ids are random, so they are scattered over all keys.
            let id = MatchId::from_number(n.wrapping_mul(20_000_003)).to_string();
            let client = format!("{:05}", n % 1000);
            let of_another = |bytes: &[u8]| {
                let text = str::from_utf8(bytes).expect("what is stored is text");
                text.replace(&self.name, &id)
                    .replace(&EXAMPLE.to_string(), &client)
            };
            for (key, value) in &self.entries {
                batch.put(of_another(key), of_another(value));
            }
            if n % 1000 == 999 {
                store.commit(&mem::take(&mut batch)).expect("a commit");
            }
        }
    }
}
