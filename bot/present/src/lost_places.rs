//! What is said besides a post where the place that it was meant for does not take it.

use api::{Message, Public};
use service::PublicMatch;
use text::{Language, Text};

/// The post, said in the channel because the thread does not take it any more.
pub fn thread_lost(post: Message<Public>, language: Language) -> Message<Public> {
    explained(post, &text::thread_lost(), language)
}

/// The post, said in the channel because no thread can be opened there.
pub fn thread_refused(post: Message<Public>, language: Language) -> Message<Public> {
    explained(post, &text::thread_refused(), language)
}

/// The post, told to a player because the channel does not take it any more.
pub fn channel_lost(
    public: &PublicMatch,
    post: Message<Public>,
    language: Language,
) -> Message<Public> {
    explained(post, &text::channel_lost(public.id), language)
}

/// The post below the reason why it stands where it does.
fn explained(mut post: Message<Public>, why: &Text, language: Language) -> Message<Public> {
    post.text = format!("{}\n{}", language.say(why), post.text);
    post
}
