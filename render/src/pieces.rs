//! The drawings in pictures.

use std::{collections::HashMap, error, fmt, sync::OnceLock};

use rules::{Color, Glyph};
use usvg::{ImageHrefResolver, Options, Tree};

use crate::{Sprite, symbol, theme::Inks};

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
        symbol.get_or_init(|| symbol::write(sprite, self.tree(sprite, inks), inks))
    }

    /// Writes the drawings of all parts of boards as one SVG document: each is a `<symbol>`, as in a
    /// [picture](crate::Renderer::svg) with these inks. The document shows three of them.
    pub fn svg(&self, inks: Inks) -> String {
        let shown = [
            Glyph::King(Color::White),
            Glyph::Knight(Color::Black),
            Glyph::Pawn(Color::White),
        ];
        let shown = shown.into_iter().enumerate().map(|(at, glyph)| {
            let (id, x) = (symbol::Id(Sprite::Glyph(glyph)), 45 * at);
            format!(r##"<use href="#{id}" x="{x}" width="45" height="45"/>"##)
        });
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 135 45"><defs>{}</defs>{}</svg>"#,
            self.symbols(inks),
            shown.collect::<String>()
        )
    }

    /// Returns the drawings of all parts of boards.
    pub(crate) fn symbols(&self, inks: Inks) -> String {
        let on_boards = Sprite::all().filter(|sprite| !matches!(sprite, Sprite::Mark(_)));
        on_boards.map(|sprite| self.symbol(sprite, inks)).collect()
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
    /// The drawings, each with its error.
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

#[cfg(test)]
mod tests;
