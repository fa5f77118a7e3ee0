//! Writes drawings as symbols of SVG documents.

use std::fmt::{self, Display, Formatter};

use usvg::{Indent, Tree, WriteOptions};

use crate::{
    Sprite,
    theme::{Inks, Rgb, grey},
};

/// Writes a drawing as a `<symbol>`, from its parsed tree.
pub(crate) fn write(sprite: Sprite, tree: &Tree, inks: Inks) -> String {
    #[cfg(test)]
    crate::testing::count(&crate::testing::N_WRITTEN);
    let options = WriteOptions {
        id_prefix: Some(format!("{}-", Id(sprite))),
        coordinates_precision: 3,
        indent: Indent::None,
        ..WriteOptions::default()
    };
    let document = tree.to_string(&options);
    let document = document.trim_end().strip_prefix("<svg");
    let (id, side) = (Id(sprite), tree.size().width());
    let symbol = match document.and_then(|rest| rest.strip_suffix("</svg>")) {
        Some(rest) => {
            format!(r#"<symbol id="{id}" viewBox="0 0 {side} {side}"{rest}</symbol>"#)
        }
        // An empty drawing comes as a single tag.
        None => format!(r#"<symbol id="{id}"/>"#),
    };
    match inks {
        Inks::Soft | Inks::Stark => symbol,
        Inks::Grey => in_grey(&symbol),
    }
}

/// Converts all colors of the form `#rrggbb` to grey.
fn in_grey(svg: &str) -> String {
    let mut parts = svg.split('#');
    let mut faded = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let color = part
            .get(..6)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        match color {
            Some(color) => {
                let [_, red, green, blue] = color.to_be_bytes();
                faded += &Hex(grey([red, green, blue])).to_string();
                faded += &part[6..];
            }
            None => {
                faded.push('#');
                faded += part;
            }
        }
    }
    faded
}

/// The id of the symbol of a drawing.
pub(crate) struct Id(pub(crate) Sprite);

impl Display for Id {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "drawing-{}", self.0)
    }
}

/// A color of the form `#rrggbb`.
pub(crate) struct Hex(pub(crate) Rgb);

impl Display for Hex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
