//! Three people do anything in any order. Each event has one reply, and a repeated event has the same reply if it is
//! all there is. Stored data stay consistent, and all deliveries are made.

use std::fs;
use tests::user_input::UserInput;

use api::{Answer, Component, Event, Listener, Place};
use command::{SPECS, named, split};
use proptest::{collection::vec, prelude::any};
use rules::{Next, Variant};
use service::{
    DeliveryId, Readers, Sent, Settings, Stage as Progress, read, read_outbox, read_settings,
};
use testkit::check_property;
use tests::fake_chat::{ChatReply, TestBot};
use text::Language;

const PEOPLE: [&str; 3] = ["Ann", "Bob", "Eve"];

/// Texts that people type besides every command; `{id}` becomes the name of a match, `{move}` a legal move of it.
const TEXTS: [&str; 14] = [
    "/challenge berolina @Bob black",
    "/challenge berolina @Eve color:white",
    "/challenge chess @Nobody",
    "/move e2e4 match:{id}",
    "/move Qxz9",
    "/why {move} match:{id}",
    "/replay match:{id} eyes:white",
    "/resign confirm:yes",
    "/mvoe e2e4",
    "/",
    "\"",
    "/move \u{202e}\u{0}<b>",
    "/resign match:: confirm::",
    "/move 🦀",
];

/// Returns each command in several forms, each variant, and enough moves that matches progress.
fn texts() -> Vec<String> {
    let commands = SPECS.iter().flat_map(|spec| {
        let bare = format!("/{}", spec.name);
        [
            format!("{bare} match:{{id}}"),
            bare,
            Language::ENGLISH.localize(&spec.example()),
        ]
    });
    let variants = Variant::ALL.into_iter().flat_map(|variant| {
        let invited = ["", " @Ann", " @Bob"];
        let rules = format!("/rules {variant} here:yes");
        let challenges = invited.map(|invited| format!("/challenge {variant}{invited}"));
        challenges.into_iter().chain([rules])
    });
    let moves = ["/move {move}", "/move {move} match:{id} confirm:yes"];
    let moves = moves.into_iter().cycle().take(20).map(str::to_owned);
    let others = TEXTS.into_iter().map(str::to_owned);
    commands
        .chain(variants)
        .chain(moves)
        .chain(others)
        .collect()
}

/// The seed of an event: the person, the kind of input, and the choice among those possible then.
type EventSeed = (u8, u8, u16);

/// The controls and events that a person can press, choose and repeat.
#[derive(Default)]
struct UsableInputs {
    /// Events with their answers and the speaker's settings at the time.
    answers: Vec<(Event, Answer, Settings)>,
    controls: Vec<UserInput>,
}

/// A bot that receives random events, and the inputs that are usable now.
struct RandomEventBot {
    stage: TestBot,
    usable: UsableInputs,
}

fn pick<T>(items: &[T], which: u16) -> Option<&T> {
    items.get(usize::from(which).checked_rem(items.len())?)
}

impl RandomEventBot {
    fn new() -> RandomEventBot {
        RandomEventBot {
            stage: TestBot::in_memory(&PEOPLE, |_| {}),
            usable: UsableInputs::default(),
        }
    }

    /// Returns the names of all matches, oldest first.
    fn matches(&self) -> Vec<String> {
        let entries = self
            .stage
            .writer
            .scan(b"match/", None, usize::MAX)
            .expect("memory can be read");
        let keys = entries
            .iter()
            .map(|(key, _)| std::str::from_utf8(key).expect("keys are text"));
        keys.map(|key| key["match/".len()..].to_owned()).collect()
    }

    fn text(&self, which: u16) -> String {
        let texts = texts();
        let text = &texts[usize::from(which) % texts.len()];
        let which = which / texts.len() as u16;
        let matches = self.matches();
        let Some(name) = pick(&matches, which) else {
            return text.clone();
        };
        let id = name.parse().expect("matches have names");
        let (_, record) = self.stage.found(id);
        let actions = record.replay().expect("records replay").legal_list();
        let action = pick(&actions, which).map_or("e2g4".to_owned(), ToString::to_string);
        text.replace("{id}", name).replace("{move}", &action)
    }

