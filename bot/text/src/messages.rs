//! A function for each message in English. Its arguments are in alphabetical order; if there are several, each is
//! passed by its name.

use super::{Arg, Text};

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
