//! LZW as GIF files have it (GIF89a, appendix F), quick along stretches of one color.
//!
//! An animation is mostly such stretches: pixels that stay as they are. The codes of "this color so many times" are kept
//! by themselves, so that a stretch takes a step for each code and not for each pixel. What is written is what any plain
//! encoder writes that starts anew when all codes are in use.

use super::bits::{Bits, Word};

/// How many bits a color has. A palette of 128 colors leaves room for "transparent".
pub(crate) const COLOR_BITS: u8 = 7;

/// The code that makes all codes but those of single colors free again, the one after the last pixel, and the first that
/// gets a meaning on the way.
const CLEAR: u16 = 1 << COLOR_BITS;
const END: u16 = CLEAR + 1;
const FIRST: u16 = CLEAR + 2;

/// How many codes there may be.
const MOST: u16 = 1 << 12;

/// How many bits a code has in the beginning.
const FIRST_LEN: u32 = COLOR_BITS as u32 + 1;

/// How many places the table has: twice as many as codes, a power of two.
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 13;

/// An encoder. Its tables are large enough to be worth keeping.
pub(crate) struct Lzw {
    /// The codes of stretches that have a code, each where its key belongs or in the next free place after that.
    table: Vec<Option<CodeEntry>>,
    /// For each color the codes of stretches of it alone: of one pixel, of two, and so on.
    runs: Vec<Vec<u16>>,
    /// The next free code.
    next: u16,
    /// How many bits a code has.
    len: u32,
}

/// What a code stands for: what another one does, then one more color.
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

    /// Where it belongs in the table. The factor is the golden ratio, which spreads neighbors far.
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9) >> (u32::BITS - PLACE_BITS)) as usize
    }
}

impl Lzw {
    pub(crate) fn new() -> Lzw {
        Lzw {
            table: vec![None; PLACES],
            runs: (0..CLEAR).map(|color| vec![color]).collect(),
            next: FIRST,
            len: FIRST_LEN,
        }
    }

    /// The pixels, each below 128, packed: how many bits a color has, then the codes.
    pub(crate) fn encode(&mut self, pixels: &[u8]) -> Vec<u8> {
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

    /// Makes all codes free again.
    fn clear(&mut self, bits: &mut Bits) {
        self.put(CLEAR, bits);
        self.table.fill(None);
        self.runs.iter_mut().for_each(|codes| codes.truncate(1));
        self.next = FIRST;
        self.len = FIRST_LEN;
    }

    /// The code of a key, or the place where it is to stand.
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

    /// Gives a key the next code; `run` is the color of a stretch that is of one color with it.
    fn add(&mut self, key: CodeKey, place: usize, run: Option<u8>) {
        let code = self.next;
        self.table[place] = Some(CodeEntry { key, code });
        if let Some(color) = run {
            self.runs[usize::from(color)].push(code);
        }
        // A code that needs one bit more may be the next to be written.
        if code == 1 << self.len {
            self.len += 1;
        }
        self.next += 1;
    }
}

/// How many pixels are alike at the beginning.
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
