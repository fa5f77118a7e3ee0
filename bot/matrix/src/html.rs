//! Converts plain text to HTML, and back.

use std::cmp::Reverse;

use html_escape::{decode_html_entities, encode_double_quoted_attribute};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use text::{Part, is_web, on_platform, parts};

/// The name of a person in a text, and the account that it links to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pill {
    pub(super) name: String,
    pub(super) account: String,
}

/// Converts a text to HTML that looks the same, except that these names link to people. No part of the text is treated as markup.
pub(super) fn escape(text: &str, pills: &[Pill]) -> String {
    let part = |part| match part {
        Part::Plain(text) => escape_named(text, pills),
        Part::Link { address, label, .. } if is_web(address) => link(address, label),
        other => escape_plain(&shown(other)),
    };
    parts(text).map(part).collect()
}

fn escape_plain(text: &str) -> String {
    encode_double_quoted_attribute(text).replace('\n', "<br>")
}

/// Makes a link.
pub(super) fn link(address: &str, label: &str) -> String {
    let (address, label) = (escape_plain(address), escape_plain(label));
    format!("<a href=\"{address}\">{label}</a>")
}

/// Escapes a text in which these names link to people.
fn escape_named(text: &str, pills: &[Pill]) -> String {
    let mut html = String::new();
    let mut at = 0;
    loop {
        let found = pills
            .iter()
            .filter_map(|pill| Some((word(text, at, &pill.name)?, pill)));
        // Of names with the same beginning, the longest wins.
        let first = found.min_by_key(|(at, pill)| (*at, Reverse(pill.name.len())));
        let Some((begin, Pill { name, account })) = first else {
            return html + escape_plain(&text[at..]).as_str();
        };
        let account = utf8_percent_encode(account, NON_ALPHANUMERIC);
        html.push_str(&escape_plain(&text[at..begin]));
        html.push_str(&link(&format!("https://matrix.to/#/{account}"), name));
        at = begin + name.len();
    }
}

/// Returns the position of a name in a text from there on, as a whole word.
fn word(text: &str, from: usize, name: &str) -> Option<usize> {
    let rest = text.get(from..).filter(|_| !name.is_empty())?;
    let mut found = rest.match_indices(name).map(|(at, _)| from + at);
    found.find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let is_apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        is_apart(before) && is_apart(after)
    })
}

/// Removes from the text everything that only HTML can show.
pub(super) fn plain(text: &str) -> String {
    parts(text).map(shown).collect()
}

/// Returns a part without a link.
fn shown(part: Part<'_>) -> String {
    match part {
        Part::Plain(text) => text.to_owned(),
        Part::Time(seconds) => seconds.to_string(),
        Part::Link { address, label, .. } if is_web(address) => label.to_owned(),
        Part::Link {
            platform, label, ..
        } => on_platform(label, platform),
        Part::Channel(id) => format!("#{id}"),
    }
}

/// Converts lines to a monospace block.
pub(super) fn block(lines: &str) -> String {
    let lines = encode_double_quoted_attribute(lines);
    format!("<pre><code>{lines}</code></pre>")
}

/// Converts a text that mentions people by name to one with their accounts; none if it mentions no one.
pub(super) fn with_accounts(formatted: &str) -> Option<String> {
    let mut text = String::with_capacity(formatted.len());
    let mut n_accounts = 0;
    let mut rest = formatted;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let Some(end) = rest[at..].find('>') else {
            rest = "";
            break;
        };
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        let after = |end: &str| rest.split_once(end).map_or("", |(_, after)| after);
        if let Some(account) = account(tag) {
            n_accounts += 1;
            text.push_str(&account);
            // The text up to the end of the link is the name.
            rest = after("</a>");
        } else if tag.starts_with("mx-reply") {
            rest = after("</mx-reply>");
        } else if tag.starts_with("br") || tag.starts_with("/p") {
            text.push('\n');
        }
    }
    text.push_str(rest);
    (n_accounts > 0).then(|| decode_html_entities(&text).into_owned())
}

