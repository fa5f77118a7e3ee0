use alloc::vec::Vec;

use super::{
    sampling::{Guess, merged, thinned},
    *,
};
use crate::{Bitboard, Conclusion, Glyph, Role, Square, Status, bario, baroque, berolina, chakart};

/// Random words, as a caller gives them.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Returns a random game of so many inputs, without one that ends it by the will of its players.
fn random_record(setup: &Setup, n_inputs: usize, words: &mut Words) -> Record {
    let mut record = Record::new(setup.clone());
    let mut game = Game::new(setup);
    while record.inputs.len() < n_inputs {
        let actions = game.legal_list();
        let input = match game.next() {
            Next::Over(_) => break,
            Next::Chance(chance) => GameInput::Outcome(
                chance.outcomes()[words.next() as usize % chance.outcomes().len()],
            ),
            Next::Decision(_) if words.next().is_multiple_of(12) => {
                let input = GameInput::Takeback(1 + words.next() as u32 % 9);
                if game.clone().apply(input).is_err() {
                    continue;
                }
                input
            }
            Next::Decision(_) => {
                // Stealth and long moves hide things, so they are tried often.
                let hides = |action: &&Action| matches!(action, Action::Stealth { .. });
                let hiding: Vec<&Action> = actions.iter().filter(hides).collect();
                match hiding.first() {
                    Some(_) if words.next().is_multiple_of(4) => {
                        GameInput::Action(*hiding[words.next() as usize % hiding.len()])
                    }
                    _ => GameInput::Action(actions[words.next() as usize % actions.len()]),
                }
            }
        };
        game.apply(input).expect("it is possible");
        record.inputs.push(input);
    }
    record
}

fn views(record: &Record, seat: Color) -> Vec<View> {
    let history = SeatHistory::of(record, seat).expect("the record is possible");
    history.seen.into_iter().map(|input| input.view).collect()
}

fn setups() -> Vec<Setup> {
    let texts = [
        "chakart setup=standard",
        "chakart",
        "chakart objects=open setup=symmetric",
        "berolina",
        "baroque",
        "baroque chameleon=pure",
        "bario rules=classic",
    ];
    texts
        .iter()
        .map(|text| text.parse().expect("a setup"))
        .collect()
}

fn sampled(history: &SeatHistory, seed: u64) -> Option<Guess> {
    let mut words = Words(seed | 1);
    history.sample_game(&mut || words.next())
}

/// Checks that each sample gives the seat its views and its legal actions. A seat that cannot tell two truths apart gets
/// the same samples of both.
#[test]
fn samples_are_possible_and_reveal_no_more_than_the_seat_saw() {
    let mut words = Words(7);
    for setup in setups() {
        for n_inputs in [1, 5, 12, 25, 60] {
            let record = random_record(&setup, n_inputs, &mut words);
            for seat in Color::ALL {
                let history = SeatHistory::of(&record, seat).expect("the record is possible");
                let truth = record.replay().expect("the record is possible");
                let Some(Guess {
                    game: guess,
                    inputs,
                    ..
                }) = sampled(&history, 1)
                else {
                    panic!(
                        "{setup}, {} inputs: nothing is found, {truth:?}",
                        record.inputs.len()
                    );
                };
                if truth.next() == Next::Decision(seat) {
                    assert!(
                        guess.legal_list() == truth.legal_list(),
                        "{setup}: {record}"
                    );
                }
                let other = Record {
                    inputs,
                    ..Record::new(setup.clone())
                };
                assert!(
                    views(&other, seat) == views(&record, seat),
                    "{setup}: {record}"
                );
                let twin = SeatHistory::of(&other, seat).expect("the sample is possible");
                assert_eq!(twin.information_state(), history.information_state());
                assert!(twin.view().tensor() == history.view().tensor());
                for seed in 2..4 {
                    let (one, two) = (sampled(&history, seed), sampled(&twin, seed));
                    let inputs = |found: Option<Guess>| found.map(|guess| guess.inputs);
                    assert!(inputs(one) == inputs(two), "{setup}: {record}");
                }
            }
        }
    }
}

