//! The library that stands between a process and its files.

use std::{ffi::OsString, path::Path, process::Command};

use tempfile::TempDir;

/// In the place of the number of an error: the process is killed.
pub const KILLED: i32 = -1;

/// Which calls of a process fail, and how.
#[derive(Clone, Copy, Debug)]
pub struct Failing {
    /// `read`, `write`, `sync`, `open`, `stat` (whatever asks what has a name), `name` (whatever changes the names in a
    /// folder), `answer` (whatever says something good by HTTP) or `query` (whatever asks a database something).
    pub kind: &'static str,
    /// The number of the error; 0 if the call does half of what was asked; or [`KILLED`].
    pub error: i32,
    /// `once`: the call of this number; `from`: that one and all after it; `permille`: that many of a thousand.
    pub how: &'static str,
    /// That number.
    pub number: u64,
    /// What chooses them, if they are chosen.
    pub seed: u64,
}

/// The compiled library. Dropping it removes it.
pub struct Shim {
    folder: TempDir,
}

impl Shim {
    /// Compiles it.
    ///
    /// # Panics
    ///
    /// There is no C compiler.
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

    /// Has a command run so many days later.
    pub fn delay(&self, command: &mut Command, n_days: usize) {
        const DAY: i64 = 24 * 60 * 60;
        self.set_clock(command, n_days as i64 * DAY);
    }

    /// Has the clock of a command be so many seconds fast, or slow if there are fewer than 0.
    pub fn set_clock(&self, command: &mut Command, seconds: i64) {
        self.before(command)
            .env("SHIM_SECONDS", seconds.to_string());
    }

    /// Has what a command does to a folder recorded, after what is recorded there.
    pub fn record(&self, command: &mut Command, folder: &Path, trace: &Path) {
        self.around(command, folder).env("SHIM_TRACE", trace);
    }

    /// Has some of what a command does to a folder fail.
    pub fn fail(&self, command: &mut Command, folder: &Path, failing: Failing) {
        command.envs(self.failing(folder, failing));
    }

    /// In what environment some of what a program does to a folder, or to a file, fails.
    pub fn failing(&self, folder: &Path, failing: Failing) -> [(&'static str, OsString); 3] {
        let Failing {
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
