//! Checks that records of release 0.1 are read as they were meant. `release-0.1/<name>.record` is a game, and
//! `<name>.told` is that release's report of it. Each line for a position has the number of legal actions, or `-` where
//! no side was to decide, and the position text. The last line is the result, or `*`.

use std::{collections::BTreeMap, fs};

use rules::{Game, Next, Record, Setup, Variant};
use testkit::{actions_of, options_of};

/// A game, and the lines of its report except the last, each a number and a position text.
struct Sample {
    name: String,
    text: String,
    told: String,
}

fn samples() -> Vec<Sample> {
    let folder = fs::read_dir(crate::data("release-0.1")).expect("the folder can be read");
    let paths = folder.map(|entry| entry.expect("an entry can be read").path());
    let mut samples: Vec<Sample> = paths
        .filter(|path| path.extension().is_some_and(|found| found == "record"))
        .map(|path| Sample {
            name: path.display().to_string(),
            text: crate::read(&path),
            told: crate::read(path.with_extension("told")),
        })
        .collect();
    samples.sort_by(|one, other| one.name.cmp(&other.name));
    samples
}

impl Sample {
    fn record(&self) -> Record {
        let record = self.text.parse();
        record.unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Returns the number of legal actions, if a side was to decide, and the position text, before the first input and
    /// after each.
    fn positions(&self) -> impl Iterator<Item = (Option<usize>, &str)> {
        let lines = self.told.lines().filter_map(|line| line.split_once(' '));
        lines.map(|(n_actions, position)| (n_actions.parse().ok(), position))
    }

    fn result(&self) -> &str {
        self.told.lines().last().expect("a result")
    }
}

fn text_of(game: &Game) -> String {
    game.truth().as_view().position.clone()
}

#[test]
fn records_of_the_first_release_are_played_as_then() {
    for sample in samples() {
        let (name, record) = (&sample.name, sample.record());
        assert_eq!(record.to_string(), sample.text, "{name}");
        for (ply, (_, position)) in sample.positions().enumerate() {
            let game = record.replay_to(ply).expect("the record can be played");
            assert_eq!(text_of(&game), position, "{name} after {ply} inputs");
        }
        let result = match record.replay().map(|game| game.next()) {
            Ok(Next::Over(outcome)) => outcome.score(),
            _ => "*",
        };
        assert_eq!(result, sample.result(), "{name}");
    }
}

#[test]
fn position_texts_of_the_first_release_are_read_as_then() {
    let mut n_read: BTreeMap<Variant, usize> = BTreeMap::new();
    for sample in samples() {
        let setup = sample.record().setup;
        let options = options_of(&setup);
        for (n_actions, position) in sample.positions() {
            let Some(n_actions) = n_actions else { continue };
            let at = format!("{}: {position}", sample.name);
            let setup = Setup::with_position(setup.variant(), &options, position);
            let setup = setup.unwrap_or_else(|error| panic!("{at}: {error}"));
            assert_eq!(setup.to_string().parse(), Ok(setup.clone()), "{at}");
            let game = Game::new(&setup);
            assert_eq!(text_of(&game), position);
            assert_eq!(actions_of(&game).len(), n_actions, "{at}");
            *n_read.entry(setup.variant()).or_default() += 1;
        }
    }
    let is_enough = |variant| n_read.get(&variant).is_some_and(|&n| n >= 100);
    assert!(Variant::ALL.into_iter().all(is_enough), "{n_read:?}");
}
