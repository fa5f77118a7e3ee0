//! Explanations of illegal actions, and the parts that all variants share: pieces that are missing, blocked or pinned to a
//! king.

use crate::{
    Action, Color, Glyph, NoCastling, Outcome, Placed, Reason, Role, Square, VariantPosition,
    WhyNot, attacks, bitboard::Bitboard, castling::Castling,
};

/// A paragraph of the law, and the reason that it gives.
pub(crate) type Because = (&'static str, Reason);

/// The law of a variant, for explanations.
pub(crate) trait Explain: VariantPosition {
    /// Returns the reason why an illegal action is illegal, from the knowledge of the side to decide.
    fn explain(case: &Case<Self>, action: Action) -> Because;

    /// Returns the paragraph that such an end comes from.
    fn law_of_end(outcome: Outcome) -> &'static str;
}

/// Returns the reason why an illegal action is illegal, from the view of the side to decide.
pub(crate) fn why_illegal<P: Explain>(
    position: &P,
    cells: [Option<Glyph>; 64],
    action: Action,
) -> WhyNot {
    because::<P>(P::explain(&Case::new(position, cells), action))
}

/// Returns the reason why nothing is legal after this end.
pub(crate) fn why_over<P: Explain>(outcome: Outcome) -> WhyNot {
    because::<P>((P::law_of_end(outcome), Reason::Over(outcome)))
}

fn because<P: VariantPosition>((law, reason): Because) -> WhyNot {
    WhyNot {
        variant: P::VARIANT,
        law,
        reason,
    }
}

/// A position in which an action is illegal.
pub(crate) struct Case<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) seen: SeenBoard,
}

