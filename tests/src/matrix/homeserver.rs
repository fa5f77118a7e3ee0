//! Synapse, as `synapse.sh` beside this file runs it.

use std::{path::PathBuf, process::Command};

use tempfile::TempDir;

use super::PASSWORD;
use crate::{data, port::ReservedPort};

/// A homeserver on its own folder. Dropping it stops the homeserver.
pub struct Homeserver {
    folder: TempDir,
    port: ReservedPort,
    /// True if it applies rate limits to messages.
    is_limited: bool,
}

impl Homeserver {
    /// Starts a homeserver on a port that the system chooses, with these accounts.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver cannot be installed or does not start.
    pub fn start(people: &[&str]) -> Homeserver {
        Homeserver::start_limited(people, false)
    }

    /// Starts a homeserver with Synapse's default rate limits.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver cannot be installed or does not start.
    pub fn start_with_limits(people: &[&str]) -> Homeserver {
        Homeserver::start_limited(people, true)
    }

    fn start_limited(people: &[&str], is_limited: bool) -> Homeserver {
        run(&["install"]);
        let homeserver = Homeserver {
            folder: tempfile::tempdir().expect("a temporary folder"),
            port: ReservedPort::new(),
            is_limited,
        };
        homeserver.start_again();
        for name in people {
            homeserver.register(name);
        }
        homeserver
    }

    /// Starts the homeserver after a stop.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub fn start_again(&self) {
        let mut script = script();
        if self.is_limited {
            script.env("SYNAPSE_MESSAGES", "limited");
        }
        let port = self.port.number().to_string();
        run_by(script, &["start", &self.path(), &port]);
    }

    /// Stops the homeserver. Its data remains.
    ///
    /// # Panics
    ///
    /// Panics if it does not stop.
    pub fn stop(&self) {
        run(&["stop", &self.path()]);
    }

    /// Registers an account.
    ///
    /// # Panics
    ///
    /// Panics if the homeserver refuses.
    pub fn register(&self, name: &str) {
        run(&["register", &self.path(), name, PASSWORD]);
    }

    /// Returns the address of the homeserver.
    pub fn address(&self) -> String {
        format!("http://{}", self.port.address())
    }

    fn path(&self) -> String {
        self.folder.path().join("homeserver").display().to_string()
    }
}

impl Drop for Homeserver {
    fn drop(&mut self) {
        // The test may have failed because the homeserver is not running.
        let _ = script().args(["stop", &self.path()]).status();
    }
}

fn script() -> Command {
    let mut command = Command::new("sh");
    let script: PathBuf = data("src/matrix/synapse.sh");
    command.arg(script);
    command
}

fn run(arguments: &[&str]) {
    run_by(script(), arguments);
}

fn run_by(mut script: Command, arguments: &[&str]) {
    let done = script.args(arguments).output().expect("a shell runs");
    assert!(
        done.status.success(),
        "synapse.sh {}: {}",
        arguments.join(" "),
        String::from_utf8_lossy(&done.stderr)
    );
}
