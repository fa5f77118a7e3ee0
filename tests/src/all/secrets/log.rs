//! The log of the real program over a whole match, at the most verbose level.

use std::collections::BTreeMap;
use tests::user_input::UserInput;

use api::MatchId;
use rules::{Next, Record, Variant};
use testkit::{Random, options_of};
use tests::{page_program::PageProgram, page_user::text, venue::Venue};

use super::{
    KnownDice, NAMES, PEOPLE, WATCHER, block_on, found,
    page::PageParticipants,
    run::{Participants, Step, StepKind},
    traps::{KEPT, names_a_square},
};

/// The largest number of decisions of each side in a match.
const LONGEST: usize = 50;

#[tokio::test]
async fn at_the_level_trace_the_log_of_a_whole_match_holds_no_secret() {
    let script = "ODDBOARD_LOG_LEVEL=trace RUST_LOG=trace exec \"$@\" 2> log";
    let mut program = PageProgram::open_in_shell(script, &PEOPLE).await;
    let address = program.address().to_owned();
    let mut random = Random::new(81);
    let mut lines = Vec::new();
    for name in PEOPLE {
        let guest = program.guest(name);
        lines.push(guest.listen(&address, &BTreeMap::new()).await);
    }
    // A failed direct message is logged.
    program.guest(NAMES.black).set_direct(&address, false).await;
    // Chance may end a match early.
    let mut records = Vec::new();
    while records
        .iter()
        .all(|record: &Record| record.inputs.len() <= LONGEST / 2)
    {
        records.push(play(&mut program, &mut random).await);
    }
    drop(lines);
    let tokens = PEOPLE.map(|name| program.guest(name).secret().to_owned());
    let log = program.stop();
    assert!(log.contains("cannot post a message"), "{log}");
    for line in [
        "received an event",
        "decided on a request",
        "committed a batch",
        "sent an answer",
        "delivered",
    ] {
        assert!(log.contains(line), "no line of the log says {line:?}");
    }
    for record in &records {
        let header = |name: &str| {
            let found = record.headers.iter().find(|(header, _)| header == name);
            found.expect("it is published").1.clone()
        };
        let id = header("match");
        assert!(
            log.contains(&format!("row={id}/")),
            "the log names the match"
        );
        let inputs = record.inputs.iter().map(ToString::to_string);
        for never in inputs.chain(tokens.clone()).chain([header("dice-secret")]) {
            assert!(!log.contains(&never), "the log holds {never}");
        }
    }
    let options = options_of(&records[0].setup);
    for line in log.lines() {
        assert!(!names_a_square(line), "{line}");
        assert!(
            !line.contains("/move") && !line.contains("/plan") && !line.contains(&options),
            "{line}"
        );
    }
}

/// Plays a match at random until it is over.
async fn play(program: &mut PageProgram, random: &mut Random) -> Record {
    let challenge = format!("{} @{} white", Variant::Chakart, NAMES.black);
    let id = program.begin(&challenge).await;
    let address = program.address().to_owned();
    for n in 0..LONGEST {
        for (name, other) in [(NAMES.white, NAMES.black), (NAMES.black, NAMES.white)] {
            let mut offered = program.complete(name, "/move ").await;
            offered.retain(|text| !text.ends_with(':'));
            if offered.is_empty() {
                continue;
            }
            let typed = random.pick(&offered).clone();
            let why = text(&typed.replace("/move", "/why"));
            let guest = program.guest(name);
            guest
                .send(&address, "direct", &format!("{id}-{n}-why"), &why)
                .await;
            let plan = text(&(typed.replace("/move", "/plan") + " a7a6"));
            let waiting = program.guest(other);
            waiting
                .send(&address, "direct", &format!("{id}-{n}-{name}-plan"), &plan)
                .await;
            program.does(name, "/view").await;
            program.does(name, &typed).await;
        }
        program.does(WATCHER, "/history").await;
    }
    let resign = format!("/resign match:{id} confirm:yes");
    program.does(NAMES.white, &resign).await;
    let record = program.record(NAMES.white, id).await;
    let end = record.replay().expect("it was played").next();
    assert!(matches!(end, Next::Over(_)));
    record
}

#[test]
fn the_whole_traffic_of_a_watcher_has_no_secret() {
    block_on(async {
        let mut random = Random::new(83);
        let participants = PageParticipants::gather(&PEOPLE).await;
        let prepare = |parts: &mut runtime::Parts| {
            parts.dice = Box::new(KnownDice::new([9; 32]));
        };
        let mut run = participants
            .open(participants.writer().clone(), &prepare)
            .await;
        let id = MatchId::from_number(1);
        let mut n_steps = 0;
        let mut step = |who, kind| {
            n_steps += 1;
            Step::new(format!("deed-{n_steps}"), who, kind)
        };
        let accept = StepKind::Input(UserInput::Press(format!("accept:{id}")));
        run.hear(&step(
            NAMES.white,
            StepKind::text("/challenge chakart color:white"),
        ))
        .await;
        run.hear(&step(NAMES.black, accept)).await;
        let (mut read, mut told_owners) = (String::new(), String::new());
        for n in 0..LONGEST {
            let (_, record) = found(run.writer(), id);
            let game = record.replay().expect("records replay");
            let Next::Decision(mover) = game.next() else {
                break;
            };
            let looks = [
                "/view",
                "/history",
                "/export",
                "/why a1a2",
                "/verify",
                "/games",
            ];
            let watched = run
                .hear(&step(WATCHER, StepKind::text(looks[n % looks.len()])))
                .await;
            read.push_str(&watched.reply.text);
            let action = *random.pick(&game.legal_list());
            let replies = ["a7a6", "b7b6", "a2a3", "b2b3"];
            let lines = replies.map(|reply| format!("{action} {reply}"));
            for line in lines {
                let plan = StepKind::text(format!("/plan {line}"));
                run.hear(&step(NAMES[!mover], plan)).await;
            }
            let heard = run
                .hear(&step(
                    NAMES[mover],
                    StepKind::text(format!("/move {action}")),
                ))
                .await;
            let (_, record) = found(run.writer(), id);
            if matches!(
                record.replay().expect("records replay").next(),
                Next::Over(_)
            ) {
                break;
            }
            for (name, line) in heard.lines {
                for message in line {
                    if name == WATCHER {
                        let frame = message.frame().unwrap_or_default();
                        assert_ne!(frame["place"], "direct", "{frame}");
                        read.push_str(&message.text);
                    } else {
                        told_owners.push_str(&message.text);
                    }
                }
            }
        }
        for kept in KEPT {
            assert!(
                told_owners.contains(kept),
                "nobody is told what {kept:?} tells"
            );
            assert!(!read.contains(kept), "the watcher reads {kept:?}");
        }
        assert!(told_owners.contains("your plan has replied"));
        assert!(!read.contains("your plan"), "the watcher reads of a plan");
        assert!(!read.contains(&"09".repeat(32)), "the secret of the dice");
        run.close().await;
    });
}
