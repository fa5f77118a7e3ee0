//! Three processes and a database with a replica under injected faults while people play. Processes are killed, replaced as by a
//! deploy, or suspended beyond the timeout after which others consider them dead. Connections to the database are slow, or cut
//! before and after a commit. The database restarts, its replica takes over, and the clocks differ by seconds.
//!
//! Every answer to a person is true, and each board is posted once. A process that is asked to end does so by itself. People on
//! the pages repeat an unanswered request under the same id on another page. After the faults, people continue on each page and
//! in each channel. A run with too few events fails.
//!
//! | subject | module |
//! | --- | --- |
//! | the faults and their times, generated from a seed | `script` |
//! | the programs and the database | `cluster` |
//! | a match, and the actions of its players | `table` |
//! | people on the pages, who play most matches, and a spectator who sees all boards | `pages` |
//! | people on the local Discord, in guilds of three shards, with its rate limits; each board is a message | `chat` |
//! | the check that all answers can be true | `witness` |
//!
//! It takes a minute in addition to its setup, and ten minutes with `ODDBOARD_LONG=1`. `ODDBOARD_SEED` selects other
//! faults. The seed does not determine their exact times within a second.
#![cfg(target_os = "linux")]

mod chat;
mod cluster;
mod pages;
mod play;
mod script;
mod table;
mod witness;

use std::{
    collections::BTreeMap,
    env,
    io::{self, Write},
    sync::Arc,
    time::Duration,
};

use api::Store;
use service::read_outbox;
use testkit::{Random, quick_or_long};
use tests::{
    PATIENCE,
    discord::{Discord, Setup},
    skip::skips_postgres,
};
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
    time::{MissedTickBehavior, interval, timeout},
};

use self::{
    chat::{ChatPair, N_SHARDS, guilds},
    cluster::Cluster,
    pages::{PagePair, Spectator},
    play::{PairMatches, all},
    script::{Fault, N_PROCESSES, script},
    table::{AnswerCounts, SequenceCounter, count},
};

/// The number of pairs of people on the pages, and of matches that each pair begins with.
const PAGE_PAIRS: usize = 40;
const MATCHES: usize = 50;

/// The number of pairs of people on Discord.
const CHAT_PAIRS: usize = 24;

/// The interval between pairs who come to a page: it accepts twenty people a second.
const COMING: Duration = Duration::from_millis(110);

/// The interval between checks for pending deliveries.
const LOOK: Duration = Duration::from_millis(200);

/// The maximum number of seconds per confirmed move, on the pages and on Discord. People ask for many times as many. A run with
/// fewer confirmed moves proves nothing.
const MOVE_WITHIN: [u64; 2] = [1, 8];

/// The seeds of the faults, and of people's actions on the pages and on Discord.
const SCRIPT: u64 = 60;
const PAGES: u64 = 1_000;
const CHATS: u64 = 2_000;

/// All players.
struct People {
    pages: Vec<PairMatches<PagePair>>,
    chats: Vec<PairMatches<ChatPair>>,
}

impl People {
    /// Creates all players. The players on the pages begin their matches.
    async fn come(discord: &Discord, pages: &Arc<Vec<String>>) -> People {
        let counter = SequenceCounter::default();
        let guilds = guilds(discord).await;
        let chats = (0..CHAT_PAIRS).map(|n| {
            let players = ChatPair::come(n, discord, &guilds);
            PairMatches::new(players, &counter, CHATS + n as u64)
        });
        let chats = chats.collect();
        let mut coming = interval(COMING);
        let mut page_pairs = Vec::new();
        for n in 0..PAGE_PAIRS {
            coming.tick().await;
            // On one page fewer pairs that begin at the same time conflict.
            let pair = PagePair::come(n, &pages[0]).await;
            page_pairs.push(PairMatches::new(pair, &counter, PAGES + n as u64));
        }
        let mut page_pairs = all(page_pairs, |pair| pair.sit_down(MATCHES)).await;
        for pair in &mut page_pairs {
            pair.players.go_to(pages);
        }
        People {
            pages: page_pairs,
            chats,
        }
    }

    /// Lets all players play until `is_over`.
    async fn play(self, is_over: watch::Receiver<bool>) -> People {
        let (pages, chats) = tokio::join!(
            all(self.pages, |pair| pair.play(is_over.clone())),
            all(self.chats, |pair| pair.play(is_over.clone()))
        );
        People { pages, chats }
    }

