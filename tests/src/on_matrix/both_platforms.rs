//! One match in two places, by the real program. Dan plays on a local Discord, where Dora spectates. Ann plays on Matrix, where
//! Bob and Eve spectate.

use std::collections::BTreeSet;

use render::Renderer;
use rules::{Action, ByColor, Color, Game, GameInput, Next, Record, View};
use serde_json::{Value, json};
use testkit::Random;
use tests::{
    discord::{Discord, Message, Room, Setup, User, confirmed, guided, moves, without_hints},
    matrix::{Person, Proxy, ReceivedEvent},
    venue::challenged,
};

use super::{secrets::public, table::Table};

/// The program on both platforms.
pub(super) struct BothPlatforms {
    pub(super) table: Table,
    /// The proxy between the program and the homeserver.
    pub(super) proxy: Proxy,
    pub(super) discord: Discord,
    pub(super) dan: User,
    pub(super) dora: User,
    pub(super) lobby: Room,
}

/// A match in both places, in which Dan has White.
pub(super) struct SharedMatch {
    pub(super) id: String,
    /// Its thread on Discord. On Matrix the match is in the room itself.
    pub(super) thread: Room,
    pub(super) n_moves: usize,
    /// The side that moved last.
    last: Option<Color>,
}

/// Returns the names of both players in the match.
pub(super) fn names() -> ByColor<String> {
    ByColor {
        white: "Dan [Discord]".to_owned(),
        black: "ann [Matrix]".to_owned(),
    }
}

/// Returns the text of a message on Discord as people read it.
fn plain(message: &Message) -> String {
    message.text.replace('\\', "")
}

/// Returns the side to move on a board, or `None` if the match is over.
fn waits_for(board: &str) -> Option<Color> {
    let line = board.lines().find(|line| line.contains("· match"))?;
    let waits = |color: &Color| line.starts_with(&format!("{} (", names()[*color]));
    Color::ALL.into_iter().find(waits)
}

impl BothPlatforms {
    pub(super) async fn open(settings: &[(&'static str, &str)]) -> BothPlatforms {
        let homeserver = Table::homeserver().await;
        let proxy = Proxy::open(&homeserver).await;
        let discord = Setup::default().start().await;
        let settings = settings
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()));
        let settings = settings.chain([
            ("ODDBOARD_DISCORD_TOKEN", discord.token()),
            ("ODDBOARD_DISCORD_API", discord.address()),
            ("ODDBOARD_MATRIX_HOMESERVER", proxy.address()),
        ]);
        let table = Table::open_at(homeserver, false, Value::Null, settings.collect()).await;
        discord.registered().await;
        BothPlatforms {
            table,
            proxy,
            dan: discord.user("Dan"),
            dora: discord.user("Dora"),
            lobby: discord.channel("lobby"),
            discord,
        }
    }

    /// Lets Dan open a challenge, and Ann join it by its code.
    pub(super) async fn begin(&self, what: &str) -> SharedMatch {
        let text = format!("/challenge variant:{what} color:white open:yes");
        let said = self.dan.types(&self.lobby, &text).answer().await;
        let id = challenged(&said.text).to_string();
        let post = self.dora.reads(&self.lobby, "Its code is").await;
        assert!(
            post.text.contains(&format!("/join {id}")) || post.words().contains(&id),
            "{}",
            post.text
        );
        let (ann, n_threads) = (&self.table.ann, self.lobby.threads().len());
        ann.says(&self.table.room, &format!("!odd join {id}")).await;
        let threads = self.lobby.until_threads(n_threads + 1).await;
        let thread = threads.last().expect("a thread").clone();
        let played = SharedMatch {
            id,
            thread,
            n_moves: 0,
            last: None,
        };
        let board = self.board(&self.table.eve, &played, 0).await;
        let begins = format!(
            "{} plays White, {} plays Black.",
            names().white,
            names().black
        );
        assert!(board.body().contains(&begins), "{}", board.body());
        let board = played.thread.until_pictures(1).await;
        assert!(plain(&board).contains(&begins), "{}", board.text);
        played
    }

