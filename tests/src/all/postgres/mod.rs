//! What a database promises beside what every store does.

mod conflicts;
mod cuts;
mod hosts;
mod pages;
mod poolers;
mod starts;
mod tls;
mod together;
mod troubles;
