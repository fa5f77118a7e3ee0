//! Tests of the messages and files that people receive for decisions of the service.

mod decide;
mod hint;
mod history;
mod mydata;
mod planning;
mod puzzles;
mod vacation;
mod why;
