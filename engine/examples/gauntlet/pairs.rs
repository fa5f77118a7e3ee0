//! Pairs of games with the same opening and dice, colors swapped, on several threads.

use std::{
    collections::BTreeMap,
    error::Error,
    num::NonZero,
    ops::{ControlFlow, Range},
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use rules::{Color, Setup};

use crate::{
    game::{Played, play},
    player::{PlayerError, Recipe},
};

/// Two players, their game, and the seed of its openings and dice.
pub(crate) struct Match {
    pub(crate) setup: Setup,
    pub(crate) recipes: [Recipe; 2],
    pub(crate) seed: u64,
}

impl Match {
    /// Starts both players. The function returned plays the pair of a number; earlier pairs make no difference.
    pub(crate) fn worker(
        &self,
    ) -> Result<impl FnMut(u64) -> Result<[Played; 2], PlayerError>, PlayerError> {
        let [first, second] = &self.recipes;
        let mut players = [first.player(&self.setup)?, second.player(&self.setup)?];
        Ok(move |pair| {
            let seed = self.seed.wrapping_add(pair << 20);
            let mut game = |color| play(&self.setup, &mut players, color, seed, &mut |_| {});
            Ok([game(Color::White)?, game(Color::Black)?])
        })
    }
}

/// Computes a result for each number on several threads, and gives them to `sink` in the order of the numbers. Each
/// thread makes a worker of its own. The first error ends all, and so does a break of the sink.
pub(crate) fn in_order<T: Send, E: Send + Into<Box<dyn Error>>, W>(
    numbers: Range<u64>,
    n_threads: NonZero<usize>,
    worker: impl Fn() -> Result<W, E> + Sync,
    mut sink: impl FnMut(u64, T) -> Result<ControlFlow<()>, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>>
where
    W: FnMut(u64) -> Result<T, E>,
{
    let next = AtomicU64::new(numbers.start);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..n_threads.get() {
            let (sender, next, worker) = (sender.clone(), &next, &worker);
            scope.spawn(move || {
                let run = || {
                    let mut compute = worker()?;
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= numbers.end {
                            return Ok(());
                        }
                        let result = compute(number)?;
                        if sender.send(Ok((number, result))).is_err() {
                            return Ok(());
                        }
                    }
                };
                // The receiver is gone after an earlier error.
                if let Err(error) = run() {
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let mut expected = numbers.start;
        let mut early = BTreeMap::new();
        for result in results {
            let (number, result) = result.map_err(E::into)?;
            early.insert(number, result);
            while let Some(result) = early.remove(&expected) {
                if sink(expected, result)?.is_break() {
                    return Ok(());
                }
                expected += 1;
            }
        }
        Ok(())
    })
}
