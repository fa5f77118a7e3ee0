//! Clusters that a test starts by shell lines, as people do by hand.

use std::{
    path::Path,
    process::{Child, ChildStdin, Command, Stdio},
};

use tempfile::TempDir;

use super::script;

/// A folder for clusters, each in its own subfolder. Dropping it stops and removes them all, and so does any end of this process.
pub struct ClusterFolder {
    /// The pipe whose end stops the clusters.
    held: Option<ChildStdin>,
    guard: Child,
    folder: TempDir,
}

impl ClusterFolder {
    /// Creates an empty folder.
    ///
    /// # Panics
    ///
    /// Panics if the system cannot create the folder.
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

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns a shell that runs this text in the folder, with PostgreSQL's programs on its path. Its user is one under whom
    /// PostgreSQL runs.
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
