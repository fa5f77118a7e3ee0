//! Finds puzzles in games that weak players play against each other:
//! `cargo run --release -p engine --example puzzles -- baroque --seed 1 --count 64 > engine/puzzles/baroque.txt`.
//!
//! The first argument is the name of a rule set, as in [`engine::puzzle::FILES`]. The same arguments give the same
//! puzzles, as long as the engine plays the same. A game gives one puzzle at most. The numbers of puzzles of a grade,
//! and of moves by one kind of piece, are limited for variety.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is what the example is for"
)]

#[path = "puzzles/finder.rs"]
mod finder;
#[path = "gauntlet/game.rs"]
mod game;
#[path = "gauntlet/player.rs"]
mod player;

use std::{collections::HashMap, error::Error};

use engine::{SeededWords, puzzle::Puzzle};
use rules::{Action, Color, Game, Glyph, Setup};

use self::{finder::Finder, game::play, player::Recipe};

/// The setups to play, by the name of the rule set. Hidden information is turned off.
const PLAYED: [(&str, &str); 5] = [
    ("berolina", "berolina"),
    ("baroque", "baroque"),
    ("bario", "bario"),
    ("bario-classic", "bario rules=classic"),
    ("chakart", "chakart objects=open setup=standard"),
];
/// The minimum number of puzzles of each grade.
const FEWEST_OF_GRADE: usize = 2;
/// The number of games after which the search gives up.
const MOST_GAMES: u64 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, _, seed, _, count] = &arguments[..] else {
        println!("puzzles RULES --seed N --count M");
        return Ok(());
    };
    let (seed, count) = (seed.parse::<u64>()?, count.parse::<usize>()?);
    let played = PLAYED.iter().find(|(other, _)| other == name);
    let setup: Setup = played.ok_or("there are no such rules")?.1.parse()?;
    let mut collection = Collection::new(count);
    let mut finder = Finder::new(&setup);
    for game in 0..MOST_GAMES {
        let seed = seed << 32 | game;
        let mut words = SeededWords::new(seed);
        let level = |words: &mut SeededWords| format!("level:{}", 1 + words.word() % 4);
        let recipes: [Recipe; 2] = [level(&mut words).parse()?, level(&mut words).parse()?];
        let mut players = [recipes[0].player(&setup)?, recipes[1].player(&setup)?];
        let mut found = None;
        play(&setup, &mut players, Color::White, seed, &mut |game| {
            if found.is_none() {
                found = finder.find(game, &|puzzle| collection.wants(puzzle));
            }
        })?;
        if let Some(puzzle) = found {
            collection.add(puzzle);
            eprintln!(
                "{name}: {} in {} games, {:?}",
                collection.all.len(),
                game + 1,
                collection.n_graded
            );
        }
        if collection.is_full() {
            break;
        }
    }
    collection
        .all
        .sort_by_key(|puzzle| (puzzle.grade, puzzle.to_string()));
    println!(
        "# Made by: cargo run --release -p engine --example puzzles -- {}",
        arguments.join(" ")
    );
    println!("# grade | turns to the win | setup | how it is won | what comes of each other move");
    for puzzle in &collection.all {
        println!("{puzzle}");
    }
    Ok(())
}

/// A collection of distinct puzzles.
struct Collection {
    count: usize,
    all: Vec<Puzzle>,
    n_graded: [usize; 6],
    n_moved: HashMap<String, usize>,
    materials: Vec<Vec<Glyph>>,
}

impl Collection {
    fn new(count: usize) -> Collection {
        Collection {
            count,
            all: Vec::new(),
            n_graded: [0; 6],
            n_moved: HashMap::new(),
            materials: Vec::new(),
        }
    }

    /// Tells whether the collection has room for a puzzle. At most a third are of one grade, half have moves of one
    /// kind of piece, and none have the same pieces.
    fn wants(&self, puzzle: &Puzzle) -> bool {
        let n_moved = self.n_moved.get(&mover(puzzle)).copied().unwrap_or(0);
        let n_graded = self.n_graded[usize::from(puzzle.grade)];
        let is_room = self.all.len() < self.count || n_graded < FEWEST_OF_GRADE;
        is_room
            && n_graded < self.count.div_ceil(3)
            && n_moved < self.count.div_ceil(2)
            && !self.materials.contains(&material(puzzle))
    }

    /// Tells whether the collection has the wanted number of puzzles, some of each grade.
    fn is_full(&self) -> bool {
        let is_short = self.n_graded[1..].iter().any(|&n| n < FEWEST_OF_GRADE);
        self.all.len() >= self.count && !is_short
    }

    fn add(&mut self, puzzle: Puzzle) {
        self.n_graded[usize::from(puzzle.grade)] += 1;
        *self.n_moved.entry(mover(&puzzle)).or_default() += 1;
        self.materials.push(material(&puzzle));
        self.all.push(puzzle);
    }
}

/// Returns the pieces on the board.
fn material(puzzle: &Puzzle) -> Vec<Glyph> {
    let view = Game::new(&puzzle.setup).public_view();
    let mut glyphs: Vec<Glyph> = view.as_view().cells.iter().flatten().copied().collect();
    glyphs.sort_unstable();
    glyphs
}

/// Returns the kind of piece that makes the winning move.
fn mover(puzzle: &Puzzle) -> String {
    let view = Game::new(&puzzle.setup).public_view();
    match puzzle.solution() {
        Some(
            Action::Move { from, .. } | Action::Stealth { from, .. } | Action::Shell { from, .. },
        ) => view.as_view().glyph(from).map_or("", Glyph::name).into(),
        Some(Action::Define { role, .. } | Action::Drop { role, .. }) => {
            format!("defined {}", role.letter())
        }
        _ => String::new(),
    }
}
