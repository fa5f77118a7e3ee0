//! The options of commands, and those that several commands share.

use super::super::{Keyword, OptionKind, ServerTopic, Topic};
use text::Text;

/// An option of a command.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// The keyword: 1 to 32 lower-case letters. No other option of the command has this name in any language.
    pub keyword: Keyword,
    /// The summary: a phrase of at most 100 characters.
    pub summary: Text,
    /// The kind of value.
    pub kind: OptionKind,
    /// True if the option is required.
    pub required: bool,
    /// True if its name can be omitted.
    pub positional: bool,
}

impl CommandOption {
    /// Returns the internal name, which is English.
    pub const fn name(&self) -> &'static str {
        self.keyword.name
    }

    /// Returns whether the option is available where a room is the only server.
    pub fn is_for_rooms(&self) -> bool {
        match self.kind {
            OptionKind::Server(topic) => topic.is_for_rooms(),
            _ => true,
        }
    }

    /// Returns the separator of several words of the option, or `None` if it takes only one.
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

/// Makes the option for a match in play.
pub(super) const fn which(summary: Text, positional: bool) -> CommandOption {
    which_of(OptionKind::Match, summary, positional)
}

/// Makes the option for a challenge by another player.
pub(super) const fn challenge(summary: Text) -> CommandOption {
    which_of(OptionKind::Challenge, summary, true)
}

/// Makes the option for a match, in play or over.
pub(super) const fn any_match(summary: Text) -> CommandOption {
    which_of(OptionKind::AnyMatch, summary, true)
}

/// Makes the option for a finished match.
pub(super) const fn match_over(summary: Text) -> CommandOption {
    which_of(OptionKind::MatchOver, summary, true)
}

/// Makes the option for a match of other players.
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

/// Makes the option for a person.
pub(super) const fn person(summary: Text, required: bool) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("person", text::option_person()),
        summary,
        kind: OptionKind::Person,
        required,
        positional: true,
    }
}

/// Makes the option for a variant.
pub(super) const fn variant(summary: Text) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("variant", text::option_variant()),
        summary,
        kind: OptionKind::Variant,
        required: false,
        positional: true,
    }
}

/// Makes the option that confirms an action in advance.
pub(super) const fn confirm(summary: Text) -> CommandOption {
    CommandOption {
        keyword: Keyword::new("confirm", text::option_confirm()),
        summary,
        kind: OptionKind::Yes,
        required: false,
        positional: false,
    }
}

/// Makes the option for a setting of a server.
pub(super) const fn server(topic: ServerTopic, summary: Text) -> CommandOption {
    CommandOption {
        keyword: topic.keyword(),
        summary,
        kind: OptionKind::Server(topic),
        required: false,
        positional: false,
    }
}

/// Makes the option for a personal setting.
pub(super) const fn setting(topic: Topic, summary: Text) -> CommandOption {
    CommandOption {
        keyword: topic.keyword(),
        summary,
        kind: OptionKind::Setting(topic),
        required: false,
        positional: false,
    }
}
