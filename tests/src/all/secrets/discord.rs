//! The laws over all data that Discord's clients receive: messages with their components and files, edits, completions.

use std::collections::BTreeMap;
use tests::user_input::UserInput;

use api::{ChannelId, EventId, Place, Platform, Speaker, UserId};
use async_trait::async_trait;
use command::{OWN, named, split};
use runtime::Parts;
use store::writer::Writer;
use tests::{
    discord::{AcknowledgmentKind, Interaction, Message, Modal, SeenEvent, User, VisibleEvent},
    store::fresh_writer,
};

use super::{
    PEOPLE, block_on,
    laws::{check_few, check_leaks},
    leaks::Leak,
    run::{ControlUser, Participants, Prepare, ReceivedMessage, Run, Step, StepKind, StepMessages},
};
use crate::discord::in_process::{InProcessBot, SeenMessage, found};

/// Ann, Bob and Eve, who have the same numbers on every local Discord whose time stands still.
pub(super) struct DiscordParticipants {
    writer: Writer,
    speakers: BTreeMap<&'static str, Speaker>,
    lobby: Place,
}

impl DiscordParticipants {
    pub(super) async fn gather() -> DiscordParticipants {
        let (_, users, lobby) = found(&PEOPLE).await;
        let speaker = |(name, user): (&'static str, User)| {
            let id = UserId::new(Platform::Discord, user.id.to_string());
            (
                name,
                Speaker {
                    id,
                    name: name.to_owned(),
                },
            )
        };
        DiscordParticipants {
            writer: fresh_writer(),
            speakers: users.into_iter().map(speaker).collect(),
            lobby: Place::Channel(ChannelId::new(Platform::Discord, lobby.id.to_string())),
        }
    }
}

#[async_trait(?Send)]
impl Participants for DiscordParticipants {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn speaker(&self, name: &str) -> Speaker {
        self.speakers[name].clone()
    }

    fn place(&self, _: &str) -> Place {
        self.lobby.clone()
    }

    fn event(&self, name: &str) -> EventId {
        EventId::new(Platform::Discord, name)
    }

    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run> {
        Box::new(DiscordRun::open(None, writer, prepare).await)
    }
}

/// A run of a match on Discord.
pub(super) struct DiscordRun {
    writer: Writer,
    pub(super) bot: InProcessBot,
    /// The messages that each person has seen, without the order, which reveals nothing.
    seen: BTreeMap<&'static str, Vec<SeenEvent>>,
}

impl DiscordRun {
    /// Continues from the writer's data, with links to the public page at this address, if there is one; `prepare` may replace
    /// parts of the bot.
    pub(super) async fn open(
        page_url: Option<&str>,
        writer: Writer,
        prepare: &dyn Fn(&mut Parts),
    ) -> DiscordRun {
        let bot = InProcessBot::open_beside(page_url, &PEOPLE, writer.clone(), prepare).await;
        let mut run = DiscordRun {
            writer,
            bot,
            seen: BTreeMap::new(),
        };
        run.listen().await;
        run
    }

    /// Returns the messages to each person since the last call, after all deliveries, and their controls.
    pub(super) async fn listen(
        &mut self,
    ) -> (
        BTreeMap<&'static str, Vec<ReceivedMessage>>,
        Vec<(ControlUser, UserInput)>,
    ) {
        let mut lines = BTreeMap::new();
        let mut controls = Vec::new();
        for (name, news) in self.bot.news(true).await {
            controls.extend(news.iter().flat_map(|news| uses(name, &news.seen)));
            let received = |news: &SeenMessage| ReceivedMessage {
                text: format!("{}  {}", news.place, news.text),
                picture: None,
            };
            lines.insert(name, news.iter().map(received).collect());
            self.seen
                .entry(name)
                .or_default()
                .extend(news.into_iter().map(|news| news.seen));
        }
        (lines, controls)
    }

    /// Performs a step that Discord permits.
    fn does(&self, step: &Step) -> Option<Interaction> {
        let user = &self.bot.users[step.who];
        let room = if step.is_direct {
            &user.direct()
        } else {
            &self.bot.lobby
        };
        let seen = &self.seen[step.who];
        let mut messages = seen.iter().rev().filter_map(|seen| seen.event.message());
        match &step.kind {
            StepKind::Input(UserInput::Text(text)) => {
                let typed = options(text, false)?;
                user.tries(room, &typed).ok()
            }
            StepKind::Typed(text) | StepKind::Input(UserInput::Type(text)) => {
                user.tries_to_begin(room, &options(text, true)?).ok()
            }
            StepKind::Input(UserInput::Press(id)) => {
                let below = messages.find(|message| message.offers(id))?;
                Some(user.presses_of(below, id))
            }
            StepKind::Input(UserInput::Choose { menu, value }) => {
                let holds = |message: &&Message| {
                    message.menus().iter().any(|found| {
                        found.id == *menu && found.entries.iter().any(|entry| entry.value == *value)
                    })
                };
                Some(user.chooses_of(messages.find(holds)?, menu, value))
            }
            StepKind::Input(UserInput::Fill { form, text }) => {
                let window = seen
                    .iter()
                    .rev()
                    .find_map(|seen| window(seen).filter(|window| window.id == *form))?;
                Some(user.submits(window, &[(&window.fields[0].id, text)]))
            }
        }
    }
}

