use rules::{Conclusion, Game, GameInput, Next, Record, Setup};

use super::*;
use api::SideChoice;
use text::Language;

const ACCEPTED: &str = "playground:7.a-1";

fn secret() -> Secret {
    Secret::new(std::array::from_fn(|n| n as u8))
}

fn id() -> MatchId {
    "4kq0z".parse().expect("a match id")
}

fn rolls() -> Rolls {
    Rolls::new(&secret(), id(), ACCEPTED)
}

/// Returns a roll before any decision.
fn numbered(n_inputs: usize) -> RollName {
    RollName::After(n_inputs, None)
}

/// The numbers are those that python3's hashlib and hmac compute by the written construction.
#[test]
fn rolls_match_the_written_construction() {
    assert_eq!(
        Commitment::to(&secret()).to_string(),
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    );
    for (n, m, outcome) in [
        (1, 2, 0),
        (1, 3, 2),
        (2, 5, 1),
        (3, 8, 0),
        (4, 13, 6),
        (5, 2880, 1998),
        (6, 5760, 4338),
        (123_456, 7, 4),
        // Its first number, 0xffffff5a, is beyond the greatest multiple of 5760.
        (3_579_777, 5760, 1921),
    ] {
        assert_eq!(rolls().roll(numbered(n), m), outcome, "roll {n} of {m}");
    }
    assert_eq!(rolls().roll(RollName::Sides, 2), 1);
    assert_eq!(rolls().sides(), Color::Black);
}

#[test]
fn numbers_that_would_favor_some_outcomes_are_passed_over() {
    #[track_caller]
    fn check(number: u32, m: u32, outcome: Option<u32>) {
        assert_eq!(fair(number, m), outcome, "{number} of {m}");
    }
    check(0, 1, Some(0));
    check(u32::MAX, 1, Some(0));
    check(u32::MAX, 2, Some(1));
    check(u32::MAX, 1 << 31, Some((1 << 31) - 1));
    // 2^32 is 3 * 1431655765 + 1.
    check(u32::MAX - 1, 3, Some(2));
    check(u32::MAX, 3, None);
    // 2^32 is 5760 * 745654 + 256.
    check(u32::MAX - 256, 5760, Some(5759));
    check(u32::MAX - 255, 5760, None);
    check(u32::MAX, u32::MAX, None);
}

/// A thousandth of all fair dice is worse than this, and a thousandth better than the lower bound (Wilson and Hilferty).
fn chi_square_bounds(m: u32) -> (f64, f64) {
    let freedom = f64::from(m - 1);
    let part = 2.0 / (9.0 * freedom);
    let bound = |deviation: f64| freedom * (1.0 - part + deviation * part.sqrt()).max(0.0).powi(3);
    (bound(-3.09), bound(3.09))
}

#[test]
fn every_outcome_is_as_likely_as_the_others() {
    const N_ROLLS: u32 = 100_000;
    let rolls = rolls();
    for m in (2..=16).chain([2880, 5760]) {
        let mut counts = vec![0_u32; m as usize];
        for n in 0..N_ROLLS {
            counts[rolls.roll(numbered(n as usize), m) as usize] += 1;
        }
        let expected = f64::from(N_ROLLS) / f64::from(m);
        let distances = counts
            .iter()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected);
        let distance: f64 = distances.sum();
        let (least, most) = chi_square_bounds(m);
        assert!(
            (least..=most).contains(&distance),
            "{m} outcomes: {distance}, not in {least}..{most}"
        );
    }
}

#[test]
fn rolls_differ_by_secret_match_and_event() {
    let all = |rolls: Rolls| {
        let roll = |n| rolls.roll(numbered(n), 1 << 31);
        (0..20).map(roll).collect::<Vec<_>>()
    };
    let other_secret = Secret::new([7; 32]);
    let other_id = "4kq10".parse().expect("a match id");
    let kinds = [
        all(rolls()),
        all(Rolls::new(&other_secret, id(), ACCEPTED)),
        all(Rolls::new(&secret(), other_id, ACCEPTED)),
        all(Rolls::new(&secret(), id(), "playground:7.a-2")),
    ];
    for (at, some) in kinds.iter().enumerate() {
        assert!(kinds[at + 1..].iter().all(|others| some != others));
    }
}

#[test]
fn hexadecimal_digits_come_back_as_they_were_written() {
    let text = Published(&secret()).to_string();
    assert_eq!(text.len(), 64);
    let read = read_secret(&text.to_uppercase()).expect("a secret");
    assert_eq!(read.expose(), secret().expose());
    for text in ["", "00", &"0g".repeat(32), &"é".repeat(32), &"0".repeat(65)] {
        assert_eq!(text.parse::<Commitment>(), Err(ParseHexError), "{text}");
    }
}

