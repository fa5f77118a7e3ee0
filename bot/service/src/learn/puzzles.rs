//! Puzzles: the choice of the next one, the effect of an answer, and the streak of solved ones.

#[cfg(test)]
pub(crate) mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use engine::puzzle::{FILES, HARDEST, Puzzle, read};
use rules::{Action, Color, Game, GameInput, Next, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    Done, LearnReply, Outcome, PuzzleReply, PuzzleStep, Reply,
    decision::{
        context::{Asker, reply_with},
        interrupt::Interrupt,
    },
    match_store::schema::puzzles_key,
    play::moves::read_move,
};
use api::{Batch, ChannelId};
use text::{Text, arg};

/// The number of solved puzzles in a row after which they become one grade harder.
const PER_GRADE: u32 = 2;

/// All puzzles, by rule set and grade.
static PUZZLES: LazyLock<Vec<(u32, Puzzle)>> = LazyLock::new(|| {
    let files = FILES.into_iter();
    let puzzles = files.flat_map(|(_, text)| read(text).unwrap_or_default());
    puzzles.map(|puzzle| (puzzle.id(), puzzle)).collect()
});

/// The index of each puzzle.
static PLACES: LazyLock<BTreeMap<u32, usize>> = LazyLock::new(|| {
    let numbered = PUZZLES.iter().enumerate();
    numbered.map(|(at, (id, _))| (*id, at)).collect()
});

/// Returns the puzzle with this id, if there is one.
pub fn puzzle(id: u32) -> Option<&'static Puzzle> {
    let at = PLACES.get(&id)?;
    PUZZLES.get(*at).map(|(_, puzzle)| puzzle)
}

/// Returns the puzzle of a variant with this number, from 1.
pub(crate) fn numbered(variant: Variant, number: usize) -> Option<&'static Puzzle> {
    let (_, puzzle) = puzzles_of(Some(variant)).nth(number.checked_sub(1)?)?;
    Some(puzzle)
}

/// Returns the turns of a line of a puzzle, in short notation, in the view of the solving side.
pub fn puzzle_captions(puzzle: &Puzzle, inputs: &[GameInput], side: Color) -> Vec<String> {
    let mut game = Game::new(&puzzle.setup);
    let mut captions = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        let turns = game.turns();
        if game.apply(*input).is_err() {
            break;
        }
        let is_over = matches!(game.next(), Next::Over(_));
        if game.turns() != turns || at + 1 == inputs.len() || is_over {
            let turn = game.seat_view(side).as_view().turn.clone();
            captions.extend(turn.map(|turn| turn.caption));
        }
    }
    captions
}

/// Returns the refutation of a move that does not solve a puzzle: the inputs after it, to the end of the reply.
pub(crate) fn refutation(puzzle: &'static Puzzle, action: Action) -> &'static [GameInput] {
    let mut replies = puzzle.replies.iter();
    let refuted = replies.find(|refuted| refuted.action == action);
    refuted.map_or(&[], |refuted| &refuted.reply)
}

/// Explains why a move does not solve a puzzle: the reply of the other side.
pub fn puzzle_verdict(puzzle: &'static Puzzle, side: Color, action: Action) -> Text {
    let caption = Text::moves(Game::new(&puzzle.setup).caption(action));
    let mut inputs = vec![GameInput::Action(action)];
    inputs.extend(refutation(puzzle, action));
    let turns = puzzle_captions(puzzle, &inputs, side);
    let n_turns = puzzle.n_turns as usize;
    match turns.get(1) {
        Some(reply) => text::puzzle_wrong(
            arg::r#move(caption),
            arg::reply(Text::moves(reply)),
            arg::side(!side),
            arg::turns(n_turns),
        ),
        None => text::puzzle_wrong_at_once(arg::r#move(caption), arg::turns(n_turns)),
    }
}

/// The stored puzzle state of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PuzzleRow {
    /// The puzzle that they are to solve.
    open: Option<OpenPuzzle>,
    /// The number of puzzles that they have solved in a row, each with their first answer.
    streak: u32,
    /// The longest streak.
    best: u32,
    /// The puzzles with a solution that they know.
    known: BTreeSet<u32>,
    /// The puzzles that no longer count for a streak, because the person has answered them before or has seen the solution.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    missed: BTreeSet<u32>,
}

/// A puzzle that a person is to solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OpenPuzzle {
    id: u32,
    /// True if it no longer counts for a streak.
    is_missed: bool,
    /// The channel of the daily puzzle, if they opened it there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    daily: Option<ChannelId>,
}

