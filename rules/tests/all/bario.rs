//! Bario: against outside answers and the slow second generator, and what holds for every game of it.

use std::collections::BTreeMap;

use rules::{Color, Fact, Game, Glyph, Next, Outcome, Setup, Variant, View, WinReason};
use testkit::{Random, actions_of, all_actions, game_of, games_of, stages};

use crate::{fixtures, perft, witness::bario::Position};

const OPTIONS: [&str; 2] = ["rules=modern", "rules=classic"];
/// How many plies a random game of these tests has at most.
const LONGEST: usize = 300;
/// How many nodes a row may have to be counted by the witness.
const WITNESS_BUDGET: u64 = 3_000;

type Moves = BTreeMap<String, String>;

fn moves_of(game: &Game) -> Moves {
    let moves = actions_of(game).into_iter().map(|action| {
        let mut after = game.clone();
        after.act(action).expect("a listed action is legal");
        (action.to_string(), after.truth().as_view().position.clone())
    });
    moves.collect()
}

/// Whether the king of the side to move is in check; who recycled into check is not to move any more (bario K9).
fn is_check(view: &View) -> bool {
    let to_move = match view.position.contains(" w ") {
        true => Color::White,
        false => Color::Black,
    };
    let kings = view.marks.check.iter().map(|&at| view.glyph(at));
    kings
        .into_iter()
        .any(|glyph| glyph == Some(Glyph::King(to_move)))
}

fn moves_of_witness(witness: &Position) -> Moves {
    let moves = witness.moves().into_iter();
    moves
        .map(|(action, after)| (action, after.write()))
        .collect()
}

#[test]
fn the_rules_agree_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Bario) {
        let about = format!("{}: {}", fixture.id, fixture.position);
        assert_eq!(fixture.variant, Variant::Bario.name(), "{about}");
        let game = game_of(Variant::Bario, &fixture.options, &fixture.position);
        let score = match game.next() {
            Next::Over(outcome) => Some(outcome.score()),
            _ => None,
        };
        let truth = game.truth();
        let view = truth.as_view();
        assert_eq!(moves_of(&game), fixture.moves, "{about}");
        assert_eq!(view.position, fixture.position, "{about}");
        assert_eq!(is_check(view), fixture.check, "{about}: check");
        assert_eq!(score, fixture.over.as_deref(), "{about}: result");
    }
}

#[test]
fn the_witness_agrees_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Bario) {
        let about = format!("{}: {}", fixture.id, fixture.position);
        let witness = Position::read(&fixture.position).expect("a position");
        assert_eq!(moves_of_witness(&witness), fixture.moves, "{about}");
        assert_eq!(witness.is_check(), fixture.check, "{about}");
    }
}

#[test]
fn the_witness_counts_as_the_table_says() {
    fn count(position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => position
                .moves()
                .values()
                .map(|after| count(after, depth - 1))
                .sum(),
        }
    }
    let rows = perft::of(Variant::Bario).into_iter();
    for row in rows.filter(|row| row.nodes <= WITNESS_BUDGET) {
        let witness = Position::read(&row.position).expect("a position");
        assert_eq!(count(&witness, row.depth), row.nodes, "{row:?}");
    }
}

/// How often the rare things happened, so that agreement about nothing does not count.
#[derive(Debug, Default)]
struct Met {
    choices: usize,
    resets: usize,
    castlings: usize,
    en_passant: usize,
    promotions: usize,
    mates: usize,
    stalemates: usize,
    recycled_into_check: usize,
}

