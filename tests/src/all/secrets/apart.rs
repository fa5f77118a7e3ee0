//! The laws over all messages of one match on two platforms: Ann plays on one, Bob on the other, and Eve reads in both
//! places. Messages for linked accounts reach these accounts too, and no other reader.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::Duration,
};
use tests::user_input::UserInput;

use api::{
    ChannelId, Chat, Component, EventId, Listener, MatchId, Message, Place, Platform, Public,
    Speaker, UserId,
};
use async_trait::async_trait;
use runtime::Core;
use serde_json::json;
use store::writer::Writer;
use testkit::Random;
use tests::{
    fake_chat::{self, AnswerReceiver, FakeChat, SteppingClock, Told, Whispered},
    store::fresh_writer,
};

use super::{
    NAMES, PEOPLE, block_on, found,
    laws::{check_few, check_leaks, setups_with},
    leaks::Leak,
    moments::Moment,
    run::{Company, Deed, Got, Hands, Heard, Prepare, Run, What, open_two},
    twins::{Difference, Twins, WATCHER},
};

/// Returns the speaker of a person's account on a platform.
fn speaker(name: &str, platform: Platform) -> Speaker {
    Speaker {
        id: UserId::new(platform, name.to_lowercase()),
        name: name.to_owned(),
    }
}

/// Returns the channel of a platform in which the match is played.
fn lobby(platform: Platform) -> Place {
    Place::Channel(ChannelId::new(platform, "lobby"))
}

/// The places of a match: Ann is on the first platform, Bob on the second.
#[derive(Clone, Copy)]
struct Sides {
    platforms: [Platform; 2],
    /// True if Ann and Bob each have another account, on the platform of the other.
    are_linked: bool,
}

impl Sides {
    /// Returns the platform on which a person plays, or watches and acts.
    fn of(self, name: &str) -> Platform {
        self.platforms[usize::from(name != NAMES.white)]
    }

    /// Returns the platform of a deed.
    fn of_deed(self, deed: &Deed) -> Platform {
        if self.are_linked && deed.is_elsewhere && deed.who != WATCHER {
            self.platforms[usize::from(deed.who == NAMES.white)]
        } else {
            self.of(deed.who)
        }
    }
}

/// Ann, Bob and Eve.
struct Neighbors {
    writer: Writer,
    sides: Sides,
}

impl Neighbors {
    async fn on(platforms: [Platform; 2], are_linked: bool) -> Neighbors {
        let writer = fresh_writer();
        let sides = Sides {
            platforms,
            are_linked,
        };
        if are_linked {
            link(&writer, sides).await;
        }
        Neighbors { writer, sides }
    }
}

/// Links an account of Ann and one of Bob on the platform of the other.
async fn link(writer: &Writer, sides: Sides) {
    let mut run = ApartRun::start(writer.clone(), sides, &|_| {}).await;
    for name in [NAMES.white, NAMES.black] {
        let mut does = async |said: UserInput, is_elsewhere: bool| {
            let id = format!("link-{name}-{is_elsewhere}");
            let deed = Deed {
                is_direct: true,
                is_elsewhere,
                ..Deed::new(id, name, What::Said(said))
            };
            run.hear(&deed).await.told.text
        };
        let told = does(UserInput::Text("/link".to_owned()), false).await;
        let code = told.split("Your code is ").nth(1);
        let code = code.and_then(|rest| rest.get(..9)).expect("a code");
        let press = format!("link:{}", code.replace('-', ""));
        let linked = does(UserInput::Press(press), true).await;
        assert!(linked.contains("is now linked to"), "{linked}");
    }
    Box::new(run).close().await;
}

#[async_trait(?Send)]
impl Company for Neighbors {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn speaker(&self, name: &str) -> Speaker {
        speaker(name, self.sides.of(name))
    }

    fn place(&self, name: &str) -> Place {
        lobby(self.sides.of(name))
    }

