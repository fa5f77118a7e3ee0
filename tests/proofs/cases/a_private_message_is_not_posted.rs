// E0308 What is whispered cannot be posted.

use api::{ChannelId, Chat, Message, Nonce, Private};

async fn leak(chat: &dyn Chat, nonce: &Nonce, channel: &ChannelId, message: Message<Private>) {
    let _ = chat.post(nonce, channel, &message).await;
}

fn main() {}
