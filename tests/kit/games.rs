//! Random games of every variant under every combination of its options.

use rules::{Action, Game, GameInput, Next, Record, Role, Setup, Square, Variant};

use crate::Random;

/// Returns a game of some variant from a position text, under options.
///
/// # Panics
///
/// Panics if the text is no position.
#[track_caller]
pub fn game_of(variant: Variant, options: &str, position: &str) -> Game {
    match Setup::with_position(variant, options, position) {
        Ok(setup) => Game::new(&setup),
        Err(error) => panic!("{position}: {error}"),
    }
}

/// Returns every combination of the options of a variant.
pub fn setups(variant: Variant) -> Vec<Setup> {
    let mut combinations = vec![String::new()];
    for option in variant.options() {
        let longer = combinations.iter().flat_map(|words| {
            let values = option.values.iter();
            values.map(move |value| format!("{words} {}={}", option.name, value.name))
        });
        combinations = longer.collect();
    }
    let setups = combinations.iter().map(|options| {
        Setup::with_options(variant, options).unwrap_or_else(|error| panic!("{options}: {error}"))
    });
    setups.collect()
}

/// Returns the options of a setup, as they are written.
pub fn options_of(setup: &Setup) -> String {
    let options = setup.options();
    let words = options.map(|(option, value)| format!("{}={}", option.name, value.name));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a legal action or a possible chance outcome; `None` once the game is over.
pub fn some_input(game: &Game, random: &mut Random) -> Option<GameInput> {
    match game.next() {
        Next::Decision(_) => Some(GameInput::Action(*random.pick(&game.legal_list()))),
        Next::Chance(chance) => Some(GameInput::Outcome(*random.pick(chance.outcomes()))),
        Next::Over(_) => None,
    }
}

/// Plays an input that the game must accept.
///
/// # Panics
///
/// Panics if the game refuses it.
#[track_caller]
pub fn play(game: &mut Game, input: GameInput) {
    assert!(
        game.apply(input).is_ok(),
        "{input} is refused in {}",
        game.truth().as_view().position
    );
}

/// Plays at random until the game is over or has `longest` inputs.
pub fn random_game(setup: &Setup, longest: usize, random: &mut Random) -> (Record, Game) {
    let mut record = Record::new(setup.clone());
    let mut game = Game::new(setup);
    while record.inputs.len() < longest
        && let Some(input) = some_input(&game, random)
    {
        play(&mut game, input);
        record.inputs.push(input);
    }
    (record, game)
}

/// Plays random games of each setup of a variant in turn.
pub fn games_of(
    variant: Variant,
    count: usize,
    longest: usize,
    seed: u64,
) -> impl Iterator<Item = (Record, Game)> {
    let mut random = Random::new(seed);
    let setups = setups(variant).into_iter().cycle().take(count);
    setups
        .collect::<Vec<_>>()
        .into_iter()
        .map(move |setup| random_game(&setup, longest, &mut random))
}

/// Returns the game after each of its inputs, its start first.
pub fn stages(record: &Record) -> impl Iterator<Item = Game> {
    let mut game = Game::new(&record.setup);
    let start = std::iter::once(game.clone());
    start.chain(record.inputs.iter().map(move |&input| {
        play(&mut game, input);
        game.clone()
    }))
}

/// Returns every action that can be written, legal or not, of any variant.
pub fn all_actions() -> Vec<Action> {
    let pairs = || Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    let promotions = || std::iter::once(None).chain(Role::ALL.map(Some));
    let moves = pairs().flat_map(move |(from, to)| {
        promotions().map(move |promotion| Action::Move {
            from,
            to,
            promotion,
        })
    });
    let definitions =
        pairs().flat_map(|(from, to)| Role::ALL.map(|role| Action::Define { role, from, to }));
    let drops = Square::all().flat_map(|to| Role::ALL.map(|role| Action::Drop { role, to }));
    let losses = Role::ALL.map(|role| Action::Lose { role });
    let others = pairs().flat_map(|(from, to)| {
        [
            Action::Stealth { from, to },
            Action::Shell { from, to },
            Action::Swap { a: from, b: to },
        ]
    });
    moves
        .chain(definitions)
        .chain(drops)
        .chain(losses)
        .chain(others)
        .collect()
}
