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
        Interaction::Component(component) => control(&component)?,
        Interaction::Modal(modal) => form(&modal)?,
        _ => return None,
    })
}

/// By whom and where something was done.
struct InteractionOrigin<'a> {
    id: InteractionId,
    token: &'a str,
    user: &'a User,
    member: Option<&'a Member>,
    guild: Option<GuildId>,
    channel: ChannelId,
    locale: &'a str,
    guild_locale: Option<&'a str>,
}

impl InteractionOrigin<'_> {
    fn read(self, said: Said, expected: Expected) -> ReadInteraction {
        let place = match self.guild {
            Some(_) => Place::Channel(ids::channel_id(self.channel)),
            None => Place::Direct,
        };
        let nick = self.member.and_then(|member| member.nick.as_deref());
        ReadInteraction {
            id: self.id,
            token: self.token.to_owned(),
            event: Event {
                id: ids::event_id(self.id),
                speaker: speaker(self.user, nick),
                place,
                language: Language::negotiate([self.locale]),
                place_language: server_language(self.guild_locale),
                said,
            },
            at: self.guild.map(|guild| (guild, self.channel)),
            expected,
            access: None,
        }
    }
}

fn speaker(user: &User, nick: Option<&str>) -> Speaker {
    Speaker {
        id: ids::user_id(user.id),
        name: nick.unwrap_or_else(|| user.display_name()).to_owned(),
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
    for option in command.data.options() {
        let value = match option.value {
            ResolvedValue::User(user, member) => {
                let nick = member.and_then(|member| member.nick.as_deref());
                let named = speaker(user, nick);
                let name = named.name.clone();
                person = person.or((!user.bot).then_some(named));
                name
            }
            ResolvedValue::String(value) => value.to_owned(),
            ResolvedValue::Integer(value) => value.to_string(),
            ResolvedValue::Boolean(value) => value.to_string(),
            _ => continue,
        };
        options.push((option.name.to_owned(), value));
    }
    let origin = InteractionOrigin {
        id: command.id,
        token: &command.token,
        user: &command.user,
        member: command.member.as_deref(),
        guild: command.guild_id,
        channel: command.channel_id,
        locale: &command.locale,
        guild_locale: command.guild_locale.as_deref(),
    };
    let said = Said::Command(SlashCommand {
        name: command.data.name.clone(),
        options,
        person,
    });
    ReadInteraction {
        access: access(command),
        ..origin.read(said, expected)
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
        _ => return None,
    };
    let flags = component.message.flags.unwrap_or_default();
    let expected = if flags.contains(MessageFlags::EPHEMERAL) {
        Expected::Change
    } else {
        Expected::Message
    };
    let origin = InteractionOrigin {
        id: component.id,
        token: &component.token,
        user: &component.user,
        member: component.member.as_ref(),
        guild: component.guild_id,
        channel: component.channel_id,
        locale: &component.locale,
        guild_locale: component.guild_locale.as_deref(),
    };
    Some(origin.read(said, expected))
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
    let origin = InteractionOrigin {
        id: modal.id,
        token: &modal.token,
        user: &modal.user,
        member: modal.member.as_ref(),
        guild: modal.guild_id,
        channel: modal.channel_id,
        locale: &modal.locale,
        guild_locale: modal.guild_locale.as_deref(),
    };
    Some(origin.read(said, Expected::Message))
}
