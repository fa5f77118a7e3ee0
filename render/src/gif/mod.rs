//! Writes animations as GIF.
//!
//! An animation is drawn onto one screen. The first frame fills it. Each other frame is the smallest rectangle around
//! the changed tiles, with the unchanged pixels transparent.

mod screen;

use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use packer::{COLOR_BITS, Lzw};

pub(crate) use self::screen::{Patch, Screen};
use crate::theme::Rgb;

/// The index of the transparent color, which leaves the pixel as it is.
pub(crate) const TRANSPARENT: u8 = (1 << COLOR_BITS) - 1;

/// The target length of an animation in hundredths of a second; the minimum time of a frame takes precedence.
const DURATION: usize = 90_00;

/// The limits of the display time of a frame, in hundredths of a second.
const SHORTEST: usize = 30;
const LONGEST: usize = 150;

/// The display time of the last frame, in hundredths of a second.
const LAST: u16 = 5_00;

/// The buffers of the GIF encoder. They are large enough to be worth reusing.
pub(crate) struct GifWriter {
    lzw: Lzw,
    screen: Screen,
}

impl GifWriter {
    pub(crate) fn new() -> GifWriter {
        GifWriter {
            lzw: Lzw::new(),
            screen: Screen::default(),
        }
    }

    /// Encodes an animation as a GIF file; `frame` changes the screen to the frame of a number. `delays` are the
    /// display times of the frames in hundredths of a second. Returns `None` if the file would exceed `limit` bytes.
    pub(crate) fn file(
        &mut self,
        palette: &[Rgb],
        (width, height): (u32, u32),
        delays: &[u16],
        limit: usize,
        frame: impl FnMut(usize, &mut Screen) -> Patch,
    ) -> Option<Vec<u8>> {
        self.screen.clear(width as usize, height as usize);
        self.write(palette, delays, limit, frame)
            .expect("writing to memory cannot fail")
    }

    fn write(
        &mut self,
        palette: &[Rgb],
        delays: &[u16],
        limit: usize,
        mut frame: impl FnMut(usize, &mut Screen) -> Patch,
    ) -> Result<Option<Vec<u8>>, EncodingError> {
        let (width, height) = self.screen.size();
        let mut colors = palette.as_flattened().to_vec();
        colors.resize(3 * (usize::from(TRANSPARENT) + 1), 0);
        let file = Vec::with_capacity(delays.len().min(100) << 12);
        let mut encoder = Encoder::new(file, width as u16, height as u16, &colors)?;
        encoder.set_repeat(Repeat::Infinite)?;
        for (number, &delay) in delays.iter().enumerate() {
            let patch = frame(number, &mut self.screen);
            let packed = self.lzw.encode(&patch.pixels);
            let packed = packed.expect("a palette has fewer colors than 128");
            encoder.write_lzw_pre_encoded_frame(&Frame {
                delay,
                dispose: DisposalMethod::Keep,
                transparent: Some(TRANSPARENT),
                left: patch.left as u16,
                top: patch.top as u16,
                width: patch.width as u16,
                height: patch.height as u16,
                buffer: packed.into(),
                ..Frame::default()
            })?;
            self.screen.reuse(patch);
            if encoder.get_ref().len() >= limit {
                return Ok(None);
            }
        }
        let file = encoder.into_inner()?;
        Ok((file.len() <= limit).then_some(file))
    }
}

/// Returns the display time of each frame in hundredths of a second. A frame without a fixed time gets the shorter the
/// more frames there are; the last one gets the longest.
pub(crate) fn delays(held: &[Option<Duration>]) -> Vec<u16> {
    let usual = |number: usize| {
        if number + 1 == held.len() {
            LAST
        } else {
            (DURATION / held.len()).clamp(SHORTEST, LONGEST) as u16
        }
    };
    held.iter()
        .enumerate()
        .map(|(number, held)| held.map_or_else(|| usual(number), hundredths))
        .collect()
}

/// Converts a duration to the unit of GIF files, rounded to the nearest hundredth of a second.
fn hundredths(time: Duration) -> u16 {
    let hundredths = time.saturating_add(Duration::from_millis(5)).as_millis() / 10;
    u16::try_from(hundredths).unwrap_or(u16::MAX).max(2)
}

#[cfg(test)]
mod tests;
