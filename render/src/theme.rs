//! The colors of pictures.

use std::{fmt, str::FromStr};

/// A set of colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// A light frame.
    #[default]
    Light,
    /// A dark frame and a dimmer board.
    Dark,
    /// Pure black and white as far as possible, for eyes that need it.
    HighContrast,
    /// Greys on white, for paper.
    Print,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 4] = [Theme::Light, Theme::Dark, Theme::HighContrast, Theme::Print];

    /// The name in lower case, as written in texts: `light`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::HighContrast => "high-contrast",
            Theme::Print => "print",
        }
    }

    pub(crate) const fn colors(self) -> &'static Colors {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Print => &PRINT,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseThemeError;

impl fmt::Display for ParseThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Theme::ALL.map(Theme::name);
        let (last, others) = names.split_last().expect("there are themes");
        write!(
            f,
            "no such theme; there is {} and {last}",
            others.join(", ")
        )
    }
}

impl std::error::Error for ParseThemeError {}

impl FromStr for Theme {
    type Err = ParseThemeError;

    /// Reads the name in any case.
    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        Theme::ALL
            .into_iter()
            .find(|theme| theme.name().eq_ignore_ascii_case(text))
            .ok_or(ParseThemeError)
    }
}

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// Two colors, one for each kind of square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Squares {
    pub(crate) light: Rgb,
    pub(crate) dark: Rgb,
}

/// How pieces and marks are inked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inks {
    /// As they are drawn: a blue black, and shades that give them body.
    Soft,
    /// Black and white without shades; objects and marks keep their colors.
    Stark,
    /// Black and white without shades, and everything else in grey.
    Grey,
}

impl Inks {
    /// The ink and the paper of signs.
    pub(crate) const fn black_and_white(self) -> (Rgb, Rgb) {
        match self {
            Inks::Soft => (rgb(0x26303d), rgb(0xffffff)),
            Inks::Stark | Inks::Grey => (rgb(0x000000), rgb(0xffffff)),
        }
    }
}

/// Every color of a theme but those of the drawings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colors {
    /// How pieces and marks are inked.
    pub(crate) inks: Inks,
    /// Around the board.
    pub(crate) frame: Rgb,
    /// Coordinates.
    pub(crate) coordinate: Rgb,
    /// Squares.
    pub(crate) square: Squares,
    /// Squares where the last turn began or ended.
    pub(crate) last: Squares,
    /// The corners drawn on those.
    pub(crate) last_corner: Squares,
    /// The strip of a seat.
    pub(crate) seat: Strip,
    /// The strip of the seat to decide, or that has won.
    pub(crate) active: Strip,
}

impl Colors {
    /// The strip of a seat that stands out or not.
    pub(crate) const fn strip(&self, active: bool) -> Strip {
        if active { self.active } else { self.seat }
    }

    /// Every color.
    pub(crate) fn all(&self) -> impl Iterator<Item = Rgb> {
        let squares = [self.square, self.last, self.last_corner];
        let strips = [self.seat, self.active];
        [self.frame, self.coordinate]
            .into_iter()
            .chain(squares.into_iter().flat_map(|pair| [pair.light, pair.dark]))
            .chain(strips.into_iter().flat_map(Strip::all))
    }
}

/// The colors of a seat's strip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strip {
    pub(crate) panel: Rgb,
    pub(crate) name: Rgb,
    /// The side, beside the name.
    pub(crate) side: Rgb,
    /// The ground of what is to be told of the seat.
    pub(crate) badge: Rgb,
    pub(crate) told: Rgb,
}

impl Strip {
    fn all(self) -> [Rgb; 5] {
        [self.panel, self.name, self.side, self.badge, self.told]
    }
}

const fn rgb(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

const LIGHT: Colors = Colors {
    inks: Inks::Soft,
    frame: rgb(0xf7f9fb),
    coordinate: rgb(0x4a5a6c),
    square: Squares {
        light: rgb(0xe8edf2),
        dark: rgb(0x738aa0),
    },
    last: Squares {
        light: rgb(0xf3e2a0),
        dark: rgb(0xc9b066),
    },
    last_corner: Squares {
        light: rgb(0xa07510),
        dark: rgb(0x7a5a0a),
    },
    seat: Strip {
        panel: rgb(0xf7f9fb),
        name: rgb(0x26303d),
        side: rgb(0x5a6878),
        badge: rgb(0xdde4eb),
        told: rgb(0x26303d),
    },
    active: Strip {
        panel: rgb(0xdbe4ee),
        name: rgb(0x16202c),
        side: rgb(0x46566a),
        badge: rgb(0x1f5fa8),
        told: rgb(0xffffff),
    },
};

const DARK: Colors = Colors {
    inks: Inks::Soft,
    frame: rgb(0x26303d),
    coordinate: rgb(0xb4c1ce),
    square: Squares {
        light: rgb(0xd5dde5),
        dark: rgb(0x6b8298),
    },
    last: Squares {
        light: rgb(0xe6d38c),
        dark: rgb(0xb59c54),
    },
    last_corner: Squares {
        light: rgb(0x96700f),
        dark: rgb(0x5c4204),
    },
    seat: Strip {
        panel: rgb(0x26303d),
        name: rgb(0xe8edf2),
        side: rgb(0xa3b1bf),
        badge: rgb(0x3a4757),
        told: rgb(0xe8edf2),
    },
    active: Strip {
        panel: rgb(0x3d4c5e),
        name: rgb(0xffffff),
        side: rgb(0xc3ced9),
        badge: rgb(0x8fc7ff),
        told: rgb(0x10202f),
    },
};

const HIGH_CONTRAST: Colors = Colors {
    inks: Inks::Stark,
    frame: rgb(0x000000),
    coordinate: rgb(0xffffff),
    square: Squares {
        light: rgb(0xffffff),
        dark: rgb(0x5b86c0),
    },
    last: Squares {
        light: rgb(0xffe44d),
        dark: rgb(0xd0a800),
    },
    last_corner: Squares {
        light: rgb(0x000000),
        dark: rgb(0x000000),
    },
    seat: Strip {
        panel: rgb(0x000000),
        name: rgb(0xffffff),
        side: rgb(0xffffff),
        badge: rgb(0xffffff),
        told: rgb(0x000000),
    },
    active: Strip {
        panel: rgb(0xffffff),
        name: rgb(0x000000),
        side: rgb(0x000000),
        badge: rgb(0x000000),
        told: rgb(0xffffff),
    },
};

const PRINT: Colors = Colors {
    inks: Inks::Grey,
    frame: rgb(0xffffff),
    coordinate: rgb(0x000000),
    square: Squares {
        light: rgb(0xf4f4f4),
        dark: rgb(0xb8b8b8),
    },
    last: Squares {
        light: rgb(0xe2e2e2),
        dark: rgb(0x8e8e8e),
    },
    last_corner: Squares {
        light: rgb(0x000000),
        dark: rgb(0x000000),
    },
    seat: Strip {
        panel: rgb(0xffffff),
        name: rgb(0x000000),
        side: rgb(0x404040),
        badge: rgb(0xe2e2e2),
        told: rgb(0x000000),
    },
    active: Strip {
        panel: rgb(0xe2e2e2),
        name: rgb(0x000000),
        side: rgb(0x303030),
        badge: rgb(0x000000),
        told: rgb(0xffffff),
    },
};

#[cfg(test)]
mod tests;
