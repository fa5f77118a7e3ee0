//! Parsing interactions into events.

use serde::Deserialize;
use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, Button,
    ButtonKind, ChannelType, CommandInteraction, ComponentInteraction,
    ComponentInteractionDataKind, GuildId, Interaction, InteractionContext, Message, MessageFlags,
    ModalInteraction, PartialChannel, PartialMember, Permissions, ResolvedOption, ResolvedTarget,
    ResolvedValue, User,
};

use super::{
    ids,
    interactions::{Expected, OpenInteraction},
    permissions::Access,
};
use api::{Event, MatchId, People, Place, ServerAccess, Speaker};
use command::{Control, Intent, SlashCommand};
use text::{Language, Text};

/// A parsed interaction.
///
/// It may hold a secret, so it has no `Debug`.
pub(super) struct ReadInteraction {
    /// The open interaction, through which it is answered.
    pub(super) open: OpenInteraction,
    pub(super) event: Event,
}

/// The installations that brought the bot to the place of an interaction, and the kind of place. The library does not parse
/// them for forms.
#[derive(Default, Deserialize)]
pub(super) struct TakenBy {
    #[serde(default)]
    authorizing_integration_owners: AuthorizingIntegrationOwners,
    #[serde(default)]
    context: Option<InteractionContext>,
}

/// Parses an interaction. Returns `None` if it is not meant for the bot, or comes from a bot.
pub(super) fn read(interaction: Interaction, taken: &TakenBy) -> Option<ReadInteraction> {
    let read = match interaction {
        Interaction::Command(command) => command_read(&command, Expected::Message, Intent::slash),
        Interaction::Autocomplete(command) => typing(&command)?,
        Interaction::Component(component) => control(&component)?,
        Interaction::Modal(modal) => form(&modal)?,
        _ => return None,
    };
    let read = within_reach(read, &taken.authorizing_integration_owners);
    let is_in_group = taken.context == Some(InteractionContext::PrivateChannel);
    Some(if is_in_group { in_group(read) } else { read })
}

/// Adjusts an interaction from a group, or the direct messages of two people, where the bot only answers.
fn in_group(mut read: ReadInteraction) -> ReadInteraction {
    // The only public messages there are announcements.
    if read.open.source.is_some() && read.open.expected == Expected::Message {
        read.open.expected = Expected::Aside;
    }
    read.event.place = Place::Group;
    read
}

/// Reads the fields that all kinds of interaction have in common; the library has no common type.
macro_rules! read_as {
    ($expected:expr, $interaction:expr, $intent:expr) => {{
        let from = $interaction;
        let member = from.member.as_ref();
        let nick = member.and_then(|member| member.nick.as_deref());
        let place = |_| Place::Channel(ids::channel_id(from.channel_id));
        let permissions = member.and_then(|member| member.permissions);
        let access = |_| access(from.channel.as_ref(), from.app_permissions);
        let mut open = OpenInteraction::new(from.id, &from.token, $expected);
        open.access = from.guild_id.and_then(access);
        ReadInteraction {
            open,
            event: Event {
                language: Language::negotiate([&*from.locale]),
                place_language: server_language(from.guild_locale.as_deref()),
                server: from.guild_id.map(|guild| server(guild, permissions)),
                ..Event::new(
                    ids::event_id(from.id),
                    speaker(&from.user, nick),
                    from.guild_id.map_or(Place::Direct, place),
                    $intent,
                )
            },
        }
    }};
}

pub(super) fn speaker(user: &User, nick: Option<&str>) -> Speaker {
    Speaker {
        id: ids::user_id(user.id),
        name: nick.unwrap_or_else(|| user.display_name()).to_owned(),
    }
}

/// Returns the server with the rights that these permissions give.
fn server(guild: GuildId, permissions: Option<Permissions>) -> ServerAccess {
    let to_manage = Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    ServerAccess {
        id: ids::server_id(guild),
        may_manage: permissions.is_some_and(|permissions| permissions.intersects(to_manage)),
    }
}

/// The locale that Discord reports for every server without a chosen language.
const UNCHOSEN: &str = "en-US";

