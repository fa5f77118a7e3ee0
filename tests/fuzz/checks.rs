//! Checks of a game from any source.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use rules::{Action, Color, Game, GameInput, Next, Setup};

/// Pseudorandom numbers that are the same for the same text.
pub struct Picks {
    seed: u64,
    n_picked: u64,
}

impl Picks {
    /// Creates the numbers from a text.
    pub fn of(text: &str) -> Picks {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        Picks {
            seed: hasher.hash_one(text),
            n_picked: 0,
        }
    }

    /// Picks one of the items, of which there must be at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        self.n_picked += 1;
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let number = hasher.hash_one((self.seed, self.n_picked));
        &items[(number % items.len() as u64) as usize]
    }
}

/// Returns an input that the game accepts now, unless it is over.
pub fn some_input(game: &Game, picks: &mut Picks) -> Option<GameInput> {
    match game.next() {
        Next::Over(_) => None,
        Next::Decision(_) => Some(GameInput::Action(*picks.pick(&game.legal_list()))),
        Next::Chance(chance) => Some(GameInput::Outcome(*picks.pick(chance.outcomes()))),
    }
}

/// Checks a game in every way, and compares its statements about itself.
///
/// # Panics
///
/// Panics if the statements differ.
pub fn check_game(game: &Game) {
    let public = game.public_view();
    let truth = game.truth();
    let seats = Color::ALL.map(|seat| game.seat_view(seat));
    for view in seats
        .iter()
        .map(|view| view.as_view())
        .chain([public.as_view(), truth.as_view()])
    {
        assert_eq!(
            (view.variant, view.n_inputs),
            (game.variant(), game.n_inputs())
        );
        assert!(
            view.turn
                .as_ref()
                .is_none_or(|turn| !turn.caption.is_empty())
        );
    }
    let actions = game.legal_list();
    match game.next() {
        Next::Decision(seat) => {
            assert!(!actions.is_empty(), "who is to decide can");
            let believed = game.as_believed_by(seat);
            assert!(
                believed.legal_list() == actions,
                "a side decides by what it believes"
            );
        }
        Next::Chance(chance) => assert!(!chance.outcomes().is_empty() && actions.is_empty()),
        Next::Over(_) => {
            assert!(actions.is_empty(), "nothing can be done after the end");
            assert!(
                seats.iter().all(|view| view.as_view() == truth.as_view()),
                "all is told in the end"
            );
        }
    }
}

/// Checks that an action is legal, has a caption that parses back to it, or has a reason against it. All three methods agree.
///
/// # Panics
///
/// Panics if they disagree.
pub fn check_action(game: &Game, action: Action) {
    let text = action.to_string();
    assert!(text.parse() == Ok(action), "{text} does not come back");
    let is_listed = game.legal_list().contains(&action);
    let why_not = game.why_not(action);
    let mut after = game.clone();
    assert_eq!(
        after.act(action).is_ok(),
        is_listed,
        "{text} is listed and refused, or the reverse"
    );
    match why_not {
        None => assert!(is_listed, "there is no reason against {text}"),
        Some(why_not) => {
            assert!(!is_listed, "{text} is listed, but {why_not:?}");
            assert!(
                why_not.law.starts_with(game.variant().name()),
                "{why_not:?}"
            );
            assert!(
                after.public_view() == game.public_view() && after.n_inputs() == game.n_inputs(),
                "a refusal changes {text}"
            );
        }
    }
    let caption = game.caption(action);
    if is_listed {
        assert!(
            game.read_action(&caption) == Ok(action),
            "{caption} is not read as {text}"
        );
    }
}

/// Checks that the position of a game parses back to the same position. The game waits for a decision or is over.
///
/// # Panics
///
/// Panics if it does not.
pub fn check_position_text(game: &Game, setup: &Setup) {
    if let Next::Chance(_) = game.next() {
        return;
    }
    let position = game.truth().as_view().position.clone();
    let options: Vec<String> = setup
        .options()
        .map(|(option, value)| format!("{}={}", option.name, value.name))
        .collect();
    let again = Setup::with_position(game.variant(), &options.join(" "), &position)
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    let again = Game::new(&again);
    assert_eq!(again.truth().as_view().position, position);
}
