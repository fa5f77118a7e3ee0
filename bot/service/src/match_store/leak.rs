//! Two mistakes that give secrets away, in a build that the tests of the laws of hidden information must
//! find fault with. Only the feature `leak` builds them in, and none but a debug build takes it.
//!
//! They are mistakes that somebody could make where the truth is at hand: where what everybody may know of a match is parted
//! from it, and where moves are offered. `ODDBOARD_LEAK` names the one that is made, `view` or `legality`; without it both are.

use rules::{Action, Actions, Fact, Game, Next, View};

#[cfg(not(debug_assertions))]
compile_error!("the feature `leak` gives secrets away; it is for tests of a debug build only");

fn is_made(mistake: &str) -> bool {
    std::env::var("ODDBOARD_LEAK").map_or(true, |only| only == mistake)
}

/// What a post tells in words: what is seen by the side whose turn it was, which knows best what it did.
pub fn view_to_post(game: &Game) -> View {
    let public = game.public_view().as_view().clone();
    match &public.turn {
        Some(turn) if is_made("view") => game.seat_view(turn.color).as_view().clone(),
        _ => public,
    }
}

/// Leaves out moves that would not do what is meant, which a try of each tells.
pub fn keep_sound(actions: &mut Actions, game: &Game) {
    if let Next::Decision(seat) = game.next()
        && is_made("legality")
    {
        let meant = game.as_believed_by(seat);
        actions.retain(|action| facts(game, *action) == facts(&meant, *action));
    }
}

/// What comes of a move at once.
fn facts(game: &Game, action: Action) -> Vec<Fact> {
    let mut game = game.clone();
    // A move that is illegal brings nothing about.
    let _ = game.act(action);
    let view = game.public_view();
    let turn = view.as_view().turn.iter();
    turn.flat_map(|turn| turn.facts.clone()).collect()
}
