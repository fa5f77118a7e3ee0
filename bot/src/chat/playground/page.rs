//! The files of the page, built in, and what it says in the language of its reader.

use axum::response::Html;
use html_escape::encode_double_quoted_attribute as escape;

use crate::words::{self, Language, Text};

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
    file!("/style.css", "style.css", "text/css; charset=utf-8"),
    file!("/icon.svg", "icon.svg", "image/svg+xml"),
    file!("/app.js", "app.js", JAVASCRIPT),
    file!("/api.js", "api.js", JAVASCRIPT),
    file!("/composer.js", "composer.js", JAVASCRIPT),
    file!("/dom.js", "dom.js", JAVASCRIPT),
    file!("/listbox.js", "listbox.js", JAVASCRIPT),
    file!("/model.js", "model.js", JAVASCRIPT),
    file!("/timeline.js", "timeline.js", JAVASCRIPT),
    file!("/words.js", "words.js", JAVASCRIPT),
    file!("/rules.css", "rules.css", "text/css; charset=utf-8"),
    file!("/rules.js", "rules.js", JAVASCRIPT),
];

/// The file at a path.
pub(super) fn file(path: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.path == path)
}

/// A page that says this and leads to the handbook.
pub(super) fn note(told: &str, language: Language) -> Html<String> {
    let all = language.say(&words::page_rules_all());
    let body = format!(
        "<main>\n<p>{}</p>\n<p><a href=\"/rules\">{}</a></p>\n</main>\n",
        escape(told),
        escape(&all)
    );
    page(told, &body, language)
}

/// A page of the handbook.
pub(super) fn page(title: &str, body: &str, language: Language) -> Html<String> {
    Html(format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{} – Oddboard</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"/rules.css\">\n\
         <script type=\"module\" src=\"/rules.js\"></script>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    ))
}

/// The page itself. `{{title}}` in it stands for what it says there, `{{words}}` for all of that as JSON.
pub(super) fn index(language: Language) -> String {
    let said = texts().map(|(name, text)| (name, language.say(&text)));
    let words: serde_json::Map<_, _> = said
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_str().into()))
        .collect();
    // Nothing in there ends the element around it.
    let words = serde_json::Value::from(words)
        .to_string()
        .replace('<', "\\u003c");
    let mut page = include_str!("page/index.html")
        .replace("{{language}}", language.tag())
        .replace("{{words}}", &words);
    for (name, text) in said {
        page = page.replace(&format!("{{{{{name}}}}}"), &escape(&text));
    }
    page
}

/// All that the page says by itself; what stands in braces is put in by the page.
fn texts() -> [(&'static str, Text); 77] {
    [
        ("title", words::page_title()),
        ("description", words::page_description()),
        ("no-script", words::page_no_script()),
        ("intro", words::page_intro()),
        ("welcome-back", words::page_welcome_back()),
        ("somebody-new", words::page_somebody_new()),
        ("your-name", words::page_your_name()),
        ("sign-in", words::page_sign_in()),
        ("each-tab", words::page_each_tab()),
        ("new-here", words::page_new_here()),
        ("handbook-link", words::page_handbook_link()),
        ("skip", words::page_skip()),
        ("places", words::page_places()),
        ("close-places", words::page_close_places()),
        ("channels", words::page_channels()),
        ("direct", words::page_direct()),
        ("people", words::page_people()),
        ("switch", words::page_switch()),
        ("switch-person", words::page_switch_person()),
        ("switch-hint", words::page_switch_hint()),
        ("may-write", words::page_may_write()),
        ("messages", words::page_messages()),
        ("message", words::page_message()),
        ("send", words::page_send()),
        ("say-help", words::page_say_help()),
        ("picture", words::page_picture()),
        ("close", words::page_close()),
        ("continue-as", words::page_continue_as("{name}")),
        ("forget", words::page_forget()),
        ("forget-name", words::page_forget_name("{name}")),
        ("forget-ask", words::page_forget_ask("{name}")),
        ("stranger", words::page_stranger()),
        ("connecting", words::page_connecting()),
        ("connected", words::page_connected()),
        ("lost", words::page_lost("{seconds}")),
        ("told-everybody", words::page_told_everybody()),
        ("you-pressed", words::page_you_pressed()),
        ("you-wrote", words::page_you_wrote()),
        ("you-chose", words::page_you_chose()),
        ("you-said", words::page_you_said()),
        ("unread", words::page_unread("{number}", "{place}")),
        ("people-here", words::page_people_here("{number}")),
        ("is-here", words::page_is_here()),
        ("is-away", words::page_is_away()),
        ("you", words::page_you()),
        ("empty-direct", words::page_empty_direct()),
        ("empty-channel", words::page_empty_channel()),
        ("just-you", words::page_just_you()),
        ("welcome", words::page_welcome("{place}")),
        ("nobody-else", words::page_nobody_else()),
        ("about-direct", words::page_about_direct()),
        ("about-games", words::page_about_games()),
        ("about-lobby", words::page_about_lobby()),
        ("suggestions", words::page_suggestions()),
        ("suggestions-hint", words::page_suggestions_hint()),
        ("hint-direct", words::page_hint_direct()),
        ("hint-channel", words::page_hint_channel("{place}")),
        ("message-in", words::page_message_in("{place}")),
        ("messages-in", words::page_messages_in("{place}")),
        ("newest", words::page_newest()),
        ("new-message", words::page_new_message()),
        ("new-messages", words::page_new_messages("{number}")),
        ("new", words::page_new()),
        ("edited", words::page_edited()),
        ("waiting", words::page_waiting()),
        ("hint-slash", words::page_hint_slash()),
        ("try-again", words::page_try_again()),
        ("only-you", words::page_only_you()),
        ("dismiss", words::page_dismiss()),
        ("bot", words::page_bot()),
        ("enlarge", words::page_enlarge()),
        ("missing-picture", words::page_missing_picture()),
        ("actions", words::page_actions()),
        ("today", words::page_today()),
        ("yesterday", words::page_yesterday()),
        ("unreachable", words::page_unreachable()),
        ("wrong", words::page_wrong()),
    ]
}
