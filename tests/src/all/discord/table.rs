//! People who play on a local Discord.

use std::{fs::File, mem, path::PathBuf, sync::Arc, time::Duration};

use rules::{Record, Variant};
use tempfile::TempDir;
use testkit::Random;
use tests::{
    discord::{
        Discord, InjectedFault, Interaction, Message, Room, ServerFault, Setup, User, offered,
        permission,
    },
    program::Program,
    store::fresh_writer,
    venue::challenged,
};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

pub(super) use tests::discord::{command, confirmed, guided, moves};

use super::in_process::Bot;
use crate::time::{self, StoppedTime};

/// The bot, with the players Ann and Bob, and Eve, who watches.
pub(super) struct Table {
    pub(super) discord: Discord,
    host: Host,
    folder: TempDir,
    settings: Vec<(&'static str, &'static str)>,
    pub(super) ann: User,
    pub(super) bob: User,
    pub(super) eve: User,
    pub(super) lobby: Room,
}

/// The place where the bot runs.
enum Host {
    /// No bot at the moment.
    Away,
    /// The real program, on its own folder.
    Program(Program),
    /// This process, with stopped time.
    InProcess {
        _held: (Bot, DefaultGuard, StoppedTime),
    },
}

/// A match in play.
pub(super) struct Match {
    pub(super) id: String,
    /// The room of its boards.
    pub(super) room: Room,
    /// The moves as the replies to the players named them.
    pub(super) moves: Vec<String>,
}

/// The input by which a player makes a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MoveInput {
    /// Typing a command with the help of completions.
    Command,
    /// Typing a command without a move, and choosing from menus.
    Bare,
    /// Pressing Move below the board and choosing from menus.
    Menus,
    /// The same in direct messages, which exist in matches with hidden objects.
    Direct,
    /// Pressing Move, then typing into the window that opens.
    Window,
}

impl Table {
    /// Opens a table with the real program.
    pub(super) async fn open() -> Table {
        Table::open_with(Setup::default(), &[]).await
    }

    /// Opens a table with these settings of the program.
    pub(super) async fn open_with(
        setup: Setup,
        settings: &[(&'static str, &'static str)],
    ) -> Table {
        let mut table = Table::set(setup, settings).await;
        table.start().await;
        table.discord.registered().await;
        table
    }

    /// Opens a table with a bot in this process; the test controls its time and Discord's.
    pub(super) async fn in_process(setup: Setup) -> Table {
        let time = time::stop();
        let mut table = Table::set(setup, &[]).await;
        let log = File::create(table.folder.path().join("log")).expect("a file for the log");
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(Arc::new(log))
            .with_filter(Targets::new().with_targets(
                ["bot", "discord", "store"].map(|target| (target, LevelFilter::INFO)),
            ));
        let logs = tracing_subscriber::registry().with(lines).set_default();
        let writer = fresh_writer();
        let bot = Bot::start(&table.discord, writer, &|_| {});
        table.host = Host::InProcess {
            _held: (bot, logs, time),
        };
        time::flow(table.discord.registered()).await;
        table
    }

    async fn set(setup: Setup, settings: &[(&'static str, &'static str)]) -> Table {
        let discord = setup.start().await;
        let [ann, bob, eve] = ["Ann", "Bob", "Eve"].map(|name| discord.user(name));
        let lobby = discord.channel("lobby");
        Table {
            discord,
            host: Host::Away,
            folder: tempfile::tempdir().expect("a temporary folder"),
            settings: settings.to_vec(),
            ann,
            bob,
            eve,
            lobby,
        }
    }

    /// Advances the time of a bot in this process, and Discord's with it.
    pub(super) async fn pass(&self, by: Duration) {
        self.discord.advance(by);
        tokio::time::advance(by).await;
    }

    /// Advances it by small steps, so that sockets keep up.
    pub(super) async fn pass_slowly(&self, by: Duration) {
        for _ in 0..by.as_millis() {
            for _ in 0..64 {
                tokio::task::yield_now().await;
            }
            self.pass(Duration::from_millis(1)).await;
        }
    }

    /// Advances it until a future is ready.
    pub(super) async fn flow<T>(&self, awaited: impl Future<Output = T>) -> T {
        tokio::select! {
            biased;
            found = awaited => found,
            () = self.pass_slowly(Duration::from_secs(60 * 60)) => panic!("it does not happen"),
        }
    }

    /// Starts the program, and waits until it is ready.
    pub(super) async fn start(&mut self) {
        let n = self.discord.gateway().n_opened();
        self.launch();
        self.discord.gateway().opened(n + 1).await;
    }

