//! Chance nodes: the expected value of a position with pending dice.

use core::ops::ControlFlow;

use rules::ChanceOutcome;

use crate::{
    action_code::ActionCode,
    evaluate::Playable,
    node::Window,
    random::mixed,
    search::{Search, settles},
    table::Entry,
    value::{Value, WIN, mixed_value},
};

/// A summary of the chance outcomes of a position, which are all of one kind.
struct Dice {
    /// The sum of their weights.
    n: i32,
    /// True if one outcome stands for all: the square of a trail hardly matters, and the piece that an egg turns or brings
    /// hardly matters to a shallow search.
    is_detail: bool,
}

impl Dice {
    fn of<P: Playable>(position: &P, depth: i32) -> Dice {
        let (mut n, mut is_detail) = (0, false);
        let _ = position.chance_outcomes(|outcome, weight| {
            n += weight as i32;
            is_detail = match outcome {
                ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_) => true,
                ChanceOutcome::Luigi(_)
                | ChanceOutcome::Waluigi(_)
                | ChanceOutcome::Toadette(_) => depth <= 2,
                _ => false,
            };
            ControlFlow::<()>::Continue(())
        });
        Dice { n, is_detail }
    }
}

impl Search<'_> {
    /// Returns the expected value of a chance node for the side whose action it completes. The transposition table keeps it.
    pub(crate) fn chance<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        window: Window,
    ) -> Value {
        let dice = Dice::of(position, depth);
        if dice.is_detail {
            let next = one_of(position, dice.n);
            return self.after(position.side_to_move(), &next, (depth, ply), window);
        }
        let name = self.name(position, ply);
        if let Some(entry) = self.kept.table.get(name, ply)
            && entry.depth >= depth
            && settles::<P>(entry, window)
        {
            return entry.value;
        }
        let value = self.expected(position, (depth, ply), dice.n, window);
        if !self.is_called_off() {
            let entry = Entry {
                value,
                depth,
                bound: window.bound_of(value),
                best: ActionCode::NONE,
                eval: None,
            };
            self.kept.table.put(name, ply, entry);
        }
        value
    }

    /// Averages the values of all outcomes. Uses Star1 bounds: the search ends when the remaining outcomes cannot change the
    /// result, at their best or at their worst.
    fn expected<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        n: i32,
        window: Window,
    ) -> Value {
        let us = position.side_to_move();
        let depth = match n {
            ..=1 => depth,
            2..=4 => depth - 1,
            _ => depth - 2,
        };
        let n = i64::from(n);
        // A side that does not see everything may not find its best reply, so one good reply is no bound.
        let can_cap = depth >= 3 && window.alpha > -WIN && !self.is_blind_at(ply);
        if can_cap && let Some(value) = self.capped(position, (depth, ply), n, window) {
            return value;
        }
        let (mut sum, mut left) = (0_i64, n);
        let (mut least, mut most) = (WIN, -WIN);
        let cut = position.resolutions(|_, weight, next| {
            let weight = i64::from(weight);
            left -= weight;
            let rest = left * i64::from(WIN);
            // The bounds for the value of this outcome.
            let alpha = (i64::from(window.alpha) * n - sum - rest).div_euclid(weight);
            let beta = -(-(i64::from(window.beta) * n - sum + rest)).div_euclid(weight);
            let part = Window {
                alpha: alpha.clamp(-i64::from(WIN) - 1, i64::from(WIN)) as Value,
                beta: beta.clamp(-i64::from(WIN), i64::from(WIN) + 1) as Value,
            };
            let value = self.after(us, next, (depth, ply), part);
            if self.is_called_off() {
                return ControlFlow::Break(0);
            }
            sum += weight * i64::from(value);
            (least, most) = (least.min(value), most.max(value));
            if value <= part.alpha && alpha >= -i64::from(WIN) {
                return ControlFlow::Break(((sum + rest) / n) as Value);
            }
            if value >= part.beta && beta <= i64::from(WIN) {
                return ControlFlow::Break(((sum - rest) / n) as Value);
            }
            ControlFlow::Continue(())
        });
        cut.break_value()
            .unwrap_or_else(|| mixed_value((sum / n.max(1)) as Value, least, most))
    }

    /// Returns an upper bound of the expected value if it is at most alpha (Star2). One good reply of the other side
    /// bounds each outcome from above.
    fn capped<P: Playable>(
        &mut self,
        position: &P,
        (depth, ply): (i32, usize),
        n: i64,
        window: Window,
    ) -> Option<Value> {
        let us = position.side_to_move();
        let (mut sum, mut left) = (0_i64, n);
        let too_many = position.resolutions(|_, weight, next| {
            let weight = i64::from(weight);
            left -= weight;
            let is_theirs = !next.is_chance() && next.side_to_move() != us;
            let cap = if is_theirs {
                -self.first_reply(next, (depth, ply)).unwrap_or(-WIN)
            } else {
                WIN
            };
            sum += weight * i64::from(cap);
            // Even if all other outcomes were lost, the sum would exceed alpha.
            if self.is_called_off() || sum - left * i64::from(WIN) > i64::from(window.alpha) * n {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let is_too_little = too_many.is_continue() && sum <= i64::from(window.alpha) * n;
        is_too_little.then(|| (sum / n) as Value)
    }
}

/// Returns the position after one of the outcomes, always the same one; `n` is the sum of their weights.
fn one_of<P: Playable>(position: &P, n: i32) -> P {
    let mut left = (mixed(position.key()) % n.max(1) as u64) as u32;
    let picked = position.chance_outcomes(|outcome, weight| {
        if left < weight {
            return ControlFlow::Break(outcome);
        }
        left -= weight;
        ControlFlow::Continue(())
    });
    picked
        .break_value()
        .map_or(*position, |outcome| position.resolve(outcome))
}

#[cfg(test)]
mod tests {
    use rules::{Position as _, chakart::Position};

    use super::*;
    use crate::search::tests::with_search;

    /// Calls `check` with a search, and with the chance node after a move of the rook on a1.
    fn after_rook_move<T>(
        board: &str,
        action: &str,
        check: impl FnOnce(&mut Search<'_>, &Position) -> T,
    ) -> T {
        let setup = format!("chakart position={board} w 9 {{\"flags\":\"0000\"}}");
        with_search(&setup, |search, position: &Position| {
            let next = position.play_unchecked(action.parse().expect("an action"));
            assert!(next.is_chance());
            check(search, &next)
        })
    }

    #[test]
    fn the_expected_value_of_an_egg_is_searched_once_and_kept_in_the_table() {
        after_rook_move("4k3/8/8/8/8/e7/8/R3K3", "a1a3", |search, position| {
            let first = search.chance(position, (3, 1), Window::FULL);
            let n_first = search.nodes;
            assert!(n_first >= 8, "each effect is searched");
            let second = search.chance(position, (3, 1), Window::FULL);
            assert_eq!((second, search.nodes), (first, n_first));
        });
    }

    #[test]
    fn one_square_of_a_trail_stands_for_all_at_every_depth() {
        after_rook_move("4k3/8/8/8/8/8/8/R3K3", "a1d1", |search, position| {
            assert!(Dice::of(position, 9).is_detail);
            let n = Dice::of(position, 0).n;
            assert_eq!(n, 2);
            let one = one_of(position, n);
            let found = position.resolutions(|_, _, next| {
                if *next == one {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert!(found.is_break(), "the square is possible");
            let value = search.chance(position, (0, 1), Window::FULL);
            assert_eq!(search.nodes, 1);
            assert_eq!(value, -search.quiet(&one, 1, Window::FULL));
        });
    }
}
