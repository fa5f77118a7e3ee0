//! Personal settings, for messages to one person.

use std::{fmt, str::FromStr};

use render::Theme;

use super::{
    Bells, Keyword, NotRead, OptionKind, QuietHours, Reminders,
    keyword::{switch, yes_or_no},
    spec,
};
use text::{Language, Letters, Text, Zone, arg};

/// The side at the bottom of boards for one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bottom {
    /// The person's own side; White for a person who does not play.
    #[default]
    Own,
    /// Always White.
    White,
    /// The side to move.
    Mover,
}

/// The colors of boards for one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// The colors of the boards in channels.
    #[default]
    Usual,
    /// This theme.
    Of(Theme),
}

/// The form of boards for one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pictures {
    /// A picture of the usual size.
    #[default]
    Normal,
    /// A picture twice as wide.
    Large,
    /// Lines of letters.
    Text,
}

/// The choice of moves that need a confirmation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// Only moves that lose at once.
    #[default]
    No,
    /// All moves.
    Yes,
}

/// The language of messages to one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spoken {
    /// The language of the channels.
    #[default]
    Usual,
    /// This language.
    Of(Language),
}

impl Spoken {
    /// Returns the language, if one is chosen.
    pub const fn chosen(self) -> Option<Language> {
        match self {
            Spoken::Usual => None,
            Spoken::Of(language) => Some(language),
        }
    }

    /// Returns all choices, the default first.
    pub(super) fn all() -> impl Iterator<Item = Spoken> {
        [Spoken::Usual]
            .into_iter()
            .chain(Language::all().map(Spoken::Of))
    }
}

/// The time zones of the menu, a selection from all parts of the world, one a line.
const USUAL_ZONES: &str = include_str!("zones.txt");

/// A personal setting, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The side at the bottom.
    Bottom(Bottom),
    /// The colors.
    Theme(Colors),
    /// The kind of pictures.
    Pictures(Pictures),
    /// The language.
    Language(Spoken),
    /// The letters of pieces.
    Letters(Letters),
    /// The moves that need a confirmation.
    Confirmation(Confirmation),
    /// The kind of reminders.
    Reminders(Reminders),
    /// The quiet hours, without reminders.
    Quiet(QuietHours),
    /// The time zone.
    Zone(Zone),
    /// The mentions.
    Bells(Bells),
}

/// A personal setting, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The side at the bottom.
    Bottom,
    /// The colors.
    Theme,
    /// The kind of pictures.
    Pictures,
    /// The language.
    Language,
    /// The letters of pieces.
    Letters,
    /// The moves that need a confirmation.
    Confirmation,
    /// The kind of reminders.
    Reminders,
    /// The quiet hours, without reminders.
    Quiet,
    /// The time zone.
    Zone,
    /// The mentions.
    Bells,
}

/// A group of settings with one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingGroup {
    /// The look of messages: `/settings`.
    Look,
    /// Reminders and times: `/reminders`.
    Time,
}

impl SettingGroup {
    /// Returns the name of the command, without slash.
    pub(super) const fn command(self) -> &'static str {
        match self {
            SettingGroup::Look => "settings",
            SettingGroup::Time => "reminders",
        }
    }

    /// Returns the settings of the group, in the order of its options.
    pub fn topics(self) -> impl Iterator<Item = Topic> {
        let options = spec(self.command()).map_or(&[][..], |spec| spec.options);
        options.iter().filter_map(|option| match option.kind {
            OptionKind::Setting(topic) => Some(topic),
            _ => None,
        })
    }
}

impl Topic {
    /// Returns the group of the setting.
    pub fn group(self) -> SettingGroup {
        if SettingGroup::Look.topics().any(|topic| topic == self) {
            SettingGroup::Look
        } else {
            SettingGroup::Time
        }
    }

