//! King of the hill: chess without castling and en passant, in which a king also wins by standing in the middle.

mod explain;
mod moves;
mod notation;
mod position;
mod show;
mod text;

pub use self::position::Position;
use crate::{
    Bitboard, Color, Glyph, Outcome, Role, Square, Variant, WinReason, attacks, board::Piece,
    position::end_of_moves, zobrist,
};

impl crate::Position for Position {
    const VARIANT: Variant = Variant::Hill;

    fn side_to_move(&self) -> Color {
        self.turn
    }

    fn turns(&self) -> u32 {
        self.n_turns
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = (!self.turn, WinReason::KingOnHill);
        let on_hill = self.has_won().then_some(Outcome::Won { winner, reason });
        on_hill.or_else(|| end_of_moves(self))
    }

    fn key(&self) -> u64 {
        self.board.key() ^ zobrist::turn(self.turn)
    }

    fn piece_at(&self, square: Square) -> Option<Glyph> {
        self.board.get(square).map(Piece::glyph)
    }

    fn checkers_of(&self, color: Color) -> Bitboard {
        let king = self.board.pieces(color, Role::King).first();
        king.map_or(Bitboard::EMPTY, |king| {
            crate::Position::attackers(self, king, !color)
        })
    }

    fn attackers_given(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(!by, square) & self.board.role(Role::Pawn);
        let others = self.board.attackers_but_pawns(square, occupied);
        (pawns | others) & self.board.color(by) & occupied
    }
}
