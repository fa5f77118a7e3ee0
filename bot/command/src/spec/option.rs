//! An option of a command, and those that several commands have.

use super::super::{Keyword, OptionKind, ServerTopic, Topic};
use text::Text;

/// An option of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// What it is called: 1 to 32 lower-case letters, by which no other option of the command goes in any language.
    pub keyword: Keyword,
    /// What it is: a phrase of at most 100 characters.
    pub summary: Text,
    /// What can stand there.
    pub kind: OptionKind,
    /// Whether it must be given.
    pub required: bool,
    /// Whether its name may be left out.
    pub positional: bool,
}

impl CommandOption {
    /// Its name as the program knows it, which is the English one.
    pub const fn name(&self) -> &'static str {
        self.keyword.name
    }

    /// Whether it can be given where a room is the only server there is.
    pub fn is_for_rooms(&self) -> bool {
        match self.kind {
            OptionKind::Server(topic) => topic.is_for_rooms(),
            _ => true,
        }
    }

    /// What joins several words that are given to it; nothing if it takes only one.
    pub(crate) fn joint(&self) -> Option<&'static str> {
        match self.kind {
            OptionKind::Move | OptionKind::Answer => Some(""),
            OptionKind::Options | OptionKind::Plan | OptionKind::Topic | OptionKind::Command => {
                Some(" ")
            }
            _ => None,
        }
    }
}

/// The match in play that a command is about.
pub(super) const fn which(summary: Text, positional: bool) -> CommandOption {
    which_of(OptionKind::Match, summary, positional)
}

/// The challenge of somebody else that a command is about.
pub(super) const fn challenge(summary: Text) -> CommandOption {
    which_of(OptionKind::Challenge, summary, true)
}

/// The match, in play or over, that a command is about.
pub(super) const fn any_match(summary: Text) -> CommandOption {
    which_of(OptionKind::AnyMatch, summary, true)
}

/// The match that is over that a command is about.
pub(super) const fn match_over(summary: Text) -> CommandOption {
    which_of(OptionKind::MatchOver, summary, true)
}

/// The match of others that a command is about.
pub(super) const fn match_of_others(summary: Text) -> CommandOption {
    which_of(OptionKind::MatchOfOthers, summary, true)
}

const fn which_of(kind: OptionKind, summary: Text, positional: bool) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("match", text::option_match()),
        summary,
        kind,
        required: false,
        positional,
    }
}

/// The person that a command is about.
pub(super) const fn person(summary: Text, required: bool) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("person", text::option_person()),
        summary,
        kind: OptionKind::Person,
        required,
        positional: true,
    }
}

/// The variant that a command is about.
pub(super) const fn variant(summary: Text) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("variant", text::option_variant()),
        summary,
        kind: OptionKind::Variant,
        required: false,
        positional: true,
    }
}

/// That a question has been answered before it is asked.
pub(super) const fn confirm(summary: Text) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("confirm", text::option_confirm()),
        summary,
        kind: OptionKind::Yes,
        required: false,
        positional: false,
    }
}

/// Something that is chosen for a server.
pub(super) const fn server(topic: ServerTopic, summary: Text) -> CommandOption {
    CommandOption {
        keyword: topic.keyword(),
        summary,
        kind: OptionKind::Server(topic),
        required: false,
        positional: false,
    }
}

/// Something that somebody chooses for themselves.
pub(super) const fn setting(topic: Topic, summary: Text) -> CommandOption {
    CommandOption {
        keyword: topic.keyword(),
        summary,
        kind: OptionKind::Setting(topic),
        required: false,
        positional: false,
    }
}
