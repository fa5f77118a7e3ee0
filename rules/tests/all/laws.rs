//! Invariants of every game: texts round-trip, records replay, refusals change nothing, games end.

use std::{
    collections::{BTreeSet, HashSet},
    fmt::Debug,
};

use proptest::prelude::*;
use rules::{
    Action, ChanceOutcome, Color, Conclusion, DrawReason, Fraction, Game, GameInput, Glyph, Next,
    Outcome, ReadActionError, Record, Setup, Status, Variant, View,
};
use testkit::{Random, all_actions, check_property, game_of, options_of, play, some_input, stages};

use crate::{
    agreement::{check_pair, witness_of},
    facts, fixtures, placements, playthroughs,
};

/// Generates a game as the choice made after each input; a shorter and smaller one is simpler.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..80)
}

/// Returns the record of the game that the choices make; it stops where the game is over.
fn record_of(setup: &Setup, choices: &[u8]) -> Record {
    let mut record = Record::new(setup.clone());
    let mut game = Game::new(setup);
    for choice in choices {
        let actions = game.legal_list();
        if actions.is_empty() {
            break;
        }
        let action = actions[usize::from(*choice) % actions.len()];
        game.act(action).expect("a listed action is legal");
        record.inputs.push(GameInput::Action(action));
    }
    record
}

/// Returns setups with the standard start or with random placements.
fn setups(seed: u64, count: usize) -> impl Iterator<Item = Setup> {
    let mut random = Random::new(seed);
    let placements =
        std::iter::repeat_with(move || placements::setup(Variant::Berolina, "", &mut random));
    std::iter::once(Setup::new(Variant::Berolina))
        .chain(placements)
        .take(count)
}

/// The number of random games of each variant under each combination of its options.
const GAMES: usize = 2000;
/// The number of decisions after which a game is left: the 500 moves of each side after which people draw it.
const LONGEST: usize = 1000;

/// Plays a game at random, and checks one of its stages, each equally likely, and its end.
fn check_random_game(setup: &Setup, all: &[Action], random: &mut Random) {
    let mut record = Record::new(setup.clone());
    let mut game = Game::new(setup);
    let mut stage = game.clone();
    let mut n_decisions = 0;
    while n_decisions < LONGEST
        && let Some(input) = some_input(&game, random)
    {
        n_decisions += usize::from(matches!(input, GameInput::Action(_)));
        play(&mut game, input);
        record.inputs.push(input);
        if random.below(record.inputs.len() + 1) == 0 {
            stage = game.clone();
        }
    }
    assert_eq!(game.n_inputs(), record.inputs.len());
    check_record(&record, &stage, &game, random);
    if random.chance(2) {
        check_turns(&record);
    }
    check_views(&stage);
    check_texts(&stage, setup, random);
    let step = if random.chance(1) { 1 } else { 1000 };
    check_legality(&stage, all, step, random);
    check_chances(&stage, random);
    if let Next::Over(_) = game.next() {
        check_over(game);
    }
}

/// Checks that a record reads its own text and replays to the same game from the prefix of a stage and at the end. A
/// short record is checked from all prefixes.
fn check_record(record: &Record, stage: &Game, end: &Game, random: &mut Random) {
    let read: Record = record
        .to_string()
        .parse()
        .expect("a record reads its own text");
    assert!(read == *record, "{record}");
    let check = |game: &Game| {
        let replayed = read.replay_to(game.n_inputs()).expect("it was played");
        let is_same = replayed.n_inputs() == game.n_inputs()
            && replayed.next() == game.next()
            && replayed.truth().as_view() == game.truth().as_view()
            && replayed.public_view() == game.public_view()
            && Color::ALL.map(|seat| replayed.seat_view(seat))
                == Color::ALL.map(|seat| game.seat_view(seat));
        assert!(is_same, "input {} of {record}", game.n_inputs());
    };
    check(stage);
    if random.chance(20) {
        check(end);
    }
    if record.inputs.len() < 60 && random.chance(20) {
        stages(record).for_each(|game| check(&game));
    }
}

