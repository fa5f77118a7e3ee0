//! Shared helpers of the tests of this crate.

use std::{cell::Cell, thread::LocalKey};

use rules::{Color, PendingDecision};

use crate::{Captions, Mark, Standing, theme::Rgb};

thread_local! {
    /// The number of drawings that this thread has parsed as SVG.
    pub(crate) static N_PARSED: Cell<usize> = const { Cell::new(0) };
    /// The number of drawings that this thread has written as SVG.
    pub(crate) static N_WRITTEN: Cell<usize> = const { Cell::new(0) };
    /// The number of tiles that this thread has drawn.
    pub(crate) static N_DRAWN: Cell<usize> = const { Cell::new(0) };
}

/// Adds one to a counter.
pub(crate) fn count(number: &'static LocalKey<Cell<usize>>) {
    number.set(number.get() + 1);
}

/// Captions with some English words.
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

/// Returns the contrast of two colors by WCAG 2.1: from 1 to 21.
pub(crate) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let luminance = |color: Rgb| {
        let [red, green, blue] = color.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the linear light of a color component, from 0 to 1.
pub(crate) fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}
