//! `docs/deploy.md`, “The same by hand”: its lines are done here as they stand there. Each process that they start dies and is
//! started again by its line while people play, and what is promised there is kept.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use api::MatchId;
use tests::{
    PATIENCE,
    page_user::text,
    port::ReservedPort,
    postgres::ClusterFolder,
    program::{self, Program},
    skip::skips_postgres,
    travelers::Travelers,
    venue::{Answered as _, Venue as _},
};
use tokio::{task::yield_now, time::timeout};

const DATABASE: &str = "database";

/// Where the clusters of that page listen: the database, and the replicas.
const PORTS: [&str; 3] = ["5501", "5502", "5503"];

const REPLICAS: [&str; 2] = ["replica1", "replica2"];

/// Where the bots of that page tell how they are.
const ADMIN_PORTS: [&str; 2] = ["9641", "9642"];

const BOTS: [&str; 2] = ["bot1", "bot2"];

/// What makes them bots on Discord: without it they have a page each.
const ON_DISCORD: &str = " ODDBOARD_DISCORD_TOKEN_FILE=/path/to/token";

/// What stands between the variables of a bot and the name of its data folder.
const SERVES: &str = " oddboard serve --data ";

const GAME: [&str; 16] = [
    "e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6", "d1e2", "d8e7", "a2b3", "a7b6", "h2g3", "h7g6",
    "h1g1", "h8g8", "g1h1", "g8h8",
];

/// The names of the replicas of which one has to have what is confirmed.
const FOLLOWING: &str = "select application_name from pg_stat_replication \
                         where state = 'streaming' and sync_state = 'quorum' order by 1";

/// How far a replica has heard.
const HEARD: &str = "select greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) - '0/0'";

/// The lines of that page, with ports of this machine.
struct Lines(Vec<String>);

impl Lines {
    fn read(ports: &[ReservedPort; 3]) -> Lines {
        let mut block = block("## The same by hand");
        take(&mut block, ON_DISCORD, "");
        for port in ADMIN_PORTS {
            take(&mut block, port, "0");
        }
        // A port of the system may contain one of that page, so none is there before all of these are gone.
        for (n, port) in PORTS.iter().enumerate() {
            take(&mut block, port, &format!("<{n}>"));
        }
        for (n, port) in ports.iter().enumerate() {
            take(&mut block, &format!("<{n}>"), &port.number().to_string());
        }
        let lines = block.lines().filter(|line| !line.is_empty());
        Lines(lines.map(str::to_owned).collect())
    }

    /// What each terminal is told first.
    fn exports(&self) -> String {
        let lines = self.0.iter().filter(|line| line.starts_with("export "));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// The line that starts something of this name, again where it was there before.
    fn starting(&self, name: &str) -> &str {
        let starts = |line: &&String| match name {
            DATABASE => line.ends_with(" restart"),
            _ => named(line) == Some(name),
        };
        let line = self.0.iter().find(starts);
        line.unwrap_or_else(|| panic!("no line starts {name}"))
    }
}

/// Exchanges something that is there.
#[track_caller]
fn take(text: &mut String, what: &str, by: &str) {
    assert!(text.contains(what), "{what} is not on that page");
    *text = text.replace(what, by);
}

fn deploy(name: &str) -> PathBuf {
    testkit::path("bot/deploy").join(name)
}

/// The lines of a shell below a heading of that page.
fn block(heading: &str) -> String {
    let readme = fs::read_to_string(testkit::path("docs/deploy.md")).expect("there is such a page");
    let (_, below) = readme.split_once(heading).expect("it has this heading");
    let (_, block) = below.split_once("```sh\n").expect("a block is below it");
    let (block, _) = block.split_once("```").expect("the block has an end");
    block.to_owned()
}

/// What a line starts in a terminal of its own.
fn named(line: &str) -> Option<&str> {
    let (_, rest) = line
        .split_once(" REPLICA=")
        .or_else(|| line.split_once(SERVES))?;
    rest.split(' ').next()
}

/// A replica in its terminal. It is asked to end when this is dropped.
struct Terminal(Child);

impl Terminal {
    fn ended(mut self) {
        self.0.wait().expect("a replica that is stopped ends");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            // It may end just now.
            let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        }
    }
}

/// All that the lines have started.
struct Deployment {
    bots: BTreeMap<String, Program>,
    replicas: BTreeMap<String, Terminal>,
    lines: Lines,
    ports: [ReservedPort; 3],
    folder: ClusterFolder,
}

