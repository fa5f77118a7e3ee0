//! The latency from the drop of a piece on the live board until both players see the move on theirs.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use api::MatchId;
use rules::Variant;
use serde_json::Value;
use testkit::Random;
use tests::{
    bench::percentile,
    page_user::{Line, PageUser, press},
    program::Program,
};
use tokio::runtime::Runtime;

/// The number of matches played one after another, and of measured decisions in each. No player decides so often that the page's
/// rate limit applies.
const N_MATCHES: usize = 10;
const N_DECISIONS: usize = 40;

fn main() {
    let percentile_ms =
        |nanoseconds: &[u64], percent| percentile(nanoseconds, percent) as f64 / 1e6;
    let [own, other] = Runtime::new().expect("a runtime").block_on(measure());
    println!(
        "from the drop of a piece on the live board until it shows the next board, on the disk, against a person: p50 {:.3} ms, \
         p99 {:.3} ms; until the other side sees it: p50 {:.3} ms, p99 {:.3} ms; {} decisions",
        percentile_ms(&own, 50),
        percentile_ms(&own, 99),
        percentile_ms(&other, 50),
        percentile_ms(&other, 99),
        own.len(),
    );
}

/// Two people at their boards. Ann has White.
struct Table {
    address: String,
    id: MatchId,
    people: [PageUser; 2],
    lines: [Line; 2],
    boards: [Value; 2],
}

impl Table {
    async fn begin(address: &str, n: usize) -> Table {
        let ann = PageUser::sign_in(address, &format!("Ann {n}")).await;
        let bob = PageUser::sign_in(address, &format!("Bob {n}")).await;
        let variant = Variant::ALL[n % Variant::ALL.len()];
        let terms = format!("{variant} color:white");
        let id = ann.begin(address, &bob, &terms).await;
        let mut lines = [ann.watch(address, id).await, bob.watch(address, id).await];
        let boards = [
            shown_after(&mut lines[0], None).await.0,
            shown_after(&mut lines[1], None).await.0,
        ];
        Table {
            address: address.to_owned(),
            id,
            people: [ann, bob],
            lines,
            boards,
        }
    }

    /// Drops a piece. Returns the nanoseconds until each player sees it, the mover first, or `None` if the match is over.
    async fn drop_some(&mut self, random: &mut Random) -> Option<[u64; 2]> {
        let mover = usize::from(self.boards[0]["turn"] == "black");
        let n_inputs = self.boards[mover]["n_inputs"].as_u64().expect("a number");
        let actions = self.boards[mover]["actions"].as_array().expect("a list");
        if actions.is_empty() {
            return None;
        }
        let action = random.pick(actions)["text"].as_str().expect("a text");
        let input = press(&format!("type:{}:{n_inputs}:{action}", self.id));
        let event = format!("drop-{n_inputs}");
        let [white, black] = &mut self.lines;
        let start = Instant::now();
        let (_, white, black) = tokio::join!(
            self.people[mover].send(&self.address, "direct", &event, &input),
            shown_after(white, Some(n_inputs)),
            shown_after(black, Some(n_inputs)),
        );
        let shown = [white, black];
        let [own, other] = [mover, 1 - mover].map(|n| (shown[n].1 - start).as_nanos() as u64);
        self.boards = shown.map(|(board, _)| board);
        Some([own, other])
    }
}

/// Waits for the next board after so many inputs, and returns it with its time of arrival.
async fn shown_after(line: &mut Line, n_inputs: Option<u64>) -> (Value, Instant) {
    loop {
        let mut frame = line.next().await.expect("the line stays open");
        let now = Instant::now();
        if frame["board"]["n_inputs_now"].as_u64() > n_inputs {
            return (frame["board"].take(), now);
        }
    }
}

/// Returns the nanoseconds until each drop was visible to the mover, and to the opponent.
async fn measure() -> [Vec<u64>; 2] {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder");
    let program = Program::start(&folder.path().join("data"));
    let mut random = Random::new(3);
    let mut nanoseconds = [Vec::new(), Vec::new()];
    for n in 0..N_MATCHES {
        let mut table = Table::begin(&program.address, n).await;
        for _ in 0..N_DECISIONS {
            let Some([own, other]) = table.drop_some(&mut random).await else {
                break;
            };
            nanoseconds[0].push(own);
            nanoseconds[1].push(other);
        }
    }
    nanoseconds
}
