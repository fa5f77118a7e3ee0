//! What people can choose about what they alone are shown.

use std::{fmt, str::FromStr};

use render::Theme;

/// The side at the bottom of the boards that one person alone is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bottom {
    /// Their own; White for who has no side.
    #[default]
    Own,
    /// Always White.
    White,
    /// Whoever is to move.
    Mover,
}

/// The colors of what one person alone is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colors {
    /// Those of the boards in channels.
    #[default]
    Usual,
    /// These.
    Of(Theme),
}

/// How one person alone is shown a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pictures {
    /// As a picture of the usual size.
    #[default]
    Normal,
    /// As a picture twice as wide.
    Large,
    /// As lines of letters.
    Text,
}

/// Something that can be chosen, and the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The side at the bottom.
    Bottom(Bottom),
    /// The colors.
    Theme(Colors),
    /// The kind of pictures.
    Pictures(Pictures),
}

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The side at the bottom.
    Bottom,
    /// The colors.
    Theme,
    /// The kind of pictures.
    Pictures,
}

impl Topic {
    /// All that can be chosen.
    pub const ALL: [Topic; 3] = [Topic::Bottom, Topic::Theme, Topic::Pictures];

    /// How it is written: `bottom`.
    pub const fn name(self) -> &'static str {
        match self {
            Topic::Bottom => "bottom",
            Topic::Theme => "theme",
            Topic::Pictures => "pictures",
        }
    }

    /// What it is, for people.
    pub const fn title(self) -> &'static str {
        match self {
            Topic::Bottom => "Side at the bottom",
            Topic::Theme => "Colors",
            Topic::Pictures => "Pictures",
        }
    }

    /// Everything that can be chosen about it, the usual choice first.
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
        }
    }

    /// The choice that is written so, in any case.
    pub fn setting(self, text: &str) -> Option<Setting> {
        let mut settings = self.settings().into_iter();
        settings.find(|setting| setting.name().eq_ignore_ascii_case(text))
    }
}

impl Setting {
    /// How the choice is written: `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Setting::Bottom(bottom) => bottom.name(),
            Setting::Theme(colors) => colors.name(),
            Setting::Pictures(pictures) => pictures.name(),
        }
    }

    /// What it means: a phrase.
    pub fn help(self) -> &'static str {
        match self {
            Setting::Bottom(Bottom::Own) => "your own side",
            Setting::Bottom(Bottom::White) => "always White",
            Setting::Bottom(Bottom::Mover) => "the side to move",
            Setting::Theme(Colors::Usual) => "as the boards in channels",
            Setting::Theme(Colors::Of(Theme::LIGHT)) => "a light frame",
            Setting::Theme(Colors::Of(Theme::DARK)) => "a dark frame and a dimmer board",
            Setting::Theme(Colors::Of(Theme::HIGH_CONTRAST)) => "black, white and strong colors",
            Setting::Theme(Colors::Of(Theme::PRINT)) => "greys for paper",
            Setting::Theme(Colors::Of(_)) => "colors of its own",
            Setting::Pictures(Pictures::Normal) => "the usual size",
            Setting::Pictures(Pictures::Large) => "twice as wide, crisp on phones",
            Setting::Pictures(Pictures::Text) => {
                "boards in letters instead of pictures; notifications may show them"
            }
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

/// The text is no such choice.
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

as_text!(Bottom of Bottom, Colors of Theme, Pictures of Pictures);

impl FromStr for Topic {
    type Err = ParseSettingError;

    fn from_str(text: &str) -> Result<Topic, ParseSettingError> {
        let known = Topic::ALL.into_iter().find(|topic| topic.name() == text);
        known.ok_or(ParseSettingError)
    }
}
