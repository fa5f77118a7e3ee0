//! Complete matches, with faults of the program and the homeserver.

use rules::Variant;
use testkit::Random;

use super::table::Table;

/// The setting for the number of turns of each side after which a match is drawn.
const TURNS: (&str, &str) = ("ODDBOARD_LIMITS_TURNS", "5");

/// A fault between two moves.
#[derive(Clone, Copy, Debug)]
enum Fault {
    None,
    /// The program is asked to end and started again.
    Stop,
    /// The program is killed and started again.
    Kill,
    /// The homeserver is stopped and started again.
    Away,
    /// The program is down while a player asks for a move.
    Late,
}

/// Plays a match to its end.
async fn check(variant: Variant, options: &str, faults: &[Fault], seed: u64) {
    let mut table = Table::open(&[TURNS]).await;
    let mut random = Random::new(seed);
    let mut played = table.begin(variant, options).await;
    loop {
        match faults[played.n_moves % faults.len()] {
            Fault::None => {}
            Fault::Stop => {
                assert!(table.stop().await, "{}", table.log());
                table.start().await;
            }
            Fault::Kill => {
                table.kill();
                table.start().await;
            }
            Fault::Away => table = table.restart_homeserver().await,
            Fault::Late => {
                table.kill();
                let before = table.eve.now();
                table.eve.says(&table.room, "!odd help").await;
                table.start().await;
                table
                    .eve
                    .reads(before, "I referee odd chess variants")
                    .await;
            }
        }
        if table.play(&mut played, &mut random).await.is_none() {
            break;
        }
    }
    let record = table.record(&played).await;
    table.check(&played, &record).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_berolina_on_matrix() {
    let faults = [Fault::None, Fault::Kill, Fault::Stop, Fault::Away];
    check(Variant::Berolina, "", &faults, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_baroque_on_matrix() {
    check(
        Variant::Baroque,
        "",
        &[Fault::Kill, Fault::None, Fault::Late],
        2,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_bario_on_matrix() {
    check(
        Variant::Bario,
        "",
        &[Fault::None, Fault::Stop, Fault::Kill],
        3,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_chakart_on_matrix() {
    let faults = [Fault::None, Fault::Kill, Fault::Away, Fault::Late];
    check(Variant::Chakart, "objects=hidden", &faults, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_chakart_with_open_objects_on_matrix() {
    check(
        Variant::Chakart,
        "objects=open",
        &[Fault::None, Fault::Kill],
        5,
    )
    .await;
}
