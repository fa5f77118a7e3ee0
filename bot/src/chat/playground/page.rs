//! The files of the page, built in.

/// A file.
pub(super) struct PageFile {
    path: &'static str,
    pub(super) kind: &'static str,
    pub(super) content: &'static str,
}

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! file {
    ($path:literal, $name:literal, $kind:expr) => {
        PageFile {
            path: $path,
            kind: $kind,
            content: include_str!(concat!("page/", $name)),
        }
    };
}

static FILES: [PageFile; 12] = [
    file!("/", "index.html", "text/html; charset=utf-8"),
    file!("/style.css", "style.css", "text/css; charset=utf-8"),
    file!("/icon.svg", "icon.svg", "image/svg+xml"),
    file!("/app.js", "app.js", JAVASCRIPT),
    file!("/api.js", "api.js", JAVASCRIPT),
    file!("/composer.js", "composer.js", JAVASCRIPT),
    file!("/dom.js", "dom.js", JAVASCRIPT),
    file!("/listbox.js", "listbox.js", JAVASCRIPT),
    file!("/model.js", "model.js", JAVASCRIPT),
    file!("/timeline.js", "timeline.js", JAVASCRIPT),
    file!("/rules.css", "rules.css", "text/css; charset=utf-8"),
    file!("/rules.js", "rules.js", JAVASCRIPT),
];

/// The file at a path.
pub(super) fn file(path: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.path == path)
}
