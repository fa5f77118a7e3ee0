//! Baroque with `chameleon=pure` by imitation: every piece to every square. A move captures a piece if it meets the
//! description of that capture. A chameleon imitates each kind in turn: it captures what a piece of its victim's kind would
//! capture in its place by the same move.

use std::collections::BTreeMap;

use super::{Board, Coordinates, Outcomes, Witness, certain, name, squares};

/// A position.
#[derive(Clone)]
pub(crate) struct Position {
    board: Board,
    is_white_to_move: bool,
    moves: u32,
}

impl Position {
    /// Reads a position text; returns `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Position> {
        let [board, turn, moves] = text.split(' ').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(Position {
            board: Board::read(board)?,
            is_white_to_move: turn == "w",
            moves: moves.parse().ok()?,
        })
    }

    /// Returns every legal move with the position after it.
    pub(crate) fn moves(&self) -> BTreeMap<String, Position> {
        let white = self.is_white_to_move;
        let mut moves = BTreeMap::new();
        for (from, to, victims) in self.tries(white) {
            let after = self.after(from, to, &victims);
            if !after.can_king_be_taken(white) {
                moves.insert(name(from) + &name(to), after);
            }
        }
        moves
    }

    /// Tells whether the other side, if it moved now, could remove the king (Q31).
    pub(crate) fn can_king_be_taken(&self, white: bool) -> bool {
        let king = self.king(white);
        let mut tries = self.tries(!white);
        tries.any(|(_, _, victims)| victims.contains(&king))
    }

    /// Returns every move of a side with its victims, without regard to the safety of its king.
    fn tries(
        &self,
        white: bool,
    ) -> impl Iterator<Item = (Coordinates, Coordinates, Vec<Coordinates>)> {
        let free = squares().filter(move |&at| self.is_of(at, white) && !self.is_frozen(at));
        let pairs = free.flat_map(|from| squares().map(move |to| (from, to)));
        pairs.filter_map(|(from, to)| Some((from, to, self.victims(self.kind(from), from, to)?)))
    }

    /// Returns the victims of a move if the piece on `from` were of this kind; `None` if it could not make the move.
    fn victims(&self, kind: char, from: Coordinates, to: Coordinates) -> Option<Vec<Coordinates>> {
        let way = way(from, to)?;
        let is_empty = |at: &Coordinates| self.board.at(*at) == '.';
        let is_free = is_empty(&to) && way.iter().all(is_empty);
        let is_straight = from.0 == to.0 || from.1 == to.1;
        let is_there: &dyn Fn(Coordinates) -> bool = match kind {
            // Q7, Q12.
            'k' if way.is_empty() && !self.are_allies(from, to) => &|at| at == to,
            // Q6, Q13.
            'p' if is_free && is_straight => &|at| self.is_pinched(at, from, to),
            // Q8, Q15.
            'r' if is_free => &|at| self.is_coordinated(at, from, to),
            // Q8, Q19.
            'q' if is_free => &|at| {
                let stride = |a: i8, b: i8| (b - a).signum();
                at == (from.0 - stride(from.0, to.0), from.1 - stride(from.1, to.1))
            },
            // Q8, Q20.
            'm' if is_free => &|_| false,
            // Q17, Q18.
            'n' if is_empty(&to) && self.can_leap(from, to, &way) => &|at| way.contains(&at),
            'b' => return self.imitated(from, to),
            _ => return None,
        };
        let victims = squares().filter(|&at| self.are_enemies(from, at) && is_there(at));
        Some(victims.collect())
    }

    /// Returns the victims of a chameleon: those of each kind that a piece of this kind in its place would capture (Q21 to
    /// Q26). It goes where a leaper can go over leapers alone, and it steps onto a king (Q23, Q31).
    fn imitated(&self, from: Coordinates, to: Coordinates) -> Option<Vec<Coordinates>> {
        let by = |kind| {
            let mut victims = self.victims(kind, from, to)?;
            let n_victims = victims.len();
            victims.retain(|&at| self.kind(at) == kind);
            let is_whole = victims.len() == n_victims;
            Some((victims, is_whole))
        };
        let goes = by('n').is_some_and(|(_, is_whole)| is_whole);
        let takes_king = by('k').is_some_and(|(victims, _)| !victims.is_empty());
        let victims = "prnqk".chars().filter_map(by);
        (goes || takes_king).then(|| victims.flat_map(|(victims, _)| victims).collect())
    }

    /// Tells whether a leaper finds an empty square behind each piece on its way, and none of its own side (Q17, Q18).
    fn can_leap(&self, from: Coordinates, to: Coordinates, way: &[Coordinates]) -> bool {
        let squares = [way, &[to]].concat();
        let is_taken = |at: Coordinates| self.board.at(at) != '.';
        let touch = squares
            .windows(2)
            .any(|pair| pair.iter().all(|&at| is_taken(at)));
        !touch && !way.iter().any(|&at| self.are_allies(from, at))
    }

    /// Tells whether a square touches the target of a move along a rank or file, with an anvil opposite (Q13).
    fn is_pinched(&self, at: Coordinates, from: Coordinates, to: Coordinates) -> bool {
        let anvil = (2 * at.0 - to.0, 2 * at.1 - to.1);
        let touches_straight = (at.0 - to.0).abs() + (at.1 - to.1).abs() == 1;
        touches_straight && anvil != from && self.are_allies(from, anvil)
    }

    /// Tells whether a square is one of the other corners between the target of a move and the mover's king (Q15).
    fn is_coordinated(&self, at: Coordinates, from: Coordinates, to: Coordinates) -> bool {
        let king = self.king(self.board.at(from).is_ascii_uppercase());
        let is_rectangle = king.0 != to.0 && king.1 != to.1;
        is_rectangle && (at == (to.0, king.1) || at == (king.0, to.1))
    }

    /// Tells whether a piece is frozen (Q27 to Q30).
    fn is_frozen(&self, at: Coordinates) -> bool {
        let touching = |at: Coordinates| squares().filter(move |&other| touch(at, other));
        let mut foes = touching(at).filter(|&foe| self.are_enemies(at, foe));
        foes.any(|foe| match (self.kind(at), self.kind(foe)) {
            ('m', 'b') => true,
            (_, 'm') => !touching(foe).any(|friend| {
                friend != at
                    && self.are_allies(at, friend)
                    && ['b', 'm'].contains(&self.kind(friend))
            }),
            _ => false,
        })
    }

    fn after(&self, from: Coordinates, to: Coordinates, victims: &[Coordinates]) -> Position {
        let mut board = self.board;
        victims.iter().for_each(|&at| board.put(at, '.'));
        board.put(from, '.');
        board.put(to, self.board.at(from));
        Position {
            board,
            is_white_to_move: !self.is_white_to_move,
            moves: self.moves + 1,
        }
    }

    fn king(&self, white: bool) -> Coordinates {
        squares()
            .find(|&at| self.is_of(at, white) && self.kind(at) == 'k')
            .expect("each side has a king")
    }

    /// Returns the kind on a square, in lower case.
    fn kind(&self, at: Coordinates) -> char {
        self.board.at(at).to_ascii_lowercase()
    }

    fn is_of(&self, at: Coordinates, white: bool) -> bool {
        let letter = self.board.at(at);
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == white
    }

    fn are_allies(&self, piece: Coordinates, other: Coordinates) -> bool {
        self.is_of(other, self.board.at(piece).is_ascii_uppercase())
    }

    fn are_enemies(&self, piece: Coordinates, other: Coordinates) -> bool {
        self.is_of(other, !self.board.at(piece).is_ascii_uppercase())
    }
}

/// Tells whether two squares are neighbors.
fn touch(a: Coordinates, b: Coordinates) -> bool {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) == 1
}

/// Returns the squares between two on a rank, file or diagonal; `None` if they are on none together.
fn way(from: Coordinates, to: Coordinates) -> Option<Vec<Coordinates>> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let length = files.abs().max(ranks.abs());
    let is_on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let between = |at| (from.0 + files / length * at, from.1 + ranks / length * at);
    (length > 0 && is_on_line).then(|| (1..length).map(between).collect())
}

impl Witness for Position {
    fn write(&self) -> String {
        let turn = if self.is_white_to_move { "w" } else { "b" };
        format!("{} {turn} {}", self.board.write(), self.moves)
    }

    fn is_white_to_move(&self) -> bool {
        self.is_white_to_move
    }

    fn decisions(&self) -> BTreeMap<String, Outcomes> {
        certain(self.moves())
    }

    fn check(&self, white: bool) -> Option<String> {
        self.can_king_be_taken(white)
            .then(|| name(self.king(white)))
    }
}
