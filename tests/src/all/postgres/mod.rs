//! What a database promises beside what every store does.

mod conflicts;
mod cuts;
mod pages;
mod starts;
mod tls;
mod together;
mod troubles;