/// Returns the account that a link leads to, if it leads to one.
fn account(tag: &str) -> Option<String> {
    let target = tag.strip_prefix("a ")?.split_once("matrix.to/#/")?.1;
    let end = target.find(['"', '\'', '?', ' ']).unwrap_or(target.len());
    let account = percent_decode_str(&target[..end]).decode_utf8().ok()?;
    account.starts_with('@').then(|| account.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{MessageId, Platform, ServerId, message_link};
    use text::{Language, Text};

    #[test]
    fn markup_is_shown_as_it_is() {
        assert_eq!(
            escape("<b>Ann</b> & \"Bob\"\nx", &[]),
            "&lt;b&gt;Ann&lt;/b&gt; &amp; &quot;Bob&quot;<br>x"
        );
        assert_eq!(block("a <b\nc"), "<pre><code>a &lt;b\nc</code></pre>");
    }

    #[test]
    fn a_message_of_any_platform_is_linked_or_marked_with_its_platform() {
        let check = |platform, message: &str, formatted: &str, unformatted: &str| {
            let server = ServerId::new(platform, "7");
            let board = Text::verbatim("board");
            let link = message_link(&MessageId::new(platform, message), Some(&server), board);
            let text = Language::ENGLISH.localize(&link);
            assert_eq!(escape(&text, &[]), formatted);
            assert_eq!(plain(&text), unformatted);
        };
        let here = "<a href=\"https://matrix.to/#/%21a%3Ab/%24c\">board</a>";
        check(Platform::Matrix, "!a:b/$c", here, "board");
        let there = "<a href=\"https://discord.com/channels/7/8/9\">board</a>";
        check(Platform::Discord, "8/9", there, "board");
        let unlinked = "board [Web]";
        check(Platform::Playground, "lobby.17", unlinked, unlinked);
    }

    #[test]
    fn names_lead_to_their_people() {
        let pill = |name: &str, account: &str| Pill {
            name: name.to_owned(),
            account: account.to_owned(),
        };
        let pills = [
            pill("Ann", "@ann:x"),
            pill("Ann & Co", "@co:x"),
            pill("", "@no:x"),
        ];
        let ann = "<a href=\"https://matrix.to/#/%40ann%3Ax\">Ann</a>";
        let co = "<a href=\"https://matrix.to/#/%40co%3Ax\">Ann &amp; Co</a>";
        assert_eq!(
            escape("Anna, Ann and Ann & Co: Ann's move", &pills),
            format!("Anna, {ann} and {co}: {ann}&#x27;s move").replace("&#x27;", "'")
        );
        assert_eq!(escape("<Ann>", &pills), format!("&lt;{ann}&gt;"));
        assert_eq!(escape("Éann Ann", &[pill("ann", "@ann:x")]), "Éann Ann");
    }

    #[test]
    fn mentions_are_replaced_by_account_ids() {
        let formatted = "!odd challenge berolina <a href=\"https://matrix.to/#/@ann:example.org\">Ann &amp; co</a> color=white";
        assert_eq!(
            with_accounts(formatted).as_deref(),
            Some("!odd challenge berolina @ann:example.org color=white")
        );
        let coded = "<a href='https://matrix.to/#/%40odd%3Aexample.org'>Odd</a>: why &lt;x&gt;";
        assert_eq!(
            with_accounts(coded).as_deref(),
            Some("@odd:example.org: why <x>")
        );
        let quoted = "<mx-reply><a href=\"https://matrix.to/#/@a:b\">a</a> old</mx-reply><a href=\"https://matrix.to/#/@c:d\">c</a> new";
        assert_eq!(with_accounts(quoted).as_deref(), Some("@c:d new"));
        assert_eq!(with_accounts("<b>move</b> e2e4"), None);
        assert_eq!(with_accounts("<a href=\"https://matrix.to/#/@a:b"), None);
    }
}