/// Returns the language that was chosen for a server.
fn server_language(locale: Option<&str>) -> Option<Language> {
    Language::negotiate(locale.filter(|locale| *locale != UNCHOSEN))
}

fn command_read(
    command: &CommandInteraction,
    expected: Expected,
    intent: impl FnOnce(SlashCommand) -> Intent,
) -> ReadInteraction {
    let mut given = TakenOptions::default();
    let name = match command.data.target() {
        Some(ResolvedTarget::User(user, member)) => {
            given.take_person(command, "opponent", user, member);
            "challenge".to_owned()
        }
        Some(ResolvedTarget::Message(message)) => {
            given.take_board(message);
            "rules".to_owned()
        }
        _ => given.take_options(command),
    };
    let slash = SlashCommand {
        name,
        options: given.options,
    };
    let mut read = read_as!(expected, command, intent(slash));
    read.event.named = given.person;
    read.open.unread = given.unread;
    read
}

/// Treats an interaction from a server without the bot like one in direct messages. The speaker gets a private answer, and
/// further messages as direct messages.
fn within_reach(
    mut read: ReadInteraction,
    owners: &AuthorizingIntegrationOwners,
) -> ReadInteraction {
    if read.event.server.is_some() && is_outside(owners) {
        read.open.is_outside = true;
        read.open.access = None;
        read.open.unread = None;
        read.event.place = Place::Direct;
        read.event.place_language = None;
        read.event.server = None;
    }
    read
}

/// The options of a command.
#[derive(Default)]
struct TakenOptions {
    options: Vec<(String, String)>,
    /// The person that an option names.
    person: Option<Speaker>,
    /// The reason why that person would not read messages in the channel, if any.
    unread: Option<Text>,
}

impl TakenOptions {
    /// Reads the options of a command. Returns its name.
    fn take_options(&mut self, command: &CommandInteraction) -> String {
        let (name, options) = named(command);
        for option in options {
            let value = match option.value {
                ResolvedValue::User(user, member) => {
                    self.take_person(command, option.name, user, member);
                    continue;
                }
                ResolvedValue::String(value) => value.to_owned(),
                ResolvedValue::Integer(value) => value.to_string(),
                ResolvedValue::Boolean(value) => value.to_string(),
                _ => continue,
            };
            self.options.push((option.name.to_owned(), value));
        }
        name
    }

    fn take_person(
        &mut self,
        command: &CommandInteraction,
        option: &str,
        user: &User,
        member: Option<&PartialMember>,
    ) {
        let nick = member.and_then(|member| member.nick.as_deref());
        let named = speaker(user, nick);
        let name = named.name.clone();
        if command.guild_id.is_some() && !user.bot && self.unread.is_none() {
            self.unread = why_unread(&name, member);
        }
        if self.person.is_none() {
            self.person = if user.bot {
                // The id of the bot is that of its application.
                (user.id.get() == command.application_id.get()).then(Speaker::program)
            } else {
                Some(named)
            };
        }
        self.options.push((option.to_owned(), name));
    }

    /// Reads the match of the board in a message, or else the variant of a rules button below it.
    fn take_board(&mut self, message: &Message) {
        let controls = controls_below(message);
        let board = pictured(message).or_else(|| one(controls.iter().filter_map(Control::board)));
        let variant = one(controls.iter().filter_map(|control| match control {
            Control::Rules(variant) => Some(variant),
            _ => None,
        }));
        let mut add = |name: &str, value| self.options.push((name.to_owned(), value));
        if let Some(id) = board {
            add("here", "yes".to_owned());
            add("match", id.to_string());
        } else if let Some(variant) = variant {
            add("variant", variant.to_string());
        }
    }
}

/// Returns the match in the file name of a message's picture.
fn pictured(message: &Message) -> Option<MatchId> {
    let mut files = message.attachments.iter();
    files.find_map(|file| {
        let (name, _) = file.filename.split_once('-')?;
        let id: MatchId = name.parse().ok()?;
        // The name of a handbook picture is its variant, and a typed `bario` may mean a match.
        (id.to_string() == name).then_some(id)
    })
}

