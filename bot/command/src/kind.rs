//! The kinds of values of command options.

use std::sync::LazyLock;

use engine::Level;
use rules::Variant;

use super::{
    Eyes, Keyword, SPECS, ServerSetting, ServerTopic, Setting, TimeControl, Topic, VacationChange,
    keyword::{written_as, yes_or_no},
    opponent::level_name,
    typed::plain,
};
use crate::SideChoice;
use text::{Text, Zone};

/// The words for the levels: their numbers.
static LEVELS: LazyLock<Vec<String>> =
    LazyLock::new(|| Level::all().map(|level| level.to_string()).collect());

/// The kind of value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// The name of a variant.
    Variant,
    /// Options of the variant, such as `setup=symmetric`; words of this form need no option name.
    Options,
    /// A person.
    Person,
    /// A person, or the program.
    Opponent,
    /// `white`, `black` or `random`.
    Side,
    /// A move of the match; takes all remaining words.
    Move,
    /// Moves of both sides, or the word that clears the plan; takes all remaining words.
    Plan,
    /// A match in play.
    Match,
    /// A match, in play or over.
    AnyMatch,
    /// A finished match.
    MatchOver,
    /// A match of other players in this place.
    MatchOfOthers,
    /// A challenge by another player.
    Challenge,
    /// A section of the handbook; takes all remaining words.
    Topic,
    /// The number of a picture of that section.
    Picture,
    /// A move that answers a task of the handbook.
    Answer,
    /// `yes`.
    Yes,
    /// `yes` or `no`.
    YesOrNo,
    /// `yes` or `no`, also typed as `unrated`: the choice of a rated match.
    Rated,
    /// The number of a [`Level`] of the program.
    Level,
    /// The link code of another account.
    Code,
    /// The name of a command.
    Command,
    /// The reader of the shown view of a match.
    Eyes,
    /// A time control, such as `1d`.
    Time,
    /// A number of days of vacation, or the end of the vacation.
    Days,
    /// A day such as `2026-12-24`.
    Date,
    /// A personal setting.
    Setting(Topic),
    /// A setting of a server.
    Server(ServerTopic),
}

impl OptionKind {
    /// Returns all possible values, if these are a few fixed words.
    pub fn words(self) -> Option<Vec<Keyword>> {
        Some(match self {
            OptionKind::Variant => Variant::ALL
                .map(|variant| Keyword::everywhere(variant.name()))
                .into(),
            OptionKind::Side => SideChoice::ALL.map(SideChoice::keyword).into(),
            OptionKind::Rated | OptionKind::YesOrNo => [true, false].map(yes_or_no).into(),
            OptionKind::Level => {
                let numbers = LEVELS.iter();
                numbers.map(|number| Keyword::everywhere(number)).collect()
            }
            OptionKind::Yes => vec![yes_or_no(true)],
            OptionKind::Eyes => Eyes::ALL.map(Eyes::keyword).into(),
            // These have too many values for a list.
            OptionKind::Setting(Topic::Quiet | Topic::Zone) => return None,
            OptionKind::Setting(topic) => {
                topic.settings().into_iter().map(Setting::keyword).collect()
            }
            OptionKind::Server(topic) => {
                let settings = topic.settings().into_iter();
                return settings.map(ServerSetting::keyword).collect();
            }
            _ => return None,
        })
    }

