//! What people read of what the service decides.

mod decide;
mod hint;
mod history;
mod mydata;
mod planning;
mod puzzles;
mod vacation;
mod why;
