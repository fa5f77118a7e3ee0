//! Scripts that run until a test is over.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdin, Stdio},
};

use super::script;

/// A run of `postgres.sh` that lasts until this is dropped, or until this process ends in any way.
pub(super) struct HeldScript {
    /// The pipe whose end stops the run.
    input: Option<ChildStdin>,
    script: Child,
}

impl HeldScript {
    /// Starts a run that keeps everything in a folder, and waits until it is ready.
    ///
    /// # Panics
    ///
    /// Panics if the server that it runs is not installed or does not start.
    pub(super) fn start(what: &str, folder: &Path, arguments: &[&str]) -> HeldScript {
        let mut script = script()
            .arg(what)
            .arg(folder)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell runs");
        let output = script.stdout.take().expect("standard output is piped");
        let held = HeldScript {
            input: script.stdin.take(),
            script,
        };
        let mut said = String::new();
        BufReader::new(output)
            .read_line(&mut said)
            .expect("the script speaks");
        assert_eq!(said, "ready\n", "postgres.sh {what} does not start");
        held
    }
}

impl Drop for HeldScript {
    fn drop(&mut self) {
        drop(self.input.take());
        // The script may have failed to start.
        let _ = self.script.wait();
    }
}
