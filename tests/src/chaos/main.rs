//! Three processes, a database with a replica, and whatever may befall them while people play: processes are killed, replaced as by
//! a deploy, or stand still for longer than it takes to be taken for dead, lines to the database are slow, or cut before and after a
//! commit, the database is started again, its replica takes over, and the clocks are apart by seconds. Everything that people were
//! answered is true, and each board is said once. A process that is asked to end does so by itself. Once all is calm people play on
//! at each page and in each channel. A run in which too little happened fails.
//!
//! | what | where |
//! | --- | --- |
//! | what befalls them, and when, as a seed has it | `script` |
//! | the programs and the database | `cluster` |
//! | a match, and what its people do | `table` |
//! | people at the pages: most matches are there; who is not answered asks again under the same name, at another page, and a spectator sees all boards | `pages` |
//! | people on the local Discord, in servers of three shards, with its limits: each board is a message | `chat` |
//! | whether all answers can be true | `witness` |
//!
//! It takes a minute and a half besides what it takes to begin, and ten minutes with `ODDBOARD_LONG=1`. `ODDBOARD_SEED` has other
//! things happen; when, within a second, is not told by it.
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
    chat::{Couple, N_SHARDS, guilds},
    cluster::Cluster,
    pages::{Spectator, Visitors},
    play::{Pair, all},
    script::{Fault, N_PROCESSES, script},
    table::{Order, Tally, count},
};

/// How many pairs of people are at the pages, and how many matches each begins with.
const PAGE_PAIRS: usize = 40;
const MATCHES: usize = 50;

/// How many pairs of people are on Discord.
const CHAT_PAIRS: usize = 24;

/// How often two people come to a page: it takes twenty people a second.
const COMING: Duration = Duration::from_millis(110);

/// How often it is looked whether all is said.
const LOOK: Duration = Duration::from_millis(200);

/// In how many seconds a move is confirmed at least, at the pages and on Discord. People ask for many times as many: where no more
/// come about, the run tells nothing.
const MOVE_WITHIN: [u64; 2] = [1, 8];

/// The seeds of what befalls the processes, and of what people do at the pages and on Discord.
const SCRIPT: u64 = 90;
const PAGES: u64 = 1_000;
const CHATS: u64 = 2_000;

/// All who play.
struct People {
    pages: Vec<Pair<Visitors>>,
    chats: Vec<Pair<Couple>>,
}

impl People {
    /// They come, and those at the pages begin their matches.
    async fn come(discord: &Discord, pages: &Arc<Vec<String>>) -> People {
        let order = Order::default();
        let guilds = guilds(discord).await;
        let chats = (0..CHAT_PAIRS).map(|n| {
            let couple = Couple::come(n, discord, &guilds);
            Pair::new(couple, &order, CHATS + n as u64)
        });
        let chats = chats.collect();
        let mut coming = interval(COMING);
        let mut visitors = Vec::new();
        for n in 0..PAGE_PAIRS {
            coming.tick().await;
            // Where all begin at one page, fewer get in the way of each other.
            let pair = Visitors::come(n, &pages[0]).await;
            visitors.push(Pair::new(pair, &order, PAGES + n as u64));
        }
        let mut visitors = all(visitors, |pair| pair.sit_down(MATCHES)).await;
        for pair in &mut visitors {
            pair.company.go_to(pages);
        }
        People {
            pages: visitors,
            chats,
        }
    }

    /// They play until it is over.
    async fn play(self, is_over: watch::Receiver<bool>) -> People {
        let (pages, chats) = tokio::join!(
            all(self.pages, |pair| pair.play(is_over.clone())),
            all(self.chats, |pair| pair.play(is_over.clone()))
        );
        People { pages, chats }
    }

    /// They play on: all on Discord, where each pair has a channel of its own, and at each page some of those who are there.
    async fn play_on(mut self, pages: &Arc<Vec<String>>) -> People {
        for (n, pair) in self.pages.iter_mut().enumerate() {
            let page = pages[n % pages.len()].clone();
            pair.company.go_to(&Arc::new(vec![page]));
        }
        let (mut visitors, chats) = tokio::join!(
            all(self.pages, Pair::play_on),
            all(self.chats, Pair::play_on)
        );
        for pair in &mut visitors {
            pair.company.go_to(pages);
        }
        People {
            pages: visitors,
            chats,
        }
    }

    /// Who could not play on.
    fn stuck(&self) -> Vec<String> {
        let stuck = self.pages.iter().filter_map(Pair::stuck);
        let chats = self.chats.iter().filter_map(Pair::stuck);
        stuck.chain(chats).collect()
    }

    /// They find out how their matches stand; at last those too of which something may have come late.
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

    /// What they were answered and cannot be true.
    fn lies(&self) -> Vec<String> {
        let lies = self.pages.iter().flat_map(Pair::lies);
        lies.chain(self.chats.iter().flat_map(Pair::lies)).collect()
    }

