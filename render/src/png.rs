//! Writes pictures as PNG.

use std::io::{self, Write};

use ::png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter, chunk};

use crate::theme::Rgb;

/// Writes an indexed picture as a PNG file, from its pixels row by row.
pub(crate) fn write(
    (width, height): (u32, u32),
    palette: &[Rgb],
    pixels: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut encoder = indexed(width, height, palette, out);
    encoder.set_compression(Compression::Balanced);
    // The difference of two indexes means nothing.
    encoder.set_filter(Filter::NoFilter);
    let write = || {
        let mut writer = encoder.write_header()?;
        writer.write_image_data(pixels)?;
        writer.finish()
    };
    write().map_err(io_error)
}

/// Writes an indexed picture as a PNG file, from the zlib stream of its pixels.
pub(crate) fn write_packed(
    (width, height): (u32, u32),
    palette: &[Rgb],
    zlib: &[u8],
    out: &mut impl Write,
) -> io::Result<()> {
    let encoder = indexed(width, height, palette, out);
    let write = || {
        let mut writer = encoder.write_header()?;
        writer.write_chunk(chunk::IDAT, zlib)?;
        writer.finish()
    };
    write().map_err(io_error)
}

fn indexed<W: Write>(width: u32, height: u32, palette: &[Rgb], out: W) -> Encoder<'_, W> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.as_flattened());
    encoder
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
