//! The laws over all that two platforms are told of one match: Ann plays on the page, Bob on Discord, and Eve reads in both
//! places.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use bot::{
    app::{self, Core},
    ports::{
        ChannelId, Chat, Component, Event, EventId, Listener, MatchId, Message, Place, Platform,
        Public, Said, Speaker, UserId,
    },
    store::MemoryStore,
    writer::Writer,
};
use serde_json::json;
use testkit::Random;
use tests::scene::{self, Ears, Scene, SteppingClock, Told, Whispered};

use super::{
    NAMES, PEOPLE, block_on, found,
    laws::{follow, setups_with},
    leaks::Leak,
    run::{Company, Deed, Got, Hands, Heard, Prepare, Run, What},
    twins::{Difference, Tally, WATCHER},
};

/// The platform of somebody.
fn platform(name: &str) -> Platform {
    match name == NAMES.white {
        true => Platform::Playground,
        false => Platform::Discord,
    }
}

/// Somebody on their platform.
fn speaker(name: &str) -> Speaker {
    Speaker {
        id: UserId::new(platform(name), name.to_lowercase()),
        name: name.to_owned(),
    }
}

/// Where somebody plays or watches.
fn place(name: &str) -> Place {
    Place::Channel(ChannelId::new(platform(name), "lobby"))
}

/// Ann, Bob and Eve.
struct Neighbors(Writer);

#[async_trait(?Send)]
impl Company for Neighbors {
    fn writer(&self) -> &Writer {
        &self.0
    }

    fn speaker(&self, name: &str) -> Speaker {
        speaker(name)
    }

    fn place(&self, name: &str) -> Place {
        place(name)
    }

    fn event(&self, name: &str) -> EventId {
        EventId::new(platform(name), name)
    }

    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run> {
        Box::new(ApartRun::open(writer, prepare).await)
    }
}

/// A platform of paper, and how much of what it was told has been looked at.
struct Side {
    scene: Arc<Scene>,
    ears: Ears,
    n_said: usize,
    n_whispered: usize,
}

impl Side {
    fn of(platform: Platform) -> Side {
        let (scene, ears) = Scene::on(platform, &[]);
        Side {
            scene,
            ears,
            n_said: 0,
            n_whispered: 0,
        }
    }

    /// What everybody can read there since the last time, and what can be pressed there.
    fn said(&mut self) -> Vec<(Got, Vec<Said>)> {
        let said = self.scene.said();
        let new = said[self.n_said..].iter().map(|said| match said {
            scene::Said::Post(channel, message) => told(&format!("in {channel}"), message),
            scene::Said::Edit(number, message) => told(&format!("{number} reads"), message),
            scene::Said::Replacement(number, message) => told(&format!("{number} is now"), message),
            scene::Said::Removal(number) => {
                told(&format!("{number} is gone"), &Message::<Public>::text(""))
            }
        });
        let new = new.collect();
        self.n_said = said.len();
        new
    }

    /// What people alone can read there since the last time.
    fn whispered(&mut self) -> Vec<(UserId, Got, Vec<Said>)> {
        let whispered = self.scene.whispered();
        let new = whispered[self.n_whispered..].iter().map(|one| {
            let Whispered {
                user,
                number,
                is_edit,
                message,
            } = one;
            let (got, uses) = told(&format!("{number}, again: {is_edit}"), message);
            (user.clone(), got, uses)
        });
        let new = new.collect();
        self.n_whispered = whispered.len();
        new
    }
}

/// A message to the last byte, and what can be pressed and chosen below it.
fn told<A>(head: &str, message: &Message<A>) -> (Got, Vec<Said>) {
    let picture = message.picture.as_ref().map(|picture| {
        let mut hasher = DefaultHasher::new();
        picture.bytes.hash(&mut hasher);
        json!([picture.name, picture.extent, picture.alt, hasher.finish()])
    });
    let text = json!({
        "head": head,
        "text": message.text,
        "block": message.block,
        "picture": picture,
        "file": message.attachment,
        "controls": message.controls,
        "calls": message.mentions,
        "silent": message.is_silent,
    });
    let uses = message.controls.iter().flat_map(|row| match row {
        Component::Buttons(buttons) => {
            let presses = buttons.iter().map(|button| Said::Press(button.id.clone()));
            presses.collect::<Vec<_>>()
        }
        Component::Menu(menu) => {
            let chosen = menu.choices.iter().map(|choice| Said::Choose {
                menu: menu.id.clone(),
                value: choice.value.clone(),
            });
            chosen.collect()
        }
    });
    let got = Got {
        text: text.to_string(),
        picture: None,
    };
    (got, uses.collect())
}

/// What came to each person.
type Lines = BTreeMap<&'static str, Vec<Got>>;

/// A run of a match in two places.
struct ApartRun {
    writer: Writer,
    core: Arc<Core>,
    here: Side,
    there: Side,
}

impl ApartRun {
    async fn open(writer: Writer, prepare: &Prepare) -> ApartRun {
        let (game_match, _) = found(&writer, MatchId::from_number(1));
        assert!(game_match.away.is_some(), "it is played in two places");
        let [here, there] = [Platform::Playground, Platform::Discord].map(Side::of);
        there.scene.replace_posts();
        let mut parts = scene::parts(&here.scene, writer.clone());
        parts.chats.push(Arc::clone(&there.scene) as Arc<dyn Chat>);
        parts.clock = Arc::new(SteppingClock::by(Duration::ZERO));
        prepare(&mut parts);
        let core = app::start(parts).expect("memory can be read");
        core.idle().await;
        ApartRun {
            writer,
            core,
            here,
            there,
        }
    }

