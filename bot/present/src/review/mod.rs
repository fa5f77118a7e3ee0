//! The review of a finished game: the value of each decision, and the decisions that turned the game.
//!
//! An engine that searches a fixed number of positions judges each decision twice. The first judgement uses the knowledge of
//! the side at that time, and is the one that counts against the side. If the rules hide something, the second one uses the
//! truth, and shows the actual state of the game. The luck of the dice is the difference between before and after them. The
//! review reads no clock and rolls no dice: the same record gives the same review.

mod picture;
mod reason;
#[cfg(test)]
mod tests;
mod texts;

use std::{iter::Enumerate, vec::IntoIter};

use engine::{Budget, Engine, Level, SeededWords, Thought, Unable};
use rules::{
    Action, ByColor, Color, Conclusion, Game, GameInput, Glyph, Next, Outcome, Record, ReplayError,
    SeatHistory, Setup, Variant,
};

pub use self::{picture::ReviewPicture, reason::TurningReason};

/// The default limit of positions searched for a judgement: a game of eighty plies takes some seconds.
pub const USUAL_NODES: u64 = 10_000;

/// The least number of positions for a judgement, and the total for all judgements. A game with very many decisions takes
/// more.
const LEAST_NODES: u64 = 300;
const ALL_NODES: u64 = 3_000_000;

/// The memory of each of the engines, in bytes.
const MEMORY: usize = 1 << 20;

/// The least loss of expected score by which a decision turns the game.
const TURNING_LOSS: f64 = 0.07;

/// The greatest number of turning points that are shown.
const MOST_TURNING_POINTS: usize = 3;

/// The review of a finished game.
pub struct Review {
    /// The rules.
    pub variant: Variant,
    /// The result.
    pub outcome: Outcome,
    /// The decisions, in order, without undone ones.
    pub decisions: Vec<Judged>,
    /// The accuracy of each side, from 0 to 100: the mean accuracy of its decisions. `None` for a side without a choice.
    pub accuracy: ByColor<Option<u8>>,
    /// The resignation that ended the game, if one did.
    pub resignation: Option<Resignation>,
    /// The decisions that lost most, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A decision with its value. Scores are expected ones: 1 for a win, 1/2 for a draw, 0 for a loss.
pub struct Judged {
    /// The number of inputs of the game before it.
    pub at: usize,
    /// The side that made it.
    pub seat: Color,
    /// The number of the move, counted as in chess.
    pub number: u32,
    /// The decision.
    pub action: Action,
    /// The best decision that was found.
    pub best_action: Action,
    /// The piece that the decision moves, if it moves one.
    pub piece: Option<Glyph>,
    /// The piece that the best decision moves, if it moves one.
    pub best_piece: Option<Glyph>,
    /// The decision in short notation.
    pub caption: String,
    /// The best decision in short notation.
    pub best_caption: String,
    /// The value of the best decision for the side, as far as it could know.
    pub best: f64,
    /// The value of the decision made.
    pub played: f64,
    /// True if there was another choice.
    pub had_choice: bool,
    /// The value of the position for White, by the truth.
    pub all_known: f64,
    /// The expected score that the dice after it gave White, or `None` without dice.
    pub luck: Option<f64>,
}

impl Judged {
    /// Returns the expected score that the decision lost.
    pub fn loss(&self) -> f64 {
        (self.best - self.played).max(0.0)
    }

    /// Returns the value of the position for White, as far as the deciding side could know.
    pub fn for_white(&self) -> f64 {
        for_white(self.seat, self.best)
    }
}

/// A resignation, with the value of the position that was given up.
pub struct Resignation {
    /// The side that resigned.
    pub seat: Color,
    /// The expected score of this side.
    pub expected: f64,
}

/// A decision that turned the game.
pub struct TurningPoint {
    /// The index of the decision.
    pub decision: usize,
    /// The reason why it is worse.
    pub reason: TurningReason,
}

/// The reason why a game cannot be reviewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewError {
    /// The game is not over.
    NotOver,
    /// An input of the record is illegal.
    Impossible(ReplayError),
    /// The engine cannot judge a decision.
    Unable(Unable),
}

