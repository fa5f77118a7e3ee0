//! What the tests of this crate share.

use std::{cell::Cell, thread::LocalKey};

use rules::{ByColor, Color, Glyph, Marks, PendingDecision, Square, Status, Variant, View};

use crate::theme::Rgb;

thread_local! {
    /// How many drawings were read as SVG by this thread.
    pub(crate) static N_PARSED: Cell<usize> = const { Cell::new(0) };
    /// How many tiles were drawn by this thread.
    pub(crate) static N_DRAWN: Cell<usize> = const { Cell::new(0) };
}

/// One more.
pub(crate) fn count(number: &'static LocalKey<Cell<usize>>) {
    number.set(number.get() + 1);
}

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
        pending: PendingDecision::Move,
        turn: None,
        turns: 0,
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

/// The contrast of two colors as WCAG 2.1 defines it: from 1 to 21.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let [red, green, blue] = color.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// How much light a part of a color is, from 0 to 1.
pub(crate) fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

/// Pixels below 90: noise and stretches, always the same for the same seed.
pub(crate) fn noise(width: usize, height: usize, seed: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut pixels: Vec<u8> = Vec::new();
    while pixels.len() < width * height {
        let length = 1 + next() as usize % (2 * width);
        let here = pixels.len();
        match next() % 4 {
            // As in the row above, as a little beside it, all alike, or anything.
            0 if here >= width => {
                (0..length).for_each(|_| pixels.push(pixels[pixels.len() - width]))
            }
            1 if here > width => {
                (0..length).for_each(|_| pixels.push(pixels[pixels.len() - width - 1]))
            }
            2 => pixels.extend(std::iter::repeat_n(next() as u8 % 90, length)),
            _ => pixels.extend((0..length % 9).map(|_| next() as u8 % 90)),
        }
    }
    pixels.truncate(width * height);
    pixels
}
