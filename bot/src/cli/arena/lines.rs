//! The lines that a program writes, within bounds.

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

/// The longest line, in bytes.
const MAX_LINE: usize = 1 << 16;
/// The largest number of bytes before an answer.
const MAX_UNANSWERED: usize = 1 << 24;

/// A flaw of the output of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum LineFlaw {
    /// A line is too long.
    #[error("wrote a line of more than {MAX_LINE} bytes")]
    TooLong,
    /// There are too many lines before the answer.
    #[error("wrote more than {MAX_UNANSWERED} bytes without an answer")]
    Flood,
    /// A line is no text in UTF-8.
    #[error("wrote a line that is not UTF-8")]
    NotText,
}

/// The output of a program. Only one line of it is in memory.
pub(super) struct ProgramLines<R> {
    output: BufReader<R>,
    line: Vec<u8>,
}

impl<R: AsyncRead + Unpin> ProgramLines<R> {
    pub(super) fn new(output: R) -> ProgramLines<R> {
        ProgramLines {
            output: BufReader::new(output),
            line: Vec::new(),
        }
    }

    /// Reads lines up to the answer: the first one that `pick` finds something in. `None` if the output ends before it.
    pub(super) async fn find<T>(
        &mut self,
        mut pick: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, LineFlaw> {
        let mut n_bytes = 0;
        while let Some(line) = self.next().await? {
            if let Some(answer) = pick(line.trim()) {
                return Ok(Some(answer));
            }
            n_bytes += line.len();
            if n_bytes > MAX_UNANSWERED {
                return Err(LineFlaw::Flood);
            }
        }
        Ok(None)
    }

    /// Returns the next line with its end. `None` at the end of the output.
    async fn next(&mut self) -> Result<Option<&str>, LineFlaw> {
        self.line.clear();
        let mut start = (&mut self.output).take(MAX_LINE as u64 + 1);
        // An output that cannot be read any more has ended.
        let length = start.read_until(b'\n', &mut self.line).await.unwrap_or(0);
        if length > MAX_LINE {
            return Err(LineFlaw::TooLong);
        }
        let line = str::from_utf8(&self.line).map_err(|_| LineFlaw::NotText)?;
        Ok((length > 0).then_some(line))
    }
}

/// Returns the rest of a line that begins with these words.
pub(super) fn after<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(words)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

#[cfg(test)]
mod tests;
