//! Position text: `<board> <turn> <movesCount> <json>` (chakart C53, C54 and H12), whole or for a viewer.

use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt;

use super::{
    cell::{Cell, CellState},
    moves,
    position::{DueDecision, Object, Phase, Position, Powers, Trap, Traps, ViewerKnowledge},
    start,
};
use crate::{
    ByColor, ChakartFlaw, Color, Field, Flaw, Glyph, Placed, Role, Square, Variant,
    bitboard::Bitboard,
    board::{Board, placed, read_ranks, write_ranks},
    options::Options,
    position_text::{
        PositionText, TextParts, keep, malformed, read_n_turns, read_turn, sound, tail::Tail,
        turns_before,
    },
    view::Viewer,
};

/// The longest text that is read, in bytes.
const MAX_LEN: usize = 700;

const FLAGS: &str = "flags";
pub(super) const SEEN_BY_WHITE: &str = "seenW";
pub(super) const SEEN_BY_BLACK: &str = "seenB";
const PENDING: &str = "pending";
const ORIGIN: &str = "origin";
const KEYS: [&str; 5] = [FLAGS, SEEN_BY_WHITE, SEEN_BY_BLACK, PENDING, ORIGIN];

impl PositionText for Position {
    fn read(options: &mut Options, text: &str) -> Result<Position, Vec<Flaw>> {
        let parts = TextParts::split(Variant::Chakart, text, MAX_LEN)?;
        let mut position = Position::EMPTY;
        let mut flaws = Vec::new();
        let has_board = keep(position.read_board(parts.board), &mut flaws).is_some();
        let turn = keep(read_turn(parts.turn), &mut flaws);
        let n_turns = keep(read_n_turns(parts.n_turns), &mut flaws);
        let has_tail = position.read_tail(parts.tail, &mut flaws);
        position.turn = turn.unwrap_or(position.turn);
        position.n_turns = n_turns.unwrap_or_default();
        if has_board {
            flaws.extend(position.flaws_of_pieces());
        }
        if has_board && has_tail {
            flaws.extend(position.flaws_of_beliefs());
        }
        if has_board && has_tail && turn.is_some() {
            flaws.extend(position.flaws_of_stealth());
            flaws.extend(position.flaws_of_pending());
        }
        let position = sound(position, flaws)?;
        start::agree(options, &position).map_or(Ok(position), |flaw| Err(vec![flaw]))
    }

    /// Returns a position in which both sides know all objects.
    fn arranged(options: &Options, cells: &[Option<Glyph>; 64], turn: Color) -> Position {
        let mut position = Position {
            board: Board::of_cells(cells),
            turn,
            n_turns: turns_before(turn),
            ..Position::EMPTY
        };
        for Placed { glyph, at } in placed(cells) {
            let mut objects = Object::ALL.into_iter();
            if let Some(object) = objects.find(|object| object.glyph() == glyph) {
                position.objects.put(object, at);
            }
        }
        let traps = position.objects.traps;
        position.beliefs = (!start::is_open(options)).then(|| ByColor::from_fn(|_| traps));
        position
    }
}

impl Position {
    /// Tells whether all required keys of the tail could be read; adds its flaws to `flaws`.
    fn read_tail(&mut self, text: &str, flaws: &mut Vec<Flaw>) -> bool {
        let Some(tail) = Tail::read(text, &KEYS, flaws) else {
            return false;
        };
        let n_flaws = flaws.len();
        if let Some(powers) = keep(tail.require(FLAGS).and_then(read_flags), flaws) {
            self.powers = powers;
        }
        self.beliefs = keep(read_beliefs(&tail), flaws).flatten();
        if let Some(pending) = keep(read_pending(&tail), flaws) {
            self.phase = Phase::Decide(pending);
        }
        flaws.len() == n_flaws
    }

    fn read_board(&mut self, text: &str) -> Result<(), Vec<Flaw>> {
        for (square, _, cell) in read_ranks(text, Cell::of_symbol)? {
            self.put(cell, square);
        }
        Ok(())
    }

