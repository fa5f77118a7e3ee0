//! Search for a puzzle in a position.

use engine::{
    Budget, Engine, Level,
    puzzle::{Puzzle, Refuted},
    sure_wins,
};
use rules::{
    Action, ChanceOutcome, Color, Game, GameInput, Next, PendingDecision, SeatHistory, Setup,
    Variant,
};

/// The numbers of positions to visit for a first idea, for a proof, for the worth of other moves, and for a reply.
const FOR_IDEA: u64 = 30_000;
const FOR_PROOF: u64 = 1_000_000;
const FOR_OTHERS: u64 = 60_000;
const FOR_REPLY: u64 = 12_000;
/// The memory of the search, in bytes.
const MEMORY: usize = 1 << 20;
/// The largest number of turns within which a puzzle is won.
const MOST_TURNS: u32 = 3;
/// The smallest number of moves: with fewer there is little to find.
const FEWEST_MOVES: usize = 8;
/// The likelihood of a win by some other move that makes the puzzle too easy for a high grade.
const AS_GOOD_AS_WON: f64 = 0.97;
/// The highest grade of such a puzzle.
const HIGHEST_GRADE_WHEN_WON: u8 = 2;

/// A finder of puzzles of one rule set.
pub(crate) struct Finder {
    variant: Variant,
    options: String,
    engine: Engine,
}

impl Finder {
    pub(crate) fn new(setup: &Setup) -> Finder {
        let text = setup.to_string();
        let options = text.split_once(' ').map_or("", |(_, options)| options);
        Finder {
            variant: setup.variant(),
            options: options.into(),
            engine: Engine::new(MEMORY),
        }
    }

    /// Returns the puzzle at the present position of a game, if it is wanted.
    pub(crate) fn find(&mut self, game: &Game, wants: &dyn Fn(&Puzzle) -> bool) -> Option<Puzzle> {
        if game.pending() != Some(PendingDecision::Move) || game.legal_list().len() < FEWEST_MOVES {
            return None;
        }
        let setup = self.setup(game)?;
        let game = Game::new(&setup);
        let (n_turns, first) = soonest(&setup, MOST_TURNS, FOR_IDEA)?;
        let [first] = first[..] else { return None };
        let mut puzzle = Puzzle {
            grade: 0,
            n_turns,
            line: vec![GameInput::Action(first)],
            replies: Vec::new(),
            setup,
        };
        puzzle.grade = puzzle.graded();
        if !wants(&puzzle) {
            return None;
        }
        let others: Vec<Action> = game
            .legal_list()
            .into_iter()
            .filter(|&other| other != first)
            .collect();
        let (expected, sure_in, _) = self.think(&puzzle.setup, FOR_OTHERS, &others)?;
        let is_easy = puzzle.grade <= HIGHEST_GRADE_WHEN_WON;
        if sure_in.is_some_and(|plies| plies > 0) || !is_easy && expected >= AS_GOOD_AS_WON {
            return None;
        }
        // One turn later there is no other win either, as far as the search can prove.
        let later = sure_wins(&puzzle.setup, n_turns + 1, FOR_PROOF);
        if later.is_some_and(|later| later.len() > 1) {
            return None;
        }
        puzzle.line = self.line(&game, first, n_turns)?;
        for action in others {
            let reply = self.reply(&game, action, n_turns)?;
            puzzle.replies.push(Refuted { action, reply });
        }
        Some(puzzle)
    }

    /// Returns the present position of a game as the start of another. In Chakart the other side can hide nothing: it
    /// has spent its stealth.
    fn setup(&self, game: &Game) -> Option<Setup> {
        let Next::Decision(us) = game.next() else {
            return None;
        };
        let mut text = position(game);
        if self.variant == Variant::Chakart {
            let board = text.split(' ').next()?;
            if board.contains(['i', 'I']) {
                return None;
            }
            let at = text.find("\"flags\":\"")? + 9 + if us == Color::White { 3 } else { 1 };
            text.replace_range(at..=at, "0");
        }
        self.start(&text)
    }

    /// Returns a position as the start of a game.
    fn start(&self, position: &str) -> Option<Setup> {
        let options = match self.variant {
            // The position's text itself contains the hidden information.
            Variant::Chakart => "objects=open",
            _ => &self.options,
        };
        Setup::with_position(self.variant, options, position).ok()
    }

    /// Returns the expected score of these decisions (of all if none is named), the number of plies to a sure win, and
    /// the best of them.
    fn think(
        &mut self,
        setup: &Setup,
        nodes: u64,
        only: &[Action],
    ) -> Option<(f64, Option<i32>, Action)> {
        let Next::Decision(us) = Game::new(setup).next() else {
            return None;
        };
        self.engine.forget();
        let history = SeatHistory::seeing_all(setup, us);
        let budget = Budget::of_nodes(nodes);
        let thought = self
            .engine
            .think_about(&history, Level::STRONGEST, &budget, &mut || 0, only)
            .ok()?;
        Some((
            thought.score.expected,
            thought.score.sure_in,
            thought.action,
        ))
    }

