//! What can stand in the options of commands.

use rules::Variant;

use super::{
    Eyes, Keyword, RatedChoice, ServerTopic, Setting, Topic, keyword::written_as, typed::plain,
};
use api::SideChoice;

/// The levels, as they are written.
const LEVELS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// What can stand in an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// The name of a variant.
    Variant,
    /// What is chosen about the variant, such as `setup=symmetric`; words that look so belong here without a name.
    Options,
    /// A person.
    Person,
    /// `white`, `black` or `random`.
    Side,
    /// A move of the match; takes all words that are left.
    Move,
    /// Moves of both sides, or that none are planned any more; takes all words that are left.
    Plan,
    /// A match in play.
    Match,
    /// A match, in play or over.
    AnyMatch,
    /// A match that is over.
    MatchOver,
    /// A match here that others play.
    MatchOfOthers,
    /// A challenge of somebody else.
    Challenge,
    /// A part of the handbook; takes all words that are left.
    Topic,
    /// The number of a picture of that part.
    Picture,
    /// A move that answers a task of the handbook.
    Answer,
    /// `yes`
    Yes,
    /// `yes` or `no`: whether a match is rated, or a channel gets a puzzle each day.
    Rated,
    /// `1` to `8`: how well the program plays.
    Level,
    /// A code that another account was given.
    Code,
    /// The name of a command.
    Command,
    /// Through whose eyes a match is told.
    Eyes,
    /// How much time players have, such as `1d`.
    Time,
    /// How many days somebody is on vacation, or that they are back.
    Days,
    /// A day such as `2026-12-24`.
    Date,
    /// What somebody chooses about what they alone are shown.
    Setting(Topic),
    /// What somebody chooses for a server.
    Server(ServerTopic),
}

impl OptionKind {
    /// All that can stand there, if that is a few fixed words.
    pub fn words(self) -> Option<Vec<Keyword>> {
        Some(match self {
            OptionKind::Variant => Variant::ALL
                .map(|variant| Keyword::everywhere(variant.name()))
                .into(),
            OptionKind::Side => SideChoice::ALL.map(Keyword::from).into(),
            OptionKind::Rated => RatedChoice::ALL.map(RatedChoice::keyword).into(),
            OptionKind::Level => LEVELS.map(Keyword::everywhere).into(),
            OptionKind::Yes => vec![Keyword::new("yes", text::choice_yes())],
            OptionKind::Eyes => Eyes::ALL.map(Eyes::keyword).into(),
            // Everything else that can stand there is too much to be listed.
            OptionKind::Setting(Topic::Quiet | Topic::Zone) => return None,
            OptionKind::Server(topic) => return topic.words(),
            OptionKind::Setting(topic) => {
                topic.settings().into_iter().map(Setting::keyword).collect()
            }
            OptionKind::Options
            | OptionKind::Code
            | OptionKind::Command
            | OptionKind::Time
            | OptionKind::Days
            | OptionKind::Date
            | OptionKind::Person
            | OptionKind::Move
            | OptionKind::Plan
            | OptionKind::Match
            | OptionKind::AnyMatch
            | OptionKind::MatchOver
            | OptionKind::MatchOfOthers
            | OptionKind::Challenge
            | OptionKind::Topic
            | OptionKind::Picture
            | OptionKind::Answer => return None,
        })
    }

    /// A value in plain letters, digits and signs, unless it is a name or a title, which may have others.
    pub(super) fn plain(self, value: &str) -> String {
        match self {
            OptionKind::Person | OptionKind::Topic => value.to_owned(),
            _ => plain(value),
        }
    }

    /// The word among them that is written so, in any language.
    pub(super) fn word(self, text: &str) -> Option<Keyword> {
        let names = written_as(text);
        let mut words = self.words()?.into_iter();
        words.find(|word| names.contains(&word.name))
    }
}
