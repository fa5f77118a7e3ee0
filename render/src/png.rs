//! Writes pictures as PNG.

use ::png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

use crate::theme::Rgb;

/// An indexed picture as a PNG file, from the zlib stream of its pixels.
pub(crate) fn file(width: u32, height: u32, palette: &[Rgb], zlib: &[u8]) -> Vec<u8> {
    write(width, height, palette, zlib).expect("writing to memory cannot fail")
}

fn write(width: u32, height: u32, palette: &[Rgb], zlib: &[u8]) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(zlib.len() + (1 << 10));
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(chunk::IDAT, zlib)?;
    writer.finish()?;
    Ok(file)
}
