//! Slow, obvious second generators, one file for each variant.
//!
//! A witness is written from the law alone and shares nothing with the `rules` crate, not even its types: it exchanges
//! texts of actions and positions. A reader must be able to verify it, so it tries everything on an array instead of
//! being clever.

mod bario;
mod baroque;
mod baroque_pure;
mod berolina;
mod chakart;

use std::collections::BTreeMap;

pub(crate) use self::{baroque_pure::Position as BaroquePure, chakart::kind as kind_in_chakart};

/// A position as a witness sees it.
pub(crate) trait Witness {
    /// Writes the position text.
    fn write(&self) -> String;

    /// Tells whether White is to move or decide.
    fn is_white_to_move(&self) -> bool;

    /// Returns every legal decision with all its outcomes.
    fn decisions(&self) -> BTreeMap<String, Outcomes>;

    /// Returns the square of the king of a side if it is in check.
    fn check(&self, white: bool) -> Option<String>;

    /// Returns the result if the game is over, given whether there is a decision.
    fn score(&self, can_move: bool) -> Option<&'static str> {
        score_of_moves(self, can_move)
    }

    /// Returns the key that repeated positions share, or nothing where a third occurrence ends no game.
    fn key(&self) -> Option<String> {
        None
    }

    /// Tells whether no game reaches this position: the side that has just moved is in check.
    fn is_impossible(&self) -> bool {
        self.check(!self.is_white_to_move()).is_some()
    }
}

/// All outcomes of a decision, each with the denominator of its chance.
pub(crate) type Outcomes = Vec<(u128, Box<dyn Witness>)>;

/// Reads a position text of a variant under its options; returns `None` if it is none.
pub(crate) fn read(variant: &str, options: &str, text: &str) -> Option<Box<dyn Witness>> {
    Some(match variant {
        "bario" => Box::new(bario::Position::read(text)?),
        "baroque" => Box::new(baroque::Position::read(options, text)?),
        "berolina" => Box::new(berolina::Position::read(text)?),
        "chakart" => Box::new(chakart::Position::read(text)?),
        _ => panic!("{variant} has no witness"),
    })
}

/// Returns a loss for a side in check without a move, and a draw for one not in check.
fn score_of_moves<W: Witness + ?Sized>(witness: &W, can_move: bool) -> Option<&'static str> {
    let white = witness.is_white_to_move();
    match witness.check(white) {
        _ if can_move => None,
        Some(_) => Some(if white { "0-1" } else { "1-0" }),
        None => Some("1/2-1/2"),
    }
}

/// Wraps decisions that leave nothing to chance.
fn certain<P: Witness + 'static>(moves: BTreeMap<String, P>) -> BTreeMap<String, Outcomes> {
    let outcome = |after| (1, Box::new(after) as Box<dyn Witness>);
    let moves = moves.into_iter();
    moves
        .map(|(action, after)| (action, vec![outcome(after)]))
        .collect()
}

/// File and rank, each from 0 to 7 on the board.
pub(crate) type Coordinates = (i8, i8);

pub(crate) const ORTHOGONAL: [Coordinates; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL: [Coordinates; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL: [Coordinates; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
pub(crate) const LEAPS: [Coordinates; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The letters of position texts by rank, then by file; `.` is an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board([[char; 8]; 8]);

impl Board {
    /// An empty board.
    pub(crate) const EMPTY: Board = Board([['.'; 8]; 8]);

    /// Reads rows, the eighth rank first; returns `None` if they are not eight of eight squares.
    pub(crate) fn read(text: &str) -> Option<Board> {
        let mut rows = Vec::new();
        for row in text.split('/').rev() {
            let mut cells = Vec::new();
            for letter in row.chars() {
                match letter {
                    '1'..='8' => cells.extend(['.'; 8].iter().take(letter as usize - '0' as usize)),
                    _ => cells.push(letter),
                }
            }
            rows.push(<[char; 8]>::try_from(cells).ok()?);
        }
        Some(Board(rows.try_into().ok()?))
    }

    pub(crate) fn write(&self) -> String {
        let row = |row: &[char; 8]| {
            let mut text = String::from_iter(row);
            for n_empty in (1..=8).rev() {
                text = text.replace(&".".repeat(n_empty), &n_empty.to_string());
            }
            text
        };
        let rows: Vec<String> = self.0.iter().rev().map(row).collect();
        rows.join("/")
    }

    /// Returns the letter on a square, or `#` off the board, where no piece can go.
    pub(crate) fn at(&self, (file, rank): Coordinates) -> char {
        if is_on_board((file, rank)) {
            self.0[rank as usize][file as usize]
        } else {
            '#'
        }
    }

    pub(crate) fn put(&mut self, (file, rank): Coordinates, letter: char) {
        self.0[rank as usize][file as usize] = letter;
    }
}

/// Returns every square, a1 first, then b1.
pub(crate) fn squares() -> impl Iterator<Item = Coordinates> {
    (0..64).map(|index| (index % 8, index / 8))
}

fn is_on_board((file, rank): Coordinates) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

pub(crate) fn name((file, rank): Coordinates) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn plus(a: Coordinates, b: Coordinates) -> Coordinates {
    (a.0 + b.0, a.1 + b.1)
}

/// Returns the letter of a piece of this side.
pub(crate) fn colored(letter: char, white: bool) -> char {
    if white {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}
