//! Addresses of messages.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{MessageId, Platform, ServerId};
use text::Text;

/// The characters that are percent-encoded in a Matrix address. The slash stays: it separates the room from the event.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/');

/// Returns a link to a message, which is on `server`, or in direct messages if that is `None`.
pub fn message_link(message: &MessageId, server: Option<&ServerId>, label: Text) -> Text {
    let platform = message.platform.title().unwrap_or_default();
    Text::link(platform, address(message, server), label)
}

/// Returns the address that opens a message. The local page opens only its own messages, by their ids.
fn address(message: &MessageId, server: Option<&ServerId>) -> String {
    match message.platform {
        Platform::Discord => {
            let server = server.map_or("@me", |server| &*server.id);
            format!("https://discord.com/channels/{server}/{}", message.id)
        }
        Platform::Matrix => {
            let message = utf8_percent_encode(&message.id, ENCODED);
            format!("https://matrix.to/#/{message}")
        }
        Platform::Playground | Platform::Engine => message.id.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(platform: Platform, server: Option<&str>, message: &str, expected: &str) {
        let server = server.map(|server| ServerId::new(platform, server));
        let message = MessageId::new(platform, message);
        assert_eq!(address(&message, server.as_ref()), expected);
    }

    #[test]
    fn a_message_has_an_address_of_its_own_platform() {
        check(
            Platform::Discord,
            Some("7"),
            "8/9",
            "https://discord.com/channels/7/8/9",
        );
        check(
            Platform::Discord,
            None,
            "8/9",
            "https://discord.com/channels/@me/8/9",
        );
        check(
            Platform::Matrix,
            Some("!room:x.org"),
            "!room:x.org/$event",
            "https://matrix.to/#/%21room%3Ax%2Eorg/%24event",
        );
        check(Platform::Playground, Some("page"), "lobby.17", "lobby.17");
    }
}
