//! Text as outlines of the embedded fonts.

mod layout;
mod wide;

use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};
use tiny_skia::{Path, PathBuilder};
use unicode_bidi::BidiInfo;

use self::{layout::is_joiner, wide::WideFont};

/// The default font.
pub(crate) struct Fonts {
    pub(crate) regular: Font,
    pub(crate) bold: Font,
}

impl Fonts {
    pub(crate) fn new() -> Fonts {
        Fonts {
            regular: Font::new(notosans::REGULAR_TTF),
            bold: Font::new(notosans::BOLD_TTF),
        }
    }
}

/// One weight of the default font. Characters that it lacks come from the fonts of other scripts, which have one
/// weight.
pub(crate) struct Font(FontRef<'static>);

impl Font {
    fn new(data: &'static [u8]) -> Font {
        Font(FontRef::new(data).expect("the embedded font is valid"))
    }

    /// Prepares a text for drawing. Collapses white space to single blanks. Removes signs that all fonts lack, and characters
    /// that change the direction of others. Returns `None` if the fonts lack a letter or figure, since the rest could be the
    /// name of another person.
    pub(crate) fn drawable(&self, text: &str) -> Option<String> {
        let charmap = self.0.charmap();
        let has =
            |c: char| !c.is_control() && (charmap.map(c).is_some() || WideFont::with(c).is_some());
        if text.chars().any(|c| c.is_alphanumeric() && !has(c)) {
            return None;
        }
        let kept: String = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c })
            .filter(|c| is_joiner(*c) || has(*c) && !is_unseen(*c))
            .collect();
        let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
        // The isolate makes the first strong letter of the name decide its direction, wherever the name stands.
        if BidiInfo::new(&kept, None).has_rtl() {
            Some(format!("{FIRST_STRONG_ISOLATE}{kept}"))
        } else {
            Some(kept)
        }
    }

    /// Returns the width of a text in pixels, at a font size of `size` pixels.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        let stretches = layout::line(&self.0, text, size);
        let glyphs = stretches.iter().flat_map(|stretch| &stretch.glyphs);
        glyphs.map(|glyph| glyph.advance).sum()
    }

    /// Shortens a text with an ellipsis if it is wider than `room` pixels at a font size of `size` pixels.
    pub(crate) fn fit(&self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_string();
        }
        let ends = text.char_indices().map(|(at, _)| at).rev();
        ends.map(|end| format!("{}…", text[..end].trim_end()))
            .find(|short| self.width(short, size) <= room)
            .unwrap_or_default()
    }

    /// Returns the outline of a text at a font size of `size` pixels, from `x` on the base line `y` to the right.
    /// Returns `None` if nothing is visible.
    pub(crate) fn outline(&self, text: &str, size: f32, x: f32, y: f32) -> Option<Path> {
        let mut pen = Pen {
            path: PathBuilder::new(),
            x,
            y,
        };
        let mut at = x;
        for stretch in layout::line(&self.0, text, size) {
            let outlines = stretch.font.outline_glyphs();
            for glyph in stretch.glyphs {
                (pen.x, pen.y) = (at + glyph.offset.0, y - glyph.offset.1);
                if let Some(outline) = outlines.get(glyph.id) {
                    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
                    outline
                        .draw(settings, &mut pen)
                        .expect("the outlines of the embedded fonts are valid");
                }
                at += glyph.advance;
            }
        }
        pen.path.finish()
    }
}

/// The start of an isolate with the direction of its first strong letter.
const FIRST_STRONG_ISOLATE: char = '\u{2068}';

/// Returns whether the character has no glyph: it changes the direction of text, or the look of the character before
/// it.
fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{20e3}'
            | '\u{61c}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{1f3fb}'..='\u{1f3ff}'
    )
}

/// A pen that collects outlines around a point of a picture. The vertical axis points up in outlines, and down in
/// pictures.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path
            .quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.path.cubic_to(
            self.x + cx0,
            self.y - cy0,
            self.x + cx1,
            self.y - cy1,
            self.x + x,
            self.y - y,
        );
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests;
