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
    fake_chat::{self, AnswerReceiver, ChatReply, DirectPost, FakeChat, SteppingClock},
    store::fresh_writer,
};

use super::{
    NAMES, PEOPLE, block_on, found,
    laws::{check_few, check_leaks, setups_with},
    leaks::Leak,
    run::{
        ControlUser, Participants, Prepare, ReceivedMessage, Run, Step, StepKind, StepMessages,
        open_two,
    },
    secret_choices::SecretChoice,
    twin_runs::{DetectedLeak, TwinRuns, WATCHER},
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
struct MatchPlaces {
    platforms: [Platform; 2],
    /// True if Ann and Bob each have another account, on the platform of the other.
    are_linked: bool,
}

impl MatchPlaces {
    /// Returns the platform on which a person plays, or watches and acts.
    fn of(self, name: &str) -> Platform {
        self.platforms[usize::from(name != NAMES.white)]
    }

    /// Returns the platform of a step.
    fn of_step(self, step: &Step) -> Platform {
        if self.are_linked && step.is_elsewhere && step.who != WATCHER {
            self.platforms[usize::from(step.who == NAMES.white)]
        } else {
            self.of(step.who)
        }
    }
}

/// Ann, Bob and Eve.
struct TwoPlatformParticipants {
    writer: Writer,
    places: MatchPlaces,
}

impl TwoPlatformParticipants {
    async fn on(platforms: [Platform; 2], are_linked: bool) -> TwoPlatformParticipants {
        let writer = fresh_writer();
        let places = MatchPlaces {
            platforms,
            are_linked,
        };
        if are_linked {
            link(&writer, places).await;
        }
        TwoPlatformParticipants { writer, places }
    }
}

/// Links an account of Ann and one of Bob on the platform of the other.
async fn link(writer: &Writer, places: MatchPlaces) {
    let mut run = TwoPlatformRun::start(writer.clone(), places, &|_| {}).await;
    for name in [NAMES.white, NAMES.black] {
        let mut does = async |said: UserInput, is_elsewhere: bool| {
            let id = format!("link-{name}-{is_elsewhere}");
            let step = Step {
                is_direct: true,
                is_elsewhere,
                ..Step::new(id, name, StepKind::Input(said))
            };
            run.hear(&step).await.reply.text
        };
        let reply = does(UserInput::Text("/link".to_owned()), false).await;
        let code = reply.split("Your code is ").nth(1);
        let code = code.and_then(|rest| rest.get(..9)).expect("a code");
        let press = format!("link:{}", code.replace('-', ""));
        let linked = does(UserInput::Press(press), true).await;
        assert!(linked.contains("is now linked to"), "{linked}");
    }
    Box::new(run).close().await;
}

#[async_trait(?Send)]
impl Participants for TwoPlatformParticipants {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    fn speaker(&self, name: &str) -> Speaker {
        speaker(name, self.places.of(name))
    }

    fn place(&self, name: &str) -> Place {
        lobby(self.places.of(name))
    }

    fn event(&self, name: &str) -> EventId {
        EventId::new(self.places.of(name), name)
    }

    async fn open(&self, writer: Writer, prepare: &Prepare) -> Box<dyn Run> {
        let (game_match, _) = found(&writer, MatchId::from_number(1));
        assert!(game_match.away.is_some(), "it is played in two places");
        Box::new(TwoPlatformRun::start(writer, self.places, prepare).await)
    }
}

/// A simulated platform, and the number of its messages read so far.
struct PlatformReader {
    scene: Arc<FakeChat>,
    ears: AnswerReceiver,
    n_posts: usize,
    n_direct_posts: usize,
}

impl PlatformReader {
    fn of(platform: Platform) -> PlatformReader {
        let (scene, ears) = FakeChat::on(platform, &[]);
        PlatformReader {
            scene,
            ears,
            n_posts: 0,
            n_direct_posts: 0,
        }
    }

    /// Returns the public messages since the last call, and their controls.
    fn new_posts(&mut self) -> Vec<(ReceivedMessage, Vec<UserInput>)> {
        let posts = self.scene.posted();
        let new = posts[self.n_posts..].iter().map(|post| match post {
            fake_chat::ChatPost::Post(channel, message) => {
                received(&format!("in {channel}"), message)
            }
            fake_chat::ChatPost::Edit(number, message) => {
                received(&format!("{number} reads"), message)
            }
            fake_chat::ChatPost::Replacement(number, message) => {
                received(&format!("{number} is now"), message)
            }
            fake_chat::ChatPost::Removal(number) => {
                received(&format!("{number} is gone"), &Message::<Public>::text(""))
            }
        });
        let new = new.collect();
        self.n_posts = posts.len();
        new
    }

    /// Returns the private messages since the last call.
    fn new_direct_posts(&mut self) -> Vec<(UserId, ReceivedMessage, Vec<UserInput>)> {
        let posts = self.scene.direct_posts();
        let new = posts[self.n_direct_posts..].iter().map(|post| {
            let DirectPost {
                user,
                number,
                is_edit,
                message,
            } = post;
            let (message, uses) = received(&format!("{number}, again: {is_edit}"), message);
            (user.clone(), message, uses)
        });
        let new = new.collect();
        self.n_direct_posts = posts.len();
        new
    }
}

/// Returns a message to the last byte, and the uses of its controls.
fn received<A>(head: &str, message: &Message<A>) -> (ReceivedMessage, Vec<UserInput>) {
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
    let message = ReceivedMessage {
        text: text.to_string(),
        picture: None,
    };
    (message, uses.collect())
}

/// The messages to each person.
type Lines = BTreeMap<&'static str, Vec<ReceivedMessage>>;

/// A run of a match in two places.
struct TwoPlatformRun {
    writer: Writer,
    core: Arc<Core>,
    places: MatchPlaces,
    /// The readers of both platforms.
    readers: [PlatformReader; 2],
}

impl TwoPlatformRun {
    async fn start(writer: Writer, places: MatchPlaces, prepare: &Prepare) -> TwoPlatformRun {
        let readers = places.platforms.map(PlatformReader::of);
        readers[1].scene.replace_posts();
        let mut parts = fake_chat::parts(&readers[0].scene, writer.clone());
        parts
            .chats
            .push(Arc::clone(&readers[1].scene) as Arc<dyn Chat>);
        parts.clock = Arc::new(SteppingClock::by(Duration::ZERO));
        prepare(&mut parts);
        let core = runtime::start(parts).expect("memory can be read");
        core.idle().await;
        TwoPlatformRun {
            writer,
            core,
            places,
            readers,
        }
    }

    /// Returns the reader of a platform.
    fn reader(&mut self, platform: Platform) -> &mut PlatformReader {
        let mut readers = self.readers.iter_mut();
        let reader = readers.find(|reader| reader.scene.platform() == platform);
        reader.expect("one of the two")
    }

    /// Returns the messages to each person since the last call, and their controls.
    fn listen(&mut self) -> (Lines, Vec<(ControlUser, UserInput)>) {
        let mut lines: Lines = PEOPLE.map(|name| (name, Vec::new())).into();
        let mut controls = Vec::new();
        for reader in &mut self.readers {
            let platform = reader.scene.platform();
            for (message, uses) in reader.new_posts() {
                for name in PEOPLE {
                    // Eve reads in both places, and acts in one.
                    if name == WATCHER || self.places.of(name) == platform {
                        let line = lines.entry(name).or_default();
                        line.push(ReceivedMessage {
                            text: message.text.clone(),
                            picture: None,
                        });
                        controls.extend(uses.iter().map(|said| (Some(name), said.clone())));
                    }
                }
            }
            for (user, message, uses) in reader.new_direct_posts() {
                let is_meant = |name: &&&str| speaker(name, platform).id == user;
                let name = *PEOPLE.iter().find(is_meant).expect("one of the three");
                lines.entry(name).or_default().push(message);
                controls.extend(uses.into_iter().map(|said| (Some(name), said)));
            }
        }
        (lines, controls)
    }
}

#[async_trait(?Send)]
impl Run for TwoPlatformRun {
    fn writer(&self) -> &Writer {
        &self.writer
    }

    async fn close_direct(&self, name: &str) {
        for reader in &self.readers {
            let account = speaker(name, reader.scene.platform()).id;
            reader.scene.close(&account, true);
        }
    }

    async fn hear(&mut self, step: &Step) -> StepMessages {
        let name = step.who;
        let platform = self.places.of_step(step);
        let event = |input: &UserInput| {
            input.event(
                EventId::new(platform, step.id.clone()),
                speaker(name, platform),
                if step.is_direct {
                    Place::Direct
                } else {
                    lobby(platform)
                },
            )
        };
        match &step.kind {
            StepKind::Input(said) => self.core.hear(event(said)).await,
            StepKind::Typed(text) => self.core.hear(event(&UserInput::Type(text.clone()))).await,
        }
        let answer = self.reader(platform).ears.recv().await;
        let (_, answer) = answer.expect("every event is answered");
        self.core.idle().await;
        let (reply, uses) = match answer {
            ChatReply::Answer(answer) => received("answer", &answer.message),
            ChatReply::Choices(choices) => {
                let text = json!(choices).to_string();
                (
                    ReceivedMessage {
                        text,
                        picture: None,
                    },
                    Vec::new(),
                )
            }
            ChatReply::Form(form) => {
                let uses = ["e2e4", "Qd4", "nonsense"].map(|text| UserInput::Fill {
                    form: form.control.to_string(),
                    text: text.to_owned(),
                });
                let text = json!([form.control, form.title, form.label, form.example]).to_string();
                (
                    ReceivedMessage {
                        text,
                        picture: None,
                    },
                    uses.into(),
                )
            }
        };
        let (lines, mut controls) = self.listen();
        controls.extend(uses.into_iter().map(|said| (Some(name), said)));
        StepMessages {
            reply,
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
fn hidden_facts_change_nothing_in_either_place_for_the_uninformed() {
    block_on(async {
        check_few(
            &TwoPlatformParticipants::on(HERE_AND_THERE, false).await,
            67,
        )
        .await
    });
}

#[test]
fn hidden_facts_change_nothing_on_discord_and_matrix_for_the_uninformed() {
    let platforms = [Platform::Discord, Platform::Matrix];
    block_on(async { check_few(&TwoPlatformParticipants::on(platforms, false).await, 69).await });
}

#[test]
fn hidden_facts_change_nothing_for_the_uninformed_with_either_account() {
    let platforms = [Platform::Matrix, Platform::Discord];
    block_on(async { check_few(&TwoPlatformParticipants::on(platforms, true).await, 70).await });
}

#[test]
fn a_bot_that_gives_a_secret_away_in_one_of_two_places_is_found_out() {
    let leaks = [Leak::SeatView, Leak::Picture, Leak::Edits, Leak::Legality];
    block_on(async {
        for are_linked in [false, true] {
            let participants = TwoPlatformParticipants::on(HERE_AND_THERE, are_linked).await;
            check_leaks(&participants, &leaks, 68).await;
        }
    });
}

/// Returns a person's own view in both runs, requested by one of their accounts.
async fn viewed(
    twin_runs: &mut TwinRuns,
    who: &'static str,
    is_elsewhere: bool,
) -> [ReceivedMessage; 2] {
    let text = format!("/view match:{}", twin_runs.dice.id);
    let step = Step {
        is_elsewhere,
        ..twin_runs.step(who, true, StepKind::text(text))
    };
    let [one, other] = &mut twin_runs.runs;
    [one.hear(&step).await.reply, other.hear(&step).await.reply]
}

#[test]
fn only_the_linked_accounts_of_a_person_see_their_secrets() {
    let mut random = Random::new(71);
    let mut n_seen = 0;
    block_on(async {
        let participants = TwoPlatformParticipants::on(HERE_AND_THERE, true).await;
        for setup in setups_with("objects=hidden") {
            for _ in 0..3 {
                let choice = SecretChoice::find(&setup, &participants, &mut random).await;
                let runs = open_two(&participants, &choice.writer, &|_| {}).await;
                let (us, games) = (choice.us, [choice.game.clone(), choice.game]);
                let mut twin_runs = TwinRuns::new(runs, games, NAMES, us, choice.dice);
                let made = twin_runs.make_difference(&choice.difference).await;
                if made.unwrap_or_else(|DetectedLeak(what)| panic!("{what}")) {
                    for is_elsewhere in [false, true] {
                        let [one, other] = viewed(&mut twin_runs, NAMES[us], is_elsewhere).await;
                        assert!(one != other, "{} sees no secret: {}", NAMES[us], one.text);
                        for who in [NAMES[!us], WATCHER] {
                            let [one, other] = viewed(&mut twin_runs, who, is_elsewhere).await;
                            assert!(one == other, "{who}: {} or {}", one.text, other.text);
                        }
                    }
                    n_seen += 1;
                }
                twin_runs.end().await;
            }
        }
    });
    assert!(n_seen > 5, "{n_seen}");
}
