//! The interface of the engine.

use core::fmt;
use std::sync::Arc;

use rules::{Action, Color, Guesses, SeatHistory, Status, Variant};

use crate::{
    budget::Budget,
    evaluate::{Networks, with_position},
    history::Memory,
    level::Level,
    opening,
    root::{N_GUESSES, Task, Tell},
    search::Kept,
    table::Table,
    thought::{Thought, Unable},
};

/// A player of all variants. It keeps its transposition table and its other data between the moves of a game, in memory
/// of a fixed size.
///
/// One engine can play several games in succession: [`Engine::forget`] clears its memory. It also forgets by itself when a question
/// of the other seat comes in a game with hidden information.
pub struct Engine {
    kept: Kept,
    networks: Arc<Networks>,
    /// The seat of the last question about a game with hidden information.
    seat: Option<Color>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// The default size of its memory, in bytes.
    pub const USUAL_MEMORY: usize = 16 << 20;

    /// Makes an engine with a transposition table of this size in bytes.
    pub fn new(memory: usize) -> Engine {
        Engine {
            kept: Kept {
                table: Arc::new(Table::new(memory)),
                memory: Memory::new(),
                guesses: Guesses::new(N_GUESSES),
            },
            networks: Networks::ours(),
            seat: None,
        }
    }

    /// Replaces networks.
    pub(crate) fn set_networks(&mut self, networks: Networks) {
        self.networks = Arc::new(networks);
    }

