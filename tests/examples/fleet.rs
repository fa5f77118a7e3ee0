//! The cost of serving very many people: a simulation for capacity planning, from measured costs.
//!
//! Servers have a realistic distribution of activity: the nth one has 1/n of the activity of the first. Moves arrive as a Poisson
//! process. A process decides on them in sequence and commits all waiting ones together, as `Owner` and `Writer` do. The
//! simulation adds processes until people are answered in time. It prints the table of `docs/benchmarks.md`.

#![expect(clippy::print_stdout, reason = "a simulation prints what it found")]

use testkit::Random;

/// A level of demand.
struct Demand {
    n_servers: usize,
    n_matches: f64,
    moves_per_second: f64,
}

/// The demand from a plausible near future to a hundred times as much.
const DEMANDS: [Demand; 3] = [
    Demand {
        n_servers: 1_000,
        n_matches: 10_000.0,
        moves_per_second: 20.0,
    },
    Demand {
        n_servers: 10_000,
        n_matches: 100_000.0,
        moves_per_second: 200.0,
    },
    Demand {
        n_servers: 100_000,
        n_matches: 1_000_000.0,
        moves_per_second: 2_000.0,
    },
];

/// The simulated time, in seconds.
const LENGTH: f64 = 120.0;

/// The maximum 99th percentile of the latency of answers, in seconds.
const IN_TIME: f64 = 0.025;

/// Costs as measured by `cargo bench -p tests --bench database` on two cores that bots and database share.
mod cost {
    /// Processor seconds of a bot for a move with all its deliveries, and of the database.
    pub(super) const BOT: f64 = 1_594e-6;
    pub(super) const DATABASE: f64 = 920e-6;
    /// The sequential work: a move alone is answered after 0.76 ms, and at most 6,135 are made in a second.
    pub(super) const DECIDING: f64 = 100e-6;
    pub(super) const COMMIT: f64 = 600e-6;
    /// The extra time for each change in a commit.
    pub(super) const CHANGE: f64 = 60e-6;
    /// Round trips of a move with all its deliveries.
    pub(super) const ROUND_TRIPS: f64 = 23.8;
    /// Bytes in the log of the database.
    pub(super) const LOG: f64 = 1_613.0;
    /// Bytes of a finished match in the database: its record and 1,235 beside it.
    pub(super) const FINISHED: f64 = 1_683.0;
    /// Bytes of memory of a process with 10,000 live matches (`--bench soak`).
    pub(super) const MEMORY: f64 = 137.0 * super::MIB;
}

/// Limits of resources. Operators with higher demand provision more.
mod limit {
    /// The maximum load of a processor. It leaves a reserve for the death of a process.
    pub(super) const LOAD: f64 = 0.5;
    /// Processors of a process, and of the database.
    pub(super) const CORES: f64 = 2.0;
    pub(super) const DATABASE_CORES: f64 = 16.0;
    /// The default connection limit of PostgreSQL.
    pub(super) const CONNECTIONS: f64 = 100.0;
    /// Discord's limit on requests of a bot per second, except answers to commands.
    pub(super) const DISCORD: f64 = 50.0;
    /// The number of times that a bot may connect to Discord in a day.
    pub(super) const IDENTIFIES: f64 = 1_000.0;
}

/// Servers per shard, as Discord recommends.
const SERVERS_ON_A_SHARD: usize = 1_000;

/// Rate-limited requests to Discord for a move: an edit of the board, a mention of the player to move, and the deletion of the
/// earlier mention.
const REQUESTS: f64 = 3.0;

/// Connections of each process: the default of `[store] connections`, and one for a backup.
const CONNECTIONS: f64 = 9.0;

/// Moves of a match.
const MOVES: f64 = 80.0;

const DAY: f64 = 24.0 * 3600.0;

