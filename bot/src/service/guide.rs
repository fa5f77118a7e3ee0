//! Leading somebody to a move through menus: first the man, then where to, then what it becomes.

use rules::{Action, Color, Game};

use crate::ports::Choice;

/// What comes next on the way to a move.
pub(super) enum Step {
    /// Entries to choose from, each a longer part of a move.
    Choose(Vec<Choice>),
    /// The part was a whole move.
    Play(Action),
}

/// The step after `part`, the part of a move that `seat` has chosen so far; empty at first.
///
/// Nothing if no legal move begins so.
pub(super) fn step(game: &Game, seat: Color, part: &str) -> Option<Step> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    if let Some(action) = actions.iter().find(|action| action.to_string() == part) {
        return Some(Step::Play(*action));
    }
    let mut groups: Vec<(String, Vec<Action>)> = Vec::new();
    for action in actions {
        let Some(longer) = longer_part(action, part) else {
            continue;
        };
        match groups.iter_mut().find(|(part, _)| *part == longer) {
            Some((_, group)) => group.push(action),
            None => groups.push((longer, vec![action])),
        }
    }
    let entries: Vec<_> = groups
        .into_iter()
        .map(|(part, group)| entry(game, seat, part, &group))
        .collect();
    (!entries.is_empty()).then_some(Step::Choose(entries))
}

/// The parts of an action, each with the one before: `e7`, `e7d8`, `e7d8=Q`.
fn parts(action: Action) -> Vec<String> {
    match action {
        Action::Move {
            from,
            to,
            promotion,
        } => {
            let mut parts = vec![from.to_string(), format!("{from}{to}")];
            parts.extend(promotion.map(|_| action.to_string()));
            parts
        }
        Action::Stealth { from, .. } | Action::Shell { from, .. } => {
            vec![from.to_string(), action.to_string()]
        }
        Action::Swap { a, .. } => vec![a.to_string(), action.to_string()],
        Action::Drop { .. } | Action::Lose { .. } => vec![action.to_string()],
        Action::Define { role, from, .. } => {
            vec![
                from.to_string(),
                format!("{}@{from}", role.letter()),
                action.to_string(),
            ]
        }
    }
}

fn longer_part(action: Action, part: &str) -> Option<String> {
    let mut parts = parts(action).into_iter();
    if part.is_empty() {
        parts.next()
    } else {
        parts.skip_while(|shorter| shorter != part).nth(1)
    }
}

fn entry(game: &Game, seat: Color, part: String, group: &[Action]) -> Choice {
    let (from, to, promotion) = match group[0] {
        Action::Move {
            from,
            to,
            promotion,
        } => (from, to, promotion),
        Action::Stealth { from, to } | Action::Shell { from, to } => (from, to, None),
        Action::Swap { a, b } => (a, b, None),
        Action::Drop { to, .. } => (to, to, None),
        Action::Define { role, from, to } => (from, to, Some(role)),
        Action::Lose { role } => {
            return Choice {
                label: capitalize(&role.to_string()),
                value: part,
            };
        }
    };
    let is_move = matches!(group[0], Action::Move { .. });
    let plural = if group.len() == 1 { "" } else { "s" };
    let label = match (part.len(), promotion) {
        (4, Some(role)) if !is_move => format!("Becomes a {role} · {} move{plural}", group.len()),
        _ if part.len() > 2 && !is_move => game.caption(group[0]),
        (2, _) => {
            let man = game
                .seat_view(seat)
                .as_view()
                .glyph(from)
                .map_or("man", |glyph| glyph.name_in(game.variant()));
            format!("{} {from} · {} move{plural}", capitalize(man), group.len())
        }
        (4, Some(_)) => format!("{from} to {to}, and becomes …"),
        (_, Some(role)) => format!(
            "{} · {}",
            capitalize(&role.to_string()),
            game.caption(group[0])
        ),
        (_, None) => format!("{from} to {to} · {}", game.caption(group[0])),
    };
    Choice { label, value: part }
}

fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}
