//! The program ends, well or not, and restarts: no move or message is lost or duplicated.

use rules::Variant;
use testkit::Random;
use tests::discord::{AcknowledgmentKind, ServerFault, Setup};

use super::table::{MoveInput, Table};

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_program_ends_well_and_goes_on_after_a_restart() {
    let mut table = Table::open().await;
    let mut random = Random::new(31);
    let mut played = table.begin(Variant::Chakart, "").await;
    for input in [MoveInput::Command, MoveInput::Menus, MoveInput::Direct] {
        table.play(&mut played, input, &mut random).await;
        assert!(table.stop().await, "it ends well: {}", table.log());
        table.start().await;
    }
    // The controls below the earlier boards still work.
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    table.check(&played).await;
    assert_eq!(table.n_registrations(), 1, "commands are registered once");
    table.close();
}

/// The number of times that the program is killed.
const ROUNDS: usize = 32;

/// The requests at which it is killed in turn: the answer to a move, the public board, or none. With none, the kill
/// comes as soon as the move can arrive.
const FATAL: [Option<&str>; 4] = [
    Some("POST /interactions/*/*/callback"),
    None,
    Some("POST /interactions/*/*/callback"),
    Some("POST /channels/*/messages"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_loses_nothing_and_repeats_nothing() {
    let mut table = Table::open().await;
    let mut random = Random::new(20_261_121);
    let mut played = table.begin(Variant::Berolina, "").await;
    let mut n_unanswered = 0;
    for round in 0..ROUNDS {
        if random.chance(50) {
            table.play(&mut played, MoveInput::Menus, &mut random).await;
        }
        let record = table.record(&played.id).await;
        let game = record.replay().expect("records replay");
        let board = played.board(played.moves.len() + 1).await;
        let user = table.to_move(&board).clone();
        let actions = game.legal_list();
        let action = random.pick(&actions);
        let fatal = FATAL[round % FATAL.len()].map(|request| {
            table
                .discord
                .inject_fault(request, ServerFault::HeldBefore, 1)
        });
        let asked = user.types(&played.room, &format!("/move move:{action} confirm:yes"));
        if let Some(fatal) = &fatal {
            fatal.occurred(1).await;
        }
        table.kill();
        let answered = asked.answered();
        let was_told = answered.is_some_and(|said| said.text.starts_with("You played"));
        drop(fatal);
        table.start().await;
        // The bot repeats the answer to a player who has not seen it.
        asked.answer().await.begins("You played");
        played.moves.push(action.to_string());
        let n_kept = table.record(&played.id).await.inputs.len();
        assert_eq!(n_kept, played.moves.len(), "a move counts once");
        n_unanswered += usize::from(!was_told);
    }
    assert!(
        n_unanswered >= ROUNDS / 2,
        "{n_unanswered} of {ROUNDS} kills hit a move in flight"
    );
    table.check(&played).await;
    table.close();
}

#[tokio::test]
async fn shards_share_the_guilds() {
    let table = Table::in_process(Setup::default().shards(2)).await;
    let ann = &table.ann;
    // Each shard has one guild.
    let mut random = Random::new(33);
    for name in ["one", "two", "three", "four"] {
        let guild = table.discord.guild(name);
        for user in [ann, &table.bob] {
            user.joins(&guild);
        }
        let room = guild.channel("lobby");
        let asked = ann.types(&room, "/games");
        assert_eq!(asked.acknowledged().await.kind, AcknowledgmentKind::Answer);
        assert!(asked.answer().await.is_private());
    }
    let mut played = table.begin(Variant::Bario, "").await;
    table.play(&mut played, MoveInput::Menus, &mut random).await;
    table.close();
}