/// Returns the bot's own buttons below a message. A board in letters has no picture.
fn controls_below(message: &Message) -> Vec<Control> {
    let components = message.components.iter().flat_map(|row| &row.components);
    let controls = components.filter_map(|component| match component {
        ActionRowComponent::Button(Button {
            data: ButtonKind::NonLink { custom_id, .. },
            ..
        }) => custom_id.parse().ok(),
        _ => None,
    });
    controls.collect()
}

/// Returns the common value of all, or `None` if they differ, as in a list of matches.
fn one<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

/// Returns why the person that a command names cannot read its channel, or `None` if they can.
fn why_unread(name: &str, member: Option<&PartialMember>) -> Option<Text> {
    let Some(member) = member else {
        return Some(text::discord_absent(name));
    };
    let to_read = Permissions::VIEW_CHANNEL | Permissions::ADMINISTRATOR;
    let can_read = member.permissions.is_none_or(|may| may.intersects(to_read));
    (!can_read).then(|| text::discord_unseen(name))
}

/// Returns the name of a command, including its subcommand if any, and its options.
fn named(command: &CommandInteraction) -> (String, Vec<ResolvedOption<'_>>) {
    let name = &command.data.name;
    let mut options = command.data.options();
    match options.pop() {
        Some(ResolvedOption {
            name: own,
            value: ResolvedValue::SubCommand(options),
            ..
        }) => return (format!("{name} {own}"), options),
        last => options.extend(last),
    }
    (name.clone(), options)
}

/// Returns the access of the bot to this channel of a server.
fn access(channel: Option<&PartialChannel>, permissions: Option<Permissions>) -> Option<Access> {
    Some(Access {
        permissions: permissions?,
        is_thread: channel.is_some_and(|channel| channel.thread_metadata.is_some()),
        is_private: channel.is_some_and(|channel| channel.kind == ChannelType::PrivateThread),
        has_threads: channel.is_none_or(|channel| has_threads(channel.kind)),
    })
}

/// Tells whether threads can begin in a channel of a server: not in another thread, and not in a voice channel.
fn has_threads(kind: ChannelType) -> bool {
    matches!(
        kind,
        ChannelType::Text | ChannelType::News | ChannelType::Forum
    )
}

/// Tells whether only a person installed the bot, so that it is not on the server of the interaction.
fn is_outside(owners: &AuthorizingIntegrationOwners) -> bool {
    let is_server = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(Some(_)))
    };
    !owners.0.is_empty() && !owners.0.iter().any(is_server)
}

/// Parses a command that is being typed; the focused option comes last.
fn typing(command: &CommandInteraction) -> Option<ReadInteraction> {
    let focused = command.data.autocomplete()?;
    let complete = |mut slash: SlashCommand| {
        let typed = (focused.name.to_owned(), focused.value.to_owned());
        slash.options.push(typed);
        Intent::complete_option(slash)
    };
    Some(command_read(command, Expected::Completion, complete))
}

fn control(component: &ComponentInteraction) -> Option<ReadInteraction> {
    let control = Control::read(&component.data.custom_id);
    let intent = match &component.data.kind {
        ComponentInteractionDataKind::Button => Intent::Press(control),
        ComponentInteractionDataKind::StringSelect { values } => {
            Intent::choose(control, values.first()?)
        }
        ComponentInteractionDataKind::UserSelect { values } => {
            let chosen = values.first().map(|user| format!("<@{user}>"));
            Intent::choose(control, chosen.as_deref().unwrap_or(People::NOBODY))
        }
        _ => return None,
    };
    let flags = component.message.flags.unwrap_or_default();
    let expected = if flags.contains(MessageFlags::EPHEMERAL) {
        Expected::Change
    } else {
        Expected::Message
    };
    let mut read = read_as!(expected, component, intent);
    read.open.source = Some(component.message.id);
    Some(read)
}

