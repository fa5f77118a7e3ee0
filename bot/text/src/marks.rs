//! What each platform shows in its own way, marked within a text that is said: moments, messages and channels that can be opened.
//!
//! The marks are characters that Unicode keeps for use within programs. Nothing that people write has them: [`unmarked`]
//! takes them out where it comes in.

/// Where something marked begins.
const BEGIN: char = '\u{fdd0}';

/// What stands between a message and what is written for it.
const BETWEEN: char = '\u{fdd1}';

/// Where something marked ends.
const END: char = '\u{fdd2}';

/// What a channel begins with.
const CHANNEL: char = '#';

/// A part of a text that is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// As it stands there.
    Plain(&'t str),
    /// A moment, in seconds since 1970 began, UTC.
    Time(i64),
    /// What is written for a message that can be opened.
    Link {
        /// What the platform is called where it stands.
        platform: &'t str,
        /// Where it [is opened from everywhere](is_web), or what its platform calls it, which alone opens it.
        address: &'t str,
        /// What is written.
        label: &'t str,
    },
    /// A channel that can be opened, as its platform names it.
    Channel(&'t str),
}

/// A moment, marked.
pub(super) fn time(seconds: i64) -> String {
    format!("{BEGIN}{seconds}{END}")
}

/// What is written for a message of a platform, marked. The page keeps it as it stands here.
pub(super) fn link(platform: &str, address: &str, label: &str) -> String {
    format!("{BEGIN}{platform}{BETWEEN}{address}{BETWEEN}{label}{END}")
}

/// A channel, marked.
pub(super) fn channel(id: &str) -> String {
    format!("{BEGIN}{CHANNEL}{id}{END}")
}

/// Whether an address leads to its message from everywhere.
pub fn is_web(address: &str) -> bool {
    address.starts_with("https://")
}

/// What is called so on a platform, where it may be read on another.
pub fn on_platform(called: &str, platform: &str) -> String {
    [called, " [", platform, "]"].concat()
}

/// Whether a character marks something.
pub fn is_mark(c: char) -> bool {
    (BEGIN..=END).contains(&c)
}

/// What somebody wrote, without marks.
pub fn unmarked(written: &str) -> String {
    written.replace(is_mark, "")
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
    if let Some(channel) = marked.strip_prefix(CHANNEL) {
        return Some(Part::Channel(channel));
    }
    match marked.split(BETWEEN).collect::<Vec<_>>()[..] {
        [platform, address, label] => Some(Part::Link {
            platform,
            address,
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
            "Time ends {}; {} in {}.",
            time(5),
            link("Web", "lobby.2", "the board"),
            channel("3")
        );
        let board = Part::Link {
            platform: "Web",
            address: "lobby.2",
            label: "the board",
        };
        let expected = [
            Part::Plain("Time ends "),
            Part::Time(5),
            Part::Plain("; "),
            board,
            Part::Plain(" in "),
            Part::Channel("3"),
            Part::Plain("."),
        ];
        assert_eq!(parts(&text).collect::<Vec<_>>(), expected);
        let cut = &text[..text.find(BETWEEN).expect("a link")];
        assert_eq!(parts(cut).collect::<Vec<_>>(), expected[..3]);
        assert_eq!(parts("").count(), 0);
    }
}
