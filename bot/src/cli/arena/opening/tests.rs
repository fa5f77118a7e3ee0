use rules::Variant;

use super::*;

fn draw(setup: &str, n_plies: u32, seed: u64) -> Opening {
    let setup: Setup = setup.parse().expect("a setup");
    let rules = UciRules::of(&setup).expect("a set of rules");
    Opening::draw(&setup, rules, n_plies, seed)
}

fn text(opening: &Opening) -> String {
    let inputs: Vec<String> = opening.inputs.iter().map(ToString::to_string).collect();
    format!("{} {}", opening.setup, inputs.join(" "))
}

#[test]
fn the_same_seed_draws_the_same_opening() {
    for setup in [
        "berolina",
        "baroque setup=symmetric",
        "bario",
        "chakart",
        "chakart setup=standard",
    ] {
        let [one, again, other] = [5, 5, 6].map(|seed| draw(setup, 8, seed));
        assert_eq!(text(&one), text(&again), "{setup}");
        assert_eq!(one.dice, again.dice, "{setup}");
        assert_ne!(text(&one), text(&other), "{setup}");
    }
}

#[test]
fn an_opening_has_its_half_moves_and_the_game_goes_on_after_it() {
    for seed in 0..20 {
        let opening = draw("bario rules=classic", 6, seed);
        let mut game = Game::new(&opening.setup);
        for &input in &opening.inputs {
            game.apply(input).expect("the opening is legal");
        }
        assert!(!matches!(game.next(), Next::Over(_)), "{seed}");
        assert!(game.turns() <= 6, "{seed}");
    }
}

#[test]
fn the_start_is_drawn_unless_programs_know_the_draw() {
    let usual = draw("chakart", 0, 1);
    assert!(usual.is_usual);
    let mut game = Game::new(&usual.setup);
    assert!(matches!(game.next(), Next::Chance(_)));
    for &input in &usual.inputs {
        assert!(matches!(input, GameInput::Outcome(_)));
        game.apply(input).expect("the draw is possible");
    }
    assert!(matches!(game.next(), Next::Decision(_)));
    for setup in [
        "chakart setup=symmetric",
        "chakart objects=open",
        "baroque setup=symmetric",
    ] {
        let drawn = draw(setup, 0, 1);
        assert!(!drawn.is_usual, "{setup}");
        assert!(
            matches!(Game::new(&drawn.setup).next(), Next::Decision(_)),
            "{setup}"
        );
        assert!(drawn.setup.position().is_some(), "{setup}");
    }
    assert!(!draw("chakart setup=standard", 0, 1).is_usual);
}

#[test]
fn the_rules_of_a_setup_have_their_name_in_uci() {
    for (setup, name) in [
        ("baroque chameleon=pure", "baroque-pure"),
        ("bario", "bario"),
        ("bario rules=classic", "bario-classic"),
        ("chakart objects=open", "chakart"),
        (
            "berolina position=8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
            "berolina",
        ),
    ] {
        let setup: Setup = setup.parse().expect("a setup");
        assert_eq!(UciRules::of(&setup).map(|rules| rules.name), Some(name));
    }
    for variant in [
        Variant::Berolina,
        Variant::Baroque,
        Variant::Bario,
        Variant::Chakart,
    ] {
        let setup = Setup::new(variant);
        assert!(UciRules::of(&setup).is_some_and(|rules| rules.is_usual(&setup)));
    }
}
