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
    Drawn, NAMES, copy, found,
    run::Company,
    twins::{Dice, Twist, find_twist},
};

/// A match at a point where one side can make a difference that no other reader sees.
pub(super) struct Moment {
    pub(super) writer: Writer,
    pub(super) game: Game,
    pub(super) us: Color,
    pub(super) dice: Dice,
    pub(super) twist: Twist,
}

impl Moment {
    pub(super) async fn find(setup: &Setup, company: &dyn Company, random: &mut Random) -> Moment {
        loop {
            let secret = std::array::from_fn(|_| random.below(256) as u8);
            let (writer, dice) = open(setup, company, secret).await;
            let (_, record) = found(&writer, dice.id);
            let mut game = record.replay().expect("records replay");
            let mut inputs = Vec::new();
            let begins = random.below(60);
            while game.ply() < 120 {
                if let Next::Decision(us) = game.next()
                    && inputs.len() >= begins
                {
                    let before = [&record.inputs[..], &inputs].concat();
                    if let Some(twist) = find_twist([&game, &game], &dice, &before, random) {
                        go_on(&writer, dice.id, record.inputs.len(), &inputs).await;
                        return Moment {
                            writer,
                            game,
                            us,
                            dice,
                            twist,
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
async fn open(setup: &Setup, company: &dyn Company, secret: [u8; 32]) -> (Writer, Dice) {
    let writer = copy(company.writer()).await;
    let mut service = Service::new(Limits {
        matches: 3,
        challenges: 100,
        challenge: std::time::Duration::from_secs(7 * 24 * 3600),
        turns: 500,
    });
    let mut dice = Drawn::new(secret);
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
            company.event(name),
            company.speaker(name),
            company.place(name),
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
    let accepted = company.event(NAMES.black).to_string();
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
async fn go_on(writer: &Writer, id: MatchId, ply: usize, inputs: &[GameInput]) {
    let mut batch = Batch::default();
    for (n, input) in inputs.iter().enumerate() {
        batch.put(format!("input/{id}/{:06x}", ply + n), input.to_string());
    }
    let key = format!("head/{id}");
    let head = writer.get(key.as_bytes()).expect("memory can be read");
    let mut head: Value =
        serde_json::from_slice(&head.expect("there is the match")).expect("rows are JSON");
    head["ply"] = (ply + inputs.len()).into();
    batch.put(key, head.to_string());
    writer.commit(batch).await.expect("memory does not fail");
}