    /// Returns the values that are the same for all people, each with its meaning if the word alone is unclear.
    pub fn usual(self) -> Vec<(Text, Option<Text>)> {
        match self {
            OptionKind::Setting(topic) => {
                let settings = topic.settings().into_iter();
                let offered = settings.map(|setting| (setting.keyword().local, setting.help()));
                explained(offered)
            }
            OptionKind::Server(topic) => {
                let settings = topic.settings().into_iter();
                explained(settings.map(|setting| (setting.word(), setting.help())))
            }
            OptionKind::Level => explained(Level::all().map(|level| {
                let number = Text::verbatim(level.to_string());
                (number, level_name(level))
            })),
            OptionKind::Command => explained(
                SPECS
                    .iter()
                    .map(|spec| (Text::verbatim(spec.name), spec.summary.clone())),
            ),
            OptionKind::Plan => explained([(text::choice_clear(), text::summary_plan_clear())]),
            OptionKind::Days => {
                let days = VacationChange::USUAL_DAYS.map(|days| {
                    let meaning = text::completion_days(usize::from(days));
                    (Text::verbatim(days.to_string()), meaning)
                });
                let end = (text::choice_end(), text::completion_vacation_end());
                explained(days.into_iter().chain([end]))
            }
            OptionKind::Time => {
                let times = TimeControl::USUAL;
                explained(times.map(|time| (Text::verbatim(time.to_string()), time.words())))
            }
            _ => {
                let words = self.words().unwrap_or_default().into_iter();
                words.map(|word| (word.local, None)).collect()
            }
        }
    }

    /// Returns whether the value is a person. Some platforms let people choose one from a list.
    pub const fn is_person(self) -> bool {
        matches!(self, OptionKind::Person | OptionKind::Opponent)
    }

    /// Returns the separator of several words of a value, or `None` if it is one word.
    pub(super) const fn joint(self) -> Option<&'static str> {
        match self {
            OptionKind::Move | OptionKind::Answer => Some(""),
            OptionKind::Options | OptionKind::Plan | OptionKind::Topic | OptionKind::Command => {
                Some(" ")
            }
            _ => None,
        }
    }

    /// Describes the possible values, for a person who typed another one.
    pub(super) fn expected(self, typed: &str) -> Text {
        match self {
            OptionKind::Side => text::expected_side(),
            OptionKind::Level => text::expected_level(),
            OptionKind::Match
            | OptionKind::AnyMatch
            | OptionKind::MatchOver
            | OptionKind::MatchOfOthers
            | OptionKind::Challenge => text::expected_match(),
            OptionKind::Picture => text::expected_number(),
            OptionKind::Time | OptionKind::Server(ServerTopic::Time) => text::expected_time(),
            OptionKind::Days => text::expected_days(usize::from(VacationChange::MOST_DAYS)),
            OptionKind::Date => text::expected_date(),
            OptionKind::Setting(Topic::Quiet) => text::expected_quiet(),
            OptionKind::Setting(Topic::Zone) => Zone::in_place_of(typed),
            OptionKind::Server(ServerTopic::Vacation) => {
                text::expected_vacation(usize::from(ServerSetting::MOST_VACATION))
            }
            _ => {
                let words = self.words().unwrap_or_default().into_iter();
                Text::joined(words.map(|word| word.local), ", ")
            }
        }
    }

    /// Reads a personal setting.
    pub(super) fn setting(self, text: &str) -> Option<Setting> {
        match self {
            OptionKind::Setting(topic) => topic.setting(text),
            _ => None,
        }
    }

    /// Reads a setting of a server.
    pub(super) fn server_setting(self, text: &str) -> Option<ServerSetting> {
        match self {
            OptionKind::Server(topic) => topic.setting(text),
            _ => None,
        }
    }

    /// Converts a value to plain letters, digits and signs. Leaves names and titles unchanged, because they can have other
    /// characters.
    pub(super) fn plain(self, value: &str) -> String {
        match self {
            OptionKind::Person | OptionKind::Opponent | OptionKind::Topic => value.to_owned(),
            _ => plain(value),
        }
    }

    /// Finds the fixed word with this spelling, in any language.
    pub(super) fn word(self, text: &str) -> Option<Keyword> {
        let names = written_as(text);
        let mut words = self.words()?.into_iter();
        words.find(|word| names.contains(&word.name))
    }
}

fn explained(offered: impl IntoIterator<Item = (Text, Text)>) -> Vec<(Text, Option<Text>)> {
    let offered = offered.into_iter();
    offered
        .map(|(word, meaning)| (word, Some(meaning)))
        .collect()
}
