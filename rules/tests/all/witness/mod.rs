//! Slow, obvious second generators, one file for each variant.
//!
//! A witness is written from the law alone and shares nothing with the `rules` crate, not even its types: it speaks in
//! texts of actions and positions. It is to be believed by reading it, so it tries everything on an array instead of
//! being clever.

pub(crate) mod bario;
pub(crate) mod baroque;
pub(crate) mod berolina;
pub(crate) mod chakart;

/// File and rank, each from 0 to 7 on the board.
type At = (i8, i8);

const ORTHOGONAL: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [At; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALL: [At; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
const LEAPS: [At; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// What stands where, in the letters of position texts, `.` where nothing does; by rank, then by file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board([[char; 8]; 8]);

impl Board {
    /// Reads rows, the eighth rank first; `None` if they are not eight of eight squares.
    fn read(text: &str) -> Option<Board> {
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

    fn write(&self) -> String {
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

    /// What stands there; `#` off the board, where nothing can go.
    fn at(&self, (file, rank): At) -> char {
        if is_on_board((file, rank)) {
            self.0[rank as usize][file as usize]
        } else {
            '#'
        }
    }

    fn put(&mut self, (file, rank): At, letter: char) {
        self.0[rank as usize][file as usize] = letter;
    }
}

/// Every square, a1 first, then b1.
fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|index| (index % 8, index / 8))
}

fn is_on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn plus(a: At, b: At) -> At {
    (a.0 + b.0, a.1 + b.1)
}

/// The letter of a piece of this side.
fn colored(letter: char, white: bool) -> char {
    if white {
        letter.to_ascii_uppercase()
    } else {
        letter.to_ascii_lowercase()
    }
}
