//! Making moves on Discord in the ways that it offers.

use testkit::Random;

use super::{Choice, Interaction, Message, Room, User};

/// The moves among completions, without the line that counts those that are not shown.
pub fn moves(mut offered: Vec<Choice>) -> Vec<Choice> {
    offered.retain(|choice| !choice.name.starts_with('…'));
    offered
}

/// A move that the bot offers.
///
/// # Panics
///
/// It offers none.
pub async fn offered(user: &User, room: &Room, random: &mut Random) -> String {
    let offered = moves(user.completes(room, "/move move:").await);
    assert!(!offered.is_empty(), "no move is offered");
    random.pick(&offered).value.clone()
}

/// Types a move that the bot offers.
///
/// # Panics
///
/// It offers none.
pub async fn command(user: &User, room: &Room, random: &mut Random) -> Interaction {
    let chosen = offered(user, room, random).await;
    user.types(room, &format!("/move move:{chosen}"))
}

/// Goes through menus until there is none.
///
/// # Panics
///
/// Others can see them.
pub async fn guided(pressed: Interaction, user: &User, random: &mut Random) -> Interaction {
    let mut asked = pressed;
    loop {
        let menus = asked.answer().await;
        assert!(menus.is_private(), "menus are for their player alone");
        let offered = menus.menus();
        if offered.is_empty() {
            return asked;
        }
        let menu = random.pick(&offered);
        let entry = random.pick(&menu.entries);
        asked = user.chooses(&menus, &menu.id, &entry.value);
    }
}

/// Says yes if it is asked whether a move is meant.
pub async fn confirmed(user: &User, asked: Interaction) -> Message {
    let said = asked.answer().await;
    let yes = said
        .buttons()
        .into_iter()
        .find(|button| button.id.starts_with("play:"));
    match yes {
        Some(yes) => user.presses(&said, &yes.id).answer().await,
        None => said,
    }
}

/// An alternative text without what is pointed out to a player who is choosing.
pub fn without_hints(alt: &str) -> String {
    const HINTS: [&str; 4] = ["Chosen:", "It may go to", "Choose from:", "King in danger:"];
    let kept = alt
        .split_inclusive(". ")
        .filter(|sentence| !HINTS.iter().any(|hint| sentence.starts_with(hint)));
    kept.collect()
}
