//! What the explanations of all variants have in common: pieces that are missing, blocked or bound to a king.

use crate::{
    Color, Glyph, NoCastling, Placed, Reason, Role, Square, attacks, bitboard::Bitboard,
    castling::Castling,
};

/// A paragraph of the law, and what it forbids.
pub(crate) type Because = (&'static str, Reason);

/// The board as the side to decide sees it.
pub(crate) struct Seen<'a> {
    pub(crate) us: Color,
    /// What is seen on a square.
    pub(crate) glyph: &'a dyn Fn(Square) -> Option<Glyph>,
    /// The squares that nothing goes over; something is seen on each.
    pub(crate) blocking: Bitboard,
}

impl Seen<'_> {
    /// What is on a square, if anything.
    pub(crate) fn get(&self, at: Square) -> Option<Placed> {
        (self.glyph)(at).map(|glyph| Placed { glyph, at })
    }

    /// What is on a square where something is.
    pub(crate) fn the(&self, at: Square) -> Placed {
        self.get(at).expect("something is seen there")
    }

    /// The piece that moves, one of the side to decide.
    pub(crate) fn mover(&self, from: Square, to: Square) -> Result<Placed, Reason> {
        let piece = self.get(from).ok_or(Reason::Empty(from))?;
        match piece.glyph.color() {
            None => Err(Reason::NoPiece(piece)),
            Some(color) if color != self.us => Err(Reason::NotYours(piece)),
            Some(_) if from == to => Err(Reason::NoWay(from)),
            Some(_) => Ok(piece),
        }
    }

    /// Why a piece of chess that is no pawn cannot go there, whatever becomes of the king.
    pub(crate) fn piece(&self, piece: Placed, to: Square) -> Option<Reason> {
        let from = piece.at;
        let reach = match piece.glyph {
            Glyph::Knight(_) => attacks::knight(from),
            Glyph::Bishop(_) => attacks::bishop_rays(from),
            Glyph::Rook(_) => attacks::rook_rays(from),
            Glyph::Queen(_) => attacks::queen_rays(from),
            _ => attacks::king(from),
        };
        if !reach.contains(to) {
            return Some(Reason::CannotReach { piece, to });
        }
        self.blocked(piece, to).or_else(|| self.own(to))
    }

    pub(crate) fn blocked(&self, piece: Placed, to: Square) -> Option<Reason> {
        let by = self.nearest(piece.at, attacks::between(piece.at, to))?;
        Some(Reason::Blocked { piece, by })
    }

    /// What blocks one of these squares nearest to another.
    pub(crate) fn nearest(&self, from: Square, squares: Bitboard) -> Option<Placed> {
        let distance = |square: &Square| {
            let n_files = square.file().abs_diff(from.file());
            n_files.max(square.rank().abs_diff(from.rank()))
        };
        let at = (squares & self.blocking).min_by_key(distance)?;
        Some(self.the(at))
    }

    /// The piece of the side to decide on which a move would end.
    pub(crate) fn own(&self, to: Square) -> Option<Reason> {
        let own = self
            .get(to)
            .filter(|piece| piece.glyph.color() == Some(self.us));
        own.map(Reason::OwnPiece)
    }

    /// How many files aside and ranks ahead a square is.
    pub(crate) fn ahead(&self, from: Square, to: Square) -> (u8, i8) {
        let n_ranks = self.us.relative_rank(to) as i8 - self.us.relative_rank(from) as i8;
        (from.file().abs_diff(to.file()), n_ranks)
    }

    /// Why a move, fine else, cannot make this of the piece that moves.
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

    /// Why the way of a king that castles is not free and safe; `attackers` are those of a square.
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

    /// Why a move, fine else, leaves its king where these attack it; those in `before` did so already.
    pub(crate) fn unsafe_king(
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

/// The law of a reason and the squares of what forbids it: `berolina O3: a2`.
#[cfg(test)]
pub(crate) fn told(why: &crate::WhyNot) -> alloc::string::String {
    let squares = why.squares();
    let squares = squares.iter().map(|square| alloc::format!(" {square}"));
    let squares: alloc::string::String = squares.collect();
    let colon = if squares.is_empty() { "" } else { ":" };
    alloc::format!("{}{colon}{squares}", why.law)
}
