//! Baroque against outside answers.

use rules::{Next, Variant};
use tests::{fixtures, perft};

use crate::pair::{actions_of, game_of};

#[test]
fn the_rules_agree_with_the_fixtures() {
    for fixture in fixtures::of(Variant::Baroque) {
        assert_eq!(fixture.variant, Variant::Baroque.name(), "{}", fixture.id);
        let game = game_of(Variant::Baroque, "", &fixture.position);
        let moves = actions_of(&game).into_iter().map(|action| {
            let mut after = game.clone();
            assert!(
                after.act(action).is_ok(),
                "{}: {action} is listed and refused",
                fixture.id
            );
            (action.to_string(), after.truth().as_view().position.clone())
        });
        let score = match game.next() {
            Next::Over(outcome) => Some(outcome.score()),
            _ => None,
        };
        let about = format!("{}: {}", fixture.id, fixture.position);
        let view = game.truth();
        assert_eq!(view.as_view().position, fixture.position, "{about}");
        assert_eq!(!view.as_view().marks.check.is_empty(), fixture.check, "{about}: check");
        assert_eq!(score, fixture.over.as_deref(), "{about}: result");
        assert_eq!(
            moves.collect::<std::collections::BTreeMap<_, _>>(),
            fixture.moves,
            "{about}"
        );
    }
}
