//! What the tests of this crate share.

use std::{cell::Cell, thread::LocalKey};

use rules::{Color, PendingDecision};

use crate::{Captions, Mark, Standing, theme::Rgb};

thread_local! {
    /// How many drawings were read as SVG by this thread.
    pub(crate) static N_PARSED: Cell<usize> = const { Cell::new(0) };
    /// How many drawings were written as SVG by this thread.
    pub(crate) static N_WRITTEN: Cell<usize> = const { Cell::new(0) };
    /// How many tiles were drawn by this thread.
    pub(crate) static N_DRAWN: Cell<usize> = const { Cell::new(0) };
}

/// One more.
pub(crate) fn count(number: &'static LocalKey<Cell<usize>>) {
    number.set(number.get() + 1);
}

/// Some words.
pub(crate) struct SomeCaptions;

impl Captions for SomeCaptions {
    fn side(&self, color: Color) -> String {
        color.to_string()
    }

    fn standing(&self, _color: Color, standing: Standing) -> Option<String> {
        match standing {
            Standing::Waits => None,
            Standing::ToDecide { check: true, .. } => Some("in check, decides".to_owned()),
            Standing::ToDecide {
                pending: PendingDecision::Move,
                ..
            } => Some("decides".to_owned()),
            Standing::ToDecide { .. } => Some("decides something else".to_owned()),
            Standing::Over(_) => Some("ended".to_owned()),
        }
    }

    fn mark(&self, mark: Mark) -> String {
        format!("{mark:?}")
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
