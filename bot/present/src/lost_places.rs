//! Notes above a post whose intended place does not accept it.

use api::{Message, Public};
use service::PublicMatch;
use text::{Language, Text};

/// Adds a note to a post in the channel: the thread does not accept posts any more.
pub fn thread_lost(post: Message<Public>, language: Language) -> Message<Public> {
    explained(post, &text::thread_lost(), language)
}

/// Adds a note to a post in the channel: no thread can be opened there.
pub fn thread_refused(post: Message<Public>, language: Language) -> Message<Public> {
    explained(post, &text::thread_refused(), language)
}

/// Adds a note to a direct message: the channel does not accept posts any more.
pub fn channel_lost(
    public: &PublicMatch,
    post: Message<Public>,
    language: Language,
) -> Message<Public> {
    explained(post, &text::channel_lost(public.id), language)
}

/// Puts the reason for its place above a post.
fn explained(mut post: Message<Public>, why: &Text, language: Language) -> Message<Public> {
    post.text = format!("{}\n{}", language.say(why), post.text);
    post
}
