//! Completions of a half-typed command.

mod candidate;
mod matches;
mod moves;
mod recent;
mod rulebook;
#[cfg(test)]
mod tests;

use rules::{Next, OptionSpec, OptionValue, SeatView, Variant};

use self::{
    candidate::{Candidate, fitting},
    moves::MoveOffer,
};
use crate::{
    Outcome, Reply,
    decision::{context::Asker, interrupt::Interrupt},
    play::moves::read_move,
};
use api::{Choice, Completions, LONGEST_LABEL, MatchId};
use command::{
    CommandOption, CommandWord, Given, MAX_LENGTH, NOTHING_TYPED, OptionKind, SPECS, SlashCommand,
    Spec, TimeControl, Topic, being_typed, last_word, named, nearest_command, split, straight,
};
use text::{self as room, Arg, Language, PROGRAM, Text, Zone, arg, fold};

/// The maximum number of people among the completions, so that other completions stay visible.
const MOST_PEOPLE: usize = 15;

impl Asker<'_> {
    /// Returns completions of `text`, best first.
    pub(crate) fn complete(&self, text: &str) -> Result<Outcome, Interrupt> {
        self.completer(&self.request.people).complete(text)
    }

    /// Returns values for the option of a command that is being typed, best first. Platforms with typed options offer people
    /// themselves.
    pub(crate) fn complete_option(&self, command: &SlashCommand) -> Result<Outcome, Interrupt> {
        self.completer(&[]).complete_option(command)
    }

    fn completer<'a>(&'a self, people: &'a [String]) -> Completer<'a> {
        Completer {
            asker: self,
            people,
            language: self.request.language,
        }
    }
}

/// Finds completions for a typed text.
struct Completer<'a> {
    asker: &'a Asker<'a>,
    /// The people with names that match the text.
    people: &'a [String],
    /// The language of the speaker.
    language: Language,
}

