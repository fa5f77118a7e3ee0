//! What is to become of a plan.

use std::fmt;

use super::{keyword::is_clear, words::counts};

/// What is to become of a plan.
#[derive(Clone, PartialEq, Eq)]
pub enum PlanEdit {
    /// Nothing; it is told.
    Show,
    /// It is given up.
    Clear,
    /// These lines are added, each of them moves as written.
    Add(Vec<Vec<String>>),
}

impl fmt::Display for PlanEdit {
    /// As it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanEdit::Show => Ok(()),
            PlanEdit::Clear => f.write_str("clear"),
            PlanEdit::Add(lines) => {
                let lines: Vec<_> = lines.iter().map(|line| line.join(" ")).collect();
                f.write_str(&lines.join(", "))
            }
        }
    }
}

impl PlanEdit {
    /// Reads moves with blanks between them, with or without their numbers; a comma or a semicolon ends a line.
    pub fn parse(text: Option<&str>) -> PlanEdit {
        let text = text.unwrap_or_default();
        if is_clear(text) {
            return PlanEdit::Clear;
        }
        let mut lines = vec![Vec::new()];
        for word in text.replace(';', "; ").split_whitespace() {
            let written = word.trim_end_matches([',', ';']);
            if let Some(line) = lines.last_mut()
                && !written.is_empty()
                && !counts(written)
            {
                line.push(written.to_owned());
            }
            if word.ends_with([',', ';']) {
                lines.push(Vec::new());
            }
        }
        lines.retain(|line| !line.is_empty());
        if lines.is_empty() {
            PlanEdit::Show
        } else {
            PlanEdit::Add(lines)
        }
    }
}
