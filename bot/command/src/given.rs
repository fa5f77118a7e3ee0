//! The options of a command as given: assignment of typed words, and conversion of the values.

use rules::{Setup, Variant};

use super::{
    CommandOption, CommandWord, Keyword, MatchId, OptionKind, Spec, error, excerpt, is_disruptive,
    keyword::{MATCH, OPTIONS, VARIANT},
    spec, unnamed,
};
use text::{Text, arg};

/// The maximum length of the options of a variant, in bytes.
const MAX_OPTIONS: usize = 200;

/// The options of a command as given, with their values.
pub struct Given {
    /// The command.
    pub(super) spec: &'static Spec,
    values: Vec<(&'static CommandOption, String)>,
}

impl Given {
    /// Makes a command without options.
    pub(super) const fn nothing(spec: &'static Spec) -> Given {
        Given {
            spec,
            values: Vec::new(),
        }
    }

    /// Assigns each typed word to an option: by name if the word has one, else in order.
    pub(super) fn of_words(spec: &'static Spec, words: &[CommandWord]) -> Result<Given, Text> {
        let mut given = Given::nothing(spec);
        for (at, word) in words.iter().enumerate() {
            given.add_word(word, &words[at + 1..])?;
        }
        Ok(given)
    }

    /// Assigns the words of a command that is still being typed to options, and skips words that are invalid.
    pub fn of_some_words(spec: &'static Spec, words: &[CommandWord]) -> Given {
        let mut given = Given::nothing(spec);
        for (at, word) in words.iter().enumerate() {
            // Sending the command reports the error.
            let _ = given.add_word(word, &words[at + 1..]);
        }
        given
    }

    /// Returns whether an option has no value yet.
    pub fn lacks(&self, option: &CommandOption) -> bool {
        self.find(option.name()).is_none()
    }

    /// Returns the options that have no value yet.
    pub fn open(&self) -> impl Iterator<Item = &'static CommandOption> {
        let options = self.spec.options.iter();
        options.filter(|option| self.lacks(option))
    }

    /// Returns the value of the option of this kind, as typed.
    pub fn of_kind(&self, kind: OptionKind) -> Option<&str> {
        let mut values = self.values.iter();
        let (_, value) = values.find(|(option, _)| option.kind == kind)?;
        Some(value)
    }

    /// Returns the option with this name and its value, as typed.
    pub(super) fn find(&self, name: &str) -> Option<(&'static CommandOption, &str)> {
        debug_assert!(
            self.spec.options.iter().any(|option| option.name() == name),
            "/{} has no option {name}",
            self.spec.name
        );
        let mut values = self.values.iter();
        let (option, value) = values.find(|(option, _)| option.name() == name)?;
        Some((option, value))
    }

    /// Returns the variant, if the command names one.
    pub fn variant(&self) -> Option<Variant> {
        handbook::variant(self.of_kind(OptionKind::Variant)?)
    }

    /// Adds the value of an option that has none yet.
    pub(super) fn add(&mut self, option: &'static CommandOption, value: &str) {
        self.values.push((option, option.kind.plain(value)));
    }

    fn add_word(&mut self, word: &CommandWord, rest: &[CommandWord]) -> Result<(), Text> {
        let (option, value) = match word.named() {
            Some((name, value)) => (option_named(self.spec, name)?, value),
            None => {
                let option = self.next_option(word);
                unnamed::refuse(self, option, word, rest)?;
                let surplus = || {
                    let word = arg::word(excerpt(&word.text));
                    text::command_surplus(arg::command(self.spec.name), word)
                };
                (option.ok_or_else(surplus)?, word.text.as_str())
            }
        };
        let mut values = self.values.iter_mut();
        let earlier = values.find(|(earlier, _)| earlier.name() == option.name());
        match (earlier, option.kind.joint()) {
            (None, _) => self.add(option, value),
            (Some((_, text)), Some(joint)) => {
                text.push_str(joint);
                text.push_str(&option.kind.plain(value));
            }
            (Some(_), None) => return Err(text::command_twice(&option.keyword.local)),
        }
        Ok(())
    }

