//! Rewrites commands for Matrix: clients reserve the slash for themselves, so a prefix replaces it.

use command::{is_unseen, spec};

/// Rewrites the commands in a text for Matrix: `/move` as `!odd move`.
pub(super) fn fit(text: &str, prefix: &str) -> String {
    let mut fitting = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        let before = &rest[..at];
        let after = &rest[at + 1..];
        fitting.push_str(before);
        let end = after.find(|c: char| !c.is_ascii_lowercase());
        let name = &after[..end.unwrap_or(after.len())];
        let follows = after[name.len()..].chars().next();
        let is_word = fitting
            .chars()
            .next_back()
            .is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | ':' | '.' | '-'));
        let is_whole = follows.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '/' | '-'));
        if is_word && is_whole && spec(name).is_some() {
            fitting.push_str(prefix);
            fitting.push(' ');
        } else {
            fitting.push('/');
        }
        rest = after;
    }
    fitting.push_str(rest);
    fitting
}

/// The names of the bot in a room, by which people address it.
pub(super) struct BotNames<'a> {
    /// The prefix of a command.
    pub(super) prefix: &'a str,
    /// The bot's account: `@odd:example.org`.
    pub(super) account: &'a str,
    /// The bot's name.
    pub(super) name: String,
}

impl BotNames<'_> {
    /// Returns the words that a message in a room addresses to the bot; none if it addresses others. The bare name of the bot
    /// asks for help.
    pub(super) fn spoken_to(&self, text: &str) -> Option<String> {
        let text = text.trim_matches(is_unseen);
        let rest = self.after_prefix(text).or_else(|| self.after_name(text))?;
        Some(match rest.trim() {
            "" => "help".to_owned(),
            rest => rest.to_owned(),
        })
    }

    /// Does the same in a direct room, where every message addresses the bot.
    pub(super) fn text_in_direct(&self, text: &str) -> String {
        self.spoken_to(text)
            .unwrap_or_else(|| text.trim().to_owned())
    }

    fn after_prefix<'t>(&self, text: &'t str) -> Option<&'t str> {
        let rest = strip(text, self.prefix)?;
        let rest = rest.strip_prefix([':', ',']).unwrap_or(rest);
        is_apart(rest).then_some(rest)
    }

    /// Strips the name of the bot: `@odd:example.org move e2e4`, `@odd move e2e4`, `Oddboard: move e2e4`.
    fn after_name<'t>(&self, text: &'t str) -> Option<&'t str> {
        let is_end = |c: char| c.is_whitespace() || matches!(c, ':' | ',');
        if let Some(rest) = strip(text, self.account)
            && (rest.is_empty() || rest.starts_with(is_end))
        {
            return Some(rest.trim_start_matches([':', ',']));
        }
        let bare = text.strip_prefix('@').unwrap_or(text);
        let is_called = bare.len() < text.len();
        [&*self.name, self.localpart()]
            .into_iter()
            .filter(|name| !name.is_empty())
            .filter_map(|name| {
                let rest = strip(bare, name)?;
                let after_sign = rest.strip_prefix([':', ',']);
                after_sign.or_else(|| is_called.then_some(rest))
            })
            // Otherwise it is the account of another person, such as `@odd:example.com`.
            .find(|rest| is_apart(rest))
    }

    fn localpart(&self) -> &str {
        let name = self.account.trim_start_matches('@');
        name.split(':').next().unwrap_or(name)
    }
}

/// Tells whether a name ends before this rest.
fn is_apart(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(char::is_whitespace)
}

/// Strips a prefix, in any case.
fn strip<'t>(text: &'t str, beginning: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(beginning.len())?;
    (start.to_lowercase() == beginning.to_lowercase()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_with_the_prefix() {
        #[track_caller]
        fn check(text: &str, expected: &str) {
            assert_eq!(fit(text, "!odd"), expected);
        }
        check("/move alone shows menus.", "!odd move alone shows menus.");
        check(
            "Did you mean /move? /help lists all.",
            "Did you mean !odd move? !odd help lists all.",
        );
        check("(/board match:00001)", "(!odd board match:00001)");
        check("/moves and /nothing", "/moves and /nothing");
        check(
            "https://example.org/move and/or a/move",
            "https://example.org/move and/or a/move",
        );
        check("/run/secrets /move", "/run/secrets !odd move");
        check("//move /", "//move /");
    }

    #[test]
    fn the_bot_hears_its_prefix_and_its_name() {
        let names = BotNames {
            prefix: "!odd",
            account: "@oddbot:example.org",
            name: "Odd Board".to_owned(),
        };
        #[track_caller]
        fn check(names: &BotNames<'_>, text: &str, expected: Option<&str>) {
            assert_eq!(names.spoken_to(text).as_deref(), expected, "{text}");
        }
        check(&names, "!odd move e2e4", Some("move e2e4"));
        check(&names, "  !ODD  Move e2e4 ", Some("Move e2e4"));
        check(&names, "\u{200b}!odd move e2e4", Some("move e2e4"));
        check(&names, "\u{feff} oddbot: games", Some("games"));
        check(&names, "!odd", Some("help"));
        check(&names, "!oddly enough", None);
        check(&names, "!odd: help", Some("help"));
        check(&names, "!odd, help", Some("help"));
        check(&names, "!odd:help", None);
        check(&names, "@oddbot help", Some("help"));
        check(&names, "@odd board help", Some("help"));
        check(&names, "@oddbot", Some("help"));
        check(&names, "@oddbots help", None);
        check(&names, "@oddbot:example.com help", None);
        check(&names, "@oddbot:example.org move e2e4", Some("move e2e4"));
        check(&names, "@oddbot:example.org: move e2e4", Some("move e2e4"));
        check(&names, "@oddbot:example.organic move", None);
        check(&names, "oddbot: games", Some("games"));
        check(&names, "Odd Board, games", Some("games"));
        check(&names, "@Odd Board: games", Some("games"));
        check(&names, "odd board games are fun", None);
        check(&names, "move e2e4", None);
        check(&names, "é!odd", None);
        assert_eq!(names.text_in_direct("move e2e4"), "move e2e4");
        assert_eq!(names.text_in_direct("!odd move e2e4"), "move e2e4");
    }
}
