//! Pieces on a board: bitboards by role and by color.

use alloc::vec::Vec;
use core::{fmt, marker::PhantomData};

use crate::{
    ByColor, Color, Flaw, Glyph, Placed, Role, Square, attacks, bitboard::Bitboard, zobrist,
};

/// A kind of piece in a variant, with a letter in texts.
pub(crate) trait PieceKind: Copy + Eq + 'static {
    /// All kinds, in the order of [`Kind::index`].
    const ALL: &'static [Self];

    /// The kind that moves if a text has no letter.
    const PAWN: Self;

    /// Returns the kind with this glyph, if it has one.
    fn of(glyph: Glyph) -> Option<Self>;

    /// Returns a number less than the length of [`Kind::ALL`].
    fn index(self) -> usize;

    /// Returns the upper-case letter.
    fn letter(self) -> char;

    /// Returns the kind with this letter, in either case.
    fn from_letter(letter: char) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }
}

impl PieceKind for Role {
    const ALL: &'static [Role] = &Role::ALL;
    const PAWN: Role = Role::Pawn;

    fn of(glyph: Glyph) -> Option<Role> {
        glyph.role()
    }

    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }

    fn letter(self) -> char {
        self.letter()
    }
}

/// A piece: its side and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<K = Role> {
    pub(crate) color: Color,
    pub(crate) role: K,
}

impl Piece {
    /// Returns the glyph of a piece that looks as in chess.
    pub(crate) fn glyph(self) -> Glyph {
        self.role.glyph(self.color)
    }
}

/// Pieces of `N` kinds on their squares; never two on one.
///
/// There is no cell array next to the bitboards: a copy of one costs more than the lookup of a square. Only captures, texts,
/// views and explanations look up squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board<K = Role, const N: usize = 6> {
    key: u64,
    colors: ByColor<Bitboard>,
    roles: [Bitboard; N],
    kind: PhantomData<K>,
}

impl<K: PieceKind, const N: usize> Board<K, N> {
    pub(crate) const EMPTY: Board<K, N> = Board {
        key: 0,
        roles: [Bitboard::EMPTY; N],
        colors: ByColor {
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
        },
        kind: PhantomData,
    };

    /// Returns a key that is equal for equal boards, and almost surely different for different ones.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Returns the squares with pieces of this role.
    #[inline(always)]
    pub(crate) fn role(&self, role: K) -> Bitboard {
        self.roles[role.index()]
    }

    /// Returns the squares with pieces of this side.
    #[inline(always)]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Returns the squares with pieces of this side and role.
    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color, role: K) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// Returns the squares with pieces.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors.white | self.colors.black
    }

    /// Returns the piece on a square.
    pub(crate) fn get(&self, square: Square) -> Option<Piece<K>> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.color(color).contains(square))?;
        let role = self.role_at(square)?;
        Some(Piece { color, role })
    }

    /// Returns the kind of the piece on a square.
    #[inline(always)]
    pub(crate) fn role_at(&self, square: Square) -> Option<K> {
        let mut roles = K::ALL.iter().copied();
        roles.find(|&role| self.role(role).contains(square))
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color, role: K, square: Square) {
        self.toggle(color, role, square);
    }

    /// Removes the piece of this side and role from its square.
    #[inline(always)]
    pub(crate) fn lift(&mut self, color: Color, role: K, square: Square) {
        self.toggle(color, role, square);
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, role: K, square: Square) {
        self.roles[role.index()] ^= Bitboard::from(square);
        self.colors[color] ^= Bitboard::from(square);
        self.key ^= zobrist::piece(color, role.index(), square);
    }

    /// Removes any piece of this side from a square.
    #[inline(always)]
    pub(crate) fn clear(&mut self, color: Color, square: Square) {
        if let Some(role) = self.role_at(square) {
            self.lift(color, role, square);
        }
    }

    /// Puts pieces on the empty home rank of a side, from the a-file to the h-file.
    pub(crate) fn line_up(&mut self, color: Color, row: [K; 8]) {
        for (square, role) in Bitboard::rank(color.home_rank()).zip(row) {
            self.place(color, role, square);
        }
    }

    /// Returns the board of these cells, without what is no piece of its kinds.
    pub(crate) fn of_cells(cells: &[Option<Glyph>; 64]) -> Board<K, N> {
        let mut board = Board::EMPTY;
        for Placed { glyph, at } in placed(cells) {
            if let (Some(color), Some(kind)) = (glyph.color(), K::of(glyph)) {
                board.place(color, kind, at);
            }
        }
        board
    }

    /// Reads the first field of a FEN; the error has every flaw of the text.
    pub(crate) fn read(text: &str) -> Result<Board<K, N>, Vec<Flaw>> {
        let mut board = Board::EMPTY;
        for (square, symbol, role) in read_ranks(text, K::from_letter)? {
            board.place(Color::of_symbol(symbol), role, square);
        }
        Ok(board)
    }
}

