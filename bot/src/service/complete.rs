//! What a half-typed command may become.

use rules::{Next, Variant};

use super::{Desk, Effects, Reply, Stop, rows};
use crate::{
    command::{
        MAX_LENGTH, OptionKind, OptionSpec, PLAYED, SPECS, Spec, Word, last_word, spec, split,
    },
    ports::{Choice, MatchId},
};

/// The most completions that a platform shows.
const MOST: usize = 25;

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

impl Desk<'_> {
    /// Completions of `text`, best first; `people` are those whose names fit what is typed.
    pub(super) fn complete(&mut self, text: &str, people: &[String]) -> Result<Effects, Stop> {
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
        let typed = typed.trim_start_matches('"').to_lowercase();
        let mut fitting: Vec<_> = candidates
            .into_iter()
            .filter_map(|candidate| Some((fit(&candidate, &typed)?, candidate)))
            .collect();
        fitting.sort_by_key(|(fit, _)| *fit);
        let choices = fitting.into_iter().take(MOST).map(|(_, candidate)| Choice {
            label: candidate.label,
            value: format!("{before}{}", candidate.word),
        });
        Ok(Effects::of(Reply::Completions(choices.collect())))
    }

    fn option_candidates(
        &mut self,
        spec: &'static Spec,
        given: &[Word],
        word: &str,
        people: &[String],
    ) -> Result<Vec<Candidate>, Stop> {
        let is_given = |option: &&OptionSpec| given_value(spec, option, given).is_some();
        let named = word.split_once(':').and_then(|(name, _)| spec.option(name));
        if let Some(option) = named {
            let values = self.values(spec, option, given, people)?;
            return Ok(values
                .into_iter()
                .map(|value| Candidate {
                    word: format!("{}:{}", option.name, value.word),
                    label: value.label,
                })
                .collect());
        }
        let open = || spec.options.iter().filter(|option| !is_given(option));
        let next = open().find(|option| option.positional);
        let mut candidates = match next {
            Some(option) => self.values(spec, option, given, people)?,
            None => Vec::new(),
        };
        let by_name = open().filter(|option| !option.required && Some(*option) != next);
        candidates.extend(
            by_name.map(|option| Candidate::new(format!("{}:", option.name), option.summary)),
        );
        Ok(candidates)
    }

    fn values(
        &mut self,
        spec: &'static Spec,
        option: &OptionSpec,
        given: &[Word],
        people: &[String],
    ) -> Result<Vec<Candidate>, Stop> {
        let plain = |words: &[&str]| words.iter().map(|word| Candidate::new(*word, "")).collect();
        Ok(match option.kind {
            OptionKind::Variant => plain(&PLAYED.map(Variant::name)),
            OptionKind::Side => plain(&["random", "white", "black"]),
            OptionKind::Yes => plain(&["yes"]),
            OptionKind::Person => {
                let others = people
                    .iter()
                    .filter(|name| **name != self.request.speaker.name);
                others.map(|name| person(name)).collect()
            }
            OptionKind::Command => SPECS
                .iter()
                .map(|spec| Candidate::new(spec.name, spec.summary))
                .collect(),
            OptionKind::Match => self.match_candidates()?,
            OptionKind::Move => {
                let which = spec
                    .option("match")
                    .and_then(|option| given_value(spec, option, given));
                self.move_candidates(which.and_then(|text| text.parse().ok()))?
            }
        })
    }

    fn match_candidates(&mut self) -> Result<Vec<Candidate>, Stop> {
        let mut candidates = Vec::new();
        for id in self.ids_under(&rows::mine_prefix(&self.request.speaker.id))? {
            let row = &self.live(id)?.row;
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
    fn move_candidates(&mut self, which: Option<MatchId>) -> Result<Vec<Candidate>, Stop> {
        let id = match self.find_mine(which, true) {
            Ok(id) => id,
            Err(Stop::Refused(_)) => return Ok(Vec::new()),
            Err(failed) => return Err(failed),
        };
        let request = self.request;
        let live = match self.live(id) {
            Ok(live) => live,
            Err(Stop::Refused(_)) => return Ok(Vec::new()),
            Err(failed) => return Err(failed),
        };
        let seat = live.row.seat_of(&request.speaker.id);
        if !matches!(live.game.next(), Next::Decision(color) if seat == Some(color)) {
            return Ok(Vec::new());
        }
        let mut actions = Vec::new();
        live.game.actions(&mut actions);
        Ok(actions
            .iter()
            .map(|action| Candidate::new(action.to_string(), &live.game.caption(*action)))
            .collect())
    }
}

/// The value that the words already typed give to an option.
fn given_value<'a>(spec: &'static Spec, option: &OptionSpec, given: &'a [Word]) -> Option<&'a str> {
    let by_name = given.iter().find_map(|word| {
        word.named()
            .filter(|(name, _)| option.name.eq_ignore_ascii_case(name))
    });
    if let Some((_, value)) = by_name {
        return Some(value);
    }
    let in_order = given
        .iter()
        .filter(|word| word.named().is_none())
        .map(|word| word.text.as_str());
    let named = |option: &&OptionSpec| {
        given
            .iter()
            .filter_map(Word::named)
            .any(|(name, _)| option.name.eq_ignore_ascii_case(name))
    };
    let positional = spec
        .options
        .iter()
        .filter(|option| option.positional && !named(option));
    positional
        .zip(in_order)
        .find(|(positional, _)| *positional == option)
        .map(|(_, value)| value)
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