    fn put(&mut self, cell: Cell, square: Square) {
        match cell {
            Cell::Object(object) => self.objects.put(object, square),
            Cell::Piece { color, role, state } => {
                self.board.place(color, role, square);
                match state {
                    CellState::Free => {}
                    CellState::Frozen => self.frozen |= Bitboard::from(square),
                    CellState::Stealthy => self.stealthy |= Bitboard::from(square),
                }
            }
        }
    }

    fn flaws_of_pieces(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for color in Color::ALL {
            let last_rank = Bitboard::rank((!color).home_rank());
            let pawns = self.board.pieces(color, Role::Pawn) & last_rank;
            flaws.extend(pawns.map(|at| flaw(ChakartFlaw::PawnOnLastRank { color, at })));
        }
        flaws.extend(self.flaw_of_kings().map(flaw));
        flaws
    }

    fn flaw_of_kings(&self) -> Option<ChakartFlaw> {
        let kingless = |color| self.has_lost_kings(color);
        match (kingless(Color::White), kingless(Color::Black)) {
            (true, true) => Some(ChakartFlaw::NoKings),
            (true, _) | (_, true) if self.phase != Phase::Decide(DueDecision::Move) => {
                Some(ChakartFlaw::PendingAfterEnd)
            }
            _ => None,
        }
    }

    fn flaws_of_stealth(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for color in Color::ALL {
            let queens = self.stealthy & self.board.color(color);
            if queens.is_empty() {
                continue;
            }
            if queens.is_several() {
                flaws.push(flaw(ChakartFlaw::HiddenQueens(color)));
            }
            if self.powers.stealth[color] {
                flaws.push(flaw(ChakartFlaw::HiddenUnspent(color)));
            }
            if color == self.turn {
                flaws.push(flaw(ChakartFlaw::HiddenToDecide(color)));
            } else if self.phase != Phase::Decide(DueDecision::Move) {
                flaws.push(flaw(ChakartFlaw::HiddenForLong(color)));
            }
        }
        flaws
    }

    /// Returns the flaws of the beliefs by chakart H18.
    fn flaws_of_beliefs(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let Some(beliefs) = &self.beliefs else {
            return flaws;
        };
        for color in Color::ALL {
            let nothing = beliefs[color].all() & !self.objects.traps.all();
            flaws.extend(nothing.map(|at| flaw(ChakartFlaw::NoObject { color, at })));
        }
        for trap in Trap::ALL {
            let believed = beliefs.white.of(trap) | beliefs.black.of(trap);
            let glyph = Object::Trap(trap).glyph();
            let unknown = self.objects.traps.of(trap) & !believed;
            let unknown = unknown.map(|at| Placed { glyph, at });
            flaws.extend(unknown.map(|placed| flaw(ChakartFlaw::UnknownObject(placed))));
        }
        flaws
    }

    fn flaws_of_pending(&self) -> Vec<Flaw> {
        let Phase::Decide(pending) = self.phase else {
            return Vec::new();
        };
        match pending {
            DueDecision::Move => Vec::new(),
            DueDecision::Promote { from, to, origin } => self.flaws_of_promotion(from, to, origin),
            DueDecision::Again | DueDecision::Swap | DueDecision::Drop(_)
                if moves::can_decide(self) =>
            {
                Vec::new()
            }
            DueDecision::Again | DueDecision::Swap | DueDecision::Drop(_) => {
                vec![flaw(ChakartFlaw::CannotDecide(self.turn))]
            }
        }
    }

