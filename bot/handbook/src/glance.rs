//! The moves of a piece at a glance: the squares that it can reach by the rules, by kind of move.

use std::cmp::Ordering;

use rules::{Game, Setup, Square, Variant};

use super::moves::targets;
use text::Text;

/// The squares that a piece can reach, each in one of four lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// Squares for moves and captures; a piece in between blocks the way.
    pub slides: Vec<Square>,
    /// Squares for moves and captures; nothing blocks the way.
    pub leaps: Vec<Square>,
    /// Squares for moves only.
    pub moves: Vec<Square>,
    /// Squares for captures only.
    pub captures: Vec<Square>,
}

impl Glance {
    /// Renders the four lists: `slides to a1 a2`.
    pub fn legend(&self) -> Option<Text> {
        let list = |squares: &[Square]| text::squares(squares, " ");
        let kinds = [
            (&self.slides, text::legend_slides(list(&self.slides))),
            (&self.leaps, text::legend_leaps(list(&self.leaps))),
            (&self.moves, text::legend_moves(list(&self.moves))),
            (&self.captures, text::legend_captures(list(&self.captures))),
        ];
        let shown = kinds.into_iter().filter(|(squares, _)| !squares.is_empty());
        text::clauses(shown.map(|(_, text)| text))
    }
}

/// Finds all squares that a piece of the side to move can reach in a position. Tries each square empty and with a piece
/// of the other side on it.
pub fn glance(setup: &Setup, piece: Square) -> Glance {
    let probe = Probe {
        variant: setup.variant(),
        options: setup
            .options()
            .map(|(option, value)| format!("{}={}", option.name, value.name))
            .collect::<Vec<_>>()
            .join(" "),
        position: Game::new(setup).public_view().as_view().position.clone(),
        piece,
    };
    let mut glance = Glance::default();
    for square in Square::all().filter(|square| *square != piece) {
        let moves = probe.reaches(square, &[(square, None)]);
        let captures = probe.captures(square);
        let kind = match (moves, captures) {
            (true, true) if probe.is_blocked(square) => &mut glance.slides,
            (true, true) => &mut glance.leaps,
            (true, false) => &mut glance.moves,
            (false, true) => &mut glance.captures,
            (false, false) => continue,
        };
        kind.push(square);
    }
    if !glance.slides.is_empty() {
        // The first step of a slide has no square in between, so that it looks like a leap.
        glance.slides.append(&mut glance.leaps);
        glance.slides.sort_by_key(|square| square.index());
    }
    glance
}

/// Tries a piece on variations of a board.
struct Probe {
    variant: Variant,
    options: String,
    position: String,
    piece: Square,
}

impl Probe {
    /// The pieces to try captures on. At least one of them can stand on any square without giving check.
    const PREY: [char; 3] = ['p', 'n', 'b'];

    /// Returns whether the piece can capture on a square.
    fn captures(&self, at: Square) -> bool {
        let takes = |prey| self.reaches(at, &[(at, Some(prey))]);
        Probe::PREY.into_iter().any(takes)
    }

    /// Returns whether the piece can go to a square after these changes to the board.
    fn reaches(&self, to: Square, changes: &[(Square, Option<char>)]) -> bool {
        self.game(changes)
            .is_some_and(|game| targets(&game, self.piece).contains(&to))
    }

    /// Returns whether a piece in between stops the piece on its way to a square.
    fn is_blocked(&self, to: Square) -> bool {
        let between = between(self.piece, to);
        let passes = |prey| {
            let blocks: Vec<_> = between.iter().map(|at| (*at, Some(prey))).collect();
            self.reaches(to, &blocks)
        };
        !between.is_empty() && !Probe::PREY.into_iter().any(passes)
    }

    fn game(&self, changes: &[(Square, Option<char>)]) -> Option<Game> {
        let (board, rest) = self.position.split_once(' ')?;
        let mut cells = cells(board)?;
        for (square, content) in changes {
            cells[square.index()] = *content;
        }
        let position = format!("{} {rest}", written(&cells));
        let setup = Setup::with_position(self.variant, &self.options, &position).ok()?;
        Some(Game::new(&setup))
    }
}

/// Parses a board in Forsyth's notation into the content of each square, by the index of the square.
fn cells(board: &str) -> Option<[Option<char>; 64]> {
    let mut cells = [None; 64];
    for (row, line) in board.split('/').enumerate() {
        let mut file = 0;
        for c in line.chars() {
            match c.to_digit(10) {
                Some(n_empty) => file += n_empty as usize,
                None => {
                    *cells.get_mut((7_usize.checked_sub(row)?) * 8 + file)? = Some(c);
                    file += 1;
                }
            }
        }
    }
    Some(cells)
}

fn written(cells: &[Option<char>; 64]) -> String {
    let rows = cells.chunks(8).rev().map(|row| {
        let cell = |cell: &Option<char>| cell.unwrap_or('1');
        row.iter().map(cell).collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Returns the squares between two squares in line. Returns none if the two are adjacent or not in line.
fn between(from: Square, to: Square) -> Vec<Square> {
    let along = |from: u8, to: u8, step: u8| match to.cmp(&from) {
        Ordering::Less => from - step,
        Ordering::Equal => from,
        Ordering::Greater => from + step,
    };
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    if files != 0 && ranks != 0 && files != ranks {
        return Vec::new();
    }
    (1..files.max(ranks))
        .filter_map(|step| {
            let file = along(from.file(), to.file(), step);
            Square::new(file, along(from.rank(), to.rank(), step))
        })
        .collect()
}