/// The back row of chess, from the a-file to the h-file.
pub(crate) const CHESS_ROW: [Role; 8] = [
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::King,
    Role::Bishop,
    Role::Knight,
    Role::Rook,
];

impl Board {
    /// Returns the start array of chess.
    pub(crate) fn orthodox() -> Board {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            board.line_up(color, CHESS_ROW);
            for square in Bitboard::rank(color.second_rank()) {
                board.place(color, Role::Pawn, square);
            }
        }
        board
    }

    /// Returns the pieces of both sides except pawns that attack a square as in chess, given the `occupied` squares.
    #[inline(always)]
    pub(crate) fn attackers_but_pawns(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::rook(square, occupied) & straight
            | attacks::bishop(square, occupied) & diagonal
    }
}

/// Returns the pieces and objects on the cells of a board.
pub(crate) fn placed(cells: &[Option<Glyph>; 64]) -> impl Iterator<Item = Placed> {
    let placed = |(at, glyph): (Square, &Option<Glyph>)| glyph.map(|glyph| Placed { glyph, at });
    Square::all().zip(cells).filter_map(placed)
}

/// Reads ranks of letters and counts of empty squares, rank 8 first. Returns each letter with its square and its `meaning`.
/// The error has every flaw of the text.
pub(crate) fn read_ranks<T>(
    text: &str,
    meaning: impl Fn(char) -> Option<T>,
) -> Result<Vec<(Square, char, T)>, Vec<Flaw>> {
    let mut flaws = Vec::new();
    let mut things = Vec::new();
    let found = text.split('/').count();
    if found != 8 {
        flaws.push(Flaw::Ranks { found });
    }
    for (rank, row) in (0..8).rev().zip(text.split('/')) {
        flaws.extend(read_rank(rank, row, &meaning, &mut things).err());
    }
    if flaws.is_empty() {
        Ok(things)
    } else {
        Err(flaws)
    }
}

fn read_rank<T>(
    rank: u8,
    row: &str,
    meaning: impl Fn(char) -> Option<T>,
    things: &mut Vec<(Square, char, T)>,
) -> Result<(), Flaw> {
    let mut file = 0_usize;
    for symbol in row.chars() {
        if let Some(n_empty) = symbol.to_digit(10).filter(|n| (1..=8).contains(n)) {
            file += n_empty as usize;
            continue;
        }
        let flaw = Flaw::Symbol {
            rank: rank + 1,
            symbol,
        };
        let thing = meaning(symbol).ok_or(flaw)?;
        if let Some(square) = u8::try_from(file)
            .ok()
            .and_then(|file| Square::new(file, rank))
        {
            things.push((square, symbol, thing));
        }
        file += 1;
    }
    if file == 8 {
        Ok(())
    } else {
        Err(Flaw::RankLength {
            rank: rank + 1,
            found: file,
        })
    }
}

/// Writes ranks as [`read_ranks`] reads them.
pub(crate) fn write_ranks(
    f: &mut fmt::Formatter<'_>,
    symbol: impl Fn(Square) -> Option<char>,
) -> fmt::Result {
    for rank in (0..8).rev() {
        let mut n_empty = 0;
        for square in Bitboard::rank(rank) {
            let Some(symbol) = symbol(square) else {
                n_empty += 1;
                continue;
            };
            write_empty(f, n_empty)?;
            n_empty = 0;
            write!(f, "{symbol}")?;
        }
        write_empty(f, n_empty)?;
        if rank > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}

impl<K: PieceKind, const N: usize> fmt::Display for Board<K, N> {
    /// Writes the first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ranks(f, |square| {
            self.get(square)
                .map(|piece| piece.color.symbol(piece.role.letter()))
        })
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, n_empty: u32) -> fmt::Result {
    if n_empty == 0 {
        Ok(())
    } else {
        write!(f, "{n_empty}")
    }
}
