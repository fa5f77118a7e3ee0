//! The one test binary: a module for each topic.

mod agreement;
mod backup;
mod baroque;
mod chakart;
mod coverage;
mod dialogues;
mod fixtures;
mod laws;
mod ledger;
mod pair;
mod perft;
mod placements;
mod playthroughs;
mod store;
mod tidy;
mod torture;
