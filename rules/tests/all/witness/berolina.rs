//! Berolina chess by trial: every piece to every square, on a copy of an array board (`rules/law/berolina.md`).

use std::collections::BTreeMap;

use super::{
    Board, Coordinates, Outcomes, Witness, certain, is_on_board, name, plus, score_of_moves,
    squares,
};

/// The four castlings: letter of the right, square of the king, square of the rook.
const CASTLINGS: [(char, Coordinates, Coordinates); 4] = [
    ('K', (4, 0), (7, 0)),
    ('Q', (4, 0), (0, 0)),
    ('k', (4, 7), (7, 7)),
    ('q', (4, 7), (0, 7)),
];

const EMPTY: char = '.';

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    board: Board,
    white_to_move: bool,
    /// True for each of [`CASTLINGS`] whose king and rook have not moved.
    rights: [bool; 4],
    /// After a double step: the skipped square and the stepper's.
    en_passant: Option<(Coordinates, Coordinates)>,
    quiet_half_moves: u32,
    number: u32,
}

/// Returns the squares strictly between two squares of one rank, file or diagonal.
fn between(from: Coordinates, to: Coordinates) -> impl Iterator<Item = Coordinates> {
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    std::iter::successors(Some(from), move |&at| Some(plus(at, step)))
        .skip(1)
        .take_while(move |at| *at != to)
}

/// Move generation.
impl Position {
    /// Returns every legal move with the position after it (O3 to O19).
    fn moves(&self) -> BTreeMap<String, Position> {
        let mut moves = BTreeMap::new();
        for from in squares().filter(|from| self.is_own(self.board.at(*from))) {
            for to in squares() {
                for promotion in [None, Some('Q'), Some('R'), Some('B'), Some('N')] {
                    let Some(after) = self.try_move(from, to, promotion) else {
                        continue;
                    };
                    if !after.is_attacked(after.king(self.white_to_move), !self.white_to_move) {
                        let suffix = promotion.map_or(String::new(), |role| format!("={role}"));
                        moves.insert(format!("{}{}{suffix}", name(from), name(to)), after);
                    }
                }
            }
        }
        moves
    }

    /// Returns the position after a move that the own piece can make, even if it leaves the own king attacked.
    fn try_move(
        &self,
        from: Coordinates,
        to: Coordinates,
        promotion: Option<char>,
    ) -> Option<Position> {
        let (piece, is_capture) = (self.board.at(from), self.board.at(to) != EMPTY);
        let is_pawn = matches!(piece, 'P' | 'p');
        let is_promotion = is_pawn && matches!(to.1, 0 | 7);
        if self.is_own(self.board.at(to)) || promotion.is_some() != is_promotion {
            return None; // O8
        }
        let mut after = *self;
        after.en_passant = None;
        after.white_to_move = !self.white_to_move;
        after.number += u32::from(!self.white_to_move);
        after.quiet_half_moves = if is_pawn || is_capture {
            0
        } else {
            self.quiet_half_moves + 1
        };
        after.board.put(from, EMPTY);
        after
            .board
            .put(to, promotion.map_or(piece, |role| self.own(role)));

        if is_pawn {
            after = self.try_pawn(from, to, after)?;
        } else if !self.attacks(from, to) {
            let (rook_from, rook_to) = self.castling(from, to)?;
            after.board.put(rook_from, EMPTY);
            after.board.put(rook_to, self.own('R'));
        }

        for (right, (_, king, rook)) in after.rights.iter_mut().zip(CASTLINGS) {
            if from == king || from == rook || to == king || to == rook {
                *right = false; // O16, O8
            }
        }
        Some(after)
    }

    /// Completes the position after a move of a pawn, apart from promotion; returns `None` if a pawn does not move so.
    fn try_pawn(
        &self,
        from: Coordinates,
        to: Coordinates,
        mut after: Position,
    ) -> Option<Position> {
        let (ahead, second_rank) = if self.white_to_move { (1, 1) } else { (-1, 6) };
        let is_empty = self.board.at(to) == EMPTY;
        match ((to.0 - from.0).abs(), (to.1 - from.1) * ahead) {
            (1, 1) if is_empty => {}  // O4
            (0, 1) if !is_empty => {} // O5
            (2, 2) if is_empty && from.1 == second_rank => {
                let skipped = ((from.0 + to.0) / 2, from.1 + ahead);
                if self.board.at(skipped) != EMPTY {
                    return None;
                }
                after.en_passant = Some((skipped, to)); // O6
            }
            (0, 1) => {
                let (skipped, stepper) = self.en_passant?;
                if to != skipped {
                    return None;
                }
                after.board.put(stepper, EMPTY); // O9
            }
            _ => return None,
        }
        Some(after)
    }

