//! Attack sets of the chess pieces: leaps, slides, and the lines between squares.
//!
//! Slides are looked up by *kindergarten* multiplication: a product collapses the pieces on a line onto six bits. These
//! index a table of the attacks of a slider on each file. The tables take 80 KiB together and are computed at compile time.
//!
//! ```
//! use rules::{Bitboard, Square, attacks};
//!
//! let at: Square = "a1".parse()?;
//! assert_eq!(attacks::rook(at, Bitboard::EMPTY).len(), 14);
//! // The first piece on the way is attacked, and what is behind it is not.
//! assert_eq!(attacks::rook(at, Bitboard::rank(1)).len(), 8);
//! # Ok::<(), rules::ParseSquareError>(())
//! ```

use crate::{Color, Role, Square, bitboard::Bitboard};

type BySquare<T> = [T; 64];

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];
const LEAPS_OF_KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

static KNIGHT: BySquare<Bitboard> = leaps(&LEAPS_OF_KNIGHT);
static KING: BySquare<Bitboard> = {
    let (straight, diagonal) = (leaps(&ORTHOGONAL), leaps(&DIAGONAL));
    let mut table = straight;
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(straight[square].0 | diagonal[square].0);
        square += 1;
    }
    table
};

/// The rank or a diagonal through each square, without the square itself.
static RANK: BySquare<u64> = lines((1, 0));
static RISING: BySquare<u64> = lines((1, 1));
static FALLING: BySquare<u64> = lines((1, -1));
static FILE: BySquare<u64> = lines((0, 1));

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;
/// The factor that moves the bits of the a-file on ranks 2 to 7 to the highest six bits.
const FILE_TO_TOP: u64 = 0x0080_4020_1008_0400;

/// The attacks of a slider along its rank, by its file and the occupancy of the files b to g. Every rank has the same byte.
static SIDEWAYS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (file, pieces) = (index / 64, index % 64);
        let reach = slide(Square::from_index(file as u8), (1, 0), (pieces as u64) << 1)
            | slide(
                Square::from_index(file as u8),
                (-1, 0),
                (pieces as u64) << 1,
            );
        table[file][pieces] = reach * FILE_A;
        index += 1;
    }
    table
};

/// The attacks of a slider along the a-file, by its rank and the occupancy of the ranks 2 to 7.
static UPRIGHT: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (rank, pieces) = (index / 64, index % 64);
        let mut column = 0;
        let mut bit = 0;
        while bit < 6 {
            column |= ((pieces >> bit & 1) as u64) << (8 * (bit + 1));
            bit += 1;
        }
        let from = Square::from_index(8 * rank as u8);
        table[rank][upright_index(column)] =
            slide(from, (0, 1), column) | slide(from, (0, -1), column);
        index += 1;
    }
    table
};

/// The squares strictly between two squares of one line; none for other pairs.
static BETWEEN: BySquare<BySquare<Bitboard>> = pairs(false);
/// All squares of the line through two squares; none for other pairs.
static LINE: BySquare<BySquare<Bitboard>> = pairs(true);

/// Returns the squares that a knight attacks, including those of pieces of either side.
#[inline(always)]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// Returns the squares that a king attacks, including those of pieces of either side.
#[inline(always)]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Returns the squares that a rook attacks, given the `occupied` squares. Pieces of either side are included.
#[inline(always)]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    let column = occupied.0 >> from.file() & FILE_A;
    let upright = UPRIGHT[from.rank() as usize & 7][upright_index(column)] << from.file();
    Bitboard(sideways(from, RANK[from.index()], occupied) | upright)
}

/// Returns the squares that a bishop attacks, given the `occupied` squares. Pieces of either side are included.
#[inline(always)]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let index = from.index();
    Bitboard(sideways(from, RISING[index], occupied) | sideways(from, FALLING[index], occupied))
}

/// Returns the squares that a queen attacks, given the `occupied` squares. Pieces of either side are included.
#[inline(always)]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// Returns the squares that a chess piece other than a pawn attacks, given the `occupied` squares. Pieces of either side
/// are included.
#[inline(always)]
pub(crate) fn piece(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => queen(from, occupied),
        Role::Pawn | Role::King => king(from),
    }
}