/// Reviews a finished game, with this number of positions for each judgement.
///
/// # Errors
///
/// The game cannot be reviewed.
pub fn review(record: &Record, nodes: u64) -> Result<Review, ReviewError> {
    let mut reviewing = Reviewing::begin(record, Some(nodes))?;
    while !reviewing.is_done() {
        reviewing.step()?;
    }
    Ok(reviewing.finish())
}

/// A review in progress, a decision at a time.
pub struct Reviewing {
    reviewer: Reviewer,
    /// The inputs that are left, each with the number of inputs before it.
    rest: Enumerate<IntoIter<GameInput>>,
    outcome: Outcome,
}

impl Reviewing {
    /// Begins the review of a finished game, with this number of positions for each judgement. `None` is a number with which
    /// the whole review takes a few seconds.
    ///
    /// # Errors
    ///
    /// The game cannot be reviewed.
    pub fn begin(record: &Record, nodes: Option<u64>) -> Result<Reviewing, ReviewError> {
        let game = record.replay().map_err(ReviewError::Impossible)?;
        let Next::Over(outcome) = game.next() else {
            return Err(ReviewError::NotOver);
        };
        let line = record.line();
        let nodes = nodes.unwrap_or_else(|| {
            let is_decision = |input: &&GameInput| matches!(input, GameInput::Action(_));
            let n_decisions = line.iter().filter(is_decision).count();
            nodes_for(n_decisions, game.variant())
        });
        Ok(Reviewing {
            reviewer: Reviewer::new(&record.setup, nodes),
            rest: line.into_iter().enumerate(),
            outcome,
        })
    }

    /// Returns whether all inputs have been judged.
    pub fn is_done(&self) -> bool {
        self.rest.len() == 0
    }

    /// Judges the next input, if there is one.
    ///
    /// # Errors
    ///
    /// The input cannot be judged.
    pub fn step(&mut self) -> Result<(), ReviewError> {
        let Some((at, input)) = self.rest.next() else {
            return Ok(());
        };
        let is_played = self.reviewer.judge_and_play(at, input);
        if is_played.map_err(ReviewError::Unable)? {
            Ok(())
        } else {
            Err(ReviewError::Impossible(ReplayError { at }))
        }
    }

    /// Returns the review.
    pub fn finish(self) -> Review {
        self.reviewer.finish(self.outcome)
    }
}

/// Returns the number of positions for each judgement of a game with this number of decisions.
fn nodes_for(n_decisions: usize, variant: Variant) -> u64 {
    // The best decision and the one made, each by the side's knowledge and by the truth.
    let each = if variant.has_secrets() { 4 } else { 2 };
    let n_judgements = (each * n_decisions as u64).max(1);
    (ALL_NODES / n_judgements).clamp(LEAST_NODES, USUAL_NODES)
}

/// The engine's thoughts on a decision.
struct Opinion {
    best: Thought,
    played: Thought,
}

/// Replays a game and judges its decisions.
struct Reviewer {
    game: Game,
    /// The observations of each side, and the observations without hidden information.
    histories: ByColor<SeatHistory>,
    true_histories: ByColor<SeatHistory>,
    /// An engine for each side, so that neither has the knowledge of the other, and one that knows the truth.
    engines: ByColor<Engine>,
    true_engine: Engine,
    /// The number of positions searched for each judgement.
    nodes: u64,
    decisions: Vec<Judged>,
    reasons: Vec<TurningReason>,
    /// The expected score of White before the dice that are rolling.
    before_dice: Option<f64>,
    resignation: Option<Resignation>,
}

impl Reviewer {
    fn new(setup: &Setup, nodes: u64) -> Reviewer {
        Reviewer {
            game: Game::new(setup),
            histories: ByColor::from_fn(|seat| SeatHistory::new(setup, seat)),
            true_histories: ByColor::from_fn(|seat| SeatHistory::seeing_all(setup, seat)),
            engines: ByColor::from_fn(|_| Engine::new(MEMORY)),
            true_engine: Engine::new(MEMORY),
            nodes,
            decisions: Vec::new(),
            reasons: Vec::new(),
            before_dice: None,
            resignation: None,
        }
    }

