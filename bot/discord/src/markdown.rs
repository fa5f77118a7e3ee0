//! Escaping plain text, so that Discord shows it unchanged.

use super::commands::CommandIds;
use text::{Part, is_web, on_platform, parts};

/// Escapes everything in a text that Discord would take for formatting, a link, an emoji or a mention, and encodes marked
/// parts in Discord's syntax. Commands in it become links.
///
/// A person named `**Ann**` or `<@1>` is shown so, and no one is notified.
pub(super) fn escape(text: &str, commands: &CommandIds) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for part in parts(text) {
        match part {
            Part::Plain(text) => escape_around(text, commands, &mut escaped),
            Part::Time(seconds) => escaped.push_str(&format!("<t:{seconds}:R>")),
            Part::Link {
                platform,
                address,
                label,
            } => write_link(platform, address, label, &mut escaped),
            Part::Channel(id) => escaped.push_str(&format!("<#{id}>")),
        }
    }
    escaped
}

/// Writes a link to a message. If only its own platform can open the message, the text names that platform.
fn write_link(platform: &str, address: &str, label: &str, escaped: &mut String) {
    if is_web(address) {
        escaped.push('[');
        escape_plain(label, escaped);
        escaped.push_str(&format!("]({address})"));
    } else {
        escape_plain(&on_platform(label, platform), escaped);
    }
}

/// Escapes a text around the commands in it.
fn escape_around(text: &str, commands: &CommandIds, escaped: &mut String) {
    let mut rest = text;
    let mut from = 0;
    while let Some(at) = rest[from..].find('/').map(|at| from + at) {
        let is_within = rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '/');
        match commands.mention(&rest[at..]).filter(|_| !is_within) {
            Some((mention, length)) => {
                escape_plain(&rest[..at], escaped);
                escaped.push_str(&mention);
                rest = &rest[at + length..];
                from = 0;
            }
            None => from = at + 1,
        }
    }
    escape_plain(rest, escaped);
}

fn escape_plain(text: &str, escaped: &mut String) {
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            escaped.push('\n');
        }
        escape_line(line, escaped);
    }
}

fn escape_line(line: &str, escaped: &mut String) {
    let mut is_start = escaped.is_empty() || escaped.ends_with('\n');
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let rest = chars.as_str();
        let is_special = match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '[' | ']' => true,
            // A list or a heading, but only at the beginning of a line.
            '#' | '-' | '+' => is_start,
            // `1.` begins a list as well.
            '.' => is_start,
            // An emoji or a link, unless a space follows.
            ':' => rest.starts_with(|next: char| !next.is_whitespace()),
            _ => false,
        };
        if is_special {
            escaped.push('\\');
        }
        escaped.push(c);
        // Only this keeps these two from looking like mentions of everyone.
        if c == '@' && (rest.starts_with("everyone") || rest.starts_with("here")) {
            escaped.push('\u{200b}');
        }
        is_start &= c.is_whitespace() || c.is_ascii_digit();
    }
}

/// Escapes a text and cuts it to at most `most` characters.
pub(super) fn escape_within(text: &str, most: usize, commands: &CommandIds) -> String {
    let escaped = escape(text, commands);
    if escaped.chars().count() <= most {
        return escaped;
    }
    let mut kept = text.chars().count().min(most);
    loop {
        let shorter: String = text.chars().take(kept.saturating_sub(1)).collect();
        let escaped = escape(&shorter, commands) + "…";
        match escaped.chars().count().saturating_sub(most) {
            0 => return escaped,
            surplus => kept = kept.saturating_sub(surplus.div_ceil(2).max(1)),
        }
    }
}

