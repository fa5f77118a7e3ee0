//! A scripted match between people, the same on every platform.

use crate::user_input::UserInput;
use api::{Answer, MatchId};
use async_trait::async_trait;
use rules::Record;
use serde_json::Value;

/// An answer of the bot.
pub trait BotAnswer {
    /// Returns the text.
    fn text(&self) -> &str;

    /// Returns the text of the attached file.
    fn file(&self) -> Option<&str>;
}

impl BotAnswer for Answer {
    fn text(&self) -> &str {
        &self.message.text
    }

    fn file(&self) -> Option<&str> {
        Some(&self.message.attachment.as_ref()?.text)
    }
}

impl BotAnswer for Value {
    fn text(&self) -> &str {
        self["text"].as_str().expect("an answer is a text")
    }

    fn file(&self) -> Option<&str> {
        self["attachment"]["text"].as_str()
    }
}

/// A place to play: a channel with the bot, Ann, Bob and any other people.
///
/// Each method fails the test if the bot does not answer, or gives an answer that the script does not expect.
#[async_trait]
pub trait Venue: Send {
    /// The type of an answer on this platform.
    type Answer: BotAnswer + Send;

    /// Sends an input of a person, and returns the answer.
    async fn hear(&mut self, who: &str, said: UserInput) -> Self::Answer;

    /// Sends a short input: a command if it begins with a slash, else a press of the button with this id.
    async fn does(&mut self, who: &str, what: &str) -> Self::Answer {
        self.hear(who, UserInput::short(what)).await
    }

    /// Lets Ann send a challenge such as `berolina @Bob white`, and returns the match id.
    async fn challenge(&mut self, what: &str) -> MatchId {
        let answer = self.does("Ann", &format!("/challenge {what}")).await;
        challenged(answer.text())
    }

    /// Lets Ann challenge and Bob accept, and returns the match id.
    async fn begin(&mut self, what: &str) -> MatchId {
        let id = self.challenge(what).await;
        let answer = self.does("Bob", &format!("accept:{id}")).await;
        let text = answer.text();
        assert!(text.starts_with("You accepted"), "{text}");
        id
    }

    /// Plays a move.
    async fn plays(&mut self, who: &str, action: &str) -> Self::Answer {
        let answer = self.does(who, &format!("/move {action}")).await;
        let text = answer.text();
        assert!(text.starts_with("You played"), "{action}: {text}");
        answer
    }

    /// Plays moves in turn, Ann's first.
    async fn play(&mut self, moves: &[&str]) {
        for (action, who) in moves.iter().zip(["Ann", "Bob"].into_iter().cycle()) {
            self.plays(who, action).await;
        }
    }

    /// Returns the record of a match as a person receives it.
    async fn record(&mut self, who: &str, id: MatchId) -> Record {
        let answer = self.does(who, &format!("/export {id}")).await;
        let record = answer.file().expect("a record comes as a file");
        record.parse().expect("the file is a record")
    }
}

/// The notice for a person whose answer is delayed by load.
pub const BUSY: &str = "Many people are playing right now, so this takes a little longer.";

/// Returns the match that an answer to a challenge names.
///
/// # Panics
///
/// Panics if it names none.
#[track_caller]
pub fn challenged(answer: &str) -> MatchId {
    let name = answer.split("Your challenge ").nth(1);
    let id = name.and_then(|rest| rest.get(..5)?.parse().ok());
    id.unwrap_or_else(|| panic!("a challenge was answered by {answer:?}"))
}
