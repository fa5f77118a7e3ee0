//! Layout of a line of text: the font, glyph and position of each character.

use harfrust::{Direction, ShapeOptions, ShaperData, UnicodeBuffer};
use skrifa::{
    FontRef, GlyphId, MetadataProvider,
    instance::{LocationRef, Size},
};
use unicode_bidi::{BidiInfo, Level};

use super::wide::WideFont;

/// Glyphs of one font, from left to right.
pub(super) struct TextStretch<'a> {
    pub(super) font: FontRef<'a>,
    pub(super) glyphs: Vec<PlacedGlyph>,
}

/// A glyph. All measures are in pixels.
pub(super) struct PlacedGlyph {
    pub(super) id: GlyphId,
    /// The offset from the normal position, to the right and up.
    pub(super) offset: (f32, f32),
    /// The distance to the next glyph.
    pub(super) advance: f32,
}

/// Lays out a line of text. Omits characters that no font has.
pub(super) fn line<'a>(usual: &FontRef<'a>, text: &str, size: f32) -> Vec<TextStretch<'a>> {
    let charmap = usual.charmap();
    if text.chars().all(|c| charmap.map(c).is_some()) {
        return vec![plain(usual, text, size)];
    }
    let bidi = BidiInfo::new(text, Some(Level::ltr()));
    let mut stretches = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_rtl = levels[run.start].is_rtl();
            let mut parts = by_font(usual, &text[run]);
            if is_rtl {
                parts.reverse();
            }
            for (wide, part) in parts {
                stretches.push(match wide {
                    Some(wide) => {
                        let unpacked = wide.unpacked();
                        shaped(unpacked.font(), &unpacked.shaping, part, is_rtl, size)
                    }
                    None if is_rtl => {
                        shaped(usual.clone(), &ShaperData::new(usual), part, true, size)
                    }
                    None => plain(usual, part, size),
                });
            }
        }
    }
    stretches
}

/// Splits a text into parts of one font each; `None` is the default font.
fn by_font<'t>(usual: &FontRef<'_>, text: &'t str) -> Vec<(Option<&'static WideFont>, &'t str)> {
    let charmap = usual.charmap();
    let mut parts: Vec<(Option<&'static WideFont>, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        let last = parts.last().map(|(font, _)| *font);
        let font = match last {
            // Joiners belong to no script.
            Some(font) if is_joiner(c) => font,
            _ if charmap.map(c).is_some() => None,
            _ => WideFont::with(c),
        };
        if !last.is_some_and(|last| is_same(last, font)) {
            parts.push((font, at));
        }
    }
    let ends = parts.iter().skip(1).map(|(_, at)| *at).chain([text.len()]);
    let ends: Vec<usize> = ends.collect();
    parts
        .iter()
        .zip(ends)
        .map(|((font, start), end)| (*font, &text[*start..end]))
        .collect()
}

fn is_same(one: Option<&WideFont>, other: Option<&WideFont>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

/// Lays out a glyph for each character, side by side.
fn plain<'a>(font: &FontRef<'a>, text: &str, size: f32) -> TextStretch<'a> {
    let charmap = font.charmap();
    let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
    let glyphs = text.chars().filter_map(|c| charmap.map(c));
    TextStretch {
        font: font.clone(),
        glyphs: glyphs
            .map(|id| PlacedGlyph {
                id,
                offset: (0.0, 0.0),
                advance: metrics.advance_width(id).unwrap_or_default(),
            })
            .collect(),
    }
}

/// Lays out glyphs by the shaping rules of the script.
fn shaped<'a>(
    font: FontRef<'a>,
    shaping: &ShaperData,
    text: &str,
    is_rtl: bool,
    size: f32,
) -> TextStretch<'a> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.set_direction(if is_rtl {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    buffer.guess_segment_properties();
    let shaper = shaping.shaper(&font).build();
    let pixels = size / shaper.units_per_em() as f32;
    let found = shaper.shape(buffer, ShapeOptions::new());
    let glyphs = found.glyph_infos().iter().zip(found.glyph_positions());
    let glyphs = glyphs
        // The first glyph of a font stands for missing characters.
        .filter(|(info, _)| info.glyph_id != 0)
        .map(|(info, position)| PlacedGlyph {
            id: GlyphId::new(info.glyph_id),
            offset: (
                position.x_offset as f32 * pixels,
                position.y_offset as f32 * pixels,
            ),
            advance: position.x_advance as f32 * pixels,
        })
        .collect();
    TextStretch { font, glyphs }
}

/// Returns whether the character joins or separates letters of some scripts.
pub(super) fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}
