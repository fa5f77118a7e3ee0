//! Chakart: hidden objects stay hidden, and a side's ignorance of them changes nothing that it sees.

use std::collections::{BTreeMap, BTreeSet};

use rules::{
    Action, ChanceOutcome, Color, Conclusion, Fact, Game, GameInput, Next, Square, Status, Variant,
    View,
};
use testkit::{Random, all_actions, game_of, play, setups, some_input};

use crate::{
    agreement::{merged, prospects, witness_of},
    witness::{Board, Coordinates, name, squares},
};

/// A decision in a game with hidden objects: the paragraphs of section 12 that apply, then boards and beliefs before
/// it, the decision, and boards and beliefs after it. The last are of all or some of its outcomes.
type Secret = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const SECRETS: &[Secret] = &[
    (
        "H1 H8 H9",
        "4k3/8/8/8/8/8/2w5/R3K3 w 9 0000||wc2",
        "a1b1",
        &[
            "4k3/8/8/8/8/8/2d5/1R2K3 b 10 0000|dc2|wc2",
            "4k3/8/8/8/8/8/d1w5/1R2K3 b 10 0000|da2|wc2",
        ],
    ),
    (
        "H2 H3 H7",
        "4k3/8/8/8/d7/8/8/Q3K3 w 20 0000||da4",
        "a1a8",
        &[
            "4k3/8/8/8/8/Q7/8/4K3 b 21 0000||",
            "4k3/8/8/Q7/8/8/8/4K3 b 21 0000||",
            "4k3/8/8/8/1Q6/8/8/4K3 b 21 0000||",
        ],
    ),
    (
        "H4",
        "4k3/8/8/8/8/4w3/4P3/2K5 w 4 0000||we3",
        "e2e4",
        &[
            "4k3/8/8/8/3P4/8/4m3/2K5 b 5 0000||",
            "4k3/8/8/8/5P2/8/4m3/2K5 b 5 0000||",
            "4k3/8/8/8/8/8/3Pm3/2K5 b 5 0000||",
            "4k3/8/8/8/8/8/4mP2/2K5 b 5 0000||",
        ],
    ),
    (
        "H5",
        "4k3/8/8/3d4/8/8/8/3QK3 w 9 0100||dd5",
        "d1~d7",
        &[
            "4k3/8/3Q4/8/8/8/8/4K3 b 10 0000||",
            "4k3/8/8/8/3Q4/8/8/4K3 b 10 0000||",
            "4k3/8/8/2Q5/8/8/8/4K3 b 10 0000||",
            "4k3/8/8/4Q3/8/8/8/4K3 b 10 0000||",
        ],
    ),
    (
        "H6",
        "3rk3/8/8/3d4/8/8/8/3K4 w 9 1000||dd5",
        "d1*d8",
        &["3rk3/8/8/8/8/8/8/3K4 b 10 0000||"],
    ),
    (
        "H10",
        "4k2r/8/8/d7/8/8/4e3/4K3 w 9 0000||da5",
        "e1e2",
        &["4k2R/8/8/d7/8/8/4K3/8 b 10 0000||da5"],
    ),
    (
        "H11 H12 H22",
        "3Qk3/8/8/d7/8/8/8/4K3 w 9 0000||da5",
        "d8e8",
        &["4Q3/8/8/d7/8/8/8/4K3 b 10 0000||da5"],
    ),
    (
        "H13 H21",
        "4k3/8/8/8/8/8/2m5/R3K3 w 9 0000||",
        "a1b1",
        &["4k3/8/8/8/8/8/d1m5/1R2K3 b 10 0000|da2|"],
    ),
    (
        "H14",
        "4k3/8/8/3i4/8/8/8/3QK3 w 9 0100||",
        "d1~d5",
        &["4k3/8/8/3Q4/8/8/8/4K3 b 10 0000||"],
    ),
    (
        "H15",
        "4k3/8/8/8/8/2d5/8/1N2K3 w 9 0000||dc3",
        "b1c3",
        &[
            "4k3/8/8/8/2N5/8/8/1e2K3 b 10 0000||",
            "4k3/8/8/8/8/8/2N5/1e2K3 b 10 0000||",
            "4k3/8/8/8/8/1N6/8/1e2K3 b 10 0000||",
            "4k3/8/8/8/8/3N4/8/1e2K3 b 10 0000||",
        ],
    ),
    (
        "H16",
        "4k3/8/8/8/8/8/d7/R3K3 w 9 0000||da2",
        "a1a3",
        &[
            "4k3/8/8/8/8/8/1d6/R3K3 b 10 0000|db2|",
            "4k3/8/8/8/1d6/R7/8/4K3 b 10 0000|db4|",
        ],
    ),
    (
        "H17",
        "4k3/8/8/8/8/8/2w5/R2eK3 w 9 0000|wc2|",
        "a1d1",
        &["4k3/8/8/8/8/8/2d5/3rK3 b 10 0000|dc2|"],
    ),
    (
        "H18 H20",
        "4k3/8/8/8/8/8/Q1w5/4K3 w 9 0000|dc2|wc2",
        "a2c2",
        &[
            "4k3/8/8/8/8/1Q6/8/4K3 b 10 0000||",
            "4k3/8/8/8/8/3Q4/8/4K3 b 10 0000||",
            "4k3/8/8/8/8/8/8/1Q2K3 b 10 0000||",
            "4k3/8/8/8/8/8/8/3QK3 b 10 0000||",
        ],
    ),
    (
        "H19",
        "4k3/8/8/pw6/P7/8/8/4L3 w 64 0000|wb5|",
        "a4b5",
        &["4k3/8/P7/p7/m7/8/8/4K3 b 65 0000||"],
    ),
];