/// Returns the times at which each shard receives moves, in seconds.
fn moves(demand: &Demand, random: &mut Random) -> Vec<Vec<f64>> {
    let n_shards = demand.n_servers.div_ceil(SERVERS_ON_A_SHARD);
    let mut busy = 0.0;
    let up_to: Vec<f64> = (1..=demand.n_servers)
        .map(|rank| {
            busy += 1.0 / rank as f64;
            busy
        })
        .collect();
    // A server's shard does not depend on the server's activity.
    let shard_of: Vec<_> = up_to.iter().map(|_| random.below(n_shards)).collect();
    let mut shards = vec![Vec::new(); n_shards];
    let mut time = 0.0;
    loop {
        time -= fraction(random).ln() / demand.moves_per_second;
        if time > LENGTH {
            return shards;
        }
        let chosen = fraction(random) * busy;
        let server = up_to.partition_point(|up_to| *up_to < chosen);
        shards[shard_of[server.min(demand.n_servers - 1)]].push(time);
    }
}

/// Returns a random number above 0 and up to 1.
fn fraction(random: &mut Random) -> f64 {
    const STEPS: usize = 1 << 52;
    (random.below(STEPS) + 1) as f64 / STEPS as f64
}

/// The results of one process that receives these moves in this order.
struct ProcessResults {
    /// The latency of each answer.
    waits: Vec<f64>,
    n_commits: usize,
}

fn serve(heard: &[f64]) -> ProcessResults {
    let mut decided = Vec::with_capacity(heard.len());
    let mut free = 0.0_f64;
    for time in heard {
        free = free.max(*time) + cost::DECIDING;
        decided.push(free);
    }
    let (mut waits, mut n_commits) = (Vec::with_capacity(heard.len()), 0);
    let mut end = 0.0_f64;
    while waits.len() < heard.len() {
        let first = waits.len();
        let begin = end.max(decided[first]);
        let together = decided[first..].partition_point(|decided| *decided <= begin);
        end = begin + cost::COMMIT + cost::CHANGE * together as f64;
        waits.extend(
            heard[first..first + together]
                .iter()
                .map(|heard| end - heard),
        );
        n_commits += 1;
    }
    ProcessResults { waits, n_commits }
}

/// The results of a number of processes that divide the shards.
struct FleetResults {
    n_processes: usize,
    /// The 99th percentile of the latency.
    p99: f64,
    commits_per_second: f64,
    /// The processor load of the busiest process.
    load: f64,
}

fn fleet(shards: &[Vec<f64>], n_processes: usize) -> FleetResults {
    let (mut waits, mut n_commits, mut busiest) = (Vec::new(), 0, 0);
    for process in 0..n_processes {
        let own = shards.iter().skip(process).step_by(n_processes);
        let mut heard: Vec<f64> = own.flatten().copied().collect();
        heard.sort_by(f64::total_cmp);
        let served = serve(&heard);
        waits.extend(served.waits);
        n_commits += served.n_commits;
        busiest = busiest.max(heard.len());
    }
    waits.sort_by(f64::total_cmp);
    FleetResults {
        n_processes,
        p99: waits.get(waits.len() * 99 / 100).copied().unwrap_or(0.0),
        commits_per_second: n_commits as f64 / LENGTH,
        load: busiest as f64 / LENGTH * cost::BOT / limit::CORES,
    }
}

/// Returns the fewest processes that answer people in time, plus one as a reserve for the death of a process.
fn enough(shards: &[Vec<f64>]) -> FleetResults {
    let fleets = (1..=shards.len()).map(|n_processes| fleet(shards, n_processes));
    let mut fleets = fleets.filter(|fleet| fleet.p99 <= IN_TIME && fleet.load <= limit::LOAD);
    let fewest = fleets
        .next()
        .map_or(shards.len(), |fleet| fleet.n_processes);
    fleet(shards, fewest + 1)
}

/// Returns the moves per second that exhaust a resource, given that `at` moves per second use `used` of it.
fn breaks_at(limit: f64, used: f64, at: f64) -> f64 {
    limit * at / used
}

