//! A game as the list of its inputs.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{Game, GameInput, ParseInputError, Setup, SetupError};

/// The first line of every record.
const VERSION_LINE: &str = "oddboard record 1";
/// The mark with which some editors begin a file.
const BYTE_ORDER_MARK: char = '\u{feff}';
/// The name of the one reserved header.
const SETUP: &str = "setup";
/// The limit of a line, in bytes.
const MAX_LINE: usize = 1000;
/// The limit of a header's name and of its value, in bytes.
const MAX_NAME: usize = 100;
const MAX_VALUE: usize = 500;
/// The limit of headers, not counting the setup.
const MAX_HEADERS: usize = 100;
/// The limit of inputs.
const MAX_INPUTS: usize = 100_000;
/// The number of inputs on a line of a written record.
const INPUTS_PER_LINE: usize = 12;

/// A game as its setup and its inputs, in order; replaying it gives the same game.
///
/// The text is a version line, headers, a blank line, and the inputs, separated by white space:
///
/// ```text
/// oddboard record 1
/// setup: berolina
/// white: Ann
/// black: Bob
///
/// e2g4 d7f5
/// resign:white
/// ```
///
/// The header `setup` comes first. The others are free, in the order given: a name without a colon, and a value that may be
/// empty. Both are on one line, without control characters and without blanks at their ends. The writer mends a header that
/// would break these rules, so a name that a person chose cannot forge a line.
///
/// A text of another version is refused. So is one with a line of more than 1,000 bytes, a name of more than 100 bytes or a
/// value of more than 500. The same holds for more than 100 free headers or more than 100,000 inputs. Only
/// [`Record::replay`] checks that its inputs can be played.
///
/// ```
/// use rules::Record;
///
/// let text = "oddboard record 1\nsetup: berolina\n\ne2g4 d7f5\nresign:white\n";
/// let record: Record = text.parse()?;
/// assert_eq!(record.replay()?.next(), rules::Next::Over(rules::Conclusion::Resigned(rules::Color::White).outcome()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// The agreement on the game.
    pub setup: Setup,
    /// Free headers: name and value.
    pub headers: Vec<(String, String)>,
    /// The inputs, in order.
    pub inputs: Vec<GameInput>,
}

impl Record {
    /// Returns a record without headers and inputs.
    pub fn new(setup: Setup) -> Record {
        Record {
            setup,
            headers: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// Plays all inputs.
    ///
    /// # Errors
    ///
    /// Returns an error if an input is impossible where it stands.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        self.replay_to(self.inputs.len())
    }

    /// Returns the inputs that led to the last position, in order, without those taken back.
    ///
    /// ```
    /// let record: rules::Record = "oddboard record 1\nsetup: baroque\n\ne2e4 e7e5 takeback:1 d7d5\n".parse()?;
    /// let line: Vec<_> = record.line().iter().map(ToString::to_string).collect();
    /// assert_eq!(line, ["e2e4", "d7d5"]);
    /// # Ok::<(), rules::ParseRecordError>(())
    /// ```
    pub fn line(&self) -> Vec<GameInput> {
        let mut line = Vec::new();
        for input in &self.inputs {
            input.enter(&mut line);
        }
        line
    }

    /// Returns the index of each input of the [line](Record::line) among all inputs, from 0.
    ///
    /// ```
    /// let record: rules::Record = "oddboard record 1\nsetup: baroque\n\ne2e4 e7e5 takeback:1 d7d5\n".parse()?;
    /// assert_eq!(record.line_indices(), [0, 3]);
    /// # Ok::<(), rules::ParseRecordError>(())
    /// ```
    pub fn line_indices(&self) -> Vec<usize> {
        let (mut line, mut indices) = (Vec::new(), Vec::new());
        for (n_inputs, input) in self.inputs.iter().enumerate() {
            input.enter(&mut line);
            indices.truncate(line.len());
            if indices.len() < line.len() {
                indices.push(n_inputs);
            }
        }
        indices
    }

    /// Plays the first `n_inputs` inputs, or all if there are fewer.
    ///
    /// # Errors
    ///
    /// Returns an error if an input is impossible where it stands.
    ///
    /// ```
    /// use rules::{Record, ReplayError};
    ///
    /// let record: Record = "oddboard record 1\nsetup: baroque\n\ne2e4 e7e5 a1a8\n".parse()?;
    /// assert_eq!(record.replay_to(2)?.n_inputs(), 2);
    /// assert_eq!(record.replay().err(), Some(ReplayError { at: 2 }));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn replay_to(&self, n_inputs: usize) -> Result<Game, ReplayError> {
        let mut game = Game::new(&self.setup);
        for (at, &input) in self.inputs.iter().take(n_inputs).enumerate() {
            game.apply(input).map_err(|_| ReplayError { at })?;
        }
        Ok(game)
    }

