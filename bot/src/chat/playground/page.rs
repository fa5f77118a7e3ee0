//! The files of the page, built in, and what it says in the language of its reader.

use std::collections::BTreeSet;

use axum::response::Html;
use html_escape::encode_double_quoted_attribute as escape;

use crate::{
    command::SPECS,
    words::{self, Language, Text},
};

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
        "<main>\n<h1>{}</h1>\n<p><a href=\"/rules\">{}</a></p>\n</main>\n",
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

/// The page itself. `{{title}}` in it stands for what it says there, `{{words}}` for all of that as JSON, and `{{commands}}`
/// for the words that commands begin with.
pub(super) fn index(language: Language) -> String {
    let said = texts().map(|(name, text)| (name, language.say(&text)));
    let words: serde_json::Map<_, _> = said
        .iter()
        .map(|(name, text)| (name.clone(), text.as_str().into()))
        .collect();
    // Nothing in there ends the element around it.
    let words = serde_json::Value::from(words)
        .to_string()
        .replace('<', "\\u003c");
    let names = SPECS.iter().map(|spec| spec.name.split(' ').next());
    let names: BTreeSet<_> = names.flatten().collect();
    let mut page = include_str!("page/index.html")
        .replace("{{language}}", language.tag())
        .replace("{{commands}}", &serde_json::json!(names).to_string())
        .replace("{{words}}", &words);
    for (name, text) in said {
        page = page.replace(&format!("{{{{{name}}}}}"), &escape(&text));
    }
    page
}

/// All that the page says by itself, under the names of the messages; what stands in braces is put in by the page.
fn texts() -> [(String, Text); 78] {
    let name = |message: &str| message.trim_start_matches("page_").replace('_', "-");
    macro_rules! texts {
        ($($message:ident $(($($argument:literal),+))?,)+) => {
            [$((name(stringify!($message)), words::$message($($($argument),+)?)),)+]
        };
    }
    texts! {
        page_title, page_description, page_no_script, page_intro, page_welcome_back, page_somebody_new, page_your_name,
        page_sign_in, page_each_tab, page_new_here, page_handbook_link, page_skip, page_places, page_close_places,
        page_channels, page_direct, page_people, page_switch, page_switch_person, page_switch_hint, page_may_write,
        page_messages, page_message, page_send, page_say_help, page_picture, page_close, page_continue_as("{name}"),
        page_forget, page_forget_name("{name}"), page_forget_ask("{name}"), page_stranger, page_connecting,
        page_connected, page_lost("{seconds}"), page_told_everybody, page_you_pressed, page_you_wrote, page_you_chose,
        page_you_said, page_unread("{number}", "{place}"), page_people_here("{number}"), page_is_here, page_is_away,
        page_you, page_empty_direct, page_empty_channel, page_play_now, page_just_you, page_welcome("{place}"), page_nobody_else,
        page_about_direct, page_about_games, page_about_lobby, page_suggestions, page_suggestions_hint, page_hint_direct,
        page_hint_channel("{place}"), page_message_in("{place}"), page_messages_in("{place}"), page_newest,
        page_new_message, page_new_messages("{number}"), page_new, page_edited, page_waiting, page_hint_slash,
        page_try_again, page_only_you, page_dismiss, page_bot, page_enlarge, page_missing_picture, page_actions,
        page_today, page_yesterday, page_unreachable, page_wrong,
    }
}
