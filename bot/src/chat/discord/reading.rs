//! What people do on Discord, as events of ours.

use serenity::all::{
    ActionRowComponent, ChannelId, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, GuildId, Interaction, InteractionId, Member, MessageFlags,
    ModalInteraction, ResolvedValue, User,
};

use super::{ids, permissions::Access};
use crate::{
    ports::{Event, Place, Said, SlashCommand, Speaker},
    words::Language,
};

/// An interaction, read.
///
/// It may hold a secret, so it has no `Debug`.
pub(super) struct ReadInteraction {
    pub(super) id: InteractionId,
    /// What answers go by, for 15 minutes.
    pub(super) token: String,
    pub(super) event: Event,
    /// The server and the channel where it was done, if that is a server.
    pub(super) at: Option<(GuildId, ChannelId)>,
    pub(super) expected: Expected,
    /// What we may do where it was done, if that is a server.
    pub(super) access: Option<Access>,
    /// The people it names, with their names.
    pub(super) people: Vec<Speaker>,
}

/// What kind of an answer an interaction wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A message.
    Message,
    /// A message, or that the one be changed whose control was used, which only the speaker sees.
    Change,
    /// Values for the option that is being typed.
    Completion,
}

/// What people did; nothing if it is not meant for us, or done by a bot.
pub(super) fn read(interaction: Interaction) -> Option<ReadInteraction> {
    Some(match interaction {
        Interaction::Command(command) => command_read(&command, Expected::Message),
        Interaction::Autocomplete(command) => typing(&command)?,
        Interaction::Component(component) => control(component)?,
        Interaction::Modal(modal) => form(modal)?,
        _ => return None,
    })
}

fn speaker(user: &User, member: Option<&Member>) -> Speaker {
    let name = match member.and_then(|member| member.nick.as_deref()) {
        Some(nick) => nick,
        None => user.display_name(),
    };
    Speaker {
        id: ids::user_id(user.id),
        name: name.to_owned(),
    }
}

fn place(is_guild: bool, channel: ChannelId) -> Place {
    if is_guild {
        Place::Channel(ids::channel_id(channel))
    } else {
        Place::Direct
    }
}

/// What Discord says of the language of every server where nobody has chosen one.
const UNCHOSEN: &str = "en-US";

/// The language that has been chosen for a server.
fn server_language(locale: Option<&str>) -> Option<Language> {
    Language::negotiate(locale.filter(|locale| *locale != UNCHOSEN))
}

fn command_read(command: &CommandInteraction, expected: Expected) -> ReadInteraction {
    let mut options = Vec::new();
    let mut people = Vec::new();
    for option in command.data.options() {
        let value = match option.value {
            ResolvedValue::User(user, member) => {
                let nick = member.and_then(|member| member.nick.as_deref());
                let name = nick.unwrap_or_else(|| user.display_name());
                if !user.bot {
                    people.push(Speaker {
                        id: ids::user_id(user.id),
                        name: name.to_owned(),
                    });
                }
                format!("<@{}>", user.id)
            }
            ResolvedValue::String(value) => value.to_owned(),
            ResolvedValue::Integer(value) => value.to_string(),
            ResolvedValue::Boolean(value) => value.to_string(),
            _ => continue,
        };
        options.push((option.name.to_owned(), value));
    }
    ReadInteraction {
        id: command.id,
        token: command.token.clone(),
        event: Event {
            id: ids::event_id(command.id),
            speaker: speaker(&command.user, command.member.as_deref()),
            place: place(command.guild_id.is_some(), command.channel_id),
            language: Language::negotiate([&*command.locale]),
            place_language: server_language(command.guild_locale.as_deref()),
            said: Said::Command(SlashCommand {
                name: command.data.name.clone(),
                options,
            }),
        },
        at: command.guild_id.map(|guild| (guild, command.channel_id)),
        expected,
        access: access(command),
        people,
    }
}

/// What we may do where a command was given, if that is a server.
fn access(command: &CommandInteraction) -> Option<Access> {
    command.guild_id?;
    let channel = command.channel.as_ref();
    Some(Access {
        permissions: command.app_permissions?,
        is_thread: channel.is_some_and(|channel| channel.thread_metadata.is_some()),
    })
}

/// A command that is being typed; the option in question comes last.
fn typing(command: &CommandInteraction) -> Option<ReadInteraction> {
    let focused = command.data.autocomplete()?;
    let mut read = command_read(command, Expected::Completion);
    let Said::Command(SlashCommand { options, .. }) = &mut read.event.said else {
        return None;
    };
    options.push((focused.name.to_owned(), focused.value.to_owned()));
    Some(read)
}

fn control(component: ComponentInteraction) -> Option<ReadInteraction> {
    let id = component.data.custom_id;
    let said = match component.data.kind {
        ComponentInteractionDataKind::Button => Said::Press(id),
        ComponentInteractionDataKind::StringSelect { values } => Said::Choose {
            menu: id,
            value: values.into_iter().next()?,
        },
        _ => return None,
    };
    let is_answer = component
        .message
        .flags
        .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    Some(ReadInteraction {
        id: component.id,
        token: component.token,
        event: Event {
            id: ids::event_id(component.id),
            speaker: speaker(&component.user, component.member.as_ref()),
            place: place(component.guild_id.is_some(), component.channel_id),
            language: Language::negotiate([&*component.locale]),
            place_language: server_language(component.guild_locale.as_deref()),
            said,
        },
        at: component
            .guild_id
            .map(|guild| (guild, component.channel_id)),
        expected: if is_answer {
            Expected::Change
        } else {
            Expected::Message
        },
        access: None,
        people: Vec::new(),
    })
}

fn form(modal: ModalInteraction) -> Option<ReadInteraction> {
    let inputs = modal.data.components.into_iter();
    let mut inputs = inputs.flat_map(|row| row.components);
    let text = inputs.find_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value,
        _ => None,
    })?;
    Some(ReadInteraction {
        id: modal.id,
        token: modal.token,
        event: Event {
            id: ids::event_id(modal.id),
            speaker: speaker(&modal.user, modal.member.as_ref()),
            place: place(modal.guild_id.is_some(), modal.channel_id),
            language: Language::negotiate([&*modal.locale]),
            place_language: server_language(modal.guild_locale.as_deref()),
            said: Said::Fill {
                form: modal.data.custom_id,
                text,
            },
        },
        at: modal.guild_id.map(|guild| (guild, modal.channel_id)),
        expected: Expected::Message,
        access: None,
        people: Vec::new(),
    })
}
