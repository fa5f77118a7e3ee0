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

/// The installations that brought the bot to the place of an interaction, and the kind of place. The library does not parse
/// them for forms.
#[derive(Default, Deserialize)]
pub(super) struct TakenBy {
    #[serde(default)]
    authorizing_integration_owners: AuthorizingIntegrationOwners,
    #[serde(default)]
    context: Option<InteractionContext>,
}

/// Parses an interaction into the open interaction, through which it is answered, and its event. Returns `None` if it is not
/// meant for the bot, or comes from a bot.
pub(super) fn read(interaction: Interaction, taken: &TakenBy) -> Option<(OpenInteraction, Event)> {
    let (mut open, mut event) = match interaction {
        Interaction::Command(command) => command_read(&command, Expected::Message, Intent::slash),
        Interaction::Autocomplete(command) => typing(&command)?,
        Interaction::Component(component) => control(&component)?,
        Interaction::Modal(modal) => form(&modal)?,
        _ => return None,
    };
    if event.server.is_some() && is_outside(&taken.authorizing_integration_owners) {
        keep_private(&mut open, &mut event);
    }
    if taken.context == Some(InteractionContext::PrivateChannel) {
        // In a group, or the direct messages of two people, the bot only answers. The only public messages there are
        // announcements.
        if open.source.is_some() && open.expected == Expected::Message {
            open.expected = Expected::Aside;
        }
        event.place = Place::Group;
    }
    Some((open, event))
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
        let event = Event {
            language: Language::negotiate([&*from.locale]),
            place_language: server_language(from.guild_locale.as_deref()),
            server: from.guild_id.map(|guild| server(guild, permissions)),
            ..Event::new(
                ids::event_id(from.id),
                speaker(&from.user, nick),
                from.guild_id.map_or(Place::Direct, place),
                $intent,
            )
        };
        (open, event)
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
) -> (OpenInteraction, Event) {
    let (slash, people) = slash_command(command);
    let (mut open, mut event) = read_as!(expected, command, intent(slash));
    event.named = people.iter().find_map(|(user, member)| {
        // The id of the bot is that of its application.
        let is_program = || user.id.get() == command.application_id.get();
        if user.bot {
            is_program().then(Speaker::program)
        } else {
            Some(speaker_of(user, *member))
        }
    });
    if command.guild_id.is_some() {
        let mut people = people.iter().filter(|(user, _)| !user.bot);
        open.unread = people.find_map(|(user, member)| why_unread(user, *member));
    }
    (open, event)
}

/// Treats an interaction from a server without the bot like one in direct messages. The speaker gets a private answer, and
/// further messages as direct messages.
fn keep_private(open: &mut OpenInteraction, event: &mut Event) {
    open.is_outside = true;
    open.access = None;
    open.unread = None;
    event.place = Place::Direct;
    event.place_language = None;
    event.server = None;
}

/// A person that an option names, with their membership of the server.
type NamedUser<'a> = (&'a User, Option<&'a PartialMember>);

fn speaker_of(user: &User, member: Option<&PartialMember>) -> Speaker {
    speaker(user, member.and_then(|member| member.nick.as_deref()))
}

/// Reads a command with its options, and the people that these name.
fn slash_command(command: &CommandInteraction) -> (SlashCommand, Vec<NamedUser<'_>>) {
    let (mut options, mut people) = (Vec::new(), Vec::new());
    let (name, given) = match command.data.target() {
        Some(ResolvedTarget::User(user, member)) => {
            people.push((user, member));
            options.push(("opponent".to_owned(), speaker_of(user, member).name));
            ("challenge".to_owned(), Vec::new())
        }
        Some(ResolvedTarget::Message(message)) => {
            options = board_options(message);
            ("rules".to_owned(), Vec::new())
        }
        _ => named(command),
    };
    for option in given {
        let value = match option.value {
            ResolvedValue::User(user, member) => {
                people.push((user, member));
                speaker_of(user, member).name
            }
            ResolvedValue::String(value) => value.to_owned(),
            ResolvedValue::Integer(value) => value.to_string(),
            ResolvedValue::Boolean(value) => value.to_string(),
            _ => continue,
        };
        options.push((option.name.to_owned(), value));
    }
    (SlashCommand { name, options }, people)
}

/// Returns the options that name the match of the board in a message, or else the variant of a rules button below it.
fn board_options(message: &Message) -> Vec<(String, String)> {
    let controls = controls_below(message);
    let board = pictured(message).or_else(|| one(controls.iter().filter_map(Control::board)));
    let variant = one(controls.iter().filter_map(|control| match control {
        Control::Rules(variant) => Some(variant),
        _ => None,
    }));
    let option = |name: &str, value| (name.to_owned(), value);
    match (board, variant) {
        (Some(id), _) => vec![
            option("here", "yes".to_owned()),
            option("match", id.to_string()),
        ],
        (None, Some(variant)) => vec![option("variant", variant.to_string())],
        (None, None) => Vec::new(),
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
fn why_unread(user: &User, member: Option<&PartialMember>) -> Option<Text> {
    let name = speaker_of(user, member).name;
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
fn typing(command: &CommandInteraction) -> Option<(OpenInteraction, Event)> {
    let focused = command.data.autocomplete()?;
    let complete = |mut slash: SlashCommand| {
        let typed = (focused.name.to_owned(), focused.value.to_owned());
        slash.options.push(typed);
        Intent::complete_option(slash)
    };
    Some(command_read(command, Expected::Completion, complete))
}

fn control(component: &ComponentInteraction) -> Option<(OpenInteraction, Event)> {
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
    let (mut open, event) = read_as!(expected, component, intent);
    open.source = Some(component.message.id);
    Some((open, event))
}

fn form(modal: &ModalInteraction) -> Option<(OpenInteraction, Event)> {
    let mut inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.find_map(|input| match input {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    })?;
    let form = Control::read(&modal.data.custom_id);
    let (open, mut event) = read_as!(Expected::Message, modal, Intent::fill(form, &text));
    event.text = Some(text);
    Some((open, event))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Parses a form filled on a server, with these installation owners.
    fn filled(owners: &Value) -> (OpenInteraction, Event) {
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
        let options = board_options(&message).into_iter();
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
            let (open, event) = filled(&owners);
            assert_eq!(event.place == Place::Direct, !is_there, "{owners}");
            assert_eq!(event.server.is_some(), is_there, "{owners}");
            assert_eq!(open.is_outside, !is_there, "{owners}");
        }
    }
}