    /// Returns the rook's origin and target if the king castles so (O16, O17). While there is a right, the piece on its
    /// king's square is that king.
    fn castling(&self, from: Coordinates, to: Coordinates) -> Option<(Coordinates, Coordinates)> {
        for (right, (_, king, rook)) in self.rights.into_iter().zip(CASTLINGS) {
            let toward = (rook.0 - king.0).signum();
            let skipped = (king.0 + toward, king.1);
            if right
                && from == king
                && to == (king.0 + 2 * toward, king.1)
                && self.is_clear(king, rook)
                && ![from, skipped, to]
                    .iter()
                    .any(|square| self.is_attacked(*square, !self.white_to_move))
            {
                return Some((rook, skipped));
            }
        }
        None
    }

    /// Tells whether the piece on `from` attacks `to`, with any content of `to` (O3, O7).
    fn attacks(&self, from: Coordinates, to: Coordinates) -> bool {
        let (across, up) = (to.0 - from.0, to.1 - from.1);
        let is_straight = (across == 0) != (up == 0);
        let is_diagonal = across.abs() == up.abs() && across != 0;
        match self.board.at(from) {
            'P' => (across, up) == (0, 1),
            'p' => (across, up) == (0, -1),
            'N' | 'n' => (across * up).abs() == 2,
            'K' | 'k' => across.abs().max(up.abs()) == 1,
            'R' | 'r' => is_straight && self.is_clear(from, to),
            'B' | 'b' => is_diagonal && self.is_clear(from, to),
            'Q' | 'q' => (is_straight || is_diagonal) && self.is_clear(from, to),
            _ => false,
        }
    }

    fn is_attacked(&self, square: Coordinates, by_white: bool) -> bool {
        squares().any(|from| {
            self.board.at(from).is_ascii_uppercase() == by_white && self.attacks(from, square)
        })
    }

    fn is_clear(&self, from: Coordinates, to: Coordinates) -> bool {
        between(from, to).all(|square| self.board.at(square) == EMPTY)
    }

    fn is_own(&self, piece: char) -> bool {
        piece != EMPTY && piece.is_ascii_uppercase() == self.white_to_move
    }

    /// Returns the letter of a piece of the side to move.
    fn own(&self, role: char) -> char {
        if self.white_to_move {
            role
        } else {
            role.to_ascii_lowercase()
        }
    }

    fn king(&self, white: bool) -> Coordinates {
        let king = if white { 'K' } else { 'k' };
        squares()
            .find(|square| self.board.at(*square) == king)
            .expect("a position has both kings")
    }

    /// Tells whether only kings and at most one bishop or knight are on the board (O20).
    fn is_dead(&self) -> bool {
        let others: Vec<char> = squares()
            .map(|square| self.board.at(square))
            .filter(|piece| !matches!(*piece, EMPTY | 'K' | 'k'))
            .collect();
        matches!(others[..], [] | ['B' | 'b' | 'N' | 'n'])
    }
}