#[test]
fn debug_output_reveals_no_secret() {
    let proof = Proof::read(&played("chakart", SideChoice::Random)).expect("a proof");
    for text in [format!("{:?}", secret()), format!("{proof:?}")] {
        let is_told = text.contains("1, 2, 3") || text.contains("0102");
        assert!(!is_told, "{text}");
    }
}

/// Returns a match as the service could have refereed it: random moves, some of them taken back, and fair dice.
fn played(setup: &str, side_choice: SideChoice) -> Record {
    let setup: Setup = setup.parse().expect("a setup");
    let mut record = Record::new(setup);
    let mut game = Game::new(&record.setup);
    let decisions = Rolls::new(&Secret::new([9; 32]), id(), "decisions");
    loop {
        let input = match game.next() {
            Next::Over(_) => break,
            Next::Chance(chance) => {
                GameInput::Outcome(rolls().pick(RollName::after(&record.line()), &chance))
            }
            Next::Decision(color) if record.inputs.len() > 150 => {
                GameInput::Conclusion(Conclusion::Resigned(color))
            }
            Next::Decision(_) => {
                let actions = game.legal_list();
                let n_inputs = numbered(record.inputs.len());
                let takeback = GameInput::Takeback(decisions.roll(n_inputs, 8));
                let is_retaken = matches!(record.inputs.last(), Some(GameInput::Takeback(_)));
                if !is_retaken
                    && decisions.roll(n_inputs, 9) == 0
                    && game.clone().apply(takeback).is_ok()
                {
                    takeback
                } else {
                    GameInput::Action(
                        actions[decisions.roll(n_inputs, actions.len() as u32) as usize],
                    )
                }
            }
        };
        game.apply(input).expect("a possible input");
        record.inputs.push(input);
    }
    let challenger = match side_choice {
        SideChoice::Fixed(color) => color,
        SideChoice::Random => rolls().sides(),
    };
    let proof = Proof {
        id: id(),
        side_choice,
        challenger,
        commitment: Commitment::to(&secret()),
        accepted: ACCEPTED.to_owned(),
        secret: Some(secret()),
    };
    record.headers = proof.headers();
    record
}

/// The numbers are those that python3's hashlib and hmac compute from the written names.
#[test]
fn rolls_are_named_by_inputs_and_decision() {
    let record = "oddboard record 1\nsetup: chakart\n\nstart:7 b1c3 takeback:1 g1f3\n";
    let record: Record = record.parse().expect("a record");
    let name = |n_inputs| {
        let mut record = record.clone();
        record.inputs.truncate(n_inputs);
        RollName::after(&record.line())
    };
    for (n_inputs, expected, outcome) in [(0, "0/-", 2350), (2, "2/b1c3", 2516), (4, "2/g1f3", 528)]
    {
        assert_eq!(name(n_inputs).to_string(), expected);
        assert_eq!(rolls().roll(name(n_inputs), 5760), outcome, "{expected}");
    }
}

#[test]
fn a_repeated_play_after_a_takeback_has_the_same_outcome() {
    let mut n_again = 0;
    for seed in 0..20 {
        let mut record = Record::new("chakart setup=standard".parse().expect("a setup"));
        let mut game = Game::new(&record.setup);
        let decisions = Rolls::new(&Secret::new([seed; 32]), id(), "decisions");
        for n_inputs in 0..60 {
            let actions = game.legal_list();
            let Next::Decision(_) = game.next() else {
                break;
            };
            let picked = decisions.roll(numbered(n_inputs), actions.len() as u32);
            let before = record.inputs.len();
            let play = |record: &mut Record, game: &mut Game| {
                let from = record.inputs.len();
                let mut input = GameInput::Action(actions[picked as usize]);
                loop {
                    game.apply(input).expect("a possible input");
                    record.inputs.push(input);
                    let Next::Chance(chance) = game.next() else {
                        break;
                    };
                    let name = RollName::after(&record.line());
                    input = GameInput::Outcome(rolls().pick(name, &chance));
                }
                record.inputs[from..].to_vec()
            };
            let played = play(&mut record, &mut game);
            let takeback = GameInput::Takeback((record.inputs.len() - before) as u32);
            if game.apply(takeback).is_err() {
                break;
            }
            record.inputs.push(takeback);
            assert!(play(&mut record, &mut game) == played, "{record}");
            n_again += usize::from(played.len() > 1);
        }
    }
    assert!(n_again > 100, "{n_again} times chance had its say");
}

/// Checks the flaws of a record after a change of its text.
#[track_caller]
fn check(record: &Record, change: impl FnOnce(&str) -> String, flaws: &[&str]) {
    let text = record.to_string();
    let changed = change(&text);
    assert_ne!(changed, text, "the change changes something");
    let record: Record = changed.parse().expect("a record");
    let found: Vec<_> = verify(&record)
        .flaws
        .iter()
        .map(|flaw| Language::ENGLISH.localize(&flaw.text()))
        .collect();
    assert_eq!(found, flaws);
}

