//! The one test binary: a module for each topic.

mod answers;
mod backup;
mod board_feel;
mod board_offers;
mod book;
mod browser;
mod clocks;
mod complaints;
mod corpora;
#[cfg(target_os = "linux")]
mod crash;
mod daily;
mod damage;
mod databases;
mod delivery;
mod deploy_by_hand;
mod deployment;
mod dialogues;
mod discord;
mod end_to_end;
mod first_screen;
#[cfg(target_os = "linux")]
mod full_disk;
mod learning;
mod linked;
mod live_board;
mod lives;
mod living_board;
mod menus;
mod random_events;

mod monitor;
mod my_data;
mod my_page;
mod overdue;
mod overload;
mod page_fleet;
mod page_server;
mod panics;
mod players;
mod ports;
mod postgres;
mod processes;
mod program;
mod prose;
mod recipes;
mod replay;
mod review;
mod round_trips;
mod rule_sets;
mod rulebook;
mod sample;
mod screens;
mod secrets;
mod settings;
mod store;
mod stored;
mod tidy;
mod time;
#[cfg(target_os = "linux")]
mod torture;
mod uci;
mod unconfirmed;
mod watchers;
mod whole_games;
mod writer;
