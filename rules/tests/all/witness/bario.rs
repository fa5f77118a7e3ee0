//! Bario, slowly: letters on a grid, every rule as in `rules/law/bario.md`; each move is played and then inspected.
//!
//! A text with a `castling` key is one of the classic rule set.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ALL, Board, Coordinates, DIAGONAL, LEAPS, ORTHOGONAL, Outcomes, Witness, certain, colored,
    name, plus, score_of_moves, squares,
};

/// The types in the order of texts.
const TYPES: [char; 4] = ['R', 'N', 'B', 'Q'];

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    board: Board,
    is_white_to_move: bool,
    n_turns: u32,
    lost: Option<Coordinates>,
    skipped: Option<Coordinates>,
    /// The counts by letter, capitals for White.
    reserve: BTreeMap<char, u32>,
    /// The rights held; `None` in modern.
    castling: Option<String>,
}

impl Position {
    /// Reads a position text; returns `None` if it is none.
    pub(crate) fn read(text: &str) -> Option<Position> {
        let (board, rest) = text.split_once(' ')?;
        let (turn, rest) = rest.split_once(' ')?;
        let (n_turns, json) = rest.split_once(' ')?;
        let words: Vec<&str> = json.split('"').collect();
        let value = |key| {
            let at = words.iter().position(|word| *word == key)?;
            words.get(at + 2).copied()
        };
        let square = |text: &str| {
            let digits: Vec<i8> = text
                .chars()
                .filter_map(|digit| Some(digit.to_digit(10)? as i8))
                .collect();
            (digits.len() == 2).then(|| (digits[1], 7 - digits[0]))
        };
        let counts = value("reserve")?
            .chars()
            .filter_map(|digit| digit.to_digit(36));
        let letters = TYPES
            .into_iter()
            .chain(TYPES.map(|letter| letter.to_ascii_lowercase()));
        Some(Position {
            board: Board::read(board)?,
            is_white_to_move: turn == "w",
            n_turns: n_turns.parse().ok()?,
            lost: square(value("captureUndef")?),
            skipped: square(value("enpassant")?),
            reserve: letters.zip(counts).collect(),
            castling: value("castling").map(|rights| rights.replace('-', "")),
        })
    }

    /// Returns every legal action with the position after it.
    fn moves(&self) -> BTreeMap<String, Position> {
        let us = self.is_white_to_move;
        let mut moves = BTreeMap::new();
        if self.has_won() {
            return moves;
        }
        if self.lost.is_some() {
            for kind in TYPES {
                let mut after = self.clone();
                if after.take(kind, us) {
                    after.lost = None;
                    moves.insert(format!("-{kind}"), after);
                }
            }
            return moves;
        }
        if self.king(us).is_none() {
            for at in self.pieces(us) {
                if self.board.at(at) == colored('U', us) {
                    let mut after = self.passed();
                    after.board.put(at, colored('K', us));
                    moves.insert(format!("K@{}", name(at)), after);
                }
            }
            return moves;
        }
        for from in self.pieces(us) {
            match self.board.at(from).to_ascii_uppercase() {
                'U' => self.add_definitions(from, &mut moves),
                'P' => self.add_pawn_moves(from, &mut moves),
                kind => {
                    for to in self.targets(kind, from, us) {
                        self.add(
                            format!("{}{}", name(from), name(to)),
                            self.moved(from, to),
                            &mut moves,
                        );
                    }
                }
            }
        }
        for right in self.castling.iter().flat_map(|rights| rights.chars()) {
            if right.is_ascii_uppercase() == us {
                self.add_castling(right, &mut moves);
            }
        }
        moves
    }

    /// Tells whether the other side recycled into check, so that the side to move has won (K9).
    fn has_won(&self) -> bool {
        self.castling.is_some() && self.is_in_check(!self.is_white_to_move)
    }

    /// Returns the number of types that a side has (B4).
    fn types(&self, white: bool) -> usize {
        let letters: Vec<char> = self
            .pieces(white)
            .into_iter()
            .map(|at| self.board.at(at))
            .collect();
        let has_undefined = letters.contains(&colored('U', white));
        let mut types = BTreeSet::new();
        for kind in TYPES {
            let letter = colored(kind, white);
            if letters.contains(&letter) || has_undefined && self.reserve[&letter] > 0 {
                types.insert(kind);
            }
        }
        types.len()
    }

    fn n_undefined(&self, white: bool) -> usize {
        let pieces = self.pieces(white).into_iter();
        pieces
            .filter(|&at| self.board.at(at) == colored('U', white))
            .count()
    }

