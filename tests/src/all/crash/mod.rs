//! The disk loses power, fails or lies under the real program.

mod backups;
mod content;
mod cuts;
mod damage;
mod errors;
mod model;
mod power;
mod recording;
mod space;
