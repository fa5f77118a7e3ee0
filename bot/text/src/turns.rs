//! Descriptions of turns.

use rules::{ByColor, Color, Effect, Fact, Glyph, Placed, Square, Turn, Variant};

use super::{
    Text, arg, messages as room,
    pieces::{self, called},
};

/// Describes a turn in one line: `Ann played Nf3: knight g1 to f3`.
pub fn turn(variant: Variant, turn: &Turn, names: &ByColor<String>) -> Text {
    let events = events(variant, &turn.facts, Some(turn.color), names);
    room::turn_played(
        arg::events(events),
        arg::r#move(Text::moves(&turn.caption)),
        arg::name(called(turn.color, names)),
    )
}

/// Describes the facts of a turn without the player: `knight g1 to f3`. `mover` is the side of the turn, if known.
pub fn events(
    variant: Variant,
    facts: &[Fact],
    mover: Option<Color>,
    names: &ByColor<String>,
) -> Text {
    let is_castling = is_castling(facts);
    let mut teller = Teller {
        variant,
        names,
        mover,
        is_castling,
        met: None,
        defined: None,
        moving: None,
        is_aside: false,
    };
    let mut sentence = is_castling.then(room::turn_castles);
    for (number, fact) in facts.iter().enumerate() {
        let Some(clause) = teller.clause(*fact, &facts[number + 1..]) else {
            continue;
        };
        let (was_aside, moving) = (teller.is_aside, teller.moving);
        teller.is_aside = match clause {
            Clause::Mover(_) => false,
            Clause::Last(_) => was_aside,
            Clause::Own(_) => is_aside(*fact),
        };
        sentence = Some(match (sentence, clause, moving) {
            (None, Clause::Mover(clause) | Clause::Last(clause) | Clause::Own(clause), _) => clause,
            (Some(before), Clause::Mover(clause), Some(glyph)) if was_aside => {
                let mover = pieces::name(glyph, variant).the();
                room::clause_then(
                    arg::before(before),
                    arg::next(room::turn_again(arg::clause(clause), arg::piece(mover))),
                )
            }
            (Some(before), Clause::Mover(clause) | Clause::Last(clause), _) => {
                room::list_next(arg::before(before), arg::next(clause))
            }
            (Some(before), Clause::Own(clause), _) => {
                room::clause_then(arg::before(before), arg::next(clause))
            }
        });
    }
    sentence.unwrap_or_else(|| Text::verbatim(""))
}

/// A clause with its subject.
enum Clause {
    /// The subject is the moving piece, which the clause does not name.
    Mover(Text),
    /// The subject is that of the previous clause, which this one does not name.
    Last(Text),
    /// The clause names its own subject.
    Own(Text),
}

/// A converter from facts to clauses, which remembers the context for the next fact.
struct Teller<'a> {
    variant: Variant,
    names: &'a ByColor<String>,
    mover: Option<Color>,
    is_castling: bool,
    /// The last object that the piece met, with its name.
    met: Option<(Glyph, Text)>,
    /// The square of an undefined piece that has just become defined.
    defined: Option<Square>,
    /// The moving piece.
    moving: Option<Glyph>,
    /// True if the last clause was not about the moving piece.
    is_aside: bool,
}