    /// Starts the program, which may not be ready for a while.
    pub(super) fn launch(&mut self) {
        let program = Program::start_on_discord(&self.data(), &self.discord, &self.settings);
        self.host = Host::Program(program);
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Asks the program to end. Returns whether it ended well.
    pub(super) async fn stop(&mut self) -> bool {
        let program = self.program();
        let ended = tokio::task::spawn_blocking(move || program.stop()).await;
        ended.expect("nothing panics").1.success()
    }

    /// Waits until the program ends by itself, and returns its exit code.
    pub(super) async fn ended(&mut self) -> Option<i32> {
        let program = self.program();
        let ended = tokio::task::spawn_blocking(move || program.ended()).await;
        ended.expect("nothing panics").code()
    }

    /// Kills the program in any state.
    pub(super) fn kill(&mut self) {
        self.program().kill();
    }

    fn program(&mut self) -> Program {
        match mem::replace(&mut self.host, Host::Away) {
            Host::Program(program) => program,
            Host::Away | Host::InProcess { .. } => panic!("the program does not run"),
        }
    }

    /// Returns the address at which the program serves its public page.
    pub(super) fn page_address(&mut self) -> String {
        match &mut self.host {
            Host::Program(program) => program.page_address().to_owned(),
            Host::Away | Host::InProcess { .. } => panic!("the program does not run"),
        }
    }

    /// Returns the log of the program.
    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).expect("the log is a text")
    }

    /// Returns the number of registrations of commands.
    pub(super) fn n_registrations(&self) -> usize {
        self.discord.n_called(&["PUT /applications"])
    }

    /// Challenges Bob as Ann, who plays White, and accepts as Bob.
    pub(super) async fn begin(&self, variant: Variant, options: &str) -> Match {
        let text = format!("/challenge variant:{variant} opponent:@Bob color:white {options}");
        let id = self.accepted(&self.lobby, text.trim()).await;
        let room = self.lobby.until_threads(1).await.pop().expect("a thread");
        let played = Match::new(id, room);
        played.board(1).await;
        played
    }

    /// Challenges Bob as Ann with this command in this room, and accepts as Bob. Returns the id of the match.
    pub(super) async fn accepted(&self, room: &Room, text: &str) -> String {
        let said = self.ann.asks(room, text).await;
        let post = self.bob.reads(room, "challenges Bob").await;
        let accepted = self.bob.clicks(&post, "Accept").await;
        accepted.in_private().begins("You accepted");
        challenged(&said.text).to_string()
    }

    /// Returns the player to move on a board.
    pub(super) fn to_move(&self, board: &Message) -> &User {
        let mut players = [&self.ann, &self.bob].into_iter();
        let waits = players.find(|user| waits_for(board, &user.name()));
        waits.unwrap_or_else(|| panic!("a board waits for nobody: {:?}", board.text))
    }

    /// Makes a random move.
    pub(super) async fn play(&self, played: &mut Match, input: MoveInput, random: &mut Random) {
        let board = played.board(played.moves.len() + 1).await;
        let user = self.to_move(&board);
        let asked = match input {
            MoveInput::Command => command(user, &played.room, random).await,
            MoveInput::Bare => guided(user.types(&played.room, "/move"), user, random).await,
            MoveInput::Menus => guided(user.presses(&board, "Move"), user, random).await,
            MoveInput::Direct => {
                let whisper = whispered(user, &board).await;
                guided(user.presses(&whisper, "Move"), user, random).await
            }
            MoveInput::Window => {
                let menus = user.clicks(&board, "Move").await;
                let window = user.presses(&menus, "Type it").modal().await;
                let text = offered(user, &played.room, random).await;
                let field = window.fields[0].label.clone();
                user.submits(&window, &[(&field, &text)])
            }
        };
        let said = confirmed(user, asked).await;
        played.remember(&said);
        played.board(played.moves.len() + 1).await;
        played.rung().await;
    }

    /// Makes a random move by a command after the latest board, and waits for its answer alone. Returns the player.
    pub(super) async fn moves(&self, played: &mut Match, random: &mut Random) -> &User {
        let board = played.board(played.boards().len()).await;
        let user = self.to_move(&board);
        let room = played.room.clone();
        played.moves_as(user, &room, random).await;
        user
    }

    /// Holds back the reply to `/doctor` until the test releases it.
    pub(super) fn hold_doctor(&self) -> InjectedFault {
        let route = "POST /users/@me/channels";
        self.discord.inject_fault(route, ServerFault::HeldBefore, 1)
    }

    /// Makes each board its own message from now on, where Ann manages the server.
    pub(super) async fn post_each_board(&self) {
        let home = self.discord.home();
        home.set_rights(&self.ann, permission::USUAL | permission::MANAGE_GUILD);
        let text = "/settings server boards:each";
        self.ann.asks(&self.lobby, text).await.says("Boards: ");
    }

    /// Returns the record of a match, as Ann receives it.
    pub(super) async fn record(&self, id: &str) -> Record {
        let typed = format!("/export match:{id}");
        let said = self.ann.asks(&self.lobby, &typed).await;
        let file = said.files.first();
        let file = file.unwrap_or_else(|| panic!("no record but {:?}", said.text));
        let text = String::from_utf8(file.bytes.to_vec()).expect("a record is a text");
        text.parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Ends well: all requests were valid for Discord, and the program logged no failure.
    pub(super) fn close(self) {
        let log = self.log();
        assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
        let secrets = ["token-of-interaction", &self.discord.token()];
        assert!(
            !secrets.iter().any(|secret| log.contains(secret)),
            "a token is logged:\n{log}"
        );
        self.discord.finish();
    }
}