/// Checks that the text of an information state differs wherever a seat has seen or done something else.
#[test]
fn an_information_state_is_equal_exactly_where_the_seat_cannot_tell_histories_apart() {
    let mut words = Words(9);
    for setup in setups() {
        let record = random_record(&setup, 30, &mut words);
        for seat in Color::ALL {
            let history = SeatHistory::of(&record, seat).expect("the record is possible");
            let mut texts: Vec<String> = Vec::new();
            for n_inputs in 0..=record.inputs.len() {
                let mut earlier = history.clone();
                earlier.seen.truncate(n_inputs);
                texts.push(earlier.information_state());
            }
            for at in 0..record.inputs.len() {
                assert!(texts[at + 1].starts_with(&texts[at]) && texts[at + 1] != texts[at]);
                let mut other = history.clone();
                other.seen[at].input = match history.seen[at].input {
                    Some(_) => None,
                    None => Some(GameInput::Action(Action::Lose { role: Role::Rook })),
                };
                assert_ne!(other.information_state(), history.information_state());
                let mut other = history.clone();
                other.seen[at].view.marks.last.push(Square::from_index(17));
                assert_ne!(other.information_state(), history.information_state());
            }
        }
    }
}

/// Checks that the truth is among the samples.
#[test]
fn the_truth_can_be_drawn() {
    let mut words = Words(3);
    let setup: Setup = "chakart setup=standard".parse().expect("a setup");
    let mut n_hidden = 0;
    for _ in 0..40 {
        let record = random_record(&setup, 14, &mut words);
        for seat in Color::ALL {
            let history = SeatHistory::of(&record, seat).expect("the record is possible");
            let truth = record
                .replay()
                .expect("the record is possible")
                .truth()
                .0
                .position;
            let drawn = |seed| sampled(&history, seed).map(|guess| guess.game.truth().0.position);
            let other = (1..400)
                .map(drawn)
                .position(|found| found.as_ref() == Some(&truth));
            assert!(other.is_some(), "{record} as {seat} saw it");
            n_hidden += usize::from(other > Some(0));
        }
    }
    assert!(
        n_hidden > 5,
        "something is hidden in {n_hidden} of 80 cases only"
    );
}

/// Checks that there is one truth where nothing is hidden, and that only positions of the right variant are returned.
#[test]
fn an_open_position_has_one_truth() {
    let mut words = Words(5);
    let mut next = || words.next();
    fn key<P: VariantPosition>(
        history: &SeatHistory,
        words: &mut impl FnMut() -> u64,
    ) -> Option<u64> {
        history.sample::<P>(words).map(|position| position.key())
    }
    for variant in [Variant::Berolina, Variant::Baroque, Variant::Bario] {
        let history = SeatHistory::new(&Setup::new(variant), Color::White);
        let found = [
            key::<berolina::Position>(&history, &mut next),
            key::<baroque::Position>(&history, &mut next),
            key::<bario::Position>(&history, &mut next),
            key::<chakart::Position>(&history, &mut next),
        ];
        assert_eq!(found.iter().flatten().count(), 1);
    }
}

const SEEN: &str = r#"4k3/pp4r1/8/8/8/8/3d4/R3K2B w 40 {"flags":"0000","seenW":"dd2"}"#;

fn seen(text: &str) -> SeatHistory {
    let setup = Setup::with_view(Variant::Chakart, "", text, Color::White);
    SeatHistory::of_view(&setup.expect("some truth looks like that"), Color::White)
}

