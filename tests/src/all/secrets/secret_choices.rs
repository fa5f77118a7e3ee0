//! Matches at a point where one side can make a difference that no other reader sees.

use std::sync::Arc;

use api::{Batch, Event, MatchId, Timestamp};
use command::{Command, Control, Intent};
use rules::{Color, Game, GameInput, Next, Setup};
use serde_json::Value;
use service::{Limits, PersonRequest, Service};
use store::writer::Writer;
use testkit::{Random, play, some_input};
use text::Language;

use super::{
    KnownDice, NAMES, copy, found,
    run::Participants,
    twin_runs::{Dice, RunDifference, find_difference},
};

/// A match at a point where one side can make a difference that no other reader sees.
pub(super) struct SecretChoice {
    pub(super) writer: Writer,
    pub(super) game: Game,
    pub(super) us: Color,
    pub(super) dice: Dice,
    pub(super) difference: RunDifference,
}

impl SecretChoice {
    pub(super) async fn find(
        setup: &Setup,
        participants: &dyn Participants,
        random: &mut Random,
    ) -> SecretChoice {
        loop {
            let secret = std::array::from_fn(|_| random.below(256) as u8);
            let (writer, dice) = open(setup, participants, secret).await;
            let (_, record) = found(&writer, dice.id);
            let mut game = record.replay().expect("records replay");
            let mut inputs = Vec::new();
            let begins = random.below(60);
            while game.n_inputs() < 120 {
                if let Next::Decision(us) = game.next()
                    && inputs.len() >= begins
                {
                    let before = [&record.inputs[..], &inputs].concat();
                    if let Some(difference) =
                        find_difference([&game, &game], &dice, &before, random)
                    {
                        go_on(&writer, dice.id, record.inputs.len(), &inputs).await;
                        return SecretChoice {
                            writer,
                            game,
                            us,
                            dice,
                            difference,
                        };
                    }
                }
                match some_input(&game, random) {
                    Some(input) => {
                        play(&mut game, input);
                        inputs.push(input);
                    }
                    None => break,
                }
            }
        }
    }
}

/// Returns an accepted match without any deliveries yet.
async fn open(setup: &Setup, participants: &dyn Participants, secret: [u8; 32]) -> (Writer, Dice) {
    let writer = copy(participants.writer()).await;
    let mut service = Service::new(Limits {
        matches: 3,
        challenges: 100,
        challenge: std::time::Duration::from_secs(7 * 24 * 3600),
        turns: 500,
    });
    let mut dice = KnownDice::new(secret);
    let id = MatchId::from_number(1);
    let challenge = Command::parse(&format!("/challenge {setup} color:white open:yes"));
    for (name, intent) in [
        (
            NAMES.white,
            Intent::Command(challenge.expect("it is a command")),
        ),
        (NAMES.black, Intent::Press(Control::Accept(id))),
    ] {
        let event = Event::new(
            participants.event(name),
            participants.speaker(name),
            participants.place(name),
            intent,
        );
        let request = PersonRequest::new(Arc::new(event), Language::ENGLISH);
        let request = request.at(Timestamp(1_767_225_600_000));
        let outcome = service.handle(&writer, &mut dice, &request);
        let outcome = outcome.expect("memory can be read");
        assert!(outcome.reply.done().is_some(), "{name} is refused");
        writer
            .commit(outcome.changes)
            .await
            .expect("memory does not fail");
    }
    let accepted = participants.event(NAMES.black).to_string();
    (
        writer,
        Dice {
            id,
            accepted,
            secret,
        },
    )
}

/// Advances a match by these inputs, as if they had been played.
async fn go_on(writer: &Writer, id: MatchId, n_inputs: usize, inputs: &[GameInput]) {
    let mut batch = Batch::default();
    for (n, input) in inputs.iter().enumerate() {
        batch.put(
            format!("input/{id}/{:06x}", n_inputs + n),
            input.to_string(),
        );
    }
    let key = format!("head/{id}");
    let head = writer.get(key.as_bytes()).expect("memory can be read");
    let mut head: Value =
        serde_json::from_slice(&head.expect("there is the match")).expect("rows are JSON");
    head["n_inputs"] = (n_inputs + inputs.len()).into();
    batch.put(key, head.to_string());
    writer.commit(batch).await.expect("memory does not fail");
}
