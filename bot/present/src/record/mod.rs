//! Matches as they were recorded: their moves, records, animations, reviews and dice.

pub(crate) mod dice;
pub(crate) mod history;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod turn;

use self::history::History;
use crate::{
    buttons::text_message,
    rendering::{Render, text_answer},
};
use api::{Answer, Attachment, MatchId, Message, Private};
use service::{RecordReply, Seen};
use text::Language;

impl Render for RecordReply {
    fn render(&self, language: Language) -> Answer {
        let message = match self {
            RecordReply::History(seen) => last_moves(seen, &History::of(seen, language)),
            RecordReply::Story(seen) => last_moves(seen, &History::in_full(seen, language)),
            RecordReply::ExportSeen(seen) => {
                // The record has secrets, so the file has the moves in the view of the player.
                let id = seen.game_match.id;
                let moves = moves_file(seen, &History::of(seen, language));
                with_file(text_message(&text::export_seen(id), language), moves)
            }
            RecordReply::Export { id, record } => {
                let record = file(*id, record.to_string());
                with_file(text_message(&text::export(*id), language), record)
            }
            // The picture has its own text.
            RecordReply::Replay(_) | RecordReply::Review(_) => Message::text(""),
            RecordReply::DiceSealed {
                id,
                by_chance,
                commitment,
            } => return text_answer(&dice::sealed(*id, *by_chance, commitment), language),
            RecordReply::Verified(record) => return text_answer(&dice::verified(record), language),
        };
        message.into()
    }
}

/// Renders the moves of a match. If they do not fit into a message, it has the last moves, and a file has all.
fn last_moves(seen: &Seen, history: &History) -> Message<Private> {
    match history.last() {
        None => Message::text(history.all_lines()),
        Some(last) => with_file(Message::text(last), moves_file(seen, history)),
    }
}

fn moves_file(seen: &Seen, history: &History) -> Attachment {
    file(seen.game_match.id, history.all_lines() + "\n")
}

fn file(id: MatchId, text: String) -> Attachment {
    let name = format!("oddboard-{id}.txt");
    Attachment { name, text }
}

fn with_file(message: Message<Private>, file: Attachment) -> Message<Private> {
    Message {
        attachment: Some(file),
        ..message
    }
}
