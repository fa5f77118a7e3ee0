//! The drawings in pictures: pieces, objects, powers and marks.

use std::{collections::HashMap, error, fmt, sync::OnceLock};

use rules::{Color, Glyph, Power};
use usvg::{ImageHrefResolver, Options, Tree};

use crate::{Mark, svg, theme::Inks};

/// The subject of a drawing in a [`PieceSet`].
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

/// The drawings of all parts of pictures, each an SVG document.
///
/// ```
/// use render::{Sprite, PieceSet, Renderer};
/// use rules::Glyph;
///
/// // All as usual, but for another egg.
/// let egg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#fbf4e0"/></svg>"##;
/// let own = [(Sprite::Glyph(Glyph::Egg), egg)];
/// let pieces = PieceSet::new(PieceSet::standard().chain(own))?;
/// let renderer = Renderer::with_pieces(pieces);
/// # Ok::<(), render::PieceSetError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PieceSet(HashMap<Sprite, Inked>);

/// A drawing in its own inks and in pure black and white.
#[derive(Clone, Debug)]
struct Inked {
    soft: Tree,
    stark: Tree,
    symbols: Symbols,
}

/// A drawing as an SVG symbol, in each kind of inks; written on first use.
#[derive(Clone, Debug, Default)]
struct Symbols {
    soft: OnceLock<String>,
    stark: OnceLock<String>,
    grey: OnceLock<String>,
}

impl PieceSet {
    /// The maximum size of a drawing, in bytes.
    pub const LONGEST: usize = 64 << 10;

    /// Makes a set of these drawings; for several drawings of one subject the last one counts.
    ///
    /// Each drawing covers a whole square, so its width and height are equal and it includes a margin. It shows the
    /// output of [`usvg`]: no text (letters have to be outlined), no image, nothing from another file. A theme with
    /// [stark inks](Inks::Stark) turns `#26303d` and `#435367` in it to black, and `#fbfcfd`, `#d3dce6` and `#e8edf2`
    /// to white.
    ///
    /// # Errors
    ///
    /// Lists all drawings that are invalid or missing.
    pub fn new<'a>(
        sources: impl IntoIterator<Item = (Sprite, &'a str)>,
    ) -> Result<PieceSet, PieceSetError> {
        let sources: HashMap<Sprite, &str> = sources.into_iter().collect();
        let mut sprites = HashMap::new();
        let mut flaws = Vec::new();
        for sprite in Sprite::all() {
            let source = sources.get(&sprite).ok_or(PieceFlaw::Missing);
            match source.and_then(|source| Inked::new(source)) {
                Ok(inked) => drop(sprites.insert(sprite, inked)),
                Err(flaw) => flaws.push((sprite, flaw)),
            }
        }
        if flaws.is_empty() {
            Ok(PieceSet(sprites))
        } else {
            Err(PieceSetError { flaws })
        }
    }

    /// Returns the default drawings.
    pub fn standard<'a>() -> impl Iterator<Item = (Sprite, &'a str)> {
        Sprite::all().map(|sprite| (sprite, sprite.standard()))
    }

    /// Returns a drawing in the inks of a theme.
    pub(crate) fn tree(&self, sprite: Sprite, inks: Inks) -> &Tree {
        let inked = self.0.get(&sprite).expect("a set has every drawing");
        match inks {
            Inks::Soft => &inked.soft,
            Inks::Stark | Inks::Grey => &inked.stark,
        }
    }

    /// Returns a drawing in the inks of a theme as a `<symbol>`.
    pub(crate) fn symbol(&self, sprite: Sprite, inks: Inks) -> &str {
        let inked = self.0.get(&sprite).expect("a set has every drawing");
        let symbol = match inks {
            Inks::Soft => &inked.symbols.soft,
            Inks::Stark => &inked.symbols.stark,
            Inks::Grey => &inked.symbols.grey,
        };
        symbol.get_or_init(|| svg::symbol(sprite, self.tree(sprite, inks), inks))
    }
}

impl Default for PieceSet {
    /// Returns the [default drawings](PieceSet::standard).
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
            symbols: Symbols::default(),
        })
    }
}

/// The colors of drawings with a stark replacement: for white and black pieces the ink, the body and its shaded half.
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

/// Some drawings are invalid or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSetError {
    /// Each of them with its error.
    pub flaws: Vec<(Sprite, PieceFlaw)>,
}

/// The reason why a drawing is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceFlaw {
    /// There is no drawing.
    Missing,
    /// The drawing has more than [`PieceSet::LONGEST`] bytes.
    TooLong,
    /// The drawing is not valid SVG, for this reason.
    NotSvg(String),
    /// The width and the height of the drawing differ.
    NotSquare,
}

impl fmt::Display for PieceSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("drawings cannot be used: ")?;
        for (number, (sprite, flaw)) in self.flaws.iter().enumerate() {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}{sprite} {flaw}")?;
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

    /// Returns the subjects that stand on squares, whether or not a square shows them now.
    pub(crate) fn on_squares() -> impl Iterator<Item = Sprite> {
        let is_elsewhere = |sprite: &Sprite| {
            matches!(
                sprite,
                Sprite::Power(_) | Sprite::PowerUsed(_) | Sprite::Mark(_)
            )
        };
        Sprite::all().filter(move |sprite| !is_elsewhere(sprite))
    }

    const fn standard(self) -> &'static str {
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
