//! What is drawn as drawings: pieces, objects, powers and marks.

use std::{collections::HashMap, error, fmt};

use rules::{Color, Glyph, Power};
use usvg::{ImageHrefResolver, Options, Tree};

use crate::{Mark, theme::Inks};

/// Something that a [`PieceSet`] has a drawing of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Drawing {
    /// What stands on a square.
    Glyph(Glyph),
    /// The star under a king in check.
    Check,
    /// The ice under a piece that cannot move.
    Frozen,
    /// The mark over a piece that the other side does not see.
    Unseen,
    /// The mark over a piece that was captured.
    Gone,
    /// The frame under a piece that is chosen.
    Chosen,
    /// The mark of an empty square where the chosen piece may go.
    Target,
    /// The mark under what stands where the chosen piece may go.
    TargetTaken,
    /// The corners around what forbids a move.
    Cause,
    /// A power that a side still has.
    Power(Power),
    /// A power that a side has used.
    PowerUsed(Power),
    /// A mark of a diagram.
    Mark(Mark),
}

/// The name: `white-king`, `egg`, `check`, `shell-used`. No two drawings share one.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawing::Glyph(glyph) => {
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
            Drawing::Check => f.write_str("check"),
            Drawing::Frozen => f.write_str("frozen"),
            Drawing::Unseen => f.write_str("unseen"),
            Drawing::Gone => f.write_str("gone"),
            Drawing::Chosen => f.write_str("chosen"),
            Drawing::Target => f.write_str("target"),
            Drawing::TargetTaken => f.write_str("target-taken"),
            Drawing::Cause => f.write_str("cause"),
            Drawing::Power(power) => f.write_str(power.name()),
            Drawing::PowerUsed(power) => write!(f, "{}-used", power.name()),
            Drawing::Mark(mark) => f.write_str(match mark {
                Mark::Slide => "mark-slide",
                Mark::Leap => "mark-leap",
                Mark::MoveOnly => "mark-move",
                Mark::CaptureOnly => "mark-capture",
                Mark::Noted => "mark-noted",
            }),
        }
    }
}

/// Drawings of all that pictures are made of, each an SVG document.
///
/// ```
/// use render::{Drawing, PieceSet, Renderer};
/// use rules::Glyph;
///
/// // All as usual, but for another egg.
/// let egg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#fbf4e0"/></svg>"##;
/// let own = [(Drawing::Glyph(Glyph::Egg), egg)];
/// let pieces = PieceSet::new(PieceSet::standard().chain(own))?;
/// let renderer = Renderer::with_pieces(pieces);
/// # Ok::<(), render::PieceSetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PieceSet(HashMap<Drawing, Inked>);

/// A drawing in its own inks and in pure black and white.
#[derive(Clone, Debug)]
struct Inked {
    soft: Tree,
    stark: Tree,
}

impl PieceSet {
    /// How long a drawing may be, in bytes.
    pub const LONGEST: usize = 64 << 10;

    /// A set of these drawings; of several of the same thing the last one counts.
    ///
    /// Each is drawn over the whole of a square, so it is as wide as high and brings a margin of its own. It shows what
    /// [`usvg`] makes of it: no text (letters are to be outlines), no image, nothing from another file. A theme with
    /// [stark inks](Inks::Stark) makes `#26303d` and `#435367` black in it, and `#fbfcfd`, `#d3dce6` and `#e8edf2` white.
    ///
    /// # Errors
    ///
    /// Some drawings cannot be used or are missing; all of them are named.
    pub fn new<'a>(
        sources: impl IntoIterator<Item = (Drawing, &'a str)>,
    ) -> Result<PieceSet, PieceSetError> {
        let sources: HashMap<Drawing, &str> = sources.into_iter().collect();
        let mut drawings = HashMap::new();
        let mut flaws = Vec::new();
        for drawing in Drawing::all() {
            let source = sources.get(&drawing).ok_or(PieceFlaw::Missing);
            match source.and_then(|source| Inked::new(source)) {
                Ok(inked) => drop(drawings.insert(drawing, inked)),
                Err(flaw) => flaws.push((drawing, flaw)),
            }
        }
        if flaws.is_empty() {
            Ok(PieceSet(drawings))
        } else {
            Err(PieceSetError { flaws })
        }
    }

    /// The drawings that pictures are made of unless others are given.
    pub fn standard<'a>() -> impl Iterator<Item = (Drawing, &'a str)> {
        Drawing::all().map(|drawing| (drawing, drawing.standard()))
    }

    /// A drawing in the inks of a theme.
    pub(crate) fn tree(&self, drawing: Drawing, inks: Inks) -> &Tree {
        let inked = self.0.get(&drawing).expect("a set has every drawing");
        match inks {
            Inks::Soft => &inked.soft,
            Inks::Stark | Inks::Grey => &inked.stark,
        }
    }
}

impl Default for PieceSet {
    /// The [standard drawings](PieceSet::standard).
    fn default() -> PieceSet {
        PieceSet::new(PieceSet::standard()).expect("the embedded drawings are whole")
    }
}

impl Inked {
    fn new(source: &str) -> Result<Inked, PieceFlaw> {
        if source.len() > PieceSet::LONGEST {
            return Err(PieceFlaw::TooLong);
        }
        let mut stark = source.to_string();
        for (soft, pure) in STARK {
            stark = stark.replace(soft, pure);
        }
        Ok(Inked {
            soft: tree(source)?,
            stark: tree(&stark)?,
        })
    }
}

/// The colors of the drawings that have a stark twin: of white and black pieces the ink, the body and its shaded half.
const STARK: [(&str, &str); 5] = [
    ("#26303d", "#000000"),
    ("#435367", "#000000"),
    ("#fbfcfd", "#ffffff"),
    ("#d3dce6", "#ffffff"),
    ("#e8edf2", "#ffffff"),
];

