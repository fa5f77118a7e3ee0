//! The intent of a person, read from a text, a command with separate options, or a control.

use std::panic::{UnwindSafe, catch_unwind};

use super::{Command, Control, DraftPart, People, SlashCommand};
use text::{Text, unmarked};

/// The intent of a person.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Clone)]
pub enum Intent {
    /// A command.
    Command(Command),
    /// A button.
    Press(Control),
    /// An entry of a menu, by its value.
    Choose(Control, String),
    /// A form that was filled in, with the text that was entered.
    Fill(Control, String),
    /// The completions of a text that is being typed, up to the cursor.
    Complete(String),
    /// The completions of the option that is being typed, which is the last one.
    CompleteOption(SlashCommand),
    /// A text that cannot be read, with the reason.
    Misread(Text),
    /// A text on which the parser panicked.
    Failed,
}

impl Intent {
    /// Reads a typed command, with or without its slash.
    pub fn typed(text: &str) -> Intent {
        Intent::read(|| Command::parse(&unmarked(text)))
    }

    /// Reads a command with separate options.
    pub fn slash(command: SlashCommand) -> Intent {
        Intent::read(|| Command::from_slash(&command.unmarked()))
    }

    /// Parses a command. A panic of the parser must not end the task that receives all events of a platform.
    fn read(parse: impl FnOnce() -> Result<Command, Text> + UnwindSafe) -> Intent {
        match catch_unwind(parse) {
            Ok(read) => read.map_or_else(Intent::Misread, Intent::Command),
            // The panic was logged by its hook.
            Err(_) => Intent::Failed,
        }
    }

    /// Reads a choice from a menu.
    pub fn choose(menu: Control, value: &str) -> Intent {
        Intent::Choose(menu, unmarked(value))
    }

    /// Reads a filled form.
    pub fn fill(form: Control, text: &str) -> Intent {
        Intent::Fill(form, unmarked(text))
    }

    /// Asks for completions of a text, up to the cursor.
    pub fn complete(text: &str) -> Intent {
        Intent::Complete(unmarked(text))
    }

    /// Asks for completions of the last option of a command.
    pub fn complete_option(command: SlashCommand) -> Intent {
        Intent::CompleteOption(command.unmarked())
    }

    /// Returns its kind, without the text that the person wrote.
    pub fn kind(&self) -> &'static str {
        match self {
            _ if self.is_unread() => "misread",
            Intent::Command(command) => command.name(),
            Intent::Press(_) => "button",
            Intent::Choose(..) => "menu",
            Intent::Fill(..) => "form",
            Intent::Complete(_) | Intent::CompleteOption(_) => "completion",
            Intent::Misread(_) | Intent::Failed => "misread",
        }
    }

    /// Returns whether it cannot be read.
    pub fn is_unread(&self) -> bool {
        matches!(
            self,
            Intent::Press(Control::Unknown(_))
                | Intent::Choose(Control::Unknown(_), _)
                | Intent::Fill(Control::Unknown(_), _)
                | Intent::Misread(_)
                | Intent::Failed
        )
    }

    /// Returns whether the person is still typing.
    pub fn is_completion(&self) -> bool {
        matches!(self, Intent::Complete(_) | Intent::CompleteOption(_))
    }

    /// Returns whether it makes a public post that a person can repeat at will.
    pub fn posts(&self) -> bool {
        match self {
            Intent::Command(
                Command::Challenge { setup: Some(_), .. }
                | Command::Join(_)
                | Command::Board(_)
                | Command::Rematch(_)
                | Command::Vacation(Some(_)),
            ) => true,
            Intent::Press(control) => matches!(
                control,
                Control::Challenge(DraftPart::Variant(_), _)
                    | Control::PlayProgram(_)
                    | Control::Start(_)
                    | Control::Rematch(_)
                    | Control::Board(_)
            ),
            _ => false,
        }
    }

    /// Returns whether it needs a place where the bot can post.
    pub fn needs_channel(&self) -> bool {
        matches!(
            self,
            Intent::Command(Command::Challenge { .. } | Command::Join(_) | Command::Board(_))
                | Intent::Press(Control::Challenge(..) | Control::Board(_))
        )
    }

    /// Returns the person that it names, as written.
    pub fn person(&self) -> Option<&str> {
        match self {
            Intent::Command(command) => command.person(),
            Intent::Choose(Control::Challenge(DraftPart::Opponent, _), chosen) => Some(chosen)
                .filter(|chosen| ![People::NOBODY, People::ANYWHERE].contains(&&***chosen))
                .map(String::as_str),
            Intent::Press(Control::Challenge(_, draft))
            | Intent::Choose(Control::Challenge(_, draft), _) => draft.person(),
            _ => None,
        }
    }

    /// Returns whether it is a challenge, or a choice in the form of one.
    pub fn is_challenge(&self) -> bool {
        matches!(
            self,
            Intent::Command(Command::Challenge { .. })
                | Intent::Press(Control::Challenge(..))
                | Intent::Choose(Control::Challenge(..), _)
        )
    }

    /// Returns whether its reply contains a list of people.
    pub fn asks_for_people(&self) -> bool {
        matches!(
            self,
            Intent::Command(Command::Challenge { setup: None, .. })
                | Intent::Choose(Control::Challenge(..), _)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parser_that_panics_has_failed() {
        let read = Intent::read(|| panic!("it breaks"));
        assert!(matches!(read, Intent::Failed));
    }
}