    /// Adds definitions by B10.
    fn add_definitions(&self, from: Coordinates, moves: &mut BTreeMap<String, Position>) {
        let us = self.is_white_to_move;
        for kind in TYPES {
            let mut defined = self.clone();
            if !defined.take(kind, us) {
                continue;
            }
            defined.board.put(from, colored(kind, us));
            for to in self.targets(kind, from, us) {
                let mut after = defined.moved(from, to);
                if after.is_in_check(us) {
                    continue;
                }
                if self.castling.is_none() {
                    // The reset of modern (B24 to B26); it must not expose the king either (B16).
                    if after.n_undefined(us) == 0 {
                        for white in [true, false] {
                            if after.types(white) > 1 {
                                after.dissolve(white);
                            }
                        }
                    }
                    if after.is_in_check(us) {
                        continue;
                    }
                }
                self.add(format!("{kind}@{}{}", name(from), name(to)), after, moves);
            }
        }
    }

    /// Adds pawn moves by B9, B11, B12.
    fn add_pawn_moves(&self, from: Coordinates, moves: &mut BTreeMap<String, Position>) {
        let us = self.is_white_to_move;
        let (forward, second, last) = if us { (1, 1, 7) } else { (-1, 6, 0) };
        let (file, rank) = from;
        let ahead = (file, rank + forward);
        let mut ends = Vec::new();
        if self.board.at(ahead) == '.' {
            ends.push((ahead, self.moved(from, ahead)));
            let two = (file, rank + 2 * forward);
            if rank == second && self.board.at(two) == '.' {
                let mut after = self.moved(from, two);
                after.skipped = Some(ahead);
                ends.push((two, after));
            }
        }
        for aside in [(file - 1, rank + forward), (file + 1, rank + forward)] {
            if self.is_piece(aside, !us) {
                ends.push((aside, self.moved(from, aside)));
            } else if self.skipped == Some(aside) {
                let mut after = self.moved(from, aside);
                after.board.put((aside.0, rank), '.');
                ends.push((aside, after));
            }
        }
        for (to, after) in ends {
            let action = format!("{}{}", name(from), name(to));
            if to.1 != last {
                self.add(action, after, moves);
                continue;
            }
            for kind in TYPES {
                let mut promoted = after.clone();
                promoted.board.put(to, colored(kind, us));
                self.add(format!("{action}={kind}"), promoted, moves);
            }
        }
    }

    /// Adds castling by K2, K3.
    fn add_castling(&self, right: char, moves: &mut BTreeMap<String, Position>) {
        let us = self.is_white_to_move;
        let rank = if us { 0 } else { 7 };
        let (corner, between, passed, reached) = match right.to_ascii_uppercase() {
            'K' => (7, 5..=6, 5, 6),
            _ => (0, 1..=3, 3, 2),
        };
        let is_empty = between
            .clone()
            .all(|file| self.board.at((file, rank)) == '.');
        let is_safe = [4, passed, reached]
            .into_iter()
            .all(|file| !self.is_attacked((file, rank), !us));
        let mut after = self.clone();
        if is_empty && is_safe && after.take('R', us) {
            after = after.moved((4, rank), (reached, rank));
            after.board.put((corner, rank), '.');
            after.board.put((passed, rank), colored('R', us));
            self.add(
                format!("{}{}", name((4, rank)), name((reached, rank))),
                after,
                moves,
            );
        }
    }

    /// Adds a move that does not leave the own king in check, with its recycle (K5 to K9).
    fn add(&self, action: String, mut after: Position, moves: &mut BTreeMap<String, Position>) {
        if after.is_in_check(self.is_white_to_move) {
            return;
        }
        let is_last_gone = |white| self.n_undefined(white) > 0 && after.n_undefined(white) == 0;
        let has_ceased = self.types(true) < 2 || self.types(false) < 2;
        if self.castling.is_some() && (is_last_gone(true) || is_last_gone(false)) && !has_ceased {
            after.dissolve(true);
            after.dissolve(false);
        }
        moves.insert(action, after);
    }

    /// Makes all defined pieces of a side undefined.
    fn dissolve(&mut self, white: bool) {
        for at in self.pieces(white) {
            let letter = self.board.at(at);
            if TYPES.contains(&letter.to_ascii_uppercase()) {
                self.board.put(at, colored('U', white));
                *self.reserve.entry(letter).or_default() += 1;
            }
        }
    }

    /// Takes one from the reserve; returns `false` if there is none.
    fn take(&mut self, kind: char, white: bool) -> bool {
        let count = self.reserve.entry(colored(kind, white)).or_default();
        let is_there = *count > 0;
        *count -= u32::from(is_there);
        is_there
    }

    /// Returns the position of the next turn with nothing moved.
    fn passed(&self) -> Position {
        let mut after = self.clone();
        after.is_white_to_move = !self.is_white_to_move;
        after.n_turns += 1;
        after.skipped = None;
        after
    }