    /// What is wrong with the boards, with what a spectator has seen at the pages.
    async fn wrong_boards(&self, spectator: Spectator) -> Vec<String> {
        let at_pages = count(spectator.pictures().await);
        let on_discord = count(self.chats.iter().flat_map(|pair| pair.company.pictures()));
        let wrong = self
            .pages
            .iter()
            .flat_map(|pair| pair.wrong_boards(&at_pages));
        let chats = self.chats.iter();
        wrong
            .chain(chats.flat_map(|pair| pair.wrong_boards(&on_discord)))
            .collect()
    }

    /// What was answered at the pages, and on Discord.
    fn tallies(&self) -> [Tally; 2] {
        let mut tallies = [Tally::default(); 2];
        let [pages, chats] = &mut tallies;
        self.pages.iter().for_each(|pair| pair.count(pages));
        self.chats.iter().for_each(|pair| pair.count(chats));
        tallies
    }
}

/// How often each fault has happened, by its name.
type Happened = BTreeMap<&'static str, usize>;

/// Lets happen what is written, each when it is time; what of it did.
async fn befall(cluster: &mut Cluster, faults: &[(u64, Fault)], seconds: u64) -> Happened {
    let mut clock = interval(Duration::from_secs(1));
    // What takes longer puts off all that comes later: who stands still does so for as long as is written.
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut happened = Happened::new();
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

/// What happened too seldom for the run to tell anything.
fn too_little(happened: &Happened, tallies: &[Tally; 2], seconds: u64) -> Vec<String> {
    let names = Fault::NAMES.into_iter();
    let missing = names.filter(|name| !happened.contains_key(name));
    let mut complaints: Vec<String> = missing
        .map(|name| format!("it never happened: {name}"))
        .collect();
    let places = ["at the pages", "on Discord"];
    for ((place, tally), within) in places.into_iter().zip(tallies).zip(MOVE_WITHIN) {
        let (n_moves, fewest) = (tally.confirmed_moves, seconds / within);
        if (n_moves as u64) < fewest {
            complaints.push(format!(
                "{n_moves} moves were confirmed {place}, and not even {fewest}"
            ));
        }
    }
    complaints
}

/// What people have to complain of once all is calm: that they cannot play on, that what they were answered cannot be true, or
/// that boards were not shown once.
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

/// Waits until nothing is left to be said.
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

/// What Discord was sent and must not be. Who stands still answers too late then, and may not hear that they were heard.
fn problems(discord: &Discord) -> Vec<String> {
    const MAY: [&str; 2] = ["was acknowledged after", "is acknowledged twice"];
    let mut problems = discord.take_problems();
    problems.retain(|problem| !MAY.iter().any(|words| problem.contains(words)));
    problems
}

/// Whether a line of a log is none that whoever runs the bot should have to read, whatever befell it.
fn tells_of_a_fault(line: &str) -> bool {
    line.contains("panicked") || line.contains("ERROR") && line.contains("decide anew")
}

/// Tells whoever runs the tests, past the harness, which keeps what a test prints to itself if all is good.
fn tell(text: &str) {
    writeln!(io::stderr(), "chaos: {text}").expect("standard error takes a line");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_befalls_the_processes_people_are_told_the_truth_and_each_board_once() {
    if skips_postgres() {
        return;
    }
    let seconds = quick_or_long(90, 600) as u64;
    let setup = Setup::default().running().limited();
    let setup = setup.shards(N_SHARDS as u64);
    let setup = setup.haste(N_SHARDS as u64, Duration::ZERO);
    let discord = Arc::new(setup.start().await);
    let mut cluster = Cluster::start(&discord).await;
    discord.registered().await;
    let pages = Arc::new(cluster.pages());
    let (all_is_said, to_the_end) = oneshot::channel();
    let spectator = Spectator::come(&pages).await;
    let spectator = tokio::spawn(spectator.watch(to_the_end));
    let people = People::come(&discord, &pages).await;
    tell(&format!("they have begun: {:?}", people.tallies()));

    let faults = script(seconds, &mut Random::new(SCRIPT));
    let (over, is_over) = watch::channel(false);
    let (happened, people) = tokio::join!(
        async {
            let happened = befall(&mut cluster, &faults, seconds).await;
            over.send_replace(true);
            happened
        },
        people.play(is_over)
    );
    let tallies = people.tallies();
    let seed = env::var("ODDBOARD_SEED").unwrap_or_default();
    tell(&format!(
        "ODDBOARD_SEED={seed}: {seconds} s, {} of {} faults: {happened:?}, pages and Discord: {tallies:?}",
        happened.values().sum::<usize>(),
        faults.len()
    ));
    let mut complaints = too_little(&happened, &tallies, seconds);
    complaints.extend(cluster.calm().await);
    tell("all is calm from now on");
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
    let happened: Happened = Fault::NAMES.into_iter().map(|name| (name, 1)).collect();
    let played = Tally {
        confirmed_moves: 90,
        ..Tally::default()
    };
    assert!(too_little(&happened, &[played; 2], 90).is_empty());
    let idle = Tally::default();
    assert_eq!(too_little(&happened, &[idle; 2], 90).len(), 2);
    assert_eq!(too_little(&happened, &[played; 2], 600).len(), 1);
    let mut happened = happened;
    happened.remove("replaced");
    let complaints = too_little(&happened, &[played; 2], 90);
    assert_eq!(complaints, ["it never happened: replaced"]);
}
