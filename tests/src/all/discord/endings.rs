//! The program ends, well or not, and comes back: nothing is lost, nothing counts or is said twice.

use std::time::Duration;

use rules::Variant;
use testkit::Random;
use tests::discord::{Manner, Setup};

use super::table::{Table, Way};

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_asked_to_end_takes_its_leave_and_goes_on_later() {
    let mut table = Table::open().await;
    let mut random = Random::new(31);
    let mut played = table.begin(Variant::Chakart, "").await;
    for way in [Way::Command, Way::Menus, Way::Direct] {
        table.play(&mut played, way, &mut random).await;
        assert!(table.stop().await, "it ends well: {}", table.log());
        table.start().await;
    }
    // What was below the boards before still works.
    table.play(&mut played, Way::Menus, &mut random).await;
    table.check(&played).await;
    assert_eq!(table.n_registrations(), 1, "commands are registered once");
    table.close();
}

/// How often the program is killed.
const ROUNDS: usize = 30;

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_loses_nothing_and_says_nothing_twice() {
    let mut table = Table::open_with(Setup::default().still(), &[]).await;
    let mut random = Random::new(20_261_121);
    let mut played = table.begin(Variant::Berolina, "").await;
    for _ in 0..ROUNDS {
        if random.chance(50) {
            table.play(&mut played, Way::Menus, &mut random).await;
        }
        let game = table
            .record(&played.id)
            .await
            .replay()
            .expect("records replay");
        let board = played.board(played.moves.len() + 1).await;
        let user = table.to_move(&board).clone();
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let action = random.pick(&actions);
        let asked = user.types(&played.room, &format!("/move move:{action} confirm:yes"));
        let patience = Duration::from_micros(random.below(15_000) as u64);
        // It does not matter whether it is answered by then.
        let _ = tokio::time::timeout(patience, asked.answer()).await;
        table.kill();
        let was_told = asked
            .answered()
            .is_some_and(|said| said.text.starts_with("You played"));
        table.start().await;
        let n_kept = table.record(&played.id).await.inputs.len();
        assert!(
            !was_told || n_kept == played.moves.len() + 1,
            "what was acknowledged is kept"
        );
        assert!(n_kept <= played.moves.len() + 1, "nothing counts twice");
        if n_kept > played.moves.len() {
            played.moves.push(action.to_string());
        }
    }
    table.check(&played).await;
    table.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_share_the_guilds() {
    let table = Table::open_with(Setup::default().shards(2), &[]).await;
    // One guild on each shard.
    let mut random = Random::new(33);
    for name in ["one", "two", "three", "four"] {
        let guild = table.discord.guild(name);
        for user in [&table.ann, &table.bob] {
            user.joins(&guild);
        }
        let room = guild.channel("lobby");
        let asked = table.ann.types(&room, "/games");
        assert_eq!(asked.acknowledged().await.manner, Manner::Answer);
        assert!(asked.answer().await.is_private());
    }
    let mut played = table.begin(Variant::Bario, "").await;
    table.play(&mut played, Way::Menus, &mut random).await;
    table.close();
}
