//! Encoding messages in Discord's format.

use std::{mem, sync::Arc};

use serde::Serialize;
use serde_json::{Value, json};
use serenity::{
    all::{
        ButtonStyle, ComponentType, CreateActionRow, CreateAllowedMentions, CreateAttachment,
        CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
        MessageFlags, UserId,
    },
    http::{LightMethod, Request, Route},
};

use super::{commands::CommandIds, failure::Failure, ids, line::with_files, markdown};
use api::{
    Button, Component, Emphasis, LONGEST_ALT, LONGEST_TEXT, Menu, Message, Nonce, People, Private,
    Public, clip,
};

/// The longest description of an embed, in characters.
const LONGEST_EMBED: usize = 4096;

/// The largest number of rows below a message.
const MOST_ROWS: usize = 5;

/// The largest number of buttons in a row.
const MOST_BUTTONS: usize = 5;

/// The body of a message, and the files that go with it.
///
/// It may hold a secret, so it has no `Debug`.
#[derive(Serialize)]
pub(super) struct OutgoingMessage {
    content: String,
    /// The text, if it is too long for the content once it is escaped.
    embeds: Vec<CreateEmbed>,
    components: Vec<Value>,
    /// The attachments after an edit; `None` keeps the present ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<Vec<FilePart>>,
    allowed_mentions: CreateAllowedMentions,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<MessageFlags>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nonce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enforce_nonce: Option<bool>,
    #[serde(skip)]
    pub(super) files: Vec<CreateAttachment>,
}

/// The flag of a note, by which another process distinguishes it from an answer after a crash.
pub(super) const NOTE: MessageFlags = MessageFlags::SUPPRESS_EMBEDS;

/// A file that comes with the message.
#[derive(Serialize)]
struct FilePart {
    /// The number of its part.
    id: usize,
    filename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

/// An encoder of messages in Discord's format.
#[derive(Default)]
pub(super) struct MessageEncoder {
    pub(super) commands: Arc<CommandIds>,
    /// The address of the web page, if it is public.
    pub(super) page_url: Option<String>,
    /// True if people can open the page inside Discord.
    pub(super) has_activity: bool,
}

impl MessageEncoder {
    /// Encodes a post, silent unless it mentions a person with sound.
    pub(super) fn post(&self, message: &Message<Public>, nonce: &Nonce) -> OutgoingMessage {
        self.aloud(message).once(message, nonce)
    }

    /// Encodes a public answer.
    pub(super) fn aloud(&self, message: &Message<Public>) -> OutgoingMessage {
        let called = message.mentions.iter().filter_map(ids::user).collect();
        self.calling(message, called)
    }

    /// Encodes a direct message, silent unless it mentions a person. The text need not contain the name of that person.
    pub(super) fn whisper(&self, message: &Message<Private>, nonce: &Nonce) -> OutgoingMessage {
        self.edit(message).once(message, nonce)
    }

    /// Encodes an answer that only one person sees.
    pub(super) fn ephemeral<A>(&self, message: &Message<A>) -> OutgoingMessage {
        let mut outgoing = self.edit(message);
        outgoing.flags = Some(MessageFlags::EPHEMERAL);
        outgoing
    }

    /// Encodes the message in place of a deferred answer: the answer, or for now a note, which has a flag. A note contains
    /// nothing that the flag hides.
    pub(super) fn deferred<A>(&self, message: &Message<A>, is_note: bool) -> OutgoingMessage {
        let mut outgoing = self.edit(message);
        outgoing.flags = Some(if is_note { NOTE } else { MessageFlags::empty() });
        outgoing
    }

    /// Encodes an edit of a message.
    pub(super) fn edit<A>(&self, message: &Message<A>) -> OutgoingMessage {
        let (content, embeds) = self.words(message);
        let mut outgoing = OutgoingMessage::of(message, content, embeds, Vec::new());
        self.add_link(message, &mut outgoing);
        outgoing
    }

