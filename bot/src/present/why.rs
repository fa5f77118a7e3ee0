//! What a move would do, or why it is illegal, in words.

use rules::{ByColor, Color, Fraction, Status};

use super::fit::fit_first;
use crate::{
    command::excerpt,
    service::{MOST_WAYS, Match, Prospect, Why},
};

/// How many ways in which a move may turn out are told.
const TOLD: usize = 12;

/// What is said of a move. It speaks to the side to move, so that comes before it where somebody else asks, who is told
/// whose move it would be.
pub(super) fn why(row: &Match, text: &str, of: Option<Color>, why: &Why) -> String {
    let id = row.id;
    let to = of.map_or_else(String::new, |color| {
        format!("For {} ({color}), who is to move: ", row.names()[color])
    });
    match why {
        Why::Illegal(why) => format!(
            "{to}“{}” is illegal in match {id}: {} (law: {}).",
            excerpt(text),
            render::words::why(why),
            why.law
        ),
        Why::Legal { caption, prospects } => {
            let what = legal(row, prospects);
            let text = format!("{to}{caption} is legal in match {id}. {what}");
            fit_first(&text, 1 + TOLD, ", none of them more likely")
        }
    }
}

fn legal(row: &Match, prospects: &[Prospect]) -> String {
    let names = row.names();
    let as_far = if row.has_secrets() {
        ", as far as you know"
    } else {
        ""
    };
    let first = match prospects {
        [] => {
            return format!(
                "It may turn out in more than {MOST_WAYS} ways, and I look at no more than that."
            );
        }
        [only] => return format!("What it does{as_far}: {}.", told(only, 0, &names)),
        [first, ..] => first,
    };
    let n_common = n_common_facts(prospects);
    let begins = match n_common {
        0 => ":".to_owned(),
        n => format!(
            ". It begins with: {}. Then:",
            render::text::events(first.view.variant, &first.facts[..n], &names)
        ),
    };
    let mut lines = vec![format!(
        "It may turn out in {} ways{as_far}{begins}",
        prospects.len()
    )];
    lines.extend(prospects.iter().map(|prospect| {
        let told = told(prospect, n_common, &names);
        format!("• {}: {told}", chance(prospect.chance))
    }));
    lines.join("\n")
}

/// How many facts all begin with.
fn n_common_facts(prospects: &[Prospect]) -> usize {
    let [first, others @ ..] = prospects else {
        return 0;
    };
    let n_same = |other: &Prospect| {
        let pairs = first.facts.iter().zip(&other.facts);
        pairs.take_while(|(one, other)| one == other).count()
    };
    others.iter().map(n_same).min().unwrap_or(0)
}

/// `1/8 (12.5 %)`
fn chance(chance: Fraction) -> String {
    let percent = format!("{:.1}", chance.percent());
    let percent = percent.strip_suffix(".0").unwrap_or(&percent);
    match percent {
        "0" => format!("{chance} (under 0.1 %)"),
        percent => format!("{chance} ({percent} %)"),
    }
}

/// What would happen after so many facts, and how the game would end.
fn told(prospect: &Prospect, n_facts: usize, names: &ByColor<String>) -> String {
    let mut parts = Vec::new();
    let facts = &prospect.facts[n_facts..];
    if !facts.is_empty() {
        parts.push(render::text::events(prospect.view.variant, facts, names));
    }
    if let Some((trap, squares)) = &prospect.trail {
        let squares: Vec<_> = squares.iter().map(ToString::to_string).collect();
        parts.push(format!("leaves a {} on {}", trap.name(), any(&squares)));
    }
    if parts.is_empty() {
        parts.push("nothing more".to_owned());
    }
    let told = parts.join(", ");
    match prospect.view.status {
        Status::Over(_) => format!("{told}; {}", render::text::status(&prospect.view, names)),
        Status::ToDecide(_) | Status::ToRoll => told,
    }
}

/// `c3, e3 or c5`
fn any(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => words.concat(),
    }
}
