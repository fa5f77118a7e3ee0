//! The program is killed during a match across platforms: just before a commit is durable, or at a request to either platform.
//! Each move of a player counts exactly once and as they intended, and each place shows each board once.

use std::{os::unix::process::ExitStatusExt, time::Duration};

use matrix_sdk::ruma::OwnedRoomId;
use rules::{Action, ByColor, Color, Game, GameInput, Next, Record, Setup, Variant, View};
use testkit::{Random, play};
use tests::{
    crash::{FailingCalls, KILLED, Shim},
    discord::{self, Discord},
    matrix::{self, Proxy},
};
use tokio::task::JoinHandle;

use super::{
    both_platforms::{BothPlatforms, SharedMatch},
    table::Table,
};

/// The number of kills in each match.
const ROUNDS: usize = 14;

/// The number of kills in a long run.
const LONG: usize = 300;

const SIGKILL: i32 = 9;

const SEED: u64 = 20_261_123;

/// A time longer than Discord's memory for nonces.
const AWHILE: Duration = Duration::from_secs(10 * 60);

/// Returns the number of kills for a usual or a long run.
pub(super) fn n_kills(usual: usize, long: usize) -> usize {
    match std::env::var_os("ODDBOARD_LONG") {
        Some(_) => long,
        None => usual,
    }
}

