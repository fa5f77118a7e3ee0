//! One match of Chakart as people read it on Discord, as a file to read. `ODDBOARD_BLESS=1` rewrites it.

use std::{collections::BTreeMap, fmt::Write as _};

use testkit::check_golden;
use tests::{
    discord::{Interaction, Manner, Message, Room, User},
    store::fresh_writer,
};

use super::indoors::{Indoors, News};
use crate::time;

const FILE: &str = "transcripts/chakart.txt";

/// The match and the messages about it.
struct Reading {
    indoors: Indoors,
    told: String,
}

impl Reading {
    fn user(&self, name: &str) -> &User {
        &self.indoors.users[name]
    }

    /// Waits for the answer to a deed and writes down all messages that follow from it.
    async fn tell(&mut self, asked: Interaction) -> Interaction {
        match asked.acknowledged().await.manner {
            Manner::Choices => drop(asked.choices().await),
            Manner::Modal => drop(asked.modal().await),
            _ => drop(asked.answer().await),
        }
        let news = self.indoors.news(false).await;
        self.told.push('\n');
        for (text, names) in by_text(&news) {
            let _ = writeln!(self.told, "{}: {text}", names.join(", "));
        }
        asked
    }

    async fn types(&mut self, name: &str, room: &Room, text: &str) -> Interaction {
        let asked = self.user(name).types(room, text);
        self.tell(asked).await
    }

    async fn presses(&mut self, name: &str, below: &Message, button: &str) -> Interaction {
        let asked = self.user(name).presses(below, button);
        self.tell(asked).await
    }

    async fn chooses(&mut self, name: &str, below: &Message, entry: &str) -> Interaction {
        let asked = self.user(name).chooses(below, "", entry);
        self.tell(asked).await
    }
}

/// Returns each message once, with all its readers and those whose phone rang.
fn by_text(news: &BTreeMap<&'static str, Vec<News>>) -> Vec<(String, Vec<String>)> {
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (name, news) in news {
        for News { place, text, .. } in news {
            let lines: Vec<String> = text.lines().map(without_alternative).collect();
            let (first, rest) = lines.split_first().expect("a text has a line");
            let (first, name) = match first.strip_suffix(", ringing") {
                Some(first) => (first, format!("{name} (ringing)")),
                None => (first.as_str(), name.to_string()),
            };
            let text = [&[format!("{place}  {first}")], rest].concat().join("\n");
            match told.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(name),
                None => told.push((text, vec![name])),
            }
        }
    }
    told
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
    let indoors = Indoors::open(&["Ann", "Bob", "Eve"], writer, &|_| {}).await;
    let mut reading = Reading {
        indoors,
        told: String::new(),
    };
    let lobby = reading.indoors.lobby.clone();
    let challenge = "/challenge variant:chakart opponent:@Bob color:white";
    reading.types("Ann", &lobby, challenge).await;
    let post = lobby.messages().remove(0);
    reading.presses("Bob", &post, "Accept").await;
    let thread = lobby.threads().remove(0);
    let begun = reading.user("Ann").begins(&thread, "/move move:e");
    reading.tell(begun).await;
    reading.types("Ann", &thread, "/move move:e2e4").await;
    let messages = thread.messages();
    let board = messages.into_iter().find(|said| !said.files.is_empty());
    let board = board.expect("a board");
    reading.presses("Ann", &board, "Move").await;
    reading.presses("Eve", &board, "My view").await;
    let menus = reading.presses("Bob", &board, "Move").await.answer().await;
    let entry = menus.menus()[0].entries[0].label.clone();
    let menus = reading.chooses("Bob", &menus, &entry).await.answer().await;
    let entry = menus.menus()[0].entries[0].label.clone();
    reading.chooses("Bob", &menus, &entry).await;
    let ann = reading.user("Ann");
    let whisper = ann.reads(&ann.direct(), "your turn").await;
    let pressed = reading.presses("Ann", &whisper, "Move").await;
    let menus = pressed.answer().await;
    let pressed = reading.presses("Ann", &menus, "Type it").await;
    let window = pressed.modal().await;
    let field = window.fields[0].label.clone();
    let sent = reading.user("Ann").submits(&window, &[(&field, "e4e5")]);
    reading.tell(sent).await;
    reading.types("Bob", &thread, "/why move:a1a8").await;
    reading.types("Bob", &thread, "/draw").await;
    reading.types("Ann", &thread, "/games").await;
    let doctor = reading.user("Eve").types(&lobby, "/doctor");
    reading.tell(doctor).await;
    let resigning = reading.types("Bob", &thread, "/resign").await;
    let resigning = resigning.answer().await;
    let yes = resigning.buttons().remove(0).label;
    reading.presses("Bob", &resigning, &yes).await;
    reading.types("Eve", &lobby, "/verify match:00001").await;
    reading.indoors.close().await;
    let heading = "What people read on Discord of a match of Chakart: who, where, and what, pictures by their names only. Messages are\n\
                   numbered in each place, those that only one person sees apart.\n";
    let told = format!("{heading}{}", reading.told);
    check_golden(&tests::data(FILE), &told);
}
