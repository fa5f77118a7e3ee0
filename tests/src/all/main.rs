//! The one test binary: a module for each topic.

mod agreement;
mod coverage;
mod fixtures;
mod laws;
mod pair;
mod perft;
mod placements;
mod playthroughs;
