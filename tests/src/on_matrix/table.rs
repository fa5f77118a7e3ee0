//! People who play through the real program on a real homeserver.

use std::{path::PathBuf, process::ExitStatus, sync::Arc};

use api::{Alone, Roles, Tenure};
use matrix_sdk::ruma::OwnedRoomId;
use rules::{Record, Variant};
use serde_json::Value;
use tempfile::TempDir;
use testkit::Random;
use tests::{
    matrix::{Homeserver, Person, ReceivedEvent},
    program::Program,
};
use tokio::task::JoinHandle;

/// Returns the tenure of a bot without other processes on Matrix.
pub(super) fn alone() -> Tenure {
    let alone: Arc<dyn Roles> = Arc::new(Alone);
    Tenure::begin(&alone)
}

/// The program on its own folder, with the players Ann and Bob and the spectator Eve in an encrypted room.
pub(super) struct Table {
    pub(super) homeserver: Homeserver,
    program: Option<Program>,
    folder: TempDir,
    settings: Vec<(&'static str, String)>,
    pub(super) ann: Person,
    pub(super) bob: Person,
    pub(super) eve: Person,
    pub(super) room: OwnedRoomId,
}

/// A match in progress.
pub(super) struct Match {
    pub(super) id: String,
    /// The post of its challenge, which is the root of its thread.
    pub(super) challenge: ReceivedEvent,
    pub(super) n_moves: usize,
}

impl Table {
    pub(super) async fn open(settings: &[(&'static str, &'static str)]) -> Table {
        Table::open_in(true, Value::Null, settings).await
    }

