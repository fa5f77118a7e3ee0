//! Three real programs on one database with a replica, and the faults that the tests inject.

use std::{
    fs::File,
    path::PathBuf,
    process::{Command, ExitStatus},
    sync::Arc,
    time::Duration,
};

use api::Store;
use store::open_database;
use tempfile::TempDir;
use tests::{
    PATIENCE,
    crash::Shim,
    discord::Discord,
    postgres::{Postgres, Replica, settings},
    program::{Program, command},
    weak_line::{LineCondition, WeakLine},
};
use tokio::{
    sync::{Mutex, OwnedMutexGuard},
    task::{JoinSet, spawn_blocking},
    time::{interval, timeout},
};

use crate::script::{Fault, N_PROCESSES};

/// The clock offset of each process, in seconds ahead.
const CLOCKS: [i64; N_PROCESSES] = [0, 3, -3];

/// The settings of all programs: limits that no player reaches.
const SETTINGS: [(&str, &str); 2] = [
    ("ODDBOARD_LIMITS_MATCHES", "10000"),
    ("ODDBOARD_LIMITS_CHALLENGES", "100"),
];

/// The pause before the restart of a program that failed to start.
const RETRY: Duration = Duration::from_millis(200);

/// The programs, the database, and the connections between them.
pub(crate) struct Cluster {
    members: Vec<Arc<Member>>,
    database: Database,
    /// The programs that are being started, some after their old process has ended. Each task returns a complaint, if there is
    /// one.
    starting: JoinSet<Option<String>>,
    /// The output folder. It remains if a test fails.
    pub(crate) folder: TempDir,
}

/// A database, and the replica that takes over from it.
struct Database {
    primary: &'static Postgres,
    replica: Arc<Replica<'static>>,
    is_failed_over: bool,
    /// Its address for connections that no fault cuts.
    url: String,
}

/// One of the programs.
struct Member {
    address: String,
    folder: PathBuf,
    url: String,
    clock: i64,
    shim: Arc<Shim>,
    discord: Arc<Discord>,
    /// The connections to the database and to the replica.
    lines: [WeakLine; 2],
    /// The running program, or `None`. It is locked during a start.
    program: Arc<Mutex<Option<Program>>>,
}

impl Cluster {
    /// Starts the cluster.
    pub(crate) async fn start(discord: &Arc<Discord>) -> Cluster {
        let database = spawn_blocking(Database::start).await;
        let database = database.expect("the database starts");
        let folder = TempDir::new().expect("a temporary folder");
        let shim = Arc::new(Shim::build());
        let mut members = Vec::new();
        for (n, clock) in CLOCKS.into_iter().enumerate() {
            let addresses = database.addresses();
            let [primary, replica] = &addresses;
            let lines = [WeakLine::to(primary).await, WeakLine::to(replica).await];
            let mut url = database.url.clone();
            for (line, address) in lines.iter().zip(&addresses) {
                url = url.replace(address, &line.address);
            }
            let mut member = Member {
                address: "127.0.0.1:0".to_owned(),
                folder: folder.path().join(n.to_string()),
                url,
                clock,
                shim: Arc::clone(&shim),
                discord: Arc::clone(discord),
                lines,
                program: Arc::default(),
            };
            std::fs::create_dir(&member.folder).expect("a folder for a program");
            let program = member.started().await;
            member.address.clone_from(&program.address);
            member.program = Arc::new(Mutex::new(Some(program)));
            members.push(Arc::new(member));
        }
        Cluster {
            members,
            database,
            starting: JoinSet::new(),
            folder,
        }
    }

    /// Returns the addresses of the pages.
    pub(crate) fn pages(&self) -> Vec<String> {
        let members = self.members.iter();
        members.map(|member| member.address.clone()).collect()
    }

    /// Injects a fault, waiting for a process that is being started. Tells whether the fault occurred.
    pub(crate) async fn suffer(&mut self, fault: Fault) -> bool {
        match fault {
            Fault::Kill(n) => self.members[n].kill().await,
            Fault::Start(n) => {
                let member = Arc::clone(&self.members[n]);
                self.starting.spawn(async move {
                    member.start().await;
                    None
                });
                true
            }
            Fault::Replace(n) => {
                let member = Arc::clone(&self.members[n]);
                let program = Arc::clone(&member.program).lock_owned().await;
                let is_there = program.is_some();
                self.starting
                    .spawn(async move { member.replace(program).await });
                is_there
            }
            Fault::Stop(n) => self.members[n].order(Program::suspend).await,
            Fault::GoOn(n) => self.members[n].order(Program::go_on).await,
            Fault::Line(n, condition) => {
                self.members[n].set_lines(condition).await;
                true
            }
            Fault::Restart => self.database.restart().await,
            Fault::FailOver => self.database.fail_over().await,
        }
    }

