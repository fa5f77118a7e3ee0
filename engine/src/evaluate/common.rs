//! Features that several variants have.

use rules::{Bitboard, ByColor, Color, Glyph, Position, Square, attacks};

use super::{Group, Tally, folded, sign};

/// A kind of piece: what it looks like in a color.
pub(super) type Kind = fn(Color) -> Glyph;

pub(super) const fn group(name: &'static str, n: usize) -> Group {
    Group { name, n }
}

/// How many pieces of each kind there are, as the features from `there` on, and on which squares, as the groups of 32
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

/// Tells the inputs of what stands on these squares, as a side sees them: each board has 64.
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

/// Tells the inputs of all pieces: a board for each kind of one's own, and then one for each kind of the other side.
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

/// The squares around the kings of a side, and their own.
#[inline(always)]
pub(super) fn around(kings: Bitboard) -> Bitboard {
    let zone = kings.fold(Bitboard::EMPTY, |zone, king| zone | attacks::king(king));
    zone | kings
}

/// How many pawns stand around the king of a side.
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

/// The squares that the pieces of each side reach, as far as they were looked at.
pub(super) struct Reach {
    pub(super) all: ByColor<Bitboard>,
}

impl Reach {
    pub(super) fn new(first: impl FnMut(Color) -> Bitboard) -> Reach {
        Reach {
            all: ByColor::from_fn(first),
        }
    }

    /// Pieces of a kind, and what they reach: how many of `targets`, and how many of `zone`, are the features.
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

    /// The pieces of a side that move as in chess, which are the kinds from 1 to 5: `movers` says which of them can move, and
    /// `blocking` what they cannot go through. The features of each kind follow one another.
    #[inline(always)]
    pub(super) fn look_as_in_chess<P: Position>(
        &mut self,
        (position, kinds, color): (&P, &[Kind], Color),
        (movers, blocking, targets): (Bitboard, Bitboard, Bitboard),
        (reached, near_king): (usize, usize),
        tally: &mut impl Tally,
    ) {
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

    /// Pieces of each kind that the other side reaches and their own does not.
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
