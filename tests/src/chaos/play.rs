//! Pairs of people, their matches, and their pace.

use std::time::Duration;

use async_trait::async_trait;
use testkit::Random;
use tests::PATIENCE;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Interval, MissedTickBehavior, interval, timeout},
};

use crate::table::{AnswerCounts, PictureCounts, Seats, SequenceCounter, Table};

/// Two people who play each other, on any platform.
#[async_trait]
pub(crate) trait PlayerPair: Send + Sync + 'static {
    /// The pair in one match.
    type Seats: Seats;

    /// The interval between their actions.
    const PACE: Duration;

    /// The percentage of their actions that begin another match.
    const BEGINS: usize;

    /// Lets White challenge Black. Returns `None` if they receive no match id.
    async fn challenge(&self, random: &mut Random) -> Option<Self::Seats>;
}

/// Two people and all their matches.
pub(crate) struct PairMatches<C: PlayerPair> {
    pub(crate) players: C,
    tables: Vec<Table<C::Seats>>,
    counter: SequenceCounter,
    random: Random,
    /// True if none of their moves was confirmed after the faults ended.
    is_stuck: bool,
}

/// Returns the timer of a pair's actions.
fn pace<C: PlayerPair>() -> Interval {
    let mut pace = interval(C::PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pace
}

impl<C: PlayerPair> PairMatches<C> {
    /// Creates a pair without a match. The seed determines their actions.
    pub(crate) fn new(players: C, counter: &SequenceCounter, seed: u64) -> PairMatches<C> {
        PairMatches {
            players,
            tables: Vec::new(),
            counter: counter.clone(),
            random: Random::new(seed),
            is_stuck: false,
        }
    }

    /// Begins one more match, if they receive its id.
    async fn begin(&mut self) {
        let seats = self.players.challenge(&mut self.random).await;
        let tables = seats.map(|seats| Table::new(seats, &self.counter));
        self.tables.extend(tables);
    }

    /// Begins `n` matches.
    pub(crate) async fn sit_down(mut self, n: usize) -> PairMatches<C> {
        while self.tables.len() < n {
            self.begin().await;
            if let Some(table) = self.tables.last_mut() {
                table.step(&mut self.random).await;
            }
        }
        self
    }

    /// Plays until `is_over`.
    pub(crate) async fn play(mut self, is_over: watch::Receiver<bool>) -> PairMatches<C> {
        let mut pace = pace::<C>();
        while !*is_over.borrow() {
            pace.tick().await;
            if self.tables.is_empty() || self.random.chance(C::BEGINS) {
                self.begin().await;
            } else {
                let n = self.random.below(self.tables.len());
                self.tables[n].step(&mut self.random).await;
            }
        }
        self
    }

    /// Plays until one more move is confirmed, in one of their matches or in a new one.
    pub(crate) async fn play_on(mut self) -> PairMatches<C> {
        let n_confirmed = self.n_confirmed_moves();
        let playing = async {
            let mut pace = pace::<C>();
            while self.n_confirmed_moves() == n_confirmed {
                pace.tick().await;
                let n = self.random.below(self.tables.len() + 1);
                match self.tables.get_mut(n) {
                    Some(table) => {
                        table.settle(&mut self.random).await;
                        table.step(&mut self.random).await;
                    }
                    None => self.begin().await,
                }
            }
        };
        let played = timeout(PATIENCE, playing).await;
        self.is_stuck = played.is_err();
        self
    }

    /// Returns a complaint if they could not continue.
    pub(crate) fn stuck(&self) -> Option<String> {
        self.is_stuck.then(|| {
            let tables: Vec<String> = self.tables.iter().map(Table::name).collect();
            let tables = tables.join(", ");
            format!("two people cannot play on; they have {tables}")
        })
    }

    fn n_confirmed_moves(&self) -> usize {
        self.tables.iter().map(Table::n_confirmed_moves).sum()
    }

    /// Reads the state of all their matches, or only of those whose state is not fully known.
    pub(crate) async fn settle(mut self, only_doubtful: bool) -> PairMatches<C> {
        for table in &mut self.tables {
            if !only_doubtful || table.is_doubtful() {
                table.settle(&mut self.random).await;
            }
        }
        self
    }

    /// Returns the answers that cannot be true.
    pub(crate) fn lies(&self) -> impl Iterator<Item = String> {
        self.tables.iter().filter_map(|table| table.check().err())
    }

    /// Returns all errors in the boards of their matches, given all pictures that were shown.
    pub(crate) fn wrong_boards(&self, shown: &PictureCounts) -> impl Iterator<Item = String> {
        let tables = self.tables.iter();
        tables.flat_map(|table| table.wrong_boards(shown))
    }

    /// Adds their matches to the counts.
    pub(crate) fn count(&self, counts: &mut AnswerCounts) {
        self.tables.iter().for_each(|table| table.count(counts));
    }
}

/// Runs an action for all pairs concurrently.
pub(crate) async fn all<C, F>(
    pairs: Vec<PairMatches<C>>,
    what: impl Fn(PairMatches<C>) -> F,
) -> Vec<PairMatches<C>>
where
    C: PlayerPair,
    F: Future<Output = PairMatches<C>> + Send + 'static,
{
    let done: JoinSet<PairMatches<C>> = pairs.into_iter().map(what).collect();
    done.join_all().await
}
