//! The input of commands: files, and questions as JSON Lines. Its size is bounded.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
};

use rules::{Flaw, Record, Setup, SetupError, Variant};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::CliFailure;
use kit::files;

/// The longest line of JSON Lines and the largest file that is read, in bytes.
pub(super) const LARGEST: u64 = 1 << 20;
/// Some editors begin a file with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Renders all flaws of a setup in one line.
pub(super) fn setup_flaws(error: &SetupError) -> String {
    text::flaws(error).join("; ")
}

/// Returns the name of a file in messages; `-` is standard input.
pub(super) fn name(file: &Path) -> String {
    if is_standard(file) {
        "standard input".to_string()
    } else {
        file.display().to_string()
    }
}

/// Tells whether a file stands for standard input or output: `-`.
pub(super) fn is_standard(file: &Path) -> bool {
    file == Path::new("-")
}

/// Reads the text of a file; `-` is standard input.
pub(super) fn read_text(file: &Path) -> Result<String, CliFailure> {
    let text = if is_standard(file) {
        files::read_all(io::stdin().lock(), LARGEST)
    } else {
        files::read_text(file, LARGEST)
    };
    text.map_err(|error| CliFailure::Input(format!("{}: {error}", name(file))))
}

/// Reads the record of a file; `-` is standard input.
pub(super) fn read_record(file: &Path) -> Result<Record, CliFailure> {
    let record = read_text(file)?.parse();
    record.map_err(|error| {
        let error = text::record_error(&error);
        CliFailure::Input(format!("{}: {error}", name(file)))
    })
}

/// One line of JSON Lines: a position to answer about. Unknown fields are ignored.
#[derive(Deserialize)]
pub(super) struct InputLine {
    /// The id that the answer repeats.
    #[serde(default)]
    pub(super) id: Value,
    variant: String,
    #[serde(default)]
    options: String,
    position: String,
}

impl InputLine {
    /// Builds the setup of a game that starts with the position.
    pub(super) fn setup(&self) -> Result<Setup, String> {
        let variant: Variant = self
            .variant
            .parse()
            .map_err(|_| text::flaw(&Flaw::NoSuchVariant))?;
        Setup::with_position(variant, &self.options, &self.position)
            .map_err(|error| setup_flaws(&error))
    }
}

#[derive(Serialize)]
struct OutputLine<T> {
    id: Value,
    #[serde(flatten)]
    answer: T,
}

/// Answers each line as soon as it arrives. The answer to a wrong line is its error, and the other lines continue.
pub(super) fn answer_lines<T: Serialize>(
    input: impl Read,
    output: &mut impl Write,
    mut answer: impl FnMut(&InputLine) -> Result<T, String>,
) -> Result<(), CliFailure> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    let mut n_lines = 0;
    let mut n_wrong = 0;
    while read_line(&mut input, &mut line)? {
        n_lines += 1;
        let line = match line.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) if n_lines == 1 => rest,
            _ => &line,
        };
        if line.trim_ascii().is_empty() {
            continue;
        }
        match read_question(line).and_then(|question| match answer(&question) {
            Ok(answer) => Ok(OutputLine {
                id: question.id,
                answer,
            }),
            Err(error) => Err((question.id, error)),
        }) {
            Ok(answered) => write_line(output, &answered)?,
            Err((id, error)) => {
                n_wrong += 1;
                let answer = json!({ "error": format!("line {n_lines}: {error}") });
                write_line(output, &OutputLine { id, answer })?;
            }
        }
        if input.buffer().is_empty() {
            // A caller that sends one question at a time waits for its answer.
            output.flush()?;
        }
    }
    output.flush()?;
    match n_wrong {
        0 => Ok(()),
        _ => Err(CliFailure::Input(format!(
            "{n_wrong} of {n_lines} lines are wrong; their answers say why"
        ))),
    }
}

/// Reads a line of standard input, of which it keeps a byte more than allowed if it is too long; `false` at the end.
pub(super) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, CliFailure> {
    let unreadable = |error| CliFailure::Input(format!("standard input: {error}"));
    line.clear();
    let mut start = input.by_ref().take(LARGEST + 1);
    let length = start.read_until(b'\n', line).map_err(unreadable)?;
    if length as u64 > LARGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n').map_err(unreadable)?;
    }
    Ok(length > 0)
}

/// Parses the question of a line; an error comes with the id, as far as there is one.
fn read_question(line: &[u8]) -> Result<InputLine, (Value, String)> {
    if line.len() as u64 > LARGEST {
        return Err((Value::Null, format!("it is longer than {LARGEST} bytes")));
    }
    serde_json::from_slice(line).map_err(|error| {
        let whole: Value = serde_json::from_slice(line).unwrap_or_default();
        (
            whole.get("id").cloned().unwrap_or_default(),
            error.to_string(),
        )
    })
}

/// Writes a value as one line of JSON.
pub(super) fn write_line(
    output: &mut impl Write,
    value: &impl Serialize,
) -> Result<(), CliFailure> {
    serde_json::to_writer(&mut *output, value).map_err(io::Error::from)?;
    Ok(output.write_all(b"\n")?)
}
