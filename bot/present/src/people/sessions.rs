//! The link that signs an account in on the web page, and the list of sessions there.

use crate::buttons::{danger, text_message, with_buttons};
use api::{AccountSession, AccountToken, Button, Message, PageLink, Private};
use command::Control;
use service::SessionNews;
use text::{Language, Text, arg};

/// Renders a link to its owner. Without its token, the owner got it before.
pub(crate) fn link(
    token: Option<&AccountToken>,
    is_posted: bool,
    language: Language,
) -> Message<Private> {
    let given = match token {
        Some(_) => text::sign_in_link_given(),
        None => text::sign_in_link_before(),
    };
    let posted = is_posted.then(text::sign_in_link_posted);
    Message {
        link: token.map(|token| PageLink {
            label: language.localize(&text::button_play_on_page()),
            path: format!("enter#{}", token.expose()),
            play: None,
        }),
        ..text_message(&Text::lines(posted.into_iter().chain([given])), language)
    }
}

/// Lists the sessions of a person, if they have any.
pub(crate) fn list(sessions: &[AccountSession]) -> Option<Text> {
    let line = |session: &AccountSession| {
        text::session_line(
            arg::account(session.account.platform.title().unwrap_or_default()),
            arg::since(Text::time(session.since.0)),
            arg::used(Text::time(session.used.0)),
        )
    };
    let lines = sessions.iter().map(line);
    (!sessions.is_empty()).then(|| text::mydata_sessions(Text::lines(lines)))
}

/// Renders the notice to an account that a session of it has begun in a browser.
pub fn signed_in(news: &SessionNews, language: Language) -> Message<Private> {
    let since = Text::time(news.since.0);
    let told = match news.id {
        Some(id) => text::session_told_match(arg::id(id), arg::since(since)),
        None => text::session_told(since),
    };
    with_buttons(&told, [end_button(language)], language)
}

/// Makes the button that ends all sessions of its reader.
pub(crate) fn end_button(language: Language) -> Button {
    danger(Control::EndSessions, text::button_end_sessions(), language)
}
