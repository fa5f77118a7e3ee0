//! What a half-typed command may become.

use rules::Variant;

use super::{Effects, Reply, context::Asker, state::List, stop::Stop};
use crate::{
    command::{
        CommandOption, CommandWord, Given, MAX_LENGTH, OptionKind, SPECS, Spec, being_typed, given,
        last_word, spec, split,
    },
    handbook::{self, Handbook, SearchResult, Section, Spot},
    ports::{Choice, LONGEST_LABEL, MatchId, SlashCommand},
    words::{self as room, Language, Text},
};

/// The most completions that a platform shows.
const MOST: usize = 25;

/// The most people among them, so that other ways to go on are seen too.
const MOST_PEOPLE: usize = 15;

/// The longest word that is offered, in characters, for platforms take no longer values. A part of one would stand for
/// something else.
const LONGEST_WORD: usize = 100;

/// A completion of the word that is being typed.
struct Candidate {
    label: String,
    word: String,
}

impl Candidate {
    fn new(word: impl Into<String>, what: &str) -> Candidate {
        let word = word.into();
        Candidate {
            label: if what.is_empty() {
                word.clone()
            } else {
                format!("{word} — {what}")
            },
            word,
        }
    }
}

impl Asker<'_> {
    /// Completions of `text`, best first; `people` are those whose names fit what is typed.
    pub(super) fn complete(&self, text: &str, people: &[String]) -> Result<Effects, Stop> {
        if text.len() > MAX_LENGTH {
            return Ok(Effects::of(Reply::Completions(Vec::new())));
        }
        let (before, word) = last_word(text);
        let given = split(before);
        let candidates = match given.split_first() {
            None => SPECS.iter().map(command).collect(),
            Some((name, given)) => match spec(name.text.trim_start_matches('/')) {
                None => Vec::new(),
                Some(spec) => self.option_candidates(spec, given, word, people)?,
            },
        };
        let slash = if given.is_empty() { "/" } else { "" };
        let typed = if word.starts_with('/') {
            word.to_owned()
        } else {
            format!("{slash}{word}")
        };
        let choices = fitting(candidates, typed.trim_start_matches('"'))
            .map(|candidate| Choice::new(&candidate.label, format!("{before}{}", candidate.word)));
        Ok(Effects::of(Reply::Completions(choices.collect())))
    }

    /// Values for the option of a command that is being typed, best first. Platforms that tell options apart offer people
    /// themselves.
    pub(super) fn complete_option(&self, command: &SlashCommand) -> Result<Effects, Stop> {
        let candidates = match being_typed(command) {
            Some((option, typed, given)) if typed.len() <= MAX_LENGTH => {
                let candidates = match option.kind {
                    OptionKind::Options => choices_after(&given, typed),
                    _ => self.values(option, &given, &[])?,
                };
                fitting(candidates, typed).collect()
            }
            _ => Vec::new(),
        };
        let choices = candidates
            .into_iter()
            .map(|candidate| Choice::new(&candidate.label, candidate.word));
        Ok(Effects::of(Reply::Completions(choices.collect())))
    }

    fn option_candidates(
        &self,
        spec: &'static Spec,
        words: &[CommandWord],
        word: &str,
        people: &[String],
    ) -> Result<Vec<Candidate>, Stop> {
        let given = given(spec, words);
        if let Some((name, typed)) = word.split_once(':')
            && let Some(option) = spec.option(name)
        {
            let values = match option.kind {
                OptionKind::Options => choices_in_one_word(&given, typed),
                _ => self.values(option, &given, people)?,
            };
            return Ok(values
                .into_iter()
                .map(|value| Candidate {
                    word: format!("{}:{}", option.name, value.word),
                    label: value.label,
                })
                .collect());
        }
        let is_open = |option: &&CommandOption| value_of(&given, option.name).is_none();
        let open = || spec.options.iter().filter(is_open);
        let next = open().find(|option| option.positional);
        let mut candidates = match next {
            Some(option) => self.values(option, &given, people)?,
            None => Vec::new(),
        };
        let takes_choices = |option: &CommandOption| {
            option.kind == OptionKind::Options && chosen_variant(&given).is_some()
        };
        let by_name = open()
            .filter(|option| !option.required && Some(*option) != next && !takes_choices(option));
        candidates.extend(
            by_name.map(|option| Candidate::new(format!("{}:", option.name), option.summary)),
        );
        if spec.options.iter().any(takes_choices) {
            candidates.extend(choices(&given, ""));
        }
        Ok(candidates)
    }

    fn values(
        &self,
        option: &CommandOption,
        given: &Given,
        people: &[String],
    ) -> Result<Vec<Candidate>, Stop> {
        Ok(match option.kind {
            OptionKind::Options => choices(given, ""),
            OptionKind::Setting(topic) => topic
                .settings()
                .into_iter()
                .map(|setting| Candidate::new(setting.name(), &english(setting.help())))
                .collect(),
            OptionKind::Person => {
                let others = people
                    .iter()
                    .filter(|name| **name != self.request.speaker.name);
                others.take(MOST_PEOPLE).map(|name| person(name)).collect()
            }
            OptionKind::Command => SPECS
                .iter()
                .map(|spec| Candidate::new(spec.name, spec.summary))
                .collect(),
            OptionKind::Match => self.match_candidates()?,
            OptionKind::Move => {
                let which = value_of(given, "match").and_then(|text| text.parse().ok());
                self.move_candidates(which)?
            }
            OptionKind::Topic => topics(given),
            OptionKind::Picture => pictures(given),
            OptionKind::Answer => answers(given),
            OptionKind::Variant | OptionKind::Side | OptionKind::Yes | OptionKind::Eyes => {
                let words = option.kind.words().unwrap_or_default();
                words
                    .into_iter()
                    .map(|word| Candidate::new(word, ""))
                    .collect()
            }
        })
    }

    fn match_candidates(&self) -> Result<Vec<Candidate>, Stop> {
        let mut candidates = Vec::new();
        let mine = List::Mine(self.request.speaker.id.clone());
        for live in self.state().listed(mine)?.matches {
            let row = &live.row;
            let id = row.id;
            let names = row.names();
            let what = match row.seats() {
                Some(_) => format!("{} – {}", names.white, names.black),
                None => format!("challenge by {}", row.challenger.name),
            };
            candidates.push(Candidate::new(id.to_string(), &what));
        }
        Ok(candidates)
    }

    /// The legal moves of the speaker, if it is their turn in the match that is meant.
    fn move_candidates(&self, which: Option<MatchId>) -> Result<Vec<Candidate>, Stop> {
        let id = match self.find_mine(which, true) {
            Ok(id) => id,
            Err(Stop::Refused(_)) => return Ok(Vec::new()),
            Err(missing) => return Err(missing),
        };
        let live = match self.live(id) {
            Ok(live) if self.is_to_decide(live) => live,
            Ok(_) | Err(Stop::Refused(_)) => return Ok(Vec::new()),
            Err(missing) => return Err(missing),
        };
        let mut actions = Vec::new();
        live.game.actions(&mut actions);
        #[cfg(feature = "leak")]
        crate::leak::keep_sound(&mut actions, &live.game);
        Ok(actions
            .iter()
            .map(|action| Candidate::new(action.to_string(), &live.game.caption(*action)))
            .collect())
    }
}

