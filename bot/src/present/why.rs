//! What a move would do, or why it is illegal, in words.

use rules::{ByColor, Color, Fact, Fraction, Status};

use super::fit::fit_first;
use crate::{
    command::excerpt,
    service::{MOST_WAYS, Match, Prospect, Why},
    words::{self, Language, Text},
};

/// How many ways in which a move may turn out are told.
const TOLD: usize = 12;

/// What is said of a move. It speaks to the side to move, so that comes before it where somebody else asks, who is told
/// whose move it would be.
pub(super) fn why(
    game_match: &Match,
    text: &str,
    of: Option<Color>,
    why: &Why,
    language: Language,
) -> String {
    let to = |told: Text| match of {
        None => told,
        Some(color) => words::why_of_other(words::player(color, &game_match.names()[color]), told),
    };
    match why {
        Why::Illegal(why) => language.say(&to(words::why_illegal(
            game_match.id,
            why.law,
            excerpt(text),
            words::why(why),
        ))),
        Why::Legal(action) => {
            let prospects = action.prospects();
            let told = words::why_legal(
                game_match.id,
                Text::moves(action.caption()),
                legal(game_match, &prospects),
            );
            let told = language.say(&to(told));
            fit_first(&told, 1 + TOLD, words::more_ways, language)
        }
    }
}

fn legal(game_match: &Match, prospects: &[Prospect]) -> Text {
    let names = game_match.names();
    let knows_all = !game_match.has_secrets();
    let first = match prospects {
        [] => return words::why_too_many(MOST_WAYS),
        [only] => {
            let told = told(only, 0, &names);
            return match knows_all {
                true => words::why_does(told),
                false => words::why_does_known(told),
            };
        }
        [first, ..] => first,
    };
    let (n_ways, n_common) = (prospects.len(), n_common_facts(prospects));
    let common = || events(first, &first.facts[..n_common], &names);
    let head = match (n_common, knows_all) {
        (0, true) => words::why_ways(n_ways),
        (0, false) => words::why_ways_known(n_ways),
        (_, true) => words::why_ways_begin(n_ways, common()),
        (_, false) => words::why_ways_begin_known(n_ways, common()),
    };
    let ways = prospects.iter().map(|prospect| {
        let told = told(prospect, n_common, &names);
        words::why_way(chance(prospect.chance), told)
    });
    Text::lines([head, Text::list(ways)])
}

fn events(prospect: &Prospect, facts: &[Fact], names: &ByColor<String>) -> Text {
    let mover = prospect.view.turn.as_ref().map(|turn| turn.color);
    words::events(prospect.view.variant, facts, mover, names)
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
fn chance(chance: Fraction) -> Text {
    let percent = format!("{:.1}", chance.percent());
    let percent = match percent.split_once('.') {
        Some(("0", "0")) => return words::why_chance_small(chance.to_string()),
        Some((whole, decimals)) if decimals != "0" => words::decimal_number(decimals, whole),
        Some((whole, _)) => Text::verbatim(whole),
        None => Text::verbatim(percent),
    };
    words::why_chance(chance.to_string(), percent)
}

/// What would happen after so many facts, and how the game would end.
fn told(prospect: &Prospect, n_facts: usize, names: &ByColor<String>) -> Text {
    let mut parts = Vec::new();
    let facts = &prospect.facts[n_facts..];
    if !facts.is_empty() {
        parts.push(events(prospect, facts, names));
    }
    if let Some((trap, squares)) = &prospect.trail {
        let squares = squares.iter().map(|at| Text::verbatim(at.to_string()));
        let trap = words::name(*trap, prospect.view.variant).a();
        parts.push(words::why_trail(trap, words::either(squares)));
    }
    let told = words::listed(parts).unwrap_or_else(words::why_nothing_more);
    match prospect.view.status {
        Status::Over(outcome) => words::clause_then(told, words::outcome_between(outcome, names)),
        Status::ToDecide(_) | Status::ToRoll => told,
    }
}
