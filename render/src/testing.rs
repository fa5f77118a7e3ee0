//! What the tests of this crate share.

use rules::{ByColor, Color, Due, Glyph, Marks, Square, Status, Variant, View};

/// Two names.
pub(crate) fn names(white: &str, black: &str) -> ByColor<String> {
    ByColor {
        white: white.to_string(),
        black: black.to_string(),
    }
}

/// A square by name.
pub(crate) fn at(square: &str) -> Square {
    square.parse().expect("the test names a square")
}

/// A view with White to move, from the first field of a FEN; its pawns are Berolina's.
pub(crate) fn view(board: &str) -> View {
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
        ply: 0,
        cells,
        marks: Marks::default(),
        powers: ByColor::default(),
        reserves: ByColor::default(),
        status: Status::ToDecide(Color::White),
        due: Due::Move,
        turn: None,
        position: String::new(),
    }
}

/// The usual start.
pub(crate) fn start() -> View {
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
