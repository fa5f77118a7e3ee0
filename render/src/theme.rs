//! The colors of pictures.

use std::{fmt, str::FromStr};

/// The colors of pictures. They are data: code can define others, for instance as a variation.
///
/// ```
/// use render::Theme;
///
/// let green = Theme { name: "green", frame: [0xe0, 0xf0, 0xe0], ..Theme::LIGHT };
/// assert_eq!("light".parse(), Ok(Theme::LIGHT));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theme {
    /// The name in lower case, as in commands: `light`.
    pub name: &'static str,
    /// The inks of drawings.
    pub inks: Inks,
    /// The frame around the board.
    pub frame: Rgb,
    /// The coordinates.
    pub coordinate: Rgb,
    /// The squares.
    pub square: Squares,
    /// The squares of the beginning and the end of the last turn.
    pub last: Squares,
    /// The corners drawn on those squares.
    pub last_corner: Squares,
    /// The strip of a seat.
    pub seat: Strip,
    /// The strip of the seat to decide, or of the winner.
    pub active: Strip,
    /// The ground under the disc of a side, for a frame so dark that a black disc would look like a white ring.
    pub under_disc: Option<Rgb>,
}

impl Theme {
    /// The themes with names.
    pub const ALL: [Theme; 4] = [
        Theme::LIGHT,
        Theme::DARK,
        Theme::HIGH_CONTRAST,
        Theme::PRINT,
    ];

    /// Returns the strip of a seat, highlighted or not.
    pub(crate) const fn strip(&self, active: bool) -> Strip {
        if active { self.active } else { self.seat }
    }

    /// Returns every color except those of the drawings.
    pub(crate) fn colors(&self) -> impl Iterator<Item = Rgb> + use<> {
        let squares = [self.square, self.last, self.last_corner];
        let strips = [self.seat, self.active];
        [self.frame, self.coordinate]
            .into_iter()
            .chain(squares.into_iter().flat_map(|pair| [pair.light, pair.dark]))
            .chain(strips.into_iter().flat_map(Strip::all))
            .chain(self.under_disc)
    }
}

impl Default for Theme {
    fn default() -> Theme {
        Theme::LIGHT
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The text is not the name of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseThemeError;

impl fmt::Display for ParseThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Theme::ALL.map(|theme| theme.name);
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

    /// Parses the name of a theme of [`Theme::ALL`] in any case.
    fn from_str(text: &str) -> Result<Theme, ParseThemeError> {
        Theme::ALL
            .into_iter()
            .find(|theme| theme.name.eq_ignore_ascii_case(text))
            .ok_or(ParseThemeError)
    }
}

/// A color: red, green, blue.
pub type Rgb = [u8; 3];

/// Two colors, one for each kind of square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares {
    /// The color of light squares.
    pub light: Rgb,
    /// The color of dark squares.
    pub dark: Rgb,
}

/// The inks of pieces and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inks {
    /// The original inks: a blue black, and shades that give body.
    Soft,
    /// Black and white without shades; objects and marks keep their colors.
    Stark,
    /// Black and white without shades, and all other colors in grey.
    Grey,
}

impl Inks {
    /// All kinds.
    pub const ALL: [Inks; 3] = [Inks::Soft, Inks::Stark, Inks::Grey];

    /// Returns the name by which a picture tells a page the inks of its drawings; the original ones have none.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Inks::Soft => None,
            Inks::Stark => Some("stark"),
            Inks::Grey => Some("grey"),
        }
    }

    /// Returns the ink and the paper of signs.
    pub(crate) const fn black_and_white(self) -> (Rgb, Rgb) {
        match self {
            Inks::Soft => (rgb(0x26303d), rgb(0xffffff)),
            Inks::Stark | Inks::Grey => (rgb(0x000000), rgb(0xffffff)),
        }
    }
}

/// The colors of a seat's strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    /// The ground.
    pub panel: Rgb,
    /// The name.
    pub name: Rgb,
    /// The side, next to the name.
    pub side: Rgb,
    /// The ground of the status text.
    pub badge: Rgb,
    /// The status text.
    pub status: Rgb,
}

impl Strip {
    fn all(self) -> [Rgb; 5] {
        [self.panel, self.name, self.side, self.badge, self.status]
    }
}

const fn rgb(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

impl Theme {
    /// A light frame.
    pub const LIGHT: Theme = Theme {
        name: "light",
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
            status: rgb(0x26303d),
        },
        active: Strip {
            panel: rgb(0xdbe4ee),
            name: rgb(0x16202c),
            side: rgb(0x46566a),
            badge: rgb(0x1f5fa8),
            status: rgb(0xffffff),
        },
        under_disc: None,
    };

    /// A dark frame and a dimmer board.
    pub const DARK: Theme = Theme {
        name: "dark",
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
            status: rgb(0xe8edf2),
        },
        active: Strip {
            panel: rgb(0x3d4c5e),
            name: rgb(0xffffff),
            side: rgb(0xc3ced9),
            badge: rgb(0x8fc7ff),
            status: rgb(0x10202f),
        },
        under_disc: Some(rgb(0x7d93a8)),
    };

    /// Pure black and white as far as possible, for people with low vision.
    pub const HIGH_CONTRAST: Theme = Theme {
        name: "high-contrast",
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
            status: rgb(0x000000),
        },
        active: Strip {
            panel: rgb(0xffffff),
            name: rgb(0x000000),
            side: rgb(0x000000),
            badge: rgb(0x000000),
            status: rgb(0xffffff),
        },
        under_disc: Some(rgb(0x5b86c0)),
    };

    /// Greys on white, for paper.
    pub const PRINT: Theme = Theme {
        name: "print",
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
            status: rgb(0x000000),
        },
        active: Strip {
            panel: rgb(0xe2e2e2),
            name: rgb(0x000000),
            side: rgb(0x303030),
            badge: rgb(0x000000),
            status: rgb(0xffffff),
        },
        under_disc: None,
    };
}

/// Returns the approximate brightness of a color.
pub(crate) fn grey(color: Rgb) -> Rgb {
    let [red, green, blue] = color.map(u32::from);
    [((54 * red + 183 * green + 19 * blue) / 256) as u8; 3]
}

#[cfg(test)]
mod tests;
