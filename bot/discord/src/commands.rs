//! The registered commands, so that texts can mention a command as a link.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serenity::all::{Command, CommandId, CommandType};

use command::{OWN, leading_name, spec};

/// The ids of the registered commands, by name.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct CommandIds(BTreeMap<String, CommandId>);

impl CommandIds {
    /// Reads the ids from Discord's reply.
    pub(super) fn of(registered: &[Command]) -> CommandIds {
        let typed = registered
            .iter()
            .filter(|command| command.kind == CommandType::ChatInput);
        CommandIds(
            typed
                .map(|command| (command.name.clone(), command.id))
                .collect(),
        )
    }

    /// Returns the mention of the command that a text begins with, such as `</move:5>`, and the length in bytes of the text
    /// that it replaces.
    pub(super) fn mention(&self, text: &str) -> Option<(String, usize)> {
        let name = leading_name(text.strip_prefix('/')?);
        let id = self.0.get(name)?;
        let (spec, length) = (spec(name)?, 1 + name.len());
        if spec.siblings().next().is_none() {
            return Some((format!("</{name}:{id}>"), length));
        }
        // Discord does not run a command that has subcommands.
        let next = text[length..].strip_prefix(' ').map_or("", leading_name);
        let is_one =
            |next: &str| next == OWN || spec.siblings().any(|(_, sibling)| sibling == next);
        let (subcommand, length) = if is_one(next) {
            (next, length + 1 + next.len())
        } else {
            (OWN, length)
        };
        Some((format!("</{name} {subcommand}:{id}>"), length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl CommandIds {
        pub(in super::super) fn known() -> CommandIds {
            let ids = [("move", 5), ("settings", 6)];
            let ids = ids.map(|(name, id)| (name.to_owned(), CommandId::new(id)));
            CommandIds(ids.into())
        }
    }

    #[track_caller]
    fn check(text: &str, expected: Option<(&str, &str)>) {
        let found = CommandIds::known().mention(text);
        let found = found
            .as_ref()
            .map(|(mention, length)| (&**mention, &text[*length..]));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_command_that_is_registered_can_be_pressed() {
        check("/move e2g4", Some(("</move:5>", " e2g4")));
        check("/move.", Some(("</move:5>", ".")));
        check("/moves", None);
        check("/games", None);
        check("move", None);
        check("/", None);
    }

    #[test]
    fn a_subcommand_is_pressed_by_its_whole_name() {
        check("/settings", Some(("</settings me:6>", "")));
        check(
            "/settings sound:off",
            Some(("</settings me:6>", " sound:off")),
        );
        check(
            "/settings me sound:off",
            Some(("</settings me:6>", " sound:off")),
        );
        check("/settings server", Some(("</settings server:6>", "")));
    }
}