#[test]
fn both_witnesses_obey_each_paragraph_on_hidden_objects() {
    let text = |short: &str| {
        let [rest, white, black] = short.split('|').collect::<Vec<_>>()[..] else {
            panic!("{short}");
        };
        let (rest, flags) = rest.rsplit_once(' ').expect("flags stand last");
        format!(r#"{rest} {{"flags":"{flags}","seenW":"{white}","seenB":"{black}"}}"#)
    };
    for &(paragraphs, before, action, after) in SECRETS {
        let game = game_of(Variant::Chakart, "", &text(before));
        let found = prospects(&game, action.parse().expect("an action"));
        let about = format!("{paragraphs}: {action} in {before}");
        for expected in after {
            assert!(
                found.contains_key(&text(expected)),
                "{about}: {expected} not in {found:?}"
            );
        }
        let witness = witness_of(Variant::Chakart, "", &text(before));
        let outcomes = witness.decisions().remove(action);
        assert_eq!(outcomes.map(merged), Some(found), "{about}");
    }
}

#[test]
fn each_paragraph_on_hidden_objects_is_cited_and_tested() {
    let law = testkit::read("rules/law/chakart.md");
    let folder = testkit::path("rules/src/variant/chakart");
    let files = std::fs::read_dir(folder).expect("the rules of Chakart can be read");
    let code: String = files
        .map(|file| file.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .filter(|path| !path.ends_with("tests.rs"))
        .map(testkit::read)
        .collect();
    let cited = paragraphs_in(&code);
    let tested = paragraphs_in(
        &SECRETS
            .iter()
            .map(|secret| secret.0)
            .collect::<Vec<_>>()
            .join(" "),
    );
    let paragraphs = law
        .lines()
        .filter_map(|line| line.strip_prefix("- H")?.split('.').next());
    let paragraphs: BTreeSet<u32> = paragraphs.map(|n| n.parse().expect("a number")).collect();
    assert_eq!(paragraphs.len(), 22);
    assert_eq!(
        paragraphs.difference(&cited).collect::<Vec<_>>(),
        Vec::<&u32>::new(),
        "not cited"
    );
    assert_eq!(
        paragraphs.difference(&tested).collect::<Vec<_>>(),
        Vec::<&u32>::new(),
        "not tested"
    );
}

/// Returns the number of `H3`, and all numbers of `H3 to H6`.
fn paragraphs_in(text: &str) -> BTreeSet<u32> {
    let number = |word: &str| -> Option<u32> {
        let digits = word
            .strip_prefix('H')?
            .trim_end_matches(|end: char| !end.is_ascii_digit());
        digits.parse().ok()
    };
    let words: Vec<&str> = text.split([' ', '\n', '(']).collect();
    let ranges = words.windows(3).filter_map(|words| match words {
        [first, "to", last] => Some(number(first)?..=number(last)?),
        _ => None,
    });
    let alone = words.iter().filter_map(|word| number(word));
    ranges.flatten().chain(alone).collect()
}

/// Plays games of each setup at random and visits them whenever a side is to decide, and at their ends.
fn play_all(seed: u64, n_games: usize, mut visit: impl FnMut(&Game, &mut Random)) {
    let mut random = Random::new(seed);
    for setup in setups(Variant::Chakart) {
        for _ in 0..n_games {
            let mut game = Game::new(&setup);
            while game.n_inputs() < 300 {
                if !matches!(game.next(), Next::Chance(_)) {
                    visit(&game, &mut random);
                }
                match some_input(&game, &mut random) {
                    Some(input) => play(&mut game, input),
                    None => break,
                }
            }
        }
    }
}

fn text_of(game: &Game) -> String {
    game.truth().as_view().position.clone()
}

/// Returns the views of a seat and of the public.
fn views(game: &Game, seat: Color) -> [View; 2] {
    [
        game.seat_view(seat).as_view().clone(),
        game.public_view().as_view().clone(),
    ]
}

/// Returns the same position with a different truth that a seat cannot distinguish. The objects in which only the other
/// side believes are moved or changed, and so is its hidden queen.
fn other_truth(position: &str, seat: Color, random: &mut Random) -> Game {
    let (rows, tail) = position.split_once(' ').expect("the board stands first");
    let mut board = Board::read(rows).expect("it is a board");
    let (own, other, queen) = match seat {
        Color::White => ("seenW", "seenB", 'i'),
        Color::Black => ("seenB", "seenW", 'I'),
    };
    let seen = |key: &str| {
        let (_, rest) = tail.split_once(&format!("\"{key}\":\""))?;
        Some(rest.split_once('"')?.0)
    };
    let believed = seen(own);
    let believes = |what: &str| believed.is_some_and(|words| words.contains(what));
    let free: Vec<Coordinates> = squares().filter(|&at| board.at(at) == '.').collect();
    for at in squares() {
        let letter = board.at(at);
        let is_unseen = matches!(letter, 'd' | 'w') && believed.is_some() && !believes(&name(at));
        let target = *random.pick(&free);
        if (is_unseen || letter == queen) && board.at(target) == '.' {
            board.put(at, '.');
            board.put(target, letter);
        }
    }
    let mut known: Vec<String> = Vec::new();
    for at in squares().filter(|_| believed.is_some()) {
        if !matches!(board.at(at), 'd' | 'w') {
            continue;
        }
        // If this seat is mistaken, the other side knows better. If it is right, perhaps no other reader knows.
        board.put(at, *random.pick(&['d', 'w']));
        let word = format!("{}{}", board.at(at), name(at));
        if !believes(&word) || random.chance(50) {
            known.push(word);
        }
    }
    let tail = match seen(other) {
        Some(old) => tail.replace(
            &format!("\"{other}\":\"{old}\""),
            &format!("\"{other}\":\"{}\"", known.join(" ")),
        ),
        None => tail.to_owned(),
    };
    game_of(Variant::Chakart, "", &format!("{} {tail}", board.write()))
}

#[test]
fn hidden_facts_change_nothing_for_a_seat() {
    let all = all_actions();
    let mut n_different = 0;
    play_all(44, 20, |game, random| {
        let position = text_of(game);
        let here = game_of(Variant::Chakart, "", &position);
        if matches!(here.next(), Next::Over(_)) {
            return;
        }
        for seat in Color::ALL {
            let there = other_truth(&position, seat, random);
            // The absence of decisions is public, and depends on the seat's belief.
            if matches!(there.next(), Next::Over(_)) {
                continue;
            }
            n_different += usize::from(text_of(&there) != position);
            let about = format!("{seat}: {position} or {}", text_of(&there));
            assert!(views(&here, seat) == views(&there, seat), "{about}");
            let [believed, otherwise] = [&here, &there].map(|game| game.as_believed_by(seat));
            assert!(
                believed.truth().as_view() == otherwise.truth().as_view(),
                "{about}"
            );
            if here.next() != Next::Decision(seat) {
                continue;
            }
            assert_eq!(here.legal_list(), there.legal_list(), "{about}");
            let step = 200 + random.below(2000);
            for &action in all.iter().step_by(step) {
                assert!(
                    here.why_not(action) == there.why_not(action),
                    "{action}: {about}"
                );
                assert_eq!(
                    here.caption(action),
                    there.caption(action),
                    "{action}: {about}"
                );
            }
        }
    });
    assert!(n_different > 3000, "{n_different}");
}

#[test]
fn no_other_reader_sees_a_trail_or_the_target_of_a_queen() {
    let mut n_trails = 0;
    let mut n_stealths = 0;
    play_all(45, 10, |game, random| {
        let Next::Decision(us) = game.next() else {
            return;
        };
        let actions = game.legal_list();
        let is_hidden = text_of(game).contains("seenW");
        if is_hidden {
            let action = *random.pick(&actions);
            let continuations = game.continuations(action, 100_000).expect("few ways");
            for pair in continuations.windows(2) {
                let [one, other] = pair else { continue };
                let (Some((last, before)), Some((other_last, other_before))) =
                    (one.outcomes.split_last(), other.outcomes.split_last())
                else {
                    continue;
                };
                let is_trail = |outcome: &ChanceOutcome| {
                    matches!(outcome, ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_))
                };
                let is_over = |game: &Game| matches!(game.next(), Next::Over(_));
                if before != other_before
                    || !is_trail(last)
                    || !is_trail(other_last)
                    || is_over(&one.game) != is_over(&other.game)
                    || is_over(&one.game)
                {
                    continue;
                }
                n_trails += 1;
                assert!(
                    views(&one.game, !us) == views(&other.game, !us),
                    "{action} in {}",
                    text_of(game)
                );
            }
        }
        let stealths = actions
            .iter()
            .filter(|action| matches!(action, Action::Stealth { .. }));
        let after: Vec<(Action, Game)> = stealths
            .map(|&action| {
                let mut after = game.clone();
                after.act(action).expect("a listed action is legal");
                (action, after)
            })
            .filter(|(_, after)| {
                matches!(after.next(), Next::Decision(_)) && text_of(after).contains(['i', 'I'])
            })
            .collect();
        for pair in after.windows(2) {
            let [
                (Action::Stealth { from, .. }, one),
                (
                    Action::Stealth {
                        from: other_from, ..
                    },
                    other,
                ),
            ] = pair
            else {
                continue;
            };
            if from == other_from {
                n_stealths += 1;
                assert!(
                    views(one, !us) == views(other, !us),
                    "from {from} in {}",
                    text_of(game)
                );
            }
        }
    });
    assert!(
        n_trails > 500 && n_stealths > 500,
        "{n_trails} {n_stealths}"
    );
}

#[test]
fn no_other_reader_sees_the_target_of_a_decision() {
    let mut n_stopped = 0;
    play_all(51, 10, |game, random| {
        let Next::Decision(us) = game.next() else {
            return;
        };
        if !text_of(game).contains("seenW") || random.chance(60) {
            return;
        }
        let mut ends: BTreeMap<_, (Action, Game)> = BTreeMap::new();
        let is_step = |action: &Action| {
            matches!(
                action,
                Action::Move {
                    promotion: None,
                    ..
                } | Action::Stealth { .. }
                    | Action::Shell { .. }
            )
        };
        for action in game.legal_list().into_iter().filter(is_step) {
            for continuation in game.continuations(action, 100_000).expect("few ways") {
                if matches!(continuation.game.next(), Next::Over(_)) {
                    continue;
                }
                // The same piece, the same end, and below the same hops: only the intended target differs.
                let key = (
                    action.to_string()[..2].to_owned(),
                    text_of(&continuation.game),
                    continuation.outcomes,
                );
                let Some((other, after)) = ends.insert(key, (action, continuation.game.clone()))
                else {
                    continue;
                };
                let [made, also_made] = [&continuation.game, &after]
                    .map(|game| game.truth().as_view().turn.clone().map(|turn| turn.facts));
                if made != also_made {
                    continue;
                }
                n_stopped += 1;
                assert!(
                    views(&continuation.game, !us) == views(&after, !us),
                    "{action} or {other} in {}",
                    text_of(game)
                );
            }
        }
    });
    assert!(n_stopped > 100, "{n_stopped}");
}

/// Continues two games that differ in a trail of `us`, by the same inputs as far as possible. The other side has the
/// same views and options until a piece meets the difference. Returns the number of decisions until then, and whether a
/// piece met it.
fn follow(mut games: [Game; 2], us: Color, random: &mut Random) -> (usize, bool) {
    let mut differing: Vec<Square> = Vec::new();
    for n_decisions in 0..40 {
        let [one, other] = &games;
        let [cells, other_cells] = [one, other].map(|game| game.truth().as_view().cells);
        differing.extend(Square::all().filter(|at| cells[at.index()] != other_cells[at.index()]));
        if games
            .iter()
            .any(|game| matches!(game.next(), Next::Over(_)))
        {
            return (n_decisions, false);
        }
        let about = format!("{} or {}", text_of(one), text_of(other));
        if views(one, !us) != views(other, !us) {
            assert!(
                games.iter().any(|game| reveals(game, &differing)),
                "{about}"
            );
            return (n_decisions, true);
        }
        let actions = one.legal_list();
        let also_possible = other.legal_list();
        if one.next() == Next::Decision(!us) {
            assert_eq!(actions, also_possible, "{about}");
        }
        let common: Vec<Action> = actions
            .into_iter()
            .filter(|action| also_possible.contains(action))
            .collect();
        if common.is_empty() {
            return (n_decisions, false);
        }
        let action = GameInput::Action(*random.pick(&common));
        games.iter_mut().for_each(|game| play(game, action));
        while games[0].next() == games[1].next()
            && let Next::Chance(chance) = games[0].next()
        {
            let outcome = GameInput::Outcome(*random.pick(chance.outcomes()));
            games.iter_mut().for_each(|game| play(game, outcome));
        }
        // A piece met an object in one of them.
        for game in &mut games {
            while let Next::Chance(chance) = game.next() {
                play(game, GameInput::Outcome(*random.pick(chance.outcomes())));
            }
        }
    }
    (40, false)
}

/// Tells whether the last turn of a game met one of these objects.
fn reveals(game: &Game, objects: &[Square]) -> bool {
    let truth = game.truth();
    let facts = truth.as_view().turn.iter().flat_map(|turn| &turn.facts);
    let mut met = facts.filter_map(|fact| match fact {
        Fact::Ate { at, .. } | Fact::Burst { at, .. } => Some(at),
        _ => None,
    });
    met.any(|at| objects.contains(at))
}

#[test]
fn a_trail_changes_nothing_for_the_other_side_until_it_is_met() {
    let mut random = Random::new(52);
    let mut n_pairs = 0;
    let mut n_decisions = 0;
    let mut n_revealed = 0;
    for setup in setups(Variant::Chakart) {
        let is_hidden = |game: &Game| text_of(game).contains("seenW");
        for _ in 0..200 {
            let mut game = Game::new(&setup);
            while game.n_inputs() < 200
                && let Some(input) = some_input(&game, &mut random)
            {
                if let Next::Chance(chance) = game.next()
                    && let [ChanceOutcome::Banana(_) | ChanceOutcome::Bomb(_), ..] =
                        chance.outcomes()
                    && is_hidden(&game)
                    && random.chance(20)
                {
                    let [mut one, mut other] = [game.clone(), game.clone()];
                    let us = if game
                        .seat_view(Color::White)
                        .as_view()
                        .position
                        .contains(" w ")
                    {
                        Color::White
                    } else {
                        Color::Black
                    };
                    play(
                        &mut one,
                        GameInput::Outcome(*random.pick(chance.outcomes())),
                    );
                    play(
                        &mut other,
                        GameInput::Outcome(*random.pick(chance.outcomes())),
                    );
                    let (n_followed, is_revealed) = follow([one, other], us, &mut random);
                    n_pairs += 1;
                    n_decisions += n_followed;
                    n_revealed += usize::from(is_revealed);
                }
                play(&mut game, input);
            }
        }
    }
    assert!(
        n_pairs > 1000 && n_decisions > 20_000 && n_revealed > 300,
        "{n_pairs} {n_decisions} {n_revealed}"
    );
}

#[test]
fn people_see_the_previous_position_during_a_decision() {
    play_all(46, 4, |game, random| {
        let actions = game.legal_list();
        if actions.is_empty() {
            return;
        }
        let mut after = game.clone();
        after
            .act(*random.pick(&actions))
            .expect("a listed action is legal");
        if let Next::Chance(_) = after.next() {
            for seat in Color::ALL {
                let [before, midst] =
                    [game, &after].map(|game| game.seat_view(seat).as_view().clone());
                assert!(midst.status == Status::ToRoll && midst.cells == before.cells);
                assert_eq!(midst.position, before.position);
                assert_eq!(
                    after.public_view().as_view().position,
                    game.public_view().as_view().position
                );
            }
            assert!(after.legal_list().is_empty());
        }
    });
}

#[test]
fn every_view_shows_the_truth_after_the_end() {
    let mut n_ended = 0;
    play_all(47, 10, |game, random| {
        let mut game = game.clone();
        match game.next() {
            Next::Decision(color) if random.chance(5) => {
                game.conclude(Conclusion::Resigned(color))
                    .expect("it is not over");
            }
            Next::Over(_) => {}
            _ => return,
        }
        n_ended += 1;
        let truth = game.truth().as_view().clone();
        for seat in Color::ALL {
            assert!(views(&game, seat).iter().all(|view| *view == truth));
        }
    });
    assert!(n_ended > 30);
}
