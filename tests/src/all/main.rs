//! The one test binary: a module for each topic.

mod agreement;
mod answers;
mod backup;
mod bario;
mod baroque;
mod browser;
mod chakart;
mod commotion;
mod coverage;
mod dialogues;
mod discord;
mod end_to_end;
mod fixtures;
#[cfg(target_os = "linux")]
mod full_disk;
mod games;
mod images;
mod laws;
mod ledger;
mod menus;
mod pair;
mod perft;
mod placements;
mod players;
mod playground;
mod playthroughs;
mod replay;
mod rule_sets;
mod rulebook;
mod secrets;
mod settings;
mod store;
mod tidy;
mod torture;
mod unconfirmed;
mod unusable;
