//! Fonts of the scripts that the default font lacks.

use std::{ops::RangeInclusive, sync::OnceLock};

use harfrust::ShaperData;
use skrifa::{FontRef, MetadataProvider};

/// A font of a script. It is unpacked at the first name in that script.
pub(super) struct WideFont {
    /// The ranges of its characters.
    ranges: &'static [RangeInclusive<char>],
    packed: &'static [u8],
    unpacked: OnceLock<Unpacked>,
}

/// An unpacked font with its shaping data.
pub(super) struct Unpacked {
    data: Vec<u8>,
    pub(super) shaping: ShaperData,
}

impl WideFont {
    const fn new(ranges: &'static [RangeInclusive<char>], packed: &'static [u8]) -> WideFont {
        WideFont {
            ranges,
            packed,
            unpacked: OnceLock::new(),
        }
    }

    /// Returns the font with a character.
    pub(super) fn with(c: char) -> Option<&'static WideFont> {
        FONTS.iter().find(|font| {
            font.ranges.iter().any(|range| range.contains(&c))
                && font.unpacked().font().charmap().map(c).is_some()
        })
    }

    pub(super) fn unpacked(&self) -> &Unpacked {
        self.unpacked.get_or_init(|| {
            let data = miniz_oxide::inflate::decompress_to_vec_zlib(self.packed)
                .expect("the embedded fonts are whole");
            let shaping = ShaperData::new(&parsed(&data));
            Unpacked { data, shaping }
        })
    }
}

impl Unpacked {
    pub(super) fn font(&self) -> FontRef<'_> {
        parsed(&self.data)
    }
}

fn parsed(data: &[u8]) -> FontRef<'_> {
    FontRef::new(data).expect("the embedded fonts are valid")
}

/// `art/fonts` describes how these files were made and from which fonts.
static FONTS: [WideFont; 10] = [
    WideFont::new(
        &['\u{530}'..='\u{58f}', '\u{fb13}'..='\u{fb17}'],
        include_bytes!("../../art/fonts/armenian.ttf.z"),
    ),
    WideFont::new(
        &['\u{590}'..='\u{5ff}', '\u{fb1d}'..='\u{fb4f}'],
        include_bytes!("../../art/fonts/hebrew.ttf.z"),
    ),
    WideFont::new(
        &['\u{600}'..='\u{6ff}', '\u{750}'..='\u{77f}'],
        include_bytes!("../../art/fonts/arabic.ttf.z"),
    ),
    WideFont::new(
        &['\u{900}'..='\u{97f}'],
        include_bytes!("../../art/fonts/devanagari.ttf.z"),
    ),
    WideFont::new(
        &['\u{980}'..='\u{9ff}'],
        include_bytes!("../../art/fonts/bengali.ttf.z"),
    ),
    WideFont::new(
        &['\u{b80}'..='\u{bff}'],
        include_bytes!("../../art/fonts/tamil.ttf.z"),
    ),
    WideFont::new(
        &['\u{e00}'..='\u{e7f}'],
        include_bytes!("../../art/fonts/thai.ttf.z"),
    ),
    WideFont::new(
        &['\u{10a0}'..='\u{10ff}', '\u{1c90}'..='\u{1cbf}'],
        include_bytes!("../../art/fonts/georgian.ttf.z"),
    ),
    WideFont::new(
        &[
            '\u{3000}'..='\u{318e}',
            '\u{4e00}'..='\u{9fff}',
            '\u{ac00}'..='\u{d7a3}',
            '\u{ff01}'..='\u{ffee}',
        ],
        include_bytes!("../../art/fonts/east-asian.ttf.z"),
    ),
    WideFont::new(
        &[
            '\u{203c}'..='\u{2049}',
            '\u{2100}'..='\u{2bff}',
            '\u{1f000}'..='\u{1faff}',
        ],
        include_bytes!("../../art/fonts/emoji.ttf.z"),
    ),
];
