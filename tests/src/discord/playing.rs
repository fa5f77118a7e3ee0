//! Moves on Discord, in each way that its interface offers.

use testkit::Random;

use super::{Choice, Interaction, Message, Room, User};

/// Returns the moves among completions, without the line that counts the omitted ones.
pub fn moves(mut offered: Vec<Choice>) -> Vec<Choice> {
    offered.retain(|choice| !choice.name.starts_with('…'));
    offered
}

/// Returns a move that the bot offers.
///
/// # Panics
///
/// Panics if the bot offers none.
pub async fn offered(user: &User, room: &Room, random: &mut Random) -> String {
    let offered = moves(user.completes(room, "/move move:").await);
    assert!(!offered.is_empty(), "no move is offered");
    random.pick(&offered).value.clone()
}

/// Types a move that the bot offers.
///
/// # Panics
///
/// Panics if the bot offers none.
pub async fn command(user: &User, room: &Room, random: &mut Random) -> Interaction {
    let chosen = offered(user, room, random).await;
    user.types(room, &format!("/move move:{chosen}"))
}

/// Chooses from menus until there is none left.
///
/// # Panics
///
/// Panics if others can see the menus.
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

/// Confirms the move if the bot asks for confirmation.
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

/// Removes the hints for the choosing player from an alternative text.
pub fn without_hints(alt: &str) -> String {
    const HINTS: [&str; 3] = ["Chosen:", "It may go to", "Choose from:"];
    let kept = alt
        .split_inclusive(". ")
        .filter(|sentence| !HINTS.iter().any(|hint| sentence.starts_with(hint)));
    kept.collect()
}
