//! The rules crate against the slow second generator.

use rules::{DrawReason, Fact, Game, Next, Outcome, Setup, Variant, WinReason};
use testkit::{Random, actions_of, all_actions};

use crate::{
    fixtures,
    pair::{Pair, game_at, told},
    placements,
    witness::berolina::Position,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How often the rare things happened, so that agreement about nothing does not count.
#[derive(Debug, Default)]
struct Met {
    en_passant: usize,
    castlings: usize,
    promotions: usize,
    mates: usize,
    stalemates: usize,
    repetitions: usize,
    fifty_moves: usize,
    dead_positions: usize,
}

impl Met {
    fn turn(&mut self, game: &Game) {
        let view = game.public_view();
        let Some(turn) = &view.as_view().turn else {
            return;
        };
        let mut n_moved = 0;
        let mut destination = None;
        for fact in &turn.facts {
            match fact {
                Fact::Moved { to, .. } => {
                    n_moved += 1;
                    destination.get_or_insert(*to);
                }
                Fact::Promoted { .. } => self.promotions += 1,
                Fact::Captured { .. } => {}
                _ => panic!("that does not happen in Berolina"),
            }
        }
        self.castlings += usize::from(n_moved == 2);
        let is_elsewhere =
            |fact: &Fact| matches!(fact, Fact::Captured { at, .. } if Some(*at) != destination);
        self.en_passant += usize::from(turn.facts.iter().any(is_elsewhere));
    }

    fn end(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Won { reason, .. } => match reason {
                WinReason::Checkmate => self.mates += 1,
                WinReason::Resignation => panic!("nobody resigned"),
                WinReason::KingsCaptured | WinReason::NoDecision | WinReason::RecycledIntoCheck => {
                    panic!("Berolina knows no such end")
                }
            },
            Outcome::Drawn { reason } => match reason {
                DrawReason::Stalemate => self.stalemates += 1,
                DrawReason::Repetition => self.repetitions += 1,
                DrawReason::FiftyMoves => self.fifty_moves += 1,
                DrawReason::DeadPosition => self.dead_positions += 1,
                DrawReason::Agreement => panic!("nobody agreed"),
                DrawReason::TurnLimit => panic!("nobody counts"),
            },
        }
    }

    /// Fails if some rare thing happened fewer than `least` times.
    #[track_caller]
    fn check(&self, least: usize) {
        let Met {
            en_passant,
            castlings,
            promotions,
            mates,
            stalemates,
            repetitions,
            fifty_moves,
            dead_positions,
        } = *self;
        let counts = [
            en_passant,
            castlings,
            promotions,
            mates,
            stalemates,
            repetitions,
            fifty_moves,
            dead_positions,
        ];
        assert!(counts.into_iter().all(|count| count >= least), "{self:?}");
    }
}

/// Plays random moves to the end, or to `plies` of them, comparing at every ply.
fn play(position: &str, plies: usize, random: &mut Random, met: &mut Met) {
    let mut pair = Pair::at(position);
    pair.check();
    let mut played: Vec<String> = Vec::new();
    for _ in 0..plies {
        if let Next::Over(outcome) = pair.game.next() {
            return met.end(outcome);
        }
        let action = choose(&pair, &played, random);
        let before = pair.game.public_view();
        let caption = caption_sign(&pair.game, &action);
        pair.act(&action);
        pair.check();
        let after = pair.game.public_view();
        assert!(
            told(before.as_view(), after.as_view()) == after.as_view().cells,
            "{action} in {}: the facts do not tell it",
            before.as_view().position
        );
        let sign = match (
            pair.witness.position.check().is_some(),
            pair.witness.moves.is_empty(),
        ) {
            (true, true) => Some('#'),
            (true, false) => Some('+'),
            (false, _) => None,
        };
        assert_eq!(
            caption,
            sign,
            "{action} in {}: check sign",
            before.as_view().position
        );
        met.turn(&pair.game);
        played.push(action);
    }
}

/// A legal action. Some would be too rare by chance alone: a piece often goes back where it came from, so that positions
/// repeat, and whatever can go straight ahead onto a skipped square often does.
fn choose(pair: &Pair, played: &[String], random: &mut Random) -> String {
    let actions: Vec<&String> = pair.witness.moves.keys().collect();
    let back = played
        .iter()
        .nth_back(1)
        .map(|action| format!("{}{}", &action[2..4], &action[..2]));
    let position = pair.witness.position.write();
    let skipped = position.split(' ').nth(3).unwrap_or_default();
    let is_rare = |action: &&String| {
        Some(*action) == back.as_ref()
            || (skipped.contains(&action[2..4]) && action[..1] == action[2..3])
    };
    match actions.iter().copied().filter(is_rare).collect::<Vec<_>>() {
        rare if !rare.is_empty() && random.chance(20) => random.pick(&rare).to_string(),
        _ => random.pick(&actions).to_string(),
    }
}