/// Position text (O23, O24).
impl Position {
    /// Reads a position text; returns `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Position> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [
            placement,
            side,
            castling,
            en_passant,
            quiet_half_moves,
            number,
        ] = fields[..]
        else {
            return None;
        };
        let board = Board::read(placement)?;
        let n_kings = |king| squares().filter(|&at| board.at(at) == king).count();
        let is_sound = |at: Coordinates| match board.at(at) {
            'P' | 'p' => !matches!(at.1, 0 | 7),
            letter => ".KQRBNkqrbn".contains(letter),
        };
        if n_kings('K') != 1 || n_kings('k') != 1 || !squares().all(is_sound) {
            return None;
        }
        let position = Position {
            board,
            white_to_move: match side {
                "w" => true,
                "b" => false,
                _ => return None,
            },
            rights: [false; 4],
            en_passant: None,
            quiet_half_moves: quiet_half_moves.parse().ok()?,
            number: number.parse().ok()?,
        };
        position.with_rights(castling)?.with_en_passant(en_passant)
    }

    /// Sets the castling rights from their field; returns `None` if the board contradicts them.
    fn with_rights(mut self, text: &str) -> Option<Position> {
        for letter in text.chars().filter(|_| text != "-") {
            let index = CASTLINGS.iter().position(|(right, ..)| *right == letter)?;
            let (_, king, rook) = CASTLINGS[index];
            let pieces = match letter {
                'K' | 'Q' => ('K', 'R'),
                _ => ('k', 'r'),
            };
            if (self.board.at(king), self.board.at(rook)) != pieces || self.rights[index] {
                return None;
            }
            self.rights[index] = true;
        }
        Some(self)
    }

    /// Sets the squares of an en passant capture from their field; returns `None` if the board contradicts them.
    fn with_en_passant(mut self, text: &str) -> Option<Position> {
        if text == "-" {
            return Some(self);
        }
        let &[file, rank, other_file, other_rank] = text.as_bytes() else {
            return None;
        };
        let square = |file, rank| {
            (
                (file as i8).wrapping_sub(b'a' as i8),
                (rank as i8).wrapping_sub(b'1' as i8),
            )
        };
        let pair = [square(file, rank), square(other_file, other_rank)];
        // By the side that has just moved: the pawn's original rank, the rank that it skipped, and the rank where it
        // stopped.
        let (pawn, home_rank, skipped_rank, stepper_rank) = if self.white_to_move {
            ('p', 6, 5, 4)
        } else {
            ('P', 1, 2, 3)
        };
        let find = |rank| {
            pair.into_iter()
                .find(|square| square.1 == rank && is_on_board(*square))
        };
        let (Some(skipped), Some(stepper)) = (find(skipped_rank), find(stepper_rank)) else {
            return None;
        };
        let home = (2 * skipped.0 - stepper.0, home_rank);
        if (skipped.0 - stepper.0).abs() != 1
            || !is_on_board(home)
            || self.board.at(stepper) != pawn
            || self.board.at(skipped) != EMPTY
            || self.board.at(home) != EMPTY
        {
            return None;
        }
        self.en_passant = Some((skipped, stepper));
        Some(self)
    }

    /// Writes board, side to move, castling rights and en passant field.
    fn fields(&self) -> String {
        let rights: String = self
            .rights
            .iter()
            .zip(CASTLINGS)
            .filter_map(|(right, (letter, ..))| right.then_some(letter))
            .collect();
        let en_passant = self.en_passant.map(|(skipped, stepper)| {
            let (lower, upper) = if skipped.1 < stepper.1 {
                (skipped, stepper)
            } else {
                (stepper, skipped)
            };
            name(lower) + name(upper).as_str()
        });
        [
            self.board.write(),
            if self.white_to_move { "w" } else { "b" }.into(),
            if rights.is_empty() {
                "-".into()
            } else {
                rights
            },
            en_passant.unwrap_or("-".into()),
        ]
        .join(" ")
    }
}

impl Witness for Position {
    fn write(&self) -> String {
        format!(
            "{} {} {}",
            self.fields(),
            self.quiet_half_moves,
            self.number
        )
    }

    fn is_white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn decisions(&self) -> BTreeMap<String, Outcomes> {
        certain(self.moves())
    }

    fn check(&self, white: bool) -> Option<String> {
        let king = self.king(white);
        self.is_attacked(king, !white).then(|| name(king))
    }

    /// Returns the repetition key (O21).
    fn key(&self) -> Option<String> {
        Some(self.fields())
    }

    /// Returns the result by mate and stalemate, otherwise by fifty moves and dead positions (O19, O20).
    fn score(&self, can_move: bool) -> Option<&'static str> {
        let is_drawn = self.quiet_half_moves >= 100 || self.is_dead();
        score_of_moves(self, can_move).or(is_drawn.then_some("1/2-1/2"))
    }
}
