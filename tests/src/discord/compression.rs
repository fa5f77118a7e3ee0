//! Compression of what the gateway tells: one zlib stream for each connection, flushed after each payload.

use miniz_oxide::{
    MZFlush,
    deflate::{
        core::{CompressorOxide, create_comp_flags_from_zip_params},
        stream::deflate,
    },
};

/// Compresses what is sent over one connection.
pub(super) struct Compressor(CompressorOxide);

/// The compressor that a bot asks for by the query of its address, if it does.
pub(super) fn wanted(query: &str) -> Option<Compressor> {
    let wants = query.split('&').any(|part| part == "compress=zlib-stream");
    // A positive number of window bits stands for the header of zlib.
    let flags = create_comp_flags_from_zip_params(1, 15, 0);
    wants.then(|| Compressor(CompressorOxide::new(flags)))
}

impl Compressor {
    /// A payload as the next part of the stream, which ends with the mark of a flush.
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
