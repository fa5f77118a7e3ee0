//! The styles of our sets of pieces. Other styles are derived from the standard drawings.

use rules::{Color, Glyph};

use crate::{PieceSet, Sprite, font::Fonts, svg::Data};

/// A style of pieces. Objects and marks are the same in all styles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceStyle {
    /// The standard drawings, with shades and inner lines.
    #[default]
    Standard,
    /// The outlines of the standard drawings, filled with one color.
    Flat,
    /// The letter of each piece on a disc.
    Letters,
}

impl PieceStyle {
    /// All styles.
    pub const ALL: [PieceStyle; 3] = [PieceStyle::Standard, PieceStyle::Flat, PieceStyle::Letters];

    /// Returns its name in lower case: `letters`.
    pub const fn name(self) -> &'static str {
        match self {
            PieceStyle::Standard => "standard",
            PieceStyle::Flat => "flat",
            PieceStyle::Letters => "letters",
        }
    }
}

impl PieceSet {
    /// Returns our drawings in a style.
    pub fn in_style(style: PieceStyle) -> PieceSet {
        let fonts = Fonts::new();
        let drawn = |glyph: Glyph| {
            let color = glyph.color()?;
            let svg = match style {
                PieceStyle::Standard => return None,
                PieceStyle::Flat => flat(glyph, color)?,
                PieceStyle::Letters => on_disc(letter(glyph)?, color, &fonts)?,
            };
            Some((Sprite::Glyph(glyph), svg))
        };
        let derived: Vec<(Sprite, String)> = Glyph::ALL.into_iter().filter_map(drawn).collect();
        let derived = derived.iter().map(|(sprite, svg)| (*sprite, svg.as_str()));
        PieceSet::new(PieceSet::standard().chain(derived)).expect("our drawings are valid")
    }
}

/// The body of a piece, and the edge around it. A theme with stark inks turns them to black and white.
const fn inks(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::White => ("#fbfcfd", "#26303d"),
        Color::Black => ("#26303d", "#e8edf2"),
    }
}

/// Draws the outline of a piece in one color. The undefined piece keeps its question mark.
fn flat(glyph: Glyph, color: Color) -> Option<String> {
    let source = Sprite::Glyph(glyph).standard();
    let outline = source.split(" d=\"").nth(1)?.split('"').next()?;
    let sign = match glyph {
        Glyph::Undefined(_) => source.rmatch_indices("<path").nth(1)?.0,
        _ => source.rfind("</svg>")?,
    };
    let (body, edge) = inks(color);
    let layer = |ink: &str, width: f32| {
        format!(
            r#"<path d="{outline}" fill="{ink}" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"/>"#
        )
    };
    // The inner stroke closes the gaps between the parts of the outline.
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">{}{}{}"#,
        layer(edge, 4.0),
        layer(body, 1.0),
        &source[sign..]
    ))
}

/// Returns the letter of a piece in a move; undefined pieces have a question mark.
const fn letter(glyph: Glyph) -> Option<&'static str> {
    Some(match glyph {
        Glyph::King(_) => "K",
        Glyph::Queen(_) => "Q",
        Glyph::Rook(_) => "R",
        Glyph::Bishop(_) => "B",
        Glyph::Knight(_) => "N",
        Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => "P",
        Glyph::Immobilizer(_) => "I",
        Glyph::Undefined(_) => "?",
        Glyph::Mushroom | Glyph::Egg | Glyph::Banana | Glyph::Bomb => return None,
    })
}

/// Draws a letter on a disc.
fn on_disc(letter: &str, color: Color, fonts: &Fonts) -> Option<String> {
    const SIZE: f32 = 24.0;
    const CAPITAL: f32 = 0.714 * SIZE;
    let x = (45.0 - fonts.bold.width(letter, SIZE)) / 2.0;
    let path = fonts
        .bold
        .outline(letter, SIZE, x, (45.0 + CAPITAL) / 2.0)?;
    let (body, edge) = inks(color);
    Some(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><circle cx="22.5" cy="22.5" r="18" fill="{body}" stroke="{edge}" stroke-width="2"/><path d="{}" fill="{edge}"/></svg>"#,
        Data(&path)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Inks;

    #[test]
    fn every_piece_has_a_drawing_of_its_own_in_each_style() {
        let sets = PieceStyle::ALL.map(PieceSet::in_style);
        for glyph in Glyph::ALL
            .into_iter()
            .filter(|glyph| glyph.color().is_some())
        {
            let drawn = sets
                .each_ref()
                .map(|set| set.symbol(Sprite::Glyph(glyph), Inks::Soft));
            assert_ne!(drawn[0], drawn[1], "{glyph:?}");
            assert_ne!(drawn[0], drawn[2], "{glyph:?}");
            assert_ne!(drawn[1], drawn[2], "{glyph:?}");
        }
    }

    #[test]
    fn objects_are_the_same_in_all_styles() {
        let sets = PieceStyle::ALL.map(PieceSet::in_style);
        for glyph in Glyph::ALL
            .into_iter()
            .filter(|glyph| glyph.color().is_none())
        {
            let drawn = sets
                .each_ref()
                .map(|set| set.symbol(Sprite::Glyph(glyph), Inks::Soft));
            assert!(drawn.iter().all(|other| *other == drawn[0]), "{glyph:?}");
        }
    }

    #[test]
    fn the_pieces_of_both_sides_differ_in_each_style() {
        for style in PieceStyle::ALL {
            let set = PieceSet::in_style(style);
            let king = |color| set.symbol(Sprite::Glyph(Glyph::King(color)), Inks::Soft);
            let white = king(Color::White).replace("white-", "");
            assert_ne!(white, king(Color::Black).replace("black-", ""), "{style:?}");
        }
    }
}