/// The request at which the program is killed.
enum KillPoint {
    Matrix(&'static str, matrix::ProxyFault),
    Discord(&'static str, discord::ServerFault),
}

const KILL_POINTS: [KillPoint; 10] = [
    KillPoint::Discord(
        "POST /interactions/*/*/callback",
        discord::ServerFault::HeldAfter,
    ),
    KillPoint::Matrix("/sync", matrix::ProxyFault::SilentBefore),
    KillPoint::Discord(
        "PATCH /channels/*/messages/*",
        discord::ServerFault::HeldAfter,
    ),
    KillPoint::Matrix("/send/m.room.message", matrix::ProxyFault::SilentBefore),
    KillPoint::Discord(
        "PATCH /channels/*/messages/*",
        discord::ServerFault::HeldBefore,
    ),
    KillPoint::Matrix("/send/m.room.message", matrix::ProxyFault::SilentAfter),
    KillPoint::Discord("POST /channels/*/messages", discord::ServerFault::HeldAfter),
    KillPoint::Matrix("/upload", matrix::ProxyFault::SilentAfter),
    KillPoint::Discord(
        "DELETE /channels/*/messages/*",
        discord::ServerFault::HeldAfter,
    ),
    KillPoint::Matrix("/send/m.reaction", matrix::ProxyFault::SilentBefore),
];

/// A request that waits for its program to be killed.
pub(super) enum HeldRequest {
    Matrix(matrix::InjectedFault),
    Discord(discord::InjectedFault),
}

impl HeldRequest {
    fn set(point: &KillPoint, proxy: &Proxy, discord: &Discord) -> HeldRequest {
        match point {
            KillPoint::Matrix(path, fault) => {
                HeldRequest::Matrix(proxy.inject_fault(path, usize::MAX, *fault))
            }
            KillPoint::Discord(route, fault) => {
                HeldRequest::Discord(discord.inject_fault(route, fault.clone(), 1))
            }
        }
    }

    async fn begins(&self) {
        match self {
            HeldRequest::Matrix(injected) => injected.begins().await,
            HeldRequest::Discord(injected) => injected.occurred(1).await,
        }
    }

    fn let_go(&self, proxy: &Proxy) {
        match self {
            HeldRequest::Matrix(_) => proxy.clear_up(),
            HeldRequest::Discord(injected) => {
                injected.release();
                injected.stop();
            }
        }
    }
}

/// Returns the environment in which the program is killed just before a commit is durable, `n_syncs` syncs after its start.
pub(super) fn doom(shim: &Shim, table: &Table, n_syncs: usize) -> Vec<(&'static str, String)> {
    let failing = FailingCalls {
        kind: "sync",
        error: KILLED,
        how: "once",
        number: n_syncs as u64,
        seed: SEED,
    };
    let store = table.data().join("oddboard.redb");
    assert!(store.exists(), "what is durable is in another file");
    let environment = shim.failing(&store, failing).into_iter();
    let environment = environment.map(|(name, value)| (name, value.into_string()));
    environment
        .map(|(name, value)| (name, value.expect("paths are text")))
        .collect()
}

/// Starts the program so that it is killed by itself. Returns the task that awaits its end.
pub(super) async fn start_doomed(
    platforms: &mut BothPlatforms,
    shim: &Shim,
    n_syncs: usize,
) -> JoinHandle<()> {
    let environment = doom(shim, &platforms.table, n_syncs);
    platforms.discord.advance(AWHILE);
    let ending = match platforms.table.try_start(&environment).await {
        Ok(()) => platforms.table.ending(),
        // The program ended before it was ready.
        Err(how) => tokio::spawn(async move { how }),
    };
    tokio::spawn(async {
        let how = ending.await.expect("the program ends");
        assert_eq!(how.signal(), Some(SIGKILL), "{how}");
    })
}

/// A match whose complete state is known to the test, with the intended moves.
struct KnownMatch {
    played: SharedMatch,
    setup: Setup,
    game: Game,
    meant: Vec<Action>,
    /// The room in which Ann moves, and the prefix of her commands in that room.
    where_ann_moves: (OwnedRoomId, &'static str),
    /// True if Ann has already written her intended move: the bot receives it, however late.
    is_written: bool,
}

/// Returns the number of seats with hidden information.
fn hidden(game: &Game) -> usize {
    let told = |view: &View| text::alt(view, &ByColor::default(), text::Language::ENGLISH);
    let public = told(game.public_view().as_view());
    let seats = Color::ALL.into_iter();
    seats
        .filter(|seat| told(game.seat_view(*seat).as_view()) != public)
        .count()
}

impl KnownMatch {
    /// Begins a match with terms as in a command.
    async fn begin(platforms: &BothPlatforms, what: &str) -> KnownMatch {
        let (ann, room) = (&platforms.table.ann, &platforms.table.room);
        let setup: Setup = what.replace("options:", "").parse().expect("a setup");
        let where_ann_moves = match setup.variant() {
            // Hidden moves are not sent in public.
            Variant::Chakart => {
                ann.says(room, "!odd games").await;
                (platforms.table.direct(ann).await, "")
            }
            _ => (room.clone(), "!odd "),
        };
        KnownMatch {
            where_ann_moves,
            played: platforms.begin(what).await,
            game: Game::new(&setup),
            setup,
            meant: Vec::new(),
            is_written: false,
        }
    }

    /// Returns a legal move that does not end the match and needs no chance outcome. Prefers a move that hides information.
    fn some_action(&self, random: &mut Random) -> Action {
        let mut actions = self.game.legal_list();
        actions.retain(|action| matches!(self.after(*action).next(), Next::Decision(_)));
        let n_hidden = hidden(&self.game);
        let hiding = actions.iter().copied();
        let hiding: Vec<_> = hiding
            .filter(|action| hidden(&self.after(*action)) > n_hidden)
            .collect();
        if hiding.is_empty() {
            *random.pick(&actions)
        } else {
            *random.pick(&hiding)
        }
    }

    fn after(&self, action: Action) -> Game {
        let mut game = self.game.clone();
        play(&mut game, GameInput::Action(action));
        game
    }

    /// Plays one move, or stops when the program ends. Tells whether the move was made.
    async fn goes_on(
        &mut self,
        platforms: &BothPlatforms,
        end: impl Future<Output = ()>,
        random: &mut Random,
    ) -> bool {
        let n = self.played.n_moves;
        if self.meant.len() == n {
            self.meant.push(self.some_action(random));
            self.is_written = false;
        }
        let action = self.meant[n];
        match self.game.next() {
            Next::Decision(Color::White) => {
                let text = format!("/move move:{action} confirm:yes");
                // The board shows whether this move, or an earlier attempt, took effect.
                platforms.dan.types(&self.played.thread, &text);
            }
            _ if self.is_written => {}
            _ => {
                self.is_written = true;
                let (room, prefix) = &self.where_ann_moves;
                let text = format!("{prefix}move {action} match:{} confirm:yes", self.played.id);
                platforms.table.ann.says(room, &text).await;
            }
        }
        let eve = &platforms.table.eve;
        let shown = async {
            platforms.board(eve, &self.played, n + 1).await;
            self.played.thread.until_pictures(n + 2).await;
        };
        tokio::select! {
            biased;
            () = shown => {}
            () = end => return false,
        }
        play(&mut self.game, GameInput::Action(action));
        self.played.n_moves += 1;
        true
    }

    /// Checks that exactly the intended moves were played, and that no person has read more of the match than they may.
    async fn check(&self, platforms: &BothPlatforms) {
        platforms.check_boards(&self.played).await;
        let meant = self.meant[..self.played.n_moves].iter().copied();
        let meant = Record {
            inputs: meant.map(GameInput::Action).collect(),
            ..Record::new(self.setup.clone())
        };
        platforms.check_secrets(&self.played, &meant).await;
        let n_seen = platforms.table.eve.now();
        for (color, words) in [
            (Color::White, "a draw"),
            (Color::Black, "Drawn by agreement"),
        ] {
            platforms.asks(&self.played, color, "draw").await;
            platforms.table.eve.reads(n_seen, words).await;
        }
        let record = platforms.record(&self.played).await;
        let played = record.inputs.iter().map(ToString::to_string);
        let meant = meant.inputs.iter().map(ToString::to_string);
        let meant = meant.chain(["draw:agreed".to_owned()]);
        assert_eq!(played.collect::<Vec<_>>(), meant.collect::<Vec<_>>());
    }
}

/// Plays `n_moves` moves of a match without faults. Then the program is killed again and again: before a commit is durable, or at
/// one of these points in turn. Returns the number of seats with hidden information at the end.
async fn play_on(what: &str, n_moves: usize, points: &[KillPoint]) -> usize {
    let shim = Shim::build();
    let mut random = Random::new(SEED);
    let mut platforms = BothPlatforms::open(&[]).await;
    let mut known = KnownMatch::begin(&platforms, what).await;
    for _ in 0..n_moves {
        let never = std::future::pending();
        assert!(known.goes_on(&platforms, never, &mut random).await);
    }
    platforms.table.kill();
    for round in 0..n_kills(ROUNDS, LONG) {
        if round % 2 == 0 {
            let mut end = start_doomed(&mut platforms, &shim, 1 + random.below(12)).await;
            let ended = async { (&mut end).await.expect("it is killed") };
            tokio::pin!(ended);
            while known.goes_on(&platforms, &mut ended, &mut random).await {}
        } else {
            platforms.discord.advance(AWHILE);
            platforms.table.start().await;
            let held = HeldRequest::set(
                &points[round / 2 % points.len()],
                &platforms.proxy,
                &platforms.discord,
            );
            {
                let begins = held.begins();
                tokio::pin!(begins);
                while known.goes_on(&platforms, &mut begins, &mut random).await {}
            }
            platforms.table.kill();
            held.let_go(&platforms.proxy);
        }
    }
    platforms.table.start().await;
    for _ in 0..2 {
        let never = std::future::pending();
        assert!(known.goes_on(&platforms, never, &mut random).await);
    }
    known.check(&platforms).await;
    platforms.close().await;
    hidden(&known.game)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_across_platforms_goes_on_after_repeated_kills() {
    assert_eq!(play_on("berolina", 0, &KILL_POINTS).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_match_across_platforms_stays_hidden_after_repeated_kills() {
    // The last point is left out: in the room where Ann moves, the bot does not confirm a move by a reaction.
    let points = &KILL_POINTS[4..KILL_POINTS.len() - 1];
    let n_hidden = play_on("chakart options:objects=hidden setup=standard", 8, points).await;
    assert_eq!(n_hidden, 2, "nobody has a secret");
}
