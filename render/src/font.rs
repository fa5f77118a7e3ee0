//! Text as outlines of the embedded font.

use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};
use tiny_skia::{Path, PathBuilder};

/// The embedded font.
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

/// One weight of the embedded font.
pub(crate) struct Font(FontRef<'static>);

impl Font {
    fn new(data: &'static [u8]) -> Font {
        Font(FontRef::new(data).expect("the embedded font is valid"))
    }

    /// The text as it can be drawn: each stretch of white space a single blank, signs that the font lacks left out. None
    /// if it lacks a letter or figure, for what is left might be the name of somebody else.
    pub(crate) fn drawable(&self, text: &str) -> Option<String> {
        let charmap = self.0.charmap();
        let has = |c: char| !c.is_control() && charmap.map(c).is_some();
        if text.chars().any(|c| c.is_alphanumeric() && !has(c)) {
            return None;
        }
        let kept: String = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c })
            .filter(|c| has(*c))
            .collect();
        Some(kept.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// How wide the text is in pixels, drawn at `size` pixels.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        let charmap = self.0.charmap();
        let metrics = self
            .0
            .glyph_metrics(Size::new(size), LocationRef::default());
        text.chars()
            .filter_map(|c| metrics.advance_width(charmap.map(c)?))
            .sum()
    }

    /// The text, shortened with an ellipsis where it is wider than `room` pixels at `size` pixels.
    pub(crate) fn fit(&self, text: &str, size: f32, room: f32) -> String {
        if self.width(text, size) <= room {
            return text.to_string();
        }
        let ends = text.char_indices().map(|(at, _)| at).rev();
        ends.map(|end| format!("{}…", text[..end].trim_end()))
            .find(|short| self.width(short, size) <= room)
            .unwrap_or_default()
    }

    /// The outline of the text at `size` pixels, from `x` on the base line `y` to the right; none if it shows nothing.
    pub(crate) fn outline(&self, text: &str, size: f32, x: f32, y: f32) -> Option<Path> {
        let size = Size::new(size);
        let charmap = self.0.charmap();
        let metrics = self.0.glyph_metrics(size, LocationRef::default());
        let outlines = self.0.outline_glyphs();
        let mut pen = Pen {
            path: PathBuilder::new(),
            x,
            y,
        };
        for glyph in text.chars().filter_map(|c| charmap.map(c)) {
            if let Some(outline) = outlines.get(glyph) {
                let settings = DrawSettings::unhinted(size, LocationRef::default());
                outline
                    .draw(settings, &mut pen)
                    .expect("the outlines of the embedded font are valid");
            }
            pen.x += metrics.advance_width(glyph).unwrap_or_default();
        }
        pen.path.finish()
    }
}

/// Collects outlines, whose second axis points up, around a point of a picture, whose second axis points down.
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
