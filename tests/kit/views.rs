//! Views that do not come from a game.

use rules::{ByColor, Color, Glyph, Marks, PendingDecision, Square, Status, Variant, View};

/// Returns a pair of names.
pub fn names(white: &str, black: &str) -> ByColor<String> {
    ByColor {
        white: white.to_string(),
        black: black.to_string(),
    }
}

/// Returns the square with this name.
///
/// # Panics
///
/// Panics if there is no such square.
#[track_caller]
pub fn at(square: &str) -> Square {
    square.parse().expect("the test names a square")
}

/// Returns a view with White to move, from the first field of a FEN; its pawns are Berolina's.
///
/// # Panics
///
/// Panics if a rank has more than eight squares.
#[track_caller]
pub fn view(board: &str) -> View {
    let mut cells = [None; 64];
    for (row, rank) in board.split('/').zip((0..8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(n_empty) => file += n_empty as u8,
                None => {
                    let square = Square::new(file, rank).expect("the test's board has eight files");
                    cells[square.index()] = Some(glyph(letter));
                    file += 1;
                }
            }
        }
    }
    View {
        variant: Variant::Berolina,
        n_inputs: 0,
        cells,
        marks: Marks::default(),
        powers: ByColor::default(),
        reserves: ByColor::default(),
        status: Status::ToDecide(Color::White),
        pending: PendingDecision::Move,
        turn: None,
        turns: 0,
        position: String::new(),
    }
}

/// Returns the view of the usual start.
pub fn start() -> View {
    view("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
}

fn glyph(letter: char) -> Glyph {
    let color = if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    };
    match letter.to_ascii_uppercase() {
        'K' => Glyph::King(color),
        'Q' => Glyph::Queen(color),
        'R' => Glyph::Rook(color),
        'B' => Glyph::Bishop(color),
        'N' => Glyph::Knight(color),
        _ => Glyph::BerolinaPawn(color),
    }
}
