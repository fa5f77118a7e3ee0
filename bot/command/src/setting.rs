//! Personal settings, for messages to one person.

use std::{fmt, str::FromStr};

use render::Theme;

use super::{Bells, Keyword, QuietHours, Reminders, keyword::is_none};
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

/// The time zones of the menu, a selection from all parts of the world.
const USUAL_ZONES: [&str; 25] = [
    "UTC",
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Bogota",
    "America/Sao_Paulo",
    "America/Buenos_Aires",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
];

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

    /// Returns the settings of the group.
    pub const fn topics(self) -> &'static [Topic] {
        match self {
            SettingGroup::Look => &[
                Topic::Bottom,
                Topic::Theme,
                Topic::Pictures,
                Topic::Language,
                Topic::Letters,
                Topic::Confirmation,
            ],
            SettingGroup::Time => &[Topic::Reminders, Topic::Quiet, Topic::Zone, Topic::Bells],
        }
    }
}

impl Topic {
    /// All settings.
    const ALL: [Topic; 10] = [
        Topic::Bottom,
        Topic::Theme,
        Topic::Pictures,
        Topic::Language,
        Topic::Letters,
        Topic::Confirmation,
        Topic::Reminders,
        Topic::Quiet,
        Topic::Zone,
        Topic::Bells,
    ];

    /// Returns the group of the setting.
    pub const fn group(self) -> SettingGroup {
        match self {
            Topic::Bottom
            | Topic::Theme
            | Topic::Pictures
            | Topic::Language
            | Topic::Letters
            | Topic::Confirmation => SettingGroup::Look,
            Topic::Reminders | Topic::Quiet | Topic::Zone | Topic::Bells => SettingGroup::Time,
        }
    }

