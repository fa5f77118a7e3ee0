#![doc = include_str!("README.md")]

mod bits;
pub(crate) mod deflate;
pub(crate) mod lzw;
