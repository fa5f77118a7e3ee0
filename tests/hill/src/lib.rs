//! King of the hill, as a crate apart from `rules` writes a variant: chess without castling and en passant, in which a king
//! also wins on d4, e4, d5 or e5. It is the example of `rules/docs/adding-a-variant.md`.

use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    ops::ControlFlow,
};

use rules::{
    Action, Bitboard, Color, Glyph, Outcome, Role, Square, WinReason, attacks, end_of_moves,
};

/// The pieces behind the pawns, from the a-file to the h-file.
const BACK_ROW: [Role; 8] = [
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::King,
    Role::Bishop,
    Role::Knight,
    Role::Rook,
];

/// The roles to which a pawn promotes.
const PROMOTIONS: [Option<Role>; 4] = [
    Some(Role::Queen),
    Some(Role::Rook),
    Some(Role::Bishop),
    Some(Role::Knight),
];

/// Returns d4, e4, d5 and e5.
fn hill() -> Bitboard {
    let files = Bitboard::file(3) | Bitboard::file(4);
    files & (Bitboard::rank(3) | Bitboard::rank(4))
}

/// A position that play from the start can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    cells: [Option<Glyph>; 64],
    turn: Color,
}

impl Position {
    /// Returns the start of a game, which is that of chess.
    pub fn start() -> Position {
        let piece = |square: Square| match square.rank() {
            0 => Some(BACK_ROW[square.file() as usize].glyph(Color::White)),
            1 => Some(Glyph::Pawn(Color::White)),
            6 => Some(Glyph::Pawn(Color::Black)),
            7 => Some(BACK_ROW[square.file() as usize].glyph(Color::Black)),
            _ => None,
        };
        Position {
            cells: std::array::from_fn(|index| piece(Square::from_index(index as u8))),
            turn: Color::White,
        }
    }

    /// Tells whether the king of the side that moved last stands on the hill.
    fn is_on_hill(&self) -> bool {
        let king = Some(Glyph::King(!self.turn));
        hill().any(|at| self.cells[at.index()] == king)
    }

    /// Returns the squares that the piece on a square attacks, given the `occupied` squares.
    fn attacks(&self, from: Square, occupied: Bitboard) -> Bitboard {
        match self.cells[from.index()] {
            Some(Glyph::King(_)) => attacks::king(from),
            Some(Glyph::Queen(_)) => attacks::queen(from, occupied),
            Some(Glyph::Rook(_)) => attacks::rook(from, occupied),
            Some(Glyph::Bishop(_)) => attacks::bishop(from, occupied),
            Some(Glyph::Knight(_)) => attacks::knight(from),
            Some(Glyph::Pawn(color)) => {
                let ahead = Bitboard::from(from).ahead(color);
                ahead.west() | ahead.east()
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the targets of a piece of the side to move, regardless of the safety of its king.
    fn targets(&self, from: Square) -> Bitboard {
        let [own, foe] = [self.turn, !self.turn].map(|color| rules::Position::pieces(self, color));
        let occupied = own | foe;
        let attacks = self.attacks(from, occupied);
        if self.cells[from.index()] != Some(Glyph::Pawn(self.turn)) {
            return attacks & !own;
        }
        let one = Bitboard::from(from).ahead(self.turn) & !occupied;
        let two = match self.turn.relative_rank(from) {
            1 => one.ahead(self.turn) & !occupied,
            _ => Bitboard::EMPTY,
        };
        attacks & foe | one | two
    }

    /// Returns the roles to which a move promotes; a single `None` if it does not.
    fn promotions(&self, from: Square, to: Square) -> &'static [Option<Role>] {
        let is_pawn = self.cells[from.index()] == Some(Glyph::Pawn(self.turn));
        if is_pawn && self.turn.relative_rank(to) == 7 {
            &PROMOTIONS
        } else {
            &[None]
        }
    }
}

impl rules::Position for Position {
    fn side_to_move(&self) -> Color {
        self.turn
    }

    fn piece_at(&self, square: Square) -> Option<Glyph> {
        self.cells[square.index()]
    }

    fn outcome(&self) -> Option<Outcome> {
        let on_hill = Outcome::Won {
            winner: !self.turn,
            reason: WinReason::VariantRule,
        };
        self.is_on_hill()
            .then_some(on_hill)
            .or_else(|| end_of_moves(self))
    }

    /// Visits the moves after which the king of the side is safe; none once a king is on the hill.
    fn legal_actions<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_on_hill() {
            return ControlFlow::Continue(());
        }
        for from in self.pieces(self.turn) {
            for to in self.targets(from) {
                for &promotion in self.promotions(from, to) {
                    let action = Action::Move {
                        from,
                        to,
                        promotion,
                    };
                    let next = self.play_unchecked(action);
                    if next.checkers_of(self.turn).is_empty() {
                        visit(action)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&self, action: Action) -> Position {
        let mut next = Position {
            turn: !self.turn,
            ..*self
        };
        if let Action::Move {
            from,
            to,
            promotion,
        } = action
        {
            let piece = next.cells[from.index()].take();
            next.cells[to.index()] = promotion.map(|role| role.glyph(self.turn)).or(piece);
        }
        next
    }

    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let pieces = self.pieces(by) & occupied;
        pieces
            .filter(|&from| self.attacks(from, occupied).contains(square))
            .collect()
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for Position {
    /// Writes the eighth rank first, with a dot for an empty square, and the side to move: `…/PPPPPPPP/RNBQKBNR white`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, at) in (0..8).rev().flat_map(Bitboard::rank).enumerate() {
            if n > 0 && n % 8 == 0 {
                f.write_str("/")?;
            }
            let role = self.cells[at.index()].and_then(Glyph::role);
            let letter = role.map_or('.', Role::letter);
            match self.cells[at.index()].and_then(Glyph::color) {
                Some(Color::Black) => write!(f, "{}", letter.to_ascii_lowercase())?,
                _ => write!(f, "{letter}")?,
            }
        }
        write!(f, " {}", self.turn)
    }
}

#[cfg(test)]
mod tests;