/// Encodes lines as a monospaced block; nothing in them ends the block.
pub(super) fn block(lines: &str) -> String {
    format!("\n```\n{}\n```", lines.replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{MessageId, Platform, ServerId, message_link};
    use text::{Language, Text};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(escape(text, &CommandIds::default()), expected);
    }

    #[test]
    fn formatting_characters_are_escaped() {
        check("**Ann** _and_ ~Bob~", "\\*\\*Ann\\*\\* \\_and\\_ \\~Bob\\~");
        check("Rxf6*W `x` ||y||", "Rxf6\\*W \\`x\\` \\|\\|y\\|\\|");
        check("3. e2g4\n3… Nf6", "3\\. e2g4\n3… Nf6");
        check("# big\n- one\n > two", "\\# big\n\\- one\n \\> two");
        check("a - b # c. d", "a - b # c. d");
    }

    #[test]
    fn escaped_text_mentions_no_one() {
        check("<@123> <#4> <t:5:R>", "\\<@123\\> \\<#4\\> \\<t\\:5\\:R\\>");
        check("@everyone @here", "@\u{200b}everyone @\u{200b}here");
        // Text copied from a message can be sent back.
        check("N@d1e3", "N@d1e3");
        check("https://example.org", "https\\://example.org");
        check("[a](b)", "\\[a\\](b)");
        check("time: 5", "time: 5");
        check(":joy:", "\\:joy:");
    }

    #[test]
    fn moments_and_messages_are_written_as_discord_shows_them() {
        let until = Language::ENGLISH.localize(&Text::time(5_000));
        check(&format!("Time ends {until}."), "Time ends <t:5:R>.");
        let server = ServerId::new(Platform::Discord, "7");
        check_link(
            Platform::Discord,
            "8/9",
            Some(&server),
            "[\\*board\\*](https://discord.com/channels/7/8/9)",
        );
        check_link(
            Platform::Discord,
            "8/9",
            None,
            "[\\*board\\*](https://discord.com/channels/@me/8/9)",
        );
        let channel = Language::ENGLISH.localize(&Text::channel("8"));
        check(&format!("in {channel}"), "in <#8>");
    }

    #[track_caller]
    fn check_link(platform: Platform, message: &str, server: Option<&ServerId>, expected: &str) {
        let board = message_link(
            &MessageId::new(platform, message),
            server,
            Text::verbatim("*board*"),
        );
        check(&Language::ENGLISH.localize(&board), expected);
    }

    #[test]
    fn a_message_of_another_platform_is_linked_or_marked_with_its_platform() {
        check_link(
            Platform::Matrix,
            "!a:b/$c",
            None,
            "[\\*board\\*](https://matrix.to/#/%21a%3Ab/%24c)",
        );
        let unlinked = "\\*board\\* \\[Web\\]";
        check_link(Platform::Playground, "lobby.17", None, unlinked);
    }

    #[test]
    fn a_command_can_be_pressed_where_it_is_named() {
        let check = |text, expected| assert_eq!(escape(text, &CommandIds::known()), expected);
        check("/move e2*g4, /games", "</move:5> e2\\*g4, /games");
        check(
            "1. (/settings)\n- /move",
            "1\\. (</settings me:6>)\n\\- </move:5>",
        );
        check("and/move //move", "and/move //move");
    }

    #[test]
    fn a_block_ends_where_it_is_to_end() {
        assert_eq!(block("a b\n*c*"), "\n```\na b\n*c*\n```");
        assert_eq!(block("```\n@everyone"), "\n```\n'''\n@everyone\n```");
    }

    fn within(text: &str, most: usize) -> String {
        escape_within(text, most, &CommandIds::default())
    }

    #[test]
    fn a_text_is_cut_where_no_escape_is_torn() {
        for most in 1..20 {
            let cut = within("a*b*c*d*e*f*g", most);
            assert!(cut.chars().count() <= most, "{cut}");
            assert!(!cut.trim_end_matches('…').ends_with('\\'), "{cut}");
        }
        assert_eq!(within("abc", 3), "abc");
        assert_eq!(within("a*cd", 4), "a\\*…");
    }
}
