//! What people do on Discord, as events of ours.

use serenity::all::{
    ActionRowComponent, ChannelId, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, GuildId, Interaction, MessageFlags, ModalInteraction,
    Permissions, ResolvedOption, ResolvedValue, User,
};

use super::{
    ids,
    interactions::{Expected, OpenInteraction},
    permissions::Access,
};
use crate::{
    ports::{Event, People, Place, Said, ServerAccess, SlashCommand, Speaker},
    words::Language,
};

/// An interaction, read.
///
/// It may hold a secret, so it has no `Debug`.
pub(super) struct ReadInteraction {
    /// What it is answered by.
    pub(super) open: OpenInteraction,
    pub(super) event: Event,
    /// The server and the channel where it was done, if that is a server.
    pub(super) at: Option<(GuildId, ChannelId)>,
}

/// What people did; nothing if it is not meant for us, or done by a bot.
pub(super) fn read(interaction: Interaction) -> Option<ReadInteraction> {
    Some(match interaction {
        Interaction::Command(command) => command_read(&command, Expected::Message),
        Interaction::Autocomplete(command) => typing(&command)?,
        Interaction::Component(component) => control(&component)?,
        Interaction::Modal(modal) => form(&modal)?,
        _ => return None,
    })
}

/// What every kind of an interaction tells: they have these fields in common, and no type.
macro_rules! read_as {
    ($expected:expr, $interaction:expr, $said:expr) => {{
        let from = $interaction;
        let member = from.member.as_ref();
        let nick = member.and_then(|member| member.nick.as_deref());
        let at = from.guild_id.map(|guild| (guild, from.channel_id));
        let place = |(_, channel)| Place::Channel(ids::channel_id(channel));
        let permissions = member.and_then(|member| member.permissions);
        let server = |(guild, _)| server(guild, permissions);
        ReadInteraction {
            open: OpenInteraction::new(from.id, &from.token, $expected),
            event: Event {
                id: ids::event_id(from.id),
                speaker: speaker(&from.user, nick),
                place: at.map_or(Place::Direct, place),
                language: Language::negotiate([&*from.locale]),
                place_language: server_language(from.guild_locale.as_deref()),
                server: at.map(server),
                said: $said,
            },
            at,
        }
    }};
}

pub(super) fn speaker(user: &User, nick: Option<&str>) -> Speaker {
    Speaker {
        id: ids::user_id(user.id),
        name: nick.unwrap_or_else(|| user.display_name()).to_owned(),
    }
}

/// The server of somebody with these permissions there.
fn server(guild: GuildId, permissions: Option<Permissions>) -> ServerAccess {
    let to_manage = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    ServerAccess {
        id: ids::server_id(guild),
        may_manage: permissions.is_some_and(|permissions| permissions.intersects(to_manage)),
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
    let mut person = None;
    let (name, given) = named(command);
    for option in given {
        let value = match option.value {
            ResolvedValue::User(user, member) => {
                let nick = member.and_then(|member| member.nick.as_deref());
                let named = speaker(user, nick);
                let name = named.name.clone();
                person = person.or(match user.bot {
                    false => Some(named),
                    // The bot goes by the id of its application.
                    true => (user.id.get() == command.application_id.get()).then(Speaker::program),
                });
                name
            }
            ResolvedValue::String(value) => value.to_owned(),
            ResolvedValue::Integer(value) => value.to_string(),
            ResolvedValue::Boolean(value) => value.to_string(),
            _ => continue,
        };
        options.push((option.name.to_owned(), value));
    }
    let said = Said::Command(SlashCommand {
        name,
        options,
        person,
    });
    let mut read = read_as!(expected, command, said);
    read.open.access = access(command);
    read
}

/// The name of a command, with that of the subcommand if it is one, and its options.
fn named(command: &CommandInteraction) -> (String, Vec<ResolvedOption<'_>>) {
    let name = command.data.name.clone();
    let mut options = command.data.options();
    match options.pop() {
        Some(ResolvedOption {
            name: own,
            value: ResolvedValue::SubCommand(options),
            ..
        }) => (format!("{name} {own}"), options),
        last => {
            options.extend(last);
            (name, options)
        }
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

fn control(component: &ComponentInteraction) -> Option<ReadInteraction> {
    let id = component.data.custom_id.clone();
    let said = match &component.data.kind {
        ComponentInteractionDataKind::Button => Said::Press(id),
        ComponentInteractionDataKind::StringSelect { values } => Said::Choose {
            menu: id,
            value: values.first()?.clone(),
        },
        ComponentInteractionDataKind::UserSelect { values } => Said::Choose {
            menu: id,
            value: values
                .first()
                .map_or_else(|| People::NOBODY.to_owned(), |user| format!("<@{user}>")),
        },
        _ => return None,
    };
    let flags = component.message.flags.unwrap_or_default();
    let expected = if flags.contains(MessageFlags::EPHEMERAL) {
        Expected::Change
    } else {
        Expected::Message
    };
    Some(read_as!(expected, component, said))
}

fn form(modal: &ModalInteraction) -> Option<ReadInteraction> {
    let mut inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.find_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    })?;
    let said = Said::Fill {
        form: modal.data.custom_id.clone(),
        text,
    };
    Some(read_as!(Expected::Message, modal, said))
}