    /// Returns the typed name: `bottom`.
    pub fn name(self) -> &'static str {
        self.keyword().name
    }

    /// Returns the keyword of its option.
    pub(super) const fn keyword(self) -> Keyword {
        match self {
            Topic::Bottom => Keyword::new("bottom", text::option_bottom()),
            Topic::Theme => Keyword::new("theme", text::option_theme()),
            Topic::Pictures => Keyword::new("pictures", text::option_pictures()),
            Topic::Language => Keyword::new("language", text::option_language()),
            Topic::Letters => Keyword::new("letters", text::option_letters()),
            Topic::Confirmation => Keyword::new("confirm", text::option_confirm()),
            Topic::Reminders => Keyword::new("by", text::option_by()),
            Topic::Quiet => Keyword::new("quiet", text::option_quiet()),
            Topic::Zone => Keyword::new("zone", text::option_zone()),
            Topic::Bells => Keyword::new("bells", text::option_bells()),
        }
    }

    /// Returns the title for people.
    pub fn title(self) -> Text {
        match self {
            Topic::Bottom => text::topic_bottom(),
            Topic::Theme => text::topic_theme(),
            Topic::Pictures => text::topic_pictures(),
            Topic::Language => text::topic_language(),
            Topic::Letters => text::topic_letters(),
            Topic::Confirmation => text::topic_confirm(),
            Topic::Reminders => text::topic_reminders(),
            Topic::Quiet => text::topic_quiet(),
            Topic::Zone => text::topic_zone(),
            Topic::Bells => text::topic_bells(),
        }
    }

    /// Returns the possible values, the default first. For quiet hours and time zones these are only common ones.
    pub fn settings(self) -> Vec<Setting> {
        match self {
            Topic::Bottom => [Bottom::Own, Bottom::White, Bottom::Mover]
                .map(Setting::Bottom)
                .into(),
            Topic::Theme => [Colors::Usual]
                .into_iter()
                .chain(Theme::ALL.map(Colors::Of))
                .map(Setting::Theme)
                .collect(),
            Topic::Pictures => [Pictures::Normal, Pictures::Large, Pictures::Text]
                .map(Setting::Pictures)
                .into(),
            Topic::Language => Spoken::all().map(Setting::Language).collect(),
            Topic::Letters => [Letters::English, Letters::Local]
                .map(Setting::Letters)
                .into(),
            Topic::Confirmation => [Confirmation::No, Confirmation::Yes]
                .map(Setting::Confirmation)
                .into(),
            Topic::Reminders => [Reminders::Private, Reminders::Mention, Reminders::Off]
                .map(Setting::Reminders)
                .into(),
            Topic::Quiet => QuietHours::usual()
                .into_iter()
                .map(Setting::Quiet)
                .collect(),
            Topic::Zone => {
                let zones = USUAL_ZONES.lines().filter_map(|name| name.parse().ok());
                zones.map(Setting::Zone).collect()
            }
            Topic::Bells => [Bells::On, Bells::Off].map(Setting::Bells).into(),
        }
    }

    /// Parses a value, in any case.
    pub fn setting(self, text: &str) -> Option<Setting> {
        match self {
            Topic::Quiet => {
                let quiet = if text::choice_none().is_written(text) {
                    "none"
                } else {
                    text
                };
                return quiet.parse().ok().map(Setting::Quiet);
            }
            Topic::Zone => return text.parse().ok().map(Setting::Zone),
            _ => {}
        }
        let mut settings = self.settings().into_iter();
        settings.find(|setting| setting.name().eq_ignore_ascii_case(text))
    }
}

