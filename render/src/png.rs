//! Writes pictures as PNG.

use ::png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use crate::theme::Rgb;

/// An indexed picture, `width` pixels to a row, as a PNG file.
pub(crate) fn encode(width: u32, pixels: &[u8], palette: &[Rgb]) -> Vec<u8> {
    write(width, pixels, palette).expect("writing to memory cannot fail and every row is whole")
}

fn write(width: u32, pixels: &[u8], palette: &[Rgb]) -> Result<Vec<u8>, EncodingError> {
    let mut out = Vec::with_capacity(pixels.len() / 16);
    let mut encoder = Encoder::new(&mut out, width, pixels.len() as u32 / width);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    // Most rows of flat drawings equal the row above; then the quickest level packs nearly as well as the slowest.
    encoder.set_filter(Filter::Up);
    encoder.set_deflate_compression(DeflateCompression::Level(1));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(out)
}