    /// Returns the option for a word without a name.
    fn next_option(&self, word: &CommandWord) -> Option<&'static CommandOption> {
        let mut options = self.spec.options.iter();
        let by_look = options
            .clone()
            .find(|option| option.kind == OptionKind::Options && word.is_choice());
        // If a person has the name of a side, people must type it as `@white`.
        let is_side = OptionKind::Side.word(&word.text).is_some();
        let is_mention = word.text.starts_with('@');
        let is_open = |option: &&CommandOption| {
            option.positional
                && (option.kind.joint().is_some() || self.lacks(option))
                && !(is_side && (option.kind.is_person() || option.kind == OptionKind::Variant))
                && !(is_mention && option.kind == OptionKind::Variant)
        };
        by_look.or_else(|| options.find(is_open))
    }
}

/// Returns the option with this name, in any language.
pub(super) fn option_named(
    spec: &'static Spec,
    name: &str,
) -> Result<&'static CommandOption, Text> {
    spec.option(name)
        .ok_or_else(|| error::unknown_option(spec, name))
}

/// Conversion of the values, for the table of commands.
impl Given {
    /// Returns the text of an option, if it is given.
    pub(super) fn text(&self, option: &Keyword) -> Option<String> {
        self.find(option.name).map(|(_, text)| text.to_owned())
    }

    /// Reads the value of an option, if it is given.
    pub(super) fn read<T>(
        &self,
        option: &Keyword,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Text> {
        let Some((option, text)) = self.find(option.name) else {
            return Ok(None);
        };
        // A keyword of any language is replaced by its internal name.
        let word = option.kind.word(text);
        let text = word.map_or(text, |word| word.name);
        let read = read(text).ok_or_else(|| error::bad_value(option, text));
        read.map(Some)
    }

    /// Returns the value of a required option.
    pub(super) fn needed<T>(&self, option: &Keyword, value: Option<T>) -> Result<T, Text> {
        value.ok_or_else(|| {
            text::command_missing(
                arg::command(self.spec.name),
                arg::example(self.spec.example()),
                arg::option(&option.local),
            )
        })
    }

    /// Returns whether an option is `yes`.
    pub(super) fn yes(&self, option: &Keyword) -> Result<bool, Text> {
        let yes = self.read(option, |text| (text == "yes").then_some(()))?;
        Ok(yes.is_some())
    }

    /// Reads the id of a match.
    pub(super) fn match_id(&self) -> Result<Option<MatchId>, Text> {
        self.read(&MATCH, |text| text.parse().ok())
    }

    /// Reads a variant and its options.
    pub(super) fn setup(&self) -> Result<Option<Setup>, Text> {
        let variant = || self.read(&VARIANT, handbook::variant);
        let Some(chosen) = self.text(&OPTIONS) else {
            return Ok(variant()?.map(Setup::new));
        };
        let variant = self.needed(&VARIANT, variant()?)?;
        if chosen.len() > MAX_OPTIONS {
            let flaw = text::flaw_options_too_long(MAX_OPTIONS);
            return Err(text::command_bad_options(flaw));
        }
        let chosen: String = chosen.chars().filter(|c| !is_disruptive(*c)).collect();
        Setup::with_options(variant, &chosen)
            .map(Some)
            .map_err(|error| error::bad_options(&error))
    }

    /// Reads the values of all options for settings, in the order of the table.
    pub(super) fn settings<T>(
        &self,
        read: fn(OptionKind, &str) -> Option<T>,
    ) -> Result<Vec<T>, Text> {
        let options = self.spec.options.iter();
        let settings =
            options.map(|option| self.read(&option.keyword, |text| read(option.kind, text)));
        settings.filter_map(Result::transpose).collect()
    }

    /// Reads the name of a command.
    pub(super) fn command(&self, option: &Keyword) -> Result<Option<&'static Spec>, Text> {
        let Some(text) = self.text(option) else {
            return Ok(None);
        };
        let name = text.trim_start_matches('/');
        let found = spec(name).ok_or_else(|| error::unknown_command(name));
        found.map(Some)
    }
}
