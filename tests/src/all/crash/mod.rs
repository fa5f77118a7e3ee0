//! Tests of the real program on a disk that loses power, fails or lies.

mod backups;
mod content;
mod cuts;
mod damage;
mod errors;
mod model;
mod power;
mod recording;
mod space;
