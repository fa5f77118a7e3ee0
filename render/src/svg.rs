//! Writes sketches as SVG.
//!
//! Letters are outlines. Each drawing is a `<symbol>`: in the document itself, or for a page in the document of the
//! [`PieceSet`](crate::PieceSet::svg). A document contains no text that people typed, so there is nothing to escape.

use std::{
    collections::BTreeSet,
    fmt::{self, Display, Formatter},
    io::{self, Write},
};

use tiny_skia::{Path, PathSegment};

use crate::{
    PieceSet, Sprite,
    sketch::{Shape, Sketch, SketchPart},
    symbol::{Hex, Id},
    theme::{Inks, Rgb, grey},
};

/// Writes a sketch as an SVG document, with its drawings unless the page that shows it has them.
pub(crate) fn write(
    sketch: &Sketch,
    pieces: Option<&PieceSet>,
    inks: Inks,
    out: &mut impl Write,
) -> io::Result<()> {
    let Sketch { width, height, .. } = sketch;
    let view_box = format_args!("0 0 {width} {height}");
    write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view_box}"{}>"#,
        match inks {
            Inks::Soft => "",
            Inks::Stark => r#" data-inks="stark""#,
            Inks::Grey => r#" data-inks="grey""#,
        }
    )?;
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
            r#"<rect width="{width}" height="{height}" fill="{ground}" shape-rendering="crispEdges"/>"#
        )?;
    }
    for shape in &sketch.shapes {
        match shape {
            Shape::Fill { path, color: fill } => {
                write!(out, r#"<path d="{}" fill="{}"/>"#, Data(path), color(*fill))?;
            }
            Shape::Outline {
                path,
                color: stroke,
                width,
            } => {
                let (stroke, width) = (color(*stroke), Decimal(*width));
                let d = Data(path);
                write!(
                    out,
                    r#"<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"/>"#
                )?;
            }
            Shape::Sprite {
                sprite,
                x,
                y,
                side,
                opacity,
            } => {
                let (id, x, y, side) = (Id(*sprite), Decimal(*x), Decimal(*y), Decimal(*side));
                write!(
                    out,
                    r##"<use href="#{id}" x="{x}" y="{y}" width="{side}" height="{side}""##
                )?;
                if *opacity < 1.0 {
                    write!(out, r#" opacity="{opacity}""#)?;
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
                write!(out, r#"<g transform="translate({x} {y})""#)?;
                match place {
                    Some(SketchPart::Square(square)) => write!(out, r#" data-square="{square}""#)?,
                    Some(SketchPart::Reserve(glyph)) => {
                        write!(out, r#" data-reserve="{}""#, Sprite::Glyph(*glyph))?;
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

/// A measure, to the hundredth of a pixel.
struct Decimal(f32);

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let hundredths = (f64::from(self.0) * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (integer, fraction) = (
            hundredths.unsigned_abs() / 100,
            hundredths.unsigned_abs() % 100,
        );
        match fraction {
            0 => write!(f, "{sign}{integer}"),
            _ if fraction % 10 == 0 => write!(f, "{sign}{integer}.{}", fraction / 10),
            _ => write!(f, "{sign}{integer}.{fraction:02}"),
        }
    }
}

/// A path in the form of an attribute.
pub(crate) struct Data<'a>(pub(crate) &'a Path);

impl Display for Data<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for segment in self.0.segments() {
            let (letter, points) = match segment {
                PathSegment::MoveTo(end) => ('M', vec![end]),
                PathSegment::LineTo(end) => ('L', vec![end]),
                PathSegment::QuadTo(control, end) => ('Q', vec![control, end]),
                PathSegment::CubicTo(one, other, end) => ('C', vec![one, other, end]),
                PathSegment::Close => ('Z', Vec::new()),
            };
            write!(f, "{letter}")?;
            for (number, point) in points.iter().enumerate() {
                let blank = if number == 0 { "" } else { " " };
                write!(f, "{blank}{} {}", Decimal(point.x), Decimal(point.y))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
