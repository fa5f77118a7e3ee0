//! Applies the facts of each turn: they must cover everything that the turn changes.

use std::iter::Peekable;

use rules::{Color, Fact, Glyph, Square, View};

/// Checks that the facts of a turn lead from the cells and reserves before it to those after it.
#[track_caller]
pub(crate) fn check(before: &View, after: &View) {
    let turn = after.turn.as_ref().expect("a turn was made");
    let about = format!("{} in {}", turn.caption, before.position);
    let mut expected = before.clone();
    let mut facts = turn.facts.iter().peekable();
    while let Some(fact) = facts.next() {
        happen(&mut expected, turn.color, fact, &mut facts, &about);
    }
    assert!(expected.cells == after.cells, "{about}: the cells");
    assert!(expected.reserves == after.reserves, "{about}: the reserves");
}

/// Applies a fact to a view; the pieces that it names must be there.
fn happen<'a>(
    view: &mut View,
    mover: Color,
    fact: &Fact,
    facts: &mut Peekable<impl Iterator<Item = &'a Fact>>,
    about: &str,
) {
    let put = |view: &mut View, at: Square, glyph| {
        assert!(
            view.cells[at.index()].replace(glyph).is_none(),
            "{about}: something is on {at}"
        );
    };
    let take = |view: &mut View, at: Square, glyph| {
        assert!(
            view.cells[at.index()].take() == Some(glyph),
            "{about}: no {glyph:?} on {at}"
        );
    };
    let reserve = |view: &mut View, glyph: Glyph, change: i8| {
        let owner = glyph.color().expect("pieces have an owner");
        let mut entries = view.reserves[owner].iter_mut();
        let (_, count) = entries
            .find(|(known, _)| *known == glyph)
            .expect("it is a type of the reserve");
        *count = count.checked_add_signed(change).expect("it was there");
    };
    match *fact {
        Fact::Moved { glyph, from, to }
        | Fact::Slipped { glyph, from, to }
        | Fact::Stole {
            glyph,
            from,
            to: Some(to),
        } => {
            take(view, from, glyph);
            // A capturing piece steps on its victim, and the capture fact follows.
            let met = facts.next_if(|fact| {
                matches!(fact, Fact::Captured { at, .. } | Fact::Ate { at, .. } if *at == to)
            });
            if let Some(Fact::Captured { glyph, .. } | Fact::Ate { object: glyph, .. }) = met {
                take(view, to, *glyph);
            }
            put(view, to, glyph);
        }
        Fact::Dropped { glyph, at } => {
            if let Some(Fact::Ate { object, .. }) =
                facts.next_if(|fact| matches!(fact, Fact::Ate { .. }))
            {
                take(view, at, *object);
            }
            // A king of Bario takes the place of an undefined piece.
            if view.glyph(at) == Some(Glyph::Undefined(mover)) {
                take(view, at, Glyph::Undefined(mover));
            }
            put(view, at, glyph);
        }
        Fact::Returned { glyph, from, to } => {
            take(view, from, glyph);
            view.cells[to.index()] = Some(glyph);
        }
        Fact::Captured { glyph, at }
        | Fact::Vanished { glyph, at }
        | Fact::Burst { object: glyph, at } => take(view, at, glyph),
        Fact::Promoted { into: glyph, at }
        | Fact::Recolored { glyph, at }
        | Fact::Left { object: glyph, at } => view.cells[at.index()] = Some(glyph),
        Fact::Swapped { a, b } => view.cells.swap(a.index(), b.index()),
        Fact::Froze { glyph, at } | Fact::Freed { glyph, at } | Fact::Appeared { glyph, at } => {
            assert!(
                view.glyph(at) == Some(glyph),
                "{about}: no {glyph:?} on {at}"
            );
        }
        Fact::Ate { .. } | Fact::Stole { to: None, .. } => {
            panic!("{about}: it has no place in the truth")
        }
        Fact::Shot { .. } | Fact::Drew(_) | Fact::Brought(_) | Fact::BonusLost => {}
        Fact::Defined { glyph, at } => {
            take(view, at, Glyph::Undefined(mover));
            put(view, at, glyph);
            reserve(view, glyph, -1);
        }
        Fact::Lost { glyph, .. } => reserve(view, glyph, -1),
        Fact::Reset(color) => {
            for at in Square::all() {
                if let Some(glyph) = view.glyph(at)
                    && glyph.color() == Some(color)
                    && !matches!(glyph, Glyph::King(_) | Glyph::Pawn(_) | Glyph::Undefined(_))
                {
                    reserve(view, glyph, 1);
                    view.cells[at.index()] = Some(Glyph::Undefined(color));
                }
            }
        }
    }
}