#[test]
fn fair_rolls_pass_verification() {
    for (setup, side_choice, sides) in [
        ("chakart", SideChoice::Random, Sides::Drawn(Color::Black)),
        (
            "chakart objects=open setup=standard",
            SideChoice::Fixed(Color::White),
            Sides::Chosen,
        ),
        (
            "baroque setup=asymmetric",
            SideChoice::Random,
            Sides::Drawn(Color::Black),
        ),
        ("berolina", SideChoice::Fixed(Color::Black), Sides::Chosen),
    ] {
        let record = played(setup, side_choice);
        let n_rolls = record
            .inputs
            .iter()
            .filter(|input| matches!(input, GameInput::Outcome(_)));
        let n_rolls = n_rolls.count();
        assert_eq!(n_rolls > 0, setup != "berolina", "{setup}");
        let report = verify(&record.to_string().parse().expect("a record"));
        assert!(report.flaws.is_empty(), "{setup}");
        assert_eq!(report.id, Some(id()));
        assert_eq!(report.sides, sides, "{setup}");
        assert_eq!(report.n_rolls as usize, n_rolls, "{setup}");
    }
}

/// Returns a roll from the middle of a record: its number, its place from 1, and its text.
fn some_roll(record: &Record) -> (usize, usize, String) {
    let mut all = (1..)
        .zip(&record.inputs)
        .filter(|(_, input)| matches!(input, GameInput::Outcome(_)));
    let (at, input) = all.nth(9).expect("ten rolls");
    (10, at, input.to_string())
}

/// Checks the flaws of a record after a change of its inputs.
#[track_caller]
fn check_inputs(record: &Record, change: impl FnOnce(&mut Vec<GameInput>), flaw: &str) {
    let mut changed = record.clone();
    change(&mut changed.inputs);
    check(record, |_| changed.to_string(), &[flaw]);
}

#[test]
fn a_changed_removed_or_added_roll_is_found() {
    let record = played("chakart", SideChoice::Random);
    let (n, at, right) = some_roll(&record);
    let game = record.replay_to(at - 1).expect("a game");
    let Next::Chance(chance) = game.next() else {
        panic!("a roll is due");
    };
    let other = *chance
        .outcomes()
        .iter()
        .find(|outcome| outcome.to_string() != right)
        .expect("there are several outcomes");
    let other = GameInput::Outcome(other);
    check_inputs(
        &record,
        |inputs| inputs[at - 1] = other,
        &format!("Roll {n}, input {at}, is {other} and should be {right}."),
    );
    check_inputs(
        &record,
        |inputs| _ = inputs.remove(at - 1),
        &format!("Roll {n} is missing: input {at} should be {right}."),
    );
    check_inputs(
        &record,
        |inputs| inputs.insert(2, other),
        &format!("Input 3, {other}, is a roll where none is due."),
    );
    let end = record.inputs.len() + 1;
    check_inputs(
        &record,
        |inputs| inputs.push(other),
        &format!("Input {end}, {other}, is a roll where none is due."),
    );
    check_inputs(
        &record,
        |inputs| _ = inputs.pop(),
        "The record ends before the game is over, so something is missing.",
    );
    check_inputs(
        &record,
        |inputs| inputs[2] = "a1h8".parse().expect("an action"),
        "Input 3, a1h8, cannot be played there.",
    );
}

#[test]
fn changed_headers_are_found() {
    let record = played("chakart", SideChoice::Random);
    let published = Published(&secret()).to_string();
    let other = Published(&Secret::new([7; 32])).to_string();
    let commitment = Commitment::to(&secret());
    let fitting = Commitment::to(&Secret::new([7; 32]));
    check(
        &record,
        |text| text.replace(&published, &other),
        &[&format!(
            "The secret is not the one that the challenge committed to: its SHA-256 is {fitting}, and the commitment is \
             {commitment}. So the rolls could not be recomputed."
        )],
    );
    check(
        &record,
        |text| text.replace("challenger: black", "challenger: white"),
        &["Chance gave Black to the challenger, who played White."],
    );
    check(
        &record,
        |text| text.replace("color: random", "color: white"),
        &["The challenger chose White and played Black."],
    );
    check(
        &record,
        |text| text.replace(&format!("dice-secret: {published}\n"), ""),
        &["The header dice-secret is missing. It is in the record once the match is over."],
    );
    check(
        &record,
        |text| {
            text.replace("match: 4kq0z\n", "")
                .replace("color: random", "color: red")
                .replace("challenger: black", "challenger: black\nchallenger: white")
        },
        &[
            "The header match is missing.",
            "The header color cannot be read.",
            "The header challenger is there more than once.",
        ],
    );
    let another_event = record.to_string().replace(ACCEPTED, "playground:7.a-2");
    let another_event = verify(&another_event.parse().expect("a record"));
    assert!(!another_event.flaws.is_empty());
}
