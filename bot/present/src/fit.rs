//! Texts within the bounds of a message.

use api::{LONGEST_TEXT, clip};
use text::{Language, Text};

/// Room for the line that counts the lines left out, in characters.
const NOTE: usize = 100;

/// Returns as many of the first lines of a text as fit into a message. If lines are left out, the last line counts them.
pub(crate) fn fit(text: &str, language: Language) -> String {
    fit_first(text, usize::MAX, text::more_lines, language)
}

/// Does the same with at most `most` lines; `more` renders the number of lines left out.
pub(crate) fn fit_first(
    text: &str,
    most: usize,
    more: impl FnOnce(usize) -> Text,
    language: Language,
) -> String {
    let lines: Vec<_> = text.split('\n').collect();
    if lines.len() <= most && text.chars().count() <= LONGEST_TEXT {
        return text.to_owned();
    }
    let room = LONGEST_TEXT - NOTE;
    let n_shown = n_fitting(lines.iter(), 1, room).min(most).max(1);
    let shown = clip(&lines[..n_shown].join("\n"), room);
    match lines.len() - n_shown {
        0 => shown,
        n_more => format!("{shown}\n{}", language.localize(&more(n_more))),
    }
}

/// Returns as many of the last lines between `head` and `end` as fit into a message. A reference to a file stands for the
/// others. Returns `None` if all fit.
pub(crate) fn fit_last(
    head: &str,
    lines: &[String],
    end: &str,
    language: Language,
) -> Option<String> {
    let all = [&[head.to_owned()], lines, &[end.to_owned()]].concat();
    if all.join("\n").chars().count() <= LONGEST_TEXT {
        return None;
    }
    let around = head.chars().count() + end.chars().count() + 2;
    let room = LONGEST_TEXT.saturating_sub(NOTE + around);
    let n_shown = n_fitting(lines.iter().rev(), 1, room);
    let n_before = lines.len() - n_shown;
    let note = language.localize(&text::more_before(n_before));
    let shown = [&[head.to_owned(), note], &lines[n_before..]].concat();
    Some(format!("{}\n{end}", shown.join("\n")).trim_end().to_owned())
}

/// Returns the number of these texts that fit into `room` characters, with `between` characters between neighbors.
pub(crate) fn n_fitting<S: AsRef<str>>(
    texts: impl Iterator<Item = S>,
    between: usize,
    room: usize,
) -> usize {
    let mut n_chars = 0;
    let fitting = texts.take_while(|text| {
        n_chars += text.as_ref().chars().count() + between;
        n_chars <= room
    });
    fitting.count()
}