    fn flaws_of_promotion(&self, from: Square, to: Square, origin: Square) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        let color = self.turn;
        if !(self.board.pieces(color, Role::Pawn) & !self.frozen).contains(from) {
            flaws.push(flaw(ChakartFlaw::NoPawn { color, at: from }));
        }
        let one = Bitboard::from(from).ahead(color);
        let is_forced =
            color.relative_rank(to) == 7 && (one | one.west() | one.east()).contains(to);
        if !is_forced {
            flaws.push(flaw(ChakartFlaw::NotForced { color, from, to }));
        }
        let others = self.board.occupied() & !Bitboard::from(from);
        let left_behind = self.objects.eggs | self.objects.traps.all();
        if (others | left_behind).contains(origin) {
            flaws.push(flaw(ChakartFlaw::OriginTaken(origin)));
        }
        flaws
    }

    /// Returns the cell of a square on the board of a text.
    fn cell(&self, square: Square, known: &ViewerKnowledge) -> Option<Cell> {
        if !known.unseen.contains(square)
            && let Some(piece) = self.board.get(square)
        {
            let state = if self.frozen.contains(square) {
                CellState::Frozen
            } else if self.stealthy.contains(square) {
                CellState::Stealthy
            } else {
                CellState::Free
            };
            return Some(Cell::Piece {
                color: piece.color,
                role: piece.role,
                state,
            });
        }
        let object = match self.objects.get(square) {
            Some(Object::Trap(_)) | None => known.traps.get(square).map(Object::Trap),
            public => public,
        };
        object.map(Cell::Object)
    }

    /// Returns the text for a viewer.
    pub(super) fn written_for(&self, viewer: Viewer) -> String {
        SeatText {
            position: self,
            viewer,
        }
        .to_string()
    }
}

fn flaw(flaw: ChakartFlaw) -> Flaw {
    Flaw::Chakart(flaw)
}

fn read_flags(text: &str) -> Result<Powers, Vec<Flaw>> {
    let flag = |byte| match byte {
        b'0' => Some(false),
        b'1' => Some(true),
        _ => None,
    };
    let read = || {
        let &[white_shell, white_stealth, black_shell, black_stealth] = text.as_bytes() else {
            return None;
        };
        Some(Powers {
            shell: ByColor {
                white: flag(white_shell)?,
                black: flag(black_shell)?,
            },
            stealth: ByColor {
                white: flag(white_stealth)?,
                black: flag(black_stealth)?,
            },
        })
    };
    read().map_or_else(|| malformed(Field::Powers, text), Ok)
}

/// Reads the beliefs of the seats: both keys, or neither with open objects.
fn read_beliefs(tail: &Tail<'_>) -> Result<Option<ByColor<Traps>>, Vec<Flaw>> {
    let (white, black) = match (tail.get(SEEN_BY_WHITE), tail.get(SEEN_BY_BLACK)) {
        (None, None) => return Ok(None),
        (Some(white), Some(black)) => (white, black),
        _ => {
            let apart = ChakartFlaw::KeysApart(SEEN_BY_WHITE, SEEN_BY_BLACK);
            return Err(vec![flaw(apart)]);
        }
    };
    match (
        read_traps(SEEN_BY_WHITE, white),
        read_traps(SEEN_BY_BLACK, black),
    ) {
        (Ok(white), Ok(black)) => Ok(Some(ByColor { white, black })),
        (white, black) => Err([white.err(), black.err()]
            .into_iter()
            .flatten()
            .flatten()
            .collect()),
    }
}

fn read_traps(key: &'static str, text: &str) -> Result<Traps, Vec<Flaw>> {
    let mut traps = Traps::default();
    for word in text.split_ascii_whitespace() {
        let trap = Trap::ALL
            .into_iter()
            .find(|trap| word.starts_with(trap.symbol()));
        let square = word
            .get(1..)
            .and_then(|square| square.parse::<Square>().ok());
        let (Some(trap), Some(square)) = (trap, square) else {
            return malformed(Field::Objects(key), word);
        };
        if traps.get(square).is_some() {
            return Err(vec![flaw(ChakartFlaw::SquareTwice(key, square))]);
        }
        traps.put(trap, square);
    }
    Ok(traps)
}

fn read_pending(tail: &Tail<'_>) -> Result<DueDecision, Vec<Flaw>> {
    let origin = tail.get(ORIGIN);
    let text = tail.get(PENDING).unwrap_or_default();
    let is_promotion = text.starts_with("promote:");
    let read = match (tail.get(PENDING), origin) {
        (None, None) => Some(DueDecision::Move),
        (Some("swap"), None) => Some(DueDecision::Swap),
        (Some("again"), None) => Some(DueDecision::Again),
        (Some(text), None) => read_drop(text),
        (Some(text), Some(origin)) => read_promote(text, origin),
        (None, Some(_)) => None,
    };
    match (read, origin) {
        (Some(pending), _) => Ok(pending),
        (None, None) if is_promotion => Err(vec![flaw(ChakartFlaw::OriginMissing(ORIGIN))]),
        (None, Some(_)) if is_promotion => malformed(Field::Promotion, text),
        (None, Some(_)) => Err(vec![flaw(ChakartFlaw::OriginUnwanted(ORIGIN))]),
        (None, None) => malformed(Field::Pending, text),
    }
}