fn value_of<'a>(given: &'a Given, name: &str) -> Option<&'a str> {
    let (_, value) = given.iter().find(|(option, _)| *option == name)?;
    Some(value)
}

/// The variant that the words already typed name.
fn chosen_variant(given: &Given) -> Option<Variant> {
    handbook::variant(value_of(given, "variant")?)
}

/// What the handbook tells of the variant that the words already typed name.
fn topics(given: &Given) -> Vec<Candidate> {
    let Some(variant) = chosen_variant(given) else {
        return Vec::new();
    };
    let entries = Handbook::of(variant).entries();
    let candidate = |section: &&Section| {
        let names = section.names.join(", ").replace('-', " ");
        let names = if names.is_empty() {
            names
        } else {
            format!(" ({names})")
        };
        Candidate::new(&*section.id, &format!("{}{names}", section.title))
    };
    entries.iter().map(candidate).collect()
}

/// The part of the handbook that the words already typed name.
fn chosen_spot(given: &Given) -> Option<Spot> {
    let variant = chosen_variant(given)?;
    let Some(topic) = value_of(given, "topic") else {
        return Some(Spot::overview(variant));
    };
    match Handbook::of(variant).find(topic) {
        SearchResult::Here(spot) => Some(spot),
        SearchResult::Nearest(_) => None,
    }
}

