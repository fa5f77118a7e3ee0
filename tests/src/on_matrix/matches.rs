//! Complete matches, with faults of the program and the homeserver.

use rules::Variant;
use testkit::Random;

use super::table::Table;

/// The setting for the number of turns of each side after which a match is drawn.
const TURNS: (&str, &str) = ("ODDBOARD_LIMITS_TURNS", "5");

/// A fault between two moves.
#[derive(Clone, Copy, Debug)]
enum Trouble {
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
async fn check(variant: Variant, options: &str, troubles: &[Trouble], seed: u64) {
    let mut table = Table::open(&[TURNS]).await;
    let mut random = Random::new(seed);
    let mut played = table.begin(variant, options).await;
    loop {
        match troubles[played.n_moves % troubles.len()] {
            Trouble::None => {}
            Trouble::Stop => {
                assert!(table.stop().await, "{}", table.log());
                table.start().await;
            }
            Trouble::Kill => {
                table.kill();
                table.start().await;
            }
            Trouble::Away => table = table.restart_homeserver().await,
            Trouble::Late => {
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
    let troubles = [Trouble::None, Trouble::Kill, Trouble::Stop, Trouble::Away];
    check(Variant::Berolina, "", &troubles, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_baroque_on_matrix() {
    check(
        Variant::Baroque,
        "",
        &[Trouble::Kill, Trouble::None, Trouble::Late],
        2,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_bario_on_matrix() {
    check(
        Variant::Bario,
        "",
        &[Trouble::None, Trouble::Stop, Trouble::Kill],
        3,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_chakart_on_matrix() {
    let troubles = [Trouble::None, Trouble::Kill, Trouble::Away, Trouble::Late];
    check(Variant::Chakart, "objects=hidden", &troubles, 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_chakart_with_open_objects_on_matrix() {
    check(
        Variant::Chakart,
        "objects=open",
        &[Trouble::None, Trouble::Kill],
        5,
    )
    .await;
}
