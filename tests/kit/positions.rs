//! The properties that every position must have, regardless of its origin.

use std::{fmt::Display, hash::BuildHasher, ops::ControlFlow};

use rules::{
    Action, Color, Glyph, MoveList, PendingDecision, Position, Setup, Variant, VariantPosition,
    bario, baroque, berolina, chakart,
};

use crate::options_of;

/// Walks from a start over listed actions and chance outcomes, and checks that the answers of each position agree. `pick`
/// chooses a number below its argument.
///
/// # Panics
///
/// Panics if they disagree.
pub fn check_positions(setup: &Setup, n_steps: usize, pick: &mut impl FnMut(usize) -> usize) {
    let is_walked = walk::<berolina::Position>(setup, n_steps, pick)
        || walk::<baroque::Position>(setup, n_steps, pick)
        || walk::<bario::Position>(setup, n_steps, pick)
        || walk::<chakart::Position>(setup, n_steps, pick);
    assert!(is_walked, "{setup} has no position here");
}

/// Walks from a start of this variant; tells whether the setup is one of it.
fn walk<P: VariantPosition>(
    setup: &Setup,
    n_steps: usize,
    pick: &mut impl FnMut(usize) -> usize,
) -> bool {
    let Some(mut position) = setup.start_position::<P>() else {
        return false;
    };
    for _ in 0..n_steps {
        if position.is_chance() {
            let outcomes = outcomes_of(&position);
            position = position.resolve(outcomes[pick(outcomes.len())]);
            continue;
        }
        check_text(setup, &position);
        let actions = check_actions(&position);
        let noisy = check_noisy_actions(&position, &actions, pick);
        check_attackers(&position, &noisy);
        if let Some(passed) = position.pass() {
            assert_ne!(passed.side_to_move(), position.side_to_move());
            assert_ne!(passed.key(), position.key(), "{position}");
        }
        if actions.is_empty() || position.outcome().is_some() {
            break;
        }
        position = position.play_unchecked(actions[pick(actions.len())]);
    }
    true
}

/// Returns the possible chance outcomes of a position that waits for one.
///
/// # Panics
///
/// Panics if there is none, one has no weight, or a side is to decide.
pub fn outcomes_of<P: Position + Display>(position: &P) -> Vec<rules::ChanceOutcome> {
    let mut outcomes = Vec::new();
    let _ = position.chance_outcomes(|outcome, weight| {
        assert!(weight > 0, "what has no weight cannot happen");
        outcomes.push(outcome);
        ControlFlow::<()>::Continue(())
    });
    assert!(
        !outcomes.is_empty() && !position.has_legal_action(),
        "{position}"
    );
    outcomes
}

/// Checks that all ways to list legal actions give the same, and that both ways to play them do. Returns the actions.
///
/// # Panics
///
/// Panics if two ways differ.
pub fn check_actions<P: Position + Display>(position: &P) -> MoveList {
    let actions = position.legal_list();
    assert_eq!(
        position.n_legal_actions(),
        actions.len() as u64,
        "{position}"
    );
    assert_eq!(
        position.has_legal_action(),
        !actions.is_empty(),
        "{position}"
    );
    let mut listed = actions.iter();
    let _ = position.successors(|action, next| {
        assert_eq!(listed.next(), Some(&action), "{position}");
        assert!(position.is_legal(action), "{action} in {position}");
        let played = position.play_unchecked(action);
        assert!(
            played == *next && played.key() == next.key(),
            "{action} in {position}"
        );
        let pieces = position.captured(action);
        assert!(
            pieces.into_iter().all(|at| position.piece_at(at).is_some()),
            "{action} in {position}"
        );
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(listed.next(), None);
    actions
}

/// Checks that the noisy actions are the captures and promotions among the legal ones, in their order. Where the side to
/// move does not see everything, checks instead that another truth that it can believe gives the same.
fn check_noisy_actions<P: VariantPosition>(
    position: &P,
    actions: &[Action],
    pick: &mut impl FnMut(usize) -> usize,
) -> Vec<Action> {
    let noisy = noisy_actions_of(position);
    let mut words = || pick(1 << 16) as u64;
    match position.mistaken_by(position.side_to_move(), &mut words) {
        Some(mistaken) => assert_eq!(
            names(&noisy),
            names(&noisy_actions_of(&mistaken)),
            "{position}"
        ),
        None => {
            let is_noisy =
                |action: &&Action| action.promotes() || !position.captured(**action).is_empty();
            let expected: Vec<Action> = actions.iter().filter(is_noisy).copied().collect();
            assert_eq!(names(&noisy), names(&expected), "{position}");
        }
    }
    noisy
}

fn noisy_actions_of<P: Position>(position: &P) -> Vec<Action> {
    let mut noisy = Vec::new();
    let _ = position.noisy_actions(|action| {
        noisy.push(action);
        ControlFlow::<()>::Continue(())
    });
    noisy
}

fn names(actions: &[Action]) -> Vec<String> {
    actions.iter().map(Action::to_string).collect()
}

/// Checks that a piece that captures on its target square attacks it, and that the attackers of a king are those that give
/// check.
fn check_attackers<P: VariantPosition>(position: &P, noisy: &[Action]) {
    let us = position.side_to_move();
    // A pawn that an object pushes onto its last rank may capture in any direction.
    let is_forced = matches!(position.pending(), PendingDecision::Promotion { .. });
    for action in noisy.iter().filter(|_| !is_forced) {
        let (Action::Move { from, to, .. } | Action::Define { from, to, .. }) = *action else {
            continue;
        };
        // A pawn that promotes may run into a queen that its side does not see.
        let is_blind = P::VARIANT.has_secrets() && action.promotes() && from.file() == to.file();
        if position.pieces(!us).contains(to) && !is_blind {
            let attackers = position.attackers(to, us);
            assert!(attackers.contains(from), "{action} in {position}");
        }
    }
    if matches!(P::VARIANT, Variant::Baroque | Variant::Chakart) {
        return;
    }
    for color in Color::ALL {
        for king in position.squares(Glyph::King(color)) {
            assert_eq!(
                position.attackers(king, !color),
                position.checkers_of(color),
                "{position}"
            );
        }
    }
}

/// Checks that a position read from its own text is the same, with the same key, which is then computed afresh.
fn check_text<P: VariantPosition>(setup: &Setup, position: &P) {
    let Ok(again) =
        Setup::with_position(setup.variant(), &options_of(setup), &position.to_string())
    else {
        return;
    };
    let again = again.start_position::<P>().expect("the variant fits");
    assert!(again == *position, "{position} is read as {again}");
    assert_eq!(again.key(), position.key(), "{position}");
    let hasher = std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default();
    assert_eq!(hasher.hash_one(again), hasher.hash_one(position));
}
