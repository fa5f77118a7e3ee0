//! A function for each message in English; what it takes is in the order of the alphabet.

use super::{Arg, Text};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
