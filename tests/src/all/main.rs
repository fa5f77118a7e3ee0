//! The one test binary: a module for each topic.

mod agreement;
mod backup;
mod bario;
mod baroque;
mod browser;
mod chakart;
mod coverage;
mod dialogues;
mod fixtures;
mod images;
mod laws;
mod ledger;
mod pair;
mod perft;
mod placements;
mod playground;
mod playthroughs;
mod store;
mod tidy;
mod torture;
