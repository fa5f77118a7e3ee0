//! The message that calls whoever is to move.

use api::{Message, MessageId, Public, ServerId};
use service::{DeliveryKind, PublicSnapshot};
use text::{Language, Text, arg};

/// Calls whoever is to move where their board is changed without a sound. Its first words are all that a phone shows, so
/// they tell what there is to reply to.
pub fn bell(
    moment: &PublicSnapshot,
    kind: DeliveryKind,
    (server, board): (Option<&ServerId>, &MessageId),
    language: Language,
) -> Message<Public> {
    let board = board.link(server, text::games_link_board());
    let public = &moment.of;
    // The turn before a takeback has been told.
    let turn = moment.view().turn.as_ref();
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
