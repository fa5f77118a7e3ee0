//! Marks for the parts of a localized text that each platform shows in its own way: times, message links and channel
//! links.
//!
//! The marks are Unicode noncharacters, reserved for use within programs. Typed text never contains them: [`unmarked`]
//! removes them from all input.

/// The start of a marked part.
const BEGIN: char = '\u{fdd0}';

/// The separator between the address and the label of a link.
const BETWEEN: char = '\u{fdd1}';

/// The end of a marked part.
const END: char = '\u{fdd2}';

/// The first character of a channel link.
const CHANNEL: char = '#';

/// A part of a localized text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Plain text.
    Plain(&'t str),
    /// A time, in seconds since 1970 began, UTC.
    Time(i64),
    /// A link to a message.
    Link {
        /// The name of the platform of the message.
        platform: &'t str,
        /// The address, which [opens everywhere](is_web), or the platform's own id, which only that platform can open.
        address: &'t str,
        /// The label.
        label: &'t str,
    },
    /// A link to a channel, with the platform's own id.
    Channel(&'t str),
}

/// Marks a time.
pub(super) fn time(seconds: i64) -> String {
    format!("{BEGIN}{seconds}{END}")
}

/// Marks a link to a message of a platform. The page shows it unchanged.
pub(super) fn link(platform: &str, address: &str, label: &str) -> String {
    format!("{BEGIN}{platform}{BETWEEN}{address}{BETWEEN}{label}{END}")
}

/// Marks a link to a channel.
pub(super) fn channel(id: &str) -> String {
    format!("{BEGIN}{CHANNEL}{id}{END}")
}

/// Returns whether an address opens its message from everywhere.
pub fn is_web(address: &str) -> bool {
    address.starts_with("https://")
}

/// Adds the platform to a name that can appear on another platform.
pub fn on_platform(called: &str, platform: &str) -> String {
    [called, " [", platform, "]"].concat()
}

/// Returns whether a character is a mark.
pub fn is_mark(c: char) -> bool {
    (BEGIN..=END).contains(&c)
}

/// Removes the marks from a typed text.
pub fn unmarked(written: &str) -> String {
    written.replace(is_mark, "")
}

/// Splits a text into its parts. Omits a marked part that was cut off.
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
    fn marks_are_separated_from_plain_text() {
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
