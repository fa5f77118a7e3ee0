//! Chance nodes: the expected value of a position with pending dice.

use core::ops::ControlFlow;

use rules::{ChanceOutcome, Color};

use crate::{
    evaluate::Playable,
    node::Window,
    random::mixed,
    search::Search,
    value::{Value, WIN, mixed_value},
};

/// A summary of the chance outcomes of a position.
struct Dice {
    n: i32,
    /// True if only the square of a banana or bomb is open.
    is_trail: bool,
    /// True if only the piece that an egg turns or brings is open.
    is_egg_detail: bool,
}

fn dice<P: Playable>(position: &P) -> Dice {
    let mut dice = Dice {
        n: 0,
        is_trail: false,
        is_egg_detail: false,
    };
    let _ = position.chance_outcomes(|outcome, weight| {
        dice.n += weight as i32;
        dice.is_trail = matches!(outcome, ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_));
        dice.is_egg_detail = matches!(
            outcome,
            ChanceOutcome::Luigi(_) | ChanceOutcome::Waluigi(_) | ChanceOutcome::Toadette(_)
        );
        ControlFlow::<()>::Continue(())
    });
    dice
}

impl Search<'_> {
    /// Returns the expected value of a chance node for `us`. Uses Star1 bounds: the search ends when the remaining outcomes
    /// cannot change the result, at their best or at their worst.
    pub(crate) fn chance<P: Playable>(
        &mut self,
        us: Color,
        position: &P,
        (depth, ply): (i32, usize),
        window: Window,
    ) -> Value {
        let dice = dice(position);
        // The square of a trail, and the exact piece of an egg, hardly matter to a shallow search: one outcome stands
        // for all.
        let is_detail = dice.is_trail && depth <= 1 || dice.is_egg_detail && depth <= 2;
        let only =
            (is_detail && dice.n > 1).then(|| (mixed(position.key()) % dice.n as u64) as i32);
        let depth = match dice.n {
            ..=1 => depth,
            2..=4 => depth - i32::from(!dice.is_trail),
            _ => depth - 2,
        };
        if only.is_none()
            && depth >= 3
            && window.alpha > -WIN
            // A side that does not see everything may not find its best reply, so one good reply is no bound.
            && !self.is_blind_at(ply)
            && let Some(value) = self.capped(us, position, (depth, ply), dice.n, window)
        {
            return value;
        }
        let (mut sum, mut left, mut at) = (0_i64, i64::from(dice.n), 0);
        let n = i64::from(dice.n);
        let (mut least, mut most) = (WIN, -WIN);
        let cut = position.resolutions(|_, weight, next| {
            let weight = i64::from(weight);
            if only.is_some_and(|only| only != at) {
                at += 1;
                return ControlFlow::Continue(());
            }
            at += 1;
            if only.is_some() {
                return ControlFlow::Break(self.after(us, next, (depth, ply), window));
            }
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
    /// bounds each outcome for `us` from above.
    fn capped<P: Playable>(
        &mut self,
        us: Color,
        position: &P,
        (depth, ply): (i32, usize),
        n: i32,
        window: Window,
    ) -> Option<Value> {
        let n = i64::from(n);
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