    /// Returns the boards of a match that a person on Matrix has received, in order.
    pub(super) fn boards(
        &self,
        seen: &[ReceivedEvent],
        played: &SharedMatch,
    ) -> Vec<ReceivedEvent> {
        let name = format!("{}-", played.id);
        let boards = seen.iter().filter(|event| {
            let file = event.content["filename"].as_str().unwrap_or_default();
            event.room == self.table.room && event.is_said_by_bot() && file.contains(&name)
        });
        boards.cloned().collect()
    }

    /// Waits for the board with this number on Matrix.
    pub(super) async fn board(
        &self,
        person: &Person,
        played: &SharedMatch,
        n: usize,
    ) -> ReceivedEvent {
        let what = format!("board {n} of match {}", played.id);
        let nth = |seen: &[ReceivedEvent]| self.boards(seen, played).into_iter().nth(n);
        person.until(&what, nth).await
    }

    /// Waits until both places show the side to move and mention its player. Returns the side, or `None` if the match is over.
    pub(super) async fn to_move(&self, played: &SharedMatch) -> Option<Color> {
        let here = self.board(&self.table.eve, played, played.n_moves).await;
        let there = played.thread.until_pictures(played.n_moves + 1).await;
        let waiting = waits_for(here.body());
        assert_eq!(waiting, waits_for(&plain(&there)), "{}", there.text);
        let is_called = waiting == Some(Color::White);
        // The bot does not mention a player after their own move, if they are to decide again.
        if waiting.is_some() && waiting != played.last {
            // The earlier notifications of Dan are deleted, except for the first board, which mentions him itself.
            let calls = |message: &Message| {
                let is_bell = message.files.is_empty() || played.n_moves == 0;
                is_bell && message.pinged == [self.dan.id]
            };
            let look =
                |messages: &[Message]| (messages.iter().any(calls) == is_called).then_some(());
            played.thread.until("Dan to be called or not", look).await;
            let called = &here.content["m.mentions"]["user_ids"];
            if is_called {
                assert_ne!(called[0], "@ann:localhost")
            } else {
                assert_eq!(*called, json!(["@ann:localhost"]))
            }
        }
        waiting
    }

    /// Waits until both places show the board after a move of this side.
    pub(super) async fn moved(&self, played: &mut SharedMatch, side: Color) {
        played.n_moves += 1;
        played.last = Some(side);
        self.to_move(played).await;
    }

    /// Makes a move of one player, and waits until everybody sees the board after it.
    async fn play(&self, played: &mut SharedMatch, random: &mut Random) -> Option<Color> {
        let color = self.to_move(played).await?;
        match color {
            Color::White => self.dan_moves(played, random).await,
            Color::Black => self.ann_moves(played, random).await,
        }
        played.n_moves += 1;
        played.last = Some(color);
        Some(color)
    }

    /// Lets Dan move his queen so that she becomes invisible as soon as possible. Otherwise he moves by commands and by menus.
    async fn dan_moves(&self, played: &SharedMatch, random: &mut Random) {
        let thread = &played.thread;
        let typed = match played.n_moves {
            0 => "d2d4".to_owned(),
            _ => {
                let mut offered = moves(self.dan.completes(thread, "/move move:d1~").await);
                offered.retain(|choice| choice.value.starts_with("d1~"));
                if offered.is_empty() && played.n_moves.is_multiple_of(4) {
                    offered = moves(self.dan.completes(thread, "/move move:").await);
                }
                let chosen = (!offered.is_empty()).then(|| random.pick(&offered));
                chosen.map_or_else(String::new, |choice| choice.value.clone())
            }
        };
        let asked = match &*typed {
            typed if !typed.is_empty() => self.dan.types(thread, &format!("/move move:{typed}")),
            _ => {
                let board = played.thread.until_pictures(played.n_moves + 1).await;
                guided(self.dan.presses(&board, "Move"), &self.dan, random).await
            }
        };
        let said = confirmed(&self.dan, asked).await;
        assert!(
            said.is_private() && said.text.starts_with("You played"),
            "{}",
            said.text
        );
    }

