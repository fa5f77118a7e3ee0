//! Whoever may not know a thing cannot tell from anything that the bot says how it is: two matches that differ in that
//! alone give them the same texts, pictures, menus, suggestions and refusals, to the letter.

use std::{
    fmt::Write as _,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use bot::{
    ledger::Ledger,
    ports::{
        Batch, Button, Control as Row, Entry, Event, EventId, Listener, Menu, Message, Place,
        Platform, Said as Heard,
    },
    present::Studio,
    store::MemoryStore,
};
use render::{Size, Theme};
use rules::{Color, Game, Next, Setup, Square, Variant};
use serde_json::Value;
use tests::{
    random::Random,
    scene::{Said, Stage, Told, channel, event, person},
};

use crate::pair::actions_of;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watcher {
    Seat(Color),
    Eve,
}

impl Watcher {
    fn name(self) -> &'static str {
        match self {
            Watcher::Seat(color) => name(color),
            Watcher::Eve => "Eve",
        }
    }

    /// The text of the position as the watcher may know it.
    fn position(self, game: &Game) -> String {
        match self {
            Watcher::Seat(seat) => game.seat_view(seat).as_view().position.clone(),
            Watcher::Eve => game.public_view().as_view().position.clone(),
        }
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "Ann",
        Color::Black => "Bob",
    }
}

/// A position of hidden objects, taken apart.
#[derive(Clone)]
struct Board {
    /// A letter for each square, or a dot.
    cells: Vec<char>,
    /// What stands between the board and what the seats know.
    middle: String,
    /// What White and Black know: kind and square.
    seen: [Vec<String>; 2],
    /// What stands after that.
    end: String,
}

