//! 32 bytes as hexadecimal digits.

use std::fmt;

use super::ParseHexError;

pub(super) fn write(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Reads 64 digits, in any case.
pub(super) fn read(text: &str) -> Result<[u8; 32], ParseHexError> {
    let mut bytes = [0; 32];
    let digits = text.as_bytes();
    if digits.len() != 2 * bytes.len() {
        return Err(ParseHexError);
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).ok_or(ParseHexError);
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let value = digit(pair[0])? << 4 | digit(pair[1])?;
        *byte = u8::try_from(value).expect("two hexadecimal digits are a byte");
    }
    Ok(bytes)
}
