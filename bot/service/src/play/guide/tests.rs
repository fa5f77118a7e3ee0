use rules::{Next, Setup};

use super::*;
use crate::Lens;
use api::MatchId;
use text::{Language, arg};

/// Returns the menus after these picks.
#[track_caller]
fn picks(setup: &Setup, picked: &str) -> Menus {
    let game = Game::new(setup);
    let Next::Decision(seat) = game.next() else {
        panic!("nobody is to decide");
    };
    match step(&game, seat, picked) {
        Some(Step::Pick(menus)) => menus,
        _ => panic!("nothing is to be picked"),
    }
}

/// Compares the guide after these picks with the expected lines: the question, then each menu on a line.
#[track_caller]
fn check(setup: &Setup, picked: &str, expected: &[&str]) {
    let menus = picks(setup, picked);
    let english = |text: &Text| Language::ENGLISH.localize(text);
    // A player who knows the move can write it.
    assert_eq!(menus.is_first, picked.is_empty());
    let mut lines = vec![english(&text::guide(
        arg::id(MatchId::from_number(1)),
        arg::question(&menus.question),
    ))];
    lines.extend(menus.menus.iter().map(|menu| {
        let labels: Vec<_> = menu
            .entries
            .iter()
            .map(|entry| english(&entry.label))
            .collect();
        format!("{}: {}", english(&menu.label), labels.join(" | "))
    }));
    assert_eq!(lines, expected, "{setup} {picked}");
}

#[test]
fn each_step_offers_the_choices_that_are_due() {
    let cases = include_str!("menus.txt").split("\n\n");
    for case in cases {
        let mut lines = case.lines().filter(|line| !line.starts_with('#'));
        let setup = lines.next().expect("a setup").parse();
        let picked = lines.next().and_then(|line| line.strip_prefix("picked"));
        let picked = picked.expect("picks").trim();
        check(&setup.expect("a setup"), picked, &lines.collect::<Vec<_>>());
    }
}

#[test]
fn the_board_highlights_the_chosen_piece_and_its_targets() {
    #[track_caller]
    fn check(setup: &str, picked: &str, chosen: Option<&str>, targets: &str) {
        let found = picks(&setup.parse().expect("a setup"), picked).highlights;
        assert_eq!(found.chosen.map(|at| at.to_string()).as_deref(), chosen);
        let names: Vec<_> = found.targets.iter().map(Square::to_string).collect();
        assert_eq!(names.join(" "), targets);
    }
    check("berolina", "", None, "");
    check("berolina", "b1", Some("b1"), "a3 c3");
    let promotion = "berolina position=8/1P2k3/8/8/8/8/8/4K3 w - - 0 1";
    check(promotion, "b7", Some("b7"), "a8 c8");
    check(promotion, "b7a8", Some("b7"), "a8");
    check("bario", "", None, "a1 b1 c1 d1 e1 f1 g1 h1");
    let stealth = r#"chakart position=4k3/8/8/8/8/8/PP6/Kw1PP3 w 30 {"flags":"1111"}"#;
    check(stealth, "a1", Some("a1"), "b1");
}

#[test]
fn a_piece_that_cannot_move_is_stuck_for_a_reason() {
    #[track_caller]
    fn check(setup: &str, expected: &str) {
        let game = Game::new(&setup.parse().expect("a setup"));
        let ways = board_ways(&game, Color::White);
        let stuck = PieceMoves::of(&game, Lens::Truth, Some(Color::White), &ways).stuck;
        let written = stuck.iter().map(|(at, why)| match why {
            Some(why) => format!("{at} {}", why.law),
            None => at.to_string(),
        });
        assert_eq!(written.collect::<Vec<_>>().join(", "), expected);
    }
    check(
        "baroque position=7k/8/8/8/3m4/2P5/8/K7 w 0",
        "c3 baroque Q27",
    );
    let exposed = "berolina position=4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    check(exposed, "e2 berolina O19");
    let blocked = "berolina position=4k3/8/8/8/8/8/P7/RN2K3 w - - 0 1";
    check(blocked, "a1");
    // The king has to be placed first.
    check("bario", "");
}

#[test]
fn an_action_names_the_pieces_that_it_captures_elsewhere() {
    let setup = "baroque position=7k/5ppp/2N5/2n5/3rB3/8/PPP5/K7 w 0";
    let ways = board_ways(&Game::new(&setup.parse().expect("a setup")), Color::White);
    let captures = |action: &str| {
        let mut ways = ways.iter();
        let way = ways.find(|way| way.action.to_string() == action);
        let captures = &way.expect("a legal action").captures;
        captures.iter().map(Square::to_string).collect::<Vec<_>>()
    };
    assert_eq!(captures("c2c4"), ["d4", "c5"]);
    assert!(captures("c2c3").is_empty());
}

/// Choosing a square, another one and one of the remaining labels selects one action, and every legal action can be chosen so.
#[test]
fn every_action_can_be_made_on_a_board_and_none_is_made_by_chance() {
    let setups = [
        "berolina",
        "baroque",
        "bario",
        "bario rules=classic",
        "chakart",
    ];
    for (setup, seed) in setups.into_iter().zip(1..) {
        let setup: Setup = setup.parse().expect("a setup");
        let mut random = testkit::Random::new(seed);
        let mut game = Game::new(&setup);
        for _ in 0..testkit::quick_or_long(300, 30_000) {
            if let Next::Decision(seat) = game.next() {
                check_board_ways(&game, seat);
            }
            match testkit::some_input(&game, &mut random) {
                Some(input) => testkit::play(&mut game, input),
                None => game = Game::new(&setup),
            }
        }
    }
}

#[track_caller]
fn check_board_ways(game: &Game, seat: Color) {
    let actions = game.legal_list();
    let ways = board_ways(game, seat);
    for action in actions {
        let found = ways.iter().find(|way| way.action == action);
        let way = found.expect("each action can be made");
        // A swap can begin with either piece.
        let n_ways = ways.iter().filter(|way| way.action == action).count();
        assert_eq!(
            n_ways,
            1 + usize::from(matches!(action, Action::Swap { .. }))
        );
        let label = Language::ENGLISH.localize(&way.label);
        let alike = ways.iter().filter(|other| {
            (other.from, other.to) == (way.from, way.to)
                && Language::ENGLISH.localize(&other.label) == label
        });
        assert_eq!(alike.count(), 1, "{label}");
    }
}
