//! The library that intercepts the file calls of a process.

use std::{ffi::OsString, path::Path, process::Command};

use tempfile::TempDir;

/// The error number that stands for killing the process.
pub const KILLED: i32 = -1;

/// The calls of a process that fail, and their error.
#[derive(Clone, Copy, Debug)]
pub struct FailingCalls {
    /// The kind of file call: `read`, `write`, `sync`, `open`, `stat` (looks up a name) or `name` (changes the names in
    /// a folder). Two kinds are network calls: `answer` sends a successful HTTP answer, and `query` queries a database.
    pub kind: &'static str,
    /// The number of the error. 0 completes only a part of the call, and [`KILLED`] kills the process.
    pub error: i32,
    /// `once` selects the call with this number, `from` also all later ones, and `permille` so many of a thousand
    /// calls.
    pub how: &'static str,
    /// The number that `how` refers to.
    pub number: u64,
    /// The seed of the random choice for `permille`.
    pub seed: u64,
}

/// The compiled library. Its file is removed on drop.
pub struct Shim {
    folder: TempDir,
}

impl Shim {
    /// Compiles the library.
    ///
    /// # Panics
    ///
    /// No C compiler compiles it.
    pub fn build() -> Shim {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = crate::data("src/crash/shim.c");
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
        let status = Command::new(&compiler)
            .args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(folder.path().join("shim.so"))
            .arg(source)
            .status();
        assert!(
            status.as_ref().is_ok_and(|status| status.success()),
            "{} cannot compile tests/src/crash/shim.c ({status:?}); install a C compiler, build-essential on Debian",
            compiler.display()
        );
        Shim { folder }
    }

    fn before<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("LD_PRELOAD", self.folder.path().join("shim.so"))
    }

    fn around<'a>(&self, command: &'a mut Command, folder: &Path) -> &'a mut Command {
        self.before(command).env("SHIM_FOLDER", folder)
    }

    /// Sets the clock of a command forward by this many days.
    pub fn delay(&self, command: &mut Command, n_days: usize) {
        const DAY: i64 = 24 * 60 * 60;
        self.set_clock(command, n_days as i64 * DAY);
    }

    /// Sets the clock of a command forward by this many seconds, or back if the number is negative.
    pub fn set_clock(&self, command: &mut Command, seconds: i64) {
        self.before(command)
            .env("SHIM_SECONDS", seconds.to_string());
    }

    /// Records the changes of a command in a folder, and appends them to a trace.
    pub fn record(&self, command: &mut Command, folder: &Path, trace: &Path) {
        self.around(command, folder).env("SHIM_TRACE", trace);
    }

    /// Makes some calls of a command on a folder fail.
    pub fn fail(&self, command: &mut Command, folder: &Path, failing: FailingCalls) {
        command.envs(self.failing(folder, failing));
    }

    /// Returns the environment in which some calls of a program on a folder or file fail.
    pub fn failing(&self, folder: &Path, failing: FailingCalls) -> [(&'static str, OsString); 3] {
        let FailingCalls {
            kind,
            error,
            how,
            number,
            seed,
        } = failing;
        let value = format!("{kind} {error} {how} {number} {seed}");
        [
            ("LD_PRELOAD", self.folder.path().join("shim.so").into()),
            ("SHIM_FOLDER", folder.into()),
            ("SHIM_FAIL", value.into()),
        ]
    }
}
