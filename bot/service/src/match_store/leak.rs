//! Two deliberate bugs that leak secrets. In a build with them, the tests for hidden information must fail. Only the feature
//! `leak` enables them, and only a debug build accepts it.
//!
//! A developer could write these bugs in code with access to the truth. One is in the separation of the public part of a match,
//! the other in the completion of moves. `ODDBOARD_LEAK` names the bug to make, `view` or `legality`. Without it, both are
//! made.

use rules::{Action, Fact, Game, MoveList, Next, View};

#[cfg(not(debug_assertions))]
compile_error!("the feature `leak` gives secrets away; it is for tests of a debug build only");

fn is_made(mistake: &str) -> bool {
    std::env::var("ODDBOARD_LEAK").map_or(true, |only| only == mistake)
}

/// Returns the view that a post describes: the view of the side that has just played, which shows most of its turn.
pub(crate) fn view_to_post(game: &Game) -> View {
    let public = game.public_view().as_view().clone();
    match &public.turn {
        Some(turn) if is_made("view") => game.seat_view(turn.color).as_view().clone(),
        _ => public,
    }
}

/// Returns the moves without those that have another effect than their player expects, by a try of each move.
pub(crate) fn sound(mut actions: MoveList, game: &Game) -> MoveList {
    if let Next::Decision(seat) = game.next()
        && is_made("legality")
    {
        let meant = game.as_believed_by(seat);
        actions.retain(|action| facts(game, *action) == facts(&meant, *action));
    }
    actions
}

/// Returns the immediate facts of a move.
fn facts(game: &Game, action: Action) -> Vec<Fact> {
    let mut game = game.clone();
    // An illegal move causes nothing.
    let _ = game.act(action);
    let view = game.public_view();
    let turn = view.as_view().turn.iter();
    turn.flat_map(|turn| turn.facts.clone()).collect()
}