impl Completer<'_> {
    fn complete(&self, text: &str) -> Result<Outcome, Interrupt> {
        if text.len() > MAX_LENGTH {
            return Ok(Outcome::from(Reply::Completions(Completions::default())));
        }
        let text = straight(text);
        let (before, word) = last_word(&text);
        let given = split(before.trim_start().trim_start_matches('/'));
        let (named_option, candidates) = match named(&given) {
            None if given.is_empty() => ("", self.commands(word)),
            None => ("", Vec::new()),
            Some((spec, after)) => {
                let (named_option, mut candidates) = self.option_candidates(spec, after, word)?;
                if given.len() == 1 && named_option.is_empty() {
                    candidates.extend(self.siblings(spec));
                }
                (named_option, candidates)
            }
        };
        let typed = &word[named_option.len()..];
        let before = format!("{before}{named_option}");
        Ok(self.offer(&before, candidates, typed))
    }

    fn complete_option(&self, command: &SlashCommand) -> Result<Outcome, Interrupt> {
        let (candidates, typed) = match being_typed(command) {
            Some((option, typed, given)) if typed.len() <= MAX_LENGTH => {
                let typed = typed.trim_end_matches(NOTHING_TYPED);
                let candidates = match option.kind {
                    OptionKind::Options => self.choices_after(&given, typed)?,
                    _ => self.values(option, &given, typed)?,
                };
                (candidates, typed)
            }
            _ => (Vec::new(), ""),
        };
        Ok(self.offer("", candidates, typed))
    }

    /// Returns the candidates that match the text after `before`, and the number of those left out.
    fn offer(&self, before: &str, candidates: Vec<Candidate>, typed: &str) -> Outcome {
        let (shown, n_more) = fitting(candidates, typed.trim_start_matches('"'));
        let choice = |candidate: Candidate| {
            Choice::new(&candidate.label, format!("{before}{}", candidate.word))
        };
        let rest = (n_more > 0).then(|| {
            let typed = format!("{before}{typed}");
            let value = if typed.is_empty() {
                NOTHING_TYPED
            } else {
                &typed
            };
            Choice::new(&self.localize(&room::completion_more(n_more)), value)
        });
        Outcome::from(Reply::Completions(Completions {
            choices: shown.into_iter().map(choice).collect(),
            rest,
        }))
    }

    /// Returns the commands, or the nearest command if none begins with the text.
    fn commands(&self, typed: &str) -> Vec<Candidate> {
        let typed = typed.trim_start_matches('/');
        let begins = |spec: &&Spec| spec.name.starts_with(&fold(typed));
        if SPECS.iter().any(|spec| begins(&spec)) {
            return SPECS.iter().map(|spec| self.command(spec)).collect();
        }
        let meant = nearest_command(typed);
        let candidate = meant.map(|spec| Candidate {
            names: vec![format!("/{typed}")],
            ..self.command(spec)
        });
        candidate.into_iter().collect()
    }

    /// Returns the name of the option before the word being typed, with its colon, and the candidates for the word.
    fn option_candidates<'w>(
        &self,
        spec: &'static Spec,
        words: &[CommandWord],
        word: &'w str,
    ) -> Result<(&'w str, Vec<Candidate>), Interrupt> {
        let given = Given::of_some_words(spec, words);
        if let Some((name, typed)) = word.split_once(':')
            && let Some(option) = spec.option(name)
        {
            let values = match option.kind {
                OptionKind::Options => self.choices_in_one_word(&given, typed)?,
                _ => self.values(option, &given, typed)?,
            };
            return Ok((&word[..=name.len()], values));
        }
        let next = given.open().find(|option| option.positional);
        let mut candidates = match next {
            Some(option) => self.values(option, &given, word)?,
            None => Vec::new(),
        };
        let is_variant_known = given.variant().is_some();
        let by_name = given.open().filter(|option| {
            let is_offered_below = option.kind == OptionKind::Options && is_variant_known;
            let is_here = option.is_for(self.asker.is_one_room());
            is_here && !option.required && Some(*option) != next && !is_offered_below
        });
        candidates.extend(by_name.map(|option| {
            let name = self.localize(&option.keyword.local);
            self.candidate(format!("{name}:"), &option.summary)
        }));
        if is_variant_known && spec.takes_choices() {
            candidates.extend(self.choices(&given, "")?);
        }
        Ok(("", candidates))
    }

    /// Returns the values of an option: those that depend on the speaker and their matches, else the usual ones.
    fn values(
        &self,
        option: &CommandOption,
        given: &Given,
        typed: &str,
    ) -> Result<Vec<Candidate>, Interrupt> {
        let candidates = match option.kind {
            OptionKind::Options => self.choices(given, "")?,
            OptionKind::Setting(Topic::Zone) => Zone::all().map(zone).collect(),
            OptionKind::Person | OptionKind::Opponent => self.people(option.kind)?,
            OptionKind::Match
            | OptionKind::AnyMatch
            | OptionKind::MatchOver
            | OptionKind::MatchOfOthers
            | OptionKind::Challenge => self.matches(option.kind)?,
            OptionKind::Move => {
                let match_id = given
                    .of_kind(OptionKind::Match)
                    .and_then(|text| text.parse().ok());
                self.move_candidates(match_id, typed)?
            }
            OptionKind::Topic => self.topics(given),
            OptionKind::Picture => Completer::pictures(given),
            OptionKind::Answer => Completer::answers(given),
            kind => {
                // Elsewhere there is no board with clocks.
                let has_clocks = kind == OptionKind::Time && self.asker.is_at_page();
                let real_time = TimeControl::USUAL_REAL_TIME.into_iter();
                let real_time = real_time.filter(|_| has_clocks);
                let real_time =
                    real_time.map(|time| (Text::verbatim(time.to_string()), Some(time.words())));
                let usual = kind.usual().into_iter().chain(real_time);
                let candidates = usual.map(|(word, meaning)| {
                    let word = self.localize(&word);
                    match meaning {
                        Some(meaning) => self.candidate(word, meaning),
                        None => Candidate::bare(word),
                    }
                });
                candidates.collect()
            }
        };
        self.recent_first(option.kind, candidates)
    }

    /// Returns other people, and the program where it can be challenged.
    fn people(&self, kind: OptionKind) -> Result<Vec<Candidate>, Interrupt> {
        let speaker = &self.asker.request.speaker.name;
        let others = self.people.iter().filter(|name| *name != speaker);
        let others = others.map(|name| person(name)).collect();
        let mut people = self.recent_first(kind, others)?;
        people.truncate(MOST_PEOPLE);
        people.extend((kind == OptionKind::Opponent).then(|| person(PROGRAM)));
        Ok(people)
    }

    /// Returns the legal moves of the speaker, if it is their turn in the intended match.
    fn move_candidates(
        &self,
        match_id: Option<MatchId>,
        typed: &str,
    ) -> Result<Vec<Candidate>, Interrupt> {
        let id = match self.asker.find_mine(match_id, true) {
            Ok(id) => id,
            Err(Interrupt::Refused(_)) => return Ok(Vec::new()),
            Err(missing) => return Err(missing),
        };
        let live = match self.asker.live(id) {
            Ok(live) if self.asker.is_to_decide(live) => live,
            Ok(_) | Err(Interrupt::Refused(_)) => return Ok(Vec::new()),
            Err(missing) => return Err(missing),
        };
        let Next::Decision(seat) = live.game.next() else {
            return Ok(Vec::new());
        };
        let actions = live.game.legal_list();
        #[cfg(feature = "leak")]
        let actions = crate::match_store::leak::sound(actions, &live.game);
        let view = live.game.seat_view(seat);
        let offer = |action| MoveOffer::new(&view, action, live.game.caption(action));
        let offers = moves::ranked(actions.into_iter().map(offer).collect());
        let candidate = |offer: &MoveOffer| self.move_candidate(&view, offer);
        let mut candidates: Vec<_> = offers.iter().map(candidate).collect();
        let typed = typed.trim_matches('"');
        if !candidates.iter().any(|candidate| candidate.fits(typed)) {
            // The text can be another accepted form of the move, such as a longer one.
            let meant = read_move(&live.game, typed).ok();
            let at = offers.iter().position(|offer| Some(offer.action) == meant);
            if let Some(candidate) = at.and_then(|at| candidates.get_mut(at)) {
                candidate.names.push(typed.to_owned());
            }
        }
        Ok(candidates)
    }

    fn move_candidate(&self, view: &SeatView, offer: &MoveOffer) -> Candidate {
        let english = offer.names();
        // A reader with local letters on boards can type those too.
        let local = english.iter().map(|name| self.language.moves(name));
        let mut names: Vec<String> = local.filter(|name| !english.contains(name)).collect();
        names.extend(english.iter().cloned());
        Candidate {
            names,
            place: offer.place(),
            ..self.candidate(offer.action.to_string(), offer.label(view))
        }
    }

    /// Returns the remaining choices about the variant, after those in `given` and `more`.
    fn choices(&self, given: &Given, more: &str) -> Result<Vec<Candidate>, Interrupt> {
        let Some(variant) = given.variant() else {
            return Ok(Vec::new());
        };
        let chosen = given.of_kind(OptionKind::Options).unwrap_or_default();
        let is_chosen = |name: &str| {
            let mut words = chosen.split_whitespace().chain(more.split_whitespace());
            words.any(|word| {
                word.split_once('=')
                    .is_some_and(|(chosen, _)| chosen.eq_ignore_ascii_case(name))
            })
        };
        let options = variant.options().iter();
        let open = options.filter(|option| !is_chosen(option.name));
        let candidates = open.flat_map(|option| {
            let values = option.values.iter();
            values.map(move |value| self.choice(variant, option, value))
        });
        self.recent_first(OptionKind::Options, candidates.collect())
    }

    /// Returns the candidate for one choice, such as `objects=open`.
    fn choice(&self, variant: Variant, option: &OptionSpec, value: &OptionValue) -> Candidate {
        let word = format!("{}={}", option.name, value.name);
        let (what, meaning) = (
            room::option(variant, option),
            room::value(variant, option, value),
        );
        let labelled = |what| {
            if value == option.default() {
                self.localize(&room::completion_default(
                    arg::what(what),
                    arg::word(&*word),
                ))
            } else {
                self.localize(&room::completion(arg::what(what), arg::word(&*word)))
            }
        };
        let mut label = labelled(room::about(arg::name(what), arg::summary(&meaning)));
        if label.chars().count() > LONGEST_LABEL {
            label = labelled(meaning);
        }
        Candidate {
            label,
            ..Candidate::bare(word)
        }
    }

    /// Returns the same inside one word, which is quoted when it holds more than one choice.
    fn choices_in_one_word(&self, given: &Given, typed: &str) -> Result<Vec<Candidate>, Interrupt> {
        let inside = typed.trim_start_matches('"');
        let mut candidates = self.choices_after(given, inside)?;
        if inside.len() < typed.len() || inside.contains(char::is_whitespace) {
            for candidate in &mut candidates {
                candidate.word = format!("\"{}\"", candidate.word);
            }
        }
        Ok(candidates)
    }

    /// Returns the same after the text typed so far, which ends with a half-typed word.
    fn choices_after(&self, given: &Given, typed: &str) -> Result<Vec<Candidate>, Interrupt> {
        let (before, _) = last_word(typed);
        let mut candidates = self.choices(given, before)?;
        for candidate in &mut candidates {
            if !before.is_empty() {
                let words = candidate.label.split_whitespace();
                let words = words.map(|word| format!("{before}{word}"));
                candidate.names = words.collect();
            }
            candidate.word.insert_str(0, before);
        }
        Ok(candidates)
    }

    /// Returns the commands that a half-typed name can become, ready for their options.
    fn siblings(&self, spec: &Spec) -> impl Iterator<Item = Candidate> {
        spec.siblings().map(|(sibling, rest)| Candidate {
            word: format!("{rest} "),
            ..self.candidate(rest, &sibling.summary)
        })
    }

    /// Returns the candidate for a command, ready for its options.
    fn command(&self, spec: &Spec) -> Candidate {
        let gap = if spec.options.is_empty() { "" } else { " " };
        Candidate {
            label: self.localize(&room::command_about(
                arg::command(spec.name),
                arg::summary(&spec.summary),
            )),
            ..Candidate::bare(format!("/{}{gap}", spec.name))
        }
    }

    /// Returns the candidate for a word, labelled with its meaning.
    fn candidate(&self, word: impl Into<String>, what: impl Into<Arg>) -> Candidate {
        let word = word.into();
        Candidate {
            label: self.localize(&room::completion(arg::what(what), arg::word(&*word))),
            ..Candidate::bare(word)
        }
    }

    fn localize(&self, text: &Text) -> String {
        self.language.localize(text)
    }
}

/// Returns the candidate for a time zone. People can also type its abbreviation.
fn zone(zone: Zone) -> Candidate {
    Candidate {
        names: zone.letters().map(str::to_owned).collect(),
        ..Candidate::bare(zone.name().to_owned())
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
        ..Candidate::bare(word)
    }
}
