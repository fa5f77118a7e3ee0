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
//! 12h pass                                     (time goes on, minute by minute)
//! ```

use std::{fmt::Write as _, fs, sync::Arc, time::Duration};
use tests::user_input::UserInput;

use api::{
    Answer, Clock, Component, Event, EventId, Form, Listener, Message, Place, Platform,
    ServerAccess, ServerId,
};
use command::TimeControl;
use runtime::{Core, Parts};
use testkit::check_golden;
use tests::{
    fake_chat::{self, AnswerReceiver, FakeChat, Said, SteppingClock, Told, channel, person},
    store::fresh_writer,
};

const MINUTE: Duration = Duration::from_secs(60);

struct DialogueBot {
    scene: Arc<FakeChat>,
    clock: Arc<SteppingClock>,
    core: Arc<Core>,
    ears: AnswerReceiver,
    last_answer: Option<Answer>,
    last_event: Option<Event>,
    n_events: usize,
    n_shown: usize,
    n_whispered: usize,
}

impl DialogueBot {
    fn new() -> DialogueBot {
        let (scene, ears) = FakeChat::new(&["Ann", "Bob", "Eve", "Ann Lee"]);
        let clock = Arc::new(SteppingClock::default());
        let writer = fresh_writer();
        let core = runtime::start(Parts {
            clock: Arc::clone(&clock) as Arc<dyn Clock>,
            ..fake_chat::parts(&scene, writer)
        });
        let core = core.expect("an empty store can be read");
        DialogueBot {
            scene,
            clock,
            core,
            ears,
            last_answer: None,
            last_event: None,
            n_events: 0,
            n_shown: 0,
            n_whispered: 0,
        }
    }

    /// Performs a line and returns the messages that follow from it.
    async fn perform(&mut self, line: &str) -> String {
        if let Some(span) = line.strip_suffix(" pass") {
            self.pass(span).await;
            return self.said();
        }
        let (name, rest) = line
            .split_once(" in ")
            .expect("a line begins with somebody in some place");
        let (place, deed) = rest
            .split_once([' ', ':'])
            .expect("a place is followed by a deed");
        let deed = deed.trim_start();
        let place = match place.strip_prefix('#') {
            Some(name) => Place::Channel(channel(name)),
            None => Place::Direct,
        };
        if deed == "closes" || deed == "opens" {
            self.scene.close(&person(name).id, deed == "closes");
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
                None => self.deed(name, deed),
            };
            self.n_events += 1;
            let id = EventId::new(Platform::Playground, self.n_events.to_string());
            Event {
                server: Some(ServerAccess {
                    id: ServerId::new(Platform::Playground, "page"),
                    may_manage: name == "Ann",
                }),
                ..input.event(id, person(name), place)
            }
        };
        self.last_event = Some(event.clone());
        self.core.hear(event).await;
        let (_, told) = self.ears.recv().await.expect("every event is answered");
        // Messages to others follow the answer.
        self.core.finish().await;
        self.core.idle().await;
        let mut out = String::new();
        match told {
            Told::Choices(offered) => {
                for choice in offered.choices {
                    writeln!(out, "    {} = {:?}", choice.label, choice.value)
                        .expect("a string takes everything");
                }
                if let Some(rest) = offered.rest {
                    writeln!(out, "    {}", rest.label).expect("a string takes everything");
                }
            }
            Told::Form(Form {
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
            Told::Answer(answer) => {
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
                self.last_answer = Some(answer);
            }
        }
        out + self.said().as_str()
    }

    /// Advances the time, minute by minute.
    async fn pass(&mut self, span: &str) {
        let Ok(TimeControl::PerTurn(span)) = span.parse() else {
            panic!("{span} is no span of time");
        };
        for _ in 0..span.as_secs() / 60 {
            self.clock.advance(MINUTE);
            self.core.tick().await;
            self.core.idle().await;
        }
    }

    /// Returns the messages since the last call.
    fn said(&mut self) -> String {
        let mut out = String::new();
        let said = self.scene.said();
        let mut n_posts = said[..self.n_shown]
            .iter()
            .filter(|said| matches!(said, Said::Post(..)))
            .count();
        for said in &said[self.n_shown..] {
            match said {
                Said::Post(channel, message) => {
                    n_posts += 1;
                    show(
                        &mut out,
                        &format!("#{} reads {n_posts}", channel.id),
                        message,
                    );
                }
                Said::Edit(number, message) if !message.controls.is_empty() => {
                    show(&mut out, &format!("{number} is now"), message);
                }
                Said::Edit(number, message) => {
                    writeln!(
                        out,
                        "    {number} is settled: {}",
                        message.text.replace('\n', " / ")
                    )
                    .expect("a string takes everything");
                }
                Said::Replacement(..) | Said::Removal(_) => {
                    unreachable!("posts stay there")
                }
            }
        }
        self.n_shown = said.len();
        let mut whispered = self.scene.whispered().split_off(self.n_whispered);
        self.n_whispered += whispered.len();
        whispered.sort_by(|one, other| one.user.cmp(&other.user));
        for one in whispered {
            let verb = if one.is_edit { "now reads" } else { "reads" };
            let heading = format!("{} in private {verb} {}", one.user.id, one.number);
            show(&mut out, &heading, &one.message);
        }
        out
    }

    fn deed(&self, name: &str, deed: &str) -> UserInput {
        let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
        match (verb, rest.rsplit_once(" on ")) {
            ("presses", Some((label, place))) => {
                let buttons = self
                    .controls(name, place)
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
                    .controls(name, place)
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

    fn controls(&self, name: &str, place: &str) -> Vec<Component> {
        if place == "answer" {
            return self
                .last_answer
                .as_ref()
                .map(|answer| answer.message.controls.clone())
                .unwrap_or_default();
        }
        if place == "whispers" {
            let user = person(name).id;
            let mut whispered = self.scene.whispered();
            whispered.retain(|whispered| whispered.user == user);
            let last = whispered.iter().map(|one| one.number).max();
            let newest = whispered.into_iter().rfind(|one| Some(one.number) == last);
            return newest.map(|one| one.message.controls).unwrap_or_default();
        }
        let said = self.scene.said();
        let posts = said.iter().filter_map(|said| match said {
            Said::Post(_, message) => Some(message.controls.clone()),
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
            Said::Edit(of, message) if *of == number => Some(message.controls.clone()),
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

/// Replays the lines of a dialogue and returns its present text.
async fn play(script: &str) -> String {
    let mut stage = DialogueBot::new();
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
        let actual = play(&expected).await;
        n_dialogues += 1;
        check_golden(&path, &actual);
    }
    assert!(n_dialogues > 0, "there are dialogues");
}
