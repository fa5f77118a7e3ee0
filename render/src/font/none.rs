//! The fonts of a build without the feature `text`: they have no letters.

use tiny_skia::Path;

/// The default font.
pub(crate) struct Fonts {
    pub(crate) regular: Font,
    pub(crate) bold: Font,
}

impl Fonts {
    pub(crate) fn new() -> Fonts {
        Fonts {
            regular: Font,
            bold: Font,
        }
    }
}

/// A font that draws nothing.
pub(crate) struct Font;

impl Font {
    /// Returns `None`: no text can be drawn.
    pub(crate) fn drawable(&self, _text: &str) -> Option<String> {
        None
    }

    /// Returns 0.
    pub(crate) fn width(&self, _text: &str, _size: f32) -> f32 {
        0.0
    }

    /// Returns an empty text.
    pub(crate) fn fit(&self, _text: &str, _size: f32, _room: f32) -> String {
        String::new()
    }

    /// Returns `None`: nothing is visible.
    pub(crate) fn outline(&self, _text: &str, _size: f32, _x: f32, _y: f32) -> Option<Path> {
        None
    }
}
