//! The report about an action at the root: its score, its line and its purpose.

use core::ops::ControlFlow;

use rules::{Action, BeliefChange, Fraction};

use crate::{
    candidate::MAX_PLY,
    evaluate::{CENTIPAWNS, Playable},
    purpose::purpose,
    search::Search,
    thought::{Score, Step, Thought},
    value::{EXPECTED_PER_CENTIPAWN, SURE, Value, WIN},
};

/// Makes the report about an action at the root with its value at a depth.
pub(crate) fn thought<P: Playable>(
    search: &Search<'_>,
    root: &P,
    action: Action,
    (value, depth): (Value, i32),
    belief: BeliefChange,
) -> Thought {
    let score = score::<P>(value);
    let line = line(search, root, action);
    let mut n_choices = 0;
    let has_choice = root.legal_actions(|_| {
        n_choices += 1;
        match n_choices {
            1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    Thought {
        action,
        score,
        purpose: purpose(root, has_choice.is_break(), &line, score),
        line,
        depth: depth as u32,
        nodes: search.nodes,
        belief,
    }
}

/// Converts a value to a score for people.
fn score<P: Playable>(value: Value) -> Score {
    let sure_in = match value {
        SURE.. => Some(WIN - value),
        _ if value <= -SURE => Some(-(WIN + value)),
        _ => None,
    };
    let expected = match sure_in {
        Some(plies) if plies >= 0 && value > 0 => 1.0,
        Some(_) => 0.0,
        None if P::UNIT > 1 => 0.5 + f64::from(value) / f64::from(2 * WIN),
        None => 1.0 / (1.0 + (-f64::from(value) / f64::from(CENTIPAWNS)).exp()),
    };
    let centipawns = if P::UNIT > 1 {
        let part = f64::from(value.clamp(-28_900, 28_900)) / 29_000.0;
        (part / (1.0 - part * part).sqrt() * 29_000.0 / f64::from(EXPECTED_PER_CENTIPAWN)) as i32
    } else {
        value
    };
    Score {
        expected,
        centipawns,
        sure_in,
    }
}

/// Returns the expected line, from the transposition table. For a chance node it uses the first of the likeliest
/// outcomes.
fn line<P: Playable>(search: &Search<'_>, root: &P, action: Action) -> Vec<Step> {
    let mut steps = vec![Step::Action(action)];
    let mut position = root.play_unchecked(action);
    while steps.len() < MAX_PLY {
        if position.is_chance() {
            let (mut likeliest, mut total) = (None, 0_u32);
            let _ = position.chance_outcomes(|outcome, weight| {
                total += weight;
                if likeliest.is_none_or(|(_, most)| weight > most) {
                    likeliest = Some((outcome, weight));
                }
                ControlFlow::<()>::Continue(())
            });
            let Some((outcome, weight)) = likeliest else {
                break;
            };
            let chance = Fraction::new(weight.into(), total.max(1).into());
            steps.push(Step::Outcome(outcome, chance));
            position = position.resolve(outcome);
        } else {
            let Some(action) = search.known_best(&position, 0) else {
                break;
            };
            steps.push(Step::Action(action));
            position = position.play_unchecked(action);
        }
    }
    steps
}