    /// Makes helpers, which search on other threads of the caller. They share the transposition table of this engine, and begin
    /// with its guesses. After [`Engine::forget`], the caller makes new ones.
    ///
    /// ```
    /// use std::{sync::atomic::{AtomicBool, Ordering}, thread};
    ///
    /// use engine::{Budget, Engine, Level};
    /// use rules::{Color, SeatHistory, Setup};
    ///
    /// let setup: Setup = "berolina".parse()?;
    /// let white = SeatHistory::new(&setup, Color::White);
    /// let mut engine = Engine::new(1 << 20);
    /// let mut helpers = engine.helpers(1);
    /// let stop = AtomicBool::new(false);
    /// let thought = thread::scope(|scope| {
    ///     for helper in &mut helpers {
    ///         scope.spawn(|| {
    ///             let budget = Budget { stop: Some(&stop), ..Budget::of_nodes(u64::MAX) };
    ///             helper.help(&white, &budget, &mut || 0, 1)
    ///         });
    ///     }
    ///     let thought = engine.think(&white, Level::STRONGEST, &Budget::of_nodes(10_000), &mut || 0);
    ///     stop.store(true, Ordering::Relaxed);
    ///     thought
    /// })?;
    /// println!("{}", thought.action);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn helpers(&self, n: usize) -> Vec<Helper> {
        let helper = |number: usize| Helper {
            engine: Engine {
                kept: Kept {
                    table: Arc::clone(&self.kept.table),
                    memory: Memory::new(),
                    guesses: self.kept.guesses.clone(),
                },
                networks: Arc::clone(&self.networks),
                seat: self.seat,
            },
            first_depth: 2 + number as u32 % 2,
        };
        (0..n).map(helper).collect()
    }

    /// Clears its memory, so that the next answer does not depend on earlier ones.
    pub fn forget(&mut self) {
        match Arc::get_mut(&mut self.kept.table) {
            Some(table) => table.clear(),
            // An earlier helper keeps the old one.
            None => self.kept.table = Arc::new(self.kept.table.of_same_size()),
        }
        self.kept.memory.clear();
        self.kept.guesses = Guesses::new(N_GUESSES);
        self.seat = None;
    }

    /// Finds the best action for a seat from its history alone. With a cleared memory and without helpers, the same history,
    /// level, words and budget of nodes give the same thought.
    ///
    /// # Errors
    ///
    /// Fails if this seat has nothing to decide.
    pub fn think(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Thought, Unable> {
        self.think_about(history, level, budget, words, &[])
    }

    /// Thinks like [`Engine::think`], but considers only these actions; all actions if the list is empty.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::think`], and if none of the actions is legal.
    pub fn think_about(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        only: &[Action],
    ) -> Result<Thought, Unable> {
        let task = Task {
            history,
            level,
            budget,
            only,
            n_lines: 1,
            first_depth: 1,
        };
        let mut lines = self.answer(&task, words, None)?;
        Ok(lines.swap_remove(0))
    }

    /// Finds the `n_lines` best actions (all if there are fewer, and at least one), the best one first, each with its line and
    /// its exact score. All have the same depth, except for those with a sure end, and for the best one, which can be one depth
    /// ahead of others at the end of the budget. Reports them after each depth but the last.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::think`].
    pub fn analyze(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        n_lines: usize,
        tell: &mut dyn FnMut(&[Thought]),
    ) -> Result<Vec<Thought>, Unable> {
        let task = Task {
            history,
            level,
            budget,
            only: &[],
            n_lines,
            first_depth: 1,
        };
        self.answer(&task, words, Some(tell))
    }

    /// Chooses an action to play in a game. Like [`Engine::think`], but a level without errors varies its openings: in the first
    /// eight plies of a game, the words choose one of up to four actions whose values are within 15 hundredths of a pawn of the
    /// best. The levels with errors vary by their errors.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::think`].
    pub fn play(
        &mut self,
        history: &SeatHistory,
        level: Level,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
    ) -> Result<Thought, Unable> {
        let is_opening = history.view().turns < opening::PLIES;
        if !is_opening || level.errs(history.variant()) {
            return self.think(history, level, budget, words);
        }
        // Only the values of a complete depth can be compared.
        let mut complete = Vec::new();
        let mut keep = |lines: &[Thought]| complete = lines.to_vec();
        let n_lines = opening::MOST_LINES;
        let mut lines = self.analyze(history, level, budget, words, n_lines, &mut keep)?;
        let best = lines.swap_remove(0);
        let is_best_still = |line: &Thought| line.action == best.action;
        if best.score.sure_in.is_some() || !complete.first().is_some_and(is_best_still) {
            return Ok(best);
        }
        Ok(opening::chosen(complete, words()))
    }

    /// Answers a question in a new generation of the table, with the best actions, at least one.
    fn answer(
        &mut self,
        task: &Task<'_>,
        words: &mut dyn FnMut() -> u64,
        tell: Option<Tell<'_>>,
    ) -> Result<Vec<Thought>, Unable> {
        self.forget_other_seat(task.history);
        self.kept.table.next_generation();
        self.search(task, words, tell)
    }

    /// Clears the memory if the rules hide something and the last question was that of the other seat: what the engine has learned
    /// from its views is hidden from this one.
    fn forget_other_seat(&mut self, history: &SeatHistory) {
        if history.may_hide() && self.seat != Some(history.seat()) {
            if self.seat.is_some() {
                self.forget();
            }
            self.seat = Some(history.seat());
        }
    }

    /// Searches in the present generation of the table, in which a helper joins its engine.
    fn search(
        &mut self,
        task: &Task<'_>,
        words: &mut dyn FnMut() -> u64,
        tell: Option<Tell<'_>>,
    ) -> Result<Vec<Thought>, Unable> {
        match task.history.view().status {
            Status::Over(outcome) => return Err(Unable::Over(outcome)),
            Status::ToDecide(seat) if seat == task.history.seat() => {}
            _ => return Err(Unable::NotToDecide),
        }
        with_position!(task.history.variant(), P => {
            task.think::<P>(&mut self.kept, &self.networks, words, tell)
        })
    }
}

/// A worker that searches together with an engine, on another thread, as in Lazy SMP: it fills the transposition table that both
/// share. Its engine then finds more entries, and comes deeper in the same time. [`Engine::helpers`] makes it.
pub struct Helper {
    engine: Engine,
    /// The depth at which its searches begin: deeper than that of its engine, so that they do not do the same work.
    first_depth: u32,
}

impl fmt::Debug for Helper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Helper")
    }
}

impl Helper {
    /// Searches at full strength for the `n_lines` best actions, until the end of its budget. It helps only if its engine gets
    /// the same history, words and number of nodes: then both sample the same positions if the rules hide something. Entries
    /// about other positions are of no use to the engine.
    ///
    /// # Errors
    ///
    /// Fails like [`Engine::think`].
    pub fn help(
        &mut self,
        history: &SeatHistory,
        budget: &Budget<'_>,
        words: &mut dyn FnMut() -> u64,
        n_lines: usize,
    ) -> Result<(), Unable> {
        let task = Task {
            history,
            level: Level::STRONGEST,
            budget,
            only: &[],
            n_lines,
            first_depth: self.first_depth,
        };
        self.engine.search(&task, words, None)?;
        Ok(())
    }
}
