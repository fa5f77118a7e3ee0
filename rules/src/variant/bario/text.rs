//! Position text: `<board> <turn> <movesCount> <json>` (bario B30 to B36).

use alloc::{format, string::String, vec, vec::Vec};
use core::fmt;

use super::position::{Position, Reserve, RuleSet, TYPES};
use crate::{
    Position as _, Action, ByColor, Color, Role, Square,
    bitboard::Bitboard,
    board::{read_ranks, write_ranks},
    castling::{Castling, Rights, right_letter},
    variant::{
        tail::Tail,
        text::{Parts, keep, read_n_turns, read_turn},
    },
};

/// The longest text worth reading, in bytes.
const MAX_LEN: usize = 300;
/// No side ever has more than it began with. So a reserve fits one digit each, too.
const MAX_PIECES: u32 = 16;
/// Digits of reserves are base 36 (bario B33).
const RADIX: u32 = 36;

const LOST: &str = "captureUndef";
const SKIPPED: &str = "enpassant";
const RESERVE: &str = "reserve";
const CASTLING: &str = "castling";
const KEYS: [&str; 4] = [LOST, SKIPPED, RESERVE, CASTLING];
/// The letter of an undefined piece on the board of a text.
const UNDEFINED: char = 'u';

impl Position {
    /// Reads a position text; the error has every reason why it is none of this rule set.
    pub(crate) fn read(rules: RuleSet, text: &str) -> Result<Position, Vec<String>> {
        let example = format!("{{\"{LOST}\":\"-\",\"{SKIPPED}\":\"-\",...}}");
        let parts = Parts::split(text, MAX_LEN, &example)?;
        let mut position = Position::empty(rules);
        let mut flaws = Vec::new();
        let has_board = keep(position.read_board(parts.board), &mut flaws).is_some();
        let turn = keep(read_turn(parts.turn), &mut flaws);
        let n_turns = keep(read_n_turns(parts.n_turns), &mut flaws);
        let has_tail = position.read_tail(parts.tail, &mut flaws);
        if let (true, Some(turn), Some(n_turns)) = (has_board, turn, n_turns) {
            position.turn = turn;
            position.n_turns = n_turns;
            flaws.extend(position.flaws_of_kings());
        }
        if has_board {
            flaws.extend(position.flaws_of_pieces());
        }
        if has_board && has_tail && turn.is_some() && n_turns.is_some() {
            flaws.extend(position.flaws_of_tail());
        }
        if flaws.is_empty() {
            Ok(position)
        } else {
            Err(flaws)
        }
    }

    fn read_board(&mut self, text: &str) -> Result<(), Vec<String>> {
        let meaning = |symbol: char| match symbol.to_ascii_lowercase() {
            UNDEFINED => Some(None),
            letter => Role::from_letter(letter).map(Some),
        };
        for (square, symbol, role) in read_ranks(text, meaning)? {
            let color = Color::of_symbol(symbol);
            match role {
                Some(role) => self.board.place(color, role, square),
                None => self.undefined[color] |= Bitboard::from(square),
            }
        }
        Ok(())
    }

    /// Whether all that must be in the tail could be read; what is wrong with it goes into the heap of flaws.
    fn read_tail(&mut self, text: &str, flaws: &mut Vec<String>) -> bool {
        let is_classic = self.rules == RuleSet::Classic;
        let known = if is_classic { &KEYS[..] } else { &KEYS[..3] };
        let Some(tail) = Tail::read(text, known, flaws) else {
            return false;
        };
        if !is_classic && tail.get(CASTLING).is_some() {
            flaws.push(format!(
                "key {CASTLING:?} belongs to positions of rules=classic"
            ));
        }
        let n_flaws = flaws.len();
        let square = |key| tail.require(key).and_then(|text| read_square(key, text));
        self.lost = keep(square(LOST), flaws).flatten();
        self.skipped = keep(square(SKIPPED), flaws).flatten();
        if let Some(reserves) = keep(tail.require(RESERVE).and_then(read_reserves), flaws) {
            self.reserves = reserves;
        }
        if is_classic {
            let rights = |text| Rights::read(text).map_err(|flaw| vec![flaw]);
            if let Some(rights) = keep(tail.require(CASTLING).and_then(rights), flaws) {
                self.rights = rights;
            }
        }
        flaws.len() == n_flaws
    }