/// Checks the samples of a seat that joins a game with one position: each looks like that position, and they differ.
#[test]
fn samples_of_a_view_look_like_it() {
    let history = seen(SEEN);
    assert_eq!(history.view().position, SEEN);
    let mut truths = Vec::new();
    let (mut n_hidden, mut n_traps) = (0, 0);
    for seed in 1..200 {
        let Guess { game, .. } = sampled(&history, seed).expect("a truth is found");
        assert_eq!(game.seat_view(Color::White).view.position, SEEN);
        assert!(game.legal_list() == history.start.legal_list());
        let truth = game.truth().0.position;
        n_hidden += usize::from(truth.contains('i'));
        n_traps += usize::from(!truth.contains(r#""seenB":"""#));
        truths.push(truth);
    }
    assert!(n_hidden > 20 && n_traps > 20, "{n_hidden}, {n_traps}");
    truths.sort();
    truths.dedup();
    assert!(truths.len() > 50, "{}", truths.len());
}

/// Checks that a queen that is on the board, or has not moved unseen yet, is nowhere else.
#[test]
fn a_view_hides_a_queen_only_where_she_may_be_hidden() {
    for text in [
        r#"4k3/pp4r1/8/8/8/8/3d4/R3K2B w 40 {"flags":"0001","seenW":"dd2"}"#,
        r#"4k2q/pp4r1/8/8/8/8/3d4/R3K2B w 40 {"flags":"0000","seenW":"dd2"}"#,
        r#"4k3/pp4r1/8/8/8/8/3d4/R3K2B b 40 {"flags":"0000","seenW":"dd2"}"#,
    ] {
        let history = seen(text);
        for seed in 1..60 {
            let Guess { game, .. } = sampled(&history, seed).expect("a truth is found");
            assert!(!game.truth().0.position.contains('i'), "{text}");
        }
    }
}

/// Checks that a history goes on after a view as after any start.
#[test]
fn a_history_goes_on_after_a_view() {
    let setup = Setup::with_view(Variant::Chakart, "", SEEN, Color::White).expect("a start");
    let mut history = SeatHistory::of_view(&setup, Color::White);
    let mut game = Game::new(&setup);
    for (own, text) in [(true, "e1e2"), (false, "a7a6"), (true, "e2e3")] {
        let action = text.parse().expect("an action");
        game.act(action).expect("it is legal");
        history.note(own.then_some(action), &game);
    }
    let Guess { game: guess, .. } = sampled(&history, 5).expect("a truth is found");
    assert_eq!(guess.seat_view(Color::White).view, history.view());
}

#[test]
fn an_inexplicable_view_is_refused_with_its_contradiction() {
    for (text, flaw) in [
        (
            SEEN.replace("dd2", "dd3 dd2"),
            "NoObject { color: White, at: d3 }",
        ),
        (SEEN.replace("dd2", ""), "UnknownObject"),
        (
            SEEN.replace('}', r#","seenB":""}"#),
            r#"KeyUnseen("seenB")"#,
        ),
        (SEEN.replace("4k3", "i3k3"), "QueenUnseen(Black)"),
        (SEEN.replace("R3K2B", "R3K2I"), "HiddenToDecide(White)"),
        (SEEN.replace("R3K2B", "R6B").replace("4k3", "8"), "NoKings"),
        (SEEN.replace("w 40", "x 40"), "Malformed"),
        ("nonsense".into(), "Fields"),
    ] {
        let error = Setup::with_view(Variant::Chakart, "", &text, Color::White)
            .expect_err("no truth looks like that");
        assert!(alloc::format!("{error}").contains(flaw), "{text}: {error}");
    }
}

/// Returns the history of a seat that is told its own actions and its views, and nothing else.
fn told(record: &Record, seat: Color) -> SeatHistory {
    let mut history = SeatHistory::new(&record.setup, seat);
    let mut game = Game::new(&record.setup);
    for &input in &record.inputs {
        let is_ours = game.next() == Next::Decision(seat);
        game.apply(input).expect("the record is possible");
        let own = match input {
            GameInput::Action(action) if is_ours => Some(action),
            _ => None,
        };
        let text = game.seat_view(seat).view.to_text();
        let noted = history.note_view(own, text.parse().expect("a view is read"));
        assert_eq!(noted, Ok(()), "{record}");
    }
    history
}

/// Follows a history step by step. Returns each guess with the truth that it holds.
fn followed_to_the_end(history: &SeatHistory, seed: u64) -> Vec<Guess> {
    let mut words = Words(seed);
    let mut guesses = Guesses::new(12);
    for n_seen in 1..=history.seen.len() {
        let mut earlier = history.clone();
        earlier.seen.truncate(n_seen);
        guesses.follow(&earlier, &mut || words.next(), &mut || false);
    }
    guesses.games
}

/// Checks that a program that is told its views alone believes the same as one that the game itself keeps informed.
#[test]
fn beliefs_from_told_views_equal_those_from_the_game() {
    let mut words = Words(11);
    for setup in setups().iter().take(3) {
        for seed in 1..9 {
            let record = random_record(setup, 24, &mut words);
            let game = record.replay().expect("the record is possible");
            for seat in Color::ALL {
                let history = SeatHistory::of(&record, seat).expect("the record is possible");
                let from_game = followed_to_the_end(&history, seed);
                let from_views = followed_to_the_end(&told(&record, seat), seed);
                let truths = |guesses: &[Guess]| -> Vec<_> {
                    let inputs = guesses
                        .iter()
                        .map(|guess| (guess.game.key(), guess.inputs.clone()));
                    inputs.collect()
                };
                assert!(truths(&from_game) == truths(&from_views), "{record}");
                let view = game.seat_view(seat).view;
                assert!(!from_views.is_empty(), "{record}");
                assert!(
                    from_views.iter().all(|guess| guess.game.shows(seat, &view)),
                    "{record}"
                );
            }
        }
    }
}

/// Returns Black's history after these decisions, each true if it is Black's, and the game.
fn seen_by_black(decisions: &[(bool, &str)]) -> (SeatHistory, Game) {
    let setup: Setup = "chakart setup=standard".parse().expect("a setup");
    let (mut game, mut black) = (Game::new(&setup), SeatHistory::new(&setup, Color::Black));
    for &(is_own, text) in decisions {
        act(&mut game, &mut black, is_own, text);
    }
    (black, game)
}

fn act(game: &mut Game, black: &mut SeatHistory, is_own: bool, text: &str) {
    let action = text.parse().expect("an action");
    game.act(action).expect("it is legal");
    black.note(is_own.then_some(action), game);
}

/// Checks that one guess about a queen that goes unseen is kept until she is seen elsewhere.
#[test]
fn refuted_guesses_restart() {
    let mut n_refuted = 0;
    for seed in 1..20 {
        let (mut black, mut game) = seen_by_black(&[(false, "e2e4"), (true, "a7a6")]);
        let (mut guesses, mut words) = (Guesses::new(1), Words(seed));
        let mut change = BeliefChange::Kept;
        for (is_own, text) in [(false, "d1~g4"), (true, "b7b6")] {
            assert_eq!(change, BeliefChange::Kept, "before {text}");
            act(&mut game, &mut black, is_own, text);
            change = guesses.follow(&black, &mut || words.next(), &mut || false);
        }
        assert_ne!(change, BeliefChange::Lost);
        let positions = guesses.positions::<chakart::Position>(4, &mut || words.next());
        assert_eq!(positions.len(), 1);
        n_refuted += usize::from(change == BeliefChange::Restarted);
    }
    assert!((1..19).contains(&n_refuted), "{n_refuted}");
}

/// Checks that guesses that cannot explain an invented turn begin with the present view, and go on from there.
#[test]
fn a_belief_is_lost_where_no_game_explains_the_views() {
    let (mut black, mut game) = seen_by_black(&[(false, "e2e4"), (true, "a7a6")]);
    let (mut guesses, mut words) = (Guesses::new(4), Words(1));
    let mut follow = |black: &SeatHistory| {
        let change = guesses.follow(black, &mut || words.next(), &mut || false);
        let positions = guesses.positions::<chakart::Position>(4, &mut || words.next());
        (change, !positions.is_empty())
    };
    assert_eq!(follow(&black), (BeliefChange::Kept, true));
    game.act("b1c3".parse().expect("an action"))
        .expect("it is legal");
    let mut invented = game.seat_view(Color::Black).view;
    let turn = invented.turn.as_mut().expect("White has moved");
    turn.caption = "Na3".into();
    black.note_view(None, invented).expect("it passes");
    assert_eq!(follow(&black), (BeliefChange::Lost, true));
    act(&mut game, &mut black, true, "b7b6");
    assert_eq!(follow(&black), (BeliefChange::Kept, true));
}

/// Returns what White is told in a game from a position with two kings, a bishop, a rook and a pawn.
fn seen_by_white(inputs: &str) -> SeatHistory {
    let start = r#"4kb2/8/8/7r/8/8/4P3/4K3 w 20 {"flags":"0000","seenW":"","seenB":""}"#;
    let record = format!("oddboard record 1\nsetup: chakart position={start}\n\n{inputs}");
    let record: Record = record.parse().expect("a record");
    SeatHistory::of(&record, Color::White).expect("it is possible")
}

/// Checks that guesses about another game, even one with the same last view, or one that hides nothing, change nothing.
#[test]
fn guesses_about_another_game_are_given_up() {
    let rook = seen_by_white("e1d1 h5h4 banana:g3 d1e1 h4h5 banana:g6 e1f1 e8d8");
    let bishop = seen_by_white("e1d1 f8g7 bomb:f7 d1e1 g7f8 bomb:g8 e1f1 e8d8");
    assert_eq!(rook.view(), bishop.view());
    let open = SeatHistory::new(&"berolina".parse().expect("a setup"), Color::White);
    let keys = |before: &[&SeatHistory]| {
        let mut guesses = Guesses::new(8);
        for history in before {
            guesses.follow(history, &mut || 1, &mut || false);
        }
        let mut words = Words(5);
        guesses.follow(&bishop, &mut || words.next(), &mut || false);
        let keys = guesses.games.iter().map(|guess| guess.game.key());
        keys.collect::<Vec<_>>()
    };
    let alone = keys(&[]);
    assert!(!alone.is_empty());
    for before in [&[&rook][..], &[&bishop, &open], &[&open]] {
        assert_eq!(keys(before), alone);
    }
}

/// Checks that a move of a rook, which the view shows after the chance outcome alone, leaves a belief whole.
#[test]
fn a_belief_survives_the_middle_of_a_turn() {
    for seed in 1..=20 {
        let (mut guesses, mut words) = (Guesses::new(4), Words(seed));
        for inputs in ["e1d1", "e1d1 h5h4", "e1d1 h5h4 banana:g3"] {
            let history = seen_by_white(inputs);
            let change = guesses.follow(&history, &mut || words.next(), &mut || false);
            assert_eq!(change, BeliefChange::Kept, "{inputs} with seed {seed}");
        }
    }
}

/// Checks that an interrupted call costs nothing later: the next one goes on from the guesses before it.
#[test]
fn a_belief_goes_on_after_an_interruption() {
    let (mut black, mut game) = seen_by_black(&[(false, "e2e4"), (true, "a7a6"), (false, "d1~g4")]);
    let (mut guesses, mut words) = (Guesses::new(4), Words(1));
    let mut follow = |black: &SeatHistory, is_over: bool| {
        guesses.follow(black, &mut || words.next(), &mut || is_over)
    };
    assert_eq!(follow(&black, false), BeliefChange::Kept);
    act(&mut game, &mut black, true, "b7b6");
    for is_over in [true, true, false] {
        let expected = if is_over {
            BeliefChange::Interrupted
        } else {
            BeliefChange::Kept
        };
        assert_eq!(follow(&black, is_over), expected);
    }
    let explains_all = |guess: &Guess| guess.game.n_inputs() == black.seen.len();
    assert!(!guesses.games.is_empty() && guesses.games.iter().all(explains_all));
}

/// Checks that the time limit ends the replay of a long game at once, and leaves guesses about the present view.
#[test]
fn a_belief_is_interrupted_where_the_time_is_up() {
    let setup = "chakart setup=standard".parse().expect("a setup");
    let record = random_record(&setup, 200, &mut Words(4));
    let history = SeatHistory::of(&record, Color::Black).expect("the record is possible");
    let n_views = history.seen.len();
    for (limit, expected) in [
        (1, BeliefChange::Interrupted),
        (n_views / 2, BeliefChange::Interrupted),
        (usize::MAX, BeliefChange::Kept),
    ] {
        let (mut guesses, mut words, mut n_asked) = (Guesses::new(4), Words(1), 0);
        let change = guesses.follow(&history, &mut || words.next(), &mut || {
            n_asked += 1;
            n_asked >= limit
        });
        assert_eq!(change, expected, "after {limit} questions");
        // It asks once more before the next try, and stops.
        assert!(n_asked <= limit.saturating_add(1), "{n_asked} of {limit}");
        assert!(n_asked >= n_views.min(limit), "it asks at each view");
        assert!(!guesses.games.is_empty());
        for guess in &guesses.games {
            let view = guess.game.seat_view(Color::Black).view;
            assert_eq!(view.position, history.view().position);
        }
    }
}

/// Returns guesses of these weights: White has moved another pawn in each.
fn weighted(weights: &[f64]) -> Vec<Guess> {
    let pawn_moves = ["a2a3", "b2b3", "c2c3", "d2d3"];
    let guess = |(&weight, action): (&f64, &str)| {
        let mut game = Game::new(&"chakart setup=standard".parse().expect("a setup"));
        game.act(action.parse().expect("an action"))
            .expect("it is legal");
        Guess {
            weight,
            ..Guess::at_start(game)
        }
    };
    weights.iter().zip(pawn_moves).map(guess).collect()
}

/// Plays a game from a position.
fn played(position: &str, inputs: &str) -> Record {
    let setup = format!("chakart position={position}");
    let mut record = Record::new(setup.parse().expect("a setup"));
    let inputs = inputs
        .split(' ')
        .map(|input| input.parse::<GameInput>().expect("an input"));
    record.inputs.extend(inputs);
    record
}

/// Returns the squares of bananas in the positions that Black finds possible, each with its probability.
fn bananas_as_black_believes(record: &Record) -> Vec<(Bitboard, f64)> {
    let black = SeatHistory::of(record, Color::Black).expect("the record is possible");
    let (mut guesses, mut words) = (Guesses::new(200), Words(3));
    guesses.follow(&black, &mut || words.next(), &mut || false);
    let found = guesses.positions::<chakart::Position>(200, &mut || words.next());
    let mut sums: Vec<(Bitboard, f64)> = Vec::new();
    for (position, weight) in found {
        let squares = crate::Position::squares(&position, Glyph::Banana);
        match sums.iter_mut().find(|(other, _)| *other == squares) {
            Some((_, sum)) => *sum += weight,
            None => sums.push((squares, weight)),
        }
    }
    sums
}

/// The first banana falls on b3 or b5, the second on b5 or b7. Of two on one square, the second takes the place of the first.
#[test]
fn guesses_have_the_probabilities_of_the_hidden_outcomes() {
    let record = played(
        r#"4k3/8/8/8/8/8/8/R3K3 w 20 {"flags":"0000","seenW":"","seenB":""}"#,
        "a1a4 banana:b3 e8e7 a4a6 banana:b5",
    );
    let found = bananas_as_black_believes(&record);
    assert_eq!(found.len(), 4, "{found:?}");
    for (squares, probability) in found {
        assert!(
            (probability - 0.25).abs() < 1e-12,
            "{squares:?}: {probability}"
        );
    }
}

/// The queen cannot go to b3 unseen if a banana is there, so she has one move fewer. That makes the banana no less likely.
#[test]
fn a_guess_keeps_its_probability_whatever_the_number_of_moves_that_look_the_same() {
    let record = played(
        r#"4k3/8/8/8/8/8/8/R2QK3 w 20 {"flags":"0100","seenW":"","seenB":""}"#,
        "a1a4 banana:b3 e8e7 d1~h5",
    );
    for (squares, probability) in bananas_as_black_believes(&record) {
        assert_eq!(squares.len(), 1);
        assert!(
            (probability - 0.5).abs() < 1e-12,
            "{squares:?}: {probability}"
        );
    }
}

#[test]
fn equal_guesses_count_as_one_with_the_weight_and_the_priority_of_both() {
    let mut guesses = weighted(&[1.0, 2.0]);
    guesses[0].lookahead = 16.0;
    guesses.extend(weighted(&[5.0]));
    let found: Vec<(f64, f64)> = merged(guesses)
        .iter()
        .map(|guess| (guess.weight, guess.priority()))
        .collect();
    assert_eq!(found, [(0.75, 21.0 / 8.0), (0.25, 0.25)]);
}

/// Black meets a banana on b5, so views speak for a fall there, until the last view is followed.
#[test]
fn later_views_speak_for_a_trail_that_is_met_and_against_one_that_is_passed() {
    let start = r#"4k3/8/1p6/8/8/8/8/R3K3 w 20 {"flags":"0000","seenW":"","seenB":""}"#;
    let (before, all) = ("a1a4", "a1a4 banana:b5 b6b5 to:b4");
    let game = played(start, before).replay().expect("it is possible");
    let views = views(&played(start, all), Color::Black);
    let speaks = |input: &str| {
        let input = input.parse().expect("an input");
        game.lookahead(input, &mut views[1..].iter())
    };
    assert!(speaks("banana:b5") > speaks("banana:b3"));
    let black = SeatHistory::of(&played(start, all), Color::Black).expect("it is possible");
    let mut guesses = Guesses::new(20);
    let mut words = Words(3);
    guesses.follow(&black, &mut || words.next(), &mut || false);
    assert!(guesses.games.iter().all(|guess| guess.lookahead == 1.0));
}

/// Draws often among guesses of these weights and lookaheads. Returns how often each is drawn, and its average weight in a draw.
fn drawn_often(weights: &[f64; 4], lookaheads: &[f64; 4]) -> [(f64, f64); 4] {
    let mut guesses = weighted(weights);
    for (guess, lookahead) in guesses.iter_mut().zip(lookaheads) {
        guess.lookahead = *lookahead;
    }
    let keys: Vec<u64> = guesses.iter().map(|guess| guess.game.key()).collect();
    let mut averages = [(0.0, 0.0); 4];
    let mut words = Words(21);
    for _ in 0..4_000 {
        let drawn = thinned(guesses.clone(), 3, &mut || words.next());
        assert_eq!(drawn.len(), 3);
        for guess in drawn {
            let at = keys.iter().position(|key| *key == guess.game.key());
            let (n, weight) = &mut averages[at.expect("it is one of them")];
            *n += 1.0 / 4_000.0;
            *weight += guess.weight / 4_000.0;
        }
    }
    averages
}

#[test]
fn drawn_guesses_keep_their_expected_weights() {
    let weights = [0.1, 0.55, 0.05, 0.3];
    for lookaheads in [[1.0; 4], [16.0, 1.0, 1.0, 0.25]] {
        let averages = drawn_often(&weights, &lookaheads);
        for ((_, average), weight) in averages.iter().zip(weights) {
            assert!((average - weight).abs() < 0.01, "{averages:?}");
        }
    }
}

#[test]
fn a_guess_for_which_later_views_speak_is_drawn_more_often() {
    let weights = [0.1, 0.55, 0.05, 0.3];
    let [(plain, _), ..] = drawn_often(&weights, &[1.0; 4]);
    let [(preferred, _), ..] = drawn_often(&weights, &[16.0, 1.0, 1.0, 0.25]);
    assert!(plain < 0.9 && preferred > 0.99, "{plain} {preferred}");
}

/// Checks every view of random games, and the view after each way in which the players can end them.
#[test]
fn a_true_view_is_never_refused() {
    let mut words = Words(17);
    for setup in setups().iter().take(3) {
        for _ in 0..12 {
            let record = random_record(setup, 60, &mut words);
            for seat in Color::ALL {
                let mut game = Game::new(setup);
                for n_inputs in 0..record.inputs.len() {
                    let line = Record {
                        inputs: record.inputs[..n_inputs].to_vec(),
                        ..Record::new(setup.clone())
                    };
                    let mut history = SeatHistory::of(&line, seat).expect("it is possible");
                    for end in Conclusion::ALL {
                        let mut ended = game.clone();
                        if ended.conclude(end).is_ok() {
                            let view = ended.seat_view(seat).view;
                            let noted = history.clone().note_view(None, view);
                            assert_eq!(noted, Ok(()), "{line} {end:?} as {seat} saw it");
                        }
                    }
                    let is_ours = game.next() == Next::Decision(seat);
                    let input = record.inputs[n_inputs];
                    game.apply(input).expect("it is possible");
                    let own = match input {
                        GameInput::Action(action) if is_ours => Some(action),
                        _ => None,
                    };
                    let noted = history.note_view(own, game.seat_view(seat).view);
                    assert_eq!(noted, Ok(()), "{line} {input} as {seat} saw it");
                }
            }
        }
    }
}

#[test]
fn neither_chance_nor_a_resignation_moves_a_piece() {
    let (white, _, view) = answered("chakart setup=standard", "a7a6");
    let last = white.view();
    let won = Conclusion::Resigned(Color::Black).outcome();
    for status in [Status::ToRoll, Status::Over(won)] {
        let right = View {
            n_inputs: 2,
            status,
            ..last.clone()
        };
        let mut moved = right.clone();
        moved.cells.swap(0, 16);
        for (view, expected) in [(moved, Err(ContradictoryView::Impossible)), (right, Ok(()))] {
            assert_eq!(white.clone().note_view(None, view), expected, "{status:?}");
        }
    }
    let mut history = white.clone();
    history.note_view(None, view).expect("it follows");
    let ours: Action = "a2a3".parse().expect("an action");
    let back = View {
        n_inputs: 3,
        ..last
    };
    let noted = history.note_view(Some(ours), back);
    assert_eq!(noted, Err(ContradictoryView::Impossible), "turns only rise");
}

#[test]
fn a_history_of_told_views_has_the_open_game() {
    let mut words = Words(13);
    for setup in &setups()[3..] {
        let record = random_record(setup, 40, &mut words);
        let history = told(&record, Color::Black);
        let mut game = record.replay().expect("the record is possible");
        let open = history.open.expect("nothing is hidden");
        assert!(open.truth().0 == game.truth().0, "{record}");
        if game.conclude(Conclusion::DrawAgreed).is_ok() {
            let mut history = told(&record, Color::Black);
            let end = game.seat_view(Color::Black).view;
            assert_eq!(history.note_view(None, end), Ok(()));
            assert!(matches!(history.view().status, Status::Over(_)));
        }
    }
}

/// Returns White's history after `e2e4`, the game, and White's view after the answer.
fn answered(setup: &str, answer: &str) -> (SeatHistory, Game, View) {
    let setup: Setup = setup.parse().expect("a setup");
    let mut game = Game::new(&setup);
    let mut white = SeatHistory::new(&setup, Color::White);
    let ours = "e2e4".parse().expect("an action");
    game.act(ours).expect("it is legal");
    white.note(Some(ours), &game);
    game.act(answer.parse().expect("an action"))
        .expect("it is legal");
    let view = game.seat_view(Color::White).view;
    (white, game, view)
}

#[test]
fn a_contradictory_view_is_refused_and_changes_nothing() {
    let (white, game, view) = answered("chakart setup=standard", "a7a6");
    let (_, _, baroque) = answered("baroque", "a7a6");
    let last = white.view();
    let swapped = |cells: &mut [Option<crate::Glyph>; 64]| cells.swap(0, 1);
    let mut rearranged = view.clone();
    swapped(&mut rearranged.cells);
    let ours: Action = "a2a3".parse().expect("an action");
    for (own, wrong, expected) in [
        (
            None,
            baroque,
            ContradictoryView::Variant {
                expected: Variant::Chakart,
                found: Variant::Baroque,
            },
        ),
        (
            None,
            last,
            ContradictoryView::Inputs {
                expected: 2,
                found: 1,
            },
        ),
        (
            None,
            View {
                n_inputs: 9,
                ..view.clone()
            },
            ContradictoryView::Inputs {
                expected: 2,
                found: 9,
            },
        ),
        (Some(ours), view.clone(), ContradictoryView::IllegalAction),
        (
            None,
            game.seat_view(Color::Black).view,
            ContradictoryView::Impossible,
        ),
        (None, game.public_view().0, ContradictoryView::Impossible),
        (None, game.truth().0, ContradictoryView::Impossible),
        (None, rearranged, ContradictoryView::Impossible),
    ] {
        let mut history = white.clone();
        assert_eq!(history.note_view(own, wrong), Err(expected));
        assert_eq!(history.note_view(None, view.clone()), Ok(()));
    }
    let mut history = white.clone();
    history.note_view(None, view.clone()).expect("it follows");
    let next = View {
        n_inputs: 3,
        ..view
    };
    let noted = history.note_view(None, next.clone());
    assert_eq!(noted, Err(ContradictoryView::NoAction));
    let won = crate::Conclusion::Resigned(Color::Black).outcome();
    let over = View {
        status: Status::Over(won),
        ..next.clone()
    };
    history
        .note_view(None, over)
        .expect("the game may end at any time");
    let noted = history.note_view(
        None,
        View {
            n_inputs: 4,
            ..next
        },
    );
    assert_eq!(noted, Err(ContradictoryView::AfterEnd));
}

#[test]
fn an_open_view_that_no_input_leads_to_is_refused() {
    let (white, _, view) = answered("baroque", "a7a6");
    let (_, _, other) = answered("baroque", "a7a5");
    let mut history = white.clone();
    let wrong = View {
        turn: other.turn,
        ..view.clone()
    };
    assert_eq!(
        history.note_view(None, wrong),
        Err(ContradictoryView::Impossible)
    );
    assert_eq!(history.note_view(None, view), Ok(()));
}

#[test]
fn a_history_that_begins_with_a_view_counts_from_the_first_view_that_is_told() {
    let setup = Setup::with_view(Variant::Chakart, "", SEEN, Color::White).expect("a start");
    let mut history = SeatHistory::of_view(&setup, Color::White);
    let mut game = Game::new(&setup);
    for (n_inputs, own, text) in [(31, true, "e1e2"), (32, false, "a7a6"), (33, true, "e2e3")] {
        let action = text.parse().expect("an action");
        game.act(action).expect("it is legal");
        let view = game.seat_view(Color::White).view;
        let view = View { n_inputs, ..view };
        assert_eq!(history.note_view(own.then_some(action), view), Ok(()));
    }
    let Guess { game: guess, .. } = sampled(&history, 5).expect("a truth is found");
    assert!(guess.shows(Color::White, &history.view()));
}

#[test]
fn a_view_after_the_most_inputs_that_are_read_does_not_follow_itself() {
    let setup = Setup::with_view(Variant::Chakart, "", SEEN, Color::White).expect("a start");
    let mut history = SeatHistory::of_view(&setup, Color::White);
    let mut game = Game::new(&setup);
    let action = "e1e2".parse().expect("an action");
    game.act(action).expect("it is legal");
    let text = game.seat_view(Color::White).as_view().to_text();
    let told = |n_inputs: &str| text.replacen("inputs=1", n_inputs, 1).parse::<View>();
    assert!(told("inputs=18446744073709551615").is_err());
    let view = told("inputs=1073741824").expect("a view");
    assert_eq!(history.note_view(Some(action), view.clone()), Ok(()));
    let error = history.note_view(None, view).expect_err("it is no later");
    assert_eq!(
        error.to_string(),
        "the view has inputs=1073741824; the next view must have inputs=1073741825. \
         Send the view after every input, in order"
    );
}
