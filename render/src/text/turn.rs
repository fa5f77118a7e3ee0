//! What happened in a turn, in words.

use rules::{ByColor, Fact, Glyph, Square, Turn, Variant};

use super::a;

/// One line on a turn: `Ann played Nf3: knight g1 to f3`.
pub fn turn(variant: Variant, turn: &Turn, names: &ByColor<String>) -> String {
    format!(
        "{} played {}: {}",
        names[turn.color],
        turn.caption,
        events(variant, &turn.facts, names)
    )
}

/// What happened, without who did it: `knight g1 to f3`.
pub fn events(variant: Variant, facts: &[Fact], names: &ByColor<String>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if is_castling(facts) {
        parts.push("castles".to_string());
    }
    let mut teller = Teller {
        variant,
        names,
        met: None,
        defined: None,
    };
    for (number, fact) in facts.iter().enumerate() {
        parts.extend(teller.tell(*fact, &facts[number + 1..]));
    }
    parts.join(", ")
}

/// Tells fact after fact and remembers what the next may be a consequence of.
struct Teller<'a> {
    variant: Variant,
    names: &'a ByColor<String>,
    /// The object met last, and how it is called.
    met: Option<(Glyph, String)>,
    /// Where an undefined piece has just become something.
    defined: Option<Square>,
}

impl Teller<'_> {
    /// A fact in words; nothing where the facts to come tell it.
    fn tell(&mut self, fact: Fact, to_come: &[Fact]) -> Option<String> {
        let name = |glyph: Glyph| glyph.name_in(self.variant);
        let a = |glyph| a(glyph, self.variant);
        Some(match fact {
            Fact::Moved { from, to, .. } if self.defined == Some(from) => format!("goes to {to}"),
            Fact::Moved { glyph, from, to } => format!("{} {from} to {to}", name(glyph)),
            Fact::Captured { glyph, at } => format!("captures the {} on {at}", name(glyph)),
            Fact::Promoted { into, at } => format!("becomes {} on {at}", a(into)),
            Fact::Dropped { glyph, at } => format!("places {} on {at}", a(glyph)),
            Fact::Swapped { a, b } => format!("swaps the pieces on {a} and {b}"),
            Fact::Stole {
                glyph,
                from,
                to: Some(to),
            } => format!("{} {from} to {to} unseen", name(glyph)),
            Fact::Stole {
                glyph,
                from,
                to: None,
            } => format!("{} from {from} goes unseen", name(glyph)),
            Fact::Appeared { glyph, at } => format!("the unseen {} appears on {at}", name(glyph)),
            Fact::Shot { from, at } => format!("the king on {from} throws the shell at {at}"),
            Fact::Burst { object, at } => {
                format!("the shell bursts on the {} on {at}", name(object))
            }
            Fact::Ate { object, at, unseen } => {
                let the = if unseen { "an unseen" } else { "the" };
                let met = format!("{the} {} on {at}", name(object));
                if acts(to_come) {
                    self.met = Some((object, met));
                    return None;
                }
                match object {
                    Glyph::Mushroom => format!("eats {met}"),
                    _ => format!("meets {met}"),
                }
            }
            Fact::Slipped { to, .. } => match self.met.take() {
                Some((Glyph::Mushroom, met)) => format!("bounces on {met} to {to}"),
                Some((Glyph::Banana, met)) => format!("slips on {met} to {to}"),
                Some((Glyph::Bomb, met)) => format!("is blown by {met} to {to}"),
                _ => format!("goes on to {to}"),
            },
            Fact::Left { object, at } => format!("leaves {} on {at}", a(object)),
            Fact::Drew(effect) => match self.met.take() {
                Some((_, met)) => format!("{met} holds {}", effect.title()),
                None => format!("the egg holds {}", effect.title()),
            },
            Fact::Returned { glyph, to, .. } => format!("the {} goes back to {to}", name(glyph)),
            Fact::Vanished { glyph, at } => format!("the {} on {at} is gone", name(glyph)),
            Fact::Froze { glyph, at } => format!("the {} on {at} is frozen", name(glyph)),
            Fact::Freed { glyph, at } => format!("the {} on {at} is free again", name(glyph)),
            Fact::Recolored { glyph, at } => match glyph.color() {
                Some(color) => {
                    format!("the {} on {at} is {}'s now", name(glyph), self.names[color])
                }
                None => format!("the {} on {at} changes sides", name(glyph)),
            },
            Fact::Brought(role) => format!("brings a {role}"),
            Fact::BonusLost => "the bonus is lost".to_string(),
            Fact::Defined { glyph, at } => {
                self.defined = Some(at);
                format!("the undefined piece on {at} becomes {}", a(glyph))
            }
            Fact::Lost { glyph, at } => format!("the piece lost on {at} was {}", a(glyph)),
            Fact::Reset(color) => {
                format!("all pieces of {} are undefined again", self.names[color])
            }
        })
    }
}

/// Whether the object that was just met is heard of again before the next one.
fn acts(to_come: &[Fact]) -> bool {
    to_come
        .iter()
        .take_while(|fact| !matches!(fact, Fact::Ate { .. }))
        .any(|fact| matches!(fact, Fact::Slipped { .. } | Fact::Drew(_)))
}

/// Whether a king and a rook moved at once.
fn is_castling(facts: &[Fact]) -> bool {
    let moved: Vec<Option<Glyph>> = facts
        .iter()
        .filter(|fact| !matches!(fact, Fact::Defined { .. }))
        .map(|fact| match fact {
            Fact::Moved { glyph, .. } => Some(*glyph),
            _ => None,
        })
        .collect();
    let mut pairs = moved.windows(2);
    pairs.any(|pair| matches!(pair, [Some(Glyph::King(_)), Some(Glyph::Rook(_))]))
}

#[cfg(test)]
mod tests;
