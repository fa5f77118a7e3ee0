//! The real program as a separate process.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
};

use crate::{discord::Discord, store::choose_database};

/// `oddboard serve` on a data folder. Dropping it kills the process, as SIGKILL does.
pub struct Program {
    child: Child,
    output: BufReader<ChildStdout>,
    /// The address of the page: `127.0.0.1:40123`. Empty if there is no page.
    pub address: String,
    /// The address of the health endpoint, if the settings ask for one.
    pub admin: String,
}

/// Returns the path of the program that cargo has built from the current sources for these tests.
///
/// # Panics
///
/// Panics if cargo does not run the tests.
pub fn path() -> PathBuf {
    let path = std::env::var_os("CARGO_BIN_EXE_oddboard-under-test");
    path.expect("only `cargo test` knows which program it built for the tests")
        .into()
}

/// Returns a command that runs the program without its settings in the environment.
pub fn command() -> Command {
    wrapped(Command::new(path()))
}

/// Removes all of the program's settings from a command's environment.
pub fn wrapped(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ODDBOARD_") {
            command.env_remove(name);
        }
    }
    command
}

/// Parses the address of the page from a line of the program's output.
fn page_in(line: &str) -> Option<String> {
    match line.split_once(" from http://") {
        // The line of a public page begins with its public address.
        Some((_, address)) => address.trim().strip_suffix('/').map(str::to_owned),
        None => address_in(line, "Playground"),
    }
}

/// Parses the address of a named endpoint from a line of the program's output.
fn address_in(line: &str, what: &str) -> Option<String> {
    let rest = line.trim().strip_prefix(what)?;
    let rest = rest.strip_prefix(": http://")?;
    rest.strip_suffix('/').map(str::to_owned)
}

impl Program {
    /// Starts the program on a data folder and waits until it is ready.
    ///
    /// # Panics
    ///
    /// Panics if the program does not become ready.
    pub fn start(data: &Path) -> Program {
        Program::start_at("127.0.0.1:0", data)
    }

    /// Starts the program again at its earlier address.
    ///
    /// # Panics
    ///
    /// Panics if the program does not become ready.
    pub fn start_at(address: &str, data: &Path) -> Program {
        Program::start_by(command(), address, data)
    }

    /// Starts the program by a shell command, in which `"$@"` stands for the program and its arguments.
    ///
    /// # Panics
    ///
    /// Panics if the program does not become ready.
    pub fn start_in_shell(script: &str, data: &Path) -> Program {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh"]).arg(path());
        Program::start_by(wrapped(command), "127.0.0.1:0", data)
    }

    /// Starts the program by a command, to which this adds the program's arguments.
    ///
    /// # Panics
    ///
    /// Panics if the program does not become ready.
    pub fn start_by(mut command: Command, address: &str, data: &Path) -> Program {
        command
            .args(["serve", "--listen", address, "--data"])
            .arg(data);
        command.current_dir(data.parent().expect("a data folder lies in a folder"));
        let mut program = Program::spawn(command, data);
        let mut line = program.line();
        if let Some(address) = address_in(&line, "Admin") {
            program.admin = address;
            line = program.line();
        }
        program.address = page_in(&line).unwrap_or_else(|| panic!("the program said {line:?}"));
        program
    }

    /// Starts the program by a command, to which this adds its arguments, and waits until it is ready or has ended. If it has
    /// ended, returns its output and exit status.
    ///
    /// # Panics
    ///
    /// Panics if the program prints unexpected output.
    pub fn try_start_by(
        mut command: Command,
        data: &Path,
    ) -> Result<Program, (String, ExitStatus)> {
        let folder = data.parent().expect("a data folder lies in a folder");
        let log = tempfile::NamedTempFile::new().expect("a file for the log");
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .current_dir(folder)
            .stderr(log.reopen().expect("the file is there"));
        let mut program = Program::spawn(command, data);
        let line = program.line();
        if line.is_empty() {
            let said = fs::read_to_string(log.path()).expect("messages are text");
            return Err((said, program.ended()));
        }
        program.address = page_in(&line).unwrap_or_else(|| panic!("the program said {line:?}"));
        Ok(program)
    }

    fn spawn(mut command: Command, data: &Path) -> Program {
        choose_database(&mut command, data);
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        Program {
            child,
            output,
            address: String::new(),
            admin: String::new(),
        }
    }

    /// Returns the address of the page, which the program prints first.
    ///
    /// # Panics
    ///
    /// Panics if it does not print one.
    pub fn page_address(&mut self) -> &str {
        if self.address.is_empty() {
            let line = self.line();
            self.address = page_in(&line).unwrap_or_else(|| panic!("the program said {line:?}"));
        }
        &self.address
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .expect("the program says where its page is");
        line
    }

