//! A match that is run twice: what is done in it, and all that comes of that, written out to the last byte.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use bot::{
    app::Parts,
    ledger::Ledger,
    ports::{
        Answer, Attachment, Choice, Control, Event, EventId, Listener, Message, Picture, Place,
        Platform, Said,
    },
};
use tests::scene::{self, Scene, Stage, Told, channel, person};

/// Something that somebody does; the same in both runs, but for a secret.
#[derive(Clone)]
pub(super) struct Deed {
    pub(super) id: String,
    pub(super) who: &'static str,
    pub(super) is_direct: bool,
    pub(super) what: What,
}

#[derive(Clone)]
pub(super) enum What {
    Said(Said),
    /// Completions are asked for.
    Typed(String),
}

impl What {
    pub(super) fn text(text: impl Into<String>) -> What {
        What::Said(Said::Text(text.into()))
    }
}

/// Who can use a control: one person, or whoever reads the channel.
pub(super) type Hands = Option<String>;

/// All that came of a deed.
#[derive(Default)]
pub(super) struct Heard {
    /// What its speaker alone was told.
    pub(super) told: Vec<String>,
    /// What everybody was told, in order.
    pub(super) public: Vec<String>,
    /// What each person was told in direct messages, in order.
    pub(super) private: BTreeMap<String, Vec<String>>,
    /// What can be pressed and chosen since.
    pub(super) controls: Vec<(Hands, Said)>,
}

/// One of the two runs of a match.
pub(super) trait Run {
    fn ledger(&self) -> &Ledger;

    /// Does something and waits for all that comes of it.
    async fn hear(&mut self, deed: &Deed) -> Heard;
}

/// A run on the platform of paper.
pub(super) struct OnPaper {
    stage: Stage,
    ledger: Ledger,
    n_said: usize,
    n_whispered: usize,
}

impl OnPaper {
    /// Goes on from what the ledger holds; `prepare` may exchange what the bot is made of.
    pub(super) fn start(
        people: &[&str],
        ledger: Ledger,
        prepare: impl FnOnce(&mut Parts, &Arc<Scene>),
    ) -> OnPaper {
        OnPaper {
            stage: Stage::with_scene(people, ledger.clone(), prepare),
            ledger,
            n_said: 0,
            n_whispered: 0,
        }
    }

    pub(super) fn close(&self, name: &str) {
        self.stage.scene.close(&person(name).id, true);
    }

    /// Waits until all is said, and tells what was said since the last time.
    pub(super) async fn listen(&mut self) -> Heard {
        self.stage.core.idle().await;
        let mut heard = Heard::default();
        let said = self.stage.scene.said();
        for said in &said[self.n_said..] {
            let (what, message) = match said {
                scene::Said::Post(channel, message) => (format!("post in {channel}"), message),
                scene::Said::Edit(number, message) => (format!("edit of {number}"), message),
            };
            heard
                .controls
                .extend(uses(message).map(|control| (None, control)));
            heard.public.push(format!("{what}: {}", written(message)));
        }
        self.n_said = said.len();
        let whispered = self.stage.scene.whispered();
        for whispered in &whispered[self.n_whispered..] {
            let name = whispered.user.id.to_string();
            let controls = uses(&whispered.message);
            heard
                .controls
                .extend(controls.map(|control| (Some(name.clone()), control)));
            let what = if whispered.is_edit { "edit of" } else { "new" };
            heard.private.entry(name).or_default().push(format!(
                "{what} {}: {}",
                whispered.number,
                written(&whispered.message)
            ));
        }
        self.n_whispered = whispered.len();
        heard
    }
}

impl Run for OnPaper {
    fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    async fn hear(&mut self, deed: &Deed) -> Heard {
        let place = match deed.is_direct {
            true => Place::Direct,
            false => Place::Channel(channel("lobby")),
        };
        let event = |said| Event {
            id: EventId::new(Platform::Playground, deed.id.clone()),
            speaker: person(deed.who),
            place: place.clone(),
            said,
        };
        match &deed.what {
            What::Said(said) => self.stage.core.hear(event(said.clone())).await,
            What::Typed(text) => {
                let event = event(Said::Text(text.clone()));
                self.stage.core.overhear(event).await;
            }
        }
        let (id, told) = self.stage.told().await;
        assert_eq!(&*id.id, deed.id, "another event is answered");
        let mut heard = self.listen().await;
        heard.told.push(match &told {
            Told::Answer(Answer { message, replaces }) => {
                let hands = Some(person(deed.who).id.id.to_string());
                let controls = uses(message);
                heard
                    .controls
                    .extend(controls.map(|control| (hands.clone(), control)));
                format!("replaces {replaces}: {}", written(message))
            }
            Told::Choices(choices) => choices.iter().map(entry).collect(),
            Told::Form(form) => format!("{form:?}"),
        });
        heard
    }
}

/// All of a message, so that two that differ in anything are written otherwise.
fn written<A>(message: &Message<A>) -> String {
    let Message {
        text,
        picture,
        attachment,
        controls,
        mention,
    } = message;
    let mut all = format!("{text}\nfor {mention:?}\n");
    if let Some(Picture { name, png, alt, .. }) = picture {
        let mut hasher = DefaultHasher::new();
        png.hash(&mut hasher);
        let (size, digest) = (png.len(), hasher.finish());
        writeln!(all, "picture {name}, {size} bytes, {digest:x}: {alt}")
            .expect("a string takes everything");
    }
    if let Some(Attachment { name, text }) = attachment {
        writeln!(all, "file {name}: {text}").expect("a string takes everything");
    }
    for control in controls {
        all += &match control {
            Control::Buttons(buttons) => format!("{buttons:?}\n"),
            Control::Menu(menu) => {
                let choices: String = menu.choices.iter().map(entry).collect();
                format!("{} {}\n{choices}", menu.id, menu.label)
            }
        };
    }
    all
}

fn entry(Choice { label, value }: &Choice) -> String {
    format!("{label} = {value}\n")
}

/// What somebody who reads a message can do with its controls.
fn uses<A>(message: &Message<A>) -> impl Iterator<Item = Said> {
    message.controls.iter().flat_map(|control| match control {
        Control::Buttons(buttons) => {
            let press = |button: &bot::ports::Button| Said::Press(button.id.clone());
            buttons.iter().map(press).collect::<Vec<_>>()
        }
        Control::Menu(menu) => {
            let choose = |entry: &Choice| Said::Choose {
                menu: menu.id.clone(),
                value: entry.value.clone(),
            };
            menu.choices.iter().map(choose).collect()
        }
    })
}
