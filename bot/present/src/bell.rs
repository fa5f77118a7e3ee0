//! The bell: the message that calls the player to move.

use api::{Message, MessageId, Public, ServerId, message_link};
use service::{DeliveryKind, PublicSnapshot};
use text::{Language, Text, arg};

/// Calls the player to move if their board is edited without a sound. A phone shows only its first words, so they name the
/// move to reply to.
pub fn bell(
    snapshot: &PublicSnapshot,
    kind: DeliveryKind,
    (server, board): (Option<&ServerId>, &MessageId),
    language: Language,
) -> Message<Public> {
    let board = message_link(board, server, text::games_link_board());
    let public = &snapshot.of;
    // The turn before a takeback has been posted.
    let turn = snapshot.view().turn.as_ref();
    let turn = turn.filter(|_| kind != DeliveryKind::TakenBack);
    let text = match turn {
        None => text::board_bell(arg::board(board), arg::id(public.id)),
        Some(turn) => {
            let caption = Text::moves(&*turn.caption);
            text::board_bell_after(
                arg::board(board),
                arg::id(public.id),
                arg::r#move(caption),
                arg::name(&public.names[turn.color]),
            )
        }
    };
    Message::text(language.say(&text))
}