fn read_drop(text: &str) -> Option<DueDecision> {
    match text.strip_prefix("drop:")? {
        "q" => Some(DueDecision::Drop(Role::Queen)),
        "r" => Some(DueDecision::Drop(Role::Rook)),
        "n" => Some(DueDecision::Drop(Role::Knight)),
        "b" => Some(DueDecision::Drop(Role::Bishop)),
        "k" => Some(DueDecision::Drop(Role::King)),
        _ => None,
    }
}

fn read_promote(text: &str, origin: &str) -> Option<DueDecision> {
    let (from, to) = text.strip_prefix("promote:")?.split_at_checked(2)?;
    Some(DueDecision::Promote {
        from: from.parse().ok()?,
        to: to.parse().ok()?,
        origin: origin.parse().ok()?,
    })
}

/// The position text for a viewer.
struct SeatText<'a> {
    position: &'a Position,
    viewer: Viewer,
}

impl fmt::Display for Position {
    /// Writes the whole text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SeatText {
            position: self,
            viewer: Viewer::Truth,
        }
        .fmt(f)
    }
}

impl fmt::Display for SeatText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SeatText { position, viewer } = *self;
        self.write_board(f)?;
        let turn = position.turn.letter();
        let Powers { shell, stealth } = position.powers;
        let flags = [shell.white, stealth.white, shell.black, stealth.black].map(u8::from);
        let [a, b, c, d] = flags;
        write!(
            f,
            " {turn} {} {{\"{FLAGS}\":\"{a}{b}{c}{d}\"",
            position.n_turns
        )?;
        if let Some(beliefs) = &position.beliefs {
            for (seat, key) in [(Color::White, SEEN_BY_WHITE), (Color::Black, SEEN_BY_BLACK)] {
                if viewer == Viewer::Truth || viewer == Viewer::Seat(seat) {
                    write!(f, ",\"{key}\":\"")?;
                    write_traps(f, &beliefs[seat])?;
                    f.write_str("\"")?;
                }
            }
        }
        match position.phase {
            Phase::Decide(pending) => write_pending(f, pending)?,
            Phase::Roll(..) | Phase::Draw(_) => {}
        }
        f.write_str("}")
    }
}

impl SeatText<'_> {
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.position.lens(self.viewer);
        write_ranks(f, |square| {
            self.position.cell(square, &known).map(Cell::symbol)
        })
    }
}

/// Writes the traps, sorted by the names of the squares: a1, a2, ... b1.
fn write_traps(f: &mut fmt::Formatter<'_>, traps: &Traps) -> fmt::Result {
    let by_name = (0..8).flat_map(|file| (0..8).filter_map(move |rank| Square::new(file, rank)));
    let known = by_name.filter_map(|square| Some((traps.get(square)?, square)));
    for (n, (trap, square)) in known.enumerate() {
        let blank = if n == 0 { "" } else { " " };
        write!(f, "{blank}{}{square}", trap.symbol())?;
    }
    Ok(())
}

fn write_pending(f: &mut fmt::Formatter<'_>, pending: DueDecision) -> fmt::Result {
    match pending {
        DueDecision::Move => Ok(()),
        DueDecision::Again => write!(f, ",\"{PENDING}\":\"again\""),
        DueDecision::Swap => write!(f, ",\"{PENDING}\":\"swap\""),
        DueDecision::Drop(role) => write!(
            f,
            ",\"{PENDING}\":\"drop:{}\"",
            role.letter().to_ascii_lowercase()
        ),
        DueDecision::Promote { from, to, origin } => {
            write!(
                f,
                ",\"{PENDING}\":\"promote:{from}{to}\",\"{ORIGIN}\":\"{origin}\""
            )
        }
    }
}

#[cfg(test)]
mod tests;