    fn event(&mut self, (who, kind, which): EventSeed) -> Event {
        let said = match kind % 8 {
            0..4 => UserInput::Text(self.text(which)),
            4..7 => pick(&self.usable.controls, which)
                .cloned()
                .unwrap_or_else(|| UserInput::Press(format!("accept:{which}"))),
            _ => UserInput::Choose {
                menu: format!("pick:{which}"),
                value: self.text(which),
            },
        };
        let name = PEOPLE[usize::from(who) % PEOPLE.len()];
        let mut event = self.stage.event(name, said);
        if who > 200 {
            event.place = Place::Direct;
        }
        event
    }

    /// Returns the answer to an event, or nothing if it is a form, which is filled in later.
    async fn ask(&mut self, event: &Event) -> Option<Answer> {
        self.stage.core.hear(event.clone()).await;
        match self.stage.next_reply().await {
            (id, ChatReply::Answer(answer)) if id == event.id => Some(*answer),
            (id, ChatReply::Form(form)) if id == event.id => {
                self.usable.controls = vec![UserInput::Fill {
                    form: form.control.to_string(),
                    text: form.example,
                }];
                None
            }
            (id, _) => panic!("{event:?} was heard and {id} was answered"),
        }
    }

    /// Makes an event happen, and checks its answer and the stored data.
    async fn happen(&mut self, seed: EventSeed) {
        let event = self.event(seed);
        if let Some(answer) = self.ask(&event).await {
            self.check_answer(&event, &answer).await;
            self.remember(event, answer);
        }
        let (again, before, settings) = pick(&self.usable.answers, seed.2)
            .cloned()
            .expect("there is one");
        let after = self.stage.ask(&again).await;
        // Pictures and files are not stored; they are drawn from the present data.
        let is_kept = before.message.picture.is_none()
            && before.message.attachment.is_none()
            && self.settings(&again) == settings;
        assert!(
            after == before || !is_kept,
            "told again: {:?}, before {:?}",
            after.message.text,
            before.message.text
        );
        self.complete(seed).await;
        self.stage.core.idle().await;
        assert_eq!(self.stage.overhead(), None, "nothing is answered twice");
        self.check_store();
    }

    async fn check_answer(&mut self, event: &Event, answer: &Answer) {
        let text = &answer.message.text;
        for failed in ["Something went wrong", "Not confirmed"] {
            assert!(
                !text.starts_with(failed),
                "{event:?} by {} is answered: {text}",
                event.speaker.name
            );
        }
        assert!(!text.is_empty() && !text.contains('\u{202e}'), "{text:?}");
    }

    fn remember(&mut self, event: Event, answer: Answer) {
        let posts = self.stage.scene.posts();
        let shown = posts.into_iter().rev().take(3).map(|post| post.controls);
        let controls = shown.flatten().chain(answer.message.controls.clone());
        self.usable.controls = controls.flat_map(uses).collect();
        let settings = self.settings(&event);
        self.usable.answers.push((event, answer, settings));
    }

    /// Returns the present settings of an event's speaker, such as the language of the replies.
    fn settings(&self, event: &Event) -> Settings {
        let found = read_settings(&self.stage.writer, &event.speaker.id);
        found.expect("memory can be read")
    }

    /// Types a text as a person, and checks its completions.
    async fn complete(&mut self, (who, kind, which): EventSeed) {
        let text: String = self.text(which).chars().take(kind.into()).collect();
        let name = PEOPLE[usize::from(who) % PEOPLE.len()];
        let event = self.stage.event(name, UserInput::Type(text));
        self.stage.core.hear(event.clone()).await;
        match self.stage.next_reply().await {
            (id, ChatReply::Choices(offered)) if id == event.id => {
                assert!(offered.choices.iter().chain(&offered.rest).count() <= 25);
            }
            _ => panic!("{event:?} is answered by something else than completions"),
        }
    }

