//! LZW for GIF files (GIF89a, appendix F), fast for stretches of one color.
//!
//! An animation is mostly such stretches: unchanged pixels. The codes for repetitions of a single color are kept
//! separately. A stretch then takes a step for each code and not for each pixel. The output is that of a plain encoder
//! that clears its table when all codes are in use.

use crate::{
    PackError,
    bits::{Bits, Word},
};

/// The number of bits of a color in an [animation](Lzw). A palette of 128 colors leaves room for "transparent".
pub const COLOR_BITS: u8 = 7;

/// The clear code, the end code, and the first code that the encoder assigns.
const CLEAR: u16 = 1 << COLOR_BITS;
const END: u16 = CLEAR + 1;
const FIRST: u16 = CLEAR + 2;

/// The maximum number of codes.
const MOST: u16 = 1 << 12;

/// The initial number of bits of a code.
const FIRST_LEN: u32 = COLOR_BITS as u32 + 1;

/// The size of the hash table: twice the number of codes, a power of two.
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 13;

/// An LZW encoder. Its tables are large enough to be worth reusing.
pub struct Lzw {
    /// The hash table of the assigned codes, with linear probing.
    table: Vec<Option<CodeEntry>>,
    /// The codes of stretches of each color alone: of one pixel, of two, and so on.
    runs: Vec<Vec<u16>>,
    /// The next free code.
    next: u16,
    /// The number of bits of a code.
    len: u32,
}

/// An assigned code: the sequence of another code, extended by one color.
#[derive(Clone, Copy)]
struct CodeEntry {
    key: CodeKey,
    code: u16,
}

/// A code and the color after it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CodeKey(u32);

impl CodeKey {
    fn new(code: u16, color: u8) -> CodeKey {
        CodeKey(u32::from(code) << COLOR_BITS | u32::from(color))
    }

    /// Returns the first slot in the table. The factor is the golden ratio, which spreads neighbors far.
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9) >> (u32::BITS - PLACE_BITS)) as usize
    }
}

impl Lzw {
    /// Makes an encoder.
    pub fn new() -> Lzw {
        Lzw {
            table: vec![None; PLACES],
            runs: (0..CLEAR).map(|color| vec![color]).collect(),
            next: FIRST,
            len: FIRST_LEN,
        }
    }

    /// Encodes pixels: first the number of bits of a color, then the codes. A frame of a GIF file takes them as they are.
    ///
    /// # Errors
    ///
    /// Returns [`PackError::Color`] if a pixel is 128 or more.
    pub fn encode(&mut self, pixels: &[u8]) -> Result<Vec<u8>, PackError> {
        match pixels.iter().max() {
            Some(&color) if u16::from(color) >= CLEAR => Err(PackError::Color(color)),
            _ => Ok(self.encode_colors(pixels)),
        }
    }

    /// Encodes pixels below [`CLEAR`].
    fn encode_colors(&mut self, pixels: &[u8]) -> Vec<u8> {
        let mut bits = Bits::default();
        bits.reserve(4 << 10);
        bits.put(Word {
            bits: u64::from(COLOR_BITS),
            len: u8::BITS,
        });
        self.len = FIRST_LEN;
        self.clear(&mut bits);
        let mut at = 0;
        while at < pixels.len() {
            let color = pixels[at];
            let known = &self.runs[usize::from(color)];
            let n = run(&pixels[at..pixels.len().min(at + known.len())]);
            let mut code = known[n - 1];
            at += n;
            let mut is_run = true;
            while let Some(&next) = pixels.get(at) {
                let key = CodeKey::new(code, next);
                match self.find(key) {
                    Ok(longer) => {
                        code = longer;
                        is_run = false;
                        at += 1;
                    }
                    Err(place) => {
                        self.put(code, &mut bits);
                        if self.next == MOST {
                            self.clear(&mut bits);
                        } else {
                            let grows = is_run && next == color;
                            self.add(key, place, grows.then_some(color));
                        }
                        break;
                    }
                }
            }
            if at == pixels.len() {
                self.put(code, &mut bits);
                break;
            }
        }
        self.put(END, &mut bits);
        bits.into_bytes()
    }

    fn put(&self, code: u16, bits: &mut Bits) {
        bits.put(Word {
            bits: u64::from(code),
            len: self.len,
        });
    }

    /// Clears all assigned codes.
    fn clear(&mut self, bits: &mut Bits) {
        self.put(CLEAR, bits);
        self.table.fill(None);
        self.runs.iter_mut().for_each(|codes| codes.truncate(1));
        self.next = FIRST;
        self.len = FIRST_LEN;
    }

    /// Returns the code of a key, or the slot for it.
    fn find(&self, key: CodeKey) -> Result<u16, usize> {
        let mut place = key.place();
        loop {
            match self.table[place] {
                Some(entry) if entry.key == key => return Ok(entry.code),
                Some(_) => place = (place + 1) % PLACES,
                None => return Err(place),
            }
        }
    }

    /// Assigns the next code to a key; `run` is the color if the sequence is a stretch of one color.
    fn add(&mut self, key: CodeKey, place: usize, run: Option<u8>) {
        let code = self.next;
        self.table[place] = Some(CodeEntry { key, code });
        if let Some(color) = run {
            self.runs[usize::from(color)].push(code);
        }
        // The next code to be written can be one that needs one bit more.
        if code == 1 << self.len {
            self.len += 1;
        }
        self.next += 1;
    }
}

impl Default for Lzw {
    fn default() -> Lzw {
        Lzw::new()
    }
}

/// Returns the number of equal pixels at the beginning.
fn run(pixels: &[u8]) -> usize {
    let first = pixels[0];
    let eight = [first; 8];
    let (chunks, _) = pixels.as_chunks::<8>();
    let n = 8 * chunks.iter().take_while(|chunk| **chunk == eight).count();
    n + pixels[n..]
        .iter()
        .take_while(|pixel| **pixel == first)
        .count()
}

#[cfg(test)]
mod tests;