    /// Starts the program on a data folder as a bot on a local Discord, with these extra settings, and returns at once. The
    /// caller waits for the effects that it needs. The file `log` beside the folder holds the log.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    pub fn start_on_discord(data: &Path, discord: &Discord, settings: &[(&str, &str)]) -> Program {
        let mut command = command();
        command
            .env("ODDBOARD_DISCORD_TOKEN", discord.token())
            .env("ODDBOARD_DISCORD_API", discord.address())
            .envs(settings.iter().copied());
        let folder = data.parent().expect("a data folder lies in a folder");
        let log = File::options()
            .create(true)
            .append(true)
            .open(folder.join("log"));
        command
            .args(["serve", "--data"])
            .arg(data)
            .current_dir(folder);
        command.stderr(log.expect("a file for the log"));
        Program::spawn(command, data)
    }

    /// Starts the program on a data folder as the bot of this homeserver, with these extra settings, and waits until it is
    /// connected. The file `log` beside the folder holds the log.
    ///
    /// # Panics
    ///
    /// Panics if it does not start.
    #[cfg(feature = "matrix")]
    pub fn start_on_matrix(data: &Path, homeserver: &str, settings: &[(&str, &str)]) -> Program {
        let started = Program::try_start_on_matrix(data, homeserver, settings);
        let started = started.map_err(|(said, _)| said);
        started.unwrap_or_else(|said| panic!("the program is not there; it said {said:?}"))
    }

    /// The same, for a program that may end before it is connected.
    ///
    /// # Errors
    ///
    /// Returns the program's output and its exit status if it ended.
    ///
    /// # Panics
    ///
    /// Panics if the system does not start it.
    #[cfg(feature = "matrix")]
    pub fn try_start_on_matrix(
        data: &Path,
        homeserver: &str,
        settings: &[(&str, &str)],
    ) -> Result<Program, (String, ExitStatus)> {
        let folder = data.parent().expect("a data folder lies in a folder");
        let password = folder.join("password");
        std::fs::write(&password, crate::matrix::PASSWORD).expect("a file for the password");
        let log = File::options()
            .create(true)
            .append(true)
            .open(folder.join("log"));
        let mut command = command();
        command
            .env("ODDBOARD_MATRIX_HOMESERVER", homeserver)
            .env("ODDBOARD_MATRIX_USER", "@odd:localhost")
            .env("ODDBOARD_MATRIX_PASSWORD_FILE", &password)
            .envs(settings.iter().copied())
            .args(["serve", "--data"])
            .arg(data)
            .current_dir(folder)
            .stderr(log.expect("a file for the log"));
        let mut program = Program::spawn(command, data);
        // Other platforms in the settings may connect first.
        let mut said = String::new();
        while !said.ends_with("Matrix: @odd:localhost is connected\n") {
            let n_bytes = program.output.read_line(&mut said);
            if n_bytes.expect("the program says when it is there") == 0 {
                return Err((said, program.ended()));
            }
        }
        program.address = said.lines().find_map(page_in).unwrap_or_default();
        Ok(program)
    }

    /// Starts the program by a command, to which this adds its arguments, with its page here and as a bot on a local Discord.
    /// Waits until its page is ready. Returns `None` if the program ends first.
    ///
    /// # Panics
    ///
    /// Panics if the system does not start it.
    pub fn try_start_on_both(
        mut command: Command,
        address: &str,
        data: &Path,
        discord: &Discord,
    ) -> Option<Program> {
        command
            .env("ODDBOARD_DISCORD_TOKEN", discord.token())
            .env("ODDBOARD_DISCORD_API", discord.address())
            .args(["serve", "--playground", "--listen", address, "--data"])
            .arg(data)
            .current_dir(data.parent().expect("a data folder lies in a folder"));
        let mut program = Program::spawn(command, data);
        program.address = page_in(&program.line())?;
        Some(program)
    }

    /// Suspends the process immediately.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub fn suspend(&self) {
        self.signal("-STOP");
    }

    /// Resumes the process after a suspension.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.id().to_string()])
            .status();
        assert!(
            sent.expect("kill runs").success(),
            "a process of ours takes {signal}"
        );
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process immediately.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub fn kill(mut self) {
        self.child.kill().expect("a process of ours can be killed");
        self.child.wait().expect("a killed process ends");
    }

    /// Waits until the process ends by itself, and returns its exit status.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub fn ended(mut self) -> ExitStatus {
        self.child.wait().expect("the program ends")
    }

    /// Asks the process to end, and waits. Returns its remaining standard output and its exit status.
    ///
    /// # Panics
    ///
    /// Panics if the system refuses.
    pub fn stop(mut self) -> (String, ExitStatus) {
        self.signal("-TERM");
        let status = self.child.wait().expect("the program ends");
        let mut rest = String::new();
        self.output
            .read_to_string(&mut rest)
            .expect("the output is text");
        (rest, status)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
