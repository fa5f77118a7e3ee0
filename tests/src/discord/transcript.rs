//! The events that one person saw, as text.

use std::{collections::HashMap, fmt::Write};

use super::{Id, Message, SeenEvent, VisibleEvent, server_state::ServerState};

/// The names of ids as one person may know them. A message is named by its index among those that the person saw in its room.
/// Messages that only they see are counted separately, because the order of unrelated messages is undefined.
struct Names<'a> {
    state: &'a ServerState,
    messages: HashMap<Id, String>,
    counts: HashMap<(Id, bool), usize>,
}

impl Names<'_> {
    fn new(state: &ServerState) -> Names<'_> {
        Names {
            state,
            messages: HashMap::new(),
            counts: HashMap::new(),
        }
    }

    fn message(&mut self, message: &Message) -> String {
        let known = self.messages.entry(message.id);
        let name = known.or_insert_with(|| {
            let kind = (message.room, message.is_private());
            let count = self.counts.entry(kind).or_default();
            *count += 1;
            if message.is_private() {
                format!("own {count}")
            } else {
                count.to_string()
            }
        });
        name.clone()
    }

    fn user(&self, id: Id) -> String {
        self.state.account(id).global_name.clone()
    }

    fn room(&self, id: Id) -> String {
        match self.state.rooms.get(&id) {
            Some(room) if room.guild.is_none() => "direct".to_owned(),
            Some(room) => format!("#{}", room.name),
            None => "#gone".to_owned(),
        }
    }

    /// Returns a text as people read it: without escapes, and with names in place of ids.
    fn text(&self, text: &str) -> String {
        let named = self.named(text);
        let mut shown = String::new();
        let mut characters = named.chars().peekable();
        while let Some(character) = characters.next() {
            let escapes =
                character == '\\' && characters.peek().is_some_and(char::is_ascii_punctuation);
            shown.push(if escapes {
                characters.next().unwrap_or(character)
            } else {
                character
            });
        }
        shown
    }

    /// Returns a text with names in place of ids.
    fn named(&self, text: &str) -> String {
        let mut told = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let length = rest[start..]
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len() - start);
            let digits = &rest[start..start + length];
            told += &rest[..start];
            let number = self.number(digits);
            told += number.as_deref().unwrap_or(digits);
            rest = &rest[start + length..];
            // `<@1>` is shown as `@Ann`.
            if let (Some(before), Some(after)) = (calling(&told), rest.strip_prefix('>')) {
                told = before;
                rest = after;
            }
        }
        told + rest
    }

    fn number(&self, digits: &str) -> Option<String> {
        let id: Id = digits.parse().ok().filter(|_| digits.len() > 15)?;
        if self.state.accounts.contains_key(&id) {
            return Some(self.user(id));
        }
        if self.state.rooms.contains_key(&id) {
            return Some(self.room(id));
        }
        if self.state.guilds.contains_key(&id) {
            return Some("guild".to_owned());
        }
        self.messages.get(&id).map(|n| format!("message {n}"))
    }
}

/// Removes the bracket that opens a mention at the end of a text: `Hello @Ann` for `Hello <@Ann`.
fn calling(text: &str) -> Option<String> {
    let (before, name) = text.rsplit_once("<@")?;
    (!name.contains(['<', '>'])).then(|| format!("{before}@{name}"))
}

/// Returns the events that a person saw, or with `is_all` all data that their client received: the place and text of each, in
/// order.
pub(super) fn lines(state: &mut ServerState, user: Id, is_all: bool) -> Vec<(String, String)> {
    let seen: Vec<SeenEvent> = state.event_log.of(user).cloned().collect();
    let mut names = Names::new(state);
    let mut told = Vec::new();
    for seen in &seen {
        let place = names.room(seen.room);
        let mut text = event(&mut names, user, &seen.event);
        if is_all {
            text.push_str(&unseen(&names, &seen.event));
        }
        told.push((place, text));
    }
    told
}

/// Joins lines into one text.
pub(super) fn joined(lines: Vec<(String, String)>) -> String {
    let lines = lines.into_iter();
    let line = |(place, text)| format!("{place}  {text}\n");
    lines.map(line).collect()
}

