//! Charts of ratings and of games, drawn on a canvas of the crate `render`.

mod ratings;
mod report;
mod score;

use render::{Canvas, Inks, Rgb, Theme, Weight};

pub(crate) use self::{
    ratings::{RatingChart, RatingPanel},
    report::{ScoreBoard, ScoreReport},
    score::{ScoreChart, ScoreLine, ScoreLineKind},
};

/// Returns the color of a line: it contrasts with the frame in every theme.
fn ink(theme: &Theme) -> Rgb {
    match theme.inks {
        Inks::Soft => theme.active.badge,
        Inks::Stark | Inks::Grey => theme.coordinate,
    }
}

/// Returns the color of the grid lines: a quarter of the way from the frame to the color of text.
fn faint(theme: &Theme) -> Rgb {
    let mix = |at: usize| {
        let (ground, text) = (u16::from(theme.frame[at]), u16::from(theme.coordinate[at]));
        u8::try_from((3 * ground + text) / 4).unwrap_or(u8::MAX)
    };
    [mix(0), mix(1), mix(2)]
}

/// Draws a thin grid line from side to side, at a height of whole pixels.
fn rule(canvas: &mut Canvas, (left, right): (f32, f32), y: f32, unit: f32) {
    let thin = (1.5 * unit).max(1.0).round();
    let color = faint(canvas.theme());
    canvas.rectangle((left, y), (right, y + thin), color);
}

/// Draws a label whose end is at `right` and whose vertical middle is at `y`.
fn label(canvas: &mut Canvas, text: &str, size: f32, (right, y): (f32, f32)) {
    let x = right - canvas.text_width(text, Weight::Regular, size);
    let color = canvas.theme().coordinate;
    let base = middle_base(y, size);
    canvas.text(text, Weight::Regular, size, (x, base), color);
}

/// Returns the base line of text of this size whose vertical middle is at `y`.
fn middle_base(y: f32, size: f32) -> f32 {
    y + Canvas::CAP_HEIGHT * size / 2.0
}

#[cfg(test)]
mod tests;
