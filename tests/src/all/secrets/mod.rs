//! The laws of hidden information, seen by people: information that a reader cannot know changes no byte of the
//! messages to that reader.

mod devices;
mod discord;
mod eyes;
mod laws;
mod leaks;
mod leaky_page;
mod log;
mod page;
mod plans;
mod program;
mod public_page;
mod run;
mod secret_choices;
mod traps;
mod twin_runs;
mod two_platforms;
mod whole;

use api::{Batch, Dice, MatchId, Secret};
use rules::{ByColor, Record};
use service::{Match, read_match};
use store::writer::Writer;

use self::twin_runs::WATCHER;
use tests::store::fresh_writer;

use crate::time;

/// The names of the players: Ann challenges and has White.
const NAMES: ByColor<&str> = ByColor {
    white: "Ann",
    black: "Bob",
};

/// The players, and the watcher.
const PEOPLE: [&str; 3] = [NAMES.white, NAMES.black, WATCHER];

/// Counting dice, with a secret that the test knows.
struct KnownDice {
    secret: [u8; 32],
    n: u32,
}

impl KnownDice {
    fn new(secret: [u8; 32]) -> KnownDice {
        KnownDice { secret, n: 0 }
    }
}

impl Dice for KnownDice {
    fn below(&mut self, n: u32) -> u32 {
        self.n += 1;
        self.n % n
    }

    fn secret(&mut self) -> Secret {
        Secret::new(self.secret)
    }
}

fn found(writer: &Writer, id: MatchId) -> (Match, Record) {
    let found = read_match(writer, id).expect("memory can be read");
    found.expect("there is the match")
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let _time = time::stop();
        future.await
    })
}

/// Returns a new writer with all data of another.
async fn copy(writer: &Writer) -> Writer {
    let copy = fresh_writer();
    let changes = writer
        .scan(b"", None, usize::MAX)
        .expect("memory can be read");
    let changes = changes.into_iter().map(|(key, value)| (key, Some(value)));
    let batch = Batch {
        changes: changes.collect(),
        ..Batch::default()
    };
    copy.commit(batch).await.expect("memory does not fail");
    copy
}
