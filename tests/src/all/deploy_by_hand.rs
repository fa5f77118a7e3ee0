//! `docs/deploy.md`, “The same by hand”: the test runs its lines as written. It kills each process that they start and
//! restarts it by its line while people play, and checks the page's promises.

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
    page_users::PageUsers,
    port::ReservedPort,
    postgres::ClusterFolder,
    program::{self, Program},
    skip::skips_postgres,
    venue::{BotAnswer as _, Venue as _},
};
use tokio::{task::yield_now, time::timeout};

const DATABASE: &str = "database";

/// The ports of the clusters on that page: the database, and the replicas.
const PORTS: [&str; 3] = ["5501", "5502", "5503"];

const REPLICAS: [&str; 2] = ["replica1", "replica2"];

/// The admin ports of the bots on that page.
const ADMIN_PORTS: [&str; 2] = ["9641", "9642"];

const BOTS: [&str; 2] = ["bot1", "bot2"];

/// The variable that connects them to Discord; without it each bot has a page.
const ON_DISCORD: &str = " ODDBOARD_DISCORD_TOKEN_FILE=/path/to/token";

/// The text between the variables of a bot and the name of its data folder.
const SERVES: &str = " oddboard serve --data ";

const GAME: [&str; 16] = [
    "e2g4", "e7g5", "b1c3", "b8c6", "g1f3", "g8f6", "d1e2", "d8e7", "a2b3", "a7b6", "h2g3", "h7g6",
    "h1g1", "h8g8", "g1h1", "g8h8",
];

/// A query for the replicas of which one must have each confirmed commit.
const FOLLOWING: &str = "select application_name from pg_stat_replication \
                         where state = 'streaming' and sync_state = 'quorum' order by 1";

/// A query for the log position that a replica has received.
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
        // A port of the system may contain one of that page, so all of these are removed before any is inserted.
        for (n, port) in PORTS.iter().enumerate() {
            take(&mut block, port, &format!("<{n}>"));
        }
        for (n, port) in ports.iter().enumerate() {
            take(&mut block, &format!("<{n}>"), &port.number().to_string());
        }
        let lines = block.lines().filter(|line| !line.is_empty());
        Lines(lines.map(str::to_owned).collect())
    }

    /// Returns the first lines for each terminal.
    fn exports(&self) -> String {
        let lines = self.0.iter().filter(|line| line.starts_with("export "));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// Returns the line that starts this process, also where it ran before.
    fn starting(&self, name: &str) -> &str {
        let starts = |line: &&String| match name {
            DATABASE => line.ends_with(" restart"),
            _ => named(line) == Some(name),
        };
        let line = self.0.iter().find(starts);
        line.unwrap_or_else(|| panic!("no line starts {name}"))
    }
}

/// Replaces a text that must occur.
#[track_caller]
fn take(text: &mut String, what: &str, by: &str) {
    assert!(text.contains(what), "{what} is not on that page");
    *text = text.replace(what, by);
}

fn deploy(name: &str) -> PathBuf {
    testkit::path("bot/deploy").join(name)
}

/// Returns the shell lines below a heading of that page.
fn block(heading: &str) -> String {
    let readme = fs::read_to_string(testkit::path("docs/deploy.md")).expect("there is such a page");
    let (_, below) = readme.split_once(heading).expect("it has this heading");
    let (_, block) = below.split_once("```sh\n").expect("a block is below it");
    let (block, _) = block.split_once("```").expect("the block has an end");
    block.to_owned()
}

/// Returns the name of the process that a line starts in its own terminal.
fn named(line: &str) -> Option<&str> {
    let (_, rest) = line
        .split_once(" REPLICA=")
        .or_else(|| line.split_once(SERVES))?;
    rest.split(' ').next()
}

/// A replica in its terminal. Dropping it asks the replica to end.
struct Terminal(Child);

impl Terminal {
    fn ended(mut self) {
        self.0.wait().expect("a replica that is stopped ends");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            // It may end at this moment.
            let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        }
    }
}

/// All processes that the lines have started.
struct Deployment {
    bots: BTreeMap<String, Program>,
    replicas: BTreeMap<String, Terminal>,
    lines: Lines,
    ports: [ReservedPort; 3],
    folder: ClusterFolder,
}

impl Deployment {
    /// Runs the page's lines in order.
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

    /// Returns a shell that has run the first lines for each terminal.
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

    /// Returns the output of all terminals.
    fn log(&self) -> String {
        let log = fs::read(self.folder.path().join("log")).expect("the log is there");
        String::from_utf8_lossy(&log).into_owned()
    }

    /// Runs a line that comes to an end.
    #[track_caller]
    fn run(&self, line: &str) {
        let done = self.shell(line).status().expect("a shell runs");
        assert!(done.success(), "{line}\n{}", self.log());
    }

    /// Returns the reply of the database at one of the ports, or nothing while it is down.
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

    /// Runs the line that starts this process.
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