impl Met {
    fn see(&mut self, game: &Game) {
        match game.next() {
            Next::Over(Outcome::Drawn { .. }) => self.stalemates += 1,
            Next::Over(Outcome::Won { reason, .. }) => match reason {
                WinReason::RecycledIntoCheck => self.recycled_into_check += 1,
                _ => self.mates += 1,
            },
            _ => {}
        }
        let view = game.public_view();
        for (at, fact) in view
            .as_view()
            .turn
            .iter()
            .flat_map(|turn| turn.facts.iter().enumerate())
        {
            match fact {
                Fact::Lost { .. } => self.choices += 1,
                Fact::Reset(_) => self.resets += 1,
                Fact::Promoted { .. } => self.promotions += 1,
                Fact::Defined { .. } if at > 0 => self.castlings += 1,
                _ => {}
            }
        }
    }

    #[track_caller]
    fn check(&self, least: usize) {
        let Met {
            choices,
            resets,
            castlings,
            en_passant,
            promotions,
            mates,
            stalemates,
            recycled_into_check,
        } = *self;
        let counts = [
            choices,
            resets,
            castlings,
            en_passant,
            promotions,
            mates,
            stalemates,
            recycled_into_check,
        ];
        assert!(counts.into_iter().all(|count| count >= least), "{self:?}");
    }
}

/// The rules and the witness say the same of a position.
#[track_caller]
fn check_pair(game: &Game, witness: &Position) {
    let truth = game.truth();
    let position = &truth.as_view().position;
    assert_eq!(*position, witness.write());
    assert_eq!(
        is_check(truth.as_view()),
        witness.is_check(),
        "check in {position}"
    );
    let expected = moves_of_witness(witness);
    let score = match game.next() {
        Next::Over(outcome) => Some(outcome.score()),
        _ => None,
    };
    let exposed = truth.as_view().marks.check.iter();
    let is_exposed = exposed.count() > usize::from(witness.is_check());
    assert_eq!(is_exposed, witness.has_won(), "exposed king in {position}");
    let (win, loss) = match position.contains(" w ") {
        true => ("1-0", "0-1"),
        false => ("0-1", "1-0"),
    };
    let expected_score = match (witness.has_won(), expected.is_empty(), witness.is_check()) {
        (true, ..) => Some(win),
        (_, true, true) => Some(loss),
        (_, true, false) => Some("1/2-1/2"),
        (_, false, _) => None,
    };
    assert_eq!(score, expected_score, "{position}");
    assert_eq!(moves_of(game), expected, "{position}");
}

#[test]
fn the_witness_agrees_along_random_games() {
    let mut met = Met::default();
    for (record, _) in games_of(Variant::Bario, 24, LONGEST, 4) {
        for game in stages(&record) {
            let position = game.truth().as_view().position.clone();
            check_pair(&game, &Position::read(&position).expect("a position"));
            met.see(&game);
        }
    }
    assert!(met.choices > 20 && met.resets > 5, "{met:?}");
}

