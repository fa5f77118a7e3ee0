//! Power cuts and disk errors around the real program.
//!
//! A [`Shim`] stands between a process and its files. It records the changes of the process in a folder, or makes some
//! calls fail. A model of a [`Disk`] repeats the recorded events and tracks which are synced. It generates the possible
//! contents of the folder after a power cut at any moment.
//!
//! The model promises no more than POSIX. A sync of a file keeps its bytes and its length, but not its name. A sync of
//! a folder keeps the names in it. Any mixture of the other changes is kept or lost. The changes of a failed sync are
//! lost for good, although the processes still see them, as on real systems.

mod disk;
mod image;
mod shim;
mod trace;

pub use self::{
    disk::{Disk, KeptWrites},
    image::Image,
    shim::{FailingCalls, KILLED, Shim},
    trace::{Event, Trace},
};