fn event(names: &mut Names<'_>, user: Id, event: &VisibleEvent) -> String {
    let own = names.user(user);
    match event {
        VisibleEvent::Action(action) => format!("{own} {action}"),
        VisibleEvent::Message(shown) => {
            let n = names.message(shown);
            let is_ringing = shown.pinged.contains(&user);
            let ringing = if is_ringing { ", ringing" } else { "" };
            format!("[{n}] {}", message(names, shown, ringing))
        }
        VisibleEvent::Edit(shown) => {
            let n = names.message(shown);
            format!("[{n}] now: {}", message(names, shown, ""))
        }
        VisibleEvent::Deletion(id) => {
            let name = names.messages.get(id).map_or("?", String::as_str);
            format!("[{name}] is deleted")
        }
        VisibleEvent::Choices(choices) => {
            let names = list(choices, " | ", |choice| choice.name.clone());
            format!("is offered: {names}")
        }
        VisibleEvent::Modal(modal) => {
            let fields = list(&modal.fields, ", ", |field| field.label.clone());
            format!("a window “{}” asks for {fields}", modal.title)
        }
        VisibleEvent::Acknowledgment => "the button stops turning".to_owned(),
        VisibleEvent::Failure => "This interaction failed".to_owned(),
        VisibleEvent::Thread(name) => format!("a thread is opened: {name}"),
        VisibleEvent::Name(name) => format!("is now called {name}"),
        VisibleEvent::Archive => "is archived".to_owned(),
        VisibleEvent::Closure => "is gone".to_owned(),
    }
}

fn message(names: &mut Names<'_>, shown: &Message, ringing: &str) -> String {
    let mut told = names.user(shown.author);
    if shown.only.is_some() {
        told += ", only you can see this";
    }
    if let Some(command_use) = &shown.command_use {
        let who = names.user(command_use.user);
        if command_use.command.is_empty() {
            told.push_str(&format!(", to {who}"))
        } else {
            let command = names.text(&command_use.command);
            told.push_str(&format!(", to {who} who used {command}"));
        }
    }
    told += ringing;
    if shown.is_thinking() {
        return told + " is thinking…";
    }
    for line in names.text(&shown.words()).lines() {
        let _ = write!(told, "\n    {line}");
    }
    for file in &shown.files {
        let (name, n) = (&file.name, file.bytes.len());
        let alt = file.alt.as_deref().unwrap_or("without words for it");
        let _ = write!(told, "\n    ({name} of {n} bytes: {alt})");
    }
    let dash = |is_disabled| if is_disabled { "-" } else { "" };
    let buttons = list(&shown.buttons(), " ", |button| {
        let dash = dash(button.is_disabled);
        format!("[{dash}{}{dash}]", button.label)
    });
    if !buttons.is_empty() {
        let _ = write!(told, "\n    {buttons}");
    }
    for menu in shown.menus() {
        let entries = list(&menu.entries, " | ", |entry| entry.label.clone());
        let dash = dash(menu.is_disabled);
        let _ = write!(told, "\n    <{dash}{}: {entries}>", menu.label);
    }
    told
}

fn list<T>(items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
    let texts: Vec<String> = items.iter().map(text).collect();
    texts.join(separator)
}

/// Returns the data that is sent but not shown.
fn unseen(names: &Names<'_>, event: &VisibleEvent) -> String {
    let mut told = String::new();
    match event {
        VisibleEvent::Message(message) | VisibleEvent::Edit(message) => {
            let embeds = names.named(&serde_json::json!(message.embeds).to_string());
            let components = names.named(&message.components.to_string());
            let flags = message.flags;
            // That of the notice of a session is random, as its token.
            let nonce = match message.nonce.as_str() {
                Some(nonce) if nonce.starts_with("se-") => &serde_json::json!("se-"),
                _ => &message.nonce,
            };
            let _ = write!(
                told,
                "\n    embeds {embeds}\n    components {components}\n    flags {flags} nonce {nonce}"
            );
            for file in &message.files {
                let (name, kind, bytes) = (&file.name, &file.kind, digest(&file.bytes));
                let _ = write!(told, "\n    file {name} {kind} {bytes}");
            }
        }
        VisibleEvent::Choices(choices) => {
            let values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
            let _ = write!(told, "\n    values {values:?}");
        }
        _ => {}
    }
    told
}

/// Returns a hash that distinguishes files (FNV-1a).
fn digest(bytes: &[u8]) -> String {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold))
}