    /// Encodes an edit of a post and its files.
    pub(super) fn replacement(&self, message: &Message<Public>) -> OutgoingMessage {
        self.calling(message, Vec::new())
    }

    /// Encodes an edit of the text of a post; its files stay.
    pub(super) fn edit_words(&self, message: &Message<Public>) -> OutgoingMessage {
        let mut outgoing = self.replacement(message);
        outgoing.attachments = None;
        outgoing.files.clear();
        outgoing
    }

    /// Encodes a public message that mentions these people.
    fn calling(&self, message: &Message<Public>, called: Vec<UserId>) -> OutgoingMessage {
        let content = self.plain_words(message, &called);
        let mut post = OutgoingMessage::of(message, content, Vec::new(), called);
        self.add_link(message, &mut post);
        post
    }

    /// Adds the link of a message, and the buttons beside it, to the last row of buttons, or to a new row. If there is no room, the
    /// message has no link.
    fn add_link<A>(&self, message: &Message<A>, outgoing: &mut OutgoingMessage) {
        let Some((link, page)) = message.link.as_ref().zip(self.page_url.as_ref()) else {
            return;
        };
        let open = CreateButton::new_link(format!("{page}/{}", link.path)).label(&link.label);
        let play = link.play.as_deref();
        let here = play.filter(|_| self.has_activity).map(|play| &play.here);
        let ways = here
            .into_iter()
            .chain(play.map(|play| &play.link))
            .map(button);
        let added: Vec<_> = ways.chain([open]).collect();
        let has_room = match message.controls.last() {
            Some(Component::Buttons(buttons)) => {
                !buttons.is_empty() && buttons.len() + added.len() <= MOST_BUTTONS
            }
            _ => false,
        };
        let has_room_below = outgoing.components.len() < MOST_ROWS;
        let row = outgoing.components.last_mut().filter(|_| has_room);
        match row.and_then(|row| row["components"].as_array_mut()) {
            Some(buttons) => buttons.extend(added.into_iter().map(|button| json!(button))),
            None if has_room_below => {
                let row = CreateActionRow::Buttons(added);
                outgoing.components.push(json!(row));
            }
            None => {}
        }
    }

    /// Returns the text and the block as content, or as an embed, which has more room.
    fn words<A>(&self, message: &Message<A>) -> (String, Vec<CreateEmbed>) {
        let block = block_of(message);
        let content = markdown::escape(&message.text, &self.commands) + block.as_str();
        if content.chars().count() <= LONGEST_TEXT {
            return (content, Vec::new());
        }
        let room = LONGEST_EMBED.saturating_sub(block.chars().count());
        let description =
            markdown::escape_within(&message.text, room, &self.commands) + block.as_str();
        let embed = CreateEmbed::new().description(description);
        (String::new(), vec![embed])
    }