impl Deployment {
    /// Does what the page says, in its order.
    async fn start() -> Deployment {
        let ports = [(); 3].map(|()| ReservedPort::new());
        let mut deployment = Deployment {
            bots: BTreeMap::new(),
            replicas: BTreeMap::new(),
            lines: Lines::read(&ports),
            ports,
            folder: ClusterFolder::new(),
        };
        for script in ["primary.sh", "replica.sh"] {
            deployment.copy(script);
        }
        for line in deployment.lines.0.clone() {
            match named(&line) {
                _ if line.starts_with("export ") => {}
                None => deployment.run(&line),
                Some(name) => {
                    if BOTS.contains(&name) {
                        deployment.until_followed(0, &REPLICAS).await;
                    }
                    deployment.start_again(name);
                }
            }
        }
        deployment
    }

    fn copy(&self, script: &str) {
        let text = File::open(deploy(script)).expect("the script is there");
        let copied = self.shell(&format!("cat >{script}")).stdin(text).status();
        assert!(copied.expect("a shell runs").success(), "{}", self.log());
    }

    /// A shell that has heard what each terminal is told first.
    fn shell(&self, text: &str) -> Command {
        let mut shell = self.folder.shell(&(self.lines.exports() + text));
        let log = self.log_file();
        let same = log.try_clone().expect("the log can be written twice");
        shell.stdin(Stdio::null()).stdout(same).stderr(log);
        shell
    }

    fn log_file(&self) -> File {
        let path = self.folder.path().join("log");
        let log = File::options().create(true).append(true).open(path);
        log.expect("a file for the log")
    }

    /// All that was said in all terminals.
    fn log(&self) -> String {
        let log = fs::read(self.folder.path().join("log")).expect("the log is there");
        String::from_utf8_lossy(&log).into_owned()
    }

    /// Has a line done that comes to an end.
    #[track_caller]
    fn run(&self, line: &str) {
        let done = self.shell(line).status().expect("a shell runs");
        assert!(done.success(), "{line}\n{}", self.log());
    }

    /// What the database at one of the ports answers; nothing while it is not there.
    fn ask(&self, n: usize, question: &str) -> String {
        let port = self.ports[n].number();
        let psql = "psql -X -A -t -U oddboard -d oddboard";
        let mut asked = self.shell(&format!("{psql} -h \"$PWD\" -p {port} -c \"{question}\""));
        let answer = asked.stdout(Stdio::piped()).output();
        let answer = answer.expect("a shell runs").stdout;
        String::from_utf8(answer).expect("answers are text")
    }

    /// Waits until these replicas, and no others, follow the database at one of the ports.
    async fn until_followed(&self, n: usize, replicas: &[&str]) {
        let follow = async {
            while !self.ask(n, FOLLOWING).lines().eq(replicas.iter().copied()) {
                yield_now().await;
            }
        };
        let followed = timeout(PATIENCE, follow).await;
        followed.unwrap_or_else(|_| panic!("{replicas:?} do not follow\n{}", self.log()));
    }

    /// Has the line of something done that starts it.
    fn start_again(&mut self, name: &str) {
        let line = self.lines.starting(name).to_owned();
        if name == DATABASE {
            self.run(&line);
        } else if let Some((variables, _)) = line.split_once(SERVES) {
            self.bots.insert(name.to_owned(), self.bot(variables, name));
        } else {
            let replica = self.shell(&format!("exec env {line}")).spawn();
            let replica = Terminal(replica.expect("a shell runs"));
            self.replicas.insert(name.to_owned(), replica);
        }
    }

    /// A bot, with its page at a port that the system chooses.
    fn bot(&self, variables: &str, name: &str) -> Program {
        let text = format!("{}exec env {variables} \"$@\"", self.lines.exports());
        let mut command = program::wrapped(Command::new("sh"));
        command
            .args(["-euc", &text, "sh"])
            .arg(program::path())
            .stderr(self.log_file());
        // Its database is that of that page, wherever other tests keep everything.
        command.env_remove("ODDBOARD_STORE_URL");
        Program::start_by(command, "127.0.0.1:0", &self.folder.path().join(name))
    }

    /// Where the page of a bot is.
    fn page(&self, bot: &str) -> &str {
        &self.bots[bot].address
    }

    /// Ends something at once, whatever it is doing.
    fn kill(&mut self, name: &str) {
        if let Some(bot) = self.bots.remove(name) {
            return bot.kill();
        }
        self.run(&format!("PGDATA=$PWD/{name} pg_ctl -m immediate stop"));
        if let Some(replica) = self.replicas.remove(name) {
            replica.ended();
        }
    }

    /// Makes the replica that has heard further the one that is written, and waits until the other one follows it.
    async fn promote(&self) {
        let heard = [1, 2].map(|n| {
            let heard = self.ask(n, HEARD);
            heard.trim().parse::<u64>().expect("it counts bytes")
        });
        let (new, other) = if heard[0] >= heard[1] { (0, 1) } else { (1, 0) };
        self.run(&format!("PGDATA=$PWD/{} pg_ctl promote", REPLICAS[new]));
        self.until_followed(1 + new, &[REPLICAS[other]]).await;
    }