    /// Returns the typed name: `bottom`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Bottom => "bottom",
            Topic::Theme => "theme",
            Topic::Pictures => "pictures",
            Topic::Language => "language",
            Topic::Letters => "letters",
            Topic::Confirmation => "confirm",
            Topic::Reminders => "by",
            Topic::Quiet => "quiet",
            Topic::Zone => "zone",
            Topic::Bells => "bells",
        }
    }

    /// Returns the keyword of its option.
    pub(super) const fn keyword(self) -> Keyword {
        let local = match self {
            Topic::Bottom => text::option_bottom(),
            Topic::Theme => text::option_theme(),
            Topic::Pictures => text::option_pictures(),
            Topic::Language => text::option_language(),
            Topic::Letters => text::option_letters(),
            Topic::Confirmation => text::option_confirm(),
            Topic::Reminders => text::option_by(),
            Topic::Quiet => text::option_quiet(),
            Topic::Zone => text::option_zone(),
            Topic::Bells => text::option_bells(),
        };
        Keyword::new(self.name(), local)
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
            Topic::Language => [Spoken::Usual]
                .into_iter()
                .chain(Language::all().map(Spoken::Of))
                .map(Setting::Language)
                .collect(),
            Topic::Letters => [Letters::English, Letters::Local]
                .map(Setting::Letters)
                .into(),
            Topic::Confirmation => [Confirmation::No, Confirmation::Yes]
                .map(Setting::Confirmation)
                .into(),
            Topic::Reminders => Reminders::ALL.map(Setting::Reminders).into(),
            Topic::Quiet => QuietHours::usual()
                .into_iter()
                .map(Setting::Quiet)
                .collect(),
            Topic::Zone => {
                let zones = USUAL_ZONES.iter().filter_map(|name| name.parse().ok());
                zones.map(Setting::Zone).collect()
            }
            Topic::Bells => [Bells::On, Bells::Off].map(Setting::Bells).into(),
        }
    }

    /// Parses a value, in any case.
    pub fn setting(self, text: &str) -> Option<Setting> {
        match self {
            Topic::Quiet => {
                let quiet = if is_none(text) { "none" } else { text };
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
        match self {
            Setting::Bottom(bottom) => bottom.name(),
            Setting::Theme(colors) => colors.name(),
            Setting::Pictures(pictures) => pictures.name(),
            Setting::Language(spoken) => spoken.name(),
            Setting::Letters(letters) => letters.name(),
            Setting::Confirmation(confirmation) => confirmation.name(),
            Setting::Reminders(reminders) => reminders.name(),
            Setting::Quiet(quiet) => quiet.name(),
            Setting::Zone(zone) => zone.name(),
            Setting::Bells(bells) => bells.name(),
        }
    }

    /// Returns the keyword of the value.
    pub fn keyword(self) -> Keyword {
        let local = match self {
            Setting::Bottom(Bottom::Own) => text::choice_own(),
            Setting::Bottom(Bottom::White) => text::choice_white(),
            Setting::Bottom(Bottom::Mover) => text::choice_mover(),
            Setting::Theme(Colors::Usual) | Setting::Language(Spoken::Usual) => {
                text::choice_usual()
            }
            Setting::Theme(Colors::Of(Theme::LIGHT)) => text::choice_light(),
            Setting::Theme(Colors::Of(Theme::DARK)) => text::choice_dark(),
            Setting::Theme(Colors::Of(Theme::HIGH_CONTRAST)) => text::choice_high_contrast(),
            Setting::Theme(Colors::Of(Theme::PRINT)) => text::choice_print(),
            Setting::Pictures(Pictures::Normal) => text::choice_normal(),
            Setting::Pictures(Pictures::Large) => text::choice_large(),
            Setting::Pictures(Pictures::Text) => text::choice_text(),
            Setting::Letters(Letters::English) => text::choice_english(),
            Setting::Letters(Letters::Local) => text::choice_local(),
            Setting::Confirmation(Confirmation::No) => text::choice_no(),
            Setting::Confirmation(Confirmation::Yes) => text::choice_yes(),
            Setting::Reminders(Reminders::Private) => text::choice_private(),
            Setting::Reminders(Reminders::Mention) => text::choice_mention(),
            Setting::Reminders(Reminders::Off) | Setting::Bells(Bells::Off) => text::choice_off(),
            Setting::Bells(Bells::On) => text::choice_on(),
            Setting::Quiet(quiet) if quiet.hours().is_none() => text::choice_none(),
            Setting::Theme(Colors::Of(_))
            | Setting::Language(Spoken::Of(_))
            | Setting::Quiet(_)
            | Setting::Zone(_) => return Keyword::everywhere(self.name()),
        };
        Keyword::new(self.name(), local)
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

impl Bottom {
    const fn name(self) -> &'static str {
        match self {
            Bottom::Own => "own",
            Bottom::White => "white",
            Bottom::Mover => "mover",
        }
    }
}

impl Colors {
    const fn name(self) -> &'static str {
        match self {
            Colors::Usual => "usual",
            Colors::Of(theme) => theme.name,
        }
    }
}

impl Pictures {
    const fn name(self) -> &'static str {
        match self {
            Pictures::Normal => "normal",
            Pictures::Large => "large",
            Pictures::Text => "text",
        }
    }
}

impl Spoken {
    const fn name(self) -> &'static str {
        match self {
            Spoken::Usual => "usual",
            Spoken::Of(language) => language.tag(),
        }
    }
}

impl Confirmation {
    const fn name(self) -> &'static str {
        match self {
            Confirmation::No => "no",
            Confirmation::Yes => "yes",
        }
    }
}

/// The text is not a value of this setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this cannot be chosen")]
pub struct ParseSettingError;

macro_rules! as_text {
    ($($kind:ident of $topic:ident),*) => {$(
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $kind {
            type Err = ParseSettingError;

            fn from_str(text: &str) -> Result<$kind, ParseSettingError> {
                match Topic::$topic.setting(text) {
                    Some(Setting::$topic(choice)) => Ok(choice),
                    _ => Err(ParseSettingError),
                }
            }
        }
    )*};
}

as_text!(
    Reminders of Reminders,
    Bells of Bells,
    Bottom of Bottom,
    Colors of Theme,
    Pictures of Pictures,
    Spoken of Language,
    Confirmation of Confirmation
);

impl FromStr for Topic {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Topic, ParseSettingError> {
        let known = Topic::ALL.into_iter().find(|topic| topic.name() == text);
        known.ok_or(ParseSettingError)
    }
}
