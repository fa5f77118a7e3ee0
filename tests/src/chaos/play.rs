//! Pairs of people, their matches, and how long they play.

use std::time::Duration;

use async_trait::async_trait;
use testkit::Random;
use tests::PATIENCE;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Interval, MissedTickBehavior, interval, timeout},
};

use crate::table::{Order, Seats, Shown, Table, Tally};

/// Two people who play each other, wherever that is.
#[async_trait]
pub(crate) trait Company: Send + Sync + 'static {
    /// They in one match.
    type Seats: Seats;

    /// How often they do something.
    const PACE: Duration;

    /// How many of a hundred things that they do are to begin another match.
    const BEGINS: usize;

    /// White challenges Black; nothing if they do not hear of which match.
    async fn challenge(&self, random: &mut Random) -> Option<Self::Seats>;
}

/// Two people and all their matches.
pub(crate) struct Pair<C: Company> {
    pub(crate) company: C,
    tables: Vec<Table<C::Seats>>,
    order: Order,
    random: Random,
    /// Whether no move of theirs was confirmed when all was well again.
    is_stuck: bool,
}

/// How often two people do something.
fn pace<C: Company>() -> Interval {
    let mut pace = interval(C::PACE);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pace
}

impl<C: Company> Pair<C> {
    /// They have no match yet; what they do follows from this number.
    pub(crate) fn new(company: C, order: &Order, seed: u64) -> Pair<C> {
        Pair {
            company,
            tables: Vec::new(),
            order: order.clone(),
            random: Random::new(seed),
            is_stuck: false,
        }
    }

    /// They begin one more match, if they hear of which.
    async fn begin(&mut self) {
        let seats = self.company.challenge(&mut self.random).await;
        let tables = seats.map(|seats| Table::new(seats, &self.order));
        self.tables.extend(tables);
    }

    /// They begin so many matches.
    pub(crate) async fn sit_down(mut self, n: usize) -> Pair<C> {
        while self.tables.len() < n {
            self.begin().await;
            if let Some(table) = self.tables.last_mut() {
                table.step(&mut self.random).await;
            }
        }
        self
    }

    /// They play until it is over.
    pub(crate) async fn play(mut self, is_over: watch::Receiver<bool>) -> Pair<C> {
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

    /// They play until one more move is confirmed, in one of their matches or another that they begin.
    pub(crate) async fn play_on(mut self) -> Pair<C> {
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

    /// That they could not play on, if so.
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

    /// They find out how all their matches stand, or those of which not all is known.
    pub(crate) async fn settle(mut self, only_doubtful: bool) -> Pair<C> {
        for table in &mut self.tables {
            if !only_doubtful || table.is_doubtful() {
                table.settle(&mut self.random).await;
            }
        }
        self
    }

    /// What they were answered and cannot be true.
    pub(crate) fn lies(&self) -> impl Iterator<Item = String> {
        self.tables.iter().filter_map(|table| table.check().err())
    }

    /// What is wrong with the boards of their matches, as all pictures were shown.
    pub(crate) fn wrong_boards(&self, shown: &Shown) -> impl Iterator<Item = String> {
        let tables = self.tables.iter();
        tables.flat_map(|table| table.wrong_boards(shown))
    }

    /// Counts their matches in.
    pub(crate) fn count(&self, tally: &mut Tally) {
        self.tables.iter().for_each(|table| table.count(tally));
    }
}

/// Has all pairs do something at a time.
pub(crate) async fn all<C, F>(pairs: Vec<Pair<C>>, what: impl Fn(Pair<C>) -> F) -> Vec<Pair<C>>
where
    C: Company,
    F: Future<Output = Pair<C>> + Send + 'static,
{
    let done: JoinSet<Pair<C>> = pairs.into_iter().map(what).collect();
    done.join_all().await
}