    /// Starts a bot, with its page at a port that the system chooses.
    fn bot(&self, variables: &str, name: &str) -> Program {
        let text = format!("{}exec env {variables} \"$@\"", self.lines.exports());
        let mut command = program::wrapped(Command::new("sh"));
        command
            .args(["-euc", &text, "sh"])
            .arg(program::path())
            .stderr(self.log_file());
        // Its database is that of the page, even if other tests use another one.
        command.env_remove("ODDBOARD_STORE_URL");
        Program::start_by(command, "127.0.0.1:0", &self.folder.path().join(name))
    }

    /// Returns the address of a bot's page.
    fn page(&self, bot: &str) -> &str {
        &self.bots[bot].address
    }

    /// Kills a process at once, in any state.
    fn kill(&mut self, name: &str) {
        if let Some(bot) = self.bots.remove(name) {
            return bot.kill();
        }
        self.run(&format!("PGDATA=$PWD/{name} pg_ctl -m immediate stop"));
        if let Some(replica) = self.replicas.remove(name) {
            replica.ended();
        }
    }

    /// Promotes the replica that has received more, and waits until the other one follows it.
    async fn promote(&self) {
        let heard = [1, 2].map(|n| {
            let heard = self.ask(n, HEARD);
            heard.trim().parse::<u64>().expect("it counts bytes")
        });
        let (new, other) = if heard[0] >= heard[1] { (0, 1) } else { (1, 0) };
        self.run(&format!("PGDATA=$PWD/{} pg_ctl promote", REPLICAS[new]));
        self.until_followed(1 + new, &[REPLICAS[other]]).await;
    }

    /// Checks that the session of a replica's base copy has confirmed no commit: an interrupted copy is thrown away.
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

/// Returns the process of a database that wrote a log line: `2026-01-01 00:00:00.000 UTC [17] LOG:  …`.
fn told_by(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('[')?;
    rest.split_once(']').map(|(process, _)| process)
}

/// A match of Ann at one bot and Bob at the other.
struct Table {
    people: PageUsers,
    id: MatchId,
    /// The number of confirmed moves.
    n_played: usize,
}

impl Table {
    async fn open(deployment: &Deployment) -> Table {
        let mut people = PageUsers::default();
        people.sign_in("Ann", deployment.page(BOTS[0])).await;
        people.sign_in("Bob", deployment.page(BOTS[1])).await;
        Table {
            id: people.begin("berolina @Bob color:white").await,
            people,
            n_played: 0,
        }
    }

    /// Requests the next move as the player to move, under the same event name each time. Tells whether it is
    /// confirmed.
    async fn asks(&mut self) -> bool {
        let who = ["Ann", "Bob"][self.n_played % 2];
        let (guest, page) = self.people.person(who);
        let input = text(&format!("/move {} match:{}", GAME[self.n_played], self.id));
        let event = format!("move-{}", self.n_played);
        let heard = guest.try_send(page, "lobby", &event, &input).await;
        let heard = heard.expect("the page is there");
        let is_confirmed = heard.is_ok_and(|body| body["answer"].text().starts_with("You played"));
        self.n_played += usize::from(is_confirmed);
        is_confirmed
    }

    /// Makes the next move in one attempt.
    async fn plays(&mut self) {
        assert!(self.asks().await, "move {} is confirmed", self.n_played);
    }

    /// Makes the next move, with retries.
    async fn insists(&mut self) {
        let plays = async { while !self.asks().await {} };
        let played = timeout(PATIENCE, plays).await;
        played.expect("it is confirmed when all is there again");
    }

    /// Checks that each confirmed move occurs exactly once on the page of each player.
    async fn check(&mut self) {
        for who in ["Ann", "Bob"] {
            let record = self.people.record(who, self.id).await;
            let played: Vec<_> = record.inputs.iter().map(ToString::to_string).collect();
            assert_eq!(played, GAME[..self.n_played], "{who}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_confirmed_move_is_lost_when_a_process_started_by_hand_dies() {
    if skips_postgres() {
        return;
    }
    let mut deployment = Deployment::start().await;
    let mut table = Table::open(&deployment).await;
    table.plays().await;
    table.plays().await;

    // The other processes continue.
    for (who, dies, goes_on) in [("Ann", BOTS[0], BOTS[1]), ("Bob", BOTS[1], BOTS[0])] {
        deployment.kill(dies);
        table.people.goes_to(who, deployment.page(goes_on));
        table.plays().await;
        deployment.start_again(dies);
        table.people.goes_to(who, deployment.page(dies));
        table.plays().await;
        table.check().await;
    }

    // Players notice nothing.
    for (dies, other) in [(REPLICAS[0], REPLICAS[1]), (REPLICAS[1], REPLICAS[0])] {
        deployment.kill(dies);
        deployment.until_followed(0, &[other]).await;
        table.plays().await;
        deployment.start_again(dies);
        deployment.until_followed(0, &REPLICAS).await;
        table.plays().await;
        table.check().await;
    }

    // No move is confirmed before the database has restarted.
    deployment.kill(DATABASE);
    assert!(!table.asks().await);
    deployment.start_again(DATABASE);
    table.insists().await;
    table.insists().await;
    table.check().await;

    // No move is confirmed without a replica.
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

    // No move is confirmed after the database loses its disk, until a replica has taken over.
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
