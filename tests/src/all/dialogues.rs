//! Golden dialogues: the events of people, and the messages that each reader sees.
//!
//! A file under `dialogues/` is a list of lines: a deed of a person, and below it, indented, all messages that follow
//! from it. Run with `ODDBOARD_BLESS=1` to rewrite the indented lines; read them before committing.
//!
//! ```text
//! Ann in #lobby: /challenge berolina @Bob      (types a command; `Ann in private:` is the direct messages)
//! Ann in #lobby types "/cha"                   (asks for completions)
//! Bob in #lobby presses Accept on 1            (a button of the first post; `on posts` finds the newest, `on answer`
//!                                               is the last answer)
//! Bob in #lobby chooses Knight g1 on answer    (an entry of a menu, by the beginning of its label)
//! Bob in #lobby presses Move on whispers       (a button of the newest direct message to Bob)
//! Bob in #lobby closes                         (wants no direct messages any more; `opens` wants them again)
//! Bob in #lobby repeats                        (sends the same event once more)
//! Bob in #hall: /join 00001                    (on Discord, where `Bob in discord:` is the direct messages)
//! 12h pass                                     (time goes on, minute by minute)
//! clock jumps 1d                               (or `jumps back 1d`)
//! page goes away                               (its messages fail until it `comes back`; so with `discord`)
//! page loses lobby                             (a channel is closed to the bot until the page `finds` it)
//! page breaks down                             (messages make the bot panic until it `is mended`)
//! page opens threads                           (from now on; also `replaces posts`)
//! bot restarts                                 (posts are numbered from 1 again; also `restarts after 1d`)
//! operator looks                               (at the report of the program)
//! operator retries 1                           (failed deliveries, by the number of the order)
//! entry head/00001 is damaged                  (in the store)
//! ----                                         (another bot, with an empty store)
//! ```

