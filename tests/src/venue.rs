//! A match between people as a test scripts it, the same wherever they play.

use api::{Answer, MatchId, Said};
use async_trait::async_trait;
use rules::Record;
use serde_json::Value;

/// What somebody is answered.
pub trait Answered {
    /// The words.
    fn text(&self) -> &str;

    /// The text of the file that comes with them.
    fn file(&self) -> Option<&str>;
}

impl Answered for Answer {
    fn text(&self) -> &str {
        &self.message.text
    }

    fn file(&self) -> Option<&str> {
        Some(&self.message.attachment.as_ref()?.text)
    }
}

impl Answered for Value {
    fn text(&self) -> &str {
        self["text"].as_str().expect("an answer is a text")
    }

    fn file(&self) -> Option<&str> {
        self["attachment"]["text"].as_str()
    }
}

/// Where people play: a channel in which the bot is, with Ann, Bob and whoever else is there.
///
/// Each of these fails the test if the bot does not answer, or otherwise than a script expects that goes on.
#[async_trait]
pub trait Venue: Send {
    /// What an answer is there.
    type Answer: Answered + Send;

    /// Somebody does something; what they are answered.
    async fn hear(&mut self, who: &str, said: Said) -> Self::Answer;

    /// The same in a word: a command if it begins with a slash, else the button of this id.
    async fn does(&mut self, who: &str, what: &str) -> Self::Answer {
        self.hear(who, deed(what)).await
    }

    /// Ann challenges, `berolina @Bob white`; the name of the match.
    async fn challenge(&mut self, what: &str) -> MatchId {
        let answer = self.does("Ann", &format!("/challenge {what}")).await;
        challenged(answer.text())
    }

    /// Ann challenges and Bob accepts; the name of the match.
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

    /// The record of a match, as somebody gets it.
    async fn record(&mut self, who: &str, id: MatchId) -> Record {
        let answer = self.does(who, &format!("/export {id}")).await;
        let record = answer.file().expect("a record comes as a file");
        record.parse().expect("the file is a record")
    }
}

/// What a person does: a command if it begins with a slash, else a press of the button of this id.
pub fn deed(text: &str) -> Said {
    if text.starts_with('/') {
        Said::Text(text.to_owned())
    } else {
        Said::Press(text.to_owned())
    }
}

/// What somebody is told whose answer comes later, as many others wait.
pub const BUSY: &str = "Many people are playing right now, so this takes a little longer.";

/// The match that an answer to a challenge names.
///
/// # Panics
///
/// It names none.
#[track_caller]
pub fn challenged(answer: &str) -> MatchId {
    let name = answer.split("Your challenge ").nth(1);
    let id = name.and_then(|rest| rest.get(..5)?.parse().ok());
    id.unwrap_or_else(|| panic!("a challenge was answered by {answer:?}"))
}