    fn event(&self, name: &str) -> EventId {
        EventId::new(self.sides.of(name), name)
    }

    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run> {
        let (game_match, _) = found(&writer, MatchId::from_number(1));
        assert!(game_match.away.is_some(), "it is played in two places");
        Box::new(ApartRun::start(writer, self.sides, prepare).await)
    }
}

/// A simulated platform, and the number of its messages read so far.
struct Side {
    scene: Arc<FakeChat>,
    ears: AnswerReceiver,
    n_said: usize,
    n_whispered: usize,
}

impl Side {
    fn of(platform: Platform) -> Side {
        let (scene, ears) = FakeChat::on(platform, &[]);
        Side {
            scene,
            ears,
            n_said: 0,
            n_whispered: 0,
        }
    }

    /// Returns the public messages since the last call, and their controls.
    fn said(&mut self) -> Vec<(Got, Vec<UserInput>)> {
        let said = self.scene.said();
        let new = said[self.n_said..].iter().map(|said| match said {
            fake_chat::Said::Post(channel, message) => told(&format!("in {channel}"), message),
            fake_chat::Said::Edit(number, message) => told(&format!("{number} reads"), message),
            fake_chat::Said::Replacement(number, message) => {
                told(&format!("{number} is now"), message)
            }
            fake_chat::Said::Removal(number) => {
                told(&format!("{number} is gone"), &Message::<Public>::text(""))
            }
        });
        let new = new.collect();
        self.n_said = said.len();
        new
    }

