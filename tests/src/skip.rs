//! What is left out of a run: what whoever runs the tests names in `ODDBOARD_SKIP`, and what needs a program that this machine lacks.
//! Under `CI` nothing is missing in silence: there the test runs, and fails.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write},
    path::PathBuf,
    sync::{LazyLock, Mutex, PoisonError},
};

/// Names what is left out, separated by commas: `browser` and `postgres` here, `matrix` in `.ci/run`.
const VARIABLE: &str = "ODDBOARD_SKIP";

/// What can be left out by its name.
const PARTS: [&str; 3] = ["browser", "matrix", "postgres"];

/// What tests need of the machine.
struct Need {
    /// What leaves it out, in `ODDBOARD_SKIP`.
    part: &'static str,
    /// What it is called.
    what: &'static str,
    /// The programs that it takes.
    programs: &'static [&'static str],
    /// What brings them on Debian.
    packages: &'static str,
}

const BROWSER: Need = Need {
    part: "browser",
    what: "a browser",
    programs: &["chromium", "chromedriver"],
    packages: "chromium chromium-driver",
};

const NODE: Need = Need {
    part: "browser",
    what: "Node",
    programs: &["npm"],
    packages: "nodejs npm",
};

const POSTGRES: Need = Need {
    part: "postgres",
    what: "PostgreSQL",
    programs: &["initdb"],
    packages: "postgresql",
};

const PGBOUNCER: Need = Need {
    part: "postgres",
    what: "PgBouncer",
    programs: &["pgbouncer"],
    packages: "pgbouncer",
};

/// Whether the tests that need a browser are left out.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_browser() -> bool {
    BROWSER.is_left_out()
}

/// Whether what needs Node is left out.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_node() -> bool {
    NODE.is_left_out()
}

/// Whether the tests that need PostgreSQL are left out.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_postgres() -> bool {
    POSTGRES.is_left_out()
}

/// Whether the tests that need PgBouncer are left out.
///
/// # Panics
///
/// The variable names something that cannot be left out.
pub fn skips_pgbouncer() -> bool {
    PGBOUNCER.is_left_out()
}

impl Need {
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

    /// Says once what is left out, past the harness, which keeps what a test prints to itself.
    fn report(&self, why: &str) {
        static REPORTED: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
        let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
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

/// Whether a program is in a folder of the path, or where Debian keeps those that not everybody finds.
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
