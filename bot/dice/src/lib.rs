//! Dice that need no trust: after a match, its players can check that no one chose a roll.
//!
//! A challenge draws 32 secret bytes and publishes their SHA-256, the [`Commitment`], before an opponent accepts. Every roll
//! follows from that secret and from the event that accepted the challenge, which no one can know beforehand. When the match is
//! over the secret is published, and [`verify`] computes all rolls again.
//!
//! # The construction
//!
//! A roll of match `M`, accepted by event `E`, with `m` equally likely outcomes: for `attempt` = 0, 1, 2, ... take
//!
//! ```text
//! HMAC-SHA-256(key: the secret, message: "M/E/NAME/attempt")     such as 4kq0z/playground:7.a-1/3/b1c3/0
//! ```
//!
//! and read its first four bytes as a number, most significant byte first. Take the first of these numbers below the greatest
//! multiple of `m` up to 2³². The outcome is its remainder after division by `m`. Larger numbers are skipped, because they
//! would make small outcomes likelier.
//!
//! The lot for the sides has the name `0` and two outcomes: at 0 the challenger plays White, at 1 Black. Each step of chance of
//! the game is a roll that picks from [`rules::Chance::outcomes`] in their order. Its name is `N/ACTION`. `N` is the number
//! of inputs before it. `ACTION` is the last decision among them, in the form of the record, or `-` without one. Inputs that
//! were taken back do not count. So a move that is repeated after a takeback has the same outcome, without a second roll.

mod proof;
mod roll_name;
mod verification_text;
mod verify;

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit, Mac};
use rules::{Chance, ChanceOutcome, Color};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest, Sha256};

pub use self::{
    proof::{Proof, Seal},
    roll_name::RollName,
    verify::{DiceFlaw, Sides, Verification, verify},
};
use api::{MatchId, Secret};

/// The commitment to a secret, published before an opponent accepts: its SHA-256, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Returns the only commitment that a secret fits.
    pub fn to(secret: &Secret) -> Commitment {
        Commitment(Sha256::digest(secret.expose()).into())
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not 32 bytes in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not made of 64 hexadecimal digits")]
pub struct ParseHexError;

impl FromStr for Commitment {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Commitment, ParseHexError> {
        read_hex(text).map(Commitment)
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Commitment, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// A secret in its published form: 64 hexadecimal digits. Its caller has checked that the match is over, or writes to the
/// store.
pub struct Published<'a>(pub &'a Secret);

impl fmt::Display for Published<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(self.0.expose()))
    }
}

/// Reads a secret as [`Published`] writes it.
///
/// # Errors
///
/// The text has another form.
pub fn read_secret(text: &str) -> Result<Secret, ParseHexError> {
    read_hex(text).map(Secret::new)
}

/// Reads 64 digits, in any case.
fn read_hex(text: &str) -> Result<[u8; 32], ParseHexError> {
    let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes());
    let bytes = bytes.map_err(|_| ParseHexError)?;
    bytes.try_into().map_err(|_| ParseHexError)
}

/// The rolls of one match. Each is fixed as soon as the challenge is accepted.
pub struct Rolls {
    keyed: Hmac<Sha256>,
    about: String,
}

impl Rolls {
    /// Returns the rolls of a match that the event with the id `accepted` accepted.
    pub fn new(secret: &Secret, id: MatchId, accepted: &str) -> Rolls {
        Rolls {
            keyed: Hmac::new_from_slice(secret.expose())
                .expect("a key of HMAC may have any length"),
            about: format!("{id}/{accepted}"),
        }
    }

    /// Returns the outcome of a roll: one of `m` equally likely outcomes, counted from 0.
    ///
    /// # Panics
    ///
    /// `m` is 0.
    pub fn roll(&self, name: RollName, m: u32) -> u32 {
        assert!(m > 0, "there is nothing to pick from");
        (0..)
            .find_map(|attempt: u32| fair(self.number(name, attempt), m))
            .expect("one number of billions is below the bound")
    }

    fn number(&self, name: RollName, attempt: u32) -> u32 {
        let mut mac = self.keyed.clone();
        mac.update(format!("{}/{name}/{attempt}", self.about).as_bytes());
        let digest = mac.finalize().into_bytes();
        u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]])
    }

    /// Returns the side that the lot gives to the challenger.
    pub fn sides(&self) -> Color {
        match self.roll(RollName::Sides, 2) {
            0 => Color::White,
            _ => Color::Black,
        }
    }

    /// Returns the outcome of a roll at a step of chance.
    pub fn pick(&self, name: RollName, chance: &Chance) -> ChanceOutcome {
        let total = u32::try_from(chance.total()).expect("weights are small");
        let ticket = self.roll(name, total);
        let picked = chance.pick(ticket.into());
        picked.expect("a ticket below the total stands for an outcome")
    }
}

/// Maps a number of 32 bits to one of `m` equally likely outcomes, or to `None` where that would favor some of them.
fn fair(number: u32, m: u32) -> Option<u32> {
    let bound = (1_u64 << 32) / u64::from(m) * u64::from(m);
    (u64::from(number) < bound).then_some(number % m)
}
