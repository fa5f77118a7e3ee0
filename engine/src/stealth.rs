//! The value of a stealth move, which the other side answers without knowing where the queen went.

use core::ops::ControlFlow;

use rules::{Action, Square};

use crate::{
    action_code::ActionCode,
    candidate::PieceTo,
    evaluate::Playable,
    node::Window,
    random::mixed,
    search::Search,
    value::{Value, bounded},
};

/// The maximum number of moves of the queen to each of which the other side gives its best reply.
const N_SUSPECTED: usize = 4;

/// Returns the value of a stealth move for its side, after replies to moves of the queen that look the same. The depth and the
/// ply are those of the position after the move. `None` for another action, or if the other side sees the queen.
pub(crate) fn stealth_value<P: Playable>(
    search: &mut Search<'_>,
    position: &P,
    action: Action,
    (depth, ply): (i32, usize),
) -> Option<Value> {
    let Action::Stealth { from, .. } = action else {
        return None;
    };
    let next = position.play_unchecked(action);
    if depth < 1 || is_seen(position, &next) {
        return None;
    }
    let suspected = suspected(position, from, next.key());
    let mut sum = 0;
    for other in &suspected {
        search.node(other, (depth, ply), Window::FULL);
        let reply = search.known_best(other, ply)?;
        if !next.is_legal(reply) {
            return None;
        }
        search.step(ActionCode::of(reply), PieceTo::of(&next, reply), ply);
        let (them, after) = (next.side_to_move(), next.play_unchecked(reply));
        sum -= search.after(them, &after, (depth - 1, ply + 1), Window::FULL);
    }
    // Another reply may be better, so the value is no sure end.
    Some(bounded(sum / suspected.len() as Value))
}

/// Returns positions after stealth moves from a square, in an order that follows from the seed.
fn suspected<P: Playable>(position: &P, queen: Square, seed: u64) -> Vec<P> {
    let mut suspected = Vec::new();
    let _ = position.legal_actions(|action| {
        let next = position.play_unchecked(action);
        if matches!(action, Action::Stealth { from, .. } if from == queen)
            && !is_seen(position, &next)
        {
            suspected.push(next);
        }
        ControlFlow::<()>::Continue(())
    });
    suspected.sort_by_key(|next| mixed(next.key() ^ mixed(seed)));
    suspected.truncate(N_SUSPECTED);
    suspected
}

/// Returns whether a stealth move has met something, so that the other side sees the queen.
fn is_seen<P: Playable>(position: &P, next: &P) -> bool {
    next.is_chance() || next.side_to_move() == position.side_to_move()
}

#[cfg(test)]
mod tests {
    use rules::{Position as _, chakart::Position};

    use super::*;
    use crate::search::tests::with_search;

    #[test]
    fn the_true_move_is_suspected_as_often_as_others() {
        let setup = r#"chakart position=4k3/8/8/8/3Q4/8/8/4K3 w 20 {"flags":"0100"}"#;
        with_search(setup, |_, position: &Position| {
            let actions = position.legal_list();
            let stealthy = actions
                .iter()
                .filter(|action| matches!(action, Action::Stealth { .. }));
            let (mut n_moves, mut n_found) = (0, 0);
            for &action in stealthy {
                let next = position.play_unchecked(action).key();
                let suspected = suspected(position, "d4".parse().expect("a square"), next);
                assert_eq!(suspected.len(), N_SUSPECTED);
                n_moves += 1;
                n_found += usize::from(suspected.iter().any(|other| other.key() == next));
            }
            assert!(n_found < n_moves / 2, "{n_found} of {n_moves}");
        });
    }

    #[test]
    fn a_queen_that_goes_unseen_to_attack_the_king_is_worth_more_than_one_that_is_seen() {
        let board = "rnb1k1nr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQK1NR";
        let setup = format!(r#"chakart position={board} w 20 {{"flags":"0100"}}"#);
        with_search(&setup, |search, position: &Position| {
            let (action, place) = ("d1~e2".parse().expect("an action"), (3, 1));
            let next = position.play_unchecked(action);
            let seen = -search.node(&next, place, Window::FULL);
            let unseen = stealth_value(search, position, action, place);
            assert!(unseen > Some(seen), "{unseen:?} and {seen}");
            let open = "d1e2".parse().expect("an action");
            assert_eq!(stealth_value(search, position, open, place), None);
        });
    }
}
