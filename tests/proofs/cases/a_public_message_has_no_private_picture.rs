// E0308 A picture for one person is no part of a message for everyone.

use api::{Message, Picture, Private, Public};

fn leak(message: &mut Message<Public>, picture: Picture<Private>) {
    message.picture = Some(picture);
}

fn main() {}
