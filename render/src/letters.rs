//! The letters a to h and the digits as outlines, for coordinates and numbers.
//!
//! They are those of Noto Sans Bold, and equal its glyphs at each size to the last bit.

use std::sync::LazyLock;

use tiny_skia::{Path, PathBuilder};

/// The font size in units of the outlines.
const UNITS: i64 = 2048;

/// The outline of a letter.
struct Letter {
    name: char,
    /// The distance to the next letter.
    advance: i64,
    contours: Vec<Vec<Point>>,
}

/// A point of a contour.
#[derive(Clone, Copy)]
struct Point {
    x: i64,
    y: i64,
    /// True if the contour passes through it; otherwise it controls a curve.
    is_on: bool,
}

static LETTERS: LazyLock<Vec<Letter>> = LazyLock::new(|| {
    let lines = include_str!("../art/letters.txt").lines();
    let letters = lines.filter(|line| !line.starts_with('#')).map(letter);
    letters
        .collect::<Option<_>>()
        .expect("the embedded outlines are whole")
});

/// Parses a line of the file of outlines, which describes its form.
fn letter(line: &str) -> Option<Letter> {
    let (name, rest) = line.split_once(' ')?;
    let (advance, contours) = rest.split_once(' ')?;
    let contour = |points: &str| points.split_whitespace().map(point).collect();
    Some(Letter {
        name: name.parse().ok()?,
        advance: advance.parse().ok()?,
        contours: contours.split('/').map(contour).collect::<Option<_>>()?,
    })
}

fn point(text: &str) -> Option<Point> {
    let (x, y) = text.trim_end_matches('*').split_once(',')?;
    Some(Point {
        x: x.parse().ok()?,
        y: y.parse().ok()?,
        is_on: !text.ends_with('*'),
    })
}

/// Returns the letters of a text, without the characters that have no outline.
fn letters(text: &str) -> impl Iterator<Item = &'static Letter> {
    text.chars()
        .filter_map(|c| LETTERS.iter().find(|letter| letter.name == c))
}

/// Returns the width of a text in pixels, at a font size of `size` pixels.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let scale = Scale::new(size);
    letters(text).map(|letter| scale.advance(letter)).sum()
}

/// Returns the outline of a text at a font size of `size` pixels, from `x` on the base line `y` to the right. Returns `None` if
/// nothing is visible.
pub(crate) fn outline(text: &str, size: f32, x: f32, y: f32) -> Option<Path> {
    let scale = Scale::new(size);
    let mut path = PathBuilder::new();
    let mut left = x;
    for letter in letters(text) {
        for contour in &letter.contours {
            let points: Vec<Point> = contour.iter().map(|point| scale.point(*point)).collect();
            draw(&points, (left, y), &mut path);
        }
        left += scale.advance(letter);
    }
    path.finish()
}

/// The number of 64ths of a pixel in a unit, times 65,536. Font rasterizers calculate in these units, and round to them.
struct Scale(i64);

impl Scale {
    fn new(size: f32) -> Scale {
        Scale((((size * 64.0) as i64) * 65_536 + UNITS / 2) / UNITS)
    }

    /// Returns a point in 64ths of a pixel.
    fn point(&self, point: Point) -> Point {
        let scaled = |units: i64| {
            let product = units * self.0;
            (product + 32_768 - i64::from(product < 0)) >> 16
        };
        Point {
            x: scaled(point.x),
            y: scaled(point.y),
            ..point
        }
    }

    /// Returns the distance from a letter to the next one, in pixels.
    fn advance(&self, letter: &Letter) -> f32 {
        ((self.0 * letter.advance + 32) / 64) as f32 / 65_536.0
    }
}

/// Draws a contour with points in 64ths of a pixel, which begins with a point on it. The vertical axis of a picture points down.
fn draw(contour: &[Point], (left, base): (f32, f32), path: &mut PathBuilder) {
    let Some((first, others)) = contour.split_first() else {
        return;
    };
    let place = |point: Point| (left + point.x as f32 / 64.0, base - point.y as f32 / 64.0);
    let curve = |path: &mut PathBuilder, control: Point, end: Point| {
        let ((control_x, control_y), (x, y)) = (place(control), place(end));
        path.quad_to(control_x, control_y, x, y);
    };
    let (x, y) = place(*first);
    path.move_to(x, y);
    let mut control: Option<Point> = None;
    for point in others {
        if let Some(control) = control {
            let end = if point.is_on {
                *point
            } else {
                middle(control, *point)
            };
            curve(path, control, end);
        } else if point.is_on {
            let (x, y) = place(*point);
            path.line_to(x, y);
        }
        control = (!point.is_on).then_some(*point);
    }
    if let Some(control) = control {
        curve(path, control, *first);
    }
    path.close();
}

/// Returns the point in the middle of two control points.
fn middle(one: Point, other: Point) -> Point {
    Point {
        x: (one.x + other.x) / 2,
        y: (one.y + other.y) / 2,
        is_on: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::Fonts;

    #[test]
    fn the_outlines_are_those_of_the_font_at_every_size() {
        let bold = Fonts::new().bold;
        for text in ["0123456789", "a", "b", "cdef", "gh"] {
            for tenths in (10..900).step_by(7) {
                let size = tenths as f32 / 10.0;
                assert_eq!(
                    width(text, size),
                    bold.width(text, size),
                    "{text} at {size}"
                );
                let (own, expected) = (
                    outline(text, size, 3.3, 90.7),
                    bold.outline(text, size, 3.3, 90.7),
                );
                assert_eq!(own, expected, "{text} at {size}");
            }
        }
    }

    #[test]
    fn characters_without_an_outline_take_no_room() {
        assert_eq!(width("x", 20.0), 0.0);
        assert_eq!(outline("x ", 20.0, 0.0, 0.0), None);
    }
}
