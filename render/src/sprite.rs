//! The subjects of drawings: pieces, objects, powers and marks.

use std::fmt;

use rules::{Color, Glyph, Power};

use crate::Mark;

/// The subject of a drawing in a [`PieceSet`](crate::PieceSet).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sprite {
    /// A glyph on a square.
    Glyph(Glyph),
    /// The star under a king in check.
    Check,
    /// The ice under a piece that cannot move.
    Frozen,
    /// The mark over a piece that the other side does not see.
    Unseen,
    /// The mark over a captured piece.
    Gone,
    /// The frame under the chosen piece.
    Chosen,
    /// The mark of an empty target square of the chosen piece.
    Target,
    /// The mark of an occupied target square of the chosen piece.
    TargetTaken,
    /// The corners around a square that makes a move illegal.
    Cause,
    /// A power that a side still has.
    Power(Power),
    /// A power that a side has used.
    PowerUsed(Power),
    /// A mark of a diagram.
    Mark(Mark),
}

/// Writes the name: `white-king`, `egg`, `check`, `shell-used`. No two drawings share one.
impl fmt::Display for Sprite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sprite::Glyph(glyph) => {
                if let Some(color) = glyph.color() {
                    f.write_str(match color {
                        Color::White => "white-",
                        Color::Black => "black-",
                    })?;
                }
                f.write_str(match glyph {
                    Glyph::BerolinaPawn(_) => "berolina-pawn",
                    Glyph::Undefined(_) => "undefined",
                    glyph => glyph.name(),
                })
            }
            Sprite::Check => f.write_str("check"),
            Sprite::Frozen => f.write_str("frozen"),
            Sprite::Unseen => f.write_str("unseen"),
            Sprite::Gone => f.write_str("gone"),
            Sprite::Chosen => f.write_str("chosen"),
            Sprite::Target => f.write_str("target"),
            Sprite::TargetTaken => f.write_str("target-taken"),
            Sprite::Cause => f.write_str("cause"),
            Sprite::Power(power) => f.write_str(power.name()),
            Sprite::PowerUsed(power) => write!(f, "{}-used", power.name()),
            Sprite::Mark(mark) => f.write_str(match mark {
                Mark::Slide => "mark-slide",
                Mark::Leap => "mark-leap",
                Mark::MoveOnly => "mark-move",
                Mark::CaptureOnly => "mark-capture",
                Mark::Noted => "mark-noted",
            }),
        }
    }
}

/// Includes a file of the embedded drawings.
macro_rules! art {
    ($name:literal) => {
        include_str!(concat!("../art/", $name, ".svg"))
    };
}

impl Sprite {
    /// Returns the subjects of all drawings.
    pub fn all() -> impl Iterator<Item = Sprite> {
        let powers = [Power::Shell, Power::Stealth].into_iter();
        let glyphs = Glyph::ALL.into_iter().map(Sprite::Glyph);
        let marks = Mark::ALL.into_iter().map(Sprite::Mark);
        glyphs
            .chain([
                Sprite::Check,
                Sprite::Frozen,
                Sprite::Unseen,
                Sprite::Gone,
                Sprite::Chosen,
                Sprite::Target,
                Sprite::TargetTaken,
                Sprite::Cause,
            ])
            .chain(powers.flat_map(|power| [Sprite::Power(power), Sprite::PowerUsed(power)]))
            .chain(marks)
    }

    pub(crate) const fn standard(self) -> &'static str {
        match self {
            Sprite::Glyph(Glyph::King(Color::White)) => art!("wk"),
            Sprite::Glyph(Glyph::King(Color::Black)) => art!("bk"),
            Sprite::Glyph(Glyph::Queen(Color::White)) => art!("wq"),
            Sprite::Glyph(Glyph::Queen(Color::Black)) => art!("bq"),
            Sprite::Glyph(Glyph::Rook(Color::White)) => art!("wr"),
            Sprite::Glyph(Glyph::Rook(Color::Black)) => art!("br"),
            Sprite::Glyph(Glyph::Bishop(Color::White)) => art!("wb"),
            Sprite::Glyph(Glyph::Bishop(Color::Black)) => art!("bb"),
            Sprite::Glyph(Glyph::Knight(Color::White)) => art!("wn"),
            Sprite::Glyph(Glyph::Knight(Color::Black)) => art!("bn"),
            Sprite::Glyph(Glyph::Pawn(Color::White)) => art!("wp"),
            Sprite::Glyph(Glyph::Pawn(Color::Black)) => art!("bp"),
            Sprite::Glyph(Glyph::BerolinaPawn(Color::White)) => art!("wberolina"),
            Sprite::Glyph(Glyph::BerolinaPawn(Color::Black)) => art!("bberolina"),
            Sprite::Glyph(Glyph::Immobilizer(Color::White)) => art!("wimmobilizer"),
            Sprite::Glyph(Glyph::Immobilizer(Color::Black)) => art!("bimmobilizer"),
            Sprite::Glyph(Glyph::Undefined(Color::White)) => art!("wundefined"),
            Sprite::Glyph(Glyph::Undefined(Color::Black)) => art!("bundefined"),
            Sprite::Glyph(Glyph::Mushroom) => art!("mushroom"),
            Sprite::Glyph(Glyph::Egg) => art!("egg"),
            Sprite::Glyph(Glyph::Banana) => art!("banana"),
            Sprite::Glyph(Glyph::Bomb) => art!("bomb"),
            Sprite::Check => art!("check"),
            Sprite::Frozen => art!("frozen"),
            Sprite::Unseen => art!("unseen"),
            Sprite::Gone => art!("gone"),
            Sprite::Chosen => art!("chosen"),
            Sprite::Target => art!("target-dot"),
            Sprite::TargetTaken => art!("target-ring"),
            Sprite::Cause => art!("cause"),
            Sprite::Power(Power::Shell) => art!("shell"),
            Sprite::PowerUsed(Power::Shell) => art!("shell-used"),
            Sprite::Power(Power::Stealth) => art!("stealth"),
            Sprite::PowerUsed(Power::Stealth) => art!("stealth-used"),
            Sprite::Mark(Mark::Slide) => art!("mark-slide"),
            Sprite::Mark(Mark::Leap) => art!("mark-leap"),
            Sprite::Mark(Mark::MoveOnly) => art!("mark-move"),
            Sprite::Mark(Mark::CaptureOnly) => art!("mark-capture"),
            Sprite::Mark(Mark::Noted) => art!("mark-noted"),
        }
    }
}

#[cfg(test)]
mod tests;
