//! Decompression of the gateway's payloads: one zlib stream for each connection.

use std::mem;

use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

/// The end of each payload in the stream: the marker of a flush.
const FLUSH: [u8; 4] = [0, 0, 0xff, 0xff];

/// The error for an invalid stream or a payload that is too long. Nothing after it can be read.
#[derive(Debug)]
pub(super) struct BadStream;

/// The decompressor of one connection.
pub(super) struct Inflater {
    state: Box<InflateState>,
    /// The decompressed part of the current payload.
    payload: Vec<u8>,
    /// The longest payload, in bytes.
    longest: usize,
}

impl Inflater {
    pub(super) fn new(longest: usize) -> Inflater {
        Inflater {
            state: InflateState::new_boxed(DataFormat::Zlib),
            payload: Vec::new(),
            longest,
        }
    }

    /// Decompresses a part of the stream. Returns the payload that it completes, if it does.
    ///
    /// # Errors
    ///
    /// The stream is invalid, or the payload is too long.
    pub(super) fn take(&mut self, part: &[u8]) -> Result<Option<Vec<u8>>, BadStream> {
        let (mut rest, mut room) = (part, [0; 8192]);
        loop {
            let done = inflate(&mut self.state, rest, &mut room, MZFlush::Sync);
            rest = &rest[done.bytes_consumed..];
            self.payload.extend_from_slice(&room[..done.bytes_written]);
            match done.status {
                _ if self.payload.len() > self.longest => return Err(BadStream),
                // There was nothing left to decompress.
                Err(MZError::Buf) => break,
                // The stream does not end before the connection.
                Err(_) | Ok(MZStatus::StreamEnd) => return Err(BadStream),
                Ok(_) if rest.is_empty() && done.bytes_written < room.len() => break,
                Ok(_) => {}
            }
        }
        Ok(part.ends_with(&FLUSH).then(|| mem::take(&mut self.payload)))
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::{
        compress_to_vec_zlib,
        core::{CompressorOxide, create_comp_flags_from_zip_params},
        stream::deflate,
    };

    use super::*;

    /// Compresses payloads like the gateway.
    fn compressed(payloads: &[&str]) -> Vec<Vec<u8>> {
        let mut stream = CompressorOxide::new(create_comp_flags_from_zip_params(6, 15, 0));
        let mut room = vec![0; 1 << 20];
        let mut compress = |payload: &&str| {
            let done = deflate(&mut stream, payload.as_bytes(), &mut room, MZFlush::Sync);
            room[..done.bytes_written].to_vec()
        };
        payloads.iter().map(&mut compress).collect()
    }

    #[test]
    fn payloads_are_read_one_after_the_other_however_they_are_cut() {
        let long = "abc".repeat(8192);
        let payloads = ["{}", &long, &long, "[1]"];
        let parts = compressed(&payloads);
        let mut inflater = Inflater::new(1 << 20);
        for (part, payload) in parts.iter().zip(payloads) {
            let (one, other) = part.split_at(3);
            assert!(matches!(inflater.take(one), Ok(None)));
            let taken = inflater.take(other).ok().flatten();
            assert_eq!(taken.as_deref(), Some(payload.as_bytes()));
        }
    }

    #[test]
    fn what_is_no_stream_or_grows_too_large_ends_the_connection() {
        assert!(Inflater::new(100).take(b"{\"op\":10}").is_err());
        let ended = compress_to_vec_zlib(b"{}", 6);
        assert!(Inflater::new(100).take(&ended).is_err());
        let bomb = "a".repeat(1 << 16);
        let parts = compressed(&[&bomb]);
        assert!(parts[0].len() < 1000);
        assert!(Inflater::new(1000).take(&parts[0]).is_err());
    }
}
