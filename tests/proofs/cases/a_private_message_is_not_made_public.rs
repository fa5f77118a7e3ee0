// E0277 A public message can be shown to one person; a private one can never be made public.

use api::{Message, Private, Public};

fn leak(message: Message<Private>) -> Message<Public> {
    message.into()
}

fn main() {}
