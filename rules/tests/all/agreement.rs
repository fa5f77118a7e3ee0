//! Compares the rules with outside answers and with the slow second generators.

use std::collections::{BTreeMap, BTreeSet};

use rules::{
    Action, Color, Fact, Fraction, Game, GameInput, Glyph, Next, Outcome, Record, Setup, Variant,
    View, WinReason,
};
use testkit::{Random, options_of, play, setups, some_input, stages};

use crate::{
    facts,
    fixtures::{self, Fixture},
    placements, playthroughs,
    witness::{self, Board, Outcomes, Witness},
};

/// The largest number of outcomes of a decision in tests.
const MAX_OUTCOMES: usize = 100_000;

/// The claims about a position.
#[derive(Debug, PartialEq)]
struct Answer {
    /// Every legal decision with its possible positions and their chances.
    moves: BTreeMap<String, BTreeMap<String, Fraction>>,
    /// True if the side to move is in check.
    is_check: bool,
    /// The result if the game is over.
    score: Option<String>,
}

impl Answer {
    fn of_fixture(fixture: &Fixture) -> Answer {
        Answer {
            moves: fixture.moves(),
            is_check: fixture.check,
            score: fixture.over.clone(),
        }
    }

    fn of_rules(game: &Game) -> Answer {
        let actions = game.legal_list();
        let moves: BTreeMap<_, _> = actions
            .iter()
            .map(|&action| (action.to_string(), prospects(game, action)))
            .collect();
        assert_eq!(moves.len(), actions.len(), "an action is listed twice");
        Answer {
            moves,
            is_check: is_check(game.truth().as_view()),
            score: match game.next() {
                Next::Over(outcome) => Some(outcome.score().to_owned()),
                _ => None,
            },
        }
    }

    fn of_witness(witness: &dyn Witness) -> Answer {
        let decisions = witness.decisions();
        let score = witness.score(!decisions.is_empty());
        let moves = decisions.into_iter().filter(|_| score.is_none());
        Answer {
            moves: moves
                .map(|(action, outcomes)| (action, merged(outcomes)))
                .collect(),
            is_check: witness.check(witness.is_white_to_move()).is_some(),
            score: score.map(str::to_owned),
        }
    }
}

/// Returns every possible position after a legal decision, with its chance.
///
/// # Panics
///
/// The decision is illegal, or there are very many outcomes.
pub(crate) fn prospects(game: &Game, action: Action) -> BTreeMap<String, Fraction> {
    let continuations = game
        .continuations(action, MAX_OUTCOMES)
        .expect("a legal decision with few ways");
    sum(continuations.into_iter().map(|continuation| {
        let position = continuation.game.truth().as_view().position.clone();
        (position, continuation.chance)
    }))
}

/// Merges the outcomes of a witness in the same way.
pub(crate) fn merged(outcomes: Outcomes) -> BTreeMap<String, Fraction> {
    let outcomes = outcomes.into_iter();
    sum(outcomes.map(|(one_in, position)| (position.write(), Fraction::new(1, one_in))))
}

fn sum(outcomes: impl Iterator<Item = (String, Fraction)>) -> BTreeMap<String, Fraction> {
    let mut sums: BTreeMap<String, Fraction> = BTreeMap::new();
    for (position, chance) in outcomes {
        sums.entry(position)
            .and_modify(|sum| *sum = sum.plus(chance).expect("the numbers are small"))
            .or_insert(chance);
    }
    sums
}

/// Tells whether the king of the side to move is in check. A side that recycled into check does not move any more
/// (bario K9).
fn is_check(view: &View) -> bool {
    let to_move = if view.position.contains(" w ") {
        Color::White
    } else {
        Color::Black
    };
    let mut kings = view.marks.check.iter().map(|&at| view.glyph(at));
    kings.any(|glyph| glyph == Some(Glyph::King(to_move)))
}