impl PuzzleRow {
    /// Returns the next puzzle, of the variant if one is given: one with an unknown solution, as hard as the streak allows. If
    /// the person knows all, it begins again, and then the puzzles do not count for a streak.
    fn next(&mut self, variant: Option<Variant>) -> Option<u32> {
        let variant = Some(variant.or_else(|| self.least_known())?);
        let all: BTreeSet<u32> = ids_of(variant).collect();
        if all.is_subset(&self.known) {
            self.known.retain(|id| !all.contains(id));
            self.missed.extend(all);
        }
        let grade = 1 + self.streak / PER_GRADE;
        let grade = u8::try_from(grade).unwrap_or(HARDEST).min(HARDEST);
        let open = puzzles_of(variant).filter(|(id, _)| !self.known.contains(id));
        let next = open.min_by_key(|(_, puzzle)| (puzzle.grade.abs_diff(grade), puzzle.grade));
        next.map(|(id, _)| *id)
    }

    /// Returns the variant of which the person knows the fewest puzzles.
    fn least_known(&self) -> Option<Variant> {
        let ids = |variant: &Variant| ids_of(Some(*variant));
        let with_puzzles = Variant::ALL
            .into_iter()
            .filter(|of| ids(of).next().is_some());
        with_puzzles.min_by_key(|of| ids(of).filter(|id| self.known.contains(id)).count())
    }

    /// Opens a puzzle for the person.
    fn open(&mut self, id: u32, daily: Option<ChannelId>) -> PuzzleReply {
        let open = OpenPuzzle {
            id,
            is_missed: self.missed.contains(&id) || self.known.contains(&id),
            daily,
        };
        let shown = self.reply(&open, PuzzleStep::Shown, 0);
        self.open = Some(open);
        shown
    }

    /// Ends the streak with a puzzle that counts for it. Returns the length of the streak.
    fn end_streak(&mut self, open: &OpenPuzzle) -> u32 {
        if open.is_missed {
            0
        } else {
            std::mem::take(&mut self.streak)
        }
    }

    fn reply(&self, open: &OpenPuzzle, step: PuzzleStep, ended: u32) -> PuzzleReply {
        PuzzleReply {
            id: open.id,
            step,
            streak: self.streak,
            best: self.best,
            ended,
            is_missed: open.is_missed,
        }
    }
}

/// Iterates over the ids of all puzzles of a variant, or of all variants.
pub(crate) fn ids_of(variant: Option<Variant>) -> impl Iterator<Item = u32> {
    puzzles_of(variant).map(|(id, _)| *id)
}

fn puzzles_of(variant: Option<Variant>) -> impl Iterator<Item = &'static (u32, Puzzle)> {
    let is_it = move |(_, puzzle): &&(u32, Puzzle)| is_of(puzzle, variant);
    PUZZLES.iter().filter(is_it)
}

/// Returns whether a puzzle is of a variant, if one is given.
fn is_of(puzzle: &Puzzle, variant: Option<Variant>) -> bool {
    variant.is_none_or(|variant| puzzle.setup.variant() == variant)
}