    /// Returns the text and the block as content alone, clipped if needed: an embed in a channel needs a separate
    /// permission.
    fn plain_words<A>(&self, message: &Message<A>, called: &[UserId]) -> String {
        let block = block_of(message);
        let call: String = called.iter().map(|user| format!("<@{user}> ")).collect();
        let taken = call.chars().count() + block.chars().count();
        let room = LONGEST_TEXT.saturating_sub(taken);
        let text = markdown::escape_within(&message.text, room, &self.commands);
        format!("{call}{text}{block}")
    }
}

impl OutgoingMessage {
    /// Returns the request that sends the message.
    pub(super) fn request<'a>(
        mut self,
        method: LightMethod,
        route: Route<'a>,
    ) -> Result<Request<'a>, Failure> {
        let files = mem::take(&mut self.files);
        with_files(method, route, &self, files)
    }

    fn once<A>(mut self, message: &Message<A>, nonce: &Nonce) -> OutgoingMessage {
        if message.mentions.is_empty() || message.is_silent {
            self.flags = Some(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        self.nonce = Some(nonce.0.clone());
        self.enforce_nonce = Some(true);
        self
    }

    fn of<A>(
        message: &Message<A>,
        content: String,
        embeds: Vec<CreateEmbed>,
        called: Vec<UserId>,
    ) -> OutgoingMessage {
        let mut parts = Vec::new();
        if let Some(picture) = &message.picture {
            let alt = clip(&picture.alt, LONGEST_ALT);
            let file = CreateAttachment::bytes(picture.bytes.to_vec(), &picture.name);
            parts.push((file, Some(alt)));
        }
        if let Some(attachment) = &message.attachment {
            let file = CreateAttachment::bytes(attachment.text.clone(), &attachment.name);
            parts.push((file, None));
        }
        let attachments = parts.iter().enumerate().map(|(id, (file, alt))| FilePart {
            id,
            filename: file.filename.clone(),
            description: alt.clone(),
        });
        OutgoingMessage {
            content,
            embeds,
            components: message.controls.iter().map(row).collect(),
            attachments: Some(attachments.collect()),
            allowed_mentions: CreateAllowedMentions::new().users(called),
            flags: None,
            nonce: None,
            enforce_nonce: None,
            files: parts.into_iter().map(|(file, _)| file).collect(),
        }
    }
}

fn block_of<A>(message: &Message<A>) -> String {
    let block = message.block.as_deref();
    block.map(markdown::block).unwrap_or_default()
}

/// Encodes a row of buttons, or a menu.
fn row(control: &Component) -> Value {
    match control {
        Component::Buttons(buttons) => {
            let buttons = buttons.iter().map(button).collect();
            json!(CreateActionRow::Buttons(buttons))
        }
        Component::Menu(menu) => match &menu.people {
            Some(people) => people_row(menu, people),
            None => json!(CreateActionRow::SelectMenu(select(menu))),
        },
    }
}

/// Encodes a menu for which Discord lists the people itself. Deselecting the chosen person chooses no particular person.
/// The library would send the id of the chosen person as a number, but Discord requires a string.
fn people_row(menu: &Menu, people: &People) -> Value {
    let mut menu = json!({
        "type": ComponentType::UserSelect,
        "custom_id": menu.control.to_string(),
        "placeholder": menu.label,
        "min_values": 0,
    });
    if let Some(id) = people.chosen.as_ref().and_then(ids::user) {
        menu["default_values"] = json!([{ "type": "user", "id": id }]);
    }
    json!({ "type": ComponentType::ActionRow, "components": [menu] })
}

fn button(button: &Button) -> CreateButton {
    let style = match button.emphasis {
        Emphasis::Primary => ButtonStyle::Primary,
        Emphasis::Neutral => ButtonStyle::Secondary,
        Emphasis::Danger => ButtonStyle::Danger,
    };
    CreateButton::new(button.control.to_string())
        .label(&button.label)
        .style(style)
}

fn select(menu: &Menu) -> CreateSelectMenu {
    let options = menu
        .choices
        .iter()
        .map(|choice| CreateSelectMenuOption::new(&choice.label, &choice.value))
        .collect();
    let kind = CreateSelectMenuKind::String { options };
    CreateSelectMenu::new(menu.control.to_string(), kind).placeholder(&menu.label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{PageLink, PlayButtons, Private};

    fn encoder() -> MessageEncoder {
        MessageEncoder::default()
    }

    #[track_caller]
    fn check(text: &str, block: &str, content: &str, embed: Option<usize>) {
        let mut message = Message::<Private>::text(text);
        message.block = Some(block.to_owned());
        let OutgoingMessage {
            content: found,
            embeds,
            ..
        } = encoder().edit(&message);
        assert_eq!(found, content);
        let described = embeds.first().map(|embed| {
            let embed = serde_json::to_value(embed).expect("an embed is data");
            let text = embed["description"].as_str().expect("it has a text");
            assert!(text.ends_with(&format!("\n```\n{block}\n```")), "{text}");
            text.chars().count()
        });
        assert_eq!(described, embed);
    }

    #[test]
    fn a_board_in_letters_is_a_block_below_the_text() {
        check("a*b", "K*\n.~", "a\\*b\n```\nK*\n.~\n```", None);
        check(&"x".repeat(1990), "K*", "", Some(2001));
        check(&"*".repeat(4000), "K*", "", Some(4096));
    }

    /// Returns the kinds of the components of a post with a link, row by row: buttons have a control or a URL.
    fn linked_rows(controls: Vec<Component>, page: Option<&str>) -> Vec<Vec<String>> {
        let encoder = MessageEncoder {
            page_url: page.map(str::to_owned),
            ..encoder()
        };
        let message = Message::<Public> {
            controls,
            link: Some(PageLink {
                play: None,
                label: "Board".to_owned(),
                path: "match/4kq0z".to_owned(),
            }),
            ..Message::text("a")
        };
        let post = encoder.post(&message, &Nonce("a".to_owned()));
        let name = |part: &Value| {
            let name = part["url"].as_str().or_else(|| part["custom_id"].as_str());
            name.expect("a button").to_owned()
        };
        let rows = post.components.iter();
        let rows = rows.map(|row| row["components"].as_array().expect("a row"));
        rows.map(|row| row.iter().map(name).collect()).collect()
    }

    #[test]
    fn a_link_to_a_public_page_stands_beside_the_last_buttons_or_below() {
        let row = |n: usize| {
            let button = Button {
                control: "rules:bario".parse().expect("a control"),
                label: "Rules".to_owned(),
                emphasis: Emphasis::Neutral,
                for_whom: Vec::new(),
            };
            Component::Buttons(vec![button; n])
        };
        let page = Some("https://play.example.org");
        let url = "https://play.example.org/match/4kq0z";
        let rules = "rules:bario";
        assert_eq!(linked_rows(vec![], page), [[url]]);
        assert_eq!(linked_rows(vec![row(1)], page), [[rules, url]]);
        assert_eq!(linked_rows(vec![row(5)], page), [vec![rules; 5], vec![url]]);
        assert_eq!(linked_rows(vec![row(1)], None), [[rules]]);
        assert_eq!(linked_rows(vec![row(5); 5], page).concat(), [rules; 25]);
    }

    #[test]
    fn a_board_opens_inside_discord_only_where_there_is_an_activity() {
        let way = |control: &str| Button {
            control: control.parse().expect("a control"),
            label: control.to_owned(),
            emphasis: Emphasis::Neutral,
            for_whom: Vec::new(),
        };
        let message = Message::<Public> {
            link: Some(PageLink {
                play: Some(Box::new(PlayButtons {
                    here: way("open-here:4kq0z"),
                    link: way("play-on-page:4kq0z"),
                })),
                label: "Board".to_owned(),
                path: "match/4kq0z".to_owned(),
            }),
            ..Message::text("a")
        };
        for has_activity in [true, false] {
            let encoder = MessageEncoder {
                page_url: Some("https://play.example.org".to_owned()),
                has_activity,
                ..encoder()
            };
            let post = encoder.post(&message, &Nonce("a".to_owned()));
            let buttons = json!(post.components)[0]["components"].clone();
            let here = json!("open-here:4kq0z");
            assert_eq!(buttons[0]["custom_id"] == here, has_activity, "{buttons}");
            assert_eq!(
                buttons.as_array().map(Vec::len),
                Some(2 + usize::from(has_activity))
            );
        }
    }

    #[test]
    fn public_text_is_sent_without_embeds() {
        let mut message = Message::<Public>::text("*".repeat(2000));
        message.block = Some("K*".to_owned());
        message.mentions = vec![ids::user_id(UserId::new(5))];
        let body = encoder().post(&message, &Nonce("a".to_owned()));
        assert!(body.embeds.is_empty());
        assert!(body.content.chars().count() <= LONGEST_TEXT);
        assert!(body.content.starts_with("<@5> \\*"), "{}", body.content);
        assert!(
            body.content.ends_with("…\n```\nK*\n```"),
            "{}",
            body.content
        );
    }
}
