//! One match of Chakart as people read it on Discord, as a file to read. `ODDBOARD_BLESS=1` rewrites it.

use std::{collections::BTreeMap, fmt::Write as _};

use testkit::check_golden;
use tests::{
    discord::{AcknowledgmentKind, Interaction, Message, Room, User},
    store::fresh_writer,
};

use super::in_process::{InProcessBot, SeenMessage};
use crate::time;

const FILE: &str = "transcripts/chakart.txt";

/// A transcript of the messages about a match.
struct MatchTranscript {
    bot: InProcessBot,
    text: String,
}

impl MatchTranscript {
    fn user(&self, name: &str) -> &User {
        &self.bot.users[name]
    }

    /// Waits for the answer to an interaction, and writes down all messages that follow from it.
    async fn write_down(&mut self, asked: Interaction) -> Interaction {
        match asked.acknowledged().await.kind {
            AcknowledgmentKind::Choices => drop(asked.choices().await),
            AcknowledgmentKind::Modal => drop(asked.modal().await),
            _ => drop(asked.answer().await),
        }
        let news = self.bot.news(false).await;
        self.text.push('\n');
        for (text, names) in by_text(&news) {
            let _ = writeln!(self.text, "{}: {text}", names.join(", "));
        }
        asked
    }

    async fn types(&mut self, name: &str, room: &Room, text: &str) -> Interaction {
        let asked = self.user(name).types(room, text);
        self.write_down(asked).await
    }

    async fn presses(&mut self, name: &str, below: &Message, button: &str) -> Interaction {
        let asked = self.user(name).presses(below, button);
        self.write_down(asked).await
    }

    async fn chooses(&mut self, name: &str, below: &Message, entry: &str) -> Interaction {
        let asked = self.user(name).chooses(below, "", entry);
        self.write_down(asked).await
    }
}

/// Returns each message once, with all its readers and those whose phone rang.
fn by_text(news: &BTreeMap<&'static str, Vec<SeenMessage>>) -> Vec<(String, Vec<String>)> {
    let mut messages: Vec<(String, Vec<String>)> = Vec::new();
    for (name, news) in news {
        for SeenMessage { place, text, .. } in news {
            let lines: Vec<String> = text.lines().map(without_alternative).collect();
            let (first, rest) = lines.split_first().expect("a text has a line");
            let (first, name) = match first.strip_suffix(", ringing") {
                Some(first) => (first, format!("{name} (ringing)")),
                None => (first.as_str(), name.to_string()),
            };
            let text = [&[format!("{place}  {first}")], rest].concat().join("\n");
            match messages.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(name),
                None => messages.push((text, vec![name])),
            }
        }
    }
    messages
}

/// Returns a line with only the name of a picture; other tests check its alternative text and its size.
fn without_alternative(line: &str) -> String {
    match line.split_once(" of ") {
        Some((name, _)) if name.starts_with("    (") => format!("{name})"),
        _ => line.to_owned(),
    }
}

#[tokio::test]
async fn a_match_of_chakart_reads_well() {
    let _time = time::stop();
    let writer = fresh_writer();
    let bot = InProcessBot::open(&["Ann", "Bob", "Eve"], writer, &|_| {}).await;
    let mut transcript = MatchTranscript {
        bot,
        text: String::new(),
    };
    let lobby = transcript.bot.lobby.clone();
    let challenge = "/challenge variant:chakart opponent:@Bob color:white";
    transcript.types("Ann", &lobby, challenge).await;
    let post = lobby.messages().remove(0);
    transcript.presses("Bob", &post, "Accept").await;
    let thread = lobby.threads().remove(0);
    let begun = transcript.user("Ann").begins(&thread, "/move move:e");
    transcript.write_down(begun).await;
    transcript.types("Ann", &thread, "/move move:e2e4").await;
    let messages = thread.messages();
    let board = messages.into_iter().find(|said| !said.files.is_empty());
    let board = board.expect("a board");
    transcript.presses("Ann", &board, "Move").await;
    transcript.presses("Eve", &board, "My view").await;
    let menus = transcript
        .presses("Bob", &board, "Move")
        .await
        .answer()
        .await;
    let entry = menus.menus()[0].entries[0].label.clone();
    let menus = transcript
        .chooses("Bob", &menus, &entry)
        .await
        .answer()
        .await;
    let entry = menus.menus()[0].entries[0].label.clone();
    transcript.chooses("Bob", &menus, &entry).await;
    let ann = transcript.user("Ann");
    let whisper = ann.reads(&ann.direct(), "your turn").await;
    let pressed = transcript.presses("Ann", &whisper, "Move").await;
    let menus = pressed.answer().await;
    let pressed = transcript.presses("Ann", &menus, "Type it").await;
    let window = pressed.modal().await;
    let field = window.fields[0].label.clone();
    let sent = transcript.user("Ann").submits(&window, &[(&field, "e4e5")]);
    transcript.write_down(sent).await;
    transcript.types("Bob", &thread, "/why move:a1a8").await;
    transcript.types("Bob", &thread, "/draw").await;
    transcript.types("Ann", &thread, "/games").await;
    let doctor = transcript.user("Eve").types(&lobby, "/doctor");
    transcript.write_down(doctor).await;
    let resigning = transcript.types("Bob", &thread, "/resign").await;
    let resigning = resigning.answer().await;
    let yes = resigning.buttons().remove(0).label;
    transcript.presses("Bob", &resigning, &yes).await;
    transcript.types("Eve", &lobby, "/verify match:00001").await;
    transcript.bot.close().await;
    let heading = "What people read on Discord of a match of Chakart: who, where, and what, pictures by their names only. Messages are\n\
                   numbered in each place, those that only one person sees apart.\n";
    let text = format!("{heading}{}", transcript.text);
    check_golden(&tests::data(FILE), &text);
}