    /// Lets players continue after the faults: all on Discord, where each pair has its own channel, and some on each page.
    async fn play_on(mut self, pages: &Arc<Vec<String>>) -> People {
        for (n, pair) in self.pages.iter_mut().enumerate() {
            let page = pages[n % pages.len()].clone();
            pair.players.go_to(&Arc::new(vec![page]));
        }
        let (mut page_pairs, chats) = tokio::join!(
            all(self.pages, PairMatches::play_on),
            all(self.chats, PairMatches::play_on)
        );
        for pair in &mut page_pairs {
            pair.players.go_to(pages);
        }
        People {
            pages: page_pairs,
            chats,
        }
    }

    /// Returns the players who could not continue.
    fn stuck(&self) -> Vec<String> {
        let stuck = self.pages.iter().filter_map(PairMatches::stuck);
        let chats = self.chats.iter().filter_map(PairMatches::stuck);
        stuck.chain(chats).collect()
    }

    /// Lets players read the state of the matches that they do not fully know, and then of all, because a change may arrive late.
    async fn settle(mut self) -> People {
        for only_doubtful in [true, false] {
            let (pages, chats) = tokio::join!(
                all(self.pages, |pair| pair.settle(only_doubtful)),
                all(self.chats, |pair| pair.settle(only_doubtful))
            );
            self = People { pages, chats };
        }
        self
    }

    /// Returns the answers that cannot be true.
    fn lies(&self) -> Vec<String> {
        let lies = self.pages.iter().flat_map(PairMatches::lies);
        lies.chain(self.chats.iter().flat_map(PairMatches::lies))
            .collect()
    }

    /// Returns all errors in the boards, including those that a spectator saw on the pages.
    async fn wrong_boards(&self, spectator: Spectator) -> Vec<String> {
        let at_pages = count(spectator.pictures().await);
        let on_discord = count(self.chats.iter().flat_map(|pair| pair.players.pictures()));
        let wrong = self
            .pages
            .iter()
            .flat_map(|pair| pair.wrong_boards(&at_pages));
        let chats = self.chats.iter();
        wrong
            .chain(chats.flat_map(|pair| pair.wrong_boards(&on_discord)))
            .collect()
    }

    /// Returns the numbers of answers on the pages and on Discord.
    fn answer_counts(&self) -> [AnswerCounts; 2] {
        let mut answer_counts = [AnswerCounts::default(); 2];
        let [pages, chats] = &mut answer_counts;
        self.pages.iter().for_each(|pair| pair.count(pages));
        self.chats.iter().for_each(|pair| pair.count(chats));
        answer_counts
    }
}

/// The number of times that each fault has occurred, by name.
type FaultCounts = BTreeMap<&'static str, usize>;

/// Injects each fault of a script at its time. Returns the number of faults that occurred.
async fn inject_faults(
    cluster: &mut Cluster,
    faults: &[(u64, Fault)],
    seconds: u64,
) -> FaultCounts {
    let mut clock = interval(Duration::from_secs(1));
    // A late fault delays all later ones, so each process stays stopped for as long as the script says.
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut happened = FaultCounts::new();
    for now in 0..seconds {
        clock.tick().await;
        for (_, fault) in faults.iter().filter(|(second, _)| *second == now) {
            if cluster.suffer(*fault).await {
                *happened.entry(fault.name()).or_default() += 1;
            }
        }
    }
    happened
}

/// Returns the faults and answers that were too few for the run to prove anything.
fn too_little(
    happened: &FaultCounts,
    answer_counts: &[AnswerCounts; 2],
    seconds: u64,
) -> Vec<String> {
    let names = Fault::NAMES.into_iter();
    let missing = names.filter(|name| !happened.contains_key(name));
    let mut complaints: Vec<String> = missing
        .map(|name| format!("it never happened: {name}"))
        .collect();
    let places = ["at the pages", "on Discord"];
    for ((place, counts), within) in places.into_iter().zip(answer_counts).zip(MOVE_WITHIN) {
        let (n_moves, fewest) = (counts.confirmed_moves, seconds / within);
        if (n_moves as u64) < fewest {
            complaints.push(format!(
                "{n_moves} moves were confirmed {place}, and not even {fewest}"
            ));
        }
    }
    complaints
}

/// Returns the players' complaints after the faults: they cannot continue, their answers cannot be true, or a board was not shown
/// exactly once.
async fn complaints_of(
    people: People,
    cluster: &Cluster,
    spectator: JoinHandle<Spectator>,
    all_is_said: oneshot::Sender<()>,
) -> Vec<String> {
    let people = people.play_on(&Arc::new(cluster.pages())).await;
    let stuck = people.stuck();
    if !stuck.is_empty() {
        return stuck;
    }
    let people = people.settle().await;
    let lies = people.lies();
    if !lies.is_empty() {
        return lies;
    }
    until_all_is_said(&*cluster.store().await).await;
    drop(all_is_said);
    let spectator = spectator.await.expect("a spectator does not panic");
    people.wrong_boards(spectator).await
}