fn form(modal: &ModalInteraction) -> Option<ReadInteraction> {
    let mut inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.find_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    })?;
    let form = Control::read(&modal.data.custom_id);
    let mut read = read_as!(Expected::Message, modal, Intent::fill(form, &text));
    read.event.text = Some(text);
    Some(read)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Parses a form filled on a server, with these installation owners.
    fn filled(owners: &Value) -> ReadInteraction {
        let user = json!({ "id": "5", "username": "ann", "discriminator": "0", "avatar": null });
        let payload = json!({
            "id": "1", "application_id": "2", "type": 5, "token": "t", "version": 1,
            "guild_id": "3", "channel_id": "4", "locale": "en-US", "guild_locale": "fr",
            "entitlements": [], "attachment_size_limit": 1, "app_permissions": "0",
            "authorizing_integration_owners": owners,
            "member": {
                "user": user, "roles": [], "joined_at": null, "deaf": false, "mute": false,
                "flags": 0, "permissions": "0",
            },
            "data": { "custom_id": "write:a", "components": [{
                "type": 1, "components": [{ "type": 4, "custom_id": "text", "value": "e2e4" }],
            }] },
        });
        let taken = serde_json::from_value(payload.clone()).expect("it tells who took us along");
        let interaction = serde_json::from_value(payload).expect("an interaction");
        read(interaction, &taken).expect("it is meant for us")
    }

    /// Returns the options read from a message with these files and buttons: `here=yes match=00001`.
    fn taken(files: &[&str], buttons: &[&str]) -> String {
        let address = "https://example.org";
        let file = |name: &&str| json!({ "id": "7", "filename": name, "size": 1, "url": address, "proxy_url": address });
        let button = |id: &&str| json!({ "type": 2, "style": 2, "label": "x", "custom_id": id });
        let files: Vec<_> = files.iter().map(file).collect();
        let buttons: Vec<_> = buttons.iter().map(button).collect();
        let message = json!({
            "id": "1", "channel_id": "4", "type": 0, "content": "", "tts": false, "pinned": false,
            "author": { "id": "5", "username": "odd", "discriminator": "0", "avatar": null },
            "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": null,
            "mention_everyone": false, "mentions": [], "mention_roles": [], "embeds": [],
            "attachments": files, "components": [{ "type": 1, "components": buttons }],
        });
        let message: Message = serde_json::from_value(message).expect("a message");
        let mut taken = TakenOptions::default();
        taken.take_board(&message);
        let options = taken.options.iter();
        let options: Vec<_> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        options.join(" ")
    }

    #[test]
    fn a_board_is_known_by_its_picture_or_by_its_buttons() {
        let (first, second) = ("here=yes match=00001", "here=yes match=00002");
        let board = ["guide:00001:3", "resign:00001:3", "rules:bario"];
        assert_eq!(taken(&["00002-3.png"], &["rules:bario"]), second);
        assert_eq!(taken(&[], &board), first);
        assert_eq!(taken(&[], &["rematch:00001", "export:00001"]), first);
        // A challenge has no board yet.
        let challenge = ["accept:00001", "decline:00001", "rules:bario"];
        assert_eq!(taken(&[], &challenge), "variant=bario");
        // Lists of matches and of variants, a page of the handbook, and messages of others.
        assert_eq!(taken(&[], &["view:00001", "view:00002"]), "");
        assert_eq!(taken(&[], &["rules:bario", "rules:chakart"]), "");
        assert_eq!(taken(&["bario-reserve-1.png"], &[]), "");
        assert_eq!(taken(&["holiday-1.png"], &["buy:it"]), "");
    }

    #[test]
    fn a_form_filled_where_we_are_not_is_read_as_in_direct_messages() {
        for (owners, is_there) in [
            (json!({ "0": "3" }), true),
            (json!({ "0": "3", "1": "5" }), true),
            (json!({ "1": "5" }), false),
        ] {
            let read = filled(&owners);
            assert_eq!(read.event.place == Place::Direct, !is_there, "{owners}");
            assert_eq!(read.event.server.is_some(), is_there, "{owners}");
            assert_eq!(read.open.is_outside, !is_there, "{owners}");
        }
    }
}