fn caption_sign(game: &Game, action: &str) -> Option<char> {
    let action = action
        .parse()
        .expect("the witness writes actions as the rules do");
    game.caption(action)
        .chars()
        .last()
        .filter(|last| ['+', '#'].contains(last))
}

#[test]
fn random_games_from_the_start() {
    let mut random = Random::new(1);
    let mut met = Met::default();
    for _ in 0..100 {
        play(START, usize::MAX, &mut random, &mut met);
    }
    assert!(met.castlings > 0 && met.promotions > 0, "{met:?}");
}

#[test]
fn random_games_from_random_placements() {
    let mut random = Random::new(2);
    let mut met = Met::default();
    for _ in 0..800 {
        let position = placements::random(&mut random);
        play(&position, 100, &mut random, &mut met);
    }
    met.check(5);
}

#[test]
fn random_games_from_the_fixtures() {
    let mut random = Random::new(3);
    let mut met = Met::default();
    for fixture in fixtures::of(Variant::Berolina) {
        play(&fixture.position, 30, &mut random, &mut met);
    }
}

#[test]
fn every_successor_of_random_placements() {
    let mut random = Random::new(4);
    let mut met = Met::default();
    for _ in 0..400 {
        let pair = Pair::at(&placements::random(&mut random));
        pair.check();
        for after in pair.successors() {
            met.turn(&after.game);
        }
    }
    assert!(
        met.castlings > 20 && met.promotions > 20 && met.en_passant > 20,
        "{met:?}"
    );
}

/// An action is legal exactly if it is listed; `why_not` and `act` say the same, and a refusal changes nothing.
#[track_caller]
fn check_all_actions(game: &Game) {
    let listed = actions_of(game);
    let view = game.public_view();
    let position = &view.as_view().position;
    let mut refusing = game.clone();
    for action in all_actions() {
        if listed.contains(&action) {
            assert!(
                game.why_not(action).is_none(),
                "{position}: {action} is listed, but {:?}",
                game.why_not(action)
            );
            assert!(
                game.clone().act(action).is_ok(),
                "{position}: {action} is listed and refused"
            );
        } else {
            let why_not = game
                .why_not(action)
                .unwrap_or_else(|| panic!("{position}: {action} is neither listed nor wrong"));
            assert!(
                why_not.law.starts_with("berolina O"),
                "{position}: {why_not:?}"
            );
            assert!(
                refusing.act(action).is_err(),
                "{position}: {action} is played and not listed"
            );
            assert_eq!(
                refusing.ply(),
                game.ply(),
                "{position}: {action} was refused and counted"
            );
        }
    }
    assert!(
        refusing.public_view() == view,
        "{position}: a refusal changed the view"
    );
    assert_eq!(
        actions_of(&refusing),
        listed,
        "{position}: a refusal changed the actions"
    );
}

#[test]
fn all_actions_are_legal_exactly_when_listed() {
    let mut random = Random::new(5);
    let hand_made = fixtures::of(Variant::Berolina)
        .into_iter()
        .take(60)
        .map(|fixture| fixture.position);
    for position in hand_made.collect::<Vec<_>>() {
        if random.chance(40) {
            check_all_actions(&game_at(&position));
        }
    }
    for _ in 0..12 {
        check_all_actions(&game_at(&placements::random(&mut random)));
    }
}

#[test]
fn both_refuse_what_is_no_position_text() {
    #[track_caller]
    fn check(text: &str) {
        assert!(Position::read(text).is_err(), "the witness reads {text}");
        assert!(
            Setup::with_position(Variant::Berolina, "", text).is_err(),
            "the rules read {text}"
        );
    }
    for text in [
        "",
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k4/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k2/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2X w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "4k2p/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w k - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w x - 0 1",
        "4k3/8/8/8/6P1/8/8/4K3 b - f3 0 1",
        "4k3/8/8/8/6P1/8/8/4K3 b - f3,g 0 1",
        "4k3/8/8/8/6P1/8/8/4K3 w - f3g4 0 1",
        "4k3/8/8/8/6P1/8/8/4K3 b - h3g4g4 0 1",
        "4k3/8/8/8/6P1/8/8/4K3 b - e3g4 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - f3g4 0 1",
        "4k3/8/8/8/6P1/5N2/8/4K3 b - f3g4 0 1",
        "4k3/8/8/8/6p1/8/8/4K3 b - f3g4 0 1",
    ] {
        check(text);
    }
}

#[test]
fn both_read_the_en_passant_field_in_both_orders() {
    for (field, canonical) in [("f3g4", "f3g4"), ("g4f3", "f3g4")] {
        let pair = Pair::at(&format!("4k3/8/8/8/4PpP1/8/8/4K3 b - {field} 0 1"));
        assert_eq!(
            pair.witness.position.write(),
            format!("4k3/8/8/8/4PpP1/8/8/4K3 b - {canonical} 0 1")
        );
        pair.check();
        pair.successors();
    }
}
