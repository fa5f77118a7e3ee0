//! Compares the engine with a slow solver that proves wins.

use core::ops::ControlFlow;

use engine::{Budget, Engine, Level};
use rules::{
    Action, Color, Game, Next, SeatHistory, Setup, VariantPosition, bario, baroque, berolina,
    chakart,
};

use crate::{SeededWords, weak_game};

/// Tells whether a side has a sure win within this number of its turns: against every reply and every chance outcome. It
/// tries all of them and uses the rules alone.
fn wins<P: VariantPosition>(position: &P, us: Color, n_turns: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner() == Some(us);
    }
    if position.is_chance() {
        let fails = position.resolutions(|_, _, next| stop_if(!wins(next, us, n_turns)));
        return fails.is_continue();
    }
    if position.side_to_move() != us {
        let escapes = position.successors(|_, next| stop_if(!wins(next, us, n_turns)));
        return escapes.is_continue();
    }
    if n_turns == 0 {
        return false;
    }
    let found = position.successors(|_, next| stop_if(wins_after(position, next, us, n_turns)));
    found.is_break()
}

/// Tells whether a decision that led to `next` wins.
pub(crate) fn wins_after<P: VariantPosition>(
    position: &P,
    next: &P,
    us: Color,
    n_turns: u32,
) -> bool {
    let is_turn_over = next.turns() != position.turns() || next.is_chance();
    wins(next, us, n_turns - u32::from(is_turn_over))
}

fn stop_if(is_so: bool) -> ControlFlow<()> {
    if is_so {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// Compares the engine with the solver in positions of weak games that are won soon.
fn finds_wins<P: VariantPosition>(setup: &str, most_turns: u32, n_wanted: usize) {
    let setup: Setup = setup.parse().expect("it is a setup");
    let (mut words, mut n_found) = (SeededWords::new(7), [0; 4]);
    let mut engine = Engine::new(Engine::USUAL_MEMORY);
    for _ in 0..400 {
        let mut shown: Vec<String> = Vec::new();
        weak_game(&setup, &mut words, |game| {
            shown.push(game.truth().as_view().position.clone());
        });
        // The last positions of a game are the ones that are won soon.
        for text in shown.iter().rev().take(6) {
            let options = setup.to_string();
            let options = options.split_once(' ').map_or("", |(_, options)| options);
            let setup = Setup::with_position(P::VARIANT, options, text);
            let setup = setup.unwrap_or_else(|error| panic!("{text}: {error}"));
            n_found[check::<P>(&setup, most_turns, &mut engine)] += 1;
        }
        if n_found[1..=most_turns as usize]
            .iter()
            .all(|&n| n >= n_wanted)
        {
            return;
        }
    }
    panic!("there were too few wins: {n_found:?}");
}

/// Checks the move of the engine in a position with a sure win. Returns the number of turns of the win, 0 for none.
fn check<P: VariantPosition>(setup: &Setup, most_turns: u32, engine: &mut Engine) -> usize {
    let position = setup.start_position::<P>().expect("the variant fits");
    let us = position.side_to_move();
    let Some(n_turns) = (1..=most_turns).find(|&n| wins(&position, us, n)) else {
        return 0;
    };
    assert_eq!(Game::new(setup).next(), Next::Decision(us));
    let history = SeatHistory::seeing_all(setup, us);
    engine.forget();
    let level = Level::STRONGEST;
    let budget = Budget::of_nodes(level.nodes(P::VARIANT));
    let thought = engine.think(&history, level, &budget, &mut || 0);
    let thought = thought.expect("the seat has to decide");
    let action: Action = thought.action;
    assert!(
        wins_after(&position, &position.play_unchecked(action), us, n_turns),
        "{action} does not win in {n_turns}: {setup}, {thought:?}, {:?}",
        thought.score
    );
    n_turns as usize
}

#[test]
fn wins_in_berolina_are_found() {
    finds_wins::<berolina::Position>("berolina", 3, 12);
}

#[test]
fn wins_in_baroque_are_found() {
    finds_wins::<baroque::Position>("baroque", 3, 12);
}

#[test]
fn wins_in_bario_are_found() {
    finds_wins::<bario::Position>("bario rules=modern", 3, 12);
    finds_wins::<bario::Position>("bario rules=classic", 3, 12);
}

#[test]
fn wins_in_chakart_are_found() {
    finds_wins::<chakart::Position>("chakart setup=standard objects=open", 2, 6);
}
