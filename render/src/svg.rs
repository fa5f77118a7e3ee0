//! Writes sketches as SVG.
//!
//! Letters are outlines. Each drawing is a `<symbol>`: in the document itself, or for a page in the document of the
//! [`PieceSet`](crate::PieceSet::svg). Only the words about a picture can contain text that people typed; they are escaped. The
//! attributes of a board stand in single quotes: in the frames of the page, which are JSON, a double quote takes two bytes.

use std::{
    collections::BTreeSet,
    fmt::{self, Display, Formatter, Write as _},
    io::{self, Write},
};

use tiny_skia::{Path, PathSegment};

use crate::{
    PieceSet, Sprite,
    scene::SceneWords,
    sketch::{Shape, Sketch, SketchPart},
    symbol::{Hex, Id},
    theme::{Inks, Rgb, grey},
};

/// Writes a sketch as an SVG document, with the words about it, and with its drawings unless the page that shows it has them.
pub(crate) fn write(
    sketch: &Sketch,
    words: Option<&SceneWords>,
    pieces: Option<&PieceSet>,
    inks: Inks,
    out: &mut impl Write,
) -> io::Result<()> {
    let Sketch { width, height, .. } = sketch;
    let view_box = format_args!("0 0 {width} {height}");
    write!(
        out,
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='{view_box}'"
    )?;
    match words {
        Some(words) => write_words(words, inks, out)?,
        None => write!(out, "{}>", attribute(inks))?,
    }
    if let Some(pieces) = pieces {
        out.write_all(b"<defs>")?;
        let mut sprites = BTreeSet::new();
        collect(sketch, &mut sprites);
        for sprite in sprites {
            out.write_all(pieces.symbol(sprite, inks).as_bytes())?;
        }
        out.write_all(b"</defs>")?;
    }
    write_shapes(sketch, None, inks, out)?;
    out.write_all(b"</svg>\n")
}

/// Writes the last attributes of the root element, and the words about the picture. The ids depend on the words, so that
/// several documents in one page keep theirs.
fn write_words(words: &SceneWords, inks: Inks, out: &mut impl Write) -> io::Result<()> {
    let SceneWords { title, description } = words;
    let id = format_args!("{:016x}", hash(&format!("{title}\n{description}")));
    write!(
        out,
        " role='img' aria-labelledby='title-{id} desc-{id}'{}>",
        attribute(inks)
    )?;
    write!(out, "<title id='title-{id}'>{}</title>", Escaped(title))?;
    write!(out, "<desc id='desc-{id}'>{}</desc>", Escaped(description))
}

/// Returns the FNV-1a hash of a text, which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Text as the content of an element, without the characters that XML forbids.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '\t' | '\n' => f.write_char(c),
            '\u{fffe}' | '\u{ffff}' => Ok(()),
            c if c.is_control() => Ok(()),
            c => f.write_char(c),
        })
    }
}

impl PieceSet {
    /// Puts the drawings into a board that is [written without them](crate::Renderer::live_svg), so that it can be shown alone.
    pub fn complete(&self, board: &str) -> String {
        let (head, shapes) = board.split_once('>').unwrap_or((board, ""));
        let mut others = [Inks::Stark, Inks::Grey].into_iter();
        let inks = others.find(|inks| head.ends_with(&attribute(*inks)));
        let drawings = self.symbols(inks.unwrap_or(Inks::Soft));
        format!("{head}><defs>{drawings}</defs>{shapes}")
    }
}

/// Returns the last attribute of a document, with the name of the inks.
fn attribute(inks: Inks) -> String {
    let name = inks.name().map(|name| format!(" data-inks='{name}'"));
    name.unwrap_or_default()
}

/// Collects the subjects of all drawings of a sketch.
fn collect(sketch: &Sketch, sprites: &mut BTreeSet<Sprite>) {
    for shape in &sketch.shapes {
        match shape {
            Shape::Sprite { sprite, .. } => drop(sprites.insert(*sprite)),
            Shape::Part { sketch, .. } => collect(sketch, sprites),
            Shape::Fill { .. } | Shape::Outline { .. } => {}
        }
    }
}