/// Checks that every reader has a view at any time that shows the next decision. All views agree on public information.
fn check_views(game: &Game) {
    let truth = game.truth();
    let truth = truth.as_view();
    let seats = Color::ALL.map(|seat| game.seat_view(seat));
    let public = game.public_view();
    let hides = game.variant() == Variant::Chakart && !matches!(game.next(), Next::Over(_));
    for view in [public.as_view(), seats[0].as_view(), seats[1].as_view()] {
        let status = match game.next() {
            Next::Decision(color) => Status::ToDecide(color),
            Next::Chance(_) => Status::ToRoll,
            Next::Over(outcome) => Status::Over(outcome),
        };
        assert_eq!((view.n_inputs, view.status), (game.n_inputs(), status));
        assert!(hides || view == truth, "{}", truth.position);
    }
    assert_eq!(Color::ALL, seats.map(|view| view.seat()));
}

/// Checks that texts of the position and of its actions, captions included, parse back in any case.
fn check_texts(game: &Game, setup: &Setup, random: &mut Random) {
    if let Next::Chance(_) = game.next() {
        return;
    }
    let position = game.truth().as_view().position.clone();
    let again = game_of(game.variant(), &options_of(setup), &position);
    assert_eq!(again.truth().as_view().position, position);
    let actions = game.legal_list();
    // The text has no record of repetition.
    if let Next::Over(Outcome::Drawn {
        reason: DrawReason::Repetition,
    }) = game.next()
    {
        return;
    }
    assert_eq!(again.next(), game.next(), "{position}");
    assert_eq!(again.legal_list(), actions, "{position}");
    if random.chance(5) {
        let captions: HashSet<String> =
            actions.iter().map(|&action| game.caption(action)).collect();
        assert_eq!(
            captions.len(),
            actions.len(),
            "two captions are the same in {position}"
        );
    }
    for _ in 0..actions.len().min(3) {
        let action = *random.pick(&actions);
        let coordinates = action.to_string();
        assert_eq!(coordinates.parse(), Ok(action));
        let caption = game.caption(action);
        for text in [&caption, &coordinates, &coordinates.to_lowercase()] {
            let read = game.read_action(text);
            assert!(
                read == Ok(action),
                "{text} for {action} in {position}: {read:?}"
            );
        }
        // A capital B is a bishop, and a small one may be either: then both are legal. A rank after it may make
        // coordinates of it.
        let loud = [coordinates.to_uppercase(), caption.to_uppercase()];
        let loud = loud.into_iter().filter(|text| !text.starts_with('B'));
        // In small letters, a bishop with its rank reads as a square: B2g4 differs from b2g4.
        let quiet = caption.to_lowercase();
        let is_square =
            quiet.starts_with('b') && quiet[1..].starts_with(|next: char| next.is_ascii_digit());
        for text in loud.chain((!is_square).then_some(quiet)) {
            let is_read = match game.read_action(&text) {
                Ok(read) => read == action || text.replace('x', "").parse() == Ok(read),
                Err(ReadActionError::Ambiguous(offered)) => offered.contains(&action),
                Err(_) => false,
            };
            assert!(is_read, "{text} for {action} in {position}");
        }
    }
}

/// Checks that an action is legal exactly when it is listed, by every method. Of all writable actions one in `step` is
/// tried.
fn check_legality(game: &Game, all: &[Action], step: usize, random: &mut Random) {
    let listed: HashSet<Action> = game.legal_list().into_iter().collect();
    let view = game.public_view();
    let position = &game.truth().as_view().position.clone();
    let mut refusing = game.clone();
    let mut check = |action: &Action| {
        let is_listed = listed.contains(action);
        let why_not = game.why_not(*action);
        assert_eq!(
            why_not.is_none(),
            is_listed,
            "{action} in {position}: {why_not:?}"
        );
        if let Some(why_not) = why_not {
            let is_told = why_not.law.starts_with(game.variant().name());
            assert!(is_told, "{action} in {position}: {why_not:?}");
            assert!(refusing.act(*action).is_err(), "{action} in {position}");
        }
    };
    all.iter()
        .skip(random.below(step))
        .step_by(step)
        .for_each(&mut check);
    listed.iter().take(20).for_each(&mut check);
    assert!(
        refusing.public_view() == view && refusing.n_inputs() == game.n_inputs(),
        "a refusal changes {position}"
    );
}

/// Checks that the chances of all outcomes of a decision add up to 1, exactly.
fn check_chances(game: &Game, random: &mut Random) {
    let actions = game.legal_list();
    if actions.is_empty() {
        return;
    }
    let action = *random.pick(&actions);
    let continuations = game.continuations(action, 100_000).expect("few ways");
    let chances = continuations.iter().map(|continuation| continuation.chance);
    assert_eq!(
        chances.reduce(|sum, chance| sum.plus(chance).expect("the numbers are small")),
        Some(Fraction::ONE),
        "{action} in {}",
        game.truth().as_view().position
    );
    for outcome in continuations
        .iter()
        .flat_map(|continuation| &continuation.outcomes)
    {
        assert_eq!(outcome.to_string().parse(), Ok(*outcome));
    }
}

