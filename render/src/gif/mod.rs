//! Writes animations as GIF.
//!
//! An animation is drawn onto one screen: the first frame fills it, every other one is the smallest rectangle around the
//! tiles that are new, and in it the pixels that stay as they are are transparent.

mod screen;

use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

pub(crate) use self::screen::{Patch, Screen};
use crate::{
    pack::lzw::{COLOR_BITS, Lzw},
    theme::Rgb,
};

/// The index of no color: what is there stays.
pub(crate) const TRANSPARENT: u8 = (1 << COLOR_BITS) - 1;

/// How long an animation takes at most, unless its frames would be too short then, in hundredths of a second.
const DURATION: usize = 90_00;

/// How long a frame is shown, in hundredths of a second.
const SHORTEST: usize = 30;
const LONGEST: usize = 150;

/// How long the last frame is held, in hundredths of a second.
const LAST: u16 = 5_00;

/// What it takes to write an animation. It is large enough to be worth keeping.
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

    /// An animation as a GIF file, of frames that are shown as long as `delays` say in hundredths of a second; `frame` changes
    /// the screen to the frame of a number. Nothing if the file would have more than `limit` bytes.
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

/// How long each frame is shown, in hundredths of a second: as long as it is held, else the shorter the more there are,
/// and the last one longest.
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

/// A time as GIF files have it, to the nearest hundredth of a second.
fn hundredths(time: Duration) -> u16 {
    let hundredths = time.saturating_add(Duration::from_millis(5)).as_millis() / 10;
    u16::try_from(hundredths).unwrap_or(u16::MAX).max(2)
}

#[cfg(test)]
mod tests;