impl Board {
    fn read(position: &str) -> Option<Board> {
        let (board, rest) = position.split_once(' ')?;
        let mut cells = Vec::new();
        for rank in board.split('/').rev() {
            for letter in rank.chars() {
                match letter.to_digit(10) {
                    Some(n) => cells.extend((0..n).map(|_| '.')),
                    None => cells.push(letter),
                }
            }
        }
        let (middle, rest) = rest.split_once(r#""seenW":""#)?;
        let (white, rest) = rest.split_once(r#"","seenB":""#)?;
        let (black, end) = rest.split_once('"')?;
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Some(Board {
            cells,
            middle: middle.to_owned(),
            seen: [words(white), words(black)],
            end: end.to_owned(),
        })
    }

    fn write(&self) -> String {
        let rank = |cells: &[char]| {
            let mut text = String::new();
            for run in cells.chunk_by(|one, other| *one == '.' && *other == '.') {
                match run[0] {
                    '.' => write!(text, "{}", run.len()).expect("a string takes everything"),
                    letter => text.push(letter),
                }
            }
            text
        };
        let ranks: Vec<_> = self.cells.chunks(8).rev().map(rank).collect();
        let seen = self.seen.clone().map(|mut words| {
            words.sort_by_key(|word| word[1..].to_owned());
            words.join(" ")
        });
        format!(
            r#"{} {}"seenW":"{}","seenB":"{}"{}"#,
            ranks.join("/"),
            self.middle,
            seen[0],
            seen[1],
            self.end
        )
    }

    /// The same with one thing elsewhere that this watcher does not know of, if there is one.
    fn twin(&self, watcher: Watcher, random: &mut Random) -> Option<Board> {
        let knows = |square: Square| {
            Color::ALL.into_iter().any(|color| {
                watcher == Watcher::Seat(color)
                    && self.seen[color as usize]
                        .iter()
                        .any(|word| word[1..] == square.to_string())
            })
        };
        let is_known = |square: Square| {
            let name = square.to_string();
            self.seen.iter().flatten().any(|word| word[1..] == name)
        };
        let secrets: Vec<Square> = Square::all()
            .filter(|square| {
                let is_secret = match self.cells[square.index()] {
                    'd' | 'w' => true,
                    'i' => watcher != Watcher::Seat(Color::Black),
                    'I' => watcher != Watcher::Seat(Color::White),
                    _ => false,
                };
                is_secret && !knows(*square)
            })
            .collect();
        let free: Vec<Square> = Square::all()
            .filter(|square| self.cells[square.index()] == '.' && !is_known(*square))
            .collect();
        if secrets.is_empty() || free.is_empty() {
            return None;
        }
        let (from, to) = (*random.pick(&secrets), *random.pick(&free));
        let mut twin = self.clone();
        twin.cells.swap(from.index(), to.index());
        for word in twin.seen.iter_mut().flatten() {
            if word[1..] == from.to_string() {
                word.replace_range(1.., &to.to_string());
            }
        }
        Some(twin)
    }
}

/// A match between Ann and Bob at a position, with Eve beside them.
struct Scenery {
    stage: Stage,
    n_events: usize,
}

/// A match that has just begun, and what pictures of it are drawn with.
struct Beginning {
    entries: Vec<Entry>,
    studio: Arc<Studio>,
}

impl Beginning {
    async fn new() -> Beginning {
        let studio = Arc::new(Studio::new(
            Size::new(180).expect("180 is a size"),
            Theme::default(),
        ));
        let ledger = Ledger::new(Arc::new(MemoryStore::new()));
        let mut stage = Beginning::stage(&studio, ledger.clone());
        let challenge = "/challenge chakart @Bob white setup=standard";
        stage
            .ask(&event("a", "Ann", Heard::Text(challenge.to_owned())))
            .await;
        stage
            .ask(&event("b", "Bob", Heard::Press("accept:00001".to_owned())))
            .await;
        stage.core.idle().await;
        let entries = ledger
            .scan(b"", None, usize::MAX)
            .expect("memory can be read");
        Beginning { entries, studio }
    }

    fn stage(studio: &Arc<Studio>, ledger: Ledger) -> Stage {
        let people = ["Ann", "Bob", "Eve"];
        Stage::new(&people, ledger, |parts| parts.studio = Arc::clone(studio))
    }

    /// The match, set up as it is wanted.
    async fn at(&self, setup: &Setup) -> Scenery {
        let mut batch = Batch::default();
        for (key, value) in &self.entries {
            batch.put(key.clone(), value.clone());
            if key == b"match/00001" {
                let mut row: Value = serde_json::from_slice(value).expect("rows are JSON");
                assert!(row["setup"].is_string(), "a match has a setup");
                row["setup"] = setup.to_string().into();
                batch.put(key.clone(), row.to_string());
            }
        }
        let ledger = Ledger::new(Arc::new(MemoryStore::new()));
        ledger.commit(batch).await.expect("memory does not fail");
        Scenery {
            stage: Beginning::stage(&self.studio, ledger),
            n_events: 0,
        }
    }
}

impl Scenery {
    fn event(&mut self, name: &str, said: Heard) -> Event {
        self.n_events += 1;
        Event {
            id: EventId::new(Platform::Playground, self.n_events.to_string()),
            speaker: person(name),
            place: Place::Channel(channel("lobby")),
            said,
        }
    }

    async fn ask(&mut self, name: &str, said: Heard) -> Message<bot::ports::Private> {
        let event = self.event(name, said);
        self.stage.ask(&event).await.message
    }

    /// Everything that a watcher can be told here without a move, and then after one.
    async fn traffic(&mut self, watcher: Watcher, asked: &[String], played: &[String]) -> String {
        let mut out = String::new();
        let name = watcher.name();
        for text in asked {
            let message = self.ask(name, Heard::Text(text.clone())).await;
            tell(&mut out, text, &message);
        }
        let press = Heard::Press("view:00001".to_owned());
        tell(&mut out, "My view", &self.ask(name, press).await);
        for text in ["/move ", "/why "] {
            let event = self.event(name, Heard::Text(text.to_owned()));
            self.stage.core.overhear(event).await;
            let (_, Told::Choices(choices)) = self.stage.told().await else {
                panic!("{text} is completed");
            };
            for choice in choices {
                writeln!(out, "{} {}", choice.label, choice.value).expect("a string takes all");
            }
        }
        self.walk(name, &mut out).await;
        for text in played {
            let mover = text.split_once(' ').expect("a name and a command");
            let message = self.ask(mover.0, Heard::Text(mover.1.to_owned())).await;
            if mover.0 == name {
                tell(&mut out, text, &message);
            }
        }
        tell(
            &mut out,
            "/view",
            &self.ask(name, Heard::Text("/view 00001".into())).await,
        );
        tell(
            &mut out,
            "/history",
            &self.ask(name, Heard::Text("/history".into())).await,
        );
        self.stage.core.idle().await;
        for said in self.stage.scene.said() {
            match said {
                Said::Post(channel, message) => tell(&mut out, &channel.id, &message),
                Said::Edit(number, message) => tell(&mut out, &number.to_string(), &message),
            }
        }
        for whispered in self.stage.scene.whispered() {
            if whispered.user == person(name).id {
                tell(&mut out, &whispered.number.to_string(), &whispered.message);
            }
        }
        out
    }

    /// Follows the menus everywhere but to their ends.
    async fn walk(&mut self, name: &str, out: &mut String) {
        let mut ways = vec![Heard::Press("guide:00001:0".to_owned())];
        let mut n_steps = 0;
        while let Some(way) = ways.pop() {
            n_steps += 1;
            let message = self.ask(name, way).await;
            tell(out, "menu", &message);
            for row in &message.controls {
                // The first step names a man; whatever comes after one more may be a move.
                if let (Row::Menu(menu), true) = (row, n_steps == 1) {
                    ways.extend(choices(menu).filter(
                        |way| matches!(way, Heard::Choose { value, .. } if value.len() == 2),
                    ));
                }
            }
        }
    }
}

fn choices(menu: &Menu) -> impl Iterator<Item = Heard> {
    menu.choices.iter().map(|choice| Heard::Choose {
        menu: menu.id.clone(),
        value: choice.value.clone(),
    })
}

/// Writes down a message with all that is in it.
fn tell<A>(out: &mut String, why: &str, message: &Message<A>) {
    let mut line = |text: &str| writeln!(out, "{text}").expect("a string takes everything");
    line(&format!("{why}: {} {:?}", message.text, message.mention));
    if let Some(picture) = &message.picture {
        let mut hasher = DefaultHasher::new();
        picture.png.hash(&mut hasher);
        line(&format!(
            "{} {} {:x}",
            picture.name,
            picture.alt,
            hasher.finish()
        ));
    }
    if let Some(file) = &message.attachment {
        line(&format!("{} {}", file.name, file.text));
    }
    for row in &message.controls {
        match row {
            Row::Buttons(buttons) => {
                for Button { id, label, .. } in buttons {
                    line(&format!("[{id} {label}]"));
                }
            }
            Row::Menu(menu) => {
                line(&format!("<{} {}>", menu.id, menu.label));
                for choice in &menu.choices {
                    line(&format!("{} {}", choice.label, choice.value));
                }
            }
        }
    }
}

/// A move that tells the watcher the same in both games, as whoever is to decide would type it.
fn harmless_move(games: [&Game; 2], watcher: Watcher, random: &mut Random) -> Option<String> {
    let Next::Decision(mover) = games[0].next() else {
        return None;
    };
    let mut actions = actions_of(games[0]);
    actions.retain(|action| actions_of(games[1]).contains(action));
    for _ in 0..actions.len() {
        let action = *random.pick(&actions);
        let after = games.map(|game| {
            let mut game = game.clone();
            game.act(action).expect("it is listed");
            game
        });
        let [one, other] = &after;
        let is_settled = |game: &Game| matches!(game.next(), Next::Decision(_));
        if is_settled(one)
            && is_settled(other)
            && watcher.position(one) == watcher.position(other)
            && one.public_view() == other.public_view()
        {
            return Some(format!("{} /move {action}", name(mover)));
        }
    }
    None
}

/// Compares what a watcher is told of a position and of a twin of it; whether there is one.
async fn check(
    beginning: &Beginning,
    board: &Board,
    watcher: Watcher,
    random: &mut Random,
) -> bool {
    let Some(twin) = board.twin(watcher, random) else {
        return false;
    };
    let read = |board: &Board| Setup::with_position(Variant::Chakart, "", &board.write()).ok();
    let (Some(setup), Some(other)) = (read(board), read(&twin)) else {
        return false;
    };
    let games = [Game::new(&setup), Game::new(&other)];
    let Next::Decision(decider) = games[0].next() else {
        return false;
    };
    if !matches!(games[1].next(), Next::Decision(_)) {
        return false;
    }
    assert_eq!(watcher.position(&games[0]), watcher.position(&games[1]));
    let mut asked: Vec<String> = ["/view 00001", "/history", "/export", "/games", "/board"]
        .map(str::to_owned)
        .into();
    // Moves that are legal, and squares at random.
    let mut tried: Vec<String> = Vec::new();
    if watcher == Watcher::Seat(decider) {
        let actions = actions_of(&games[0]);
        tried.extend((0..12).map(|_| random.pick(&actions).to_string()));
    }
    for _ in 0..12 {
        let mut square = || Square::from_index(random.below(64) as u8);
        tried.push(format!("{}{}", square(), square()));
    }
    asked.extend(tried.iter().map(|text| format!("/why {text}")));
    let played: Vec<_> = harmless_move([&games[0], &games[1]], watcher, random)
        .into_iter()
        .collect();
    let mut traffic = Vec::new();
    for setup in [&setup, &other] {
        let mut scenery = beginning.at(setup).await;
        let told = scenery.traffic(watcher, &asked, &played).await;
        // Nobody but a test begins a match at a position.
        traffic.push(told.replace(&setup.to_string(), "chakart"));
    }
    let differing = traffic[0].lines().zip(traffic[1].lines());
    for (one, other) in differing {
        assert_eq!(
            one,
            other,
            "{watcher:?}: {} and {}",
            board.write(),
            twin.write()
        );
    }
    assert_eq!(traffic[0].lines().count(), traffic[1].lines().count());
    true
}

#[tokio::test]
async fn who_may_not_know_a_thing_is_told_the_same_however_it_is() {
    let beginning = Beginning::new().await;
    let mut random = Random::new(7);
    let mut n_pairs = 0;
    for line in tests::read("fixtures/chakart-hidden.jsonl").lines() {
        let case: Value = serde_json::from_str(line).expect("a line is JSON");
        let position = case["position"].as_str().expect("a position is a text");
        let board = Board::read(position).expect("it says who knows what");
        assert_eq!(board.write(), position);
        for watcher in [
            Watcher::Seat(Color::White),
            Watcher::Seat(Color::Black),
            Watcher::Eve,
        ] {
            n_pairs += usize::from(check(&beginning, &board, watcher, &mut random).await);
        }
    }
    assert!(n_pairs > 100, "{n_pairs} pairs were compared");
}
