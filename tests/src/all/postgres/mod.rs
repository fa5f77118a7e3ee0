//! Promises of a database store beyond those of every store.

mod conflicts;
mod cuts;
mod faults;
mod hosts;
mod pages;
mod poolers;
mod starts;
mod tls;
mod together;