    /// Returns the private messages since the last call.
    fn whispered(&mut self) -> Vec<(UserId, Got, Vec<UserInput>)> {
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

/// Returns a message to the last byte, and the uses of its controls.
fn told<A>(head: &str, message: &Message<A>) -> (Got, Vec<UserInput>) {
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
            let presses = buttons
                .iter()
                .map(|button| UserInput::Press(button.control.to_string()));
            presses.collect::<Vec<_>>()
        }
        Component::Menu(menu) => {
            let chosen = menu.choices.iter().map(|choice| UserInput::Choose {
                menu: menu.control.to_string(),
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

/// The messages to each person.
type Lines = BTreeMap<&'static str, Vec<Got>>;

/// A run of a match in two places.
struct ApartRun {
    writer: Writer,
    core: Arc<Core>,
    sides: Sides,
    /// The messages on each of the platforms.
    heard: [Side; 2],
}

impl ApartRun {
    async fn start(writer: Writer, sides: Sides, prepare: &Prepare) -> ApartRun {
        let heard = sides.platforms.map(Side::of);
        heard[1].scene.replace_posts();
        let mut parts = fake_chat::parts(&heard[0].scene, writer.clone());
        parts
            .chats
            .push(Arc::clone(&heard[1].scene) as Arc<dyn Chat>);
        parts.clock = Arc::new(SteppingClock::by(Duration::ZERO));
        prepare(&mut parts);
        let core = runtime::start(parts).expect("memory can be read");
        core.idle().await;
        ApartRun {
            writer,
            core,
            sides,
            heard,
        }
    }

    /// Returns the messages on a platform.
    fn side(&mut self, platform: Platform) -> &mut Side {
        let mut sides = self.heard.iter_mut();
        let side = sides.find(|side| side.scene.platform() == platform);
        side.expect("one of the two")
    }

    /// Returns the messages to each person since the last call, and their controls.
    fn listen(&mut self) -> (Lines, Vec<(Hands, UserInput)>) {
        let mut lines: Lines = PEOPLE.map(|name| (name, Vec::new())).into();
        let mut controls = Vec::new();
        for side in &mut self.heard {
            let platform = side.scene.platform();
            for (got, uses) in side.said() {
                for name in PEOPLE {
                    // Eve reads in both places, and acts in one.
                    if name == WATCHER || self.sides.of(name) == platform {
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
                let is_meant = |name: &&&str| speaker(name, platform).id == user;
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
        for side in &self.heard {
            let account = speaker(name, side.scene.platform()).id;
            side.scene.close(&account, true);
        }
    }

    async fn hear(&mut self, deed: &Deed) -> Heard {
        let name = deed.who;
        let platform = self.sides.of_deed(deed);
        let event = |input: &UserInput| {
            input.event(
                EventId::new(platform, deed.id.clone()),
                speaker(name, platform),
                if deed.is_direct {
                    Place::Direct
                } else {
                    lobby(platform)
                },
            )
        };
        match &deed.what {
            What::Said(said) => self.core.hear(event(said)).await,
            What::Typed(text) => self.core.hear(event(&UserInput::Type(text.clone()))).await,
        }
        let answer = self.side(platform).ears.recv().await;
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
                let uses = ["e2e4", "Qd4", "nonsense"].map(|text| UserInput::Fill {
                    form: form.control.to_string(),
                    text: text.to_owned(),
                });
                let text = json!([form.control, form.title, form.label, form.example]).to_string();
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

const HERE_AND_THERE: [Platform; 2] = [Platform::Playground, Platform::Discord];

#[test]
fn hidden_facts_change_nothing_in_either_place_for_those_who_cannot_know_of_them() {
    block_on(async { check_few(&Neighbors::on(HERE_AND_THERE, false).await, 67).await });
}

#[test]
fn hidden_facts_change_nothing_on_discord_and_matrix_for_those_who_cannot_know_of_them() {
    let platforms = [Platform::Discord, Platform::Matrix];
    block_on(async { check_few(&Neighbors::on(platforms, false).await, 69).await });
}

#[test]
fn hidden_facts_change_nothing_for_those_who_cannot_know_of_them_whichever_account_plays() {
    let platforms = [Platform::Matrix, Platform::Discord];
    block_on(async { check_few(&Neighbors::on(platforms, true).await, 70).await });
}

#[test]
fn a_bot_that_gives_a_secret_away_in_one_of_two_places_is_found_out() {
    let leaks = [Leak::SeatView, Leak::Picture, Leak::Edits, Leak::Legality];
    block_on(async {
        for are_linked in [false, true] {
            let neighbors = Neighbors::on(HERE_AND_THERE, are_linked).await;
            check_leaks(&neighbors, &leaks, 68).await;
        }
    });
}

/// Returns a person's own view in both runs, requested by one of their accounts.
async fn viewed(twins: &mut Twins, who: &'static str, is_elsewhere: bool) -> [Got; 2] {
    let text = format!("/view match:{}", twins.dice.id);
    let deed = Deed {
        is_elsewhere,
        ..twins.deed(who, true, What::text(text))
    };
    let [one, other] = &mut twins.runs;
    [one.hear(&deed).await.told, other.hear(&deed).await.told]
}

#[test]
fn a_linked_account_sees_the_secrets_of_its_person_and_nobody_else_does() {
    let mut random = Random::new(71);
    let mut n_seen = 0;
    block_on(async {
        let neighbors = Neighbors::on(HERE_AND_THERE, true).await;
        for setup in setups_with("objects=hidden") {
            for _ in 0..3 {
                let moment = Moment::find(&setup, &neighbors, &mut random).await;
                let runs = open_two(&neighbors, &moment.writer, &|_| {}).await;
                let (us, games) = (moment.us, [moment.game.clone(), moment.game]);
                let mut twins = Twins::new(runs, games, NAMES, us, moment.dice);
                let twisted = twins.twist(&moment.twist).await;
                if twisted.unwrap_or_else(|Difference(what)| panic!("{what}")) {
                    for is_elsewhere in [false, true] {
                        let [one, other] = viewed(&mut twins, NAMES[us], is_elsewhere).await;
                        assert!(one != other, "{} sees no secret: {}", NAMES[us], one.text);
                        for who in [NAMES[!us], WATCHER] {
                            let [one, other] = viewed(&mut twins, who, is_elsewhere).await;
                            assert!(one == other, "{who}: {} or {}", one.text, other.text);
                        }
                    }
                    n_seen += 1;
                }
                twins.end().await;
            }
        }
    });
    assert!(n_seen > 5, "{n_seen}");
}
