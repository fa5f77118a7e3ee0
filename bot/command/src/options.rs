//! The options of a command: assignment of typed words, and conversion to a [`Command`].

use engine::Level;
use rules::{Setup, Variant};

use super::{
    Command, CommandOption, CommandWord, Eyes, Lookup, OptionKind, PlanEdit, RatedChoice,
    ServerTopic, SettingGroup, Spec, TimeControl, Topic, VacationChange, error, excerpt,
    is_disruptive, spec, unnamed,
};
use crate::MatchId;
use crate::SideChoice;
use text::{Text, Zone, arg};

/// The maximum length of the options of a variant, in bytes.
const MAX_OPTIONS: usize = 200;

/// The options of a command as given: name and value.
pub type Given = Vec<(&'static str, String)>;

/// Assigns each typed word to an option: by name if the word has one, else in order.
pub(super) fn assign(spec: &'static Spec, words: &[CommandWord]) -> Result<Given, Text> {
    let mut given = Given::new();
    for (at, word) in words.iter().enumerate() {
        give(spec, &mut given, word, &words[at + 1..])?;
    }
    Ok(given)
}

/// Assigns the words of a command that is still being typed to options, and skips words that are invalid.
pub fn given(spec: &'static Spec, words: &[CommandWord]) -> Given {
    let mut given = Given::new();
    for (at, word) in words.iter().enumerate() {
        // Sending the command reports the error.
        let _ = give(spec, &mut given, word, &words[at + 1..]);
    }
    given
}

fn give(
    spec: &'static Spec,
    given: &mut Given,
    word: &CommandWord,
    rest: &[CommandWord],
) -> Result<(), Text> {
    let (option, value) = match word.named() {
        Some((name, value)) => (named(spec, name)?, value),
        None => {
            let option = next_option(spec, given, word);
            unnamed::refuse(spec, given, option, word, rest)?;
            let surplus =
                || text::command_surplus(arg::command(spec.name), arg::word(excerpt(&word.text)));
            (option.ok_or_else(surplus)?, word.text.as_str())
        }
    };
    let value = option.kind.plain(value);
    let earlier = given.iter_mut().find(|(name, _)| *name == option.name());
    match (earlier, option.joint()) {
        (None, _) => given.push((option.name(), value)),
        (Some((_, text)), Some(joint)) => {
            text.push_str(joint);
            text.push_str(&value);
        }
        (Some(_), None) => return Err(text::command_twice(&option.keyword.local)),
    }
    Ok(())
}

/// Returns the option for a word without a name.
fn next_option(
    spec: &'static Spec,
    given: &[(&'static str, String)],
    word: &CommandWord,
) -> Option<&'static CommandOption> {
    let by_look = spec
        .options
        .iter()
        .find(|option| option.kind == OptionKind::Options && word.is_choice());
    // A person whose name is that of a side has to be typed as `@white`.
    let is_side = OptionKind::Side.word(&word.text).is_some();
    let is_mention = word.text.starts_with('@');
    let is_open = |option: &&CommandOption| {
        option.positional
            && (option.joint().is_some() || given.iter().all(|(name, _)| *name != option.name()))
            && !(is_side && matches!(option.kind, OptionKind::Person | OptionKind::Variant))
            && !(is_mention && option.kind == OptionKind::Variant)
    };
    by_look.or_else(|| spec.options.iter().find(is_open))
}

/// Returns the option with this name, in any language.
pub(super) fn named(spec: &'static Spec, name: &str) -> Result<&'static CommandOption, Text> {
    spec.option(name)
        .ok_or_else(|| error::unknown_option(spec, name))
}

impl Command {
    /// Makes a command from its options.
    pub(super) fn from_options(spec: &'static Spec, options: Given) -> Result<Command, Text> {
        let mut options = GivenOptions { spec, options };
        Ok(match spec.name {
            "challenge" => Command::Challenge {
                setup: options.setup()?.map(Box::new),
                opponent: options.take("opponent"),
                side: options.side()?,
                time: options.time()?,
                rated: options.yes_or_no("rated")?,
                is_open_elsewhere: options.yes("open")?,
                level: options.level()?,
            },
            "join" => Command::Join {
                which: options.which()?,
            },
            "move" => Command::Move {
                text: options.take("move"),
                which: options.which()?,
                confirmed: options.confirmed()?,
            },
            "plan" => Command::Plan {
                edit: PlanEdit::parse(options.take("moves").as_deref()),
                which: options.which()?,
            },
            "why" => Command::Why {
                text: options.given("move")?,
                which: options.which()?,
            },
            "hint" => Command::Hint {
                which: options.which()?,
            },
            "board" => Command::Board {
                which: options.which()?,
            },
            "view" => Command::View {
                which: options.which()?,
            },
            "resign" => Command::Resign {
                which: options.which()?,
                confirmed: options.confirmed()?,
            },
            name @ ("draw" | "takeback" | "pause") => Command::Offer {
                kind: name.parse().expect("a kind is named as its command"),
                which: options.which()?,
            },
            "rematch" => Command::Rematch {
                which: options.which()?,
            },
            "follow" => Command::Follow {
                which: options.which()?,
            },
            "block" => Command::Block {
                person: options.given("person")?,
            },
            "unblock" => Command::Unblock {
                person: options.take("person"),
            },
            "games" => Command::Games,
            "mydata" => Command::MyData,
            "link" => Command::Link {
                code: options.take("code"),
            },
            "profile" => Command::Profile {
                person: options.take("person"),
            },
            "leaderboard" => Command::Leaderboard {
                variant: options.variant()?,
            },
            "history" => Command::History {
                which: options.which()?,
                eyes: options.eyes()?,
            },
            "replay" => Command::Replay {
                which: options.which()?,
                eyes: options.eyes()?,
            },
            "review" => Command::Review {
                which: options.which()?,
            },
            "export" => Command::Export {
                which: options.which()?,
            },
            "verify" => Command::Verify {
                which: options.which()?,
            },
            "settings" => options.settings(SettingGroup::Look)?,
            "settings server" => options.server_settings()?,
            "vacation" => Command::Vacation {
                change: options.vacation()?,
            },
            "reminders" => options.settings(SettingGroup::Time)?,
            "rules" => Command::Rules(Lookup {
                variant: options.variant()?,
                topic: options.take("topic"),
                picture: options.picture()?,
                answer: options.take("move"),
                here: options.yes("here")?,
                which: options.which()?,
            }),
            "puzzle" => Command::Puzzle {
                variant: options.variant()?,
                answer: options.take("move"),
                daily: options.yes_or_no("daily")?,
            },
            "doctor" => Command::Doctor,
            _ => Command::Help {
                about: options.about()?,
            },
        })
    }
}

/// The options of a command that are not converted yet.
struct GivenOptions {
    spec: &'static Spec,
    options: Given,
}

impl GivenOptions {
    /// Takes the value of an option, with a keyword of any language replaced by its internal name.
    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.options.iter().position(|(given, _)| *given == name)?;
        let (_, text) = self.options.swap_remove(at);
        let option = self.spec.option(name);
        let word = option.and_then(|option| option.kind.word(&text));
        Some(word.map_or(text, |word| word.name.to_owned()))
    }

    fn given(&mut self, name: &'static str) -> Result<String, Text> {
        let (taken, spec) = (self.take(name), self.spec);
        taken.ok_or_else(|| {
            text::command_missing(
                arg::command(spec.name),
                arg::example(spec.example()),
                arg::option(spec.called(name)),
            )
        })
    }

    fn read<T: std::str::FromStr>(
        &self,
        name: &'static str,
        text: &str,
        expected: Text,
    ) -> Result<T, Text> {
        text.parse().map_err(|_| self.bad(name, text, expected))
    }

    fn variant(&mut self) -> Result<Option<Variant>, Text> {
        let Some(text) = self.take("variant") else {
            return Ok(None);
        };
        self.variant_named(&text).map(Some)
    }

    /// Parses the name of a variant, in any spelling.
    fn variant_named(&self, text: &str) -> Result<Variant, Text> {
        handbook::variant(text)
            .ok_or_else(|| self.bad("variant", text, expected(OptionKind::Variant)))
    }

    /// Takes a variant and its options.
    fn setup(&mut self) -> Result<Option<Setup>, Text> {
        let Some(chosen) = self.take("options") else {
            return Ok(self.variant()?.map(Setup::new));
        };
        let variant = self.given("variant")?;
        let variant = self.variant_named(&variant)?;
        if chosen.len() > MAX_OPTIONS {
            let flaw = text::flaw_options_too_long(MAX_OPTIONS);
            return Err(text::command_bad_options(flaw));
        }
        let chosen: String = chosen.chars().filter(|c| !is_disruptive(*c)).collect();
        Setup::with_options(variant, &chosen)
            .map(Some)
            .map_err(|error| error::bad_options(&error))
    }

    fn eyes(&mut self) -> Result<Option<Eyes>, Text> {
        let Some(text) = self.take("eyes") else {
            return Ok(None);
        };
        let known = Eyes::ALL.into_iter().find(|eyes| eyes.name() == text);
        known
            .map(Some)
            .ok_or_else(|| self.bad("eyes", &text, expected(OptionKind::Eyes)))
    }

    fn settings(&mut self, group: SettingGroup) -> Result<Command, Text> {
        let mut changes = Vec::new();
        for topic in group.topics() {
            let Some(text) = self.take(topic.name()) else {
                continue;
            };
            let expected = || match topic {
                Topic::Quiet => text::expected_quiet(),
                Topic::Zone => Zone::in_place_of(&text),
                _ => expected(OptionKind::Setting(*topic)),
            };
            let setting = topic.setting(&text);
            changes.push(setting.ok_or_else(|| self.bad(topic.name(), &text, expected()))?);
        }
        Ok(Command::Settings { group, changes })
    }

    fn server_settings(&mut self) -> Result<Command, Text> {
        let mut changes = Vec::new();
        for topic in ServerTopic::ALL {
            let Some(text) = self.take(topic.name()) else {
                continue;
            };
            let expected = || {
                let kind = OptionKind::Server(topic);
                topic.expected().unwrap_or_else(|| expected(kind))
            };
            let setting = topic.setting(&text);
            changes.push(setting.ok_or_else(|| self.bad(topic.name(), &text, expected()))?);
        }
        Ok(Command::ServerSettings { changes })
    }

    fn vacation(&mut self) -> Result<Option<VacationChange>, Text> {
        if let Some(text) = self.take("days") {
            let expected = text::expected_days(usize::from(VacationChange::MOST_DAYS));
            let read = VacationChange::read_days(&text);
            return read
                .ok_or_else(|| self.bad("days", &text, expected))
                .map(Some);
        }
        let Some(text) = self.take("until") else {
            return Ok(None);
        };
        let read = VacationChange::read_date(&text);
        let read = read.ok_or_else(|| self.bad("until", &text, text::expected_date()));
        read.map(Some)
    }

    fn time(&mut self) -> Result<Option<TimeControl>, Text> {
        let Some(text) = self.take("time") else {
            return Ok(None);
        };
        self.read("time", &text, text::expected_time()).map(Some)
    }

    fn yes_or_no(&mut self, name: &'static str) -> Result<Option<bool>, Text> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let bad = || self.bad(name, &text, expected(OptionKind::Rated));
        let rated = RatedChoice::written(&text).ok_or_else(bad)?;
        Ok(Some(rated.is_rated()))
    }

    fn side(&mut self) -> Result<Option<SideChoice>, Text> {
        let Some(text) = self.take("color") else {
            return Ok(None);
        };
        self.read("color", &text, text::expected_side()).map(Some)
    }

    fn level(&mut self) -> Result<Option<Level>, Text> {
        let Some(text) = self.take("level") else {
            return Ok(None);
        };
        let level = text.parse().ok().and_then(Level::new);
        let bad = || self.bad("level", &text, text::expected_level());
        level.ok_or_else(bad).map(Some)
    }

    fn which(&mut self) -> Result<Option<MatchId>, Text> {
        let Some(text) = self.take("match") else {
            return Ok(None);
        };
        self.read("match", &text, text::expected_match()).map(Some)
    }

    fn picture(&mut self) -> Result<Option<usize>, Text> {
        let Some(text) = self.take("picture") else {
            return Ok(None);
        };
        self.read("picture", &text, text::expected_number())
            .map(Some)
    }

    fn confirmed(&mut self) -> Result<bool, Text> {
        self.yes("confirm")
    }

    /// Returns whether an option is `yes`.
    fn yes(&mut self, name: &'static str) -> Result<bool, Text> {
        match self.take(name) {
            None => Ok(false),
            Some(text) if text == "yes" => Ok(true),
            Some(text) => Err(self.bad(name, &text, expected(OptionKind::Yes))),
        }
    }

    fn about(&mut self) -> Result<Option<&'static Spec>, Text> {
        let Some(text) = self.take("command") else {
            return Ok(None);
        };
        let name = text.trim_start_matches('/');
        spec(name)
            .map(Some)
            .ok_or_else(|| error::unknown_command(name))
    }

    fn bad(&self, option: &'static str, text: &str, expected: Text) -> Text {
        error::bad_value(self.spec, option, text, expected)
    }
}

/// Lists all possible values.
fn expected(kind: OptionKind) -> Text {
    let words = kind.words().unwrap_or_default();
    Text::joined(words.into_iter().map(|word| word.local), ", ")
}