    /// Opens a table in a room with these power levels.
    pub(super) async fn open_in(
        is_encrypted: bool,
        powers: Value,
        settings: &[(&'static str, &'static str)],
    ) -> Table {
        let homeserver = Table::homeserver().await;
        let settings = settings
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()));
        Table::open_at(homeserver, is_encrypted, powers, settings.collect()).await
    }

    /// Starts a homeserver with all accounts.
    pub(super) async fn homeserver() -> Homeserver {
        let started =
            tokio::task::spawn_blocking(|| Homeserver::start(&["odd", "ann", "bob", "eve"]));
        started.await.expect("a homeserver")
    }

    /// Starts a homeserver with all accounts and Synapse's default rate limits.
    pub(super) async fn homeserver_with_limits() -> Homeserver {
        let started = tokio::task::spawn_blocking(|| {
            Homeserver::start_with_limits(&["odd", "ann", "bob", "eve"])
        });
        started.await.expect("a homeserver")
    }

    /// Opens a table on a running homeserver.
    pub(super) async fn open_at(
        homeserver: Homeserver,
        is_encrypted: bool,
        powers: Value,
        settings: Vec<(&'static str, String)>,
    ) -> Table {
        let ann = Person::log_in(&homeserver, "ann").await;
        let bob = Person::log_in(&homeserver, "bob").await;
        let eve = Person::log_in(&homeserver, "eve").await;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let data = folder.path().join("data");
        let may_speak = powers["events_default"].is_null();
        let room = ann
            .open_room(&["bob", "eve", "odd"], is_encrypted, powers)
            .await;
        let mut table = Table {
            homeserver,
            program: None,
            folder,
            settings,
            ann,
            bob,
            eve,
            room,
        };
        assert!(!data.exists(), "the folder is new");
        table.start().await;
        let here = table.room.clone();
        table
            .ann
            .until("everybody", |seen| {
                let came = |name: &str| {
                    seen.iter().any(|event| {
                        event.room == here
                            && event.kind == "m.room.member"
                            && event.content["membership"] == "join"
                            && event.sender == format!("@{name}:localhost")
                    })
                };
                ["bob", "eve", "odd"].into_iter().all(came).then_some(())
            })
            .await;
        if may_speak {
            table.hear_greeting().await;
        }
        table
    }

    /// Waits until everybody can read the bot's greeting. If a person writes before that, the bot sends them the room key a
    /// second time, for messages after the greeting. If their matrix-sdk receives both keys at once, it keeps the later one, and
    /// the greeting stays sealed.
    async fn hear_greeting(&self) {
        for person in [&self.ann, &self.bob, &self.eve] {
            let said = |seen: &[ReceivedEvent]| {
                seen.iter().any(ReceivedEvent::is_said_by_bot).then_some(())
            };
            person.until("the greeting", said).await;
        }
    }

    /// Returns the address of the page of the program.
    pub(super) fn page_address(&mut self) -> String {
        let program = self.program.as_mut().expect("the program runs");
        program.page_address().to_owned()
    }

    pub(super) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the program, and waits until it is connected.
    pub(super) async fn start(&mut self) {
        let started = self.try_start(&[]).await;
        started.unwrap_or_else(|how| panic!("{how}, and logged:\n{}", self.log()));
    }

    /// Starts the program with these extra settings. Returns its exit status if it ends before it is connected.
    pub(super) async fn try_start(
        &mut self,
        more: &[(&'static str, String)],
    ) -> Result<(), ExitStatus> {
        let (data, address) = (self.data(), self.homeserver.address());
        let settings = [&self.settings, more].concat();
        let started = tokio::task::spawn_blocking(move || {
            let settings = settings.iter().map(|(name, value)| (*name, &**value));
            Program::try_start_on_matrix(&data, &address, &settings.collect::<Vec<_>>())
        });
        let started = started.await.expect("nothing panics");
        self.program = Some(started.map_err(|(_, how)| how)?);
        Ok(())
    }

    /// Returns a task that awaits the end of the program.
    pub(super) fn ending(&mut self) -> JoinHandle<ExitStatus> {
        let program = self.program.take().expect("the program runs");
        tokio::task::spawn_blocking(move || program.ended())
    }

    /// Replaces a setting for all starts of the program from now on.
    pub(super) fn set(&mut self, before: &str, setting: Option<(&'static str, &str)>) {
        self.settings.retain(|(name, _)| *name != before);
        let setting = setting.map(|(name, value)| (name, value.to_owned()));
        self.settings.extend(setting);
    }

    /// Runs a command of the program on its data, while it does not serve.
    pub(super) async fn run(&self, arguments: &[&str]) -> std::process::Output {
        self.run_with(arguments, &[]).await
    }

    /// Runs a command with these extra settings.
    pub(super) async fn run_with(
        &self,
        arguments: &[&str],
        settings: &[(&str, &str)],
    ) -> std::process::Output {
        let mut command = tests::program::command();
        command
            .args(arguments)
            .env("ODDBOARD_MATRIX_HOMESERVER", self.homeserver.address())
            .env("ODDBOARD_MATRIX_USER", "@odd:localhost")
            .env("ODDBOARD_STORE_PATH", self.data())
            .envs(settings.iter().copied())
            .current_dir(self.folder.path());
        let ran = tokio::task::spawn_blocking(move || command.output()).await;
        ran.expect("nothing panics").expect("the program runs")
    }

    /// Asks the program to end. Tells whether it ended well.
    pub(super) async fn stop(&mut self) -> bool {
        let program = self.program.take().expect("the program runs");
        let ended = tokio::task::spawn_blocking(move || program.stop()).await;
        ended.expect("nothing panics").1.success()
    }

    /// Kills the program immediately.
    pub(super) fn kill(&mut self) {
        self.program.take().expect("the program runs").kill();
    }

    /// Stops the homeserver and starts it again.
    pub(super) async fn restart_homeserver(self) -> Table {
        let restarted = tokio::task::spawn_blocking(move || {
            self.homeserver.stop();
            self.homeserver.start_again();
            self
        });
        restarted.await.expect("the homeserver comes back")
    }

    /// Returns the complete log of the program.
    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).expect("the log is a text")
    }

    /// Lets Ann challenge Bob as White, and Bob accept with a reaction.
    pub(super) async fn begin(&self, variant: Variant, options: &str) -> Match {
        let (ann, bob) = (self.ann.now(), self.bob.now());
        let text = format!("!odd challenge {variant} @bob:localhost color:white {options}");
        let asked = self.ann.says(&self.room, text.trim()).await;
        let challenge = self.bob.reads(bob, "ann challenges bob").await;
        assert_eq!(self.ann.sign(&asked).await, "✅");
        assert_eq!(
            challenge.content["m.mentions"]["user_ids"][0],
            "@bob:localhost"
        );
        assert!(challenge.body().contains("✅ Accept · ❌ Decline"));
        self.bob.reacts(&challenge, "✅").await;
        let board = self.ann.reads(ann, "· match ").await;
        assert_eq!(board.thread(), Some(challenge.id.as_str()));
        let id = board
            .body()
            .split("· match ")
            .nth(1)
            .and_then(|rest| rest.get(..5));
        Match {
            id: id.expect("a board names its match").to_owned(),
            challenge,
            n_moves: 0,
        }
    }

    /// Returns the boards of a match that a person has received, in order.
    pub(super) fn boards(seen: &[ReceivedEvent], played: &Match) -> Vec<ReceivedEvent> {
        let boards = seen.iter().filter(|event| {
            event.is_said_by_bot()
                && event.thread() == Some(played.challenge.id.as_str())
                && event.content["msgtype"] == "m.image"
        });
        boards.cloned().collect()
    }

    /// Waits for the board with this number.
    pub(super) async fn board(&self, person: &Person, played: &Match, n: usize) -> ReceivedEvent {
        let what = format!("board {n} of match {}", played.id);
        person
            .until(&what, |seen| Table::boards(seen, played).into_iter().nth(n))
            .await
    }

    /// Returns the person to move on a board, or `None` if the match is over.
    pub(super) fn to_move(&self, board: &ReceivedEvent) -> Option<&Person> {
        let line = board.body().lines().find(|line| line.contains("· match"))?;
        let mut players = [&self.ann, &self.bob].into_iter();
        players.find(|person| line.starts_with(&format!("{} (", person.name)))
    }

    /// Waits until a person has joined their direct room with the bot, and returns it.
    pub(super) async fn direct(&self, person: &Person) -> OwnedRoomId {
        let here = self.room.clone();
        person
            .until("a room for direct messages", |seen| {
                let mut own = seen.iter().filter(|event| {
                    event.room != here
                        && event.kind == "m.room.member"
                        && event.sender == person.account()
                        && event.content["membership"] == "join"
                });
                own.next_back().map(|event| event.room.clone())
            })
            .await
    }

    /// Makes a random move by replies with numbers in direct messages. `asked` is the number of events seen before the request
    /// for it. Returns the bot's text of the played move.
    pub(super) async fn choose(
        &self,
        person: &Person,
        asked: usize,
        random: &mut Random,
    ) -> String {
        let mut after = asked;
        loop {
            let said = person
                .until("menus or a move", |seen| {
                    let later = seen.iter().enumerate().skip(after);
                    let mut answers = later.filter(|(_, event)| {
                        event.is_said_by_bot()
                            && ["Answer with the number", "You played", "Keep thinking"]
                                .iter()
                                .any(|words| event.body().contains(words))
                    });
                    answers.next().map(|(n, event)| (n, event.clone()))
                })
                .await;
            let (n, said) = said;
            assert_ne!(
                said.room, self.room,
                "an answer is said to one person alone"
            );
            after = n + 1;
            if said.body().contains("You played") {
                return said.body().lines().next().unwrap_or_default().to_owned();
            }
            let n_choices = said
                .body()
                .lines()
                .filter(|line| {
                    line.split_once(". ").is_some_and(|(number, label)| {
                        number.parse::<usize>().is_ok() && label != "Start over"
                    })
                })
                .count();
            let answer = match n_choices {
                0 => "yes".to_owned(),
                n => (random.below(n) + 1).to_string(),
            };
            person.says(&said.room, &answer).await;
        }
    }

    /// Makes a random move, requested in the thread, or in direct messages if there is a room for them.
    pub(super) async fn play(&self, played: &mut Match, random: &mut Random) -> Option<String> {
        let board = self.board(&self.ann, played, played.n_moves).await;
        let person = self.to_move(&board)?;
        self.board(person, played, played.n_moves).await;
        let before = person.now();
        let thread = played.challenge.id.as_str();
        if played.n_moves % 4 < 2 {
            person.says_in(&self.room, thread, "!odd move").await;
        } else {
            let direct = self.direct(person).await;
            person
                .says(&direct, &format!("move match:{}", played.id))
                .await;
        }
        let said = self.choose(person, before, random).await;
        played.n_moves += 1;
        for person in [&self.ann, &self.bob, &self.eve] {
            self.board(person, played, played.n_moves).await;
        }
        Some(said)
    }

    /// Returns the record of a match as Ann receives it.
    pub(super) async fn record(&self, played: &Match) -> Record {
        let before = self.ann.now();
        let text = format!("!odd export match:{}", played.id);
        self.ann.says(&self.room, &text).await;
        let file = self
            .ann
            .until("a record", |seen| {
                let mut later = seen.iter().skip(before);
                later
                    .find(|event| event.content["msgtype"] == "m.file")
                    .cloned()
            })
            .await;
        let text = String::from_utf8(self.ann.file(&file).await).expect("a record is a text");
        text.parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Checks that everybody has the same boards, exactly one for each move. Checks that each recipient can decrypt their events,
    /// and that the record can be played.
    pub(super) async fn check(&self, played: &Match, record: &Record) {
        self.check_boards(played);
        record.replay().expect("the record can be played");
    }

    /// The same check without the record.
    pub(super) fn check_boards(&self, played: &Match) {
        for person in [&self.ann, &self.bob, &self.eve] {
            let seen = person.all();
            let boards = Table::boards(&seen, played);
            assert_eq!(boards.len(), played.n_moves + 1, "{}", person.transcript());
            let mut ids: Vec<_> = boards.iter().map(|board| board.id.clone()).collect();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), boards.len());
            let sealed = seen.iter().filter(|event| event.sealed.is_some()).count();
            assert_eq!(sealed, 0, "{}", person.transcript());
        }
    }

    /// Closes the table. Checks that the program reported no error and logged no secret.
    pub(super) async fn close(mut self) {
        assert!(self.stop().await, "{}", self.log());
        let log = self.log();
        assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
        assert!(
            !log.contains(tests::matrix::PASSWORD) && !log.contains("syt_"),
            "{log}"
        );
    }
}