    /// Judges an input and plays it. Returns false if it is illegal.
    fn judge_and_play(&mut self, at: usize, input: GameInput) -> Result<bool, Unable> {
        let decider = self.game.next();
        let own = match (input, &decider) {
            (GameInput::Action(action), Next::Decision(seat)) => Some((*seat, action)),
            _ => None,
        };
        if let Some((seat, action)) = own {
            self.judge(at, seat, action)?;
        }
        if let (GameInput::Conclusion(Conclusion::Resigned(loser)), Next::Decision(seat)) =
            (input, &decider)
        {
            self.judge_resignation(loser, *seat)?;
        }
        if self.game.apply(input).is_err() {
            return Ok(false);
        }
        for color in Color::ALL {
            let own = own
                .filter(|(seat, _)| *seat == color)
                .map(|(_, action)| action);
            self.histories[color].note(own, &self.game);
            self.true_histories[color].note(own, &self.game);
        }
        self.number();
        if let Next::Over(outcome) = self.game.next() {
            self.end_dice(score_for_white(outcome));
        }
        Ok(true)
    }

    /// Numbers the last decision, as soon as it is complete.
    fn number(&mut self) {
        let view = self.game.public_view();
        let turn = view.as_view().turn.as_ref();
        if let (Next::Decision(_) | Next::Over(_), Some(turn), Some(last)) =
            (self.game.next(), turn, self.decisions.last_mut())
            && last.number == 0
        {
            last.number = turn.number;
        }
    }

    fn judge(&mut self, at: usize, seat: Color, action: Action) -> Result<(), Unable> {
        let Some(opinion) = self.opinion(seat, action)? else {
            // The luck of the dice before it is unknown.
            self.before_dice = None;
            return Ok(());
        };
        let (all_known, before_dice) = self.all_known(seat, action, &opinion)?;
        self.end_dice(all_known);
        let actions = self.game.legal_list();
        let mut after = self.game.clone();
        let has_dice = after.act(action).is_ok() && matches!(after.next(), Next::Chance(_));
        self.before_dice = has_dice.then_some(before_dice);
        self.reasons
            .push(reason::reason(&self.game, &opinion.best, &opinion.played));
        let view = self.game.seat_view(seat);
        let piece = |action: Action| view.as_view().glyph(action.origin()?);
        self.decisions.push(Judged {
            at,
            seat,
            number: 0,
            piece: piece(action),
            best_piece: piece(opinion.best.action),
            action,
            best_action: opinion.best.action,
            caption: self.game.caption(action),
            best_caption: self.game.caption(opinion.best.action),
            best: opinion.best.score.expected,
            played: opinion.played.score.expected,
            had_choice: actions.len() > 1,
            all_known,
            luck: None,
        });
        Ok(())
    }

    /// Values the position that a side gives up, by the knowledge of the side to decide. Where the rules hide something, it
    /// judges only a loser who was to decide, by their own knowledge.
    fn judge_resignation(&mut self, loser: Color, to_decide: Color) -> Result<(), Unable> {
        if loser != to_decide && self.game.variant().has_secrets() {
            return Ok(());
        }
        let engine = &mut self.engines[to_decide];
        if let Some(best) = think(engine, &self.histories[to_decide], self.nodes, &[])? {
            let white = for_white(to_decide, best.score.expected);
            self.resignation = Some(Resignation {
                seat: loser,
                expected: for_white(loser, white),
            });
        }
        Ok(())
    }

    /// Returns the opinion of the side that decides, or `None` if no possible truth explains its observations.
    fn opinion(&mut self, seat: Color, action: Action) -> Result<Option<Opinion>, Unable> {
        let engine = &mut self.engines[seat];
        compare(engine, &self.histories[seat], self.nodes, action)
    }

    /// Returns the values of the position and of the decision for White, by the truth.
    fn all_known(
        &mut self,
        seat: Color,
        action: Action,
        opinion: &Opinion,
    ) -> Result<(f64, f64), Unable> {
        let is_open = !self.game.variant().has_secrets();
        let known = if is_open {
            None
        } else {
            let history = &self.true_histories[seat];
            compare(&mut self.true_engine, history, self.nodes, action)?
        };
        let known = known.as_ref().unwrap_or(opinion);
        let best = known.best.score.expected.max(known.played.score.expected);
        Ok((
            for_white(seat, best),
            for_white(seat, known.played.score.expected),
        ))
    }

