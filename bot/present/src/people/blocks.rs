//! The people blocked by a person, with menus to unblock them.

use crate::buttons::{MENU, menu, text_message};
use api::{Choice, Message, Private};
use command::Control;
use service::{Blocks, Player};
use text::{Language, Text};

/// Lists the blocked people.
pub(crate) fn blocks(blocks: &Blocks, language: Language) -> Message<Private> {
    if blocks.people.is_empty() {
        return text_message(&text::blocks_none(), language);
    }
    let names = blocks.people.iter().map(|player| player.name.as_str());
    let text = text::blocks_head(Text::joined(names.map(Text::verbatim), ", "));
    let choice = |player: &Player| Choice::new(&player.name, player.account().to_string());
    let menus = blocks.people.chunks(MENU).enumerate().map(|(n, people)| {
        let choices = people.iter().map(choice).collect();
        menu(
            Control::Unblock(n),
            &text::menu_unblock(),
            choices,
            language,
        )
    });
    Message {
        controls: menus.collect(),
        ..text_message(&text, language)
    }
}
