//! Changes of a plan.

use std::fmt;

use super::words::counts;

/// A change of a plan.
#[derive(Clone, PartialEq, Eq)]
pub enum PlanEdit {
    /// No change: shows the plan.
    Show,
    /// Clears the plan.
    Clear,
    /// Adds these lines; each consists of moves as typed.
    Add(Vec<Vec<String>>),
}

impl fmt::Display for PlanEdit {
    /// Writes the text that [`PlanEdit::parse`] reads.
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
    /// Parses moves separated by blanks, with or without their numbers; a comma or a semicolon ends a line.
    pub fn parse(text: Option<&str>) -> PlanEdit {
        let text = text.unwrap_or_default();
        if text::choice_clear().is_written(text) {
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