    /// Returns the line of a move up to the end of a reply that leaves no win in time, or nothing if there is none.
    fn reply(&mut self, game: &Game, action: Action, n_turns: u32) -> Option<Vec<GameInput>> {
        let Next::Decision(us) = game.next() else {
            return None;
        };
        let mut game = game.clone();
        game.act(action).ok()?;
        let (mut inputs, mut is_replying) = (Vec::new(), false);
        loop {
            let input = match game.next() {
                Next::Over(_) => break,
                Next::Chance(_) => unlucky(&game, us)?,
                Next::Decision(by) if by == us && is_replying => break,
                Next::Decision(by) => {
                    is_replying = by != us;
                    let (_, _, best) = self.think(&self.setup_of(&game)?, FOR_REPLY, &[])?;
                    let mut tried = core::iter::once(best).chain(game.legal_list());
                    let good = tried
                        .find(|&action| !is_replying || self.prevents(&game, action, n_turns - 1));
                    GameInput::Action(good?)
                }
            };
            game.apply(input).ok()?;
            inputs.push(input);
        }
        Some(inputs)
    }

    /// Tells whether a reply prevents a win within this many turns, unless chance or a second decision comes before.
    fn prevents(&self, game: &Game, reply: Action, n_turns: u32) -> bool {
        let mut game = game.clone();
        let (by, is_played) = (game.next(), game.act(reply).is_ok());
        let is_settled = match (by, game.next()) {
            (Next::Decision(by), Next::Decision(next)) => by != next,
            _ => false,
        };
        let wins = || sure_wins(&self.setup_of(&game)?, n_turns, FOR_PROOF);
        is_played && (!is_settled || wins().is_some_and(|wins| wins.is_empty()))
    }

    /// Returns the continuation of a win to its end.
    fn line(&self, game: &Game, first: Action, n_turns: u32) -> Option<Vec<GameInput>> {
        let Next::Decision(us) = game.next() else {
            return None;
        };
        let mut game = game.clone();
        game.act(first).ok()?;
        let mut inputs = vec![GameInput::Action(first)];
        loop {
            let input = match game.next() {
                Next::Over(_) => break,
                Next::Chance(_) => likeliest(&game)?,
                Next::Decision(by) if by == us => {
                    let (_, winners) = soonest(&self.setup_of(&game)?, MOST_TURNS, FOR_PROOF)?;
                    GameInput::Action(*winners.first()?)
                }
                Next::Decision(_) => {
                    let all = game.legal_list();
                    let all = all
                        .into_iter()
                        .map(|action| (self.resistance(&game, action, us, n_turns), action));
                    let best =
                        all.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
                    GameInput::Action(best.1)
                }
            };
            game.apply(input).ok()?;
            inputs.push(input);
            if inputs.len() > 40 {
                return None;
            }
        }
        Some(inputs)
    }

    /// Returns the resistance of a reply: the turns until the other side wins, then the number of moves that win.
    fn resistance(
        &self,
        game: &Game,
        action: Action,
        us: Color,
        most: u32,
    ) -> (u32, core::cmp::Reverse<usize>) {
        let mut next = game.clone();
        let nothing = (0, core::cmp::Reverse(0));
        if next.act(action).is_err() {
            return nothing;
        }
        while let Next::Chance(_) = next.next() {
            let input = likeliest(&next);
            if input.is_none_or(|input| next.apply(input).is_err()) {
                return nothing;
            }
        }
        if next.next() != Next::Decision(us) {
            // The side has more to decide, which may take as long.
            let is_on = matches!(next.next(), Next::Decision(_));
            return (if is_on { most } else { 0 }, core::cmp::Reverse(0));
        }
        let found = self
            .setup_of(&next)
            .and_then(|setup| soonest(&setup, most, FOR_PROOF));
        found.map_or(nothing, |(turns, winners)| {
            (turns, core::cmp::Reverse(winners.len()))
        })
    }

    /// Returns the present position of a game as the start of another.
    fn setup_of(&self, game: &Game) -> Option<Setup> {
        self.start(&position(game))
    }
}

fn position(game: &Game) -> String {
    game.truth().as_view().position.clone()
}

/// Returns the smallest number of turns within which the side to decide surely wins, and the decisions that win.
fn soonest(setup: &Setup, most: u32, nodes: u64) -> Option<(u32, Vec<Action>)> {
    for n_turns in 1..=most {
        let winners = sure_wins(setup, n_turns, nodes)?;
        if !winners.is_empty() {
            return Some((n_turns, winners));
        }
    }
    None
}

/// Returns the first of the likeliest chance outcomes.
fn likeliest(game: &Game) -> Option<GameInput> {
    let Next::Chance(chance) = game.next() else {
        return None;
    };
    let weights = chance.weights().iter();
    let best = weights
        .zip(chance.outcomes())
        .rev()
        .max_by_key(|(weight, _)| **weight)?;
    Some(GameInput::Outcome(*best.1))
}

/// Returns the first of the likeliest chance outcomes that do not let a side win at once, if chance may bring such an
/// outcome.
fn unlucky(game: &Game, side: Color) -> Option<GameInput> {
    let Next::Chance(chance) = game.next() else {
        return None;
    };
    let wins = |outcome: &ChanceOutcome| {
        let mut next = game.clone();
        let is_over = next.roll(*outcome).is_ok().then(|| next.next());
        matches!(is_over, Some(Next::Over(outcome)) if outcome.winner() == Some(side))
    };
    let outcomes = chance.outcomes().iter().zip(chance.weights());
    let luckless = outcomes.rev().filter(|(outcome, _)| !wins(outcome));
    let best = luckless.max_by_key(|(_, weight)| **weight);
    best.map(|(outcome, _)| GameInput::Outcome(*outcome))
        .or_else(|| likeliest(game))
}