impl<'a, P: VariantPosition> Case<'a, P> {
    fn new(position: &'a P, cells: [Option<Glyph>; 64]) -> Case<'a, P> {
        let us = position.side_to_move();
        let is_crossed = |glyph| matches!(glyph, None | Some(Glyph::Mushroom | Glyph::Egg));
        let blocking = Square::all().filter(|square| !is_crossed(cells[square.index()]));
        let seen = SeenBoard {
            us,
            cells,
            blocking: blocking.collect(),
        };
        Case { position, seen }
    }

    /// Returns the reason why a move of a piece that moves much as in chess is illegal. By the first law, there is no such
    /// piece to move. Then an obstacle counts, then by the second law a wrong promotion, and last the safety of the king.
    pub(crate) fn plain_move(
        &self,
        action: Action,
        [mover, promotion]: [&'static str; 2],
        obstacle: impl FnOnce(Placed, Square) -> Option<Because>,
        exposed_king: impl FnOnce(Placed, Square) -> Because,
    ) -> Because {
        let Some((from, to, into)) = action.as_move() else {
            return (mover, Reason::NoSuchAction(action));
        };
        let piece = match self.seen.mover(from, to) {
            Ok(piece) => piece,
            Err(reason) => return (mover, reason),
        };
        let becomes = || self.seen.promotion(piece, to, into, P::PROMOTIONS);
        obstacle(piece, to)
            .or_else(|| becomes().map(|reason| (promotion, reason)))
            .unwrap_or_else(|| exposed_king(piece, to))
    }

    /// Returns the reason why a move leaves its king in check, where nothing else forbids it.
    pub(crate) fn unsafe_king(&self, piece: Placed, action: Action) -> Reason {
        let reason = self.attacked_king(piece, &self.position.play_unchecked(action));
        reason.expect("only the safety of its king is left to forbid a move")
    }

    /// Returns the reason why a move leaves its king in check in the position that it leads to, if it does.
    pub(crate) fn attacked_king(&self, piece: Placed, next: &P) -> Option<Reason> {
        let us = self.seen.us;
        let king = next.squares(Glyph::King(us)).first()?;
        let attackers = next.checkers_of(us);
        let before = self.position.checkers_of(us);
        self.seen.attacked_king(piece, king, attackers, before)
    }
}

/// The board as the side to decide sees it.
pub(crate) struct SeenBoard {
    pub(crate) us: Color,
    /// The visible glyph on each square.
    cells: [Option<Glyph>; 64],
    /// The squares that no piece passes over; each has a visible glyph.
    blocking: Bitboard,
}

impl SeenBoard {
    /// Returns the piece or object on a square, if any.
    pub(crate) fn get(&self, at: Square) -> Option<Placed> {
        self.cells[at.index()].map(|glyph| Placed { glyph, at })
    }

    /// Returns the piece or object on a square, which must have one.
    pub(crate) fn the(&self, at: Square) -> Placed {
        self.get(at).expect("something is seen there")
    }

    /// Returns the piece that moves, which must be one of the side to decide.
    pub(crate) fn mover(&self, from: Square, to: Square) -> Result<Placed, Reason> {
        let piece = self.get(from).ok_or(Reason::Empty(from))?;
        match piece.glyph.color() {
            None => Err(Reason::NoPiece(piece)),
            Some(color) if color != self.us => Err(Reason::NotYours(piece)),
            Some(_) if from == to => Err(Reason::NoWay(from)),
            Some(_) => Ok(piece),
        }
    }

    /// Returns the reason why a chess piece other than a pawn cannot move there, regardless of the safety of the king.
    pub(crate) fn piece(&self, piece: Placed, to: Square) -> Option<Reason> {
        let role = piece.glyph.role().unwrap_or(Role::King);
        if !attacks::piece(role, piece.at, Bitboard::EMPTY).contains(to) {
            return Some(Reason::CannotReach { piece, to });
        }
        self.blocked(piece, to).or_else(|| self.own(to))
    }

    pub(crate) fn blocked(&self, piece: Placed, to: Square) -> Option<Reason> {
        let by = self.nearest(piece.at, attacks::between(piece.at, to))?;
        Some(Reason::Blocked { piece, by })
    }

    /// Returns the blocker on one of these squares that is nearest to another square.
    pub(crate) fn nearest(&self, from: Square, squares: Bitboard) -> Option<Placed> {
        let distance = |square: &Square| {
            let n_files = square.file().abs_diff(from.file());
            n_files.max(square.rank().abs_diff(from.rank()))
        };
        let at = (squares & self.blocking).min_by_key(distance)?;
        Some(self.the(at))
    }

    /// Returns the reason of a move that ends on a piece of the side to decide.
    pub(crate) fn own(&self, to: Square) -> Option<Reason> {
        let own = self
            .get(to)
            .filter(|piece| piece.glyph.color() == Some(self.us));
        own.map(Reason::OwnPiece)
    }

    /// Returns the number of files aside and ranks ahead of a square.
    pub(crate) fn ahead(&self, from: Square, to: Square) -> (u8, i8) {
        let n_ranks = self.us.relative_rank(to) as i8 - self.us.relative_rank(from) as i8;
        (from.file().abs_diff(to.file()), n_ranks)
    }

    /// Returns the reason why a move that is legal otherwise cannot have this promotion.
    pub(crate) fn promotion(
        &self,
        piece: Placed,
        to: Square,
        promotion: Option<Role>,
        choices: &[Role],
    ) -> Option<Reason> {
        let Placed { glyph, at: from } = piece;
        let is_pawn = matches!(glyph, Glyph::Pawn(_) | Glyph::BerolinaPawn(_));
        match promotion {
            None if is_pawn && self.us.relative_rank(to) == 7 => {
                Some(Reason::BecomesWhat { from, to })
            }
            Some(into) if is_pawn && self.us.relative_rank(to) == 7 => {
                (!choices.contains(&into)).then_some(Reason::CannotBecome { glyph, into })
            }
            Some(into) => Some(Reason::NoPromotion { from, to, into }),
            None => None,
        }
    }

    /// Returns the reason why the way of a castling king is not free and safe; `attackers` are those of a square.
    pub(crate) fn castling(
        &self,
        castling: Castling,
        attackers: impl Fn(Square) -> Bitboard,
    ) -> Option<NoCastling> {
        let between = attacks::between(castling.king, castling.rook);
        if let Some(by) = self.nearest(castling.king, between) {
            return Some(NoCastling::Blocked(by));
        }
        let dangers: [(_, fn(_, _) -> _); 3] = [
            (castling.king, NoCastling::OutOfCheck),
            (castling.rook_to, NoCastling::ThroughCheck),
            (castling.king_to, NoCastling::IntoCheck),
        ];
        dangers.into_iter().find_map(|(square, danger)| {
            let by = attackers(square).first()?;
            Some(danger(square, self.the(by)))
        })
    }

    /// Returns the reason why a move that is legal otherwise leaves its king under attack by `attackers`; those in `before`
    /// attacked it already.
    fn attacked_king(
        &self,
        piece: Placed,
        king: Square,
        attackers: Bitboard,
        before: Bitboard,
    ) -> Option<Reason> {
        let still = attackers & before;
        let wanted = if still.is_empty() { attackers } else { still };
        let is_king = |piece: &Placed| matches!(piece.glyph, Glyph::King(_));
        let mut pieces = wanted.map(|at| self.the(at));
        let first = pieces.next()?;
        let by = pieces.find(is_king).unwrap_or(first);
        Some(if is_king(&piece) {
            Reason::Attacked { to: king, by }
        } else if !still.is_empty() {
            Reason::InCheck { king, by }
        } else {
            Reason::Exposed { king, by }
        })
    }
}

/// Returns the law of a reason and the squares of its obstacles: `berolina O3: a2`.
#[cfg(test)]
pub(crate) fn law_and_squares(why: &crate::WhyNot) -> alloc::string::String {
    let squares = why.squares();
    let squares = squares.iter().map(|square| alloc::format!(" {square}"));
    let squares: alloc::string::String = squares.collect();
    let colon = if squares.is_empty() { "" } else { ":" };
    alloc::format!("{}{colon}{squares}", why.law)
}