/// Writes all shapes of a sketch, and its ground unless that equals the color under it.
fn write_shapes(
    sketch: &Sketch,
    under: Option<Rgb>,
    inks: Inks,
    out: &mut impl Write,
) -> io::Result<()> {
    let color = |color: Rgb| match inks {
        Inks::Soft | Inks::Stark => Hex(color),
        Inks::Grey => Hex(grey(color)),
    };
    if under != Some(sketch.ground) {
        let Sketch { width, height, .. } = sketch;
        let ground = color(sketch.ground);
        // Without `crispEdges` there would be seams between squares in another size.
        write!(
            out,
            "<rect width='{width}' height='{height}' fill='{ground}' shape-rendering='crispEdges'/>"
        )?;
    }
    for shape in &sketch.shapes {
        match shape {
            Shape::Fill { path, color: fill } => {
                write!(out, "<path d='{}' fill='{}'/>", Data(path), color(*fill))?;
            }
            Shape::Outline {
                path,
                color: stroke,
                width,
            } => {
                let (stroke, width) = (color(*stroke), Decimal::of(*width));
                let d = Data(path);
                write!(
                    out,
                    "<path d='{d}' fill='none' stroke='{stroke}' stroke-width='{width}' stroke-linejoin='round'/>"
                )?;
            }
            Shape::Sprite {
                sprite,
                x,
                y,
                side,
                opacity,
            } => {
                let (id, side) = (Id(*sprite), Decimal::of(*side));
                let (x, y) = (Coordinate("x", *x), Coordinate("y", *y));
                write!(
                    out,
                    "<use href='#{id}'{x}{y} width='{side}' height='{side}'"
                )?;
                if *opacity < 1.0 {
                    write!(out, " opacity='{opacity}'")?;
                }
                out.write_all(b"/>")?;
            }
            Shape::Part {
                x,
                y,
                place,
                sketch: part,
            } => {
                // A part with an identity is written even if it is invisible.
                let under = place.is_none().then_some(sketch.ground);
                if part.shapes.is_empty() && under == Some(part.ground) {
                    continue;
                }
                write!(out, "<g transform='translate({x} {y})'")?;
                match place {
                    Some(SketchPart::Square(square)) => write!(out, " data-square='{square}'")?,
                    Some(SketchPart::Reserve(glyph)) => {
                        write!(out, " data-reserve='{}'", Sprite::Glyph(*glyph))?;
                    }
                    None => {}
                }
                out.write_all(b">")?;
                write_shapes(part, under, inks, out)?;
                out.write_all(b"</g>")?;
            }
        }
    }
    Ok(())
}

/// A measure in hundredths of a pixel.
#[derive(Clone, Copy)]
struct Decimal(i64);

impl Decimal {
    /// Rounds a measure in pixels.
    fn of(pixels: f32) -> Decimal {
        Decimal((f64::from(pixels) * 100.0).round() as i64)
    }
}

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (integer, fraction) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match fraction {
            0 => write!(f, "{sign}{integer}"),
            _ if fraction % 10 == 0 => write!(f, "{sign}{integer}.{}", fraction / 10),
            _ => write!(f, "{sign}{integer}.{fraction:02}"),
        }
    }
}

/// An attribute with a coordinate, which is left out if it is 0, its default.
struct Coordinate(&'static str, f32);

impl Display for Coordinate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match Decimal::of(self.1) {
            Decimal(0) => Ok(()),
            place => write!(f, " {}='{place}'", self.0),
        }
    }
}

/// A path in the form of an attribute. Its points are relative, which takes a third less room.
pub(crate) struct Data<'a>(pub(crate) &'a Path);

impl Display for Data<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (mut start, mut pen) = ([0, 0], [0, 0]);
        for segment in self.0.segments() {
            let (letter, points) = match segment {
                PathSegment::MoveTo(end) => ('m', vec![end]),
                PathSegment::LineTo(end) => ('l', vec![end]),
                PathSegment::QuadTo(control, end) => ('q', vec![control, end]),
                PathSegment::CubicTo(one, other, end) => ('c', vec![one, other, end]),
                PathSegment::Close => ('z', Vec::new()),
            };
            write!(f, "{letter}")?;
            let mut end = start;
            for (number, point) in points.iter().enumerate() {
                let blank = if number == 0 { "" } else { " " };
                end = [point.x, point.y].map(|pixels| Decimal::of(pixels).0);
                let [x, y] = [0, 1].map(|axis| Decimal(end[axis] - pen[axis]));
                write!(f, "{blank}{x} {y}")?;
            }
            pen = end;
            if letter == 'm' {
                start = end;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