/// Checks that the rules and the witness agree, under these options, on a position that occurs for the nth time.
#[track_caller]
pub(crate) fn check_pair(game: &Game, options: &str, n_times: usize) {
    let truth = game.truth();
    let view = truth.as_view();
    let position = &view.position;
    let witness = witness_of(game.variant(), options, position);
    assert_eq!(witness.write(), *position);
    let marked = view.marks.check.iter().map(ToString::to_string);
    let kings = [true, false].map(|white| witness.check(white));
    assert_eq!(
        marked.collect::<BTreeSet<_>>(),
        kings.into_iter().flatten().collect(),
        "{position}: check"
    );
    let mut expected = Answer::of_witness(&*witness);
    if n_times >= 3 && expected.score.is_none() {
        expected.moves.clear();
        expected.score = Some("1/2-1/2".to_owned());
    }
    assert_eq!(Answer::of_rules(game), expected, "{position}");
    check_cells(view);
}

/// Checks that the squares of a view show the same pieces as its text.
#[track_caller]
fn check_cells(view: &View) {
    let rows = view.position.split(' ').next().and_then(Board::read);
    let rows = rows.expect("the board stands first");
    for (at, cell) in witness::squares().zip(view.cells) {
        let mut expected = rows.at(at);
        if view.variant == Variant::Chakart && expected != '.' {
            let white = expected.is_ascii_uppercase();
            expected = witness::colored(witness::kind_in_chakart(expected), white);
        }
        assert_eq!(letter(cell), expected, "{}", view.position);
    }
}

fn letter(cell: Option<Glyph>) -> char {
    let Some(glyph) = cell else { return '.' };
    let letter = match glyph {
        Glyph::King(_) => 'k',
        Glyph::Queen(_) => 'q',
        Glyph::Rook(_) => 'r',
        Glyph::Bishop(_) => 'b',
        Glyph::Knight(_) => 'n',
        Glyph::Pawn(_) | Glyph::BerolinaPawn(_) => 'p',
        Glyph::Immobilizer(_) | Glyph::Mushroom => 'm',
        Glyph::Undefined(_) => 'u',
        Glyph::Egg => 'e',
        Glyph::Banana => 'd',
        Glyph::Bomb => 'w',
    };
    witness::colored(letter, glyph.color() == Some(Color::White))
}

#[track_caller]
pub(crate) fn witness_of(variant: Variant, options: &str, position: &str) -> Box<dyn Witness> {
    witness::read(variant.name(), options, position).unwrap_or_else(|| panic!("{position}"))
}

