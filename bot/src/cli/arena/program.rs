//! A program that plays, as a process that speaks UCI.

use std::{process::Stdio, time::Duration};

use tokio::{
    io::AsyncWriteExt,
    process::{Child, ChildStdin, ChildStdout, Command},
    time::{Instant, timeout},
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

use command::is_disruptive;

use super::{
    adjudication::told_score,
    fault::Fault,
    lines::{ProgramLines, after},
};

/// The time for anything but a move.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time in which a process ends after it has closed its output or was asked to quit.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// The time for reading what a program wrote before it ended. Its children may hold the pipe open.
const REST: Duration = Duration::from_millis(50);
/// The longest name of a program, in characters.
const LONGEST_NAME: usize = 60;

/// A running program. Dropping it kills the process and its children.
pub(super) struct Program {
    name: String,
    child: Child,
    #[cfg(unix)]
    group: Option<Pid>,
    input: ChildStdin,
    output: ProgramLines<ChildStdout>,
}

/// The answer of a program to `go`.
pub(super) struct Answer {
    /// The text of its move.
    pub(super) word: String,
    /// The last score that it told, in centipawns.
    pub(super) score: Option<i32>,
    /// The time that it took.
    pub(super) time: Duration,
}

/// The error for a program that cannot take part.
#[derive(Debug, thiserror::Error)]
pub(super) enum StartError {
    /// The command line is empty.
    #[error("a program is missing; write its command line in quotes, such as \"oddboard engine\"")]
    NoCommand,
    /// The system cannot start it.
    #[error("cannot start {command:?}: {error}")]
    NotStarted {
        /// The command line.
        command: String,
        /// The reason.
        error: std::io::Error,
    },
    /// It does not speak UCI.
    #[error("{command:?} cannot take part, because it does not speak UCI: it {fault}")]
    NoUci {
        /// The command line.
        command: String,
        /// The reason.
        fault: Fault,
    },
}

impl Program {
    /// Starts a program, whose words are separated by blanks, and chooses the rules by their name in UCI.
    pub(super) async fn start(command: &str, rules: &str) -> Result<Program, StartError> {
        let mut program = Program::spawn(command)?;
        match program.introduce(rules).await {
            Ok(()) => Ok(program),
            Err(fault) => Err(StartError::NoUci {
                command: command.to_owned(),
                fault,
            }),
        }
    }

    fn spawn(command: &str) -> Result<Program, StartError> {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().ok_or(StartError::NoCommand)?);
        process
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A pipe that is not read could block the program.
            .stderr(Stdio::null())
            .kill_on_drop(true);
        // The signal of Ctrl-C is for the arena, which then ends its programs.
        #[cfg(unix)]
        process.process_group(0);
        let not_started = |error| StartError::NotStarted {
            command: command.to_owned(),
            error,
        };
        let mut child = process.spawn().map_err(not_started)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(not_started(std::io::ErrorKind::BrokenPipe.into()));
        };
        Ok(Program {
            name: printable(command),
            #[cfg(unix)]
            group: child
                .id()
                .and_then(|id| i32::try_from(id).ok())
                .and_then(Pid::from_raw),
            child,
            input,
            output: ProgramLines::new(output),
        })
    }

    /// Reads the name of the program, and chooses the rules.
    async fn introduce(&mut self, rules: &str) -> Result<(), Fault> {
        self.tell("uci").await?;
        let mut name = None;
        let introduction = self.find(|line| {
            let told = after(line, "id name").map(printable);
            name = told.filter(|name| !name.is_empty()).or(name.take());
            after(line, "uciok").map(drop)
        });
        in_time(PATIENCE, introduction, Fault::Silent("uci")).await?;
        self.name = name.unwrap_or_else(|| self.name.clone());
        self.tell(&format!("setoption name UCI_Variant value {rules}"))
            .await?;
        self.synchronize().await
    }

    /// Tells whether the process has not ended.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns the name that the program gave itself, or its command line.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Announces a new game, and waits until the program is ready for it.
    pub(super) async fn begin_game(&mut self) -> Result<(), Fault> {
        self.tell("ucinewgame").await?;
        self.synchronize().await
    }

    async fn synchronize(&mut self) -> Result<(), Fault> {
        in_time(PATIENCE, self.ready(), Fault::Silent("isready")).await
    }

    /// Waits until the program has done its earlier work. It has no move to answer yet.
    async fn ready(&mut self) -> Result<(), Fault> {
        self.write("isready").await?;
        self.find(|line| {
            let early = after(line, "bestmove").map(|_| Err(Fault::Early));
            early.or_else(|| after(line, "readyok").map(|_| Ok(())))
        })
        .await?
    }

    /// Writes a line to the program in bounded time.
    pub(super) async fn tell(&mut self, line: &str) -> Result<(), Fault> {
        in_time(PATIENCE, self.write(line), Fault::Deaf).await
    }

    async fn write(&mut self, line: &str) -> Result<(), Fault> {
        let line = format!("{line}\n");
        match self.input.write_all(line.as_bytes()).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.death("input").await),
        }
    }

    /// Asks for a move by these lines, which end with a command `go`. The time for reading the lines
    /// counts.
    pub(super) async fn ask(&mut self, lines: &str, deadline: Duration) -> Result<Answer, Fault> {
        let start = Instant::now();
        let (word, score) = in_time(deadline, self.answer(lines), Fault::OutOfTime).await?;
        Ok(Answer {
            word,
            score,
            time: start.elapsed(),
        })
    }

    /// Returns the text of a move and the last score before it.
    async fn answer(&mut self, lines: &str) -> Result<(String, Option<i32>), Fault> {
        self.ready().await?;
        self.write(lines).await?;
        let mut score = None;
        let answer = self.find(|line| {
            score = told_score(line).or(score);
            let answer = after(line, "bestmove")?;
            let word = answer.split_whitespace().next().unwrap_or_default();
            Some(word.to_owned())
        });
        let word = answer.await?;
        Ok((word, score))
    }

    async fn find<T>(&mut self, pick: impl FnMut(&str) -> Option<T>) -> Result<T, Fault> {
        let found = {
            let found = self.output.find(pick);
            tokio::pin!(found);
            tokio::select! {
                biased;
                found = &mut found => found?,
                _ = self.child.wait() => timeout(REST, found).await.unwrap_or(Ok(None))?,
            }
        };
        match found {
            Some(answer) => Ok(answer),
            None => Err(self.death("output").await),
        }
    }

    /// Returns the fault of a program that has closed a pipe.
    async fn death(&mut self, pipe: &str) -> Fault {
        let ended = timeout(LAST_WORDS, self.child.wait()).await;
        Fault::Died(match ended {
            Ok(Ok(status)) => status.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => format!("it closed its {pipe}"),
        })
    }

    /// Asks the program to end, and kills it if it does not.
    pub(super) async fn quit(mut self) {
        if self.tell("quit").await.is_ok() {
            // It is dropped then, which kills it.
            let _ = timeout(LAST_WORDS, self.child.wait()).await;
        }
    }
}

#[cfg(unix)]
impl Drop for Program {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            // The group may have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Waits for an answer. One that comes too late is a fault.
async fn in_time<T>(
    time: Duration,
    answer: impl Future<Output = Result<T, Fault>>,
    late: Fault,
) -> Result<T, Fault> {
    timeout(time, answer).await.unwrap_or(Err(late))
}

/// Returns a name in one line of bounded length, without characters that disturb the text around it.
pub(super) fn printable(name: &str) -> String {
    let symbols = name.chars().filter(|&symbol| !is_disruptive(symbol));
    symbols.take(LONGEST_NAME).collect()
}

#[cfg(all(test, unix))]
mod tests;