    /// Every reason why a board, its side to move and what the tail says do not go together.
    fn flaws_of_tail(&self) -> Vec<String> {
        let mut flaws = self.flaws_of_reserves();
        flaws.extend(self.flaws_of_rights());
        flaws.extend(
            self.skipped
                .and_then(|skipped| self.flaw_of_skipped(skipped)),
        );
        flaws.extend(self.lost.and_then(|lost| self.flaw_of_lost(lost)));
        let waiting = !self.turn;
        // In classic that is a finished game (bario B36, K9).
        if self.rules == RuleSet::Modern && !self.checkers_of(waiting).is_empty() {
            flaws.push(format!(
                "{waiting} is in check, but it is {}'s move",
                self.turn
            ));
        }
        flaws
    }

    fn flaws_of_kings(&self) -> Vec<String> {
        let mut flaws = Vec::new();
        if !self.is_placing_kings() {
            for color in Color::ALL {
                let n_kings = self.board.pieces(color, Role::King).len();
                if n_kings != 1 {
                    flaws.push(format!("{color} has {n_kings} kings instead of one"));
                }
            }
            if self.rules == RuleSet::Modern && self.n_turns < 2 && flaws.is_empty() {
                flaws.push(format!(
                    "both kings stand after two finished turns, this text says {}",
                    self.n_turns
                ));
            }
        }
        flaws
    }

    fn flaws_of_pieces(&self) -> Vec<String> {
        let mut flaws = Vec::new();
        for color in Color::ALL {
            let n_pieces = self.side(color).len();
            if n_pieces > MAX_PIECES {
                flaws.push(format!(
                    "{color} has {n_pieces} pieces, more than {MAX_PIECES}"
                ));
            }
        }
        for square in self.board.role(Role::Pawn) & Bitboard::EDGE_RANKS {
            flaws.push(format!("a pawn cannot stand on {square}"));
        }
        flaws
    }

    /// Whether this is the start of modern, or comes of placing White's king (bario B6).
    fn is_placing_kings(&self) -> bool {
        if self.rules != RuleSet::Modern || self.king(self.turn).is_some() {
            return false;
        }
        let start = Position::start(RuleSet::Modern);
        let is_like = |other: &Position| {
            self.board == other.board
                && self.undefined == other.undefined
                && self.turn == other.turn
                && self.n_turns == other.n_turns
        };
        match self.king(Color::White) {
            None => is_like(&start),
            Some(to) if start.undefined.white.contains(to) => is_like(&start.play(Action::Drop {
                role: Role::King,
                to,
            })),
            Some(_) => false,
        }
    }

    /// Bario B3, and B5 before the kings stand.
    fn flaws_of_reserves(&self) -> Vec<String> {
        let mut flaws = Vec::new();
        for color in Color::ALL {
            let reserve = self.reserves[color];
            if self.is_placing_kings() {
                if reserve != Reserve::full() {
                    flaws.push(format!(
                        "the reserve of {color} is 2221 as long as kings are placed"
                    ));
                }
                continue;
            }
            let n_pieces = self.undefined[color].len();
            let owes = self.lost.is_some() && self.turn == color;
            if reserve.size() != n_pieces + u32::from(owes) {
                let and_owed = if owes { " and one captured" } else { "" };
                flaws.push(format!(
                    "the reserve of {color} has {} pieces, but there are {n_pieces} undefined on the board{and_owed}",
                    reserve.size(),
                ));
            }
        }
        flaws
    }

    /// Bario K2, K4.
    fn flaws_of_rights(&self) -> Vec<String> {
        let is_possible = |color, wing| {
            let castling = Castling::new(color, wing);
            self.king(color) == Some(castling.king) && self.undefined[color].contains(castling.rook)
        };
        self.rights
            .held()
            .filter(|&(color, wing)| !is_possible(color, wing))
            .map(|(color, wing)| {
                let Castling { king, rook, .. } = Castling::new(color, wing);
                format!(
                    "castling right {} needs {color}'s king on {king} and an undefined piece on {rook}",
                    right_letter(color, wing)
                )
            })
            .collect()
    }