    /// Returns the game after each input: at the start, then after each input. It stops after an impossible input.
    ///
    /// ```
    /// let record: rules::Record = "oddboard record 1\nsetup: baroque\n\ne2e4 e7e5 a1a8\n".parse()?;
    /// let indices: Vec<_> = record.games().map(|game| Ok(game?.n_inputs())).collect();
    /// assert_eq!(indices, [Ok(0), Ok(1), Ok(2), Err(rules::ReplayError { at: 2 })]);
    /// # Ok::<(), rules::ParseRecordError>(())
    /// ```
    pub fn games(&self) -> impl Iterator<Item = Result<Game, ReplayError>> {
        let start = Game::new(&self.setup);
        let inputs = self.inputs.iter().enumerate();
        let later = inputs.scan(Some(start.clone()), |game, (at, &input)| {
            let entered = game.take().map(|mut game| {
                game.apply(input).map_err(|_| ReplayError { at })?;
                Ok(game)
            })?;
            *game = entered.clone().ok();
            Some(entered)
        });
        core::iter::once(Ok(start)).chain(later)
    }
}

/// The error for a record with an input that is impossible where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The index of the input, counted from 0.
    pub at: usize,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "input {} of the record is impossible where it stands",
            self.at + 1
        )
    }
}

impl core::error::Error for ReplayError {}

/// The error for a text that is no record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The flaw of the line.
    pub flaw: RecordFlaw,
}

/// A flaw of a line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFlaw {
    /// The line is not the first line of every record, which is this.
    NoVersion(&'static str),
    /// The line is not the setup, which is on the second line.
    NoSetup,
    /// The line is no valid setup.
    BadSetup(SetupError),
    /// The line has no colon, but a header has one.
    NoColon,
    /// A header has no name before its colon.
    NoName,
    /// The line is a second setup.
    SetupTwice,
    /// The name or the value of a header is too long.
    HeaderTooLong {
        /// The limit of a name, in bytes.
        max_name: usize,
        /// The limit of a value, in bytes.
        max_value: usize,
    },
    /// A header has control characters.
    Control,
    /// The line is too long.
    LineTooLong {
        /// The limit, in bytes.
        max: usize,
        /// The length of the line, in bytes.
        found: usize,
    },
    /// The line is one header too many, not counting the setup.
    TooManyHeaders {
        /// The limit of headers.
        max: usize,
    },
    /// The line has one input too many.
    TooManyInputs {
        /// The limit of inputs.
        max: usize,
    },
    /// The line has a word that is no input.
    NoInput,
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {:?}", self.line, self.flaw)
    }
}

impl core::error::Error for ParseRecordError {}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Record({}, {} inputs)",
            self.setup.variant(),
            self.inputs.len()
        )
    }
}