impl Setting {
    /// Returns the typed name of the value: `white`.
    pub fn name(self) -> &'static str {
        self.keyword().name
    }

    /// Returns the keyword of the value.
    pub fn keyword(self) -> Keyword {
        match self {
            Setting::Bottom(Bottom::Own) => Keyword::new("own", text::choice_own()),
            Setting::Bottom(Bottom::White) => Keyword::new("white", text::choice_white()),
            Setting::Bottom(Bottom::Mover) => Keyword::new("mover", text::choice_mover()),
            Setting::Theme(Colors::Usual) | Setting::Language(Spoken::Usual) => {
                Keyword::new("usual", text::choice_usual())
            }
            Setting::Theme(Colors::Of(theme)) => match theme {
                Theme::LIGHT => Keyword::new(theme.name, text::choice_light()),
                Theme::DARK => Keyword::new(theme.name, text::choice_dark()),
                Theme::HIGH_CONTRAST => Keyword::new(theme.name, text::choice_high_contrast()),
                Theme::PRINT => Keyword::new(theme.name, text::choice_print()),
                _ => Keyword::everywhere(theme.name),
            },
            Setting::Pictures(Pictures::Normal) => Keyword::new("normal", text::choice_normal()),
            Setting::Pictures(Pictures::Large) => Keyword::new("large", text::choice_large()),
            Setting::Pictures(Pictures::Text) => Keyword::new("text", text::choice_text()),
            Setting::Language(Spoken::Of(language)) => Keyword::everywhere(language.tag()),
            Setting::Letters(letters) => match letters {
                Letters::English => Keyword::new(letters.name(), text::choice_english()),
                Letters::Local => Keyword::new(letters.name(), text::choice_local()),
            },
            Setting::Confirmation(Confirmation::No) => yes_or_no(false),
            Setting::Confirmation(Confirmation::Yes) => yes_or_no(true),
            Setting::Reminders(Reminders::Private) => {
                Keyword::new("private", text::choice_private())
            }
            Setting::Reminders(Reminders::Mention) => {
                Keyword::new("mention", text::choice_mention())
            }
            Setting::Reminders(Reminders::Off) | Setting::Bells(Bells::Off) => switch(false),
            Setting::Bells(Bells::On) => switch(true),
            Setting::Quiet(quiet) if quiet.hours().is_none() => {
                Keyword::new(quiet.name(), text::choice_none())
            }
            Setting::Quiet(quiet) => Keyword::everywhere(quiet.name()),
            Setting::Zone(zone) => Keyword::everywhere(zone.name()),
        }
    }

    /// Describes the effect of the value: a phrase.
    pub fn help(self) -> Text {
        match self {
            Setting::Bottom(Bottom::Own) => text::setting_bottom_own(),
            Setting::Bottom(Bottom::White) => text::setting_bottom_white(),
            Setting::Bottom(Bottom::Mover) => text::setting_bottom_mover(),
            Setting::Theme(Colors::Usual) => text::setting_theme_usual(),
            Setting::Theme(Colors::Of(Theme::LIGHT)) => text::setting_theme_light(),
            Setting::Theme(Colors::Of(Theme::DARK)) => text::setting_theme_dark(),
            Setting::Theme(Colors::Of(Theme::HIGH_CONTRAST)) => text::setting_theme_high_contrast(),
            Setting::Theme(Colors::Of(Theme::PRINT)) => text::setting_theme_print(),
            Setting::Theme(Colors::Of(_)) => text::setting_theme_other(),
            Setting::Pictures(Pictures::Normal) => text::setting_pictures_normal(),
            Setting::Pictures(Pictures::Large) => text::setting_pictures_large(),
            Setting::Pictures(Pictures::Text) => text::setting_pictures_text(),
            Setting::Language(Spoken::Usual) => text::setting_language_usual(),
            Setting::Language(Spoken::Of(language)) => Text::verbatim(language.name()),
            Setting::Letters(Letters::English) => text::setting_letters_english(),
            Setting::Letters(Letters::Local) => text::setting_letters_local(),
            Setting::Confirmation(Confirmation::No) => text::setting_confirm_no(),
            Setting::Confirmation(Confirmation::Yes) => text::setting_confirm_yes(),
            Setting::Reminders(Reminders::Private) => text::setting_reminders_private(),
            Setting::Reminders(Reminders::Mention) => text::setting_reminders_mention(),
            Setting::Reminders(Reminders::Off) => text::setting_reminders_off(),
            Setting::Quiet(quiet) => match quiet.hours() {
                None => text::setting_quiet_none(),
                Some((from, to)) => {
                    text::setting_quiet(arg::from(usize::from(from)), arg::to(usize::from(to)))
                }
            },
            Setting::Zone(zone) => Text::verbatim(zone.name()),
            Setting::Bells(Bells::On) => text::setting_bells_on(),
            Setting::Bells(Bells::Off) => text::setting_bells_off(),
        }
    }
}

/// Writes and reads the value of a setting by its typed name.
macro_rules! as_text {
    ($setting:ident about $topic:ident: $($value:ident is $about:ident),*) => {$(
        impl fmt::Display for $value {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", $setting::$about(*self).name())
            }
        }

        impl FromStr for $value {
            type Err = NotRead;

            fn from_str(text: &str) -> Result<$value, NotRead> {
                match $topic::$about.setting(text) {
                    Some($setting::$about(value)) => Ok(value),
                    _ => Err(NotRead("a value of this setting")),
                }
            }
        }
    )*};
}

pub(super) use as_text;

as_text!(
    Setting about Topic: Bottom is Bottom,
    Colors is Theme,
    Pictures is Pictures,
    Spoken is Language,
    Confirmation is Confirmation,
    Reminders is Reminders,
    Bells is Bells
);

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Topic {
    type Err = NotRead;

    fn from_str(text: &str) -> Result<Topic, NotRead> {
        let groups = [SettingGroup::Look, SettingGroup::Time].into_iter();
        let mut topics = groups.flat_map(SettingGroup::topics);
        topics
            .find(|topic| topic.name() == text)
            .ok_or(NotRead("a setting"))
    }
}
