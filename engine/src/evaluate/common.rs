//! Features that several variants share.

use rules::{Bitboard, ByColor, Color, Glyph, Position, Square, attacks};

use super::{Group, Tally, folded, sign};

/// A kind of piece: its glyph by color.
pub(super) type Kind = fn(Color) -> Glyph;

pub(super) const fn group(name: &'static str, n: usize) -> Group {
    Group { name, n }
}

/// Adds the number of pieces of each kind, as the features from `there` on. Adds their squares too, as the groups of 32
/// features from `squares` on.
#[inline(always)]
pub(super) fn stand<P: Position>(
    position: &P,
    kinds: &[Kind],
    (there, squares): (usize, usize),
    tally: &mut impl Tally,
) {
    for (at, kind) in kinds.iter().enumerate() {
        for color in Color::ALL {
            let pieces = position.squares(kind(color));
            tally.add(there + at, sign(color) * pieces.len() as i32);
            for square in pieces {
                tally.add(squares + 32 * at + folded(color, square), sign(color));
            }
        }
    }
}

/// Passes the inputs for these squares to `see`, from the perspective of a side; each board has 64 inputs.
#[inline(always)]
pub(super) fn see(us: Color, board: usize, squares: Bitboard, see: &mut impl FnMut(usize)) {
    let turned = match us {
        Color::White => 0,
        Color::Black => 56,
    };
    for square in squares {
        see(64 * board + (square.index() ^ turned));
    }
}

/// Passes the inputs for all pieces to `see`: a board for each kind of one's own, then one for each kind of the other
/// side.
#[inline(always)]
pub(super) fn see_pieces<P: Position>(
    position: &P,
    us: Color,
    kinds: &[Kind],
    tell: &mut impl FnMut(usize),
) {
    for (side, color) in [us, !us].into_iter().enumerate() {
        for (at, kind) in kinds.iter().enumerate() {
            see(
                us,
                side * kinds.len() + at,
                position.squares(kind(color)),
                tell,
            );
        }
    }
}

/// Returns the squares of the kings of a side and the squares around them.
#[inline(always)]
pub(super) fn around(kings: Bitboard) -> Bitboard {
    let zone = kings.fold(Bitboard::EMPTY, |zone, king| zone | attacks::king(king));
    zone | kings
}

/// Adds the number of pawns around the king of a side.
#[inline(always)]
pub(super) fn shelter<P: Position>(
    position: &P,
    pawn: Kind,
    (color, feature): (Color, usize),
    tally: &mut impl Tally,
) {
    let pawns = around(position.squares(Glyph::King(color))) & position.squares(pawn(color));
    tally.add(feature, sign(color) * pawns.len() as i32);
}

/// The squares that the pieces of each side reach, for the pieces added so far.
pub(super) struct Reach {
    pub(super) all: ByColor<Bitboard>,
}

/// The pieces of a side that move as in chess, with the features of their reach.
pub(super) struct ChessPieces<'a, P> {
    pub(super) position: &'a P,
    /// The kinds of the variant; those from 1 to 5 move as knight, bishop, rook, queen and king.
    pub(super) kinds: &'a [Kind],
    pub(super) color: Color,
    /// The squares whose pieces can move.
    pub(super) movers: Bitboard,
    /// The squares that stop sliders.
    pub(super) blocking: Bitboard,
    /// The squares that count for `reached`.
    pub(super) targets: Bitboard,
    /// The first feature of the number of reached targets, by kind.
    pub(super) reached: usize,
    /// The first feature of the number of reached squares near the other king, by kind.
    pub(super) near_king: usize,
}

impl Reach {
    pub(super) fn new(first: impl FnMut(Color) -> Bitboard) -> Reach {
        Reach {
            all: ByColor::from_fn(first),
        }
    }

    /// Adds the reach of pieces of a kind; the features are the number of squares among `targets` and the number in
    /// `zone`.
    #[inline(always)]
    pub(super) fn look(
        &mut self,
        color: Color,
        pieces: Bitboard,
        (targets, zone): (Bitboard, Bitboard),
        features: (usize, usize),
        attacks: impl Fn(Square) -> Bitboard,
        tally: &mut impl Tally,
    ) {
        for from in pieces {
            let reached = attacks(from);
            self.all[color] |= reached;
            tally.add(features.0, sign(color) * (reached & targets).len() as i32);
            tally.add(features.1, sign(color) * (reached & zone).len() as i32);
        }
    }

    /// Adds the reach of the pieces of a side that move as in chess.
    #[inline(always)]
    pub(super) fn look_as_in_chess<P: Position>(
        &mut self,
        pieces: ChessPieces<'_, P>,
        tally: &mut impl Tally,
    ) {
        let ChessPieces {
            position,
            kinds,
            color,
            movers,
            blocking,
            targets,
            reached,
            near_king,
        } = pieces;
        let zone = around(position.squares(Glyph::King(!color)));
        let mut look = |at: usize, attacks: &dyn Fn(Square) -> Bitboard| {
            let pieces = position.squares(kinds[at](color)) & movers;
            let features = (reached + at - 1, near_king + at - 1);
            self.look(color, pieces, (targets, zone), features, attacks, tally);
        };
        look(1, &attacks::knight);
        look(2, &|from| attacks::bishop(from, blocking));
        look(3, &|from| attacks::rook(from, blocking));
        look(4, &|from| attacks::queen(from, blocking));
        look(5, &attacks::king);
    }

    /// Adds the number of pieces of each kind that the other side attacks and their own side does not protect.
    #[inline(always)]
    pub(super) fn hanging<P: Position>(
        &self,
        position: &P,
        kinds: &[Kind],
        first: usize,
        tally: &mut impl Tally,
    ) {
        for color in Color::ALL {
            let loose = self.all[!color] & !self.all[color];
            for (at, kind) in kinds.iter().enumerate() {
                let n = (position.squares(kind(color)) & loose).len() as i32;
                tally.add(first + at, sign(color) * n);
            }
        }
    }
}