impl fmt::Display for Record {
    /// Writes the text that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION_LINE}")?;
        writeln!(f, "{SETUP}: {}", self.setup)?;
        for (name, value) in self.headers.iter().take(MAX_HEADERS) {
            writeln!(f, "{}: {}", fitted_name(name), fitted(value, MAX_VALUE))?;
        }
        writeln!(f)?;
        for inputs in self.inputs.chunks(INPUTS_PER_LINE) {
            for (n, input) in inputs.iter().enumerate() {
                let blank = if n == 0 { "" } else { " " };
                write!(f, "{blank}{input}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Returns the name of a header, changed only if it is not valid.
fn fitted_name(name: &str) -> String {
    match fitted(&name.replace(':', " "), MAX_NAME).as_str() {
        "" | SETUP => "header".to_owned(),
        name => name.to_owned(),
    }
}

/// Returns one line of at most `max_len` bytes, changed only if the text is not one.
fn fitted(text: &str, max_len: usize) -> String {
    let line: String = text
        .chars()
        .map(|symbol| if symbol.is_control() { ' ' } else { symbol })
        .collect();
    let end = line.floor_char_boundary(max_len);
    line[..end].trim().to_owned()
}

impl FromStr for Record {
    type Err = ParseRecordError;

    /// Reads the text that `Display` writes, with line ends of any system and any white space between inputs. It skips
    /// additions of editors: a byte-order mark, blank lines before the first, and blanks at both ends of a line.
    fn from_str(text: &str) -> Result<Record, ParseRecordError> {
        let mut lines = NumberedLines {
            rest: text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text),
            line: 0,
        };
        if lines.next_filled()? != Some(VERSION_LINE) {
            return Err(lines.error(RecordFlaw::NoVersion(VERSION_LINE)));
        }
        let mut record = Record::new(lines.read_setup()?);
        while let Some(line) = lines.next()?.filter(|line| !line.is_empty()) {
            let header = read_header(line).map_err(|flaw| lines.error(flaw))?;
            if record.headers.len() == MAX_HEADERS {
                let max = MAX_HEADERS;
                return Err(lines.error(RecordFlaw::TooManyHeaders { max }));
            }
            record.headers.push(header);
        }
        while let Some(line) = lines.next()? {
            for word in line.split_whitespace() {
                if record.inputs.len() == MAX_INPUTS {
                    let max = MAX_INPUTS;
                    return Err(lines.error(RecordFlaw::TooManyInputs { max }));
                }
                let input = word.parse();
                let input = input.map_err(|ParseInputError| lines.error(RecordFlaw::NoInput))?;
                record.inputs.push(input);
            }
        }
        Ok(record)
    }
}

/// The lines of a text, counted from 1.
struct NumberedLines<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> NumberedLines<'a> {
    /// Returns the next line that is not blank; `None` if there is none.
    fn next_filled(&mut self) -> Result<Option<&'a str>, ParseRecordError> {
        loop {
            match self.next()? {
                Some("") => {}
                line => return Ok(line),
            }
        }
    }

    /// Returns the next line without blanks at its ends; `None` after the last.
    fn next(&mut self) -> Result<Option<&'a str>, ParseRecordError> {
        self.line += 1;
        if self.rest.is_empty() {
            return Ok(None);
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        if line.len() > MAX_LINE {
            return Err(self.error(RecordFlaw::LineTooLong {
                max: MAX_LINE,
                found: line.len(),
            }));
        }
        Ok(Some(line.trim()))
    }

    fn read_setup(&mut self) -> Result<Setup, ParseRecordError> {
        let setup = self
            .next()?
            .and_then(|line| line.strip_prefix(SETUP)?.strip_prefix(':'));
        let setup = setup.ok_or_else(|| self.error(RecordFlaw::NoSetup))?;
        setup
            .trim()
            .parse()
            .map_err(|error| self.error(RecordFlaw::BadSetup(error)))
    }

    fn error(&self, flaw: RecordFlaw) -> ParseRecordError {
        ParseRecordError {
            line: self.line,
            flaw,
        }
    }
}

fn read_header(line: &str) -> Result<(String, String), RecordFlaw> {
    let (name, value) = line.split_once(':').ok_or(RecordFlaw::NoColon)?;
    let (name, value) = (name.trim(), value.trim());
    let flaw = if name == SETUP {
        RecordFlaw::SetupTwice
    } else if name.is_empty() {
        RecordFlaw::NoName
    } else if name.len() > MAX_NAME || value.len() > MAX_VALUE {
        RecordFlaw::HeaderTooLong {
            max_name: MAX_NAME,
            max_value: MAX_VALUE,
        }
    } else if line.chars().any(char::is_control) {
        RecordFlaw::Control
    } else {
        return Ok((name.to_owned(), value.to_owned()));
    };
    Err(flaw)
}

#[cfg(test)]
mod tests;