use std::{fmt::Write as _, fs, sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{
    Answer, Batch, ChannelId, Chat, Clock, Component, Event, EventId, Form, Listener, Message,
    Place, Platform, ServerAccess, ServerId, Speaker, UserId,
};
use bot::operations::Report;
use command::TimeControl;
use runtime::{Core, Parts};
use store::writer::Writer;
use testkit::check_golden;
use tests::{
    fake_chat::{self, AnswerReceiver, ChatPost, ChatReply, FakeChat, SteppingClock},
    store::fresh_writer,
};

const MINUTE: Duration = Duration::from_secs(60);

/// A platform, and how much of what is said there was shown.
struct View {
    platform: Platform,
    scene: Arc<FakeChat>,
    ears: AnswerReceiver,
    n_shown: usize,
    n_whispered: usize,
    n_deleted: usize,
}

impl View {
    fn of(platform: Platform, names: &[&str]) -> View {
        let (scene, ears) = FakeChat::on(platform, names);
        View {
            platform,
            scene,
            ears,
            n_shown: 0,
            n_whispered: 0,
            n_deleted: 0,
        }
    }

    /// Returns the messages since the last call.
    fn new_messages(&mut self) -> String {
        let mut out = String::new();
        let said = self.scene.posted();
        let mut n_posts = said[..self.n_shown]
            .iter()
            .filter(|said| matches!(said, ChatPost::Post(..)))
            .count();
        for said in &said[self.n_shown..] {
            match said {
                ChatPost::Post(channel, message) => {
                    n_posts += 1;
                    show(
                        &mut out,
                        &format!("#{} reads {n_posts}", channel.id),
                        message,
                    );
                }
                ChatPost::Edit(number, message) if !message.controls.is_empty() => {
                    show(&mut out, &format!("{number} is now"), message);
                }
                ChatPost::Edit(number, message) => {
                    writeln!(
                        out,
                        "    {number} is settled: {}",
                        message.text.replace('\n', " / ")
                    )
                    .expect("a string takes everything");
                }
                ChatPost::Replacement(number, message) => {
                    show(&mut out, &format!("{number} is replaced by"), message);
                }
                ChatPost::Removal(_) => unreachable!("posts stay there"),
            }
        }
        self.n_shown = said.len();
        let mut whispered = self.scene.direct_posts().split_off(self.n_whispered);
        self.n_whispered += whispered.len();
        whispered.sort_by(|one, other| one.user.cmp(&other.user));
        for one in whispered {
            let verb = if one.is_edit { "now reads" } else { "reads" };
            let heading = format!("{} in private {verb} {}", one.user.id, one.number);
            show(&mut out, &heading, &one.message);
        }
        let deleted = self.scene.unsaid().split_off(self.n_deleted);
        self.n_deleted += deleted.len();
        for message in deleted {
            writeln!(out, "    {} is deleted", message.id).expect("a string takes everything");
        }
        out
    }
}

struct DialogueBot {
    /// The page, and Discord where the dialogue needs it.
    views: Vec<View>,
    writer: Writer,
    clock: Arc<SteppingClock>,
    core: Arc<Core>,
    last_answer: Option<Answer>,
    last_event: Option<Event>,
    n_events: usize,
}

impl DialogueBot {
    fn start(writer: Writer, clock: Arc<SteppingClock>, is_across: bool) -> DialogueBot {
        let page = View::of(Platform::Playground, &["Ann", "Bob", "Eve", "Ann Lee"]);
        let discord = is_across.then(|| View::of(Platform::Discord, &["Bob", "Eve"]));
        let views: Vec<View> = [page].into_iter().chain(discord).collect();
        let chats = views.iter();
        let chats = chats.map(|view| Arc::clone(&view.scene) as Arc<dyn Chat>);
        let core = runtime::start(Parts {
            clock: Arc::clone(&clock) as Arc<dyn Clock>,
            chats: chats.collect(),
            ..fake_chat::parts(&views[0].scene, writer.clone())
        });
        DialogueBot {
            views,
            writer,
            clock,
            core: core.expect("the store can be read"),
            last_answer: None,
            last_event: None,
            n_events: 0,
        }
    }

    /// Performs a line and returns the messages that follow from it.
    async fn perform(&mut self, line: &str) -> String {
        let Some((name, rest)) = line.split_once(" in ") else {
            let out = self.undergo(line).await;
            self.settle().await;
            return out + self.new_messages().as_str();
        };
        let (place, deed) = rest
            .split_once([' ', ':'])
            .expect("a place is followed by a deed");
        let deed = deed.trim_start();
        let is_there = matches!(place, "#hall" | "discord");
        let view = &self.views[usize::from(is_there)];
        let place = match place.strip_prefix('#') {
            Some(name) => Place::Channel(ChannelId::new(view.platform, name)),
            None => Place::Direct,
        };
        let speaker = Speaker {
            id: UserId::new(view.platform, name.to_lowercase()),
            name: name.to_owned(),
        };
        if deed == "closes" || deed == "opens" {
            view.scene.close(&speaker.id, deed == "closes");
            return String::new();
        }
        let typed = deed
            .strip_prefix("types \"")
            .and_then(|text| text.strip_suffix('"'));
        let event = if deed == "repeats" {
            self.last_event.clone().expect("there was an event")
        } else {
            let input = match typed {
                Some(text) => UserInput::Type(text.to_owned()),
                None => self.deed(view, &speaker.id, deed),
            };
            self.n_events += 1;
            let id = EventId::new(view.platform, self.n_events.to_string());
            let server = ServerAccess {
                id: ServerId::new(Platform::Playground, "page"),
                may_manage: name == "Ann",
            };
            Event {
                server: (!is_there).then_some(server),
                ..input.event(id, speaker, place)
            }
        };
        self.last_event = Some(event.clone());
        self.core.hear(event).await;
        let ears = &mut self.views[usize::from(is_there)].ears;
        let (_, told) = ears.recv().await.expect("every event is answered");
        // Messages to others follow the answer.
        self.settle().await;
        let mut out = String::new();
        match told {
            ChatReply::Choices(offered) => {
                for choice in offered.choices {
                    writeln!(out, "    {} = {:?}", choice.label, choice.value)
                        .expect("a string takes everything");
                }
                if let Some(rest) = offered.rest {
                    writeln!(out, "    {}", rest.label).expect("a string takes everything");
                }
            }
            ChatReply::Form(Form {
                title,
                label,
                example,
                ..
            }) => {
                writeln!(
                    out,
                    "    {name} alone fills in: {title} / {label} / {example}"
                )
                .expect("a string takes everything");
            }
            ChatReply::Answer(answer) => {
                let replaces = if answer.replaces {
                    ", in place of the last"
                } else {
                    ""
                };
                show(
                    &mut out,
                    &format!("{name} alone reads{replaces}"),
                    &answer.message,
                );
                self.last_answer = Some(*answer);
            }
        }
        out + self.new_messages().as_str()
    }

    /// Waits until all is done that does not wait for a platform.
    async fn settle(&self) {
        self.core.finish().await;
        if self.views.iter().all(|view| view.scene.is_connected()) {
            self.core.idle().await;
        }
    }

    /// Lets something happen to a platform or to the bot, and returns what the operator reads.
    async fn undergo(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let view = &self.views[usize::from(words[0] == "discord")];
        let scene = &view.scene;
        match words[..] {
            [span, "pass"] => self.pass(span).await,
            ["clock", "jumps", span] => self.clock.advance(read_span(span)),
            ["clock", "jumps", "back", span] => self.clock.set_back(read_span(span)),
            ["bot", "restarts"] => self.restart(),
            ["bot", "restarts", "after", span] => {
                self.clock.advance(read_span(span));
                self.restart();
                self.core.tick().await;
            }
            [_, "goes", "away"] => scene.go_away(true),
            [_, "comes", "back"] => scene.go_away(false),
            [_, "breaks", "down"] => scene.break_down(true),
            [_, "is", "mended"] => scene.break_down(false),
            [_, "loses", name] => scene.lose(&ChannelId::new(view.platform, name), true),
            [_, "finds", name] => scene.lose(&ChannelId::new(view.platform, name), false),
            [_, "opens", "threads"] => scene.open_threads(),
            [_, "replaces", "posts"] => scene.replace_posts(),
            ["entry", key, "is", "damaged"] => {
                let mut damage = Batch::default();
                damage.put(key, "nonsense");
                let written = self.writer.commit(damage).await;
                written.expect("memory can be written");
            }
            ["operator", "looks"] => {
                let report = Report::of(&self.writer).expect("memory can be read");
                let lines = report.problems().into_iter().chain(report.dead_letters);
                return lines.map(|line| format!("    {line}\n")).collect();
            }
            ["operator", "retries", order] => {
                let order = order.parse().expect("an order has a number");
                let retried = self.core.retry(order).await.expect("the bot serves");
                return format!(
                    "    {} tried, {} dropped, {} left\n",
                    retried.n_tried, retried.n_dropped, retried.n_left
                );
            }
            _ => panic!("{line:?} is no line of a dialogue"),
        }
        String::new()
    }

    fn restart(&mut self) {
        let (writer, clock) = (self.writer.clone(), Arc::clone(&self.clock));
        *self = DialogueBot {
            n_events: self.n_events,
            ..DialogueBot::start(writer, clock, self.views.len() > 1)
        };
    }

    /// Advances the time, minute by minute.
    async fn pass(&self, span: &str) {
        for _ in 0..read_span(span).as_secs() / 60 {
            self.clock.advance(MINUTE);
            self.core.tick().await;
            self.settle().await;
        }
    }

    /// Returns the messages since the last call.
    fn new_messages(&mut self) -> String {
        self.views.iter_mut().map(View::new_messages).collect()
    }

    fn deed(&self, view: &View, user: &UserId, deed: &str) -> UserInput {
        let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
        match (verb, rest.rsplit_once(" on ")) {
            ("presses", Some((label, place))) => {
                let buttons = self
                    .controls(view, user, place)
                    .into_iter()
                    .filter_map(|control| match control {
                        Component::Buttons(buttons) => Some(buttons),
                        Component::Menu(_) => None,
                    });
                let button = buttons.flatten().find(|button| button.label == label);
                let button = button.unwrap_or_else(|| panic!("there is no button {label}"));
                UserInput::Press(button.control.to_string())
            }
            ("chooses", Some((label, place))) => {
                let menus = self
                    .controls(view, user, place)
                    .into_iter()
                    .filter_map(|control| match control {
                        Component::Menu(menu) => Some(menu),
                        Component::Buttons(_) => None,
                    });
                let entries = menus.flat_map(|menu| {
                    menu.choices
                        .into_iter()
                        .map(move |entry| (menu.control.to_string(), entry))
                });
                let mut entries = entries.filter(|(_, entry)| entry.label.starts_with(label));
                let (menu, entry) = entries
                    .next()
                    .unwrap_or_else(|| panic!("there is no entry {label}"));
                UserInput::Choose {
                    menu,
                    value: entry.value,
                }
            }
            _ => UserInput::Text(deed.to_owned()),
        }
    }

    fn controls(&self, view: &View, user: &UserId, place: &str) -> Vec<Component> {
        if place == "answer" {
            return self
                .last_answer
                .as_ref()
                .map(|answer| answer.message.controls.clone())
                .unwrap_or_default();
        }
        if place == "whispers" {
            let mut whispered = view.scene.direct_posts();
            whispered.retain(|whispered| whispered.user == *user);
            let last = whispered.iter().map(|one| one.number).max();
            let newest = whispered.into_iter().rfind(|one| Some(one.number) == last);
            return newest.map(|one| one.message.controls).unwrap_or_default();
        }
        let said = view.scene.posted();
        let posts = said.iter().filter_map(|said| match said {
            ChatPost::Post(_, message) => Some(message.controls.clone()),
            _ => None,
        });
        let mut posts: Vec<_> = posts.collect();
        if place == "posts" {
            posts.reverse();
            return posts.concat();
        }
        let number: usize = place.parse().expect("a post is named by its number");
        // Its present text has buttons that it did not have before.
        let edits = said.iter().filter_map(|said| match said {
            ChatPost::Edit(of, message) if *of == number => Some(message.controls.clone()),
            _ => None,
        });
        let edits = edits.collect::<Vec<_>>().concat();
        [posts.swap_remove(number - 1), edits].concat()
    }
}

fn show<A>(out: &mut String, heading: &str, message: &Message<A>) {
    let called: Vec<_> = message.mentions.iter().map(|user| &*user.id).collect();
    let mention = if called.is_empty() {
        String::new()
    } else {
        format!(", calling {}", called.join(" and "))
    };
    let mut line = |text: &str| writeln!(out, "{text}").expect("a string takes everything");
    line(&format!("    {heading}{mention}:"));
    for text in message.text.lines() {
        line(&format!("        {}", visible(text)));
    }
    for text in message.block.iter().flat_map(|block| block.lines()) {
        line(&format!("        | {text}"));
    }
    if let Some(picture) = &message.picture {
        line(&format!(
            "        picture {}: {}",
            picture.name,
            picture.alt.replace('\n', " ")
        ));
    }
    if let Some(attachment) = &message.attachment {
        line(&format!("        file {}:", attachment.name));
        for text in attachment.text.lines() {
            line(&format!("            {}", visible(text)));
        }
    }
    for control in &message.controls {
        match control {
            Component::Buttons(buttons) => {
                let labels: Vec<_> = buttons
                    .iter()
                    .map(|button| format!("[{}]", button.label))
                    .collect();
                line(&format!("        {}", labels.join(" ")));
            }
            Component::Menu(menu) => {
                let labels: Vec<_> = menu
                    .choices
                    .iter()
                    .map(|choice| choice.label.as_str())
                    .collect();
                line(&format!(
                    "        menu {}: {}",
                    menu.label,
                    labels.join(" | ")
                ));
            }
        }
    }
}

/// Marks an empty line visibly, because in a dialogue an empty line separates the deeds of people.
fn visible(line: &str) -> String {
    if line.is_empty() {
        return "¶".to_owned();
    }
    fake_chat::shown(line)
}

fn read_span(span: &str) -> Duration {
    match span.parse() {
        Ok(TimeControl::PerTurn(span)) => span,
        _ => panic!("{span} is no span of time"),
    }
}

/// The line between the parts of a dialogue, each of which has a bot of its own.
const BREAK: &str = "----\n";

/// Replays the lines of a part of a dialogue and returns its present text.
async fn play(script: &str) -> String {
    let is_across = [" in #hall", " in discord"]
        .iter()
        .any(|place| script.contains(place));
    let clock = Arc::new(SteppingClock::default());
    let mut stage = DialogueBot::start(fresh_writer(), clock, is_across);
    let mut out = String::new();
    for line in script.lines() {
        if line.starts_with(' ') {
            continue;
        }
        writeln!(out, "{line}").expect("a string takes everything");
        if !line.is_empty() && !line.starts_with("# ") {
            out.push_str(&stage.perform(line).await);
        }
    }
    out
}

#[tokio::test]
async fn dialogues_go_as_written() {
    let mut n_dialogues = 0;
    for entry in fs::read_dir(tests::data("dialogues")).expect("there are dialogues") {
        let path = entry.expect("the folder can be read").path();
        let expected = fs::read_to_string(&path).expect("a dialogue can be read");
        let mut parts = Vec::new();
        for part in expected.split(BREAK) {
            parts.push(play(part).await);
        }
        n_dialogues += 1;
        check_golden(&path, &parts.join(BREAK));
    }
    assert!(n_dialogues > 0, "there are dialogues");
}
