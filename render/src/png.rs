//! Writes pictures as PNG.

use std::io::{self, Write};

use ::png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

use crate::theme::Rgb;

/// Writes an indexed picture as a PNG file, from the zlib stream of its pixels.
pub(crate) fn write(
    width: u32,
    height: u32,
    palette: &[Rgb],
    zlib: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    encode(encoder, zlib).map_err(|error| match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    })
}

fn encode(encoder: Encoder<'_, impl Write>, zlib: &[u8]) -> Result<(), EncodingError> {
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, zlib)?;
    writer.finish()
}