    /// Waits until all programs run again. Returns how each program ended that was asked to end and did not end cleanly.
    pub(crate) async fn calm(&mut self) -> Vec<String> {
        let mut complaints = Vec::new();
        while let Some(started) = self.starting.join_next().await {
            complaints.extend(started.expect("starting does not panic"));
        }
        complaints
    }

    /// Returns the store.
    pub(crate) async fn store(&self) -> Box<dyn Store> {
        let url = self.database.url.clone();
        let store = spawn_blocking(move || open_database(&settings(&url))).await;
        let store = store.expect("opening does not panic");
        store.expect("the database opens")
    }

    /// Returns the complete log of a program.
    pub(crate) fn log(&self, n: usize) -> String {
        std::fs::read_to_string(self.members[n].log()).expect("a log is a text")
    }
}

impl Database {
    fn start() -> Database {
        let primary = Postgres::shared();
        let url = primary.make_database();
        let replica = primary.replica();
        let both = format!("{},{}", primary.address(), replica.address());
        Database {
            url: url.replace(&primary.address(), &both),
            primary,
            replica: Arc::new(replica),
            is_failed_over: false,
        }
    }

    fn addresses(&self) -> [String; 2] {
        [self.primary.address(), self.replica.address()]
    }

    async fn restart(&self) -> bool {
        let (primary, replica) = (self.primary, Arc::clone(&self.replica));
        let restarted = if self.is_failed_over {
            spawn_blocking(move || replica.restart()).await
        } else {
            spawn_blocking(move || primary.restart()).await
        };
        restarted.expect("the database starts again");
        true
    }

    async fn fail_over(&mut self) -> bool {
        self.is_failed_over = true;
        let (primary, replica) = (self.primary, Arc::clone(&self.replica));
        let promoted = spawn_blocking(move || {
            primary.stop(true);
            replica.promote();
        });
        promoted.await.expect("the replica takes over");
        true
    }
}

impl Member {
    fn command(&self) -> Command {
        let log = File::options().create(true).append(true).open(self.log());
        let mut command = command();
        command
            .env("ODDBOARD_STORE_URL", &self.url)
            .envs(SETTINGS)
            .stderr(log.expect("a file for the log"));
        if self.clock != 0 {
            self.shim.set_clock(&mut command, self.clock);
        }
        command
    }

    fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// Waits until the program has started.
    async fn started(&self) -> Program {
        let mut tries = interval(RETRY);
        loop {
            tries.tick().await;
            let (command, address) = (self.command(), self.address.clone());
            let (data, discord) = (self.folder.join("data"), Arc::clone(&self.discord));
            let program = spawn_blocking(move || {
                Program::try_start_on_both(command, &address, &data, &discord)
            });
            if let Some(program) = program.await.expect("starting does not panic") {
                return program;
            }
        }
    }

    /// Starts the program, unless it is running.
    async fn start(&self) {
        let mut program = self.program.lock().await;
        if program.is_none() {
            *program = Some(self.started().await);
        }
    }

    /// Asks the program to end, as a deploy does, and starts it again once it has ended. Returns how it ended, unless it ended
    /// cleanly.
    ///
    /// The test requires only that it ends, and without failure. Without the database it can neither hand over its shard nor
    /// finish its deliveries. The other processes continue with these once they consider it dead.
    async fn replace(&self, mut program: OwnedMutexGuard<Option<Program>>) -> Option<String> {
        let status = end(program.take()?).await;
        *program = Some(self.started().await);
        let folder = self.folder.display();
        let told = || format!("the program of {folder} was asked to end, and ended by {status}");
        (!status.success()).then(told)
    }

    /// Kills the program. Tells whether it was running.
    async fn kill(&self) -> bool {
        let program = self.program.lock().await.take();
        let is_there = program.is_some();
        program.into_iter().for_each(Program::kill);
        is_there
    }

    /// Applies an operation to the program. Tells whether it was running.
    async fn order(&self, order: impl Fn(&Program)) -> bool {
        let program = self.program.lock().await;
        program.as_ref().map(order).is_some()
    }

    /// Sets the condition of the program's connections from now on. If that condition loses data, this returns once some data was
    /// lost.
    async fn set_lines(&self, condition: LineCondition) {
        for line in &self.lines {
            line.set(condition);
        }
        if let LineCondition::Silent | LineCondition::Deaf = condition {
            // The database answers on one of them.
            let [primary, replica] = &self.lines;
            tokio::select! {
                () = primary.until_lost() => {}
                () = replica.until_lost() => {}
            }
        }
    }
}

/// Asks a program to end, and returns its exit status. Kills it after a timeout.
async fn end(program: Program) -> ExitStatus {
    let id = program.id().to_string();
    let mut ending = spawn_blocking(move || program.stop().1);
    let in_time = timeout(PATIENCE, &mut ending).await;
    let ended = match in_time {
        Ok(ended) => ended,
        Err(_) => {
            // The process may have ended just now.
            let _ = Command::new("kill").args(["-KILL", &id]).status();
            ending.await
        }
    };
    ended.expect("ending does not panic")
}
