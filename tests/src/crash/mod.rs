//! Power cuts and bad disks around the real program.
//!
//! A [`Shim`] stands between a process and its files. It records all that the process does to a folder, or fails some
//! of it. What was recorded is done once more to a model of a [`Disk`], which knows what was synced and what was not, and
//! tells as often as asked what a power cut at any moment may leave.
//!
//! The model promises no more than POSIX does: syncing a file keeps its bytes and its length, not its name; syncing a
//! folder keeps the names in it. All else is kept or lost, in any mixture. What a sync that failed should have kept is
//! lost for good, though the processes go on seeing it: so systems do.

mod disk;
mod image;
mod shim;
mod trace;

pub use self::{
    disk::{Disk, Keep},
    image::Image,
    shim::{Failing, KILLED, Shim},
    trace::{Event, Trace},
};