    /// That what a replica is made of has confirmed nothing: it is thrown away where that is interrupted.
    fn check_copies(&self) {
        let log = self.log();
        let told_by = |what: &str| -> BTreeSet<&str> {
            let lines = log.lines().filter(|line| line.contains(what));
            lines.filter_map(told_by).collect()
        };
        let (copies, confirming) = (told_by("pg_basebackup"), told_by("is now a candidate"));
        assert!(confirming.is_disjoint(&copies), "{log}");
        assert!(!confirming.is_empty(), "{log}");
    }
}

/// The process of a database that a line of its log is of: `2026-01-01 00:00:00.000 UTC [17] LOG:  …`.
fn told_by(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('[')?;
    rest.split_once(']').map(|(process, _)| process)
}

/// A match of Ann at one bot and Bob at the other.
struct Table {
    people: Travelers,
    id: MatchId,
    /// How many moves were confirmed.
    n_played: usize,
}

impl Table {
    async fn open(deployment: &Deployment) -> Table {
        let mut people = Travelers::default();
        people.sign_in("Ann", deployment.page(BOTS[0])).await;
        people.sign_in("Bob", deployment.page(BOTS[1])).await;
        Table {
            id: people.begin("berolina @Bob color:white").await,
            people,
            n_played: 0,
        }
    }

    /// Whoever is to move asks for the next move, under the same name each time; whether it is confirmed.
    async fn asks(&mut self) -> bool {
        let who = ["Ann", "Bob"][self.n_played % 2];
        let (guest, page) = self.people.person(who);
        let deed = text(&format!("/move {} match:{}", GAME[self.n_played], self.id));
        let event = format!("move-{}", self.n_played);
        let heard = guest.try_say(page, "lobby", &event, &deed).await;
        let heard = heard.expect("the page is there");
        let is_confirmed = heard.is_ok_and(|body| body["answer"].text().starts_with("You played"));
        self.n_played += usize::from(is_confirmed);
        is_confirmed
    }

    /// The next move is made at once.
    async fn plays(&mut self) {
        assert!(self.asks().await, "move {} is confirmed", self.n_played);
    }

    /// The next move is made, if not at once.
    async fn insists(&mut self) {
        let plays = async { while !self.asks().await {} };
        let played = timeout(PATIENCE, plays).await;
        played.expect("it is confirmed when all is there again");
    }

    /// That no move is missing that was confirmed, and none is there twice, on the page of either.
    async fn check(&mut self) {
        for who in ["Ann", "Bob"] {
            let record = self.people.record(who, self.id).await;
            let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
            assert_eq!(played, GAME[..self.n_played], "{who}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_confirmed_move_is_lost_whichever_process_dies_of_those_started_by_hand() {
    if skips_postgres() {
        return;
    }
    let mut deployment = Deployment::start().await;
    let mut table = Table::open(&deployment).await;
    table.plays().await;
    table.plays().await;

    // The others go on.
    for (who, dies, goes_on) in [("Ann", BOTS[0], BOTS[1]), ("Bob", BOTS[1], BOTS[0])] {
        deployment.kill(dies);
        table.people.goes_to(who, deployment.page(goes_on));
        table.plays().await;
        deployment.start_again(dies);
        table.people.goes_to(who, deployment.page(dies));
        table.plays().await;
        table.check().await;
    }

    // Nobody notices.
    for (dies, other) in [(REPLICAS[0], REPLICAS[1]), (REPLICAS[1], REPLICAS[0])] {
        deployment.kill(dies);
        deployment.until_followed(0, &[other]).await;
        table.plays().await;
        deployment.start_again(dies);
        deployment.until_followed(0, &REPLICAS).await;
        table.plays().await;
        table.check().await;
    }

    // Nothing is confirmed before the database has started again.
    deployment.kill(DATABASE);
    assert!(!table.asks().await);
    deployment.start_again(DATABASE);
    table.insists().await;
    table.insists().await;
    table.check().await;

    // Nor without a replica.
    deployment.until_followed(0, &REPLICAS).await;
    for replica in REPLICAS {
        deployment.kill(replica);
    }
    assert!(!table.asks().await);
    deployment.start_again(REPLICAS[1]);
    table.insists().await;
    deployment.start_again(REPLICAS[0]);
    table.insists().await;
    table.check().await;

    // Nor where the disk of the database is lost, before a replica has taken over.
    deployment.until_followed(0, &REPLICAS).await;
    deployment.kill(DATABASE);
    fs::remove_dir_all(deployment.folder.path().join(DATABASE)).expect("its disk is lost");
    assert!(!table.asks().await);
    deployment.promote().await;
    table.insists().await;
    table.insists().await;
    table.check().await;
    deployment.check_copies();
}