    fn side(&mut self, name: &str) -> &mut Side {
        match platform(name) {
            Platform::Playground => &mut self.here,
            _ => &mut self.there,
        }
    }

    /// What came to each person since the last time, and what can be done with it.
    fn listen(&mut self) -> (Lines, Vec<(Hands, Said)>) {
        let mut lines: Lines = PEOPLE.map(|name| (name, Vec::new())).into();
        let mut controls = Vec::new();
        for side in [&mut self.here, &mut self.there] {
            let platform = side.scene.platform();
            for (got, uses) in side.said() {
                for name in PEOPLE {
                    // Eve reads in both places, and does something in one.
                    if name == WATCHER || self::platform(name) == platform {
                        let line = lines.entry(name).or_default();
                        line.push(Got {
                            text: got.text.clone(),
                            picture: None,
                        });
                        controls.extend(uses.iter().map(|said| (Some(name), said.clone())));
                    }
                }
            }
            for (user, got, uses) in side.whispered() {
                let is_meant = |name: &&&str| speaker(name).id == user;
                let name = *PEOPLE.iter().find(is_meant).expect("one of the three");
                lines.entry(name).or_default().push(got);
                controls.extend(uses.into_iter().map(|said| (Some(name), said)));
            }
        }
        (lines, controls)
    }
}

#[async_trait(?Send)]
impl Run for ApartRun {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    async fn close_direct(&self, name: &str) {
        let side = match platform(name) {
            Platform::Playground => &self.here,
            _ => &self.there,
        };
        side.scene.close(&speaker(name).id, true);
    }

    async fn hear(&mut self, deed: &Deed) -> Heard {
        let name = deed.who;
        let event = |said| Event {
            id: EventId::new(platform(name), deed.id.clone()),
            speaker: speaker(name),
            place: match deed.is_direct {
                true => Place::Direct,
                false => place(name),
            },
            language: None,
            place_language: None,
            server: None,
            said,
        };
        match &deed.what {
            What::Said(said) => self.core.hear(event(said.clone())).await,
            What::Typed(text) => self.core.complete(event(Said::Text(text.clone()))).await,
        }
        let answer = self.side(name).ears.recv().await;
        let (_, answer) = answer.expect("every event is answered");
        self.core.idle().await;
        let (told, uses) = match answer {
            Told::Answer(answer) => told("answer", &answer.message),
            Told::Choices(choices) => {
                let text = json!(choices).to_string();
                (
                    Got {
                        text,
                        picture: None,
                    },
                    Vec::new(),
                )
            }
            Told::Form(form) => {
                let uses = ["e2e4", "Qd4", "nonsense"].map(|text| Said::Fill {
                    form: form.id.clone(),
                    text: text.to_owned(),
                });
                let text = json!([form.id, form.title, form.label, form.example]).to_string();
                (
                    Got {
                        text,
                        picture: None,
                    },
                    uses.into(),
                )
            }
        };
        let (lines, mut controls) = self.listen();
        controls.extend(uses.into_iter().map(|said| (Some(name), said)));
        Heard {
            told,
            lines,
            controls,
        }
    }

    async fn picture(&self, _: &str, name: &str) -> (String, Vec<u8>) {
        unreachable!("{name}: what is in a file is told with the message")
    }

    async fn close(self: Box<Self>) {
        self.core.finish().await;
    }
}

/// How many pairs of runs are followed under each combination of options.
const PAIRS: usize = 8;

#[test]
fn hidden_facts_change_nothing_in_either_place_for_those_who_cannot_know_of_them() {
    let mut random = Random::new(67);
    let tally = block_on(async {
        let neighbors = Neighbors(Writer::new(Arc::new(MemoryStore::new())));
        let mut tally = Tally::default();
        for setup in ["objects=hidden", "objects=open"].map(setups_with).concat() {
            for _ in 0..PAIRS {
                match follow(&setup, &neighbors, None, &mut random).await {
                    Ok(followed) => tally += followed,
                    Err(Difference(what)) => {
                        panic!("two truths can be told apart in {setup}: {what}")
                    }
                }
            }
        }
        tally
    });
    assert!(
        tally.pairs == 6 * PAIRS
            && tally.stealths > PAIRS
            && tally.ours.min(tally.theirs).min(tally.watchers) > 6 * PAIRS,
        "{tally:?}"
    );
}

#[test]
fn a_bot_that_gives_a_secret_away_in_one_of_two_places_is_found_out() {
    let setups = setups_with("objects=hidden");
    block_on(async {
        let neighbors = Neighbors(Writer::new(Arc::new(MemoryStore::new())));
        for leak in [Leak::SeatView, Leak::Picture, Leak::Edits, Leak::Legality] {
            let mut random = Random::new(68);
            let mut is_found = false;
            for n in 0..100 {
                let setup = &setups[n % setups.len()];
                let followed = follow(setup, &neighbors, Some(leak), &mut random).await;
                is_found = followed.is_err();
                if is_found {
                    break;
                }
            }
            assert!(is_found, "{leak:?} is not noticed");
        }
    });
}
