//! What each platform shows in its own way, marked within a text that is said: moments, messages that can be opened.
//!
//! The marks are characters that Unicode keeps for use within programs. Nothing that people write has them: see
//! [`is_disruptive`](crate::command::is_disruptive).

/// Where something marked begins.
const BEGIN: char = '\u{fdd0}';

/// What stands between a message and what is written for it.
const BETWEEN: char = '\u{fdd1}';

/// Where something marked ends.
const END: char = '\u{fdd2}';

/// A part of a text that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// As it stands there.
    Plain(&'t str),
    /// A moment, in seconds since 1970 began, UTC.
    Time(i64),
    /// What is written for a message that can be opened.
    Link {
        /// The server where it stands, if it is known, as its platform names it.
        server: Option<&'t str>,
        /// The message, as its platform names it.
        message: &'t str,
        /// What is written.
        label: &'t str,
    },
}

/// A moment, marked.
pub(super) fn time(seconds: i64) -> String {
    format!("{BEGIN}{seconds}{END}")
}

/// What is written for a message on a server, marked.
pub(super) fn link(server: &str, message: &str, label: &str) -> String {
    format!("{BEGIN}{server}{BETWEEN}{message}{BETWEEN}{label}{END}")
}

/// Whether a character marks something.
pub(crate) fn is_mark(c: char) -> bool {
    (BEGIN..=END).contains(&c)
}

/// The parts of a text. What was cut off within something marked is left out.
pub fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if let Some(marked) = rest.strip_prefix(BEGIN) {
            let (marked, after) = marked.split_once(END)?;
            rest = after;
            return read(marked);
        }
        let end = rest.find(BEGIN).unwrap_or(rest.len());
        let (plain, after) = rest.split_at(end);
        rest = after;
        (!plain.is_empty()).then_some(Part::Plain(plain))
    })
}

fn read(marked: &str) -> Option<Part<'_>> {
    match marked.split(BETWEEN).collect::<Vec<_>>()[..] {
        [server, message, label] => Some(Part::Link {
            server: Some(server).filter(|server| !server.is_empty()),
            message,
            label,
        }),
        _ => marked.parse().ok().map(Part::Time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_is_told_from_what_is_written() {
        let text = format!(
            "Time ends {}; {} or {}.",
            time(5),
            link("7", "1/2", "the board"),
            link("", "3", "this")
        );
        let link = |server, message, label| Part::Link {
            server,
            message,
            label,
        };
        let expected = [
            Part::Plain("Time ends "),
            Part::Time(5),
            Part::Plain("; "),
            link(Some("7"), "1/2", "the board"),
            Part::Plain(" or "),
            link(None, "3", "this"),
            Part::Plain("."),
        ];
        assert_eq!(parts(&text).collect::<Vec<_>>(), expected);
        let cut = &text[..text.find(BETWEEN).expect("a link")];
        assert_eq!(parts(cut).collect::<Vec<_>>(), expected[..3]);
        assert_eq!(parts("").count(), 0);
    }
}
