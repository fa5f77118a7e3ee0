//! Compression of gateway payloads: one zlib stream for each connection, flushed after each payload.

use miniz_oxide::{
    MZFlush,
    deflate::{
        core::{CompressorOxide, create_comp_flags_from_zip_params},
        stream::deflate,
    },
};

/// A compressor for the payloads of one connection.
pub(super) struct Compressor(CompressorOxide);

/// Returns the compressor that a bot requests in the query of its address, if any.
pub(super) fn requested(query: &str) -> Option<Compressor> {
    let wants = query.split('&').any(|part| part == "compress=zlib-stream");
    // A positive number of window bits means a zlib header.
    let flags = create_comp_flags_from_zip_params(1, 15, 0);
    wants.then(|| Compressor(CompressorOxide::new(flags)))
}

impl Compressor {
    /// Compresses a payload as the next part of the stream, which ends with a flush marker.
    pub(super) fn frame(&mut self, text: &str) -> Vec<u8> {
        let mut rest = text.as_bytes();
        let (mut frame, mut part) = (Vec::new(), [0; 4096]);
        loop {
            let done = deflate(&mut self.0, rest, &mut part, MZFlush::Sync);
            rest = &rest[done.bytes_consumed..];
            frame.extend_from_slice(&part[..done.bytes_written]);
            if rest.is_empty() && done.bytes_written < part.len() {
                return frame;
            }
        }
    }
}