impl Teller<'_> {
    /// Converts a fact to a clause; `None` if a later fact covers it.
    fn clause(&mut self, fact: Fact, to_come: &[Fact]) -> Option<Clause> {
        let name = |glyph: Glyph| pieces::name(glyph, self.variant);
        let a = |glyph: Glyph| name(glyph).a();
        let the = |glyph: Glyph| name(glyph).the();
        let the_on = |glyph, at| pieces::the_on(Placed { glyph, at }, self.variant);
        match fact {
            Fact::Moved { glyph, .. }
            | Fact::Stole { glyph, .. }
            | Fact::Promoted { into: glyph, .. } => self.moving = Some(glyph),
            _ => {}
        }
        Some(match fact {
            Fact::Moved { from, to, .. } if self.defined == Some(from) => {
                Clause::Last(room::turn_goes(to))
            }
            Fact::Moved { glyph, from, to } => {
                let moved = room::turn_moved(arg::from(from), arg::piece(name(glyph)), arg::to(to));
                if self.is_castling {
                    Clause::Mover(moved)
                } else {
                    Clause::Own(moved)
                }
            }
            Fact::Captured { glyph, at } => Clause::Mover(match glyph.color() {
                Some(owner) if self.mover == Some(owner) => room::turn_captured_own(
                    arg::owner(called(owner, self.names)),
                    arg::piece(name(glyph)),
                    arg::square(at),
                ),
                _ => room::turn_captured(the_on(glyph, at)),
            }),
            Fact::Promoted { into, at } => {
                Clause::Mover(room::turn_promoted(arg::piece(a(into)), arg::square(at)))
            }
            Fact::Dropped { glyph, at } => {
                Clause::Own(room::turn_dropped(arg::piece(a(glyph)), arg::square(at)))
            }
            Fact::Swapped { a, b } => Clause::Own(room::turn_swapped(arg::one(a), arg::other(b))),
            Fact::Stole {
                glyph,
                from,
                to: Some(to),
            } => Clause::Own(room::turn_stole(
                arg::from(from),
                arg::piece(name(glyph)),
                arg::to(to),
            )),
            Fact::Stole {
                glyph,
                from,
                to: None,
            } => Clause::Own(room::turn_stole_away(
                arg::from(from),
                arg::piece(name(glyph)),
            )),
            Fact::Appeared { glyph, at } => Clause::Own(room::turn_appeared(
                arg::piece(name(glyph)),
                arg::square(at),
            )),
            Fact::Shot { from, at } => {
                Clause::Own(room::turn_shot(arg::from(from), arg::square(at)))
            }
            Fact::Burst { object, at } => Clause::Own(room::turn_burst(the_on(object, at))),
            Fact::Ate { object, at, unseen } => {
                let met = if unseen {
                    room::object_unseen(arg::object(name(object)), arg::square(at))
                } else {
                    the_on(object, at)
                };
                if acts(to_come) {
                    self.met = Some((object, met));
                    return None;
                }
                Clause::Mover(match object {
                    Glyph::Mushroom => room::turn_eats(met),
                    _ => room::turn_meets(met),
                })
            }
            Fact::Slipped { to, .. } => Clause::Mover(match self.met.take() {
                Some((Glyph::Mushroom, met)) => room::turn_bounced(arg::object(met), arg::to(to)),
                Some((Glyph::Banana, met)) => room::turn_slipped(arg::object(met), arg::to(to)),
                Some((Glyph::Bomb, met)) => room::turn_blown(arg::object(met), arg::to(to)),
                _ => room::turn_went_on(to),
            }),
            Fact::Left { object, at } => {
                Clause::Mover(room::turn_left(arg::object(a(object)), arg::square(at)))
            }
            Fact::Drew(effect) => Clause::Own(self.drew(effect)),
            Fact::Returned { glyph, to, .. } => {
                Clause::Own(room::turn_returned(arg::piece(the(glyph)), arg::to(to)))
            }
            Fact::Vanished { glyph, at } => Clause::Own(room::turn_vanished(the_on(glyph, at))),
            Fact::Froze { glyph, at } => Clause::Own(room::turn_froze(the_on(glyph, at))),
            Fact::Freed { glyph, at } => Clause::Own(room::turn_freed(the_on(glyph, at))),
            Fact::Recolored { glyph, at } => Clause::Own(match glyph.color() {
                Some(color) => room::turn_recolored(
                    arg::owner(called(color, self.names)),
                    arg::piece(the_on(glyph, at)),
                ),
                None => room::turn_changed_sides(the_on(glyph, at)),
            }),
            Fact::Brought(role) => Clause::Last(room::turn_brought(pieces::role(role).a())),
            Fact::BonusLost => Clause::Own(room::turn_bonus_lost()),
            Fact::Defined { glyph, at } => {
                self.defined = Some(at);
                Clause::Own(room::turn_defined(arg::piece(a(glyph)), arg::square(at)))
            }
            Fact::Lost { glyph, at } => {
                Clause::Own(room::turn_lost(arg::piece(a(glyph)), arg::square(at)))
            }
            Fact::Reset(color) => Clause::Own(room::turn_reset(called(color, self.names))),
        })
    }

    fn drew(&mut self, effect: Effect) -> Text {
        match self.met.take() {
            Some((_, met)) => {
                room::turn_drew(arg::effect(pieces::effect(effect)), arg::object(met))
            }
            None => room::turn_drew_unknown(pieces::effect(effect)),
        }
    }
}

/// Returns whether a fact is not about the moving piece.
pub fn is_aside(fact: Fact) -> bool {
    matches!(
        fact,
        Fact::Appeared { .. }
            | Fact::Drew(_)
            | Fact::Returned { .. }
            | Fact::Vanished { .. }
            | Fact::Froze { .. }
            | Fact::Freed { .. }
            | Fact::Recolored { .. }
            | Fact::BonusLost
            | Fact::Lost { .. }
            | Fact::Reset(_)
    )
}

/// Returns whether a fact before the next object concerns the object that was just met.
fn acts(to_come: &[Fact]) -> bool {
    to_come
        .iter()
        .take_while(|fact| !matches!(fact, Fact::Ate { .. }))
        .any(|fact| matches!(fact, Fact::Slipped { .. } | Fact::Drew(_)))
}

/// Returns whether a king and a rook moved together.
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