    /// Ends the dice, after which White can expect this score.
    fn end_dice(&mut self, now: f64) {
        if let (Some(before), Some(last)) = (self.before_dice.take(), self.decisions.last_mut()) {
            last.luck = Some(now - before);
        }
    }

    fn finish(self, outcome: Outcome) -> Review {
        let mut reasons: Vec<Option<TurningReason>> = self.reasons.into_iter().map(Some).collect();
        let turning_points = turning_points(&self.decisions);
        let turning_points = turning_points.into_iter().filter_map(|decision| {
            let reason = reasons.get_mut(decision)?.take()?;
            Some(TurningPoint { decision, reason })
        });
        Review {
            variant: self.game.variant(),
            outcome,
            turning_points: turning_points.collect(),
            accuracy: ByColor::from_fn(|seat| accuracy(&self.decisions, seat)),
            resignation: self.resignation,
            decisions: self.decisions,
        }
    }
}

/// Has an engine judge the best decision and the one made.
fn compare(
    engine: &mut Engine,
    history: &SeatHistory,
    nodes: u64,
    action: Action,
) -> Result<Option<Opinion>, Unable> {
    let Some(best) = think(engine, history, nodes, &[])? else {
        return Ok(None);
    };
    let played = if best.action == action {
        Some(best.clone())
    } else {
        think(engine, history, nodes, &[action])?
    };
    Ok(played.map(|played| Opinion { best, played }))
}

/// Has an engine choose among these actions, or among all if there are none. Returns `None` if no possible truth explains the
/// history.
fn think(
    engine: &mut Engine,
    history: &SeatHistory,
    nodes: u64,
    only: &[Action],
) -> Result<Option<Thought>, Unable> {
    // The random words are the same each time, so that a judgement depends only on the observations.
    let mut seeded = SeededWords::new(0);
    let budget = Budget::of_nodes(nodes);
    let thought = engine.think_about(
        history,
        Level::STRONGEST,
        &budget,
        &mut || seeded.word(),
        only,
    );
    match thought {
        Ok(thought) => Ok(Some(thought)),
        Err(Unable::NoTruth) => Ok(None),
        Err(Unable::NotToDecide) if !only.is_empty() => Ok(None),
        Err(unable) => Err(unable),
    }
}

/// Returns the expected score of White, from that of a side.
fn for_white(seat: Color, expected: f64) -> f64 {
    match seat {
        Color::White => expected,
        Color::Black => 1.0 - expected,
    }
}

fn score_for_white(outcome: Outcome) -> f64 {
    outcome
        .winner()
        .map_or(0.5, |winner| for_white(winner, 1.0))
}

/// Returns the decisions that lost most, in the order of the game.
fn turning_points(decisions: &[Judged]) -> Vec<usize> {
    let mut turning: Vec<usize> = (0..decisions.len())
        .filter(|&n| decisions[n].loss() >= TURNING_LOSS)
        .collect();
    turning.sort_by(|&one, &other| decisions[other].loss().total_cmp(&decisions[one].loss()));
    turning.truncate(MOST_TURNING_POINTS);
    turning.sort_unstable();
    turning
}

/// Returns the accuracy of a side: the mean accuracy of its decisions.
fn accuracy(decisions: &[Judged], seat: Color) -> Option<u8> {
    let own = || {
        decisions
            .iter()
            .filter(move |judged| judged.seat == seat && judged.had_choice)
    };
    let n = own().count();
    let sum: f64 = own().map(|judged| move_accuracy(judged.loss())).sum();
    (n > 0).then(|| (sum / n as f64).round() as u8)
}

/// Returns the accuracy of a decision that lost this expected score. The formula is the one that lichess.org publishes for the
/// accuracy of a move (<https://lichess.org/page/accuracy>), where a percent of winning chances is 0.01 of expected score. It
/// is 100 for no loss, about two thirds for 0.1, and nearly nothing for 0.8.
fn move_accuracy(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}