fn window(seen: &SeenEvent) -> Option<&Modal> {
    match &seen.event {
        VisibleEvent::Modal(window) => Some(window),
        _ => None,
    }
}

/// Returns the uses of a message that a person sees.
fn uses(name: &'static str, seen: &SeenEvent) -> Vec<(ControlUser, UserInput)> {
    let mut uses = Vec::new();
    if let Some(window) = window(seen) {
        uses.extend(["e2e4", "Qd4", "nonsense"].map(|text| UserInput::Fill {
            form: window.id.clone(),
            text: text.to_owned(),
        }));
    }
    if let Some(message) = seen.event.message() {
        uses.extend(
            message
                .buttons()
                .into_iter()
                .filter(|button| !button.is_disabled && button.url.is_empty())
                .map(|button| UserInput::Press(button.id)),
        );
        for menu in message.menus() {
            uses.extend(menu.entries.into_iter().map(|entry| UserInput::Choose {
                menu: menu.id.clone(),
                value: entry.value,
            }));
        }
    }
    uses.into_iter().map(|said| (Some(name), said)).collect()
}

/// Returns a command typed without the names of its options in Discord's form, or nothing if there is no such command.
fn options(text: &str, is_unfinished: bool) -> Option<String> {
    let words = split(text.strip_prefix('/')?);
    let (spec, words) = named(&words)?;
    let own = spec.siblings().next().map(|_| format!(" {OWN}"));
    let name = [spec.name, own.as_deref().unwrap_or_default()].concat();
    let mut given: Vec<(&str, String)> = Vec::new();
    for word in words.iter().map(|word| word.text.as_str()) {
        let named = word
            .split_once(':')
            .and_then(|(key, value)| Some((spec.option(key)?.name(), value.to_owned())));
        let is_left = |name: &str| !given.iter().any(|(given, _)| *given == name);
        let option = match named {
            Some(named) => named,
            None if word.contains('=') && spec.option("options").is_some() => {
                ("options", word.to_owned())
            }
            None => {
                let mut positional = spec
                    .options
                    .iter()
                    .filter(|option| option.positional && is_left(option.name()));
                (positional.next()?.name(), word.to_owned())
            }
        };
        match given.iter_mut().find(|(name, _)| *name == option.0) {
            Some((_, value)) => *value = format!("{value} {}", option.1),
            None => given.push(option),
        }
    }
    if is_unfinished && text.ends_with(' ') {
        given.push((
            spec.options.iter().find(|option| option.positional)?.name(),
            String::new(),
        ));
    }
    let given: Vec<String> = given
        .into_iter()
        .map(|(name, value)| format!(" {name}:{value}"))
        .collect();
    Some(format!("/{name}{}", given.concat()))
}

#[async_trait(?Send)]
impl Run for DiscordRun {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    async fn close_direct(&self, name: &str) {
        self.bot.users[name].set_direct(false);
    }

    async fn hear(&mut self, step: &Step) -> StepMessages {
        let asked = self.does(step);
        let reply = match &asked {
            None => "Discord does not let them".to_owned(),
            Some(asked) => match asked.acknowledged().await.kind {
                AcknowledgmentKind::Choices => format!("{:?}", asked.choices().await),
                AcknowledgmentKind::Modal => format!("{:?}", asked.modal().await.fields),
                _ => asked.answer().await.text,
            },
        };
        let (lines, controls) = self.listen().await;
        StepMessages {
            reply: ReceivedMessage {
                text: reply,
                picture: None,
            },
            lines,
            controls,
        }
    }

    async fn picture(&self, _: &str, name: &str) -> (String, Vec<u8>) {
        unreachable!("{name}: what is in a file is told with the message")
    }

    async fn close(self: Box<Self>) {
        self.bot.close().await;
    }
}

#[test]
fn hidden_facts_change_nothing_on_discord_for_the_uninformed() {
    block_on(async { check_few(&DiscordParticipants::gather().await, 65).await });
}

#[test]
fn a_bot_that_gives_a_secret_away_on_discord_is_found_out() {
    let leaks = [
        Leak::SeatView,
        Leak::Picture,
        Leak::FileName,
        Leak::Edits,
        Leak::Whispers,
        Leak::Legality,
    ];
    block_on(async { check_leaks(&DiscordParticipants::gather().await, &leaks, 66).await });
}