    /// Lets Ann move by numbers.
    async fn ann_moves(&self, played: &SharedMatch, random: &mut Random) {
        let ann = &self.table.ann;
        let before = ann.now();
        match played.n_moves % 4 {
            1 => ann.says(&self.table.room, "!odd move").await,
            _ => {
                let direct = self.table.direct(ann).await;
                ann.says(&direct, &format!("move match:{}", played.id))
                    .await
            }
        };
        self.table.choose(ann, before, random).await;
    }

    /// Returns the record of a match as Dan receives it.
    pub(super) async fn record(&self, played: &SharedMatch) -> Record {
        let text = format!("/export match:{}", played.id);
        let said = self.dan.types(&self.lobby, &text).answer().await;
        let file = said.files.first();
        let file = file.unwrap_or_else(|| panic!("no record but {:?}", said.text));
        let text = String::from_utf8(file.bytes.to_vec()).expect("a record is a text");
        text.parse()
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Checks that both places have shown each board once.
    pub(super) async fn check_boards(&self, played: &SharedMatch) {
        for person in [&self.table.ann, &self.table.bob, &self.table.eve] {
            self.board(person, played, played.n_moves).await;
            let boards = self.boards(&person.all(), played);
            let files: BTreeSet<_> = boards
                .iter()
                .map(|board| board.content["filename"].to_string())
                .collect();
            let n = played.n_moves + 1;
            assert_eq!(
                (boards.len(), files.len()),
                (n, n),
                "{}",
                person.transcript()
            );
        }
        let shown = played.thread.pictures();
        assert_eq!(
            shown.len(),
            played.n_moves + 1,
            "{}",
            self.dora.transcript()
        );
        // One message shows the board, and one more the end.
        let shows = |message: &&Message| !message.files.is_empty();
        let messages = played.thread.messages();
        let showing: Vec<_> = messages.iter().filter(shows).map(plain).collect();
        let is_over = waits_for(showing.last().expect("a board")).is_none();
        assert_eq!(showing.len(), 1 + usize::from(is_over), "{showing:#?}");
    }

    /// Checks that no person in either place has received more than they may know.
    pub(super) async fn check_secrets(&self, played: &SharedMatch, record: &Record) {
        let renderer = Renderer::new();
        for board in self.boards(&self.table.eve.all(), played) {
            let name = board.content["filename"].as_str().unwrap_or_default();
            let (picture, words) = public(record, n_inputs(name), &names(), &renderer);
            assert_eq!(board.content["org.oddboard.alt"], words.as_str());
            assert!(board.body().ends_with(&words), "{}", board.body());
            assert!(self.table.eve.file(&board).await == picture, "{name}");
        }
        for board in played.thread.pictures() {
            let file = &board.files[0];
            let (picture, words) = public(record, n_inputs(&file.name), &names(), &renderer);
            assert_eq!(file.alt.as_deref(), Some(&*words));
            assert!(*file.bytes == *picture, "{}", file.name);
        }
        let elsewhere = |person: &Person| {
            let all = person.all().into_iter();
            all.filter(|event| event.room != self.table.room).count()
        };
        assert_eq!([&self.table.bob, &self.table.eve].map(elsewhere), [0, 0]);
        // Each picture sent to a person on Discord shows the public view, or that of their own seat.
        let games = games(record);
        let told = |view: &View| text::alt(view, &names(), text::Language::ENGLISH);
        let everybody: BTreeSet<_> = games
            .iter()
            .map(|game| told(game.public_view().as_view()))
            .collect();
        let own = games
            .iter()
            .map(|game| told(game.seat_view(Color::White).as_view()));
        let dans: BTreeSet<_> = own.chain(everybody.iter().cloned()).collect();
        for (user, known) in [(&self.dan, &dans), (&self.dora, &everybody)] {
            let seen = user.seen();
            let messages = seen.iter().filter_map(|seen| seen.event.message());
            for alt in messages.flat_map(alts) {
                let shown = if user.id == self.dan.id {
                    without_hints(&alt)
                } else {
                    alt
                };
                assert!(known.contains(&shown), "{} saw {shown}", user.name());
            }
        }
    }

    /// Ends the programs and checks that they ended well.
    pub(super) async fn close(self) {
        self.table.close().await;
        self.discord.finish();
    }
}

/// Returns the alternative texts of a message's pictures.
fn alts(message: &Message) -> Vec<String> {
    let files = message.files.iter();
    files.filter_map(|file| file.alt.clone()).collect()
}

/// Returns the number of inputs in the name of a picture.
fn n_inputs(name: &str) -> usize {
    let n_inputs = name.trim_end_matches(".png").split('-').nth(1);
    let n_inputs = n_inputs.and_then(|n_inputs| n_inputs.parse().ok());
    n_inputs.unwrap_or_else(|| panic!("{name} is named by match and n_inputs"))
}

/// Returns the game before its first input and after each input.
pub(super) fn games(record: &Record) -> Vec<Game> {
    let games = (0..=record.inputs.len()).map(|n_inputs| record.replay_to(n_inputs));
    games
        .map(|game| game.expect("the record can be played"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_chakart_is_finished_by_a_player_on_discord_and_one_on_matrix() {
    let platforms = BothPlatforms::open(&[("ODDBOARD_LIMITS_TURNS", "10")]).await;
    let mut random = Random::new(81);
    let mut played = platforms
        .begin("chakart options:objects=hidden setup=standard")
        .await;
    while platforms.play(&mut played, &mut random).await.is_some() {}
    let record = platforms.record(&played).await;
    let end = record.replay().expect("the record can be played");
    assert!(matches!(end.next(), Next::Over(_)));
    let n_stealths = record
        .inputs
        .iter()
        .filter(|input| matches!(input, GameInput::Action(Action::Stealth { .. })));
    assert!(n_stealths.count() > 0, "no queen went unseen: {record}");
    platforms.check_boards(&played).await;
    platforms.check_secrets(&played, &record).await;
    platforms.close().await;
}

/// The requests in a match: the player, the request, the text in both places, the reply of the other player, and the text after
/// it.
const ASKED: [(Color, &str, &str, &str, &str); 5] = [
    (
        Color::White,
        "pause",
        "a pause. Until one of them",
        "pause",
        "is paused: nobody can move",
    ),
    (Color::Black, "pause", "played b5", "", ""),
    (
        Color::Black,
        "takeback",
        "for a takeback",
        "takeback",
        "The takeback is agreed",
    ),
    (
        Color::Black,
        "draw",
        "a draw",
        "decline",
        "declines the draw",
    ),
    (Color::White, "draw", "a draw", "draw", "Drawn by agreement"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_question_on_one_platform_is_answered_on_the_other() {
    let platforms = BothPlatforms::open(&[]).await;
    let mut played = platforms.begin("berolina").await;
    for text in ["e2g4", "d7b5"] {
        platforms.types(&played, text).await;
        played.n_moves += 1;
        platforms.to_move(&played).await;
    }
    for (by, what, offered, answer, words) in ASKED {
        let n_seen = platforms.table.eve.now();
        platforms.asks(&played, by, what).await;
        platforms.table.eve.reads(n_seen, offered).await;
        platforms.dora.reads(&played.thread, offered).await;
        if answer.is_empty() {
            continue;
        }
        platforms.asks(&played, !by, answer).await;
        platforms.table.eve.reads(n_seen, words).await;
        platforms.dora.reads(&played.thread, words).await;
    }
    platforms.close().await;
}

impl BothPlatforms {
    /// Types a move for the player to move, on their platform.
    async fn types(&self, played: &SharedMatch, action: &str) {
        match played.n_moves % 2 {
            0 => {
                let said = self
                    .dan
                    .types(&played.thread, &format!("/move move:{action}"));
                let said = said.answer().await;
                assert!(said.text.starts_with("You played"), "{}", said.text);
            }
            _ => {
                let text = format!("!odd move {action} match:{}", played.id);
                self.table.ann.says(&self.table.room, &text).await;
            }
        }
    }

    /// Sends a request or a reply of a player on their platform.
    pub(super) async fn asks(&self, played: &SharedMatch, who: Color, what: &str) {
        match who {
            Color::White if what == "decline" => {
                let offers = |messages: &[Message]| {
                    let mut offers = messages.iter().rev();
                    offers.find(|message| message.offers("Decline")).cloned()
                };
                let offer = played.thread.until("an offer", offers).await;
                self.dan.presses(&offer, "Decline").answer().await;
            }
            Color::White => {
                let said = self.dan.types(&played.thread, &format!("/{what}"));
                assert!(said.answer().await.is_private());
            }
            Color::Black => {
                let text = format!("!odd {what} match:{}", played.id);
                self.table.ann.says(&self.table.room, &text).await;
            }
        }
    }
}

/// The reason why one of the two places is lost.
#[derive(Clone, Copy, Debug)]
enum PlaceLoss {
    /// Its channel on Discord is deleted.
    Deleted,
    /// The bot is removed from the guild.
    ThrownOut,
    /// The bot is removed from the room.
    Left,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_that_is_lost_does_not_stop_the_other() {
    for loss in [PlaceLoss::Left, PlaceLoss::Deleted, PlaceLoss::ThrownOut] {
        let platforms = BothPlatforms::open(&[]).await;
        let mut played = platforms.begin("berolina").await;
        let (ann, room) = (&platforms.table.ann, &platforms.table.room);
        // This creates a private room for Ann.
        ann.says(room, "!odd help").await;
        let own = ann.reads(0, "Challenge somebody with").await.room;
        let lost = "I can no longer write where match";
        match loss {
            PlaceLoss::Deleted => {
                played.thread.delete();
                platforms.lobby.delete();
            }
            PlaceLoss::ThrownOut => platforms.discord.home().remove_bot(),
            PlaceLoss::Left => {
                let room = ann.client.get_room(room).expect("she is there");
                let bot = matrix_sdk::ruma::user_id!("@odd:localhost");
                room.kick_user(bot, None).await.expect("she may");
            }
        }
        let dans = match loss {
            PlaceLoss::Left => played.thread.clone(),
            PlaceLoss::Deleted | PlaceLoss::ThrownOut => platforms.dan.direct(),
        };
        let n_seen = ann.now();
        for (n, action) in ["e2g4", "d7b5", "d2b4", "b5c4"].into_iter().enumerate() {
            match n % 2 {
                0 => {
                    let text = format!("/move move:{action}");
                    let said = platforms.dan.types(&dans, &text).answer().await;
                    assert!(
                        said.text.starts_with("You played"),
                        "{loss:?}: {}",
                        said.text
                    );
                }
                _ if matches!(loss, PlaceLoss::Left) => {
                    let text = format!("move {action} match:{}", played.id);
                    ann.says(&own, &text).await;
                }
                _ => {
                    let text = format!("!odd move {action} match:{}", played.id);
                    ann.says(room, &text).await;
                }
            }
            played.n_moves += 1;
            // Spectators in the remaining place see each board, and the player on the other platform is notified.
            match loss {
                PlaceLoss::Left => {
                    played.thread.until_pictures(n + 2).await;
                    let file = format!("{}-{}.png", played.id, n + 1);
                    let is_told = |event: &ReceivedEvent| {
                        event.room == own && event.content["filename"] == *file
                    };
                    let told = |seen: &[ReceivedEvent]| seen.iter().any(is_told).then_some(());
                    ann.until(&file, told).await;
                }
                PlaceLoss::Deleted | PlaceLoss::ThrownOut => {
                    platforms.board(&platforms.table.eve, &played, n + 1).await;
                }
            }
        }
        match loss {
            PlaceLoss::Left => assert_eq!(ann.reads(n_seen, lost).await.room, own),
            PlaceLoss::Deleted => {
                platforms.dan.reads(&platforms.dan.direct(), lost).await;
            }
            // The bot cannot write to a user without a shared guild, but its answers still reach them.
            PlaceLoss::ThrownOut => {}
        }
        platforms.close().await;
    }
}