impl Match {
    /// Returns a match before its first move.
    pub(super) fn new(id: String, room: Room) -> Match {
        Match {
            id,
            room,
            moves: Vec::new(),
        }
    }

    /// Makes a random move as this player by a command in this room, and waits for its answer alone.
    pub(super) async fn moves_as(&mut self, user: &User, room: &Room, random: &mut Random) {
        let asked = command(user, room, random).await;
        self.remember(&confirmed(user, asked).await);
    }

    /// Chooses from the menus of an interaction until a random move is made.
    pub(super) async fn chooses(&mut self, user: &User, menus: Interaction, random: &mut Random) {
        let asked = guided(menus, user, random).await;
        self.remember(&confirmed(user, asked).await);
    }

    /// Waits for the nth board and returns it.
    pub(super) async fn board(&self, n: usize) -> Message {
        self.room.until_pictures(n).await
    }

    /// Waits until only the last board has buttons.
    pub(super) async fn settled(&self) {
        let is_settled = |board: &Message| !board.offers("Move") && !board.offers("Resign");
        let look = |messages: &[Message]| {
            let boards: Vec<&Message> = boards(messages).collect();
            let (_, before) = boards.split_last()?;
            before.iter().all(|board| is_settled(board)).then_some(())
        };
        self.room.until("old boards to be settled", look).await;
        self.rung().await;
    }

    /// Waits until exactly one message calls the player to move: that of the board, or one below it.
    pub(super) async fn rung(&self) {
        let players = self.room.members();
        let players: Vec<_> = players.iter().map(|user| (user.id, user.name())).collect();
        let shown = self.room.pictures();
        let look = |messages: &[Message]| {
            let board = boards(messages).last()?;
            let waiting = players.iter().find(|(_, name)| waits_for(board, name));
            let mut shown = shown.iter().filter(|shown| shown.id == board.id);
            let is_called = |(_, name): &(_, String)| shown.all(|shown| waits_for(shown, name));
            let n_wanted = usize::from(board.offers("Move") && !waiting.is_some_and(is_called));
            let is_bell = |message: &&Message| message.text.contains("Your move in match");
            let bells: Vec<&Message> = messages.iter().filter(is_bell).collect();
            let calls = |bell: &&Message| waiting.is_some_and(|(id, _)| bell.pinged == [*id]);
            (bells.len() == n_wanted && bells.iter().all(calls)).then_some(())
        };
        self.room.until("the player to be called once", look).await;
    }

    /// Returns the boards so far, including replaced ones.
    pub(super) fn boards(&self) -> Vec<Message> {
        self.room.pictures()
    }

    /// Tells whether the last board asks for no move.
    pub(super) fn is_over(&self) -> bool {
        self.boards()
            .last()
            .is_some_and(|board| !board.offers("Move"))
    }

    /// Remembers a move from the reply to its player.
    pub(super) fn remember(&mut self, said: &Message) {
        let played = said
            .text
            .strip_prefix("You played ")
            .and_then(|rest| rest.split_once(" in match "));
        let (played, _) =
            played.unwrap_or_else(|| panic!("a move was answered by {:?}", said.text));
        assert!(
            said.is_private(),
            "the answer to a move is for its player alone"
        );
        self.moves.push(played.to_owned());
    }
}

/// Tells whether a board asks a player of this name for a move.
fn waits_for(board: &Message, name: &str) -> bool {
    let line = board.text.lines().find(|line| line.contains("· match"));
    line.is_some_and(|line| line.contains(&format!("{name} (")))
}

/// Returns the messages with a picture.
fn boards(messages: &[Message]) -> impl Iterator<Item = &Message> {
    messages.iter().filter(|message| !message.files.is_empty())
}

/// Returns the direct message to a player about the turn of a board.
async fn whispered(user: &User, board: &Message) -> Message {
    let shows = |message: &&Message| {
        let shown = message.files.first().map(|file| &file.name);
        shown == board.files.first().map(|file| &file.name) && message.text.contains("your turn")
    };
    let look = |messages: &[Message]| messages.iter().rev().find(shows).cloned();
    user.direct().until("the news of a turn", look).await
}
