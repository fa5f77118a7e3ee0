use rules::{Setup, Variant, bario, baroque, berolina, chakart};

use super::*;

fn weights_fit<P: Playable>() {
    let weights =
        Weights::read(P::GROUPS, P::WEIGHTS).expect("the weights of the variant are read");
    let start = P::at_start(&Setup::new(P::VARIANT)).expect("the variant fits");
    if !start.is_chance() {
        let worth = start.centipawns(&weights);
        assert!(worth.abs() < 60, "{}: {worth}", P::VARIANT);
    }
    let n: usize = P::GROUPS.iter().map(|group| group.n).sum();
    assert_eq!(weights.all().len(), n);
}

#[test]
fn every_variant_has_weights_and_begins_about_even() {
    weights_fit::<berolina::Position>();
    weights_fit::<baroque::Position>();
    weights_fit::<bario::Position>();
    weights_fit::<chakart::Position>();
    assert_eq!(Variant::ALL.len(), 4);
}