/// The pictures of that part, by their numbers.
fn pictures(given: &Given) -> Vec<Candidate> {
    let Some(spot) = chosen_spot(given) else {
        return Vec::new();
    };
    let n_pictures = Handbook::of(spot.variant).pictures(spot.section).len();
    (1..=n_pictures)
        .map(|number| Candidate::new(number.to_string(), ""))
        .collect()
}

/// The moves that may answer its task, without what they do.
fn answers(given: &Given) -> Vec<Candidate> {
    let Some(task) = chosen_spot(given).and_then(|spot| spot.section().tasks.first()) else {
        return Vec::new();
    };
    let moves = task.moves().into_iter();
    moves
        .map(|action| Candidate::new(action.to_string(), ""))
        .collect()
}

/// What can still be chosen about the variant, after what was given and `more`.
fn choices(given: &Given, more: &str) -> Vec<Candidate> {
    let Some(variant) = chosen_variant(given) else {
        return Vec::new();
    };
    let chosen = value_of(given, "options").unwrap_or_default();
    let is_chosen = |name: &str| {
        let mut words = chosen.split_whitespace().chain(more.split_whitespace());
        words.any(|word| {
            word.split_once('=')
                .is_some_and(|(chosen, _)| chosen.eq_ignore_ascii_case(name))
        })
    };
    let open = variant
        .options()
        .iter()
        .filter(|option| !is_chosen(option.name));
    let candidates = open.flat_map(|option| {
        option.values.iter().map(|value| {
            let word = format!("{}={}", option.name, value.name);
            let is_default = value == option.default();
            let default = if is_default { " (default)" } else { "" };
            let (what, meaning) = (
                english(room::option(variant, option)),
                english(room::value(variant, option, value)),
            );
            let mut label = format!("{word}{default} — {what}: {meaning}");
            if label.chars().count() > LONGEST_LABEL {
                label = format!("{word}{default} — {meaning}");
            }
            Candidate { label, word }
        })
    });
    candidates.collect()
}

/// The same inside one word, which stands in quotes when it holds more than one choice.
fn choices_in_one_word(given: &Given, typed: &str) -> Vec<Candidate> {
    let inside = typed.trim_start_matches('"');
    let mut candidates = choices_after(given, inside);
    if inside.len() < typed.len() || inside.contains(char::is_whitespace) {
        for candidate in &mut candidates {
            candidate.word = format!("\"{}\"", candidate.word);
        }
    }
    candidates
}

/// The same after what is typed already, of which the last word is not finished.
fn choices_after(given: &Given, typed: &str) -> Vec<Candidate> {
    let (before, _) = last_word(typed);
    let mut candidates = choices(given, before);
    for candidate in &mut candidates {
        candidate.word.insert_str(0, before);
    }
    candidates
}

/// The candidates that fit what is typed, best first.
fn fitting(candidates: Vec<Candidate>, typed: &str) -> impl Iterator<Item = Candidate> {
    let typed = typed.to_lowercase();
    let mut fitting: Vec<_> = candidates
        .into_iter()
        .filter(|candidate| candidate.word.chars().count() <= LONGEST_WORD)
        .filter_map(|candidate| Some((fit(&candidate, &typed)?, candidate)))
        .collect();
    fitting.sort_by_key(|(fit, _)| *fit);
    fitting
        .into_iter()
        .take(MOST)
        .map(|(_, candidate)| candidate)
}

/// A command, ready for its options to be typed.
fn command(spec: &Spec) -> Candidate {
    let gap = if spec.options.is_empty() { "" } else { " " };
    Candidate {
        label: format!("/{} — {}", spec.name, spec.summary),
        word: format!("/{}{gap}", spec.name),
    }
}

fn person(name: &str) -> Candidate {
    let word = if name.contains(char::is_whitespace) {
        format!("\"@{name}\"")
    } else {
        format!("@{name}")
    };
    Candidate {
        label: format!("@{name}"),
        word,
    }
}

/// How well a candidate fits what is typed, in lower case: 0 is best, nothing is not at all.
fn fit(candidate: &Candidate, typed: &str) -> Option<u8> {
    let starts = |text: &str| text.to_lowercase().starts_with(typed);
    if starts(candidate.word.trim_start_matches('"')) {
        return Some(0);
    }
    let words = candidate.label.split_whitespace();
    let mut parts = words.map(|word| word.trim_start_matches('@'));
    parts.any(starts).then_some(1)
}

/// Completions have no language of their own yet.
fn english(text: Text) -> String {
    Language::ENGLISH.say(&text)
}