/// Waits until no delivery is pending.
async fn until_all_is_said(store: &dyn Store) {
    let mut look = interval(LOOK);
    let all_is_said = async {
        while !read_outbox(store)
            .expect("the database can be read")
            .is_empty()
        {
            look.tick().await;
        }
    };
    let said = timeout(PATIENCE, all_is_said).await;
    said.expect("all is said in time");
}

/// Returns the rule violations on Discord, except those of a suspended process: it answers too late, and may not receive the
/// response to its acknowledgment.
fn problems(discord: &Discord) -> Vec<String> {
    const MAY: [&str; 2] = ["was acknowledged after", "is acknowledged twice"];
    let mut problems = discord.take_problems();
    problems.retain(|problem| !MAY.iter().any(|words| problem.contains(words)));
    problems
}

/// Tells whether a log line reports a fault that no operator should see under any injected fault.
fn tells_of_a_fault(line: &str) -> bool {
    line.contains("panicked") || line.contains("ERROR") && line.contains("decide again")
}

/// Prints a text to the person who runs the tests. Bypasses the test harness, which captures the output of passing tests.
fn report(text: &str) {
    writeln!(io::stderr(), "chaos: {text}").expect("standard error takes a line");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_read_the_truth_and_each_board_once_despite_all_faults() {
    if skips_postgres() {
        return;
    }
    let seconds = quick_or_long(60, 600) as u64;
    let setup = Setup::default().running().limited();
    let setup = setup.shards(N_SHARDS as u64);
    let setup = setup.session_rate(N_SHARDS as u64, Duration::ZERO);
    let discord = Arc::new(setup.start().await);
    let mut cluster = Cluster::start(&discord).await;
    discord.registered().await;
    let pages = Arc::new(cluster.pages());
    let (all_is_said, to_the_end) = oneshot::channel();
    let spectator = Spectator::come(&pages).await;
    let spectator = tokio::spawn(spectator.watch(to_the_end));
    let people = People::come(&discord, &pages).await;
    report(&format!("they have begun: {:?}", people.answer_counts()));

    let faults = script(seconds, &mut Random::new(SCRIPT));
    let (over, is_over) = watch::channel(false);
    let (happened, people) = tokio::join!(
        async {
            let happened = inject_faults(&mut cluster, &faults, seconds).await;
            over.send_replace(true);
            happened
        },
        people.play(is_over)
    );
    let answer_counts = people.answer_counts();
    let seed = env::var("ODDBOARD_SEED").unwrap_or_default();
    report(&format!(
        "ODDBOARD_SEED={seed}: {seconds} s, {} of {} faults: {happened:?}, pages and Discord: {answer_counts:?}",
        happened.values().sum::<usize>(),
        faults.len()
    ));
    let mut complaints = too_little(&happened, &answer_counts, seconds);
    complaints.extend(cluster.calm().await);
    report("all is calm from now on");
    complaints.extend(complaints_of(people, &cluster, spectator, all_is_said).await);
    let logs: Vec<String> = (0..N_PROCESSES).map(|n| cluster.log(n)).collect();
    let lines = logs.iter().flat_map(|log| log.lines());
    complaints.extend(
        lines
            .filter(|line| tells_of_a_fault(line))
            .map(str::to_owned),
    );
    complaints.extend(problems(&discord));
    if !complaints.is_empty() {
        let folder = cluster.folder.keep();
        panic!(
            "{} complaints; the logs are in {}:\n{}",
            complaints.len(),
            folder.display(),
            complaints.join("\n\n")
        );
    }
}

#[test]
fn a_run_in_which_too_little_happened_fails() {
    let happened: FaultCounts = Fault::NAMES.into_iter().map(|name| (name, 1)).collect();
    let played = AnswerCounts {
        confirmed_moves: 90,
        ..AnswerCounts::default()
    };
    assert!(too_little(&happened, &[played; 2], 90).is_empty());
    let idle = AnswerCounts::default();
    assert_eq!(too_little(&happened, &[idle; 2], 90).len(), 2);
    assert_eq!(too_little(&happened, &[played; 2], 600).len(), 1);
    let mut happened = happened;
    happened.remove("replaced");
    let complaints = too_little(&happened, &[played; 2], 90);
    assert_eq!(complaints, ["it never happened: replaced"]);
}
