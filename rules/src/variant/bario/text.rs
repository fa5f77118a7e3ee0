//! Position text: `<board> <turn> <movesCount> <json>` (bario B30 to B36).

use alloc::{vec, vec::Vec};
use core::fmt;

use super::{
    position::{Position, Reserve, RuleSet, TYPES},
    start,
};
use crate::{
    Action, BarioFlaw, ByColor, Color, Field, Flaw, Glyph, Placed, Position as _, Role, Square,
    Variant,
    bitboard::Bitboard,
    board::{Board, placed, read_ranks, write_ranks},
    castling::{Castling, Rights, Wing, flaw_of_right},
    options::Options,
    position_text::{
        PositionText, TextFields, TextParts, keep, malformed, read_n_turns, read_turn, sound,
        tail::Tail, turns_before,
    },
};

/// The longest text that is read, in bytes.
const MAX_LEN: usize = 300;
/// The limit of a side's pieces: no side ever has more than at its start. So each count of a reserve fits one digit.
const MAX_PIECES: u32 = 16;
/// The finished turns when both kings are placed (bario B6).
const KINGS_PLACED: u32 = 2;
/// Digits of reserves are base 36 (bario B33).
const RADIX: u32 = 36;

const LOST: &str = "captureUndef";
const SKIPPED: &str = "enpassant";
const RESERVE: &str = "reserve";
const CASTLING: &str = "castling";
const KEYS: [&str; 4] = [LOST, SKIPPED, RESERVE, CASTLING];
/// The letter of an undefined piece on the board of a text.
const UNDEFINED: char = 'u';

impl PositionText for Position {
    fn read(options: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
        let parts = TextParts::split(Variant::Bario, text, MAX_LEN)?;
        let mut position = Position::empty(start::rule_set(options));
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
        sound(position, flaws)
    }

    fn arranged(options: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> Position {
        let mut position = Position::empty(start::rule_set(options));
        position.board = Board::of_cells(cells);
        for Placed { glyph, at } in placed(cells) {
            if let Glyph::Undefined(color) = glyph {
                position.undefined[color] |= Bitboard::from(at);
            }
        }
        let has_kings = Color::ALL
            .into_iter()
            .all(|color| position.king(color).is_some());
        position.turn = turn;
        position.n_turns = turns_before(turn) + if has_kings { KINGS_PLACED } else { 0 };
        position.reserves = ByColor::from_fn(|color| position.usual_reserve(color));
        if position.rules == RuleSet::Classic {
            position.rights = Rights::of(|color, wing| position.can_castle(color, wing));
        }
        position
    }

    fn fields_in(text: &str) -> TextFields {
        let Ok(position) = text.parse::<Position>() else {
            return TextFields::default();
        };
        TextFields {
            castling: position.rights.rooks(),
            en_passant: position.skipped.into_iter().collect(),
            quiet: 0,
        }
    }
}

impl Position {
    fn read_board(&mut self, text: &str) -> Result<(), Vec<Flaw>> {
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

    /// Tells whether all required keys of the tail could be read; adds its flaws to `flaws`.
    fn read_tail(&mut self, text: &str, flaws: &mut Vec<Flaw>) -> bool {
        let is_classic = self.rules == RuleSet::Classic;
        let known = if is_classic { &KEYS[..] } else { &KEYS[..3] };
        let Some(tail) = Tail::read(text, known, flaws) else {
            return false;
        };
        if !is_classic && tail.get(CASTLING).is_some() {
            flaws.push(Flaw::Bario(BarioFlaw::ClassicKey(CASTLING)));
        }
        let n_flaws = flaws.len();
        let square = |key: &'static str| tail.require(key).and_then(|text| read_square(key, text));
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

    /// Returns every flaw in the combination of board, side to move and tail.
    fn flaws_of_tail(&self) -> Vec<Flaw> {
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
            flaws.push(Flaw::InCheck(waiting));
        }
        flaws
    }

    fn flaws_of_kings(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        if !self.is_placing_kings() {
            for color in Color::ALL {
                let found = self.board.pieces(color, Role::King).len();
                if found != 1 {
                    flaws.push(Flaw::Kings { color, found });
                }
            }
            if self.rules == RuleSet::Modern && self.n_turns < KINGS_PLACED && flaws.is_empty() {
                let turns = self.n_turns;
                flaws.push(Flaw::Bario(BarioFlaw::KingsTooEarly { turns }));
            }
        }
        flaws
    }

    fn flaws_of_pieces(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for color in Color::ALL {
            let found = self.side(color).len();
            if found > MAX_PIECES {
                let max = MAX_PIECES;
                flaws.push(Flaw::Bario(BarioFlaw::Pieces { color, found, max }));
            }
        }
        let pawns = self.board.role(Role::Pawn) & Bitboard::EDGE_RANKS;
        flaws.extend(pawns.map(Flaw::PawnOnEdge));
        flaws
    }

    /// Tells whether this is the start of modern, or the position after the placing of White's king (bario B6).
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
            Some(to) if start.undefined.white.contains(to) => {
                is_like(&start.play_unchecked(Action::Drop {
                    role: Role::King,
                    to,
                }))
            }
            Some(_) => false,
        }
    }

