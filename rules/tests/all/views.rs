//! Checks the text of views, and histories that programs keep from it.

use rules::{
    Action, Color, Conclusion, ContradictoryView, Game, GameInput, MoveList, Next, SeatHistory,
    Setup, Variant, View,
};
use testkit::{Random, games_of, play, quick_or_long, setups, some_input, stages};

/// The number of random games of each variant.
const GAMES: usize = 24;
/// The number of inputs of each game at most.
const LONGEST: usize = 160;

/// Returns the views of every audience.
fn views(game: &Game) -> [View; 4] {
    [
        game.public_view().as_view().clone(),
        game.seat_view(Color::White).as_view().clone(),
        game.seat_view(Color::Black).as_view().clone(),
        game.truth().as_view().clone(),
    ]
}

#[track_caller]
fn check_text(view: &View) {
    let text = view.to_text();
    assert!(!text.contains(['\n', '\r', '\t']), "{text}");
    let read: View = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(read == *view, "{text} is read as {}", read.to_text());
    let json = serde_json::to_string(view).expect("it is written");
    assert_eq!(json, serde_json::to_string(&text).expect("it is text"));
    assert!(serde_json::from_str::<View>(&json).expect("it is read") == *view);
}

#[test]
fn every_view_of_a_game_survives_its_text() {
    for variant in Variant::ALL {
        for (record, end) in games_of(variant, quick_or_long(GAMES, 50 * GAMES), LONGEST, 71) {
            for game in stages(&record) {
                views(&game).iter().for_each(check_text);
            }
            for conclusion in Conclusion::ALL {
                let mut concluded = end.clone();
                if concluded.conclude(conclusion).is_ok() {
                    views(&concluded).iter().for_each(check_text);
                }
            }
        }
    }
}

/// Returns the text with a few symbols changed, added or removed.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut symbols: Vec<char> = text.chars().collect();
    let others: Vec<char> = "abhkqPRU0189-:/,=_+? \u{e9}\n".chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(symbols.len().max(1));
        match random.below(4) {
            0 => symbols.truncate(at),
            1 => drop(symbols.drain(at..symbols.len().min(at + 1))),
            2 => symbols.insert(at, *random.pick(&others)),
            _ => symbols[at..]
                .iter_mut()
                .take(1)
                .for_each(|symbol| *symbol = *random.pick(&others)),
        }
    }
    symbols.into_iter().collect()
}

#[test]
fn a_mutated_view_is_an_error_or_another_view() {
    let mut random = Random::new(72);
    let mut n_refused = 0;
    for variant in Variant::ALL {
        for (_, game) in games_of(variant, quick_or_long(GAMES, 50 * GAMES), LONGEST, 73) {
            for view in views(&game) {
                for _ in 0..50 {
                    match mutated(&view.to_text(), &mut random).parse::<View>() {
                        Ok(read) => check_text(&read),
                        Err(error) => {
                            n_refused += 1;
                            assert!(!error.to_string().is_empty());
                        }
                    }
                }
            }
        }
    }
    assert!(n_refused > 1000, "{n_refused} are refused");
}

/// Plays a random input, often one that takes back or ends the game.
fn random_input(game: &Game, random: &mut Random) -> Option<GameInput> {
    let input = some_input(game, random)?;
    let other = match random.below(40) {
        0..3 => GameInput::Takeback(1 + random.below(6) as u32),
        3 if random.chance(20) => GameInput::Conclusion(*random.pick(&Conclusion::ALL)),
        _ => return Some(input),
    };
    let is_possible = game.clone().apply(other).is_ok();
    Some(if is_possible { other } else { input })
}

/// A seat with its history, kept from views alone.
struct Told {
    seat: Color,
    history: SeatHistory,
}

impl Told {
    /// Notes the view of the seat, after views that cannot come now.
    fn note(&mut self, own: Option<Action>, game: &Game) {
        let view = game.seat_view(self.seat);
        let view = view.as_view();
        let before = self.history.view();
        for (wrong, expected) in [
            (
                before.clone(),
                ContradictoryView::Inputs {
                    expected: view.n_inputs,
                    found: before.n_inputs,
                },
            ),
            (
                View {
                    n_inputs: view.n_inputs + 1,
                    ..view.clone()
                },
                ContradictoryView::Inputs {
                    expected: view.n_inputs,
                    found: view.n_inputs + 1,
                },
            ),
        ] {
            assert_eq!(self.history.note_view(own, wrong), Err(expected));
            assert!(self.history.view() == before, "an error changes nothing");
        }
        let text = view.to_text();
        let told = text.parse().expect("a view is read");
        if let Err(error) = self.history.note_view(own, told) {
            panic!("{}, then {text}: {error}", before.to_text());
        }
        assert!(self.history.view() == *view);
    }
}

#[test]
fn a_history_is_kept_from_views_alone() {
    let mut random = Random::new(74);
    for variant in Variant::ALL {
        for setup in setups(variant) {
            for _ in 0..quick_or_long(6, 300) {
                check_told(&setup, &mut random);
            }
        }
    }
}

/// Plays a random game, of which each seat gets its views.
fn check_told(setup: &Setup, random: &mut Random) {
    let mut game = Game::new(setup);
    let mut seats = Color::ALL.map(|seat| Told {
        seat,
        history: SeatHistory::new(setup, seat),
    });
    while game.n_inputs() < LONGEST
        && let Some(input) = random_input(&game, random)
    {
        let decider = game.next();
        play(&mut game, input);
        for told in &mut seats {
            let own = match input {
                GameInput::Action(action) if decider == Next::Decision(told.seat) => Some(action),
                _ => None,
            };
            told.note(own, &game);
            check_actions(told, &game);
        }
    }
}

/// Checks that the history gives the legal actions of its seat.
fn check_actions(told: &Told, game: &Game) {
    let actions = told.history.legal_list();
    let is_ours = game.next() == Next::Decision(told.seat);
    let expected = if is_ours {
        game.legal_list()
    } else {
        MoveList::new()
    };
    assert!(actions == expected, "{}", told.history.view().to_text());
}
