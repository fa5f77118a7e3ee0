//! Clusters that a test starts by lines of a shell, as people do by hand.

use std::{
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
};

use tempfile::TempDir;

use super::script;

/// A folder for clusters, each in a folder of its own there. They are stopped, and all of it is removed, when it is dropped, or
/// when this process ends in whatever way.
pub struct ClusterFolder {
    /// Its end is the end of the clusters.
    held: Option<ChildStdin>,
    guard: Child,
    folder: TempDir,
}

impl ClusterFolder {
    /// An empty one.
    ///
    /// # Panics
    ///
    /// The system has no room for it.
    pub fn new() -> ClusterFolder {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut guard = script()
            .arg("guard")
            .arg(folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell runs");
        ClusterFolder {
            held: guard.stdin.take(),
            guard,
            folder,
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A shell that does this in the folder, as a user whom PostgreSQL allows to run it, and with its programs at hand.
    pub fn shell(&self, text: &str) -> Command {
        let mut command = script();
        command.arg("shell").arg(self.path()).arg(text);
        command
    }
}

impl Default for ClusterFolder {
    fn default() -> ClusterFolder {
        ClusterFolder::new()
    }
}

impl Drop for ClusterFolder {
    fn drop(&mut self) {
        drop(self.held.take());
        // PostgreSQL may not be installed.
        let _ = self.guard.wait();
    }
}