/// Pieces thrown on the board: few or many, defined or not, with reserves that fit, sometimes with rights, a double step or a
/// choice owed.
fn throw(is_classic: bool, random: &mut Random) -> String {
    let mut board = [['.'; 8]; 8];
    let mut rights = String::new();
    for (rank, king, letters) in [(0, 'K', ['K', 'Q']), (7, 'k', ['k', 'q'])] {
        let is_home_free = [0, 4, 7].into_iter().all(|file| board[rank][file] == '.');
        if is_classic && is_home_free && random.chance(50) {
            board[rank][4] = king;
            for (letter, file) in letters.into_iter().zip([7, 0]) {
                if random.chance(60) {
                    board[rank][file] = if king == 'K' { 'U' } else { 'u' };
                    rights.push(letter);
                }
            }
        } else {
            *free_square(&mut board, random) = king;
        }
    }
    for _ in 0..random.below(8) {
        let cell = &mut board[1 + random.below(6)][random.below(8)];
        if *cell == '.' {
            *cell = *random.pick(&['P', 'p']);
        }
    }
    let pieces: &[char] = if random.chance(50) {
        &['U', 'u', 'Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n']
    } else {
        // Resets come with the last undefined piece.
        &['Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n']
    };
    for _ in 0..random.below(8) {
        *free_square(&mut board, random) = *random.pick(pieces);
    }
    for letter in ['U', 'u'] {
        if random.chance(60) {
            *free_square(&mut board, random) = letter;
        }
    }
    let is_white = random.chance(50);
    let mut skipped = "-".to_owned();
    if random.chance(25) {
        let (pawn, rank, row) = if is_white { ('p', 4, 2) } else { ('P', 3, 5) };
        let file = random.below(8);
        let column = if is_white { [4, 5, 6] } else { [3, 2, 1] };
        if column
            .into_iter()
            .all(|rank: usize| board[rank][file] == '.')
        {
            board[rank][file] = pawn;
            skipped = format!("{row}{file}");
        }
    }
    // The piece that captured is one of those on the board.
    let pieces_of_foe = (0..64).filter(|at| {
        let cell = board[at / 8][at % 8];
        cell.is_ascii_alphabetic() && cell.is_ascii_uppercase() != is_white
    });
    let mut lost = "-".to_owned();
    if skipped == "-" && random.chance(15) {
        let at = *random.pick(&pieces_of_foe.collect::<Vec<_>>());
        lost = format!("{}{}", 7 - at / 8, at % 8);
    }
    let mut reserve = String::new();
    for letter in ['U', 'u'] {
        let n_undefined = board
            .as_flattened()
            .iter()
            .filter(|&&cell| cell == letter)
            .count();
        let owes = lost != "-" && (letter == 'U') == is_white;
        let mut counts = [0; 4];
        for _ in 0..n_undefined + usize::from(owes) {
            counts[random.below(4)] += 1;
        }
        reserve.extend(counts.map(|count| char::from_digit(count, 36).expect("few pieces")));
    }
    let rows: Vec<String> = board.iter().rev().map(String::from_iter).collect();
    let castling = match (is_classic, &rights[..]) {
        (false, _) => String::new(),
        (true, "") => r#","castling":"-""#.to_owned(),
        (true, rights) => format!(r#","castling":"{rights}""#),
    };
    let text = format!(
        r#"{} {} {} {{"captureUndef":"{lost}","enpassant":"{skipped}","reserve":"{reserve}"{castling}}}"#,
        rows.join("/").replace('.', "1"),
        if is_white { "w" } else { "b" },
        2 + random.below(90),
    );
    Position::read(&text).expect("a position").write()
}

fn free_square<'a>(board: &'a mut [[char; 8]; 8], random: &mut Random) -> &'a mut char {
    loop {
        let (rank, file) = (random.below(8), random.below(8));
        if board[rank][file] == '.' {
            return &mut board[rank][file];
        }
    }
}

#[test]
fn the_witness_agrees_on_random_placements() {
    let mut random = Random::new(5);
    let mut met = Met::default();
    for options in OPTIONS {
        for _ in 0..1500 {
            let text = throw(options == "rules=classic", &mut random);
            let witness = Position::read(&text).expect("a position");
            match Setup::with_position(Variant::Bario, options, &text) {
                Ok(setup) => {
                    assert!(!witness.is_impossible(), "{text} is no position");
                    let game = Game::new(&setup);
                    check_pair(&game, &witness);
                    for action in actions_of(&game) {
                        let mut after = game.clone();
                        after.act(action).expect("a listed action is legal");
                        met.see(&after);
                        met.en_passant += usize::from(is_en_passant(&after));
                        check_told(&game, &after);
                    }
                }
                Err(flaws) => assert!(witness.is_impossible(), "{text}: {flaws}"),
            }
        }
    }
    met.check(1);
}

/// Whether the last move captured beside its target.
fn is_en_passant(game: &Game) -> bool {
    let view = game.public_view();
    let facts = view.as_view().turn.as_ref().map(|turn| &turn.facts[..]);
    matches!(facts, Some([Fact::Moved { to, .. }, Fact::Captured { at, .. }, ..]) if at != to)
}