fn main() {
    let mut random = Random::new(21);
    let columns: Vec<_> = DEMANDS
        .iter()
        .map(|demand| {
            let shards = moves(demand, &mut random);
            (demand, shards.len() as f64, enough(&shards))
        })
        .collect();
    let row = |what: &str, cell: &dyn Fn(&Demand, f64, &FleetResults) -> f64, n_digits: usize| {
        let cells = columns.iter().map(|(demand, n_shards, fleet)| {
            let number = cell(demand, *n_shards, fleet);
            grouped(number, n_digits)
        });
        println!("| {what} | {} |", cells.collect::<Vec<_>>().join(" | "));
    };
    row("moves a second", &|demand, _, _| demand.moves_per_second, 0);
    println!("| --- {}|", "| ---: ".repeat(columns.len()));
    row("matches that go on", &|demand, _, _| demand.n_matches, 0);
    row("servers", &|demand, _, _| demand.n_servers as f64, 0);
    row("shards of Discord", &|_, n_shards, _| n_shards, 0);
    row(
        "processes of two cores, one of them to spare",
        &|_, _, fleet| fleet.n_processes as f64,
        0,
    );
    row(
        "processors of the busiest process",
        &|_, _, fleet| fleet.load * limit::CORES,
        2,
    );
    row("answered after p99, ms", &|_, _, fleet| 1e3 * fleet.p99, 1);
    row(
        "memory of all processes, MiB",
        &|_, _, fleet| fleet.n_processes as f64 * cost::MEMORY / MIB,
        0,
    );
    row(
        "connections to the database",
        &|_, _, fleet| fleet.n_processes as f64 * CONNECTIONS,
        0,
    );
    row(
        "commits of moves a second",
        &|_, _, fleet| fleet.commits_per_second,
        0,
    );
    row(
        "round trips a second",
        &|demand, _, _| demand.moves_per_second * cost::ROUND_TRIPS,
        0,
    );
    row(
        "processors of the database",
        &|demand, _, _| demand.moves_per_second * cost::DATABASE,
        1,
    );
    row(
        "log of the database, MiB/s",
        &|demand, _, _| demand.moves_per_second * cost::LOG / MIB,
        1,
    );
    row(
        "more data in a day, GiB",
        &|demand, _, _| demand.moves_per_second * DAY / MOVES * cost::FINISHED / GIB,
        1,
    );
    row(
        "requests to Discord a second",
        &|demand, _, _| demand.moves_per_second * REQUESTS,
        0,
    );
    let (most, n_shards, fleet) = columns.last().expect("there are demands");
    let at = most.moves_per_second;
    let connections = fleet.n_processes as f64 * CONNECTIONS;
    let mut breaks = [
        (
            "Discord's 50 requests a second",
            breaks_at(limit::DISCORD, REQUESTS * at, at),
        ),
        (
            "half of 16 processors of the database",
            breaks_at(limit::LOAD * limit::DATABASE_CORES, at * cost::DATABASE, at),
        ),
        (
            "100 connections to the database",
            breaks_at(limit::CONNECTIONS, connections, at),
        ),
        (
            "1,000 connections to Discord a day, if all processes are restarted ten times",
            breaks_at(limit::IDENTIFIES / 10.0, *n_shards, at),
        ),
    ];
    breaks.sort_by(|a, b| a.1.total_cmp(&b.1));
    println!();
    for (what, at) in breaks {
        println!("- {} moves a second: {what}", grouped(at, 0));
    }
}

const MIB: f64 = 1048576.0;
const GIB: f64 = 1024.0 * MIB;

/// Formats a number with a comma between thousands.
fn grouped(number: f64, n_digits: usize) -> String {
    let text = format!("{number:.n_digits$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (n, digit) in whole.char_indices() {
        if n > 0 && (whole.len() - n) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}