    fn moved(&self, from: Coordinates, to: Coordinates) -> Position {
        let mut after = self.passed();
        if self.board.at(to) == colored('U', !self.is_white_to_move) {
            after.lost = Some(to);
        }
        after.board.put(to, self.board.at(from));
        after.board.put(from, '.');
        if let Some(rights) = &mut after.castling {
            let ends = |right| {
                let rank = if char::is_uppercase(right) { 0 } else { 7 };
                let corner = if right.eq_ignore_ascii_case(&'k') {
                    7
                } else {
                    0
                };
                [(4, rank), (corner, rank)]
                    .iter()
                    .any(|at| [from, to].contains(at))
            };
            rights.retain(|right| !ends(right));
        }
        after
    }

    /// Returns the targets of a piece of this kind and side, no pawn, without regard to the king's safety.
    fn targets(&self, kind: char, from: Coordinates, white: bool) -> Vec<Coordinates> {
        squares()
            .filter(|&to| !self.is_piece(to, white) && self.reaches(kind, from, to))
            .collect()
    }

    /// Tells whether a piece of this kind, no pawn, reaches one square from another.
    fn reaches(&self, kind: char, from: Coordinates, to: Coordinates) -> bool {
        let leaps = |steps: &[Coordinates]| steps.iter().any(|&step| plus(from, step) == to);
        let slides = |steps: &[Coordinates]| {
            steps.iter().any(|step| {
                let mut at = from;
                loop {
                    at = plus(at, *step);
                    if at == to {
                        return true;
                    }
                    if self.board.at(at) != '.' {
                        return false;
                    }
                }
            })
        };
        match kind {
            'N' => leaps(&LEAPS),
            'K' => leaps(&ALL),
            'R' => slides(&ORTHOGONAL),
            'B' => slides(&DIAGONAL),
            _ => slides(&ALL),
        }
    }

    /// Tells whether a side attacks a square (B14, B15).
    fn is_attacked(&self, to: Coordinates, by_white: bool) -> bool {
        let forward = if by_white { 1 } else { -1 };
        self.pieces(by_white).into_iter().any(|from| {
            match self.board.at(from).to_ascii_uppercase() {
                'P' => to.1 == from.1 + forward && (to.0 - from.0).abs() == 1,
                'U' => TYPES.into_iter().any(|kind| {
                    self.reserve[&colored(kind, by_white)] > 0 && self.reaches(kind, from, to)
                }),
                kind => self.reaches(kind, from, to),
            }
        })
    }

    fn is_in_check(&self, white: bool) -> bool {
        self.king(white)
            .is_some_and(|king| self.is_attacked(king, !white))
    }

    fn king(&self, white: bool) -> Option<Coordinates> {
        self.pieces(white)
            .into_iter()
            .find(|&at| self.board.at(at) == colored('K', white))
    }

    fn pieces(&self, white: bool) -> Vec<Coordinates> {
        squares().filter(|&at| self.is_piece(at, white)).collect()
    }

    fn is_piece(&self, at: Coordinates, white: bool) -> bool {
        let letter = self.board.at(at);
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == white
    }
}

impl Witness for Position {
    fn write(&self) -> String {
        let turn = if self.is_white_to_move { "w" } else { "b" };
        let square = |at: Option<Coordinates>| {
            at.map_or("-".to_owned(), |(file, rank)| format!("{}{file}", 7 - rank))
        };
        let letters = [true, false].map(|white| TYPES.map(|letter| colored(letter, white)));
        let reserve: String = letters
            .as_flattened()
            .iter()
            .filter_map(|letter| char::from_digit(self.reserve[letter], 36))
            .collect();
        let castling = self.castling.as_ref().map_or(String::new(), |rights| {
            let rights = if rights.is_empty() { "-" } else { rights };
            format!(r#","castling":"{rights}""#)
        });
        format!(
            r#"{} {turn} {} {{"captureUndef":"{}","enpassant":"{}","reserve":"{reserve}"{castling}}}"#,
            self.board.write(),
            self.n_turns,
            square(self.lost),
            square(self.skipped),
        )
    }

    fn is_white_to_move(&self) -> bool {
        self.is_white_to_move
    }

    fn decisions(&self) -> BTreeMap<String, Outcomes> {
        certain(self.moves())
    }

    fn check(&self, white: bool) -> Option<String> {
        let king = self.king(white)?;
        self.is_attacked(king, !white).then(|| name(king))
    }

    fn score(&self, can_move: bool) -> Option<&'static str> {
        match (self.has_won(), self.is_white_to_move) {
            (true, true) => Some("1-0"),
            (true, false) => Some("0-1"),
            (false, _) => score_of_moves(self, can_move),
        }
    }

    /// Tells whether the side that has just moved is in check. No game of modern comes to such a position; some of
    /// classic do (K9).
    fn is_impossible(&self) -> bool {
        self.castling.is_none() && self.is_in_check(!self.is_white_to_move)
    }
}
