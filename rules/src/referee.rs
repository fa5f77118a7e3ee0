//! The referee of a game: what each viewer may know of it, and when its positions repeat.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::ops::ControlFlow;

use crate::{
    Action, ByColor, Color, Fact, GameInput, Glyph, Marks, Power, Square, WhyNot,
    belief::Belief,
    explain::{Explain, why_illegal},
    notation::{self, Notation},
    view::Viewer,
};

/// The views of a variant's games, their captions and facts, and the repetition of positions. The defaults show everything to
/// every viewer, as in chess.
pub(crate) trait Referee: Notation + Explain {
    /// The beliefs of its seats; `None` where nothing is hidden.
    const BELIEF: Option<Belief<Self>> = None;

    /// Returns the number of the move, counted as in chess: White's first and Black's first are both 1.
    fn number(&self) -> u32 {
        self.turns() / 2 + 1
    }

    /// Tells whether an earlier position can come again after a move from `before` to here.
    fn may_repeat(&self, before: &Self) -> bool {
        let _ = before;
        false
    }

    /// Tells whether the position counts as equal for repetition.
    fn repeats(&self, earlier: &Self) -> bool {
        let _ = earlier;
        false
    }

    /// Returns a legal action in short notation, as far as a viewer may know it, and an illegal one in coordinates.
    fn caption(&self, action: Action, viewer: Viewer) -> String {
        let _ = viewer;
        notation::caption(self, action)
    }

    /// Returns the moves of a side as two squares each, as if the side were to move, and as a viewer sees the board.
    fn reach(&self, color: Color, viewer: Viewer) -> Vec<(Square, Square)> {
        let _ = viewer;
        let position = if self.side_to_move() == color {
            Some(*self)
        } else {
            self.pass()
        };
        let mut moves = Vec::new();
        let _ = position.map(|position| {
            position.legal_actions(|action| {
                if let Action::Move { from, to, .. } | Action::Define { from, to, .. } = action
                    && !moves.contains(&(from, to))
                {
                    moves.push((from, to));
                }
                ControlFlow::<()>::Continue(())
            })
        });
        moves
    }

    /// Adds the facts of an input, in the order in which they happen, as far as a viewer may know them.
    fn add_facts(&self, input: GameInput, viewer: Viewer, facts: &mut Vec<Fact>) {
        let _ = viewer;
        if let GameInput::Action(action) = input {
            add_move_facts(self, action, facts);
        }
    }

    /// Returns the origin and the end of a turn: by its last input, with the position before it, or by its facts.
    fn squares_of(last: Option<(Self, GameInput)>, facts: &[Fact]) -> Vec<Square> {
        let _ = facts;
        squares_of_action(last.map(|(_, input)| input))
    }

    /// Returns the glyph that a viewer sees on each square.
    fn cells(&self, viewer: Viewer) -> [Option<Glyph>; 64] {
        let _ = viewer;
        core::array::from_fn(|index| self.piece_at(Square::from_index(index as u8)))
    }

    /// Returns the marks that a viewer sees, without those of the last turn.
    fn marks(&self, viewer: Viewer) -> Marks {
        let _ = viewer;
        let king = self.squares(Glyph::King(self.side_to_move()));
        Marks {
            check: if self.checkers().is_empty() {
                Vec::new()
            } else {
                king.collect()
            },
            ..Marks::default()
        }
    }

    /// Returns the powers of each side that it has once in a game; true for those that are unspent.
    fn powers(&self) -> ByColor<Vec<(Power, bool)>> {
        ByColor::default()
    }

    /// Returns the kinds that the undefined pieces of each side can still become.
    fn reserves(&self) -> ByColor<Vec<(Glyph, u8)>> {
        ByColor::default()
    }

    /// Returns the position text as far as a viewer may know it.
    fn text_for(&self, viewer: Viewer) -> String {
        let _ = viewer;
        self.to_string()
    }
}

/// Adds the facts of a move from square to square.
fn add_move_facts<P: Referee>(position: &P, action: Action, facts: &mut Vec<Fact>) {
    let Some((from, to, promotion)) = action.as_move() else {
        return;
    };
    let Some(glyph) = position.piece_at(from) else {
        return;
    };
    let us = position.side_to_move();
    facts.push(Fact::Moved { glyph, from, to });
    if let Some(castling) = position.castling_of(action) {
        facts.push(Fact::Moved {
            glyph: Glyph::Rook(us),
            from: castling.rook,
            to: castling.rook_to,
        });
    }
    for at in position.captured(action) {
        let glyph = position.piece_at(at);
        facts.extend(glyph.map(|glyph| Fact::Captured { glyph, at }));
    }
    if let Some(role) = promotion {
        let into = role.glyph(us);
        facts.push(Fact::Promoted { into, at: to });
    }
}

/// Returns the origin and the end of an action.
pub(super) fn squares_of_action(input: Option<GameInput>) -> Vec<Square> {
    match input {
        Some(GameInput::Action(
            Action::Move { from, to, .. } | Action::Define { from, to, .. },
        )) => Vec::from([from, to]),
        Some(GameInput::Action(Action::Drop { to, .. })) => Vec::from([to]),
        _ => Vec::new(),
    }
}

/// Returns the reason why an action is illegal, from the knowledge of the side to decide; `None` exactly when it is legal.
pub(crate) fn why_not<P: Referee>(position: &P, action: Action) -> Option<WhyNot> {
    let seen = || position.cells(Viewer::Seat(position.side_to_move()));
    (!position.is_legal(action)).then(|| why_illegal(position, seen(), action))
}
