//! The files by which a browser installs the page as an application: the manifest and the icons.

use std::sync::LazyLock;

use axum::{
    extract::{Path, rejection::PathRejection},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree},
};
use serde_json::json;

use super::{guard, problem::Problem};
use text::PROGRAM;

/// The color of the page behind its content, as `style.css` has it for light pages.
const GROUND: &str = "#f4f6f8";

/// The red, green and blue of the accent of the page, as `style.css` has it for light pages. It is the color of the icon, too.
const ACCENT: [u8; 3] = [0x1d, 0x6b, 0x62];

/// Returns the accent as CSS and JSON write it.
fn accent() -> String {
    let [red, green, blue] = ACCENT;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// An icon as a picture.
struct Icon {
    name: &'static str,
    /// The width and the height, in pixels.
    size: u16,
    /// True if a system may cut it to a shape of its own. Its sign is then smaller, and its color fills the whole picture.
    is_maskable: bool,
}

const ICONS: [Icon; 3] = [
    Icon {
        name: "192.png",
        size: 192,
        is_maskable: false,
    },
    Icon {
        name: "512.png",
        size: 512,
        is_maskable: false,
    },
    Icon {
        name: "maskable.png",
        size: 512,
        is_maskable: true,
    },
];

/// The files of the icons, drawn at the first request.
static FILES: LazyLock<[Option<Vec<u8>>; 3]> = LazyLock::new(|| ICONS.map(|icon| icon.draw()));

impl Icon {
    /// Draws the icon as a PNG file. A test checks that it can be drawn.
    fn draw(&self) -> Option<Vec<u8>> {
        let drawing = include_str!("page/icon.svg");
        let tree = Tree::from_str(drawing, &Options::default()).ok()?;
        let size = f32::from(self.size);
        let mut pixmap = Pixmap::new(self.size.into(), self.size.into())?;
        // The part of a maskable icon that every shape shows is a circle with 80 % of its width.
        let part = if self.is_maskable { 0.7 } else { 1.0 };
        if self.is_maskable {
            let [red, green, blue] = ACCENT;
            pixmap.fill(Color::from_rgba8(red, green, blue, u8::MAX));
        }
        let margin = size * (1.0 - part) / 2.0;
        let scale = size * part / tree.size().width();
        let place = Transform::from_row(scale, 0.0, 0.0, scale, margin, margin);
        resvg::render(&tree, place, &mut pixmap.as_mut());
        pixmap.encode_png().ok()
    }
}

/// Serves the manifest in the language of the reader.
pub(super) async fn manifest(headers: HeaderMap) -> Response {
    let language = guard::reader(&headers);
    let vector = json!({ "src": "/icon.svg", "type": "image/svg+xml", "sizes": "any" });
    let icons = ICONS.map(|icon| {
        let (src, sizes) = (
            format!("/icon/{}", icon.name),
            format!("{0}x{0}", icon.size),
        );
        let purpose = if icon.is_maskable { "maskable" } else { "any" };
        json!({ "src": src, "type": "image/png", "sizes": sizes, "purpose": purpose })
    });
    let icons: Vec<_> = [vector].into_iter().chain(icons).collect();
    let manifest = json!({
        "id": "/",
        "name": PROGRAM,
        "short_name": PROGRAM,
        "description": language.localize(&text::page_description()),
        "lang": language.tag(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": accent(),
        "background_color": GROUND,
        "icons": icons,
    });
    let head = [(header::CONTENT_TYPE, "application/manifest+json")];
    (head, manifest.to_string()).into_response()
}

/// Serves an icon.
pub(super) async fn icon(path: Result<Path<String>, PathRejection>) -> Result<Response, Problem> {
    let name = path?;
    let mut named = ICONS.iter().zip(&*FILES);
    let found = named.find_map(|(icon, file)| (icon.name == *name).then_some(file.as_ref()));
    let file = found.flatten().ok_or_else(Problem::nothing)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], file.as_slice()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_has_its_size_and_a_maskable_one_fills_it() {
        for (icon, file) in ICONS.iter().zip(&*FILES) {
            let file = file.as_ref().expect("it can be drawn");
            let picture = Pixmap::decode_png(file).expect("it is a PNG file");
            let size = u32::from(icon.size);
            assert_eq!(
                (picture.width(), picture.height()),
                (size, size),
                "{}",
                icon.name
            );
            let corner = picture.pixel(0, 0).expect("it has a corner");
            assert_eq!(corner.alpha() == u8::MAX, icon.is_maskable, "{}", icon.name);
            let middle = picture.pixel(size / 2, size / 2).expect("it has a middle");
            assert_eq!(middle.alpha(), u8::MAX, "{}", icon.name);
        }
    }

    #[test]
    fn the_colors_are_those_of_the_page() {
        let styles = include_str!("page/style.css");
        for (name, color) in [("--ground", GROUND), ("--accent", &accent())] {
            let line = format!("{name}: light-dark({color},");
            assert!(styles.contains(&line), "{line}");
        }
        assert!(include_str!("page/icon.svg").contains(&accent()));
    }
}