/// The facts of the last action make of the cells and reserves before it those after it.
#[track_caller]
fn check_told(before: &Game, after: &Game) {
    let (before, after) = (before.truth(), after.truth());
    let (before, after) = (before.as_view(), after.as_view());
    let mut told = before.clone();
    let turn = after.turn.as_ref().expect("an action was played");
    for fact in &turn.facts {
        tell(&mut told, turn.color, *fact);
    }
    let about = format!("{} in {}", turn.caption, before.position);
    assert!(
        told.cells == after.cells,
        "{about}: the facts do not tell it"
    );
    assert!(told.reserves == after.reserves, "{about}: the reserves");
}

fn tell(view: &mut View, color: Color, fact: Fact) {
    let cells = &mut view.cells;
    let mut reserve = |glyph: Glyph, change: i8| {
        let owner = glyph.color().expect("pieces have an owner");
        let entry = view.reserves[owner]
            .iter_mut()
            .find(|(known, _)| *known == glyph);
        let (_, count) = entry.expect("it is a type of the reserve");
        *count = count.checked_add_signed(change).expect("it was there");
    };
    match fact {
        Fact::Dropped { glyph, at } => cells[at.index()] = Some(glyph),
        Fact::Defined { glyph, at } => {
            assert!(cells[at.index()] == Some(Glyph::Undefined(color)));
            cells[at.index()] = Some(glyph);
            reserve(glyph, -1);
        }
        Fact::Moved { glyph, from, to } => {
            assert!(cells[from.index()] == Some(glyph));
            cells[from.index()] = None;
            // Who captures steps on its victim, and only then it is told.
            cells[to.index()] = Some(glyph);
        }
        Fact::Captured { glyph, at } => {
            assert!(glyph.color() == Some(!color));
            cells[at.index()] = cells[at.index()].filter(|there| *there != glyph);
        }
        Fact::Promoted { into, at } => cells[at.index()] = Some(into),
        Fact::Lost { glyph, .. } => reserve(glyph, -1),
        Fact::Reset(color) => {
            for cell in cells.iter_mut() {
                let is_piece = |glyph: &Glyph| {
                    glyph.color() == Some(color)
                        && !matches!(glyph, Glyph::King(_) | Glyph::Pawn(_) | Glyph::Undefined(_))
                };
                if let Some(glyph) = cell.filter(is_piece) {
                    reserve(glyph, 1);
                    *cell = Some(Glyph::Undefined(color));
                }
            }
        }
        _ => panic!("that does not happen in Bario"),
    }
}

#[test]
fn an_action_is_legal_exactly_when_it_is_listed() {
    let mut random = Random::new(6);
    let thrown = (0..40).filter_map(|at| {
        let options = OPTIONS[at % 2];
        let text = throw(options == "rules=classic", &mut random);
        let setup = Setup::with_position(Variant::Bario, options, &text).ok()?;
        Some(Game::new(&setup))
    });
    let played = games_of(Variant::Bario, 20, LONGEST, 7).map(|(_, game)| game);
    let starts = OPTIONS
        .map(|options| Game::new(&Setup::with_options(Variant::Bario, options).expect("options")));
    for game in thrown.chain(played).chain(starts) {
        let listed = actions_of(&game);
        let view = game.public_view();
        let position = &view.as_view().position;
        let mut refusing = game.clone();
        for action in all_actions() {
            let why_not = game.why_not(action);
            if listed.contains(&action) {
                assert!(why_not.is_none(), "{action} in {position}: {why_not:?}");
                assert!(game.clone().act(action).is_ok(), "{action} in {position}");
            } else {
                let why_not =
                    why_not.unwrap_or_else(|| panic!("{action} in {position} is not listed"));
                assert!(
                    why_not.law.starts_with("bario "),
                    "{action} in {position}: {why_not:?}"
                );
                assert!(refusing.act(action).is_err(), "{action} in {position}");
            }
        }
        assert!(
            refusing.public_view() == view,
            "{position}: a refusal changed the view"
        );
    }
}
