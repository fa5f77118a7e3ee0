//! A self-play loop for learning programs: plays ten games, gathers the lessons of a network, and prints the returns.
//!
//! `cargo run --release -p oddboard-rules --example self_play -- chakart`

#![expect(clippy::print_stdout, reason = "it is what the example is for")]

use std::{env, error::Error};

use rules::{Action, Conclusion, Game, Next, Setup};

/// The lessons of a game (observation, index of the action, return of its side), and the return of each side.
type Played = (Vec<(Vec<f32>, usize, f64)>, [f64; 2]);

/// Picks one of the legal indices. A learning program asks its network here.
fn policy(_observation: &[f32], legal: &[usize], word: u64) -> usize {
    legal[word as usize % legal.len()]
}

fn play(setup: &Setup, word: &mut impl FnMut() -> u64) -> Result<Played, Box<dyn Error>> {
    let (mut game, mut made) = (Game::new(setup), Vec::new());
    let returns = loop {
        match game.next() {
            Next::Over(outcome) => break outcome.returns(),
            Next::Decision(_) if game.turns() > 300 => game.conclude(Conclusion::TurnLimit)?,
            Next::Chance(chance) => {
                let outcome = chance.pick(word() % chance.total());
                game.roll(outcome.ok_or("the ticket is too high")?)?;
            }
            Next::Decision(side) => {
                let observation = game.seat_view(side).as_view().tensor();
                let actions = game.legal_list();
                let legal: Vec<usize> = actions.iter().map(|action| action.index()).collect();
                let index = policy(&observation, &legal, word());
                game.act(Action::from_index(index).ok_or("no action has this index")?)?;
                made.push((observation, index, side as usize));
            }
        }
    };
    let lessons = made
        .into_iter()
        .map(|(seen, index, side)| (seen, index, returns[side]));
    Ok((lessons.collect(), returns))
}

fn main() -> Result<(), Box<dyn Error>> {
    let setup: Setup = env::args().nth(1).as_deref().unwrap_or("baroque").parse()?;
    let mut seed = 1_u64;
    let mut word = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99_991);
        seed >> 33
    };
    for _ in 0..10 {
        println!("{:?}", play(&setup, &mut word)?.1);
    }
    Ok(())
}