    /// A double step is possible if it was the other side's, and the squares it left and crossed are empty now.
    fn flaw_of_skipped(&self, skipped: Square) -> Option<String> {
        let mover = !self.turn;
        let here = Bitboard::from(skipped);
        let is_possible = mover.relative_rank(skipped) == 2
            && !(here.ahead(mover) & self.board.pieces(mover, Role::Pawn)).is_empty()
            && ((here | here.ahead(self.turn)) & self.occupied()).is_empty();
        (!is_possible).then(|| {
            format!("{SKIPPED} does not fit: no pawn of {mover} can just have gone over {skipped}")
        })
    }

    /// What captured stands there; a double step captures nothing.
    fn flaw_of_lost(&self, lost: Square) -> Option<String> {
        let captor = !self.turn;
        if !self.side(captor).contains(lost) {
            Some(format!(
                "{LOST} does not fit: no piece of {captor} stands on {lost}"
            ))
        } else if self.skipped.is_some() {
            Some(format!(
                "{LOST} and {SKIPPED} cannot both be of the last turn"
            ))
        } else {
            None
        }
    }

    fn symbol(&self, square: Square) -> Option<char> {
        if let Some(piece) = self.board.get(square) {
            return Some(piece.color.symbol(piece.role.letter()));
        }
        let owner = Color::ALL
            .into_iter()
            .find(|&color| self.undefined[color].contains(square))?;
        Some(owner.symbol(UNDEFINED))
    }
}

/// `-`, or row from the top and file as digits from 0 (bario B32).
fn read_square(key: &str, text: &str) -> Result<Option<Square>, Vec<String>> {
    let square = || {
        let &[row, file] = text.as_bytes() else {
            return None;
        };
        let rank = 7_u8.checked_sub(row.wrapping_sub(b'0'))?;
        Square::new(file.wrapping_sub(b'0'), rank)
    };
    if text == "-" {
        return Ok(None);
    }
    square().map(Some).ok_or_else(|| {
        vec![format!(
            "{key} is - or two digits, row from the top and file, such as 53 for d3, not {text:?}"
        )]
    })
}

/// Rooks, knights, bishops and queens of White, then of Black, one digit each (bario B33).
fn read_reserves(text: &str) -> Result<ByColor<Reserve>, Vec<String>> {
    let read = || {
        let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(RADIX)).collect();
        let digits = digits.filter(|digits| digits.len() == 2 * TYPES.len())?;
        let mut reserves = ByColor::from_fn(|_| Reserve::EMPTY);
        let places = Color::ALL
            .into_iter()
            .flat_map(|color| TYPES.map(|role| (color, role)));
        for ((color, role), count) in places.zip(digits) {
            reserves[color].add(role, u8::try_from(count).ok()?);
        }
        Some(reserves)
    };
    read().ok_or_else(|| {
        vec![format!(
            "{RESERVE} is eight base-36 digits (rooks, knights, bishops, queens of White, then of Black) such as 22212221, \
             not {text:?}"
        )]
    })
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write_ranks(f, |square| self.symbol(square))?;
        write!(f, " {turn} {} {{\"{LOST}\":\"", self.n_turns)?;
        write_square(f, self.lost)?;
        write!(f, "\",\"{SKIPPED}\":\"")?;
        write_square(f, self.skipped)?;
        write!(f, "\",\"{RESERVE}\":\"")?;
        for color in Color::ALL {
            for role in TYPES {
                let digit = char::from_digit(self.reserves[color].count(role).into(), RADIX);
                write!(f, "{}", digit.expect("no side has so many pieces"))?;
            }
        }
        match self.rules {
            RuleSet::Modern => f.write_str("\"}"),
            RuleSet::Classic => write!(f, "\",\"{CASTLING}\":\"{}\"}}", self.rights),
        }
    }
}

fn write_square(f: &mut fmt::Formatter<'_>, square: Option<Square>) -> fmt::Result {
    match square {
        None => f.write_str("-"),
        Some(square) => write!(f, "{}{}", 7 - square.rank(), square.file()),
    }
}

#[cfg(test)]
mod tests;