    /// Checks that every record replays to its match's position and that all deliveries are made.
    fn check_store(&self) {
        assert!(
            read_outbox(&self.stage.writer)
                .expect("memory can be read")
                .is_empty()
        );
        for name in self.matches() {
            let id = name.parse().expect("matches have names");
            let (row, record) = self.stage.found(id);
            let game = record
                .replay()
                .unwrap_or_else(|error| panic!("match {id}: {error}"));
            assert_eq!(row.state.n_inputs, game.n_inputs());
            let over = matches!(game.next(), Next::Over(_));
            assert_eq!(matches!(row.stage, Progress::Over(_)), over, "match {id}");
            // Settled posts are forgotten. Only the board in use, and no other post with buttons, is remembered.
            for n in [row.state.board, row.state.offer.map(|offer| offer.row)]
                .into_iter()
                .flatten()
            {
                let sent = read::<Sent>(
                    &self.stage.writer,
                    &DeliveryId {
                        id,
                        to: Readers::Place(0),
                        n,
                    }
                    .sent_key(),
                )
                .expect("memory can be read");
                let sent = sent.unwrap_or_else(|| panic!("row {n} of match {id} was not said"));
                assert!(sent.message.is_some(), "row {n} of match {id}");
            }
        }
    }
}

/// Returns every use of a control.
fn uses(control: Component) -> Vec<UserInput> {
    match control {
        Component::Buttons(buttons) => buttons
            .into_iter()
            .map(|button| UserInput::Press(button.control.to_string()))
            .collect(),
        Component::Menu(menu) => {
            let choices = menu.choices.into_iter();
            choices
                .map(|choice| UserInput::Choose {
                    menu: menu.control.to_string(),
                    value: choice.value,
                })
                .collect()
        }
    }
}

#[test]
fn random_events_are_answered_once_and_leave_all_data_whole() {
    let runtime = tokio::runtime::Runtime::new().expect("the system has threads");
    check_property(24, vec(any::<EventSeed>(), 1..80), |seeds| {
        runtime.block_on(async {
            let mut bot = RandomEventBot::new();
            for seed in seeds {
                bot.happen(seed).await;
            }
        });
    });
}

/// Checks the starting corpus for the fuzzing of the command readers.
#[test]
fn the_corpus_of_commands_has_every_command_with_its_options_and_every_variant() {
    let files =
        fs::read_dir(testkit::path("tests/fuzz/corpus/command")).expect("there is a corpus");
    let paths = files.map(|file| file.expect("the folder can be read").path());
    let corpus: Vec<String> = paths.map(testkit::read).collect();
    let dictionary = testkit::read("tests/fuzz/words.dict");
    for spec in SPECS {
        let with_name = |text: &&String| {
            let words = split(text.trim_start_matches('/'));
            named(&words).is_some_and(|(named, _)| named == spec)
        };
        let texts: Vec<&String> = corpus.iter().filter(with_name).collect();
        assert!(
            !texts.is_empty(),
            "no file of the corpus has /{}",
            spec.name
        );
        for word in spec.name.split(' ') {
            assert!(dictionary.contains(&format!("\"{word}\"")), "{word}");
        }
        for option in spec
            .options
            .iter()
            .map(|option| format!("{}:", option.name()))
        {
            let is_used = texts.iter().any(|text| text.contains(&option));
            assert!(
                is_used,
                "no file of the corpus has /{} with {option}",
                spec.name
            );
        }
    }
    for variant in Variant::ALL {
        let is_named = corpus.iter().any(|text| text.contains(variant.name()));
        assert!(is_named, "no file of the corpus has {variant}");
        assert!(dictionary.contains(&format!("\"{variant}\"")), "{variant}");
    }
}
