//! Writes animations as GIF.
//!
//! An animation is drawn onto one screen: the first frame fills it, every other one is the smallest rectangle around the
//! tiles that are new, and in it the pixels that stay as they are are transparent.

mod lzw;
mod screen;

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use self::lzw::{COLOR_BITS, Lzw};
pub(crate) use self::screen::{Patch, Screen};
use crate::theme::Rgb;

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
pub(crate) struct Writer {
    lzw: Lzw,
    screen: Screen,
}

impl Writer {
    pub(crate) fn new() -> Writer {
        Writer {
            lzw: Lzw::new(),
            screen: Screen::default(),
        }
    }

    /// An animation of `n_frames` frames as a GIF file; `frame` changes the screen to the frame of a number. Nothing if
    /// the file would have more than `limit` bytes.
    pub(crate) fn file(
        &mut self,
        palette: &[Rgb],
        (width, height): (u32, u32),
        n_frames: usize,
        limit: usize,
        frame: impl FnMut(usize, &mut Screen) -> Patch,
    ) -> Option<Vec<u8>> {
        self.screen.clear(width as usize, height as usize);
        self.write(palette, n_frames, limit, frame)
            .expect("writing to memory cannot fail")
    }

    fn write(
        &mut self,
        palette: &[Rgb],
        n_frames: usize,
        limit: usize,
        mut frame: impl FnMut(usize, &mut Screen) -> Patch,
    ) -> Result<Option<Vec<u8>>, EncodingError> {
        let (width, height) = self.screen.size();
        let mut colors = palette.as_flattened().to_vec();
        colors.resize(3 * (usize::from(TRANSPARENT) + 1), 0);
        let file = Vec::with_capacity(n_frames.min(100) << 12);
        let mut encoder = Encoder::new(file, width as u16, height as u16, &colors)?;
        encoder.set_repeat(Repeat::Infinite)?;
        for number in 0..n_frames {
            let patch = frame(number, &mut self.screen);
            let packed = self.lzw.encode(&patch.pixels);
            encoder.write_lzw_pre_encoded_frame(&Frame {
                delay: delay(number, n_frames),
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

/// How long a frame is shown, in hundredths of a second: the shorter the more there are, and the last one longest.
fn delay(number: usize, n_frames: usize) -> u16 {
    if number + 1 == n_frames {
        return LAST;
    }
    (DURATION / n_frames).clamp(SHORTEST, LONGEST) as u16
}

#[cfg(test)]
mod tests;
