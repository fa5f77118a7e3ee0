//! The built-in files of the page. Each screen has a stylesheet and a script, joined from several sources, so that a browser
//! makes few requests. A new screen or stylesheet belongs into [`Screen`], a new module into [`scripts`].

use std::{
    io::Write as _,
    sync::{LazyLock, OnceLock},
};

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};

use super::scripts;

/// A file.
pub(super) struct PageFile {
    path: String,
    kind: &'static str,
    pub(super) content: String,
    /// The content, compressed at its first use.
    compressed: OnceLock<Vec<u8>>,
}

impl PageFile {
    fn new(path: String, kind: &'static str, content: String) -> PageFile {
        PageFile {
            path,
            kind,
            content,
            compressed: OnceLock::new(),
        }
    }

    /// Builds the response, compressed for a browser that accepts that.
    pub(super) fn response(&'static self, accepts_gzip: bool) -> Response {
        let head = [
            (header::CONTENT_TYPE, self.kind),
            (header::VARY, "accept-encoding"),
        ];
        if accepts_gzip {
            let encoding = [(header::CONTENT_ENCODING, "gzip")];
            let compressed = self.compressed.get_or_init(|| compress(&self.content));
            (head, encoding, compressed.as_slice()).into_response()
        } else {
            (head, self.content.as_str()).into_response()
        }
    }
}

fn compress(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(content.as_bytes());
    let compressed = written.and_then(|()| encoder.finish());
    compressed.expect("memory accepts all bytes")
}

/// A kind of page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Screen {
    Home,
    Chat,
    Match,
    Learn,
    Rules,
    Analysis,
    Enter,
    Sessions,
    Activity,
    Widget,
}

impl Screen {
    pub(super) const ALL: [Screen; 10] = [
        Screen::Home,
        Screen::Chat,
        Screen::Match,
        Screen::Learn,
        Screen::Rules,
        Screen::Analysis,
        Screen::Enter,
        Screen::Sessions,
        Screen::Activity,
        Screen::Widget,
    ];

    /// Returns the name of its stylesheet and of its script.
    pub(super) fn name(self) -> &'static str {
        match self {
            Screen::Home => "home",
            Screen::Chat => "chat",
            Screen::Match => "match",
            Screen::Learn => "learn",
            Screen::Rules => "rules",
            Screen::Analysis => "analysis",
            Screen::Enter => "enter",
            Screen::Sessions => "sessions",
            Screen::Activity => "activity",
            Screen::Widget => "widget",
        }
    }

    /// Returns the sources of the stylesheet.
    fn styles(self) -> &'static [&'static str] {
        match self {
            Screen::Rules => &[RULES_CSS, BOARD_CSS, SETTINGS_CSS],
            Screen::Home | Screen::Chat | Screen::Learn => {
                &[STYLE_CSS, BOARD_CSS, SCREENS_CSS, SETTINGS_CSS]
            }
            Screen::Enter | Screen::Sessions => &[STYLE_CSS, SCREENS_CSS, SETTINGS_CSS],
            Screen::Activity => &[STYLE_CSS, SHELL_CSS],
            Screen::Widget => &[STYLE_CSS, SCREENS_CSS, SHELL_CSS],
            Screen::Match | Screen::Analysis => &[
                STYLE_CSS,
                BOARD_CSS,
                SCREENS_CSS,
                CLOCKS_CSS,
                MATCH_CSS,
                SETTINGS_CSS,
            ],
        }
    }

    /// Returns the modules that the page runs, with all that they import.
    pub(super) fn entry_points(self) -> &'static [&'static str] {
        match self {
            Screen::Home => &["settings", "home"],
            Screen::Chat => &["settings", "chat"],
            Screen::Match => &["settings", "match"],
            Screen::Learn => &["settings", "study", "home"],
            Screen::Rules => &["settings", "study"],
            Screen::Analysis => &["settings", "analysis"],
            Screen::Enter => &["settings", "enter"],
            Screen::Sessions => &["settings", "sessions"],
            Screen::Activity => &["activity"],
            Screen::Widget => &["widget"],
        }
    }

    /// Returns the markup after the part of the head that all screens share.
    pub(super) fn markup(self) -> &'static str {
        match self {
            Screen::Home => include_str!("page/home.html"),
            Screen::Chat => include_str!("page/chat.html"),
            Screen::Match => include_str!("page/match.html"),
            Screen::Learn => include_str!("page/learn.html"),
            Screen::Rules => include_str!("page/rules.html"),
            Screen::Analysis => include_str!("page/analysis.html"),
            Screen::Enter => include_str!("page/enter.html"),
            Screen::Sessions => include_str!("page/sessions.html"),
            Screen::Activity => include_str!("page/activity.html"),
            Screen::Widget => include_str!("page/widget.html"),
        }
    }
}

const STYLE_CSS: &str = include_str!("page/style.css");
const BOARD_CSS: &str = include_str!("page/board.css");
const SCREENS_CSS: &str = include_str!("page/screens.css");
const CLOCKS_CSS: &str = include_str!("page/clocks.css");
const MATCH_CSS: &str = include_str!("page/match.css");
const RULES_CSS: &str = include_str!("page/rules.css");
const SHELL_CSS: &str = include_str!("page/shell.css");
const SETTINGS_CSS: &str = include_str!("page/settings.css");

/// The name of the script that shows pushes, which runs without a page.
pub(super) const WORKER: &str = "worker";

static FILES: LazyLock<Vec<PageFile>> = LazyLock::new(|| {
    let look = scripts::with_imports(&["choices"], &[]);
    let script = |name: &str, modules: &[&str]| {
        let kind = "text/javascript; charset=utf-8";
        PageFile::new(format!("/{name}.js"), kind, scripts::bundle(modules))
    };
    let screens = Screen::ALL.into_iter().flat_map(|screen| {
        let style = PageFile::new(
            format!("/{}.css", screen.name()),
            "text/css; charset=utf-8",
            screen.styles().join("\n"),
        );
        let modules = scripts::with_imports(screen.entry_points(), &look);
        [style, script(screen.name(), &modules)]
    });
    let icon = include_str!("page/icon.svg").to_owned();
    let icon = PageFile::new("/icon.svg".to_owned(), "image/svg+xml", icon);
    let mut files: Vec<_> = screens.collect();
    let worker = scripts::with_imports(&[WORKER], &[]);
    files.extend([icon, script("look", &look), script(WORKER, &worker)]);
    files
});

/// Returns the file at a path.
pub(super) fn file(path: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.path == path)
}