/// Returns the squares that a chess pawn attacks.
#[inline(always)]
pub(crate) fn pawn(color: Color, from: Square) -> Bitboard {
    let ahead = Bitboard::from(from).ahead(color);
    ahead.west() | ahead.east()
}

/// Returns the straight steps of a chess pawn, given the `occupied` squares: one square, or two from its second rank.
#[inline(always)]
pub(crate) fn pawn_steps(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let third = Bitboard::rank(color.second_rank()).ahead(color);
    let one = Bitboard::from(from).ahead(color) & !occupied;
    one | (one & third).ahead(color) & !occupied
}

/// Returns the squares that a rook attacks on an empty board.
#[inline(always)]
pub(crate) fn rook_rays(from: Square) -> Bitboard {
    Bitboard(RANK[from.index()] | FILE[from.index()])
}

/// Returns the squares that a bishop attacks on an empty board.
#[inline(always)]
pub(crate) fn bishop_rays(from: Square) -> Bitboard {
    Bitboard(RISING[from.index()] | FALLING[from.index()])
}

/// Returns the squares that a queen attacks on an empty board.
#[inline(always)]
pub(crate) fn queen_rays(from: Square) -> Bitboard {
    rook_rays(from) | bishop_rays(from)
}

/// Returns the square right behind `over`, seen from another square of its line. The set is empty at the edge of the board
/// and for squares without a common line.
#[inline(always)]
pub(crate) fn beyond(from: Square, over: Square) -> Bitboard {
    king(over) & line(from, over) & !(between(from, over) | Bitboard::from(from))
}

/// Returns the squares strictly between two squares of one rank, file or diagonal; none for other pairs.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole rank, file or diagonal through two squares; none if they share no line.
#[inline(always)]
pub(crate) fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// Returns the attacks along a line that has one square on each file.
#[inline(always)]
fn sideways(from: Square, line: u64, occupied: Bitboard) -> u64 {
    let pieces = (occupied.0 & line).wrapping_mul(FILE_B) >> 58;
    SIDEWAYS[from.file() as usize & 7][pieces as usize] & line
}

#[inline(always)]
const fn upright_index(column: u64) -> usize {
    (column.wrapping_mul(FILE_TO_TOP) >> 58) as usize
}

/// Returns the square at this offset in files and ranks.
pub(crate) const fn leap(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
    if file < 0 || rank < 0 {
        return None;
    }
    Square::new(file as u8, rank as u8)
}

/// Returns the squares from `from` in this direction, up to and including the first occupied one.
const fn slide(from: Square, direction: (i8, i8), occupied: u64) -> u64 {
    let mut reach = 0;
    let mut at = from;
    while let Some(next) = leap(at, direction) {
        reach |= 1 << next.index();
        if occupied >> next.index() & 1 != 0 {
            break;
        }
        at = next;
    }
    reach
}

const fn leaps(directions: &[(i8, i8)]) -> BySquare<Bitboard> {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut n = 0;
        while n < directions.len() {
            if let Some(to) = leap(Square::from_index(from as u8), directions[n]) {
                table[from].0 |= 1 << to.index();
            }
            n += 1;
        }
        from += 1;
    }
    table
}

const fn lines((files, ranks): (i8, i8)) -> BySquare<u64> {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let from = Square::from_index(square as u8);
        table[square] = slide(from, (files, ranks), 0) | slide(from, (-files, -ranks), 0);
        square += 1;
    }
    table
}

/// Builds the table of the squares between two squares of one line, or of the whole line.
const fn pairs(has_line: bool) -> BySquare<BySquare<Bitboard>> {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let from = Square::from_index(a as u8);
        let mut n = 0;
        while n < 8 {
            let (files, ranks) = if n < 4 {
                ORTHOGONAL[n]
            } else {
                DIAGONAL[n - 4]
            };
            let line = slide(from, (files, ranks), 0) | slide(from, (-files, -ranks), 0) | 1 << a;
            let mut passed = 0;
            let mut at = from;
            while let Some(to) = leap(at, (files, ranks)) {
                table[a][to.index()] = Bitboard(if has_line { line } else { passed });
                passed |= 1 << to.index();
                at = to;
            }
            n += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests;
