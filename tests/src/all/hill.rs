//! A variant for tests only, to prove the page *Adding a variant*: every part picks it up by itself.

use handbook::Handbook;
use rules::{Next, Outcome, Setup, Variant, WinReason, hill, perft};
use testkit::{Random, check_positions};
use tests::{
    page_program::PageProgram,
    page_user::text,
    venue::{BotAnswer as _, Venue as _},
};

#[test]
fn its_moves_are_those_of_chess() {
    let start = Setup::new(Variant::Hill)
        .start_position::<hill::Position>()
        .expect("the variant fits");
    let counts = [1, 2, 3, 4].map(|depth| perft(&start, depth));
    assert_eq!(counts, [20, 400, 8902, 197_281]);
}

#[test]
fn its_positions_are_true_to_themselves() {
    let mut random = Random::new(1);
    for _ in 0..50 {
        let mut pick = |bound| random.below(bound);
        check_positions(&Setup::new(Variant::Hill), 200, &mut pick);
    }
}

#[test]
fn its_handbook_is_found() {
    let handbook = Handbook::of(Variant::Hill);
    assert!(handbook.paragraph("H1").is_some());
}

#[tokio::test]
async fn a_king_that_reaches_the_middle_wins_on_the_page() {
    let mut program = PageProgram::open(&["Ann", "Bob"]).await;
    let id = program.begin("koth @Bob color:white").await;
    program.play(&["e2e4", "a7a6", "e1e2", "b7b6"]).await;
    let refused = program.send("Ann", "why", &text("/why e2d4")).await;
    assert!(
        refused.text().contains("a king moves one square"),
        "{}",
        refused.text()
    );
    program.play(&["e2e3", "c7c6"]).await;
    program.play(&["e3d4"]).await;
    let over = program.send("Bob", "over", &text("/why b6b5")).await;
    assert!(
        over.text().contains("White wins with the king on the hill"),
        "{}",
        over.text()
    );
    let record = program.record("Bob", id).await;
    let game = record.replay().expect("the record can be played");
    let end = game.next();
    assert!(matches!(
        end,
        Next::Over(Outcome::Won {
            reason: WinReason::KingOnHill,
            ..
        })
    ));
}