fn tree(source: &str) -> Result<Tree, PieceFlaw> {
    #[cfg(test)]
    crate::testing::count(&crate::testing::N_PARSED);
    let options = Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    let tree =
        Tree::from_str(source, &options).map_err(|error| PieceFlaw::NotSvg(error.to_string()))?;
    if tree.size().width() != tree.size().height() {
        return Err(PieceFlaw::NotSquare);
    }
    Ok(tree)
}

/// Some drawings cannot be used or are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSetError {
    /// Each of them, and why.
    pub flaws: Vec<(Drawing, PieceFlaw)>,
}

/// Why a drawing cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceFlaw {
    /// There is none.
    Missing,
    /// It has more than [`PieceSet::LONGEST`] bytes.
    TooLong,
    /// It cannot be read as SVG, for this reason.
    NotSvg(String),
    /// It is not as wide as high.
    NotSquare,
}

impl fmt::Display for PieceSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("drawings cannot be used: ")?;
        for (number, (drawing, flaw)) in self.flaws.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}{drawing} {flaw}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PieceFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceFlaw::Missing => f.write_str("is missing"),
            PieceFlaw::TooLong => write!(f, "has more than {} bytes", PieceSet::LONGEST),
            PieceFlaw::NotSvg(reason) => write!(f, "is no SVG ({reason})"),
            PieceFlaw::NotSquare => f.write_str("is not as wide as high"),
        }
    }
}

impl error::Error for PieceSetError {}

/// A file of the embedded drawings.
macro_rules! art {
    ($name:literal) => {
        include_str!(concat!("../art/", $name, ".svg"))
    };
}

impl Drawing {
    /// Everything that a set has a drawing of.
    pub fn all() -> impl Iterator<Item = Drawing> {
        let powers = [Power::Shell, Power::Stealth].into_iter();
        let glyphs = Glyph::ALL.into_iter().map(Drawing::Glyph);
        let marks = Mark::ALL.into_iter().map(Drawing::Mark);
        glyphs
            .chain([
                Drawing::Check,
                Drawing::Frozen,
                Drawing::Unseen,
                Drawing::Gone,
                Drawing::Chosen,
                Drawing::Target,
                Drawing::TargetTaken,
                Drawing::Cause,
            ])
            .chain(powers.flat_map(|power| [Drawing::Power(power), Drawing::PowerUsed(power)]))
            .chain(marks)
    }

    const fn standard(self) -> &'static str {
        match self {
            Drawing::Glyph(Glyph::King(Color::White)) => art!("wk"),
            Drawing::Glyph(Glyph::King(Color::Black)) => art!("bk"),
            Drawing::Glyph(Glyph::Queen(Color::White)) => art!("wq"),
            Drawing::Glyph(Glyph::Queen(Color::Black)) => art!("bq"),
            Drawing::Glyph(Glyph::Rook(Color::White)) => art!("wr"),
            Drawing::Glyph(Glyph::Rook(Color::Black)) => art!("br"),
            Drawing::Glyph(Glyph::Bishop(Color::White)) => art!("wb"),
            Drawing::Glyph(Glyph::Bishop(Color::Black)) => art!("bb"),
            Drawing::Glyph(Glyph::Knight(Color::White)) => art!("wn"),
            Drawing::Glyph(Glyph::Knight(Color::Black)) => art!("bn"),
            Drawing::Glyph(Glyph::Pawn(Color::White)) => art!("wp"),
            Drawing::Glyph(Glyph::Pawn(Color::Black)) => art!("bp"),
            Drawing::Glyph(Glyph::BerolinaPawn(Color::White)) => art!("wberolina"),
            Drawing::Glyph(Glyph::BerolinaPawn(Color::Black)) => art!("bberolina"),
            Drawing::Glyph(Glyph::Immobilizer(Color::White)) => art!("wimmobilizer"),
            Drawing::Glyph(Glyph::Immobilizer(Color::Black)) => art!("bimmobilizer"),
            Drawing::Glyph(Glyph::Undefined(Color::White)) => art!("wundefined"),
            Drawing::Glyph(Glyph::Undefined(Color::Black)) => art!("bundefined"),
            Drawing::Glyph(Glyph::Mushroom) => art!("mushroom"),
            Drawing::Glyph(Glyph::Egg) => art!("egg"),
            Drawing::Glyph(Glyph::Banana) => art!("banana"),
            Drawing::Glyph(Glyph::Bomb) => art!("bomb"),
            Drawing::Check => art!("check"),
            Drawing::Frozen => art!("frozen"),
            Drawing::Unseen => art!("unseen"),
            Drawing::Gone => art!("gone"),
            Drawing::Chosen => art!("chosen"),
            Drawing::Target => art!("target-dot"),
            Drawing::TargetTaken => art!("target-ring"),
            Drawing::Cause => art!("cause"),
            Drawing::Power(Power::Shell) => art!("shell"),
            Drawing::PowerUsed(Power::Shell) => art!("shell-used"),
            Drawing::Power(Power::Stealth) => art!("stealth"),
            Drawing::PowerUsed(Power::Stealth) => art!("stealth-used"),
            Drawing::Mark(Mark::Slide) => art!("mark-slide"),
            Drawing::Mark(Mark::Leap) => art!("mark-leap"),
            Drawing::Mark(Mark::MoveOnly) => art!("mark-move"),
            Drawing::Mark(Mark::CaptureOnly) => art!("mark-capture"),
            Drawing::Mark(Mark::Noted) => art!("mark-noted"),
        }
    }
}

#[cfg(test)]
mod tests;
