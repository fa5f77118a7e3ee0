#![doc = include_str!("../README.md")]

mod bits;
mod deflate;
mod error;
mod lzw;
#[cfg(test)]
mod noise;

pub use crate::{
    deflate::{PackedTile, Tile, TileCode},
    error::PackError,
    lzw::{COLOR_BITS, Lzw},
};