/// Checks that pieces come and go only by the facts of each turn and that conserved quantities stay. A turn is finished
/// when the other side is to decide.
fn check_turns(record: &Record) {
    let mut games = stages(record).filter(|game| !matches!(game.next(), Next::Chance(_)));
    let first = games.next().expect("a game begins");
    let mut before = first.truth().as_view().clone();
    let (mut decider, mut n_turns) = (first.next(), first.turns());
    for game in games {
        let view = game.truth().as_view().clone();
        check_conserved(&view);
        facts::check(&before, &view);
        if let Next::Decision(_) = game.next()
            && game.next() != decider
        {
            (decider, n_turns, before) = (game.next(), n_turns + 1, view);
            assert_eq!(
                game.turns(),
                n_turns,
                "input {} of {record}",
                game.n_inputs()
            );
        }
    }
}

fn n_pieces(view: &View, is_wanted: impl Fn(Glyph) -> bool) -> i32 {
    let pieces = view
        .cells
        .iter()
        .flatten()
        .filter(|glyph| glyph.color().is_some());
    pieces.filter(|&&glyph| is_wanted(glyph)).count() as i32
}

fn check_conserved(view: &View) {
    let position = &view.position;
    for color in Color::ALL {
        let n_kings = n_pieces(view, |glyph| glyph == Glyph::King(color));
        let n_own = n_pieces(view, |glyph| glyph.color() == Some(color));
        match view.variant {
            Variant::Chakart => {
                assert!(
                    n_kings > 0 || matches!(view.status, Status::Over(_)),
                    "{position}"
                );
                continue;
            }
            // A king of Bario is present from the first turn of its side on (bario B6).
            Variant::Bario => {
                let n_undefined = n_pieces(view, |glyph| glyph == Glyph::Undefined(color));
                let n_reserved: u8 = view.reserves[color].iter().map(|(_, count)| count).sum();
                let owes = !position.contains(r#""captureUndef":"-""#)
                    && position.contains(if color == Color::White { " w " } else { " b " });
                let n_expected = n_undefined + i32::from(owes) - i32::from(n_kings == 0);
                assert_eq!(i32::from(n_reserved), n_expected, "bario B3 in {position}");
                assert!(n_kings == 1 || n_undefined == 8, "{position}");
            }
            Variant::Berolina | Variant::Baroque => assert_eq!(n_kings, 1, "{position}"),
        }
        assert!(n_own <= 16, "{position}");
    }
}

/// Checks that a finished game takes no input and does not change.
#[track_caller]
fn check_over(mut game: Game) {
    let view = game.public_view();
    let n_inputs = game.n_inputs();
    assert!(matches!(view.as_view().status, Status::Over(_)));
    assert!(game.legal_list().is_empty());
    for text in [
        "e2g4", "e7g5", "e1e2", "a1a1", "K@e1", "N@b1c3", "-N", "d1~d5", "e1*e5", "a1<>b2",
    ] {
        let action = text.parse().expect("it is an action");
        assert!(game.act(action).is_err() && game.why_not(action).is_some());
    }
    assert!(game.conclude(Conclusion::DrawAgreed).is_err());
    assert!(game.conclude(Conclusion::Resigned(Color::White)).is_err());
    assert!(game.roll(ChanceOutcome::Start(0)).is_err());
    assert!(game.public_view() == view && game.n_inputs() == n_inputs);
}

#[track_caller]
fn check_random_games(variant: Variant, seed: u64) {
    let all = all_actions();
    let mut random = Random::new(seed);
    for setup in testkit::setups(variant) {
        for _ in 0..GAMES {
            check_random_game(&setup, &all, &mut random);
        }
    }
}

#[test]
fn the_laws_hold_in_2000_random_games_of_berolina() {
    check_random_games(Variant::Berolina, 31);
}

#[test]
fn the_laws_hold_in_2000_random_games_of_each_baroque() {
    check_random_games(Variant::Baroque, 32);
}

#[test]
fn the_laws_hold_in_2000_random_games_of_each_chakart() {
    check_random_games(Variant::Chakart, 33);
}

#[test]
fn the_laws_hold_in_2000_random_games_of_each_bario() {
    check_random_games(Variant::Bario, 34);
}

#[test]
fn the_laws_hold_in_random_games_from_placements() {
    let all = all_actions();
    let mut random = Random::new(35);
    for (variant, options) in [
        (Variant::Berolina, ""),
        (Variant::Bario, "rules=modern"),
        (Variant::Bario, "rules=classic"),
    ] {
        for at in 0..200 {
            let setup = placements::setup(variant, options, &mut random);
            check_random_game(&setup, &all, &mut random);
            if at % 10 == 0 {
                check_legality(&Game::new(&setup), &all, 1, &mut random);
            }
        }
    }
}

/// Illegal actions that hardly ever occur by themselves.
const RARE: [(Variant, &str, &str, &str); 4] = [
    (
        Variant::Berolina,
        "",
        "8/8/8/8/k4pPR/8/8/4K3 b - f3g4 0 1",
        "f4f3",
    ),
    (
        Variant::Berolina,
        "",
        "4k3/8/8/8/8/8/5p2/R3K2R w KQ - 0 1",
        "e1g1",
    ),
    (
        Variant::Baroque,
        "chameleon=pure",
        "7k/8/8/8/2qB1n2/2K5/8/8 w 0",
        "d4g4",
    ),
    (
        Variant::Bario,
        "rules=classic",
        r#"4k3/8/8/8/8/8/8/4K2U w 20 {"captureUndef":"-","enpassant":"-","reserve":"10000000","castling":"-"}"#,
        "e1g1",
    ),
];

/// Checks that every paragraph that the code names as a reason occurs in the fixtures, in the playthroughs or in
/// `RARE`.
#[test]
fn every_reason_that_there_is_is_given() {
    let all = all_actions();
    for variant in Variant::ALL {
        let code = testkit::read(format!("rules/src/variant/{variant}/explain.rs"));
        let mut reasons: BTreeSet<&str> = code
            .split('"')
            .skip(1)
            .step_by(2)
            .filter(|text| {
                text.starts_with(&format!("{variant} "))
                    || text.starts_with(&format!("{variant}, "))
            })
            .collect();
        assert!(!reasons.is_empty(), "{variant}");
        for (_, options, position, action) in RARE.into_iter().filter(|rare| rare.0 == variant) {
            let game = game_of(variant, options, position);
            let action = action.parse().expect("it is an action");
            let why_not = game.why_not(action).expect("it is illegal");
            assert!(reasons.remove(why_not.law), "{why_not:?}");
        }
        let mut games: Vec<Game> = testkit::setups(variant).iter().map(Game::new).collect();
        games.extend(
            playthroughs::of(variant).flat_map(|record| stages(&record).collect::<Vec<_>>()),
        );
        games.extend(
            fixtures::of(variant)
                .iter()
                .map(|fixture| fixture.game(variant)),
        );
        let mut given_up = games[0].clone();
        let conclusion = Conclusion::Resigned(Color::White);
        given_up.conclude(conclusion).expect("it has just begun");
        games.push(given_up);
        for (at, game) in games.iter().enumerate() {
            for action in all.iter().skip(at % 7).step_by(7) {
                if let Some(why_not) = game.why_not(*action) {
                    reasons.remove(why_not.law);
                }
            }
        }
        assert_eq!(reasons, BTreeSet::new(), "reasons that are never given");
    }
}

#[test]
fn action_texts_come_back() {
    let squares = (0..64_u8, 0..64_u8).prop_map(|(from, to)| {
        let name = |index: u8| format!("{}{}", char::from(b'a' + index % 8), index / 8 + 1);
        name(from) + &name(to)
    });
    let promotions = prop::sample::select(vec!["", "=Q", "=R", "=B", "=N"]);
    check_property(2000, (squares, promotions), |(squares, promotion)| {
        let text = squares + promotion;
        let action: Action = text.parse().expect("it is an action");
        assert_eq!(action.to_string(), text);
    });
}

#[test]
fn no_header_can_break_a_record() {
    let setup = Setup::new(Variant::Berolina);
    let text = prop_oneof![
        any::<String>(),
        "[ -~]{0,20}",
        "(setup|white|oddboard record 1)?[:\n\r ]{0,3}[a-h1-8]{0,9}"
    ];
    let headers = prop::collection::vec((text.clone(), text), 0..5);
    check_property(1000, (headers, choices()), |(headers, choices)| {
        let mut record = record_of(&setup, &choices);
        record.headers = headers;
        let text = record.to_string();
        let read: Record = text.parse().expect("a record reads its own text");
        assert!(
            read.setup == record.setup && read.inputs == record.inputs,
            "{text}"
        );
        assert_eq!(read.headers.len(), record.headers.len(), "{text}");
        assert_eq!(read.to_string(), text);
    });
}

#[test]
fn a_record_with_an_impossible_input_names_its_index() {
    for setup in setups(14, 40) {
        let mut record = record_of(&setup, &[7; 12]);
        let end = record.replay().expect("it was played");
        let at = record.inputs.len();
        record
            .inputs
            .push(GameInput::Action("a1a1".parse().expect("it is an action")));
        assert_eq!(record.replay().map_err(|error| error.at).err(), Some(at));
        assert!(
            record
                .replay_to(at)
                .expect("the input is not reached")
                .public_view()
                == end.public_view()
        );
    }
}

#[test]
fn a_drawn_start_is_there_after_one_or_two_steps() {
    for (setup, n_steps) in [("symmetric", 1), ("asymmetric", 2)] {
        let setup: Setup = format!("baroque setup={setup}").parse().expect("a setup");
        let mut game = Game::new(&setup);
        for step in 0..n_steps {
            assert!(game.public_view().as_view().status == Status::ToRoll);
            assert!(game.legal_list().is_empty());
            game.roll(ChanceOutcome::Start(step))
                .expect("there are thousands");
        }
        assert!(matches!(game.next(), Next::Decision(_)));
        assert!(game.roll(ChanceOutcome::Start(0)).is_err());
    }
}

/// Returns all views of a game, with the number of inputs set to 0.
fn seen(game: &Game) -> Vec<View> {
    let seats = Color::ALL.map(|seat| game.seat_view(seat).as_view().clone());
    let all = [game.truth().as_view(), game.public_view().as_view()].map(View::clone);
    let plies = all.into_iter().chain(seats);
    plies
        .map(|view| View {
            n_inputs: 0,
            ..view
        })
        .collect()
}

#[test]
fn a_game_that_is_taken_back_is_as_it_was_and_goes_on_so() {
    let mut random = Random::new(11);
    for setup in Variant::ALL.into_iter().flat_map(testkit::setups) {
        for _ in 0..100 {
            let mut game = Game::new(&setup);
            let begins = random.below(60);
            let mut n_inputs = 0;
            while n_inputs < begins || !matches!(game.next(), Next::Decision(_)) {
                let Some(input) = some_input(&game, &mut random) else {
                    break;
                };
                play(&mut game, input);
                n_inputs += 1;
            }
            let before = game.clone();
            let mut n_undone = 0;
            let n_more = 1 + random.below(8);
            while n_undone < n_more || !matches!(game.next(), Next::Decision(_)) {
                let Some(input) = some_input(&game, &mut random) else {
                    break;
                };
                play(&mut game, input);
                n_undone += 1;
            }
            let n_inputs = game.n_inputs();
            let n = u32::try_from(n_undone).expect("few inputs");
            if game.take_back(n).is_err() {
                // The game is over, and stays so.
                assert!(matches!(game.next(), Next::Over(_)) && game.n_inputs() == n_inputs);
                continue;
            }
            assert_eq!(game.n_inputs(), n_inputs + 1);
            let mut straight = before;
            loop {
                assert!(seen(&game) == seen(&straight), "{setup}");
                assert_eq!(game.next(), straight.next());
                let Some(input) = some_input(&game, &mut random) else {
                    break;
                };
                play(&mut game, input);
                play(&mut straight, input);
                if random.chance(5) {
                    break;
                }
            }
        }
    }
}

#[test]
fn people_end_a_game_after_any_input() {
    let conclusions = [
        Conclusion::DrawAgreed,
        Conclusion::TurnLimit,
        Conclusion::Resigned(Color::White),
        Conclusion::Resigned(Color::Black),
        Conclusion::OutOfTime(Color::White),
        Conclusion::OutOfTime(Color::Black),
        Conclusion::Aborted,
    ];
    for setup in setups(18, 30) {
        for conclusion in conclusions {
            let mut record = record_of(&setup, &[3; 10]);
            let mut game = record.replay().expect("it was played");
            let position = game.truth().as_view().position.clone();
            if matches!(game.next(), Next::Over(_)) {
                continue;
            }
            assert!(game.conclude(conclusion).is_ok());
            record.inputs.push(GameInput::Conclusion(conclusion));
            assert_eq!(game.next(), Next::Over(conclusion.outcome()));
            let winner = match conclusion {
                Conclusion::Resigned(loser) | Conclusion::OutOfTime(loser) => Some(!loser),
                Conclusion::DrawAgreed | Conclusion::TurnLimit | Conclusion::Aborted => None,
            };
            assert_eq!(conclusion.outcome().winner(), winner);
            assert_eq!(game.truth().as_view().position, position);
            let read: Record = record
                .to_string()
                .parse()
                .expect("a record reads its own text");
            assert!(read == record, "{record}");
            assert!(
                read.replay().expect("it was played").public_view() == game.public_view(),
                "{record}"
            );
            check_over(game);
        }
    }
}

/// Tells whether a text names a square, such as `e4` or `E4`.
fn names_a_square(text: &str) -> bool {
    let is_square = |pair: &[u8]| {
        (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase()) && (b'1'..=b'8').contains(&pair[1])
    };
    text.as_bytes().windows(2).any(is_square)
}

#[test]
fn debug_output_is_silent() {
    #[track_caller]
    fn check(value: &dyn Debug) {
        for text in [format!("{value:?}"), format!("{value:#?}")] {
            assert!(!names_a_square(&text), "{text}");
        }
    }
    for setup in setups(20, 40) {
        let record = record_of(&setup, &[11; 20]);
        let game = record.replay().expect("it was played");
        check(&setup);
        check(&record);
        check(&record.inputs);
        check(&game);
        check(&game.public_view());
        check(game.public_view().as_view());
        check(&game.seat_view(Color::Black));
        check(&game.next());
        check(&game.legal_list());
        check(&game.legal_list().to_vec());
        check(&game.read_action("Nd4"));
        check(&game.why_not("a1h8".parse().expect("it is an action")));
    }
    let game = game_of(Variant::Berolina, "", "4k3/8/8/8/8/8/8/RR2K2R w - - 0 1");
    check(&ReadActionError::Ambiguous(game.legal_list().to_vec()));
    check(&game.read_action("Rb2"));
}

#[test]
fn any_text_is_read_or_refused_and_nothing_panics() {
    let start = Game::new(&Setup::new(Variant::Berolina));
    let texts = prop_oneof![
        any::<String>(),
        "[a-hA-HKQRBNPOox+#=0-9 -]{0,12}",
        "(berolina )?(position=)?[pnbrqkPNBRQK1-8/]{0,40} [wb-] [KQkq-]{1,4} [a-h1-8-]{1,4} [0-9]{1,12} [0-9]{1,12}",
        "oddboard record [0-9]\nsetup: berolina\n([a-z]{0,5}: ?[ -~]{0,9}\n)?\n([a-h][1-8][a-h][1-8] ){0,6}(resign:white)?",
    ];
    check_property(4000, texts, |text: String| {
        let _ = start.read_action(&text);
        if let Ok(action) = text.parse::<Action>() {
            assert!(action.to_string().eq_ignore_ascii_case(&text));
        }
        if let Ok(setup) = text.parse::<Setup>() {
            let again: Setup = setup
                .to_string()
                .parse()
                .expect("a setup reads its own text");
            assert!(again == setup, "{setup}");
        }
        if let Ok(record) = text.parse::<Record>() {
            let again: Record = record
                .to_string()
                .parse()
                .expect("a record reads its own text");
            assert!(again == record, "{record}");
            if let Ok(game) = record.replay() {
                let _ = game.public_view();
            }
        }
    });
}

#[test]
fn a_position_text_with_a_slip_is_refused_or_still_a_position() {
    let slips = (
        0..80_usize,
        prop::sample::select("pPkKqQrRnNbB12345678/ wb-ahx09".chars().collect::<Vec<_>>()),
    );
    let slips = prop::collection::vec(slips, 1..4);
    let mut random = Random::new(21);
    let texts: Vec<String> = (0..20)
        .map(|_| placements::throw(Variant::Berolina, "", &mut random))
        .collect();
    check_property(
        3000,
        (prop::sample::select(texts), slips),
        |(text, slips)| {
            let mut letters: Vec<char> = text.chars().collect();
            for (at, letter) in slips {
                let n_letters = letters.len();
                letters[at % n_letters] = letter;
            }
            let text = String::from_iter(letters);
            if let Ok(setup) = Setup::with_position(Variant::Berolina, "", &text) {
                let witness = witness_of(Variant::Berolina, "", &text);
                assert!(
                    !witness.is_impossible(),
                    "{setup}: the side not to move is in check"
                );
                check_pair(&Game::new(&setup), "", 1);
            }
        },
    );
}
