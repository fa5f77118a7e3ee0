use super::*;

fn draw(setup: &str, n_plies: u32, seed: u64) -> Opening {
    let setup: Setup = setup.parse().expect("a setup");
    Opening::draw(&setup, n_plies, seed)
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
fn an_opening_begins_with_the_draw_of_the_start() {
    for setup in [
        "chakart",
        "chakart setup=symmetric",
        "chakart objects=open",
        "baroque setup=symmetric",
    ] {
        let opening = draw(setup, 0, 1);
        let mut game = Game::new(&opening.setup);
        assert!(matches!(game.next(), Next::Chance(_)), "{setup}");
        for &input in &opening.inputs {
            assert!(matches!(input, GameInput::Outcome(_)), "{setup}");
            game.apply(input).expect("the draw is possible");
        }
        assert!(matches!(game.next(), Next::Decision(_)), "{setup}");
    }
    assert!(draw("chakart setup=standard", 0, 1).inputs.is_empty());
}
