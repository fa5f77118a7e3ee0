//! Speed of the rules: counts of action sequences, and random play.
//!
//! `cargo bench -p tests --bench rules` prints the medians. Items are leaves of the tree, or played actions.

use divan::{Bencher, black_box, counter::ItemsCount};
use rules::{Game, Next, Setup, Variant};
use testkit::Random;

fn main() {
    divan::main();
}

const START: &str = "start";
/// A position with castling, pins and pawns that may capture.
const MIDDLE: &str = "middle game";

fn game(name: &str) -> Game {
    let position = match name {
        MIDDLE => "r3k2r/pppqbppp/2np1n2/4p3/2B1P1b1/2NP1N2/PPPQBPPP/R3K2R w KQkq - 0 1",
        _ => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    };
    Game::new(&Setup::with_position(Variant::Berolina, "", position).expect("a valid position"))
}

/// Counts the last actions without playing them.
#[divan::bench(args = [START, MIDDLE], sample_count = 20)]
fn perft_bulk(bencher: Bencher, name: &str) {
    let game = game(name);
    bencher
        .counter(ItemsCount::new(game.perft(5)))
        .bench(|| black_box(&game).perft(5));
}

/// Plays every action, the last ones included.
#[divan::bench(args = [START, MIDDLE], sample_count = 20)]
fn perft_plain(bencher: Bencher, name: &str) {
    let game = game(name);
    bencher
        .counter(ItemsCount::new(game.perft(4)))
        .bench(|| black_box(&game).perft_plain(4));
}

/// Every variant under every option that may affect its speed.
const SETUPS: [&str; 8] = [
    "berolina",
    "baroque",
    "baroque setup=asymmetric",
    "chakart",
    "chakart objects=open",
    "chakart setup=standard",
    "bario",
    "bario rules=classic",
];

/// Plays whole games: lists the actions, picks one, checks and plays it, plays chance outcomes, and looks for every kind of end.
#[divan::bench(args = SETUPS, sample_count = 20)]
fn random_games(bencher: Bencher, setup: &str) {
    let setup: Setup = setup.parse().expect("a setup");
    let mut start = Game::new(&setup);
    // Drawing a start takes as long as many moves, and only the moves are of interest.
    while let Next::Chance(chance) = start.next() {
        start
            .roll(chance.outcomes()[0])
            .expect("a listed outcome is possible");
    }
    bencher
        .counter(ItemsCount::new(play(&start)))
        .bench(|| play(black_box(&start)));
}

/// The number of actions after which a game is abandoned.
const LONGEST: usize = 1000;

/// Plays the same hundred games each time, and returns their total number of actions.
fn play(start: &Game) -> usize {
    let mut random = Random::new(11);
    (0..100)
        .map(|_| {
            let mut game = start.clone();
            let mut n_actions = 0;
            while game.n_inputs() < LONGEST {
                match game.next() {
                    Next::Decision(_) => {
                        let actions = game.legal_list();
                        game.act(actions[random.below(actions.len())])
                            .expect("a listed action is legal");
                        n_actions += 1;
                    }
                    Next::Chance(chance) => game
                        .roll(chance.outcomes()[random.below(chance.outcomes().len())])
                        .expect("a listed outcome is possible"),
                    Next::Over(_) => break,
                }
            }
            n_actions
        })
        .sum()
}

/// Measures a view with its caption.
#[divan::bench]
fn public_view(bencher: Bencher) {
    let mut game = game(MIDDLE);
    game.act("d2h6".parse().expect("coordinates"))
        .expect("a legal move");
    bencher.bench(|| black_box(&game).public_view());
}

/// Measures the captions of all actions, as completion shows them.
#[divan::bench(args = [START, MIDDLE])]
fn captions(bencher: Bencher, name: &str) {
    let game = game(name);
    let actions = game.legal_list();
    bencher.counter(ItemsCount::new(actions.len())).bench(|| {
        actions
            .iter()
            .map(|&action| black_box(&game).caption(action).len())
            .sum::<usize>()
    });
}
