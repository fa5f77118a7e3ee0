//! Error messages for a record: English, for operators.

use rules::{ParseInputError, ParseRecordError, RecordFlaw};

use super::flaws;

/// Renders an error as a clause without a final dot: `line 3: a header has no control characters`.
pub fn record_error(error: &ParseRecordError) -> String {
    format!("line {}: {}", error.line, flaw(&error.flaw))
}

fn flaw(flaw: &RecordFlaw) -> String {
    match flaw {
        RecordFlaw::NoVersion(line) => format!("a record begins with the line {line:?}"),
        RecordFlaw::NoSetup => {
            "the second line is the setup, such as \"setup: berolina\"".to_string()
        }
        RecordFlaw::BadSetup(error) => flaws(error).join("; "),
        RecordFlaw::NoColon => {
            "a header is written name: value, and a blank line parts the headers from the inputs"
                .to_string()
        }
        RecordFlaw::NoName => "a header has a name before its colon".to_string(),
        RecordFlaw::SetupTwice => "the setup stands only once, on the second line".to_string(),
        RecordFlaw::HeaderTooLong {
            max_name,
            max_value,
        } => format!(
            "a header has a name of at most {max_name} bytes and a value of at most {max_value}"
        ),
        RecordFlaw::Control => "a header has no control characters".to_string(),
        RecordFlaw::LineTooLong { max, found } => {
            format!("a line has at most {max} bytes, this one has {found}")
        }
        RecordFlaw::TooManyHeaders { max } => {
            format!("a record has at most {max} headers beside the setup")
        }
        RecordFlaw::TooManyInputs { max } => format!("a record has at most {max} inputs"),
        RecordFlaw::NoInput => ParseInputError.to_string(),
    }
}

#[cfg(test)]
mod tests;
