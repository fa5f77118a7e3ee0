//! Men of chess on a board: bitboards by role and by color.

use alloc::{format, string::String, vec::Vec};
use core::fmt;

use crate::{ByColor, Color, Role, Square, bitboard::Bitboard};

/// A man: whose it is and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Man {
    pub(crate) color: Color,
    pub(crate) role: Role,
}

/// Men on their squares; never two on one.
///
/// There is no cell array beside the bitboards: copying it costs more than looking a square up, which only texts,
/// views and explanations do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    colors: ByColor<Bitboard>,
    roles: [Bitboard; 6],
}

impl Board {
    pub(crate) const EMPTY: Board = Board {
        roles: [Bitboard::EMPTY; 6],
        colors: ByColor {
            white: Bitboard::EMPTY,
            black: Bitboard::EMPTY,
        },
    };

    /// The squares with men of this role.
    #[inline(always)]
    pub(crate) fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The squares with men of this side.
    #[inline(always)]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares with men of this side and role.
    #[inline(always)]
    pub(crate) fn men(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// The squares with men.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors.white | self.colors.black
    }

    /// What stands on a square.
    pub(crate) fn get(&self, square: Square) -> Option<Man> {
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.color(color).contains(square))?;
        let role = Role::ALL.into_iter().find(|&role| self.role(role).contains(square))?;
        Some(Man { color, role })
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize] |= Bitboard::from(square);
        self.colors[color] |= Bitboard::from(square);
    }

    /// Takes the man of this side and role from its square.
    #[inline(always)]
    pub(crate) fn lift(&mut self, color: Color, role: Role, square: Square) {
        self.roles[role as usize] ^= Bitboard::from(square);
        self.colors[color] ^= Bitboard::from(square);
    }

    /// Takes whatever man of this side stands on a square.
    #[inline(always)]
    pub(crate) fn clear(&mut self, color: Color, square: Square) {
        for men in &mut self.roles {
            *men &= !Bitboard::from(square);
        }
        self.colors[color] &= !Bitboard::from(square);
    }

    /// Reads the first field of a FEN; the error has every reason why it is none.
    pub(crate) fn read(text: &str) -> Result<Board, Vec<String>> {
        let mut flaws = Vec::new();
        let mut board = Board::EMPTY;
        let n_ranks = text.split('/').count();
        if n_ranks != 8 {
            flaws.push(format!("a board has 8 ranks separated by '/', this one has {n_ranks}"));
        }
        for (rank, row) in (0..8).rev().zip(text.split('/')) {
            if let Err(flaw) = board.read_row(rank, row) {
                flaws.push(format!("rank {}: {flaw}", rank + 1));
            }
        }
        if flaws.is_empty() { Ok(board) } else { Err(flaws) }
    }

    fn read_row(&mut self, rank: u8, row: &str) -> Result<(), String> {
        let mut file = 0_usize;
        for symbol in row.chars() {
            if let Some(n_empty) = symbol.to_digit(10).filter(|n| (1..=8).contains(n)) {
                file += n_empty as usize;
                continue;
            }
            let role = Role::from_letter(symbol)
                .ok_or_else(|| format!("{symbol:?} is neither a man nor a number of empty squares from 1 to 8"))?;
            let color = if symbol.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::new(file, rank)) {
                self.place(color, role, square);
            }
            file += 1;
        }
        if file == 8 {
            Ok(())
        } else {
            Err(format!("a rank has 8 squares, this one has {file}"))
        }
    }
}

impl fmt::Display for Board {
    /// The first field of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut n_empty = 0;
            for square in Bitboard::rank(rank) {
                let Some(man) = self.get(square) else {
                    n_empty += 1;
                    continue;
                };
                write_empty(f, n_empty)?;
                n_empty = 0;
                write!(f, "{}", man.symbol())?;
            }
            write_empty(f, n_empty)?;
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, n_empty: u32) -> fmt::Result {
    if n_empty == 0 { Ok(()) } else { write!(f, "{n_empty}") }
}

impl Man {
    /// Its letter in a FEN: upper case for White.
    fn symbol(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }
}