impl Asker<'_> {
    /// Shows a puzzle, or reads the answer to the one that was shown.
    pub(crate) fn puzzle(
        &self,
        variant: Option<Variant>,
        answer: Option<&str>,
    ) -> Result<Outcome, Interrupt> {
        match answer {
            Some(answer) => self.solve_puzzle(variant, answer),
            None => self.show_puzzle(variant),
        }
    }

    fn show_puzzle(&self, variant: Option<Variant>) -> Result<Outcome, Interrupt> {
        let mut row = self.puzzle_row()?;
        let is_wanted =
            |open: &&OpenPuzzle| puzzle(open.id).is_some_and(|puzzle| is_of(puzzle, variant));
        if let Some(open) = row.open.as_ref().filter(is_wanted) {
            return reply_with(Reply::Learn(LearnReply::Puzzle(row.reply(
                open,
                PuzzleStep::Shown,
                0,
            ))));
        }
        let id = row.next(variant);
        let shown = row.open(id.ok_or_else(text::refusal_no_puzzles)?, None);
        self.keep_puzzle(&row, shown)
    }

    fn solve_puzzle(&self, variant: Option<Variant>, answer: &str) -> Result<Outcome, Interrupt> {
        let mut row = self.puzzle_row()?;
        let mut open = self.take_open(&mut row)?;
        let puzzle = puzzle(open.id).ok_or_else(text::refusal_no_puzzle)?;
        let of = puzzle.setup.variant();
        if let Some(named) = variant.filter(|named| *named != of) {
            return Err(
                text::refusal_other_puzzle(arg::open(of), arg::wanted(named.name())).into(),
            );
        }
        let action: Action = read_move(&Game::new(&puzzle.setup), answer)?;
        if Some(action) != puzzle.solution() {
            let ended = row.end_streak(&open);
            open.is_missed = true;
            row.missed.insert(open.id);
            let step = PuzzleStep::Wrong(GameInput::Action(action));
            let wrong = row.reply(&open, step, ended);
            row.open = Some(open);
            return self.keep_puzzle(&row, wrong);
        }
        if !open.is_missed {
            row.streak = row.streak.saturating_add(1);
            row.best = row.best.max(row.streak);
        }
        let mut batch = Batch::default();
        if let Some(channel) = &open.daily {
            self.context.count_solver(channel, open.id, &mut batch)?;
        }
        self.close_puzzle(row, &open, PuzzleStep::Solved, 0, batch)
    }

    /// Shows the daily puzzle of the channel where the speaker asks for it.
    pub(crate) fn open_daily(&self, id: u32) -> Result<Outcome, Interrupt> {
        let mut row = self.puzzle_row()?;
        if puzzle(id).is_none() {
            return Err(text::refusal_no_puzzle().into());
        }
        let channel = self.state().channel.as_ref();
        if self.is_told(channel, id)? {
            row.missed.insert(id);
        }
        // A person with a known solution is not counted again.
        let daily = channel.filter(|_| !row.known.contains(&id));
        let shown = row.open(id, daily.cloned());
        self.keep_puzzle(&row, shown)
    }

    /// Shows the solution of a puzzle on request.
    pub(crate) fn give_puzzle_up(&self, id: u32) -> Result<Outcome, Interrupt> {
        let mut row = self.puzzle_row()?;
        let open = self.take_open(&mut row)?;
        if open.id != id || puzzle(id).is_none() {
            return Err(text::refusal_no_puzzle().into());
        }
        let ended = row.end_streak(&open);
        self.close_puzzle(row, &open, PuzzleStep::GivenUp, ended, Batch::default())
    }

    /// Returns the open puzzle of the speaker. A daily puzzle of an earlier day no longer counts, even if they opened it on that
    /// day.
    fn take_open(&self, row: &mut PuzzleRow) -> Result<OpenPuzzle, Interrupt> {
        let mut open = row.open.take().ok_or_else(text::refusal_no_puzzle)?;
        if open.daily.is_some() {
            open.is_missed |= self.is_told(open.daily.as_ref(), open.id)?;
        }
        Ok(open)
    }

    /// Tells whether the solution of a puzzle is public in a channel where the puzzle was posted.
    fn is_told(&self, channel: Option<&ChannelId>, id: u32) -> Result<bool, Interrupt> {
        match channel {
            Some(channel) => Ok(!self.context.is_of_today(channel, id)?),
            None => Ok(true),
        }
    }

    fn close_puzzle(
        &self,
        mut row: PuzzleRow,
        open: &OpenPuzzle,
        step: PuzzleStep,
        ended: u32,
        mut batch: Batch,
    ) -> Result<Outcome, Interrupt> {
        row.open = None;
        row.known.insert(open.id);
        row.missed.remove(&open.id);
        // Drops the ids of puzzles that this release no longer has.
        row.known.retain(|id| puzzle(*id).is_some());
        row.missed.retain(|id| puzzle(*id).is_some());
        let key = puzzles_key(self.user());
        self.context.rewrite(&mut batch, key, &row)?;
        let done = Done::Puzzle(row.reply(open, step, ended));
        Ok(self.context.done_apart(batch, done))
    }

    fn puzzle_row(&self) -> Result<PuzzleRow, Interrupt> {
        self.state().entry_or_default(&puzzles_key(self.user()))
    }

    fn keep_puzzle(&self, row: &PuzzleRow, reply: PuzzleReply) -> Result<Outcome, Interrupt> {
        let key = puzzles_key(self.user());
        self.context.save(key, row, Done::Puzzle(reply))
    }
}