/// The number of times that each case occurred, so that agreement on nothing does not count.
#[derive(Debug, Default)]
struct CaseCounts(BTreeMap<&'static str, usize>);

impl CaseCounts {
    fn see(&mut self, game: &Game) {
        let mut count = |what| *self.0.entry(what).or_default() += 1;
        match game.next() {
            Next::Over(Outcome::Won { reason, .. }) => count(reason.name()),
            Next::Over(Outcome::Drawn { reason }) => count(reason.name()),
            _ => {}
        }
        let truth = game.truth();
        let facts = truth.as_view().turn.iter().flat_map(|turn| &turn.facts);
        let mut ends = Vec::new();
        for fact in facts {
            match fact {
                Fact::Moved { to, .. } => ends.push(*to),
                Fact::Captured { at, .. } if !ends.contains(at) => count("en passant"),
                Fact::Promoted { .. } => count("promotion"),
                Fact::Lost { .. } => count("choice"),
                Fact::Reset(_) => count("reset"),
                _ => {}
            }
        }
        if ends.len() == 2 {
            count("castling");
        }
    }

    #[track_caller]
    fn check(&self, wanted: &[&str]) {
        for what in wanted {
            assert!(self.0.contains_key(what), "no {what}: {self:?}");
        }
    }
}

/// Compares a game at its end and at this percentage of its decisions.
#[track_caller]
fn follow(record: &Record, percent: usize, random: &mut Random, counts: &mut CaseCounts) {
    let options = options_of(&record.setup);
    let mut n_times: BTreeMap<String, usize> = BTreeMap::new();
    let mut before: Option<Game> = None;
    for game in stages(record) {
        if let Next::Chance(_) = game.next() {
            continue;
        }
        let position = game.truth().as_view().position.clone();
        let key = witness_of(game.variant(), &options, &position).key();
        let n_times = key.map_or(1, |key| {
            let n_times = n_times.entry(key).or_default();
            *n_times += 1;
            *n_times
        });
        if random.chance(percent) {
            check_pair(&game, &options, n_times);
        }
        if let Some(before) = before {
            check_sign(&before, &game);
        }
        counts.see(&game);
        before = Some(game);
    }
}

/// Plays a random game in which pieces often return to where they came from, so that positions repeat.
fn restless_game(setup: &Setup, random: &mut Random) -> Record {
    let mut record = Record::new(setup.clone());
    let mut game = Game::new(setup);
    while record.inputs.len() < 500
        && let Some(mut input) = some_input(&game, random)
    {
        if let Some(GameInput::Action(Action::Move { from, to, .. })) =
            record.inputs.iter().nth_back(1)
            && random.chance(20)
        {
            let back = Action::Move {
                from: *to,
                to: *from,
                promotion: None,
            };
            if game.why_not(back).is_none() {
                input = GameInput::Action(back);
            }
        }
        play(&mut game, input);
        record.inputs.push(input);
    }
    record
}

/// Checks that the last caption shows check and mate, once the turn is over.
#[track_caller]
fn check_sign(before: &Game, after: &Game) {
    let truth = after.truth();
    let view = truth.as_view();
    let Some(turn) = &view.turn else { return };
    let is_checked = is_check(view) && before.turns() != after.turns();
    let expected = match after.next() {
        Next::Over(Outcome::Won { reason, .. }) => match reason {
            WinReason::RecycledIntoCheck => None,
            _ => is_checked.then_some('#'),
        },
        _ => is_checked.then_some('+'),
    };
    let sign = turn.caption.chars().last();
    let sign = sign.filter(|last| ['+', '#'].contains(last));
    assert_eq!(sign, expected, "{} before {}", turn.caption, view.position);
}

#[test]
fn the_rules_agree_with_the_fixtures() {
    for variant in Variant::ALL {
        for fixture in fixtures::of(variant) {
            let about = format!("{}: {}", fixture.id, fixture.position);
            let game = fixture.game(variant);
            assert_eq!(
                Answer::of_rules(&game),
                Answer::of_fixture(&fixture),
                "{about}"
            );
            assert_eq!(game.truth().as_view().position, fixture.position, "{about}");
            if let Some(texts) = &fixture.seat {
                let seats = Color::ALL.map(|seat| game.seat_view(seat).as_view().position.clone());
                assert_eq!(seats, [&texts.w, &texts.b].map(String::clone), "{about}");
                let public = game.public_view();
                assert_eq!(public.as_view().position, texts.public, "{about}");
            }
        }
    }
}

#[test]
fn the_witnesses_agree_with_the_fixtures() {
    for variant in Variant::ALL {
        for fixture in fixtures::of(variant) {
            let about = format!("{}: {}", fixture.id, fixture.position);
            let witness = witness_of(variant, &fixture.options, &fixture.position);
            assert_eq!(witness.write(), fixture.position, "{about}");
            let answer = Answer::of_witness(&*witness);
            assert_eq!(answer, Answer::of_fixture(&fixture), "{about}");
        }
    }
}

#[test]
fn the_witnesses_play_the_games_that_are_written_down() {
    let mut random = Random::new(1);
    for variant in Variant::ALL {
        for mut record in playthroughs::of(variant) {
            record
                .inputs
                .retain(|input| !matches!(input, GameInput::Conclusion(_)));
            follow(&record, 100, &mut random, &mut CaseCounts::default());
        }
    }
}

#[test]
fn the_witnesses_agree_along_random_games() {
    #[track_caller]
    fn check(variant: Variant, n_games: usize, percent: usize, wanted: &[&str]) {
        let mut random = Random::new(2);
        let mut counts = CaseCounts::default();
        for setup in setups(variant).iter().cycle().take(n_games) {
            let record = restless_game(setup, &mut random);
            follow(&record, percent, &mut random, &mut counts);
        }
        counts.check(wanted);
    }
    let ends = ["promotion", "repetition", "dead-position", "fifty-moves"];
    check(Variant::Berolina, 100, 50, &ends);
    check(Variant::Baroque, 20, 30, &["repetition"]);
    check(Variant::Bario, 24, 50, &["choice", "reset"]);
    check(Variant::Chakart, 12, 20, &["kings-captured"]);
}

#[test]
fn the_witnesses_agree_on_random_placements() {
    #[track_caller]
    fn check(variant: Variant, options: &str, percent: usize, wanted: &[&str]) {
        let mut random = Random::new(4);
        let mut counts = CaseCounts::default();
        for _ in 0..2500 {
            let text = placements::throw(variant, options, &mut random);
            let witness = witness_of(variant, options, &text);
            match Setup::with_position(variant, options, &text) {
                Ok(setup) => {
                    assert!(!witness.is_impossible(), "{text} is no position");
                    check_successors(&setup, percent, &mut random, &mut counts);
                }
                Err(flaws) => assert!(witness.is_impossible(), "{text}: {flaws}"),
            }
        }
        counts.check(wanted);
    }
    let berolina = [
        "en passant",
        "castling",
        "promotion",
        "checkmate",
        "fifty-moves",
    ];
    check(Variant::Berolina, "", 10, &berolina);
    let baroque = ["en passant", "checkmate", "stalemate"];
    check(Variant::Baroque, "", 4, &baroque);
    check(Variant::Baroque, "chameleon=pure", 4, &baroque);
    let modern = ["en passant", "choice", "reset", "promotion", "checkmate"];
    check(Variant::Bario, "rules=modern", 2, &modern);
    let classic = [&modern[..], &["castling", "recycled-into-check"]].concat();
    check(Variant::Bario, "rules=classic", 2, &classic);
}

/// Compares a position, and this percentage of its successors.
#[track_caller]
fn check_successors(setup: &Setup, percent: usize, random: &mut Random, counts: &mut CaseCounts) {
    let (options, game) = (options_of(setup), Game::new(setup));
    check_pair(&game, &options, 1);
    let before = game.truth();
    for action in game.legal_list() {
        let mut after = game.clone();
        after.act(action).expect("a listed action is legal");
        facts::check(before.as_view(), after.truth().as_view());
        check_sign(&game, &after);
        counts.see(&after);
        if random.chance(percent) {
            check_pair(&after, &options, 1);
        }
    }
}

#[test]
fn both_refuse_an_invalid_position_text() {
    for text in [
        "",
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4K3 w -",
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
        assert!(
            witness::read("berolina", "", text).is_none(),
            "the witness reads {text}"
        );
        let setup = Setup::with_position(Variant::Berolina, "", text);
        assert!(setup.is_err(), "the rules read {text}");
    }
}

#[test]
fn both_read_the_en_passant_field_in_both_orders() {
    for field in ["f3g4", "g4f3"] {
        let text = |field| format!("4k3/8/8/8/4PpP1/8/8/4K3 b - {field} 0 1");
        let setup = Setup::with_position(Variant::Berolina, "", &text(field));
        let setup = setup.expect("it is a position");
        let witness = witness_of(Variant::Berolina, "", &text(field));
        assert_eq!(witness.write(), text("f3g4"));
        let game = Game::new(&setup);
        assert_eq!(game.truth().as_view().position, text("f3g4"));
        check_successors(&setup, 100, &mut Random::new(5), &mut CaseCounts::default());
    }
}
