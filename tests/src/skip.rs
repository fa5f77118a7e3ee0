//! Tests skip the parts that `ODDBOARD_SKIP` names, and the parts that need a program which this machine lacks. Under `CI` a missing
//! program is a failure: the test runs, and fails.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write},
    path::PathBuf,
    sync::{LazyLock, Mutex},
};

use kit::lock;

/// Lists the skipped parts, separated by commas: `browser`, `nginx` and `postgres` here, `matrix` in `.ci/run`.
const VARIABLE: &str = "ODDBOARD_SKIP";

/// The names of the parts that can be skipped.
const PARTS: [&str; 4] = ["browser", "matrix", "nginx", "postgres"];

/// A requirement of tests on the machine.
struct Requirement {
    /// The name in `ODDBOARD_SKIP` that skips it.
    part: &'static str,
    /// Its name in the report.
    what: &'static str,
    /// The programs that it requires.
    programs: &'static [&'static str],
    /// The packages of Debian that contain them.
    packages: &'static str,
}

const BROWSER: Requirement = Requirement {
    part: "browser",
    what: "a browser",
    programs: &["chromium", "chromedriver"],
    packages: "chromium chromium-driver",
};

const NODE: Requirement = Requirement {
    part: "browser",
    what: "Node",
    programs: &["npm"],
    packages: "nodejs npm",
};

const POSTGRES: Requirement = Requirement {
    part: "postgres",
    what: "PostgreSQL",
    programs: &["initdb"],
    packages: "postgresql",
};

const NGINX: Requirement = Requirement {
    part: "nginx",
    what: "nginx",
    programs: &["nginx"],
    packages: "nginx-light",
};

const PGBOUNCER: Requirement = Requirement {
    part: "postgres",
    what: "PgBouncer",
    programs: &["pgbouncer"],
    packages: "pgbouncer",
};

/// Returns whether tests that need a browser are skipped.
///
/// # Panics
///
/// Panics if the variable names a part that cannot be skipped.
pub fn skips_browser() -> bool {
    BROWSER.is_left_out()
}

/// Returns whether checks that need Node are skipped.
///
/// # Panics
///
/// Panics if the variable names a part that cannot be skipped.
pub fn skips_node() -> bool {
    NODE.is_left_out()
}

/// Returns whether tests that need PostgreSQL are skipped.
///
/// # Panics
///
/// Panics if the variable names a part that cannot be skipped.
pub fn skips_postgres() -> bool {
    POSTGRES.is_left_out()
}

/// Returns whether tests that need nginx are skipped.
///
/// # Panics
///
/// Panics if the variable names a part that cannot be skipped.
pub fn skips_nginx() -> bool {
    NGINX.is_left_out()
}

/// Returns whether tests that need PgBouncer are skipped.
///
/// # Panics
///
/// Panics if the variable names a part that cannot be skipped.
pub fn skips_pgbouncer() -> bool {
    PGBOUNCER.is_left_out()
}

impl Requirement {
    fn is_left_out(&self) -> bool {
        if is_named(self.part) {
            self.report(&format!("as {VARIABLE} says"));
            return true;
        }
        let mut missing = self
            .programs
            .iter()
            .filter(|program| !is_installed(program));
        let Some(missing) = missing.next().filter(|_| env::var_os("CI").is_none()) else {
            return false;
        };
        let packages = self.packages;
        self.report(&format!(
            "as {missing} is not installed (apt-get install {packages})"
        ));
        true
    }

    /// Reports once that this is skipped, on standard error: the harness hides the output of a test that passes.
    fn report(&self, why: &str) {
        static REPORTED: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
        let mut reported = lock(&REPORTED);
        if reported.insert(self.what) {
            let what = self.what;
            let said = writeln!(io::stderr(), "left out, {why}: all that needs {what}");
            said.expect("standard error takes a line");
        }
    }
}

fn is_named(part: &str) -> bool {
    let named = env::var(VARIABLE).unwrap_or_default();
    let mut parts = named.split(',').filter(|part| !part.is_empty());
    assert!(
        parts.clone().all(|part| PARTS.contains(&part)),
        "{VARIABLE}={named}: only {} can be left out",
        PARTS.join(", ")
    );
    parts.any(|named| named == part)
}

/// Returns whether a program is in a folder of the path, or in one where Debian keeps programs of the administrator.
fn is_installed(program: &str) -> bool {
    static FOLDERS: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
        let path = env::var_os("PATH").unwrap_or_default();
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let versions = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
        let others = env::var_os("POSTGRES_BIN").map(PathBuf::from);
        let folders = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
        folders.chain(others).chain(versions).collect()
    });
    FOLDERS.iter().any(|folder| folder.join(program).is_file())
}