    /// Returns the flaws of the reserves by bario B3, and by B5 before the kings are placed.
    fn flaws_of_reserves(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for color in Color::ALL {
            let reserve = self.reserves[color];
            if self.is_placing_kings() {
                if reserve != Reserve::full() {
                    flaws.push(Flaw::Bario(BarioFlaw::ReserveNotFull(color)));
                }
                continue;
            }
            let (found, undefined) = (reserve.size(), self.undefined[color].len());
            let is_owing = self.lost.is_some() && self.turn == color;
            if found != undefined + u32::from(is_owing) {
                flaws.push(Flaw::Bario(BarioFlaw::Reserve {
                    color,
                    found,
                    undefined,
                    is_owing,
                }));
            }
        }
        flaws
    }

    /// Returns the flaws of the castling rights by bario K2, K4.
    fn flaws_of_rights(&self) -> Vec<Flaw> {
        self.rights
            .held()
            .filter(|&(color, wing)| !self.can_castle(color, wing))
            .map(|(color, wing)| flaw_of_right(color, wing, Glyph::Undefined(color)))
            .collect()
    }

    fn can_castle(&self, color: Color, wing: Wing) -> bool {
        let castling = Castling::new(color, wing);
        self.king(color) == Some(castling.king) && self.undefined[color].contains(castling.rook)
    }

    /// Returns a reserve for the undefined pieces of a side: the pieces of the start that it lacks, then one of each type in
    /// turn.
    fn usual_reserve(&self, color: Color) -> Reserve {
        let full = Reserve::full();
        if self.is_placing_kings() {
            return full;
        }
        let n_lacking = |role: Role| {
            let n_defined = self.board.pieces(color, role).len();
            u32::from(full.count(role)).saturating_sub(n_defined)
        };
        let lacking = TYPES
            .into_iter()
            .flat_map(|role| (0..n_lacking(role)).map(move |_| role));
        let roles = lacking.chain(TYPES.into_iter().cycle());
        let mut reserve = Reserve::EMPTY;
        for (role, _) in roles.zip(self.undefined[color]) {
            reserve.add(role, 1);
        }
        reserve
    }

    /// Returns the flaw of a double step, which must be the other side's, with its origin and its skipped square empty now.
    fn flaw_of_skipped(&self, skipped: Square) -> Option<Flaw> {
        let mover = !self.turn;
        let here = Bitboard::from(skipped);
        let is_possible = mover.relative_rank(skipped) == 2
            && !(here.ahead(mover) & self.board.pieces(mover, Role::Pawn)).is_empty()
            && ((here | here.ahead(self.turn)) & self.occupied()).is_empty();
        (!is_possible).then_some(Flaw::DoubleStep {
            color: mover,
            skipped,
            stepper: None,
        })
    }

    /// Returns the flaw of a capture: the captor must stand on its square, and a double step captures nothing.
    fn flaw_of_lost(&self, lost: Square) -> Option<Flaw> {
        let captor = !self.turn;
        if !self.side(captor).contains(lost) {
            Some(Flaw::Bario(BarioFlaw::NoCaptor {
                color: captor,
                at: lost,
            }))
        } else if self.skipped.is_some() {
            Some(Flaw::Bario(BarioFlaw::CaptureAndDoubleStep))
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

/// Reads `-`, or the row from the top and the file as digits from 0 (bario B32).
fn read_square(key: &'static str, text: &str) -> Result<Option<Square>, Vec<Flaw>> {
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
    match square() {
        Some(square) => Ok(Some(square)),
        None => malformed(Field::Square(key), text),
    }
}

/// Reads the rooks, knights, bishops and queens of White, then of Black, one digit each (bario B33).
fn read_reserves(text: &str) -> Result<ByColor<Reserve>, Vec<Flaw>> {
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
    read().map_or_else(|| malformed(Field::Reserves, text), Ok)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.letter();
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
