//! Pixels for tests.

/// Makes pixels below 90: noise and stretches, always the same for the same seed.
pub(crate) fn noise(width: usize, height: usize, seed: u32) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut pixels: Vec<u8> = Vec::new();
    while pixels.len() < width * height {
        let length = 1 + next() as usize % (2 * width);
        let here = pixels.len();
        match next() % 4 {
            // A copy of the row above, a copy of a pixel nearby, one color, or noise.
            0 if here >= width => {
                (0..length).for_each(|_| pixels.push(pixels[pixels.len() - width]))
            }
            1 if here > width => {
                (0..length).for_each(|_| pixels.push(pixels[pixels.len() - width - 1]))
            }
            2 => pixels.extend(std::iter::repeat_n(next() as u8 % 90, length)),
            _ => pixels.extend((0..length % 9).map(|_| next() as u8 % 90)),
        }
    }
    pixels.truncate(width * height);
    pixels
}
